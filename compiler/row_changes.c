/* Rows as variants change them: see row_changes.h. A card that is removed keeps its row, without copies, so that rules
 * which name it still can; a value that is removed from an enum is gone. */
#include "compiler/row_changes.h"

#include <string.h>

#include "compiler/cells.h"
#include "compiler/constant.h"
#include "compiler/patch.h"
#include "compiler/type.h"

static struct tree *changes_of(const struct symbol *symbol) {
  return symbol->tree->kid[symbol->kind == SYMBOL_ENUM   ? ENUM_CHANGES
                           : symbol->kind == SYMBOL_DECK ? DECK_CHANGES
                                                         : TABLE_CHANGES];
}

static struct tree **rows_of(const struct symbol *symbol) {
  return &symbol->tree->kid[symbol->kind == SYMBOL_ENUM ? ENUM_ROWS : DECK_ROWS];
}

/* A row that is not there: with the nearest name, or where the rows are. */
static void report_row(struct compilation *c, const struct symbol *symbol, const struct csv *csv,
                       const struct tree *item, const struct suggestion *near) {
  struct diag *diag = diag_report(c->diags, DIAG_E0704, item->word_span, "%s has no `%s`", symbol->name, item->word);
  int id = csv ? csv_column(csv, "id") : -1;
  const struct tree *row = *rows_of(symbol);
  if (near->best) diag_suggest(c->diags, diag, near);
  else if (id >= 0 && csv->rows) diag_note_at(c->diags, diag, csv->cells[id].span, "the first of its rows");
  else if (row) diag_note_at(c->diags, diag, row->word_span, "the first of its rows");
}

/* ---- before ids ---- */

/* The row of an id in the CSV file, or -1. */
static int64_t csv_row(const struct csv *csv, const char *id, struct suggestion *near) {
  int column = csv ? csv_column(csv, "id") : -1;
  for (uint32_t row = 0; column >= 0 && row < csv->rows; row++) {
    const char *text = csv->cells[(size_t)row * csv->columns + (uint32_t)column].text;
    if (text == id) return row;
    suggest_consider(near, text);
  }
  return -1;
}

static struct tree **tree_row(const struct symbol *symbol, const char *id, struct suggestion *near) {
  for (struct tree **link = rows_of(symbol); *link; link = &(*link)->next) {
    if ((*link)->word == id) return link;
    suggest_consider(near, (*link)->word);
  }
  return NULL;
}

static void remove_value(struct compilation *c, struct csv *csv, int64_t row, struct tree **link,
                         const struct tree *item) {
  if (item->flags & FLAG_COPIES) {
    diag_report(c->diags, DIAG_E0705, item->span, "values of an enum have no copies: write `remove %s`", item->word);
  } else if (row >= 0) {
    struct csv_cell *cells = csv->cells + (size_t)row * csv->columns;
    memmove(cells, cells + csv->columns, (csv->rows - (size_t)row - 1) * csv->columns * sizeof *cells);
    memmove(csv->uneven + row, csv->uneven + row + 1, (csv->rows - (size_t)row - 1) * sizeof *csv->uneven);
    csv->rows--;
  } else *link = (*link)->next;
}

/* In a deck without fields, a slip makes a new card of one that is there. Numbers differ on purpose. */
static void warn_of_likeness(struct compilation *c, const struct symbol *deck, const struct tree *item,
                             const struct suggestion *near) {
  if (!suggest_is_certain(near) || strpbrk(item->word, "0123456789")) return;
  struct diag *diag = diag_report(c->diags, DIAG_W0702, item->word_span, "`%s` is a new card of %s, nearly `%s`",
                                  item->word, deck->name, near->best);
  diag_hint(c->diags, diag, "did you mean `%s`?", near->best); /* no fix: it may be meant */
}

static void prepare_row(struct compilation *c, struct symbol *symbol, struct csv *csv, struct tree *item) {
  struct suggestion near = { .word = item->word };
  int64_t row = csv_row(csv, item->word, &near);
  struct tree **link = row < 0 ? tree_row(symbol, item->word, &near) : NULL;
  bool known = row >= 0 || link;
  if (item->kind != TREE_ADD_ROW) {
    if (!known) report_row(c, symbol, csv, item, &near);
    else if (item->kind == TREE_REMOVE_ROW && symbol->kind == SYMBOL_ENUM) remove_value(c, csv, row, link, item);
    return;
  }
  struct tree *added = item->kid[ADD_ROW_ROW];
  bool plain = symbol->kind == SYMBOL_DECK && !added->kid[ROW_DATA_VALUES] && !added->kid[ROW_DATA_LABEL];
  if (known && !plain) {
    struct diag *diag =
        diag_report(c->diags, DIAG_E0705, item->span, "`%s` is in %s already", item->word, symbol->name);
    diag_hint(c->diags, diag, "`change %s(field = …)` gives it other values", item->word);
  } else if (!known && plain && symbol->fields) {
    report_row(c, symbol, csv, item, &near);
  } else if (!known) {
    if (plain) warn_of_likeness(c, symbol, item, &near);
    *rows_of(symbol) = tree_append(*rows_of(symbol), tree_copy(c->arena, added));
    symbol->added_rows++;
  }
}

void row_changes_prepare(struct compilation *c, struct symbol *symbol, struct csv *csv) {
  for (struct tree *item = changes_of(symbol); item; item = item->next)
    if (symbol->kind != SYMBOL_TABLE) prepare_row(c, symbol, csv, item);
    else if (item->kind == TREE_ADD_ROW) symbol->added_rows++;
}

const struct tree *row_changes_removed(const struct symbol *symbol, const char *value) {
  const struct tree *item = symbol->kind == SYMBOL_ENUM ? symbol->tree->kid[ENUM_CHANGES] : NULL;
  while (item && (item->kind != TREE_REMOVE_ROW || item->word != value)) item = item->next;
  return item;
}

/* ---- labels and copies ---- */

static struct value_name *find_value(const struct symbol *symbol, const char *id) {
  for (int32_t i = 0; i < symbol->count; i++)
    if (symbol->values[i].name == id) return &symbol->values[i];
  return NULL;
}

void row_changes_label(struct compilation *c, struct symbol *symbol) {
  for (struct tree *item = changes_of(symbol); item; item = item->next) {
    struct tree *label = item->kind == TREE_CHANGE_ROW ? item->kid[CHANGE_ROW_LABEL] : NULL;
    struct value_name *value = label ? find_value(symbol, item->word) : NULL;
    if (!value) continue;
    const struct tree *part = label->kid[STRING_PARTS];
    if (part && (part->kind != TREE_TEXT_PART || part->next))
      diag_report(c->diags, DIAG_E0118, label->span, "a label of one value is plain text");
    else value->label = part ? part->word : "", value->labelled = true;
  }
}

static void change_copies(struct compilation *c, struct value_name *value, const struct tree *item) {
  bool adds = item->kind == TREE_ADD_ROW;
  int32_t copies = adds ? item->kid[ADD_ROW_ROW]->number : item->flags & FLAG_COPIES ? item->number : value->copies;
  if (!adds && copies > value->copies)
    diag_report(c->diags, DIAG_E0705, item->span, "%s has only %d of `%s`", value->owner->name, value->copies,
                value->name);
  else if (adds && copies > COPIES_LIMIT - value->copies)
    diag_report(c->diags, DIAG_E0523, item->span, "at most %d copies of a card", COPIES_LIMIT);
  else if (!copies) patch_idle(c, item, adds ? "no copies are added" : "no copies are removed");
  else value->copies += adds ? copies : -copies;
}

void row_changes_copies(struct compilation *c, struct symbol *deck) {
  int32_t old = deck->count - deck->added_rows;
  for (struct tree *item = changes_of(deck); item; item = item->next) {
    struct value_name *value = item->kind == TREE_CHANGE_ROW ? NULL : find_value(deck, item->word);
    bool new_row = item->kind == TREE_ADD_ROW && value && value->index >= old;
    if (value && !new_row) change_copies(c, value, item);
  }
}

/* ---- entries of look-up tables ---- */

/* Where the keys of a change lead in table_rows, or -1 after a report. */
static int64_t entry_at(struct compilation *c, const struct symbol *table, const struct tree *item) {
  int64_t at = 0;
  int i = 0;
  for (struct tree *key = item->kid[0]; key; key = key->next, i++) {
    int32_t value = 0;
    if (i >= table->dim_count) continue;
    if (!constant_value(c, key, table->dims[i], &value)) return -1;
    if (table->dims[i]->kind == TYPE_KIND_INT) value -= table->dims[i]->low;
    if (value < 0 || value >= type_places(c, table->dims[i])) {
      diag_report(c->diags, DIAG_E0315, key->span, "this key is outside its range");
      return -1;
    }
    at = at * type_places(c, table->dims[i]) + value;
  }
  if (i == table->dim_count) return at;
  diag_report(c->diags, DIAG_E0316, item->word_span, "`%s` has %d key%s", table->name, table->dim_count,
              table->dim_count == 1 ? "" : "s");
  return -1;
}
_Static_assert(ADD_ROW_KEYS == 0 && REMOVE_ROW_KEYS == 0 && CHANGE_ROW_KEYS == 0, "entry_at relies on it");

void row_changes_index(struct compilation *c, struct symbol *table) {
  int32_t next = table->count - table->added_rows;
  for (struct tree *item = changes_of(table); item; item = item->next) {
    int64_t at = entry_at(c, table, item);
    if (at < 0) continue;
    bool known = table->table_rows[at] >= 0;
    item->number = -1;
    if (item->kind == TREE_ADD_ROW && !known) item->number = table->table_rows[at] = next++;
    else if (item->kind == TREE_ADD_ROW)
      diag_report(c->diags, DIAG_E0705, item->word_span, "`%s` has this row already", table->name);
    else if (!known) diag_report(c->diags, DIAG_E0704, item->word_span, "`%s` has no such row", table->name);
    else if (item->kind == TREE_REMOVE_ROW) table->table_rows[at] = -1;
    else item->number = table->table_rows[at];
  }
}

/* ---- values ---- */

static void set_cell(struct compilation *c, struct field *field, int32_t row, const struct tree *with) {
  size_t slots = field->values ? (size_t)type_slots(c, field->type) : 0, errors = c->diags->errors;
  int32_t *cell = field->values ? field->values + (size_t)row * slots : NULL;
  int32_t *before = arena_alloc(c->arena, slots * sizeof *before + 1);
  if (cell) memcpy(before, cell, slots * sizeof *before), memset(cell, 0, slots * sizeof *cell);
  cell_from_tree(c, field, row, with->kid[SCENARIO_WITH_VALUE]);
  if (cell && c->diags->errors == errors && !memcmp(before, cell, slots * sizeof *before))
    patch_idle(c, with, "it has this value");
}

static void fill_entry(struct compilation *c, struct symbol *table, struct tree *item) {
  struct tree *value = item->kid[ADD_ROW_ROW]->kid[ROW_DATA_VALUES];
  struct field *field = table->fields;
  for (; field && value; field = field->next, value = value->next) cell_from_tree(c, field, item->number, value);
  if (field || value)
    diag_report(c->diags, DIAG_E0502, item->span, "this row has %s values than `%s` has fields",
                value ? "more" : "fewer", table->name);
}

void row_changes_fill(struct compilation *c, struct symbol *symbol) {
  for (struct tree *item = changes_of(symbol); item; item = item->next) {
    struct value_name *value = symbol->kind == SYMBOL_TABLE ? NULL : find_value(symbol, item->word);
    int32_t row = value ? value->index : symbol->kind == SYMBOL_TABLE ? item->number : -1;
    if (row < 0) continue;
    if (item->kind == TREE_ADD_ROW && symbol->kind == SYMBOL_TABLE) fill_entry(c, symbol, item);
    if (item->kind != TREE_CHANGE_ROW) continue;
    if (!item->kid[CHANGE_ROW_VALUES] && !item->kid[CHANGE_ROW_LABEL]) patch_idle(c, item, "no field is named");
    for (struct tree *with = item->kid[CHANGE_ROW_VALUES]; with; with = with->next) {
      struct field *field = field_named(c, symbol, with, DIAG_E0704);
      if (field) set_cell(c, field, row, with);
    }
  }
}
