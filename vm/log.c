/* The log: what the rules said, to whom.
 *
 * Owns the memory of the log, which grows with it and is no part of the state. The interpreter writes the text of an
 * entry between log_begin and log_end; without a listener it never comes here. */
#include <string.h>

#include "vm/api.h"

/* The log's memory comes from the program's allocator; struct game is the first member of every trv_game. */
static const trv_allocator *log_allocator(const struct game *game) {
  return game_allocator((const struct trv_game *)game);
}

static bool reserve_text(struct game_log *log, const trv_allocator *allocator, size_t more) {
  if (log->text_capacity - log->text_length >= more) return true;
  size_t capacity = log->text_capacity ? log->text_capacity * 2 : 4096;
  while (capacity - log->text_length < more) capacity *= 2;
  char *text = capacity < UINT32_MAX ? allocator->resize(allocator->context, log->text, capacity) : NULL;
  if (!text) return false;
  log->text = text;
  log->text_capacity = capacity;
  return true;
}

static bool reserve_entry(struct game_log *log, const trv_allocator *allocator) {
  if (log->count < log->capacity) return true;
  size_t capacity = log->capacity ? log->capacity * 2 : 64;
  if (capacity > SIZE_MAX / sizeof *log->entries) return false;
  struct log_entry *entries = allocator->resize(allocator->context, log->entries, capacity * sizeof *log->entries);
  if (!entries) return false;
  log->entries = entries;
  log->capacity = capacity;
  return true;
}

/* Between two decisions: entries, and bytes of their texts. */
enum { STEP_LIMIT = 100000, STEP_TEXT_LIMIT = 1 << 20 };

/* ---- what an entry is about: the arguments of its phase, and what it cites ---- */

enum {
  ABOUT_PARTS = 3,
  ABOUT_LIMIT = 256,
  ABOUT_ROOM = ABOUT_PARTS * (ABOUT_LIMIT + 1)
}; /* bytes of one part, and of all */
static const uint32_t about_nothing = UINT32_MAX;

typedef void value_writer(const struct program *p, int32_t type, const int32_t *slots, struct text_sink *out);

static bool is_of_phase(const struct phase_argument *argument, const struct phase_at *phase) {
  return argument->mark == phase->mark && argument->proc == phase->proc;
}

/* False when a damaged program would look for it outside of the stack. */
static bool read_argument(const struct game *game, const struct phase_at *phase, const struct phase_argument *argument,
                          int32_t *value) {
  const struct program *p = game->setup->program;
  const int32_t *stack = state_stack(p, game->state);
  *value = argument->value;
  if (argument->slot < 0) return true;
  if (argument->slot >= stack + p->meta->stack_slots - phase->frame) return false;
  *value = (int32_t)((uint32_t)*value + (uint32_t)phase->frame[argument->slot]);
  return true;
}

/* Writes them behind the log's text, with a NUL; *seat gets the first player among them. */
static void write_arguments(struct game *game, const struct phase_at *phase, value_writer *write, int32_t *seat) {
  const struct program *p = game->setup->program;
  struct game_log *log = game->log;
  struct text_sink out = { .text = log->text + log->text_length, .capacity = ABOUT_LIMIT };
  for (uint32_t i = 0; i < p->phase_arguments_count; i++) {
    const struct phase_argument *argument = &p->phase_arguments[i];
    int32_t value;
    if (!is_of_phase(argument, phase) || !read_argument(game, phase, argument, &value)) continue;
    if (out.length) sink_text(&out, ", ");
    write(p, argument->type, &value, &out);
    bool is_player = p->types[argument->type].kind == VALUE_PLAYER;
    if (is_player && *seat < 0 && value >= 0 && value < (int32_t)game->setup->players) *seat = value;
  }
  log->text_length += sink_cut(&out);
  log->text[log->text_length++] = '\0';
}

/* The same for what the statement cites, and the phase. */
static void write_cites(struct game *game, const struct phase_at *phase) {
  const struct program *p = game->setup->program;
  struct game_log *log = game->log;
  struct text_sink out = { .text = log->text + log->text_length, .capacity = ABOUT_LIMIT }, more = { .capacity = 0 };
  const struct line *line = line_at(p, phase->pc);
  if (line) text_cites(p, line->cites, line->cite_count, &out);
  phase_cites(p, phase, &more);
  if (out.length && more.length) sink_text(&out, " ");
  phase_cites(p, phase, &out);
  log->text_length += sink_cut(&out);
  log->text[log->text_length++] = '\0';
}

/* Notes all of it, once for all entries in a row that have the same. There is room for ABOUT_ROOM. */
static uint32_t note_about(struct game *game, const struct phase_at *phase, int32_t *seat) {
  struct game_log *log = game->log;
  size_t start = log->text_length;
  *seat = -1;
  write_arguments(game, phase, text_value_notation, seat);
  write_arguments(game, phase, text_value_label, seat);
  write_cites(game, phase);
  size_t length = log->text_length - start;
  uint32_t before = log->count ? log->entries[log->count - 1].about : about_nothing;
  bool same = before != about_nothing && memcmp(log->text + before, log->text + start, length) == 0;
  bool none = length == ABOUT_PARTS;
  if (same || none) log->text_length = start;
  return same ? before : none ? about_nothing : (uint32_t)start;
}

/* When memory is short the entry is opened with less room, and lost only if there is not even room to note it. */
static void open_entry(struct game *game, uint32_t audience, const struct phase_at *phase) {
  struct game_log *log = game->log;
  bool has_room = reserve_text(log, log_allocator(game), ABOUT_ROOM + LOG_ENTRY_LIMIT + 1);
  has_room &= reserve_entry(log, log_allocator(game));
  log->torn |= !has_room;
  if (log->count == log->capacity) return;
  int32_t seat = -1;
  uint32_t about = has_room ? note_about(game, phase, &seat) : about_nothing;
  log->entries[log->count] = (struct log_entry){ .start = (uint32_t)log->text_length,
                                                 .audience = audience,
                                                 .decisions = game->state->decisions,
                                                 .phase = phase_title(phase),
                                                 .name = phase->name,
                                                 .chooser = game->state->decisions ? game->state->last_chooser : -1,
                                                 .seat = seat,
                                                 .about = about };
}

/* The entry that stands for all that follow it. */
static void say_enough(struct game *game, const struct phase_at *phase) {
  static const char enough[] = "… (what else is said before the next decision is left out)";
  struct game_log *log = game->log;
  open_entry(game, UINT32_MAX, phase);
  if (log->text_capacity - log->text_length >= sizeof enough) {
    memcpy(log->text + log->text_length, enough, sizeof enough - 1);
    log->text_length += sizeof enough - 1;
  }
  log_end(game);
}

bool log_begin(struct game *game, uint32_t audience, const struct phase_at *phase) {
  struct game_log *log = game->log;
  if (log->decision != game->state->decisions || log->count < log->first) {
    log->decision = game->state->decisions;
    log->first = log->count;
    log->first_text = log->text_length;
    log->full = false;
  }
  if (log->full) return false;
  log->full = log->count - log->first >= STEP_LIMIT || log->text_length - log->first_text >= STEP_TEXT_LIMIT;
  if (log->full) say_enough(game, phase);
  else open_entry(game, audience, phase);
  return !log->full;
}

/* Each text is followed by NUL, so that it can be handed out as it lies there. */
void log_end(struct game *game) {
  struct game_log *log = game->log;
  if (log->count == log->capacity || log->text_capacity == 0) return;
  if (log->text_length == log->text_capacity) log->text_length--;
  struct log_entry *entry = &log->entries[log->count];
  if (entry->start > log->text_length) return;
  entry->length = (uint32_t)(log->text_length - entry->start);
  log->text[log->text_length++] = '\0';
  log->count++;
}

int trv_game_listen(trv_game *game) {
  if (game->telling) return TRV_E_STATE;
  if (!game->game.log) game->game.log = memory_new(game_allocator(game), 1, sizeof *game->game.log);
  return game->game.log ? TRV_OK : TRV_E_MEMORY;
}

void trv_game_unlisten(trv_game *game) {
  struct game_log *log = game->game.log;
  if (!log || game->telling) return;
  memory_free(game_allocator(game), log->text);
  memory_free(game_allocator(game), log->entries);
  memory_free(game_allocator(game), log);
  game->game.log = NULL;
}

void log_clear(struct game *game) {
  struct game_log *log = game->log;
  log->count = log->text_length = log->first = log->first_text = 0;
  log->full = false;
}

bool trv_log_is_whole(const trv_game *game) { return game->game.log && !game->game.log->torn; }

const char *trv_log_phase(const trv_game *game, size_t entry) {
  const struct game_log *log = game->game.log;
  return log && entry < log->count ? program_text(game->game.setup->program, log->entries[entry].phase) : "";
}

static const char *next_part(const char *part) { return part + strlen(part) + 1; }

int trv_log_describe(const trv_game *game, size_t entry, trv_log_info *info) {
  static const char nothing[ABOUT_PARTS] = { 0 };
  const struct game_log *log = game->game.log;
  if (!log || entry >= log->count) return TRV_E_ARGUMENT;
  const struct log_entry *said = &log->entries[entry];
  const char *arguments = said->about == about_nothing ? nothing : log->text + said->about;
  *info = (trv_log_info){ .phase = trv_log_phase(game, entry),
                          .decision = said->decisions,
                          .chooser = said->chooser,
                          .name = program_text(game->game.setup->program, said->name),
                          .arguments = arguments,
                          .words = next_part(arguments),
                          .seat = said->seat,
                          .cites = next_part(next_part(arguments)) };
  return TRV_OK;
}

int trv_log_since(trv_game *game, int seat, size_t *cursor, bool (*each)(void *context, const char *text),
                  void *context) {
  const struct game_log *log = game->game.log;
  if (!log) return TRV_E_STATE;
  if (seat >= (int)game->game.setup->players || seat < -1) return TRV_E_ARGUMENT;
  game->telling++;
  while (*cursor < log->count) {
    const struct log_entry *entry = &log->entries[(*cursor)++];
    bool heard = entry->audience == UINT32_MAX || (seat >= 0 && entry->audience >> seat & 1);
    if (heard && !each(context, log->text + entry->start)) break;
  }
  game->telling--;
  return TRV_OK;
}
