/* A board drawn cell by cell, squares or hexes, with its coordinates.
 *
 * Where things stand on the screen; what lies on the cells is play_pieces.c. */
#ifndef TRVM_PLAY_DRAWING_H
#define TRVM_PLAY_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trvm/screen.h"

struct drawn_cell {
  const char *name;     /* borrowed */
  uint32_t column, row; /* from 1, rows from the bottom */
  const char *sign;     /* what is drawn there; borrowed */
  enum style style;
  bool marked;          /* in brackets */
  bool empty;           /* nothing lies there, whatever its sign */
};

struct drawing {
  bool hex; /* each row lies half a hex to the left of the row below */
  uint32_t width, height;
  const struct drawn_cell *cells; /* by rows from the bottom, then by columns; borrowed */
  size_t count;
  size_t sign_columns; /* that every cell has room for at least */
};

enum { DRAWING_COORDINATE = 16 }; /* bytes of the name of a column or row */

/* What a cell's name begins with if it ends with the row, else the number of the column. */
void drawing_name_column(const struct drawn_cell *cell, char name[DRAWING_COORDINATE]);
/* Whether a cell lies on the board: what lies outside is left out. */
bool drawing_has(const struct drawing *drawing, const struct drawn_cell *cell);
/* Columns of the screen that it takes. */
size_t drawing_columns(const struct drawing *drawing);
/* Draws it from column `indent` on, in lines of its own. */
void drawing_draw(const struct screen *screen, const struct drawing *drawing, size_t indent);

#endif
