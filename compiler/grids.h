/* Boards: a `grid` is an enum of cells with their columns and rows, an enum of directions, and a graph whose edges are
 * labelled by them.
 *
 * All of it is made from the declaration as if it had been written out: the directions as a declaration of their own
 * before names are declared, the cells as rows when tables are filled, the edges when graphs are. */
#ifndef TRV_COMPILER_GRIDS_H
#define TRV_COMPILER_GRIDS_H

#include "compiler/context.h"

/* Makes the rows of a grid, or of lines on one; does nothing for other enums. */
void grids_fill(struct compilation *c, struct symbol *symbol);
/* Puts cells that a variant adds where they belong: row by row from the bottom, each from the left. */
void grids_order(struct compilation *c, struct symbol *symbol);
/* The graph of each grid, as a symbol without a name of its own. */
void grids_link(struct compilation *c);
/* Puts all boards into the program, for those who draw them. */
void grids_describe(struct compilation *c);
/* Whether an enum is the cells of a grid. */
static inline bool grids_is(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_ENUM && symbol->tree->kid[ENUM_BOARD] &&
         symbol->tree->kid[ENUM_BOARD]->kind == TREE_GRID;
}

#endif
