/* Advice for a person: what `search` would do, and how often games are won after it.
 *
 * Where the game has `value of p`, the search judges unfinished games and cannot tell how often one wins; then games
 * are played on at random. */
#include "bots/search.h"

enum { GAMES = 200, ROLL_LIMIT = 20000 };
static const char BUDGET[] = "2000";

/* The share of games that the seat wins when all play on at random after an option. */
static double chance_after(trv_game *desk, trv_game *game, const struct bot_turn *turn, uint32_t option) {
  uint32_t players = trv_setup_players(trv_game_setup(game)), places[TRV_MOST_PLAYERS];
  double won = 0;
  for (uint32_t number = 0; number < GAMES; number++) {
    uint32_t first = 0;
    if (trv_game_sample(desk, game, turn->seat, turn->seed + number) != TRV_OK) return 0;
    if (trv_choose(desk, option) < 0) continue;
    trv_playout(desk, turn->seed, number, ROLL_LIMIT);
    if (trv_game_result(desk, places, NULL) != TRV_OK) continue;
    for (uint32_t seat = 0; seat < players; seat++) first += places[seat] == 1;
    if (places[turn->seat] == 1) won += 1.0 / first;
  }
  return won / GAMES;
}

size_t bots_advise(trv_game *game, const struct bot_turn *turn, struct bot_advice *advice, size_t most,
                   double *chance) {
  const trv_setup *setup = trv_game_setup(game);
  bool estimated = trv_program_describe(trv_setup_program(setup)).has_value;
  struct ranked best[ADVICE_MOST];
  char why[100];
  trv_game *desk = NULL;
  void *self = bot_search.start(&(struct bot_place){ setup, turn->seat, BUDGET, 0, why, sizeof why, NULL });
  if (!self) return 0;
  size_t count = search_rank(self, game, turn, best, most < ADVICE_MOST ? most : ADVICE_MOST);
  if (trv_game_new(setup, &desk) != TRV_OK) count = 0;
  for (size_t i = 0; i < count; i++)
    advice[i] = (struct bot_advice){ best[i].option, best[i].playouts / (double)search_spent(self) };
  if (count) *chance = estimated ? chance_after(desk, game, turn, best[0].option) : best[0].reward;
  bot_search.end(self);
  trv_game_free(desk);
  return count;
}
