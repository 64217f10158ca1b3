/* Arguments whose price must fit into a purse: see fitting.c. */
#ifndef TRV_COMPILER_FITTING_H
#define TRV_COMPILER_FITTING_H

#include "compiler/optimise/optimise.h"

/* Opens the loop over the option's last argument so that it meets only values for which one of the `needs` holds, and
 * gives that need; NULL, with nothing emitted, when no need is of that kind. Goes to `none` when no value can do. */
const struct tree *fitting_open(struct lower *l, const struct tree *option, struct tree *arg, struct walk *walk,
                                struct label *none);

#endif
