/* Advice for a person: what `search` would do, and how often games are won after it.
 *
 * Where the game has `value of p`, the search judges unfinished games and cannot tell how often one wins; then games
 * are played on at random. */
#include "bots/fuel.h"
#include "bots/search.h"

enum { GAMES = 200, ROLL_LIMIT = 20000, WIN = 720720 /* has a whole share for any number of winners */ };
static const char BUDGET[] = "2000";

static uint32_t percent(uint64_t part, uint64_t whole) { return (uint32_t)((part * 100 + whole / 2) / whole); }

/* A game that is played on at random. */
struct roll {
  uint32_t seed, number;
};

static uint32_t decide_at_random(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  const struct roll *roll = context;
  return trv_random_choice(roll->seed, roll->number, seat, decision, options);
}

/* In how many of 100 games the seat wins when all play on at random after an option; ADVICE_UNKNOWN when not one of
 * them comes to a result. */
static uint32_t chance_after(trv_game *desk, trv_game *game, const struct bot_turn *turn, uint32_t option) {
  uint32_t players = trv_setup_players(trv_game_setup(game)), places[TRV_MOST_PLAYERS];
  uint64_t won = 0, played = 0;
  struct roll roll = { turn->seed, 0 };
  struct bot_fuel fuel = { .games = { desk, desk } };
  fuel_begin(&fuel, 2 * FUEL_OF_ANSWER); /* the same game twice: all is counted twice */
  for (; roll.number < GAMES && fuel_is_left(&fuel); roll.number++) {
    uint32_t first = 0;
    if (trv_game_sample(desk, game, turn->seat, turn->seed + roll.number) != TRV_OK) return 0;
    if (trv_choose(desk, option) < 0) continue;
    if (!fuel_play(&fuel, desk, decide_at_random, &roll, ROLL_LIMIT)) break;
    if (trv_game_result(desk, places, NULL) != TRV_OK) continue;
    played++;
    for (uint32_t seat = 0; seat < players; seat++) first += places[seat] == 1;
    if (places[turn->seat] == 1) won += WIN / first;
  }
  return played ? percent(won, WIN * played) : ADVICE_UNKNOWN;
}

size_t bots_advise(trv_game *game, const struct bot_turn *turn, struct bot_advice *advice, size_t most,
                   uint32_t *chance, const volatile sig_atomic_t *cancel) {
  const trv_setup *setup = trv_game_setup(game);
  bool estimated = trv_program_describe(trv_setup_program(setup)).has_value;
  struct ranked best[ADVICE_MOST];
  char why[100];
  trv_game *desk = NULL;
  void *self = bot_search.start(&(struct bot_place){ setup, turn->seat, BUDGET, 0, why, sizeof why, cancel });
  if (!self) return 0;
  size_t count = search_rank(self, game, turn, best, most < ADVICE_MOST ? most : ADVICE_MOST);
  if (trv_game_new(setup, &desk) != TRV_OK) count = 0;
  else trv_game_set_cancel(desk, cancel);
  for (size_t i = 0; i < count; i++)
    advice[i] = (struct bot_advice){ best[i].option, percent(best[i].playouts, search_spent(self)) };
  if (count) *chance = estimated ? chance_after(desk, game, turn, best[0].option) : percent(best[0].reward, REWARD_ONE);
  bot_search.end(self);
  trv_game_free(desk);
  return count;
}
