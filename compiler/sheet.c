/* The sections of the rules sheet, in the order in which somebody learns a game: what it is, settings, components,
 * set-up, play with its phases as they come, the result, terms, what is always true. */
#include "compiler/sheet.h"

#include <string.h>

#include "compiler/type.h"

/* Procedures and fns in the order in which the text first needs them. */
struct reading {
  struct compilation *c;
  struct met met;
  struct vector procedures, terms; /* struct symbol * */
};

static void read_tree(struct reading *reading, const struct tree *node);

static void read_symbol(struct reading *reading, struct symbol *symbol) {
  if (!symbol) return;
  bool is_term = symbol->kind == SYMBOL_FN;
  bool is_procedure = symbol->kind == SYMBOL_EFFECT || symbol->kind == SYMBOL_PHASE || symbol->kind == SYMBOL_OPTIONS;
  if ((!is_term && !is_procedure) || !met_first(reading->met, symbol)) return;
  vector_push(reading->c->arena, is_term ? &reading->terms : &reading->procedures, &symbol, sizeof symbol);
  for (int i = 0; i < tree_kid_count(symbol->tree->kind); i++) read_tree(reading, symbol->tree->kid[i]);
}

/* Effects that only cells of tables name. */
static void read_cells(struct reading *reading) {
  for (struct symbol *symbol = reading->c->first_symbol; symbol; symbol = symbol->next)
    for (const struct field *field = symbol_fields(symbol); field; field = field->next)
      for (int32_t row = 0; field->cells && row < symbol->count; row++)
        if (field->cells[row]) read_symbol(reading, symbol_find(reading->c, field->cells[row]->word));
}

static void read_tree(struct reading *reading, const struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_CALL) read_symbol(reading, symbol_find(reading->c, node->word));
    for (int i = 0; i < tree_kid_count(node->kind); i++) read_tree(reading, node->kid[i]);
  }
}

/* ---- sections ---- */

static void introduction(struct sheet *sheet) {
  struct compilation *c = sheet->c;
  say(sheet, "# ");
  sheet_text(sheet, c->game->word);
  for (const struct tree *item = c->game->kid[GAME_ITEMS]; item; item = item->next) {
    if (item->kind != TREE_GAME_SUMMARY) continue;
    say(sheet, "\n\n");
    sheet_text(sheet, item->word);
  }
  say(sheet, "\n\nFor ");
  sheet_players(sheet->out, c->low_players, c->high_players);
  sheet_cites(sheet, c->game->cites);
  say(sheet, ".");
  const struct variant *variants = c->variants.items;
  for (size_t i = 0; i < c->variants.count; i++) {
    say(sheet, i ? ", “" : " With the house rules “");
    sheet_text(sheet, variants[i].tree->word);
    say(sheet, i + 1 == c->variants.count ? "”." : "”");
  }
}

static void setting(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  sheet_item(sheet, "**");
  sheet_name(sheet, symbol->name);
  say(sheet, "** (");
  sheet_expression(sheet, tree->kid[SETTING_VALUE]);
  say(sheet, " unless set otherwise)");
  for (const struct tree *limit = tree->kid[SETTING_LIMITS]; limit; limit = limit->next) {
    if (limit->kind == TREE_SETTING_TEXT) {
      say(sheet, ": ");
      sheet_text(sheet, limit->word);
    } else if (limit->kind == TREE_GAME_PLAYERS) {
      say(sheet, "; with ");
      sheet_players(sheet->out, limit->kid[GAME_PLAYERS_LOW]->number, limit->kid[GAME_PLAYERS_HIGH]->number);
    } else if (limit->kind == TREE_EXCLUDES) {
      say(sheet, "; not together with ");
      sheet_name(sheet, limit->word);
    } else if (limit->kind == TREE_NEED) {
      say(sheet, "; only if ");
      sheet_condition(sheet, limit->kid[NEED_CONDITION]);
    }
  }
  sheet_cites(sheet, tree->cites);
}

static void settings(struct sheet *sheet) {
  bool begun = false;
  for (const struct symbol *symbol = sheet->c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind != SYMBOL_SETTING) continue;
    if (!begun) say(sheet, "\n\n## Settings\n");
    begun = true;
    setting(sheet, symbol);
  }
}

/* "For a player p and an Entry e." */
static void parameters(struct sheet *sheet, const struct symbol *symbol) {
  const char *before = "For ";
  for (const struct symbol *parameter = symbol->params; parameter; parameter = parameter->next_param) {
    const struct type *type = parameter->type;
    const char *word = type->kind == TYPE_KIND_ZONE  ? "zone"
                       : type->kind == TYPE_KIND_INT ? "number"
                                                     : type_name(sheet->c, type);
    text_format(sheet->out, "%s%s %s *", before, context_article(word), word);
    sheet_name(sheet, parameter->name);
    say(sheet, "*");
    before = parameter->next_param && !parameter->next_param->next_param ? " and " : ", ";
  }
  if (symbol->params) say(sheet, ".");
}

/* What is to be known before the steps: title, comment, parameters. */
static void preface(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  bool phase = symbol->kind == SYMBOL_PHASE, group = symbol->kind == SYMBOL_OPTIONS;
  if (!phase && !group && !tree_doc(tree) && !symbol->params) return;
  say(sheet, "\n");
  if (group) say(sheet, "Options that several choices have.");
  if (phase) say(sheet, "Phase");
  if (phase && tree->kid[PHASE_TITLE]) {
    say(sheet, " ");
    sheet_string(sheet, tree->kid[PHASE_TITLE]);
  }
  if (phase) say(sheet, ".");
  if ((phase || group) && symbol->params) say(sheet, " ");
  parameters(sheet, symbol);
  if (tree_doc(tree) && (phase || group || symbol->params)) say(sheet, " ");
  if (tree_doc(tree)) sheet_text(sheet, tree_doc(tree));
  say(sheet, "\n");
}

static void procedure(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  say(sheet, "\n\n### ");
  sheet_name(sheet, symbol->name);
  sheet_cites(sheet, tree->cites);
  say(sheet, "\n");
  preface(sheet, symbol);
  if (symbol->kind == SYMBOL_OPTIONS) sheet_options(sheet, tree->kid[OPTIONS_OPTIONS]);
  else sheet_block(sheet, tree->kid[symbol->kind == SYMBOL_PHASE ? PHASE_BLOCK : EFFECT_BLOCK], true);
}

/* The procedures from number `from` on. */
static void procedures(struct sheet *sheet, const struct reading *reading, size_t from) {
  struct symbol *const *list = reading->procedures.items;
  for (size_t i = from; i < reading->procedures.count; i++) procedure(sheet, list[i]);
}

static void ranking(struct sheet *sheet) {
  const struct tree *rank = sheet->c->rank;
  say(sheet, "\n\n## Who wins\n\n");
  if (!rank) {
    say(sheet, "All players share the first place.");
    return;
  }
  say(sheet,
      "Players are compared by these, in turn, until they differ; who has the same in all of them shares a place.");
  sheet_cites(sheet, rank->cites);
  say(sheet, "\n");
  for (const struct tree *key = rank->kid[RANK_KEYS]; key; key = key->next) {
    sheet_item(sheet, "");
    sheet_expression(sheet, key->kid[KEY_VALUE]);
    say(sheet, key->flags & FLAG_DESC ? ", the highest first" : ", the lowest first");
  }
}

static void term(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  sheet_item(sheet, "**");
  sheet_name(sheet, symbol->name);
  say(sheet, "**");
  const char *before = " (";
  for (const struct symbol *parameter = symbol->params; parameter; parameter = parameter->next_param, before = ", ") {
    text_format(sheet->out, "%s*", before);
    sheet_name(sheet, parameter->name);
    say(sheet, "*");
  }
  say(sheet, symbol->params ? "): " : ": ");
  if (tree->kid[FN_VALUE]) sheet_expression(sheet, tree->kid[FN_VALUE]);
  sheet_source(sheet, tree);
  if (tree_doc(tree)) {
    say(sheet, tree->kid[FN_VALUE] || tree->kid[FN_SOURCE] ? ". " : "");
    sheet_text(sheet, tree_doc(tree));
  }
  sheet_cites(sheet, tree->cites);
  if (!tree->kid[FN_BLOCK]) return;
  sheet->level++;
  sheet_block(sheet, tree->kid[FN_BLOCK], false);
  sheet->level--;
}

static void terms(struct sheet *sheet, const struct reading *reading) {
  struct symbol *const *list = reading->terms.items;
  if (!reading->terms.count) return;
  say(sheet, "\n\n## Terms\n");
  for (size_t i = 0; i < reading->terms.count; i++) term(sheet, list[i]);
}

static void invariants(struct sheet *sheet) {
  const struct compilation *c = sheet->c;
  if (!c->invariant_trees.count) return;
  say(sheet, "\n\n## What is always true\n");
  for (size_t i = 0; i < c->invariant_trees.count; i++) {
    sheet_item(sheet, "");
    sheet_text(sheet, c->invariant_trees.items[i]->word);
    sheet_cites(sheet, c->invariant_trees.items[i]->cites);
  }
}

void sheet_write(struct compilation *c, struct text *out) {
  struct sheet sheet = { .c = c, .out = out };
  struct reading reading = { .c = c, .met = met_begin(c) };
  introduction(&sheet);
  settings(&sheet);
  sheet_components(&sheet);
  say(&sheet, "\n\n## Set-up\n");
  if (c->setup) {
    sheet_block(&sheet, c->setup->kid[SETUP_BLOCK], true);
    read_tree(&reading, c->setup->kid[SETUP_BLOCK]);
    procedures(&sheet, &reading, 0);
  } else say(&sheet, "\nNothing: all starts as described above.");
  size_t setting_up = reading.procedures.count;
  say(&sheet, "\n\n## Play\n");
  sheet_block(&sheet, c->play->kid[PLAY_BLOCK], true);
  read_tree(&reading, c->play->kid[PLAY_BLOCK]);
  read_cells(&reading);
  procedures(&sheet, &reading, setting_up);
  if (c->rank) read_tree(&reading, c->rank->kid[RANK_KEYS]);
  ranking(&sheet);
  terms(&sheet, &reading);
  invariants(&sheet);
  say(&sheet, "\n");
}
