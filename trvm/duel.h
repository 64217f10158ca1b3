/* Two players against each other: what is asked for and what came out. duel_run.c plays, duel.c reads the options and
 * prints. */
#ifndef TRVM_DUEL_H
#define TRVM_DUEL_H

#include <stdbool.h>
#include <stdint.h>

#include "bots/bots.h"
#include "trvm/sim.h"
#include "trvm/statistics.h"

/* The one who is tried out, and the one who has all other seats. */
enum duel_side { DUEL_ONE, DUEL_OTHERS, DUEL_SIDES };

struct duel_wish {
  const trv_setup *setups[DUEL_SIDES]; /* the rules by which each of them thinks; the same, or others with another `value of p` */
  struct bot_wish bots[DUEL_SIDES];
  uint32_t deals;                      /* at most; each is played as often as there are seats */
  uint32_t seed, jobs, limit;          /* limit: decisions per game */
  uint32_t milliseconds;               /* bot_table.milliseconds */
  bool progress;
};

struct duel_result {
  uint32_t deals, looks;               /* looks: how often it may be asked in all whether it is decided */
  uint32_t outcomes[4];                /* of all games, by sim_outcome */
  bool apart;                          /* the two rules differ in more than `value of p`: nothing else holds then */
  struct pairs wins;                   /* of each deal: the fair share, the share that the one has won */
  struct pairs seats[TRV_MOST_PLAYERS];/* the same, of the games in which he had that seat */
  struct estimate estimate;            /* holds although it was asked several times */
  bool decided;
};

/* Plays until it is decided, or all deals are played. False after a message. */
bool duel_run(const struct duel_wish *wish, struct duel_result *result);

#endif
