/* What a number, card, player or enum value can be: a range of its codes, for small codes also which of them, and
 * whether it can be none. Of a set, bag or list: what its elements can be. */
#ifndef TRV_COMPILER_ANALYSIS_VALUE_H
#define TRV_COMPILER_ANALYSIS_VALUE_H

#include "compiler/model.h"

struct value {
  int64_t low, high; /* low > high: nothing yet */
  uint64_t mask;     /* when 0 <= low and high < 64: the codes that are possible; else 0 */
  bool none;
};

struct value value_nothing(void);
struct value value_range(int64_t low, int64_t high);
struct value value_anything(void); /* every number, and none */
static inline struct value value_one(int64_t code) { return value_range(code, code); }
/* All values of a type, or of its elements. */
struct value value_of_type(const struct compilation *c, const struct type *type);

bool value_is_nothing(struct value value);
/* Whether it can be nothing but one code; which is in *code. */
bool value_is_one(struct value value, int64_t *code);
bool value_equal(struct value a, struct value b);
bool value_has(struct value value, int64_t code);

struct value value_join(struct value a, struct value b);
struct value value_meet(struct value a, struct value b);
struct value value_without(struct value value, int64_t code);
struct value value_some(struct value value); /* without none */

struct value value_add(struct value a, struct value b);
struct value value_subtract(struct value a, struct value b);
struct value value_multiply(struct value a, struct value b);
struct value value_divide(struct value a, struct value b);
struct value value_remainder(struct value a, struct value b);
struct value value_smaller(struct value a, struct value b);
struct value value_larger(struct value a, struct value b);

#endif
