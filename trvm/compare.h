/* A game against the same game with house rules: what is asked for, and the figures that come out.
 *
 * compare.c reads the options, compare_figures.c says which figures there are, compare_run.c plays, compare_words.c puts
 * the result into words; compare_text.c, compare_data.c (JSON, CSV) and compare_page.c (HTML) write it. */
#ifndef TRVM_COMPARE_H
#define TRVM_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include "trvm/screen.h"
#include "trvm/seats.h"
#include "trvm/sim.h"
#include "trvm/statistics.h"
#include "trvm/tool.h"

enum compare_side { SIDE_BASE, SIDE_CHANGED, SIDES };

struct compare_wish {
  uint32_t games, seed, jobs;
  uint32_t limit;             /* decisions per game; 0: as each game says */
  uint32_t milliseconds;      /* bot_table.milliseconds */
  bool apart;                 /* the changed game plays other games of the seed: no pairs */
  bool progress;
  bool all;                   /* list what is used as before, too */
  const char *rounds;         /* name of the variable or phase that counts rounds; NULL: look for a usual one */
  struct seat_wishes seats;
};

enum figure_kind {
  FIGURE_ROUNDS, FIGURE_TURNS, FIGURE_DECISIONS, FIGURE_SCORE, FIGURE_SPREAD, FIGURE_LEAD, FIGURE_WINS,
  FIGURE_OPTION, FIGURE_PHASE, FIGURE_EFFECT, /* how often it is used in a game */
};
extern const char *const figure_kind_names[]; /* "rounds", …; for data */

struct figure {
  enum figure_kind kind;
  uint32_t seat;              /* of FIGURE_WINS */
  const char *name;           /* as people read it; borrowed from the comparison or a program */
  bool absent[SIDES];         /* an option or rule that one side does not have */
  struct pairs pairs;
  struct estimate estimate;   /* once all is played */
};

/* How often each whole number came up. */
struct histogram {
  uint32_t *counts;
  uint32_t room;
};

/* All games with one number of players. Figures are the figures of the game first, then those of its options and rules. */
struct compare_table {
  uint32_t players;
  trv_setup *setups[SIDES];
  struct figure *figures;
  uint32_t count, usage;      /* usage: the first figure of an option or rule */
  uint32_t stride;            /* turns between looks at who leads */
  uint32_t played;            /* pairs, of which `figures` hold those that both ended */
  uint32_t alike;             /* pairs in which the very same choices were made */
  uint32_t outcomes[SIDES][4];/* by sim_outcome */
  struct histogram lengths[SIDES]; /* of the first figure: rounds or turns */
};

/* An option or rule, by kind and name, and which instructions tell of it. */
struct used_thing {
  enum figure_kind kind;
  char *name;
  bool absent[SIDES];
};
struct visit_wire {
  uint32_t thing, instruction;
};

struct comparison {
  struct compare_wish wish;
  trv_program *programs[SIDES];
  trv_program_info infos[SIDES];
  char *titles[SIDES];        /* the base's title; what is changed */
  struct used_thing *things;
  uint32_t thing_count;
  struct visit_wire *wires[SIDES];
  uint32_t wire_counts[SIDES];
  char *rounds;               /* the variable that counts rounds, or NULL */
  int32_t rounds_thing;       /* or the phase or effect; -1: none */
  struct compare_table *tables;
  uint32_t table_count;
  uint32_t comparisons;       /* for which intervals are corrected */
  uint32_t differences;       /* figures that surely differ */
};

/* ---- compare_figures.c ---- */

/* Finds out what can be told about both programs; false after a message. `programs` and `wish` are set. */
bool compare_survey(struct comparison *comparison);
/* The table's figures, all empty; its setups are there. */
void compare_lay_table(const struct comparison *comparison, struct compare_table *table);
/* A variable that everybody sees and that is no array, as a whole number; false when there is none of this name. */
bool compare_variable(trv_game *game, const char *name, double *value);
/* Works out the estimates once all is played. */
void compare_estimate(struct comparison *comparison);
void compare_free(struct comparison *comparison);

/* ---- compare_run.c ---- */

/* Plays all tables; false after a message. */
bool compare_run(struct comparison *comparison);

/* ---- compare_words.c ---- */

bool figure_differs(const struct figure *figure);
bool figure_never_used(const struct figure *figure);
/* What it is called for people: "wins of p1", "option buy ticket". */
void figure_title(const struct figure *figure, char *title, size_t size);
/* "less", "slightly more", "same", "too few games", "new", "gone". */
const char *figure_word(const struct figure *figure);
/* A value of the figure as tables show it, with so many decimals: shares are shown as percentages. */
double figure_shown(const struct figure *figure, double value);
int figure_decimals(const struct figure *figure);
/* Pairs that would do for everything about the game (not its options and rules) that cannot be told yet; 0: all can. */
uint64_t table_needed(const struct compare_table *table);
/* One paragraph about a table. */
void table_verdict(const struct compare_table *table, struct text *text);
/* One sentence about all. */
void comparison_verdict(const struct comparison *comparison, struct text *text);
/* The figures of options and rules that differ (or all), greatest change first: indices; returns how many. */
uint32_t table_usage(const struct compare_table *table, bool all, uint32_t *indices);

/* ---- output ---- */

void compare_print_text(const struct screen *screen, const struct comparison *comparison);
void compare_print_json(const struct comparison *comparison);
void compare_print_csv(const struct comparison *comparison);
/* A page for a browser, complete in one file. */
void compare_page(const struct comparison *comparison, struct text *page);

#endif
