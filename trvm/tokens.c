/* Short signs for long labels: see tokens.h. */
#include "trvm/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

enum { MOST_WORDS = 4 };

/* The first words of a label; further ones are left out of its sign. */
struct token_words {
  const char *start[MOST_WORDS];
  size_t bytes[MOST_WORDS], taken[MOST_WORDS]; /* taken: how much of it is in the sign */
  size_t count;
};

/* ---- words ---- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Blanks and punctuation of ASCII; whatever is beyond may be all that a label has. */
static bool is_between_words(char byte) { return (unsigned char)byte < 0x80 && !isalnum((unsigned char)byte); }

/* A character together with the marks that stand above or below it. */
static size_t character_bytes(const char *text, size_t left) {
  uint32_t character;
  size_t bytes = unicode_next(text, left, &character);
  while (bytes < left) {
    size_t more = unicode_next(text + bytes, left - bytes, &character);
    if (screen_character_columns(character) != 0) break;
    bytes += more;
  }
  return bytes;
}

static size_t word_bytes(const char *text) {
  size_t bytes = 0;
  if (is_digit(*text)) return strspn(text, "0123456789");
  while (text[bytes] && !is_between_words(text[bytes]) && !is_digit(text[bytes])) bytes++;
  return bytes;
}

static void add_word(struct token_words *words, const char *start, size_t bytes) {
  size_t i = words->count++;
  words->start[i] = start;
  words->bytes[i] = bytes;
  words->taken[i] = is_digit(*start) ? bytes : character_bytes(start, bytes);
}

static struct token_words split(const char *label) {
  struct token_words words = { .count = 0 };
  for (const char *at = label; *at && words.count < MOST_WORDS;) {
    if (is_between_words(*at)) {
      at++;
      continue;
    }
    size_t bytes = word_bytes(at);
    add_word(&words, at, bytes);
    at += bytes;
  }
  label += strspn(label, " ");
  if (words.count == 0 && *label) add_word(&words, label, strlen(label));
  if (words.count == 0) add_word(&words, "?", 1);
  return words;
}

/* ---- signs ---- */

static void spell(const struct token_words *words, struct text *token) {
  text_clear(token);
  for (size_t i = 0; i < words->count; i++) text_append(token, words->start[i], words->taken[i]);
}

/* What signs must differ from: those made so far, and the initials of all labels, which are theirs by right. */
struct token_maker {
  char **initials, **tokens;
  size_t count, made;
};

static bool is_free(const struct token_maker *maker, const char *token) {
  for (size_t i = 0; i < maker->made; i++)
    if (strcmp(maker->tokens[i], token) == 0) return false;
  for (size_t i = 0; i < maker->count; i++)
    if (strcmp(maker->initials[i], token) == 0) return false;
  return true;
}

/* The word in which a label differs from the first one that has the same initials. */
static size_t differing_word(const struct token_words *words, const struct token_words *other) {
  for (size_t i = 0; i < words->count && i < other->count; i++)
    if (words->bytes[i] != other->bytes[i] || memcmp(words->start[i], other->start[i], words->bytes[i]) != 0) return i;
  return words->count - 1;
}

/* The initials with another letter of word `at`, a capital if its first letter is one. */
static bool try_letters(const struct token_maker *maker, const struct token_words *words, size_t at,
                        struct text *token) {
  const char *word = words->start[at];
  for (size_t from = words->taken[at]; from < words->bytes[at];) {
    size_t bytes = character_bytes(word + from, words->bytes[at] - from);
    text_clear(token);
    for (size_t i = 0; i < words->count; i++) {
      if (i != at) text_append(token, words->start[i], words->taken[i]);
      else text_append(token, word + from, bytes);
      if (i == at && bytes == 1 && isupper((unsigned char)*word))
        token->bytes[token->length - 1] = (char)toupper((unsigned char)word[from]);
    }
    if (is_free(maker, token->bytes)) return true;
    from += bytes;
  }
  return false;
}

/* More and more letters of word `at`, then a number. */
static void lengthen(const struct token_maker *maker, struct token_words *words, size_t at, struct text *token) {
  while (words->taken[at] < words->bytes[at]) {
    words->taken[at] += character_bytes(words->start[at] + words->taken[at], words->bytes[at] - words->taken[at]);
    spell(words, token);
    if (is_free(maker, token->bytes)) return;
  }
  for (size_t number = 2;; number++) {
    spell(words, token);
    text_append_format(token, "%zu", number);
    if (is_free(maker, token->bytes)) return;
  }
}

static size_t first_with(const struct token_maker *maker, size_t index) {
  size_t first = 0;
  while (strcmp(maker->initials[first], maker->initials[index]) != 0) first++;
  return first;
}

void tokens_make(const char *const *labels, size_t count, char **tokens) {
  struct token_maker maker = { need_memory(NULL, (count + 1) * sizeof *tokens), tokens, count, 0 };
  struct text token = { 0 };
  for (size_t i = 0; i < count; i++) {
    struct token_words words = split(labels[i]);
    spell(&words, &token);
    maker.initials[i] = need_copy(token.bytes);
  }
  for (; maker.made < count; maker.made++) {
    size_t index = maker.made, first = first_with(&maker, index);
    struct token_words words = split(labels[index]), other = split(labels[first]);
    spell(&words, &token);
    if (first < index) {
      size_t at = differing_word(&words, &other);
      if (!try_letters(&maker, &words, at, &token)) lengthen(&maker, &words, at, &token);
    }
    tokens[index] = need_copy(token.bytes);
  }
  for (size_t i = 0; i < count; i++) free(maker.initials[i]);
  free(maker.initials);
  text_free(&token);
}
