/* The JSON writer: see json.h. */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/unicode.h"

void json_begin(struct json *json, json_write *write, void *context) {
  *json = (struct json){ .write = write, .context = context };
}

static void put(struct json *json, const char *text) { json->write(json->context, text, strlen(text)); }

/* What stands for a character that cannot go out as it is. Beyond what JSON asks for these are the characters that would
 * command a terminal, where the value may be looked at. */
static void put_escaped(struct json *json, uint32_t character) {
  char code[16] = { '\\', (char)character };
  if (character == '\n') code[1] = 'n';
  else if (character == '\t') code[1] = 't';
  else if (character > 0xffff) /* the two halves of a surrogate pair */
    snprintf(code, sizeof code, "\\u%04x\\u%04x", 0xd7c0 + (character >> 10), 0xdc00 + (character & 0x3ff));
  else if (character != '"' && character != '\\') snprintf(code, sizeof code, "\\u%04x", character);
  put(json, character == UNICODE_REPLACEMENT ? "\xef\xbf\xbd" : code);
}

static bool is_plain(uint32_t character) {
  return character != '"' && character != '\\' && character != UNICODE_REPLACEMENT && !unicode_is_control(character) &&
         !unicode_is_deceptive(character);
}

static void put_text(struct json *json, const char *value) {
  size_t left = strlen(value), plain = 0; /* plain: bytes before `value` that go out as they are */
  put(json, "\"");
  while (left) {
    uint32_t character;
    size_t length = unicode_next(value, left, &character);
    plain += length;
    value += length;
    left -= length;
    if (is_plain(character)) continue;
    json->write(json->context, value - plain, plain - length);
    put_escaped(json, character);
    plain = 0;
  }
  json->write(json->context, value - plain, plain);
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

void json_open_object(struct json *json, const char *key) { open_nest(json, key, "{", '}'); }
void json_open_array(struct json *json, const char *key) { open_nest(json, key, "[", ']'); }

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

void json_decimal(struct json *json, const char *key, double value) {
  char digits[400]; /* the largest has 309 before the point */
  snprintf(digits, sizeof digits, "%.4f", value);
  json_raw(json, key, digits);
}

void json_hash(struct json *json, const char *key, uint64_t value) {
  char digits[24];
  snprintf(digits, sizeof digits, "\"%016" PRIx64 "\"", value);
  json_raw(json, key, digits);
}
