/* Deep checking: many games over all player counts and settings, guided to what was not reached yet, and what is wrong in
 * them, each with the shortest game that shows it.
 *
 *   deep_tables.c    player counts and settings, every two values together once
 *   deep_play.c      one game: who decides, what is looked at on the way
 *   deep_run.c       all games, on several threads, in rounds; results do not depend on the number of threads
 *   deep_shrink.c    the shortest game that still shows a finding
 *   deep_scenario.c  that game as a scenario, proven to show it
 *   deep_reach.c     what was never reached, and what the rulebook says of it
 *   deep_report.c    all of it for people and as JSON */
#ifndef TRVM_DEEP_H
#define TRVM_DEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "include/trv.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

enum { DEEP_DEFAULT_LIMIT = 100000 };

struct deep_wish {
  const char *file; /* the rules, read again to prove reproducers */
  const struct variant_files *variants;
  const trv_link *link; /* C code for them */
  uint32_t games, seed, jobs;
  bool progress; /* tell on stderr how far it is */
};

/* ---- deep_tables.c ---- */

/* A number of players and the settings that differ from their defaults, those that the rules have for simulation among
 * them. */
struct deep_table {
  trv_setup *setup; /* owned, like all here */
  trv_choice_of_setting *settings;
  size_t count;
};
struct deep_tables {
  struct deep_table *items;
  size_t count;
};
/* Every player count with its default settings first, then enough tables that any two values of two settings that can go
 * together meet once at each number of players. False when there is not enough memory. */
bool deep_tables_make(const trv_program *program, struct deep_tables *tables);
void deep_tables_free(struct deep_tables *tables);

/* ---- findings ---- */

enum deep_kind { DEEP_STUCK, DEEP_ERROR, DEEP_INVARIANT, DEEP_LEAK, DEEP_OVER_LIMIT, DEEP_KINDS };

/* A game by what decides it: the same table, seed and choices always give the same game. */
struct deep_game {
  uint32_t table, seed;
  uint32_t *choices; /* indices of options; owned */
  uint32_t count, capacity;
};
void deep_game_add(struct deep_game *game, uint32_t choice);
void deep_game_copy(struct deep_game *to, const struct deep_game *from);

/* What is wrong, however many games show it. */
struct deep_finding {
  enum deep_kind kind;
  char *key;             /* equal for what is the same fault; owned */
  char *message;         /* for people: lines; owned */
  uint64_t games;        /* that showed it */
  uint32_t number;       /* the first of them */
  struct deep_game game; /* it, up to the fault; later the shortest */
  uint32_t cycle;        /* over the limit: so many choices at the end lead back to the same position; 0 unknown */
  uint32_t redeal;       /* leaks: the seed that shows it */
  bool unanswered;       /* rule errors: in a text or `value of p`, while somebody is to choose */
  char *scenario;        /* ready to paste; owned */
  bool proven;           /* the scenario was run and fails as it should */
};
struct deep_findings {
  struct deep_finding *items;
  size_t count;
};
/* Adds one, or counts it if it is known; the game of the lowest number is kept. Takes what is owned. */
void deep_findings_add(struct deep_findings *findings, struct deep_finding *finding);
void deep_findings_free(struct deep_findings *findings);

/* ---- deep_play.c ---- */

/* Games that reached what few others did: others begin like them. */
struct deep_corpus {
  struct deep_game *items;
  size_t count;
};

/* What all games of a round go by; nothing in it changes during the round. */
struct deep_guide {
  const trv_program *program;
  const struct deep_tables *tables;
  trv_program_info info;
  uint32_t limit;        /* decisions */
  const float *weights;  /* of each option: rarely taken ones weigh more */
  const uint64_t *looks; /* at a choice that offers each option, for leaks */
  const struct deep_corpus *corpus;
};

/* One thread's table: games of every setup, and what it counts. */
struct deep_player {
  const struct deep_guide *guide;
  trv_game **games, **others; /* per table, made when needed */
  uint64_t *visits;           /* of the game being played */
  uint64_t *taken;            /* per option: chosen */
  uint64_t *looks;            /* per option: looked at because it was offered */
  struct deep_game played;    /* choices of the game being played */
  struct deep_findings findings;
  uint64_t leak_tests;
  /* while a game is played: */
  trv_game *game;
  uint64_t random;
  const struct deep_game *model;
  uint32_t model_length;
  bool guided, curious, looked_here;
  uint32_t looks_left;
};
bool deep_player_begin(struct deep_player *player, const struct deep_guide *guide);
void deep_player_end(struct deep_player *player);
/* Plays game `number` of the run with this seed; false when there is no memory for it. */
bool deep_play(struct deep_player *player, uint32_t seed, uint32_t number);

/* The fault that a game shows, if it does: a rule error or a broken invariant. False when all is well. */
bool deep_fault(trv_game *game, struct deep_finding *finding);
/* A rule error in what can be queried at the pending choice: a text, `value of p`; false when there is none. */
bool deep_unanswered(trv_game *game, struct deep_finding *finding);
/* A leak at the pending choice with this redeal; false when there is none. */
bool deep_leak(trv_game *game, trv_game *other, uint32_t redeal, struct deep_finding *finding);

/* ---- deep_run.c ---- */

struct deep_result {
  struct deep_tables tables;
  uint32_t games, wanted;
  uint64_t decisions, leak_tests;
  uint64_t *visits; /* per instruction, of all games; owned */
  struct deep_findings findings;
};
/* False when there is not enough memory, or no thread. */
bool deep_run(const trv_program *program, const struct deep_wish *wish, struct deep_result *result);
void deep_result_free(struct deep_result *result);

/* ---- deep_shrink.c, deep_scenario.c ---- */

/* Makes the finding's game as short as it can; what it shows stays the same. */
void deep_shrink(const struct deep_tables *tables, struct deep_finding *finding);
/* Writes finding->scenario and proves it. */
void deep_scenario_write(const struct deep_wish *wish, const struct deep_tables *tables, struct deep_finding *finding);

/* ---- deep_reach.c ---- */

enum deep_unreached_kind { DEEP_RULE, DEEP_OPTION, DEEP_STATEMENT, DEEP_ITEM };
struct deep_unreached {
  enum deep_unreached_kind kind;
  const char *what; /* "fn", "effect", "phase", "option", "statement", "item" */
  char *name;       /* of the rule, option or item; of a statement, the rule it stands in */
  char *file, *cites;
  uint32_t line;     /* 0 for an item */
  bool offered;      /* an option that was offered, but never taken */
  bool of_game;      /* under house rules: it belongs to the game that they change */
  char *explanation; /* from the rulebook's section "Not reached in play", or NULL */
};
struct deep_reach {
  struct deep_unreached *items;
  size_t count, unexplained;
  uint32_t places, reached;         /* rules, options and statements */
  uint32_t own_places, own_reached; /* those of the house rules themselves */
};
/* Every text is owned. */
void deep_reach_find(const trv_program *program, const uint64_t *visits, struct deep_reach *reach);
void deep_reach_free(struct deep_reach *reach);

/* ---- deep_report.c ---- */

/* All that came out of one file. */
struct deep_report {
  const char *file;
  struct deep_result result;
  struct deep_reach reach;
  bool has_variants; /* the game is played with house rules */
};
void deep_print(const struct screen *screen, const struct deep_report *report);
/* One object `deep` for all files. */
void deep_json(struct json *json, const struct deep_report *reports, size_t count);
/* Whether something is wrong: anything but what was not reached. */
bool deep_failed(const struct deep_report *report);
/* Plays, shrinks, and finds out what was not reached; false after a message. */
bool deep_check(const trv_program *program, const struct deep_wish *wish, struct deep_report *report);
void deep_report_free(struct deep_report *report);

#endif
