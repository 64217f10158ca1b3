/* Writes a diagnostic as people read it: header, source line, caret, hint, notes, help.
 *
 * The source line is measured in columns of a terminal: tabs are widened, wide characters take two columns, control
 * characters and broken bytes are shown as a replacement, and a very long line is cut to a window around the caret. */
#include <limits.h>
#include <string.h>

#include "base/unicode.h"
#include "lang/diag.h"

enum {
  WINDOW = 160, /* columns of source shown */
  TAB_WIDTH = 8,
};

struct cell {
  const char *bytes;
  int length; /* in bytes */
  int width;  /* in columns */
};

static bool is_wide(uint32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0x303E) || (c >= 0x3041 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
         (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1F64F) ||
         (c >= 0x1F900 && c <= 0x1F9FF) || (c >= 0x20000 && c <= 0x3FFFD);
}

static bool is_combining(uint32_t c) {
  return (c >= 0x0300 && c <= 0x036F) || (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x20D0 && c <= 0x20FF) ||
         (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xFE20 && c <= 0xFE2F) || (c >= 0x200B && c <= 0x200F);
}

static int width_of(uint32_t c) { return is_combining(c) ? 0 : is_wide(c) ? 2 : 1; }

/* The character at `text` as it is shown at `column`; *taken is set to its bytes in the source. */
static struct cell next_cell(const char *text, size_t left, int column, int *taken) {
  static const char spaces[] = "        ";
  static const struct cell replacement = { "\xEF\xBF\xBD", 3, 1 };
  uint32_t c;
  *taken = (int)unicode_next(text, left, &c);
  if (c == '\t') {
    int width = TAB_WIDTH - column % TAB_WIDTH;
    return (struct cell){ spaces, width, width };
  }
  if (c == UNICODE_REPLACEMENT || unicode_is_control(c) || unicode_is_deceptive(c)) return replacement;
  return (struct cell){ text, *taken, width_of(c) };
}

/* The columns of a piece of a line: where the caret starts and ends, and the whole width. */
struct measure {
  int start, end, width;
};

static struct measure measure_line(const char *line, size_t length, size_t start, size_t end) {
  struct measure measure = { -1, -1, 0 };
  for (size_t at = 0; at < length;) {
    int taken;
    if (at >= start && measure.start < 0) measure.start = measure.width;
    if (at >= end && measure.end < 0) measure.end = measure.width;
    measure.width += next_cell(line + at, length - at, measure.width, &taken).width;
    at += (size_t)taken;
  }
  if (measure.start < 0) measure.start = measure.width;
  if (measure.end < 0) measure.end = measure.width;
  if (measure.end <= measure.start) measure.end = measure.start + 1;
  return measure;
}

/* The columns that are shown: all of them, or a window with the caret in its first third. */
static void choose_window(const struct measure *measure, int *from, int *to) {
  *from = 0;
  *to = measure->width;
  if (measure->width <= WINDOW) return;
  *from = measure->start - WINDOW / 3;
  if (*from < 0) *from = 0;
  *to = *from + WINDOW;
  if (*to > measure->width) {
    *to = measure->width;
    *from = *to > WINDOW ? *to - WINDOW : 0;
    if (measure->start < *from) *from = measure->start;
  }
}

static void add_window(struct text *out, const char *line, size_t length, int from, int to, int width) {
  int column = 0;
  if (from > 0) text_add(out, "…");
  for (size_t at = 0; at < length;) {
    int taken;
    struct cell cell = next_cell(line + at, length - at, column, &taken);
    if (column >= from && column + cell.width <= to) text_add_bytes(out, cell.bytes, (size_t)cell.length);
    else if (column < from && column + cell.width > from) text_add(out, " "); /* cut through a wide character */
    column += cell.width;
    at += (size_t)taken;
  }
  if (to < width) text_add(out, "…");
}

/* The name of a file may contain any byte, and a terminal obeys some of them. */
static void add_name(struct text *out, struct diag_list *list, uint32_t file) {
  const char *name = list->sources->items[file]->name;
  add_window(out, name, strlen(name), 0, INT_MAX, 0);
}

struct colours {
  const char *error, *warning, *strong, *caret, *off;
};
static const struct colours no_colours = { "", "", "", "", "" };
static const struct colours ansi_colours = { "\x1b[1;31m", "\x1b[1;35m", "\x1b[1m", "\x1b[1;32m", "\x1b[0m" };

/* A long line is looked at near the caret only: more than can be shown before it and behind it. */
static void cut_line(const char **line, size_t *length, size_t *start, size_t *end) {
  enum { NEAR = 16 * WINDOW };
  size_t before = *start > NEAR ? *start - NEAR : 0;
  while (before > 0 && ((unsigned char)(*line)[before] & 0xC0) == 0x80) before--; /* inside of a character */
  *line += before;
  *length -= before;
  *start -= before;
  *end = *end > before ? *end - before : 0;
  if (*end > *start + NEAR) *end = *start + NEAR;
  if (*length > *start + 2 * NEAR) *length = *start + 2 * NEAR;
}

static void add_source(struct text *out, struct diag_list *list, const struct diag *diag, struct source_place place,
                       const struct colours *colours) {
  size_t length;
  const char *line = source_line(list->sources, diag->span.file, place.line, &length);
  size_t line_start = (size_t)(line - list->sources->items[diag->span.file]->text);
  size_t start = diag->span.start - line_start, end = diag->span.end > line_start ? diag->span.end - line_start : 0;
  if (end > length) end = length;
  cut_line(&line, &length, &start, &end);
  struct measure measure = measure_line(line, length, start, end);
  int from, to;
  choose_window(&measure, &from, &to);
  text_format(out, "%5u | ", (unsigned)place.line);
  add_window(out, line, length, from, to, measure.width);
  int caret_end = measure.end > to && to > measure.start ? to : measure.end;
  text_format(out, "\n%5s | %*s%s", "", measure.start - from + (from > 0), "", colours->caret);
  for (int i = measure.start; i < caret_end; i++) text_add(out, "^");
  if (diag->hint) text_format(out, " %s", diag->hint);
  text_format(out, "%s\n", colours->off);
}

static void add_note(struct text *out, struct diag_list *list, const struct diag *diag, const struct diag_note *note) {
  if (!list->sources || note->span.file >= list->sources->count) {
    text_format(out, "  note: %s\n", note->text);
    return;
  }
  struct source_place place = source_place(list->sources, note->span.file, note->span.start);
  if (note->is_elsewhere) text_add(out, "  note: at ");
  else text_format(out, "  note: %s   (declared at ", note->text);
  if (note->span.file != diag->span.file) {
    add_name(out, list, note->span.file);
    text_add(out, ":");
  }
  text_format(out, "%u:%u", place.line, place.column);
  if (note->is_elsewhere) text_format(out, ": %s\n", note->text);
  else text_add(out, ")\n");
}

void diag_print(struct text *out, struct diag_list *list, const struct diag *diag, bool colour) {
  const struct colours *colours = colour ? &ansi_colours : &no_colours;
  bool warning = diag_severity_of(diag->code) == SEVERITY_WARNING;
  bool placed = list->sources && diag->span.file < list->sources->count;
  struct source_place place = { 0, 0 };
  if (placed) {
    place = source_place(list->sources, diag->span.file, diag->span.start);
    add_name(out, list, diag->span.file);
    text_format(out, ":%u:%u: ", (unsigned)place.line, (unsigned)place.column);
  }
  text_format(out, "%s%s[%s]%s: %s%s%s\n", warning ? colours->warning : colours->error, warning ? "warning" : "error",
              diag_code_name(diag->code), colours->off, colours->strong, diag->message, colours->off);
  if (placed && list->sources->items[diag->span.file]->length) add_source(out, list, diag, place, colours);
  else if (diag->hint) text_format(out, "  hint: %s\n", diag->hint);
  for (const struct diag_note *note = diag->notes; note; note = note->next) add_note(out, list, diag, note);
  text_format(out, "  help: trvm explain %s\n", diag_code_name(diag->code));
}
