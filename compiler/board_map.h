/* The shape of a board and where its cells are, for the files that make something of a `grid` (grids.h). */
#ifndef TRV_COMPILER_BOARD_MAP_H
#define TRV_COMPILER_BOARD_MAP_H

#include "compiler/graphs.h"

/* ---- nodes that the author has not written ---- */

const char *board_word(struct compilation *c, const char *text);
struct tree *board_named(struct tree *node, const char *name, struct span span);
struct tree *board_number(struct compilation *c, struct span span, int32_t number);

/* ---- numbers: board_sums.c ---- */

struct board_sums {
  struct compilation *c;
  int32_t column, row; /* 0 where none is meant */
  int depth;           /* of constants that name each other */
  bool has_no_result;  /* a sum is too large, or something is divided by 0 */
  /* What else has a number: a NAME or FIELD; NULL where nothing has. */
  bool (*number_of)(const void *context, const struct tree *node, int32_t *value);
  const void *context; /* for it; borrowed */
};

enum { MOST_BOARD_WORK = 20000000 };
/* The value of an expression that has no type yet; false when it needs more than numbers, constants, column and row. */
bool board_value(struct board_sums *sums, const struct tree *node, int32_t *value);

/* ---- shape and cells: board_map.c ---- */

struct board_way {
  const char *name;
  int32_t columns, rows;
  bool diagonal;
};
/* A direction leads no further than a board can be wide. */
static inline bool board_way_fits(int32_t offset) { return offset >= -GRAPH_PLACES && offset <= GRAPH_PLACES; }
/* A direction as the declaration of the directions has it; false if it is none. */
bool board_read_way(struct compilation *c, const struct tree *row, struct board_way *way);

struct board_shape {
  int32_t width, height; /* of the rectangle around it */
  int32_t side;          /* of a hexagon, 0 for any other board */
};

/* A number of columns and rows of a board, of cells of a line; false after reporting. */
enum board_size { SIZE_OF_BOARD, SIZE_OF_LINE };
bool board_read_size(struct compilation *c, const struct tree *node, enum board_size what, int32_t *size);

/* Where each cell of the rectangle is among the values, -1 for none. */
struct board_map {
  struct board_shape shape;
  int32_t *cells;
  bool wraps_columns, wraps_rows;
};

/* A map without cells; false after reporting. */
bool board_map_start(struct compilation *c, const struct tree *grid, struct board_map *map);
/* Puts a cell in its place; false, and nothing is done, where that is outside or taken. */
bool board_map_put(struct board_map *map, int32_t column, int32_t row, int32_t cell);
/* The cell in a column and row, wrapped round where the board is; -1 for none. */
int32_t board_cell_at(const struct board_map *map, int32_t column, int32_t row);
/* Reports what is said to wrap and is no direction. */
void board_check_wraps(struct compilation *c, const struct tree *grid);

/* The column and row of a cell as its row of the enum has it; false if they are no numbers that are known so early. */
bool board_read_cell(struct compilation *c, const struct tree *row, int32_t *column, int32_t *line);
/* Makes the rows of a grid: its cells. */
void board_make_cells(struct compilation *c, struct symbol *symbol);
/* board_lines.c: makes the rows of `lines`. */
void board_make_lines(struct compilation *c, struct symbol *symbol);

#endif
