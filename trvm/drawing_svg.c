/* Boards as pictures: see drawing_svg.h. All measures are whole numbers, those of hexes near enough to regular ones. */
#include "trvm/drawing_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/markdown.h"

enum {
  PITCH = 40,       /* from one cell to the next in a row */
  HALF = PITCH / 2, /* from the middle of a cell to its edge */
  HEX_STEP = 35,    /* from one row of hexes to the next */
  HEX_TALL = 23,
  HEX_LOW = 12, /* from the middle of a hex: to its upper corner, to those at its sides */
  MARGIN = 30,  /* for coordinates */
  SIGN = 20,
  SMALL = 12,    /* sizes of letters */
  SIGN_ROOM = 60 /* what the letters of a sign take at most, in sizes of letters */
};

struct point {
  int64_t x, y;
};

/* The middle of a place; rows are counted from the bottom. */
static struct point place_of(const struct drawing *drawing, uint32_t column, uint32_t row) {
  int64_t up = (int64_t)drawing->height - row;
  if (!drawing->hex) return (struct point){ (int64_t)PITCH * column, PITCH * up };
  return (struct point){ (int64_t)PITCH * column - (int64_t)HALF * row, HEX_STEP * up };
}

static int64_t leftmost(const struct drawing *drawing) {
  int64_t left = INT64_MAX;
  for (size_t i = 0; i < drawing->count; i++) {
    if (!drawing_has(drawing, &drawing->cells[i])) continue;
    int64_t x = place_of(drawing, drawing->cells[i].column, drawing->cells[i].row).x;
    if (x < left) left = x;
  }
  return left;
}

static int64_t rightmost(const struct drawing *drawing) {
  int64_t right = INT64_MIN;
  for (size_t i = 0; i < drawing->count; i++) {
    if (!drawing_has(drawing, &drawing->cells[i])) continue;
    int64_t x = place_of(drawing, drawing->cells[i].column, drawing->cells[i].row).x;
    if (x > right) right = x;
  }
  return right;
}

/* ---- cells and coordinates ---- */

/* The outline of a cell, smaller where it is a frame inside of it. */
static void put_outline(const struct drawing *drawing, const struct drawn_cell *cell, bool inside, struct text *out) {
  struct point at = place_of(drawing, cell->column, cell->row);
  int half = inside ? HALF - 4 : HALF, tall = inside ? HEX_TALL - 5 : HEX_TALL, low = inside ? HEX_LOW - 3 : HEX_LOW;
  if (drawing->hex)
    text_append_format(out, "<path d=\"M%lld %lldl%d %dv%dl%d %dl%d %dv%dz\"", (long long)at.x, (long long)at.y - tall,
                       half, tall - low, 2 * low, -half, tall - low, -half, low - tall, -2 * low);
  else
    text_append_format(out, "<path d=\"M%lld %lldh%dv%dh%dz\"", (long long)at.x - half, (long long)at.y - half,
                       2 * half, 2 * half, -2 * half);
  text_append_format(out, "/>\n");
}

static void put_text(struct point at, int size, const char *text, struct text *out) {
  text_append_format(out, "<text x=\"%lld\" y=\"%lld\" font-size=\"%d\">", (long long)at.x,
                     (long long)at.y + size * 7 / 20, size);
  markdown_escape(out, text, strlen(text));
  text_append_format(out, "</text>\n");
}

static void put_cells(const struct drawing *drawing, struct text *out) {
  for (int shade = 0; shade < 2; shade++) { /* squares are of two shades, so that diagonals can be followed */
    text_append_format(out, "<g fill=\"currentColor\" fill-opacity=\"%s\" stroke=\"currentColor\">\n",
                       shade ? ".12" : ".03");
    for (size_t i = 0; i < drawing->count; i++) {
      const struct drawn_cell *cell = &drawing->cells[i];
      bool is_dark = !drawing->hex && (cell->column + cell->row) % 2 == 0;
      if (drawing_has(drawing, cell) && is_dark == (shade == 1)) put_outline(drawing, cell, false, out);
    }
    text_append_format(out, "</g>\n");
  }
}

/* A row's number stands beside its first cell, on squares at the left edge; a column's letter below its lowest cell, on
 * squares below all. */
static void put_coordinates(const struct drawing *drawing, struct text *out) {
  int64_t edge = leftmost(drawing);
  bool *named = need_memory(NULL, (size_t)drawing->width + 1);
  memset(named, 0, (size_t)drawing->width + 1);
  for (size_t i = 0; i < drawing->count; i++) {
    const struct drawn_cell *cell = &drawing->cells[i];
    char name[DRAWING_COORDINATE];
    if (!drawing_has(drawing, cell)) continue;
    if (i == 0 || drawing->cells[i - 1].row != cell->row) {
      struct point beside = place_of(drawing, cell->column, cell->row);
      if (!drawing->hex) beside.x = edge;
      beside.x -= HALF + SMALL;
      snprintf(name, sizeof name, "%u", cell->row);
      put_text(beside, SMALL, name, out);
    }
    if (named[cell->column]) continue;
    named[cell->column] = true;
    struct point below = place_of(drawing, cell->column, drawing->hex ? cell->row - 1 : 0);
    below.y -= drawing->hex ? 2 : 6;
    drawing_name_column(cell, name);
    put_text(below, SMALL, name, out);
  }
  free(named);
}

/* ---- what lies there ---- */

static void put_signs(const struct drawing *drawing, struct text *out) {
  for (size_t i = 0; i < drawing->count; i++) {
    const struct drawn_cell *cell = &drawing->cells[i];
    if (cell->empty || !drawing_has(drawing, cell)) continue;
    int columns = (int)screen_text_columns(cell->sign), size = columns * SIGN <= SIGN_ROOM ? SIGN : SIGN_ROOM / columns;
    put_text(place_of(drawing, cell->column, cell->row), size ? size : 1, cell->sign, out);
  }
}

static void put_marks(const struct drawing *drawing, struct text *out) {
  text_append_format(out, "<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"3\">\n");
  for (size_t i = 0; i < drawing->count; i++)
    if (drawing->cells[i].marked && drawing_has(drawing, &drawing->cells[i]))
      put_outline(drawing, &drawing->cells[i], true, out);
  text_append_format(out, "</g>\n");
}

void drawing_svg(const struct drawing *drawing, uint32_t number, bool is_first, const char *title, struct text *out) {
  int64_t first = leftmost(drawing), last = rightmost(drawing);
  if (first > last) return; /* no cells */
  int64_t left = first - HALF - MARGIN, right = last + HALF + MARGIN;
  int64_t top = -HEX_TALL - 2, bottom = place_of(drawing, 1, 0).y + SMALL;
  text_append_format(out, "<svg role=\"img\" aria-label=\"");
  markdown_escape(out, title, strlen(title));
  text_append_format(out, "\" viewBox=\"%lld %lld %lld %lld\" width=\"%lld\" height=\"%lld\">\n", (long long)left,
                     (long long)top, (long long)(right - left), (long long)(bottom - top), (long long)(right - left),
                     (long long)(bottom - top));
  text_append_format(out, "<g fill=\"currentColor\" font-family=\"system-ui,sans-serif\" text-anchor=\"middle\">\n");
  if (is_first) {
    text_append_format(out, "<g id=\"board-%u\">\n", number);
    put_cells(drawing, out);
    put_coordinates(drawing, out);
    text_append_format(out, "</g>\n");
  } else text_append_format(out, "<use href=\"#board-%u\"/>\n", number);
  put_marks(drawing, out);
  put_signs(drawing, out);
  text_append_format(out, "</g>\n</svg>\n");
}
