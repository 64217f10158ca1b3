/* The program's own players, by name.
 *
 * A bot sees the game through include/trv.h only and must not look at what its seat cannot see. It draws from a
 * stream of its own, keyed by the turn, so that the same seed gives the same game whoever else plays. */
#ifndef TRV_BOTS_H
#define TRV_BOTS_H

#include <stddef.h>
#include <stdint.h>

#include "include/trv.h"

/* The decision a bot is asked for. */
struct bot_turn {
  uint32_t seed, number;  /* of the game, as given to trv_game_start */
  uint32_t seat;          /* from 0 */
  uint32_t decision;      /* trv_choice_info.decision: with the seat, the key of the bot's stream */
  uint32_t options;       /* at least 1 */
};

/* A kind of bot. What one of them needs to think it makes once, in `start`, for all games of a setup; each thread has
 * bots of its own. */
struct bot {
  const char *name, *summary;
  /* Owned, for `end`; NULL when there is no memory. A kind that needs nothing leaves both out. */
  void *(*start)(const trv_setup *setup);
  uint32_t (*choose)(void *self, trv_game *game, const struct bot_turn *turn);
  void (*end)(void *self);
};

/* By name, or NULL; borrowed, static. */
const struct bot *bots_find(const char *name);
/* The nearest name to a misspelt one, or NULL; borrowed, static. */
const char *bots_suggest(const char *name);
/* In order of strength; NULL at the end. */
const struct bot *bots_get(size_t index);

extern const struct bot bot_random, bot_greedy;

/* Bots in the seats of one table, used by one thread. */
enum { TABLE_SEATS = 32 };
struct bot_table {
  const struct bot *bots[TABLE_SEATS]; /* NULL: no bot sits there */
  void *selves[TABLE_SEATS];
};

/* Starts the bots of `table->bots`. False when there is no memory; bots_leave is due in either case. */
bool bots_sit(struct bot_table *table, const trv_setup *setup);
uint32_t bots_choose(const struct bot_table *table, trv_game *game, const struct bot_turn *turn);
void bots_leave(struct bot_table *table);

#endif
