/* The sections of the rules sheet, in the order in which somebody learns a game: what it is about, components, set-up,
 * play with its phases as they come, the end and the result, terms, cards, settings, and the index. */
#include "compiler/sheet.h"

#include <string.h>

#include "compiler/flow.h"
#include "compiler/type.h"

/* ---- the beginning ---- */

static void introduction(struct sheet *sheet) {
  struct compilation *c = sheet->c;
  say(sheet, "# ");
  sheet_text(sheet, c->game->word);
  for (const struct tree *item = c->game->kid[GAME_ITEMS]; item; item = item->next) {
    if (item->kind != TREE_GAME_SUMMARY) continue;
    say(sheet, "\n\n");
    sheet_sentence(sheet, item->word);
  }
  say(sheet, "\n\nFor ");
  sheet_players(sheet->out, c->low_players, c->high_players);
  sheet_finish(sheet, c->game->cites, ".");
  const struct variant *variants = c->variants.items;
  for (size_t i = 0; i < c->variants.count; i++) {
    say(sheet, i ? ", “" : " With the house rules “");
    sheet_text(sheet, variants[i].tree->word);
    say(sheet, i + 1 == c->variants.count ? "”." : "”");
  }
}

/* ---- settings ---- */

/* What keeps a setting from being chosen; its title may tell already with how many players it goes. */
static void limit(struct sheet *sheet, const char *title, const struct tree *limit) {
  if (limit->kind == TREE_GAME_PLAYERS) {
    struct text players = arena_text(sheet->c->arena);
    sheet_players(&players, limit->kid[GAME_PLAYERS_LOW]->number, limit->kid[GAME_PLAYERS_HIGH]->number);
    bool told = title && strstr(title, arena_format(sheet->c->arena, "with %s", text_get(&players)));
    if (!told) text_format(sheet->out, "; only with %s", text_get(&players));
  } else if (limit->kind == TREE_EXCLUDES) {
    say(sheet, "; not together with ");
    sheet_name(sheet, limit->word);
  } else if (limit->kind == TREE_NEED) {
    say(sheet, "; only if ");
    sheet_condition(sheet, limit->kid[NEED_CONDITION]);
  }
}

static void setting(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree, *value = tree->kid[SETTING_VALUE];
  const char *title = NULL;
  sheet_item(sheet, "**");
  sheet_title(sheet, symbol->name);
  say(sheet, "** (");
  if (value->kind == TREE_BOOL) say(sheet, value->number ? "on" : "off");
  else if (value->kind == TREE_NONE) say(sheet, "none");
  else sheet_expression(sheet, value);
  say(sheet, " unless set otherwise)");
  for (const struct tree *text = tree->kid[SETTING_LIMITS]; text; text = text->next) {
    if (text->kind != TREE_SETTING_TEXT) continue;
    size_t length = strlen(text->word);
    title = text->word;
    while (length && text->word[length - 1] == '.') length--;
    say(sheet, ": ");
    sheet_text(sheet, arena_copy_text(sheet->c->arena, text->word, length));
  }
  for (const struct tree *one = tree->kid[SETTING_LIMITS]; one; one = one->next) limit(sheet, title, one);
  sheet_finish(sheet, tree->cites, ".");
}

static void settings(struct sheet *sheet) {
  bool begun = false;
  for (const struct symbol *symbol = sheet->c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind != SYMBOL_SETTING) continue;
    if (!begun) sheet_heading(sheet, 2, "Settings"), say(sheet, "\n");
    begun = true;
    setting(sheet, symbol);
  }
}

static void house_rules(struct sheet *sheet) {
  const struct variant *variants = sheet->c->variants.items;
  if (!sheet->c->variants.count) return;
  sheet_heading(sheet, 2, "House rules");
  say(sheet, "\n");
  for (size_t i = 0; i < sheet->c->variants.count; i++) {
    sheet_item(sheet, "**");
    sheet_text(sheet, variants[i].tree->word);
    say(sheet, variants[i].summary ? "**: " : "**.");
    if (variants[i].summary) sheet_sentence(sheet, variants[i].summary);
  }
}

/* ---- procedures ---- */

static bool is_text(const struct symbol *parameter) { return parameter->type->kind == TYPE_KIND_TEXT; }

/* Texts serve only what is said, and a name that begins with _ is not used. */
static const struct symbol *next_told(const struct symbol *parameter) {
  while (parameter && (is_text(parameter) || parameter->name[0] == '_')) parameter = parameter->next_param;
  return parameter;
}

/* "For a player *p* and an entry *e*." */
static void parameters(struct sheet *sheet, const struct symbol *symbol) {
  const struct symbol *first = next_told(symbol->params);
  for (const struct symbol *one = first, *next; one; one = next) {
    const char *word = sheet_noun(sheet, one->type);
    next = next_told(one->next_param);
    text_format(sheet->out, "%s%s %s ", one == first ? "For " : next ? ", " : " and ", context_article(word), word);
    sheet_variable(sheet, one->name);
  }
  if (first) say(sheet, ".");
}

/* "hand limit" is hand_limit in words. */
static bool is_title_told(struct sheet *sheet, const struct tree *title, const char *name) {
  const struct tree *part = title ? title->kid[STRING_PARTS] : NULL;
  return !part || (part->kind == TREE_TEXT_PART && !part->next && !strcmp(part->word, sheet_words(sheet, name)));
}

static void apart(struct sheet *sheet, bool *begun) {
  say(sheet, *begun ? " " : "\n\n");
  *begun = true;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool is_parameter(const struct symbol *symbol, char letter) {
  for (const struct symbol *one = symbol->params; one; one = one->next_param)
    if (letter != 'a' && one->name[0] == letter && !one->name[1]) return true;
  return false;
}

/* What the author says of it: parameters of one letter are set off as in the steps. */
static void comment(struct sheet *sheet, const struct symbol *symbol) {
  const char *doc = tree_doc(symbol->tree);
  struct text text = arena_text(sheet->c->arena);
  struct sheet words = { .c = sheet->c, .out = &text };
  sheet_sentence(&words, doc);
  const char *told = text_get(&text);
  for (const char *at = told; *at; at++) {
    bool alone = (at == told || !(is_letter(at[-1]) || at[-1] == '\'')) && !is_letter(at[1]);
    if (alone && is_parameter(symbol, *at)) text_format(sheet->out, "*%c*", *at);
    else text_add_bytes(sheet->out, at, 1);
  }
}

/* What is to be known before the steps: title, comment, parameters. */
static void preface(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  bool begun = false;
  if (symbol->kind == SYMBOL_OPTIONS) apart(sheet, &begun), say(sheet, "Options that several choices have.");
  if (symbol->kind == SYMBOL_PHASE && !is_title_told(sheet, tree->kid[PHASE_TITLE], symbol->name)) {
    apart(sheet, &begun);
    say(sheet, "Phase ");
    sheet_quote(sheet, tree->kid[PHASE_TITLE]);
  }
  if (next_told(symbol->params)) apart(sheet, &begun), parameters(sheet, symbol);
  if (tree_doc(tree)) apart(sheet, &begun), comment(sheet, symbol);
}

static const char *title_of(struct sheet *sheet, const struct symbol *symbol) {
  struct text out = arena_text(sheet->c->arena);
  struct sheet title = { .c = sheet->c, .out = &out };
  sheet_title(&title, symbol->name);
  return text_get(&out);
}

static const struct tree *block_of(const struct symbol *symbol) {
  return symbol->tree->kid[symbol->kind == SYMBOL_PHASE ? PHASE_BLOCK : EFFECT_BLOCK];
}

static void steps(struct sheet *sheet, const struct tree *block) {
  say(sheet, "\n");
  if (sheet_has_rules(block)) sheet_block(sheet, block, true);
  else say(sheet, "\nNothing happens but what is said.");
}

static void procedure(struct sheet *sheet, const struct symbol *symbol) {
  sheet_heading(sheet, symbol->kind == SYMBOL_PHASE ? 3 : 4, title_of(sheet, symbol));
  sheet_cites(sheet, symbol->tree->cites);
  preface(sheet, symbol);
  if (symbol->kind != SYMBOL_OPTIONS) return steps(sheet, block_of(symbol));
  say(sheet, "\n");
  sheet_options(sheet, symbol->tree->kid[OPTIONS_OPTIONS]);
}

/* The procedures from number `from` on. */
static void procedures(struct sheet *sheet, size_t from) {
  struct symbol *const *list = sheet->reading->procedures.items;
  for (size_t i = from; i < sheet->reading->procedures.count; i++) procedure(sheet, list[i]);
}

/* ---- set-up and play ---- */

/* What a variable is at first, if that is a rule: it cites one, and it is something. */
static bool starts_with_rule(const struct sheet *sheet, const struct symbol *symbol) {
  if (symbol->kind != SYMBOL_VAR || symbol->tree->kind != TREE_VAR || !symbol->tree->cites) return false;
  const struct tree *value = symbol->tree->kid[VAR_VALUE];
  bool nothing =
      value->kind == TREE_NONE || value->kind == TREE_LIST_VALUE || (value->kind == TREE_BOOL && !value->number);
  return !nothing && !symbol->tree->kid[VAR_LIVES] && sheet_is_used(sheet, symbol);
}

static void starting_values(struct sheet *sheet) {
  bool begun = false;
  for (const struct symbol *symbol = sheet->c->first_symbol; symbol; symbol = symbol->next) {
    if (!starts_with_rule(sheet, symbol)) continue;
    const struct tree *tree = symbol->tree, *dims = tree->kid[VAR_DIMS];
    if (!begun) say(sheet, "\n");
    begun = true;
    sheet_item(sheet, "At first, ");
    sheet_variable(sheet, symbol->name);
    if (dims) say(sheet, dims->kind == TREE_TYPE_PLAYER ? " of each player" : " of each of them");
    sheet_around(sheet, sheet_is_plural_name(symbol->name) ? " are " : " is ", tree->kid[VAR_VALUE], "");
    sheet_finish(sheet, tree->cites, ".");
  }
}

static void set_up(struct sheet *sheet) {
  const struct tree *setup = sheet->c->setup;
  sheet_heading(sheet, 2, "Set-up");
  if (setup) sheet_cites(sheet, setup->cites);
  starting_values(sheet);
  if (setup) steps(sheet, setup->kid[SETUP_BLOCK]);
  else say(sheet, "\n\nNothing is to be done: all starts as described above.");
}

static void play(struct sheet *sheet) {
  const struct tree *play = sheet->c->play;
  sheet_heading(sheet, 2, "Course of the game");
  sheet_cites(sheet, play->cites);
  steps(sheet, play->kid[PLAY_BLOCK]);
}

/* A phase or choice with all that it leads to, as pictures. */
static void pictures(struct sheet *sheet) {
  sheet_heading(sheet, 3, "What leads to what");
  say(sheet,
      "\n\nA box leads to others from top to bottom, an option to where its arrow points; a dashed arrow is the effect "
      "of a card. What stands in a dashed frame is drawn elsewhere.\n\n");
  flow_draw(sheet->c, sheet->out);
}

/* ---- the end ---- */

/* The first `end game`, and the citations of it or of what it stands in. */
static bool find_end(const struct tree *node, const struct tree **cites) {
  for (; node; node = node->next) {
    bool found = node->kind == TREE_END_GAME;
    for (int i = 0; i < tree_kid_count(node->kind) && !found; i++) found = find_end(node->kid[i], cites);
    if (found && !*cites) *cites = node->cites;
    if (found) return true;
  }
  return false;
}

static void ending(struct sheet *sheet, const char *where, const struct tree *block, bool *begun) {
  const struct tree *cites = NULL;
  if (!find_end(block, &cites)) return;
  if (!*begun) say(sheet, "\n\nThe game ends at once where this is told:\n");
  *begun = true;
  sheet_item(sheet, "In ");
  say(sheet, where);
  sheet_finish(sheet, cites, ".");
}

static void endings(struct sheet *sheet) {
  struct symbol *const *list = sheet->reading->procedures.items;
  bool begun = false;
  ending(sheet, "the course of the game", sheet->c->play->kid[PLAY_BLOCK], &begun);
  for (size_t i = 0; i < sheet->reading->procedures.count; i++) {
    struct text link = arena_text(sheet->c->arena);
    struct sheet name = { .c = sheet->c, .out = &link };
    sheet_link(&name, list[i]->name);
    if (list[i]->kind == SYMBOL_OPTIONS) ending(sheet, text_get(&link), list[i]->tree->kid[OPTIONS_OPTIONS], &begun);
    else ending(sheet, text_get(&link), block_of(list[i]), &begun);
  }
  if (!begun) say(sheet, "\n\nThe game ends with its last step.");
}

static void ranking(struct sheet *sheet) {
  const struct tree *rank = sheet->c->rank;
  sheet_heading(sheet, 2, "End of the game");
  endings(sheet);
  sheet_heading(sheet, 3, "Who wins");
  say(sheet, "\n\n");
  if (!rank) return say(sheet, "All players share the first place.");
  bool ties = rank->kid[RANK_KEYS]->next != NULL;
  say(sheet,
      ties ? "Players are compared by the first of these, and those who are level by the next. Whoever is level in "
             "all of them shares a place"
           : "Players are compared by this; those who are level share a place");
  sheet_finish(sheet, rank->cites, ".");
  say(sheet, "\n");
  int number = 0;
  for (const struct tree *key = rank->kid[RANK_KEYS]; key; key = key->next) {
    text_format(sheet->out, "\n%d. ", ++number);
    size_t from = sheet->out->length;
    say(sheet, key->flags & FLAG_DESC ? "most: " : "least: ");
    sheet_expression(sheet, key->kid[KEY_VALUE]);
    say(sheet, ".");
    sheet_capital(sheet, from);
  }
}

/* ---- terms ---- */

static void term(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  const struct symbol *first = next_told(symbol->params);
  sheet_item(sheet, "**");
  sheet_title(sheet, symbol->name);
  say(sheet, "**");
  for (const struct symbol *one = first, *next; one; one = next) {
    next = next_told(one->next_param);
    say(sheet, one == first ? " (" : ", ");
    sheet_variable(sheet, one->name);
    if (!next) say(sheet, ")");
  }
  bool steps = tree->kid[FN_BLOCK] != NULL;
  say(sheet, steps && !tree_doc(tree) ? " is found as follows" : ": ");
  if (tree_doc(tree)) comment(sheet, symbol), say(sheet, steps ? " It is found as follows" : " That is: ");
  if (tree->kid[FN_VALUE]) sheet_expression(sheet, tree->kid[FN_VALUE]);
  sheet_source(sheet, tree);
  sheet_finish(sheet, tree->cites, steps ? ":" : ".");
  if (steps) sheet_nested(sheet, tree->kid[FN_BLOCK]);
}

static void terms(struct sheet *sheet) {
  struct symbol *const *list = sheet->reading->terms.items;
  bool begun = false;
  for (size_t i = 0; i < sheet->reading->terms.count; i++) {
    if (list[i]->type->kind == TYPE_KIND_TEXT) continue;
    if (!begun) sheet_heading(sheet, 2, "Terms"), say(sheet, "\n");
    begun = true;
    term(sheet, list[i]);
  }
}

/* ---- all of it ---- */

/* Reads what the sheet tells of, in its order; gives the number of procedures that the set-up needs. */
static size_t read_rules(struct sheet_reading *reading) {
  struct compilation *c = reading->c;
  if (c->setup) sheet_read(reading, c->setup->kid[SETUP_BLOCK]);
  size_t setting_up = reading->procedures.count;
  sheet_read(reading, c->play->kid[PLAY_BLOCK]);
  sheet_read_cells(reading);
  if (c->rank) sheet_read(reading, c->rank->kid[RANK_KEYS]);
  for (const struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol->kind == SYMBOL_SETTING) sheet_read(reading, symbol->tree->kid[SETTING_LIMITS]);
  return setting_up;
}

void sheet_write(struct compilation *c, bool page, struct text *out) {
  struct sheet_reading reading = { .c = c, .used = context_symbol_numbers(c) };
  struct sheet sheet = { .c = c, .out = out, .page = page, .reading = &reading, .index = sheet_index_new(c) };
  if (!reading.used) return;
  size_t setting_up = read_rules(&reading);
  size_t all = reading.procedures.count;
  introduction(&sheet);
  sheet_components(&sheet);
  set_up(&sheet);
  reading.procedures.count = setting_up;
  procedures(&sheet, 0);
  reading.procedures.count = all;
  play(&sheet);
  if (page) pictures(&sheet);
  procedures(&sheet, setting_up);
  ranking(&sheet);
  terms(&sheet);
  sheet_tables(&sheet);
  settings(&sheet);
  house_rules(&sheet);
  sheet_index_write(&sheet);
  say(&sheet, "\n");
}
