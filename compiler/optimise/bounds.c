/* How large numbers and counts can become, from what the rules say: declared ranges, columns of cards, sizes of zones.
 *
 * Used to prove that arithmetic cannot end in a rule error, so that it may be moved. What is not known here has no bound,
 * which is always right: an expression whose kind is missing below is only moved less. Parameters have no bound, since a
 * call does not test them, nor have local variables that can be assigned to. */
#include "compiler/optimise/bounds.h"

#include "compiler/constant.h"

enum { DEPTH = 40, MANY = 1 << 22 }; /* more cards or values than any zone, set, bag or list can have */

struct bounds {
  int64_t low, high;
};

static const struct bounds anything = { INT32_MIN + 1, INT32_MAX };

static struct bounds of(struct compilation *c, const struct tree *node, int depth);

static struct bounds join(struct bounds a, struct bounds b) {
  return (struct bounds){ a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high };
}

static bool is_number(struct bounds bounds) { return bounds.low >= anything.low && bounds.high <= anything.high; }

/* The result of arithmetic before it is tested for overflow. */
static struct bounds product(struct bounds a, struct bounds b) {
  int64_t all[] = { a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high };
  struct bounds result = { all[0], all[0] };
  for (int i = 1; i < 4; i++) result = join(result, (struct bounds){ all[i], all[i] });
  return result;
}

/* Towards zero, by a divisor that is never zero: never further from zero than the dividend. */
static struct bounds share(struct bounds a) {
  int64_t most = a.high > -a.low ? a.high : -a.low;
  return (struct bounds){ -most, most };
}

static struct bounds of_operator(enum tree_operator operator, struct bounds a, struct bounds b) {
  switch (operator) {
  case OP_ADD: return (struct bounds){ a.low + b.low, a.high + b.high };
  case OP_SUB: return (struct bounds){ a.low - b.high, a.high - b.low };
  case OP_MUL: return product(a, b);
  case OP_DIV:
  case OP_MOD: return share(a);
  case OP_IF_NONE: return join(a, b);
  default: return anything;
  }
}

static struct bounds of_type(const struct type *type) {
  if (type->kind != TYPE_KIND_INT || type->optional) return anything;
  return (struct bounds){ type->low, type->high };
}

/* ---- names and fields ---- */

static struct bounds of_domain(struct compilation *c, const struct tree *domain, int depth) {
  if (domain->kind != TREE_RANGE) return anything;
  return (struct bounds){ of(c, domain->kid[RANGE_LOW], depth).low, of(c, domain->kid[RANGE_HIGH], depth).high };
}

static struct bounds of_name(struct compilation *c, const struct note *note, int depth) {
  if (note->kind != NOTE_SYMBOL) return anything;
  const struct symbol *symbol = note->symbol;
  if (symbol->kind == SYMBOL_VAR || symbol->kind == SYMBOL_SETTING) return of_type(note->type);
  if (symbol->kind != SYMBOL_LOCAL) return anything;
  if (symbol->inline_value) return of(c, symbol->inline_value, depth);
  if (symbol->given) return of(c, symbol->given, depth);
  if (symbol->tree->kind == TREE_BINDER) return of_domain(c, symbol->tree->kid[BINDER_DOMAIN], depth);
  if (symbol->tree->kind == TREE_LET && note_of(symbol->tree->kid[LET_VALUE]))
    return of(c, symbol->tree->kid[LET_VALUE], depth);
  return anything;
}

/* The least and the greatest entry of a column, found once. */
static struct bounds of_column(struct compilation *c, const struct field *field) {
  struct bounds *kept = table_get(c->bounds, (const char *)field);
  if (kept) return *kept;
  kept = arena_alloc(c->arena, sizeof *kept);
  *kept = (struct bounds){ field->values[0], field->values[0] };
  for (int32_t row = 1; row < field->owner->count; row++)
    *kept = join(*kept, (struct bounds){ field->values[row], field->values[row] });
  table_put(c->bounds, (const char *)field, kept);
  return *kept;
}

static struct bounds of_field(struct compilation *c, const struct tree *node) {
  const struct note *note = note_of(node);
  if (type_of(node->kid[FIELD_BASE])->kind == TYPE_KIND_PATH) return (struct bounds){ 0, MANY };
  bool column = note->field && note->field->values && note->field->owner->count > 0 && !note->field->cells;
  return column && note->type->kind == TYPE_KIND_INT && !note->field->type->optional ? of_column(c, note->field)
                                                                                     : anything;
}

/* ---- calls ---- */

static struct bounds of_fn(struct compilation *c, const struct symbol *fn, int depth) {
  if (fn->kind != SYMBOL_FN || fn->recursive || !fn->tree->kid[FN_VALUE]) return anything;
  struct bounds *kept = table_get(c->bounds, (const char *)fn);
  if (kept) return *kept;
  struct bounds found = of(c, fn->tree->kid[FN_VALUE], depth);
  if (depth > 1) { /* deep down nothing is known, though it may be elsewhere */
    kept = arena_alloc(c->arena, sizeof *kept);
    *kept = found;
    table_put(c->bounds, (const char *)fn, kept);
  }
  return found;
}

static struct bounds of_extreme(struct compilation *c, const struct tree *args, bool largest, int depth) {
  struct bounds result = of(c, args, depth);
  for (const struct tree *arg = args->next; arg; arg = arg->next) {
    struct bounds next = of(c, arg, depth);
    bool low = largest ? next.low > result.low : next.low < result.low;
    bool high = largest ? next.high > result.high : next.high < result.high;
    if (low) result.low = next.low;
    if (high) result.high = next.high;
  }
  return result;
}

static struct bounds of_call(struct compilation *c, const struct tree *node, int depth) {
  const struct note *note = note_of(node);
  if (note->kind == NOTE_CALL) return of_fn(c, note->symbol, depth);
  switch (builtin_called(node)) {
  case BUILTIN_SIZE: return (struct bounds){ 0, MANY };
  case BUILTIN_INDEX:
  case BUILTIN_SEAT:
  case BUILTIN_SEATS: return (struct bounds){ 0, MANY };
  case BUILTIN_DISTANCE: return (struct bounds){ -1, MANY };
  case BUILTIN_MIN: return of_extreme(c, node->kid[CALL_ARGS], false, depth);
  case BUILTIN_MAX: return of_extreme(c, node->kid[CALL_ARGS], true, depth);
  case BUILTIN_ABS: return share(of(c, node->kid[CALL_ARGS], depth));
  default: return anything;
  }
}

/* ---- expressions ---- */

/* A bag need not hold cards that there are. */
int32_t bounds_elements(struct compilation *c, const struct tree *domain) {
  const struct note *note = note_of(domain);
  const struct type *element = note->type->element ? note->type->element : note->type;
  if (element->kind == TYPE_KIND_ANY_CARD) return -1;
  if (note->domain == DOMAIN_RANGE) {
    struct bounds range = of_domain(c, domain, DEPTH);
    return range.high < range.low ? 0 : range.high - range.low < MANY ? (int32_t)(range.high - range.low) + 1 : -1;
  }
  return note->domain == DOMAIN_BAG ? COPIES_LIMIT * type_count(c, element) : types_domain_bound(c, domain);
}

/* So many times at the most something between the bounds, and perhaps nothing. */
static struct bounds of_sum(struct compilation *c, const struct tree *node, int depth) {
  int32_t most = bounds_elements(c, node->kid[SUM_BINDER]->kid[BINDER_DOMAIN]);
  if (most < 0) return (struct bounds){ INT64_MIN / 2, INT64_MAX / 2 };
  return product((struct bounds){ 0, most }, of(c, node->kid[SUM_VALUE], depth));
}

static struct bounds of_arms(struct compilation *c, const struct tree *arms, int depth) {
  struct bounds result = of(c, arms->kid[ARM_BODY], depth);
  for (const struct tree *arm = arms->next; arm; arm = arm->next)
    result = join(result, of(c, arm->kid[ARM_BODY], depth));
  return result;
}

/* More sides are a rule error. */
static struct bounds of_roll(struct compilation *c, const struct tree *node, int depth) {
  struct bounds sides = of(c, node->kid[ROLL_SIDES], depth);
  return (struct bounds){ 1, sides.high < UINT16_MAX ? sides.high : UINT16_MAX };
}

/* Before it is tested whether that is a number. */
static struct bounds of_expression(struct compilation *c, const struct tree *node, int depth) {
  switch (node->kind) {
  case TREE_NAME: return of_name(c, note_of(node), depth);
  case TREE_INDEX: {
    const struct note *note = note_of(node);
    bool variable = note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_VAR;
    return variable ? of_type(note->type) : anything;
  }
  case TREE_FIELD: return of_field(c, node);
  case TREE_CALL: return of_call(c, node, depth);
  case TREE_BINARY:
    return of_operator((enum tree_operator)node->number, of(c, node->kid[BINARY_LEFT], depth),
                       of(c, node->kid[BINARY_RIGHT], depth));
  case TREE_NEGATE: return share(of(c, node->kid[NEGATE_VALUE], depth));
  case TREE_IF_ELSE: return join(of(c, node->kid[IF_ELSE_THEN], depth), of(c, node->kid[IF_ELSE_ELSE], depth));
  case TREE_MATCH_VALUE: return of_arms(c, node->kid[MATCH_VALUE_ARMS], depth);
  case TREE_COUNT: return (struct bounds){ 0, MANY };
  case TREE_SUM: return of_sum(c, node, depth);
  case TREE_MIN: return of(c, node->kid[MIN_VALUE], depth);
  case TREE_MAX: return of(c, node->kid[MAX_VALUE], depth);
  case TREE_FIRST: return of_domain(c, node->kid[FIRST_BINDER]->kid[BINDER_DOMAIN], depth);
  case TREE_ROLL: return of_roll(c, node, depth);
  default: return anything;
  }
}

/* The value of an expression if that is a number. */
static struct bounds of(struct compilation *c, const struct tree *node, int depth) {
  int32_t value;
  if (!note_of(node) || depth == 0) return anything;
  enum type_kind kind = type_of(node)->kind;
  if (kind != TYPE_KIND_INT && kind != TYPE_KIND_NONE) return anything;
  if (constant_fold(c, node, &value)) return (struct bounds){ value, value };
  struct bounds found = of_expression(c, node, depth - 1);
  if (found.low < anything.low) found.low = anything.low;
  if (found.high > anything.high) found.high = anything.high;
  return found;
}

bool bounds_fit(struct compilation *c, const struct tree *node) {
  if (node->kind == TREE_BINARY && (node->number == OP_DIV || node->number == OP_MOD)) {
    struct bounds divisor = of(c, node->kid[BINARY_RIGHT], DEPTH);
    return divisor.low > 0 || divisor.high < 0;
  }
  return is_number(of_expression(c, node, DEPTH));
}

bool bounds_within(struct compilation *c, const struct tree *node, int32_t low, int32_t high) {
  struct bounds bounds = of(c, node, DEPTH);
  return bounds.low >= low && bounds.high <= high;
}

void bounds_of(struct compilation *c, const struct tree *node, int32_t *low, int32_t *high) {
  struct bounds bounds = of(c, node, DEPTH);
  if (bounds.low > *low) *low = (int32_t)bounds.low;
  if (bounds.high < *high) *high = (int32_t)bounds.high;
}

bool bounds_fit_list(struct compilation *c, const struct tree *domain, int32_t bound) {
  int32_t most = bounds_elements(c, domain);
  return most >= 0 && most <= bound;
}

/* ---- bags ---- */

/* Copies that the items of a literal make up together. */
static int64_t items_of(const struct tree *list) {
  int64_t copies = 0;
  for (const struct tree *item = list->kid[LIST_VALUE_ITEMS]; item; item = item->next)
    copies += item->kind == TREE_CARD ? item->number : 1;
  return copies;
}

/* Copies of one value at the most, if the bag can be made at all. */
static int64_t most_copies(struct compilation *c, const struct tree *node, int depth) {
  const struct note *note = note_of(node);
  int32_t bound;
  if (!note || depth == 0) return COPIES_LIMIT;
  switch (node->kind) {
  case TREE_LIST_VALUE: return items_of(node);
  case TREE_BINARY:
    if (note->type->kind != TYPE_KIND_BAG) return COPIES_LIMIT;
    if (node->number == OP_SUB) return most_copies(c, node->kid[BINARY_LEFT], depth - 1);
    return most_copies(c, node->kid[BINARY_LEFT], depth - 1) + most_copies(c, node->kid[BINARY_RIGHT], depth - 1);
  case TREE_CALL:
    if (note->kind != NOTE_CALL || note->symbol->recursive || !note->symbol->tree->kid[FN_VALUE]) return COPIES_LIMIT;
    return most_copies(c, note->symbol->tree->kid[FN_VALUE], depth - 1);
  case TREE_NAME:
    if (note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL && note->symbol->inline_value)
      return most_copies(c, note->symbol->inline_value, depth - 1);
    return COPIES_LIMIT;
  case TREE_IF_ELSE: {
    int64_t then = most_copies(c, node->kid[IF_ELSE_THEN], depth - 1);
    int64_t other = most_copies(c, node->kid[IF_ELSE_ELSE], depth - 1);
    return then > other ? then : other;
  }
  case TREE_BAG_OF:
    if (node->kid[BAG_OF_VALUE]->flags & FLAG_JOINED) return COPIES_LIMIT;
    bound = bounds_elements(c, node->kid[BAG_OF_BINDER]->kid[BINDER_DOMAIN]);
    return bound < 0 || bound > COPIES_LIMIT ? COPIES_LIMIT : bound;
  default: return COPIES_LIMIT;
  }
}

bool bounds_fit_bag(struct compilation *c, const struct tree *node) {
  if (node->kind == TREE_LIST_VALUE) return items_of(node) <= COPIES_LIMIT;
  if (node->kind == TREE_BAG_OF) {
    int32_t bound = bounds_elements(c, node->kid[BAG_OF_BINDER]->kid[BINDER_DOMAIN]);
    if (node->kid[BAG_OF_VALUE]->flags & FLAG_JOINED) return false;
    return bound >= 0 && bound <= COPIES_LIMIT;
  }
  return node->number == OP_ADD &&
         most_copies(c, node->kid[BINARY_LEFT], DEPTH) + most_copies(c, node->kid[BINARY_RIGHT], DEPTH) <= COPIES_LIMIT;
}
