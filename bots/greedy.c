/* The opponent `greedy`: tries every option on positions it cannot tell from the present one and takes the option after
 * which its own estimate (`value of p`) stands best against the others'. It looks one decision ahead, no further; a game
 * without an estimate is judged by its ranking. */
#include "bots/bots.h"

enum { SAMPLES = 4, SEATS = 16, LEAD = 1000000 /* what winning is worth against any estimate */ };

/* How well the seat stands: its estimate less the average of the others'; once the game is over its place comes first. */
static double judge(trv_game *game, uint32_t seat, uint32_t players) {
  uint32_t places[SEATS];
  int32_t keys[SEATS], values[SEATS];
  int status = trv_game_status(game);
  if (status == TRV_RULE_ERROR) return -(double)LEAD * SEATS;
  if (trv_game_result(game, places, keys) != TRV_OK) return 0;
  double others = 0, place = status == TRV_OVER ? (places[seat] == 1 ? LEAD : -(double)LEAD * places[seat]) : 0;
  for (uint32_t i = 0; i < players; i++) {
    if (trv_game_value(game, i, &values[i]) != TRV_OK) values[i] = keys[i];
    if (i != seat) others += values[i];
  }
  return place + values[seat] - (players > 1 ? others / (players - 1) : 0);
}

/* The summed judgement of one option over a few samples. */
static double try_option(trv_game *sample, trv_game *game, const struct bot_turn *turn, uint32_t option) {
  uint32_t players = trv_setup_players(trv_game_setup(game));
  double sum = 0;
  for (uint32_t i = 0; i < SAMPLES; i++) {
    uint32_t seed =
        turn->seed * 31 + turn->number * 17 + turn->decision * 7 + i; /* the same samples for every option */
    if (trv_game_sample(sample, game, turn->seat, seed) != TRV_OK || trv_choose(sample, option) < 0) return -LEAD;
    sum += judge(sample, turn->seat, players);
  }
  return sum;
}

static uint32_t choose(void *self, trv_game *game, const struct bot_turn *turn) {
  uint32_t best = 0, equals = 0;
  double highest = 0;
  trv_game *sample = NULL;
  (void)self;
  if (turn->options == 1 || trv_game_new(trv_game_setup(game), &sample) != TRV_OK) return 0;
  for (uint32_t option = 0; option < turn->options; option++) {
    double value = try_option(sample, game, turn, option);
    bool better = option == 0 || value > highest;
    if (!better && value < highest) continue;
    equals = better ? 1 : equals + 1; /* each of several equally good options with equal chance */
    if (better || trv_random_choice(turn->seed, turn->number, turn->seat, turn->decision + option, equals) == 0)
      best = option;
    highest = value;
  }
  trv_game_free(sample);
  return best;
}

const struct bot bot_greedy = { "greedy", "takes the option after which it stands best", NULL, choose };
