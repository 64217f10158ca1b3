/* Writes one JSON value to a file, piece by piece: commas and quoting are looked after, nesting is the caller's.
 * A key is NULL inside an array and for the outermost value. */
#ifndef TRVM_JSON_H
#define TRVM_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
  FILE *out;
  uint32_t depth;
  bool comma[16]; /* whether something stands already at each depth */
  char closing[16];
};

void json_begin(struct json *json, FILE *out);
void json_object(struct json *json, const char *key);
void json_array(struct json *json, const char *key);
/* Ends the innermost object or array; the outermost also ends the line. */
void json_close(struct json *json);
void json_text(struct json *json, const char *key, const char *value); /* NULL is written as null */
void json_bool(struct json *json, const char *key, bool value);
void json_number(struct json *json, const char *key, int64_t value);
void json_count(struct json *json, const char *key, uint64_t value);
void json_real(struct json *json, const char *key, double value);
/* A value that is JSON already. */
void json_raw(struct json *json, const char *key, const char *value);
/* 64-bit hashes are texts of 16 digits: JSON numbers cannot hold them. */
void json_hash(struct json *json, const char *key, uint64_t value);

#endif
