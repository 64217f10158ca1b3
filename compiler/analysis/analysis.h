/* Static analysis of the rules: what the analyses share. They run after the types are known and nothing is wrong, in the
 * order of analysis_run, and only report. docs/checker.md says what each proves and what it may miss. */
#ifndef TRV_COMPILER_ANALYSIS_ANALYSIS_H
#define TRV_COMPILER_ANALYSIS_ANALYSIS_H

#include "compiler/analysis/value.h"
#include "compiler/meant.h"
#include "compiler/types.h"

/* What is done with a zone or variable. */
enum use {
  USE_READ = 1,  /* its value, or which cards lie there */
  USE_WRITE = 2, /* variables */
  USE_ENTER = 4, /* cards come to a zone … */
  USE_LEAVE = 8, /* … and leave it */
  USE_DRAW = 16, /* by `draw`, which can refill it */
  USE_SIZE = 32, /* only how many cards there are */
};
/* What can happen in a procedure and all that it calls. */
enum happening { HAPPENS_CHOICE = 1, HAPPENS_CHANCE = 2, HAPPENS_END = 4, HAPPENS_CHANGE = 8 };

/* A set of variables and zones by their numbers. Two may share a place, so it says "perhaps" and "never". */
struct touched {
  uint64_t bits[4];
};

struct call {
  struct symbol *callee;
  struct call *next;
};
/* A zone that was given for a zone parameter. */
struct given_zone {
  struct symbol *zone;
  struct given_zone *next;
};

/* What is known of a symbol, beyond the model. */
struct known {
  struct symbol *symbol;
  unsigned uses, test_uses;   /* enum use: in rules; in scenarios, positions and fns that only they call */
  unsigned number;            /* of a variable or zone */
  struct given_zone *given;   /* zone parameters */
  int8_t connected;           /* graphs: 1 when there is a way between any two places, -1 when not, 0 not asked */
  bool reached, test_reached; /* procedures: from set-up, play, ranking …; from scenarios */
  unsigned happens;           /* procedures: enum happening, with all that they call */
  struct touched touched;     /* procedures: what they change, with all that they call … */
  struct touched looks;       /* … and what they look at */
  struct call *calls;         /* procedures: whom they call, each once in a row */
  bool returns;               /* procedures: control may come out at the end, as far as flow.c has seen */
  bool stray;                 /* variables: also changed by rules that no game comes to */
  struct value value;         /* variables, locals, parameters; result of a procedure */
  uint8_t grown;              /* how often `value` has grown */
  struct entries_call *entry; /* procedures: what holds whenever they are entered (entries.c); NULL before any call */
  struct known *next;         /* procedures in the order in which they were reached */
};

struct analysis {
  struct compilation *c;
  struct known *first, **last; /* reached procedures; `setup`, `play` and what else holds code are among them */
  struct known *from_tests;    /* those that only scenarios reach */
  struct known *spare;         /* of all symbols that are met once memory has run out */
  unsigned numbers;
  bool fragment; /* play comes to no procedure: an example, or rules for scenarios alone */
};

/* Never NULL; arena-owned. */
struct known *known_of(struct analysis *a, struct symbol *symbol);
bool touched_has(const struct touched *touched, unsigned number);
void touched_add(struct touched *touched, unsigned number);
bool touched_meet(const struct touched *a, const struct touched *b);
/* Adds what `more` has; whether that was new. */
bool touched_join(struct touched *touched, const struct touched *more);

/* What happens in a node by itself, apart from its kids and from what it calls: enum happening. */
unsigned known_happens_in(const struct tree *node);
/* The zone that a pile is refilled from, or NULL. */
struct symbol *known_refill(const struct compilation *c, const struct symbol *zone);
/* The zone where the cards of a deck start, or NULL. */
struct symbol *known_home(const struct compilation *c, const struct symbol *deck);
/* Whether the declaration is one that a warning should speak of: not of the library, no `_` before its name. */
bool known_is_judged(const struct symbol *symbol);
/* Effects, phases and groups of options, by name. */
bool known_is_stage(const struct symbol *symbol);

/* uses.c: what is reached, read, written, moved; fills struct known. */
void uses_collect(struct analysis *a);

/* One file each; all only report. */
void reach_check(struct analysis *a);
void settings_check(struct analysis *a);
void variables_check(struct analysis *a);
void columns_check(struct analysis *a);
void zones_check(struct analysis *a);
void loops_check(struct analysis *a);
void reactions_check(struct analysis *a);
void secrets_check(struct analysis *a);
void unasked_check(struct analysis *a);
/* flow.c: follows values through the rules, and lets conditions.c, ranges.c, cases.c and offers.c judge them. */
void flow_check(struct analysis *a);

#endif
