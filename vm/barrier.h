/* Undo barriers: the moments after which a decision can no longer be taken back fairly, since somebody has learnt
 * something by then.
 *
 * state.barrier is the number of decisions at the last of them; a decision before it is behind the barrier. Barriers
 * are put up here, by a function for each reason. Nothing else writes that number, except that samples keep it. */
#ifndef TRV_VM_BARRIER_H
#define TRV_VM_BARRIER_H

#include "vm/game.h"

static inline void barrier_set(struct state *state) { state->barrier = state->decisions; }

/* Once one is up, nothing more needs to be tested until the next decision. */
static inline bool barrier_is_up(const struct state *state) { return state->barrier == state->decisions; }

/* Chance has decided: a roll, a shuffle, a card or a value drawn at random. */
static inline void barrier_by_chance(struct state *state) { barrier_set(state); }

/* Some seats, but not all, were told or shown something. */
static inline void barrier_by_telling(struct state *state) { barrier_set(state); }

/* Taking back somebody else's decision is never fair. */
static inline void barrier_by_decision(struct state *state, int32_t chooser) {
  if (chooser != state->last_chooser) barrier_set(state);
}

/* All who were asked at once have answered: with the last answer, those of the others come to light. */
static inline void barrier_by_answers(struct state *state, int32_t answers) {
  if (answers > 1) barrier_set(state);
}

/* A card went to where a seat sees it that did not see it before. */
static inline void barrier_by_move(const struct game *game, int32_t from, int32_t to) {
  const uint32_t *viewers = game->setup->viewers;
  if (!barrier_is_up(game->state) && viewers[to] & ~viewers[from]) barrier_set(game->state);
}

/* To draw from a pile that not everybody sees is to learn something, wherever the card goes. */
static inline void barrier_by_draw(const struct game *game, int32_t from, int32_t to) {
  if (barrier_is_up(game->state)) return;
  if (game->setup->viewers[from] != (1u << game->setup->players) - 1) barrier_set(game->state);
  else barrier_by_move(game, from, to);
}

#endif
