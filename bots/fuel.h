/* How much a bot may compute for one answer, counted as the machine counts (trv_game_spent): rules that take long for an
 * estimate or a move must not make people wait for minutes. Not by a clock, so that the same answer comes everywhere. */
#ifndef TRV_BOTS_FUEL_H
#define TRV_BOTS_FUEL_H

#include "bots/bots.h"

#define FUEL_OF_PLAYOUT UINT64_C(50000)    /* on average; those of the games take up to 2,000 */
#define FUEL_OF_ANSWER  UINT64_C(50000000) /* at least */
#define FUEL_OF_STEP    UINT64_C(20000000) /* what a game has by itself for a decision or an estimate */

/* The games that a bot thinks with, and what they had spent when it began. */
struct bot_fuel {
  trv_game *games[2];
  uint64_t end; /* what they may have spent together when it is over */
};

static inline uint64_t fuel_spent(const struct bot_fuel *fuel) {
  return trv_game_spent(fuel->games[0]) + trv_game_spent(fuel->games[1]);
}

/* Before an answer. */
static inline void fuel_begin(struct bot_fuel *fuel, uint64_t most) { fuel->end = fuel_spent(fuel) + most; }

/* Whether some is left; the games get no more of it for their next step. */
static inline bool fuel_is_left(const struct bot_fuel *fuel) {
  uint64_t spent = fuel_spent(fuel), left = spent < fuel->end ? fuel->end - spent : 0;
  uint64_t step = left == 0 ? 1 : left < FUEL_OF_STEP ? left : FUEL_OF_STEP;
  for (int i = 0; i < 2; i++) trv_game_set_fuel(fuel->games[i], step);
  return left > 0;
}

/* As trv_play, while there is fuel; false when there was not enough. What a game spends is known after a call only, so it
 * is played piece by piece. */
static inline bool fuel_play(const struct bot_fuel *fuel, trv_game *game, trv_decide *decide, void *context,
                             uint32_t limit) {
  enum { PIECE = 50 };
  for (uint32_t done = 0; done < limit && trv_game_status(game) == TRV_CHOICE; done += PIECE) {
    if (!fuel_is_left(fuel)) return false;
    trv_play(game, decide, context, limit - done < PIECE ? limit - done : PIECE);
  }
  return true;
}

#endif
