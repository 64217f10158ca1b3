/* The finder: how knowledge.c goes about finding what every local depends on. Internal to the three files that do it.
 *
 * knowledge.c      the order of the work: procedures, parameters, rounds; and what others ask
 * finder_values.c  what an expression depends on, and what is kept of a local
 * finder_walk.c    the walk over statements: what is assigned, shown, moved, asked and called */
#ifndef TRV_COMPILER_FINDER_H
#define TRV_COMPILER_FINDER_H

#include "compiler/knowledge.h"

struct given_call {
  const struct symbol *callee;
  const struct tree *arguments;
  const struct tree *target; /* of `apply`: what else is given stands with the card; NULL for a call */
  struct span at;            /* the statement that calls */
};
struct finder {
  struct compilation *c;
  uint32_t round;
  int depth;
  bool again, in_fn, asks;       /* of the procedure that is being walked: it is a fn, it asks somebody */
  bool has_shown, has_cycle;     /* a parameter is shown that was not; calls come round in a circle */
  bool only_shows;               /* who is shown what is found first, and what else there is to know rests on it */
  const struct reader *reader;   /* what was shown to this one is no secret; NULL: nobody is asked about */
  bool is_text;                  /* the question is about something that is said */
  bool any_way;                  /* what was shown in whatever way is shown */
  struct knowledge *procedure;   /* that is being walked; NULL when all is known */
  struct secrets *result, under; /* what it gives; what the conditions around a statement depend on */
  struct span at;                /* the statement that is being walked */
  bool is_certain;               /* what may have been shown is not enough */
  struct span within;            /* the block that it stands in */
  bool may_have_left;            /* a statement before it leaves the procedure */
  struct secrets *going_on; /* what decides whether the rounds of the loop around it go on; NULL outside of loops */
  struct vector calls;      /* struct given_call */
};

/* ---- finder_values.c ---- */

/* What is known of a symbol, in the way that is being looked for; arena. */
struct knowledge *finder_record(const struct finder *f, const struct symbol *symbol);
bool finder_is_param(const struct symbol *local);
/* Add to a set of secrets; true if it has grown. The last adds those that tell more than how many there are. */
bool finder_add(const struct compilation *c, struct secrets *secrets, struct secret secret);
bool finder_add_all(const struct compilation *c, struct secrets *secrets, const struct secrets *more);
void finder_add_counts(const struct compilation *c, struct secrets *secrets, const struct secrets *more);
/* Whether a place lies in a block. */
bool finder_stands_in(struct span place, struct span block);
/* Whether the rules cannot be at a place without having shown a local, with the value that it has there. */
bool finder_has_come(const struct knowledge *local, const struct reader *shown, struct span here);
/* What an expression, some of them, or what a binder goes through depends on; `counts`: more than how many there are. */
void finder_gather(struct finder *f, const struct tree *node, struct secrets *out, bool counts);
void finder_gather_list(struct finder *f, const struct tree *node, struct secrets *out, bool counts);
void finder_gather_binder(struct finder *f, const struct tree *binder, struct secrets *out, bool counts);
/* Whether a player is named by a variable that the procedure changes: later it may name another one. */
bool finder_changes_player(const struct finder *f, const struct whose *player);
/* Keeps what a local depends on; and what it is given, NULL: something else than a value that stands there. */
void finder_keep(struct finder *f, const struct symbol *local, const struct secrets *secrets);
void finder_keep_given(struct finder *f, const struct symbol *local, const struct tree *value);

/* ---- finder_walk.c ---- */

/* Walks statements, one after the other. */
void finder_walk(struct finder *f, const struct tree *node);
/* What a card depends on that is drawn from one zone to another; what a procedure gives. */
void finder_gather_taken(struct finder *f, const struct tree *from, const struct tree *to, struct secrets *out);
void finder_keep_result(struct finder *f, const struct tree *value);

/* ---- knowledge.c ---- */

/* Walks a procedure, unless it was in this round. */
void finder_walk_procedure(struct finder *f, struct symbol *symbol);

#endif
