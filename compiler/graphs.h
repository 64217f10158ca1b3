/* Graphs: edges on an enum, and the tables that distances, neighbours and paths are read from. */
#ifndef TRV_COMPILER_GRAPHS_H
#define TRV_COMPILER_GRAPHS_H

#include "compiler/context.h"

enum { GRAPH_PLACES = 1024, PATHS_LIMIT = 65535, PATH_PLACES_LIMIT = 4000000, WITHIN_SLOTS = 8000000 };

/* Begins the graph of a symbol on an enum; `linked` is zeroed and has a place for each pair of its values. */
void graphs_open(struct compilation *c, struct symbol *symbol, struct symbol *nodes, uint8_t *linked);

/* Each is made when first needed and then kept. The result of graphs_paths is never NULL; too many paths are
 * reported. */
const struct path_table *graphs_paths(struct compilation *c, struct symbol *graph);
int32_t graphs_distances(struct compilation *c, struct symbol *graph);  /* column of n * n steps, NONE_INT: no way */
bool graphs_connected(struct compilation *c, struct symbol *graph);     /* there is a way between any two places */
int32_t graphs_neighbours(struct compilation *c, struct symbol *graph); /* column of n sets */
int32_t graphs_labelled(struct compilation *c, struct symbol *graph);   /* column of n * labels sets */
/* Column of sets: node * *rows + steps, for 0 to *rows - 1 steps; more reach no further. Sets that take too much memory
 * are reported. */
int32_t graphs_within(struct compilation *c, struct symbol *graph, int32_t *rows);

/* Labels the edges of a graph; `steps` has for each place and label where it leads, -1: nowhere. */
void graphs_label(struct compilation *c, struct symbol *graph, struct symbol *labels, int32_t *steps);
/* Column of n * labels places, so many steps of a label on from each, -1: none; `count` is 1 to STEP_COLUMNS. */
int32_t graphs_steps(struct compilation *c, struct symbol *graph, int32_t count);

/* Puts a place into a set of slots. */
void graphs_add(int32_t *slots, int32_t place);
/* Makes the columns of rays. */
void graphs_rays(struct compilation *c, struct symbol *graph);
/* Column of the labels that lead back; -1 when some label has none. */
int32_t graphs_opposites(struct compilation *c, struct symbol *graph);
/* Column of sets: the places at the edge, then for each label those where it leads nowhere; or one, the corners. */
int32_t graphs_edges(struct compilation *c, struct symbol *graph, bool corners);

#endif
