/* The options of a position as the enumerator found them, kept outside of any game: `trv_options`.
 *
 * A record is the option's number and the slots of its arguments, which is all that its body needs to go on. Whoever
 * tries every option on copies of a position so pays for one enumeration, not for one per option. */
#include <string.h>

#include "vm/api.h"

struct trv_options {
  const trv_setup *setup;
  struct option_list list; /* its slots are a block of its own */
  uint32_t decisions, pc;  /* of the position they belong to */
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
  memory_free(allocator_of(options), options->list.slots);
  memory_free(allocator_of(options), options);
}

/* ---- finding ---- */

enum { FIRST_SLOTS = 256 };

static bool reserve(trv_options *options) {
  size_t wanted = ((size_t)options->list.count + 1) * options->list.width, capacity = options->list.capacity;
  if (wanted <= capacity) return true;
  if (capacity == 0) capacity = FIRST_SLOTS;
  while (capacity < wanted) capacity *= 2;
  const trv_allocator *allocator = allocator_of(options);
  int32_t *slots = allocator->resize(allocator->context, options->list.slots, capacity * sizeof *slots);
  if (!slots) return false;
  options->list.slots = slots;
  options->list.capacity = capacity;
  return true;
}

static bool keep(void *context, int32_t option, const int32_t *frame) {
  trv_options *options = context;
  const struct program *p = options->setup->setup.program;
  options->failed = !reserve(options);
  if (options->failed) return false;
  int32_t *record = options->list.slots + (size_t)options->list.count++ * options->list.width;
  record[0] = option;
  memcpy(record + 1, frame + p->choices[options->choice].top, (options->list.width - 1) * sizeof *record);
  return true;
}

static void note_position(trv_options *options, const struct state *state) {
  options->choice = state->choice;
  options->decisions = state->decisions;
  options->pc = state->pc;
}

int trv_options_find(trv_options *options, trv_game *game) {
  const struct state *state = game->game.state;
  options->list.count = 0;
  options->failed = false;
  if (game->setup != options->setup) return TRV_E_ARGUMENT;
  if (state->status != STATE_CHOICE) return TRV_E_STATE;
  note_position(options, state);
  options->list.width = 1 + (uint32_t)options->setup->setup.program->choices[state->choice].arguments;
  struct option_sink sink = { keep, NULL, options };
  enum rule_error error = interp_enumerate(&game->game, false, &sink);
  if (options->failed || error) options->list.count = 0;
  return options->failed ? TRV_E_MEMORY : error ? TRV_E_RULE : (int)options->list.count;
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
  if (index >= options->list.count) return 0;
  const int32_t *record = options->list.slots + (size_t)index * options->list.width;
  const struct option *option = &p->options[record[0]];
  uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), record[0]);
  for (int32_t i = 0; i < option->arguments; i++) {
    const struct argument *argument = &p->arguments[option->first_argument + i];
    hash = mix_value(hash, &p->types[argument->type], record + 1 + argument->slot - p->choices[options->choice].top);
  }
  return hash;
}

/* ---- taking ---- */

static int take(const trv_options *options, trv_game *game, uint32_t index, struct option_list *next) {
  const struct state *state = game->game.state;
  if (game->setup != options->setup || index >= options->list.count) return TRV_E_ARGUMENT;
  if (state->status != STATE_CHOICE || state->choice != options->choice || state->decisions != options->decisions ||
      state->pc != options->pc)
    return TRV_E_STATE;
  const int32_t *record = options->list.slots + (size_t)index * options->list.width;
  interp_take(&game->game, index, record[0], record + 1, next);
  return game_status(&game->game);
}

int trv_options_choose(const trv_options *options, trv_game *game, uint32_t index) {
  return take(options, game, index, NULL);
}

/* The run that counts the next options notes them, mostly; otherwise they are looked for. */
int trv_options_advance(trv_options *options, trv_game *game, uint32_t index) {
  struct option_list next = { options->list.slots, options->list.capacity, 0, 0 };
  int status = take(options, game, index, &next);
  if (status < 0) return status;
  options->list.count = 0;
  if (status != TRV_CHOICE) return status == TRV_OVER ? 0 : TRV_E_RULE;
  if (next.count == 0) return trv_options_find(options, game);
  options->list = next;
  note_position(options, game->game.state);
  return (int)next.count;
}
