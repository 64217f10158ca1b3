/* Many games of one setup: what is asked for and what came out. sim_run.c plays on several threads, sim.c reads the
 * options and prints. */
#ifndef TRVM_SIM_H
#define TRVM_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "bots/bots.h"
#include "include/trv.h"

enum { SIM_SHOWN_ERRORS = 5, SIM_DEFAULT_LIMIT = 100000 };

enum sim_outcome { SIM_FINISHED, SIM_STUCK, SIM_ERROR, SIM_OVER_LIMIT };

struct sim_wish {
  const trv_setup *setup;
  uint32_t games, seed, jobs;
  uint32_t limit;                              /* decisions per game */
  bool check;                                  /* test invariants after every decision */
  struct bot_wish bots[TRV_MOST_PLAYERS];      /* who sits where */
  uint32_t milliseconds;                       /* bot_table.milliseconds */
  FILE *csv;                                   /* a line per game, in order of number; or NULL */
  bool progress;                               /* show on stderr how far it is */
};

struct sim_score {
  int64_t sum;
  int32_t least, most;
};

struct sim_failure {
  uint32_t number, decisions;
  char text[600];                              /* message, place, chain: lines */
  const char *broken;                          /* the invariant that was, or NULL; the program's */
};

/* Sums over games 0 … played-1; nothing in it depends on the number of threads. */
struct sim_result {
  uint32_t played;
  uint32_t finished, stuck, errors, over_limit;
  uint64_t decisions;
  uint64_t trace;                              /* over the traces of all games in order of number */
  uint32_t wins[TRV_MOST_PLAYERS];             /* finished games in which the seat is first, alone or shared */
  uint32_t shared;                             /* finished games in which several are first */
  struct sim_score scores[TRV_MOST_PLAYERS];   /* first ranking key, finished games */
  struct sim_failure failures[SIM_SHOWN_ERRORS];
  uint32_t failure_count;
};

/* False after a message: there is not enough memory, no thread can be started, or a bot cannot take its seat. */
bool sim_run(const struct sim_wish *wish, struct sim_result *result);

#endif
