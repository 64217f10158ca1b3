/* Another game: where samples take hidden numbers from that could be almost anything.
 *
 * Of a number of many values hardly any is one that the rules ever give it, and of one without bounds nothing is known at all.
 * So the game is begun once more with other chance, and played at random for as many decisions; what such a number is there,
 * it is in the sample. Nothing of the true position is used for it but how many decisions there were, if all know that. Few games have
 * such numbers; the others pay nothing. */
#include <string.h>

#include "vm/api.h"

enum { FEW_VALUES = 100, MOST_DECISIONS = 100 };
static const uint64_t most_fuel = 1000 * 1000;

bool another_gives(const struct setup *setup, const struct type_desc *type) {
  const struct type_desc *single = type->kind >= VALUE_SET ? &setup->program->types[type->element] : type;
  return single->kind == VALUE_INT && (type_values(single) == 0 || type_values(single) > FEW_VALUES);
}

bool another_is_needed(const struct setup *setup) {
  const struct program *p = setup->program;
  for (uint32_t v = 0; v < p->variables_count; v++)
    if (setup->variable_seen[v] != SEEN_BY_ALL && p->variables[v].setting < 0 &&
        another_gives(setup, &p->types[p->variables[v].type]))
      return true;
  return false;
}

static void play(struct game *game, uint32_t decisions, uint32_t random[4]) {
  uint64_t fuel = game->spent + most_fuel;
  uint32_t seed = chance_draw(random), number = chance_draw(random);
  game_reset(game);
  chance_seed(game->state->random, seed, number);
  interp_start(game, game->setup->program->meta->main_proc, NULL, 0);
  for (uint32_t i = 0; i < decisions && i < MOST_DECISIONS; i++) {
    if (!game_pending(game) || game->spent > fuel || game_is_cancelled(game)) return;
    if (!interp_choose(game, chance_below(random, game->state->options))) return;
  }
}

struct state *another_play(trv_game *sample, uint32_t decisions, uint32_t random[4]) {
  struct game *game = &sample->game;
  struct game_log *log = game->log;
  struct script *script = game->script;
  size_t size = (size_t)game->setup->program->meta->state_bytes;
  struct state *kept = memory_new(game_allocator(sample), 1, size),
               *other = memory_new(game_allocator(sample), 1, size);
  if (kept && other) {
    memcpy(kept, game->state, game->state->used);
    game->log = NULL; /* what is said there, nobody hears */
    game->script = NULL;
    play(game, decisions, random);
    memcpy(other, game->state, game->state->used);
    game_reset(game);
    game_put(game, kept);
    game->log = log;
    game->script = script;
  } else {
    memory_free(game_allocator(sample), other);
    other = NULL;
  }
  memory_free(game_allocator(sample), kept);
  return other;
}
