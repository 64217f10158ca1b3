/* Fns that depend on nothing but their arguments become tables: a call is then a look-up. So do sets and bags that are
 * written as items of one name: `[d.continent.ticket]`. The machine works the tables
 * out when the program is put together (vm/tabulate.c); here it is decided which fns qualify.
 *
 * A fn qualifies if its parameters are finite, it reads no variable, zone or setting and does not ask for the number of
 * players, nothing in it can raise a rule error, its table stays small, and it does more than read a field. */
#include "compiler/lower.h"

enum { TABLE_ENTRIES = 20000, TABLE_INTS = 1 << 17, RESULT_SLOTS = 64 };
enum { UNKNOWN, WORKING, YES, NO }; /* symbol->constancy */

static bool constant_list(const struct tree *node);
static bool is_constant(struct symbol *fn);

static bool constant_call(const struct tree *node) {
  const struct note *note = note_of(node);
  if (note->kind == NOTE_CALL) return note->symbol->kind == SYMBOL_FN && is_constant(note->symbol);
  switch ((enum builtin)note->value) {
  case BUILTIN_INDEX:
  case BUILTIN_MIN:
  case BUILTIN_MAX:
  case BUILTIN_SIZE:
  case BUILTIN_EMPTY:
  case BUILTIN_NEIGHBOURS:
  case BUILTIN_DISTANCE:
  case BUILTIN_WITHIN: return true;
  default: return false;
  }
}

static bool constant_node(const struct tree *node) {
  const struct note *note = node->note;
  switch (node->kind) {
  case TREE_NAME:
    if (!note) return true; /* the graph of a graph function */
    return note->kind == NOTE_VALUE || note->symbol->kind == SYMBOL_CONST || note->symbol->kind == SYMBOL_LOCAL;
  case TREE_INDEX:
  case TREE_PLAYERS:
  case TREE_PLAYERS_STARTING:
  case TREE_ROLL:
  case TREE_RANDOM:
  case TREE_HANDS:
  case TREE_STRING: return false;
  case TREE_BINARY:
    if (node->number == OP_DIV || node->number == OP_MOD) return false;
    break;
  case TREE_CALL:
    if (note && note->kind == NOTE_PLAIN) break; /* paths(…) as a domain */
    if (note && !constant_call(node)) return false;
    break;
  default: break;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    if (!constant_list(node->kid[i])) return false;
  return true;
}

static bool constant_list(const struct tree *node) {
  for (; node; node = node->next)
    if (!constant_node(node)) return false;
  return true;
}

bool tabulate_is_constant_value(const struct tree *node) { return constant_node(node); }

/* Whether a fn depends on its arguments alone. */
static bool is_constant(struct symbol *fn) {
  if (fn->constancy == UNKNOWN) {
    fn->constancy = WORKING;
    bool constant =
        !fn->recursive && !fn->deck_param && fn->tree->kid[FN_VALUE] && constant_node(fn->tree->kid[FN_VALUE]);
    fn->constancy = constant ? YES : NO;
  }
  return fn->constancy == YES;
}

/* Anything that loops or branches is worth a table; plain arithmetic on fields is not. */
static bool is_work(const struct tree *node, struct met *met) {
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

static void make_table(struct lower *l, struct symbol *fn, struct tabulation table) {
  struct compilation *c = l->c;
  int32_t entries = 1, slots = type_slots(c, fn->type);
  for (int32_t i = 0; i < table.params; i++) entries *= table.counts[i];
  table.column = context_column(c, NULL, slots, entries);
  table.proc = lower_proc_of(l, fn, NULL);
  fn->table_column = table.column;
  PUSH(c, tabulations, table);
}

bool tabulate_call(struct lower *l, struct symbol *fn) {
  if (fn->table_column >= 0) return true;
  if (fn->kind != SYMBOL_FN || fn->constancy == NO || fn->not_tabulated) return false;
  struct tabulation table = { 0 };
  struct met met = { NULL };
  bool worth = is_constant(fn) && fits_table(l->c, fn, &table) && is_work(fn->tree->kid[FN_VALUE], &met);
  met_forget(&met);
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

static bool has_one_name(const struct tree *node, struct symbol **name);

static bool list_has_one_name(const struct tree *node, struct symbol **name) {
  for (; node; node = node->next)
    if (!has_one_name(node, name)) return false;
  return true;
}

/* Whether no more than one local name is mentioned, and which. */
static bool has_one_name(const struct tree *node, struct symbol **name) {
  const struct note *note = node->note;
  if (node->kind == TREE_NAME && note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL) {
    if (note->symbol->inline_value || (*name && *name != note->symbol)) return false;
    *name = note->symbol;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    if (!list_has_one_name(node->kid[i], name)) return false;
  return true;
}

static const struct literal *known_literal(const struct compilation *c, const struct tree *node) {
  for (size_t i = 0; i < c->literals.count; i++) {
    const struct literal *literal = ITEM(c, literals, struct literal, i);
    if (literal->node == node) return literal;
  }
  return NULL;
}

int32_t tabulate_literal(struct lower *l, struct tree *node, struct type *type, const struct symbol **key) {
  struct compilation *c = l->c;
  const struct literal *known = known_literal(c, node);
  struct literal made = { .node = node, .type = type };
  if (known) return *key = known->key, known->column;
  if (type->kind != TYPE_KIND_SET && type->kind != TYPE_KIND_BAG) return -1;
  if (!constant_list(node->kid[LIST_VALUE_ITEMS]) || !has_one_name(node, &made.key) || !made.key) return -1;
  enum type_kind kind = made.key->type->kind;
  bool finite = (kind == TYPE_KIND_ENUM || kind == TYPE_KIND_CARD) && !made.key->type->optional;
  if (!finite || lower_could_fail(node)) return -1;
  int32_t slots = type_slots(c, type);
  made.entries = type_count(c, made.key->type);
  if (made.entries < 1 || slots > RESULT_SLOTS || made.entries > TABLE_INTS / slots) return -1;
  made.column = context_column(c, NULL, slots, made.entries);
  PUSH(c, literals, made);
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
