/* Domains as sets: see filter.c. */
#ifndef TRV_COMPILER_FILTER_H
#define TRV_COMPILER_FILTER_H

#include "compiler/optimise/optimise.h"

/* A binder's domain as a set in a register, less what tables can tell to be left out. */
struct filter {
  int32_t set;
  unsigned words;
  bool complete; /* the set is exact: no part of the binder's condition is left to be tested */
};

/* Whether the binder's elements can be had as a set: each once, in table order. Emits nothing when not. `always`: also
 * when no part of the condition is in a table. */
bool filter_open(struct lower *l, struct tree *binder, bool copies, bool always, struct filter *filter);
/* The same into a register of a set, if it would be exact. */
bool filter_into(struct lower *l, struct tree *binder, int32_t slot);
/* Whether the set would be exact. Emits nothing. */
bool filter_is_complete(struct lower *l, struct tree *binder);
/* Goes to `miss` unless the element in the binder's slot meets the part of the condition that is not in the set. */
void filter_rest(struct lower *l, struct tree *binder, struct label *miss);
/* Lowers the procedures that compute the tables requested since the last call. */
void filter_pending(struct compilation *c);

#endif
