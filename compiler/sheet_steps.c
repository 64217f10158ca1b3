/* Statements as a nested list of sentences: what is done, in order. */
#include "compiler/sheet.h"

#include <string.h>

#include "compiler/types.h"

void sheet_item(struct sheet *sheet, const char *lead) {
  text_format(sheet->out, "\n%*s- %s", SHEET_INDENT * sheet->level, "", lead);
}

/* ---- what is a rule ---- */

static bool other_has_rules(const struct tree *other);

static bool any_arm_has_rules(const struct tree *arms) {
  for (; arms; arms = arms->next)
    if (sheet_has_rules(arms->kid[ARM_BODY])) return true;
  return false;
}

/* Texts only serve what is said. */
static bool is_text(const struct tree *node) {
  const struct type *type = node ? sheet_type_of(node) : NULL;
  return type && type->kind == TYPE_KIND_TEXT;
}

static bool asks_or_draws(const struct tree *value) { return value->kind == TREE_PICK || value->kind == TREE_DRAW_ONE; }

/* What is said and what cannot happen are no rules, nor is what decides only about such. */
static bool is_rule(const struct tree *node) {
  switch (node->kind) {
  case TREE_SAY:
  case TREE_FAIL: return false;
  case TREE_LET: return asks_or_draws(node->kid[LET_VALUE]) || !is_text(node->kid[LET_VALUE]);
  case TREE_LOCAL: return !is_text(node->kid[LOCAL_VALUE]);
  case TREE_ASSIGN: return !is_text(node->kid[ASSIGN_TARGET]);
  case TREE_IF: {
    bool is_action =
        node->kid[IF_CONDITION]->kind == TREE_LET && asks_or_draws(node->kid[IF_CONDITION]->kid[LET_VALUE]);
    return is_action || sheet_has_rules(node->kid[IF_THEN]) || other_has_rules(node->kid[IF_ELSE]);
  }
  case TREE_FOR: return sheet_has_rules(node->kid[FOR_BLOCK]);
  case TREE_WHILE: return sheet_has_rules(node->kid[WHILE_BLOCK]);
  case TREE_REPEAT: return sheet_has_rules(node->kid[REPEAT_BLOCK]);
  case TREE_BLOCK: return sheet_has_rules(node);
  case TREE_MATCH: return any_arm_has_rules(node->kid[MATCH_ARMS]);
  default: return true;
  }
}

bool sheet_has_rules(const struct tree *block) {
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node; node = node->next)
    if (is_rule(node)) return true;
  return false;
}

/* Whether what follows `else` holds a rule. */
static bool other_has_rules(const struct tree *other) {
  return other && (other->kind == TREE_IF ? is_rule(other) : sheet_has_rules(other));
}

/* ---- lists ---- */

/* The next item; those of the outermost list have numbers. */
static void begin(struct sheet *sheet, const char *lead) {
  if (sheet->numbered) text_format(sheet->out, "\n%*s%d. %s", SHEET_INDENT * sheet->level, "", ++sheet->number, lead);
  else sheet_item(sheet, lead);
}

void sheet_nested(struct sheet *sheet, const struct tree *block) {
  sheet->level++;
  sheet_block(sheet, block, false);
  sheet->level--;
}

static void head(struct sheet *sheet, const char *before, const struct tree *node, const char *after) {
  say(sheet, before);
  sheet_condition(sheet, node);
  say(sheet, after);
}

/* ---- what a line leads to ---- */

static void statement(struct sheet *sheet, const struct tree *node);

/* The only rule of a block; NULL if it has several or none. */
static const struct tree *only_rule(const struct tree *block) {
  const struct tree *only = NULL;
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node; node = node->next) {
    if (!is_rule(node)) continue;
    if (only) return NULL;
    only = node->kind == TREE_BLOCK ? only_rule(node) : node;
    if (!only) return NULL;
  }
  return only;
}

/* Whether a step is short enough to end the sentence of what leads to it. A choice is, as its options stand below it
 * anyhow; a name that begins a sentence could not go on in another. */
static bool is_short(const struct tree *node) {
  switch (tree_statement(node)) {
  case STATEMENT_LET:
  case STATEMENT_LOCAL:
  case STATEMENT_IF:
  case STATEMENT_MATCH:
  case STATEMENT_FOR:
  case STATEMENT_WHILE:
  case STATEMENT_REPEAT:
  case STATEMENT_BLOCK: return false;
  case STATEMENT_ASSIGN: return node->kid[ASSIGN_VALUE]->kind != TREE_PICK;
  case STATEMENT_CHOOSE: return node->kid[CHOOSE_EACH] || sheet_is_local(node->kid[CHOOSE_BY]);
  default: return true;
  }
}

/* The one step that a line says itself; NULL if it has a list below it. */
static const struct tree *step_of_line(const struct sheet *sheet, const struct tree *block) {
  const struct tree *only = sheet->step_a_line || block->kind != TREE_BLOCK ? NULL : only_rule(block);
  return only && is_short(only) ? only : NULL;
}

/* Ends a line such as "If it is red": by its one step, or by a colon and the list of its steps. */
void sheet_leads_to(struct sheet *sheet, const struct tree *cites, const struct tree *block) {
  const struct tree *step = step_of_line(sheet, block);
  sheet_finish(sheet, cites, step ? ", " : ":");
  if (!step) return sheet_nested(sheet, block);
  size_t from = sheet->out->length;
  statement(sheet, step);
  sheet_small(sheet, from);
}

bool sheet_step(struct sheet *sheet, const struct tree *block) {
  const struct tree *step = step_of_line(sheet, block);
  if (!step || step->kind == TREE_CHOOSE) return false;
  say(sheet, " ");
  statement(sheet, step);
  return true;
}

/* ---- parts of sentences ---- */

static void between(struct sheet *sheet, const struct tree *from, const struct tree *to) {
  sheet_around(sheet, " from ", from, " to ");
  sheet_argument(sheet, to);
}

/* Those who are shown something. */
static void listeners(struct sheet *sheet, const struct tree *to) {
  const struct note *note = note_of(to);
  if (to->kind == TREE_PLAYERS) text_add(sheet->out, " to everybody");
  else if (note && note->domain == DOMAIN_OTHERS && to->kind == TREE_CALL && to->kid[CALL_ARGS])
    sheet_around(sheet, " to everybody but ", to->kid[CALL_ARGS], "");
  else sheet_around(sheet, " to ", to, "");
}

/* ---- values that get a name ---- */

static void procedure(struct sheet *sheet, const struct tree *call) {
  sheet_link(sheet, call->word);
  sheet_given(sheet, call->kid[CALL_ARGS]);
}

static bool is_effect(const struct tree *value) {
  const struct note *note = value->kind == TREE_CALL ? note_of(value) : NULL;
  return note && note->kind == NOTE_CALL && note->symbol && note->symbol->kind != SYMBOL_FN;
}

static void value(struct sheet *sheet, const struct tree *node) {
  if (node->kind == TREE_DRAW_ONE) {
    say(sheet, "a card drawn");
    between(sheet, node->kid[DRAW_ONE_FROM], node->kid[DRAW_ONE_TO]);
  } else if (is_effect(node)) {
    say(sheet, "the result of ");
    procedure(sheet, node);
  } else sheet_expression(sheet, node);
}

static void draw_one(struct sheet *sheet, const struct tree *draw, const char *name) {
  say(sheet, "Draw 1 card");
  if (name) say(sheet, ", "), sheet_variable(sheet, name), say(sheet, ",");
  between(sheet, draw->kid[DRAW_ONE_FROM], draw->kid[DRAW_ONE_TO]);
}

static bool is_truth(const struct tree *node) {
  const struct type *type = sheet_type_of(node);
  return type && type->kind == TYPE_KIND_BOOL && !type->optional;
}

static void let(struct sheet *sheet, const struct tree *node) {
  const struct tree *given = node->kid[LET_VALUE];
  if (given->kind == TREE_PICK) sheet_pick(sheet, given, node->word);
  else if (given->kind == TREE_DRAW_ONE) draw_one(sheet, given, node->word);
  else {
    say(sheet, "Let ");
    sheet_variable(sheet, node->word);
    say(sheet, " be ");
    value(sheet, given);
  }
  if (given->kind != TREE_PICK) sheet_finish(sheet, node->cites, ".");
  if (!node->kid[LET_ELSE] || !sheet_has_rules(node->kid[LET_ELSE])) return;
  bool goes_on = given->kind != TREE_PICK && step_of_line(sheet, node->kid[LET_ELSE]);
  if (goes_on) {
    say(sheet, " If there is none");
    return sheet_leads_to(sheet, NULL, node->kid[LET_ELSE]);
  }
  sheet->level++;
  sheet_item(sheet, "If there is none");
  sheet_leads_to(sheet, NULL, node->kid[LET_ELSE]);
  sheet->level--;
}

static bool is_nothing(const struct tree *value) {
  return value->kind == TREE_NONE || (value->kind == TREE_LIST_VALUE && !value->kid[LIST_VALUE_ITEMS]);
}

static void set(struct sheet *sheet, const struct tree *node) {
  const struct tree *target = node->kid[ASSIGN_TARGET], *amount = node->kid[ASSIGN_VALUE];
  size_t from = sheet->out->length;
  if (amount->kind == TREE_PICK) {
    sheet_pick(sheet, amount, NULL);
    sheet->level++;
    sheet_item(sheet, "");
    sheet_around(sheet, "Set ", target, " to it");
    sheet->level--;
  } else if (amount->kind == TREE_BOOL) {
    sheet_new_state(sheet, target, !amount->number);
    if (!sheet_is_local(target)) sheet_capital(sheet, from);
  } else if (is_truth(target)) {
    sheet_new_state(sheet, target, false);
    say(sheet, " exactly if ");
    sheet_condition(sheet, amount);
    if (!sheet_is_local(target)) sheet_capital(sheet, from);
  } else if (is_nothing(amount)) {
    sheet_around(sheet, "Clear ", target, "");
  } else {
    sheet_around(sheet, "Set ", target, " to ");
    value(sheet, amount);
  }
  sheet_finish(sheet, node->cites, ".");
}

/* "Add 1 to the round", "Raise p's coins by the number of …" */
static void assign(struct sheet *sheet, const struct tree *node) {
  const struct tree *target = node->kid[ASSIGN_TARGET], *amount = node->kid[ASSIGN_VALUE];
  if (node->number == OP_SET) return set(sheet, node);
  const struct type *type = sheet_type_of(target);
  bool adds = node->number == OP_ADD, number = type && type->kind == TYPE_KIND_INT;
  if (number && amount->kind != TREE_INT && amount->kind != TREE_NAME) {
    sheet_around(sheet, adds ? "Raise " : "Lower ", target, " by ");
    sheet_expression(sheet, amount);
  } else {
    sheet_around(sheet, adds ? "Add " : "Take ", amount, adds ? " to " : " from ");
    sheet_argument(sheet, target);
  }
  sheet_finish(sheet, node->cites, ".");
}

/* ---- branches ---- */

/* "if let c = first(c in …)": the name is told with what it is. */
static bool names_itself(const struct tree *let) {
  const struct tree *given = let->kid[LET_VALUE];
  return tree_is_comprehension(given) && given->kid[0]->word == let->word;
}

/* "If …"; false if nothing depends on a test that asks or draws a card, and it is told as a step of its own. What is picked is
 * always told as a step before. */
static bool test(struct sheet *sheet, const struct tree *node, const char *word, bool decides) {
  const struct tree *condition = node->kid[IF_CONDITION];
  bool picks = condition->kind == TREE_LET && condition->kid[LET_VALUE]->kind == TREE_PICK;
  if (picks) {
    sheet_pick(sheet, condition->kid[LET_VALUE], condition->word);
    if (!decides) return false;
    begin(sheet, "");
  }
  size_t from = sheet->out->length;
  bool draws = condition->kind == TREE_LET && condition->kid[LET_VALUE]->kind == TREE_DRAW_ONE;
  if (draws && !decides) {
    draw_one(sheet, condition->kid[LET_VALUE], NULL);
    return sheet_finish(sheet, node->cites, "."), false;
  }
  text_format(sheet->out, "%s ", word);
  if (draws) {
    say(sheet, "a card ");
    sheet_variable(sheet, condition->word);
    say(sheet, " can be drawn");
    between(sheet, condition->kid[LET_VALUE]->kid[DRAW_ONE_FROM], condition->kid[LET_VALUE]->kid[DRAW_ONE_TO]);
  } else if (picks) {
    say(sheet, "there was something to pick");
  } else if (condition->kind == TREE_LET) {
    if (is_effect(condition->kid[LET_VALUE])) say(sheet, "there is "), value(sheet, condition->kid[LET_VALUE]);
    else sheet_exists(sheet, condition->kid[LET_VALUE], false);
    if (!names_itself(condition)) say(sheet, ", here called "), sheet_variable(sheet, condition->word);
  } else sheet_condition(sheet, condition);
  sheet_capital(sheet, from);
  return true;
}

static void others(struct sheet *sheet, const struct tree *other);
static void branch(struct sheet *sheet, const struct tree *node);

/* A block, or another branch, one level below. */
static void below(struct sheet *sheet, const struct tree *cites, const struct tree *other) {
  bool numbered = sheet->numbered;
  if (other->kind != TREE_IF) return sheet_leads_to(sheet, cites, other);
  sheet_finish(sheet, cites, ":");
  sheet->numbered = false;
  sheet->level++;
  sheet_item(sheet, "");
  branch(sheet, other);
  sheet->level--;
  sheet->numbered = numbered;
}

/* What happens otherwise stands beside what happens, not below it: below, it would read like a part of that. Where
 * nothing happens, there is nothing to stand beside. */
static void branch(struct sheet *sheet, const struct tree *node) {
  const struct tree *other = node->kid[IF_ELSE];
  bool decides = sheet_has_rules(node->kid[IF_THEN]), differs = other_has_rules(other);
  if (decides || !differs) {
    if (test(sheet, node, "If", decides || differs)) sheet_leads_to(sheet, node->cites, node->kid[IF_THEN]);
    return others(sheet, other);
  }
  test(sheet, node, "Unless", true);
  below(sheet, node->cites, other);
}

static void others(struct sheet *sheet, const struct tree *other) {
  while (other_has_rules(other)) {
    bool goes_on = other->kind == TREE_IF && sheet_has_rules(other->kid[IF_THEN]);
    begin(sheet, goes_on ? "" : "Otherwise");
    if (!goes_on) return below(sheet, NULL, other);
    test(sheet, other, "otherwise, if", true);
    sheet_leads_to(sheet, other->cites, other->kid[IF_THEN]);
    other = other->kid[IF_ELSE];
  }
}

/* Whether any of these arms does something, or cites the rule by which it does nothing. */
static bool any_arm_is_told(const struct tree *arms) {
  for (; arms; arms = arms->next)
    if (arms->cites || sheet_has_rules(arms->kid[ARM_BODY])) return true;
  return false;
}

static void cases(struct sheet *sheet, const struct tree *node) {
  sheet_around(sheet, "It depends on ", node->kid[MATCH_SUBJECT], "");
  sheet_finish(sheet, node->cites, ":");
  sheet->level++;
  for (const struct tree *arm = node->kid[MATCH_ARMS]; arm; arm = arm->next) {
    bool does = sheet_has_rules(arm->kid[ARM_BODY]), rest = !arm->kid[ARM_PATTERNS];
    if (!does && !arm->cites && !any_arm_is_told(arm->next)) break; /* what is left goes without saying */
    sheet_item(sheet, rest ? "Otherwise" : "If it is ");
    sheet_list(sheet, arm->kid[ARM_PATTERNS], " or ");
    if (does) sheet_leads_to(sheet, arm->cites, arm->kid[ARM_BODY]);
    else say(sheet, ", nothing happens"), sheet_finish(sheet, arm->cites, ".");
  }
  sheet->level--;
}

/* ---- loops ---- */

static void each(struct sheet *sheet, const struct tree *node) {
  const struct tree *binder = node->kid[FOR_BINDER];
  say(sheet, "For ");
  sheet_binder(sheet, binder, "each", false);
  if (binder->kid[BINDER_BY]) {
    sheet_around(sheet, ", in the order of ", binder->kid[BINDER_BY], "");
    say(sheet, binder->flags & FLAG_DESC ? ", the highest first" : ", the lowest first");
  }
  sheet_leads_to(sheet, node->cites, node->kid[FOR_BLOCK]);
}

static void as_long_as(struct sheet *sheet, const struct tree *node) {
  const struct tree *condition = node->kid[WHILE_CONDITION];
  if (condition->kind == TREE_BOOL && condition->number) say(sheet, "Again and again");
  else head(sheet, "As long as ", condition, "");
  sheet_leads_to(sheet, node->cites, node->kid[WHILE_BLOCK]);
}

static void repeat(struct sheet *sheet, const struct tree *node) {
  size_t from = sheet->out->length;
  if (node->kid[REPEAT_UNTIL]) head(sheet, "Again and again, until ", node->kid[REPEAT_UNTIL], "");
  else if (!node->kid[REPEAT_TIMES]) say(sheet, "Again and again");
  else if (node->kid[REPEAT_TIMES]->kind == TREE_INT) sheet_times(sheet, node->kid[REPEAT_TIMES]->number);
  else say(sheet, "A total of "), sheet_operand(sheet, node->kid[REPEAT_TIMES]), say(sheet, " times");
  sheet_capital(sheet, from);
  sheet_leads_to(sheet, node->cites, node->kid[REPEAT_BLOCK]);
}

/* ---- cards ---- */

static const char *words_of(struct sheet *sheet, const struct tree *node) {
  struct text out = arena_text(sheet->c->arena);
  struct sheet words = *sheet;
  words.out = &out;
  sheet_expression(&words, node);
  return text_get(&out);
}

/* Whether as many cards are drawn as there are. */
static bool draws_all(struct sheet *sheet, const struct tree *node) {
  const struct tree *count = node->kid[DRAW_COUNT];
  if (builtin_called(count) != BUILTIN_SIZE) return false;
  return !strcmp(words_of(sheet, count->kid[CALL_ARGS]), words_of(sheet, node->kid[DRAW_FROM]));
}

/* A number that is worked out would be lost between "Draw" and "cards". */
static void draw(struct sheet *sheet, const struct tree *node) {
  const struct tree *count = node->kid[DRAW_COUNT];
  bool plain = count->kind == TREE_INT || sheet_is_local(count);
  if (draws_all(sheet, node)) say(sheet, "Draw all cards"), plain = true;
  else if (plain)
    sheet_around(sheet, "Draw ", count, count->kind == TREE_INT && count->number == 1 ? " card" : " cards");
  else say(sheet, "Draw as many cards");
  between(sheet, node->kid[DRAW_FROM], node->kid[DRAW_TO]);
  if (!plain) sheet_around(sheet, " as ", count, "");
}

static void move(struct sheet *sheet, const struct tree *node) {
  say(sheet, "Move ");
  if (node->kid[MOVE_COUNT]) sheet_around(sheet, "", node->kid[MOVE_COUNT], " of ");
  sheet_argument(sheet, node->kid[MOVE_WHAT]);
  between(sheet, node->kid[MOVE_FROM], node->kid[MOVE_TO]);
}

/* Cards that are not named one by one: "all cards", "a random card". */
static void move_some(struct sheet *sheet, const struct tree *node, const char *which) {
  text_format(sheet->out, "Move %s", which);
  if (node->word) say(sheet, " "), sheet_variable(sheet, node->word);
  if (tree_kid_as(node, AS_CONDITION)) head(sheet, " for which ", tree_kid_as(node, AS_CONDITION), ",");
  between(sheet, tree_kid_as(node, AS_TAKEN_FROM), tree_kid_as(node, AS_PUT_INTO));
}

static void reveal(struct sheet *sheet, const struct tree *node) {
  if (node->kid[REVEAL_WHAT]) sheet_around(sheet, "Show ", node->kid[REVEAL_WHAT], "");
  else say(sheet, "Show all cards");
  sheet_around(sheet, " of ", node->kid[REVEAL_FROM], "");
  listeners(sheet, node->kid[REVEAL_TO]);
}

static void pass(struct sheet *sheet, const struct tree *node) {
  say(sheet, "All players pass their ");
  sheet_name(sheet, node->kid[PASS_ZONE]->word);
  say(sheet, node->number == SIDE_LEFT ? " to the left" : " to the right");
}

/* ---- statements ---- */

static void local(struct sheet *sheet, const struct tree *node) {
  say(sheet, "Let ");
  sheet_variable(sheet, node->word);
  bool is_long = tree_is_comprehension(node->kid[LOCAL_VALUE]); /* "at first" would belong to its condition */
  say(sheet, is_long ? " at first be " : " be ");
  sheet_expression(sheet, node->kid[LOCAL_VALUE]);
  if (!is_long) say(sheet, " at first");
}

static void result(struct sheet *sheet, const struct tree *node) {
  say(sheet, "The result is ");
  value(sheet, node->kid[RETURN_VALUE]);
}

/* "Carry out what c has under *does*, for p" */
static void apply(struct sheet *sheet, const struct tree *node) {
  const struct tree *target = node->kid[APPLY_TARGET];
  if (target->kind != TREE_FIELD) {
    sheet_around(sheet, "Carry out ", target, "");
    return sheet_given(sheet, node->kid[APPLY_ARGS]);
  }
  sheet_around(sheet, "Carry out what ", target->kid[FIELD_BASE], " has under ");
  sheet_variable(sheet, target->word);
  if (node->kid[APPLY_ARGS]) say(sheet, ",");
  sheet_given(sheet, node->kid[APPLY_ARGS]);
}

/* A statement; its citations follow if it is one sentence. Those that write more than their own line see to theirs. Every
 * statement has its case: the compiler says which is missing. */
static void statement(struct sheet *sheet, const struct tree *node) {
  switch (tree_statement(node)) {
  case STATEMENT_LET: return let(sheet, node);
  case STATEMENT_ASSIGN: return assign(sheet, node);
  case STATEMENT_IF: return branch(sheet, node);
  case STATEMENT_MATCH: return cases(sheet, node);
  case STATEMENT_CHOOSE: return sheet_choose(sheet, node);
  case STATEMENT_FOR: return each(sheet, node);
  case STATEMENT_WHILE: return as_long_as(sheet, node);
  case STATEMENT_REPEAT: return repeat(sheet, node);
  case STATEMENT_LOCAL: local(sheet, node); break;
  case STATEMENT_CALL: say(sheet, "Carry out "), procedure(sheet, node); break;
  case STATEMENT_BREAK: say(sheet, "Stop repeating"); break;
  case STATEMENT_CONTINUE: say(sheet, "Go on with the next"); break;
  case STATEMENT_LEAVE: say(sheet, "Leave it at that"); break;
  case STATEMENT_RETURN: result(sheet, node); break;
  case STATEMENT_END_GAME: say(sheet, "**The game ends**"); break;
  case STATEMENT_APPLY: apply(sheet, node); break;
  case STATEMENT_MOVE: move(sheet, node); break;
  case STATEMENT_MOVE_ALL: move_some(sheet, node, "all cards"); break;
  case STATEMENT_MOVE_RANDOM: move_some(sheet, node, "a random card"); break;
  case STATEMENT_DRAW: draw(sheet, node); break;
  case STATEMENT_SHUFFLE: sheet_around(sheet, "Shuffle ", node->kid[SHUFFLE_ZONE], ""); break;
  case STATEMENT_SWAP:
    sheet_around(sheet, "Swap ", node->kid[SWAP_LEFT], " and ");
    sheet_argument(sheet, node->kid[SWAP_RIGHT]);
    break;
  case STATEMENT_PASS: pass(sheet, node); break;
  case STATEMENT_REVEAL: reveal(sheet, node); break;
  case STATEMENT_BLOCK: /* its statements stand in the list of the block around it */
  case STATEMENT_SAY:
  case STATEMENT_FAIL: /* no rules: see is_rule */
  case STATEMENT_SET_ZONE:
  case STATEMENT_PUT:
  case STATEMENT_STACK: return; /* only scenarios have these */
  }
  sheet_finish(sheet, node->cites, ".");
}

static void statements(struct sheet *sheet, const struct tree *block) {
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node; node = node->next) {
    if (!is_rule(node)) continue;
    if (node->kind == TREE_BLOCK) {
      statements(sheet, node);
      continue;
    }
    begin(sheet, "");
    statement(sheet, node);
  }
}

void sheet_block(struct sheet *sheet, const struct tree *block, bool numbered) {
  struct sheet around = *sheet;
  sheet->numbered = numbered;
  sheet->number = 0;
  statements(sheet, block);
  sheet->numbered = around.numbered;
  sheet->number = around.number;
}
