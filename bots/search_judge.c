/* What a position is worth to each seat: the judge of the opponent `search`. */
#include "bots/search.h"

#include <string.h>

#include "base/root.h"

enum {
  MIDDLE = REWARD_ONE / 2,
  REACH = REWARD_ONE / 100 * 48, /* an estimate is never as good or bad as a result: 0.02 to 0.98 */
  CONSOLATION = REWARD_ONE / 5,  /* what all places after the first are worth together */
  MOST_GAIN = 1 << 28,           /* greater gains count as this one, so that their squares can be added up */
  MARGIN = 4,                    /* one part of so many of a result is by how much */
  FRACTION = 8,                  /* bits of gains and of their spread behind the point, where they are compared */
};
static const uint64_t MOST_SQUARES = UINT64_C(1) << 62, MOST_EXACT = UINT64_C(1) << 46;

/* How far each seat is ahead of the average of the others, times the number of others; the first ranking key serves where
 * there is no estimate. */
static bool measure_leads(const struct judge *judge, trv_game *game, int64_t *leads) {
  uint32_t places[TRV_MOST_PLAYERS];
  int32_t values[TRV_MOST_PLAYERS];
  int64_t sum = 0;
  if (!judge->estimated && trv_game_result(game, places, values) != TRV_OK) return false;
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    if (judge->estimated && trv_game_value(game, seat, &values[seat]) != TRV_OK) return false;
    sum += values[seat];
  }
  for (uint32_t seat = 0; seat < judge->players; seat++)
    leads[seat] = judge->players > 1 ? (int64_t)values[seat] * judge->players - sum : values[seat];
  return true;
}

void judge_begin(struct judge *judge, trv_game *game) {
  judge->squares = judge->count = judge->spread = judge->due = 0;
  if (!measure_leads(judge, game, judge->before)) memset(judge->before, 0, sizeof judge->before);
}

/* A shared first place is worth its share, so that a draw of two is half a win. */
static bool reward_places(const struct judge *judge, trv_game *game, uint32_t *rewards) {
  uint32_t places[TRV_MOST_PLAYERS], first = 0;
  if (trv_game_result(game, places, NULL) != TRV_OK) return false;
  for (uint32_t seat = 0; seat < judge->players; seat++) first += places[seat] == 1;
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    uint32_t behind = CONSOLATION / judge->players * (judge->players - places[seat]);
    rewards[seat] = places[seat] == 1 ? REWARD_ONE / first : judge->players > 2 ? behind : 0;
  }
  return true;
}

/* Adds a gain to those by which others are measured. Their sum is kept in bounds: half as much of half as many. */
static void count_gain(struct judge *judge, int64_t gain) {
  if (judge->squares >= MOST_SQUARES) judge->squares /= 2, judge->count /= 2, judge->due = 0;
  judge->squares += (uint64_t)(gain * gain);
  judge->count++;
}

/* The root of the mean square. Many more or less than before change it little: it is measured again when there are a few
 * in a hundred more. */
static void measure_spread(struct judge *judge) {
  if (judge->count < judge->due) return;
  judge->due = judge->count + judge->count / 32;
  bool exact = judge->squares < MOST_EXACT;
  uint64_t square = exact ? (judge->squares << 2 * FRACTION) / judge->count : judge->squares / judge->count;
  uint64_t root = root_from(square, exact ? judge->spread : judge->spread >> FRACTION);
  judge->spread = exact ? root : root << FRACTION;
}

/* MIDDLE for no gain; half of the way from there to the end for a gain as large as they are spread. */
static uint32_t reward_gain(const struct judge *judge, int64_t gain) {
  uint64_t size = (uint64_t)(gain < 0 ? -gain : gain) << FRACTION;
  if (size == 0) return MIDDLE;
  uint32_t part = (uint32_t)(size * REACH / (size + judge->spread));
  return gain < 0 ? MIDDLE - part : MIDDLE + part;
}

static bool reward_leads(struct judge *judge, trv_game *game, uint32_t *rewards) {
  int64_t gains[TRV_MOST_PLAYERS];
  if (!measure_leads(judge, game, gains)) return false;
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    gains[seat] -= judge->before[seat];
    if (gains[seat] > MOST_GAIN) gains[seat] = MOST_GAIN;
    if (gains[seat] < -MOST_GAIN) gains[seat] = -MOST_GAIN;
    count_gain(judge, gains[seat]);
  }
  measure_spread(judge);
  for (uint32_t seat = 0; seat < judge->players; seat++) rewards[seat] = reward_gain(judge, gains[seat]);
  return true;
}

/* The places, and a little by how much they were won: of few games, most of them lost or most of them won, that tells
 * more than the places alone. */
static bool reward_result(struct judge *judge, trv_game *game, uint32_t *rewards) {
  uint32_t margins[TRV_MOST_PLAYERS];
  if (!reward_places(judge, game, rewards)) return false;
  if (!reward_leads(judge, game, margins)) return true;
  for (uint32_t seat = 0; seat < judge->players; seat++)
    rewards[seat] = rewards[seat] / MARGIN * (MARGIN - 1) + margins[seat] / MARGIN;
  return true;
}

void judge_rewards(struct judge *judge, trv_game *game, uint32_t *rewards) {
  int status = trv_game_status(game);
  if (status == TRV_OVER && reward_result(judge, game, rewards)) return;
  if (status == TRV_CHOICE && reward_leads(judge, game, rewards)) return;
  for (uint32_t seat = 0; seat < judge->players; seat++) rewards[seat] = 0;
}
