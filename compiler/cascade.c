/* Takes back what only follows from a syntax error. A declaration that could not be read is missing everywhere it is
 * used, and a line that could not be read is only half understood: one slip would be reported many times. */
#include "compiler/passes.h"

#include <string.h>
#include <strings.h>

static bool is_syntax(const struct diag *diag) { return diag->code >= DIAG_E0101 && diag->code <= DIAG_E0118; }

/* Names that may have been declared where nothing could be read. */
static bool is_unknown_name(const struct diag *diag) {
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
  case DIAG_E0411: return true;
  default: return false;
  }
}

static bool on_unread_line(struct compilation *c, const struct diag *diag) {
  uint32_t line = source_place(c->sources, diag->span.file, diag->span.start).line;
  for (size_t i = 0; i < c->diags->count; i++) {
    const struct diag *other = c->diags->items[i];
    if (is_syntax(other) && other->span.file == diag->span.file &&
        source_place(c->sources, other->span.file, other->span.start).line == line)
      return true;
  }
  return false;
}

static bool is_word_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         letter == '_';
}

/* Whether the word before `at` introduces a name. */
static bool is_introduced(const char *text, const char *at) {
  static const char *const words[] = { "const",   "setting",  "enum", "deck",   "table",  "pile",   "pool",
                                       "row",     "track",    "var",  "graph",  "fn",     "effect", "phase",
                                       "options", "position", "let",  "option", "choose", "pick",   "for" };
  while (at > text && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\n')) at--;
  const char *end = at;
  while (at > text && is_word_letter(at[-1])) at--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == (size_t)(end - at) && !strncmp(words[i], at, (size_t)(end - at))) return true;
  return false;
}

/* Whether the name of a report is declared somewhere after all, in whatever spelling of letters. */
static bool was_declared(const struct compilation *c, const struct diag *diag) {
  const struct source *source = c->sources->items[diag->span.file];
  const char *word = source->text + diag->span.start;
  size_t length = diag->span.end - diag->span.start;
  for (size_t i = 0; i < c->file_count; i++) {
    const char *text = c->sources->items[c->files[i]->span.file]->text;
    for (const char *at = text; *at; at++) {
      if (is_word_letter(*at) && (at == text || !is_word_letter(at[-1])) && !strncasecmp(at, word, length) &&
          !is_word_letter(at[length]) && is_introduced(text, at))
        return true;
    }
  }
  return false;
}

/* A cell that cannot be read hides no declaration. */
static bool is_in_rules(const struct compilation *c, const struct diag *diag) {
  for (size_t i = 0; i < c->file_count; i++)
    if (c->files[i]->span.file == diag->span.file) return true;
  return false;
}

static bool follows(struct compilation *c, const struct diag *diag) {
  if (diag->code <= DIAG_E0118) return false;
  return on_unread_line(c, diag) || (is_unknown_name(diag) && was_declared(c, diag));
}

void cascade_remove(struct compilation *c) {
  struct diag_list *list = c->diags;
  size_t kept = 0, unread = 0;
  for (size_t i = 0; i < list->count; i++) unread += is_syntax(list->items[i]) && is_in_rules(c, list->items[i]);
  if (!unread) return;
  bool *gone = arena_alloc(c->arena, DIAG_LIMIT * sizeof *gone);
  for (size_t i = 0; i < list->count && i < DIAG_LIMIT; i++) gone[i] = follows(c, list->items[i]);
  for (size_t i = 0; i < list->count; i++) {
    struct diag *diag = list->items[i];
    if (i >= DIAG_LIMIT || !gone[i]) {
      list->items[kept++] = diag;
      continue;
    }
    if (diag_severity_of(diag->code) == SEVERITY_ERROR) list->errors--;
    else list->warnings--;
  }
  list->count = kept;
}
