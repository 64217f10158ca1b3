/* The program's own players, by name.
 *
 * A bot sees the game through include/trv.h only and must not look at what its seat cannot see. It draws from a
 * stream of its own, keyed by the turn, so that the same seed makes the same game whoever else plays. */
#ifndef TRV_BOTS_H
#define TRV_BOTS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "include/trv.h"

/* ---- kinds ---- */

/* The decision a bot is asked to make. */
struct bot_turn {
  uint32_t seed, number;  /* of the bots' streams in this game: trv_seed_of_bots, and the game's number */
  uint32_t seat;          /* from 0 */
  uint32_t decision;      /* trv_choice_info.decision: with the seat, the key of the bot's stream */
  uint32_t options;       /* at least 1 */
  uint32_t random;        /* for those who must not learn of the game: trv_seed_of_guest */
  char *why;              /* where to say why there is no answer; bots_choose sets it */
  size_t why_size;
};
#define BOT_NO_ANSWER UINT32_MAX
/* The turn of whoever is to choose in game `number` of a seed. */
struct bot_turn bots_turn(trv_seed seed, uint32_t number, const trv_choice_info *choice);

/* Where a bot is to sit. */
struct bot_place {
  const trv_setup *setup;
  uint32_t seat;
  const char *argument;   /* what followed its name, "" when nothing did; lives as long as the bot */
  uint32_t milliseconds;  /* for a choice, where the bot keeps time; 0: as usual */
  char *why;              /* where to say why it cannot sit there */
  size_t why_size;
  const volatile sig_atomic_t *cancel; /* once it is not 0 nobody waits for an answer any more; may be NULL */
};

/* A kind of bot. What one of them needs to think it makes once, in `start`, for all games of a setup; each thread has
 * bots of its own. */
struct bot {
  const char *name, *summary;
  const char *argument;   /* what may follow the name and a colon, as help shows it; NULL: nothing */
  /* Owned, for `end`; NULL after saying why. A kind that needs nothing leaves both out. */
  void *(*start)(const struct bot_place *place);
  uint32_t (*choose)(void *self, trv_game *game, const struct bot_turn *turn);
  void (*end)(void *self);
};

extern const struct bot bot_random, bot_greedy, bot_search;

/* ---- as users name them ---- */

struct bot_wish {
  const struct bot *bot;  /* NULL: nobody */
  const char *argument;   /* borrowed from the text */
  const char *text;       /* as the user wrote it */
};
/* The bot of a level for people, `easy`, `fair` or `hard`, as bots_read takes it; NULL when there is no such level. */
const char *bots_of_level(const char *level);
/* Reads `greedy`, `search:1000`. False after a sentence in `why`. */
bool bots_read(const char *text, struct bot_wish *wish, char *why, size_t why_size);

/* ---- at a table ---- */

/* Bots in the seats of one table, used by one thread. */
struct bot_table {
  struct bot_wish wishes[TRV_MOST_PLAYERS];
  uint32_t milliseconds; /* for each: bot_place.milliseconds */
  void (*lost)(void *context, const char *text); /* told when a bot has no sensible
                                                     answer, without a text when it said so before; may be NULL */
  void *context;
  const volatile sig_atomic_t *cancel; /* for each: bot_place.cancel; what is chosen then is nobody's choice */
  void *selves[TRV_MOST_PLAYERS];
};

/* Starts the bots that were wished for. False after a sentence in `why`; bots_leave is due in either case. */
bool bots_sit(struct bot_table *table, const trv_setup *setup, char *why, size_t why_size);
/* Always an option: when a bot names none, the user is told and a random one is taken. */
uint32_t bots_choose(const struct bot_table *table, trv_game *game, const struct bot_turn *turn);
void bots_leave(struct bot_table *table);

/* ---- advice ---- */

/* The options of the pending choice, best first, as `greedy` judges them at a glance: `order` has room for turn->options
 * numbers. In their own order when there are too many to try, or no memory. `cancel` may be NULL. */
void bots_rank(trv_game *game, const struct bot_turn *turn, uint32_t *order, const volatile sig_atomic_t *cancel);

struct bot_advice {
  uint32_t option;
  uint32_t share; /* how many of 100 of its thoughts went to this option */
  /* What came of it in games that all played on as `greedy` does, the same positions for all options. Without games none of
   * it holds. */
  uint32_t games;
  uint32_t chance, low, high; /* of 100 games won, a shared win in part; and between which the chance lies, 95 % */
  uint32_t place;             /* on average, times 100 */
  int64_t own, others;        /* the first ranking key at the end, times 100, more is better: of the seat, of each of the others */
  bool equal;                 /* places do not tell it from the first option */
};
enum { ADVICE_MOST = 5, ADVICE_TRIED = 32 /* of the best, when some of them lead back */ };
/* What was advised to a seat in a game, so that whoever follows all of it never undoes what he did before. Starts empty. */
enum { BOT_REMEMBERED = 64 };
struct bot_memory {
  uint64_t views[BOT_REMEMBERED]; /* what the seat saw then */
  uint32_t decisions[BOT_REMEMBERED], count;
};
/* The best options of the pending choice, best first, at most `most`. `memory` may be NULL. Once *cancel is not 0 nobody waits
 * for it any more; `cancel` may be NULL. Returns how many, 0 when there is no memory. */
size_t bots_advise(trv_game *game, const struct bot_turn *turn, struct bot_memory *memory, struct bot_advice *advice,
                   size_t most, const volatile sig_atomic_t *cancel);

#endif
