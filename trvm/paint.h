/* Words that have a colour of their own: "red" is red wherever a screen shows it.
 *
 * How a colour is written depends on what the terminal can do; of a colour that would be hard to read on a light or a dark
 * background, a shade is taken that can be read on both. Knows words and colours, nothing of games. */
#ifndef TRVM_PAINT_H
#define TRVM_PAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum paint_depth { PAINT_16, PAINT_256, PAINT_ALL };
enum { PAINT_CODE = 24 }; /* bytes that are always enough for a code */

struct paint {
  char *word; /* owned */
  size_t length;
  char code[PAINT_CODE]; /* how a terminal calls its colour: "31", "38;5;160" */
};

struct paint_box {
  struct paint *paints; /* owned; the longest word first */
  size_t count, capacity;
  enum paint_depth depth;
};

/* What the terminal can do, by what the environment says of it. */
enum paint_depth paint_depth_of(const char *terminal, const char *colour_terminal);
/* What a terminal calls a colour (0xRRGGBB); "" for one that has no hue: black, grey and white are as all other text. */
void paint_code(enum paint_depth depth, uint32_t rgb, char code[PAINT_CODE]);
/* Adds a word; the first of two that are the same counts. Without a hue it is not needed, and with too many words no more are
 * taken. */
void paint_add(struct paint_box *box, const char *word, uint32_t rgb);
/* To be called when all are there: a longer word comes before one that it begins with. */
void paint_sort(struct paint_box *box);
/* The paint of a word that stands at `at` in a text of `length` bytes, or NULL. */
const struct paint *paint_at(const struct paint_box *box, const char *text, size_t length, size_t at);
void paint_free(struct paint_box *box);

#endif
