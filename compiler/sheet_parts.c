/* What a game is made of: values and cards with their counts, networks and tables, where cards lie and who sees them,
 * tracks and what has to be remembered. */
#include "compiler/sheet.h"

#include "compiler/type.h"

static void section(struct sheet *sheet, const char *title) { text_format(sheet->out, "\n\n### %s", title); }

/* ---- cards and values ---- */

static void labels(struct sheet *sheet, const struct symbol *symbol) {
  for (int32_t i = 0; i < symbol->count; i++) {
    if (i) say(sheet, ", ");
    if (symbol->values[i].copies > 1) text_format(sheet->out, "%d ", symbol->values[i].copies);
    sheet_text(sheet, symbol->values[i].label);
  }
}

void sheet_cell(struct sheet *sheet, const struct field *field, int32_t row) {
  if (field->type->kind != TYPE_KIND_CELL) {
    sheet_value(sheet, field->type, field->values + (size_t)row * (size_t)type_slots(sheet->c, field->type));
  } else if (!field->cells[row]) {
    say(sheet, "–");
  } else {
    sheet_link(sheet, field->cells[row]->word);
    if (field->cells[row]->kind == TREE_CALL) sheet_arguments(sheet, field->cells[row]->kid[CALL_ARGS]);
  }
}

static void row_cells(struct sheet *sheet, const struct symbol *symbol, int32_t row) {
  for (const struct field *field = symbol->fields; field; field = field->next) {
    say(sheet, " | ");
    sheet_cell(sheet, field, row);
  }
  say(sheet, " |");
}

/* The head of a table of rows. */
static void columns(struct sheet *sheet, const char *what, const struct symbol *symbol, bool counted) {
  say(sheet, "\n\n| ");
  say(sheet, what);
  if (counted) say(sheet, " | cards");
  for (const struct field *field = symbol->fields; field; field = field->next) {
    say(sheet, " | ");
    sheet_name(sheet, field->name);
  }
  say(sheet, " |\n|");
  for (const struct field *field = symbol->fields; field; field = field->next) say(sheet, "---|");
  say(sheet, counted ? "---|---|" : "---|");
}

/* Every value or card with its fields. */
static void rows(struct sheet *sheet, const struct symbol *symbol, bool counted) {
  columns(sheet, symbol->name, symbol, counted);
  for (int32_t i = 0; i < symbol->count; i++) {
    say(sheet, "\n| ");
    sheet_text(sheet, symbol->values[i].label);
    if (counted) text_format(sheet->out, " | %d", symbol->values[i].copies);
    row_cells(sheet, symbol, i);
  }
}

/* Every seat with what it has; those that a variant leaves over are not shown. */
static void seats(struct sheet *sheet) {
  const struct symbol *symbol = sheet->c->seats;
  if (!symbol) return;
  columns(sheet, "Seat", symbol, false);
  const struct tree *row = symbol->tree->kid[ENUM_ROWS];
  for (int32_t i = 0; row && i < sheet->c->high_players; i++, row = row->next) {
    say(sheet, "\n| ");
    sheet_text(sheet, row->word);
    row_cells(sheet, symbol, i);
  }
}

static void values(struct sheet *sheet, const struct symbol *symbol) {
  bool counted = symbol->kind == SYMBOL_DECK;
  const struct tree *zone = counted ? symbol->tree->kid[DECK_ZONE] : NULL;
  int32_t total = 0;
  for (int32_t i = 0; counted && i < symbol->count; i++) total += symbol->values[i].copies;
  text_format(sheet->out, "\n\n**%s**, ", symbol->name);
  if (counted) text_format(sheet->out, "%d card%s", total, total == 1 ? "" : "s");
  else text_format(sheet->out, "%d value%s", symbol->count, symbol->count == 1 ? "" : "s");
  if (symbol->tree->flags & FLAG_EACH_PLAYER) say(sheet, " for each player");
  if (zone) {
    say(sheet, ", which start in ");
    sheet_expression(sheet, zone);
  }
  sheet_cites(sheet, symbol->tree->cites);
  if (symbol->fields) return rows(sheet, symbol, counted);
  say(sheet, ": ");
  labels(sheet, symbol);
  say(sheet, ".");
}

/* ---- boards ---- */

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
  text_format(sheet->out, "\n\n**%s**, a board of %d %s", symbol->name, symbol->count, cells);
  text_format(sheet->out, symbol->count == columns * rows ? ", %d by %d" : " within %d by %d", columns, rows);
  if (grid->flags & FLAG_DIAGONALS) say(sheet, ", with diagonals");
  for (const struct tree *way = grid->kid[GRID_WRAPS]; way; way = way->next) {
    say(sheet, way == grid->kid[GRID_WRAPS] ? ", which comes round to the " : " and the ");
    sheet_name(sheet, way->word);
  }
  sheet_cites(sheet, symbol->tree->cites);
  say(sheet, ".");
}

static void lines(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *made = symbol->tree->kid[ENUM_BOARD];
  text_format(sheet->out, "\n\n**%s**, every line of ", symbol->name);
  sheet_expression(sheet, made->kid[LINES_LENGTH]);
  text_format(sheet->out, " on %s: %d", made->word, symbol->count);
  sheet_cites(sheet, symbol->tree->cites);
  say(sheet, ".");
}

/* The usual directions of a board go without saying. */
static bool are_usual_ways(const struct symbol *symbol) {
  const struct symbol *graph = symbol->kind == SYMBOL_ENUM ? symbol->labels_of : NULL;
  const struct tree *grid = graph && graph->tree->kind == TREE_ENUM ? graph->tree->kid[ENUM_BOARD] : NULL;
  return grid && !grid->kid[GRID_DIRECTIONS];
}

static void network(struct sheet *sheet, const struct symbol *symbol) {
  const struct graph *graph = symbol->graph;
  int32_t count = graph->nodes->count;
  say(sheet, "\n\n**");
  sheet_name(sheet, symbol->name);
  say(sheet, "**, which places are next to each other");
  sheet_cites(sheet, symbol->tree->cites);
  say(sheet, ":\n");
  for (int32_t a = 0; a < count; a++) {
    const char *before = "";
    sheet_item(sheet, "");
    sheet_text(sheet, graph->nodes->values[a].label);
    say(sheet, ": ");
    for (int32_t b = 0; b < count; b++) {
      if (!graph->linked[a * count + b]) continue;
      say(sheet, before);
      sheet_text(sheet, graph->nodes->values[b].label);
      before = ", ";
    }
    if (!*before) say(sheet, "–");
  }
}

static void table(struct sheet *sheet, const struct symbol *symbol) {
  say(sheet, "\n\n**");
  sheet_name(sheet, symbol->name);
  say(sheet, "**, a table that gives for ");
  sheet_list(sheet, symbol->tree->kid[TABLE_DIMS]);
  const char *before = ": ";
  for (const struct field *field = symbol->fields; field; field = field->next, before = ", ") {
    say(sheet, before);
    sheet_name(sheet, field->name);
  }
  sheet_cites(sheet, symbol->tree->cites);
  say(sheet, ".");
}

/* ---- zones ---- */

static const char *const seen_words[] = { [SEEN_HIDDEN] = "nobody sees them",
                                          [SEEN_OPEN] = "all see them",
                                          [SEEN_OWNER] = "only the owner sees them",
                                          [SEEN_OTHERS] = "all but the owner see them" };

static void seen(struct sheet *sheet, const struct tree *node) {
  text_format(sheet->out, "; %s", seen_words[node->number]);
  if (!node->kid[SEEN_ALTERNATIVE]) return;
  say(sheet, ", but with ");
  sheet_condition(sheet, node->kid[SEEN_CONDITION]);
  text_format(sheet->out, " %s", seen_words[node->kid[SEEN_ALTERNATIVE]->number]);
}

static const struct tree *dims_of(const struct symbol *symbol) {
  return symbol->tree->kid[0]; /* of zones, tracks and variables alike */
}

static bool is_of_player(const struct symbol *symbol) {
  return dims_of(symbol) && dims_of(symbol)->kind == TREE_TYPE_PLAYER;
}

static void for_each(struct sheet *sheet, const struct tree *dims) {
  for (const struct tree *dim = dims; dim; dim = dim->next) {
    bool is_type = dim->kind == TREE_TYPE_PLAYER || dim->kind == TREE_TYPE_NAMED;
    say(sheet, dim == dims ? ", for each " : " and each ");
    if (!is_type) say(sheet, dim->kind == TREE_RANGE ? "of " : "of 1 to ");
    sheet_expression(sheet, dim);
  }
}

static void zone(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  sheet_item(sheet, "**");
  sheet_name(sheet, symbol->name);
  text_format(sheet->out, "**: %s of %s",
              tree->kind == TREE_PILE   ? "a pile"
              : tree->kind == TREE_POOL ? "cards"
                                        : "places for cards",
              tree->kid[PILE_DECK]->word);
  for_each(sheet, dims_of(symbol));
  seen(sheet, tree->kid[PILE_SEEN]);
  if (tree->kind == TREE_PILE && tree->kid[PILE_REFILL]) {
    say(sheet, "; when it runs out, ");
    sheet_expression(sheet, tree->kid[PILE_REFILL]);
    say(sheet, " is shuffled into it");
  }
  if (tree->kind == TREE_POOL && tree->kid[POOL_HOLDS]) {
    say(sheet, "; at most ");
    sheet_expression(sheet, tree->kid[POOL_HOLDS]);
  }
  sheet_cites(sheet, tree->cites);
}

/* ---- numbers ---- */

static void variable(struct sheet *sheet, const struct symbol *symbol) {
  const struct tree *tree = symbol->tree;
  bool track = tree->kind == TREE_TRACK;
  const struct tree *lives = tree->kid[track ? TRACK_LIVES : VAR_LIVES];
  sheet_item(sheet, "**");
  sheet_name(sheet, symbol->name);
  say(sheet, "**");
  for_each(sheet, dims_of(symbol));
  say(sheet, ": ");
  if (track) {
    sheet_expression(sheet, tree->kid[TRACK_LOW]);
    say(sheet, " to ");
    sheet_expression(sheet, tree->kid[TRACK_HIGH]);
    if (tree->flags & FLAG_CLAMPED) say(sheet, ", where it stops");
  } else sheet_type(sheet, symbol->type->kind == TYPE_KIND_ARRAY ? symbol->type->element : symbol->type);
  say(sheet, "; at first ");
  sheet_expression(sheet, tree->kid[track ? TRACK_VALUE : VAR_VALUE]);
  if (lives) {
    say(sheet, ", and again at each ");
    sheet_link(sheet, lives->word);
  }
  if (!track && tree->kid[VAR_SEEN]) text_format(sheet->out, "; %s", "not open to all");
  sheet_cites(sheet, tree->cites);
}

static void constant(struct sheet *sheet, const struct symbol *symbol) {
  sheet_item(sheet, "**");
  sheet_name(sheet, symbol->name);
  say(sheet, "**: ");
  sheet_expression(sheet, symbol->tree->kid[CONST_VALUE]);
  sheet_cites(sheet, symbol->tree->cites);
}

/* ---- all of it ---- */

static bool is_thing(const struct symbol *symbol) {
  if (are_usual_ways(symbol)) return false;
  return symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_DECK || symbol->kind == SYMBOL_GRAPH ||
         symbol->kind == SYMBOL_TABLE;
}
static bool is_common_zone(const struct symbol *symbol) { return symbol->kind == SYMBOL_ZONE && !is_of_player(symbol); }
static bool is_own_zone(const struct symbol *symbol) { return symbol->kind == SYMBOL_ZONE && is_of_player(symbol); }
static bool is_track(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_VAR && symbol->tree->kind == TREE_TRACK;
}
static bool is_variable(const struct symbol *symbol) {
  return symbol->kind == SYMBOL_VAR && symbol->tree->kind == TREE_VAR;
}
static bool is_constant(const struct symbol *symbol) { return symbol->kind == SYMBOL_CONST; }

static void thing(struct sheet *sheet, const struct symbol *symbol) {
  if (symbol->kind == SYMBOL_GRAPH) network(sheet, symbol);
  else if (symbol->kind == SYMBOL_TABLE) table(sheet, symbol);
  else if (symbol->kind == SYMBOL_ENUM && symbol->tree->kid[ENUM_BOARD])
    (symbol->tree->kid[ENUM_BOARD]->kind == TREE_GRID ? board : lines)(sheet, symbol);
  else values(sheet, symbol);
}

static void all_of(struct sheet *sheet, const char *title, bool (*wanted)(const struct symbol *symbol),
                   void (*write)(struct sheet *sheet, const struct symbol *symbol)) {
  bool begun = false;
  for (const struct symbol *symbol = sheet->c->first_symbol; symbol; symbol = symbol->next) {
    if (!wanted(symbol)) continue;
    if (!begun) section(sheet, title);
    if (!begun && write != thing) say(sheet, "\n");
    begun = true;
    write(sheet, symbol);
  }
}

void sheet_components(struct sheet *sheet) {
  say(sheet, "\n\n## Components");
  seats(sheet);
  all_of(sheet, "Cards and tables", is_thing, thing);
  all_of(sheet, "On the table", is_common_zone, zone);
  all_of(sheet, "In front of each player", is_own_zone, zone);
  all_of(sheet, "Tracks", is_track, variable);
  all_of(sheet, "To be remembered", is_variable, variable);
  all_of(sheet, "Numbers", is_constant, constant);
}
