/* Lines from a pipe: see lines.h. */
#include "trvm/lines.h"

#include <string.h>

#include "trvm/tool.h"

void lines_add(struct lines_pending *lines, const char *bytes, size_t length) {
  struct text *pending = &lines->pending;
  if (lines->used) {
    pending->length -= lines->used;
    memmove(pending->bytes, pending->bytes + lines->used, pending->length + 1);
    lines->used = 0;
  }
  text_append(pending, bytes, length);
}

enum lines_found lines_take(struct lines_pending *lines, bool ended, char **line) {
  const char *start = text_get(&lines->pending) + lines->used;
  size_t left = lines->pending.length - lines->used;
  const char *end = left ? memchr(start, '\n', left) : NULL;
  size_t length = end ? (size_t)(end - start) : left;
  if (length > LINES_MOST) return LINES_LONG;
  if (!end && !(ended && left)) return LINES_NONE;
  lines->used += length + (end != NULL);
  if (memchr(start, '\0', length)) return LINES_NUL;
  *line = need_memory(NULL, length + 1);
  memcpy(*line, start, length);
  (*line)[length] = '\0';
  if (length && (*line)[length - 1] == '\r') (*line)[length - 1] = '\0';
  return LINES_LINE;
}

void lines_free(struct lines_pending *lines) { text_free(&lines->pending); }
