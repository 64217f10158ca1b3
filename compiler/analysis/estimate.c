/* What an expression can be, from the values of what it names and the facts that hold: see flow.h. Where something
 * cannot be told, all values of its type. */
#include "compiler/analysis/flow.h"
#include "compiler/places.h"

static struct value truth(bool can_be_false, bool can_be_true) {
  return can_be_false ? value_range(0, can_be_true) : value_one(1);
}
static struct value negated(struct value value) { return truth(value.high >= 1, value.low <= 0); }

struct value estimate_anew(struct flow *f, const struct tree *expression) {
  f->fuel = FLOW_FUEL;
  return estimate(f, expression);
}

/* ---- names, fields ---- */

static struct value value_of_symbol(struct flow *f, struct symbol *symbol) {
  switch (symbol->kind) {
  case SYMBOL_CONST:
    return symbol->string || type_is_multi(symbol->type) ? value_of_type(f->c, symbol->type) : value_one(symbol->value);
  case SYMBOL_VAR: return known_of(f->a, symbol)->value;
  case SYMBOL_LOCAL:
    if (symbol->type->kind == TYPE_KIND_ZONE) return value_of_type(f->c, symbol->type);
    return known_of(f->a, symbol)->value;
  default: return value_of_type(f->c, symbol->type);
  }
}

static struct value value_of_name(struct flow *f, const struct tree *node) {
  const struct note *note = note_of(node);
  struct symbol *symbol = symbol_meant(node);
  if (!symbol || symbol->kind == SYMBOL_TABLE) return value_of_type(f->c, note->type);
  if (symbol->kind == SYMBOL_ZONE) return value_of_type(f->c, note->type);
  return facts_value(f, node, value_of_symbol(f, symbol));
}

/* What stands in the rows of a column. */
static struct value column_value(const struct compilation *c, const struct field *field, struct value rows) {
  struct value value = value_nothing();
  for (int64_t row = rows.low; row <= rows.high && row < field->owner->count; row++) {
    if (row < 0 || !value_has(rows, row)) continue;
    int32_t cell = field->values[row];
    struct value one = cell == type_none(field->type) && field->type->optional ? value_nothing() : value_one(cell);
    one.none = cell == type_none(field->type) && field->type->optional;
    value = value_join(value, one);
  }
  return value_is_nothing(value) ? value_of_type(c, field->type) : value;
}

static struct value value_of_field(struct flow *f, const struct tree *node) {
  const struct note *note = note_of(node);
  struct field *field = note->field;
  if (!field || !field->values || type_is_multi(field->type) || !type_is_scalar(field->type))
    return value_of_type(f->c, note->type);
  struct value base = estimate(f, node->kid[FIELD_BASE]), value;
  if (value_is_nothing(base)) return base;
  if (base.mask || base.low == base.high) value = column_value(f->c, field, base);
  else {
    if (!field->possible) {
      field->possible = arena_alloc(f->c->arena, sizeof *field->possible);
      *field->possible = column_value(f->c, field, value_range(0, field->owner->count - 1));
    }
    value = *field->possible;
  }
  if (base.none) value.none = true;
  if (!note->type->optional) value.none = false;
  return facts_value(f, node, value);
}

/* ---- domains ---- */

struct value estimate_elements(struct flow *f, const struct tree *domain) {
  const struct note *note = note_of(domain);
  if (domain->kind == TREE_RANGE) {
    struct value low = estimate(f, domain->kid[RANGE_LOW]), high = estimate(f, domain->kid[RANGE_HIGH]);
    return low.low > low.high || high.low > high.high ? value_nothing() : value_range(low.low, high.high);
  }
  if (!note) return value_range(INT32_MIN, INT32_MAX);
  if (domain->kind == TREE_LIST_VALUE || domain->kind == TREE_NAME || domain->kind == TREE_INDEX ||
      tree_is_comprehension(domain))
    return value_some(estimate(f, domain));
  return value_some(value_of_type(f->c, note->type));
}

/* A zone that no card comes to is zones.c's concern: here every zone may hold cards. */
static struct value count_in_zone(const struct flow *f, const struct type *type) {
  const struct symbol *deck = type->element && type->element->kind == TYPE_KIND_CARD ? type->element->symbol : NULL;
  int64_t most = deck ? deck->total : INT32_MAX;
  if (deck && deck->tree->flags & FLAG_EACH_PLAYER) most *= f->c->high_players;
  return value_range(0, most);
}

static bool is_single(const struct type *type) {
  return type->kind != TYPE_KIND_SET && type->kind != TYPE_KIND_BAG && type->kind != TYPE_KIND_LIST &&
         type->kind != TYPE_KIND_ARRAY && type->kind != TYPE_KIND_ZONE;
}

/* How many elements a set, bag or list can hold. */
static int64_t most_held(const struct compilation *c, const struct type *type) {
  int32_t count = type->kind == TYPE_KIND_LIST  ? type->bound
                  : type->kind == TYPE_KIND_SET ? type_count(c, type->element)
                                                : -1;
  return count > 0 ? count : INT32_MAX;
}

static struct value count_items(const struct tree *list) {
  int64_t count = 0;
  for (const struct tree *item = list->kid[LIST_VALUE_ITEMS]; item; item = item->next) count++;
  return value_range(count ? 1 : 0, count);
}

/* Whether there is a way between any two places, from the table of paths. */
static bool is_connected(struct flow *f, struct symbol *symbol) {
  struct known *known = known_of(f->a, symbol);
  const struct graph *graph = symbol->graph;
  if (!known->connected && graph && graph->paths) {
    const struct column *first = ITEM(f->c, columns, struct column, graph->paths->first_column);
    const int32_t *starts = ITEM(f->c, ints, int32_t, first->offset);
    known->connected = 1;
    for (int32_t pair = 0; pair < graph->nodes->count * graph->nodes->count; pair++)
      if (starts[pair] == starts[pair + 1]) known->connected = -1;
  }
  return known->connected == 1;
}

struct value estimate_count(struct flow *f, const struct tree *domain) {
  const struct note *note = note_of(domain);
  if (domain->kind == TREE_RANGE) {
    struct value low = estimate(f, domain->kid[RANGE_LOW]), high = estimate(f, domain->kid[RANGE_HIGH]);
    if (low.low > low.high || high.low > high.high) return value_range(0, INT32_MAX);
    int64_t least = high.low - low.high + 1, most = high.high - low.low + 1;
    return value_range(least > 0 ? least : 0, most > 0 ? most : 0);
  }
  if (domain->kind == TREE_LIST_VALUE) return count_items(domain);
  if (!note) return value_range(0, INT32_MAX);
  if (note->type->kind == TYPE_KIND_ZONE) return facts_size(f, domain, count_in_zone(f, note->type));
  if (!is_single(note->type)) return facts_size(f, domain, value_range(0, most_held(f->c, note->type)));
  switch ((enum domain_kind)note->domain) {
  case DOMAIN_TYPE: return value_range(note->type->kind == TYPE_KIND_ANY_CARD ? 0 : 1, type_count(f->c, note->type));
  case DOMAIN_PLAYERS:
  case DOMAIN_STARTING: return value_range(f->c->low_players, f->c->high_players);
  case DOMAIN_OTHERS: return value_range(f->c->low_players - 1, f->c->high_players - 1);
  case DOMAIN_PATHS: {
    const struct tree *limits = places_first(domain)->next->next;
    return value_range(!limits && note->symbol && is_connected(f, note->symbol) ? 1 : 0, INT32_MAX);
  }
  default: return value_range(0, INT32_MAX);
  }
}

/* ---- built-in functions ---- */

static struct value value_of_size(struct flow *f, const struct tree *of) {
  const struct symbol *symbol = symbol_meant(of);
  bool place = of->kind == TREE_INDEX && symbol && symbol->kind == SYMBOL_ZONE && symbol->row;
  return place ? facts_size(f, of, value_range(0, 1)) : estimate_count(f, of);
}

static struct value extreme(struct flow *f, const struct tree *args, bool largest) {
  struct value value = estimate(f, args);
  for (const struct tree *arg = args->next; arg; arg = arg->next)
    value = largest ? value_larger(value, estimate(f, arg)) : value_smaller(value, estimate(f, arg));
  return value;
}

static struct value value_of_builtin(struct flow *f, const struct tree *node) {
  const struct note *note = note_of(node);
  const struct tree *args = node->kid[CALL_ARGS];
  switch ((enum builtin)note->value) {
  case BUILTIN_SIZE: return value_of_size(f, args);
  case BUILTIN_EMPTY: {
    struct value size = value_of_size(f, args);
    return truth(size.high > 0, size.low <= 0);
  }
  case BUILTIN_SEAT: return value_range(1, f->c->high_players);
  case BUILTIN_SEATS: return value_range(f->c->low_players, f->c->high_players);
  case BUILTIN_INDEX: return value_some(estimate(f, args));
  case BUILTIN_MIN: return extreme(f, args, false);
  case BUILTIN_MAX: return extreme(f, args, true);
  case BUILTIN_ABS: {
    struct value value = estimate(f, args);
    if (value.low > value.high) return value;
    if (value.low >= 0) return value;
    return value_range(value.high < 0 ? -value.high : 0, value.high > -value.low ? value.high : -value.low);
  }
  case BUILTIN_DISTANCE: {
    struct value value = value_range(0, note->symbol->graph->nodes->count);
    value.none = note->type->optional;
    return value;
  }
  case BUILTIN_TOP:
  case BUILTIN_BOTTOM: {
    struct value value = value_of_type(f->c, note->type);
    struct value size = estimate_count(f, args);
    value.none = size.low <= 0;
    return value;
  }
  default: return value_of_type(f->c, note->type);
  }
}

/* ---- operators ---- */

static struct value equality(struct value a, struct value b, bool equal) {
  if (value_is_nothing(a) || value_is_nothing(b)) return value_nothing();
  struct value both = value_meet(a, b);
  int64_t x, y;
  bool can = !value_is_nothing(both);
  bool must = value_is_one(a, &x) && value_is_one(b, &y) && x == y;
  if (a.low > a.high && b.low > b.high) must = true; /* both none */
  return equal ? truth(!must, can) : truth(can, !must);
}

static struct value order(enum tree_operator operator, struct value a, struct value b) {
  if (a.low > a.high || b.low > b.high) return value_nothing();
  switch (operator) {
  case OP_LT: return truth(a.high >= b.low, a.low < b.high);
  case OP_LE: return truth(a.high > b.low, a.low <= b.high);
  case OP_GT: return truth(a.low <= b.high, a.high > b.low);
  default: return truth(a.low < b.high, a.high >= b.low);
  }
}

static struct value membership(struct flow *f, const struct tree *node) {
  bool has = node->number == OP_HAS;
  const struct tree *left = node->kid[has ? BINARY_RIGHT : BINARY_LEFT];
  const struct tree *many = node->kid[has ? BINARY_LEFT : BINARY_RIGHT];
  struct value value = estimate(f, left), elements = estimate_elements(f, many), count = estimate_count(f, many);
  if (value_is_nothing(value)) return value;
  bool can = count.high > 0 && !value_is_nothing(value_meet(value_some(value), elements));
  bool must = false;
  if (many->kind == TREE_RANGE && !value.none) {
    struct value low = estimate(f, many->kid[RANGE_LOW]), high = estimate(f, many->kid[RANGE_HIGH]);
    must = value.low >= low.high && value.high <= high.low;
  }
  if (many->kind == TREE_TYPE_NAME || many->kind == TREE_PLAYERS) must = !value.none;
  return node->number == OP_NOT_IN ? truth(can, !must) : truth(!must, can);
}

static struct value both_conditions(struct flow *f, const struct tree *node) {
  bool and = node->number == OP_AND;
  struct value left = estimate(f, node->kid[BINARY_LEFT]);
  if (and? never(left) : always(left)) return left;
  int mark = facts_mark(f);
  facts_assume(f, node->kid[BINARY_LEFT], and);
  struct value right = estimate(f, node->kid[BINARY_RIGHT]);
  facts_drop(f, mark);
  if (value_is_nothing(left) || value_is_nothing(right)) return value_range(0, 1);
  return and? value_smaller(left, right) : value_larger(left, right);
}

static struct value if_none(struct flow *f, const struct tree *node) {
  struct value left = estimate(f, node->kid[BINARY_LEFT]);
  if (!left.none) return left;
  return value_join(value_some(left), estimate(f, node->kid[BINARY_RIGHT]));
}

static struct value value_of_binary(struct flow *f, const struct tree *node) {
  const struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  enum tree_operator operator=(enum tree_operator) node->number;
  if (operator== OP_AND || operator== OP_OR) return both_conditions(f, node);
  if (operator== OP_IF_NONE) return if_none(f, node);
  if (operator== OP_IN || operator== OP_NOT_IN || operator== OP_HAS) return membership(f, node);
  if (!note_of(left) || !note_of(right) || !is_single(type_of(left)) || !is_single(type_of(right)))
    return value_of_type(f->c, type_of(node));
  struct value a = estimate(f, left), b = estimate(f, right);
  switch (operator) {
  case OP_EQ: return equality(a, b, true);
  case OP_NE: return equality(a, b, false);
  case OP_ADD: return value_add(a, b);
  case OP_SUB: return value_subtract(a, b);
  case OP_MUL: return value_multiply(a, b);
  case OP_DIV: return value_divide(a, b);
  case OP_MOD: return value_remainder(a, b);
  default: return order(operator, a, b);
  }
}

/* ---- over domains ---- */

/* Whether the condition of a binder holds: for all, for none, or it depends. */
static struct value where_truth(struct flow *f, const struct tree *binder) {
  return binder->kid[BINDER_WHERE] ? estimate(f, binder->kid[BINDER_WHERE]) : value_one(1);
}

static struct value value_of_sum(struct value value, struct value count) {
  if (value.low > value.high) return value_range(INT32_MIN, INT32_MAX);
  int64_t low = value.low < 0 ? value.low * count.high : value.low * count.low;
  int64_t high = value.high > 0 ? value.high * count.high : value.high * count.low;
  return value_range(low, high);
}

static struct value value_over(struct flow *f, const struct tree *node, struct value count) {
  const struct tree *binder = node->kid[0];
  struct symbol *local = binder->symbol;
  struct value element = known_of(f->a, local)->value;
  switch (node->kind) {
  case TREE_COUNT: return count;
  case TREE_ANY: return truth(count.low <= 0, count.high > 0);
  case TREE_ALL: {
    struct value test = estimate(f, node->kid[ALL_VALUE]);
    return truth(count.high > 0 && !always(test), !(count.low > 0 && never(test)));
  }
  case TREE_SUM: return value_of_sum(estimate(f, node->kid[SUM_VALUE]), count);
  case TREE_MIN:
  case TREE_MAX: element = estimate(f, node->kid[node->kind == TREE_MIN ? MIN_VALUE : MAX_VALUE]); break;
  case TREE_SET_FROM: return value_some(estimate(f, node->kid[SET_FROM_VALUE]));
  case TREE_BAG_OF: return estimate(f, node->kid[BAG_OF_VALUE]);
  case TREE_LIST_OF: return estimate(f, node->kid[LIST_OF_VALUE]);
  default: break;
  }
  if (node->kind == TREE_SET_OF) return element;
  element.none = type_of(node)->optional && count.low <= 0;
  return element;
}

static struct value value_of_comprehension(struct flow *f, const struct tree *node) {
  const struct tree *binder = node->kid[0];
  struct value count = estimate_count(f, binder->kid[BINDER_DOMAIN]), where = where_truth(f, binder);
  if (never(where)) count = value_one(0);
  else if (!always(where)) count = value_range(0, count.high);
  int mark = facts_mark(f);
  if (binder->kid[BINDER_WHERE]) facts_assume(f, binder->kid[BINDER_WHERE], true);
  struct value value = value_over(f, node, count);
  facts_drop(f, mark);
  return value;
}

/* ---- the rest ---- */

static struct value value_of_ways(struct flow *f, const struct tree *node) {
  const struct tree *condition = node->kid[IF_ELSE_CONDITION];
  struct value test = estimate(f, condition), value = value_nothing();
  int mark = facts_mark(f);
  if (!never(test)) {
    facts_assume(f, condition, true);
    value = estimate(f, node->kid[IF_ELSE_THEN]);
    facts_drop(f, mark);
  }
  if (!always(test)) {
    facts_assume(f, condition, false);
    value = value_join(value, estimate(f, node->kid[IF_ELSE_ELSE]));
    facts_drop(f, mark);
  }
  return value;
}

static struct value value_of_arms(struct flow *f, const struct tree *arms) {
  struct value value = value_nothing();
  for (const struct tree *arm = arms; arm; arm = arm->next) value = value_join(value, estimate(f, arm->kid[ARM_BODY]));
  return value;
}

static struct value value_of_list(struct flow *f, const struct tree *node) {
  struct value value = value_nothing();
  for (const struct tree *item = node->kid[LIST_VALUE_ITEMS]; item; item = item->next)
    value = value_join(value, estimate(f, item->kind == TREE_CARD ? item->kid[CARD_VALUE] : item));
  return value;
}

static struct value value_of_roll(struct flow *f, const struct tree *node) {
  const struct tree *sides = node->kid[ROLL_SIDES];
  if (sides->kind == TREE_TYPE_NAME || sides->kind == TREE_PLAYERS) return value_of_type(f->c, type_of(node));
  struct value most = estimate(f, sides);
  return most.low > most.high ? most : value_range(1, most.high > 1 ? most.high : 1);
}

static struct value value_of_node(struct flow *f, const struct tree *node) {
  const struct note *note = note_of(node);
  if (note->kind == NOTE_VALUE) return value_one(note->value);
  switch (node->kind) {
  case TREE_NAME:
  case TREE_INDEX: return value_of_name(f, node);
  case TREE_FIELD: return value_of_field(f, node);
  case TREE_CALL:
    if (note->kind == NOTE_BUILTIN) return value_of_builtin(f, node);
    if (note->kind == NOTE_CALL && note->symbol->kind != SYMBOL_POSITION) return known_of(f->a, note->symbol)->value;
    return value_of_type(f->c, note->type);
  case TREE_BINARY: return facts_value(f, node, value_of_binary(f, node));
  case TREE_NOT: {
    struct value value = estimate(f, node->kid[NOT_VALUE]);
    return value_is_nothing(value) ? value : negated(value);
  }
  case TREE_NEGATE: return value_subtract(value_one(0), estimate(f, node->kid[NEGATE_VALUE]));
  case TREE_IS_NONE: {
    struct value value = estimate(f, node->kid[IS_NONE_VALUE]);
    if (value_is_nothing(value)) return value;
    struct value none = truth(value.low <= value.high, value.none);
    return node->flags & FLAG_NOT ? negated(none) : none;
  }
  case TREE_IF_ELSE: return value_of_ways(f, node);
  case TREE_MATCH_VALUE: return value_of_arms(f, node->kid[MATCH_VALUE_ARMS]);
  case TREE_LIST_VALUE: return value_of_list(f, node);
  case TREE_ROLL: return value_of_roll(f, node);
  default: return tree_is_comprehension(node) ? value_of_comprehension(f, node) : value_of_type(f->c, note->type);
  }
}

struct value estimate(struct flow *f, const struct tree *node) {
  const struct note *note = note_of(node);
  if (node->kind == TREE_NONE) {
    struct value none = value_nothing();
    none.none = true;
    return none;
  }
  if (!note || !note->type) return value_range(INT32_MIN, INT32_MAX);
  if (--f->fuel < 0) return value_of_type(f->c, note->type);
  struct value value = value_of_node(f, node);
  if (note->type->kind == TYPE_KIND_BOOL && node->kind != TREE_NAME && node->kind != TREE_INDEX &&
      !value_is_nothing(value))
    value = value_meet(value, facts_truth(f, node));
  return value;
}
