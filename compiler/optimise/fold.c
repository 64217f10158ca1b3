/* fold: an expression of constants is the number it gives.
 *
 * What must hold: constant.c can work it out, which it does with the machine's own arithmetic and refuses where the
 * machine would raise a rule error. Why nothing changes: the same number stands in the register, and a condition that is
 * constant jumps where it would have jumped. Literals and names of constants are numbers in plain code too. */
#include "compiler/constant.h"
#include "compiler/optimise/optimise.h"

bool fold_constant(const struct lower *l, const struct tree *node, int32_t *value) {
  bool literal = node->kind == TREE_INT || node->kind == TREE_BOOL || node->kind == TREE_NAME ||
                 (note_of(node) && note_of(node)->kind == NOTE_VALUE);
  return (literal || lower_runs(l, PASS_fold)) && constant_fold(l->c, node, value);
}
