/* Values as JSON: ids and seats are texts, `none` is null, sets and lists are arrays, bags are objects of numbers. */
#ifndef TRV_VM_VALUE_JSON_H
#define TRV_VM_VALUE_JSON_H

#include "base/json.h"
#include "vm/program.h"

/* Room for an id, a number or the name of a seat; what is longer is cut. */
enum { KEY_LENGTH = 128 };

void value_json_seat(const struct program *p, int32_t seat, char key[KEY_LENGTH]);
/* A value of one slot as the key of an object, where everything is a text. Borrowed, or in `place`. */
const char *value_json_key(const struct program *p, const struct type_desc *type, int32_t value, char place[KEY_LENGTH]);
/* A value of one slot, and one of any type. */
void value_json_single(struct json *out, const struct program *p, const char *key, const struct type_desc *type,
                       int32_t value);
void value_json(struct json *out, const struct program *p, const char *key, int32_t type, const int32_t *slots);

#endif
