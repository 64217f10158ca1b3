/* Looks around in the text of the rules: what stands before and after a place, and which names are declared.
 *
 * For messages only, after a mistake: so none of it has to be fast, and a comment or a text that looks like rules can
 * at worst lead to a less fitting word. */
#include <string.h>

#include "lang/parsing.h"

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

bool token_is_name(const struct token *token, const char *name) {
  return token->kind == T_LOWER && token->value.word && strcmp(token->value.word, name) == 0;
}

/* ---- on a line ---- */

const char *around_line(const struct parsing *parsing, uint32_t offset) {
  const char *text = parsing->source->text;
  while (offset > 0 && text[offset - 1] != '\n') offset--;
  return text + offset + strspn(text + offset, " \t");
}

struct span around_word_before(const struct parsing *parsing, uint32_t offset) {
  const char *text = parsing->source->text;
  while (offset > 0 && is_blank(text[offset - 1])) offset--;
  uint32_t start = offset;
  while (start > 0 && words_is_letter(text[start - 1])) start--;
  return (struct span){ parsing->file, start, offset };
}

char around_mark_before(const struct parsing *parsing, uint32_t offset) {
  const char *text = parsing->source->text;
  while (offset > 0 && is_blank(text[offset - 1])) offset--;
  return offset > 0 ? text[offset - 1] : '\0';
}

int around_quotes(const char *text) {
  int quotes = 0;
  for (; *text && *text != '\n'; text++) {
    if (*text == '\\' && text[1] && text[1] != '\n') text++;
    else quotes += *text == '"';
  }
  return quotes;
}

int around_surplus(const char *text, char open, char close) {
  int surplus = 0;
  for (; *text && *text != '\n'; text++) surplus += (*text == close) - (*text == open);
  return surplus;
}

/* ---- over several lines ---- */

/* After the quote that closes a text, or at the end of its line. */
static const char *behind_text(const char *text) {
  for (text++; *text && *text != '\n'; text++) {
    if (*text == '"') return text + 1;
    if (*text == '\\' && text[1] && text[1] != '\n') text++;
  }
  return text;
}

const char *around_behind(const char *text) {
  if (*text == '"') return behind_text(text);
  int depth = 0;
  while (*text) {
    if (*text == '"') {
      text = behind_text(text);
      continue;
    }
    depth += strchr("([{", *text) != NULL;
    if (strchr(")]}", *text) && --depth <= 0) return text + 1;
    text++;
  }
  return text;
}

const char *around_citations(const char *text) {
  for (;;) {
    text = words_next_token(text);
    if (*text != '@') return text;
    text += strcspn(text, " \t\r\n");
  }
}

const char *around_head(const struct parsing *parsing, uint32_t block) {
  const char *line = around_line(parsing, block);
  int length = (int)strcspn(line, "({\"\n");
  while (length > 0 && is_blank(line[length - 1])) length--;
  return arena_format(parsing->arena, "%.*s", length, line);
}

/* The bracket that opens what ends here, or the start of the line. */
static uint32_t opening(const char *text, uint32_t end) {
  int depth = 0;
  for (; end > 0 && text[end - 1] != '\n'; end--) {
    depth += strchr(")]", text[end - 1]) != NULL;
    if (strchr("([", text[end - 1]) && --depth == 0) return end - 1;
  }
  return end;
}

uint32_t around_operand_start(const struct parsing *parsing, uint32_t end) {
  const char *text = parsing->source->text;
  while (end > 0 && is_blank(text[end - 1])) end--;
  while (end > 0) {
    if (strchr(")]", text[end - 1])) end = opening(text, end);
    else if (words_is_letter(text[end - 1]) || text[end - 1] == '.') end--;
    else break;
    if (end > 0 && text[end] == '(' && !words_is_letter(text[end - 1])) break;
  }
  return end;
}

enum {
  NEAR_BYTES = 4000
}; /* what is further away is of another rule; and thousands of mistakes look back, each so far */

const char *around_player(const struct parsing *parsing, uint32_t offset) {
  static const char *const ends[] = { ": player", " in players", " in others" };
  const char *text = parsing->source->text;
  uint32_t first = offset > NEAR_BYTES ? offset - NEAR_BYTES : 0;
  for (uint32_t at = offset; at > first; at--) {
    if (!words_is_letter(text[at - 1]) || words_is_letter(text[at])) continue;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
      if (strncmp(text + at, ends[i], strlen(ends[i])) == 0) {
        struct span name = around_word_before(parsing, at);
        return arena_format(parsing->arena, "%.*s", (int)(name.end - name.start), text + name.start);
      }
  }
  return "p";
}

bool around_is(const struct parsing *parsing, struct span span, const char *word) {
  size_t length = strlen(word);
  return span.end - span.start == length && memcmp(parsing->source->text + span.start, word, length) == 0;
}

bool around_declares(const struct parsing *parsing, const char *name, enum declared kind) {
  static const char *const words[] = { "effect", "phase", "fn",    "var",     "pile",  "pool",
                                       "row",    "track", "const", "setting", "table", "graph" };
  size_t count = kind == DECLARED_PROCEDURE ? 3 : sizeof words / sizeof *words;
  size_t length = strlen(name);
  const char *text = parsing->source->text;
  for (const char *at = strstr(text, name); at && length; at = strstr(at + 1, name)) {
    uint32_t offset = (uint32_t)(at - text);
    if (words_is_letter(at[length]) || offset == 0 || !is_blank(at[-1])) continue;
    struct span before = around_word_before(parsing, offset);
    for (size_t i = 0; i < count; i++)
      if (around_is(parsing, before, words[i])) return true;
  }
  return false;
}
