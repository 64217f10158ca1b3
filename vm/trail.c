/* The trail of a game: an earlier position, and what was chosen since; from these retrace.c makes samples where the position
 * alone would tell too much.
 *
 * It is begun anew at every sixteenth decision or so, where the rules are at nothing that is hidden from anybody; a choice in
 * between costs a few bytes. Games whose rules never come to such a choice have none, and playouts keep none. */
#include <string.h>

#include "vm/api.h"

enum { USUAL_LENGTH = 16 };

/* What was chosen is open to all where nothing is hidden; but what a roll has decided is a secret until it shows, in every
 * game. A number that a player is asked about is guessed until he would be asked the same. */
bool trail_is_needed(const struct program *program) {
  int32_t flags = program->secret_locals_count > 0 ? CHOICE_INSIDE : 0;
  for (uint32_t i = 0; i < program->choices_count; i++) flags |= program->choices[i].flags;
  for (uint32_t i = 0; i < program->secret_locals_count; i++)
    if (program->secret_locals[i].wide && !program->secret_locals[i].shown) flags |= CHOICE_COVERT;
  return flags & CHOICE_COVERT || (flags & CHOICE_INSIDE && program->meta->hidden_information);
}

bool trail_asks_unseen(const struct program *program) {
  for (uint32_t i = 0; i < program->choices_count; i++)
    if ((program->choices[i].flags & CHOICE_SECRET) && (program->choices[i].flags & CHOICE_COVERT)) return true;
  return false;
}

void trail_lose(struct game *game) {
  if (game->trail && game->trail->status == TRAIL_KEPT) game->trail->status = TRAIL_LOST;
}

void trail_end(struct game *game) {
  if (game->trail) game->trail->status = TRAIL_OFF;
}

void trail_begin(struct game *game, bool is_start) {
  struct trail *trail = game->trail;
  if (!trail) return;
  memcpy(trail->anchor, game->state, game->state->used);
  trail->count = 0;
  trail->status = TRAIL_KEPT;
  trail->is_start = is_start;
}

static bool is_open_to_all(struct game *game) {
  if (game_pending(game)->flags & (CHOICE_COVERT | CHOICE_INSIDE)) return false;
  for (uint32_t seat = 0; seat < game->setup->players; seat++)
    if (locals_are_covert(game, (int)seat)) return false;
  return true;
}

void trail_note(struct game *game, uint32_t index) {
  struct trail *trail = game->trail;
  if (!trail || trail->status == TRAIL_OFF) return;
  bool is_due = trail->status == TRAIL_LOST || trail->count >= USUAL_LENGTH;
  if (is_due && is_open_to_all(game)) trail_begin(game, false);
  else if (trail->count == TRAIL_LENGTH) trail->status = TRAIL_LOST;
  if (trail->status == TRAIL_LOST) return;
  trail->steps[trail->count++] =
      (struct trail_step){ index, (int16_t)game->state->chooser, (int16_t)game_pending(game)->flags };
}

void trail_copy(struct game *to, const struct game *from) {
  const struct trail *trail = from->trail;
  if (!trail || !to->trail) return;
  to->trail->status = trail->status;
  if (trail->status != TRAIL_KEPT) return;
  to->trail->count = trail->count;
  to->trail->is_start = trail->is_start;
  memcpy(to->trail->steps, trail->steps, trail->count * sizeof *trail->steps);
  memcpy(to->trail->anchor, trail->anchor, trail->anchor->used);
}
