/* Lines on a board: `lines Row of 3 on Cell` is an enum whose values are all rows of three cells in some direction. */
#include <stdlib.h>
#include <string.h>

#include "compiler/board_map.h"
#include "compiler/grids.h"
#include "compiler/row_loops.h"
#include "lang/tree_make.h"

/* Whether a direction before this one leads back: its lines have been met. */
static bool was_met(struct compilation *c, const struct tree *first, const struct tree *row,
                    const struct board_way *way) {
  struct board_way other;
  for (; first != row; first = first->next)
    if (board_read_way(c, first, &other) && other.columns == -way->columns && other.rows == -way->rows) return true;
  return false;
}

struct line_cell {
  const char *name;
  int32_t column, row;
};

struct line_maker {
  struct compilation *c;
  struct symbol *lines;
  struct board_map map;
  struct line_cell *cells; /* by the numbers that the map has */
  int32_t count, length;
  int32_t *line, *sorted;   /* the cells of the line at hand */
  struct name_table *known; /* lines that there are, by their cells */
  struct tree **tail;
};

/* The cells of a line, in maker->line; false where it leaves the board or comes round. */
static bool find_line(const struct line_maker *maker, const struct board_way *way, int32_t start) {
  int32_t column = maker->cells[start].column, row = maker->cells[start].row;
  for (int32_t i = 0; i < maker->length; i++, column += way->columns, row += way->rows) {
    maker->line[i] = board_cell_at(&maker->map, column, row);
    if (maker->line[i] < 0 || (i && maker->line[i] == start)) return false;
  }
  return true;
}

static int by_number(const void *left, const void *right) {
  int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a > b) - (a < b);
}

/* Whether these cells are a line that was met: where a board wraps, one comes to it from several cells and directions. */
static bool is_known(const struct line_maker *maker) {
  size_t size = (size_t)maker->length * sizeof *maker->sorted;
  memcpy(maker->sorted, maker->line, size);
  qsort(maker->sorted, (size_t)maker->length, sizeof *maker->sorted, by_number);
  const char *key = arena_intern(maker->c->arena, (const char *)maker->sorted, size);
  if (table_get(maker->known, key)) return true;
  table_put(maker->known, key, maker->lines);
  return false;
}

/* The line as a list of names. */
static struct tree *list_line(const struct line_maker *maker) {
  struct compilation *c = maker->c;
  struct span span = maker->lines->span;
  struct tree *first = NULL, **tail = &first;
  for (int32_t i = 0; i < maker->length && !arena_failed(c->arena); i++) {
    *tail = board_named(make_NAME(c->arena, span), maker->cells[maker->line[i]].name, span);
    tail = &(*tail)->next;
  }
  return make_LIST_VALUE(c->arena, span, first);
}

static void make_line(struct line_maker *maker, const struct board_way *way, int32_t start) {
  struct compilation *c = maker->c;
  struct span span = maker->lines->span;
  if (!find_line(maker, way, start) || is_known(maker)) return;
  struct tree *list = list_line(maker);
  struct text name = arena_text(c->arena);
  text_format(&name, "%s_%s", maker->cells[start].name, way->name);
  struct tree *row =
      board_named(make_ROW_DATA(c->arena, span, list, NULL, NULL, NULL), board_word(c, text_get(&name)), span);
  row->number = 1;
  *maker->tail = row;
  maker->tail = &row->next;
}

/* The cells of a board as variants leave them. One that has no place of its own lies on no line; grids_link reports it. */
static void gather_cells(struct line_maker *maker, struct tree *rows) {
  for (struct tree *row = rows; row; row = row->next) {
    struct line_cell cell = { .name = row->word };
    if (!board_read_cell(maker->c, row, &cell.column, &cell.row)) continue;
    if (!board_map_put(&maker->map, cell.column, cell.row, maker->count)) continue;
    maker->cells[maker->count++] = cell;
  }
}

static void make_lines_on(struct line_maker *maker, const struct symbol *board, const struct symbol *ways) {
  struct compilation *c = maker->c;
  maker->cells = arena_try(c->arena, (size_t)board->count * sizeof *maker->cells + 1);
  maker->line = arena_try(c->arena, (size_t)maker->length * sizeof *maker->line);
  maker->sorted = arena_try(c->arena, (size_t)maker->length * sizeof *maker->sorted);
  maker->known = table_new(c->arena);
  if (!maker->cells || !maker->line || !maker->sorted || arena_failed(c->arena)) return;
  gather_cells(maker, board->tree->kid[ENUM_ROWS]);
  const struct tree *first = ways->tree->kid[ENUM_ROWS];
  for (const struct tree *row = first; row && !arena_failed(c->arena); row = row->next) {
    struct board_way way;
    if (!board_read_way(c, row, &way) || was_met(c, first, row, &way)) continue;
    for (int32_t cell = 0; cell < maker->count && !arena_failed(c->arena); cell++) make_line(maker, &way, cell);
  }
}

void board_make_lines(struct compilation *c, struct symbol *symbol) {
  const struct tree *lines = symbol->tree->kid[ENUM_BOARD];
  struct symbol *board = symbol_named(c, lines);
  struct line_maker maker = { .c = c, .lines = symbol, .tail = &symbol->tree->kid[ENUM_ROWS] };
  if (!board || !grids_is(board)) {
    diag_report(c->diags, DIAG_E0202, lines->word_span, "`%s` is no board; lines lie on a `grid`", lines->word);
    symbol->unread = c->incomplete = true;
    return;
  }
  const struct tree *grid = board->tree->kid[ENUM_BOARD];
  const struct symbol *ways = symbol_find(c, grid->word);
  tables_declare_values(c, board); /* its cells are as variants leave them, wherever it is declared */
  bool known = board_read_size(c, lines->kid[LINES_LENGTH], SIZE_OF_LINE, &maker.length) && ways &&
               ways->kind == SYMBOL_ENUM && board_map_start(c, grid, &maker.map);
  if (known) make_lines_on(&maker, board, ways);
  if (known && !symbol->tree->kid[ENUM_ROWS])
    diag_report(c->diags, DIAG_E0525, symbol->span, "there is no line of %d on `%s`", maker.length, board->name);
  if (!symbol->tree->kid[ENUM_ROWS]) symbol->unread = c->incomplete = true;
}
