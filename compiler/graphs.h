/* Graphs: edges on an enum, and the tables that distances, neighbours and paths are read from. */
#ifndef TRV_COMPILER_GRAPHS_H
#define TRV_COMPILER_GRAPHS_H

#include "compiler/context.h"

enum { GRAPH_PLACES = 1024, PATHS_LIMIT = 65535, PATH_PLACES_LIMIT = 4000000, WITHIN_SLOTS = 8000000 };

/* Each is made when first needed and then kept. The result of graphs_paths is never NULL; too many paths are
 * reported. */
const struct path_table *graphs_paths(struct compilation *c, struct symbol *graph);
int32_t graphs_distances(struct compilation *c, struct symbol *graph);  /* column of n * n steps, NONE_INT: no way */
bool graphs_connected(struct compilation *c, struct symbol *graph);      /* there is a way between any two places */
int32_t graphs_neighbours(struct compilation *c, struct symbol *graph); /* column of n sets */
/* Column of sets: node * *rows + steps, for 0 to *rows - 1 steps; more reach no further. Sets that take too much memory
 * are reported. */
int32_t graphs_within(struct compilation *c, struct symbol *graph, int32_t *rows);

#endif
