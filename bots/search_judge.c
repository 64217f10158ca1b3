/* What a position is worth to each seat: the judge of the opponent `search`. */
#include "bots/search.h"

#include <math.h>
#include <string.h>

static const double LOWEST = 0.02, HIGHEST = 0.98; /* an estimate is never as good or bad as a result */
static const double CONSOLATION = 0.2;             /* what all places after the first are worth together */

/* How far each seat is ahead of the average of the others; the first ranking key serves where there is no estimate. */
static bool measure_leads(const struct judge *judge, trv_game *game, double *leads) {
  uint32_t places[TRV_MOST_PLAYERS];
  int32_t values[TRV_MOST_PLAYERS];
  double sum = 0;
  if (!judge->estimated && trv_game_result(game, places, values) != TRV_OK) return false;
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    if (judge->estimated && trv_game_value(game, seat, &values[seat]) != TRV_OK) return false;
    sum += values[seat];
  }
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    double others = judge->players > 1 ? (sum - values[seat]) / (judge->players - 1) : 0;
    leads[seat] = values[seat] - others;
  }
  return true;
}

void judge_begin(struct judge *judge, trv_game *game) {
  judge->squares = judge->count = 0;
  if (!measure_leads(judge, game, judge->before)) memset(judge->before, 0, sizeof judge->before);
}

/* A shared first place is worth its share, so that a draw of two is half a win. */
static bool reward_places(const struct judge *judge, trv_game *game, double *rewards) {
  uint32_t places[TRV_MOST_PLAYERS], first = 0;
  if (trv_game_result(game, places, NULL) != TRV_OK) return false;
  for (uint32_t seat = 0; seat < judge->players; seat++) first += places[seat] == 1;
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    double behind = CONSOLATION * (judge->players - places[seat]) / judge->players;
    rewards[seat] = places[seat] == 1 ? 1.0 / first : judge->players > 2 ? behind : 0;
  }
  return true;
}

static bool reward_leads(struct judge *judge, trv_game *game, double *rewards) {
  double gains[TRV_MOST_PLAYERS];
  if (!measure_leads(judge, game, gains)) return false;
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    gains[seat] -= judge->before[seat];
    judge->squares += gains[seat] * gains[seat];
    judge->count++;
  }
  double spread = sqrt(judge->squares / judge->count);
  for (uint32_t seat = 0; seat < judge->players; seat++) {
    double gain = spread > 0 ? gains[seat] / spread : 0;
    rewards[seat] = LOWEST + (HIGHEST - LOWEST) * (0.5 + 0.5 * gain / (1 + fabs(gain)));
  }
  return true;
}

void judge_rewards(struct judge *judge, trv_game *game, double *rewards) {
  int status = trv_game_status(game);
  if (status == TRV_OVER && reward_places(judge, game, rewards)) return;
  if (status == TRV_CHOICE && reward_leads(judge, game, rewards)) return;
  for (uint32_t seat = 0; seat < judge->players; seat++) rewards[seat] = 0;
}
