/* Parts of conditions that are worked out before the loops over an option's arguments. */
#ifndef TRV_COMPILER_HOIST_H
#define TRV_COMPILER_HOIST_H

#include "compiler/optimise/optimise.h"

struct hoisted {
  const struct tree *node;
  const struct type *type; /* as which type it was worked out */
  int32_t slot;
  struct hoisted *next;
};

/* Works out what `bound` of the option's `all` arguments decide; the registers stay taken until the caller gives them
 * back together with l->hoisted. */
void hoist_parts(struct lower *l, struct tree *option, int bound, int all);
/* The register of a part that was worked out, or NULL. */
const struct hoisted *hoist_find(const struct lower *l, const struct tree *node, const struct type *type);
/* Before the loop of a question about the elements of a binder; l->hoisted has to be put back behind it. */
void hoist_before(struct lower *l, struct tree *binder);

#endif
