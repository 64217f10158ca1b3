/* What a name of the language looks like: for the scanner, for ids in tables, and for the names in compiled files.
 *
 * Names stand in saves, notations, settings and answers of bots, which rely on there being no blank, bracket or line end
 * in them, and on a length. */
#ifndef TRV_BASE_NAME_H
#define TRV_BASE_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum { NAME_LONGEST = 100 }; /* letters */

static inline bool name_is_capital(char letter) { return letter >= 'A' && letter <= 'Z'; }

static inline bool name_may_begin(char letter) {
  return (letter >= 'a' && letter <= 'z') || name_is_capital(letter) || letter == '_';
}

/* Whether the text is a name and nothing else. */
static inline bool name_is(const char *text) {
  size_t length = 0;
  if (!name_may_begin(*text)) return false;
  while (length <= NAME_LONGEST && (name_may_begin(text[length]) || (text[length] >= '0' && text[length] <= '9'))) length++;
  return length <= NAME_LONGEST && !text[length];
}

#endif
