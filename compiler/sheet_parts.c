/* What a game is made of: cards with their counts, boards, where cards lie and who sees them, tracks and numbers. What
 * stands in rows is listed by sheet_tables.c. */
#include "compiler/sheet.h"

#include <string.h>

#include "compiler/type.h"

/* ---- cards and values ---- */

static void labels(struct sheet *sheet, const struct symbol *symbol) {
  for (int32_t i = 0; i < symbol->count; i++) {
    if (i) say(sheet, ", ");
    if (symbol->values[i].copies > 1) text_format(sheet->out, "%d ", symbol->values[i].copies);
    sheet_text(sheet, symbol->values[i].label);
  }
}

static void listed_elsewhere(struct sheet *sheet, const struct symbol *symbol) {
  if (!sheet_has_table(symbol)) return;
  say(sheet, ", see ");
  const char *title = sheet_table_title(sheet, symbol);
  text_format(sheet->out, "[%s](#", title);
  for (const char *at = sheet_words(sheet, title); *at; at++) text_add_bytes(sheet->out, *at == ' ' ? "-" : at, 1);
  say(sheet, ")");
}

static void begin(struct sheet *sheet, const struct symbol *symbol) {
  sheet_item(sheet, "**");
  sheet_title(sheet, symbol->name);
  say(sheet, "**");
}

static void cards(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *zone = symbol->tree->kid[DECK_ZONE];
  int32_t total = 0;
  for (int32_t i = 0; i < symbol->count; i++) total += symbol->values[i].copies;
  begin(sheet, symbol);
  text_format(sheet->out, ": %d card%s", total, total == 1 ? "" : "s");
  if (symbol->tree->flags & FLAG_EACH_PLAYER) say(sheet, " for each player");
  if (zone) sheet_around(sheet, ", at first in ", zone->kind == TREE_INDEX ? zone->kid[INDEX_BASE] : zone, "");
  listed_elsewhere(sheet, symbol);
  sheet_cites(sheet, symbol->tree->cites);
  if (symbol->fields) return say(sheet, ".");
  say(sheet, ": ");
  labels(sheet, symbol);
  say(sheet, ".");
}

static void values(struct sheet *sheet, const struct symbol *symbol) {
  begin(sheet, symbol);
  say(sheet, ": ");
  if (symbol->fields) text_format(sheet->out, "%d of them", symbol->count);
  else labels(sheet, symbol);
  listed_elsewhere(sheet, symbol);
  sheet_finish(sheet, symbol->tree->cites, ".");
}

/* ---- boards and tables ---- */

static int32_t highest(const struct symbol *symbol, const struct field *field) {
  int32_t most = 0;
  for (int32_t i = 0; i < symbol->count; i++)
    if (field->values[i] > most) most = field->values[i];
  return most;
}

/* A board by its size, not cell by cell. */
static void board(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *grid = symbol->tree->kid[ENUM_BOARD];
  const char *cells = grid->flags & FLAG_HEX ? "hexes" : "squares";
  int32_t columns = highest(symbol, symbol->fields), rows = highest(symbol, symbol->fields->next);
  begin(sheet, symbol);
  text_format(sheet->out, ": a board of %d %s", symbol->count, cells);
  text_format(sheet->out, symbol->count == columns * rows ? ", %d by %d" : " within %d by %d", columns, rows);
  if (grid->flags & FLAG_DIAGONALS) say(sheet, ", with diagonals");
  for (const struct tree *way = grid->kid[GRID_WRAPS]; way; way = way->next) {
    say(sheet, way == grid->kid[GRID_WRAPS] ? ", which comes round to the " : " and the ");
    sheet_name(sheet, way->word);
  }
  sheet_finish(sheet, symbol->tree->cites, ".");
}

static void lines(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *made = symbol->tree->kid[ENUM_BOARD];
  begin(sheet, symbol);
  sheet_around(sheet, ": every line of ", made->kid[LINES_LENGTH], "");
  text_format(sheet->out, " on the %s, %d of them", sheet_words(sheet, made->word), symbol->count);
  sheet_finish(sheet, symbol->tree->cites, ".");
}

/* The usual directions of a board go without saying. */
bool sheet_goes_without_saying(const struct symbol *symbol) {
  const struct symbol *graph = symbol->kind == SYMBOL_ENUM ? symbol->labels_of : NULL;
  const struct tree *grid = graph && graph->tree->kind == TREE_ENUM ? graph->tree->kid[ENUM_BOARD] : NULL;
  return grid && !grid->kid[GRID_DIRECTIONS];
}

static void network(struct sheet *sheet, const struct symbol *symbol) {
  begin(sheet, symbol);
  text_format(sheet->out, ": which %s are next to each other",
              sheet_plural(sheet, sheet_words(sheet, symbol->graph->nodes->name)));
  listed_elsewhere(sheet, symbol);
  sheet_finish(sheet, symbol->tree->cites, ".");
}

static void table(struct sheet *sheet, const struct symbol *symbol) {
  begin(sheet, symbol);
  text_format(sheet->out, ": a table of %d entries", symbol->count);
  if (!sheet_has_table(symbol)) {
    const char *before = ", which gives for each ";
    for (int i = 0; i < symbol->dim_count; i++, before = " and each ")
      text_format(sheet->out, "%s%s", before, sheet_noun(sheet, symbol->dims[i]));
    before = ": ";
    for (const struct field *field = symbol->fields; field; field = field->next, before = ", ") {
      say(sheet, before);
      sheet_name(sheet, field->name);
    }
  }
  listed_elsewhere(sheet, symbol);
  sheet_finish(sheet, symbol->tree->cites, ".");
}

/* ---- zones ---- */

static const char *const seen_words[] = { [SEEN_HIDDEN] = "nobody sees",
                                          [SEEN_OPEN] = "all see",
                                          [SEEN_OWNER] = "only the owner sees",
                                          [SEEN_OTHERS] = "all but the owner see" };

static void seen(struct sheet *sheet, const struct tree *node) {
  text_format(sheet->out, ", which %s", seen_words[node->number]);
  if (!node->kid[SEEN_ALTERNATIVE]) return;
  say(sheet, ", but if ");
  sheet_condition(sheet, node->kid[SEEN_CONDITION]);
  text_format(sheet->out, ", %s them", seen_words[node->kid[SEEN_ALTERNATIVE]->number]);
}

static const struct tree *dims_of(const struct symbol *symbol) {
  return symbol->tree->kid[0]; /* of zones, tracks and variables alike */
}

static bool is_of_player(const struct symbol *symbol) {
  return dims_of(symbol) && dims_of(symbol)->kind == TREE_TYPE_PLAYER;
}

/* The heading says already what each player has. */
static void for_each(struct sheet *sheet, const struct tree *dims, bool told) {
  const char *before = ", for each ";
  for (const struct tree *dim = dims; dim; dim = dim->next) {
    bool is_type = dim->kind == TREE_TYPE_PLAYER || dim->kind == TREE_TYPE_NAMED;
    if (told && dim->kind == TREE_TYPE_PLAYER) continue;
    say(sheet, before);
    if (!is_type) say(sheet, dim->kind == TREE_RANGE ? "of " : "of 1 to ");
    sheet_expression(sheet, dim);
    before = " and each ";
  }
}

static void zone(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  const char *deck = sheet_words(sheet, tree->kid[PILE_DECK]->word);
  size_t length = strlen(deck);
  bool is_card = length >= 4 && !strcmp(deck + length - 4, "card");
  begin(sheet, symbol);
  text_format(sheet->out, ": %s%s%s",
              tree->kind == TREE_PILE   ? "a pile of "
              : tree->kind == TREE_POOL ? ""
                                        : "places for ",
              deck, is_card ? "s" : " cards");
  seen(sheet, tree->kid[PILE_SEEN]);
  for_each(sheet, dims_of(symbol), is_of_player(symbol));
  if (tree->kind == TREE_PILE && tree->kid[PILE_REFILL])
    sheet_around(sheet, "; when it runs out, ", tree->kid[PILE_REFILL], " is shuffled into it");
  if (tree->kind == TREE_POOL && tree->kid[POOL_HOLDS]) sheet_around(sheet, "; at most ", tree->kid[POOL_HOLDS], "");
  sheet_finish(sheet, tree->cites, ".");
}

/* ---- numbers ---- */

static void track(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  begin(sheet, symbol);
  for_each(sheet, dims_of(symbol), false);
  sheet_around(sheet, ": ", tree->kid[TRACK_LOW], " to ");
  sheet_argument(sheet, tree->kid[TRACK_HIGH]);
  if (tree->flags & FLAG_CLAMPED) say(sheet, ", where it stops");
  sheet_around(sheet, "; at first ", tree->kid[TRACK_VALUE], "");
  if (tree->kid[TRACK_LIVES]) {
    say(sheet, ", and again at each ");
    sheet_link(sheet, tree->kid[TRACK_LIVES]->word);
  }
  sheet_finish(sheet, tree->cites, ".");
}

/* By what its author says of it, or else by what it holds. */
static void variable(struct sheet *sheet, const struct symbol *symbol) {
  const char *doc = tree_doc(symbol->tree);
  const struct type *type = symbol->type->kind == TYPE_KIND_ARRAY ? symbol->type->element : symbol->type;
  begin(sheet, symbol);
  for_each(sheet, dims_of(symbol), false);
  sheet_finish(sheet, symbol->tree->cites, ": ");
  if (doc) return sheet_sentence(sheet, doc);
  text_format(sheet->out, "%s %s", context_article(sheet_noun(sheet, type)), sheet_noun(sheet, type));
  sheet_around(sheet, "; at first ", symbol->tree->kid[VAR_VALUE], "");
  if (symbol->tree->kid[VAR_SEEN]) say(sheet, "; not open to all");
  say(sheet, ".");
}

void sheet_component(struct sheet *sheet, const struct symbol *symbol) {
  if (symbol->kind == SYMBOL_ZONE) zone(sheet, symbol);
  else if (symbol->kind == SYMBOL_VAR) (symbol->tree->kind == TREE_TRACK ? track : variable)(sheet, symbol);
}

static void constant(struct sheet *sheet, const struct symbol *symbol) {
  begin(sheet, symbol);
  sheet_around(sheet, ": ", symbol->tree->kid[CONST_VALUE], "");
  sheet_finish(sheet, symbol->tree->cites, ".");
}

/* ---- all of it ---- */

static bool is_thing(const struct symbol *symbol) {
  if (sheet_goes_without_saying(symbol)) return false;
  return symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_DECK || symbol->kind == SYMBOL_GRAPH ||
         symbol->kind == SYMBOL_TABLE;
}
static bool is_common_zone(const struct symbol *symbol) { return symbol->kind == SYMBOL_ZONE && !is_of_player(symbol); }
static bool is_own_zone(const struct symbol *symbol) { return symbol->kind == SYMBOL_ZONE && is_of_player(symbol); }
static bool is_track(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_VAR && symbol->tree->kind == TREE_TRACK;
}
/* Variables are told by what they mean, or not at all. */
static bool is_variable(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_VAR && symbol->tree->kind == TREE_VAR && tree_doc(symbol->tree);
}
static bool is_constant(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_CONST && symbol->type->kind != TYPE_KIND_TEXT;
}

static void thing(struct sheet *sheet, const struct symbol *symbol) {
  if (symbol->kind == SYMBOL_GRAPH) network(sheet, symbol);
  else if (symbol->kind == SYMBOL_TABLE) table(sheet, symbol);
  else if (symbol->kind == SYMBOL_DECK) cards(sheet, symbol);
  else if (!symbol->tree->kid[ENUM_BOARD]) values(sheet, symbol);
  else (symbol->tree->kid[ENUM_BOARD]->kind == TREE_GRID ? board : lines)(sheet, symbol);
}

static void all_of(struct sheet *sheet, const char *title, bool (*wanted)(const struct symbol *symbol),
                   void (*write)(struct sheet *sheet, const struct symbol *symbol)) {
  bool begun = false;
  for (const struct symbol *symbol = sheet->c->first_symbol; symbol; symbol = symbol->next) {
    if (!wanted(symbol) || !sheet_is_used(sheet, symbol)) continue;
    if (!begun && title) sheet_heading(sheet, 3, title);
    if (!begun) say(sheet, "\n");
    begun = true;
    write(sheet, symbol);
  }
}

void sheet_components(struct sheet *sheet) {
  sheet_heading(sheet, 2, "Components");
  all_of(sheet, NULL, is_thing, thing);
  all_of(sheet, "On the table", is_common_zone, zone);
  all_of(sheet, "In front of each player", is_own_zone, zone);
  all_of(sheet, "Tracks", is_track, track);
  all_of(sheet, "To be remembered", is_variable, variable);
  all_of(sheet, "Numbers", is_constant, constant);
}
