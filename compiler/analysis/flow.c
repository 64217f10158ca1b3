/* Walks through all code that a game comes to: see flow.h. Whatever is assigned, given to a parameter or returned
 * widens what is known of it; in the last round the judges look at every condition, assignment, match and choice, and
 * statements that are never reached are reported. */
#include "compiler/analysis/flow.h"

enum { PATIENCE = 3, ROUNDS = 24 };

/* Whether control can come out at the end. */
static bool walk_block(struct flow *f, const struct tree *block);
static void visit(struct flow *f, const struct tree *node);

/* ---- growing ---- */

/* After a few times a value grows to all of its type at once, so that the rounds come to an end. */
static void grow(struct flow *f, struct symbol *symbol, const struct type *type, struct value value) {
  struct known *known = known_of(f->a, symbol);
  struct value all = value_of_type(f->c, type), joined = value_join(known->value, value);
  bool none = joined.none;
  joined = value_meet(joined, all);
  joined.none = none && all.none;
  if (value_equal(joined, known->value)) return;
  if (known->grown >= PATIENCE) {
    if (joined.low < known->value.low) joined = value_join(joined, value_range(all.low, joined.high));
    if (joined.high > known->value.high) joined = value_join(joined, value_range(joined.low, all.high));
    if (known->grown >= 2 * PATIENCE) joined = all;
  }
  if (known->grown < 100) known->grown++;
  known->value = joined;
  f->grown = true;
}

static void grow_local(struct flow *f, const struct tree *declaration, struct value value) {
  struct symbol *local = declaration->symbol;
  grow(f, local, local->type, value);
}

static void give_arguments(struct flow *f, struct symbol *callee, const struct tree *arguments, int first) {
  struct symbol *param = callee->params;
  for (int i = 0; i < first && param; i++) param = param->next_param;
  for (const struct tree *arg = arguments; arg && param; arg = arg->next, param = param->next_param)
    if (param->type->kind != TYPE_KIND_ZONE && param->type->kind != TYPE_KIND_TEXT)
      grow(f, param, param->type, estimate_anew(f, arg));
}

/* ---- expressions ---- */

static void visit_list(struct flow *f, const struct tree *node) {
  for (; node; node = node->next) visit(f, node);
}

/* Binds the variable; its condition holds from here on. */
static void bind(struct flow *f, const struct tree *binder) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  visit(f, domain);
  f->fuel = FLOW_FUEL;
  grow_local(f, binder, estimate_elements(f, domain));
  if (binder->kid[BINDER_WHERE]) {
    visit(f, binder->kid[BINDER_WHERE]);
    conditions_judge(f, binder->kid[BINDER_WHERE]);
    facts_assume(f, binder->kid[BINDER_WHERE], true);
  }
  if (binder->kid[BINDER_BY]) visit(f, binder->kid[BINDER_BY]);
}

static void visit_over(struct flow *f, const struct tree *node) {
  int mark = facts_mark(f);
  bind(f, node->kid[0]);
  for (int i = 1; i < tree_kid_count(node->kind); i++)
    if (node->kid[i]) visit(f, node->kid[i]);
  facts_drop(f, mark);
}

static void visit_under(struct flow *f, const struct tree *condition, bool truth, const struct tree *node) {
  int mark = facts_mark(f);
  f->fuel = FLOW_FUEL;
  facts_assume(f, condition, truth);
  visit(f, node);
  facts_drop(f, mark);
}

static void visit_binary(struct flow *f, const struct tree *node) {
  const struct tree *left = node->kid[BINARY_LEFT], *right = node->kid[BINARY_RIGHT];
  visit(f, left);
  if (node->number == OP_AND || node->number == OP_OR) visit_under(f, left, node->number == OP_AND, right);
  else visit(f, right);
  if (node->number == OP_DIV || node->number == OP_MOD) ranges_judge_divisor(f, right);
}

static void visit(struct flow *f, const struct tree *node) {
  if (!node || arena_failed(f->c->arena)) return;
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  switch (node->kind) {
  case TREE_BINARY: visit_binary(f, node); return;
  case TREE_IF_ELSE:
    visit(f, node->kid[IF_ELSE_CONDITION]);
    conditions_judge(f, node->kid[IF_ELSE_CONDITION]);
    conditions_judge_ways(f, node, node->kid[IF_ELSE_THEN], node->kid[IF_ELSE_ELSE]);
    visit_under(f, node->kid[IF_ELSE_CONDITION], true, node->kid[IF_ELSE_THEN]);
    visit_under(f, node->kid[IF_ELSE_CONDITION], false, node->kid[IF_ELSE_ELSE]);
    return;
  case TREE_MATCH_VALUE:
    visit(f, node->kid[MATCH_VALUE_SUBJECT]);
    cases_judge(f, node->kid[MATCH_VALUE_SUBJECT], node->kid[MATCH_VALUE_ARMS]);
    for (const struct tree *arm = node->kid[MATCH_VALUE_ARMS]; arm; arm = arm->next) visit(f, arm->kid[ARM_BODY]);
    return;
  case TREE_INDEX: ranges_judge_index(f, node); break;
  case TREE_CALL:
    visit_list(f, node->kid[CALL_ARGS]);
    if (!note || note->kind != NOTE_CALL) return;
    give_arguments(f, note->symbol, node->kid[CALL_ARGS], 0);
    entries_call(f, note->symbol, node->kid[CALL_ARGS]);
    return;
  case TREE_CHAINS: visit(f, node->kid[CHAINS_VALUE]); return;
  case TREE_HANDS: {
    int mark = facts_mark(f);
    visit(f, node->kid[HANDS_COUNT]);
    bind(f, node->kid[HANDS_BINDER]);
    facts_drop(f, mark);
    return;
  }
  default:
    if (tree_is_comprehension(node)) {
      visit_over(f, node);
      return;
    }
    break;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++) visit_list(f, node->kid[i]);
}

static void visit_condition(struct flow *f, const struct tree *condition) {
  visit(f, condition);
  conditions_judge(f, condition);
}

static void assume(struct flow *f, const struct tree *condition, bool truth) {
  f->fuel = FLOW_FUEL;
  facts_assume(f, condition, truth);
}

/* ---- choices ---- */

/* Arguments, names and conditions of an option; what must be true for it holds from here on. */
static void walk_head(struct flow *f, const struct tree *option) {
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next) {
    offers_judge_domain(f, option, arg);
    bind(f, arg);
  }
  for (const struct tree *let = option->kid[OPTION_LETS]; let; let = let->next) {
    visit(f, let->kid[LET_VALUE]);
    grow_local(f, let, estimate_anew(f, let->kid[LET_VALUE]));
  }
  for (const struct tree *need = option->kid[OPTION_NEEDS]; need; need = need->next) {
    visit(f, need->kid[NEED_CONDITION]);
    offers_judge_need(f, option, need->kid[NEED_CONDITION]);
    if (need->kid[NEED_REASON]) visit(f, need->kid[NEED_REASON]);
    assume(f, need->kid[NEED_CONDITION], true);
  }
  if (option->kid[OPTION_LABEL]) visit(f, option->kid[OPTION_LABEL]);
}

/* One after the other; whether control comes out of any. In a choice of everybody at once the other bodies may have run
 * before: nothing that was tested need still hold. */
static bool walk_options(struct flow *f, const struct tree *options, const struct tree *everybody) {
  bool out = false;
  struct parting parting;
  facts_part(f, &parting);
  for (const struct tree *node = options; node; node = node->next) {
    bool goes_on = true;
    if (node->kind == TREE_OPTION) {
      walk_head(f, node);
      if (everybody) facts_change_all(f, everybody);
      goes_on = walk_block(f, node->kid[OPTION_BODY]);
    } else if (node->kind == TREE_OTHERWISE) goes_on = walk_block(f, node->kid[OTHERWISE_BLOCK]);
    else {
      visit(f, node->kid[INCLUDE_CALL]);
      facts_call(f, note_of(node->kid[INCLUDE_CALL])->symbol);
    }
    out |= goes_on;
    facts_next_way(f, &parting, goes_on);
  }
  facts_meet(f, &parting);
  return out;
}

static bool walk_choose(struct flow *f, const struct tree *node) {
  int mark = facts_mark(f);
  if (node->kid[CHOOSE_BY]) visit(f, node->kid[CHOOSE_BY]);
  if (node->kid[CHOOSE_EACH]) bind(f, node->kid[CHOOSE_EACH]);
  if (node->kid[CHOOSE_PROMPT]) visit(f, node->kid[CHOOSE_PROMPT]);
  offers_judge(f, node);
  bool out = walk_options(f, node->kid[CHOOSE_OPTIONS], node->kid[CHOOSE_EACH] ? node->kid[CHOOSE_OPTIONS] : NULL);
  facts_drop(f, mark);
  return out;
}

static struct value walk_pick(struct flow *f, const struct tree *node) {
  int mark = facts_mark(f);
  visit(f, node->kid[PICK_BY]);
  visit(f, node->kid[PICK_PROMPT]);
  offers_judge_pick(f, node);
  bind(f, node->kid[PICK_BINDER]);
  for (const struct tree *need = node->kid[PICK_NEEDS]; need; need = need->next) {
    visit_condition(f, need->kid[NEED_CONDITION]);
    if (need->kid[NEED_REASON]) visit(f, need->kid[NEED_REASON]);
    assume(f, need->kid[NEED_CONDITION], true);
  }
  if (node->kid[PICK_LABEL]) visit(f, node->kid[PICK_LABEL]);
  const struct symbol *local = node->kid[PICK_BINDER]->symbol;
  struct value value = local->known->value;
  facts_drop(f, mark);
  if (!node->kid[PICK_ELSE]) return value;
  visit(f, node->kid[PICK_ELSE]);
  return value_join(value, estimate_anew(f, node->kid[PICK_ELSE]));
}

/* ---- names and assignments ---- */

/* The value of `let` and `=`: with all that happens while it is worked out. */
static struct value walk_value(struct flow *f, const struct tree *node) {
  if (node->kind == TREE_PICK) return walk_pick(f, node);
  if (node->kind == TREE_DRAW_ONE) {
    visit(f, node->kid[DRAW_ONE_FROM]);
    visit(f, node->kid[DRAW_ONE_TO]);
    struct value card = value_range(0, INT32_MAX);
    card.none = true;
    return card;
  }
  visit(f, node);
  return estimate_anew(f, node);
}

/* What working it out has changed. */
static void change_by_value(struct flow *f, const struct tree *node) {
  if (node->kind == TREE_CALL || node->kind == TREE_DRAW_ONE) facts_change_by(f, node);
}

/* From here on a name compares so with an expression. */
static void remember(struct flow *f, const struct tree *let, enum tree_operator operator, struct tree * other) {
  struct tree *name = tree_new(f->c->arena, TREE_NAME, let->word_span);
  struct tree *bound = tree_new(f->c->arena, TREE_BINARY, let->span);
  name->word = let->word;
  types_note(f->c, name, NOTE_SYMBOL, let->symbol->type, let->symbol, 0);
  bound->number = (int32_t) operator;
  bound->kid[BINARY_LEFT] = name;
  bound->kid[BINARY_RIGHT] = other;
  types_note(f->c, bound, NOTE_PLAIN, f->c->bool_type, NULL, 0);
  facts_assume(f, bound, true);
}

/* `let paid = min(price, money)`: it is at most each of them. `let n = size(hand[p])`: a test of one tests the other. */
static void remember_bounds(struct flow *f, const struct tree *let) {
  struct tree *value = let->kid[LET_VALUE];
  enum builtin builtin = builtin_called(value);
  if (builtin == BUILTIN_SIZE) remember(f, let, OP_EQ, value);
  if (builtin != BUILTIN_MIN && builtin != BUILTIN_MAX) return;
  for (struct tree *arg = value->kid[CALL_ARGS]; arg; arg = arg->next)
    remember(f, let, builtin == BUILTIN_MIN ? OP_LE : OP_GE, arg);
}

static void walk_let(struct flow *f, const struct tree *node) {
  const struct tree *value = node->kid[LET_VALUE], *other = node->kid[LET_ELSE];
  struct value result = walk_value(f, value);
  change_by_value(f, value);
  if (other) {
    struct parting parting;
    facts_part(f, &parting);
    f->fuel = FLOW_FUEL;
    facts_assume_some(f, value, false);
    facts_next_way(f, &parting, walk_block(f, other));
    facts_meet(f, &parting);
    facts_assume_some(f, value, true);
    result = value_some(result);
  }
  grow_local(f, node, result);
  remember_bounds(f, node);
}

static struct value assigned(struct flow *f, const struct tree *node, const struct type *type, struct value value) {
  const struct tree *target = node->kid[ASSIGN_TARGET];
  if (node->number == OP_SET) return value;
  struct value before = estimate_anew(f, target);
  if (type->kind != TYPE_KIND_INT) return value_join(before, value);
  return node->number == OP_ADD ? value_add(before, value) : value_subtract(before, value);
}

/* A track that is clamped stops at its ends. */
static struct value clamp(struct value value, const struct type *type) {
  if (value.low > value.high) return value;
  int64_t low = value.low < type->low ? type->low : value.low > type->high ? type->high : value.low;
  int64_t high = value.high > type->high ? type->high : value.high < type->low ? type->low : value.high;
  return value_range(low, high);
}

static void walk_assign(struct flow *f, const struct tree *node) {
  const struct tree *target = node->kid[ASSIGN_TARGET];
  struct symbol *symbol = symbol_meant(target);
  const struct type *type = type_of(target);
  if (target->kind == TREE_INDEX) {
    ranges_judge_index(f, target);
    visit_list(f, target->kid[INDEX_ARGS]);
  }
  struct value value = assigned(f, node, type, walk_value(f, node->kid[ASSIGN_VALUE]));
  if (type->kind == TYPE_KIND_INT && symbol->tree->flags & FLAG_CLAMPED) value = clamp(value, type);
  else ranges_judge(f, node, symbol, type, value);
  change_by_value(f, node->kid[ASSIGN_VALUE]);
  facts_change(f, symbol);
  grow(f, symbol, type, value);
  bool whole = type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG || type->kind == TYPE_KIND_LIST ||
               type->kind == TYPE_KIND_ARRAY;
  if (whole && node->number == OP_ADD) facts_add_size(f, target, value_range(1, INT32_MAX));
  if (!whole && !value_is_nothing(value)) {
    bool none = value.none;
    value = value_meet(value, value_of_type(f->c, type));
    value.none = none;
    facts_add_value(f, target, value);
  }
}

/* ---- flow ---- */

static bool walk_if(struct flow *f, const struct tree *node) {
  const struct tree *condition = node->kid[IF_CONDITION], *other = node->kid[IF_ELSE];
  bool let = condition->kind == TREE_LET;
  const struct tree *value = let ? condition->kid[LET_VALUE] : condition;
  if (let) {
    grow_local(f, condition, value_some(walk_value(f, value)));
    change_by_value(f, value);
  } else visit_condition(f, condition);
  if (other) conditions_judge_ways(f, node, node->kid[IF_THEN], other);
  struct parting parting;
  facts_part(f, &parting);
  f->fuel = FLOW_FUEL;
  if (let) facts_assume_some(f, value, true);
  else facts_assume(f, condition, true);
  bool then = walk_block(f, node->kid[IF_THEN]), otherwise = true;
  facts_next_way(f, &parting, then);
  f->fuel = FLOW_FUEL;
  if (let) facts_assume_some(f, value, false);
  else facts_assume(f, condition, false);
  if (other) otherwise = other->kind == TREE_IF ? walk_if(f, other) : walk_block(f, other);
  facts_next_way(f, &parting, otherwise);
  facts_meet(f, &parting);
  f->fuel = FLOW_FUEL;
  if (then != otherwise && let) facts_assume_some(f, value, then);
  else if (then != otherwise) facts_assume(f, condition, then);
  if (then != otherwise) facts_change_all(f, then ? node->kid[IF_THEN] : other); /* that branch may have changed it */
  return then || otherwise;
}

/* Only one of the patterns is true in an arm. */
static struct value patterns_value(struct flow *f, const struct tree *patterns) {
  struct value value = value_nothing();
  for (const struct tree *pattern = patterns; pattern; pattern = pattern->next)
    value = value_join(value, pattern->kind == TREE_RANGE ? estimate_elements(f, pattern) : estimate(f, pattern));
  return value;
}

static bool walk_match(struct flow *f, const struct tree *node) {
  const struct tree *subject = node->kid[MATCH_SUBJECT];
  bool out = false;
  visit(f, subject);
  cases_judge(f, subject, node->kid[MATCH_ARMS]);
  struct parting parting;
  facts_part(f, &parting);
  for (const struct tree *arm = node->kid[MATCH_ARMS]; arm; arm = arm->next) {
    f->fuel = FLOW_FUEL;
    if (arm->kid[ARM_PATTERNS]) facts_add_value(f, subject, patterns_value(f, arm->kid[ARM_PATTERNS]));
    bool goes_on = walk_block(f, arm->kid[ARM_BODY]);
    facts_next_way(f, &parting, goes_on);
    out |= goes_on;
  }
  facts_meet(f, &parting);
  return out || !node->kid[MATCH_ARMS];
}

/* The body of a loop: what it changes may have changed before. */
static bool walk_body(struct flow *f, struct flow_loop *loop, const struct tree *block) {
  loop->outer = f->loop;
  f->loop = loop;
  bool out = walk_block(f, block);
  f->loop = loop->outer;
  return out;
}

static bool walk_for(struct flow *f, const struct tree *node) {
  struct flow_loop loop = { 0 };
  int mark = facts_mark(f);
  facts_change_all(f, node->kid[FOR_BLOCK]);
  bind(f, node->kid[FOR_BINDER]);
  walk_body(f, &loop, node->kid[FOR_BLOCK]);
  facts_drop(f, mark);
  return true;
}

static bool is_literally_true(const struct tree *node) { return node->kind == TREE_BOOL && node->number; }

static bool walk_while(struct flow *f, const struct tree *node) {
  struct flow_loop loop = { 0 };
  const struct tree *condition = node->kid[WHILE_CONDITION];
  facts_change_all(f, node->kid[WHILE_BLOCK]);
  visit_condition(f, condition);
  int mark = facts_mark(f);
  assume(f, condition, true);
  walk_body(f, &loop, node->kid[WHILE_BLOCK]);
  facts_drop(f, mark);
  if (!loop.breaks) assume(f, condition, false);
  return loop.breaks || !is_literally_true(condition);
}

static bool walk_repeat(struct flow *f, const struct tree *node) {
  struct flow_loop loop = { 0 };
  int mark = facts_mark(f);
  if (node->kid[REPEAT_TIMES]) visit(f, node->kid[REPEAT_TIMES]);
  facts_change_all(f, node->kid[REPEAT_BLOCK]);
  bool out = walk_body(f, &loop, node->kid[REPEAT_BLOCK]) || loop.continues;
  if (loop.continues) facts_drop(f, mark);
  if (node->kid[REPEAT_UNTIL]) visit_condition(f, node->kid[REPEAT_UNTIL]);
  facts_drop(f, mark);
  if (node->kid[REPEAT_UNTIL] && !loop.breaks) assume(f, node->kid[REPEAT_UNTIL], true);
  if (node->kid[REPEAT_TIMES]) return true;
  return loop.breaks || (node->kid[REPEAT_UNTIL] && out);
}

static void walk_return(struct flow *f, const struct tree *node) {
  struct symbol *procedure = f->procedure->symbol;
  grow(f, procedure, procedure->type, walk_value(f, node->kid[RETURN_VALUE]));
}

static void come_out(struct flow *f) {
  f->grown |= !f->procedure->returns;
  f->procedure->returns = true;
}

/* ---- statements ---- */

static bool walk_call(struct flow *f, const struct tree *node) {
  const struct note *note = note_of(node);
  visit(f, node);
  if (!note || note->kind != NOTE_CALL) return true;
  facts_call(f, note->symbol);
  return note->symbol->recursive || known_of(f->a, note->symbol)->returns; /* reactions.c judges recursion */
}

static void walk_apply(struct flow *f, const struct tree *node) {
  const struct field *field = note_of(node->kid[APPLY_TARGET])->field;
  visit(f, node->kid[APPLY_TARGET]);
  visit_list(f, node->kid[APPLY_ARGS]);
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++) {
    const struct tree *cell = field->cells[row];
    const struct note *note = cell ? note_of(cell) : NULL;
    if (!note || note->kind != NOTE_CALL) continue;
    entries_forget(f, note->symbol);
    give_arguments(f, note->symbol, node->kid[APPLY_ARGS], 0);
    if (cell->kind == TREE_CALL) give_arguments(f, note->symbol, cell->kid[CALL_ARGS], field->type->cell_param_count);
  }
}

/* Statements that only work on cards and texts. */
static void walk_plain(struct flow *f, const struct tree *node) {
  struct symbol *card = node->kind == TREE_MOVE_RANDOM || node->kind == TREE_MOVE_ALL ? node->symbol : NULL;
  if (card) grow(f, card, card->type, value_of_type(f->c, card->type));
  for (int i = 0; i < tree_kid_count(node->kind); i++) visit_list(f, node->kid[i]);
  facts_change_by(f, node);
  if (node->kind == TREE_MOVE) facts_add_size(f, meant_zone(node->kid[MOVE_TO]), value_range(1, INT32_MAX));
}

static bool walk_statement(struct flow *f, const struct tree *node) {
  switch (node->kind) {
  case TREE_LET: walk_let(f, node); return true;
  case TREE_LOCAL:
    grow_local(f, node, walk_value(f, node->kid[LOCAL_VALUE]));
    change_by_value(f, node->kid[LOCAL_VALUE]);
    return true;
  case TREE_ASSIGN: walk_assign(f, node); return true;
  case TREE_CALL: return walk_call(f, node);
  case TREE_APPLY: walk_apply(f, node), walk_plain(f, node); return true;
  case TREE_IF: return walk_if(f, node);
  case TREE_MATCH: return walk_match(f, node);
  case TREE_FOR: return walk_for(f, node);
  case TREE_WHILE: return walk_while(f, node);
  case TREE_REPEAT: return walk_repeat(f, node);
  case TREE_CHOOSE: return walk_choose(f, node);
  case TREE_BLOCK: return walk_block(f, node);
  case TREE_BREAK:
    if (f->loop) f->loop->breaks = true;
    return false;
  case TREE_CONTINUE:
    if (f->loop) f->loop->continues = true;
    return false;
  case TREE_RETURN:
    walk_return(f, node);
    come_out(f);
    return false;
  case TREE_LEAVE: come_out(f); return false;
  case TREE_END_GAME: return false;
  case TREE_FAIL: visit(f, node->kid[FAIL_STRING]); return false;
  default: walk_plain(f, node); return true;
  }
}

static bool walk_block(struct flow *f, const struct tree *block) {
  int mark = facts_mark(f);
  bool out = true;
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node && out && !arena_failed(f->c->arena);
       node = node->next) {
    out = walk_statement(f, node);
    if (!out && node->next && f->reporting)
      diag_report(f->c->diags, DIAG_W0506, node->next->span, "this is never reached");
  }
  facts_drop(f, mark);
  return out;
}

/* ---- rounds ---- */

static void walk_keys(struct flow *f, const struct tree *rank) {
  grow_local(f, rank, value_of_type(f->c, f->c->player_type));
  for (const struct tree *key = rank->kid[RANK_KEYS]; key; key = key->next) visit(f, key->kid[KEY_VALUE]);
}

static void walk_procedure(struct flow *f, struct known *known) {
  struct symbol *symbol = known->symbol;
  const struct tree *body = meant_body(symbol);
  f->procedure = known;
  f->fact_count = 0;
  f->loop = NULL;
  if (symbol_is_extern(symbol)) {
    grow(f, symbol, symbol->type, value_of_type(f->c, symbol->type));
    come_out(f);
  }
  if (!body) return;
  entries_open(f, known);
  switch (symbol->tree->kind) {
  case TREE_RANK: walk_keys(f, symbol->tree); break;
  case TREE_VALUE_OF: grow_local(f, symbol->tree, value_of_type(f->c, f->c->player_type)), visit(f, body); break;
  case TREE_INVARIANT: visit(f, body); break;
  case TREE_OPTIONS: walk_options(f, body, NULL), come_out(f); break;
  default:
    if (body->kind != TREE_BLOCK) {
      visit(f, body);
      grow(f, symbol, symbol->type, estimate_anew(f, body));
      come_out(f);
    } else if (walk_block(f, body)) come_out(f);
  }
}

static void walk_procedures(struct flow *f) {
  for (struct known *known = f->a->first; known && !arena_failed(f->c->arena); known = known->next)
    walk_procedure(f, known);
}

static void start_variables(struct flow *f) {
  for (struct symbol *symbol = f->c->first_symbol; symbol && !arena_failed(f->c->arena); symbol = symbol->next) {
    if (symbol->kind != SYMBOL_VAR) continue;
    struct tree *value = symbol->tree->kid[symbol->tree->kind == TREE_TRACK ? TRACK_VALUE : VAR_VALUE];
    /* what never changes is judged by variables.c, what only a rule changes that no game comes to by reach.c */
    bool changes = known_of(f->a, symbol)->uses & USE_WRITE && !symbol->known->stray;
    grow(f, symbol, symbol->type, changes ? estimate_anew(f, value) : value_of_type(f->c, symbol->type));
  }
}

/* Parameters of what nothing in the game calls with arguments (zones of any deck, rankings) keep all of their type. */
void flow_check(struct analysis *a) {
  struct flow *f = arena_alloc(a->c->arena, sizeof *f);
  f->a = a;
  f->c = a->c;
  start_variables(f);
  f->grown = true;
  for (int round = 0; f->grown && round < ROUNDS && !arena_failed(a->c->arena); round++) {
    f->grown = false;
    walk_procedures(f);
  }
  if (f->grown) return; /* nothing is certain yet */
  f->reporting = true;
  walk_procedures(f);
}
