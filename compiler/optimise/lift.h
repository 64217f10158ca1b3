/* Conditions that are asked further outside: see lift.c. */
#ifndef TRV_COMPILER_OPTIMISE_LIFT_H
#define TRV_COMPILER_OPTIMISE_LIFT_H

#include "compiler/optimise/optimise.h"

/* An `any` as it is, or what it asks first `and` the rest of it. */
struct tree *lift_any(struct lower *l, struct tree *any);
/* A `for` as it is, or one with the same effect that asks more in its `where`. */
struct tree *lift_for(struct lower *l, struct tree *node);

#endif
