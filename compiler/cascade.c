/* Takes back what only follows from a syntax error. A declaration that could not be read is missing everywhere it is
 * used, and a line that could not be read is only half understood: one slip would be reported many times. What the
 * parser skipped is known (source->unread); a name that occurs there may have been declared there. */
#include "compiler/passes.h"

#include <string.h>
#include <strings.h>

#include "lang/words.h"

enum { LEAST_BEGINNING = 4 }; /* letters of a name that begins another */

static bool is_syntax(const struct diag *diag) { return diag->code >= DIAG_E0101 && diag->code <= DIAG_E0118; }

bool cascade_is_unknown_name(const struct diag *diag) {
  switch (diag->code) {
  case DIAG_E0201:
  case DIAG_E0202:
  case DIAG_E0203:
  case DIAG_E0204:
  case DIAG_E0205:
  case DIAG_E0206:
  case DIAG_E0207:
  case DIAG_E0208:
  case DIAG_E0211:
  case DIAG_E0212:
  case DIAG_E0216:
  case DIAG_E0411:
  case DIAG_E0526: return true;
  default: return false;
  }
}

/* Reports that something is missing: it may stand where nothing could be read. */
static bool is_absence(const struct diag *diag) {
  switch (diag->code) {
  case DIAG_E0309:
  case DIAG_E0312:
  case DIAG_E0401:
  case DIAG_E0402:
  case DIAG_E0403:
  case DIAG_E0408:
  case DIAG_E0411:
  case DIAG_E0525:
  case DIAG_W0501: return true;
  default: return false;
  }
}

static uint32_t line_of(struct compilation *c, uint32_t file, uint32_t offset) {
  return source_place(c->sources, file, offset).line;
}

/* On a line with a syntax error, or in what was skipped after it. */
static bool on_unread_line(struct compilation *c, const struct diag *diag) {
  uint32_t file = diag->span.file, line = line_of(c, file, diag->span.start);
  for (size_t i = 0; i < c->diags->count; i++) {
    const struct diag *other = c->diags->items[i];
    if (is_syntax(other) && other->span.file == file && line_of(c, file, other->span.start) == line) return true;
  }
  for (const struct unread *unread = c->sources->items[file]->unread; unread; unread = unread->next)
    if (line >= line_of(c, file, unread->span.start) && diag->span.start < unread->span.end) return true;
  return false;
}

/* ---- names in what was skipped ---- */

/* Whether the word before `at` introduces a name. */
static bool is_introduced(const char *text, const char *at) {
  static const char *const words[] = { "const",   "setting",  "enum", "deck",   "table",  "pile",   "pool",
                                       "row",     "track",    "var",  "graph",  "fn",     "effect", "phase",
                                       "options", "position", "let",  "option", "choose", "pick",   "for" };
  while (at > text && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\n')) at--;
  const char *end = at;
  while (at > text && words_is_letter(at[-1])) at--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == (size_t)(end - at) && !strncmp(words[i], at, (size_t)(end - at))) return true;
  return false;
}

/* Whether `word` stands in a piece of text, in whatever spelling of letters; only where it is introduced, if asked. Else
 * a longer word will do that begins with it: with a bracket missing, two names become one. */
static bool contains(const char *text, const char *from, const char *to, const char *word, size_t length,
                     bool introduced) {
  for (const char *at = from; at < to; at++) {
    if (words_is_letter(*at) && (at == text || !words_is_letter(at[-1])) && !strncasecmp(at, word, length) &&
        (introduced ? !words_is_letter(at[length]) && is_introduced(text, at)
                    : !words_is_letter(at[length]) || length >= LEAST_BEGINNING))
      return true;
  }
  return false;
}

static bool in_unread(const struct compilation *c, const char *word, size_t length, bool introduced) {
  for (uint32_t file = 0; file < c->sources->count; file++) {
    const char *text = c->sources->items[file]->text;
    for (const struct unread *unread = c->sources->items[file]->unread; unread; unread = unread->next)
      if (contains(text, text + unread->span.start, text + unread->span.end, word, length, introduced)) return true;
  }
  return false;
}

/* Whether the name of a report is declared somewhere after all, or stands where nothing could be read. */
static bool was_declared(const struct compilation *c, const struct diag *diag) {
  const char *word = c->sources->items[diag->span.file]->text + diag->span.start;
  size_t length = diag->span.end - diag->span.start;
  if (in_unread(c, word, length, false)) return true;
  for (size_t i = 0; i < c->file_count; i++) {
    const struct source *source = c->sources->items[c->files[i]->span.file];
    if (contains(source->text, source->text, source->text + source->length, word, length, true)) return true;
  }
  return false;
}

/* A list of values or a module that could not be read takes names with it that stand in another file. */
static bool lost_a_list(const struct compilation *c) {
  static const char *const words[] = { "enum", "deck", "table", "use" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (in_unread(c, words[i], strlen(words[i]), false)) return true;
  return false;
}

/* Whether the report is about something that was introduced where nothing could be read. */
static bool names_unread(const struct compilation *c, const struct diag *diag) {
  const char *text = c->sources->items[diag->span.file]->text, *end = text + diag->span.end;
  for (const char *at = text + diag->span.start; at < end;) {
    size_t length = 0;
    while (at + length < end && words_is_letter(at[length])) length++;
    if (length && in_unread(c, at, length, true)) return true;
    at += length ? length : 1;
  }
  return false;
}

static bool follows(struct compilation *c, const struct diag *diag, bool lost_list) {
  if (diag->code <= DIAG_E0118) return false;
  if (lost_list || is_absence(diag) || on_unread_line(c, diag) || names_unread(c, diag)) return true;
  return cascade_is_unknown_name(diag) && was_declared(c, diag);
}

void cascade_remove(struct compilation *c) {
  struct diag_list *list = c->diags;
  size_t unread = 0;
  for (size_t i = 0; i < list->count; i++) /* a cell that cannot be read hides no declaration */
    unread += is_syntax(list->items[i]) && use_has_read(c, list->items[i]->span.file);
  if (!unread) return;
  bool *gone = arena_alloc(c->arena, DIAG_COLLECTED * sizeof *gone), lost_list = lost_a_list(c);
  if (arena_failed(c->arena)) return;
  for (size_t i = 0; i < list->count; i++) gone[i] = follows(c, list->items[i], lost_list);
  diag_remove(list, gone);
}
