/* Lowering of statements. Everything a statement takes is given back when it ends, except the variables it declares. */
#include "compiler/lower.h"

#include "compiler/optimise/lift.h"
#include "compiler/optimise/peel.h"
#include "compiler/optimise/trial.h"
#include "compiler/optimise/unroll.h"
#include "vm/state.h"

/* ---- cards that move ---- */

static unsigned bottom_flag(const struct tree *place) {
  return place->kind == TREE_PLACE && place->number == END_BOTTOM;
}

/* In rules that reveal cards, what players know of them goes along with every move. */
static void emit_follow(struct lower *l, enum follow way, bool bottom, int32_t what, int32_t from, int32_t to) {
  unsigned flags = (unsigned)way + (bottom ? FOLLOW_BOTTOM : 0);
  if (!l->c->reveals) return;
  emit(l, way == FOLLOW_BAG ? OP_CODE_ZONE_FOLLOW_BAG : OP_CODE_ZONE_FOLLOW, flags, what, from, to);
}

/* ---- names and assignments ---- */

static void lower_let_into(struct lower *l, struct tree *value, int32_t slot, struct type *type) {
  int32_t top = l->top;
  if (value->kind == TREE_PICK) { /* its register is alive while the choice is pending */
    emit_zero(l, slot, type_slots(l->c, type));
    lower_pick(l, value, slot);
  } else if (value->kind == TREE_DRAW_ONE) {
    struct tree *to = value->kid[DRAW_ONE_TO];
    owners_note_move(l, value->kid[DRAW_ONE_FROM], to);
    int32_t from = lower_zone(l, value->kid[DRAW_ONE_FROM]), target = lower_zone(l, to);
    if (l->c->reveals) emit_int(l, slot, 1);
    emit_follow(l, FOLLOW_DRAW, bottom_flag(to), slot, from, target);
    emit(l, OP_CODE_ZONE_DRAW_ONE, bottom_flag(to), slot, from, target);
  } else lower_into(l, value, slot, type);
  l->top = top;
}

static int32_t lower_let_value(struct lower *l, struct tree *value, struct type *type) {
  int32_t slot = slot_take(l, type_slots(l->c, type));
  lower_let_into(l, value, slot, type);
  return slot;
}

/* The same where the value is only read: a variable's own register will do. */
static int32_t lower_read_value(struct lower *l, struct tree *value, struct type *type) {
  bool acts = value->kind == TREE_PICK || value->kind == TREE_DRAW_ONE;
  return acts ? lower_let_value(l, value, type) : lower_as(l, value, type);
}

static int32_t slot_for(struct lower *l, const struct symbol *local) {
  bool resident = l->inlined && l->inlined->resident == local;
  return resident ? l->inlined->slot : slot_take(l, type_slots(l->c, local->type));
}

static void lower_let(struct lower *l, struct tree *node) {
  struct symbol *local = node->symbol;
  local->slot = slot_for(l, local);
  lower_let_into(l, node->kid[LET_VALUE], local->slot, local->type);
  locals_bind(l, local, node->kid[LET_VALUE]);
  if (!node->kid[LET_ELSE]) return;
  struct label *some = label_new(l);
  emit_jump_none(l, local->slot, local->type, false, some);
  lower_block(l, node->kid[LET_ELSE]);
  label_place(l, some);
}

static void fill_array(struct lower *l, int32_t array, struct type *type, struct tree *value) {
  int32_t slots = type_slots(l->c, type->element), count = type_slots(l->c, type) / slots, top = l->top;
  int32_t element = slot_take(l, slots);
  lower_into(l, value, element, type->element);
  for (int32_t i = 0; i < count; i++) emit_copy(l, array + i * slots, element, type->element);
  l->top = top;
}

static void lower_local(struct lower *l, struct tree *node) {
  struct symbol *local = node->symbol;
  struct tree *value = node->kid[LOCAL_VALUE];
  local->slot = slot_for(l, local);
  if (peel_waits(l, node)) return;
  if (local->type->kind == TYPE_KIND_ARRAY && type_of(value)->kind != TYPE_KIND_ARRAY)
    fill_array(l, local->slot, local->type, value);
  else lower_let_into(l, value, local->slot, local->type);
  locals_bind(l, local, value);
}

/* Takes the first value that equals `gone` out of the list `slot`, if there is one. */
static void take_out(struct lower *l, int32_t slot, int32_t gone, struct type *type) {
  int32_t slots = type_slots(l->c, type), left = slot_take(l, slots), found = slot_take(l, 1);
  struct label *keep = label_new(l);
  struct walk walk;
  emit_zero(l, left, slots);
  emit_int(l, found, 0);
  walk_list(l, &walk, slot);
  emit_jump(l, OP_CODE_JUMP_IF, found, keep);
  emit_branch(l, OP_CODE_JUMP_NE, 0, walk.slot, gone, keep);
  emit_int(l, found, 1);
  emit_jump(l, OP_CODE_JUMP, 0, walk.again);
  label_place(l, keep);
  emit_sure(l, true, OP_CODE_LIST_PUSH, 0, left, walk.slot, type->bound); /* no longer than it was */
  walk_close(l, &walk);
  emit_copy(l, slot, left, type);
}

/* `l += values`, `l -= values`: one after the other. What is added was worked out before, since it may be the list. */
static void change_list(struct lower *l, struct tree *values, bool add, int32_t slot, struct type *type) {
  struct tree *item = values->kind == TREE_LIST_VALUE ? values->kid[LIST_VALUE_ITEMS] : NULL;
  if (item && !item->next) {
    int32_t value = lower_value(l, item);
    if (add) emit(l, OP_CODE_LIST_PUSH, 0, slot, value, type->bound);
    else take_out(l, slot, value, type);
    return;
  }
  struct type *several = type_of(values);
  int32_t list = slot_take(l, type_slots(l->c, several));
  struct walk walk;
  lower_into(l, values, list, several);
  walk_list(l, &walk, list);
  if (add) emit(l, OP_CODE_LIST_PUSH, 0, slot, walk.slot, type->bound);
  else take_out(l, slot, walk.slot, type);
  walk_close(l, &walk);
}

/* slot = the new value of an assignment to something whose present value `current` is. */
static void lower_new_value(struct lower *l, struct tree *node, int32_t slot, int32_t current, struct type *type) {
  struct tree *value = node->kid[ASSIGN_VALUE];
  int32_t constant, top = l->top;
  bool add = node->number == OP_ADD;
  if (node->number == OP_SET) emit_copy(l, slot, lower_let_value(l, value, type), type);
  else if (type->kind == TYPE_KIND_INT) {
    bool small = select_small(l, value, &constant);
    if (small && constant == 0 && slot == current) emit_line(l);
    else if (small) emit(l, OP_CODE_ADD_I, 0, slot, current, add ? constant : -constant);
    else emit(l, add ? OP_CODE_ADD : OP_CODE_SUB, 0, slot, current, lower_value(l, value));
  } else if (type->kind == TYPE_KIND_LIST) {
    if (slot != current) emit_copy(l, slot, current, type);
    change_list(l, value, add, slot, type);
  } else {
    int32_t change = slot_take(l, type_slots(l->c, type));
    bool set = type->kind == TYPE_KIND_SET;
    lower_into(l, value, change, type);
    emit(l,
         set   ? (add ? OP_CODE_SET_OR : OP_CODE_SET_LESS)
         : add ? OP_CODE_BAG_ADD
               : OP_CODE_BAG_LESS,
         (unsigned)type_words(l->c, type), slot, current, change);
  }
  l->top = top;
}

static void assign_local(struct lower *l, struct tree *node, struct symbol *local) {
  struct tree *target = node->kid[ASSIGN_TARGET];
  struct type *type = type_of(target);
  if (target->kind == TREE_NAME) {
    struct tree *value = node->kid[ASSIGN_VALUE];
    bool acts = value->kind == TREE_PICK || value->kind == TREE_DRAW_ONE;
    if (node->number == OP_SET && !acts && !lower_mentions(value, local)) lower_into(l, value, local->slot, type);
    else lower_new_value(l, node, local->slot, local->slot, type);
    return;
  }
  int32_t slots = type_slots(l->c, type), value = slot_take(l, slots);
  int32_t index = lower_index(l, target->kid[INDEX_ARGS], local->type->dims, local->type->dim_count);
  if (node->number != OP_SET) emit(l, OP_CODE_LOCAL_LOAD, (unsigned)slots, value, local->slot, index);
  lower_new_value(l, node, value, value, type);
  emit(l, OP_CODE_LOCAL_STORE, (unsigned)slots, value, local->slot, index);
}

static void assign_whole_array(struct lower *l, struct tree *node, const struct symbol *symbol, struct type *type) {
  int32_t value = slot_take(l, type_slots(l->c, type));
  lower_into(l, node->kid[ASSIGN_VALUE], value, type);
  emit_long(l, OP_CODE_STORE_ALL, 0, value, symbol->storage);
}

static void assign_variable(struct lower *l, struct tree *node, const struct symbol *symbol) {
  struct tree *target = node->kid[ASSIGN_TARGET];
  struct type *type = type_of(target);
  if (type->kind == TYPE_KIND_ARRAY) {
    assign_whole_array(l, node, symbol, type);
    return;
  }
  if (node->number == OP_SET && select_store(l, target, node->kid[ASSIGN_VALUE])) return;
  bool multi = type_is_multi(type), indexed = target->kind == TREE_INDEX;
  int32_t value = slot_take(l, type_slots(l->c, type)), index = -1;
  if (indexed) index = lower_index(l, target->kid[INDEX_ARGS], symbol->dims, symbol->dim_count);
  else if (multi) emit_int(l, index = slot_take(l, 1), 0);
  if (node->number != OP_SET) {
    if (multi) emit(l, OP_CODE_LOAD_N, 0, value, index, symbol->storage);
    else if (indexed) emit_load_at(l, value, index, symbol);
    else emit_long(l, OP_CODE_LOAD, 0, value, symbol->storage);
  }
  if (node->number == OP_SET) value = lower_read_value(l, node->kid[ASSIGN_VALUE], type);
  else lower_new_value(l, node, value, value, type);
  if (multi) emit(l, OP_CODE_STORE_N, 0, value, index, symbol->storage);
  else if (indexed) emit(l, OP_CODE_STORE_AT, 0, value, index, symbol->storage);
  else emit_long(l, OP_CODE_STORE, 0, value, symbol->storage);
}

static void lower_assign(struct lower *l, struct tree *node) {
  struct tree *target = node->kid[ASSIGN_TARGET], *base = target->kind == TREE_INDEX ? target->kid[INDEX_BASE] : target;
  struct note *note = base->note ? note_of(base) : note_of(target);
  int32_t top = l->top;
  if (note->symbol->kind == SYMBOL_LOCAL) {
    assign_local(l, node, note->symbol);
    locals_change(l, note->symbol);
  } else assign_variable(l, node, note->symbol);
  l->top = top;
}

/* ---- flow ---- */

static void lower_if(struct lower *l, struct tree *node) {
  struct tree *condition = node->kid[IF_CONDITION], *other = node->kid[IF_ELSE];
  struct label *no = label_new(l), *done = label_new(l);
  int32_t top = l->top;
  if (condition->kind == TREE_LET) {
    struct symbol *local = condition->symbol;
    local->slot = lower_let_value(l, condition->kid[LET_VALUE], local->type);
    locals_bind(l, local, condition->kid[LET_VALUE]);
    emit_jump_none(l, local->slot, local->type, true, no);
  } else lower_jump(l, condition, false, no);
  lower_block(l, node->kid[IF_THEN]);
  l->top = top;
  if (other) emit_jump(l, OP_CODE_JUMP, 0, done);
  label_place(l, no);
  if (other && other->kind == TREE_IF) emit_at(l, other), lower_if(l, other);
  else if (other) lower_block(l, other);
  label_place(l, done);
}

static void use_block(struct lower *l, struct tree *block, void *context) {
  (void)context;
  lower_block(l, block);
}

static void lower_body(struct lower *l, struct tree *block, struct label *leave, struct label *next) {
  struct loop loop = { leave, next, l->loop };
  l->loop = &loop;
  lower_block(l, block);
  l->loop = loop.outer;
}

/* The domain is fixed when the loop starts: whatever the body could change is copied first. */
static bool needs_snapshot(const struct tree *binder) {
  if (binder->kid[BINDER_BY]) return true;
  switch ((enum domain_kind)note_of(binder->kid[BINDER_DOMAIN])->domain) {
  case DOMAIN_ZONE:
  case DOMAIN_ROW:
  case DOMAIN_SET:
  case DOMAIN_BAG:
  case DOMAIN_LIST: return true;
  default: return false;
  }
}

static int32_t lower_sorted_list(struct lower *l, struct tree *binder, int32_t *most) {
  bool players = note_of(binder->kid[BINDER_DOMAIN])->domain == DOMAIN_PLAYERS; /* listed and asked in one loop */
  int32_t bound = l->c->high_players, slots = (bound + 2) & ~1, list;
  *most = bound;
  if (!binder->kid[BINDER_BY]) return lower_element_list(l, binder, false, most);
  struct symbol *local = binder->symbol;
  struct walk walk;
  list = players ? slot_take(l, slots) : lower_element_list(l, binder, false, &bound);
  *most = bound;
  int32_t keys = slot_take(l, (bound + 2) & ~1);
  if (players) emit_zero(l, list, slots);
  emit_int(l, keys, 0);
  if (players) walk_open(l, &walk, binder->kid[BINDER_DOMAIN], slot_take(l, 1), false);
  else walk_list(l, &walk, list);
  local->slot = walk.slot;
  if (players) emit(l, OP_CODE_LIST_PUSH, 0, list, walk.slot, bound);
  emit(l, OP_CODE_LIST_PUSH, 0, keys, lower_value(l, binder->kid[BINDER_BY]), bound);
  walk_close(l, &walk);
  emit(l, OP_CODE_LIST_SORT, (binder->flags & FLAG_DESC) != 0, list, keys, 0);
  l->top = keys;
  return list;
}

/* Where a `break` leads: out of all loops over the variables of one `for`. */
static struct label *broken(const struct lower *l, const struct tree *node, const struct walk *walk) {
  return node->flags & FLAG_JOINED ? l->loop->leave : walk->done;
}

static void lower_for_list(struct lower *l, struct tree *node, struct tree *binder) {
  struct symbol *local = binder->symbol;
  struct walk walk;
  int32_t bound, list = lower_sorted_list(l, binder, &bound);
  locals_bind_list(l, local, list, bound);
  walk_list(l, &walk, list);
  local->slot = walk.slot;
  locals_bind(l, local, NULL);
  if (binder->kid[BINDER_WHERE]) lower_jump(l, binder->kid[BINDER_WHERE], false, walk.again);
  lower_body(l, node->kid[FOR_BLOCK], broken(l, node, &walk), walk.again);
  walk_close(l, &walk);
}

/* All that a loop of a fn does is to return something under a condition, for few values that are known. */
static bool unroll_for(struct lower *l, struct tree *node) {
  struct tree *binder = node->kid[FOR_BINDER], *only = node->kid[FOR_BLOCK]->kid[BLOCK_STATEMENTS];
  struct unrolled unrolled;
  if (!lower_in_fn(l) || !only || only->next || only->kind != TREE_IF || only->kid[IF_ELSE] ||
      only->kid[IF_CONDITION]->kind == TREE_LET)
    return false;
  const struct tree *then = only->kid[IF_THEN]->kid[BLOCK_STATEMENTS];
  if (!then || then->kind != TREE_RETURN || !unroll_open(l, binder, only, &unrolled)) return false;
  while (unroll_next(l, &unrolled)) {
    struct label *again = label_new(l);
    if (binder->kid[BINDER_WHERE]) lower_jump(l, binder->kid[BINDER_WHERE], false, again);
    lower_body(l, node->kid[FOR_BLOCK], again, again); /* nothing in there breaks a loop */
    label_place(l, again);
  }
  return true;
}

static void lower_for(struct lower *l, struct tree *node) {
  node = lift_for(l, node);
  if (unroll_for(l, node)) return;
  struct tree *binder = node->kid[FOR_BINDER], *where = binder->kid[BINDER_WHERE];
  int32_t top = l->top;
  if (needs_snapshot(binder)) lower_for_list(l, node, binder);
  else {
    struct walk walk;
    if (!where || trial_is_stable(l, where)) walk_binder(l, &walk, binder, true);
    else walk_binder_in_turn(l, &walk, binder, true);
    locals_bind(l, binder->symbol, NULL);
    lower_body(l, node->kid[FOR_BLOCK], broken(l, node, &walk), walk.again);
    walk_close(l, &walk);
  }
  l->top = top;
}

/* A loop that begins where something is counted as begun, a procedure or what has a mark, does not go back to there. */
static void place_again(struct lower *l, struct label *again) {
  const struct compilation *c = l->c;
  int32_t pc = (int32_t)c->code.count;
  bool has_mark = c->marks.count && ITEM(c, marks, struct mark, c->marks.count - 1)->pc == pc;
  if (!l->trial && (has_mark || pc == l->entry)) {
    struct label *behind = label_new(l);
    emit_jump(l, OP_CODE_JUMP, 0, behind);
    label_place(l, behind);
  }
  label_place(l, again);
}

static void lower_while(struct lower *l, struct tree *node) {
  struct label *again = label_new(l), *done = label_new(l);
  place_again(l, again);
  lower_jump(l, node->kid[WHILE_CONDITION], false, done);
  lower_body(l, node->kid[WHILE_BLOCK], done, again);
  emit_jump(l, OP_CODE_LOOP, 0, again);
  label_place(l, done);
}

static void lower_statement(struct lower *l, struct tree *node);

/* Declarations and the `while` behind them, whose first test some of them wait for. */
static void lower_peeled(struct lower *l, struct tree *first, struct tree *loop) {
  struct label *again = label_new(l), *test = label_new(l), *done = label_new(l);
  struct peeled peeled = { .loop = loop }, *outer = l->peeled;
  l->peeled = &peeled;
  for (struct tree *node = first; node != loop; node = node->next) lower_statement(l, node);
  l->peeled = outer;
  int32_t top = l->top;
  emit_at(l, loop);
  emit_mark(l, loop, MARK_STATEMENT);
  l->inline_shared++; /* the condition is asked in two places */
  lower_jump(l, loop->kid[WHILE_CONDITION], false, done);
  l->inline_shared--;
  peel_end(l, &peeled);
  label_place(l, again);
  lower_body(l, loop->kid[WHILE_BLOCK], done, test);
  label_place(l, test);
  emit_at(l, loop);
  l->inline_shared++;
  lower_jump(l, loop->kid[WHILE_CONDITION], false, done);
  l->inline_shared--;
  emit_jump(l, OP_CODE_LOOP, 0, again);
  label_place(l, done);
  l->top = top;
}

static void lower_repeat(struct lower *l, struct tree *node) {
  struct label *again = label_new(l), *test = label_new(l), *done = label_new(l);
  struct tree *times = node->kid[REPEAT_TIMES], *until = node->kid[REPEAT_UNTIL];
  int32_t top = l->top, left = -1;
  if (times) {
    left = slot_take(l, 1);
    lower_into(l, times, left, l->c->int_type);
  }
  place_again(l, again);
  if (times) {
    emit_branch(l, OP_CODE_JUMP_LE_I, 0, left, 0, done);
    emit(l, OP_CODE_ADD_I, 0, left, left, -1);
  }
  lower_body(l, node->kid[REPEAT_BLOCK], done, test);
  label_place(l, test);
  if (until) {
    emit_at(l, node);
    lower_jump(l, until, true, done);
  }
  emit_jump(l, OP_CODE_LOOP, 0, again);
  label_place(l, done);
  l->top = top;
}

static void lower_leave(struct lower *l) {
  if (l->leave_body) emit_jump(l, OP_CODE_JUMP, 0, l->leave_body);
  else if (l->inlined) emit_jump(l, OP_CODE_JUMP, 0, l->inlined->end);
  else emit(l, OP_CODE_RETURN, 0, 0, 0, 0);
}

static void lower_return(struct lower *l, struct tree *node) {
  if (l->inlined) {
    inline_return(l, node);
    return;
  }
  struct type *type = l->proc->type;
  if (type->kind == TYPE_KIND_TEXT) {
    lower_text(l, node->kid[RETURN_VALUE]);
    emit(l, OP_CODE_RETURN, 0, 0, 0, 0);
    return;
  }
  int32_t slot = lower_read_value(l, node->kid[RETURN_VALUE], type);
  emit(l, OP_CODE_RETURN_VALUE, (unsigned)type_slots(l->c, type), slot, 0, 0);
}

/* ---- cards ---- */

static void lower_move(struct lower *l, struct tree *node) {
  struct tree *what = node->kid[MOVE_WHAT], *count = node->kid[MOVE_COUNT], *to = node->kid[MOVE_TO];
  int32_t card;
  bool is_card = !count && type_of(what)->kind != TYPE_KIND_BAG;
  owners_note_move(l, node->kid[MOVE_FROM], to);
  locals_lay(l, what, to);
  if (is_card && !l->c->reveals && words_move(l, node)) return;
  if (count) {
    card = slot_take(l, 2);
    lower_into(l, what, card, type_of(what));
    lower_into(l, count, card + 1, l->c->int_type);
  } else card = lower_value(l, what);
  int32_t from = lower_zone(l, node->kid[MOVE_FROM]), target = lower_zone(l, to);
  enum opcode op = count ? OP_CODE_ZONE_MOVE_COUNT : is_card ? OP_CODE_ZONE_MOVE : OP_CODE_ZONE_MOVE_BAG;
  emit_follow(l, count ? FOLLOW_COUNT : is_card ? FOLLOW_CARD : FOLLOW_BAG, bottom_flag(to), card, from, target);
  emit(l, op, bottom_flag(to), card, from, target);
}

/* `move all c … where e`: the cards that qualify, decided one by one before each is moved. */
static void lower_move_where(struct lower *l, struct tree *node) {
  struct symbol *local = node->symbol;
  struct tree *to = node->kid[MOVE_ALL_TO], *zone_tree = node->kid[MOVE_ALL_FROM];
  if (zone_tree->kind == TREE_PLACE) zone_tree = zone_tree->kid[PLACE_ZONE];
  int32_t bound = types_zone_bound(l->c, note_of(zone_tree)->type);
  if (bound < 1 || bound > 4096) bound = 4096;
  int32_t from = lower_zone(l, zone_tree), target = lower_zone(l, to);
  struct walk walk;
  if (words_keep_order(l, zone_tree, to)) walk_open_as(l, &walk, zone_tree, DOMAIN_ZONE, slot_take(l, 1), true);
  else {
    int32_t list = slot_take(l, (bound + 2) & ~1);
    emit(l, OP_CODE_ZONE_LIST, 0, list, from, bound);
    walk_list(l, &walk, list);
  }
  local->slot = walk.slot;
  lower_jump(l, node->kid[MOVE_ALL_WHERE], false, walk.again);
  emit_follow(l, FOLLOW_CARD, bottom_flag(to), walk.slot, from, target);
  emit(l, OP_CODE_ZONE_MOVE, bottom_flag(to), walk.slot, from, target);
  walk_close(l, &walk);
}

/* `move all … from row`: place by place. */
static void lower_move_row(struct lower *l, struct tree *node, struct tree *row) {
  struct tree *to = node->kid[MOVE_ALL_TO];
  int32_t target = lower_zone(l, to), card = slot_take(l, 1);
  struct walk walk;
  walk_open_as(l, &walk, row, DOMAIN_ROW, card, false);
  if (node->kid[MOVE_ALL_WHERE]) {
    node->symbol->slot = card;
    lower_jump(l, node->kid[MOVE_ALL_WHERE], false, walk.again);
  }
  emit_follow(l, FOLLOW_CARD, bottom_flag(to), card, walk.cursor, target);
  emit(l, OP_CODE_ZONE_MOVE, bottom_flag(to), card, walk.cursor, target); /* the cursor is the place's zone */
  walk_close(l, &walk);
}

static void lower_move_random(struct lower *l, struct tree *node) {
  struct tree *to = node->kid[MOVE_RANDOM_TO];
  int32_t card = slot_take(l, 1), top = l->top;
  owners_note_move(l, node->kid[MOVE_RANDOM_FROM], to);
  int32_t from = lower_zone(l, node->kid[MOVE_RANDOM_FROM]), target = lower_zone(l, to);
  emit_follow(l, FOLLOW_RANDOM, bottom_flag(to), from, from, target);
  emit(l, OP_CODE_ZONE_MOVE_RANDOM, bottom_flag(to), card, from, target);
  emit_follow(l, FOLLOW_SEEN, bottom_flag(to), card, from, target);
  l->top = top;
  if (!node->word) return;
  node->symbol->slot = card;
  locals_bind(l, node->symbol, NULL);
}

/* Those who are shown or told something, as a set: one player, `players`, `others(p)` or a set. */
static int32_t lower_listeners(struct lower *l, struct tree *to) {
  struct type *type = type_container(l->c, TYPE_KIND_SET, l->c->player_type, 0);
  int32_t set = slot_take(l, 2), player = slot_take(l, 1);
  if (type_of(to)->kind == TYPE_KIND_SET) {
    lower_into(l, to, set, type);
    return set;
  }
  emit_zero(l, set, 2);
  if (to->kind != TREE_PLAYERS && note_of(to)->domain != DOMAIN_OTHERS) {
    emit(l, OP_CODE_SET_ADD, 1, set, lower_value(l, to), 0);
    return set;
  }
  struct walk walk;
  walk_open(l, &walk, to, player, false);
  emit(l, OP_CODE_SET_ADD, 1, set, player, 0);
  walk_close(l, &walk);
  return set;
}

/* The first player's zone changes places with that of each other player in turn; what lies there in between is on its
 * way to the next. What players know of it goes along, and that he sees it in passing counts for nothing: only where it
 * ends does. */
static void lower_pass(struct lower *l, struct tree *node) {
  struct tree *zone = node->kid[PASS_ZONE];
  bool left = node->number == SIDE_LEFT;
  int32_t first = slot_take(l, 1), other = slot_take(l, 1), end = slot_take(l, 1);
  struct label *next = label_new(l), *done = label_new(l);
  owners_note_move(l, zone, zone);
  emit_int(l, first, note_of(zone)->symbol->first_instance);
  emit(l, OP_CODE_PLAYERS, 0, end, 0, 0);
  emit_sure(l, true, OP_CODE_ADD, 0, end, end, first);
  emit(l, OP_CODE_COPY, 0, other, left ? first : end, 0);
  label_place(l, next);
  emit_sure(l, true, OP_CODE_ADD_I, 0, other, other, left ? 1 : -1);
  emit_branch(l, OP_CODE_JUMP_EQ, 0, other, left ? end : first, done);
  emit_follow(l, FOLLOW_PASS, false, first, first, other);
  emit(l, OP_CODE_ZONE_SWAP, 0, first, other, 0);
  emit_jump(l, OP_CODE_LOOP, 0, next);
  label_place(l, done);
  emit_follow(l, FOLLOW_SWAP, false, first, first, first);
}

static void lower_zone_statement(struct lower *l, struct tree *node) {
  struct tree *to;
  int32_t a, b;
  switch (node->kind) {
  case TREE_MOVE: lower_move(l, node); break;
  case TREE_MOVE_ALL:
    owners_note_move(l, node->kid[MOVE_ALL_FROM], node->kid[MOVE_ALL_TO]);
    if (types_whole_row(node->kid[MOVE_ALL_FROM])) {
      lower_move_row(l, node, node->kid[MOVE_ALL_FROM]);
      break;
    }
    if (node->kid[MOVE_ALL_WHERE]) {
      lower_move_where(l, node);
      break;
    }
    to = node->kid[MOVE_ALL_TO];
    a = lower_zone(l, node->kid[MOVE_ALL_FROM]), b = lower_zone(l, to);
    emit_follow(l, FOLLOW_ALL, bottom_flag(to), a, a, b);
    emit(l, OP_CODE_ZONE_MOVE_ALL, bottom_flag(to), 0, a, b);
    break;
  case TREE_DRAW: {
    to = node->kid[DRAW_TO];
    owners_note_move(l, node->kid[DRAW_FROM], to);
    int32_t count = lower_value(l, node->kid[DRAW_COUNT]);
    a = lower_zone(l, node->kid[DRAW_FROM]), b = lower_zone(l, to);
    emit_follow(l, FOLLOW_DRAW, bottom_flag(to), count, a, b);
    emit(l, OP_CODE_ZONE_DRAW, bottom_flag(to), count, a, b);
    break;
  }
  case TREE_SHUFFLE:
    a = lower_zone(l, node->kid[SHUFFLE_ZONE]);
    emit_follow(l, FOLLOW_SHUFFLE, false, a, a, a);
    emit(l, OP_CODE_ZONE_SHUFFLE, 0, a, 0, 0);
    break;
  case TREE_SWAP:
    owners_note_move(l, node->kid[SWAP_LEFT], node->kid[SWAP_RIGHT]);
    a = lower_zone(l, node->kid[SWAP_LEFT]), b = lower_zone(l, node->kid[SWAP_RIGHT]);
    emit_follow(l, FOLLOW_SWAP, false, a, a, b);
    emit(l, OP_CODE_ZONE_SWAP, 0, a, b, 0);
    break;
  default: {
    struct tree *what = node->kid[REVEAL_WHAT];
    int32_t card = what ? lower_value(l, what) : 0;
    a = lower_zone(l, node->kid[REVEAL_FROM]), b = lower_listeners(l, node->kid[REVEAL_TO]);
    emit(l, what ? OP_CODE_ZONE_REVEAL : OP_CODE_ZONE_REVEAL_ALL, 0, card, a, b);
    if (what) locals_tell(l, what, TOLD_SET, b);
    break;
  }
  }
}

/* ---- telling ---- */

static void lower_say(struct lower *l, struct tree *node) {
  struct label *done = label_new(l);
  struct tree *to = node->kid[SAY_TO];
  if (!to) {
    locals_tell_parts(l, node->kid[SAY_STRING], TOLD_EVERYBODY, 0);
    emit_jump(l, OP_CODE_SAY, 0, done);
  } else if (to->kind == TREE_PLAYERS || note_of(to)->domain == DOMAIN_OTHERS || type_of(to)->kind == TYPE_KIND_SET) {
    int32_t set = lower_listeners(l, to);
    locals_tell_parts(l, node->kid[SAY_STRING], TOLD_SET, set);
    emit_jump(l, OP_CODE_SAY_SET, set, done);
  } else {
    int32_t player = lower_value(l, to);
    locals_tell_parts(l, node->kid[SAY_STRING], TOLD_PLAYER, player);
    emit_jump(l, OP_CODE_SAY_TO, player, done);
  }
  lower_text(l, node->kid[SAY_STRING]);
  emit(l, OP_CODE_SAY_END, 0, 0, 0, 0);
  label_place(l, done);
}

static void lower_fail(struct lower *l, struct tree *node) {
  emit(l, OP_CODE_FAIL, 0, 0, 0, 0);
  lower_text(l, node->kid[FAIL_STRING]);
  emit(l, OP_CODE_FAIL_END, 0, 0, 0, 0);
}

/* The applied arguments come first; the thunk of the cell adds its own. */
static void lower_apply(struct lower *l, struct tree *node) {
  struct tree *target = node->kid[APPLY_TARGET];
  struct field *field = note_of(target)->field;
  int32_t cell = slot_take(l, 1), base;
  emit(l, OP_CODE_FIELD, 0, cell, lower_value(l, target->kid[FIELD_BASE]), field->column);
  base = slot_call(l);
  int32_t slot = base + FRAME_HEAD, i = 0;
  for (struct tree *arg = node->kid[APPLY_ARGS]; arg; arg = arg->next, i++, slot++) {
    l->top = slot + 1;
    if (l->top > l->high) l->high = l->top;
    lower_into(l, arg, slot, field->type->cell_params[i]);
  }
  lower_emit_call_cell(l, base, cell, field);
}

/* ---- the door ---- */

/* Statements that declare a name keep its register; all others give everything back. */
static bool declares(const struct tree *node) {
  return node->kind == TREE_LET || node->kind == TREE_LOCAL || (node->kind == TREE_MOVE_RANDOM && node->word);
}

/* Every statement has its case: the compiler says which is missing. */
static void lower_statement(struct lower *l, struct tree *node) {
  emit_at(l, node);
  emit_mark(l, node, MARK_STATEMENT);
  switch (tree_statement(node)) {
  case STATEMENT_LET: lower_let(l, node); break;
  case STATEMENT_LOCAL: lower_local(l, node); break;
  case STATEMENT_ASSIGN: lower_assign(l, node); break;
  case STATEMENT_CALL: lower_call_into(l, node, -1); break;
  case STATEMENT_IF: lower_if(l, node); break;
  case STATEMENT_MATCH: lower_arms(l, node->kid[MATCH_SUBJECT], node->kid[MATCH_ARMS], use_block, NULL); break;
  case STATEMENT_FOR: lower_for(l, node); break;
  case STATEMENT_WHILE: lower_while(l, node); break;
  case STATEMENT_REPEAT: lower_repeat(l, node); break;
  case STATEMENT_BREAK: emit_jump(l, OP_CODE_JUMP, 0, l->loop->leave); break;
  case STATEMENT_CONTINUE: emit_jump(l, OP_CODE_LOOP, 0, l->loop->next); break;
  case STATEMENT_LEAVE: lower_leave(l); break;
  case STATEMENT_RETURN: lower_return(l, node); break;
  case STATEMENT_END_GAME: emit(l, OP_CODE_END_GAME, 0, 0, 0, 0); break;
  case STATEMENT_SAY: lower_say(l, node); break;
  case STATEMENT_FAIL: lower_fail(l, node); break;
  case STATEMENT_APPLY: lower_apply(l, node); break;
  case STATEMENT_CHOOSE: lower_choose(l, node); break;
  case STATEMENT_BLOCK: lower_block(l, node); break;
  case STATEMENT_SET_ZONE:
  case STATEMENT_PUT:
  case STATEMENT_STACK: lower_given(l, node); break;
  case STATEMENT_MOVE_RANDOM: lower_move_random(l, node); break;
  case STATEMENT_PASS: lower_pass(l, node); break;
  case STATEMENT_MOVE:
  case STATEMENT_MOVE_ALL:
  case STATEMENT_DRAW:
  case STATEMENT_SHUFFLE:
  case STATEMENT_SWAP:
  case STATEMENT_REVEAL: lower_zone_statement(l, node); break;
  }
}

void lower_list(struct lower *l, struct tree *first) {
  for (struct tree *node = first; node; node = node->next) {
    if (arena_failed(l->c->arena)) {
      source_reach(l->c->sources, node->span);
      return;
    }
    struct tree *loop = peel_find(l, node);
    int32_t top = l->top;
    if (loop) lower_peeled(l, node, loop);
    else lower_statement(l, node);
    if (!declares(node)) l->top = top;
    if (loop) node = loop;
  }
}

void lower_block(struct lower *l, struct tree *block) {
  int32_t top = l->top;
  lower_list(l, block->kid[BLOCK_STATEMENTS]);
  l->top = top;
}
