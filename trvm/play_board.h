/* A declaration with two indices, such as the squares of a board, drawn as a grid.
 *
 * The first index runs across; the second runs down, or up when it is a number, as on a map. */
#ifndef TRVM_PLAY_BOARD_H
#define TRVM_PLAY_BOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "trvm/screen.h"

struct board {
  struct square {
    char *across, *along, *value; /* owned */
  } *squares;
  size_t count, capacity;
};

/* Takes a square whose index is "across, along"; any other index makes the whole unfit for a grid. */
void board_add(struct board *board, const char *index, const char *value);
/* Whether the squares fill a rectangle. */
bool board_is_grid(const struct board *board);
/* Whether the squares fill a rectangle that fits beside `indent` columns. */
bool board_fits(const struct screen *screen, const struct board *board, size_t indent);
/* Draws it; the cursor stands at column `indent`. */
void board_draw(const struct screen *screen, const struct board *board, size_t indent);
void board_free(struct board *board);

#endif
