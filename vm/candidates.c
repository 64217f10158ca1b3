/* The options of a position as the enumerator found them, kept outside of any game: `trv_options`.
 *
 * A record is the option's number and the slots of its arguments, which is all that its body needs to go on. Whoever
 * tries every option on copies of a position so pays for one enumeration, not for one per option. */
#include <string.h>

#include "vm/api.h"

struct trv_options {
  const trv_setup *setup;
  int32_t *slots; /* records one after the other; a block of its own */
  size_t capacity;
  uint32_t count, width;  /* width: slots of a record */
  uint32_t decisions, pc; /* of the position they belong to */
  int32_t choice;
  bool failed; /* there was no memory for another record */
};

static const trv_allocator *allocator_of(const trv_options *options) { return &options->setup->program->allocator; }

int trv_options_new(const trv_setup *setup, trv_options **options) {
  *options = memory_new(&setup->program->allocator, 1, sizeof **options);
  if (!*options) return TRV_E_MEMORY;
  (*options)->setup = setup;
  return TRV_OK;
}

void trv_options_free(trv_options *options) {
  if (!options) return;
  memory_free(allocator_of(options), options->slots);
  memory_free(allocator_of(options), options);
}

/* ---- finding ---- */

enum { FIRST_SLOTS = 256 };

static bool reserve(trv_options *options) {
  size_t wanted = ((size_t)options->count + 1) * options->width, capacity = options->capacity;
  if (wanted <= capacity) return true;
  if (capacity == 0) capacity = FIRST_SLOTS;
  while (capacity < wanted) capacity *= 2;
  const trv_allocator *allocator = allocator_of(options);
  int32_t *slots = allocator->resize(allocator->context, options->slots, capacity * sizeof *slots);
  if (!slots) return false;
  options->slots = slots;
  options->capacity = capacity;
  return true;
}

static bool keep(void *context, int32_t option, const int32_t *frame) {
  trv_options *options = context;
  const struct program *p = options->setup->setup.program;
  options->failed = !reserve(options);
  if (options->failed) return false;
  int32_t *record = options->slots + (size_t)options->count++ * options->width;
  record[0] = option;
  memcpy(record + 1, frame + p->choices[options->choice].top, (options->width - 1) * sizeof *record);
  return true;
}

int trv_options_find(trv_options *options, trv_game *game) {
  const struct state *state = game->game.state;
  options->count = 0;
  options->failed = false;
  if (game->setup != options->setup) return TRV_E_ARGUMENT;
  if (state->status != STATE_CHOICE) return TRV_E_STATE;
  options->choice = state->choice;
  options->decisions = state->decisions;
  options->pc = state->pc;
  options->width = 1 + (uint32_t)options->setup->setup.program->choices[state->choice].arguments;
  struct option_sink sink = { keep, NULL, options };
  enum rule_error error = interp_enumerate(&game->game, false, &sink);
  if (options->failed || error) options->count = 0;
  return options->failed ? TRV_E_MEMORY : error ? TRV_E_RULE : (int)options->count;
}

/* ---- what tells options apart ---- */

static uint64_t mix(uint64_t hash, int32_t value) {
  hash = (hash ^ (uint32_t)value) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

/* Slots of a list beyond its length are not part of it. */
static uint64_t mix_value(uint64_t hash, const struct type_desc *type, const int32_t *slots) {
  int32_t count = type->slots;
  if (type->kind == VALUE_LIST) count = 1 + (slots[0] < 0 ? 0 : slots[0] < type->count ? slots[0] : type->count);
  for (int32_t i = 0; i < count; i++) hash = mix(hash, slots[i]);
  return hash;
}

uint64_t trv_options_key(const trv_options *options, uint32_t index) {
  const struct program *p = options->setup->setup.program;
  if (index >= options->count) return 0;
  const int32_t *record = options->slots + (size_t)index * options->width;
  const struct option *option = &p->options[record[0]];
  uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), record[0]);
  for (int32_t i = 0; i < option->arguments; i++) {
    const struct argument *argument = &p->arguments[option->first_argument + i];
    hash = mix_value(hash, &p->types[argument->type], record + 1 + argument->slot - p->choices[options->choice].top);
  }
  return hash;
}

/* ---- taking ---- */

int trv_options_choose(const trv_options *options, trv_game *game, uint32_t index) {
  const struct state *state = game->game.state;
  if (game->setup != options->setup || index >= options->count) return TRV_E_ARGUMENT;
  if (state->status != STATE_CHOICE || state->choice != options->choice || state->decisions != options->decisions ||
      state->pc != options->pc)
    return TRV_E_STATE;
  const int32_t *record = options->slots + (size_t)index * options->width;
  interp_take(&game->game, index, record[0], record + 1);
  return game_status(&game->game);
}
