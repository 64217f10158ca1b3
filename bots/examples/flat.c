/* A bot in C for any game: plays each option to the end a few times at random and takes the one that wins most.
 *
 *   cc -shared -fPIC -I../../include -o flat.so flat.c
 *   trvm sim GAME.trv --bot 1=./flat.so */
#include <stdlib.h>
#include <trv_bot.h>

enum { GAMES_PER_OPTION = 20 };

struct flat {
  trv_game *game; /* what is played on */
};

int trv_bot_start(uint32_t interface, const trv_setup *setup, uint32_t seat, void **self) {
  struct flat *flat = calloc(1, sizeof *flat);
  (void)seat;
  *self = flat;
  if (flat && interface == TRV_BOT_INTERFACE && trv_game_new(setup, &flat->game) == TRV_OK) return 0;
  free(flat);
  return 1;
}

/* One game from the position on: what it brought the seat. */
static double play(struct flat *flat, trv_game *position, const trv_bot_turn *turn, uint32_t option, uint32_t number) {
  uint32_t places[TRV_MOST_PLAYERS], winners = 0;
  uint32_t players = trv_setup_players(trv_game_setup(position));
  /* The position is one guess at what is hidden; every game makes another. */
  if (trv_game_sample(flat->game, position, turn->seat, turn->random + number) != TRV_OK) return 0;
  if (trv_choose(flat->game, option) < 0) return 0;
  trv_playout(flat->game, turn->random, number, 5000);
  if (trv_game_result(flat->game, places, NULL) != TRV_OK) return 0;
  for (uint32_t seat = 0; seat < players; seat++) winners += places[seat] == 1;
  return places[turn->seat] == 1 ? 1.0 / winners : 0;
}

uint32_t trv_bot_choose(void *self, trv_game *position, const trv_bot_turn *turn) {
  uint32_t best = 0;
  double most = -1;
  for (uint32_t option = 0; option < turn->options; option++) {
    double won = 0;
    for (uint32_t number = 0; number < GAMES_PER_OPTION; number++) won += play(self, position, turn, option, number);
    if (won > most) {
      most = won;
      best = option;
    }
  }
  return best;
}

void trv_bot_end(void *self) {
  struct flat *flat = self;
  trv_game_free(flat->game);
  free(flat);
}
