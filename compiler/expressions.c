/* Lowering of expressions to registers. Conditions are in conditions.c, comprehensions in loops.c. */
#include "compiler/lower.h"

#include <assert.h>
#include <string.h>

#include "compiler/constant.h"
#include "compiler/optimise/fields.h"
#include "compiler/graphs.h"
#include "compiler/optimise/bounds.h"
#include "compiler/optimise/hoist.h"
#include "compiler/optimise/optimise.h"
#include "compiler/optimise/unroll.h"
#include "vm/state.h"

enum { IMMEDIATE = 32767 }; /* the largest number in an instruction */

/* ---- names ---- */

static int32_t lower_array_copy(struct lower *l, const struct symbol *symbol, struct type *type, int32_t slot) {
  emit_zero(l, slot, type_slots(l->c, type)); /* an odd element count leaves one slot of padding */
  emit_long(l, OP_CODE_LOAD_ALL, 0, slot, symbol->storage);
  return slot;
}

/* The register of a name that is bound here: what is alive lies below the top. A name that was bound elsewhere, in what
 * has been left or not yet been entered, keeps a number that means nothing, which is good enough for a trial. */
static int32_t bound_slot(const struct lower *l, const struct symbol *local) {
  assert(l->trial || (local->slot >= FRAME_HEAD && local->slot < l->top) || arena_failed(l->c->arena));
  return local->slot;
}

/* The register of a local, or one with its value if it has none of its own. */
static int32_t slot_of_local(struct lower *l, const struct symbol *local) {
  if (!local->is_constant && !local->shift) return bound_slot(l, local);
  int32_t slot = slot_take(l, 1);
  if (local->is_constant) emit_int(l, slot, local->constant);
  else emit_sure(l, true, OP_CODE_ADD_I, 0, slot, bound_slot(l, local), local->shift);
  return slot;
}

static void lower_symbol_into(struct lower *l, struct tree *node, int32_t slot) {
  const struct note *note = note_of(node);
  const struct symbol *symbol = note->symbol;
  switch (symbol->kind) {
  case SYMBOL_CONST:
    if (symbol->string) lower_into(l, symbol->string, slot, l->c->text_type);
    else if (type_is_multi(symbol->type)) lower_into(l, symbol->tree->kid[CONST_VALUE], slot, symbol->type);
    else emit_int(l, slot, symbol->value);
    break;
  case SYMBOL_SETTING: emit_long(l, OP_CODE_LOAD, 0, slot, symbol->storage); break;
  case SYMBOL_VAR:
    if (note->type->kind == TYPE_KIND_ARRAY) lower_array_copy(l, symbol, note->type, slot);
    else if (type_is_multi(note->type) && lower_runs(l, PASS_select))
      emit_long(l, OP_CODE_LOAD_WHOLE, 0, slot, symbol->storage);
    else if (type_is_multi(note->type)) {
      int32_t zero = slot_take(l, 1);
      emit_int(l, zero, 0);
      emit(l, OP_CODE_LOAD_N, 0, slot, zero, symbol->storage);
    } else emit_long(l, OP_CODE_LOAD, 0, slot, symbol->storage);
    break;
  case SYMBOL_LOCAL:
    if (symbol->inline_value) lower_into(l, symbol->inline_value, slot, note->type);
    else if (symbol->shift) emit_sure(l, true, OP_CODE_ADD_I, 0, slot, bound_slot(l, symbol), symbol->shift);
    else emit_copy(l, slot, bound_slot(l, symbol), note->type);
    break;
  default: emit_int(l, slot, symbol->first_instance); break;
  }
}

/* ---- zones ---- */

int32_t lower_zone(struct lower *l, struct tree *node) {
  if (node->kind == TREE_PLACE) node = node->kid[PLACE_ZONE];
  const struct note *note = note_of(node);
  if (note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL) return bound_slot(l, note->symbol);
  int32_t slot = slot_take(l, 1);
  if (note->kind == NOTE_BUILTIN) {
    emit_int(l, slot, note->symbol->first_instance);
    return slot;
  } /* box(D) */
  const struct symbol *symbol = note->symbol;
  if (node->kind == TREE_NAME) {
    emit_int(l, slot, symbol->first_instance);
    return slot;
  }
  int32_t index = lower_index(l, node->kid[INDEX_ARGS], symbol->dims, symbol->dim_count);
  if (symbol->first_instance <= IMMEDIATE) emit_sure(l, true, OP_CODE_ADD_I, 0, slot, index, symbol->first_instance);
  else {
    emit_int(l, slot, symbol->first_instance);
    emit_sure(l, true, OP_CODE_ADD, 0, slot, slot, index);
  }
  return slot;
}

/* ---- indices, fields, tables ---- */

/* A number counted from `low`, which the machine tests to be in low .. high. */
static void emit_index(struct lower *l, const struct tree *node, int32_t slot, int32_t value, int32_t low,
                       int32_t high) {
  int32_t bounds[2] = { low, high }, column = l->trial ? 0 : context_column(l->c, bounds, 2, 1);
  emit_sure(l, l->trial && bounds_within(l->c, node, low, high), OP_CODE_INDEX, 0, slot, value, column);
}

/* One index, counted from 0; numbers are checked. */
static int32_t lower_one_index(struct lower *l, struct tree *arg, const struct type *dim) {
  int32_t value = lower_value(l, arg);
  if (dim->kind != TYPE_KIND_INT) return value;
  int32_t slot = slot_take(l, 1);
  emit_index(l, arg, slot, value, dim->low, dim->high);
  return slot;
}

int32_t lower_index(struct lower *l, struct tree *args, struct type *const *dims, int count) {
  /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): what has indices has one */
  int32_t slot = lower_one_index(l, args, dims[0]);
  for (int i = 1; i < count; i++) {
    args = args->next;
    int32_t next = lower_one_index(l, args, dims[i]), size = type_places(l->c, dims[i]), sum = slot_take(l, 1);
    if (size < 256) emit(l, OP_CODE_PAIR, (unsigned)size, sum, slot, next);
    else {
      emit(l, OP_CODE_COPY, 0, sum, slot, 0);
      emit(l, OP_CODE_SCALE, 0, sum, next, size);
    }
    slot = sum;
  }
  return slot;
}

static void lower_table_row(struct lower *l, struct tree *node, int32_t slot) {
  const struct symbol *table = note_of(node)->symbol;
  int32_t index = lower_index(l, node->kid[INDEX_ARGS], table->dims, table->dim_count);
  emit(l, OP_CODE_FIELD, 0, slot, index, table->table_column);
  if (type_of(node)->optional) return;
  struct label *found = label_new(l);
  emit_branch(l, OP_CODE_JUMP_GE_I, 0, slot, 0, found);
  emit_long(l, OP_CODE_ERROR, 0, 0, RULE_MISSING);
  label_place(l, found);
}

static void lower_index_into(struct lower *l, struct tree *node, int32_t slot) {
  const struct note *note = note_of(node);
  struct tree *base = node->kid[INDEX_BASE], *args = node->kid[INDEX_ARGS];
  const struct symbol *symbol = note->kind == NOTE_SYMBOL ? note->symbol : NULL;
  if (symbol && symbol->kind == SYMBOL_TABLE) {
    lower_table_row(l, node, slot);
    return;
  }
  if (symbol && symbol->kind == SYMBOL_ZONE) { /* a slot of a row: its card, or the zone itself as a bag */
    int32_t zone = lower_zone(l, node);
    if (symbol->row) emit(l, OP_CODE_ZONE_TOP, 0, slot, zone, 0);
    else emit(l, OP_CODE_COPY, 0, slot, zone, 0);
    return;
  }
  if (symbol && symbol->kind == SYMBOL_VAR) {
    if (select_element(l, node, slot)) return;
    int32_t index = lower_index(l, args, symbol->dims, symbol->dim_count);
    emit_load_at(l, slot, index, symbol);
    return;
  }
  struct type *type = type_of(base);
  int32_t from = lower_value(l, base);
  if (type->kind == TYPE_KIND_LIST) {
    int32_t index = slot_take(l, 1);
    emit(l, OP_CODE_ADD_I, 0, index, lower_value(l, args), -1); /* lists count from 1 for their readers */
    emit(l, OP_CODE_LIST_GET, 0, slot, from, index);
    return;
  }
  int32_t index = lower_index(l, args, type->dims, type->dim_count);
  emit(l, OP_CODE_LOCAL_LOAD, (unsigned)type_slots(l->c, type->element), slot, from, index);
}

static void lower_between(struct lower *l, struct tree *node, int32_t slot) {
  struct type *type = type_of(node);
  int32_t top = l->top;
  struct walk walk;
  int32_t element = slot_take(l, 1);
  emit_zero(l, slot, type_slots(l->c, type));
  walk_open_as(l, &walk, node, DOMAIN_BETWEEN, element, false);
  emit_sure(l, true, OP_CODE_LIST_PUSH, 0, slot, element, type->bound); /* no path has more between its ends */
  walk_close(l, &walk);
  l->top = top;
}

static void lower_field_into(struct lower *l, struct tree *node, int32_t slot) {
  const struct note *note = note_of(node);
  struct tree *base = node->kid[FIELD_BASE];
  struct type *base_type = type_of(base);
  if (base_type->kind == TYPE_KIND_PATH) {
    if (!strcmp(node->word, "length"))
      emit(l, OP_CODE_FIELD, 0, slot, lower_value(l, base), graphs_paths(l->c, base_type->symbol)->length_column);
    else lower_between(l, node, slot);
    return;
  }
  const struct kept_field *kept = fields_known(l, node);
  if (kept) {
    emit(l, OP_CODE_COPY, 0, slot, kept->slot, 0);
    return;
  }
  int32_t from = lower_value(l, base);
  enum opcode op = type_is_multi(note->type) ? OP_CODE_FIELD_N : OP_CODE_FIELD;
  if (!base_type->optional) {
    emit(l, op, 0, slot, from, note->field->column);
    return;
  }
  struct label *none = label_new(l), *done = label_new(l);
  emit_branch(l, OP_CODE_JUMP_EQ_I, 0, from, NONE_VALUE, none);
  emit(l, op, 0, slot, from, note->field->column);
  emit_jump(l, OP_CODE_JUMP, 0, done);
  label_place(l, none);
  emit_int(l, slot, type_none(note->type));
  label_place(l, done);
}

/* ---- calls ---- */

static void lower_argument_into(struct lower *l, struct tree *arg, int32_t slot, struct type *want) {
  if (want->kind == TYPE_KIND_ZONE) emit(l, OP_CODE_COPY, 0, slot, lower_zone(l, arg), 0);
  else lower_into(l, arg, slot, want);
}

static bool same_component(const struct lower *l, const struct symbol *callee) {
  return l->proc && l->proc->component && l->proc->component == callee->component;
}

/* The hidden last argument of procedures that can call themselves: how many activations there are. */
static void lower_depth_argument(struct lower *l, const struct symbol *callee, int32_t slot) {
  if (!callee->recursive) return;
  if (slot + 1 > l->high) l->high = slot + 1;
  if (!same_component(l, callee)) emit_int(l, slot, callee->depth ? 1 : 0);
  else if (callee->depth) emit(l, OP_CODE_DEPTH_CHECK, (unsigned)callee->depth, slot, l->depth_slot, 0);
  else emit(l, OP_CODE_COPY, 0, slot, l->depth_slot, 0);
}

void lower_arguments(struct lower *l, struct symbol *callee, struct tree *args, int32_t base, int skip) {
  int32_t slot = base + FRAME_HEAD;
  int position = 0;
  for (struct symbol *param = callee->params; param; param = param->next_param, position++) {
    int32_t slots = type_slots(l->c, param->type);
    if (slots > 1) slot = (slot + 1) & ~1;
    if (position >= skip && args) {
      int32_t top = l->top;
      l->top = slot + slots > top ? slot + slots : top;
      if (l->top > l->high) l->high = l->top;
      lower_argument_into(l, args, slot, param->type);
      args = args->next;
    }
    slot += slots;
  }
  lower_depth_argument(l, callee, slot);
}

struct into {
  int32_t slot;
  struct type *want;
};
static void use_into(struct lower *l, struct tree *value, void *context) {
  const struct into *into = context;
  lower_into(l, value, into->slot, into->want);
}

static void lower_lookup(struct lower *l, struct tree *call, int32_t slot) {
  struct symbol *fn = note_of(call)->symbol;
  struct type *dims[TABULATION_PARAMS];
  int count = 0;
  for (struct symbol *param = fn->params; param; param = param->next_param) dims[count++] = param->type;
  int32_t index = lower_index(l, call->kid[CALL_ARGS], dims, count);
  emit_mark(l, fn->tree, MARK_FN);
  emit(l, type_is_multi(fn->type) ? OP_CODE_FIELD_N : OP_CODE_FIELD, 0, slot, index, fn->table_column);
}

void lower_call_into(struct lower *l, struct tree *call, int32_t slot) {
  struct symbol *callee = note_of(call)->symbol;
  if (symbol_is_extern(callee)) {
    lower_extern_call(l, call, slot);
    return;
  }
  if (tabulate_call(l, callee)) {
    lower_lookup(l, call, slot);
    return;
  }
  if (inline_fits(l, call)) {
    inline_fn(l, call, use_into, &(struct into){ slot, callee->type });
    return;
  }
  if (inline_fits_block(l, call)) {
    inline_block_into(l, call, slot);
    return;
  }
  int32_t top = l->top, base = slot_call(l);
  l->top = base + FRAME_HEAD;
  lower_arguments(l, callee, call->kid[CALL_ARGS], base, 0);
  lower_emit_call(l, base, lower_proc_of(l, callee, call->kid[CALL_ARGS]));
  l->top = top;
  if (slot < 0 || callee->type->kind == TYPE_KIND_VOID) return;
  int32_t end = base + type_slots(l->c, callee->type); /* the result lies where the callee's frame began */
  if (end > l->high) l->high = end;
  emit_copy(l, slot, base, callee->type);
}

/* ---- built-ins ---- */

/* slot = the player `steps` seats after `player` (-1: before). */
static void emit_player_after(struct lower *l, int32_t slot, int32_t player, int32_t steps) {
  if (select_seat(l, slot, player, steps)) return;
  int32_t count = slot_take(l, 1);
  struct label *fits = label_new(l);
  emit(l, OP_CODE_PLAYERS, 0, count, 0, 0);
  emit_sure(l, true, OP_CODE_ADD_I, 0, slot, player, steps); /* seats are few */
  if (steps > 0) {
    emit_branch(l, OP_CODE_JUMP_LT, 0, slot, count, fits);
    emit_sure(l, true, OP_CODE_SUB, 0, slot, slot, count);
  } else {
    emit_branch(l, OP_CODE_JUMP_GE_I, 0, slot, 0, fits);
    emit_sure(l, true, OP_CODE_ADD, 0, slot, slot, count);
  }
  label_place(l, fits);
}

static void lower_extreme(struct lower *l, struct tree *args, int32_t slot, enum opcode op) {
  int32_t best = slot_take(l, 1); /* the target may be read by later arguments */
  lower_into(l, args, best, l->c->int_type);
  for (struct tree *arg = args->next; arg; arg = arg->next) emit(l, op, 0, best, best, lower_value(l, arg));
  emit(l, OP_CODE_COPY, 0, slot, best, 0);
}

/* Cards that lie in a whole row. */
static void lower_row_size(struct lower *l, struct tree *row, int32_t slot) {
  struct walk walk;
  int32_t card = slot_take(l, 1);
  emit_int(l, slot, 0);
  walk_open_as(l, &walk, row, DOMAIN_ROW, card, false);
  emit_sure(l, true, OP_CODE_ADD_I, 0, slot, slot, 1); /* there are not so many places */
  walk_close(l, &walk);
}

static void lower_size(struct lower *l, struct tree *arg, int32_t slot) {
  struct type *type = type_of(arg);
  switch (type->kind) {
  case TYPE_KIND_SET: emit(l, OP_CODE_SET_COUNT, (unsigned)type_words(l->c, type), slot, lower_value(l, arg), 0); break;
  case TYPE_KIND_BAG: emit(l, OP_CODE_BAG_SIZE, (unsigned)type_words(l->c, type), slot, lower_value(l, arg), 0); break;
  case TYPE_KIND_LIST: emit(l, OP_CODE_COPY, 0, slot, lower_value(l, arg), 0); break;
  default:
    if (arg->kind == TREE_NAME && note_of(arg)->symbol->kind == SYMBOL_ZONE && note_of(arg)->symbol->row)
      lower_row_size(l, arg, slot);
    else emit(l, OP_CODE_ZONE_SIZE, 0, slot, lower_zone(l, arg), 0);
    break;
  }
}

int32_t lower_any(struct lower *l, struct tree *many) {
  int32_t some = slot_take(l, 1);
  if (type_of(many)->kind == TYPE_KIND_SET)
    emit(l, OP_CODE_SET_ANY, (unsigned)type_words(l->c, type_of(many)), some, lower_value(l, many), 0);
  else lower_size(l, many, some);
  return some;
}

static void lower_nth(struct lower *l, struct tree *args, int32_t slot) {
  emit_index(l, args->next, slot, lower_value(l, args->next), 0, type_of(args)->symbol->count - 1);
}

/* The card of a zone that holds just one. */
static void lower_only(struct lower *l, struct tree *zone, int32_t slot) {
  int32_t place = lower_zone(l, zone), size = slot_take(l, 1);
  struct label *one = label_new(l);
  emit(l, OP_CODE_ZONE_SIZE, 0, size, place, 0);
  emit_branch(l, OP_CODE_JUMP_EQ_I, 0, size, 1, one);
  emit_long(l, OP_CODE_ERROR, 0, 0, RULE_NOT_ONE);
  label_place(l, one);
  emit(l, OP_CODE_ZONE_TOP, 0, slot, place, 0);
}

/* What all of the sets hold; as above, the target comes last. */
static void lower_common(struct lower *l, struct tree *call, int32_t slot) {
  struct type *type = type_of(call);
  unsigned words = (unsigned)type_words(l->c, type);
  int32_t held = lower_as(l, call->kid[CALL_ARGS], type), common = slot_take(l, type_slots(l->c, type));
  for (struct tree *arg = call->kid[CALL_ARGS]->next; arg; arg = arg->next, held = common)
    emit(l, OP_CODE_SET_AND, words, arg->next ? common : slot, held, lower_as(l, arg, type));
}

static void lower_builtin_into(struct lower *l, struct tree *call, int32_t slot) {
  enum builtin builtin = (enum builtin)note_of(call)->value;
  struct tree *args = call->kid[CALL_ARGS];
  switch (builtin) {
  case BUILTIN_NEXT:
  case BUILTIN_LEFT_OF: emit_player_after(l, slot, lower_value(l, args), 1); break;
  case BUILTIN_RIGHT_OF: emit_player_after(l, slot, lower_value(l, args), -1); break;
  case BUILTIN_SEAT: emit_sure(l, true, OP_CODE_ADD_I, 0, slot, lower_value(l, args), 1); break;
  case BUILTIN_SEATS: emit(l, OP_CODE_PLAYERS, 0, slot, 0, 0); break;
  case BUILTIN_AT_SEAT: {
    int32_t count = slot_take(l, 1), wrong = slot_take(l, 1);
    struct label *bad = label_new(l), *good = label_new(l);
    emit(l, OP_CODE_ADD_I, 0, wrong, lower_value(l, args), -1);
    emit(l, OP_CODE_PLAYERS, 0, count, 0, 0);
    emit_branch(l, OP_CODE_JUMP_LT_I, 0, wrong, 0, bad);
    emit_branch(l, OP_CODE_JUMP_LT, 0, wrong, count, good);
    label_place(l, bad);
    emit_long(l, OP_CODE_ERROR, 0, 0, RULE_INDEX);
    label_place(l, good);
    emit(l, OP_CODE_COPY, 0, slot, wrong, 0);
    break;
  }
  case BUILTIN_ABS: {
    int32_t value = lower_value(l, args), minus = slot_take(l, 1);
    emit_sure(l, true, OP_CODE_NEGATE, 0, minus, value, 0); /* every number has its opposite */
    emit(l, OP_CODE_MAXIMUM, 0, slot, value, minus);
    break;
  }
  case BUILTIN_INDEX: emit(l, OP_CODE_COPY, 0, slot, lower_value(l, args), 0); break;
  case BUILTIN_NTH: lower_nth(l, args, slot); break;
  case BUILTIN_SIZE: lower_size(l, args, slot); break;
  case BUILTIN_EMPTY: {
    emit(l, OP_CODE_NOT, 0, slot, lower_any(l, args), 0);
    break;
  }
  case BUILTIN_SEES: {
    int32_t player = lower_value(l, args);
    emit(l, OP_CODE_ZONE_SEEN, 0, slot, player, lower_zone(l, args->next));
    break;
  }
  case BUILTIN_TOP: emit(l, OP_CODE_ZONE_TOP, 0, slot, lower_zone(l, args), 0); break;
  case BUILTIN_BOTTOM: emit(l, OP_CODE_ZONE_BOTTOM, 0, slot, lower_zone(l, args), 0); break;
  case BUILTIN_ONLY: lower_only(l, args, slot); break;
  case BUILTIN_COMMON: lower_common(l, call, slot); break;
  case BUILTIN_MIN: lower_extreme(l, args, slot, OP_CODE_MINIMUM); break;
  case BUILTIN_MAX: lower_extreme(l, args, slot, OP_CODE_MAXIMUM); break;
  case BUILTIN_BOX: emit_int(l, slot, note_of(call)->symbol->first_instance); break;
  default: lower_places(l, call, slot, builtin); break;
  }
}

/* ---- operators ---- */

static void lower_many(struct lower *l, struct tree *node, int32_t slot) {
  struct type *type = type_of(node);
  unsigned words = (unsigned)type_words(l->c, type);
  bool set = type->kind == TYPE_KIND_SET, add = node->number == OP_ADD;
  int32_t sides[2];
  for (int i = 0; i < 2; i++) { sides[i] = lower_as(l, node->kid[i == 0 ? BINARY_LEFT : BINARY_RIGHT], type); }
  enum opcode op = set ? (add ? OP_CODE_SET_OR : OP_CODE_SET_LESS) : add ? OP_CODE_BAG_ADD : OP_CODE_BAG_LESS;
  emit_sure(l, l->trial && bounds_fit_bag(l->c, node), op, words, slot, sides[0], sides[1]);
}

/* `card.field ?? other`, where none can only be the card. */
static bool is_plain_field(const struct tree *node) {
  return node->kind == TREE_FIELD && note_of(node)->field && type_of(node->kid[FIELD_BASE])->optional &&
         type_of(node->kid[FIELD_BASE])->kind != TYPE_KIND_PATH && !type_is_multi(type_of(node)) &&
         !note_of(node)->field->type->optional;
}

static void lower_if_none(struct lower *l, struct tree *node, int32_t slot) {
  struct tree *left = node->kid[BINARY_LEFT];
  struct label *done = label_new(l);
  int32_t constant;
  if (left->kind == TREE_FIRST && !left->kid[FIRST_BINDER]->kid[BINDER_BY] &&
      select_small(l, node->kid[BINARY_RIGHT], &constant)) {
    lower_first(l, left, slot, constant);
    return;
  }
  if (is_plain_field(left)) {
    struct label *none = label_new(l);
    int32_t base = lower_value(l, left->kid[FIELD_BASE]);
    emit_branch(l, OP_CODE_JUMP_EQ_I, 0, base, NONE_VALUE, none);
    emit(l, OP_CODE_FIELD, 0, slot, base, note_of(left)->field->column);
    emit_jump(l, OP_CODE_JUMP, 0, done);
    label_place(l, none);
  } else {
    lower_into(l, left, slot, type_of(left));
    emit_jump_none(l, slot, type_of(left), false, done);
  }
  lower_into(l, node->kid[BINARY_RIGHT], slot, type_of(node));
  label_place(l, done);
}

static void lower_binary_into(struct lower *l, struct tree *node, int32_t slot) {
  static const enum opcode ops[] = { [OP_ADD] = OP_CODE_ADD,
                                     [OP_SUB] = OP_CODE_SUB,
                                     [OP_MUL] = OP_CODE_MUL,
                                     [OP_DIV] = OP_CODE_DIV,
                                     [OP_MOD] = OP_CODE_MOD };
  if (type_is_multi(type_of(node))) {
    lower_many(l, node, slot);
    return;
  }
  if (node->number == OP_IF_NONE) {
    lower_if_none(l, node, slot);
    return;
  }
  struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  int32_t constant;
  bool small = select_small(l, right, &constant);
  if (select_same(l, node) != node) lower_into(l, select_same(l, node), slot, type_of(node));
  else if (small && node->number == OP_ADD) emit(l, OP_CODE_ADD_I, 0, slot, lower_value(l, left), constant);
  else if (small && node->number == OP_SUB) emit(l, OP_CODE_ADD_I, 0, slot, lower_value(l, left), -constant);
  else if (small && node->number == OP_MUL) emit(l, OP_CODE_MUL_I, 0, slot, lower_value(l, left), constant);
  else if (node->number == OP_ADD && select_small(l, left, &constant))
    emit(l, OP_CODE_ADD_I, 0, slot, lower_value(l, right), constant);
  else if (node->number == OP_MUL && select_small(l, left, &constant))
    emit(l, OP_CODE_MUL_I, 0, slot, lower_value(l, right), constant);
  else {
    int32_t a = lower_value(l, left), b = lower_value(l, right);
    emit_sure(l, l->trial && bounds_fit(l->c, node), ops[node->number], 0, slot, a, b);
  }
}

static bool is_condition(const struct tree *node) {
  switch (node->kind) {
  case TREE_NOT:
  case TREE_IS_NONE:
  case TREE_ANY:
  case TREE_ALL: return true;
  case TREE_BINARY: return type_of(node)->kind == TYPE_KIND_BOOL && node->number != OP_IF_NONE;
  default: return false;
  }
}

static void lower_condition_into(struct lower *l, struct tree *node, int32_t slot) {
  struct label *no = label_new(l), *done = label_new(l);
  lower_jump(l, node, false, no);
  emit_int(l, slot, 1);
  emit_jump(l, OP_CODE_JUMP, 0, done);
  label_place(l, no);
  emit_int(l, slot, 0);
  label_place(l, done);
}

static void lower_if_else_into(struct lower *l, struct tree *node, int32_t slot) {
  struct label *other = label_new(l), *done = label_new(l);
  struct type *type = type_of(node);
  int32_t top = l->top;
  lower_jump(l, node->kid[IF_ELSE_CONDITION], false, other);
  l->top = top;
  lower_into(l, node->kid[IF_ELSE_THEN], slot, type);
  emit_jump(l, OP_CODE_JUMP, 0, done);
  label_place(l, other);
  l->top = top;
  lower_into(l, node->kid[IF_ELSE_ELSE], slot, type);
  label_place(l, done);
}

static void lower_match_into(struct lower *l, struct tree *node, int32_t slot) {
  struct into into = { slot, type_of(node) };
  int32_t column = match_column(l, node);
  if (column >= 0) {
    emit(l, OP_CODE_MATCH, 0, slot, lower_value(l, node->kid[MATCH_VALUE_SUBJECT]), column);
    return;
  }
  lower_arms(l, node->kid[MATCH_VALUE_SUBJECT], node->kid[MATCH_VALUE_ARMS], use_into, &into);
}

/* ---- chance and lists ---- */

static void lower_roll_into(struct lower *l, struct tree *node, int32_t slot) {
  struct tree *sides = node->kid[ROLL_SIDES], *count = node->kid[ROLL_COUNT];
  int32_t faces;
  if (sides->kind == TREE_TYPE_NAME || sides->kind == TREE_PLAYERS) {
    faces = slot_take(l, 1);
    if (sides->kind == TREE_PLAYERS) emit(l, OP_CODE_PLAYERS, 0, faces, 0, 0);
    else emit_int(l, faces, type_count(l->c, type_of(sides)));
    emit(l, OP_CODE_ROLL, 0, slot, faces, 0);
    emit(l, OP_CODE_ADD_I, 0, slot, slot, -1);
    return;
  }
  faces = lower_value(l, sides);
  if (!count) {
    emit(l, OP_CODE_ROLL, 0, slot, faces, 0);
    return;
  }
  struct type *type = type_of(node);
  int32_t die = slot_take(l, 1);
  emit_zero(l, slot, type_slots(l->c, type));
  for (int32_t i = 0; i < type->bound; i++) {
    emit(l, OP_CODE_ROLL, 0, die, faces, 0);
    emit(l, OP_CODE_LIST_PUSH, 0, slot, die, type->bound);
  }
}

void lower_items(struct lower *l, struct tree *node, int32_t slot, struct type *type) {
  emit_zero(l, slot, type_slots(l->c, type));
  for (struct tree *item = node->kid[LIST_VALUE_ITEMS]; item; item = item->next) {
    int32_t top = l->top, value = slot_take(l, 1), copies = item->kind == TREE_CARD ? item->number : 1;
    lower_into(l, item->kind == TREE_CARD ? item->kid[CARD_VALUE] : item, value, type->element);
    bool in_range = type->element->kind != TYPE_KIND_INT && !type->element->optional;
    if (type->kind == TYPE_KIND_LIST) emit(l, OP_CODE_LIST_PUSH, 0, slot, value, type->bound);
    else if (type->kind == TYPE_KIND_SET)
      emit_sure(l, in_range, OP_CODE_SET_ADD, (unsigned)type_words(l->c, type), slot, value, 0);
    else {
      int32_t count = slot_take(l, 1);
      emit_int(l, count, copies);
      emit_sure(l, l->trial && in_range && bounds_fit_bag(l->c, node), OP_CODE_BAG_PUT,
                (unsigned)type_words(l->c, type), slot, value, count);
    }
    l->top = top;
  }
}

static void lower_list_value_into(struct lower *l, struct tree *node, int32_t slot, struct type *type) {
  const struct symbol *key;
  int32_t column = tabulate_literal(l, node, type, &key);
  if (column >= 0) emit(l, OP_CODE_FIELD_N, 0, slot, slot_of_local(l, key), column);
  else lower_items(l, node, slot, type);
}

/* A list of another length: the elements are pushed one by one, so that a list that is too long is noticed. */
static void lower_list_conversion(struct lower *l, struct tree *node, int32_t slot, struct type *want) {
  struct walk walk;
  int32_t element = slot_take(l, 1);
  emit_zero(l, slot, type_slots(l->c, want));
  walk_open_as(l, &walk, node, DOMAIN_LIST, element, false);
  emit_sure(l, type_of(node)->bound <= want->bound, OP_CODE_LIST_PUSH, 0, slot, element, want->bound);
  walk_close(l, &walk);
}

/* ---- the door ---- */

void lower_into(struct lower *l, struct tree *node, int32_t slot, struct type *want) {
  if (arena_failed(l->c->arena)) return; /* one statement can have a million parts */
  const struct note *note = note_of(node);
  const struct hoisted *known = l->hoisted ? hoist_find(l, node, want) : NULL;
  int32_t top = l->top, constant;
  if (known) {
    emit_copy(l, slot, known->slot, want);
    return;
  }
  if (slot >= l->top && slot < l->top + type_slots(l->c, want)) l->top = slot + type_slots(l->c, want);
  if (l->top > l->high) l->high = l->top;
  if (want->kind == TYPE_KIND_BAG && note->type->kind == TYPE_KIND_ZONE)
    emit(l, OP_CODE_ZONE_BAG, (unsigned)type_words(l->c, want), slot, lower_zone(l, node), 0);
  else if (want->kind == TYPE_KIND_LIST && note->type->kind == TYPE_KIND_LIST && note->type->bound != want->bound &&
           node->kind != TREE_LIST_VALUE)
    lower_list_conversion(l, node, slot, want);
  else if (want->kind == TYPE_KIND_TEXT && node->kind == TREE_STRING)
    emit_int(l, slot, node->kid[STRING_PARTS] ? context_text(l->c, node->kid[STRING_PARTS]->word) : 0);
  else if (node->kind == TREE_NONE) emit_int(l, slot, type_none(want));
  else if (!type_is_multi(note->type) && fold_constant(l, node, &constant)) emit_int(l, slot, constant);
  else if (is_condition(node)) lower_condition_into(l, node, slot);
  else switch (node->kind) {
    case TREE_NAME: lower_symbol_into(l, node, slot); break;
    case TREE_INDEX: lower_index_into(l, node, slot); break;
    case TREE_FIELD: lower_field_into(l, node, slot); break;
    case TREE_CALL:
      if (note->kind == NOTE_CALL) lower_call_into(l, node, slot);
      else lower_builtin_into(l, node, slot);
      break;
    case TREE_BINARY: lower_binary_into(l, node, slot); break;
    case TREE_NEGATE: emit_sure(l, true, OP_CODE_NEGATE, 0, slot, lower_value(l, node->kid[NEGATE_VALUE]), 0); break;
    case TREE_IF_ELSE: lower_if_else_into(l, node, slot); break;
    case TREE_MATCH_VALUE: lower_match_into(l, node, slot); break;
    case TREE_ROLL: lower_roll_into(l, node, slot); break;
    case TREE_LIST_VALUE: lower_list_value_into(l, node, slot, type_is_multi(want) ? want : note->type); break;
    default: lower_comprehension(l, node, slot); break;
    }
  l->top = top;
}

int32_t lower_as(struct lower *l, struct tree *node, struct type *want) {
  node = select_same(l, node);
  const struct note *note = note_of(node);
  bool local = node->kind == TREE_NAME && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL;
  if (local && !note->symbol->inline_value && !note->symbol->is_constant && !note->symbol->shift &&
      (!type_is_multi(want) || type_slots(l->c, note->type) == type_slots(l->c, want)))
    return bound_slot(l, note->symbol);
  const struct hoisted *known = l->hoisted ? hoist_find(l, node, want) : NULL;
  if (known) return known->slot;
  const struct kept_field *kept = type_is_multi(want) ? NULL : fields_known(l, node);
  if (kept) return kept->slot;
  int32_t slot = unroll_known(l, node);
  if (slot >= 0) return slot;
  slot = unroll_keep(l, node);
  if (slot < 0) slot = slot_take(l, type_slots(l->c, want));
  lower_into(l, node, slot, want);
  return slot;
}

int32_t lower_value(struct lower *l, struct tree *node) { return lower_as(l, node, type_of(node)); }
