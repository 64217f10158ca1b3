/* Rows as variants change them: see row_changes.h. A card that is removed keeps its row, without copies, so that rules
 * which name it still can; a value that is removed from an enum is gone. */
#include "compiler/row_changes.h"

#include <string.h>

#include "compiler/cells.h"
#include "compiler/constant.h"
#include "compiler/grids.h"
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

/* One row, of the CSV file or of the rules. */
struct row_place {
  const char *id;
  struct tree *tree; /* NULL: the row of the file with the same number as this place */
  bool removed;
};
/* All rows: those of the file, then those of the rules, then those that changes add. */
struct row_places {
  struct vector list;       /* struct row_place */
  struct name_table *by_id; /* numbers in the list, plus one */
  struct tree **tail;       /* where the next row of the rules comes */
};

static void add_place(struct compilation *c, struct row_places *places, struct row_place place) {
  vector_push(c->arena, &places->list, &place, sizeof place);
  if (!place.id || table_get(places->by_id, place.id)) return; /* the first one counts */
  table_put(places->by_id, place.id, (void *)(uintptr_t)places->list.count);
}

static struct row_places places_of(struct compilation *c, const struct symbol *symbol, const struct csv *csv) {
  struct row_places places = { .by_id = table_new(c->arena), .tail = rows_of(symbol) };
  int column = csv ? csv_column(csv, "id") : -1;
  for (uint32_t row = 0; column >= 0 && row < csv->rows; row++)
    add_place(c, &places, (struct row_place){ .id = csv->cells[(size_t)row * csv->columns + (uint32_t)column].text });
  for (; *places.tail; places.tail = &(*places.tail)->next)
    add_place(c, &places, (struct row_place){ (*places.tail)->word, .tree = *places.tail });
  return places;
}

static struct row_place *find_place(const struct row_places *places, const char *id) {
  uintptr_t number = (uintptr_t)table_get(places->by_id, id);
  return number ? (struct row_place *)places->list.items + (number - 1) : NULL;
}

/* The nearest name among the rows, while there are not too many reports. */
static struct suggestion nearest_row(const struct compilation *c, const struct row_places *places, const char *id) {
  struct suggestion near = { .word = id };
  const struct row_place *place = places->list.items;
  for (size_t i = 0; context_suggests(c) && i < places->list.count; i++)
    if (!place[i].removed && place[i].id) suggest_consider(&near, place[i].id);
  return near;
}

static void remove_value(struct compilation *c, struct row_places *places, struct row_place *place,
                         const struct tree *item) {
  if (item->flags & FLAG_COPIES) {
    diag_report(c->diags, DIAG_E0705, item->span, "values of an enum have no copies: write `remove %s`", item->word);
    return;
  }
  place->removed = true;
  table_put(places->by_id, place->id, NULL);
}

/* Takes those out that are removed. */
static void drop_removed(const struct symbol *symbol, struct csv *csv, const struct row_places *places) {
  const struct row_place *place = places->list.items;
  uint32_t kept = 0, rows = csv ? csv->rows : 0;
  struct tree **link = rows_of(symbol);
  for (size_t i = 0; i < places->list.count; i++) {
    if (place[i].tree) {
      if (place[i].removed) *link = (*link)->next;
      else link = &(*link)->next;
    } else if (!place[i].removed) {
      if (kept != i) {
        memcpy(csv->cells + (size_t)kept * csv->columns, csv->cells + i * csv->columns,
               csv->columns * sizeof *csv->cells);
        csv->uneven[kept] = csv->uneven[i];
      }
      kept++;
    } else rows--;
  }
  if (csv) csv->rows = rows;
}

/* In a deck without fields, a slip makes a new card of one that is there. Numbers differ on purpose. */
static void warn_of_likeness(struct compilation *c, const struct symbol *deck, const struct tree *item,
                             const struct suggestion *near) {
  if (!suggest_is_certain(near) || strpbrk(item->word, "0123456789")) return;
  struct diag *diag = diag_report(c->diags, DIAG_W0702, item->word_span, "`%s` is a new card of %s, nearly `%s`",
                                  item->word, deck->name, near->best);
  diag_hint(c->diags, diag, "did you mean `%s`?", near->best); /* no fix: it may be meant */
}

static void append_row(struct compilation *c, struct symbol *symbol, struct row_places *places,
                       const struct tree *added) {
  struct tree *row = *places->tail = tree_copy(c->arena, added);
  places->tail = &row->next;
  add_place(c, places, (struct row_place){ row->word, .tree = row });
  symbol->added_rows++;
}

static void prepare_row(struct compilation *c, struct symbol *symbol, const struct csv *csv, struct row_places *places,
                        struct tree *item) {
  struct row_place *place = find_place(places, item->word);
  if (item->kind != TREE_ADD_ROW) {
    struct suggestion near = place ? (struct suggestion){ 0 } : nearest_row(c, places, item->word);
    if (!place) report_row(c, symbol, csv, item, &near);
    else if (item->kind == TREE_REMOVE_ROW && symbol->kind == SYMBOL_ENUM) remove_value(c, places, place, item);
    return;
  }
  struct tree *added = item->kid[ADD_ROW_ROW];
  bool plain = symbol->kind == SYMBOL_DECK && !added->kid[ROW_DATA_VALUES] && !added->kid[ROW_DATA_LABEL];
  struct suggestion near = place || !plain ? (struct suggestion){ 0 } : nearest_row(c, places, item->word);
  if (place && !plain) {
    struct diag *diag =
        diag_report(c->diags, DIAG_E0705, item->span, "`%s` is in %s already", item->word, symbol->name);
    diag_hint(c->diags, diag, "`change %s(field = …)` gives it other values", item->word);
  } else if (!place && plain && symbol->fields) {
    report_row(c, symbol, csv, item, &near);
  } else if (!place) {
    if (plain) warn_of_likeness(c, symbol, item, &near);
    append_row(c, symbol, places, added);
  }
}

void row_changes_prepare(struct compilation *c, struct symbol *symbol, struct csv *csv) {
  struct tree *items = changes_of(symbol);
  if (!items) return;
  if (symbol->kind == SYMBOL_TABLE) {
    for (const struct tree *item = items; item; item = item->next) symbol->added_rows += item->kind == TREE_ADD_ROW;
    return;
  }
  struct row_places places = places_of(c, symbol, csv);
  for (struct tree *item = items; item && !arena_failed(c->arena); item = item->next)
    prepare_row(c, symbol, csv, &places, item);
  if (!arena_failed(c->arena)) drop_removed(symbol, csv, &places);
}

const struct tree *row_changes_removed(const struct symbol *symbol, const char *value) {
  const struct tree *item = symbol->kind == SYMBOL_ENUM ? symbol->tree->kid[ENUM_CHANGES] : NULL;
  while (item && (item->kind != TREE_REMOVE_ROW || item->word != value)) item = item->next;
  return item;
}

/* ---- labels and copies ---- */

/* Values as struct value_name, by name; NULL if nothing changes them. */
static struct name_table *index_values(struct compilation *c, const struct symbol *symbol) {
  if (!changes_of(symbol)) return NULL;
  struct name_table *table = table_new(c->arena);
  for (int32_t i = symbol->count; i-- > 0;) table_put(table, symbol->values[i].name, &symbol->values[i]);
  return table;
}

void row_changes_label(struct compilation *c, struct symbol *symbol) {
  const struct name_table *values = index_values(c, symbol);
  for (struct tree *item = changes_of(symbol); item; item = item->next) {
    struct tree *label = item->kind == TREE_CHANGE_ROW ? item->kid[CHANGE_ROW_LABEL] : NULL;
    struct value_name *value = label ? table_get(values, item->word) : NULL;
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
  const struct name_table *values = index_values(c, deck);
  for (struct tree *item = changes_of(deck); item; item = item->next) {
    struct value_name *value = item->kind == TREE_CHANGE_ROW ? NULL : table_get(values, item->word);
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

int32_t row_changes_entries(const struct symbol *table) {
  int32_t count = 0;
  for (const struct tree *row = table->tree->kid[TABLE_ROWS]; row; row = row->next) count++;
  return count;
}

/* Whether a variant has removed the value that one of the keys names. */
static bool names_removed(const struct symbol *table, const struct tree *key) {
  for (int i = 0; key && i < table->dim_count; key = key->next, i++)
    if (key->kind == TREE_NAME && table->dims[i]->symbol && row_changes_removed(table->dims[i]->symbol, key->word))
      return true;
  return false;
}

/* The entries in the text of the table itself. */
static void index_entries(struct compilation *c, struct symbol *table) {
  int32_t next = 0;
  for (struct tree *row = table->tree->kid[TABLE_ROWS]; row; row = row->next) {
    int64_t at = names_removed(table, row->kid[ADD_ROW_KEYS]) ? -1 : entry_at(c, table, row);
    row->number = next++;
    if (at < 0) continue;
    if (table->table_rows[at] < 0) table->table_rows[at] = row->number;
    else diag_report(c->diags, DIAG_E0522, row->word_span, "`%s` has this row twice", table->name);
  }
}

void row_changes_index(struct compilation *c, struct symbol *table) {
  int32_t next = table->count - table->added_rows;
  index_entries(c, table);
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

/* Lines are made of where cells lie before any value is changed. */
static bool refuse_moving(struct compilation *c, const struct symbol *symbol, const struct tree *item) {
  if (!grids_is(symbol)) return false;
  struct diag *diag = diag_report(c->diags, DIAG_E0705, item->span, "where a cell of a board lies cannot be changed");
  diag_hint(c->diags, diag, "`remove %s`, and `add` another", item->word);
  return true;
}

void row_changes_fill(struct compilation *c, struct symbol *symbol) {
  const struct name_table *values = symbol->kind == SYMBOL_TABLE ? NULL : index_values(c, symbol);
  struct tree *entry = symbol->kind == SYMBOL_TABLE && symbol->table_rows ? symbol->tree->kid[TABLE_ROWS] : NULL;
  for (; entry && !arena_failed(c->arena); entry = entry->next) fill_entry(c, symbol, entry);
  for (struct tree *item = changes_of(symbol); item; item = item->next) {
    const struct value_name *value = values ? table_get(values, item->word) : NULL;
    int32_t row = value ? value->index : symbol->kind == SYMBOL_TABLE ? item->number : -1;
    if (row < 0) continue;
    if (item->kind == TREE_ADD_ROW && symbol->kind == SYMBOL_TABLE) fill_entry(c, symbol, item);
    if (item->kind != TREE_CHANGE_ROW) continue;
    if (!item->kid[CHANGE_ROW_VALUES] && !item->kid[CHANGE_ROW_LABEL]) patch_idle(c, item, "no field is named");
    if (item->kid[CHANGE_ROW_VALUES] && refuse_moving(c, symbol, item)) continue;
    for (struct tree *with = item->kid[CHANGE_ROW_VALUES]; with; with = with->next) {
      struct field *field = field_named(c, symbol, with, DIAG_E0704);
      if (field) set_cell(c, field, row, with);
    }
  }
}
