/* What a piece of rules may do: see trial.c. */
#ifndef TRV_COMPILER_OPTIMISE_TRIAL_H
#define TRV_COMPILER_OPTIMISE_TRIAL_H

#include "compiler/optimise/optimise.h"

/* Bits of enum effect: what working an expression out may do, as it stands here. */
unsigned trial_expression(struct lower *l, struct tree *node);
/* The same for walking a binder's domain and testing its `where`. */
unsigned trial_binder(struct lower *l, struct tree *binder);
/* The same for a call of a fn, apart from its arguments. */
unsigned trial_fn(struct lower *l, struct symbol *fn);

static inline bool trial_raises(struct lower *l, struct tree *node) {
  return trial_expression(l, node) & EFFECT_RAISES;
}
/* Whether a condition says the same for as long as statements run: then a loop need not ask it in each element's turn. */
bool trial_is_stable(struct lower *l, struct tree *condition);

#endif
