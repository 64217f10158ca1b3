/* fitting: `needs fare(w) + fee <= tickets[p]`, where w is the last argument and fare a table: the loop over w steps from
 * one way that can be paid to the next, in one instruction.
 *
 * What must hold: w is the last argument and its domain a range of numbers; what is not of w does not depend on it; and by
 * trial no `needs` of the option can raise a rule error, the sum in this one included. Why nothing changes: what is not of
 * w is taken from the purse before the loop, and fare(w) + fee fits if fee does and fare(w) fits the rest. */
#include "compiler/optimise/fitting.h"

#include "compiler/optimise/trial.h"

struct price {
  const struct tree *need;
  struct symbol *table; /* the fn that gives the part of the price that depends on the argument */
  struct tree *rest;    /* what is added to it, or NULL */
  struct tree *purse;
  struct type *bag;
};

/* An option's `let` stands for its value. */
static struct tree *resolve(struct tree *node) {
  while (node->kind == TREE_NAME && node->note && note_of(node)->kind == NOTE_SYMBOL &&
         note_of(node)->symbol->kind == SYMBOL_LOCAL && note_of(node)->symbol->inline_value)
    node = note_of(node)->symbol->inline_value;
  return node;
}

/* A look-up of the argument and nothing else, in a table of bags of one word. */
static bool is_table_of(struct lower *l, struct tree *node, const struct symbol *arg, struct price *price) {
  if (node->kind != TREE_CALL || !node->note || note_of(node)->kind != NOTE_CALL) return false;
  const struct tree *given = node->kid[CALL_ARGS];
  struct symbol *fn = note_of(node)->symbol;
  bool of_arg = given && !given->next && given->kind == TREE_NAME && note_of(given)->symbol == arg;
  if (!of_arg || fn->kind != SYMBOL_FN || fn->type->kind != TYPE_KIND_BAG || type_words(l->c, fn->type) != 1)
    return false;
  if (!tabulate_call(l, fn) || fn->table_column > UINT8_MAX) return false;
  price->table = fn;
  price->bag = fn->type;
  return true;
}

static bool find_sum(struct lower *l, struct tree *node, const struct symbol *arg, struct price *price) {
  node = resolve(node);
  if (is_table_of(l, node, arg, price)) return true;
  if (node->kind != TREE_BINARY || node->number != OP_ADD) return false;
  for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
    struct tree *rest = node->kid[side == BINARY_LEFT ? BINARY_RIGHT : BINARY_LEFT];
    if (!is_table_of(l, resolve(node->kid[side]), arg, price) || lower_mentions(rest, arg)) continue;
    price->rest = rest;
    return true;
  }
  return false;
}

static bool find_price(struct lower *l, const struct tree *need, const struct symbol *arg, struct price *price) {
  struct tree *condition = resolve(need->kid[NEED_CONDITION]);
  *price = (struct price){ .need = need };
  if (condition->kind != TREE_BINARY || (condition->number != OP_LE && condition->number != OP_GE)) return false;
  bool turned = condition->number == OP_GE;
  price->purse = condition->kid[turned ? BINARY_LEFT : BINARY_RIGHT];
  return !lower_mentions(price->purse, arg) &&
         find_sum(l, condition->kid[turned ? BINARY_RIGHT : BINARY_LEFT], arg, price);
}

/* A need that could raise a rule error must be asked of every candidate before it, so nothing may be left out. */
static bool choose_price(struct lower *l, const struct tree *option, const struct symbol *arg, struct price *price) {
  for (const struct tree *need = option->kid[OPTION_NEEDS]; need; need = need->next)
    if (trial_raises(l, need->kid[NEED_CONDITION])) return false;
  for (const struct tree *need = option->kid[OPTION_NEEDS]; need; need = need->next)
    if (find_price(l, need, arg, price)) return true;
  return false;
}

/* The purse, less what is known of the price, at the beginning of the registers that FIT_LOOP reads. */
static void open_purse(struct lower *l, const struct price *price, int32_t slot, struct label *none) {
  int32_t top = l->top, purse = lower_as(l, price->purse, price->bag);
  if (price->rest) {
    int32_t rest = lower_as(l, price->rest, price->bag);
    emit_branch(l, OP_CODE_JUMP_BEYOND, 1, rest, purse, none);
    emit(l, OP_CODE_BAG_LESS, 1, slot, purse, rest);
  } else emit_copy(l, slot, purse, price->bag);
  l->top = top;
}

const struct tree *fitting_open(struct lower *l, const struct tree *option, struct tree *arg, struct walk *walk,
                                struct label *none) {
  struct symbol *local = arg->symbol;
  struct tree *domain = arg->kid[BINDER_DOMAIN];
  struct price price;
  int32_t longest;
  if (!lower_runs(l, PASS_fitting) || arg->next || arg->kid[BINDER_WHERE] || !loop_is_range(l, domain, &longest) ||
      !choose_price(l, option, local, &price))
    return NULL;
  int32_t purse = slot_take(l, 4);
  open_purse(l, &price, purse, none);
  walk_fitting(l, walk, domain, local->slot, purse, price.table->table_column);
  return price.need;
}
