/* Whose: players as the rules name them. "p", "next(p)" and "the dealer" are not known before a game is played, but often
 * it is certain that two of them are the same player, or that they are not. What is hidden from whom (knowledge.h) rests
 * on that. */
#ifndef TRV_COMPILER_WHOSE_H
#define TRV_COMPILER_WHOSE_H

#include "compiler/types.h"

enum whose_kind {
  WHOSE_SEAT,  /* the seat `number`, from 0 */
  WHOSE_LOCAL, /* a parameter or variable, `symbol`; of a fn that was called: any player but `base`, if there is one */
  WHOSE_STEP,  /* who sits `number` places to the left of `base` */
  WHOSE_TREE   /* whoever the expression `tree` names */
};
/* NULL stands for a player of whom nothing is known. Arena-owned. */
struct whose {
  enum whose_kind kind;
  int32_t number;
  const struct symbol *symbol;
  const struct whose *base;
  const struct tree *tree;
};

enum whose_relation { WHOSE_UNKNOWN, WHOSE_SAME, WHOSE_DIFFERENT };

/* The player that a checked expression names, by way of the names that `let` gave; NULL if nothing is known. */
const struct whose *whose_named(struct compilation *c, const struct tree *node);
const struct whose *whose_local(struct compilation *c, const struct symbol *local);
/* The variable of the game that the player stands in, or NULL: it may come to name another one. */
const struct symbol *whose_variable(const struct whose *whose);
/* How two of them stand to each other, by themselves. */
enum whose_relation whose_compare(const struct compilation *c, const struct whose *a, const struct whose *b);
/* Whether they are written alike: both unknown, too. */
bool whose_equal(const struct compilation *c, const struct whose *a, const struct whose *b);
/* The same player as a neighbour of `from`, who is called `to`; NULL if that is not known. */
const struct whose *whose_beside(struct compilation *c, const struct whose *whose, const struct whose *from,
                                 const struct whose *to);
/* The same player, named by `to` where `from` stands in it. */
const struct whose *whose_instead(struct compilation *c, const struct whose *whose, const struct whose *from,
                                  const struct whose *to);
/* A player of a procedure's body as its caller names him, and the other way round; `arguments` are those of the call, for
 * the parameters from `params` on. NULL if there is no such name. */
const struct whose *whose_outside(struct compilation *c, const struct whose *whose, const struct symbol *params,
                                  const struct tree *arguments);
const struct whose *whose_inside(struct compilation *c, const struct whose *whose, const struct symbol *params,
                                 const struct tree *arguments);

#endif
