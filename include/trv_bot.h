/* A player for any game as a shared object: `trvm play --seat 2=./mybot.so`, `trvm sim --bot ./mybot.so`.
 *
 * The object has the three functions below, and calls what trv.h offers; trvm has all of it inside, so there is nothing
 * to link with: cc -shared -fPIC -o mybot.so mybot.c. It runs inside trvm as trusted code: nothing keeps it from
 * crashing or from looking where it should not. A bot that must be kept apart talks over a pipe; see docs/bots.md. */
#ifndef TRV_BOT_H
#define TRV_BOT_H

#include "trv.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TRV_BOT_INTERFACE 1 /* changes whenever the functions below do */

/* The choice that the bot is asked to make. */
typedef struct trv_bot_turn {
  uint32_t seat;     /* from 0: where the bot sits */
  uint32_t decision; /* decisions that this seat has made in the game so far */
  uint32_t options;  /* answer with a number below this */
  uint32_t random;   /* to draw from: the same in the same game, so that games can be repeated */
} trv_bot_turn;

/* Called once for each seat the bot takes, and for each thread that plays; keep what you need in *self (NULL before)
 * and nothing in global variables. `interface` is the TRV_BOT_INTERFACE of the trvm that calls. The setup lives until
 * trv_bot_end. Returns 0; anything else means that the bot cannot play this game, or here. */
int trv_bot_start(uint32_t interface, const trv_setup *setup, uint32_t seat, void **self);

/* Returns the index of an option of `position`, which is what the seat may know of the game: cards hidden from it were
 * dealt anew and chance has another stream. Until it answers, the bot may query, copy, sample or play on `position` as
 * it likes. If there is no option of that index, the user is told and a random option is taken. */
uint32_t trv_bot_choose(void *self, trv_game *position, const trv_bot_turn *turn);

/* Called once for each start that returned 0. */
void trv_bot_end(void *self);

#ifdef __cplusplus
}
#endif

#endif
