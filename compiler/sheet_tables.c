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

static const char *cell_words(struct sheet *sheet, const struct field *field, int32_t row) {
  struct text out = arena_text(sheet->c->arena);
  struct sheet cell = *sheet;
  cell.out = &out;
  sheet_cell(&cell, field, row);
  return text_get(&out);
}

enum { FEW_ROWS = 3 }; /* of which every field has its column */

/* What is the same in all rows needs no column. */
static bool is_same_in_all(struct sheet *sheet, const struct symbol *symbol, const struct field *field) {
  if (symbol->count < FEW_ROWS || symbol->kind == SYMBOL_TABLE) return false;
  const char *first = cell_words(sheet, field, 0);
  for (int32_t row = 1; row < symbol->count; row++)
    if (strcmp(first, cell_words(sheet, field, row)) != 0) return false;
  return true;
}

/* The fields that have columns, and those that all rows have alike: const struct field *. */
struct sheet_columns {
  struct vector own, alike;
};

static struct sheet_columns columns_of(struct sheet *sheet, const struct symbol *symbol) {
  struct sheet_columns columns = { 0 };
  for (const struct field *field = symbol->fields; field; field = field->next)
    vector_push(sheet->c->arena, is_same_in_all(sheet, symbol, field) ? &columns.alike : &columns.own, &field,
                sizeof(struct field *));
  return columns;
}

static void row_cells(struct sheet *sheet, const struct sheet_columns *columns, int32_t row) {
  struct field *const *fields = columns->own.items;
  for (size_t i = 0; i < columns->own.count; i++) {
    say(sheet, " | ");
    sheet_cell(sheet, fields[i], row);
  }
  say(sheet, " |");
}

/* What all rows have alike, and the head of the table, with `keys` columns before those of the fields. */
static void begin_table(struct sheet *sheet, const char *keys, int key_count, const struct sheet_columns *columns) {
  struct field *const *alike = columns->alike.items, *const *fields = columns->own.items;
  for (size_t i = 0; i < columns->alike.count; i++) {
    text_format(sheet->out, "%s%s ", i ? ", " : "\n\nAll alike: ", sheet_words(sheet, alike[i]->name));
    sheet_cell(sheet, alike[i], 0);
  }
  if (columns->alike.count) say(sheet, ".");
  text_format(sheet->out, "\n\n| %s", keys);
  for (size_t i = 0; i < columns->own.count; i++) text_format(sheet->out, " | %s", sheet_words(sheet, fields[i]->name));
  say(sheet, " |\n|");
  for (size_t i = 0; i < (size_t)key_count + columns->own.count; i++) say(sheet, "---|");
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
  const struct sheet_columns columns = columns_of(sheet, symbol);
  begin_table(sheet, counted ? arena_format(sheet->c->arena, "%s | cards", noun) : noun, 1 + counted, &columns);
  for (int32_t i = 0; i < symbol->count; i++) {
    say(sheet, "\n| ");
    sheet_text(sheet, symbol->values[i].label);
    if (counted) text_format(sheet->out, " | %d", symbol->values[i].copies);
    row_cells(sheet, &columns, i);
  }
}

/* Every seat with what it has; those that a variant leaves over are not shown. */
static void seats(struct sheet *sheet) {
  const struct symbol *symbol = sheet->c->seats;
  if (!symbol) return;
  sheet_heading(sheet, 3, "Seats");
  const struct sheet_columns columns = columns_of(sheet, symbol);
  begin_table(sheet, "seat", 1, &columns);
  const struct tree *row = symbol->tree->kid[ENUM_ROWS];
  for (int32_t i = 0; row && i < sheet->c->high_players; i++, row = row->next) {
    say(sheet, "\n| ");
    sheet_text(sheet, row->word);
    row_cells(sheet, &columns, i);
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
  const struct sheet_columns columns = columns_of(sheet, table);
  begin_table(sheet, text_get(&head), table->dim_count, &columns);
  for (int32_t place = 0; place < places; place++) {
    if (table->table_rows[place] < 0) continue;
    say(sheet, "\n| ");
    keys(sheet, table, place, places);
    row_cells(sheet, &columns, table->table_rows[place]);
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
