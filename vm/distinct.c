/* Notations, saves and settings say by a name which option, value or setting is meant: of two that share one, only the
 * first could ever be.
 *
 * A file may have any number of rows that share elements, so rows are not compared one by one: elements of all rows are
 * sorted by name once, and each then knows since which element no name has come twice. Knows no meaning of any row. */
#include "vm/distinct.h"

#include <stdlib.h>
#include <string.h>

struct named {
  const char *name;
  uint32_t index;
};

static size_t larger(size_t left, size_t right) { return left > right ? left : right; }

static size_t most_elements(const struct program *p) {
  return larger(larger(p->ints_count, p->options_count), p->settings_count) + 1;
}

size_t distinct_room(const struct program *p) { return most_elements(p) * (sizeof(struct named) + sizeof(uint32_t)); }

static int by_name(const void *left, const void *right) {
  const struct named *a = left, *b = right;
  int order = strcmp(a->name, b->name);
  return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* since[i]: the first element from which on, up to number i, all have different names. */
static void note_repeats(struct named *names, uint32_t count, uint32_t *since, uint32_t elements) {
  memset(since, 0, elements * sizeof *since);
  qsort(names, count, sizeof *names, by_name);
  for (uint32_t i = 1; i < count; i++)
    if (strcmp(names[i].name, names[i - 1].name) == 0) since[names[i].index] = names[i - 1].index + 1;
  for (uint32_t i = 1; i < elements; i++)
    if (since[i] < since[i - 1]) since[i] = since[i - 1];
}

static bool is_distinct(const uint32_t *since, int32_t first, int32_t count) {
  return count <= 0 || since[first + count - 1] <= (uint32_t)first;
}

/* ---- the rows ---- */

static bool has_names(const struct type_desc *type) { return type->kind == VALUE_ENUM || type->kind == VALUE_CARD; }

/* Only the ints that are names of values: there may be a great many others. `marks` gets how many rows each is in. */
static uint32_t gather_values(const struct program *p, uint32_t *marks, struct named *names) {
  uint32_t count = 0, rows = 0;
  memset(marks, 0, ((size_t)p->ints_count + 1) * sizeof *marks);
  for (uint32_t i = 0; i < p->types_count; i++) {
    const struct type_desc *type = &p->types[i];
    if (!has_names(type) || !type->count) continue;
    marks[type->names]++;
    marks[type->names + type->count]--;
  }
  for (uint32_t i = 0; i < p->ints_count; i++) {
    rows += marks[i];
    if (rows) names[count++] = (struct named){ program_text(p, p->ints[i]), i };
  }
  return count;
}

static bool values_are_distinct(const struct program *p, struct named *names, uint32_t *since) {
  note_repeats(names, gather_values(p, since, names), since, p->ints_count);
  for (uint32_t i = 0; i < p->types_count; i++)
    if (has_names(&p->types[i]) && !is_distinct(since, p->types[i].names, p->types[i].count)) return false;
  return true;
}

static bool options_are_distinct(const struct program *p, struct named *names, uint32_t *since) {
  for (uint32_t i = 0; i < p->options_count; i++) names[i] = (struct named){ program_text(p, p->options[i].name), i };
  note_repeats(names, p->options_count, since, p->options_count);
  for (uint32_t i = 0; i < p->choices_count; i++)
    if (!is_distinct(since, p->choices[i].first_option, p->choices[i].options)) return false;
  return true;
}

static bool settings_are_distinct(const struct program *p, struct named *names, uint32_t *since) {
  for (uint32_t i = 0; i < p->settings_count; i++) names[i] = (struct named){ program_text(p, p->settings[i].name), i };
  note_repeats(names, p->settings_count, since, p->settings_count);
  return is_distinct(since, 0, (int32_t)p->settings_count);
}

static bool seats_are_distinct(const struct program *p) {
  const int32_t *seats = p->ints + p->meta->seats;
  for (int32_t i = 0; i < p->meta->seat_count; i++)
    for (int32_t k = 0; k < i; k++)
      if (strcmp(program_text(p, seats[i]), program_text(p, seats[k])) == 0) return false;
  return true;
}

enum section distinct_check(const struct program *p, void *room) {
  struct named *names = room;
  uint32_t *since = (uint32_t *)(void *)(names + most_elements(p));
  if (!seats_are_distinct(p)) return SECTION_OF_meta;
  if (!values_are_distinct(p, names, since)) return SECTION_OF_types;
  if (!options_are_distinct(p, names, since)) return SECTION_OF_options;
  return settings_are_distinct(p, names, since) ? SECTIONS : SECTION_OF_settings;
}
