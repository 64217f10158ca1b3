/* Choices of the rules sheet: who chooses, the options with the conditions under which they are open, what they do. */
#include <string.h>

#include "compiler/sheet.h"

/* "Player *p*" for a name of the sentence, "The player after *p*" for what is told anyhow. */
static void chooser(struct sheet *sheet, const struct tree *by, const char *does) {
  bool local = sheet_is_local(by);
  say(sheet, local ? "**Player " : "**");
  size_t from = sheet->out->length;
  sheet_expression(sheet, by);
  if (!local) sheet_capital(sheet, from);
  text_format(sheet->out, " %s**", does);
}

static void needs(struct sheet *sheet, const struct tree *needs) {
  sheet->level++;
  for (const struct tree *need = needs; need; need = need->next) {
    const struct tree *condition = need->kid[NEED_CONDITION], *reason = need->kid[NEED_REASON];
    if (reason && !sheet_says_something(reason)) reason = NULL;
    bool never = condition->kind == TREE_BOOL && !condition->number;
    sheet_item(sheet, never ? "Never" : "Only if ");
    if (!never) sheet_condition(sheet, condition);
    sheet_finish(sheet, need->cites, reason ? never ? ": " : "; if not, " : ".");
    if (reason) sheet_quote(sheet, reason);
  }
  sheet->level--;
}

/* ---- options ---- */

static void lets(struct sheet *sheet, const struct tree *list) {
  sheet->level++;
  for (const struct tree *let = list; let; let = let->next) {
    const struct type *type = sheet_type_of(let->kid[LET_VALUE]);
    if (type && type->kind == TYPE_KIND_TEXT) continue;
    sheet_item(sheet, "Here ");
    sheet_variable(sheet, let->word);
    say(sheet, " is ");
    sheet_expression(sheet, let->kid[LET_VALUE]);
    say(sheet, ".");
  }
  sheet->level--;
}

static void option(struct sheet *sheet, const struct tree *node) {
  const struct tree *label = node->kid[OPTION_LABEL];
  if (label && !sheet_says_something(label)) label = NULL;
  sheet_item(sheet, "**");
  sheet_title(sheet, node->word);
  say(sheet, "**");
  for (const struct tree *argument = node->kid[OPTION_ARGS]; argument; argument = argument->next) {
    say(sheet, argument == node->kid[OPTION_ARGS] ? ", for " : " and ");
    sheet_binder(sheet, argument, "any", false);
  }
  if (node->flags & FLAG_IDLE) say(sheet, ", taken unasked when nothing else can be done");
  if (node->flags & FLAG_OTHERWISE) say(sheet, ", only when nothing else is open");
  sheet_finish(sheet, node->cites, label ? ": " : ".");
  if (label) sheet_quote(sheet, label);
  bool bare = !node->kid[OPTION_LETS] && !node->kid[OPTION_NEEDS];
  if (bare && sheet_step(sheet, node->kid[OPTION_BODY])) return;
  lets(sheet, node->kid[OPTION_LETS]);
  needs(sheet, node->kid[OPTION_NEEDS]);
  sheet_nested(sheet, node->kid[OPTION_BODY]);
}

static void included(struct sheet *sheet, const struct tree *node) {
  sheet_item(sheet, "The options of ");
  sheet_link(sheet, node->kid[INCLUDE_CALL]->word);
  sheet_given(sheet, node->kid[INCLUDE_CALL]->kid[CALL_ARGS]);
  sheet_finish(sheet, node->cites, ".");
}

void sheet_options(struct sheet *sheet, const struct tree *options) {
  for (; options; options = options->next) {
    if (options->kind == TREE_OPTION) {
      option(sheet, options);
    } else if (options->kind == TREE_INCLUDE) {
      included(sheet, options);
    } else {
      bool idle = !sheet_has_rules(options->kid[OTHERWISE_BLOCK]);
      sheet_item(sheet, idle ? "If nothing else is open, nothing happens" : "If nothing else is open");
      if (idle) sheet_finish(sheet, options->cites, ".");
      else sheet_leads_to(sheet, options->cites, options->kid[OTHERWISE_BLOCK]);
    }
  }
}

/* ---- choices ---- */

void sheet_choose(struct sheet *sheet, const struct tree *node) {
  const struct tree *prompt = node->kid[CHOOSE_PROMPT];
  if (node->kid[CHOOSE_EACH]) {
    say(sheet, "At the same time, **");
    sheet_binder(sheet, node->kid[CHOOSE_EACH], "each", false);
    say(sheet, " chooses**");
  } else chooser(sheet, node->kid[CHOOSE_BY], "chooses");
  if (node->flags & FLAG_ALWAYS) say(sheet, ", and is asked even when only one option is open");
  bool alone = !node->kid[CHOOSE_OPTIONS]; /* where choices are compared, they are told without their options */
  sheet_finish(sheet, node->cites, prompt ? ": " : alone ? "." : ":");
  if (prompt) sheet_quote(sheet, prompt);
  sheet->level++;
  sheet_options(sheet, node->kid[CHOOSE_OPTIONS]);
  sheet->level--;
}

void sheet_pick(struct sheet *sheet, const struct tree *node, const char *name) {
  chooser(sheet, node->kid[PICK_BY], "picks");
  say(sheet, " ");
  if (name && strcmp(name, node->kid[PICK_BINDER]->word) != 0) {
    sheet_variable(sheet, name);
    say(sheet, ", ");
  }
  sheet_binder(sheet, node->kid[PICK_BINDER], "any", false);
  sheet_finish(sheet, node->cites, ": ");
  sheet_quote(sheet, node->kid[PICK_PROMPT]);
  needs(sheet, node->kid[PICK_NEEDS]);
  if (!node->kid[PICK_ELSE]) return;
  sheet->level++;
  bool nothing = node->kid[PICK_ELSE]->kind == TREE_NONE;
  sheet_item(sheet,
             nothing ? "If there is nothing to pick, nothing is picked." : "If there is nothing to pick, it is ");
  if (!nothing) sheet_around(sheet, "", node->kid[PICK_ELSE], ".");
  sheet->level--;
}
