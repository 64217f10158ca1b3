/* Reads a rulebook: finds the numbered items in a Markdown file and nothing else.
 * An item is a list line `- **R12** text`, with the lines that follow it up to a blank line, list line or heading. */
#include "lang/rulebook.h"

#include <string.h>

#include "lang/encoding.h"

enum { LARGEST_NUMBER = 9999 };
static const char kinds[] = "RACVS";

struct rulebook_line {
  const char *text;
  size_t length;
  uint32_t start; /* offset in the file */
};

struct rulebook_reader {
  struct source_set *sources;
  struct diag_list *diags;
  struct rulebook *rulebook;
  struct text text; /* of the item being read; length 0 and `open` false when there is none */
  bool open, in_code;
};

static struct rulebook_line trimmed(struct rulebook_line line) {
  while (line.length && (line.text[0] == ' ' || line.text[0] == '\t')) line.text++, line.start++, line.length--;
  while (line.length && strchr(" \t\r", line.text[line.length - 1])) line.length--;
  return line;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char capital(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* The length of the label in `- **R12** …`, or 0 when the line is no item. Bold words are just bold words unless they
 * begin with the letter of a kind and a digit, or are meant so: `r12`, `R 12`, `R-12`. The line is trimmed. */
static size_t label_length(struct rulebook_line line) {
  size_t end = 4, digit = 5;
  if (line.length < 8 || (line.text[0] != '-' && line.text[0] != '*')) return 0;
  if (strncmp(line.text + 1, " **", 3) != 0 || !strchr(kinds, capital(line.text[4]))) return 0;
  while (end + 1 < line.length && (line.text[end] != '*' || line.text[end + 1] != '*')) end++;
  if (end + 1 == line.length) return 0;
  bool small = capital(line.text[4]) != line.text[4];
  while (digit < end && !small && strchr(" .-_#", line.text[digit])) digit++;
  if (digit == end || !is_digit(line.text[digit])) return 0;
  bool plain = digit == 5 && !small;
  while (digit < end && is_digit(line.text[digit])) digit++;
  return plain || digit == end ? end - 4 : 0;
}

static bool read_label(const char *label, size_t length, uint32_t *number) {
  *number = 0;
  if (!strchr(kinds, label[0])) return false;
  for (size_t i = 1; i < length; i++) {
    if (!is_digit(label[i]) || *number > LARGEST_NUMBER) return false;
    *number = *number * 10 + (uint32_t)(label[i] - '0');
  }
  return label[1] != '0' && *number <= LARGEST_NUMBER;
}

static void finish_item(struct rulebook_reader *reader) {
  struct rulebook *rulebook = reader->rulebook;
  if (reader->open) rulebook->items[rulebook->count - 1].text = text_get(&reader->text);
  reader->open = false;
}

static void add_text(struct rulebook_reader *reader, struct rulebook_line line) {
  line = trimmed(line);
  if (!line.length) return;
  if (reader->text.length) text_add(&reader->text, " ");
  reader->rulebook->items[reader->rulebook->count - 1].end = line.start + (uint32_t)line.length;
  text_add_bytes(&reader->text, line.text, line.length);
}

static void report_twice(struct rulebook_reader *reader, const struct rulebook_item *first, struct span span,
                         const char *label, size_t length) {
  struct diag *diag = diag_report(reader->diags, DIAG_E0601, span, "the rulebook has `%.*s` twice", (int)length, label);
  if (first) diag_note_at(reader->diags, diag, first->span, "the first `%.*s`", (int)length, label);
}

/* Of a kind and a number that an item can have. */
static uint32_t *place_of(const struct rulebook *rulebook, char kind, uint32_t number) {
  return &rulebook->places[(size_t)(strchr(kinds, kind) - kinds) * (LARGEST_NUMBER + 1) + number];
}

static void start_item(struct rulebook_reader *reader, struct rulebook_line line, size_t length) {
  struct rulebook *rulebook = reader->rulebook;
  const char *label = line.text + 4;
  struct span span = { rulebook->file, line.start + 4, line.start + 4 + (uint32_t)length };
  uint32_t number;
  if (!read_label(label, length, &number)) {
    diag_report(reader->diags, DIAG_E0602, span,
                "`%.*s` is no item: one of the letters R, A, C, V, S and a number are wanted, such as `R12`",
                (int)length, label);
    return;
  }
  uint32_t *place = place_of(rulebook, label[0], number);
  if (*place) {
    report_twice(reader, rulebook_find(rulebook, label[0], number), span, label, length);
    return;
  }
  if (rulebook->count == rulebook->capacity)
    rulebook->items = arena_grow(reader->sources->arena, rulebook->items, sizeof *rulebook->items, rulebook->count,
                                 &rulebook->capacity);
  if (rulebook->count == rulebook->capacity) return;
  rulebook->items[rulebook->count++] =
      (struct rulebook_item){ label[0], number, "", span, line.start + (uint32_t)line.length };
  *place = (uint32_t)rulebook->count;
  reader->open = true;
  reader->text = arena_text(reader->sources->arena);
  size_t skip = 4 + length + 2;
  add_text(reader, (struct rulebook_line){ line.text + skip, line.length - skip, line.start + (uint32_t)skip });
}

static void read_line(struct rulebook_reader *reader, struct rulebook_line line) {
  line = trimmed(line);
  if (line.length >= 3 && strncmp(line.text, "```", 3) == 0) {
    finish_item(reader);
    reader->in_code = !reader->in_code;
    return;
  }
  if (reader->in_code) return;
  size_t label = label_length(line);
  bool ends = !line.length || line.text[0] == '#' || line.text[0] == '|' ||
              (line.length > 1 && (line.text[0] == '-' || line.text[0] == '*') && line.text[1] == ' ');
  if (ends) finish_item(reader);
  if (label) start_item(reader, line, label);
  else if (reader->open) add_text(reader, line);
}

struct rulebook *rulebook_read(struct source_set *sources, uint32_t file, struct diag_list *diags) {
  struct rulebook *rulebook = arena_alloc(sources->arena, sizeof *rulebook);
  rulebook->file = file;
  if (!encoding_check(sources, file, diags)) return rulebook;
  rulebook->places = arena_try(sources->arena, strlen(kinds) * (LARGEST_NUMBER + 1) * sizeof *rulebook->places);
  if (!rulebook->places) return rulebook;
  const struct source *source = sources->items[file];
  struct rulebook_reader *reader = arena_alloc(sources->arena, sizeof *reader);
  *reader = (struct rulebook_reader){ .sources = sources, .diags = diags, .rulebook = rulebook };
  for (uint32_t at = encoding_start(source);
       at < source->length && diags->errors <= DIAG_LIMIT && !arena_failed(sources->arena);) {
    const char *end = memchr(source->text + at, '\n', source->length - at);
    size_t length = end ? (size_t)(end - source->text) - at : source->length - at;
    read_line(reader, (struct rulebook_line){ source->text + at, length, at });
    at += (uint32_t)length + 1;
  }
  finish_item(reader);
  return rulebook;
}

const struct rulebook_item *rulebook_find(const struct rulebook *rulebook, char kind, uint32_t number) {
  if (!rulebook->places || !kind || !strchr(kinds, kind) || number > LARGEST_NUMBER) return NULL;
  uint32_t place = *place_of(rulebook, kind, number);
  return place ? &rulebook->items[place - 1] : NULL;
}
