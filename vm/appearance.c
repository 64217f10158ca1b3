/* What a seat is shown, as a number: two positions between which it tells no difference have the same one.
 *
 * Knows nothing of what is shown but how to hash it: the view, who is asked what, the seat's own options with their labels
 * and why it has no others, the result, and what was said. */
#include "base/hash.h"
#include "vm/api.h"

enum {
  LISTED = 200,      /* options of a choice that are compared with their labels; of all, how many there are */
  PROMPT_BYTES = 512 /* of a prompt that are compared, beside its length */
};

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
  for (uint32_t i = 0; i < game->game.setup->players; i++)
    hash = hash_fnv(hash_fnv(hash, places[i]), (uint32_t)keys[i]);
  return hash;
}

uint64_t trv_game_appearance(trv_game *game, uint32_t seat, size_t *heard) {
  uint64_t hash = hash_fnv(HASH_START, (uint64_t)trv_game_status(game));
  if (seat >= game->game.setup->players) return 0;
  hash = hash_choice(hash, game, seat);
  hash = hash_result(hash, game);
  trv_view_each(game, (int)seat, hash_item, &hash);
  trv_log_since(game, (int)seat, heard, hash_line, &hash);
  return hash;
}
