/* Graphs: see graphs.h. Edges come from the text or from a CSV file with the columns `from` and `to`. */
#include "compiler/graphs.h"

#include <errno.h>
#include <string.h>

#include "compiler/cells.h"
#include "compiler/grids.h"
#include "compiler/passes.h"
#include "compiler/patch.h"
#include "compiler/row_changes.h"
#include "compiler/type.h"
#include "lang/csv.h"

/* ---- edges ---- */

/* A place that is stated to have no edge: `oslo - none`, or a row with an empty `to`. */
struct lone_place {
  int32_t node;
  struct span span;
};

static bool node_named(struct compilation *c, struct symbol *nodes, const char *word, struct span span, int32_t *node) {
  if (row_changes_removed(nodes, word)) return false;
  struct type *type = type_of_symbol(c, TYPE_KIND_ENUM, nodes);
  struct csv_cell cell = { word, span };
  bool known = cell_scalar(c, type, &cell, node);
  c->incomplete |= !known;
  return known;
}

/* An edge as it is written: `label` is NULL where the graph has none. */
struct edge_line {
  int32_t from, to;
  bool directed;
  const struct csv_cell *label;
  struct span span;
};

static void add_labelled(struct compilation *c, struct graph *graph, int32_t from, int32_t to, int32_t label) {
  struct graph_edge edge = { from, to, label };
  vector_push(c->arena, &graph->edges, &edge, sizeof edge);
}

static void link_nodes(struct compilation *c, struct graph *graph, const struct edge_line *line) {
  int32_t label = 0, n = graph->nodes->count;
  if (graph->labels && !line->label) {
    diag_report(c->diags, DIAG_E0527, line->span, "this edge has no label: `%s - %s(…)`",
                graph->nodes->values[line->from].name, graph->nodes->values[line->to].name);
    return;
  }
  if (!graph->labels && line->label) {
    struct diag *diag = diag_report(c->diags, DIAG_E0527, line->span, "the edges of this graph carry no values");
    diag_hint(c->diags, diag,
              "say what they are labelled by: `graph roads: City by Colour { … }`; numbers are kept in a `table`");
  }
  if (graph->labels && !node_named(c, graph->labels, line->label->text, line->label->span, &label)) return;
  graph->linked[line->from * n + line->to] = 1;
  if (!line->directed) graph->linked[line->to * n + line->from] = 1;
  if (!graph->labels) return;
  add_labelled(c, graph, line->from, line->to, label);
  if (!line->directed) add_labelled(c, graph, line->to, line->from, label);
}

static void link_both(struct compilation *c, struct graph *graph, const struct edge_line *line) {
  if (line->from == line->to)
    diag_report(c->diags, DIAG_E0527, line->span, "an edge leads from `%s` to itself",
                graph->nodes->values[line->from].name);
  else link_nodes(c, graph, line);
}

/* The label of an edge in the text, as if it stood in a table; NULL if there is none. */
static const struct csv_cell *label_of_tree(struct compilation *c, const struct graph *graph, const struct tree *edge,
                                            struct csv_cell *cell) {
  const struct tree *value = edge->kid[EDGE_VALUES];
  if (!value) return NULL;
  if (graph->labels && (value->kind != TREE_NAME || value->next))
    diag_report(c->diags, DIAG_E0527, value->span, "an edge has one label, a name");
  *cell = (struct csv_cell){ value->kind == TREE_NAME ? value->word : "", value->span };
  return cell;
}

static void note_alone(struct compilation *c, struct graph *graph, struct vector *lone, int32_t node,
                       struct span span) {
  struct lone_place place = { node, span };
  graph->alone[node] = 1;
  vector_push(c->arena, lone, &place, sizeof place);
}

static void check_alone(struct compilation *c, const struct graph *graph, const struct vector *lone) {
  const struct lone_place *places = lone->items;
  for (size_t i = 0; i < lone->count; i++) {
    int32_t node = places[i].node, n = graph->nodes->count;
    bool linked = false;
    for (int32_t other = 0; other < n; other++)
      linked |= graph->linked[node * n + other] || graph->linked[other * n + node];
    if (linked)
      diag_report(c->diags, DIAG_E0527, places[i].span, "`%s` is stated to stand alone, but it has edges",
                  graph->nodes->values[node].name);
  }
}

static void edges_from_tree(struct compilation *c, struct symbol *symbol) {
  struct vector lone = { 0 };
  for (struct tree *edge = symbol->tree->kid[GRAPH_EDGES]; edge; edge = edge->next) {
    struct tree *from = edge->kid[EDGE_FROM], *to = edge->kid[EDGE_TO];
    int32_t a, b;
    if (!node_named(c, symbol->graph->nodes, from->word, from->span, &a)) continue;
    if (!to) note_alone(c, symbol->graph, &lone, a, edge->span);
    else if (node_named(c, symbol->graph->nodes, to->word, to->span, &b)) {
      struct csv_cell cell;
      const struct csv_cell *label = label_of_tree(c, symbol->graph, edge, &cell);
      link_both(c, symbol->graph, &(struct edge_line){ a, b, edge->flags & FLAG_DIRECTED, label, edge->span });
    }
  }
  check_alone(c, symbol->graph, &lone);
}

static bool is_one_way(struct compilation *c, const struct csv_cell *cell) {
  if (!*cell->text || !strcmp(cell->text, "false")) return false;
  if (strcmp(cell->text, "true"))
    diag_report(c->diags, DIAG_E0523, cell->span, "`one_way` is `true`, `false` or empty");
  return true;
}

static void edges_from_csv(struct compilation *c, struct symbol *symbol, const struct tree *source) {
  int error = 0;
  int file = source_read(c->sources, source_beside(c->sources, source->span.file, source->word), &error);
  if (file < 0) {
    diag_report(c->diags, DIAG_E0521, source->span, "cannot read the table `%s`: %s", source->word,
                source_error_text(error));
    c->incomplete = true;
    return;
  }
  struct csv *csv = csv_read(c->sources, (uint32_t)file, c->diags);
  c->incomplete |= !csv;
  if (!csv) return;
  struct graph *graph = symbol->graph;
  int from = csv_column(csv, "from"), to = csv_column(csv, "to"), one_way = csv_column(csv, "one_way"), label = -1;
  if (graph->labels) {
    const char *name = cell_key_column(c->arena, type_of_symbol(c, TYPE_KIND_ENUM, graph->labels));
    label = csv_column(csv, name);
    if (label < 0)
      diag_report(c->diags, DIAG_E0524, csv->head[0].span, "the table of a graph with labels needs the column `%s`",
                  name);
  }
  if (from < 0 || to < 0)
    diag_report(c->diags, DIAG_E0524, csv->head[0].span, "the table of a graph needs the columns `from` and `to`");
  if (from < 0 || to < 0 || (graph->labels && label < 0)) return;
  struct vector lone = { 0 };
  for (uint32_t row = 0; row < csv->rows; row++) {
    const struct csv_cell *cells = csv->cells + (size_t)row * csv->columns;
    int32_t a, b;
    c->incomplete |= csv->uneven[row];
    if (csv->uneven[row] || !node_named(c, symbol->graph->nodes, cells[from].text, cells[from].span, &a)) continue;
    if (!*cells[to].text || !strcmp(cells[to].text, "none")) note_alone(c, symbol->graph, &lone, a, cells[from].span);
    else if (node_named(c, graph->nodes, cells[to].text, cells[to].span, &b))
      link_both(c, graph,
                &(struct edge_line){ a, b, one_way >= 0 && is_one_way(c, &cells[one_way]),
                                     label >= 0 ? &cells[label] : NULL, cells[from].span });
  }
  check_alone(c, symbol->graph, &lone);
}

static void drop_labelled(struct graph *graph, int32_t from, int32_t to) {
  struct graph_edge *edges = graph->edges.items;
  size_t kept = 0;
  for (size_t i = 0; i < graph->edges.count; i++)
    if (edges[i].from != from || edges[i].to != to) edges[kept++] = edges[i];
  graph->edges.count = kept;
}

/* What variants add and remove. */
static void change_edges(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  for (struct tree *item = symbol->tree->kid[GRAPH_CHANGES]; item; item = item->next) {
    struct tree *edge = item->kid[ADD_EDGE_EDGE], *from = edge->kid[EDGE_FROM], *to = edge->kid[EDGE_TO];
    int32_t n = graph->nodes->count, a, b;
    bool adds = item->kind == TREE_ADD_EDGE;
    if (!node_named(c, graph->nodes, from->word, from->span, &a)) continue;
    if (!to) graph->alone[a] = adds;
    if (!to || !node_named(c, graph->nodes, to->word, to->span, &b)) continue;
    bool directed = edge->flags & FLAG_DIRECTED, known = graph->linked[a * n + b];
    bool back = directed ? known : graph->linked[b * n + a];
    if (adds) graph->alone[a] = graph->alone[b] = 0;
    if (adds && known && back) patch_idle(c, item, "this edge is there already");
    else if (adds) {
      struct csv_cell cell;
      link_both(c, graph, &(struct edge_line){ a, b, directed, label_of_tree(c, graph, edge, &cell), edge->span });
    } else if (!known && !back)
      diag_report(c->diags, DIAG_E0704, edge->span, "`%s` has no edge from `%s` to `%s`", symbol->name, from->word,
                  to->word);
    else {
      graph->linked[a * n + b] = 0;
      if (!directed) graph->linked[b * n + a] = 0;
      drop_labelled(graph, a, b);
      if (!directed) drop_labelled(graph, b, a);
    }
  }
}
_Static_assert((int)ADD_EDGE_EDGE == (int)REMOVE_EDGE_EDGE, "change_edges relies on it");

void graphs_open(struct compilation *c, struct symbol *symbol, struct symbol *nodes, uint8_t *linked) {
  struct graph *graph = symbol->graph = arena_alloc(c->arena, sizeof *symbol->graph);
  *graph = (struct graph){ .nodes = nodes,
                           .linked = linked,
                           .alone = arena_alloc(c->arena, (size_t)nodes->count + 1),
                           .distance_column = -1,
                           .neighbour_column = -1,
                           .label_column = -1,
                           .within_column = -1,
                           .ray_column = -1,
                           .ray_places_column = -1,
                           .opposite_column = -1,
                           .edge_column = -1,
                           .corner_column = -1 };
  for (int i = 0; i < STEP_COLUMNS; i++) graph->step_columns[i] = -1;
  nodes->several_graphs = nodes->graph_on != NULL;
  if (!nodes->graph_on) nodes->graph_on = symbol;
}

/* The enum that labels edges, or NULL. */
static struct symbol *labels_named(struct compilation *c, struct tree *name) {
  struct type *type = name ? type_resolve(c, name, NULL) : c->error_type;
  if (type->kind == TYPE_KIND_ENUM) return type->symbol;
  if (type->kind != TYPE_KIND_ERROR) diag_report(c->diags, DIAG_E0527, name->span, "the labels of edges are an enum");
  return NULL;
}

/* Where each label leads from each place. Where two edges of a place have the same, there is no one step of it. */
static void label_edges(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  const struct graph_edge *edges = graph->edges.items;
  int32_t labels = graph->labels->count;
  size_t size = (size_t)graph->nodes->count * (size_t)labels * sizeof *graph->steps;
  int32_t *steps = arena_try(c->arena, size + 1);
  if (!steps) return;
  memset(steps, 0xff, size);
  for (size_t i = 0; i < graph->edges.count; i++) {
    int32_t *step = &steps[edges[i].from * labels + edges[i].label];
    if (*step >= 0 && *step != edges[i].to) graph->twin = &edges[i];
    *step = edges[i].to;
  }
  graphs_label(c, symbol, graph->labels, steps);
}

void graphs_fill(struct compilation *c) {
  grids_link(c);
  for (struct symbol *symbol = c->first_of[SYMBOL_GRAPH]; symbol && !arena_failed(c->arena); symbol = symbol->alike) {
    struct type *type = type_resolve(c, symbol->tree->kid[GRAPH_NODES], NULL);
    if (type->kind != TYPE_KIND_ENUM) {
      if (type->kind != TYPE_KIND_ERROR)
        diag_report(c->diags, DIAG_E0527, symbol->tree->kid[GRAPH_NODES]->span, "the places of a graph are an enum");
      continue;
    }
    if (type->symbol->count > GRAPH_PLACES) {
      diag_report(c->diags, DIAG_E0410, symbol->span, "a graph has at most 1,024 places");
      continue;
    }
    size_t n = (size_t)type->symbol->count;
    uint8_t *linked = arena_try(c->arena, n * n + 1);
    if (!linked) return;
    graphs_open(c, symbol, type->symbol, linked);
    symbol->graph->labels = labels_named(c, symbol->tree->kid[GRAPH_LABELS]);
    if (symbol->tree->kid[GRAPH_LABELS] && !symbol->graph->labels) {
      c->incomplete = true;
      continue;
    }
    struct tree *source = symbol->tree->kid[GRAPH_SOURCE];
    if (source) edges_from_csv(c, symbol, source);
    else edges_from_tree(c, symbol);
    change_edges(c, symbol);
    if (symbol->graph->labels) label_edges(c, symbol);
  }
}

void graphs_add(int32_t *slots, int32_t value) {
  uint64_t word;
  memcpy(&word, slots + 2 * (value / 64), sizeof word);
  word |= (uint64_t)1 << value % 64;
  memcpy(slots + 2 * (value / 64), &word, sizeof word);
}

/* ---- steps of one label ---- */

/* Rays are found one after the other; a place that this ray has come to bears its number. */
struct ray_finder {
  const struct graph *graph;
  int32_t places[GRAPH_PLACES], met[GRAPH_PLACES], number;
};

/* The places of a ray: how many; it ends where it would come to a place twice. */
static int32_t find_ray(struct ray_finder *finder, int32_t start, int32_t label) {
  int32_t labels = finder->graph->labels->count, count = 0, next = finder->graph->steps[start * labels + label];
  finder->met[start] = ++finder->number;
  for (; next >= 0 && finder->met[next] != finder->number; next = finder->graph->steps[next * labels + label]) {
    finder->met[next] = finder->number;
    finder->places[count++] = next;
  }
  return count;
}

void graphs_label(struct compilation *c, struct symbol *symbol, struct symbol *labels, int32_t *steps) {
  struct graph *graph = symbol->graph;
  struct ray_finder finder = { .graph = graph };
  graph->labels = labels;
  graph->steps = steps;
  if (!labels->labels_of) labels->labels_of = symbol;
  for (int32_t i = 0; i < graph->nodes->count * labels->count && !arena_failed(c->arena); i++) {
    int32_t length = find_ray(&finder, i / labels->count, i % labels->count);
    if (length > graph->longest) graph->longest = length;
  }
}

static int32_t steps_on(const struct graph *graph, int32_t place, int32_t label, int32_t count) {
  while (count-- && place >= 0) place = graph->steps[place * graph->labels->count + label];
  return place;
}

int32_t graphs_steps(struct compilation *c, struct symbol *symbol, int32_t count) {
  struct graph *graph = symbol->graph;
  int32_t *known = &graph->step_columns[count - 1], labels = graph->labels->count, n = graph->nodes->count;
  if (*known >= 0) return *known;
  int32_t *places = arena_try(c->arena, (size_t)n * (size_t)labels * sizeof *places + 1);
  if (!places) return 0;
  for (int32_t i = 0; i < n * labels; i++) places[i] = steps_on(graph, i / labels, i % labels, count);
  return *known = context_column(c, places, 1, n * labels);
}

void graphs_rays(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  struct ray_finder finder = { .graph = graph };
  int32_t n = graph->nodes->count * graph->labels->count;
  if (graph->ray_column >= 0) return;
  struct vector starts = { 0 }, all = { 0 };
  for (int32_t i = 0; i <= n && !arena_failed(c->arena); i++) {
    int32_t start = (int32_t)all.count, length;
    vector_push(c->arena, &starts, &start, sizeof start);
    length = i < n ? find_ray(&finder, i / graph->labels->count, i % graph->labels->count) : 0;
    for (int32_t j = 0; j < length; j++) vector_push(c->arena, &all, &finder.places[j], sizeof *finder.places);
  }
  if (arena_failed(c->arena)) return;
  if (!all.count) vector_push(c->arena, &all, &n, sizeof n); /* no column is empty */
  graph->ray_column = context_column(c, starts.items, 1, n + 1);
  graph->ray_places_column = context_column(c, all.items, 1, (int32_t)all.count);
}

/* The label that leads back from wherever another one leads to; -1: none does from everywhere. */
static int32_t opposite_of(const struct graph *graph, int32_t label) {
  int32_t labels = graph->labels->count;
  for (int32_t back = 0; back < labels; back++) {
    bool fits = true, used = false;
    for (int32_t place = 0; place < graph->nodes->count && fits; place++) {
      int32_t to = graph->steps[place * labels + label];
      if (to < 0) continue;
      used = true;
      fits = graph->steps[to * labels + back] == place;
    }
    if (fits && used) return back;
  }
  return -1;
}

/* On a board, the direction with the contrary offsets, whether or not there are cells to go to; -1: there is none. */
static int32_t contrary_of(const struct graph *graph, int32_t label) {
  if (!grids_is(graph->nodes)) return -1;
  const struct field *columns = graph->labels->fields, *rows = columns->next;
  for (int32_t back = 0; back < graph->labels->count; back++)
    if (columns->values[back] == -columns->values[label] && rows->values[back] == -rows->values[label]) return back;
  return -1;
}

int32_t graphs_opposites(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  if (graph->opposite_column >= 0) return graph->opposite_column;
  int32_t labels = graph->labels->count, *opposites = arena_alloc(c->arena, (size_t)labels * sizeof *opposites);
  for (int32_t label = 0; label < labels; label++) {
    opposites[label] = contrary_of(graph, label);
    if (opposites[label] < 0) opposites[label] = opposite_of(graph, label);
    if (opposites[label] < 0) return -1;
  }
  return graph->opposite_column = context_column(c, opposites, 1, labels);
}

/* From how many labels on a place lies at a corner. */
static int32_t lacking(const struct graph *graph, int32_t place) {
  int32_t labels = graph->labels->count, count = 0;
  for (int32_t label = 0; label < labels; label++) count += graph->steps[place * labels + label] < 0;
  return count;
}

int32_t graphs_edges(struct compilation *c, struct symbol *symbol, bool corners) {
  struct graph *graph = symbol->graph;
  int32_t n = graph->nodes->count, labels = graph->labels->count, slots = 2 * ((n + 63) / 64);
  int32_t *known = corners ? &graph->corner_column : &graph->edge_column;
  if (*known >= 0) return *known;
  int32_t rows = corners ? 1 : labels + 1, *sets = arena_try(c->arena, (size_t)rows * (size_t)slots * sizeof *sets + 8);
  if (!sets) return 0;
  for (int32_t place = 0; place < n; place++) {
    int32_t lacks = lacking(graph, place);
    if (corners ? 2 * lacks >= labels : lacks > 0) graphs_add(sets, place);
    for (int32_t label = 0; label < labels && !corners; label++)
      if (graph->steps[place * labels + label] < 0) graphs_add(sets + (1 + label) * slots, place);
  }
  return *known = context_column(c, sets, slots, rows);
}

/* ---- arcs ---- */

/* The places that edges lead to from each place (or come from), in the order of the enum. */
struct arcs {
  int32_t *first; /* n + 1 indices into `places` */
  int32_t *places;
};

static struct arcs arcs_of(struct compilation *c, const struct graph *graph, bool backwards) {
  int32_t n = graph->nodes->count;
  struct vector places = { 0 };
  struct arcs arcs = { arena_alloc(c->arena, ((size_t)n + 1) * sizeof *arcs.first), NULL };
  for (int32_t a = 0; a < n; a++) {
    arcs.first[a] = (int32_t)places.count;
    for (int32_t b = 0; b < n; b++)
      if (graph->linked[backwards ? b * n + a : a * n + b]) vector_push(c->arena, &places, &b, sizeof b);
  }
  arcs.first[n] = (int32_t)places.count;
  arcs.places = places.items;
  return arcs;
}

/* ---- distances and sets ---- */

/* NULL without memory. */
static int32_t *all_distances(struct compilation *c, const struct graph *graph) {
  int32_t n = graph->nodes->count;
  int32_t *distance = arena_try(c->arena, (size_t)n * (size_t)n * sizeof *distance + 1);
  if (!distance) return NULL;
  int32_t *queue = arena_alloc(c->arena, (size_t)n * sizeof *queue + 1);
  struct arcs arcs = arcs_of(c, graph, false);
  memset(distance, 0xff, (size_t)n * (size_t)n * sizeof *distance);
  for (int32_t start = 0; start < n && !arena_failed(c->arena); start++) {
    int32_t *from = distance + start * n, head = 0, tail = 0;
    from[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
      int32_t node = queue[head++];
      for (int32_t i = arcs.first[node]; i < arcs.first[node + 1]; i++) {
        int32_t next = arcs.places[i];
        if (from[next] < 0) from[next] = from[node] + 1, queue[tail++] = next;
      }
    }
  }
  return distance;
}

int32_t graphs_distances(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  if (graph->distance_column < 0) {
    int32_t n = graph->nodes->count, *distance = all_distances(c, graph);
    if (!distance) return 0;
    for (int32_t i = 0; i < n * n; i++)
      if (distance[i] < 0) distance[i] = NONE_INT;
    graph->distance_column = context_column(c, distance, 1, n * n);
  }
  return graph->distance_column;
}

bool graphs_connected(struct compilation *c, struct symbol *symbol) {
  int32_t n = symbol->graph->nodes->count;
  int32_t distances = graphs_distances(c, symbol);
  if (arena_failed(c->arena)) return true;
  const struct column *column = ITEM(c, columns, struct column, distances);
  for (int32_t i = 0; i < n * n; i++)
    if (*ITEM(c, ints, int32_t, column->offset + i) == NONE_INT) return false;
  return true;
}

int32_t graphs_neighbours(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  if (graph->neighbour_column >= 0) return graph->neighbour_column;
  int32_t n = graph->nodes->count, slots = 2 * ((n + 63) / 64);
  int32_t *sets = arena_try(c->arena, (size_t)n * (size_t)slots * sizeof *sets + 8);
  if (!sets) return 0;
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b < n; b++)
      if (graph->linked[a * n + b]) graphs_add(sets + a * slots, b);
  return graph->neighbour_column = context_column(c, sets, slots, n);
}

int32_t graphs_labelled(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  const struct graph_edge *edges = graph->edges.items;
  int32_t labels = graph->labels->count, rows = graph->nodes->count * labels;
  int32_t slots = 2 * ((graph->nodes->count + 63) / 64);
  if (graph->label_column >= 0) return graph->label_column;
  int32_t *sets = arena_try(c->arena, (size_t)rows * (size_t)slots * sizeof *sets + 8);
  if (!sets) return 0;
  for (int32_t i = 0; i < rows; i++)
    if (graph->steps[i] >= 0) graphs_add(sets + i * slots, graph->steps[i]);
  for (size_t i = 0; i < graph->edges.count; i++)
    graphs_add(sets + (edges[i].from * labels + edges[i].label) * slots, edges[i].to);
  return graph->label_column = context_column(c, sets, slots, rows);
}

/* For a place, a set for each number of steps: what is reached by fewer, and what is reached by just as many. */
static void find_within(const int32_t *distance, int32_t n, int32_t rows, int32_t slots, int32_t *sets) {
  for (int32_t b = 0; b < n; b++)
    if (distance[b] >= 0) graphs_add(sets + distance[b] * slots, b);
  for (int32_t i = slots; i < rows * slots; i++) sets[i] |= sets[i - slots];
}

/* How many numbers of steps make a difference, from 0 on: more than lead to the furthest place do not. */
static int32_t steps_of(const int32_t *distance, int32_t n) {
  int32_t most = 0;
  for (int32_t i = 0; i < n * n; i++)
    if (distance[i] > most) most = distance[i];
  return most + 1;
}

int32_t graphs_within(struct compilation *c, struct symbol *symbol, int32_t *rows) {
  struct graph *graph = symbol->graph;
  int32_t n = graph->nodes->count, slots = 2 * ((n + 63) / 64);
  *rows = graph->within_rows;
  if (graph->within_column >= 0) return graph->within_column;
  int32_t *distance = all_distances(c, graph);
  if (!distance) return 0;
  *rows = graph->within_rows = steps_of(distance, n);
  c->within_slots += (int64_t)n * *rows * slots;
  if (c->within_slots > WITHIN_SLOTS) {
    diag_report(c->diags, DIAG_E0410, symbol->span,
                "`within` needs more than 8,000,000 slots here: %d places, of which some are %d steps apart", n,
                *rows - 1);
    return graph->within_column = 0;
  }
  int32_t *sets = arena_try(c->arena, (size_t)n * (size_t)*rows * (size_t)slots * sizeof *sets + 8);
  if (!sets) return 0;
  for (int32_t a = 0; a < n; a++) find_within(distance + a * n, n, *rows, slots, sets + a * *rows * slots);
  graph->within_column = context_column(c, sets, slots, n * *rows);
  arena_release(c->arena, distance, (size_t)n * (size_t)n * sizeof *distance + 1);
  arena_release(c->arena, sets, (size_t)n * (size_t)*rows * (size_t)slots * sizeof *sets + 8);
  return graph->within_column;
}

/* ---- simple paths: by length, then in the order of the enum ---- */

struct path_search {
  struct compilation *c;
  struct arcs next, before;
  struct vector nodes, starts, lengths; /* of all paths */
  struct vector found, found_nodes;     /* of the present pair, in the order in which they were found */
  int32_t stack[GRAPH_PLACES], queue[GRAPH_PLACES];
  uint8_t visited[GRAPH_PLACES];
  uint8_t *leads; /* for each depth: the places from which the goal can still be reached */
  int32_t places, goal, count;
  bool too_many;
};

/* A path of the present pair: its steps, and where its places in between begin. */
struct found_path {
  int32_t length, start;
};

/* Marks where the goal can be reached from by places that are not on the path yet. */
static const uint8_t *find_leads(struct path_search *search, int32_t depth) {
  uint8_t *leads = search->leads + (size_t)depth * (size_t)search->places;
  int32_t head = 0, tail = 0;
  search->too_many |= arena_failed(search->c->arena);
  memset(leads, 0, (size_t)search->places);
  leads[search->goal] = 1;
  search->queue[tail++] = search->goal;
  while (head < tail) {
    int32_t node = search->queue[head++];
    for (int32_t i = search->before.first[node]; i < search->before.first[node + 1]; i++) {
      int32_t place = search->before.places[i];
      if (search->visited[place] || leads[place]) continue;
      leads[place] = 1;
      search->queue[tail++] = place;
    }
  }
  return leads;
}

static void note_path(struct path_search *search, int32_t depth) {
  struct found_path path = { depth, (int32_t)search->found_nodes.count };
  vector_push(search->c->arena, &search->found, &path, sizeof path);
  for (int32_t i = 1; i < depth; i++)
    vector_push(search->c->arena, &search->found_nodes, &search->stack[i], sizeof(int32_t));
  search->too_many |= ++search->count > PATHS_LIMIT || arena_failed(search->c->arena) ||
                      search->nodes.count + search->found_nodes.count > PATH_PLACES_LIMIT;
}

/* All paths that go on from stack[depth]. Where there is more than one way to go, only those are tried that can still
 * come to the goal: the work is bounded by the paths that there are. */
static void extend(struct path_search *search, int32_t depth) {
  int32_t node = search->stack[depth], ways = 0;
  const uint8_t *leads = NULL;
  if (node == search->goal) {
    note_path(search, depth);
    return;
  }
  /* NOLINTBEGIN(clang-analyzer-core.NullDereference): where there are ways, there are places */
  for (int32_t i = search->next.first[node]; i < search->next.first[node + 1]; i++)
    ways += !search->visited[search->next.places[i]];
  if (ways > 1) leads = find_leads(search, depth);
  for (int32_t i = search->next.first[node]; i < search->next.first[node + 1] && !search->too_many; i++) {
    int32_t next = search->next.places[i];
    /* NOLINTEND(clang-analyzer-core.NullDereference) */
    if (search->visited[next] || (leads && !leads[next])) continue;
    search->visited[next] = 1;
    search->stack[depth + 1] = next;
    extend(search, depth + 1);
    search->visited[next] = 0;
  }
}

/* Takes over what was found for a pair, the shortest first. */
static void keep_found(struct path_search *search) {
  const struct found_path *found = search->found.items;
  const int32_t *nodes = search->found_nodes.items;
  size_t kept = 0;
  for (int32_t length = 0; kept < search->found.count; length++)
    for (size_t i = 0; i < search->found.count; i++) {
      if (found[i].length != length) continue;
      int32_t start = (int32_t)search->nodes.count;
      vector_push(search->c->arena, &search->starts, &start, sizeof start);
      vector_push(search->c->arena, &search->lengths, &length, sizeof length);
      for (int32_t step = 0; step + 1 < length; step++)
        vector_push(search->c->arena, &search->nodes, &nodes[found[i].start + step], sizeof *nodes);
      kept++;
    }
}

static void search_pair(struct path_search *search, int32_t from, int32_t to) {
  search->goal = to;
  search->stack[0] = from;
  search->found.count = search->found_nodes.count = 0;
  search->visited[from] = 1;
  extend(search, 0);
  search->visited[from] = 0;
  if (!search->too_many) keep_found(search);
}

static void report_too_many(const struct path_search *search, const struct symbol *symbol) {
  if (search->count > PATHS_LIMIT)
    diag_report(search->c->diags, DIAG_E0410, symbol->span, "`%s` has more than %d paths between its places",
                symbol->name, PATHS_LIMIT);
  else
    diag_report(search->c->diags, DIAG_E0410, symbol->span, "the paths of `%s` have more than %d places in all",
                symbol->name, PATH_PLACES_LIMIT);
}

const struct path_table *graphs_paths(struct compilation *c, struct symbol *symbol) {
  struct graph *graph = symbol->graph;
  if (graph->paths) return graph->paths;
  int32_t n = graph->nodes->count, slots = 2 * ((n + 63) / 64);
  struct path_search *search = arena_alloc(c->arena, sizeof *search);
  graph->paths = arena_alloc(c->arena, sizeof *graph->paths);
  search->c = c;
  search->next = arcs_of(c, graph, false);
  search->before = arcs_of(c, graph, true);
  search->places = n;
  search->leads = arena_try(c->arena, (size_t)n * (size_t)n + 1);
  int32_t *first = arena_try(c->arena, ((size_t)n * (size_t)n + 1) * sizeof *first);
  if (!search->leads || !first || arena_failed(c->arena)) return graph->paths;
  for (int32_t pair = 0; pair < n * n && !search->too_many; pair++) {
    first[pair] = search->count;
    search_pair(search, pair / n, pair % n);
  }
  first[n * n] = search->count;
  if (search->too_many) {
    if (!arena_failed(c->arena)) report_too_many(search, symbol);
    return graph->paths;
  }
  int32_t end = (int32_t)search->nodes.count;
  vector_push(c->arena, &search->starts, &end, sizeof end);
  const int32_t *starts = search->starts.items, *nodes = search->nodes.items;
  int32_t *sets = arena_try(c->arena, (size_t)search->count * (size_t)slots * sizeof *sets + 8);
  if (!sets || arena_failed(c->arena)) return graph->paths;
  for (int32_t path = 0; path < search->count; path++) {
    for (int32_t i = starts[path]; i < starts[path + 1]; i++) graphs_add(sets + path * slots, nodes[i]);
    if (starts[path + 1] - starts[path] > graph->most_between) graph->most_between = starts[path + 1] - starts[path];
  }
  graph->paths->count = search->count;
  for (int32_t pair = 0; pair < n * n; pair++)
    if (first[pair + 1] - first[pair] > graph->paths->most) graph->paths->most = first[pair + 1] - first[pair];
  graph->paths->first_column = context_column(c, first, 1, n * n + 1);
  graph->paths->length_column = context_column(c, search->lengths.items, 1, search->count);
  graph->paths->start_column = context_column(c, starts, 1, search->count + 1);
  graph->paths->node_column = context_column(c, nodes, 1, end);
  graph->paths->set_column = context_column(c, sets, slots, search->count);
  return graph->paths;
}
