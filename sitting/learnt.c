/* Whether a player has learnt something by choices of his that are to be taken back.
 *
 * The game's own barrier knows of chance, cards, words and decisions. But rules can also go one way or the other by what
 * is hidden, openly enough for the player to see which: then to choose, look and take back is a way to ask. So the choices
 * are made again in positions that the player could not have told from the true one (trv_game_sample), and everything he
 * is shown is compared. If all is the same in each of them, he has learnt nothing, or next to nothing: what most of them
 * would have shown him anyway. Positions are tried by fixed seeds, so that asking again brings the same answer.
 *
 * Knows nothing of what is shown. */
#include "base/hash.h"
#include "sitting/sitting.h"

enum { TRIED = 48 };                                /* positions */
static const uint64_t most_fuel = 50 * 1000 * 1000; /* for all of it; rules that need more have counted as telling */

/* ---- the choices, once more ---- */

/* Makes them in `game`; a hash of all that the seat is shown on the way. */
static uint64_t repeat_shown(const trv_sitting *sitting, trv_game *game, uint32_t seat, size_t move) {
  uint64_t hash = HASH_START;
  size_t heard = 0;
  for (size_t i = move; i < sitting->move_count; i++) {
    int status = trv_choose_notation(game, sitting->notations.bytes + sitting->moves[i].notation);
    if (status < 0) return hash_fnv(hash, i);                  /* it could not have been chosen */
    hash = hash_fnv(hash, trv_game_undo_barrier(game) > move); /* whether it could be taken back is known, too */
    hash = hash_fnv(hash, trv_game_appearance(game, seat, &heard));
  }
  return hash;
}

/* Empties the log; false when there is no memory. */
static bool begin_again(trv_game *game) {
  trv_game_unlisten(game);
  return trv_game_listen(game) == TRV_OK;
}

static int compare(const trv_sitting *sitting, trv_game *trial, uint32_t seat, size_t move, bool *learnt) {
  trv_game *before = sitting->spare;
  if (!begin_again(trial) || trv_game_copy(trial, before) != TRV_OK) return TRV_E_MEMORY;
  uint64_t shown = repeat_shown(sitting, trial, seat, move);
  for (uint32_t seed = 1; seed <= TRIED && !*learnt; seed++) {
    if (!begin_again(trial)) return TRV_E_MEMORY;
    int status = trv_game_sample(trial, before, seat, seed);
    if (status == TRV_E_MEMORY) return status;
    *learnt =
        status != TRV_OK || repeat_shown(sitting, trial, seat, move) != shown || trv_game_spent(trial) > most_fuel;
  }
  return TRV_OK;
}

int sitting_has_learnt(const trv_sitting *sitting, uint32_t seat, size_t move, bool *learnt) {
  trv_game *trial;
  int status = sitting_new_game(sitting, &trial);
  if (status != TRV_OK) return status;
  status = compare(sitting, trial, seat, move, learnt);
  trv_game_free(trial);
  return status;
}
