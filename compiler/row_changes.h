/* What variants change in the rows of enums, decks and tables, step by step as tables.c fills these. */
#ifndef TRV_COMPILER_ROW_CHANGES_H
#define TRV_COMPILER_ROW_CHANGES_H

#include "compiler/context.h"
#include "lang/csv.h"

/* Before ids are declared: takes removed values of an enum out of `csv` (which may be NULL) and the rows of the tree,
 * and puts added rows behind those; reports rows that are not there, or are there already. */
void row_changes_prepare(struct compilation *c, struct symbol *symbol, struct csv *csv);
/* The change by which a variant removes this value from an enum, or NULL. Edges and entries of tables that have it go
 * with it. */
const struct tree *row_changes_removed(const struct symbol *symbol, const char *value);
/* Once ids are declared: new labels. */
void row_changes_label(struct compilation *c, struct symbol *symbol);
/* While a look-up table is being indexed, before its rows are final: removed and added entries. */
/* How many entries stand in the text of a table itself. */
int32_t row_changes_entries(const struct symbol *table);
void row_changes_index(struct compilation *c, struct symbol *table);
/* Once fields are filled: new values, and the values of added entries of a look-up table. */
void row_changes_fill(struct compilation *c, struct symbol *symbol);
/* Once the total of a deck has been compared: more and fewer copies. */
void row_changes_copies(struct compilation *c, struct symbol *deck);

#endif
