/* unroll: a question about each of a few values that are known, those of a small type or of a short range, is asked once
 * for each of them with the value as a constant, in the place of a loop. Fields of it are then numbers, too, and so is
 * what is worked out from them.
 *
 * What must hold: there are few values, what is asked is not long, and unrolled loops inside of each other do not multiply
 * beyond measure. Why nothing changes: the same questions are asked of the same values in the same order. Only fuel is
 * saved, that of the loop's rounds.
 *
 * What is asked is lowered several times over, so its nodes stand for several things: see inline_shared in lower.h. */
#include "compiler/optimise/unroll.h"

enum { MOST_VALUES = 8, MOST_COPIES = 32, MOST_NODES = 600, MOST_DEPTH = 6 };

/* The nodes of an expression and of what it calls, as far as they are of interest. */
static int32_t count_asked(const struct tree *node, int32_t depth, int32_t most) {
  int32_t count = 0;
  for (; node && count <= most; node = node->next) {
    const struct note *note = node->note;
    const struct symbol *fn = node->kind == TREE_CALL && note && note->kind == NOTE_CALL ? note->symbol : NULL;
    count++;
    if (fn && fn->kind == SYMBOL_FN && fn->tree->kid[FN_VALUE] && depth < MOST_DEPTH)
      count += count_asked(fn->tree->kid[FN_VALUE], depth + 1, most - count);
    for (int i = 0; i < tree_kid_count(node->kind) && count <= most; i++)
      count += count_asked(node->kid[i], depth, most - count);
  }
  return count;
}

static bool values_of(struct lower *l, const struct tree *domain, int32_t *low, int32_t *high) {
  switch ((enum domain_kind)note_of(domain)->domain) {
  case DOMAIN_TYPE:
    *low = 0, *high = type_count(l->c, note_of(domain)->type) - 1;
    return note_of(domain)->type->kind == TYPE_KIND_ENUM;
  case DOMAIN_RANGE:
    return fold_constant(l, domain->kid[RANGE_LOW], low) && fold_constant(l, domain->kid[RANGE_HIGH], high);
  default: return false;
  }
}

bool unroll_open(struct lower *l, const struct tree *binder, const struct tree *asked, struct unrolled *unrolled) {
  int32_t low, high, copies = l->unrolled > 1 ? l->unrolled : 1;
  if (!lower_runs(l, PASS_unroll) || l->trial || !values_of(l, binder->kid[BINDER_DOMAIN], &low, &high)) return false;
  if (high < low || (int64_t)high - low >= MOST_VALUES || copies * (high - low + 1) > MOST_COPIES) return false;
  int32_t nodes = count_asked(binder->kid[BINDER_WHERE], 0, MOST_NODES) + count_asked(asked, 0, MOST_NODES);
  if (nodes * (high - low + 1) > MOST_NODES) return false;
  *unrolled = (struct unrolled){ .local = binder->symbol,
                                 .value = low - 1,
                                 .high = high,
                                 .outer = l->unrolled,
                                 .around = l->unrolling,
                                 .start = (int32_t)l->c->code.count,
                                 .top = l->top,
                                 .at = l->at };
  if (!l->unrolling) {
    unrolled->kept_slot = slot_take(l, 1);
    l->unrolling = unrolled;
  }
  l->unrolled = copies * (high - low + 1);
  l->inline_shared++;
  return true;
}

bool unroll_next(struct lower *l, struct unrolled *unrolled) {
  struct symbol *local = unrolled->local;
  emit_at(l, unrolled->at);
  local->is_constant = unrolled->value < unrolled->high;
  if (!local->is_constant) {
    l->inline_shared--;
    l->unrolled = unrolled->outer;
    l->unrolling = unrolled->around;
    l->top = unrolled->top;
    return false;
  }
  local->constant = ++unrolled->value;
  return true;
}

/* ---- what is the same in all rounds ---- */

/* The registers of the indices of an element, all of them names from outside of the loops: what those rounds do not change. */
static bool find_indices(const struct unrolled *unrolled, const struct tree *node, int32_t indices[2]) {
  const struct note *note = note_of(node);
  int count = 0;
  if (node->kind != TREE_INDEX || note->kind != NOTE_SYMBOL || note->symbol->kind != SYMBOL_VAR) return false;
  if (type_is_multi(note->type)) return false;
  for (const struct tree *arg = node->kid[INDEX_ARGS]; arg; arg = arg->next) {
    const struct note *index = arg->kind == TREE_NAME ? note_of(arg) : NULL;
    const struct symbol *local = index && index->kind == NOTE_SYMBOL ? index->symbol : NULL;
    bool plain = local && local->kind == SYMBOL_LOCAL && !local->inline_value && !local->is_constant && !local->shift;
    if (!plain || local->slot >= unrolled->top || count == 2) return false;
    indices[count++] = local->slot;
  }
  return count == note->symbol->dim_count;
}

int32_t unroll_known(const struct lower *l, const struct tree *node) {
  const struct unrolled *unrolled = l->unrolling;
  int32_t indices[2] = { -1, -1 };
  if (!unrolled || !unrolled->kept || !find_indices(unrolled, node, indices)) return -1;
  bool same = unrolled->kept == note_of(node)->symbol && unrolled->kept_indices[0] == indices[0] &&
              unrolled->kept_indices[1] == indices[1];
  return same ? unrolled->kept_slot : -1;
}

int32_t unroll_keep(struct lower *l, const struct tree *node) {
  struct unrolled *unrolled = l->unrolling;
  int32_t indices[2] = { -1, -1 };
  bool is_first = unrolled && !l->trial && unrolled->start == (int32_t)l->c->code.count;
  if (!is_first || !find_indices(unrolled, node, indices)) return -1;
  unrolled->kept = note_of(node)->symbol;
  unrolled->kept_indices[0] = indices[0];
  unrolled->kept_indices[1] = indices[1];
  return unrolled->kept_slot;
}
