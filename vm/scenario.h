/* A scenario being run: shared by scenario.c (what happens) and expect.c (what is expected). */
#ifndef TRV_VM_SCENARIO_H
#define TRV_VM_SCENARIO_H

#include "vm/api.h"

struct scenario_run {
  const trv_program *program;
  const struct program *p;
  const struct scenario *scenario;
  const struct scenario_item *item; /* the one at hand */
  trv_setup *setup;
  trv_game *game;
  struct script script;
  int32_t *rolls;            /* owned: what script.rolls points to */
  struct forced_list forced;
  struct text message;     /* why it failed */
  size_t heard;            /* entries of the log before the position */
  int32_t waiting;           /* proc of a `run` that has not begun yet, or -1 */
  bool placed;               /* there is a position: of `given`, or after set-up */
  bool started;              /* something has been run from it */
  bool play;                 /* what was run last is `play`, whose end is the game's */
  bool invariants;           /* the position kept all invariants when it was made … */
  bool answered;             /* … and trv_game_answers found nothing */
};

/* Notes why the scenario fails; returns TRV_E_RULE. Sentences may be added to the message afterwards. */
int scenario_fail(struct scenario_run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says what is happening instead of what was expected: who is asked what, or that nobody is. */
void scenario_describe(struct scenario_run *run);
/* Whether the game has come to its end; the end of `play` is one. */
bool scenario_is_over(const struct scenario_run *run);
/* Fails by the rule error that just happened. */
int scenario_fail_by_rule_error(struct scenario_run *run);
/* Lists up to eight of the options that are offered. */
void scenario_list_options(struct scenario_run *run);
/* "p1" or the seat's own name; borrowed. */
const char *scenario_seat(const struct scenario_run *run, int32_t seat);

/* Carries out an expectation. */
int expect_item(struct scenario_run *run);

#endif
