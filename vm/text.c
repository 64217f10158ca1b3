/* Values as text: as people read them (labels) and as transcripts, saves and scenarios write them (notation).
 *
 * Owns the two spellings of every kind of value and the text sink. Knows type descriptions, not where values come
 * from. A value is given by its slots, as they lie in a frame: sets and bags as 64-bit words, lists as a length and
 * the values. The members of a set or bag are value numbers; those of an int type are the ints themselves. */
#include <stdio.h>
#include <string.h>

#include "vm/api.h"

/* ---- the sink ---- */

void sink_bytes(struct text_sink *out, const char *text, size_t length) {
  if (out->length < out->capacity) {
    size_t room = out->capacity - out->length;
    memcpy(out->text + out->length, text, length < room ? length : room);
  }
  out->length += length;
}

void sink_text(struct text_sink *out, const char *text) { sink_bytes(out, text, strlen(text)); }

void sink_int(struct text_sink *out, int64_t value) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%lld", (long long)value);
  sink_bytes(out, digits, (size_t)length);
}

struct text_sink sink_on(char *buffer, size_t size) {
  return (struct text_sink){ .text = size > 0 ? buffer : NULL, .capacity = size > 0 ? size - 1 : 0, .length = 0 };
}

size_t sink_end(struct text_sink *out) {
  if (out->text) out->text[out->length < out->capacity ? out->length : out->capacity] = '\0';
  return out->length;
}

size_t sink_cut(struct text_sink *out) {
  static const char more[] = "…";
  size_t end = out->capacity;
  if (out->length <= end) return out->length;
  if (end < sizeof more - 1) return 0;
  end -= sizeof more - 1;
  while (end && ((unsigned char)out->text[end] & 0xC0) == 0x80) end--; /* between characters */
  memcpy(out->text + end, more, sizeof more - 1);
  return end + sizeof more - 1;
}

void sink_append(struct text *out, void (*write)(void *context, struct text_sink *sink), void *context) {
  if (!text_reserve(out, out->length + 64)) return;
  struct text_sink sink = { out->bytes + out->length, out->capacity - out->length - 1, 0 };
  write(context, &sink);
  if (sink.length > sink.capacity) {
    if (!text_reserve(out, out->length + sink.length + 1)) return;
    sink = (struct text_sink){ out->bytes + out->length, sink.length, 0 };
    write(context, &sink);
  }
  out->length += sink.length < sink.capacity ? sink.length : sink.capacity;
  out->bytes[out->length] = '\0';
}

/* ---- types ---- */

int32_t type_first(const struct type_desc *type) { return type->kind == VALUE_INT ? type->low : 0; }

int32_t type_values(const struct type_desc *type) {
  switch (type->kind) {
  case VALUE_INT: {
    int64_t values = (int64_t)type->high - type->low + 1;
    return values < 0 || values > INT32_MAX ? 0 : (int32_t)values;
  }
  case VALUE_BOOL: return 2;
  default: return type->count;
  }
}

bool text_value_is_none(const struct type_desc *type, int32_t value) {
  return type->optional && value == (type->kind == VALUE_INT ? NONE_INT : NONE_VALUE);
}

void text_seat_notation(const struct program *p, int32_t seat, struct text_sink *out) {
  if (seat >= 0 && seat < p->meta->seat_count) {
    sink_text(out, program_text(p, p->ints[p->meta->seats + seat]));
  } else {
    sink_text(out, "p");
    sink_int(out, (int64_t)seat + 1);
  }
}

void text_cites(const struct program *p, int32_t cites, int32_t count, struct text_sink *out) {
  for (int32_t i = 0; i < count; i++) {
    uint32_t cite = (uint32_t)p->ints[cites + i];
    char kind = (char)(cite >> 24);
    if (i > 0) sink_text(out, " ");
    sink_bytes(out, &kind, 1);
    sink_int(out, cite & 0xffffff);
  }
}

int text_notation_compare(const char *left, const char *right) {
  for (;;) {
    while (*left == ' ') left++;
    while (*right == ' ') right++;
    if (*left != *right) return (unsigned char)*left < (unsigned char)*right ? -1 : 1;
    if (*left == '\0') return 0;
    left++;
    right++;
  }
}

bool text_notation_equal(const char *left, const char *right) { return text_notation_compare(left, right) == 0; }

/* ---- members of values that hold several ---- */

static uint64_t word_at(const int32_t *slots, int32_t word) {
  uint64_t value;
  memcpy(&value, slots + 2 * word, sizeof value);
  return value;
}

struct members members_of(const struct program *p, const struct type_desc *type, const int32_t *slots) {
  struct members members = { p, type, slots, 0, 0 };
  switch (type->kind) {
  case VALUE_SET: members.end = type->slots / 2 * 64; break;
  case VALUE_BAG: members.end = type->slots / 2 * 8; break;
  case VALUE_LIST: members.end = slots[0] < 0 ? 0 : slots[0] < type->count ? slots[0] : type->count; break;
  case VALUE_PATH:
    if (slots[0] >= 0 && slots[0] < type->count) {
      const struct column *nodes = &p->columns[type->path_nodes];
      const int32_t *starts = p->ints + p->columns[type->nodes].offset;
      if (starts[slots[0]] < 0 || starts[slots[0] + 1] > nodes->slots * nodes->count) break; /* a damaged table */
      members.position = starts[slots[0]];
      members.end = starts[slots[0] + 1];
    }
    break;
  default: break;
  }
  return members;
}

bool members_next(struct members *members, int32_t *value, int32_t *count) {
  const struct type_desc *type = members->type;
  *count = 1;
  for (; members->position < members->end; members->position++) {
    int32_t i = members->position;
    if (type->kind == VALUE_LIST) {
      *value = members->slots[1 + i];
    } else if (type->kind == VALUE_PATH) {
      *value = members->p->ints[members->p->columns[type->path_nodes].offset + i];
    } else if (type->kind == VALUE_SET) {
      uint64_t rest = word_at(members->slots, i / 64) >> (i % 64);
      int32_t skipped = rest ? __builtin_ctzll(rest) : 63 - i % 64;
      members->position += skipped;
      if (!rest || members->position >= members->end) continue;
      *value = members->position;
    } else {
      *count = (int32_t)(word_at(members->slots, i / 8) >> (i % 8 * 8) & 0xff);
      if (*count == 0) continue;
      *value = i;
    }
    members->position++;
    return true;
  }
  return false;
}

/* ---- labels ---- */

static void named_value(const struct program *p, const struct type_desc *type, int32_t names, int32_t value,
                        struct text_sink *out) {
  if (value >= 0 && value < type->count) sink_text(out, program_text(p, p->ints[names + value]));
  else sink_text(out, "?");
}

static void single_label(const struct program *p, const struct type_desc *type, int32_t value, struct text_sink *out) {
  if (text_value_is_none(type, value)) {
    sink_text(out, "none");
    return;
  }
  switch (type->kind) {
  case VALUE_BOOL: sink_text(out, value ? "yes" : "no"); break;
  case VALUE_TEXT: sink_text(out, program_has_text(p, value) ? program_text(p, value) : "?"); break;
  case VALUE_PLAYER: text_seat_notation(p, value, out); break;
  case VALUE_ENUM:
  case VALUE_CARD: named_value(p, type, type->labels, value, out); break;
  default: sink_int(out, value); break;
  }
}

static void members_label(const struct program *p, const struct type_desc *type, const int32_t *slots,
                          struct text_sink *out) {
  const struct type_desc *element = &p->types[type->element];
  struct members members = members_of(p, type, slots);
  int32_t value, count, next_value = 0, next_count = 0, written = 0;
  bool more = members_next(&members, &value, &count);
  if (!more) sink_text(out, type->kind == VALUE_PATH ? "the direct way" : "nothing");
  while (more) {
    more = members_next(&members, &next_value, &next_count);
    if (written > 0) sink_text(out, more || type->kind == VALUE_BAG ? ", " : " and ");
    if (type->kind == VALUE_BAG) {
      sink_int(out, count);
      sink_text(out, " ");
    }
    single_label(p, element, value, out);
    written++;
    value = next_value;
    count = next_count;
  }
}

void text_value_label(const struct program *p, int32_t type, const int32_t *slots, struct text_sink *out) {
  const struct type_desc *desc = &p->types[type];
  if (desc->kind < VALUE_PATH || (desc->kind == VALUE_PATH && text_value_is_none(desc, slots[0])))
    single_label(p, desc, slots[0], out);
  else members_label(p, desc, slots, out);
}

/* ---- notation ---- */

static void single_notation(const struct program *p, const struct type_desc *type, int32_t value,
                            struct text_sink *out) {
  if (text_value_is_none(type, value)) sink_text(out, "none");
  else if (type->kind == VALUE_BOOL) sink_text(out, value ? "true" : "false");
  else if (type->kind == VALUE_ENUM || type->kind == VALUE_CARD) named_value(p, type, type->names, value, out);
  else single_label(p, type, value, out);
}

void text_value_notation(const struct program *p, int32_t type, const int32_t *slots, struct text_sink *out) {
  const struct type_desc *desc = &p->types[type];
  if (desc->kind < VALUE_PATH || (desc->kind == VALUE_PATH && text_value_is_none(desc, slots[0]))) {
    single_notation(p, desc, slots[0], out);
    return;
  }
  struct members members = members_of(p, desc, slots);
  const char *separator = "[";
  int32_t value, count;
  while (members_next(&members, &value, &count)) {
    sink_text(out, separator);
    if (desc->kind == VALUE_BAG && count > 1) {
      sink_int(out, count);
      sink_text(out, " of ");
    }
    single_notation(p, &p->types[desc->element], value, out);
    separator = ", ";
  }
  sink_text(out, *separator == '[' ? "[]" : "]");
}

void text_option_notation(const struct program *p, int32_t option, const int32_t *frame, struct text_sink *out) {
  const struct option *o = &p->options[option];
  sink_text(out, program_text(p, o->name));
  for (int32_t i = 0; i < o->arguments; i++) {
    const struct argument *argument = &p->arguments[o->first_argument + i];
    sink_text(out, i == 0 ? "(" : ", ");
    text_value_notation(p, argument->type, frame + argument->slot, out);
  }
  if (o->arguments > 0) sink_text(out, ")");
}

void text_option_words(const struct program *p, int32_t option, const int32_t *frame, struct text_sink *out) {
  const struct option *o = &p->options[option];
  for (const char *c = program_text(p, o->name); *c; c++) sink_bytes(out, *c == '_' ? " " : c, 1);
  for (int32_t i = 0; frame && i < o->arguments; i++) {
    const struct argument *argument = &p->arguments[o->first_argument + i];
    sink_text(out, i == 0 ? ": " : ", ");
    text_value_label(p, argument->type, frame + argument->slot, out);
  }
}
