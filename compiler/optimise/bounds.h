/* How large numbers and counts can become: see bounds.c. */
#ifndef TRV_COMPILER_OPTIMISE_BOUNDS_H
#define TRV_COMPILER_OPTIMISE_BOUNDS_H

#include "compiler/lower.h"

/* Whether arithmetic (+ - * / mod, negation, a sum over a domain) gives a number whatever its operands are: no overflow,
 * no division by zero. */
bool bounds_fit(struct compilation *c, const struct tree *node);
/* Whether a number always lies in low .. high. */
bool bounds_within(struct compilation *c, const struct tree *node, int32_t low, int32_t high);
/* The numbers between which a number always lies, as far as they are closer than these. */
void bounds_of(struct compilation *c, const struct tree *node, int32_t *low, int32_t *high);
/* Whether a sum of bags has at most COPIES_LIMIT of each value whatever the bags are. */
bool bounds_fit_bag(struct compilation *c, const struct tree *node);
/* How many elements a domain can have, copies counted; -1: nobody knows. */
int32_t bounds_elements(struct compilation *c, const struct tree *domain);
/* Whether a list of so many places has room for all of a domain. */
bool bounds_fit_list(struct compilation *c, const struct tree *domain, int32_t bound);

#endif
