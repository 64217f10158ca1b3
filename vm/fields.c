/* The tables of fields.def, and the test of every number by itself. Knows no meaning of any field: what two numbers must
 * have to do with each other is in validate.c. */
#include "vm/fields.h"

#include <string.h>

#include "base/name.h"
#include "include/trv.h"
#include "vm/state.h"
#include "vm/validate.h"

const char *const section_names[SECTIONS] = {
#define SECTION(name, type) #name,
#include "vm/sections.def"
#undef SECTION
};

struct section_view section_view(const struct program *p, enum section section) {
  switch (section) {
#define SECTION(name, type)                                                                                            \
  case SECTION_OF_##name:                                                                                              \
    return (struct section_view){ p->name, p->name##_count, sizeof(type) };
#include "vm/sections.def"
#undef SECTION
  case SECTIONS: break;
  }
  return (struct section_view){ NULL, 0, 1 };
}

/* ---- domains and rights ---- */

#define AMONG(section) .among = SECTION_OF_##section
#define RANGE(lowest, highest)                                                                                         \
  { .low = (int32_t)(lowest), .high = (int32_t)(highest), .among = -1 }
#define ANY   RANGE(INT32_MIN, INT32_MAX)
#define COUNT RANGE(0, INT32_MAX)
#define FLAG  RANGE(0, 1)
#define IN(section)                                                                                                    \
  { .low = 0, .high = 0, AMONG(section) }
#define IN_OR_NONE(section)                                                                                            \
  { .low = -1, .high = 0, AMONG(section) }
#define UP_TO(section)                                                                                                 \
  { .low = 0, .high = 1, AMONG(section) }
#define AT_OR_NONE(section)                                                                                            \
  { .low = -1, .high = 1, AMONG(section) }
#define TEXT         IN(chars)
#define TEXT_OR_NONE IN_OR_NONE(chars)
#define SPELT(bits)                                                                                                    \
  { .low = 0, AMONG(chars), .spelt = (bits) }
#define NAME               SPELT(SPELT_NAME)
#define NAME_OR_EMPTY      SPELT(SPELT_NAME | SPELT_EMPTY_TOO)
#define RULE_NAME          SPELT(SPELT_NAME | SPELT_BASE_TOO)
#define RULE_NAME_OR_EMPTY SPELT(SPELT_NAME | SPELT_BASE_TOO | SPELT_EMPTY_TOO)
#define CITE               RANGE('A' << 24, 'Z' << 24 | 0xffffff)
#define ENTRY(least, section, entered, right)                                                                          \
  { .low = (least), AMONG(section), .enters = (entered), .rights = RIGHTS_OF_##right }
#define PROC(right)         ENTRY(0, procs, ENTERS_PROC, right)
#define PROC_OR_NONE(right) ENTRY(-1, procs, ENTERS_PROC, right)
#define CODE(right)         ENTRY(0, code, ENTERS_CODE, right)
#define CODE_OR_NONE(right) ENTRY(-1, code, ENTERS_CODE, right)

/* ---- the tables ---- */

#define SECTION(name, type) typedef type element_of_##name;
#include "vm/sections.def"
#undef SECTION
#define PLACE_OF(section, field) ((uint32_t)offsetof(element_of_##section, field))

const struct field_numbers fields[] = {
#define FIELD(part, field, ...) { #field, SECTION_OF_##part, PLACE_OF(part, field), 1, -1, __VA_ARGS__ },
#define FEW(part, field, length, used, ...)                                                                            \
  { #field, SECTION_OF_##part, PLACE_OF(part, field), length, (int32_t)PLACE_OF(part, used), __VA_ARGS__ },
#define ROW(part, first, count, target, ...)
#include "vm/fields.def"
#undef FIELD
#undef FEW
#undef ROW
};
const size_t field_count = sizeof fields / sizeof *fields;

const struct field_row field_rows[] = {
#define FIELD(part, field, ...)
#define FEW(part, field, length, used, ...)
#define ROW(part, first, count, target, ...)                                                                           \
  { #first, SECTION_OF_##part, PLACE_OF(part, first), PLACE_OF(part, count), SECTION_OF_##target, __VA_ARGS__ },
#include "vm/fields.def"
#undef FIELD
#undef FEW
#undef ROW
};
const size_t field_row_count = sizeof field_rows / sizeof *field_rows;

/* ---- testing ---- */

int64_t field_highest(const struct program *p, const struct field_domain *domain) {
  if (domain->among < 0) return domain->high;
  return (int64_t)section_view(p, (enum section)domain->among).count - 1 + domain->high;
}

/* A domain with what it means in this program. */
struct field_bounds {
  const struct program *p;
  int64_t low, high;
  bool texts;
  uint8_t spelt;
};

static struct field_bounds bounds_of(const struct program *p, const struct field_domain *domain) {
  return (struct field_bounds){ p, domain->low, field_highest(p, domain), domain->among == SECTION_OF_chars,
                                domain->spelt };
}

/* What a variant wraps is called by a name that nobody can write; it may be wrapped again. */
static bool is_spelt(const char *text, uint8_t spelt) {
  static const char base[] = "base of ";
  if (!*text) return spelt & SPELT_EMPTY_TOO;
  while (spelt & SPELT_BASE_TOO && strncmp(text, base, sizeof base - 1) == 0) text += sizeof base - 1;
  return name_is(text);
}

static inline bool is_inside(const struct field_bounds *bounds, int32_t value) {
  if (value < bounds->low || value > bounds->high) return false;
  if (!bounds->texts || value < 0) return true;
  if (!program_has_text(bounds->p, value)) return false;
  return !bounds->spelt || is_spelt(program_text(bounds->p, value), bounds->spelt);
}

bool field_fits(const struct program *p, const struct field_domain *domain, int32_t value) {
  struct field_bounds bounds = bounds_of(p, domain);
  return is_inside(&bounds, value);
}

static int32_t number_at(const char *place) {
  int32_t number;
  memcpy(&number, place, sizeof number);
  return number;
}

int32_t field_value(const struct program *p, enum section section, uint32_t index, uint32_t offset) {
  struct section_view view = section_view(p, section);
  return number_at((const char *)view.elements + (size_t)index * view.size + offset);
}

uint32_t field_used(const struct program *p, const struct field_numbers *field, uint32_t index) {
  if (field->used < 0) return field->length;
  int32_t used = field_value(p, field->section, index, (uint32_t)field->used);
  return used < 0 ? 0 : (uint32_t)used < field->length ? (uint32_t)used : field->length;
}

static bool field_is_well(const struct program *p, const struct field_numbers *field) {
  struct section_view view = section_view(p, field->section);
  struct field_bounds bounds = bounds_of(p, &field->domain);
  const char *place = (const char *)view.elements + field->offset;
  for (uint32_t i = 0; i < view.count; i++, place += view.size) {
    uint32_t used = field->used < 0 ? 1 : field_used(p, field, i);
    for (uint32_t k = 0; k < used; k++)
      if (!is_inside(&bounds, number_at(place + k * sizeof(int32_t)))) return false;
  }
  return true;
}

void fields_count_bad(const struct program *p, const struct field_domain *domain, uint32_t *bad) {
  struct field_bounds bounds = bounds_of(p, domain);
  bad[0] = 0;
  for (uint32_t i = 0; i < p->ints_count; i++) bad[i + 1] = bad[i] + !is_inside(&bounds, p->ints[i]);
}

bool fields_row_fits(const struct program *p, const uint32_t *bad, int32_t first, int32_t count) {
  if (count == 0) return true;
  return count > 0 && first >= 0 && (int64_t)first + count <= p->ints_count && bad[first] == bad[first + count];
}

static bool row_is_well(const struct program *p, const struct field_row *row, uint32_t *bad) {
  struct section_view view = section_view(p, row->section);
  int64_t total = section_view(p, row->target).count;
  const char *place = view.elements;
  if (view.count && row->target == SECTION_OF_ints) fields_count_bad(p, &row->domain, bad);
  for (uint32_t i = 0; i < view.count; i++, place += view.size) {
    int32_t first = number_at(place + row->first), count = number_at(place + row->count);
    if (row->target == SECTION_OF_ints ? !fields_row_fits(p, bad, first, count)
                                       : count < 0 || (count && (first < 0 || (int64_t)first + count > total)))
      return false;
  }
  return true;
}

enum section fields_check(const struct program *p, uint32_t *room) {
  for (size_t i = 0; i < field_count; i++)
    if (!field_is_well(p, &fields[i])) return fields[i].section;
  for (size_t i = 0; i < field_row_count; i++)
    if (!row_is_well(p, &field_rows[i], room)) return field_rows[i].section;
  return SECTIONS;
}
