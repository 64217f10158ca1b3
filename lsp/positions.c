/* Lines and units; see positions.h. Lines end by LF, CR LF or CR, as the protocol has them. */
#include "lsp/positions.h"

#include <stdlib.h>

#include "base/unicode.h"

/* How many bytes end a line at `at`, 0 if it does not end there. */
static size_t line_end(const char *text, size_t length, size_t at) {
  if (text[at] == '\n') return 1;
  if (text[at] != '\r') return 0;
  return at + 1 < length && text[at + 1] == '\n' ? 2 : 1;
}

void positions_find(struct line_starts *lines, const char *text, size_t length) {
  uint32_t count = 1, filled = 1;
  for (size_t at = 0; at < length;) {
    size_t end = line_end(text, length, at);
    count += end > 0;
    at += end ? end : 1;
  }
  *lines = (struct line_starts){
    .text = text, .length = length, .starts = malloc(count * sizeof *lines->starts), .count = 1
  };
  if (!lines->starts) return;
  lines->starts[0] = 0;
  for (size_t at = 0; at < length && filled < count;) {
    size_t end = line_end(text, length, at);
    at += end ? end : 1;
    if (end) lines->starts[filled++] = (uint32_t)at;
  }
  lines->count = filled;
}

void positions_free(struct line_starts *lines) {
  free(lines->starts);
  *lines = (struct line_starts){ 0 };
}

static size_t start_of(const struct line_starts *lines, uint32_t line) {
  if (line >= lines->count) return lines->length;
  return lines->starts ? lines->starts[line] : 0;
}

/* The end of a line, without what ends it. */
static size_t end_of(const struct line_starts *lines, uint32_t line) {
  size_t end = start_of(lines, line + 1), start = start_of(lines, line);
  if (line + 1 >= lines->count) return end;
  if (end > start && lines->text[end - 1] == '\n') end--;
  if (end > start && lines->text[end - 1] == '\r') end--;
  return end;
}

static uint32_t units(size_t bytes, uint32_t character, enum position_encoding encoding) {
  if (encoding == POSITION_UTF8) return (uint32_t)bytes;
  return encoding == POSITION_UTF16 && character > 0xFFFF ? 2 : 1;
}

size_t position_offset(const struct line_starts *lines, struct text_position position,
                       enum position_encoding encoding) {
  size_t at = start_of(lines, position.line), end = end_of(lines, position.line);
  for (uint32_t left = position.character; at < end && left;) {
    uint32_t character;
    size_t bytes = unicode_next(lines->text + at, end - at, &character);
    uint32_t taken = units(bytes, character, encoding);
    if (taken > left) break; /* inside a character means before it */
    left -= taken;
    at += bytes;
  }
  return at;
}

static uint32_t line_of(const struct line_starts *lines, size_t offset) {
  uint32_t low = 0, high = lines->count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (start_of(lines, middle) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

struct text_position position_of(const struct line_starts *lines, size_t offset, enum position_encoding encoding) {
  if (offset > lines->length) offset = lines->length;
  struct text_position position = { .line = line_of(lines, offset) };
  for (size_t at = start_of(lines, position.line); at < offset;) {
    uint32_t character;
    size_t bytes = unicode_next(lines->text + at, lines->length - at, &character);
    position.character += units(bytes, character, encoding);
    at += bytes;
  }
  return position;
}

size_t position_column_offset(const struct line_starts *lines, uint32_t line, uint32_t column) {
  struct text_position position = { line ? line - 1 : 0, column ? column - 1 : 0 };
  return position_offset(lines, position, POSITION_UTF32);
}
