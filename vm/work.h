/* Work: what the machine pays for instructions whose work grows with data.
 *
 * Fuel is used by jumps back and by calls, so that rules end. One instruction that handles a whole pile, list or array
 * would get all of that for nothing; so it is paid for by its work, WORK_PER_FUEL units for one of fuel, and what is less
 * is free. A unit is about what handling one card takes; of memory that is only copied, a unit is several slots. Code
 * that is long between two jumps back, or in a procedure, is paid for the same way (the
 * compiler adds a WORK): a round of it is not free either.
 *
 * Operations on cards note their work in the game, and the loop settles it after them. Those that repeat others ask
 * work_may_go_on in between, since they are also where a host waits that wants to stop the game. */
#ifndef TRV_VM_WORK_H
#define TRV_VM_WORK_H

#include "vm/game.h"

enum { WORK_PER_FUEL = 16, WORK_SLOTS = 4 /* copied for one unit */, WORK_BYTES = 16 /* likewise */ };

static inline void work_note(struct game *game, uint64_t units) { game->work += units; }

/* False when the work noted so far is more than can be paid for, or the host wants to stop: then it is RULE_FUEL. */
static inline bool work_may_go_on(const struct game *game) {
  return game->work / WORK_PER_FUEL <= game->fuel_limit && !game_is_cancelled(game);
}

#endif
