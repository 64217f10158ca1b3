/* Conditions on elements of an array, asked of a whole line of it: see scan.c. */
#ifndef TRV_COMPILER_OPTIMISE_SCAN_H
#define TRV_COMPILER_OPTIMISE_SCAN_H

#include "compiler/optimise/optimise.h"

struct scan {
  struct symbol *variable;
  int dim;               /* which of its indices is the name that is looked for */
  struct tree *other;    /* the other one, if there is one */
  struct tree *key_side; /* what the element is compared with; NULL: with `key` */
  int32_t key, relation; /* enum scan_relation */
};

/* Whether a condition can be asked of all values of `element` at once. Emits nothing. */
bool scan_find(struct lower *l, struct tree *part, const struct symbol *element, struct scan *scan);
/* Narrows a range of values to those that the array has as indices; false when none is left or they have no bits. */
bool scan_covers(const struct lower *l, const struct scan *scan, int32_t *low, int32_t *high);
/* R[set] = those from low to high for which the condition holds. */
void scan_into(struct lower *l, const struct scan *scan, int32_t low, int32_t high, int32_t set, unsigned words);

#endif
