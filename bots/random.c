/* The opponent `random`: each option with equal chance. The yardstick for other bots and the player of simulations;
 * draws exactly as trv_playout does, so that a simulated game can be watched. */
#include "bots/bots.h"

static uint32_t choose(void *self, trv_game *game, const struct bot_turn *turn) {
  (void)self;
  (void)game;
  return trv_random_choice(turn->seed, turn->number, turn->seat, turn->decision, turn->options);
}

const struct bot bot_random = { "random", "chooses each option with equal chance", NULL, NULL, choose, NULL };
