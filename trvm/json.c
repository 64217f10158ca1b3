/* The JSON writer: see json.h. Bytes that are not UTF-8 become the replacement character, so that the output is
 * always valid. */
#include "trvm/json.h"

#include <inttypes.h>
#include <string.h>

void json_begin(struct json *json, FILE *out) { *json = (struct json){ .out = out }; }

/* Length of the UTF-8 sequence at `at`, or 0 when it is none. */
static size_t sequence_length(const unsigned char *at) {
  size_t length = 0;
  if (*at < 0x80) length = 1;
  else if (*at >= 0xc2 && *at < 0xe0) length = 2;
  else if (*at >= 0xe0 && *at < 0xf0) length = 3;
  else if (*at >= 0xf0 && *at < 0xf5) length = 4;
  for (size_t i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  return length;
}

static void write_text(FILE *out, const char *value) {
  const unsigned char *at = (const unsigned char *)value;
  fputc('"', out);
  while (*at) {
    size_t length = sequence_length(at);
    if (length == 0) {
      fputs("\xef\xbf\xbd", out);
      length = 1;
    } else if (*at == '"' || *at == '\\') fprintf(out, "\\%c", *at);
    else if (*at == '\n') fputs("\\n", out);
    else if (*at == '\t') fputs("\\t", out);
    else if (*at < 0x20) fprintf(out, "\\u%04x", *at);
    else fwrite(at, 1, length, out);
    at += length;
  }
  fputc('"', out);
}

static void before_value(struct json *json, const char *key) {
  if (json->comma[json->depth]) fputc(',', json->out);
  json->comma[json->depth] = true;
  if (key) {
    write_text(json->out, key);
    fputc(':', json->out);
  }
}

static void open_nest(struct json *json, const char *key, char opening, char closing) {
  before_value(json, key);
  fputc(opening, json->out);
  json->depth++;
  json->comma[json->depth] = false;
  json->closing[json->depth] = closing;
}

void json_object(struct json *json, const char *key) { open_nest(json, key, '{', '}'); }
void json_array(struct json *json, const char *key) { open_nest(json, key, '[', ']'); }

void json_close(struct json *json) {
  fputc(json->closing[json->depth--], json->out);
  if (json->depth == 0) fputc('\n', json->out);
}

void json_text(struct json *json, const char *key, const char *value) {
  before_value(json, key);
  if (value) write_text(json->out, value);
  else fputs("null", json->out);
}

void json_bool(struct json *json, const char *key, bool value) {
  before_value(json, key);
  fputs(value ? "true" : "false", json->out);
}

void json_number(struct json *json, const char *key, int64_t value) {
  before_value(json, key);
  fprintf(json->out, "%" PRId64, value);
}

void json_count(struct json *json, const char *key, uint64_t value) {
  before_value(json, key);
  fprintf(json->out, "%" PRIu64, value);
}

void json_real(struct json *json, const char *key, double value) {
  before_value(json, key);
  fprintf(json->out, "%.4f", value);
}

void json_hash(struct json *json, const char *key, uint64_t value) {
  before_value(json, key);
  fprintf(json->out, "\"%016" PRIx64 "\"", value);
}

void json_raw(struct json *json, const char *key, const char *value) {
  before_value(json, key);
  fputs(value, json->out);
}
