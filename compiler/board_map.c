/* The shape of a board and where its cells are: see board_map.h. */
#include "compiler/board_map.h"

#include <string.h>

#include "lang/tree_make.h"

const char *board_word(struct compilation *c, const char *text) { return arena_intern(c->arena, text, strlen(text)); }

struct tree *board_named(struct tree *node, const char *name, struct span span) {
  node->word = name;
  node->word_span = span;
  return node;
}

struct tree *board_number(struct compilation *c, struct span span, int32_t number) {
  struct tree *node = make_INT(c->arena, span);
  node->number = number;
  return node;
}

/* ---- size ---- */

/* An expression that has no value: with what it can be made of, or because it is too long. */
static void refuse_value(const struct board_sums *sums, const struct tree *node, const char *made_of) {
  struct compilation *c = sums->c;
  if (sums->has_no_result)
    diag_report(c->diags, DIAG_E0314, node->span, "a sum in here is too large, or something is divided by 0");
  else if (c->board_work > MOST_BOARD_WORK)
    diag_report(c->diags, DIAG_E0410, node->span, "the boards of this game take too long to work out");
  else diag_report(c->diags, DIAG_E0314, node->span, "%s", made_of);
}

bool board_read_size(struct compilation *c, const struct tree *node, enum board_size what, int32_t *size) {
  bool board = what == SIZE_OF_BOARD;
  struct board_sums sums = { .c = c };
  if (!board_value(&sums, node, size)) {
    refuse_value(&sums, node,
                 board ? "the size of a board is a number, a `const` or a setting"
                       : "the length of a line is a number, a `const` or a setting");
    return false;
  }
  if (*size >= 1 && *size <= GRAPH_PLACES) return true;
  diag_report(c->diags, DIAG_E0315, node->span, "a %s has 1 to %d %s, and this is %d", board ? "board" : "line",
              GRAPH_PLACES, board ? "columns and rows" : "cells", *size);
  return false;
}

static bool board_read_shape(struct compilation *c, const struct tree *grid, struct board_shape *shape) {
  *shape = (struct board_shape){ 0 };
  if (!board_read_size(c, grid->kid[GRID_WIDTH], SIZE_OF_BOARD, &shape->width)) return false;
  if (grid->kid[GRID_HEIGHT]) {
    if (!board_read_size(c, grid->kid[GRID_HEIGHT], SIZE_OF_BOARD, &shape->height)) return false;
  } else {
    shape->side = shape->width;
    shape->width = shape->height = 2 * shape->side - 1;
  }
  if ((int64_t)shape->width * shape->height <= 4 * GRAPH_PLACES) return true;
  diag_report(c->diags, DIAG_E0410, grid->span, "%d by %d cells: a board has at most %d", shape->width, shape->height,
              GRAPH_PLACES);
  return false;
}

/* ---- where cells are ---- */

bool board_read_way(struct compilation *c, const struct tree *row, struct board_way *way) {
  const struct tree *columns = row->kid[ROW_DATA_VALUES];
  struct board_sums sums = { .c = c };
  way->name = row->word;
  return columns && columns->next && board_value(&sums, columns, &way->columns) &&
         board_value(&sums, columns->next, &way->rows) && board_way_fits(way->columns) && board_way_fits(way->rows);
}

bool board_read_cell(struct compilation *c, const struct tree *row, int32_t *column, int32_t *line) {
  const struct tree *first = row->kid[ROW_DATA_VALUES];
  struct board_sums sums = { .c = c };
  return first && first->next && board_value(&sums, first, column) && board_value(&sums, first->next, line);
}

bool board_map_put(struct board_map *map, int32_t column, int32_t row, int32_t cell) {
  const struct board_shape *shape = &map->shape;
  if (column < 1 || column > shape->width || row < 1 || row > shape->height) return false;
  int32_t *place = &map->cells[(row - 1) * shape->width + column - 1];
  if (*place >= 0) return false;
  *place = cell;
  return true;
}

int32_t board_cell_at(const struct board_map *map, int32_t column, int32_t row) {
  const struct board_shape *shape = &map->shape;
  if (map->wraps_columns) column = ((column - 1) % shape->width + shape->width) % shape->width + 1;
  if (map->wraps_rows) row = ((row - 1) % shape->height + shape->height) % shape->height + 1;
  if (column < 1 || column > shape->width || row < 1 || row > shape->height) return -1;
  return map->cells[(row - 1) * shape->width + column - 1];
}

/* The row of a declaration of directions that has a name, or NULL. */
static const struct tree *way_named(struct compilation *c, const struct tree *grid, const char *name) {
  const struct symbol *ways = symbol_find(c, grid->word);
  const struct tree *row = ways && ways->kind == SYMBOL_ENUM ? ways->tree->kid[ENUM_ROWS] : NULL;
  while (row && row->word != name) row = row->next;
  return row;
}

/* `wraps east` joins the last column to the first, whichever way one goes. */
static void read_wraps(struct compilation *c, const struct tree *grid, struct board_map *map) {
  for (const struct tree *name = grid->kid[GRID_WRAPS]; name; name = name->next) {
    const struct tree *row = way_named(c, grid, name->word);
    struct board_way way;
    if (!row || !board_read_way(c, row, &way)) continue; /* grids_link reports it */
    map->wraps_columns |= way.columns != 0;
    map->wraps_rows |= way.rows != 0;
  }
}

void board_check_wraps(struct compilation *c, const struct tree *grid) {
  for (const struct tree *name = grid->kid[GRID_WRAPS]; name; name = name->next)
    if (!way_named(c, grid, name->word))
      diag_report(c->diags, DIAG_E0203, name->span, "`%s` is none of the directions of this board", name->word);
}

bool board_map_start(struct compilation *c, const struct tree *grid, struct board_map *map) {
  if (!board_read_shape(c, grid, &map->shape)) return false;
  size_t size = (size_t)map->shape.width * (size_t)map->shape.height * sizeof *map->cells;
  map->cells = arena_try(c->arena, size);
  if (!map->cells) return false;
  memset(map->cells, 0xff, size);
  read_wraps(c, grid, map);
  return true;
}

/* ---- cells ---- */

/* Whether the board has a cell here; false in `known` after reporting. */
static bool has_cell(struct compilation *c, const struct tree *grid, const struct board_shape *shape, int32_t column,
                     int32_t row, bool *known) {
  struct board_sums sums = { .c = c, .column = column, .row = row };
  int32_t value = 1;
  if (shape->side && (column - row >= shape->side || row - column >= shape->side)) return false;
  if (!grid->kid[GRID_WHERE] || board_value(&sums, grid->kid[GRID_WHERE], &value)) return value != 0;
  refuse_value(&sums, grid->kid[GRID_WHERE],
               "which cells a board has is worked out from `column`, `row`, numbers, constants and settings");
  return *known = false;
}

/* a1, b1 … z1, aa1 … */
static const char *cell_name(struct compilation *c, int32_t column, int32_t row) {
  struct text name = arena_text(c->arena);
  if (column > 26) text_format(&name, "%c", 'a' + (column - 1) / 26 - 1);
  text_format(&name, "%c%d", 'a' + (column - 1) % 26, row);
  return board_word(c, text_get(&name));
}

static struct tree *cell_row(struct compilation *c, struct span span, int32_t column, int32_t row) {
  struct tree *values = board_number(c, span, column);
  values->next = board_number(c, span, row);
  struct tree *cell =
      board_named(make_ROW_DATA(c->arena, span, values, NULL, NULL, NULL), cell_name(c, column, row), span);
  cell->number = 1;
  return cell;
}

void board_make_cells(struct compilation *c, struct symbol *symbol) {
  const struct tree *grid = symbol->tree->kid[ENUM_BOARD];
  struct tree **tail = &symbol->tree->kid[ENUM_ROWS];
  struct board_shape shape;
  bool known = board_read_shape(c, grid, &shape);
  for (int32_t row = 1; known && row <= shape.height; row++)
    for (int32_t column = 1; known && column <= shape.width && !arena_failed(c->arena); column++) {
      if (!has_cell(c, grid, &shape, column, row, &known)) continue;
      *tail = cell_row(c, symbol->span, column, row);
      tail = &(*tail)->next;
    }
  if (!known) symbol->unread = c->incomplete = true;
}
