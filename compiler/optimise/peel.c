/* peel: `var x: int = c + 1  while x in 1..7 and board[x, r] == p { … }` asks its condition a first time with `c + 1` in the
 * place of x, which often costs nothing (see select_shifted), and gives x its register only if the loop is entered.
 *
 * What must hold: the declarations stand right before the loop; a first value is a name and a number, and the sum cannot
 * overflow; the variable is not mentioned behind the loop, and is not what a procedure returns; and by trial the condition
 * calls nothing. Why nothing changes: the condition is asked of the same numbers, and in the same place; a variable that
 * never gets its value is read by nobody. */
#include "compiler/optimise/peel.h"

#include "compiler/optimise/trial.h"

/* What a first value is counted from, if that is a register. */
static bool find_sum(const struct lower *l, struct tree *value, struct tree **base, int32_t *shift) {
  const struct type *type = value->note ? type_of(value) : NULL;
  if (!type || type->kind != TYPE_KIND_INT || type->optional) return false;
  *base = select_shifted(l, value, shift);
  const struct note *note = (*base)->kind == TREE_NAME ? note_of(*base) : NULL;
  return note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL && !note->symbol->inline_value &&
         !note->symbol->is_constant && note->symbol->type->kind == TYPE_KIND_INT && !note->symbol->type->optional;
}

static bool can_wait(const struct lower *l, const struct tree *declaration, const struct tree *loop) {
  const struct symbol *local = declaration->symbol;
  struct tree *base;
  int32_t shift;
  if (local->type->kind != TYPE_KIND_INT || local->type->optional) return false;
  if (l->inlined && l->inlined->resident == local) return false;
  for (const struct tree *behind = loop->next; behind; behind = behind->next)
    if (lower_mentions(behind, local)) return false;
  return find_sum(l, declaration->kid[LOCAL_VALUE], &base, &shift);
}

struct tree *peel_find(struct lower *l, struct tree *first) {
  if (!lower_runs(l, PASS_peel) || l->trial || first->kind != TREE_LOCAL) return NULL;
  struct tree *loop = first;
  while (loop && loop->kind == TREE_LOCAL) loop = loop->next;
  if (!loop || loop->kind != TREE_WHILE) return NULL;
  bool some = false;
  for (const struct tree *node = first; node != loop && !some; node = node->next) some = can_wait(l, node, loop);
  unsigned harmless = EFFECT_RAISES | EFFECT_READS | EFFECT_GROWS;
  return some && !(trial_expression(l, loop->kid[WHILE_CONDITION]) & ~harmless) ? loop : NULL;
}

bool peel_waits(struct lower *l, struct tree *declaration) {
  struct peeled *peeled = l->peeled;
  struct tree *base;
  int32_t shift;
  if (!peeled || peeled->count == PEEL_MOST || !can_wait(l, declaration, peeled->loop)) return false;
  find_sum(l, declaration->kid[LOCAL_VALUE], &base, &shift);
  struct symbol *local = declaration->symbol;
  struct waiting *waiting = &peeled->waiting[peeled->count++];
  *waiting = (struct waiting){ local, local->slot, lower_value(l, base), shift };
  local->slot = waiting->from;
  local->shift = shift;
  local->given = declaration->kid[LOCAL_VALUE];
  emit_line(l);
  return true;
}

void peel_end(struct lower *l, const struct peeled *peeled) {
  for (int i = 0; i < peeled->count; i++) {
    const struct waiting *waiting = &peeled->waiting[i];
    waiting->local->slot = waiting->slot;
    waiting->local->shift = 0;
    waiting->local->given = NULL;
    if (waiting->shift) emit_sure(l, true, OP_CODE_ADD_I, 0, waiting->slot, waiting->from, waiting->shift);
    else emit(l, OP_CODE_COPY, 0, waiting->slot, waiting->from, 0);
  }
}
