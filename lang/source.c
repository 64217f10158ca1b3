/* Source files: reading through a resolver, joining paths, and turning offsets into lines and columns.
 * Owns nothing but the texts, which live in the arena of the set. */
#include "lang/source.h"

#include <errno.h>
#include <string.h>

/* ---- names ---- */

/* Where the last folder before `end` begins, or NULL when there is none that `..` could take back. */
static char *last_folder(char *path, char *end) {
  if (end == path) return NULL;
  char *start = end - 1; /* the slash after it */
  while (start > path && start[-1] != '/') start--;
  return start < end - 1 && strncmp(start, "../", 3) != 0 ? start : NULL;
}

/* Removes `folder/..`, `.` and doubled slashes from a path, so that a file has one name however it is reached. */
static void shorten(char *path) {
  char *out = path;
  for (const char *in = path; *in;) {
    size_t length = strcspn(in, "/");
    bool idle = in[length] && ((length == 0 && in > path) || (length == 1 && *in == '.'));
    length += in[length] == '/';
    char *folder = strncmp(in, "../", 3) == 0 ? last_folder(path, out) : NULL;
    if (folder) out = folder;
    else if (!idle) {
      memmove(out, in, length);
      out += length;
    }
    in += length;
  }
  *out = 0;
}

static const char *shortest(struct arena *arena, const char *name) {
  char *path = arena_copy_text(arena, name, strlen(name));
  shorten(path);
  return path;
}

/* ---- the set ---- */

int source_find(const struct source_set *set, const char *name) {
  const char *key = shortest(set->arena, name);
  for (uint32_t i = 0; i < set->count; i++)
    if (strcmp(set->items[i]->key, key) == 0) return (int)i;
  for (const struct source_alias *alias = set->aliases; alias; alias = alias->next)
    if (strcmp(alias->key, key) == 0) return alias->index;
  return -1;
}

static struct file_identity identity_of(const struct source_set *set, const char *name) {
  struct file_identity identity = { 0 }, none = { 0 };
  bool known =
      set->resolver && set->resolver->identify && set->resolver->identify(set->resolver->context, name, &identity);
  return known ? identity : none;
}

/* The index of a file that was read by another name, which is noted as well; or -1. */
static int find_identity(struct source_set *set, const char *name, struct file_identity identity) {
  if (!identity.device && !identity.file) return -1;
  for (uint32_t i = 0; i < set->count; i++) {
    const struct source *source = set->items[i];
    if (source->identity.device != identity.device || source->identity.file != identity.file) continue;
    struct source_alias *alias = arena_alloc(set->arena, sizeof *alias);
    *alias = (struct source_alias){ shortest(set->arena, name), (int)i, set->aliases };
    set->aliases = alias;
    return (int)i;
  }
  return -1;
}

int source_add(struct source_set *set, const char *name, const char *text, size_t length) {
  if (set->count == set->capacity)
    set->items = arena_grow(set->arena, set->items, sizeof *set->items, set->count, &set->capacity);
  if (set->count == set->capacity) return -1;
  struct source *source = arena_alloc(set->arena, sizeof *source);
  char *copy = arena_try_uncleared(set->arena, length + 1);
  if (copy && length) memcpy(copy, text, length);
  if (copy) copy[length] = '\0';
  source->name = arena_copy_text(set->arena, name, strlen(name));
  source->key = shortest(set->arena, name);
  source->text = copy ? copy : "";
  source->length = copy ? length : 0;
  set->items[set->count] = source;
  return (int)set->count++;
}

int source_add_file(struct source_set *set, const char *name, const char *text, size_t length) {
  int index = source_add(set, name, text, length);
  if (index >= 0) set->items[index]->identity = identity_of(set, name);
  return index;
}

int source_read(struct source_set *set, const char *name, int *error) {
  int known = source_find(set, name);
  if (known >= 0) return known;
  struct file_identity identity = identity_of(set, name);
  known = find_identity(set, name, identity);
  if (known >= 0) return known;
  *error = EMFILE;
  if (set->count >= SOURCE_FILES) return -1;
  char *text = NULL;
  size_t length = 0;
  *error = set->resolver->read(set->resolver->context, name, &text, &length);
  if (*error == ENOMEM) arena_fail(set->arena);
  if (*error) return -1;
  int index = -1;
  if (length > SOURCE_LIMIT) *error = EFBIG;
  else if ((index = source_add(set, name, text, length)) < 0 || arena_failed(set->arena)) *error = ENOMEM;
  else set->items[index]->identity = identity;
  if (set->resolver->release) set->resolver->release(set->resolver->context, text);
  return *error ? -1 : index;
}

const char *source_error_text(int error) {
  switch (error) {
  case EFBIG: return "it is too large";
  case EINVAL: return "it is no regular file";
  case EMFILE: return "the game has more than 4,096 files";
  case EXDEV: return "it lies outside of the folders that may be read here";
  default: return strerror(error);
  }
}

void source_reach(struct source_set *set, struct span place) {
  if (set->reached.end == 0) set->reached = place;
}

const char *source_path_beside(struct arena *arena, const char *from, const char *name) {
  const char *slash = strrchr(from, '/');
  if (name[0] == '/' || !slash) return shortest(arena, name);
  char *path = arena_format(arena, "%.*s%s", (int)(slash - from) + 1, from, name);
  shorten(path);
  return path;
}

const char *source_beside(struct source_set *set, uint32_t from, const char *name) {
  return source_path_beside(set->arena, set->items[from]->name, name);
}

/* ---- places ---- */

static void find_lines(struct arena *arena, struct source *source) {
  if (source->line_starts) return;
  const char *end = source->text + source->length;
  size_t lines = 1;
  for (const char *at = source->text; (at = memchr(at, '\n', (size_t)(end - at))); at++) lines++;
  source->line_starts = arena_try(arena, lines * sizeof *source->line_starts);
  if (!source->line_starts) { /* out of memory: everything is on the first line */
    source->line_starts = arena_alloc(arena, sizeof *source->line_starts);
    source->line_count = 1;
    return;
  }
  source->line_count = (uint32_t)lines;
  uint32_t line = 1;
  for (const char *at = source->text; (at = memchr(at, '\n', (size_t)(end - at))); at++)
    source->line_starts[line++] = (uint32_t)(at - source->text) + 1;
}

/* Bytes that continue a character do not count. */
static bool begins_character(char byte) { return ((unsigned char)byte & 0xC0) != 0x80; }

/* Looks around the last place first, in ever larger steps, then in between. */
static uint32_t line_of(const struct source *source, uint32_t offset) {
  const uint32_t *starts = source->line_starts;
  uint32_t low = source->last_line, high = low + 1;
  for (uint32_t step = 1; starts[low] > offset; step *= 2) {
    high = low;
    low -= low < step ? low : step;
  }
  for (uint32_t step = 1; high < source->line_count && starts[high] <= offset; step *= 2) {
    low = high;
    high += source->line_count - high < step ? source->line_count - high : step;
  }
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/* The column of a place from 0, counted from the last one looked up where that is nearer than the start of the line. */
static uint32_t column_of(struct source *source, uint32_t start, uint32_t offset, bool is_last_line) {
  uint32_t from = start, column = 0, last = source->last_offset;
  bool is_near = is_last_line && last >= start && (last <= offset || last - offset < offset - start);
  if (is_near) from = last, column = source->last_column;
  for (uint32_t i = from; i < offset; i++) column += begins_character(source->text[i]);
  for (uint32_t i = offset; i < from; i++) column -= begins_character(source->text[i]);
  source->last_offset = offset;
  source->last_column = column;
  return column;
}

struct source_place source_place(struct source_set *set, uint32_t file, uint32_t offset) {
  struct source *source = set->items[file];
  find_lines(set->arena, source);
  if (offset > source->length) offset = (uint32_t)source->length;
  uint32_t line = line_of(source, offset), start = source->line_starts[line];
  bool is_last_line = line == source->last_line;
  source->last_line = line;
  if (source->is_ascii) return (struct source_place){ line + 1, offset - start + 1 };
  return (struct source_place){ line + 1, column_of(source, start, offset, is_last_line) + 1 };
}

const char *source_line(struct source_set *set, uint32_t file, uint32_t line, size_t *length) {
  struct source *source = set->items[file];
  find_lines(set->arena, source);
  *length = 0;
  if (line < 1 || line > source->line_count) return "";
  size_t start = source->line_starts[line - 1];
  size_t end = line < source->line_count ? source->line_starts[line] - 1 : source->length;
  if (end > start && source->text[end - 1] == '\r') end--;
  *length = end - start;
  return source->text + start;
}
