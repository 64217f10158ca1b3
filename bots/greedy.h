/* How `greedy` judges a position, for others that let it be played on in its way. */
#ifndef TRV_BOTS_GREEDY_H
#define TRV_BOTS_GREEDY_H

#include "bots/bots.h"

/* How well the seat stands, times the number of others: its estimate less the average of theirs, or the first ranking key
 * where the game has none (`estimated`: it has); once the game is over its place comes first. */
int64_t greedy_judge(trv_game *game, uint32_t seat, uint32_t players, bool estimated);

#endif
