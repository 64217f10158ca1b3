/* Writes one JSON value, piece by piece: commas and quoting are looked after, nesting is the caller's. A key is NULL
 * inside an array and for the outermost value.
 *
 * Where the bytes go is the caller's too; nothing here allocates. Bytes that are not UTF-8 become the replacement
 * character, so that the output is always valid. */
#ifndef TRV_BASE_JSON_H
#define TRV_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void json_write(void *context, const char *bytes, size_t length);

enum { JSON_DEPTH = 16 }; /* objects and arrays inside each other */
struct json {
  json_write *write;
  void *context; /* borrowed */
  bool is_line;  /* the end of the outermost value also ends the line */
  uint32_t depth;
  bool comma[JSON_DEPTH]; /* whether something stands already at each depth */
  char closing[JSON_DEPTH];
};

void json_begin(struct json *json, json_write *write, void *context);
void json_open_object(struct json *json, const char *key);
void json_open_array(struct json *json, const char *key);
/* Ends the innermost object or array. */
void json_close(struct json *json);
void json_text(struct json *json, const char *key, const char *value); /* NULL is written as null */
void json_bool(struct json *json, const char *key, bool value);
void json_number(struct json *json, const char *key, int64_t value);
void json_count(struct json *json, const char *key, uint64_t value);
void json_decimal(struct json *json, const char *key, double value);
/* A value that is JSON already. */
void json_raw(struct json *json, const char *key, const char *value);
/* 64-bit hashes are texts of 16 digits: JSON numbers cannot hold them. */
void json_hash(struct json *json, const char *key, uint64_t value);

#endif
