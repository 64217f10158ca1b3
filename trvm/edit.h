/* A line while it is typed at a terminal: keys and pasted text in, a line of bounded length out.
 *
 * Knows neither the terminal nor the game: who reads the terminal hands over bytes, who draws reads the line. Each byte
 * costs bounded work, so that a flood of them costs time in proportion.
 *
 * A line has at most EDIT_MOST characters, and is refused whole when more were typed: an answer is never cut short.
 * What is pasted (between the marks of bracketed paste) is text and never a key: its line ends and control characters
 * become blanks, and Enter is left to the person; a block that does not fit is refused whole, and the line stays. */
#ifndef TRVM_EDIT_H
#define TRVM_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum { EDIT_MOST = 1000, EDIT_LINES_KEPT = 100 };

/* What one person has typed, for the arrow keys. Zeroed: nothing yet. */
struct edit_history {
  char *lines[EDIT_LINES_KEPT]; /* owned, oldest first */
  size_t count;
};
void edit_remember(struct edit_history *history, const char *line);
void edit_forget(struct edit_history *history);

/* The keys of the terminal that are no part of a line; 0 for those it has not. */
struct edit_keys {
  unsigned char interrupt, quit, suspend, end;
};

enum edit_event {
  EDIT_GOES_ON,
  EDIT_ENTER,
  EDIT_END, /* of all input */
  EDIT_INTERRUPT,
  EDIT_QUIT,
  EDIT_SUSPEND,
  EDIT_CLEAR,   /* the screen is to be cleared */
  EDIT_REFUSED, /* `refused` characters were too many */
};

struct edit_piece {
  uint32_t characters[EDIT_MOST];
  size_t length;
  size_t beyond; /* characters for which there was no room */
};

struct edit {
  struct edit_piece line, killed, pasted;
  size_t cursor;
  size_t refused; /* of EDIT_REFUSED */
  struct edit_keys keys;
  struct edit_history *history; /* borrowed; NULL: none */
  size_t recalled;              /* the line of the history that is shown; its count: none */
  struct edit_piece fresh;      /* what was typed before one was recalled */
  bool plain; /* set after beginning: the line comes as it is, and no byte of it is a key but its end */
  bool pasting;
  size_t mark_matched; /* bytes of the mark that ends a paste */
  char sequence[16];   /* of a key that sends several bytes */
  size_t sequence_length;
  char partial[4]; /* bytes of a character that is not yet whole */
  size_t partial_length;
};

void edit_begin(struct edit *edit, struct edit_history *history, struct edit_keys keys);
enum edit_event edit_take(struct edit *edit, unsigned char byte);
/* The end of a paste whose mark never came. */
enum edit_event edit_end_paste(struct edit *edit);
/* Adds the line to a text, as UTF-8. */
void edit_add_to(const struct edit *edit, struct text *text);

#endif
