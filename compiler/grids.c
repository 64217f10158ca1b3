/* Boards: see grids.h. Here are the directions and the edges; cells and their places are board_map.c's. */
#include "compiler/grids.h"

#include <stdlib.h>

#include "compiler/board_map.h"
#include "compiler/graphs.h"
#include "compiler/passes.h"
#include "compiler/type.h"
#include "lang/tree_make.h"

/* ---- directions ---- */

/* Clockwise. Rows are counted upwards; in a grid of hexes every row lies half a hex to the left of the one below. */
static const struct board_way square_ways[] = { { "north", 0, 1, false },  { "north_east", 1, 1, true },
                                                { "east", 1, 0, false },   { "south_east", 1, -1, true },
                                                { "south", 0, -1, false }, { "south_west", -1, -1, true },
                                                { "west", -1, 0, false },  { "north_west", -1, 1, true } };
static const struct board_way hex_ways[] = { { "north_east", 1, 1, false },  { "east", 1, 0, false },
                                             { "south_east", 0, -1, false }, { "south_west", -1, -1, false },
                                             { "west", -1, 0, false },       { "north_west", 0, 1, false } };

/* Three fields of the same span: the last is a truth. */
static struct tree *fields_of_way(struct compilation *c, struct span span) {
  struct tree *columns =
      board_named(make_FIELD_DECL(c->arena, span, make_TYPE_INT(c->arena, span)), board_word(c, "columns"), span);
  struct tree *rows =
      board_named(make_FIELD_DECL(c->arena, span, make_TYPE_INT(c->arena, span)), board_word(c, "rows"), span);
  struct tree *diagonal =
      board_named(make_FIELD_DECL(c->arena, span, make_TYPE_BOOL(c->arena, span)), board_word(c, "diagonal"), span);
  columns->next = rows;
  rows->next = diagonal;
  return columns;
}

static struct tree *row_of_way(struct compilation *c, const struct board_way *way, struct span span) {
  struct tree *columns = board_number(c, span, way->columns), *rows = board_number(c, span, way->rows);
  struct tree *diagonal = make_BOOL(c->arena, span);
  diagonal->number = way->diagonal;
  columns->next = rows;
  rows->next = diagonal;
  struct tree *row =
      board_named(make_ROW_DATA(c->arena, span, columns, NULL, NULL, NULL), board_word(c, way->name), span);
  row->number = 1;
  return row;
}

static struct tree *usual_ways(struct compilation *c, const struct tree *grid) {
  bool hex = grid->flags & FLAG_HEX;
  const struct board_way *ways = hex ? hex_ways : square_ways;
  size_t count = hex ? sizeof hex_ways / sizeof *hex_ways : sizeof square_ways / sizeof *square_ways;
  struct tree *first = NULL, **tail = &first;
  for (size_t i = 0; i < count; i++) {
    if (ways[i].diagonal && !(grid->flags & FLAG_DIAGONALS)) continue;
    *tail = row_of_way(c, &ways[i], grid->word_span);
    tail = &(*tail)->next;
  }
  return first;
}

/* The author's own directions say how many columns and rows they lead on; whether that is slanting is worked out. */
static void complete_ways(struct compilation *c, struct tree *rows) {
  for (struct tree *row = rows; row; row = row->next) {
    struct tree *columns = row->kid[ROW_DATA_VALUES], *count = columns ? columns->next : NULL;
    if (!count || count->next) {
      diag_report(c->diags, DIAG_E0502, row->span, "a direction says how many columns and rows it leads on: `%s(1, 0)`",
                  row->word);
      row->kid[ROW_DATA_VALUES] = columns = board_number(c, row->span, 0);
      columns->next = count = board_number(c, row->span, 0);
    }
    struct tree *diagonal = make_BOOL(c->arena, row->span);
    diagonal->number = !(columns->kind == TREE_INT && !columns->number) && !(count->kind == TREE_INT && !count->number);
    count->next = diagonal;
  }
}

static struct tree *declare_ways(struct compilation *c, struct tree *grid) {
  struct tree *rows = grid->kid[GRID_DIRECTIONS];
  if (rows) complete_ways(c, rows);
  else rows = usual_ways(c, grid);
  struct tree *decl = make_ENUM(c->arena, grid->span, fields_of_way(c, grid->word_span), rows, NULL, NULL, NULL);
  decl->flags |= FLAG_MADE;
  return board_named(decl, grid->word, grid->word_span);
}

static struct tree *fields_of_cell(struct compilation *c, struct span span) {
  struct tree *column =
      board_named(make_FIELD_DECL(c->arena, span, make_TYPE_INT(c->arena, span)), board_word(c, "column"), span);
  column->next =
      board_named(make_FIELD_DECL(c->arena, span, make_TYPE_INT(c->arena, span)), board_word(c, "row"), span);
  return column;
}

static struct tree *fields_of_line(struct compilation *c, const struct tree *lines) {
  struct tree *cells = board_named(make_TYPE_NAMED(c->arena, lines->word_span), lines->word, lines->word_span);
  struct tree *set = make_TYPE_SET(c->arena, lines->word_span, cells);
  return board_named(make_FIELD_DECL(c->arena, lines->word_span, set), board_word(c, "cells"), lines->word_span);
}

/* Boards with the same directions share them. */
static bool are_declared(const struct compilation *c, const struct tree *decl) {
  for (size_t i = 0; i < c->file_count; i++)
    for (const struct tree *other = c->files[i]->kid[FILE_DECLS]; other; other = other->next)
      if (other->kind == TREE_ENUM && other->word == decl->word && !other->kid[ENUM_BOARD] &&
          tree_equal(other->kid[ENUM_FIELDS], decl->kid[ENUM_FIELDS]) &&
          tree_equal(other->kid[ENUM_ROWS], decl->kid[ENUM_ROWS]))
        return true;
  return false;
}

void grids_declare(struct compilation *c) {
  for (size_t i = 0; i < c->file_count; i++)
    for (struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl && !arena_failed(c->arena); decl = decl->next) {
      struct tree *grid = decl->kind == TREE_ENUM ? decl->kid[ENUM_BOARD] : NULL;
      if (grid && grid->kind == TREE_LINES) decl->kid[ENUM_FIELDS] = fields_of_line(c, grid);
      if (!grid || grid->kind != TREE_GRID) continue;
      if (!grid->word) board_named(grid, board_word(c, "Direction"), decl->word_span);
      decl->kid[ENUM_FIELDS] = fields_of_cell(c, decl->word_span);
      struct tree *ways = declare_ways(c, grid);
      if (are_declared(c, ways)) continue;
      ways->next = decl->next;
      decl->next = ways;
    }
}

/* ---- rows ---- */

void grids_fill(struct compilation *c, struct symbol *symbol) {
  const struct tree *board = symbol->kind == SYMBOL_ENUM ? symbol->tree->kid[ENUM_BOARD] : NULL;
  if (board && board->kind == TREE_GRID) board_make_cells(c, symbol);
  if (board && board->kind == TREE_LINES) board_make_lines(c, symbol);
  if (board && arena_failed(c->arena))
    symbol->tree->kid[ENUM_ROWS] = NULL; /* nodes made without memory are all the same */
}

/* ---- rows that variants change ---- */

struct placed_row {
  struct tree *tree;
  int32_t column, row, number;
};

static int by_place(const void *left, const void *right) {
  const struct placed_row *a = left, *b = right;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return a->number < b->number ? -1 : 1;
}

void grids_order(struct compilation *c, struct symbol *symbol) {
  struct tree **tail = &symbol->tree->kid[ENUM_ROWS];
  int32_t count = 0;
  if (!grids_is(symbol) || !symbol->tree->kid[ENUM_CHANGES]) return;
  for (const struct tree *row = *tail; row; row = row->next) count++;
  struct placed_row *rows = arena_try(c->arena, (size_t)count * sizeof *rows + 1);
  if (!rows || !count) return;
  count = 0;
  for (struct tree *row = *tail; row; row = row->next) {
    struct placed_row *placed = &rows[count];
    *placed = (struct placed_row){ .tree = row, .number = count++ };
    if (!board_read_cell(c, row, &placed->column, &placed->row)) placed->row = INT32_MAX; /* map_board reports it */
  }
  qsort(rows, (size_t)count, sizeof *rows, by_place);
  for (int32_t i = 0; i < count; i++) {
    *tail = rows[i].tree;
    tail = &rows[i].tree->next;
  }
  *tail = NULL;
}

/* ---- edges ---- */

struct field_pair {
  const int32_t *columns, *rows; /* by value */
};

static struct field_pair pair_of(const struct symbol *symbol) {
  return (struct field_pair){ symbol->fields->values, symbol->fields->next->values };
}

/* A cell that a variant adds may lie where there is no place for it. */
static void refuse_place(struct compilation *c, const struct symbol *cells, const struct board_map *map, int32_t cell) {
  struct field_pair at = pair_of(cells);
  int32_t column = at.columns[cell], row = at.rows[cell], width = map->shape.width, height = map->shape.height;
  struct span span = cells->values[cell].span;
  if (column < 1 || column > width || row < 1 || row > height) {
    diag_report(c->diags, DIAG_E0315, span,
                "`%s` would lie in column %d, row %d, and the board has columns 1 to %d and rows 1 to %d",
                cells->values[cell].name, column, row, width, height);
    return;
  }
  const struct value_name *other = &cells->values[map->cells[(row - 1) * width + column - 1]];
  diag_report(c->diags, DIAG_E0522, span, "`%s` would lie where `%s` lies, in column %d, row %d",
              cells->values[cell].name, other->name, column, row);
}

/* Whether the place of a cell was known when the cells were put in order and lines were made. */
static bool was_known(struct compilation *c, const struct symbol *cells, const struct tree *tree, int32_t cell) {
  struct field_pair at = pair_of(cells);
  int32_t column, row;
  return board_read_cell(c, tree, &column, &row) && column == at.columns[cell] && row == at.rows[cell];
}

/* The places of all cells, which are final here: each inside of the board and alone in its place. What is not so is
 * reported and left out. */
static bool map_board(struct compilation *c, const struct symbol *cells, struct board_map *map) {
  struct field_pair at = pair_of(cells);
  const struct tree *row = cells->tree->kid[ENUM_ROWS];
  if (!board_map_start(c, cells->tree->kid[ENUM_BOARD], map)) return false;
  for (int32_t i = 0; i < cells->count && row; i++, row = row->next) {
    bool fits = board_map_put(map, at.columns[i], at.rows[i], i);
    if (was_known(c, cells, row, i)) {
      if (!fits) refuse_place(c, cells, map, i);
    } else if (!c->diags->errors)
      diag_report(c->diags, DIAG_E0314, row->span, "where a cell of a board lies is said by numbers and constants");
  }
  return true;
}

static bool has_place(const struct board_map *map, struct field_pair at, int32_t cell) {
  int32_t column = at.columns[cell], row = at.rows[cell];
  bool inside = column >= 1 && column <= map->shape.width && row >= 1 && row <= map->shape.height;
  return inside && board_cell_at(map, column, row) == cell;
}

static void link_cells(struct graph *graph, const struct symbol *ways, int32_t *steps, const struct board_map *map) {
  int32_t n = graph->nodes->count;
  struct field_pair at = pair_of(graph->nodes), by = pair_of(ways);
  for (int32_t cell = 0; cell < n; cell++)
    for (int32_t way = 0; way < ways->count; way++) {
      int32_t *to = &steps[cell * ways->count + way];
      *to = -1;
      if (!has_place(map, at, cell)) continue;
      *to = board_cell_at(map, at.columns[cell] + by.columns[way], at.rows[cell] + by.rows[way]);
      if (*to >= 0 && *to != cell) graph->linked[cell * n + *to] = 1;
    }
}

/* Whether the fields are those that a grid gives, which a declaration of the same name need not have. */
static bool has_offsets(const struct symbol *symbol) {
  return symbol && symbol->kind == SYMBOL_ENUM && symbol->fields && symbol->fields->next && symbol->fields->values &&
         symbol->fields->next->values && !symbol->unread;
}

/* What the compiler has declared need not be used. */
static void take_as_used(struct symbol *symbol) {
  symbol->used = true;
  for (struct field *field = symbol->fields; field; field = field->next) field->used = true;
}

static bool ways_fit(struct compilation *c, const struct symbol *ways) {
  struct field_pair by = pair_of(ways);
  for (int32_t i = 0; i < ways->count; i++) {
    if (board_way_fits(by.columns[i]) && board_way_fits(by.rows[i])) continue;
    diag_report(c->diags, DIAG_E0315, ways->values[i].span, "a direction leads at most %d columns and rows on",
                GRAPH_PLACES);
    return false;
  }
  return true;
}

static void link_board(struct compilation *c, struct symbol *cells) {
  const struct tree *grid = cells->tree->kid[ENUM_BOARD];
  struct symbol *ways = symbol_find(c, grid->word);
  struct board_map map = { 0 };
  take_as_used(cells);
  if (ways && ways->kind == SYMBOL_ENUM) take_as_used(ways);
  if (cells->count > GRAPH_PLACES)
    diag_report(c->diags, DIAG_E0410, grid->span, "%d cells: a board has at most %d", cells->count, GRAPH_PLACES);
  if (!has_offsets(ways) || !ways_fit(c, ways) || !has_offsets(cells) || cells->count > GRAPH_PLACES) return;
  size_t n = (size_t)cells->count;
  uint8_t *linked = arena_try(c->arena, n * n + 1);
  int32_t *steps = arena_try(c->arena, n * (size_t)ways->count * sizeof *steps + 1);
  if (!linked || !steps || !map_board(c, cells, &map)) return;
  board_check_wraps(c, grid);
  struct symbol *symbol = symbol_new(c, SYMBOL_GRAPH, cells->tree);
  graphs_open(c, symbol, cells, linked);
  link_cells(symbol->graph, ways, steps, &map);
  graphs_label(c, symbol, ways, steps);
}

void grids_link(struct compilation *c) {
  for (struct symbol *symbol = c->first_of[SYMBOL_ENUM]; symbol && !arena_failed(c->arena); symbol = symbol->alike)
    if (grids_is(symbol)) link_board(c, symbol);
}

/* ---- for the program ---- */

void grids_describe(struct compilation *c) {
  for (struct symbol *symbol = c->first_of[SYMBOL_ENUM]; symbol && !arena_failed(c->arena); symbol = symbol->alike) {
    struct board_map map = { 0 };
    if (!grids_is(symbol) || !has_offsets(symbol) || !board_map_start(c, symbol->tree->kid[ENUM_BOARD], &map)) continue;
    struct field_pair at = pair_of(symbol);
    struct board_desc board = { .type = type_describe(c, type_of_symbol(c, TYPE_KIND_ENUM, symbol)),
                                .hex = (symbol->tree->kid[ENUM_BOARD]->flags & FLAG_HEX) != 0,
                                .width = map.shape.width,
                                .height = map.shape.height,
                                .columns = context_ints(c, at.columns, (size_t)symbol->count),
                                .rows = context_ints(c, at.rows, (size_t)symbol->count),
                                .cells = symbol->count };
    PUSH(c, boards, board);
  }
}
