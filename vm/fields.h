/* What every number of a program may be, as tables made from fields.def: for the validator, the fuzzer and the tests. */
#ifndef TRV_VM_FIELDS_H
#define TRV_VM_FIELDS_H

#include "vm/program.h"

enum section {
#define SECTION(name, type) SECTION_OF_##name,
#include "vm/sections.def"
#undef SECTION
  SECTIONS
};
extern const char *const section_names[SECTIONS];

/* The elements of a section. */
struct section_view {
  const void *elements;
  uint32_t count, size; /* size: bytes of one */
};
struct section_view section_view(const struct program *p, enum section section);

/* What code may do, by where it is entered: see fields.def. */
enum {
  RIGHTS_OF_QUESTION = EFFECT_RAISES | EFFECT_READS | EFFECT_SPEAKS | EFFECT_FUEL | EFFECT_GROWS,
  RIGHTS_OF_ENUMERATOR = RIGHTS_OF_QUESTION | EFFECT_WAITS,
  RIGHTS_OF_START = RIGHTS_OF_QUESTION | EFFECT_WRITES,
  RIGHTS_OF_GAME = EFFECTS,
};

/* What a text must be; 0: anything. */
enum field_spelling { SPELT_NAME = 1, SPELT_EMPTY_TOO = 2, SPELT_BASE_TOO = 4 };

/* From `low` to `high`, both included; or to so many after the last index of a section. */
struct field_domain {
  int32_t low, high;
  int8_t among;   /* enum section, or -1 */
  uint8_t spelt;  /* of texts: bits of enum field_spelling */
  enum { ENTERS_NOTHING, ENTERS_PROC, ENTERS_CODE } enters;
  uint16_t rights; /* of the code it enters: bits of enum effect */
};
/* A number (`length` 1), or an array of them of which only the first `used` count. */
struct field_numbers {
  const char *name;
  enum section section;
  uint32_t offset, length; /* in bytes; numbers */
  int32_t used;            /* offset of the number of those that count, -1: all */
  struct field_domain domain;
};
struct field_row {
  const char *name;
  enum section section;
  uint32_t first, count; /* offsets of the two numbers */
  enum section target;
  struct field_domain domain; /* of each number in a row of `ints` */
};
extern const struct field_numbers fields[];
extern const size_t field_count;
extern const struct field_row field_rows[];
extern const size_t field_row_count;

/* The greatest number of a domain. */
int64_t field_highest(const struct program *p, const struct field_domain *domain);
bool field_fits(const struct program *p, const struct field_domain *domain, int32_t value);
/* The number at an offset of element `index`. */
int32_t field_value(const struct program *p, enum section section, uint32_t index, uint32_t offset);
/* How many numbers of the field count in element `index`. */
uint32_t field_used(const struct program *p, const struct field_numbers *field, uint32_t index);
/* Rows of `ints` may share numbers, so these are looked at once for all rows of a kind: `bad`, which has room for one
 * number more than there are ints, then holds how many before each do not fit. */
void fields_count_bad(const struct program *p, const struct field_domain *domain, uint32_t *bad);
bool fields_row_fits(const struct program *p, const uint32_t *bad, int32_t first, int32_t count);
/* The first section with a number outside its domain, or SECTIONS when all are well; `room` as for `bad`. */
enum section fields_check(const struct program *p, uint32_t *room);

#endif
