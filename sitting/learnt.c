/* Whether a player has learnt something by choices of his that are to be taken back.
 *
 * The game's own barrier knows of chance, cards, words and decisions. But rules can also go one way or the other by what
 * is hidden, openly enough for the player to see which: then to choose, look and take back is a way to ask. So the choices
 * are made again in positions that the player could not have told from the true one (trv_game_sample), and everything he
 * is shown is compared. If all is the same in each of them, he has learnt nothing, or next to nothing: what most of them
 * would have shown him anyway. Positions are tried by fixed seeds, so that asking again brings the same answer.
 *
 * Knows nothing of what is shown but how to hash it. */
#include "base/hash.h"
#include "sitting/sitting.h"

enum {
  TRIED = 48,        /* positions */
  LISTED = 200,      /* options of a choice that are compared with their labels; of all, how many there are */
  PROMPT_BYTES = 512 /* of a prompt that are compared, beside its length */
};
static const uint64_t most_fuel = 50 * 1000 * 1000; /* for all of it; rules that need more have counted as telling */

/* ---- what a seat is shown ---- */

static uint64_t hash_field(uint64_t hash, const char *text) { return hash_fnv(hash_fnv_text(hash, text), 0); }

static bool hash_item(void *context, const trv_view_item *item) {
  uint64_t *hash = context;
  *hash = hash_field(hash_field(*hash, item->name), item->index);
  *hash = hash_field(hash_field(hash_fnv(*hash, item->size), item->contents), item->known);
  return true;
}

static bool hash_offered(void *context, const trv_offered *offered) {
  uint64_t *hash = context;
  *hash = hash_field(hash_field(*hash, offered->notation), offered->label);
  return offered->index + 1 < LISTED;
}

static bool hash_line(void *context, const char *text) {
  uint64_t *hash = context;
  *hash = hash_field(*hash, text);
  return true;
}

struct hashed_denials {
  uint64_t *hash;
  uint32_t count;
};

static bool hash_denied(void *context, const trv_denied *denied) {
  struct hashed_denials *denials = context;
  *denials->hash = hash_field(hash_field(*denials->hash, denied->notation), denied->reason);
  return ++denials->count < LISTED;
}

/* Who is asked what, in which phase; what the seat itself is asked, with its options, and why it has no others. */
static uint64_t hash_choice(uint64_t hash, trv_game *game, uint32_t seat) {
  trv_choice_info choice;
  char prompt[PROMPT_BYTES];
  if (trv_game_choice(game, &choice) != TRV_OK) return hash;
  hash = hash_field(hash_field(hash_fnv(hash, choice.seat), choice.name), choice.phase);
  if (choice.seat != seat) return hash;
  hash = hash_fnv(hash_fnv(hash, choice.options), trv_game_prompt(game, prompt, sizeof prompt));
  hash = hash_field(hash, prompt);
  trv_offered_each(game, hash_offered, &hash);
  trv_denied_each(game, hash_denied, &(struct hashed_denials){ &hash, 0 });
  return hash;
}

static uint64_t hash_result(uint64_t hash, trv_game *game) {
  uint32_t places[TRV_MOST_PLAYERS];
  int32_t keys[TRV_MOST_PLAYERS];
  if (trv_game_status(game) != TRV_OVER || trv_game_result(game, places, keys) != TRV_OK) return hash;
  for (uint32_t i = 0; i < trv_setup_players(trv_game_setup(game)); i++)
    hash = hash_fnv(hash_fnv(hash, places[i]), (uint32_t)keys[i]);
  return hash;
}

static uint64_t hash_shown(uint64_t hash, trv_game *game, uint32_t seat, size_t move, size_t *heard) {
  hash = hash_fnv(hash, (uint64_t)trv_game_status(game));
  hash = hash_fnv(hash, trv_game_undo_barrier(game) > move); /* whether it could be taken back is known, too */
  hash = hash_choice(hash, game, seat);
  hash = hash_result(hash, game);
  trv_view_each(game, (int)seat, hash_item, &hash);
  trv_log_since(game, (int)seat, heard, hash_line, &hash);
  return hash;
}

/* ---- the choices, once more ---- */

/* Makes them in `game`; a hash of all that the seat is shown on the way. */
static uint64_t repeat_shown(const trv_sitting *sitting, trv_game *game, uint32_t seat, size_t move) {
  uint64_t hash = HASH_START;
  size_t heard = 0;
  for (size_t i = move; i < sitting->move_count; i++) {
    int status = trv_choose_notation(game, sitting->notations.bytes + sitting->moves[i].notation);
    if (status < 0) return hash_fnv(hash, i); /* it could not have been chosen */
    hash = hash_shown(hash, game, seat, move, &heard);
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
