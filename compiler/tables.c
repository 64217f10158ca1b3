/* Enum values, cards and look-up tables: from rows in the text or from CSV files.
 *
 * Two rounds, since a field may refer to any other enum or deck: first all field types and all ids, then all cells.
 * Columns of a CSV file: `id`, optional `label` and `count`, `tag` and `note` for people, and one per field. */
#include "compiler/passes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "compiler/cells.h"
#include "compiler/constant.h"
#include "compiler/grids.h"
#include "compiler/row_changes.h"
#include "compiler/row_loops.h"
#include "compiler/show.h"
#include "compiler/type.h"
#include "lang/csv.h"
#include "lang/parse.h"

static struct tree *source_of(const struct symbol *symbol) {
  return symbol->tree->kid[symbol->kind == SYMBOL_ENUM   ? ENUM_SOURCE
                           : symbol->kind == SYMBOL_DECK ? DECK_SOURCE
                                                         : TABLE_SOURCE];
}
static struct tree *fields_of(const struct symbol *symbol) {
  return symbol->tree->kid[symbol->kind == SYMBOL_ENUM   ? ENUM_FIELDS
                           : symbol->kind == SYMBOL_DECK ? DECK_FIELDS
                                                         : TABLE_FIELDS];
}
/* Those of a table are entries, without names: see row_changes.h. */
static struct tree *rows_of(const struct symbol *symbol) {
  if (symbol->kind == SYMBOL_TABLE) return NULL;
  return symbol->tree->kid[symbol->kind == SYMBOL_ENUM ? ENUM_ROWS : DECK_ROWS];
}

static void note_unread(struct compilation *c, struct symbol *symbol, bool unread) {
  symbol->unread = unread;
  c->incomplete |= unread;
}

static void read_csv(struct compilation *c, struct symbol *symbol) {
  struct tree *source = source_of(symbol);
  if (!source) return;
  int error = 0;
  int file = source_read(c->sources, source_beside(c->sources, source->span.file, source->word), &error);
  if (file < 0) {
    diag_report(c->diags, DIAG_E0521, source->span, "cannot read the table `%s`: %s", source->word,
                source_error_text(error));
  } else symbol->csv = csv_read(c->sources, (uint32_t)file, c->diags);
  note_unread(c, symbol, !symbol->csv);
}

/* ---- round one: fields and ids ---- */

static void declare_fields(struct compilation *c, struct symbol *symbol) {
  struct field **tail = &symbol->fields;
  for (struct tree *decl = fields_of(symbol); decl; decl = decl->next) {
    for (struct field *other = symbol->fields; other; other = other->next)
      if (other->name == decl->word)
        diag_report(c->diags, DIAG_E0209, decl->word_span, "the field `%s` is declared twice", decl->word);
    struct field *field = arena_alloc(c->arena, sizeof *field);
    field->name = decl->word;
    field->span = decl->word_span;
    field->column = -1;
    field->owner = symbol;
    *tail = field;
    tail = &field->next;
  }
}

static void type_fields(struct compilation *c, struct symbol *symbol) {
  struct field *field = symbol->fields;
  for (struct tree *decl = fields_of(symbol); decl; decl = decl->next, field = field->next) {
    field->type = type_resolve(c, decl->kid[FIELD_DECL_TYPE], NULL);
    if (symbol == c->seats && field->type->kind == TYPE_KIND_CELL) {
      diag_report(c->diags, DIAG_E0320, decl->span, "a seat cannot have an effect; `match` the player in one instead");
      field->type = c->error_type;
    }
    if (field->type->kind == TYPE_KIND_ARRAY || field->type->kind == TYPE_KIND_ZONE) {
      diag_report(c->diags, DIAG_E0320, decl->span, "a field cannot be %s; a `table` can have more keys",
                  type_phrase(c, field->type));
      field->type = c->error_type;
    }
  }
}

/* One owner's values are declared in a row: of those with the same name, its own is the last. */
static void declare_value(struct compilation *c, struct value_name *value) {
  struct value_name *known = table_get(c->values, value->name);
  if (known && known->owner == value->owner && known != value) {
    struct diag *diag =
        diag_report(c->diags, DIAG_E0522, value->span, "`%s` is in %s twice", value->name, value->owner->name);
    diag_note_at(c->diags, diag, known->span, "the first one");
    note_unread(c, value->owner, true);
    return;
  }
  value->same = known;
  table_put(c->values, value->name, value);
}

/* "red_card" reads "red card" where no label is given. */
static const char *label_from_id(struct compilation *c, const char *id) {
  char *label = arena_copy_text(c->arena, id, strlen(id));
  for (char *letter = label; *letter; letter++)
    if (*letter == '_') *letter = ' ';
  return label;
}

static const char *plain_text(struct compilation *c, const struct tree *string) {
  const struct tree *part = string->kid[STRING_PARTS];
  if (!part) return "";
  if (part->kind == TREE_TEXT_PART && !part->next) return part->word;
  diag_report(c->diags, DIAG_E0118, string->span, "a label of one value is plain text");
  return "";
}

/* Rows of the text come behind those of a file. */
static void ids_from_rows(struct compilation *c, struct symbol *symbol, int32_t i) {
  for (struct tree *row = rows_of(symbol); row && !arena_failed(c->arena); row = row->next, i++) {
    struct tree *label = row->kid[ROW_DATA_LABEL];
    symbol->values[i] = (struct value_name){
      .name = row->word, .span = row->word_span, .copies = row->number, .owner = symbol, .index = i
    };
    symbol->values[i].labelled = label != NULL;
    symbol->values[i].label = label ? plain_text(c, label) : label_from_id(c, row->word);
    declare_value(c, &symbol->values[i]);
  }
}

static bool is_identifier(const char *text) {
  if (!(*text >= 'a' && *text <= 'z') && *text != '_') return false;
  for (; *text; text++)
    if (!(*text >= 'a' && *text <= 'z') && !(*text >= '0' && *text <= '9') && *text != '_') return false;
  return true;
}

static int32_t read_copies(struct compilation *c, const struct csv_cell *cell, bool missing) {
  char *end;
  if (missing) return 1;
  long copies = strtol(cell->text, &end, 10);
  if (*cell->text && !*end && copies >= 0 && copies <= COPIES_LIMIT) return (int32_t)copies;
  diag_report(c->diags, DIAG_E0523, cell->span, "`count` is a number of copies from 0 to %d", COPIES_LIMIT);
  return 1;
}

static void ids_from_csv(struct compilation *c, struct symbol *symbol, const struct csv *csv) {
  int id = csv_column(csv, "id"), label = csv_column(csv, "label"), count = csv_column(csv, "count");
  if (id < 0) {
    diag_report(c->diags, DIAG_E0524, csv->head[0].span, "the table of %s has no column `id`", symbol->name);
    note_unread(c, symbol, true);
    symbol->count = 0;
    return;
  }
  for (uint32_t row = 0; row < csv->rows && !arena_failed(c->arena); row++) {
    const struct csv_cell *cells = csv->cells + (size_t)row * csv->columns;
    struct value_name *value = &symbol->values[row];
    *value = (struct value_name){
      .name = cells[id].text, .span = cells[id].span, .copies = 1, .owner = symbol, .index = (int32_t)row
    };
    if (!is_identifier(value->name)) {
      diag_report(c->diags, DIAG_E0523, value->span, "`%s` is not an id: small letters, digits and `_`", value->name);
      note_unread(c, symbol, true);
    } else if (strlen(value->name) > NAME_LONGEST)
      diag_report(c->diags, DIAG_E0109, value->span, "a name has at most %d letters", NAME_LONGEST);
    bool labelled = label >= 0 && symbol->kind != SYMBOL_TABLE && *cells[label].text;
    value->labelled = labelled;
    value->label = labelled ? cells[label].text : label_from_id(c, value->name);
    if (count >= 0 && symbol->kind == SYMBOL_DECK) value->copies = read_copies(c, &cells[count], csv->uneven[row]);
    declare_value(c, value);
  }
}

static void name_values(struct compilation *c, struct symbol *symbol) {
  struct csv *csv = symbol->csv;
  grids_fill(c, symbol);
  row_loops_write_out(c, symbol);
  row_changes_prepare(c, symbol, csv);
  grids_order(c, symbol);
  int32_t from_file = csv ? (int32_t)csv->rows : 0;
  symbol->count = from_file;
  if (symbol->kind == SYMBOL_TABLE) symbol->count += row_changes_entries(symbol) + symbol->added_rows;
  for (struct tree *row = rows_of(symbol); row; row = row->next) symbol->count++;
  if (symbol->kind != SYMBOL_TABLE) {
    symbol->values = arena_try(c->arena, (size_t)symbol->count * sizeof *symbol->values + 1);
    if (!symbol->values) {
      symbol->count = 0;
      return;
    }
    if (csv) ids_from_csv(c, symbol, csv);
    if (symbol->count) ids_from_rows(c, symbol, from_file);
    row_changes_label(c, symbol);
  }
  if (!symbol->count && symbol->kind != SYMBOL_TABLE && !c->diags->errors)
    diag_report(c->diags, DIAG_E0525, symbol->span, "%s has no values", symbol->name);
  if (symbol->kind == SYMBOL_DECK)
    for (int32_t i = 0; i < symbol->count; i++)
      if (symbol->values[i].copies > COPIES_LIMIT)
        diag_report(c->diags, DIAG_E0523, symbol->values[i].span, "at most %d copies of a card", COPIES_LIMIT);
}

bool tables_declare_values(struct compilation *c, struct symbol *symbol) {
  if (symbol->declaring) return false;
  if (symbol->declared) return true;
  symbol->declaring = true;
  name_values(c, symbol);
  symbol->declaring = false;
  symbol->declared = true;
  return true;
}

/* ---- round two: cells ---- */

static void start_field(struct compilation *c, struct field *field, int32_t rows) {
  if (field->type->kind == TYPE_KIND_CELL) {
    field->cells = arena_try(c->arena, (size_t)rows * sizeof *field->cells + 1);
    return;
  }
  field->values = arena_try(c->arena, (size_t)rows * (size_t)type_slots(c, field->type) * sizeof *field->values + 8);
}

static void fill_from_rows(struct compilation *c, struct symbol *symbol, int32_t i) {
  int32_t wanted = 0;
  for (struct field *field = symbol->fields; field; field = field->next) wanted++;
  for (struct tree *row = rows_of(symbol); row && !arena_failed(c->arena); row = row->next, i++) {
    struct field *field = symbol->fields;
    int32_t given = 0;
    for (struct tree *value = row->kid[ROW_DATA_VALUES]; value; value = value->next, given++) {
      if (!field) continue;
      cell_from_tree(c, field, i, value);
      field = field->next;
    }
    if (given != wanted)
      diag_report(c->diags, DIAG_E0502, row->span, "`%s` has %d value%s where %s has %d field%s", row->word, given,
                  given == 1 ? "" : "s", symbol->name, wanted, wanted == 1 ? "" : "s");
  }
}

static bool is_known_column(struct compilation *c, const struct symbol *symbol, const char *name) {
  static const char *const free_columns[] = { "id", "label", "count", "tag", "note" };
  for (size_t i = 0; i < sizeof free_columns / sizeof *free_columns; i++)
    if (!strcmp(name, free_columns[i])) return true;
  for (struct field *field = symbol->fields; field; field = field->next)
    if (!strcmp(field->name, name)) return true;
  for (int i = 0; i < symbol->dim_count; i++)
    if (!strcmp(cell_key_column(c->arena, symbol->dims[i]), name)) return true;
  return show_reads_column(c, symbol->name, name);
}

/* A column with nearly the right name is shown, otherwise the line of names. Columns that no field reads are then not
 * worth a word: one of them is probably the one that is missing. */
static struct diag *report_missing_column(struct compilation *c, const struct symbol *symbol, const char *name,
                                          const struct csv *csv) {
  struct suggestion near = { .word = name };
  struct span place = span_join(csv->head[0].span, csv->head[csv->columns - 1].span);
  for (uint32_t i = 0; i < csv->columns; i++)
    if (!is_known_column(c, symbol, csv->head[i].text)) suggest_consider(&near, csv->head[i].text);
  for (uint32_t i = 0; i < csv->columns; i++)
    if (near.best && !strcmp(csv->head[i].text, near.best)) place = csv->head[i].span;
  struct diag *diag =
      diag_report(c->diags, DIAG_E0524, place, "the table of %s has no column `%s`", symbol->name, name);
  if (near.best) diag_hint(c->diags, diag, "is this `%s`?", name);
  return diag;
}

static bool lacks_column(const struct compilation *c, const struct csv *csv) {
  for (size_t i = 0; i < c->diags->count; i++)
    if (c->diags->items[i]->code == DIAG_E0524 && c->diags->items[i]->span.file == csv->file) return true;
  return false;
}

/* When most cells of a column do not fit, and not all for the same word, its field has the wrong type: one report takes
 * the place of many. */
static void refuse_column(struct compilation *c, struct field *field, uint32_t filled, struct diag_mark mark) {
  struct diag_list *list = c->diags;
  size_t wrong = list->count - mark.count;
  if (wrong < 2 || 2 * wrong < filled) return;
  const struct diag *first = list->items[mark.count];
  bool differ = false;
  for (size_t i = mark.count; i < list->count; i++) differ |= strcmp(list->items[i]->message, first->message) != 0;
  if (!differ) return;
  diag_forget(list, mark);
  struct diag *diag = diag_report(list, DIAG_E0526, field->span, "`%s` is %s, and %zu of its %u cells are not",
                                  field->name, type_phrase(c, field->type), wrong, filled);
  diag_note_elsewhere(list, diag, first->span, first->message);
  field->type = c->error_type;
}

static void fill_from_csv(struct compilation *c, struct symbol *symbol, const struct csv *csv) {
  for (struct field *field = symbol->fields; field; field = field->next) {
    int column = csv_column(csv, field->name);
    if (column >= 0) context_mention(c, csv->head[column].span, MENTION_FIELD, field);
    if (column < 0) {
      struct diag *diag = report_missing_column(c, symbol, field->name, csv);
      diag_note_at(c->diags, diag, field->span, "the field `%s`", field->name);
      continue;
    }
    struct diag_mark mark = diag_mark(c->diags);
    uint32_t filled = 0;
    for (uint32_t row = 0; row < csv->rows && !arena_failed(c->arena); row++) {
      const struct csv_cell *cell = &csv->cells[(size_t)row * csv->columns + (uint32_t)column];
      filled += *cell->text != 0;
      if (!csv->uneven[row]) cell_from_text(c, field, (int32_t)row, cell);
    }
    refuse_column(c, field, filled, mark);
  }
  for (uint32_t i = 0; i < csv->columns && !lacks_column(c, csv); i++)
    if (!is_known_column(c, symbol, csv->head[i].text))
      diag_report(c->diags, DIAG_W0504, csv->head[i].span, "no field reads the column `%s`", csv->head[i].text);
}

static void fill(struct compilation *c, struct symbol *symbol) {
  struct csv *csv = symbol->csv;
  /* Cells of a table without ids are read, too, for what is wrong in them, though it has no values. */
  int32_t rows = csv && (int32_t)csv->rows > symbol->count ? (int32_t)csv->rows : symbol->count;
  for (struct field *field = symbol->fields; field; field = field->next) start_field(c, field, rows);
  if (arena_failed(c->arena)) return; /* there may be no room for the cells */
  if (csv) fill_from_csv(c, symbol, csv);
  if (symbol->count) fill_from_rows(c, symbol, csv ? (int32_t)csv->rows : 0);
  row_changes_fill(c, symbol);
  for (struct field *field = symbol->fields; field; field = field->next)
    if (field->values) field->column = context_column(c, field->values, type_slots(c, field->type), symbol->count);
}

/* ---- look-up tables ---- */

static void table_dims(struct compilation *c, struct symbol *symbol) {
  for (struct tree *dim = symbol->tree->kid[TABLE_DIMS]; dim && symbol->dim_count < DIMS_LIMIT; dim = dim->next)
    symbol->dims[symbol->dim_count++] = type_dimension(c, dim);
}

static void index_table(struct compilation *c, struct symbol *symbol, const struct csv *csv) {
  int64_t size = 1;
  for (int i = 0; i < symbol->dim_count; i++) {
    if (symbol->dims[i]->kind == TYPE_KIND_ERROR || (symbol->dims[i]->symbol && symbol->dims[i]->symbol->unread))
      return;
    size *= type_places(c, symbol->dims[i]);
  }
  if (size < 1 || size > 1 << 20) {
    diag_report(c->diags, DIAG_E0410, symbol->span, "the table `%s` would need %lld entries", symbol->name,
                (long long)size);
    return;
  }
  symbol->table_rows = arena_try(c->arena, (size_t)size * sizeof *symbol->table_rows);
  if (!symbol->table_rows) return;
  memset(symbol->table_rows, 0xff, (size_t)size * sizeof *symbol->table_rows);
  for (uint32_t row = 0; csv && row < csv->rows && !arena_failed(c->arena); row++) {
    int64_t at = 0;
    bool known = !csv->uneven[row];
    for (int i = 0; i < symbol->dim_count && known; i++) {
      int column = csv_column(csv, cell_key_column(c->arena, symbol->dims[i]));
      int32_t key = 0;
      if (column < 0) {
        report_missing_column(c, symbol, cell_key_column(c->arena, symbol->dims[i]), csv);
        return;
      }
      const struct csv_cell *cell = &csv->cells[(size_t)row * csv->columns + (uint32_t)column];
      bool removed = symbol->dims[i]->symbol && row_changes_removed(symbol->dims[i]->symbol, cell->text);
      known = !removed && cell_scalar(c, symbol->dims[i], cell, &key);
      if (known && symbol->dims[i]->kind == TYPE_KIND_INT) key -= symbol->dims[i]->low;
      at = at * type_places(c, symbol->dims[i]) + key;
    }
    if (!known) continue;
    if (symbol->table_rows[at] >= 0)
      diag_report(c->diags, DIAG_E0522, csv->cells[(size_t)row * csv->columns].span, "`%s` has this row twice",
                  symbol->name);
    symbol->table_rows[at] = (int32_t)row;
  }
  row_changes_index(c, symbol);
  symbol->table_column = context_column(c, symbol->table_rows, 1, (int32_t)size);
}

/* ---- decks ---- */

/* Rows with too many copies have been reported. */
static int32_t count_cards(const struct symbol *deck, int32_t rows) {
  int64_t sum = 0;
  for (int32_t i = 0; i < rows; i++) sum += deck->values[i].copies;
  return sum > INT32_MAX ? INT32_MAX : (int32_t)sum;
}

/* A table is shown at the head of the column that is to be added up. */
static void report_total(struct compilation *c, const struct symbol *deck, const struct csv *csv,
                         const struct tree *total) {
  if (!csv) {
    diag_report(c->diags, DIAG_E0403, total->span, "the rows of %s add up to %d card%s, not %d", deck->name,
                deck->total, deck->total == 1 ? "" : "s", total->number);
    return;
  }
  int count = csv_column(csv, "count"), shown = count >= 0 ? count : csv_column(csv, "id");
  struct diag *diag = diag_report(c->diags, DIAG_E0403, csv->head[shown].span,
                                  "the table of %s adds up to %d card%s, but %d are stated", deck->name, deck->total,
                                  deck->total == 1 ? "" : "s", total->number);
  if (count < 0) diag_hint(c->diags, diag, "without a column `count`, each row is one card");
  diag_note_at(c->diags, diag, total->span, "`total %d`", total->number);
}

/* Zones have room for all cards of their deck. Copies beyond their own limit have been reported. */
static void check_size(struct compilation *c, const struct symbol *deck) {
  bool each = (deck->tree->flags & FLAG_EACH_PLAYER) != 0;
  int64_t cards = 0;
  for (int32_t i = 0; i < deck->count; i++)
    cards += deck->values[i].copies < COPIES_LIMIT ? deck->values[i].copies : COPIES_LIMIT;
  if (each) cards *= c->high_players;
  if (deck->count > KINDS_LIMIT)
    diag_report(c->diags, DIAG_E0410, deck->span, "%s has %d kinds of cards: at most %d", deck->name, deck->count,
                KINDS_LIMIT);
  else if (cards > CARDS_LIMIT)
    diag_report(c->diags, DIAG_E0410, deck->span, "%s has %lld cards%s: at most %d", deck->name, (long long)cards,
                each ? ", those of all players together" : "", CARDS_LIMIT);
}

/* The total that a game states is without what variants add and remove. */
static void check_total(struct compilation *c, struct symbol *deck) {
  const struct csv *csv = deck->csv;
  const struct tree *total = deck->tree->kid[DECK_TOTAL];
  bool certain = !deck->unread;
  deck->total = count_cards(deck, deck->count ? deck->count - deck->added_rows : 0);
  for (uint32_t row = 0; csv && row < csv->rows; row++) certain &= !csv->uneven[row];
  if (total && total->number != deck->total && certain) report_total(c, deck, csv, total);
  row_changes_copies(c, deck);
  deck->total = count_cards(deck, deck->count);
  check_size(c, deck);
}

/* Seats have fields alone: players are no values of the rules. */
static void fill_seats(struct compilation *c) {
  if (!c->seats || c->seats->unread) return;
  declare_fields(c, c->seats);
  if (arena_failed(c->arena)) return;
  type_fields(c, c->seats);
  fill(c, c->seats);
}

void tables_fill(struct compilation *c) {
  struct symbol *symbol;
  for (symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next)
    if (symbol_has_rows(symbol)) read_csv(c, symbol), declare_fields(c, symbol);
  for (symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next)
    if (symbol_has_rows(symbol)) tables_declare_values(c, symbol);
  if (arena_failed(c->arena)) return; /* not all fields may be there */
  for (symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol_has_rows(symbol)) type_fields(c, symbol);
  for (symbol = c->first_of[SYMBOL_TABLE]; symbol; symbol = symbol->alike) table_dims(c, symbol);
  for (symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next) {
    if (symbol->kind == SYMBOL_TABLE && (symbol->csv || !source_of(symbol))) index_table(c, symbol, symbol->csv);
    if (symbol_has_rows(symbol)) fill(c, symbol);
    if (symbol->kind == SYMBOL_DECK) check_total(c, symbol);
  }
  fill_seats(c);
}
