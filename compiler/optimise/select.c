/* select: instructions that have a small number inside, or know how an element lies in memory, in the place of those that
 * read a register or find out.
 *
 * What must hold: the number fits the operand; the storage has that width. Why nothing changes: each such instruction does
 * what its general form does with that number in a register (vm/opcodes.def lists them side by side, and test_interp.c
 * tests both). */
#include "compiler/optimise/bounds.h"
#include "compiler/optimise/trial.h"
#include "include/trv.h"

enum { IMMEDIATE = 32767, MOST_SHIFTED = 1 << 24 }; /* far from where sums overflow */

bool select_small(const struct lower *l, const struct tree *node, int32_t *value) {
  return lower_runs(l, PASS_select) && fold_constant(l, node, value) && *value > -IMMEDIATE && *value < IMMEDIATE;
}

enum opcode select_load(const struct lower *l, const struct symbol *variable) {
  int32_t width = ITEM(l->c, storages, struct storage, variable->storage)->width;
  if (lower_runs(l, PASS_select) && width == 1) return OP_CODE_LOAD_BYTE_AT;
  return lower_runs(l, PASS_select) && width == 4 ? OP_CODE_LOAD_INT_AT : OP_CODE_LOAD_AT;
}

struct tree *select_shifted(const struct lower *l, struct tree *node, int32_t *shift) {
  *shift = 0;
  int32_t constant, before;
  const struct note *note = note_of(node);
  if (!lower_runs(l, PASS_select) || !note || note->type->kind != TYPE_KIND_INT || note->type->optional) return node;
  if (node->kind == TREE_NAME && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL && note->symbol->shift)
    return select_shifted(l, (struct tree *)(uintptr_t)note->symbol->given, shift);
  if (node->kind != TREE_BINARY || (node->number != OP_ADD && node->number != OP_SUB)) return node;
  struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  bool is_second = select_small(l, right, &constant);
  if (!is_second && (node->number == OP_SUB || !select_small(l, left, &constant))) return node;
  struct tree *base = select_shifted(l, is_second ? left : right, &before);
  *shift = before + (node->number == OP_SUB ? -constant : constant);
  bool fits = *shift > -IMMEDIATE && *shift < IMMEDIATE && bounds_within(l->c, base, -MOST_SHIFTED, MOST_SHIFTED);
  if (fits) return base;
  *shift = 0;
  return node;
}

bool select_jump_between(struct lower *l, int32_t slot, int32_t low, int32_t high, bool sense, struct label *to) {
  if (!lower_runs(l, PASS_select) || low < 0 || low > UINT8_MAX || high < low || high > INT16_MAX) return false;
  emit_branch(l, sense ? OP_CODE_JUMP_INSIDE : OP_CODE_JUMP_OUTSIDE, (unsigned)low, slot, high, to);
  return true;
}

bool select_jump_range(struct lower *l, struct tree *value, const struct tree *range, bool sense, struct label *to) {
  int32_t low, high;
  if (!lower_runs(l, PASS_select) || !fold_constant(l, range->kid[RANGE_LOW], &low) ||
      !fold_constant(l, range->kid[RANGE_HIGH], &high))
    return false;
  if (high < low) return false;
  int32_t shift, least = INT32_MIN, most = INT32_MAX;
  struct tree *base = select_shifted(l, value, &shift);
  if (shift) bounds_of(l->c, base, &least, &most);
  if (shift && low - shift <= least && high - shift < IMMEDIATE && high - shift > -IMMEDIATE) {
    emit_branch(l, sense ? OP_CODE_JUMP_LE_I : OP_CODE_JUMP_GT_I, 0, lower_value(l, base), high - shift, to);
    return true;
  }
  if (shift && high - shift >= most && low - shift < IMMEDIATE && low - shift > -IMMEDIATE) {
    emit_branch(l, sense ? OP_CODE_JUMP_GE_I : OP_CODE_JUMP_LT_I, 0, lower_value(l, base), low - shift, to);
    return true;
  }
  if (shift && low - shift >= 0 && low - shift <= UINT8_MAX && high - shift <= INT16_MAX)
    return select_jump_between(l, lower_value(l, base), low - shift, high - shift, sense, to);
  if (low < 0 || low > UINT8_MAX || high > INT16_MAX) return false;
  return select_jump_between(l, lower_value(l, value), low, high, sense, to);
}

bool select_jump_has(struct lower *l, const struct type *type, int32_t set, int32_t value, bool sense,
                     struct label *to) {
  if (!lower_runs(l, PASS_select)) return false;
  emit_branch(l, sense ? OP_CODE_JUMP_HAS : OP_CODE_JUMP_LACKS, (unsigned)type_words(l->c, type), set, value, to);
  return true;
}

struct tree *select_same(const struct lower *l, struct tree *node) {
  int32_t constant;
  while (node->kind == TREE_BINARY && (node->number == OP_ADD || node->number == OP_SUB) &&
         !type_is_multi(type_of(node))) {
    struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
    if (select_small(l, right, &constant) && constant == 0) node = left;
    else if (node->number == OP_ADD && select_small(l, left, &constant) && constant == 0) node = right;
    else break;
  }
  return node;
}

bool select_list(struct lower *l, const struct tree *domain, int32_t list, int32_t count) {
  enum { MOST_SLOTS = 254 };
  int32_t first = 0, slots = (count + 2) & ~1;
  bool range = domain->kind == TREE_RANGE && fold_constant(l, domain->kid[RANGE_LOW], &first);
  if (!lower_runs(l, PASS_select) || slots > MOST_SLOTS || count < 1) return false;
  if (note_of(domain)->domain != DOMAIN_TYPE && !(range && bounds_elements(l->c, domain) == count)) return false;
  if (range && !fold_constant(l, domain->kid[RANGE_HIGH], &(int32_t){ 0 })) return false;
  int32_t ints[MOST_SLOTS] = { count };
  for (int32_t i = 0; i < count; i++) ints[1 + i] = first + i;
  emit_long(l, OP_CODE_CONSTANT, (unsigned)slots, list, context_ints(l->c, ints, (size_t)slots));
  return true;
}

/* ---- elements ---- */

static int32_t lowest(const struct type *dim) { return dim->kind == TYPE_KIND_INT ? dim->low : 0; }

/* A column that tells the machine where the elements of a variable lie, for indices that lack these numbers. */
struct element_column {
  int32_t shifts[2], column;
  struct element_column *next;
};

/* Made once for each variable and its shifts. */
static int32_t element_column(struct lower *l, struct symbol *variable, int32_t first, int32_t second) {
  for (const struct element_column *known = variable->element_columns; known; known = known->next)
    if (known->shifts[0] == first && known->shifts[1] == second) return known->column;
  struct element_column *made = arena_alloc(l->c->arena, sizeof *made);
  *made = (struct element_column){ { first, second }, .next = variable->element_columns };
  int32_t ints[CELL_FIELDS] = { variable->storage }, count = 1;
  for (int i = 0; i < variable->dim_count; i++) {
    ints[count++] = lowest(variable->dims[i]) - made->shifts[i];
    ints[count++] = type_places(l->c, variable->dims[i]);
  }
  if (variable->dim_count == 2) ints[count++] = ITEM(l->c, storages, struct storage, variable->storage)->offset;
  made->column = context_column(l->c, ints, count, 1);
  variable->element_columns = made;
  return made->column;
}

/* The two indices of an element and the column for them, which has to be one that an instruction can name. */
struct cell_place {
  struct tree *first, *second;
  int32_t column;
};

static bool find_cell(struct lower *l, struct symbol *variable, struct tree *args, struct cell_place *place) {
  int32_t first, second;
  struct tree *row = select_shifted(l, args, &first), *one = select_shifted(l, args->next, &second);
  *place = (struct cell_place){ row, one, element_column(l, variable, first, second) };
  if (place->column > UINT8_MAX && (first || second))
    *place = (struct cell_place){ args, args->next, element_column(l, variable, 0, 0) };
  return place->column <= UINT8_MAX;
}

/* What goes wrong first is told: if the second index could raise a rule error, the first is tested before it. */
static void load_cell(struct lower *l, struct symbol *variable, struct tree *args, const struct cell_place *place,
                      int32_t slot) {
  int32_t first = lower_value(l, place->first);
  const struct type *dim = variable->dims[0];
  if (dim->kind == TYPE_KIND_INT && trial_raises(l, args->next) && !bounds_within(l->c, args, dim->low, dim->high)) {
    int32_t bounds[2] = { dim->low, dim->high };
    int32_t whole = place->first == args ? first : lower_value(l, args);
    emit(l, OP_CODE_INDEX, 0, slot_take(l, 1), whole, context_column(l->c, bounds, 2, 1));
  }
  int32_t second = lower_value(l, place->second);
  emit(l, OP_CODE_LOAD_CELL, (unsigned)place->column, slot, first, second);
}

bool select_element(struct lower *l, struct tree *node, int32_t slot) {
  struct symbol *variable = note_of(node)->symbol;
  struct tree *args = node->kid[INDEX_ARGS];
  int32_t constant;
  if (!lower_runs(l, PASS_select) || variable->dim_count > 2) return false;
  if (type_is_multi(variable->type)) {
    if (variable->dim_count != 1 || !fold_constant(l, args, &constant)) return false;
    constant -= lowest(variable->dims[0]);
    int32_t known =
        variable->dims[0]->kind == TYPE_KIND_PLAYER ? l->c->low_players : type_places(l->c, variable->dims[0]);
    if (constant < 0 || constant >= known || constant > UINT8_MAX) return false;
    emit_long(l, OP_CODE_LOAD_WHOLE, (unsigned)constant, slot, variable->storage);
    return true;
  }
  bool numbers = variable->dims[0]->kind == TYPE_KIND_INT;
  if (variable->dim_count == 1) {
    if (!numbers) return false;
    int32_t shift;
    struct tree *base = select_shifted(l, args, &shift);
    emit(l, OP_CODE_LOAD_PLACE, 0, slot, lower_value(l, base), element_column(l, variable, shift, 0));
    return true;
  }
  if (!numbers && variable->dims[1]->kind != TYPE_KIND_INT) return false;
  struct cell_place place;
  if (!find_cell(l, variable, args, &place)) return false;
  load_cell(l, variable, args, &place, slot);
  return true;
}

/* An index is tested behind the value, so that one must neither go wrong nor do anything. */
bool select_store(struct lower *l, struct tree *target, struct tree *value) {
  struct symbol *variable = note_of(target)->symbol;
  struct cell_place place;
  if (!lower_runs(l, PASS_select) || l->trial || target->kind != TREE_INDEX || variable->dim_count != 2) return false;
  if (type_is_multi(type_of(target)) || value->kind == TREE_PICK || value->kind == TREE_DRAW_ONE) return false;
  bool numbers = variable->dims[0]->kind == TYPE_KIND_INT || variable->dims[1]->kind == TYPE_KIND_INT;
  struct tree *args = target->kid[INDEX_ARGS];
  unsigned does = trial_expression(l, value) & ~(unsigned)(EFFECT_READS | EFFECT_FUEL | EFFECT_GROWS);
  if (!numbers || does || trial_raises(l, args->next) || !find_cell(l, variable, args, &place)) return false;
  int32_t first = lower_value(l, place.first), second = lower_value(l, place.second);
  emit(l, OP_CODE_STORE_CELL, (unsigned)place.column, lower_as(l, value, type_of(target)), first, second);
  return true;
}

/* `x in 1..7`, the whole range of an index, and the x; NULL when it is anything else. */
static struct tree *guarded_index(const struct lower *l, const struct tree *node, const struct type *dim) {
  int32_t low, high;
  if (node->kind != TREE_BINARY || node->number != OP_IN || node->kid[BINARY_RIGHT]->kind != TREE_RANGE) return NULL;
  const struct tree *range = node->kid[BINARY_RIGHT];
  bool whole = fold_constant(l, range->kid[RANGE_LOW], &low) && fold_constant(l, range->kid[RANGE_HIGH], &high) &&
               low == lowest(dim) && high == lowest(dim) + type_places(l->c, dim) - 1;
  return whole ? node->kid[BINARY_LEFT] : NULL;
}

static bool is_and(const struct tree *node) { return node->kind == TREE_BINARY && node->number == OP_AND; }

/* The element that must be equal to something, and what that is (NULL: none). */
static struct tree *equal_element(const struct tree *node, struct tree **key) {
  *key = NULL;
  if (node->kind == TREE_IS_NONE && !(node->flags & FLAG_NOT)) return node->kid[IS_NONE_VALUE];
  if (node->kind != TREE_BINARY || node->number != OP_EQ) return NULL;
  *key = node->kid[BINARY_RIGHT];
  return node->kid[BINARY_LEFT];
}

bool select_guarded(struct lower *l, const struct tree *node, bool sense, struct label *to) {
  struct tree *left = node->kid[BINARY_LEFT], *key, *element = equal_element(node->kid[BINARY_RIGHT], &key);
  if (!lower_runs(l, PASS_select) || !element || element->kind != TREE_INDEX || !is_and(left)) return false;
  const struct note *note = note_of(element);
  if (note->kind != NOTE_SYMBOL || note->symbol->kind != SYMBOL_VAR || note->symbol->dim_count != 2) return false;
  struct symbol *variable = note->symbol;
  struct tree *args = element->kid[INDEX_ARGS], *before = left->kid[BINARY_LEFT];
  struct tree *guard = is_and(before) ? before->kid[BINARY_RIGHT] : before;
  struct tree *first = guarded_index(l, guard, variable->dims[0]);
  struct tree *second = guarded_index(l, left->kid[BINARY_RIGHT], variable->dims[1]);
  if (!first || !second || !tree_equal_one(first, args) || !tree_equal_one(second, args->next)) return false;
  bool byte = !type_is_multi(variable->type) && ITEM(l->c, storages, struct storage, variable->storage)->width == 1;
  bool sure = !trial_raises(l, second) && (!key || (!type_is_multi(type_of(key)) && !trial_raises(l, key)));
  bool never = !key || key->kind == TREE_NONE || !type_of(key)->optional; /* is the key what stands for no element */
  int32_t top = l->top, constant;
  struct cell_place place;
  if (!byte || !sure || !never || !find_cell(l, variable, args, &place)) return false;
  struct label *miss = sense ? label_new(l) : to;
  if (is_and(before)) lower_jump(l, before->kid[BINARY_LEFT], false, miss);
  int32_t slot = slot_take(l, 1), row = lower_value(l, place.first), one = lower_value(l, place.second);
  emit(l, OP_CODE_LOAD_NEAR, (unsigned)place.column, slot, row, one);
  enum opcode jump = sense ? OP_CODE_JUMP_EQ : OP_CODE_JUMP_NE, jump_i = sense ? OP_CODE_JUMP_EQ_I : OP_CODE_JUMP_NE_I;
  if (!key || key->kind == TREE_NONE) emit_branch(l, jump_i, 0, slot, type_none(note->type), to);
  else if (select_small(l, key, &constant)) emit_branch(l, jump_i, 0, slot, constant, to);
  else emit_branch(l, jump, 0, slot, lower_value(l, key), to);
  if (sense) label_place(l, miss);
  l->top = top;
  return true;
}

/* ---- seats ---- */

bool select_seat(struct lower *l, int32_t slot, int32_t player, int32_t steps) {
  int32_t seats[TRV_MOST_PLAYERS], count = l->c->low_players;
  if (!lower_runs(l, PASS_select) || count != l->c->high_players || l->c->names_empty_seat) return false;
  for (int32_t seat = 0; seat < count; seat++) seats[seat] = (seat + steps + count) % count;
  if (count == 2) emit(l, OP_CODE_EQ_I, 0, slot, player, 0);
  else emit(l, OP_CODE_FIELD, 0, slot, player, context_column(l->c, seats, 1, count));
  return true;
}

/* ---- sets, bags, zones ---- */

bool select_jump_empty(struct lower *l, struct tree *set, bool sense, struct label *to) {
  if (!lower_runs(l, PASS_select) || type_of(set)->kind != TYPE_KIND_SET) return false;
  emit_branch(l, sense ? OP_CODE_JUMP_EMPTY : OP_CODE_JUMP_SOME, (unsigned)type_words(l->c, type_of(set)),
              lower_value(l, set), 0, to);
  return true;
}

bool select_jump_beyond(struct lower *l, const struct type *bag, int32_t inner, int32_t outer, struct label *to) {
  if (!lower_runs(l, PASS_select) || bag->kind != TYPE_KIND_BAG) return false;
  emit_branch(l, OP_CODE_JUMP_BEYOND, (unsigned)type_words(l->c, bag), inner, outer, to);
  return true;
}

int32_t select_zone(struct lower *l, struct tree *zone, int32_t most, int32_t *first) {
  const struct symbol *symbol = note_of(zone)->symbol;
  bool indexed = lower_runs(l, PASS_select) && zone->kind == TREE_INDEX && symbol->first_instance <= most;
  *first = indexed ? symbol->first_instance : 0;
  return indexed ? lower_index(l, zone->kid[INDEX_ARGS], symbol->dims, symbol->dim_count) : lower_zone(l, zone);
}
