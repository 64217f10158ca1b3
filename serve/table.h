/* One table: a sitting, who may sit where, and the messages its seats were last sent.
 *
 * A table is used by one thread at a time: whoever calls anything here but table_open, table_resume and table_free holds its
 * lock. Every choice is in the store before it counts. Seats are numbered from 0. */
#ifndef TRV_SERVE_TABLE_H
#define TRV_SERVE_TABLE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/trv_sitting.h"
#include "serve/rules.h"
#include "serve/store.h"
#include "serve/stream.h"

enum {
  TABLE_ID = 12,     /* letters of an id */
  TABLE_SECRET = 32, /* hexadecimal digits of a seat's secret: 128 bits */
  TABLE_NAME = 120,  /* bytes of a person's name */
  TABLE_LEVEL = 16,
  TABLE_MOST_LAG = 100,
  TABLE_FUEL = 5000000 /* loops and calls of the rules for one choice: a fraction of a second */
};

struct table_seat {
  char secret[TABLE_SECRET + 1];
  char name[TABLE_NAME + 1];   /* "" : as the rules name the seat */
  char level[TABLE_LEVEL + 1]; /* of a bot; "" for a person */
  bool joined;                 /* a person has sat down */
};

struct table {
  pthread_mutex_t lock;
  char id[TABLE_ID + 1];
  const struct rules *rules;
  struct store *store;
  trv_sitting *sitting;
  trv_seed seed;
  uint32_t players;
  struct table_seat seats[TRV_MOST_PLAYERS];
  char host[TABLE_SECRET + 1]; /* the secret of whoever made the table */
  uint32_t lag;              /* choices by which spectators are behind, until the game is over */
  size_t kept;                 /* choices that the store has */
  bool is_resuming;            /* the choices of the store are being made again */
  bool is_stopped;             /* they could not all be: nothing more is chosen, and none of them is forgotten */
  bool is_edit;                /* its people write the rules: see the designer's mode in hall.h */
  bool bot_thinks;             /* a bot's answer is being worked out */
  uint32_t is_advised;         /* seats for which a hint is being worked out, a bit for each */
  uint64_t proposal;           /* the proposal that was seen last, and since when */
  int64_t proposed;
  struct stream_list streams;
  char *problem;               /* why the rules cannot be compiled as they are now, or NULL; owned */
  char note[300];              /* what everybody at the table should know, or "" */
  /* of the hall */
  struct table *next;
  uint32_t users;
  int64_t touched;
};

/* What is wanted of a new table: seats with a level are bots, the others wait for people. */
struct table_wish {
  struct rules_wish rules;
  char levels[TRV_MOST_PLAYERS][TABLE_LEVEL + 1];
  char names[TRV_MOST_PLAYERS][TABLE_NAME + 1];
  int64_t lag; /* for spectators, in choices */
};
/* Makes a table and puts it into the store; takes over the rules. NULL after a sentence in `why`. */
struct table *table_open(const struct table_wish *wish, const struct rules *rules, struct store *store, char *why,
                        size_t why_size);
/* Puts a table into the store that begins with the first choices of another one, which has the same rules; `id` has room
 * for TABLE_ID letters and a NUL. False when it cannot be written. */
bool table_store_branch(const struct table *table, uint32_t moves, const struct table_wish *wish, char *id);
/* A table that the store has: `seats` and `seed` as they were stored. What can no longer be chosen is said in its note. */
struct table *table_resume(const struct store_table *stored, const struct rules *rules, struct store *store);
/* The game goes on by other rules, from the same beginning with the same choices, as far as they fit; what cannot be chosen
 * any more is said in its note. False, and the table is as it was, when there is no memory. The old rules are then nobody's. */
bool table_renew(struct table *table, const struct rules *rules);
/* Begins again, and forgets all choices. False when that cannot be written to disk. */
bool table_anew(struct table *table);
/* Frees a table that has no streams, and not its rules. */
void table_discard(struct table *table);
void table_free(struct table *table, struct catalogue *catalogue);

/* Whether this is the seat's secret; takes the same time whatever it is. */
bool table_knows(const struct table *table, uint32_t seat, const char *secret);
bool table_is_host(const struct table *table, const char *secret);
/* Gives a seat to a bot of this level, or with "" to whoever gets its new secret; the old one is worth nothing any more. */
bool table_reseat(struct table *table, uint32_t seat, const char *level);
/* A person sits down, comes back, or takes another name (NULL: keeps it). */
bool table_sit(struct table *table, uint32_t seat, const char *name);
/* The seat whose bot is to choose, or a person's for whom one does; -1 when somebody else is to choose, or nobody. */
int table_bot(const struct table *table);
/* A bot goes on in the place of a person, until the person comes back. */
int table_stand_in(struct table *table, uint32_t seat);

/* Makes a choice; a trv_game_status, or TRV_E_STATE (another's turn, an old stamp), TRV_E_ARGUMENT (no such option). */
int table_choose(struct table *table, uint32_t seat, uint64_t stamp, const char *notation);
/* Whether choice number `decision` (from 0) was made by this seat in these words. */
bool table_has_made(const struct table *table, uint32_t seat, int64_t decision, const char *notation);
/* As trv_sitting_propose, for the seat's own last choice. */
int table_take_back(struct table *table, uint32_t seat, bool revealed);
/* Withdraws a proposal that has waited too long for somebody's consent; true when that was so. `now` is in seconds. */
bool table_expire(struct table *table, int64_t now);

/* How many choices a viewer knows of: all, but for spectators of a table with a lag. */
size_t table_moves_for(const struct table *table, int viewer);
/* Calls back with the table as it was after the first choices. False when there is no memory. */
bool table_at(struct table *table, size_t moves, void (*look)(void *context, struct table *table), void *context);

#endif
