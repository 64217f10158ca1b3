/* Numbers of boards: see board_map.h. They decide which values there are, so they are worked out before anything has a
 * type: on the tree itself, from numbers, constants and the column and row of a cell. */
#include <stdlib.h>
#include <string.h>

#include "compiler/board_map.h"
#include "compiler/constant.h"

enum { DEEPEST_CONSTANT = 50 };

/* Of a constant or setting, which may name others. */
static bool value_of_declared(struct board_sums *sums, const struct tree *node, int32_t *value) {
  if (sums->depth == DEEPEST_CONSTANT) return false;
  sums->depth++;
  bool known = board_value(sums, node, value);
  sums->depth--;
  return known;
}

/* What a setting is to be, if that is a number that it can be. */
static bool given_value(struct board_sums *sums, const struct symbol *setting, int32_t *value) {
  const struct tree *type = setting->tree->kid[SETTING_TYPE];
  int32_t low, high;
  for (size_t i = sums->c->given_count; i-- > 0;) { /* the last counts, as at set-up */
    const trv_choice_of_setting *given = &sums->c->given[i];
    if (strcmp(given->name, setting->name)) continue;
    char *end;
    long number = strtol(given->value, &end, 10);
    if (*end || end == given->value || type->kind != TREE_TYPE_RANGE) return false;
    if (!board_value(sums, type->kid[TYPE_RANGE_LOW], &low) || !board_value(sums, type->kid[TYPE_RANGE_HIGH], &high))
      return false;
    *value = (int32_t)number;
    return number >= low && number <= high;
  }
  return false;
}

/* The board is made for what the setting is: from now on that is its default, as if a variant said so. */
static bool value_of_setting(struct board_sums *sums, struct symbol *setting, int32_t *value) {
  struct tree *usual = setting->tree->kid[SETTING_VALUE];
  setting->used = true;
  if (!setting->sizes_board && given_value(sums, setting, value)) {
    if (!setting->tree->kid[SETTING_USUAL]) setting->tree->kid[SETTING_USUAL] = usual;
    setting->tree->kid[SETTING_VALUE] = board_number(sums->c, usual->span, *value);
    sums->c->scenario_trees.count = 0; /* they are about the usual board, and may name cells that this one has not */
  }
  setting->sizes_board = true;
  return value_of_declared(sums, setting->tree->kid[SETTING_VALUE], value);
}

static bool value_of_name(struct board_sums *sums, const struct tree *node, int32_t *value) {
  if (sums->number_of && sums->number_of(sums->context, node, value)) return true;
  if (node->kind != TREE_NAME) return false;
  if (sums->column && !strcmp(node->word, "column")) return *value = sums->column, true;
  if (sums->column && !strcmp(node->word, "row")) return *value = sums->row, true;
  struct symbol *symbol = symbol_named(sums->c, node);
  if (symbol && symbol->kind == SYMBOL_SETTING) return value_of_setting(sums, symbol, value);
  if (!symbol || symbol->kind != SYMBOL_CONST) return false;
  symbol->used = true;
  return value_of_declared(sums, symbol->tree->kid[CONST_VALUE], value);
}

static bool value_of_membership(struct board_sums *sums, const struct tree *node, int32_t *value) {
  const struct tree *many = node->kid[BINARY_RIGHT];
  int32_t left, low, high;
  if (!board_value(sums, node->kid[BINARY_LEFT], &left)) return false;
  bool found = false;
  if (many->kind == TREE_RANGE) {
    if (!board_value(sums, many->kid[RANGE_LOW], &low) || !board_value(sums, many->kid[RANGE_HIGH], &high))
      return false;
    found = low <= left && left <= high;
  } else if (many->kind == TREE_LIST_VALUE) {
    for (const struct tree *item = many->kid[LIST_VALUE_ITEMS]; item; item = item->next) {
      if (!board_value(sums, item, &low)) return false;
      found |= low == left;
    }
  } else return false;
  *value = found == (node->number == OP_IN);
  return true;
}

static bool value_of_binary(struct board_sums *sums, const struct tree *node, int32_t *value) {
  int32_t left, right;
  if (node->number == OP_IN || node->number == OP_NOT_IN) return value_of_membership(sums, node, value);
  if (!board_value(sums, node->kid[BINARY_LEFT], &left) || !board_value(sums, node->kid[BINARY_RIGHT], &right))
    return false;
  bool known = constant_operate(left, (enum tree_operator)node->number, right, value);
  sums->has_no_result |= !known && node->number >= OP_ADD && node->number <= OP_MOD;
  return known;
}

/* `abs`, and the smallest or largest of several. */
static bool value_of_call(struct board_sums *sums, const struct tree *node, int32_t *value) {
  bool least = !strcmp(node->word, "min"), most = !strcmp(node->word, "max"), size = !strcmp(node->word, "abs");
  const struct tree *arg = node->kid[CALL_ARGS];
  int32_t other;
  if ((!least && !most && !size) || !arg || !board_value(sums, arg, value)) return false;
  if (size) {
    if (*value < 0) *value = -*value;
    return !arg->next;
  }
  for (arg = arg->next; arg; arg = arg->next) {
    if (!board_value(sums, arg, &other)) return false;
    if (least ? other < *value : other > *value) *value = other;
  }
  return true;
}

bool board_value(struct board_sums *sums, const struct tree *node, int32_t *value) {
  if (++sums->c->board_work > MOST_BOARD_WORK || arena_failed(sums->c->arena)) return false;
  switch (node->kind) {
  case TREE_INT:
  case TREE_BOOL: return *value = node->number, true;
  case TREE_NAME:
  case TREE_FIELD: return value_of_name(sums, node, value);
  case TREE_NEGATE:
    if (!board_value(sums, node->kid[NEGATE_VALUE], value)) return false;
    return *value = -*value, true;
  case TREE_NOT:
    if (!board_value(sums, node->kid[NOT_VALUE], value)) return false;
    return *value = !*value, true;
  case TREE_BINARY: return value_of_binary(sums, node, value);
  case TREE_CALL: return value_of_call(sums, node, value);
  default: return false;
  }
}
