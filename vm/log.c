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

/* When memory is short the entry is opened with less room, and lost only if there is not even room to note it. */
static void open_entry(struct game *game, uint32_t audience, int32_t phase) {
  struct game_log *log = game->log;
  bool has_room = reserve_text(log, log_allocator(game), LOG_ENTRY_LIMIT + 1);
  has_room &= reserve_entry(log, log_allocator(game));
  log->torn |= !has_room;
  if (log->count == log->capacity) return;
  log->entries[log->count] =
      (struct log_entry){ (uint32_t)log->text_length, 0,     audience,
                          game->state->decisions,     phase, game->state->decisions ? game->state->last_chooser : -1 };
}

/* The entry that stands for all that follow it. */
static void say_enough(struct game *game, int32_t phase) {
  static const char enough[] = "… (what else is said before the next decision is left out)";
  struct game_log *log = game->log;
  open_entry(game, UINT32_MAX, phase);
  if (log->text_capacity - log->text_length >= sizeof enough) {
    memcpy(log->text + log->text_length, enough, sizeof enough - 1);
    log->text_length += sizeof enough - 1;
  }
  log_end(game);
}

bool log_begin(struct game *game, uint32_t audience, int32_t phase) {
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

int trv_log_describe(const trv_game *game, size_t entry, trv_log_info *info) {
  const struct game_log *log = game->game.log;
  if (!log || entry >= log->count) return TRV_E_ARGUMENT;
  *info = (trv_log_info){ trv_log_phase(game, entry), log->entries[entry].decisions, log->entries[entry].chooser };
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
