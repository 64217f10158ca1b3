/* Boards on the screen: see play_drawing.h.
 *
 * A cell is its sign with a blank, or a bracket, on either side. On squares, rows are numbered at the left and columns
 * lettered below. Hexes have an even pitch, so that rows can be shifted by half of it; a row's number stands beside its
 * first cell, and a column's letter where the column would go on below its lowest cell:
 *
 *         5  ·   ·   ·
 *       4  ·   ·   ·   ·
 *     3  ·   ·   ·   ·   ·
 *       2  ·   ·   ·   ·   e
 *         1  ·   ·   ·   d
 *             a   b   c
 */
#include "trvm/play_drawing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/tool.h"

struct drawing_layout {
  const struct drawing *drawing;
  size_t inner, pitch;              /* columns: of the widest sign; from one cell to the next */
  int64_t origin;                   /* of the leftmost cell */
  size_t side;                      /* of the widest row number, and a blank */
  const struct drawn_cell **lowest; /* of each column, by column, or NULL; the row of them is owned */
};

/* ---- coordinates ---- */

static size_t count_digits(uint32_t number) {
  char text[DRAWING_COORDINATE];
  return (size_t)snprintf(text, sizeof text, "%u", number);
}

void drawing_name_column(const struct drawn_cell *cell, char name[DRAWING_COORDINATE]) {
  char row[DRAWING_COORDINATE];
  size_t digits = (size_t)snprintf(row, sizeof row, "%u", cell->row), length = strlen(cell->name);
  bool ends = length > digits && length - digits < DRAWING_COORDINATE && strcmp(cell->name + length - digits, row) == 0;
  if (ends) snprintf(name, DRAWING_COORDINATE, "%.*s", (int)(length - digits), cell->name);
  else snprintf(name, DRAWING_COORDINATE, "%u", cell->column);
}

/* ---- where things stand ---- */

/* The left edge of a place; only differences count. */
static int64_t place_x(const struct drawing_layout *layout, uint32_t column, uint32_t row) {
  int64_t pitch = (int64_t)layout->pitch, x = pitch * column;
  return layout->drawing->hex ? x - pitch / 2 * row : x;
}

bool drawing_has(const struct drawing *drawing, const struct drawn_cell *cell) {
  return cell->column >= 1 && cell->column <= drawing->width && cell->row >= 1 && cell->row <= drawing->height;
}

static size_t widest_sign(const struct drawing *drawing) {
  size_t most = drawing->sign_columns ? drawing->sign_columns : 1;
  char name[DRAWING_COORDINATE];
  for (size_t i = 0; i < drawing->count; i++) {
    if (!drawing_has(drawing, &drawing->cells[i])) continue;
    drawing_name_column(&drawing->cells[i], name);
    size_t sign = screen_text_columns(drawing->cells[i].sign), letters = screen_text_columns(name);
    if (sign > most) most = sign;
    if (letters > most) most = letters;
  }
  return most;
}

static struct drawing_layout lay_out(const struct drawing *drawing) {
  struct drawing_layout layout = { .drawing = drawing, .inner = widest_sign(drawing) };
  size_t columns = (size_t)drawing->width + 1;
  layout.pitch = layout.inner + 2;
  if (drawing->hex) layout.pitch += layout.pitch % 2;
  layout.side = count_digits(drawing->height) + 1;
  layout.lowest = need_memory(NULL, columns * sizeof *layout.lowest);
  for (size_t i = 0; i < columns; i++) layout.lowest[i] = NULL;
  layout.origin = INT64_MAX;
  for (size_t i = 0; i < drawing->count; i++) {
    const struct drawn_cell *cell = &drawing->cells[i];
    if (!drawing_has(drawing, cell)) continue;
    int64_t x = place_x(&layout, cell->column, cell->row);
    if (x < layout.origin) layout.origin = x;
    if (!layout.lowest[cell->column]) layout.lowest[cell->column] = cell;
  }
  return layout;
}

/* Columns before the left edge of a place: those of the row numbers included. */
static size_t place_column(const struct drawing_layout *layout, uint32_t column, uint32_t row) {
  return layout->side + (size_t)(place_x(layout, column, row) - layout->origin);
}

size_t drawing_columns(const struct drawing *drawing) {
  struct drawing_layout layout = lay_out(drawing);
  size_t most = 0;
  for (size_t i = 0; i < drawing->count; i++) {
    const struct drawn_cell *cell = &drawing->cells[i];
    if (!drawing_has(drawing, cell)) continue;
    bool lowest = layout.lowest[cell->column] == cell; /* its letter stands further to the right */
    size_t end = place_column(&layout, cell->column, cell->row - lowest) + layout.inner + 2;
    if (end > most) most = end;
  }
  free(layout.lowest);
  return most;
}

/* ---- lines ---- */

struct pen {
  const struct screen *screen;
  size_t column; /* where it stands */
};

static void put_at(struct pen *pen, size_t column, enum style style, const char *text) {
  if (column > pen->column) {
    screen_spaces(pen->screen, column - pen->column);
    pen->column = column;
  }
  screen_put(pen->screen, style, text);
  pen->column += screen_text_columns(text);
}

/* In the middle of a place that begins at `column`. */
static void put_in_place(struct pen *pen, const struct drawing_layout *layout, size_t column, enum style style,
                         const char *text) {
  size_t used = screen_text_columns(text);
  put_at(pen, column + 1 + (used < layout->inner ? (layout->inner - used) / 2 : 0), style, text);
}

static void put_cell(struct pen *pen, const struct drawing_layout *layout, size_t column,
                     const struct drawn_cell *cell) {
  if (!cell->marked) {
    put_in_place(pen, layout, column, cell->style, cell->sign);
    return;
  }
  struct text sign = { 0 };
  text_append_format(&sign, "[%s]", cell->sign);
  size_t used = screen_text_columns(cell->sign);
  put_at(pen, column + (layout->inner - used) / 2, cell->style, sign.bytes);
  text_free(&sign);
}

/* Whether the letter of a column stands in this row, where there is no cell. */
static bool has_letter(const struct drawing_layout *layout, uint32_t column, uint32_t row) {
  const struct drawn_cell *lowest = layout->lowest[column];
  return lowest && (layout->drawing->hex ? lowest->row - 1 : 0) == row;
}

static void put_letter(struct pen *pen, const struct drawing_layout *layout, uint32_t column, size_t at) {
  char name[DRAWING_COORDINATE];
  drawing_name_column(layout->lowest[column], name);
  put_in_place(pen, layout, at, STYLE_FAINT, name);
}

/* The number of a row ends before what comes first in it, on squares in one column. */
static void put_number(struct pen *pen, const struct drawing_layout *layout, uint32_t row, size_t first) {
  char number[DRAWING_COORDINATE];
  snprintf(number, sizeof number, "%*u", (int)layout->side - 1, row);
  put_at(pen, layout->drawing->hex ? first - layout->side : 0, STYLE_FAINT, number);
}

/* One row; `cells` are those of it. */
static void draw_row(const struct screen *screen, const struct drawing_layout *layout, uint32_t row,
                     const struct drawn_cell *cells, size_t count, size_t indent) {
  struct pen pen = { screen, 0 };
  bool begun = count == 0; /* a row without cells has no number */
  screen_spaces(screen, indent);
  for (uint32_t column = 1; column <= layout->drawing->width; column++) {
    bool is_cell = count > 0 && cells->column == column, is_letter = has_letter(layout, column, row);
    if (!is_cell && !is_letter) continue;
    size_t at = place_column(layout, column, row);
    if (!begun) put_number(&pen, layout, row, at);
    begun = true;
    if (!is_cell) {
      put_letter(&pen, layout, column, at);
      continue;
    }
    put_cell(&pen, layout, at, cells);
    cells++;
    count--;
  }
  output_format(screen->out, "\n");
}

void drawing_draw(const struct screen *screen, const struct drawing *drawing, size_t indent) {
  struct drawing_layout layout = lay_out(drawing);
  size_t end = drawing->count;
  while (end > 0 && drawing->cells[end - 1].row > drawing->height) end--;
  for (uint32_t row = drawing->height + 1; row-- > 0;) {
    size_t first = end;
    while (row > 0 && first > 0 && drawing->cells[first - 1].row == row) first--; /* below are letters alone */
    draw_row(screen, &layout, row, drawing->cells + first, end - first, indent);
    end = first;
  }
  free(layout.lowest);
}
