/* Statements and choices as a nested list: what is done, in order, with the conditions under which it may be done. */
#include "compiler/sheet.h"

#include <string.h>

#include "compiler/types.h"

void sheet_item(struct sheet *sheet, const char *lead) {
  text_format(sheet->out, "\n%*s- %s", SHEET_INDENT * sheet->level, "", lead);
}

/* ---- what is a rule ---- */

static bool has_rules(const struct tree *block);
static bool other_has_rules(const struct tree *other);

static bool any_arm_has_rules(const struct tree *arms) {
  for (; arms; arms = arms->next)
    if (has_rules(arms->kid[ARM_BODY])) return true;
  return false;
}

/* What is said and what cannot happen are no rules, nor is what decides only about such. */
static bool is_rule(const struct tree *node) {
  switch (node->kind) {
  case TREE_SAY:
  case TREE_FAIL: return false;
  case TREE_IF: {
    const struct tree *other = node->kid[IF_ELSE];
    bool is_action = node->kid[IF_CONDITION]->kind == TREE_LET;
    return is_action || has_rules(node->kid[IF_THEN]) || other_has_rules(other);
  }
  case TREE_FOR: return has_rules(node->kid[FOR_BLOCK]);
  case TREE_MATCH: return any_arm_has_rules(node->kid[MATCH_ARMS]);
  default: return true;
  }
}

static bool has_rules(const struct tree *block) {
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node; node = node->next)
    if (is_rule(node)) return true;
  return false;
}

/* ---- lists ---- */

/* The next item; those of the outermost list have numbers. */
static void begin(struct sheet *sheet, const char *lead) {
  if (sheet->numbered) text_format(sheet->out, "\n%*s%d. %s", SHEET_INDENT * sheet->level, "", ++sheet->number, lead);
  else sheet_item(sheet, lead);
}

static void nested(struct sheet *sheet, const struct tree *block) {
  sheet->level++;
  sheet_block(sheet, block, false);
  sheet->level--;
}

static void head(struct sheet *sheet, const char *before, const struct tree *node, const char *after) {
  say(sheet, before);
  sheet_condition(sheet, node);
  say(sheet, after);
}

static void between(struct sheet *sheet, const struct tree *from, const struct tree *to) {
  head(sheet, " from ", from, "");
  head(sheet, " to ", to, "");
}

/* Those who are shown something. */
static void listeners(struct sheet *sheet, const struct tree *to) {
  const struct note *note = note_of(to);
  if (to->kind == TREE_PLAYERS) text_add(sheet->out, " to everybody");
  else if (note && note->domain == DOMAIN_OTHERS && to->kind == TREE_CALL && to->kid[CALL_ARGS])
    head(sheet, " to everybody but ", to->kid[CALL_ARGS], "");
  else head(sheet, " to ", to, "");
}

/* ---- choices ---- */

static void needs(struct sheet *sheet, const struct tree *needs) {
  sheet->level++;
  for (const struct tree *need = needs; need; need = need->next) {
    const struct tree *condition = need->kid[NEED_CONDITION];
    bool never = condition->kind == TREE_BOOL && !condition->number;
    sheet_item(sheet, never ? "Never" : "Only if ");
    if (!never) sheet_condition(sheet, condition);
    if (need->kid[NEED_REASON]) {
      say(sheet, never ? ": " : "; if not, ");
      sheet_string(sheet, need->kid[NEED_REASON]);
    }
    sheet_cites(sheet, need->cites);
  }
  sheet->level--;
}

static void option(struct sheet *sheet, const struct tree *node) {
  sheet_item(sheet, "**");
  sheet_name(sheet, node->word);
  say(sheet, "**");
  for (const struct tree *argument = node->kid[OPTION_ARGS]; argument; argument = argument->next) {
    say(sheet, argument == node->kid[OPTION_ARGS] ? ", for " : " and ");
    sheet_binder(sheet, argument, "any", false);
  }
  if (node->kid[OPTION_LABEL]) {
    say(sheet, ": ");
    sheet_string(sheet, node->kid[OPTION_LABEL]);
  }
  if (node->flags & FLAG_IDLE) say(sheet, "; taken unasked when nothing else can be done");
  if (node->flags & FLAG_OTHERWISE) say(sheet, "; only when nothing else is open");
  sheet_cites(sheet, node->cites);
  sheet->level++;
  for (const struct tree *let = node->kid[OPTION_LETS]; let; let = let->next) {
    sheet_item(sheet, "Here *");
    sheet_name(sheet, let->word);
    head(sheet, "* is ", let->kid[LET_VALUE], "");
  }
  sheet->level--;
  needs(sheet, node->kid[OPTION_NEEDS]);
  nested(sheet, node->kid[OPTION_BODY]);
}

void sheet_options(struct sheet *sheet, const struct tree *options) {
  for (; options; options = options->next) {
    if (options->kind == TREE_OPTION) {
      option(sheet, options);
    } else if (options->kind == TREE_INCLUDE) {
      sheet_item(sheet, "the options of ");
      sheet_link(sheet, options->kid[INCLUDE_CALL]->word);
      sheet_arguments(sheet, options->kid[INCLUDE_CALL]->kid[CALL_ARGS]);
      sheet_cites(sheet, options->cites);
    } else {
      bool idle = !has_rules(options->kid[OTHERWISE_BLOCK]);
      sheet_item(sheet, idle ? "If nothing else is open, nothing happens" : "If nothing else is open:");
      sheet_cites(sheet, options->cites);
      nested(sheet, options->kid[OTHERWISE_BLOCK]);
    }
  }
}

static void choose(struct sheet *sheet, const struct tree *node) {
  if (node->kid[CHOOSE_EACH]) {
    say(sheet, "At the same time, **");
    sheet_binder(sheet, node->kid[CHOOSE_EACH], "each", false);
  } else head(sheet, "**", node->kid[CHOOSE_BY], "");
  say(sheet, " chooses**");
  if (node->flags & FLAG_ALWAYS) say(sheet, " (and is asked even when only one option is open)");
  if (node->kid[CHOOSE_PROMPT]) {
    say(sheet, ": ");
    sheet_string(sheet, node->kid[CHOOSE_PROMPT]);
  }
  sheet_cites(sheet, node->cites);
  sheet->level++;
  sheet_options(sheet, node->kid[CHOOSE_OPTIONS]);
  sheet->level--;
}

static void pick(struct sheet *sheet, const struct tree *node) {
  head(sheet, "**", node->kid[PICK_BY], " picks** ");
  sheet_binder(sheet, node->kid[PICK_BINDER], "any", false);
  say(sheet, ": ");
  sheet_string(sheet, node->kid[PICK_PROMPT]);
  sheet_cites(sheet, node->cites);
  needs(sheet, node->kid[PICK_NEEDS]);
  if (!node->kid[PICK_ELSE]) return;
  sheet->level++;
  sheet_item(sheet, "");
  head(sheet, "If there is nothing to pick: ", node->kid[PICK_ELSE], "");
  sheet->level--;
}

/* ---- statements ---- */

static void procedure(struct sheet *sheet, const struct tree *call) {
  sheet_link(sheet, call->word);
  sheet_arguments(sheet, call->kid[CALL_ARGS]);
}

static bool is_effect(const struct tree *value) {
  const struct note *note = value->kind == TREE_CALL ? note_of(value) : NULL;
  return note && note->kind == NOTE_CALL && note->symbol && note->symbol->kind != SYMBOL_FN;
}

/* A condition that is kept instead of decided upon. */
static bool is_question(const struct tree *node) {
  if (node->kind == TREE_BINARY || node->kind == TREE_CALL) return type_of(node)->kind == TYPE_KIND_BOOL;
  return node->kind == TREE_NOT || node->kind == TREE_ANY || node->kind == TREE_ALL || node->kind == TREE_IS_NONE;
}

/* The value that a name or variable gets; true when citations were written, too. */
static bool value(struct sheet *sheet, const struct tree *node) {
  if (node->kind == TREE_PICK) {
    pick(sheet, node);
    return true;
  }
  if (node->kind == TREE_DRAW_ONE) {
    say(sheet, "one card drawn");
    between(sheet, node->kid[DRAW_ONE_FROM], node->kid[DRAW_ONE_TO]);
  } else if (is_effect(node)) {
    say(sheet, "the result of ");
    procedure(sheet, node);
  } else {
    if (is_question(node)) say(sheet, "whether ");
    sheet_expression(sheet, node);
  }
  return false;
}

static void let(struct sheet *sheet, const struct tree *node) {
  say(sheet, "Let *");
  sheet_name(sheet, node->word);
  say(sheet, node->kid[LET_VALUE]->kind == TREE_PICK ? "* be what " : "* be ");
  if (!value(sheet, node->kid[LET_VALUE])) sheet_cites(sheet, node->cites);
  if (!node->kid[LET_ELSE] || !has_rules(node->kid[LET_ELSE])) return;
  sheet->level++;
  sheet_item(sheet, "If there is none:");
  nested(sheet, node->kid[LET_ELSE]);
  sheet->level--;
}

static void assign(struct sheet *sheet, const struct tree *node) {
  const struct tree *target = node->kid[ASSIGN_TARGET], *amount = node->kid[ASSIGN_VALUE];
  if (node->number == OP_SET) {
    sheet_expression(sheet, target);
    say(sheet, amount->kind == TREE_PICK ? " becomes what " : " becomes ");
    if (!value(sheet, amount)) sheet_cites(sheet, node->cites);
    return;
  }
  say(sheet, node->number == OP_ADD ? "Add " : "Take ");
  if (amount->kind == TREE_LIST_VALUE && amount->kid[LIST_VALUE_ITEMS])
    sheet_list(sheet, amount->kid[LIST_VALUE_ITEMS]); /* what goes into a set or bag */
  else sheet_expression(sheet, amount);
  head(sheet, node->number == OP_ADD ? " to " : " from ", target, "");
  sheet_cites(sheet, node->cites);
}

/* Whether what follows `else` holds a rule. */
static bool other_has_rules(const struct tree *other) {
  return other && (other->kind == TREE_IF ? is_rule(other) : has_rules(other));
}

/* "If …:", or what a test that draws a card does when nothing depends on it. */
static void test(struct sheet *sheet, const struct tree *node, const char *word) {
  const struct tree *condition = node->kid[IF_CONDITION];
  bool draws = condition->kind == TREE_LET && condition->kid[LET_VALUE]->kind == TREE_DRAW_ONE;
  if (draws && !has_rules(node->kid[IF_THEN]) && !other_has_rules(node->kid[IF_ELSE])) {
    say(sheet, "Draw 1 card");
    between(sheet, condition->kid[LET_VALUE]->kid[DRAW_ONE_FROM], condition->kid[LET_VALUE]->kid[DRAW_ONE_TO]);
  } else if (condition->kind == TREE_LET) {
    text_format(sheet->out, "%s there is *", word);
    sheet_name(sheet, condition->word);
    say(sheet, "*, ");
    value(sheet, condition->kid[LET_VALUE]);
    say(sheet, ":");
  } else {
    text_format(sheet->out, "%s ", word);
    head(sheet, "", condition, ":");
  }
  sheet_cites(sheet, node->cites);
}

/* What happens otherwise stands beside what happens, not below it: below, it would read like a part of that. */
static void branch(struct sheet *sheet, const struct tree *node) {
  test(sheet, node, "If");
  nested(sheet, node->kid[IF_THEN]);
  for (const struct tree *other = node->kid[IF_ELSE]; other_has_rules(other);) {
    bool goes_on = other->kind == TREE_IF;
    begin(sheet, goes_on ? "" : "Otherwise:");
    if (goes_on) test(sheet, other, "Otherwise, if");
    nested(sheet, goes_on ? other->kid[IF_THEN] : other);
    other = goes_on ? other->kid[IF_ELSE] : NULL;
  }
}

static void cases(struct sheet *sheet, const struct tree *node) {
  head(sheet, "By ", node->kid[MATCH_SUBJECT], ":");
  sheet_cites(sheet, node->cites);
  sheet->level++;
  for (const struct tree *arm = node->kid[MATCH_ARMS]; arm; arm = arm->next) {
    sheet_item(sheet, arm->kid[ARM_PATTERNS] ? "" : "otherwise");
    sheet_list(sheet, arm->kid[ARM_PATTERNS]);
    say(sheet, has_rules(arm->kid[ARM_BODY]) ? ":" : ": nothing");
    sheet_cites(sheet, arm->cites);
    nested(sheet, arm->kid[ARM_BODY]);
  }
  sheet->level--;
}

static void loop(struct sheet *sheet, const struct tree *node) {
  const struct tree *block = node->kid[REPEAT_BLOCK];
  if (node->kind == TREE_FOR) {
    const struct tree *binder = node->kid[FOR_BINDER];
    block = node->kid[FOR_BLOCK];
    say(sheet, "For ");
    sheet_binder(sheet, binder, "each", false);
    if (binder->kid[BINDER_BY]) {
      head(sheet, ", by ", binder->kid[BINDER_BY],
           binder->flags & FLAG_DESC ? ", the highest first" : ", the lowest first");
    }
    say(sheet, ":");
  } else if (node->kind == TREE_WHILE) {
    const struct tree *condition = node->kid[WHILE_CONDITION];
    block = node->kid[WHILE_BLOCK];
    if (condition->kind == TREE_BOOL && condition->number) say(sheet, "Again and again:");
    else head(sheet, "As long as ", condition, ":");
  } else if (node->kid[REPEAT_UNTIL]) head(sheet, "Again and again, until ", node->kid[REPEAT_UNTIL], ":");
  else if (node->kid[REPEAT_TIMES]) head(sheet, "As many times as ", node->kid[REPEAT_TIMES], ":");
  else say(sheet, "Again and again:");
  sheet_cites(sheet, node->cites);
  nested(sheet, block);
}

/* A number that is worked out would be lost between "Draw" and "cards". */
static void draw(struct sheet *sheet, const struct tree *node) {
  const struct tree *count = node->kid[DRAW_COUNT];
  bool worked_out = count->kind == TREE_BINARY;
  if (worked_out) say(sheet, "Draw as many cards");
  else head(sheet, "Draw ", count, count->kind == TREE_INT && count->number == 1 ? " card" : " cards");
  between(sheet, node->kid[DRAW_FROM], node->kid[DRAW_TO]);
  if (worked_out) head(sheet, " as ", count, "");
}

static void move(struct sheet *sheet, const struct tree *node) {
  say(sheet, "Move ");
  if (node->kid[MOVE_COUNT]) head(sheet, "", node->kid[MOVE_COUNT], " of ");
  sheet_expression(sheet, node->kid[MOVE_WHAT]);
  between(sheet, node->kid[MOVE_FROM], node->kid[MOVE_TO]);
}

/* Cards that are not named one by one: "all cards", "a random card". */
static void move_some(struct sheet *sheet, const struct tree *node, const char *which) {
  text_format(sheet->out, "Move %s", which);
  if (node->word) text_format(sheet->out, " *%s*", node->word);
  between(sheet, tree_kid_as(node, AS_TAKEN_FROM), tree_kid_as(node, AS_PUT_INTO));
  if (tree_kid_as(node, AS_CONDITION)) head(sheet, " for which ", tree_kid_as(node, AS_CONDITION), "");
}

static void local(struct sheet *sheet, const struct tree *node) {
  say(sheet, "Let *");
  sheet_name(sheet, node->word);
  head(sheet, "* be ", node->kid[LOCAL_VALUE], " for now");
}

static void result(struct sheet *sheet, const struct tree *node) {
  say(sheet, "The result is ");
  value(sheet, node->kid[RETURN_VALUE]);
}

/* A statement; its citations follow if it is one sentence. Those that write more than their own line see to theirs. Every
 * statement has its case: the compiler says which is missing. */
static void statement(struct sheet *sheet, const struct tree *node) {
  switch (tree_statement(node)) {
  case STATEMENT_LET: return let(sheet, node);
  case STATEMENT_ASSIGN: return assign(sheet, node);
  case STATEMENT_IF: return branch(sheet, node);
  case STATEMENT_MATCH: return cases(sheet, node);
  case STATEMENT_CHOOSE: return choose(sheet, node);
  case STATEMENT_FOR:
  case STATEMENT_WHILE:
  case STATEMENT_REPEAT: return loop(sheet, node);
  case STATEMENT_BLOCK: return nested(sheet, node);
  case STATEMENT_LOCAL: local(sheet, node); break;
  case STATEMENT_CALL: say(sheet, "Carry out "), procedure(sheet, node); break;
  case STATEMENT_BREAK: say(sheet, "Stop repeating"); break;
  case STATEMENT_CONTINUE: say(sheet, "Go on with the next"); break;
  case STATEMENT_LEAVE: say(sheet, "Leave it at that"); break;
  case STATEMENT_RETURN: result(sheet, node); break;
  case STATEMENT_END_GAME: say(sheet, "**The game ends**"); break;
  case STATEMENT_APPLY:
    head(sheet, "Carry out ", node->kid[APPLY_TARGET], "");
    sheet_arguments(sheet, node->kid[APPLY_ARGS]);
    break;
  case STATEMENT_MOVE: move(sheet, node); break;
  case STATEMENT_MOVE_ALL: move_some(sheet, node, "all cards"); break;
  case STATEMENT_MOVE_RANDOM: move_some(sheet, node, "a random card"); break;
  case STATEMENT_DRAW: draw(sheet, node); break;
  case STATEMENT_SHUFFLE: head(sheet, "Shuffle ", node->kid[SHUFFLE_ZONE], ""); break;
  case STATEMENT_SWAP:
    head(sheet, "Swap ", node->kid[SWAP_LEFT], "");
    head(sheet, " and ", node->kid[SWAP_RIGHT], "");
    break;
  case STATEMENT_PASS:
    head(sheet, "All players pass ", node->kid[PASS_ZONE],
         node->number == SIDE_LEFT ? " to the left" : " to the right");
    break;
  case STATEMENT_REVEAL:
    if (node->kid[REVEAL_WHAT]) head(sheet, "Show ", node->kid[REVEAL_WHAT], "");
    else text_add(sheet->out, "Show all cards");
    head(sheet, " of ", node->kid[REVEAL_FROM], "");
    listeners(sheet, node->kid[REVEAL_TO]);
    break;
  case STATEMENT_SAY:
  case STATEMENT_FAIL: /* no rules: see is_rule */
  case STATEMENT_SET_ZONE:
  case STATEMENT_PUT:
  case STATEMENT_STACK: return; /* only scenarios have these */
  }
  sheet_cites(sheet, node->cites);
}

void sheet_block(struct sheet *sheet, const struct tree *block, bool numbered) {
  struct sheet around = *sheet;
  sheet->numbered = numbered;
  sheet->number = 0;
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node; node = node->next) {
    if (!is_rule(node)) continue;
    begin(sheet, "");
    statement(sheet, node);
  }
  sheet->numbered = around.numbered;
  sheet->number = around.number;
}
