/* peel: the first test of a `while`, made before the numbers that it starts from have registers: see peel.c. */
#ifndef TRV_COMPILER_OPTIMISE_PEEL_H
#define TRV_COMPILER_OPTIMISE_PEEL_H

#include "compiler/optimise/optimise.h"

enum { PEEL_MOST = 8 };

/* A variable whose first value is that of a register and a number. */
struct waiting {
  struct symbol *local;
  int32_t slot;        /* its own */
  int32_t from, shift; /* what it is worth until then */
};
struct peeled {
  struct tree *loop; /* the `while` */
  struct waiting waiting[PEEL_MOST];
  int count;
};

/* The `while` that the variables declared from `first` on lead to, if one of them can wait; NULL otherwise. */
struct tree *peel_find(struct lower *l, struct tree *first);
/* Whether a variable, whose register is taken, gets its value later; until then its name stands for the sum. */
bool peel_waits(struct lower *l, struct tree *declaration);
/* Those that wait get their values. */
void peel_end(struct lower *l, const struct peeled *peeled);

#endif
