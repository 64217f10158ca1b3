/* Cards, values and look-up tables of the rules sheet with all that they say, row by row, and networks. */
#include <string.h>

#include "compiler/sheet.h"
#include "compiler/type.h"

enum { MOST_ENTRIES = 60 }; /* of a look-up table that the sheet prints: those of more are on the cards themselves */

bool sheet_is_used(const struct sheet *sheet, const struct symbol *symbol) {
  return !sheet->reading || sheet->reading->used[symbol->number];
}

/* ---- cells ---- */

void sheet_cell(struct sheet *sheet, const struct field *field, int32_t row) {
  if (field->type->kind != TYPE_KIND_CELL) {
    sheet_value(sheet, field->type, field->values + (size_t)row * (size_t)type_slots(sheet->c, field->type));
  } else if (!field->cells[row]) {
    say(sheet, "–");
  } else {
    sheet_link(sheet, field->cells[row]->word);
    if (field->cells[row]->kind == TREE_CALL) sheet_given(sheet, field->cells[row]->kid[CALL_ARGS]);
  }
}

static void row_cells(struct sheet *sheet, const struct symbol *symbol, int32_t row) {
  for (const struct field *field = symbol->fields; field; field = field->next) {
    say(sheet, " | ");
    sheet_cell(sheet, field, row);
  }
  say(sheet, " |");
}

/* The head of a table of rows, `keys` columns before those of the fields. */
static void columns(struct sheet *sheet, const char *keys, int key_count, const struct symbol *symbol) {
  text_format(sheet->out, "\n\n| %s", keys);
  for (const struct field *field = symbol->fields; field; field = field->next) {
    say(sheet, " | ");
    sheet_name(sheet, field->name);
  }
  say(sheet, " |\n|");
  for (int i = 0; i < key_count; i++) say(sheet, "---|");
  for (const struct field *field = symbol->fields; field; field = field->next) say(sheet, "---|");
}

/* ---- values and cards ---- */

static bool has_copies(const struct symbol *symbol) {
  for (int32_t i = 0; symbol->kind == SYMBOL_DECK && i < symbol->count; i++)
    if (symbol->values[i].copies > 1) return true;
  return false;
}

static void values(struct sheet *sheet, const struct symbol *symbol) {
  bool counted = has_copies(symbol);
  const char *noun = sheet_words(sheet, symbol->name);
  columns(sheet, counted ? arena_format(sheet->c->arena, "%s | cards", noun) : noun, 1 + counted, symbol);
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
  sheet_heading(sheet, 3, "Seats");
  columns(sheet, "seat", 1, symbol);
  const struct tree *row = symbol->tree->kid[ENUM_ROWS];
  for (int32_t i = 0; row && i < sheet->c->high_players; i++, row = row->next) {
    say(sheet, "\n| ");
    sheet_text(sheet, row->word);
    row_cells(sheet, symbol, i);
  }
}

/* ---- look-up tables ---- */

static const char *key_name(struct sheet *sheet, const struct type *dim) {
  return dim->kind == TYPE_KIND_INT ? "number" : sheet_noun(sheet, dim);
}

static int32_t places_of(const struct sheet *sheet, const struct symbol *table) {
  int32_t places = 1;
  for (int i = 0; i < table->dim_count; i++) places *= type_places(sheet->c, table->dims[i]);
  return places;
}

static void keys(struct sheet *sheet, const struct symbol *table, int32_t place, int32_t around) {
  for (int i = 0; i < table->dim_count; i++) {
    around /= type_places(sheet->c, table->dims[i]);
    int32_t value = place / around + (table->dims[i]->kind == TYPE_KIND_INT ? table->dims[i]->low : 0);
    place %= around;
    if (i) say(sheet, " | ");
    sheet_value(sheet, table->dims[i], &value);
  }
}

static void entries(struct sheet *sheet, const struct symbol *table) {
  struct text head = arena_text(sheet->c->arena);
  int32_t places = places_of(sheet, table);
  for (int i = 0; i < table->dim_count; i++)
    text_format(&head, "%s%s", i ? " | " : "", key_name(sheet, table->dims[i]));
  columns(sheet, text_get(&head), table->dim_count, table);
  for (int32_t place = 0; place < places; place++) {
    if (table->table_rows[place] < 0) continue;
    say(sheet, "\n| ");
    keys(sheet, table, place, places);
    row_cells(sheet, table, table->table_rows[place]);
  }
}

/* ---- networks ---- */

static void network(struct sheet *sheet, const struct symbol *symbol) {
  const struct graph *graph = symbol->graph;
  int32_t count = graph->nodes->count;
  text_format(sheet->out, "\n\n| %s | next to |\n|---|---|", sheet_words(sheet, graph->nodes->name));
  for (int32_t a = 0; a < count; a++) {
    const char *before = "";
    struct text beside = arena_text(sheet->c->arena);
    struct sheet cell = *sheet;
    cell.out = &beside;
    for (int32_t b = 0; b < count; b++) {
      if (!graph->linked[a * count + b]) continue;
      say(&cell, before);
      sheet_text(&cell, graph->nodes->values[b].label);
      before = ", ";
    }
    if (!*before) continue; /* it is next to nothing */
    say(sheet, "\n| ");
    sheet_text(sheet, graph->nodes->values[a].label);
    text_format(sheet->out, " | %s |", text_get(&beside));
  }
}

/* ---- all of them ---- */

bool sheet_has_table(const struct symbol *symbol) {
  if (symbol->kind == SYMBOL_GRAPH) return true;
  if (symbol->kind == SYMBOL_TABLE) return symbol->count <= MOST_ENTRIES;
  if (symbol->kind != SYMBOL_ENUM && symbol->kind != SYMBOL_DECK) return false;
  return symbol->fields && !(symbol->kind == SYMBOL_ENUM && symbol->tree->kid[ENUM_BOARD]);
}

const char *sheet_table_title(struct sheet *sheet, const struct symbol *symbol) {
  struct text out = arena_text(sheet->c->arena);
  struct sheet title = { .c = sheet->c, .out = &out };
  sheet_title(&title, symbol->name);
  const char *words = text_get(&out), *last = strrchr(sheet_words(sheet, symbol->name), ' ');
  bool is_card = !strcmp(last ? last + 1 : sheet_words(sheet, symbol->name), "card");
  if (symbol->kind == SYMBOL_DECK && !is_card) return arena_format(sheet->c->arena, "%s cards", words);
  return symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_DECK ? sheet_plural(sheet, words) : words;
}

void sheet_tables(struct sheet *sheet) {
  bool begun = false;
  for (const struct symbol *symbol = sheet->c->first_symbol; symbol; symbol = symbol->next) {
    if (!sheet_has_table(symbol) || !sheet_is_used(sheet, symbol) || sheet_goes_without_saying(symbol)) continue;
    if (!begun) sheet_heading(sheet, 2, "Cards and tables");
    begun = true;
    sheet_heading(sheet, 3, sheet_table_title(sheet, symbol));
    sheet_cites(sheet, symbol->tree->cites);
    if (symbol->kind == SYMBOL_GRAPH) network(sheet, symbol);
    else if (symbol->kind == SYMBOL_TABLE) entries(sheet, symbol);
    else values(sheet, symbol);
  }
  if (sheet->c->seats && !begun) sheet_heading(sheet, 2, "Cards and tables");
  seats(sheet);
}
