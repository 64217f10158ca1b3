/* Places of graphs and boards: the code of their built-in functions, most of which read tables made by graphs.c. */
#include "compiler/constant.h"
#include "compiler/graphs.h"
#include "compiler/lower.h"
#include "compiler/optimise/optimise.h"
#include "compiler/places.h"

/* ---- sets of places ---- */

static struct type *set_type(struct lower *l, const struct symbol *graph) {
  struct type *place = type_of_symbol(l->c, TYPE_KIND_ENUM, graph->graph->nodes);
  return type_container(l->c, TYPE_KIND_SET, place, 0);
}

static unsigned set_words(const struct symbol *graph) { return (unsigned)(graph->graph->nodes->count + 63) / 64; }

/* One place or several, as a set in a register of its own. */
static void places_into(struct lower *l, struct tree *node, const struct symbol *graph, int32_t slot) {
  struct type *set = set_type(l, graph);
  if (type_of(node)->kind == TYPE_KIND_SET || node->kind == TREE_LIST_VALUE) {
    lower_into(l, node, slot, set);
    return;
  }
  emit_zero(l, slot, type_slots(l->c, set));
  emit_sure(l, true, OP_CODE_SET_ADD, set_words(graph), slot, lower_value(l, node), 0);
}

static int32_t all_places(struct lower *l, const struct symbol *graph) {
  int32_t n = graph->graph->nodes->count, slots = 2 * (int32_t)set_words(graph), slot = slot_take(l, slots);
  int32_t *all = arena_alloc(l->c->arena, (size_t)slots * sizeof *all);
  for (int32_t i = 0; i < n; i++) graphs_add(all, i);
  int32_t row = slot_take(l, 1);
  emit_int(l, row, 0);
  emit(l, OP_CODE_FIELD_N, 0, slot, row, l->trial ? 0 : context_column(l->c, all, slots, 1));
  return slot;
}

/* Where one may go: a set in a register, all places when nothing is said. */
static int32_t allowed_places(struct lower *l, struct tree *arguments, const struct symbol *graph) {
  struct tree *inside = places_limit(arguments, TREE_INSIDE), *avoiding = places_limit(arguments, TREE_AVOIDING);
  struct type *set = set_type(l, graph);
  if (inside && !avoiding && type_of(inside)->kind == TYPE_KIND_SET) return lower_value(l, inside);
  int32_t slot = slot_take(l, type_slots(l->c, set));
  if (inside) lower_into(l, inside, slot, set);
  else slot = all_places(l, graph);
  if (!avoiding) return slot;
  int32_t without = slot_take(l, type_slots(l->c, set));
  lower_into(l, avoiding, without, set);
  emit(l, OP_CODE_SET_LESS, set_words(graph), slot, slot, without);
  return slot;
}

/* ---- tables ---- */

/* A row of a table by a place and something else of which there are `rows`. */
static int32_t pair_of(struct lower *l, int32_t first, int32_t second, int32_t rows) {
  int32_t index = slot_take(l, 1);
  if (rows < 256) emit(l, OP_CODE_PAIR, (unsigned)rows, index, first, second);
  else {
    emit(l, OP_CODE_COPY, 0, index, first, 0);
    emit(l, OP_CODE_SCALE, 0, index, second, rows);
  }
  return index;
}

static void lower_distance(struct lower *l, struct tree *from, struct symbol *graph, int32_t slot) {
  int32_t first = lower_value(l, from), second = lower_value(l, from->next);
  int32_t index = pair_of(l, first, second, graph->graph->nodes->count);
  emit(l, OP_CODE_FIELD, 0, slot, index, graphs_distances(l->c, graph));
}

/* Fewer steps than none reach nothing beyond the start. */
static void lower_within(struct lower *l, struct tree *from, struct symbol *graph, int32_t slot) {
  int32_t first = lower_value(l, from), bound = slot_take(l, 1), second = slot_take(l, 1), rows, steps;
  int32_t column = graphs_within(l->c, graph, &rows);
  if (select_small(l, from->next, &steps)) {
    emit_int(l, second, steps < 0 ? 0 : steps < rows ? steps : rows - 1);
    emit(l, OP_CODE_FIELD_N, 0, slot, pair_of(l, first, second, rows), column);
    return;
  }
  emit_int(l, bound, rows - 1);
  emit(l, OP_CODE_MINIMUM, 0, second, lower_value(l, from->next), bound);
  emit_int(l, bound, 0);
  emit(l, OP_CODE_MAXIMUM, 0, second, second, bound);
  emit(l, OP_CODE_FIELD_N, 0, slot, pair_of(l, first, second, rows), column);
}

static void lower_neighbours(struct lower *l, struct tree *from, struct symbol *graph, int32_t slot) {
  if (from->next) {
    int32_t place = lower_value(l, from), label = lower_value(l, from->next);
    emit(l, OP_CODE_FIELD_N, 0, slot, pair_of(l, place, label, graph->graph->labels->count),
         graphs_labelled(l->c, graph));
    return;
  }
  int32_t column = graphs_neighbours(l->c, graph);
  if (type_of(from)->kind == TYPE_KIND_ENUM) {
    emit(l, OP_CODE_FIELD_N, 0, slot, lower_value(l, from), column);
    return;
  }
  int32_t set = slot_take(l, 2 * (int32_t)set_words(graph));
  places_into(l, from, graph, set);
  emit(l, OP_CODE_SPREAD, set_words(graph), slot, set, column);
}

/* ---- directions ---- */

/* So many steps on, one by one, until there is no place any more. */
static void lower_many_steps(struct lower *l, int32_t place, int32_t label, int32_t count, struct symbol *graph,
                             int32_t slot) {
  struct label *again = label_new(l), *done = label_new(l);
  int32_t left = slot_take(l, 1), at = slot_take(l, 1);
  emit(l, OP_CODE_COPY, 0, left, count, 0);
  emit(l, OP_CODE_COPY, 0, at, place, 0);
  label_place(l, again);
  emit_branch(l, OP_CODE_JUMP_LE_I, 0, left, 0, done);
  emit_branch(l, OP_CODE_JUMP_EQ_I, 0, at, NONE_VALUE, done);
  emit(l, OP_CODE_FIELD, 0, at, pair_of(l, at, label, graph->graph->labels->count), graphs_steps(l->c, graph, 1));
  emit_sure(l, true, OP_CODE_ADD_I, 0, left, left, -1);
  emit_jump(l, OP_CODE_LOOP, 0, again);
  label_place(l, done);
  emit(l, OP_CODE_COPY, 0, slot, at, 0);
}

static void lower_step(struct lower *l, struct tree *from, struct symbol *graph, int32_t slot) {
  int32_t place = lower_value(l, from), label = lower_value(l, from->next), steps = 1;
  struct tree *count = from->next->next;
  if (count && !(fold_constant(l, count, &steps) && steps >= 1 && steps <= STEP_COLUMNS)) {
    lower_many_steps(l, place, label, lower_value(l, count), graph, slot);
    return;
  }
  int32_t index = pair_of(l, place, label, graph->graph->labels->count);
  emit(l, OP_CODE_FIELD, 0, slot, index, graphs_steps(l->c, graph, steps));
}

/* Ends a walk at the first place that is not allowed. */
static void stop_outside(struct lower *l, struct walk *walk, const struct symbol *graph, const int32_t sets[2]) {
  int32_t has = slot_take(l, 1);
  for (int i = 0; i < 2; i++) {
    if (sets[i] < 0) continue;
    emit(l, OP_CODE_SET_HAS, set_words(graph), has, sets[i], walk->slot);
    emit_jump(l, i ? OP_CODE_JUMP_IF : OP_CODE_JUMP_NOT, has, walk->done);
  }
}

/* A set that limits a walk, in a register that lasts; -1: none. */
static int32_t limit_set(struct lower *l, struct tree *value, const struct symbol *graph) {
  if (!value) return -1;
  if (type_of(value)->kind == TYPE_KIND_SET) return lower_value(l, value);
  int32_t slot = slot_take(l, 2 * (int32_t)set_words(graph));
  lower_into(l, value, slot, set_type(l, graph));
  return slot;
}

/* `up to`: the walk ends earlier. */
static void shorten(struct lower *l, struct tree *most, int32_t first, int32_t end) {
  if (!most) return;
  int32_t room = slot_take(l, 1), value = slot_take(l, 1);
  struct label *fits = label_new(l), *some = label_new(l);
  emit(l, OP_CODE_COPY, 0, value, lower_value(l, most), 0);
  emit_branch(l, OP_CODE_JUMP_GE_I, 0, value, 0, some);
  emit_int(l, value, 0);
  label_place(l, some);
  emit_sure(l, true, OP_CODE_SUB, 0, room, end, first); /* numbers of entries, which are small */
  emit_branch(l, OP_CODE_JUMP_LE, 0, room, value, fits);
  emit_sure(l, true, OP_CODE_ADD, 0, end, first, value);
  label_place(l, fits);
}

void walk_ray(struct lower *l, struct walk *walk, struct tree *domain) {
  struct symbol *graph = note_of(domain)->symbol;
  struct tree *from = places_first(domain);
  int32_t sets[2] = { limit_set(l, places_limit(from, TREE_INSIDE), graph),
                      limit_set(l, places_limit(from, TREE_AVOIDING), graph) };
  graphs_rays(l->c, graph);
  walk->cursor = slot_take(l, 1);
  walk->a = slot_take(l, 1);
  int32_t place = lower_value(l, from), label = lower_value(l, from->next);
  int32_t index = pair_of(l, place, label, graph->graph->labels->count);
  emit(l, OP_CODE_FIELD, 0, walk->cursor, index, graph->graph->ray_column);
  emit_sure(l, true, OP_CODE_ADD_I, 0, index, index, 1);
  emit(l, OP_CODE_FIELD, 0, walk->a, index, graph->graph->ray_column);
  shorten(l, places_limit(from, TREE_UP_TO), walk->cursor, walk->a);
  loops_count(l, walk, walk->cursor, false);
  emit(l, OP_CODE_FIELD, 0, walk->slot, walk->cursor, graph->graph->ray_places_column);
  stop_outside(l, walk, graph, sets);
}

static void lower_ray(struct lower *l, struct tree *call, int32_t slot) {
  struct type *type = type_of(call);
  struct walk walk;
  int32_t place = slot_take(l, 1);
  emit_zero(l, slot, type_slots(l->c, type));
  walk_open_as(l, &walk, call, DOMAIN_RAY, place, false);
  emit_sure(l, true, OP_CODE_LIST_PUSH, 0, slot, place, type->bound);
  walk_close(l, &walk);
}

static void lower_turned(struct lower *l, struct tree *args, const struct symbol *graph, int32_t slot) {
  int32_t count = graph->graph->labels->count, *labels;
  int32_t by = slot_take(l, 1), sides = slot_take(l, 1);
  emit_int(l, sides, count);
  emit_sure(l, true, OP_CODE_MOD, 0, by, lower_value(l, args->next), sides); /* from 1 - count to count - 1 */
  emit_sure(l, true, OP_CODE_ADD, 0, by, by, lower_value(l, args));
  emit_sure(l, true, OP_CODE_ADD_I, 0, by, by, count);
  labels = arena_alloc(l->c->arena, 3 * (size_t)count * sizeof *labels);
  for (int32_t i = 0; i < 3 * count; i++) labels[i] = i % count;
  emit(l, OP_CODE_FIELD, 0, slot, by, l->trial ? 0 : context_column(l->c, labels, 1, 3 * count));
}

/* ---- what belongs together ---- */

static void lower_region(struct lower *l, struct tree *from, struct symbol *graph, int32_t slot) {
  int32_t start = slot_take(l, 2 * (int32_t)set_words(graph));
  places_into(l, from, graph, start); /* what is allowed may be the variable that the result goes to */
  int32_t inside = allowed_places(l, from, graph);
  emit(l, OP_CODE_FLOOD, set_words(graph), start, inside, graphs_neighbours(l->c, graph));
  emit_copy(l, slot, start, set_type(l, graph));
}

static void lower_connected(struct lower *l, struct tree *from, struct symbol *graph, int32_t slot) {
  unsigned words = set_words(graph);
  int32_t start = slot_take(l, 2 * (int32_t)words), goal = slot_take(l, 2 * (int32_t)words);
  places_into(l, from, graph, start);
  places_into(l, from->next, graph, goal);
  int32_t inside = allowed_places(l, from, graph);
  emit(l, OP_CODE_FLOOD, words, start, inside, graphs_neighbours(l->c, graph));
  emit(l, OP_CODE_SET_AND, words, start, start, goal);
  emit(l, OP_CODE_SET_ANY, words, slot, start, 0);
}

/* A place that is left, the part it belongs to, and what is left without that. */
void walk_groups(struct lower *l, struct walk *walk, struct tree *domain) {
  struct symbol *graph = note_of(domain)->symbol;
  unsigned words = set_words(graph);
  int32_t slots = 2 * (int32_t)words, place = slot_take(l, 1);
  walk->a = slot_take(l, slots);
  lower_into(l, places_first(domain), walk->a, walk->element);
  loops_begin(l, walk);
  emit_branch(l, OP_CODE_SET_NEXT, words, place, walk->a, walk->done);
  emit_sure(l, true, OP_CODE_SET_ADD, words, walk->a, place, 0);
  emit_zero(l, walk->slot, slots);
  emit_sure(l, true, OP_CODE_SET_ADD, words, walk->slot, place, 0);
  emit(l, OP_CODE_FLOOD, words, walk->slot, walk->a, graphs_neighbours(l->c, graph));
  emit(l, OP_CODE_SET_LESS, words, walk->a, walk->a, walk->slot);
}

static void lower_edge(struct lower *l, struct tree *call, struct symbol *graph, int32_t slot, bool corners) {
  struct tree *label = places_first(call);
  int32_t row = slot_take(l, 1);
  if (label) emit_sure(l, true, OP_CODE_ADD_I, 0, row, lower_value(l, label), 1);
  else emit_int(l, row, 0);
  emit(l, OP_CODE_FIELD_N, 0, slot, row, graphs_edges(l->c, graph, corners));
}

void lower_places(struct lower *l, struct tree *call, int32_t slot, enum builtin builtin) {
  struct symbol *graph = note_of(call)->symbol;
  struct tree *args = call->kid[CALL_ARGS];
  switch (builtin) {
  case BUILTIN_NEIGHBOURS: lower_neighbours(l, places_first(call), graph, slot); break;
  case BUILTIN_DISTANCE: lower_distance(l, places_first(call), graph, slot); break;
  case BUILTIN_WITHIN: lower_within(l, places_first(call), graph, slot); break;
  case BUILTIN_STEP: lower_step(l, places_first(call), graph, slot); break;
  case BUILTIN_RAY: lower_ray(l, call, slot); break;
  case BUILTIN_REGION: lower_region(l, places_first(call), graph, slot); break;
  case BUILTIN_CONNECTED: lower_connected(l, places_first(call), graph, slot); break;
  case BUILTIN_EDGE: lower_edge(l, call, graph, slot, false); break;
  case BUILTIN_CORNERS: lower_edge(l, call, graph, slot, true); break;
  case BUILTIN_OPPOSITE: emit(l, OP_CODE_FIELD, 0, slot, lower_value(l, args), graphs_opposites(l->c, graph)); break;
  case BUILTIN_TURNED: lower_turned(l, args, graph, slot); break;
  default: break;
  }
}
