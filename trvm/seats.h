/* Who plays which seat of simulated games, as `--bot` says it for one seat or for all. */
#ifndef TRVM_SEATS_H
#define TRVM_SEATS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "bots/bots.h"

struct seat_wishes {
  struct bot_wish bots[TRV_MOST_PLAYERS + 1]; /* [0]: for all seats */
};

/* Reads "greedy" or "2=search:100", in place; false after a message. */
bool seats_read(struct seat_wishes *wishes, char *text);
/* Whether every requested seat exists with this number of players; false after a message. */
bool seats_check(const struct seat_wishes *wishes, uint32_t players);
/* Who sits where: a seat's own bot, that of all seats, or `random`. */
void seats_fill(const struct seat_wishes *wishes, struct bot_wish bots[TRV_MOST_PLAYERS]);

/* Choices that bots lost, on all threads. */
struct lost_choices {
  pthread_mutex_t lock;
  uint32_t count;
};
/* A bot_table.lost whose context is a struct lost_choices: tells the first few. */
void seats_note_lost(void *context, const char *text);
/* Tells at the end how many there were, if not all were told. */
void seats_tell_lost(const char *command, const struct lost_choices *lost);

#endif
