/* Built-in functions about places: neighbours, steps, rays, regions of graphs and boards.
 *
 * The graph comes first, by its name, or is left out where the places have only one: neighbours(roads, ulm),
 * neighbours(ulm). A board is named by the type of its cells. */
#include "compiler/places.h"

#include "compiler/constant.h"
#include "compiler/graphs.h"
#include "compiler/refuse.h"

/* ---- which graph ---- */

/* The graph that an argument names, or NULL. */
static struct symbol *graph_named(struct compilation *c, const struct tree *name) {
  struct symbol *symbol = name->kind == TREE_NAME || name->kind == TREE_TYPE_NAME ? symbol_named(c, name) : NULL;
  if (symbol && symbol->kind == SYMBOL_ENUM && name->kind == TREE_TYPE_NAME) {
    symbol->used = true;
    return symbol->graph_on;
  }
  return symbol && symbol->kind == SYMBOL_GRAPH ? symbol : NULL;
}

static bool is_unknown(struct compilation *c, const struct tree *name) {
  return name->kind == TREE_NAME && !symbol_find(c, name->word) && !table_get(c->values, name->word) &&
         context_seat_named(c, name->word) < 0;
}

/* The enum whose values a place or several are, or NULL. */
static struct symbol *places_in(const struct type *type) {
  if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_LIST) type = type->element;
  return type->kind == TYPE_KIND_ENUM ? type->symbol : NULL;
}

/* Which graph is meant by the place itself. */
static struct symbol *graph_of_place(struct compilation *c, struct tree *call, struct tree *place) {
  struct type *type = types_expression(c, place);
  struct symbol *places = places_in(type);
  if (type->kind == TYPE_KIND_ERROR) return NULL;
  if (!places || !places->graph_on) {
    if (!c->incomplete)
      diag_report(c->diags, DIAG_E0216, place->span, "`%s` asks about places of a graph or a board, and this is %s",
                  call->word, type_phrase(c, type));
    return NULL;
  }
  if (!places->several_graphs) return places->graph_on;
  struct diag *diag = diag_report(c->diags, DIAG_E0216, place->span, "there are several graphs on %s", places->name);
  diag_hint(c->diags, diag, "say which: `%s(%s, …)`", call->word, places->graph_on->name);
  return NULL;
}

struct symbol *places_graph(struct compilation *c, struct tree *call) {
  struct tree *first = call->kid[CALL_ARGS];
  if (!first) {
    diag_report(c->diags, DIAG_E0216, call->span, "`%s` asks about places of a graph or a board", call->word);
    return NULL;
  }
  struct symbol *graph = graph_named(c, first);
  if (graph) {
    graph->used = true;
    types_note(c, first, NOTE_SYMBOL, c->void_type, graph, 0);
  } else if (is_unknown(c, first)) types_unknown(c, first, "graph", 1u << SYMBOL_GRAPH, DIAG_E0216);
  else graph = graph_of_place(c, call, first);
  return graph && graph->graph ? graph : NULL;
}

struct tree *places_first(const struct tree *call) {
  struct tree *first = call->kid[CALL_ARGS];
  const struct note *note = note_of(first);
  return note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_GRAPH ? first->next : first;
}

/* ---- arguments ---- */

bool places_is_limit(const struct tree *arg) {
  return arg->kind == TREE_UP_TO || arg->kind == TREE_INSIDE || arg->kind == TREE_AVOIDING;
}

static int plain_count(const struct tree *arg) {
  int count = 0;
  for (; arg && !places_is_limit(arg); arg = arg->next) count++;
  return count;
}

struct tree *places_limit(struct tree *arg, enum tree_kind kind) {
  while (arg && arg->kind != kind) arg = arg->next;
  return arg ? arg->kid[0] : NULL; /* each of them has one kid */
}

/* The limits behind the other arguments; only those of `kinds`, each once. */
static void check_limits(struct compilation *c, struct tree *call, struct type *place, unsigned kinds) {
  unsigned met = 0;
  for (struct tree *arg = places_first(call); arg; arg = arg->next) {
    if (!places_is_limit(arg)) continue;
    unsigned kind = arg->kind == TREE_UP_TO ? LIMIT_UP_TO : arg->kind == TREE_INSIDE ? LIMIT_INSIDE : LIMIT_AVOIDING;
    if (!(kinds & kind) || met & kind)
      diag_report(c->diags, DIAG_E0303, arg->span, "`%s` takes no %s`%s` here", call->word, met & kind ? "second " : "",
                  kind == LIMIT_UP_TO    ? "up to"
                  : kind == LIMIT_INSIDE ? "inside"
                                         : "avoiding");
    met |= kind;
    types_expression_as(c, arg->kid[0], kind == LIMIT_UP_TO ? c->int_type : type_container(c, TYPE_KIND_SET, place, 0));
    if (arg->next && !places_is_limit(arg->next))
      diag_report(c->diags, DIAG_E0303, arg->next->span, "this comes before `%s`",
                  kind == LIMIT_UP_TO    ? "up to"
                  : kind == LIMIT_INSIDE ? "inside"
                                         : "avoiding");
  }
}

static bool takes(struct compilation *c, struct tree *call, const char *form, int least, int most) {
  int given = plain_count(places_first(call));
  if (given >= least && given <= most) return true;
  diag_report(c->diags, DIAG_E0303, call->span, "`%s` is written `%s`", call->word, form);
  return false;
}

/* A place, or several. */
static void check_places(struct compilation *c, struct tree *arg, struct type *place) {
  struct type *set = type_container(c, TYPE_KIND_SET, place, 0);
  if (arg->kind == TREE_LIST_VALUE) {
    types_expression_as(c, arg, set);
    return;
  }
  struct type *type = types_check_expression(c, arg, place);
  if (type->kind != TYPE_KIND_ERROR && !type_fits(place, type) && !type_fits(set, type))
    types_mismatch(c, arg, place, type);
}

static bool has_labels(struct compilation *c, struct tree *call, const struct symbol *graph) {
  if (graph->graph->labels) return true;
  diag_report(c->diags, DIAG_E0216, call->span, "the edges of `%s` have no labels, so there is no direction to go in",
              graph->name);
  return false;
}

static struct type *label_type(struct compilation *c, const struct symbol *graph) {
  return type_of_symbol(c, TYPE_KIND_ENUM, graph->graph->labels);
}

/* Whether no place has two edges of the same label, of which one would have to be taken. */
static bool has_steps(struct compilation *c, struct tree *call, const struct symbol *graph) {
  if (!has_labels(c, call, graph)) return false;
  const struct graph_edge *twin = graph->graph->twin;
  if (!twin) return true;
  const char *place = graph->graph->nodes->values[twin->from].name,
             *label = graph->graph->labels->values[twin->label].name;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0216, call->span, "several edges of `%s` are labelled `%s`", place, label);
  diag_hint(c->diags, diag, "`neighbours(%s, %s)` gives all of them", place, label);
  return false;
}

/* ---- each function ---- */

static struct type *done(struct compilation *c, struct tree *call, enum builtin builtin, struct type *type,
                         struct symbol *graph) {
  return types_note(c, call, NOTE_BUILTIN, type, graph, (int32_t)builtin);
}

static struct type *check_neighbours(struct compilation *c, struct tree *call, struct symbol *graph,
                                     struct type *place) {
  struct tree *first = places_first(call);
  if (!takes(c, call, "neighbours(place)", 1, 2)) return c->error_type;
  if (plain_count(first) == 1) check_places(c, first, place);
  else if (has_labels(c, call, graph)) {
    types_expression_as(c, first, place);
    types_expression_as(c, first->next, label_type(c, graph));
  } else return c->error_type;
  check_limits(c, call, place, 0);
  return type_container(c, TYPE_KIND_SET, place, 0);
}

static struct type *check_distance(struct compilation *c, struct tree *call, struct symbol *graph, struct type *place) {
  if (!takes(c, call, "distance(from, to)", 2, 2)) return c->error_type;
  types_expression_as(c, places_first(call), place);
  types_expression_as(c, places_first(call)->next, place);
  check_limits(c, call, place, 0);
  if (c->incomplete) return c->error_type; /* whether it can be none is not known */
  return graphs_connected(c, graph) ? c->int_type : type_optional(c, c->int_type);
}

static struct type *check_within(struct compilation *c, struct tree *call, struct type *place) {
  if (!takes(c, call, "within(place, steps)", 2, 2)) return c->error_type;
  types_expression_as(c, places_first(call), place);
  types_expression_as(c, places_first(call)->next, c->int_type);
  check_limits(c, call, place, 0);
  return type_container(c, TYPE_KIND_SET, place, 0);
}

static struct type *check_step(struct compilation *c, struct tree *call, struct symbol *graph, struct type *place) {
  if (!takes(c, call, "step(place, direction)", 2, 3) || !has_steps(c, call, graph)) return c->error_type;
  struct tree *first = places_first(call);
  types_expression_as(c, first, place);
  types_expression_as(c, first->next, label_type(c, graph));
  if (plain_count(first) == 3) types_expression_as(c, first->next->next, c->int_type);
  check_limits(c, call, place, 0);
  return type_optional(c, place);
}

static struct type *check_ray(struct compilation *c, struct tree *call, struct symbol *graph, struct type *place) {
  if (!takes(c, call, "ray(place, direction)", 2, 2) || !has_steps(c, call, graph)) return c->error_type;
  types_expression_as(c, places_first(call), place);
  types_expression_as(c, places_first(call)->next, label_type(c, graph));
  check_limits(c, call, place, LIMIT_UP_TO | LIMIT_INSIDE | LIMIT_AVOIDING);
  return type_container(c, TYPE_KIND_LIST, place, graph->graph->longest ? graph->graph->longest : 1);
}

static struct type *check_region(struct compilation *c, struct tree *call, struct type *place) {
  if (!takes(c, call, "region(place, inside a_set)", 1, 1)) return c->error_type;
  check_places(c, places_first(call), place);
  check_limits(c, call, place, LIMIT_INSIDE | LIMIT_AVOIDING);
  return type_container(c, TYPE_KIND_SET, place, 0);
}

static struct type *check_connected(struct compilation *c, struct tree *call, struct type *place) {
  if (!takes(c, call, "connected(from, to, inside a_set)", 2, 2)) return c->error_type;
  check_places(c, places_first(call), place);
  check_places(c, places_first(call)->next, place);
  check_limits(c, call, place, LIMIT_INSIDE | LIMIT_AVOIDING);
  return c->bool_type;
}

static struct type *check_edge(struct compilation *c, struct tree *call, struct symbol *graph, struct type *place,
                               enum builtin builtin) {
  bool named = places_first(call) != call->kid[CALL_ARGS];
  int given = named && places_first(call) ? plain_count(places_first(call)) : 0;
  if (!named || given > (builtin == BUILTIN_EDGE) || !has_labels(c, call, graph)) {
    diag_report(c->diags, DIAG_E0303, call->span, "`%s` is written `%s`", call->word,
                builtin == BUILTIN_EDGE ? "edge(Square)` or `edge(Square, north)" : "corners(Square)");
    return c->error_type;
  }
  if (given) types_expression_as(c, places_first(call), label_type(c, graph));
  return type_container(c, TYPE_KIND_SET, place, 0);
}

/* ---- directions ---- */

/* The graph whose edges are labelled by the values of a type; NULL after reporting. */
static struct symbol *graph_of_label(struct compilation *c, struct tree *call, const struct type *type) {
  struct symbol *graph = type->kind == TYPE_KIND_ENUM ? type->symbol->labels_of : NULL;
  if (!graph && type->kind != TYPE_KIND_ERROR)
    diag_report(c->diags, DIAG_E0216, call->span, "`%s` turns a direction of a board, and this is %s", call->word,
                type_phrase(c, type));
  return graph;
}

static struct type *check_turn(struct compilation *c, struct tree *call, enum builtin builtin) {
  int wanted = builtin == BUILTIN_TURNED ? 2 : 1, given = plain_count(call->kid[CALL_ARGS]);
  if (given != wanted) {
    diag_report(c->diags, DIAG_E0303, call->span, "`%s` is written `%s`", call->word,
                builtin == BUILTIN_TURNED ? "turned(direction, steps)" : "opposite(direction)");
    return done(c, call, builtin, c->error_type, NULL);
  }
  struct type *type = types_expression(c, call->kid[CALL_ARGS]);
  if (builtin == BUILTIN_TURNED) types_expression_as(c, call->kid[CALL_ARGS]->next, c->int_type);
  struct symbol *graph = graph_of_label(c, call, type);
  if (!graph) return done(c, call, builtin, c->error_type, NULL);
  if (type->optional) types_mismatch(c, call->kid[CALL_ARGS], label_type(c, graph), type);
  if (builtin == BUILTIN_OPPOSITE && graphs_opposites(c, graph) < 0)
    diag_report(c->diags, DIAG_E0216, call->span, "not every value of %s has an opposite", type->symbol->name);
  return done(c, call, builtin, label_type(c, graph), graph);
}

/* ---- all of them ---- */

struct type *places_check(struct compilation *c, struct tree *call, enum builtin builtin) {
  if (builtin == BUILTIN_OPPOSITE || builtin == BUILTIN_TURNED) return check_turn(c, call, builtin);
  struct symbol *graph = places_graph(c, call);
  struct type *type = c->error_type;
  if (!graph) return done(c, call, builtin, type, NULL);
  struct type *place = type_of_symbol(c, TYPE_KIND_ENUM, graph->graph->nodes);
  switch (builtin) {
  case BUILTIN_NEIGHBOURS: type = check_neighbours(c, call, graph, place); break;
  case BUILTIN_DISTANCE: type = check_distance(c, call, graph, place); break;
  case BUILTIN_WITHIN: type = check_within(c, call, place); break;
  case BUILTIN_STEP: type = check_step(c, call, graph, place); break;
  case BUILTIN_RAY: type = check_ray(c, call, graph, place); break;
  case BUILTIN_REGION: type = check_region(c, call, place); break;
  case BUILTIN_CONNECTED: type = check_connected(c, call, place); break;
  case BUILTIN_EDGE:
  case BUILTIN_CORNERS: type = check_edge(c, call, graph, place, builtin); break;
  default: break;
  }
  return done(c, call, builtin, type, graph);
}
