/* near: two more kinds of conditions that are sets. `distance(g, a, x) <= n` are the places within n steps of a, for which
 * there is a table; `any(q in players where at[q] == x)` are the values of at[q], which are gathered before the loop over x
 * instead of being looked through for each x.
 *
 * What must hold: neither the place, the steps, the domain nor the expression depends on x, and by trial none of them can
 * raise a rule error; every place can be reached, so that a distance is a number; the expression has as many values as x.
 * Why nothing changes: a condition changes nothing, so what does not depend on x is the same for all of them. */
#include "compiler/optimise/near.h"

#include "compiler/graphs.h"
#include "compiler/optimise/bounds.h"
#include "compiler/optimise/trial.h"
#include "compiler/places.h"

enum { MOST_SLOTS = 200000 /* of a table that is made for this alone */, MOST_VALUES = 16 /* worth gathering */ };

static struct tree *resolve(struct tree *node) {
  while (node->kind == TREE_NAME && node->note && note_of(node)->kind == NOTE_SYMBOL &&
         note_of(node)->symbol->kind == SYMBOL_LOCAL && note_of(node)->symbol->inline_value)
    node = note_of(node)->symbol->inline_value;
  return node;
}

static bool is_element(struct tree *node, const struct symbol *element) {
  node = resolve(node);
  return node->kind == TREE_NAME && node->note && note_of(node)->symbol == element;
}

/* ---- distances ---- */

static bool has_table(const struct lower *l, const struct symbol *symbol) {
  int64_t n = symbol->graph->nodes->count, slots = n * n * 2 * ((n + 63) / 64);
  return symbol->graph->within_column >= 0 || (slots <= MOST_SLOTS && l->c->within_slots + slots <= WITHIN_SLOTS / 2);
}

static bool is_distance(struct lower *l, const struct tree *node, const struct symbol *element, struct near *near) {
  if (node->kind != TREE_CALL || !node->note || builtin_called(node) != BUILTIN_DISTANCE) return false;
  if (note_of(node)->kind != NOTE_BUILTIN || type_of(node)->optional) return false;
  near->graph = note_of(node)->symbol;
  near->from = places_first(node);
  struct tree *to = near->from->next;
  return to && !to->next && is_element(to, element) && !lower_mentions(near->from, element) &&
         has_table(l, near->graph);
}

static bool find_distance(struct lower *l, const struct tree *part, const struct symbol *element, struct near *near) {
  int32_t constant;
  for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
    struct tree *other = part->kid[side == BINARY_LEFT ? BINARY_RIGHT : BINARY_LEFT];
    if (!other->note || !is_distance(l, resolve(part->kid[side]), element, near)) continue;
    if (lower_mentions(other, element) || type_of(other)->optional) return false;
    enum tree_operator op =
        side == BINARY_LEFT ? (enum tree_operator)part->number : tree_turned((enum tree_operator)part->number);
    near->steps = other;
    near->outside = op == OP_GT || op == OP_GE;
    near->change = op == OP_LT || op == OP_GE ? -1 : 0;
    return near->change == 0 || (fold_constant(l, other, &constant) && constant > -1000);
  }
  return false;
}

static void lower_distance(struct lower *l, const struct near *near, int32_t set, unsigned words) {
  int32_t rows, column = graphs_within(l->c, near->graph, &rows), bound = slot_take(l, 1), row = slot_take(l, 1);
  int32_t from = lower_value(l, near->from), steps, index = slot_take(l, 1), constant;
  struct label *none = label_new(l), *done = label_new(l);
  bool known = fold_constant(l, near->steps, &constant);
  if (known) {
    constant += near->change;
    if (constant < 0) {
      emit_zero(l, set, 2 * (int32_t)words);
      return;
    }
    emit_int(l, row, constant < rows ? constant : rows - 1);
  } else {
    steps = lower_value(l, near->steps);
    emit_branch(l, OP_CODE_JUMP_LT_I, 0, steps, 0, none);
    emit_int(l, bound, rows - 1);
    emit(l, OP_CODE_MINIMUM, 0, row, steps, bound);
  }
  if (rows <= UINT8_MAX) emit(l, OP_CODE_PAIR, (unsigned)rows, index, from, row);
  else {
    emit(l, OP_CODE_COPY, 0, index, from, 0);
    emit(l, OP_CODE_SCALE, 0, index, row, rows);
  }
  emit(l, OP_CODE_FIELD_N, 0, set, index, column);
  if (known) return;
  emit_jump(l, OP_CODE_JUMP, 0, done);
  label_place(l, none);
  emit_zero(l, set, 2 * (int32_t)words);
  label_place(l, done);
}

/* ---- any of several values ---- */

static bool has_values(const struct type *type) {
  return (type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD || type->kind == TYPE_KIND_PLAYER) &&
         !type->optional;
}

/* `any(q in … where e == x)`, `all(q in …: e != x)`. */
static bool find_values(struct lower *l, const struct tree *part, const struct symbol *element, struct near *near) {
  bool any = part->kind == TREE_ANY;
  struct tree *binder = part->kid[any ? ANY_BINDER : ALL_BINDER];
  struct tree *test = any ? binder->kid[BINDER_WHERE] : part->kid[ALL_VALUE];
  if (!test || (!any && binder->kid[BINDER_WHERE])) return false;
  if (test->kind != TREE_BINARY || test->number != (any ? OP_EQ : OP_NE) || !has_values(element->type)) return false;
  int32_t most = bounds_elements(l->c, binder->kid[BINDER_DOMAIN]);
  if (most < 0 || most > MOST_VALUES || lower_mentions(binder->kid[BINDER_DOMAIN], element)) return false;
  for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
    struct tree *value = test->kid[side], *own = test->kid[side == BINARY_LEFT ? BINARY_RIGHT : BINARY_LEFT];
    if (!value->note || !own->note || !is_element(own, element) || lower_mentions(value, element)) continue;
    if (!type_equal(type_of(value), element->type)) continue;
    near->binder = binder;
    near->value = value;
    near->outside = !any;
    return true;
  }
  return false;
}

/* Whether the values are those of all elements of a variable, one for each of the domain. */
static bool is_whole_variable(const struct lower *l, const struct near *near) {
  const struct tree *value = near->value;
  const struct note *note = note_of(value), *domain = note_of(near->binder->kid[BINDER_DOMAIN]);
  if (value->kind != TREE_INDEX || note->kind != NOTE_SYMBOL || note->symbol->kind != SYMBOL_VAR) return false;
  const struct tree *index = value->kid[INDEX_ARGS];
  bool own = index->kind == TREE_NAME && note_of(index)->symbol == near->binder->symbol;
  if (!own || note->symbol->dim_count != 1) return false;
  bool all_seats = l->c->low_players == l->c->high_players && !l->c->names_empty_seat;
  bool whole_enum = domain->domain == DOMAIN_TYPE && domain->type->kind == TYPE_KIND_ENUM;
  return whole_enum || (domain->domain == DOMAIN_PLAYERS && all_seats);
}

static void lower_values(struct lower *l, const struct near *near, int32_t set, unsigned words) {
  struct symbol *local = near->binder->symbol;
  if (is_whole_variable(l, near)) {
    emit_long(l, OP_CODE_SET_GATHER, words, set, note_of(near->value)->symbol->storage);
    return;
  }
  struct walk walk;
  int32_t slot = slot_take(l, type_slots(l->c, local->type));
  emit_zero(l, set, 2 * (int32_t)words);
  walk_open(l, &walk, near->binder->kid[BINDER_DOMAIN], slot, false);
  local->slot = slot;
  emit(l, OP_CODE_SET_ADD, words, set, lower_value(l, near->value), 0);
  walk_close(l, &walk);
}

/* ---- both ---- */

bool near_find(struct lower *l, struct tree *part, const struct symbol *element, struct near *near) {
  *near = (struct near){ 0 };
  if (!lower_runs(l, PASS_near) || !part->note) return false;
  struct tree *node = resolve(part);
  bool found = false, turned = false;
  for (; node->kind == TREE_NOT; node = resolve(node->kid[NOT_VALUE])) turned = !turned;
  if (node->kind == TREE_ANY || node->kind == TREE_ALL) found = find_values(l, node, element, near);
  else if (node->kind == TREE_BINARY &&
           (node->number == OP_LE || node->number == OP_LT || node->number == OP_GE || node->number == OP_GT))
    found = find_distance(l, node, element, near);
  near->outside ^= turned;
  return found && !trial_raises(l, part);
}

void near_into(struct lower *l, const struct near *near, int32_t set, unsigned words) {
  int32_t top = l->top;
  if (near->binder) lower_values(l, near, set, words);
  else lower_distance(l, near, set, words);
  l->top = top;
}
