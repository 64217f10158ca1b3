/* fold: an expression of constants is the number it gives.
 *
 * What must hold: constant.c can work it out, which it does with the machine's own arithmetic and refuses where the
 * machine would raise a rule error. Why nothing changes: the same number stands in the register, and a condition that is
 * constant jumps where it would have jumped; `1 == (if c then 1 else 2)` and `c == true` are what c is. Literals and names
 * of constants are numbers in plain code too. */
#include "compiler/constant.h"
#include "compiler/optimise/optimise.h"

bool fold_constant(const struct lower *l, const struct tree *node, int32_t *value) {
  bool literal = node->kind == TREE_INT || node->kind == TREE_BOOL || node->kind == TREE_NAME ||
                 (note_of(node) && note_of(node)->kind == NOTE_VALUE);
  return (literal || lower_runs(l, PASS_fold)) && constant_fold(l->c, node, value);
}

/* `is_so == true`: what is so, or its contrary. */
static bool fold_truth(const struct lower *l, const struct tree *node, struct tree **condition, bool *sense) {
  int32_t truth;
  for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
    const struct type *type = type_of(node->kid[side]);
    if (type->kind != TYPE_KIND_BOOL || type->optional || (node->number != OP_EQ && node->number != OP_NE))
      return false;
  }
  for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
    if (!fold_constant(l, node->kid[side], &truth)) continue;
    *condition = node->kid[BINARY_LEFT + BINARY_RIGHT - side];
    *sense = (truth != 0) == (node->number == OP_EQ);
    return true;
  }
  return false;
}

bool fold_chosen(const struct lower *l, const struct tree *node, struct tree **condition, bool *sense) {
  int32_t number, one, other, is_one, is_other;
  if (!lower_runs(l, PASS_fold)) return false;
  if (fold_truth(l, node, condition, sense)) return true;
  int chosen = node->kid[BINARY_LEFT]->kind == TREE_IF_ELSE ? BINARY_LEFT : BINARY_RIGHT;
  const struct tree *choice = node->kid[chosen];
  if (choice->kind != TREE_IF_ELSE || choice->kid[IF_ELSE_CONDITION]->kind == TREE_LET) return false;
  if (!fold_constant(l, node->kid[BINARY_LEFT + BINARY_RIGHT - chosen], &number) ||
      !fold_constant(l, choice->kid[IF_ELSE_THEN], &one) || !fold_constant(l, choice->kid[IF_ELSE_ELSE], &other))
    return false;
  bool is_left = chosen == BINARY_LEFT;
  enum tree_operator operator=(enum tree_operator) node->number;
  if (!constant_operate(is_left ? one : number, operator, is_left ? number : one, &is_one) ||
      !constant_operate(is_left ? other : number, operator, is_left ? number : other, &is_other))
    return false;
  *condition = choice->kid[IF_ELSE_CONDITION];
  *sense = is_one;
  return is_one != is_other;
}
