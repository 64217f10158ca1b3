/* tabulate: fns that depend on nothing but their arguments become tables: a call is then a look-up. So do sets and bags
 * that are written as items of one name: `[d.continent.ticket]`. The machine works the tables out when the program is put
 * together (vm/tabulate.c); here it is decided which fns qualify.
 *
 * What must hold: parameters are of finite types, the table stays small, and by trial the body neither reads the position,
 * its settings or the number of players, nor can it raise a rule error. Why nothing changes: what depends on its arguments
 * alone gives the same whenever it is worked out. It is only done where it pays: the fn loops, branches or calls. Nor must
 * it take long: all tables of a program together may take some millions of steps, as far as that can be foreseen, and what
 * would exceed the rest is called instead. */
#include "compiler/optimise/bounds.h"
#include "compiler/optimise/trial.h"

enum { TABLE_ENTRIES = 20000, TABLE_INTS = 1 << 17, RESULT_SLOTS = 64, TABLES_WORK = 20000000 };

/* ---- how long it takes ---- */

static int64_t at_most(int64_t work) { return work < TABLES_WORK ? work : TABLES_WORK; }

static int64_t work_of_list(struct compilation *c, const struct tree *list);

/* A call of something that is being looked at calls itself: what that takes is seen when it is worked out. */
static int64_t work_of_call(struct compilation *c, struct symbol *callee) {
  if (callee->kind != SYMBOL_FN || callee->table_column >= 0) return 1;
  if (callee->work == 0) {
    callee->work = 1;
    callee->work = (int32_t)at_most(1 + work_of_list(c, callee->tree->kid[FN_VALUE]));
  }
  return callee->work;
}

/* What stands in a loop is done for every element; a domain of unknown size counts as one. */
static int64_t work_of(struct compilation *c, const struct tree *node) {
  int64_t inside = 0, times = 1;
  const struct note *note = node->note;
  if (node->kind == TREE_CALL && note && note->kind == NOTE_CALL) inside = work_of_call(c, note->symbol);
  for (int i = 0; i < tree_kid_count(node->kind); i++) inside = at_most(inside + work_of_list(c, node->kid[i]));
  if (tree_is_comprehension(node)) times = bounds_elements(c, node->kid[0]->kid[BINDER_DOMAIN]);
  return times > 1 ? at_most(times * (1 + inside)) : 1 + inside;
}

static int64_t work_of_list(struct compilation *c, const struct tree *list) {
  int64_t work = 0;
  for (const struct tree *node = list; node; node = node->next) work = at_most(work + work_of(c, node));
  return work;
}

bool tabulate_affords(struct compilation *c, int64_t entries, int64_t times, const struct tree *node) {
  int64_t work = at_most(entries * times) * work_of(c, node);
  if (work > TABLES_WORK - c->table_work) return false;
  c->table_work += work;
  return true;
}

/* ---- fns ---- */

bool tabulate_is_constant(unsigned effects) { return !(effects & ~(unsigned)(EFFECT_FUEL | EFFECT_GROWS)); }

/* Anything that loops or branches is worth a table; plain arithmetic on fields is not. */
static bool is_work(const struct tree *node, struct met met) {
  for (; node; node = node->next) {
    if (tree_is_comprehension(node) || node->kind == TREE_MATCH_VALUE) return true;
    bool calls = node->kind == TREE_CALL && node->note && note_of(node)->kind == NOTE_CALL;
    struct symbol *callee = calls ? note_of(node)->symbol : NULL;
    if (callee && met_first(met, callee) && is_work(callee->tree->kid[FN_VALUE], met)) return true;
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (is_work(node->kid[i], met)) return true;
  }
  return false;
}

static bool fits_table(struct compilation *c, const struct symbol *fn, struct tabulation *table) {
  int64_t entries = 1;
  if (fn->param_count < 1 || fn->param_count > TABULATION_PARAMS) return false;
  for (const struct symbol *param = fn->params; param; param = param->next_param) {
    enum type_kind kind = param->type->kind;
    bool finite = kind == TYPE_KIND_ENUM || kind == TYPE_KIND_CARD || kind == TYPE_KIND_PATH || kind == TYPE_KIND_BOOL;
    if (!finite || param->type->optional) return false;
    int32_t count = type_count(c, param->type);
    table->counts[table->params++] = count;
    entries *= count;
    if (entries > TABLE_ENTRIES) return false;
  }
  int32_t slots = type_slots(c, fn->type);
  bool plain = type_is_scalar(fn->type) || fn->type->kind == TYPE_KIND_SET || fn->type->kind == TYPE_KIND_BAG;
  return plain && slots <= RESULT_SLOTS && entries * slots <= TABLE_INTS;
}

static int32_t entries_of(const struct tabulation *table) {
  int32_t entries = 1;
  for (int32_t i = 0; i < table->params; i++) entries *= table->counts[i];
  return entries;
}

static void make_table(struct lower *l, struct symbol *fn, struct tabulation table) {
  struct compilation *c = l->c;
  table.column = context_column(c, NULL, type_slots(c, fn->type), entries_of(&table));
  table.proc = lower_proc_of(l, fn, NULL);
  fn->table_column = table.column;
  PUSH(c, tabulations, table);
}

bool tabulate_call(struct lower *l, struct symbol *fn) {
  if (!lower_runs(l, PASS_tabulate)) return false;
  if (fn->table_column >= 0) return true;
  if (fn->kind != SYMBOL_FN || fn->not_tabulated || !fn->tree->kid[FN_VALUE]) return false;
  struct tabulation table = { 0 };
  bool worth = fits_table(l->c, fn, &table) && tabulate_is_constant(trial_fn(l, fn)) &&
               is_work(fn->tree->kid[FN_VALUE], met_begin(l->c)) &&
               tabulate_affords(l->c, entries_of(&table), 1, fn->tree->kid[FN_VALUE]);
  fn->not_tabulated = !worth;
  if (worth) make_table(l, fn, table);
  return worth;
}

/* ---- sets and bags written as their items ---- */

struct literal {
  struct tree *node;
  struct type *type;
  struct symbol *key;
  int32_t column, entries;
};

/* Declarations are met first, so that what a literal binds itself is known when it is named. */
static bool meet_declared(const struct tree *node, const void *met) {
  if (node->symbol) met_first(*(const struct met *)met, node->symbol);
  return false;
}

static bool is_unmet_name(const struct tree *node, const void *met) {
  const struct note *note = node->kind == TREE_NAME ? node->note : NULL;
  return note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL &&
         met_first(*(const struct met *)met, note->symbol);
}

/* The only local name that a literal mentions and does not bind itself, so that it has a value before it; NULL if there is
 * none, if there is another, or if it stands for an expression. */
static struct symbol *only_name(struct compilation *c, const struct tree *literal) {
  struct met met = met_begin(c);
  tree_first(literal, meet_declared, &met);
  const struct tree *name = tree_first(literal, is_unmet_name, &met);
  if (!name || note_of(name)->symbol->inline_value || tree_first(literal, is_unmet_name, &met)) return NULL;
  return note_of(name)->symbol;
}

static const struct literal *known_literal(const struct compilation *c, const struct tree *node) {
  uintptr_t number = (uintptr_t)table_get(c->tabled, (const char *)node);
  return number ? ITEM(c, literals, struct literal, number - 1) : NULL;
}

int32_t tabulate_literal(struct lower *l, struct tree *node, struct type *type, const struct symbol **key) {
  struct compilation *c = l->c;
  const struct literal *known = known_literal(c, node);
  struct literal made = { .node = node, .type = type };
  if (type->kind != TYPE_KIND_SET && type->kind != TYPE_KIND_BAG) return -1;
  if (!lower_runs(l, PASS_tabulate) || !(made.key = only_name(c, node))) return -1;
  enum type_kind kind = made.key->type->kind;
  bool finite = (kind == TYPE_KIND_ENUM || kind == TYPE_KIND_CARD) && !made.key->type->optional;
  if (!finite || !tabulate_is_constant(trial_expression(l, node))) return -1;
  if (known) return *key = known->key, known->column;
  int32_t slots = type_slots(c, type);
  made.entries = type_count(c, made.key->type);
  if (made.entries < 1 || slots > RESULT_SLOTS || made.entries > TABLE_INTS / slots) return -1;
  if (!tabulate_affords(c, made.entries, 1, node)) return -1;
  made.column = context_column(c, NULL, slots, made.entries);
  size_t index = (size_t)PUSH(c, literals, made);
  if (arena_failed(c->arena)) return -1; /* it may not be kept */
  table_put(c->tabled, (const char *)node, (void *)(uintptr_t)(index + 1));
  return *key = made.key, made.column;
}

static void lower_literal(struct lower *l, void *context) {
  const struct literal *literal = context;
  int32_t slots = type_slots(l->c, literal->type), value = slot_take(l, slots), before = literal->key->slot;
  literal->key->slot = FRAME_HEAD;
  lower_items(l, literal->node, value, literal->type);
  emit(l, OP_CODE_RETURN_VALUE, (unsigned)slots, value, 0, 0);
  literal->key->slot = before;
}

void tabulate_pending(struct compilation *c) {
  while (c->literals_done < c->literals.count && !arena_failed(c->arena)) {
    struct literal literal = *ITEM(c, literals, struct literal, c->literals_done++);
    struct tabulation table = { .column = literal.column, .params = 1, .counts = { literal.entries } };
    table.proc =
        lower_thunk(c, "items", literal.node, PROC_OTHER, 1, type_slots(c, literal.type), lower_literal, &literal);
    PUSH(c, tabulations, table);
  }
}
