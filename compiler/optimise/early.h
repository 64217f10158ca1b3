/* The conditions of an option, and when each of them is asked: see early.c. */
#ifndef TRV_COMPILER_OPTIMISE_EARLY_H
#define TRV_COMPILER_OPTIMISE_EARLY_H

#include "compiler/optimise/optimise.h"

struct early_question {
  struct tree *part; /* a condition, or one side of an `and` */
  struct tree *need; /* the `needs` it belongs to; NULL: a `where` */
  int level;         /* how many arguments are bound when it is asked */
  bool raises;       /* it may end in a rule error */
  bool apart;        /* it is asked by itself, at the place of its `needs` */
  struct early_question *next;
};

/* All conditions of an option, in the order in which plain code asks them; `explain`: just as that does. */
struct early_question *early_questions(struct lower *l, const struct tree *option, bool explain);
/* A binder as it is, with those questions of its level as its `where` that may be asked of all elements before the rest of
 * the loop; `rest` are those to be asked afterwards. */
struct tree *early_binder(struct lower *l, struct tree *arg, const struct early_question *first, int level,
                          const struct tree *answered, const struct early_question **rest);
/* One condition and the other; NULL: there is no first one. */
struct tree *early_both(struct lower *l, struct tree *left, struct tree *right);
int early_argument_count(const struct tree *option);

#endif
