/* The JSON writer: see json.h. */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void json_begin(struct json *json, json_write *write, void *context) {
  *json = (struct json){ .write = write, .context = context };
}

static void put(struct json *json, const char *text) { json->write(json->context, text, strlen(text)); }

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

/* What stands for a byte that cannot go out as it is. */
static void put_escaped(struct json *json, unsigned char byte) {
  char code[8] = { '\\', (char)byte };
  if (byte == '\n') code[1] = 'n';
  else if (byte == '\t') code[1] = 't';
  else if (byte < 0x20) snprintf(code, sizeof code, "\\u%04x", byte);
  put(json, byte < 0x80 ? code : "\xef\xbf\xbd");
}

static void put_text(struct json *json, const char *value) {
  const unsigned char *at = (const unsigned char *)value, *plain = at; /* plain: what goes out as it is, up to `at` */
  put(json, "\"");
  while (*at) {
    size_t length = sequence_length(at);
    if (length && *at >= 0x20 && *at != '"' && *at != '\\') {
      at += length;
      continue;
    }
    json->write(json->context, (const char *)plain, (size_t)(at - plain));
    put_escaped(json, *at);
    plain = ++at;
  }
  json->write(json->context, (const char *)plain, (size_t)(at - plain));
  put(json, "\"");
}

static void before_value(struct json *json, const char *key) {
  if (json->comma[json->depth]) put(json, ",");
  json->comma[json->depth] = true;
  if (key) {
    put_text(json, key);
    put(json, ":");
  }
}

static void open_nest(struct json *json, const char *key, const char *opening, char closing) {
  before_value(json, key);
  put(json, opening);
  json->depth++;
  assert(json->depth < JSON_DEPTH);
  json->comma[json->depth] = false;
  json->closing[json->depth] = closing;
}

void json_object(struct json *json, const char *key) { open_nest(json, key, "{", '}'); }
void json_array(struct json *json, const char *key) { open_nest(json, key, "[", ']'); }

void json_close(struct json *json) {
  json->write(json->context, &json->closing[json->depth--], 1);
  if (json->depth == 0 && json->is_line) put(json, "\n");
}

void json_raw(struct json *json, const char *key, const char *value) {
  before_value(json, key);
  put(json, value);
}

void json_text(struct json *json, const char *key, const char *value) {
  before_value(json, key);
  if (value) put_text(json, value);
  else put(json, "null");
}

void json_bool(struct json *json, const char *key, bool value) { json_raw(json, key, value ? "true" : "false"); }

void json_number(struct json *json, const char *key, int64_t value) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRId64, value);
  json_raw(json, key, digits);
}

void json_count(struct json *json, const char *key, uint64_t value) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRIu64, value);
  json_raw(json, key, digits);
}

void json_real(struct json *json, const char *key, double value) {
  char digits[400]; /* the largest has 309 before the point */
  snprintf(digits, sizeof digits, "%.4f", value);
  json_raw(json, key, digits);
}

void json_hash(struct json *json, const char *key, uint64_t value) {
  char digits[24];
  snprintf(digits, sizeof digits, "\"%016" PRIx64 "\"", value);
  json_raw(json, key, digits);
}
