/* Values as JSON, for views and for rules as data. Knows types, not where values come from. */
#include "vm/value_json.h"

#include "vm/api.h"

void value_json_seat(const struct program *p, int32_t seat, char key[KEY_LENGTH]) {
  struct text_sink text = sink_on(key, KEY_LENGTH);
  text_seat_notation(p, seat, &text);
  sink_end(&text);
}

/* The text of a seat, id or text; NULL for values that are no texts. `place` is there for texts that have to be made. */
static const char *text_of_value(const struct program *p, const struct type_desc *type, int32_t value,
                                 char place[KEY_LENGTH]) {
  switch (type->kind) {
  case VALUE_PLAYER: value_json_seat(p, value, place); return place;
  case VALUE_ENUM:
  case VALUE_CARD: return value >= 0 && value < type->count ? program_text(p, p->ints[type->names + value]) : "?";
  case VALUE_TEXT: return program_has_text(p, value) ? program_text(p, value) : "?";
  default: return NULL;
  }
}

const char *value_json_key(const struct program *p, const struct type_desc *type, int32_t value,
                           char place[KEY_LENGTH]) {
  if (text_value_is_none(type, value)) return "none";
  const char *text = text_of_value(p, type, value, place);
  if (text) return text;
  if (type->kind == VALUE_BOOL) return value ? "true" : "false";
  struct text_sink number = sink_on(place, KEY_LENGTH);
  sink_int(&number, value);
  sink_end(&number);
  return place;
}

void value_json_single(struct json *out, const struct program *p, const char *key, const struct type_desc *type,
                       int32_t value) {
  char place[KEY_LENGTH];
  const char *text = text_value_is_none(type, value) ? NULL : text_of_value(p, type, value, place);
  if (text || text_value_is_none(type, value)) json_text(out, key, text);
  else if (type->kind == VALUE_BOOL) json_bool(out, key, value);
  else json_number(out, key, value);
}

void value_json(struct json *out, const struct program *p, const char *key, int32_t type, const int32_t *slots) {
  const struct type_desc *desc = &p->types[type];
  if (desc->kind < VALUE_PATH || (desc->kind == VALUE_PATH && text_value_is_none(desc, slots[0]))) {
    value_json_single(out, p, key, desc, slots[0]);
    return;
  }
  bool bag = desc->kind == VALUE_BAG;
  const struct type_desc *element = &p->types[desc->element];
  struct members members = members_of(p, desc, slots);
  int32_t value, count;
  char place[KEY_LENGTH];
  if (bag) json_open_object(out, key);
  else json_open_array(out, key);
  while (members_next(&members, &value, &count)) {
    if (bag) json_number(out, value_json_key(p, element, value, place), count);
    else value_json_single(out, p, NULL, element, value);
  }
  json_close(out);
}
