/* The words of the language and how to find them. The list is words.def. */
#ifndef TRV_LANG_WORDS_H
#define TRV_LANG_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What must hold, apart from the grammar, for a text to be this word. */
enum word_when {
  WORD_RESERVED,       /* nothing, not even that the grammar takes it: it is never a name */
  WORD_ANYWHERE,       /* nothing more */
  WORD_CALLED,         /* an opening round bracket follows */
  WORD_NOT_CALLED,     /* none follows */
  WORD_BEFORE_OF,      /* the word `of` follows */
  WORD_BEFORE_TO,      /* the word `to` follows */
  WORD_BEFORE_FROM,    /* the word `from` follows */
  WORD_BEFORE_CAPITAL, /* a name that begins with a capital letter follows on the same line */
  WORD_BEFORE_OPERAND, /* a name, number or opening bracket follows on the same line */
  WORD_BEFORE_NAME,    /* a name follows on the same line */
  WORD_BEFORE_VALUE,   /* the same, and the name is not one of the small words that follow values */
  WORD_NOT_OPERATED,   /* no operator, dot or bracket follows on the same line */
};
enum word_role { ROLE_NOTHING, ROLE_DECLARATION, ROLE_STATEMENT, ROLE_OPTION, ROLE_STEP, ROLE_SHOWN };

struct word {
  const char *text;
  uint16_t token;
  uint8_t when, role; /* enum word_when, enum word_role */
  uint8_t length;     /* of the text */
};
/* All words, ended by a NULL text; meanings of one text are not always neighbours. Borrowed, static. */
const struct word *words_all(void);

/* A table for finding words fast; made once for each parse. */
enum { WORD_SLOTS = 512 };
struct word_table {
  uint8_t first[WORD_SLOTS]; /* 1 + index of the first word whose hash is the slot or before it; 0 is empty */
  uint8_t next[256];         /* by index: 1 + index of the next meaning of the same text, 0 if there is none */
};
void words_prepare(struct word_table *table);
/* The first meaning of a text, or NULL; words_next returns the others. */
const struct word *words_find(const struct word_table *table, const char *text, size_t length);
const struct word *words_next(const struct word_table *table, const struct word *word);

/* Whether what follows a word in the text allows this meaning; `after` is the NUL-terminated text after the word. */
bool words_fit(const struct word *word, const char *after);
/* Whether a name, number, text or block follows on the same line: the word looks like the first of a construct. */
bool words_lead(const char *after);

/* After blanks, line ends and comments. */
const char *words_next_token(const char *text);
/* Whether that is this word. */
bool words_next_is(const char *after, const char *word);
/* Whether a character can be part of a name. */
bool words_is_letter(char c);

#endif
