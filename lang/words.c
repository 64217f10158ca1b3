/* Finds the words of the language with a small hash table, and looks at what follows a word of several meanings. */
#include "lang/words.h"

#include <string.h>

#include "lang/parsing.h"

static const struct word words[] = {
#define WORD(text, token, when, role) { text, T_##token, WORD_##when, ROLE_##role, sizeof text - 1 },
#include "lang/words.def"
#undef WORD
  { NULL, 0, 0, 0, 0 },
};
_Static_assert(sizeof words / sizeof *words < 256, "indices of words must fit into a byte");

const struct word *words_all(void) { return words; }

/* Good enough: words differ in length and in their first and last letters, and the table is three quarters empty. */
static unsigned slot_of(const char *text, size_t length) {
  unsigned first = (unsigned char)text[0], second = (unsigned char)text[length > 1];
  unsigned last = (unsigned char)text[length - 1];
  return (first * 37 + second * 101 + last * 11 + (unsigned)length * 59) & (WORD_SLOTS - 1);
}

void words_prepare(struct word_table *table) {
  memset(table, 0, sizeof *table);
  for (unsigned i = 0; words[i].text; i++) {
    unsigned slot = slot_of(words[i].text, words[i].length);
    while (table->first[slot] && strcmp(words[table->first[slot] - 1].text, words[i].text) != 0)
      slot = (slot + 1) & (WORD_SLOTS - 1);
    uint8_t *link = &table->first[slot];
    while (*link) link = &table->next[*link - 1];
    *link = (uint8_t)(i + 1);
  }
}

const struct word *words_find(const struct word_table *table, const char *text, size_t length) {
  for (unsigned slot = slot_of(text, length); table->first[slot]; slot = (slot + 1) & (WORD_SLOTS - 1)) {
    const struct word *word = &words[table->first[slot] - 1];
    if (word->length == length && memcmp(word->text, text, length) == 0) return word;
  }
  return NULL;
}

const struct word *words_next(const struct word_table *table, const struct word *word) {
  uint8_t next = table->next[word - words];
  return next ? &words[next - 1] : NULL;
}

/* ---- what follows ---- */

static const char *skip_blanks(const char *text) {
  while (*text == ' ' || *text == '\t') text++;
  return text;
}

const char *words_next_token(const char *text) {
  for (;;) {
    while (*text == ' ' || *text == '\t' || *text == '\r' || *text == '\n') text++;
    if (text[0] != '/' || text[1] != '/') return text;
    while (*text && *text != '\n') text++;
  }
}

bool words_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool words_next_is(const char *after, const char *word) {
  const char *text = words_next_token(after);
  size_t length = strlen(word);
  return strncmp(text, word, length) == 0 && !words_is_letter(text[length]);
}

static bool next_word_among(const char *after, const char *const *wanted) {
  for (; *wanted; wanted++)
    if (words_next_is(after, *wanted)) return true;
  return false;
}

/* Words that join expressions show that the word before them was a whole operand: a name. */
static bool operand_follows(const char *after) {
  static const char *const joining[] = { "and",  "or",   "not", "in",    "is",  "has",
                                         "then", "else", "by",  "where", "for", NULL };
  const char *text = skip_blanks(after);
  return *text == '(' || *text == '[' || (words_is_letter(*text) && !next_word_among(text, joining));
}

static bool value_follows(const char *after) {
  static const char *const following[] = { "from", "to",   "of",    "hidden",  "open",
                                           "each", "desc", "times", "clamped", NULL };
  return operand_follows(after) && !next_word_among(skip_blanks(after), following);
}

static bool name_follows(const char *after) {
  char next = *skip_blanks(after);
  return next != '(' && next != '[' && operand_follows(after);
}

bool words_lead(const char *after) {
  char next = *skip_blanks(after);
  return next == '"' || next == '{' || name_follows(after);
}

bool words_fit(const struct word *word, const char *after) {
  switch (word->when) {
  case WORD_CALLED: return *words_next_token(after) == '(';
  case WORD_NOT_CALLED: return *words_next_token(after) != '(';
  case WORD_BEFORE_OF: return words_next_is(after, "of");
  case WORD_BEFORE_TO: return words_next_is(after, "to");
  case WORD_BEFORE_FROM: return words_next_is(after, "from");
  case WORD_BEFORE_CAPITAL: return *skip_blanks(after) >= 'A' && *skip_blanks(after) <= 'Z';
  case WORD_BEFORE_OPERAND: return operand_follows(after);
  case WORD_BEFORE_NAME: return name_follows(after);
  case WORD_BEFORE_VALUE: return value_follows(after);
  case WORD_NOT_OPERATED: {
    char next = *skip_blanks(after);
    return !next || !strchr("=!<>+-*/%?.[(", next) || strncmp(skip_blanks(after), "//", 2) == 0;
  }
  default: return true;
  }
}
