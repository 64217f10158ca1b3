/* Facts: see flow.h. */
#include <string.h>

#include "compiler/analysis/flow.h"

/* ---- what a fact can speak of ---- */

/* An index that means the same as long as it can be named. */
static bool is_stable(const struct tree *node) {
  const struct note *note = note_of(node);
  if (!note) return false;
  if (note->kind == NOTE_VALUE) return true;
  if (node->kind == TREE_FIELD) return note->field && is_stable(node->kid[FIELD_BASE]);
  if (node->kind != TREE_NAME || note->kind != NOTE_SYMBOL) return false;
  const struct symbol *symbol = note->symbol;
  return symbol->kind == SYMBOL_CONST || symbol->kind == SYMBOL_SETTING ||
         (symbol->kind == SYMBOL_LOCAL && symbol->tree->kind != TREE_LOCAL);
}

static bool is_sum(const struct tree *node) {
  return node->kind == TREE_BINARY && (node->number == OP_ADD || node->number == OP_SUB || node->number == OP_MUL) &&
         note_of(node) && type_of(node)->kind == TYPE_KIND_INT;
}

/* Of a sum of what cannot change, `r + 2 * d.up`: one of its names in *base. */
static bool is_stable_sum(const struct tree *node, const struct symbol **base) {
  if (is_sum(node)) return is_stable_sum(node->kid[BINARY_LEFT], base) && is_stable_sum(node->kid[BINARY_RIGHT], base);
  if (node->kind == TREE_INT) return true;
  if (!is_stable(node)) return false;
  while (node->kind == TREE_FIELD) node = node->kid[FIELD_BASE];
  if (node->kind == TREE_NAME && !*base) *base = symbol_meant(node);
  return true;
}

static const struct symbol *base_of_sum(const struct tree *node) {
  const struct symbol *base = NULL;
  return is_stable_sum(node, &base) ? base : NULL;
}

/* The variable or zone that an expression is a part of, or NULL when no fact can be kept about it. */
static const struct symbol *base_of(const struct tree *node) {
  if (is_sum(node)) return base_of_sum(node);
  if (node->kind == TREE_FIELD) return note_of(node) && note_of(node)->field ? base_of(node->kid[FIELD_BASE]) : NULL;
  const struct symbol *symbol = symbol_meant(node);
  if (!symbol || symbol->kind == SYMBOL_TABLE) return NULL;
  for (const struct tree *arg = node->kind == TREE_INDEX ? node->kid[INDEX_ARGS] : NULL; arg; arg = arg->next)
    if (!is_stable(arg)) return NULL;
  return symbol;
}

static struct fact *find(struct flow *f, enum fact_kind kind, const struct symbol *base,
                         const struct tree *expression) {
  for (int i = f->fact_count; i-- > 0;) {
    struct fact *fact = &f->facts[i];
    if (!fact->over && fact->kind == kind && fact->base == base && meant_same(fact->expression, expression))
      return fact;
  }
  return NULL;
}

static void add(struct flow *f, enum fact_kind kind, const struct symbol *base, const struct tree *expression,
                struct value value) {
  if (f->fact_count == FACT_LIMIT) return;
  const struct fact *known = find(f, kind, base, expression);
  f->facts[f->fact_count] = (struct fact){ .kind = kind,
                                           .expression = expression,
                                           .base = base,
                                           .value = known ? value_meet(known->value, value) : value,
                                           .own = known ? value_meet(known->own, value) : value };
  f->fact_count++;
}

void facts_add_value(struct flow *f, const struct tree *variable, struct value value) {
  const struct symbol *base = base_of(variable);
  if (base) add(f, FACT_VALUE, base, variable, value);
}

void facts_add_size(struct flow *f, const struct tree *zone, struct value size) {
  const struct symbol *base = base_of(zone);
  if (base) add(f, FACT_SIZE, base, zone, size);
}

/* ---- asking ---- */

static struct value narrowed(const struct flow *f, enum fact_kind kind, const struct tree *expression,
                             struct value value) {
  const struct symbol *base = f->fact_count ? base_of(expression) : NULL;
  const struct fact *fact = base ? find((struct flow *)(uintptr_t)f, kind, base, expression) : NULL;
  return fact ? value_meet(value, f->alone ? fact->own : fact->value) : value;
}

struct value facts_value(const struct flow *f, const struct tree *variable, struct value value) {
  return narrowed(f, FACT_VALUE, variable, value);
}

struct value facts_size(const struct flow *f, const struct tree *zone, struct value size) {
  return narrowed(f, FACT_SIZE, zone, size);
}

struct value facts_truth(const struct flow *f, const struct tree *condition) {
  for (int i = f->fact_count; i-- > 0;) {
    const struct fact *fact = &f->facts[i];
    if (!fact->over && fact->kind == FACT_CONDITION && meant_same(fact->expression, condition)) return fact->value;
  }
  return value_range(0, 1);
}

/* ---- assuming ---- */

/* A name for the size of something, which has not changed since: that is narrowed, too. */
static void narrow_named_size(struct flow *f, const struct tree *name, struct value value) {
  const struct symbol *local = name->kind == TREE_NAME ? symbol_meant(name) : NULL;
  if (!local || local->kind != SYMBOL_LOCAL) return;
  for (int i = f->fact_count; i-- > 0;) {
    const struct tree *equal = f->facts[i].expression;
    if (f->facts[i].over || f->facts[i].kind != FACT_CONDITION || equal->kind != TREE_BINARY || equal->number != OP_EQ)
      continue;
    const struct tree *left = equal->kid[BINARY_LEFT], *right = equal->kid[BINARY_RIGHT];
    if (left->kind != TREE_NAME || symbol_meant(left) != local || builtin_called(right) != BUILTIN_SIZE) continue;
    facts_add_size(f, right->kid[CALL_ARGS], value);
    return;
  }
}

/* An expression is within `value`: a variable, or the size of something. */
static void narrow(struct flow *f, const struct tree *node, struct value value) {
  narrow_named_size(f, node, value);
  if (builtin_called(node) == BUILTIN_SIZE) facts_add_size(f, node->kid[CALL_ARGS], value);
  else if (node->kind == TREE_BINARY && node->number == OP_IF_NONE) return;
  else facts_add_value(f, node, value);
}

static void narrow_by(struct flow *f, const struct tree *node, enum tree_operator operator, struct value other) {
  int64_t code;
  if (other.low > other.high && !other.none) return;
  struct value narrowed = other;
  switch (operator) {
  case OP_EQ: break;
  case OP_NE:
    narrowed = estimate(f, node);
    if (value_is_one(other, &code)) narrowed = value_without(narrowed, code);
    else if (other.none && other.low > other.high) narrowed = value_some(narrowed);
    break;
  case OP_LT: narrowed = value_range(INT32_MIN, other.high - 1); break;
  case OP_LE: narrowed = value_range(INT32_MIN, other.high); break;
  case OP_GT: narrowed = value_range(other.low + 1, INT32_MAX); break;
  case OP_GE: narrowed = value_range(other.low, INT32_MAX); break;
  default: return;
  }
  narrow(f, node, narrowed);
}

static bool is_single(const struct tree *node) {
  const struct note *note = note_of(node);
  return note && note->type->kind != TYPE_KIND_SET && note->type->kind != TYPE_KIND_BAG &&
         note->type->kind != TYPE_KIND_LIST && note->type->kind != TYPE_KIND_ARRAY &&
         note->type->kind != TYPE_KIND_ZONE;
}

static void assume_compared(struct flow *f, const struct tree *node, bool truth) {
  const struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  enum tree_operator comparison = (enum tree_operator)node->number;
  if (!truth) comparison = tree_opposite(comparison);
  if (!is_single(left) || !is_single(right)) return;
  struct value a = estimate(f, left), b = estimate(f, right);
  narrow_by(f, left, comparison, b);
  narrow_by(f, right, tree_turned(comparison), a);
}

/* `x in dom`, `dom has x`. */
static void assume_member(struct flow *f, const struct tree *node, bool truth) {
  bool has = node->number == OP_HAS;
  const struct tree *value = node->kid[has ? BINARY_RIGHT : BINARY_LEFT];
  const struct tree *many = node->kid[has ? BINARY_LEFT : BINARY_RIGHT];
  if (node->number == OP_NOT_IN) truth = !truth;
  if (truth) {
    narrow_by(f, value, OP_EQ, estimate_elements(f, many));
    if (many->kind == TREE_NAME || many->kind == TREE_INDEX) facts_add_size(f, many, value_range(1, INT32_MAX));
  } else if (many->kind == TREE_LIST_VALUE)
    for (const struct tree *item = many->kid[LIST_VALUE_ITEMS]; item; item = item->next)
      if (item->kind != TREE_CARD) narrow_by(f, value, OP_NE, estimate(f, item));
}

/* Something that meets a condition is there: so its domain holds something. */
static void assume_any(struct flow *f, const struct tree *binder, bool truth) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  bool named = domain->kind == TREE_NAME || domain->kind == TREE_INDEX;
  if (named && truth) facts_add_size(f, domain, value_range(1, INT32_MAX));
  else if (named && !binder->kid[BINDER_WHERE]) facts_add_size(f, domain, value_one(0));
}

void facts_assume_some(struct flow *f, const struct tree *optional, bool some) {
  if (builtin_called(optional) == BUILTIN_TOP || builtin_called(optional) == BUILTIN_BOTTOM)
    facts_add_size(f, optional->kid[CALL_ARGS], some ? value_range(1, INT32_MAX) : value_one(0));
  struct value value = estimate(f, optional), none = value_nothing();
  none.none = true;
  facts_add_value(f, optional, some ? value_some(value) : none);
}

void facts_assume(struct flow *f, const struct tree *condition, bool truth) {
  if (!note_of(condition)) return;
  switch (condition->kind) {
  case TREE_BINARY: {
    enum tree_operator operator=(enum tree_operator) condition->number;
    if ((operator== OP_AND && truth) || (operator== OP_OR && !truth)) {
      facts_assume(f, condition->kid[BINARY_LEFT], truth);
      facts_assume(f, condition->kid[BINARY_RIGHT], truth);
    } else if (operator== OP_IN || operator== OP_NOT_IN || operator== OP_HAS) assume_member(f, condition, truth);
    else if (operator>= OP_EQ && operator<= OP_GE) assume_compared(f, condition, truth);
    break;
  }
  case TREE_NOT: facts_assume(f, condition->kid[NOT_VALUE], !truth); return;
  case TREE_IS_NONE:
    facts_assume_some(f, condition->kid[IS_NONE_VALUE], truth == !!(condition->flags & FLAG_NOT));
    break;
  case TREE_ANY: assume_any(f, condition->kid[ANY_BINDER], truth); break;
  case TREE_CALL:
    if (builtin_called(condition) == BUILTIN_EMPTY)
      facts_add_size(f, condition->kid[CALL_ARGS], truth ? value_one(0) : value_range(1, INT32_MAX));
    const struct tree *body = bodies_of_call(f, condition);
    if (body) facts_assume(f, body, truth);
    break;
  case TREE_BOOL: return;
  default: facts_add_value(f, condition, value_one(truth)); break;
  }
  add(f, FACT_CONDITION, NULL, condition, value_one(truth));
}

/* ---- changes ---- */

/* Whether a condition speaks of a symbol; calls of fns may speak of everything that is not local. */
static bool speaks_of(const struct tree *node, const void *context) {
  const struct symbol *symbol = context;
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  if (note && note->kind == NOTE_CALL && symbol->kind != SYMBOL_LOCAL) return true;
  return (node->kind == TREE_NAME || node->kind == TREE_INDEX) && symbol_meant(node) == symbol;
}

void facts_change(struct flow *f, const struct symbol *symbol) {
  for (int i = 0; i < f->fact_count; i++) {
    struct fact *fact = &f->facts[i];
    if (fact->over) continue;
    fact->over =
        fact->kind == FACT_CONDITION ? tree_first(fact->expression, speaks_of, symbol) != NULL : fact->base == symbol;
  }
}

/* Whether code can be changed in its meaning by a procedure that changes what it touches. */
static bool depends_on(const struct tree *node, const void *touched) {
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  if (symbol && symbol->known && symbol->known->number && touched_has(touched, symbol->known->number)) return true;
  if (symbol && symbol->type->kind == TYPE_KIND_ZONE && symbol->kind == SYMBOL_LOCAL) return true;
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  return note && note->kind == NOTE_CALL;
}

void facts_call(struct flow *f, const struct symbol *procedure) {
  const struct known *known = procedure->known;
  if (!known || procedure->kind == SYMBOL_FN || !(known->happens & HAPPENS_CHANGE)) return;
  for (int i = 0; i < f->fact_count; i++)
    if (!f->facts[i].over) f->facts[i].over = tree_first(f->facts[i].expression, depends_on, &known->touched) != NULL;
}

/* A zone parameter may be any zone. */
static void change_any_zone(struct flow *f) {
  for (int i = 0; i < f->fact_count; i++) f->facts[i].over |= f->facts[i].kind != FACT_VALUE;
}

static void change_place(struct flow *f, struct tree *place) {
  const struct symbol *zone = symbol_meant(meant_zone(place));
  if (zone && zone->kind == SYMBOL_LOCAL) change_any_zone(f);
  else if (zone) facts_change(f, zone);
  struct symbol *refill = zone ? known_refill(f->c, zone) : NULL;
  if (refill) facts_change(f, refill);
}

static void change_applied(struct flow *f, const struct tree *apply) {
  const struct note *target = note_of(apply->kid[APPLY_TARGET]);
  const struct field *field = target ? target->field : NULL;
  const struct symbol *last = NULL;
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++) {
    const struct note *note = field->cells[row] ? note_of(field->cells[row]) : NULL;
    if (!note || note->kind != NOTE_CALL || note->symbol == last) continue;
    facts_call(f, note->symbol);
    last = note->symbol;
  }
}

void facts_change_by(struct flow *f, const struct tree *node) {
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  if (note && note->kind == NOTE_CALL) facts_call(f, note->symbol);
  if (node->kind == TREE_APPLY) change_applied(f, node);
  for (int i = 0; i < tree_kid_count(node->kind); i++) {
    const struct symbol *target = tree_role(node, i) & AS_TARGET ? symbol_meant(node->kid[i]) : NULL;
    if (target) facts_change(f, target);
    if (node->kid[i] && tree_role(node, i) & AS_CHANGED_ZONE) change_place(f, node->kid[i]);
    facts_change_all(f, node->kid[i]);
  }
}

void facts_change_all(struct flow *f, const struct tree *list) {
  for (; list && f->fact_count; list = list->next) facts_change_by(f, list);
}

/* ---- ways that part ---- */

void facts_part(const struct flow *f, struct parting *parting) {
  parting->mark = f->fact_count;
  for (int i = 0; i < f->fact_count; i++) parting->at_start[i] = parting->in_any[i] = f->facts[i].over;
}

void facts_next_way(struct flow *f, struct parting *parting, bool goes_on) {
  facts_drop(f, parting->mark);
  for (int i = 0; i < parting->mark; i++) {
    if (goes_on) parting->in_any[i] |= f->facts[i].over;
    f->facts[i].over = parting->at_start[i];
  }
}

void facts_meet(struct flow *f, const struct parting *parting) {
  for (int i = 0; i < parting->mark; i++) f->facts[i].over = parting->in_any[i];
}
