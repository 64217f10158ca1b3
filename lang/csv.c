/* Reads CSV tables: one pass over the text, one cell at a time, every cell with its place.
 * Knows nothing of what the cells mean. Blank lines are skipped, so a table may be set out in groups; so are the commas
 * that spreadsheets leave behind: rows without a cell that says something, and columns without name and content. */
#include "lang/csv.h"

#include <string.h>

#include "lang/encoding.h"

enum { MOST_COLUMNS = 1000 };

struct csv_reader {
  struct source_set *sources;
  struct diag_list *diags;
  const struct source *source;
  uint32_t file, at;
  struct csv_cell *cells; /* of all rows read so far, the head first */
  size_t count, capacity;
  bool failed;
};

static char current(const struct csv_reader *reader) {
  return reader->source->text[reader->at]; /* the text ends with a NUL */
}

static bool at_end(const struct csv_reader *reader) { return reader->at >= reader->source->length; }

static bool at_line_end(const struct csv_reader *reader) {
  return at_end(reader) || current(reader) == '\n' ||
         (current(reader) == '\r' && reader->source->text[reader->at + 1] == '\n');
}

static void skip_blanks(struct csv_reader *reader) {
  while (current(reader) == ' ' || current(reader) == '\t') reader->at++;
}

static void skip_line_end(struct csv_reader *reader) {
  if (current(reader) == '\r') reader->at++;
  if (current(reader) == '\n') reader->at++;
}

static struct span span_of(const struct csv_reader *reader, uint32_t start, uint32_t end) {
  return (struct span){ reader->file, start, end };
}

static struct diag *report(struct csv_reader *reader, enum diag_code code, struct span span, const char *message) {
  reader->failed = true;
  return diag_report(reader->diags, code, span, "%s", message);
}

static void add_cell(struct csv_reader *reader, const char *text, size_t length, struct span span) {
  if (reader->count == reader->capacity)
    reader->cells =
        arena_grow(reader->sources->arena, reader->cells, sizeof *reader->cells, reader->count, &reader->capacity);
  if (reader->count == reader->capacity) {
    reader->failed = true;
    return;
  }
  reader->cells[reader->count++] = (struct csv_cell){ arena_intern(reader->sources->arena, text, length), span };
}

static void read_plain_cell(struct csv_reader *reader) {
  uint32_t start = reader->at, end = start;
  for (; !at_line_end(reader) && current(reader) != ','; reader->at++) {
    if (current(reader) == '"')
      report(reader, DIAG_E0505, span_of(reader, reader->at, reader->at + 1),
             "a quote inside a cell: the whole cell must be quoted, and each quote in it doubled");
    if (current(reader) != ' ' && current(reader) != '\t') end = reader->at + 1;
  }
  add_cell(reader, reader->source->text + start, end - start, span_of(reader, start, end));
}

/* The span of a quoted cell is what stands between its quotes. */
static void read_quoted_cell(struct csv_reader *reader) {
  uint32_t open = reader->at++, start = reader->at;
  struct text text = arena_text(reader->sources->arena);
  for (;; reader->at++) {
    if (at_end(reader)) {
      report(reader, DIAG_E0503, span_of(reader, open, open + 1), "this quote is not closed");
      return;
    }
    if (current(reader) == '"') {
      if (reader->source->text[reader->at + 1] != '"') break;
      reader->at++;
    }
    if (current(reader) != '\r') text_add_bytes(&text, reader->source->text + reader->at, 1);
  }
  add_cell(reader, text_get(&text), text.length, span_of(reader, start, reader->at));
  reader->at++;
  skip_blanks(reader);
  uint32_t rest = reader->at;
  while (!at_line_end(reader) && current(reader) != ',') reader->at++;
  if (reader->at > rest)
    report(reader, DIAG_E0505, span_of(reader, rest, reader->at), "only a comma may follow a quoted cell");
}

/* Whether none of the cells read last says anything. */
static bool are_empty(const struct csv_reader *reader, size_t count) {
  for (size_t i = reader->count - count; i < reader->count; i++)
    if (*reader->cells[i].text) return false;
  return true;
}

/* Reads a line of cells; returns how many there were, 0 for a blank line or one of commas. */
static uint32_t read_row(struct csv_reader *reader) {
  size_t before = reader->count;
  skip_blanks(reader);
  if (at_line_end(reader)) {
    skip_line_end(reader);
    return 0;
  }
  for (;;) {
    skip_blanks(reader);
    if (current(reader) == '"') read_quoted_cell(reader);
    else read_plain_cell(reader);
    if (current(reader) != ',' || at_end(reader)) break;
    reader->at++;
  }
  skip_line_end(reader);
  if (are_empty(reader, reader->count - before)) reader->count = before;
  return (uint32_t)(reader->count - before);
}

/* `id;label;cost`, as spreadsheets of some countries write it, or columns separated by tabs. */
static bool other_separator(struct csv_reader *reader, uint32_t columns) {
  const struct csv_cell *cell = &reader->cells[0];
  bool tabs = strchr(cell->text, '\t') != NULL;
  if (columns != 1 || (!tabs && !strchr(cell->text, ';'))) return false;
  struct diag *diag = diag_report(reader->diags, DIAG_E0501, cell->span, "columns are separated by commas, not by %s",
                                  tabs ? "tabs" : "`;`");
  diag_hint(reader->diags, diag, "save the table with commas");
  reader->failed = true;
  return true;
}

static void check_head(struct csv_reader *reader, uint32_t columns) {
  if (other_separator(reader, columns)) return;
  for (uint32_t i = 0; i < columns; i++) {
    struct csv_cell *cell = &reader->cells[i];
    for (uint32_t j = 0; j < i && *cell->text; j++) {
      if (reader->cells[j].text != cell->text) continue;
      reader->failed = true;
      diag_report(reader->diags, DIAG_E0504, cell->span, "two columns are called `%s`", cell->text);
      break;
    }
  }
}

static void report_row(struct csv_reader *reader, uint32_t columns, uint32_t cells, uint32_t start) {
  uint32_t end = start;
  while (end < reader->source->length && !strchr("\r\n", reader->source->text[end])) end++;
  struct diag *diag = diag_report(reader->diags, DIAG_E0502, span_of(reader, start, end),
                                  "this row has %u cell%s, but the table has %u column%s", cells, cells == 1 ? "" : "s",
                                  columns, columns == 1 ? "" : "s");
  if (cells > columns) diag_note(reader->diags, diag, "a cell with a comma in it must stand in double quotes");
  else diag_hint(reader->diags, diag, "nothing is left for the column `%s`", reader->cells[cells].text);
}

/* Whether the last row differs from the head only by commas that say nothing. */
static bool fits(const struct csv_reader *reader, uint32_t columns, uint32_t cells) {
  if (cells > columns) return are_empty(reader, cells - columns);
  for (; cells < columns; cells++)
    if (*reader->cells[cells].text) return false;
  return true;
}

/* Makes the last row as wide as the head. */
static void even_out(struct csv_reader *reader, uint32_t columns, uint32_t cells) {
  if (cells > columns) reader->count -= cells - columns;
  for (; cells < columns && !reader->failed; cells++) add_cell(reader, "", 0, span_of(reader, reader->at, reader->at));
}

static uint32_t read_head(struct csv_reader *reader) {
  uint32_t columns = 0;
  while (!columns && !reader->failed && !at_end(reader)) columns = read_row(reader);
  if (!columns && !reader->failed)
    report(reader, DIAG_E0501, span_of(reader, 0, 0), "the table is empty: its first line must name the columns");
  if (columns > MOST_COLUMNS) {
    report(reader, DIAG_E0507, reader->cells[MOST_COLUMNS].span, "a table has at most 1000 columns");
    return 0;
  }
  if (!reader->failed) check_head(reader, columns);
  return columns;
}

/* What stands in a column without a name, or NULL. */
static const struct csv_cell *first_content(const struct csv_reader *reader, const struct csv *csv, uint32_t column) {
  for (size_t row = 1; row <= csv->rows; row++) {
    const struct csv_cell *cell = &reader->cells[row * csv->columns + column];
    if (*cell->text) return cell;
  }
  return NULL;
}

static void report_nameless(struct csv_reader *reader, const struct csv *csv) {
  for (uint32_t i = 0; i < csv->columns; i++) {
    const struct csv_cell *cell = *reader->cells[i].text ? NULL : first_content(reader, csv, i);
    if (!cell) continue;
    struct diag *diag = report(reader, DIAG_E0506, reader->cells[i].span, "this column has no name");
    diag_hint(reader->diags, diag, "`%s` stands below; a column that is only for people is called `note`", cell->text);
  }
}

/* Leaves out the columns that spreadsheets write beyond the last, and empty ones in between. */
static void drop_nameless(struct csv_reader *reader, struct csv *csv) {
  size_t kept = 0, count = (size_t)(csv->rows + 1) * csv->columns;
  uint32_t columns = 0;
  report_nameless(reader, csv);
  if (reader->failed || arena_failed(reader->sources->arena)) return;
  for (uint32_t i = 0; i < csv->columns; i++) columns += *reader->cells[i].text != '\0';
  if (columns == csv->columns) return;
  struct csv_cell *cells = reader->cells, *head = arena_alloc(reader->sources->arena, csv->columns * sizeof *head);
  memcpy(head, cells, csv->columns * sizeof *head);
  for (size_t i = 0; i < count; i++)
    if (*head[i % csv->columns].text) cells[kept++] = cells[i];
  csv->columns = columns;
}

struct csv *csv_read(struct source_set *sources, uint32_t file, struct diag_list *diags) {
  if (!encoding_check(sources, file, diags)) return NULL;
  struct csv_reader reader = { .sources = sources, .diags = diags, .source = sources->items[file], .file = file };
  reader.at = encoding_start(reader.source);
  struct csv *csv = arena_alloc(sources->arena, sizeof *csv);
  size_t room = 0;
  csv->file = file;
  csv->columns = read_head(&reader);
  while (csv->columns && !at_end(&reader) && diags->errors <= DIAG_LIMIT && !arena_failed(sources->arena)) {
    uint32_t start = reader.at, cells = read_row(&reader);
    if (!cells) continue;
    if (reader.failed) continue;
    if (csv->rows == room) csv->uneven = arena_grow(sources->arena, csv->uneven, sizeof *csv->uneven, csv->rows, &room);
    if (csv->rows == room) return NULL;
    bool uneven = csv->uneven[csv->rows++] = !fits(&reader, csv->columns, cells);
    if (uneven) report_row(&reader, csv->columns, cells, start);
    even_out(&reader, csv->columns, cells);
  }
  if (!reader.failed) drop_nameless(&reader, csv);
  if (reader.failed) return NULL;
  csv->head = reader.cells;
  csv->cells = reader.cells + csv->columns;
  return csv;
}

int csv_column(const struct csv *csv, const char *name) {
  for (uint32_t i = 0; i < csv->columns; i++)
    if (strcmp(csv->head[i].text, name) == 0) return (int)i;
  return -1;
}
