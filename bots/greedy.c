/* The opponent `greedy`: tries every option on positions it cannot tell from the present one and takes the option after
 * which its own estimate (`value of p`) stands best against the others'. It looks one decision ahead, no further; a game
 * without an estimate is judged by its ranking. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/fuel.h"
#include "bots/greedy.h"
#include "bots/together.h"

enum {
  SAMPLES = 4,
  SAMPLES_TOGETHER = 16 /* where others choose at the same time */,
  LEAD = 1000000 /* what winning is worth against any estimate */
};

/* Whole numbers, so that bots choose alike on every machine. */
int64_t greedy_judge(trv_game *game, uint32_t seat, uint32_t players, bool estimated) {
  uint32_t places[TRV_MOST_PLAYERS] = { 0 };
  int32_t values[TRV_MOST_PLAYERS] = { 0 };
  int status = trv_game_status(game);
  int64_t count = players > 1 ? players - 1 : 1;
  if (status == TRV_RULE_ERROR) return -count * LEAD * TRV_MOST_PLAYERS;
  bool over = status == TRV_OVER;
  if ((over || !estimated) && trv_game_result(game, places, values) != TRV_OK) return 0;
  int64_t others = 0, place = !over ? 0 : places[seat] == 1 ? LEAD : -(int64_t)LEAD * places[seat];
  for (uint32_t i = 0; i < players; i++) {
    if (estimated) trv_game_value(game, i, &values[i]);
    if (i != seat) others += values[i];
  }
  return count * (place + values[seat]) - others;
}

/* What a turn is thought over with. */
struct greedy_desk {
  uint32_t players;
  bool estimated;
  trv_game *sample, *trial;
  trv_options *options; /* of the sample */
  int64_t *sums;        /* of each option, over the samples; behind them those of the sample at hand */
  uint32_t room;        /* options that there is room for */
  struct bot_fuel fuel;
};

static void settle(struct together others, trv_game *game, uint64_t seed) { together_settle(&others, game, &seed); }

/* Judges every option on one position that cannot be told from the present one, and adds that to the sums. Options that
 * there is no fuel for are the worst in the first sample; a later sample counts whole or not at all. */
static void try_options(struct greedy_desk *desk, trv_game *game, const struct bot_turn *turn, uint32_t sample) {
  uint32_t seed = turn->seed * 31 + turn->number * 17 + turn->decision * 7 + sample;
  struct together others;
  int64_t unmade = -(int64_t)LEAD * (desk->players > 1 ? desk->players - 1 : 1), *judged = desk->sums + turn->options;
  if (trv_game_sample(desk->sample, game, turn->seat, seed) != TRV_OK) return;
  if (trv_options_find(desk->options, desk->sample) < 0) return;
  together_begin(&others, desk->sample);
  bool whole = true;
  for (uint32_t option = 0; option < turn->options; option++) {
    whole = whole && (fuel_is_left(&desk->fuel) || (sample == 0 && option == 0));
    judged[option] = unmade * 2 * TRV_MOST_PLAYERS;
    if (!whole) continue;
    trv_game_copy(desk->trial, desk->sample);
    bool made = trv_options_choose(desk->options, desk->trial, option) >= 0;
    if (made && others.count > 1) settle(others, desk->trial, seed);
    judged[option] = made ? greedy_judge(desk->trial, turn->seat, desk->players, desk->estimated) : unmade;
  }
  for (uint32_t option = 0; (whole || sample == 0) && option < turn->options; option++)
    desk->sums[option] += judged[option];
}

static void judge_options(struct greedy_desk *desk, trv_game *game, const struct bot_turn *turn) {
  trv_choice_info info;
  bool together = trv_game_choice(game, &info) == TRV_OK && info.secret;
  fuel_begin(&desk->fuel, FUEL_OF_ANSWER);
  for (uint32_t sample = 0; sample < (together ? SAMPLES_TOGETHER : SAMPLES); sample++)
    try_options(desk, game, turn, sample);
}

/* The option with the largest sum; each of several equally good ones with equal chance. */
static uint32_t best_option(const struct greedy_desk *desk, const struct bot_turn *turn) {
  uint32_t best = 0, equals = 1;
  for (uint32_t option = 1; option < turn->options; option++) {
    int64_t value = desk->sums[option], highest = desk->sums[best];
    if (value < highest) continue;
    equals = value > highest ? 1 : equals + 1;
    if (equals == 1 || trv_random_choice(turn->seed, turn->number, turn->seat, turn->decision + option, equals) == 0)
      best = option;
  }
  return best;
}

static bool clear_sums(struct greedy_desk *desk, uint32_t options) {
  if (options > desk->room) {
    int64_t *sums = realloc(desk->sums, 2 * (size_t)options * sizeof *sums);
    if (!sums) return false;
    desk->sums = sums;
    desk->room = options;
  }
  memset(desk->sums, 0, 2 * (size_t)options * sizeof *desk->sums);
  return true;
}

static uint32_t choose(void *self, trv_game *game, const struct bot_turn *turn) {
  struct greedy_desk *desk = self;
  if (turn->options == 1 || !clear_sums(desk, turn->options)) return 0;
  judge_options(desk, game, turn);
  return best_option(desk, turn);
}

static void end(void *self) {
  struct greedy_desk *desk = self;
  trv_game_free(desk->sample);
  trv_game_free(desk->trial);
  trv_options_free(desk->options);
  free(desk->sums);
  free(desk);
}

static void *start(const struct bot_place *place) {
  const trv_setup *setup = place->setup;
  struct greedy_desk *desk = calloc(1, sizeof *desk);
  snprintf(place->why, place->why_size, "out of memory");
  if (!desk) return NULL;
  desk->players = trv_setup_players(setup);
  desk->estimated = trv_program_describe(trv_setup_program(setup)).has_value;
  if (trv_game_new(setup, &desk->sample) == TRV_OK && trv_game_new(setup, &desk->trial) == TRV_OK &&
      trv_options_new(setup, &desk->options) == TRV_OK) {
    desk->fuel = (struct bot_fuel){ .games = { desk->sample, desk->trial } };
    for (int i = 0; i < 2; i++) trv_game_set_cancel(desk->fuel.games[i], place->cancel);
    return desk;
  }
  end(desk);
  return NULL;
}

/* ---- ranking for people ---- */

enum { MOST_RANKED = 2000 };

static int compare_sums(const void *left, const void *right, void *context) {
  const int64_t *sums = context;
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  if (sums[a] != sums[b]) return sums[a] > sums[b] ? -1 : 1;
  return a < b ? -1 : a > b;
}

void bots_rank(trv_game *game, const struct bot_turn *turn, uint32_t *order, const volatile sig_atomic_t *cancel) {
  char why[100];
  for (uint32_t i = 0; i < turn->options; i++) order[i] = i;
  if (turn->options > MOST_RANKED) return;
  struct greedy_desk *desk =
      start(&(struct bot_place){ trv_game_setup(game), turn->seat, "", 0, why, sizeof why, cancel });
  if (!desk) return;
  if (clear_sums(desk, turn->options)) {
    judge_options(desk, game, turn);
    qsort_r(order, turn->options, sizeof *order, compare_sums, desk->sums);
  }
  end(desk);
}

const struct bot bot_greedy = { "greedy", "takes the option after which it stands best", NULL, start, choose, end };
