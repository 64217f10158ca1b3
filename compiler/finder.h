/* The finder: how knowledge.c goes about finding what every local depends on. Internal to the four files that do it.
 *
 * knowledge.c      the order of the work: procedures, parameters, rounds; and what others ask
 * finder_values.c  what an expression depends on, and what is kept of a local
 * finder_walk.c    the walk over statements: what is assigned, shown, moved, asked and called
 * finder_ties.c    which locals a test of something hidden makes as secret as that */
#ifndef TRV_COMPILER_FINDER_H
#define TRV_COMPILER_FINDER_H

#include "compiler/knowledge.h"

struct given_call {
  const struct symbol *callee;
  const struct tree *arguments;
  const struct tree *target; /* of `apply`: what else is given stands with the card; NULL for a call */
  struct span at;            /* the statement that calls */
};
/* Who is asked by some statements: one local, or others, too. */
struct asked {
  const struct symbol *local; /* NULL: nobody yet */
  bool others;
};
/* A condition around what is being walked, or that may have led away from it; for certain. */
struct condition {
  const struct tree *tree;
  struct ties *ties; /* of all that it looks at; NULL: none */
  struct condition *outer;
  struct span at;
  uint32_t questions, jumps, returns; /* that were met before */
  struct asked asked;                 /* before */
  struct secrets *own, *decide;       /* what it tests, and with what those around it test; NULL: nothing */
  enum { GOVERNS_STATE, GOVERNS_ROUND, GOVERNS_RETURN } governs; /* besides the questions below it */
  struct condition *before; /* the one that was left before it, among those that are still to be judged */
};
/* An option in which the rules are. */
struct inside {
  const struct tree *option;
  struct inside *outer;
};
/* A statement that asks somebody, or calls what may. */
struct met_question {
  const struct tree *node;         /* that asks; NULL: a call */
  const struct symbol *callee;     /* NULL: it asks itself */
  struct knowledge *procedure;     /* in which it stands */
  struct secrets decide;           /* what decides whether the rules come to it, and whom it asks */
  bool is_behind;                  /* it stands in an option, or behind a `pick` */
  enum question_course course;     /* found at the end */
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
  struct span loop;              /* the innermost loop around it; empty if there is none */
  bool may_have_left;            /* a statement before it leaves the procedure */
  struct secrets *going_on;     /* what decides whether the rounds of the loop around it go on; NULL outside of loops */
  struct vector calls;          /* struct given_call */
  struct vector met;            /* struct met_question, of this round; for certain */
  bool behind_pick;             /* what was picked, not everybody need know; */
  struct inside *inside;        /* so with the options around, innermost first */
  struct condition *conditions; /* innermost first */
  struct secrets *left;         /* what decided whether the procedure or a round was left before; NULL: nothing */
  struct span rounds;           /* the outermost loop around it; empty if there is none */
  uint32_t questions, jumps;    /* statements that ask, or call what asks; that lead elsewhere, */
  uint32_t returns;             /* and out of the procedure */
  struct condition *passed;     /* conditions that are still to be judged, the last first */
  struct asked asked;           /* by what has been walked since the condition around it */
  bool has_tied;                /* more is known of how parameters are tied */
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
/* What secrets of a procedure are to its caller. */
void finder_gather_outside(struct finder *f, const struct secrets *inside, const struct symbol *callee,
                           const struct tree *arguments, struct secrets *out, bool counts);
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

/* ---- finder_ties.c ---- */

/* A local is given a value: its own, or one that is assigned to it under the conditions around. */
void finder_keep_source(struct finder *f, const struct symbol *local, const struct tree *value, bool is_assigned);
/* Around what a condition governs; `decide`: what it depends on. NULL: nothing is followed now. */
struct condition *finder_enter(struct finder *f, const struct tree *condition);
void finder_leave(struct finder *f, struct condition *condition, const struct secrets *decide);
/* A loop or procedure has come to its end: the conditions in it that decided how it went on are judged. */
void finder_end_rounds(struct finder *f, struct condition *before);
void finder_end_procedure(struct finder *f);
/* Somebody is asked; `local` NULL: not by the name of a local that keeps its value. */
void finder_note_asked(struct finder *f, const struct symbol *local);
/* The statement at hand calls what may ask somebody; `asked`: whom alone, as a local here, or NULL. */
void finder_tie_call(struct finder *f, const struct symbol *callee, const struct tree *arguments,
                     const struct tree *target, const struct symbol *asked);
/* Whether a local takes several values without anybody being told, so that a test can tell which of them it has. */
bool finder_varies(const struct finder *f, const struct symbol *local);
/* Whether it is tied to something at a place of its procedure, if it varies. */
bool finder_is_tied(const struct knowledge *local, struct span here);

/* ---- knowledge.c ---- */

/* Walks a procedure, unless it was in this round. */
void finder_walk_procedure(struct finder *f, struct symbol *symbol);

#endif
