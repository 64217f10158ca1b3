/* count: counts, sums and greatest values for which the machine has an instruction are asked of it instead of a loop.
 *
 * What must hold:
 * - `count(c in zone where c == x)`: x does not depend on c and cannot raise a rule error, since the loop would not ask
 *   for it when the zone is empty;
 * - `sum(c in cards: c.points)`: the cards are a set (filter.c) and what is added is a column of a table. SET_SUM adds in
 *   the order of the loop and tests every step, so a sum that overflows does so in both;
 * - `max(…)` of numbers: `none` is below every number, so it can be the first greatest value.
 * Why nothing changes: the instruction gives what the loop adds up, and there is nothing else in the loop. */
#include "compiler/optimise/filter.h"
#include "compiler/optimise/trial.h"

/* The x of `c == x`, when it does not depend on c; NULL otherwise. */
static struct tree *counted_value(struct lower *l, struct tree *binder) {
  struct tree *where = binder->kid[BINDER_WHERE];
  const struct note *domain = note_of(binder->kid[BINDER_DOMAIN]);
  if (!where || where->kind != TREE_BINARY || where->number != OP_EQ) return NULL;
  if (domain->domain != DOMAIN_ZONE && domain->domain != DOMAIN_BAG) return NULL;
  for (int side = 0; side < 2; side++) {
    struct tree *name = where->kid[side ? BINARY_RIGHT : BINARY_LEFT],
                *other = where->kid[side ? BINARY_LEFT : BINARY_RIGHT];
    bool is_card = name->kind == TREE_NAME && note_of(name)->symbol == binder->symbol;
    if (!is_card || type_of(other)->optional || lower_mentions(other, binder->symbol)) continue;
    return trial_raises(l, other) ? NULL : other;
  }
  return NULL;
}

static bool count_copies(struct lower *l, struct tree *binder, int32_t slot) {
  struct tree *value = counted_value(l, binder), *domain = binder->kid[BINDER_DOMAIN];
  if (!value) return false;
  if (note_of(domain)->domain == DOMAIN_ZONE) {
    int32_t zone = lower_zone(l, domain);
    emit(l, OP_CODE_ZONE_COUNT, 0, slot, zone, lower_value(l, value));
  } else {
    int32_t bag = lower_value(l, domain);
    emit(l, OP_CODE_BAG_COUNT, (unsigned)type_words(l->c, type_of(domain)), slot, bag, lower_value(l, value));
  }
  return true;
}

bool count_elements(struct lower *l, struct tree *binder, int32_t slot) {
  struct filter filter;
  if (!lower_runs(l, PASS_count)) return false;
  if (count_copies(l, binder, slot)) return true;
  if (!filter_is_complete(l, binder) || !filter_open(l, binder, true, true, &filter)) return false;
  emit(l, OP_CODE_SET_COUNT, filter.words, slot, filter.set, 0);
  return true;
}

/* The column that holds what an expression is for every value of a local name; -1: there is none. */
static int32_t column_of(struct lower *l, const struct tree *value, const struct symbol *local) {
  bool call = value->kind == TREE_CALL && note_of(value)->kind == NOTE_CALL;
  if (!call && value->kind != TREE_FIELD) return -1;
  const struct tree *key = call ? value->kid[CALL_ARGS] : value->kid[FIELD_BASE];
  if (!key || key->next || key->kind != TREE_NAME || note_of(key)->symbol != local) return -1;
  if (!call) return note_of(value)->field ? note_of(value)->field->column : -1;
  return tabulate_call(l, note_of(value)->symbol) ? note_of(value)->symbol->table_column : -1;
}

bool count_sum(struct lower *l, struct tree *binder, const struct tree *value, int32_t slot) {
  struct filter filter;
  if (!lower_runs(l, PASS_count) || !filter_is_complete(l, binder)) return false;
  int32_t column = column_of(l, value, binder->symbol);
  if (column < 0 || !filter_open(l, binder, true, true, &filter)) return false;
  emit(l, OP_CODE_SET_SUM, filter.words, slot, filter.set, column);
  return true;
}

bool count_largest(struct lower *l, struct tree *node, int32_t slot) {
  struct walk walk;
  if (!lower_runs(l, PASS_count) || type_none(type_of(node)) != NONE_INT) return false;
  emit_int(l, slot, NONE_INT);
  walk_binder(l, &walk, node->kid[MAX_BINDER], false);
  emit(l, OP_CODE_MAXIMUM, 0, slot, slot, lower_value(l, node->kid[MAX_VALUE]));
  walk_close(l, &walk);
  return true;
}

bool count_any(struct lower *l, struct tree *binder, bool sense, struct label *to) {
  struct filter filter;
  if (!lower_runs(l, PASS_count) || !filter_is_complete(l, binder) || !filter_open(l, binder, false, true, &filter))
    return false;
  emit_branch(l, sense ? OP_CODE_JUMP_SOME : OP_CODE_JUMP_EMPTY, filter.words, filter.set, 0, to);
  return true;
}
