/* The options of a position as the enumerator found them: those that a game keeps, and `trv_options`, which belong to no
 * game.
 *
 * A record is the option's number and the slots of its arguments: all that its label and its body need.
 *
 * A game keeps the options of its position once somebody has asked for one of them. With them it keeps a copy of the state
 * they were found in: the options are valid as long as the two are equal, byte for byte, so nothing has to tell when
 * they are out of date. Copying a game does not copy them. A reader takes them out of the game meanwhile, so that what a
 * call-back asks cannot move them while they are read.
 *
 * To try every option on copies of a position, `trv_options` pays for one enumeration, not for one per option. No list
 * is longer than the number of options counted when the choice was left pending: hosts have made room for that many. */
#include <string.h>

#include "base/hash.h"
#include "vm/api.h"

struct trv_options {
  const trv_setup *setup;
  struct option_list list; /* its slots are a block of its own */
  uint32_t decisions, pc;  /* of the position they belong to */
  int32_t choice;
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

enum {
  FIRST_SLOTS = 256,
  KEPT_SLOTS = 1 << 24, /* a game keeps no more than that; options of wider choices are found again for each call */
};

static bool reserve(struct option_list *list, size_t records, const trv_allocator *allocator) {
  size_t wanted = records * list->width, capacity = list->capacity;
  if (wanted <= capacity) return true;
  if (capacity == 0) capacity = FIRST_SLOTS;
  while (capacity < wanted) capacity *= 2;
  int32_t *slots = allocator->resize(allocator->context, list->slots, capacity * sizeof *slots);
  if (!slots) return false;
  list->slots = slots;
  list->capacity = capacity;
  return true;
}

struct search {
  struct option_list *list;
  const trv_allocator *allocator;
  int32_t top;   /* of the choice */
  uint32_t most; /* options there are said to be */
  bool failed;   /* there was no memory for another record */
};

static bool note_candidate(void *context, int32_t option, const int32_t *frame) {
  struct search *search = context;
  struct option_list *list = search->list;
  search->failed = !reserve(list, (size_t)list->count + 1, search->allocator);
  if (search->failed) return false;
  int32_t *record = list->slots + (size_t)list->count++ * list->width;
  record[0] = option;
  memcpy(record + 1, frame + search->top, (list->width - 1) * sizeof *record);
  return list->count < search->most;
}

/* Puts the options of the pending choice into `list`; after a rule error those that came before it. */
static enum rule_error find(trv_game *game, struct option_list *list, bool *failed) {
  const struct choice *choice = game_pending(&game->game);
  struct search search = { list, game_allocator(game), choice->top, game->game.state->options, false };
  list->count = 0;
  list->width = 1 + (uint32_t)choice->arguments;
  enum rule_error error = interp_enumerate(&game->game, false, &(struct option_sink){ note_candidate, NULL, &search });
  *failed = search.failed;
  return error;
}

/* ---- those that a game keeps ---- */

/* Whether they are the options of the present position. While visits are counted, every enumeration must run. */
static bool is_present(const struct kept_options *kept, const struct game *game) {
  return kept && kept->whole && !game->visits && kept->position->used == game->state->used &&
         memcmp(kept->position, game->state, game->state->used) == 0;
}

static void note_present(struct kept_options *kept, const struct state *state) {
  memcpy(kept->position, state, state->used);
}

static struct kept_options *kept_new(const trv_game *game) {
  const struct meta *meta = game->game.setup->program->meta;
  size_t state = ((size_t)meta->state_bytes + 7) & ~(size_t)7, frame = (size_t)meta->stack_slots * sizeof(int32_t);
  struct kept_options *kept = memory_new(game_allocator(game), 1, sizeof *kept + state + frame);
  if (!kept) return NULL;
  kept->position = (struct state *)(void *)(kept + 1);
  kept->frame = (int32_t *)(void *)((char *)(kept + 1) + state);
  return kept;
}

static void kept_free(const trv_game *game, struct kept_options *kept) {
  if (!kept) return;
  memory_free(game_allocator(game), kept->list.slots);
  memory_free(game_allocator(game), kept);
}

int candidates_take(trv_game *game, struct kept_options **taken) {
  struct kept_options *kept = game->kept;
  bool failed = false;
  *taken = NULL;
  if (!game_pending(&game->game)) return TRV_E_STATE;
  if (!is_present(kept, &game->game)) {
    if (!kept && !(kept = kept_new(game))) return TRV_E_MEMORY;
    note_present(kept, game->game.state);
    enum rule_error error = find(game, &kept->list, &failed);
    kept->whole = !error && !failed;
  }
  game->kept = NULL;
  *taken = kept;
  if (!failed) return (int)kept->list.count;
  candidates_give_back(game, taken);
  return TRV_E_MEMORY;
}

/* A game in the host's memory is never freed, so it must not own anything. */
void candidates_give_back(trv_game *game, struct kept_options **taken) {
  struct kept_options *kept = *taken;
  *taken = NULL;
  if (game->placed || game->kept || (kept && kept->list.capacity > KEPT_SLOTS)) kept_free(game, kept);
  else game->kept = kept;
}

void candidates_free(trv_game *game) {
  kept_free(game, game->kept);
  game->kept = NULL;
}

int32_t candidates_option(const struct kept_options *kept, uint32_t index) {
  return kept->list.slots[(size_t)index * kept->list.width];
}

const int32_t *candidates_frame(const trv_game *game, struct kept_options *kept, uint32_t index) {
  const struct program *program = game->game.setup->program;
  const struct choice *choice = &program->choices[kept->position->choice];
  const int32_t *pending = state_stack(program, kept->position) + kept->position->frame;
  const int32_t *record = kept->list.slots + (size_t)index * kept->list.width;
  size_t top = (size_t)choice->top, arguments = kept->list.width - 1;
  memcpy(kept->frame, pending, top * sizeof *pending);
  memcpy(kept->frame + top, record + 1, arguments * sizeof *record);
  memset(kept->frame + top + arguments, 0, ((size_t)choice->frame - top - arguments) * sizeof *record);
  return kept->frame;
}

uint32_t candidates_frame_slots(const trv_game *game, const struct kept_options *kept) {
  return (uint32_t)game->game.setup->program->choices[kept->position->choice].frame;
}

/* The run that counts the options of the next choice writes them over the present ones, if there is room. */
bool candidates_choose(trv_game *game, uint32_t index) {
  struct kept_options *kept = game->kept;
  if (!is_present(kept, &game->game) || index >= kept->list.count) return false;
  const int32_t *record = kept->list.slots + (size_t)index * kept->list.width;
  struct option_list next = { kept->list.slots, kept->list.capacity, 0, 0 };
  interp_take(&game->game, index, record[0], record + 1, &next);
  kept->list = next;
  kept->whole = next.count > 0;
  if (kept->whole) note_present(kept, game->game.state);
  return true;
}

/* ---- those that belong to no game ---- */

static void note_position(trv_options *options, const struct state *state) {
  options->choice = state->choice;
  options->decisions = state->decisions;
  options->pc = state->pc;
}

/* C code that is not pure, or a damaged file, may leave nothing of what was counted: there is then no memory to copy. */
static bool copy_kept(const trv_game *game, struct option_list *list) {
  const struct option_list *kept = &game->kept->list;
  list->width = kept->width;
  if (kept->count == 0) return true;
  if (!reserve(list, kept->count, game_allocator(game))) return false;
  memcpy(list->slots, kept->slots, (size_t)kept->count * kept->width * sizeof *list->slots);
  list->count = kept->count;
  return true;
}

int trv_options_find(trv_options *options, trv_game *game) {
  bool failed;
  enum rule_error error = RULE_NONE;
  options->list.count = 0;
  if (game->setup != options->setup) return TRV_E_ARGUMENT;
  if (!game_pending(&game->game)) return TRV_E_STATE;
  note_position(options, game->game.state);
  if (is_present(game->kept, &game->game)) failed = !copy_kept(game, &options->list);
  else error = find(game, &options->list, &failed);
  if (failed || error) options->list.count = 0;
  return failed ? TRV_E_MEMORY : error ? TRV_E_RULE : (int)options->list.count;
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
  uint64_t hash = mix(mix(HASH_START, p->choices[options->choice].name), option->name); /* wherever it stands */
  for (int32_t i = 0; i < option->arguments; i++) {
    const struct argument *argument = &p->arguments[option->first_argument + i];
    hash = mix_value(hash, &p->types[argument->type], record + 1 + argument->slot - p->choices[options->choice].top);
  }
  return hash;
}

/* ---- taking ---- */

static int take(const trv_options *options, trv_game *game, uint32_t index, struct option_list *next) {
  const struct state *state = game->game.state;
  if (game->telling) return TRV_E_STATE;
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
