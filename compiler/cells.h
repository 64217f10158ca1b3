/* Cells of tables: one value of a field, from CSV text or from an expression in the source. */
#ifndef TRV_COMPILER_CELLS_H
#define TRV_COMPILER_CELLS_H

#include "compiler/context.h"
#include "lang/csv.h"

/* Puts the cell into row `row` of the field; reports what does not fit, at its place in the table. */
void cell_from_text(struct compilation *c, struct field *field, int32_t row, const struct csv_cell *cell);
void cell_from_tree(struct compilation *c, struct field *field, int32_t row, struct tree *value);
/* One plain value of this type; false after reporting. */
bool cell_scalar(struct compilation *c, struct type *type, const struct csv_cell *cell, int32_t *value);
/* The name of the column that holds keys of this type: the type's name in lower case with `_`. */
const char *cell_key_column(struct arena *arena, const struct type *type);

#endif
