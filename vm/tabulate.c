/* Works out, once, the fns that depend on nothing but their arguments, so that calling one is reading a column.
 *
 * The only place that writes to a program after it was put together, and only before anybody else sees it. A table may
 * be worked out with the help of another that is not filled yet: all are filled again until nothing changes. */
#include <string.h>

#include "vm/api.h"

static int32_t entries_of(const struct tabulation *table) {
  int32_t entries = 1;
  for (int32_t i = 0; i < table->params; i++) entries *= table->counts[i];
  return entries;
}

static void arguments_of(const struct tabulation *table, int32_t entry, int32_t *arguments) {
  for (int32_t i = table->params - 1; i >= 0; i--) {
    arguments[i] = entry % table->counts[i];
    entry /= table->counts[i];
  }
}

/* Jumps back and calls for all entries of all tables together: less than a second. The compiler makes only tables that
 * it expects to need a part of this, so that it is used up by what cannot be foreseen alone. */
enum { TABLES_FUEL = 50000000 };

/* Fills one table; *changed is set when an entry got another value. `left` is the fuel for this and the others. */
static enum rule_error fill(struct game *game, const struct tabulation *table, uint64_t *left, bool *changed) {
  const struct program *p = game->setup->program;
  const struct column *column = &p->columns[table->column];
  int32_t *ints = (int32_t *)(uintptr_t)p->ints + column->offset, arguments[TABULATION_PARAMS], result[64];
  size_t bytes = (size_t)column->slots * sizeof *result;
  for (int32_t entry = 0; entry < entries_of(table); entry++, ints += column->slots) {
    uint64_t before = game->spent;
    arguments_of(table, entry, arguments);
    game->fuel_limit = *left;
    enum rule_error error =
        interp_call_pure(game, table->proc, arguments, (uint32_t)table->params, result, (uint32_t)column->slots);
    if (error != RULE_NONE) return error;
    uint64_t used = game->spent - before + 1;
    if (used >= *left) return RULE_FUEL;
    *left -= used;
    if (!memcmp(ints, result, bytes)) continue;
    memcpy(ints, result, bytes);
    *changed = true;
  }
  return RULE_NONE;
}

/* Tables that others need were mostly asked for after those: so the last comes first. */
static int fill_all(struct game *game) {
  const struct program *p = game->setup->program;
  uint64_t left = TABLES_FUEL;
  bool changed = true;
  for (uint32_t pass = 0; pass <= p->tabulations_count && changed; pass++) {
    changed = false;
    for (uint32_t i = p->tabulations_count; i-- > 0;)
      if (fill(game, &p->tabulations[i], &left, &changed) != RULE_NONE) return TRV_E_RULE;
  }
  return TRV_OK;
}

int program_tabulate(trv_program *program, volatile const int *cancel) {
  const struct program *p = &program->program;
  if (!p->tabulations_count) return TRV_OK;
  struct setup setup = { .program = p, .players = (uint32_t)p->meta->low_players };
  struct game game = { .setup = &setup, .cancel = cancel };
  game.state = memory_new(&program->allocator, 1, (size_t)p->meta->state_bytes);
  game.scratch = memory_new(&program->allocator, (size_t)program_scratch_slots(p), sizeof *game.scratch);
  int status = game.state && game.scratch ? fill_all(&game) : TRV_E_MEMORY;
  memory_free(&program->allocator, game.state);
  memory_free(&program->allocator, game.scratch);
  return status;
}
