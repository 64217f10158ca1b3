/* Lowering of conditions to jumps, so that `and`, `or` and comparisons cost no registers. */
#include "compiler/lower.h"

#include "compiler/constant.h"
#include "compiler/optimise/optimise.h"
#include "vm/state.h"

/* ---- comparisons ---- */

/* Jumps if left OP right; `op` is already inverted for the wanted sense. */
static void jump_compare(struct lower *l, struct tree *left, enum tree_operator op, struct tree *right,
                         struct label *to) {
  static const enum opcode with_constant[] = {
    [OP_EQ] = OP_CODE_JUMP_EQ_I, [OP_NE] = OP_CODE_JUMP_NE_I, [OP_LT] = OP_CODE_JUMP_LT_I,
    [OP_LE] = OP_CODE_JUMP_LE_I, [OP_GT] = OP_CODE_JUMP_GT_I, [OP_GE] = OP_CODE_JUMP_GE_I
  };
  int32_t constant;
  if (select_small(l, right, &constant)) {
    emit_branch(l, with_constant[op], 0, lower_value(l, left), constant, to);
    return;
  }
  int32_t a = lower_value(l, left), b = lower_value(l, right);
  switch (op) {
  case OP_EQ: emit_branch(l, OP_CODE_JUMP_EQ, 0, a, b, to); break;
  case OP_NE: emit_branch(l, OP_CODE_JUMP_NE, 0, a, b, to); break;
  case OP_LT: emit_branch(l, OP_CODE_JUMP_LT, 0, a, b, to); break;
  case OP_LE: emit_branch(l, OP_CODE_JUMP_LE, 0, a, b, to); break;
  case OP_GT: emit_branch(l, OP_CODE_JUMP_LT, 0, b, a, to); break;
  default: emit_branch(l, OP_CODE_JUMP_LE, 0, b, a, to); break;
  }
}

static void jump_flag(struct lower *l, int32_t slot, bool sense, struct label *to) {
  emit_jump(l, sense ? OP_CODE_JUMP_IF : OP_CODE_JUMP_NOT, slot, to);
}

static struct type *bag_of(struct lower *l, struct tree *node) {
  struct type *type = type_of(node);
  return type->kind == TYPE_KIND_ZONE ? type_container(l->c, TYPE_KIND_BAG, type->element, 0) : type;
}

/* Sets, bags, lists and arrays: compared whole. */
static void jump_compare_many(struct lower *l, struct tree *node, bool sense, struct label *to) {
  struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  enum tree_operator op = (enum tree_operator)node->number;
  if (op == OP_GE) {
    struct tree *other = left;
    left = right;
    right = other;
  }
  struct type *type = bag_of(l, left)->kind == TYPE_KIND_LIST ? bag_of(l, right) : bag_of(l, left);
  bool lists = type->kind == TYPE_KIND_LIST; /* each as long as it may be */
  int32_t a = lower_as(l, left, lists ? type_of(left) : type), b = lower_as(l, right, lists ? type_of(right) : type);
  int32_t flag = slot_take(l, 1);
  if ((op == OP_LE || op == OP_GE) && !sense && select_jump_beyond(l, type, a, b, to)) return;
  if (op == OP_LE || op == OP_GE)
    emit(l, type->kind == TYPE_KIND_SET ? OP_CODE_SET_INSIDE : OP_CODE_BAG_INSIDE, (unsigned)type_words(l->c, type),
         flag, a, b);
  else if (lists) emit(l, OP_CODE_LIST_EQUAL, 0, flag, a, b);
  else emit(l, OP_CODE_EQUAL_N, (unsigned)type_slots(l->c, type), flag, a, b);
  jump_flag(l, flag, op == OP_NE ? !sense : sense, to);
}

static void jump_equal_none(struct lower *l, struct tree *value, bool sense, struct label *to) {
  emit_jump_none(l, lower_value(l, value), type_of(value), sense, to);
}

static void jump_comparison(struct lower *l, struct tree *node, bool sense, struct label *to) {
  struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  enum tree_operator op = (enum tree_operator)node->number;
  bool many = type_is_multi(type_of(left)) || type_of(left)->kind == TYPE_KIND_ZONE || type_is_multi(type_of(right));
  if (many) {
    jump_compare_many(l, node, sense, to);
    return;
  }
  if (left->kind == TREE_NONE || right->kind == TREE_NONE) {
    jump_equal_none(l, left->kind == TREE_NONE ? right : left, (op == OP_EQ) == sense, to);
    return;
  }
  struct tree *condition;
  bool is_so;
  if (fold_chosen(l, node, &condition, &is_so)) lower_jump(l, condition, is_so == sense, to);
  else jump_compare(l, left, sense ? op : tree_opposite(op), right, to);
}

/* ---- membership ---- */

static void jump_in_list(struct lower *l, struct tree *value, struct tree *list, bool sense, struct label *to) {
  struct label *found = sense ? to : label_new(l);
  int32_t slot = lower_value(l, value), constant;
  for (struct tree *item = list->kid[LIST_VALUE_ITEMS]; item; item = item->next) {
    if (select_small(l, item, &constant)) emit_branch(l, OP_CODE_JUMP_EQ_I, 0, slot, constant, found);
    else emit_branch(l, OP_CODE_JUMP_EQ, 0, slot, lower_value(l, item), found);
  }
  if (sense) return;
  emit_jump(l, OP_CODE_JUMP, 0, to);
  label_place(l, found);
}

static void jump_in_range(struct lower *l, struct tree *value, struct tree *range, bool sense, struct label *to) {
  if (select_jump_range(l, value, range, sense, to)) return;
  struct label *outside = sense ? label_new(l) : to;
  int32_t slot = lower_value(l, value), low = lower_value(l, range->kid[RANGE_LOW]),
          high = lower_value(l, range->kid[RANGE_HIGH]);
  emit_branch(l, OP_CODE_JUMP_LT, 0, slot, low, outside);
  emit_branch(l, OP_CODE_JUMP_LT, 0, high, slot, outside);
  if (!sense) return;
  emit_jump(l, OP_CODE_JUMP, 0, to);
  label_place(l, outside);
}

/* By walking the domain: for what has no instruction of its own. */
static void jump_in_walk(struct lower *l, struct tree *value, struct tree *domain, bool sense, struct label *to) {
  struct label *found = label_new(l), *done = label_new(l);
  int32_t wanted = lower_value(l, value), element = slot_take(l, 1);
  struct walk walk;
  walk_open(l, &walk, domain, element, false);
  emit_branch(l, OP_CODE_JUMP_EQ, 0, element, wanted, found);
  walk_close(l, &walk);
  emit_jump(l, OP_CODE_JUMP, 0, sense ? done : to);
  label_place(l, found);
  if (sense) emit_jump(l, OP_CODE_JUMP, 0, to);
  label_place(l, done);
}

/* count = how often a zone or bag has a value. */
static void lower_copies(struct lower *l, struct tree *many, struct tree *value, int32_t count) {
  const struct note *note = note_of(many);
  if (note->domain == DOMAIN_ZONE) {
    int32_t zone = lower_zone(l, many), card = lower_value(l, value);
    emit(l, OP_CODE_ZONE_COUNT, 0, count, zone, card);
    return;
  }
  int32_t bag = lower_value(l, many), element = lower_value(l, value);
  emit(l, OP_CODE_BAG_COUNT, (unsigned)type_words(l->c, note->type), count, bag, element);
}

/* The same of the places of a row. */
static void lower_copies_in_row(struct lower *l, struct tree *row, struct tree *value, int32_t count) {
  int32_t wanted = lower_value(l, value), element = slot_take(l, 1);
  struct walk walk;
  emit_int(l, count, 0);
  walk_open(l, &walk, row, element, false);
  struct label *other = label_new(l);
  emit_branch(l, OP_CODE_JUMP_NE, 0, element, wanted, other);
  emit_sure(l, true, OP_CODE_ADD_I, 0, count, count, 1);
  label_place(l, other);
  walk_close(l, &walk);
}

static void jump_has_some(struct lower *l, struct tree *node, bool sense, struct label *to) {
  struct tree *many = node->kid[BINARY_LEFT], *cards = node->kid[BINARY_RIGHT];
  int32_t count = slot_take(l, 1);
  (note_of(many)->domain == DOMAIN_ROW ? lower_copies_in_row : lower_copies)(l, many, cards->kid[CARD_VALUE], count);
  int32_t wanted = lower_value(l, cards->kid[CARD_COUNT]);
  if (sense) emit_branch(l, OP_CODE_JUMP_LE, 0, wanted, count, to);
  else emit_branch(l, OP_CODE_JUMP_LT, 0, count, wanted, to);
}

static void jump_membership(struct lower *l, struct tree *node, bool sense, struct label *to) {
  bool has = node->number == OP_HAS;
  struct tree *value = node->kid[has ? BINARY_RIGHT : BINARY_LEFT], *many = node->kid[has ? BINARY_LEFT : BINARY_RIGHT];
  if (node->number == OP_NOT_IN) sense = !sense;
  if (many->kind == TREE_LIST_VALUE) {
    jump_in_list(l, value, many, sense, to);
    return;
  }
  if (many->kind == TREE_RANGE) {
    jump_in_range(l, value, many, sense, to);
    return;
  }
  const struct note *note = note_of(many);
  int32_t flag = slot_take(l, 1);
  switch ((enum domain_kind)note->domain) {
  case DOMAIN_ZONE:
  case DOMAIN_BAG: lower_copies(l, many, value, flag); break;
  case DOMAIN_SET: {
    int32_t set = lower_value(l, many), element = lower_value(l, value);
    if (select_jump_has(l, note->type, set, element, sense, to)) return;
    emit(l, OP_CODE_SET_HAS, (unsigned)type_words(l->c, note->type), flag, set, element);
    break;
  }
  case DOMAIN_LIST: {
    int32_t list = lower_value(l, many), element = lower_value(l, value);
    emit(l, OP_CODE_LIST_HAS, 0, flag, list, element);
    break;
  }
  default: jump_in_walk(l, value, many, sense, to); return;
  }
  jump_flag(l, flag, sense, to);
}

/* ---- the door ---- */

struct jump_use {
  bool sense;
  struct label *to;
};
static void use_jump(struct lower *l, struct tree *value, void *context) {
  const struct jump_use *use = context;
  lower_jump(l, value, use->sense, use->to);
}

static void jump_and_or(struct lower *l, struct tree *node, bool sense, struct label *to) {
  bool all = node->number == OP_AND;
  if (all && select_guarded(l, node, sense, to)) return;
  if (all != sense) { /* either side decides */
    lower_jump(l, node->kid[BINARY_LEFT], sense, to);
    lower_jump(l, node->kid[BINARY_RIGHT], sense, to);
    return;
  }
  struct label *skip = label_new(l);
  lower_jump(l, node->kid[BINARY_LEFT], !sense, skip);
  lower_jump(l, node->kid[BINARY_RIGHT], sense, to);
  label_place(l, skip);
}

static void jump_binary(struct lower *l, struct tree *node, bool sense, struct label *to) {
  switch ((enum tree_operator)node->number) {
  case OP_AND:
  case OP_OR: jump_and_or(l, node, sense, to); break;
  case OP_IN:
  case OP_NOT_IN:
  case OP_HAS: jump_membership(l, node, sense, to); break;
  case OP_HAS_SOME: jump_has_some(l, node, sense, to); break;
  case OP_EQ:
  case OP_NE:
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE: jump_comparison(l, node, sense, to); break;
  default: jump_flag(l, lower_value(l, node), sense, to); break;
  }
}

void lower_jump(struct lower *l, struct tree *node, bool sense, struct label *to) {
  int32_t top = l->top, constant;
  if (arena_failed(l->c->arena)) return;
  if (fold_constant(l, node, &constant)) {
    if ((constant != 0) == sense) emit_jump(l, OP_CODE_JUMP, 0, to);
    return;
  }
  if (node->kind == TREE_NAME && note_of(node)->symbol->kind == SYMBOL_LOCAL && note_of(node)->symbol->inline_value)
    node = note_of(node)->symbol->inline_value;
  switch (node->kind) {
  case TREE_NOT: lower_jump(l, node->kid[NOT_VALUE], !sense, to); break;
  case TREE_BINARY: jump_binary(l, node, sense, to); break;
  case TREE_IS_NONE: jump_equal_none(l, node->kid[IS_NONE_VALUE], (node->flags & FLAG_NOT) ? !sense : sense, to); break;
  case TREE_ANY:
  case TREE_ALL: lower_quantifier(l, node, sense, to); break;
  case TREE_CALL:
    if (builtin_called(node) == BUILTIN_EMPTY) {
      if (select_jump_empty(l, node->kid[CALL_ARGS], sense, to)) break;
      jump_flag(l, lower_any(l, node->kid[CALL_ARGS]), !sense, to);
      break;
    }
    if (inline_fits(l, node)) {
      inline_fn(l, node, use_jump, &(struct jump_use){ sense, to });
      break;
    }
    if (inline_fits_block(l, node)) {
      inline_block_jump(l, node, sense, to);
      break;
    }
    jump_flag(l, lower_value(l, node), sense, to);
    break;
  default: jump_flag(l, lower_value(l, node), sense, to); break;
  }
  l->top = top;
}

static void jump_pattern(struct lower *l, struct tree *pattern, int32_t subject, struct type *type, struct label *hit) {
  int32_t value;
  if (pattern->kind == TREE_RANGE) {
    int32_t low = 0, high = 0, from = slot_take(l, 1), to = slot_take(l, 1);
    struct label *miss = label_new(l);
    constant_fold(l->c, pattern->kid[RANGE_LOW], &low);
    constant_fold(l->c, pattern->kid[RANGE_HIGH], &high);
    if (select_jump_between(l, subject, low, high, true, hit)) return;
    emit_int(l, from, low);
    emit_int(l, to, high);
    emit_branch(l, OP_CODE_JUMP_LT, 0, subject, from, miss);
    emit_branch(l, OP_CODE_JUMP_LE, 0, subject, to, hit);
    label_place(l, miss);
    return;
  }
  if (pattern->kind == TREE_NONE) value = type_none(type);
  else if (!constant_fold(l->c, pattern, &value)) return;
  if (lower_runs(l, PASS_select) && value >= INT16_MIN && value <= INT16_MAX) {
    emit_branch(l, OP_CODE_JUMP_EQ_I, 0, subject, value, hit);
    return;
  }
  int32_t slot = slot_take(l, 1);
  emit_int(l, slot, value);
  emit_branch(l, OP_CODE_JUMP_EQ, 0, subject, slot, hit);
}

/* Falls through if the subject is one of the patterns (no patterns: always), else goes to `next`. */
static void lower_patterns(struct lower *l, struct tree *patterns, int32_t subject, struct type *type,
                           struct label *next) {
  if (!patterns) return;
  struct label *hit = label_new(l);
  int32_t top = l->top, value;
  if (!patterns->next && patterns->kind != TREE_RANGE && patterns->kind != TREE_NONE &&
      select_small(l, patterns, &value)) {
    emit_branch(l, OP_CODE_JUMP_NE_I, 0, subject, value, next);
    return;
  }
  for (struct tree *pattern = patterns; pattern; pattern = pattern->next) jump_pattern(l, pattern, subject, type, hit);
  emit_jump(l, OP_CODE_JUMP, 0, next);
  label_place(l, hit);
  l->top = top;
}

void lower_arms(struct lower *l, struct tree *subject, struct tree *arms,
                void (*use)(struct lower *, struct tree *, void *), void *context) {
  struct label *done = label_new(l);
  struct type *type = type_of(subject);
  int32_t top = l->top, slot = slot_take(l, 1), inner = l->top;
  lower_into(l, subject, slot, type);
  for (struct tree *arm = arms; arm; arm = arm->next) {
    struct label *next = label_new(l);
    l->top = inner;
    lower_patterns(l, arm->kid[ARM_PATTERNS], slot, type, next);
    emit_mark(l, arm, MARK_STATEMENT);
    use(l, arm->kid[ARM_BODY], context);
    emit_jump(l, OP_CODE_JUMP, 0, done);
    label_place(l, next);
  }
  if (!l->trial) emit_long(l, OP_CODE_ERROR, 0, 0, RULE_MISSING); /* nobody comes here */
  label_place(l, done);
  l->top = top;
}
