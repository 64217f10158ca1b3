/* Loops over a few known values that are made once for each: see unroll.c. */
#ifndef TRV_COMPILER_OPTIMISE_UNROLL_H
#define TRV_COMPILER_OPTIMISE_UNROLL_H

#include "compiler/optimise/optimise.h"

struct unrolled {
  struct symbol *local;    /* the loop's variable, a constant in the meantime */
  int32_t value, high;     /* of this round, of the last */
  int32_t outer;           /* l->unrolled outside of it */
  struct unrolled *around; /* the outermost of those around it, or NULL */
  int32_t start, top;      /* code, and registers that were taken, when it began */
  struct tree *at;         /* where a rule error happens that its `where` raises */
  /* An element of a variable that is read before anything else and is the same in all rounds: its register, and what it
   * is, once it has been read. */
  int32_t kept_slot, kept_indices[2];
  const struct symbol *kept;
};

/* Whether a binder is unrolled, whose `where` and more (`asked`, or NULL) are asked of each element. Then it has to be gone
 * through to its end by unroll_next, which makes the next value the constant that the binder's variable is. */
bool unroll_open(struct lower *l, const struct tree *binder, const struct tree *asked, struct unrolled *unrolled);
bool unroll_next(struct lower *l, struct unrolled *unrolled);
/* The register of an element of a variable that has been read in an earlier round, or -1. */
int32_t unroll_known(const struct lower *l, const struct tree *node);
/* The register for one that later rounds can read there, or -1; it has to be lowered into that. */
int32_t unroll_keep(struct lower *l, const struct tree *node);

#endif
