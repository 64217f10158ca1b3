/* Conditions on distances, and on what is equal to none or any of several values, as sets: see near.c. */
#ifndef TRV_COMPILER_OPTIMISE_NEAR_H
#define TRV_COMPILER_OPTIMISE_NEAR_H

#include "compiler/optimise/optimise.h"

/* A set, or what is not in it, for all elements of a domain at once. */
struct near {
  struct symbol *graph; /* places at most so many steps from `from`; NULL: */
  struct tree *from, *steps;
  int32_t change;              /* added to a constant number of steps */
  struct tree *binder, *value; /* the values of an expression for all elements of a binder */
  bool outside;                /* what is not in the set */
};

/* Whether a condition on `element` is such a set. Emits nothing. */
bool near_find(struct lower *l, struct tree *part, const struct symbol *element, struct near *near);
/* R[set] = the set, whatever `outside` says. */
void near_into(struct lower *l, const struct near *near, int32_t set, unsigned words);

#endif
