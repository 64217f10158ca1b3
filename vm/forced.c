/* Forced choices: taken without asking, and noted for scenarios, which may state such a step.
 *
 * Nothing else may know of them: for players and saves a forced choice never happened. */
#include <string.h>

#include "vm/api.h"

struct forced_option {
  const struct program *p;
  int32_t option;
  const int32_t *frame;
};

static void write_forced(void *context, struct text_sink *sink) {
  const struct forced_option *forced = context;
  text_option_notation(forced->p, forced->option, forced->frame, sink);
}

static bool reserve(struct forced_list *list) {
  if (list->count < list->capacity) return true;
  size_t capacity = list->capacity ? list->capacity * 2 : 32;
  const trv_allocator *allocator = list->allocator;
  if (capacity > SIZE_MAX / sizeof *list->entries) return false;
  struct forced_entry *entries = allocator->resize(allocator->context, list->entries, capacity * sizeof *entries);
  if (!entries) return false;
  list->entries = entries;
  list->capacity = capacity;
  return true;
}

void game_note_forced(struct game *game, int32_t seat, int32_t option, const int32_t *frame) {
  struct forced_list *list = game->forced;
  struct forced_option forced = { game->setup->program, option, frame };
  if (!reserve(list)) return;
  struct forced_entry entry = { seat, (uint32_t)list->texts.length };
  sink_append(&list->texts, write_forced, &forced);
  text_add_bytes(&list->texts, "", 1);
  if (!list->texts.failed) list->entries[list->count++] = entry;
}

bool forced_consume(struct forced_list *list, int32_t seat, const char *notation) {
  for (size_t i = list->next; i < list->count; i++) {
    const struct forced_entry *entry = &list->entries[i];
    if (entry->seat == seat && text_notation_equal(list->texts.bytes + entry->start, notation)) {
      list->next = i + 1;
      return true;
    }
  }
  return false;
}

const char *forced_last(const struct forced_list *list, int32_t *seat) {
  if (list->next == list->count) return NULL;
  *seat = list->entries[list->count - 1].seat;
  return list->texts.bytes + list->entries[list->count - 1].start;
}

void forced_clear(struct forced_list *list) {
  text_clear(&list->texts);
  list->count = list->next = 0;
}

void forced_free(struct forced_list *list) {
  memory_free(list->allocator, list->entries);
  text_free(&list->texts);
  list->entries = NULL;
  list->count = list->capacity = list->next = 0;
}
