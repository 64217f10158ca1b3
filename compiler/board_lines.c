/* Lines on a board: `lines Row of 3 on Cell` is an enum whose values are all rows of three cells in some direction. */
#include "compiler/board_map.h"
#include "compiler/grids.h"
#include "lang/tree_make.h"

/* Whether a direction before this one leads back: its lines have been met. */
static bool was_met(struct compilation *c, const struct tree *first, const struct tree *row,
                    const struct board_way *way) {
  struct board_way other;
  for (; first != row; first = first->next)
    if (board_read_way(c, first, &other) && other.columns == -way->columns && other.rows == -way->rows) return true;
  return false;
}

/* The cells of a line as a list of names; NULL where it leaves the board or comes round. */
static struct tree *cells_of_line(struct compilation *c, const struct board_map *map, struct tree *const *cells,
                                  const struct board_way *way, int32_t start, int32_t length, struct span span) {
  const struct tree *at = cells[start]->kid[ROW_DATA_VALUES];
  struct tree *first = NULL, **tail = &first;
  for (int32_t i = 0; i < length; i++) {
    int32_t cell = board_cell_at(map, at->number + i * way->columns, at->next->number + i * way->rows);
    if (cell < 0 || (i && cell == start)) return NULL;
    if (arena_failed(c->arena)) return NULL;
    *tail = board_named(make_NAME(c->arena, span), cells[cell]->word, span);
    tail = &(*tail)->next;
  }
  return make_LIST_VALUE(c->arena, span, first);
}

struct line_maker {
  struct compilation *c;
  struct symbol *lines;
  struct board_map map;
  struct tree **cells; /* rows of the board, by number */
  int32_t count, length;
  struct tree **tail;
};

static void make_line(struct line_maker *maker, const struct board_way *way, int32_t start) {
  struct compilation *c = maker->c;
  struct span span = maker->lines->span;
  struct tree *list = cells_of_line(c, &maker->map, maker->cells, way, start, maker->length, span);
  if (!list) return;
  struct text name = arena_text(c->arena);
  text_format(&name, "%s_%s", maker->cells[start]->word, way->name);
  struct tree *row =
      board_named(make_ROW_DATA(c->arena, span, list, NULL, NULL, NULL), board_word(c, text_get(&name)), span);
  row->number = 1;
  *maker->tail = row;
  maker->tail = &row->next;
}

static void make_lines_on(struct line_maker *maker, struct symbol *board, const struct symbol *ways) {
  struct compilation *c = maker->c;
  struct tree *rows = board->tree->kid[ENUM_ROWS];
  for (const struct tree *row = rows; row; row = row->next) maker->count++;
  maker->cells = arena_try(c->arena, (size_t)maker->count * sizeof *maker->cells + 1);
  if (!maker->cells || arena_failed(c->arena)) return;
  maker->count = 0;
  for (struct tree *row = rows; row; row = row->next) {
    const struct tree *at = row->kid[ROW_DATA_VALUES];
    maker->map.cells[(at->next->number - 1) * maker->map.shape.width + at->number - 1] = maker->count;
    maker->cells[maker->count++] = row;
  }
  const struct tree *first = ways->tree->kid[ENUM_ROWS];
  for (const struct tree *row = first; row && !arena_failed(c->arena); row = row->next) {
    struct board_way way;
    if (!board_read_way(c, row, &way) || was_met(c, first, row, &way)) continue;
    for (int32_t cell = 0; cell < maker->count && !arena_failed(c->arena); cell++) make_line(maker, &way, cell);
  }
}

void board_make_lines(struct compilation *c, struct symbol *symbol) {
  const struct tree *lines = symbol->tree->kid[ENUM_BOARD];
  struct symbol *board = symbol_find(c, lines->word);
  struct line_maker maker = { .c = c, .lines = symbol, .tail = &symbol->tree->kid[ENUM_ROWS] };
  if (!board || !grids_is(board)) {
    diag_report(c->diags, DIAG_E0202, lines->word_span, "`%s` is no board; lines lie on a `grid`", lines->word);
    symbol->unread = c->incomplete = true;
    return;
  }
  board_make_cells(c, board);
  const struct tree *grid = board->tree->kid[ENUM_BOARD];
  const struct symbol *ways = symbol_find(c, grid->word);
  bool known = board_read_size(c, lines->kid[LINES_LENGTH], &maker.length) && ways && ways->kind == SYMBOL_ENUM &&
               board_map_start(c, grid, &maker.map);
  if (known) make_lines_on(&maker, board, ways);
  if (known && !symbol->tree->kid[ENUM_ROWS])
    diag_report(c->diags, DIAG_E0525, symbol->span, "there is no line of %d on `%s`", maker.length, board->name);
  if (!symbol->tree->kid[ENUM_ROWS]) symbol->unread = c->incomplete = true;
}
