/* From text to tree: the door to scanner.l and parser.y. */
#ifndef TRV_LANG_PARSE_H
#define TRV_LANG_PARSE_H

#include "lang/diag.h"
#include "lang/tree.h"

enum { NESTING_LIMIT = 200 }; /* brackets, blocks and operators inside each other */

/* Parses one file of the set; the result is a TREE_FILE, possibly with parts missing after errors; never NULL.
 * Errors are reported to `diags`. Comments and the tokens of scenarios and settings are kept in the source; after
 * errors some are missing. */
struct tree *parse_file(struct source_set *sources, uint32_t file, struct diag_list *diags);
/* The same, and all tokens are kept, as they also are in a set that keeps its meaning. */
struct tree *parse_tokens(struct source_set *sources, uint32_t file, struct diag_list *diags);

/* Parses one call such as `advance(3)` inside a table cell: a CALL or NAME node with spans in the table, or NULL. */
struct tree *parse_cell(struct source_set *sources, struct span cell, struct diag_list *diags);

#endif
