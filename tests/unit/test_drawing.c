/* trvm/play_drawing.c: where the cells of a board and its coordinates stand on the screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trvm/play_drawing.h"

enum { MOST_CELLS = 400, NAME = 16 };

/* A board of dots whose cells are those with |column - row| < span. */
struct sample {
  struct drawn_cell cells[MOST_CELLS];
  char names[MOST_CELLS][NAME];
  struct drawing drawing;
};

static void make(struct sample *sample, bool hex, uint32_t width, uint32_t height, int span) {
  size_t count = 0;
  for (uint32_t row = 1; row <= height; row++)
    for (uint32_t column = 1; column <= width; column++) {
      if (abs((int)column - (int)row) >= span) continue;
      snprintf(sample->names[count], NAME, "%c%u", (char)('a' + column - 1), row);
      sample->cells[count] = (struct drawn_cell){ sample->names[count], column, row, "·", STYLE_PLAIN, false, true };
      count++;
    }
  sample->drawing = (struct drawing){ hex, width, height, sample->cells, count, 1 };
}

static struct drawn_cell *cell(struct sample *sample, const char *name) {
  for (size_t i = 0; i < sample->drawing.count; i++)
    if (strcmp(sample->names[i], name) == 0) return &sample->cells[i];
  fail_msg("there is no %s", name);
  return NULL;
}

static void expect_drawing(const struct sample *sample, const char *expected) {
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  struct screen screen = { .out = file };
  drawing_draw(&screen, &sample->drawing, 0);
  fclose(file);
  assert_string_equal(text, expected);
  size_t widest = 0;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    size_t columns = screen_text_columns(line);
    if (columns > widest) widest = columns;
  }
  assert_true(widest <= drawing_columns(&sample->drawing));
  free(text);
}

static void squares(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, false, 3, 2, 9);
  cell(&board, "b1")->sign = "w";
  cell(&board, "c2")->marked = true;
  expect_drawing(&board, "2  ·  · [·]\n"
                         "1  ·  w  ·\n"
                         "   a  b  c\n");
}

static void wide_signs_and_brackets_side_by_side(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, false, 3, 1, 9);
  cell(&board, "a1")->sign = "wkx";
  cell(&board, "a1")->marked = cell(&board, "b1")->marked = true;
  expect_drawing(&board, "1 [wkx] [·]   ·\n"
                         "    a    b    c\n");
}

static void places_without_a_cell(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, false, 3, 3, 1);
  expect_drawing(&board, "3        ·\n"
                         "2     ·\n"
                         "1  ·\n"
                         "   a  b  c\n");
}

static void numbers_of_two_digits(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, false, 1, 10, 20);
  expect_drawing(&board, "10  ·\n 9  ·\n 8  ·\n 7  ·\n 6  ·\n 5  ·\n 4  ·\n 3  ·\n 2  ·\n 1  ·\n    a\n");
}

static void a_rhombus(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, true, 3, 3, 9);
  cell(&board, "b2")->marked = true;
  expect_drawing(&board, "3  ·   ·   ·\n"
                         "  2  ·  [·]  ·\n"
                         "    1  ·   ·   ·\n"
                         "         a   b   c\n");
}

static void a_hexagon(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, true, 5, 5, 3);
  expect_drawing(&board, "    5  ·   ·   ·\n"
                         "  4  ·   ·   ·   ·\n"
                         "3  ·   ·   ·   ·   ·\n"
                         "  2  ·   ·   ·   ·   e\n"
                         "    1  ·   ·   ·   d\n"
                         "         a   b   c\n");
}

static void cells_with_names_of_their_own(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, false, 2, 1, 9);
  board.cells[0].name = "gate";
  expect_drawing(&board, "1  ·  ·\n"
                         "   1  b\n");
}

static void nineteen_by_nineteen_fit_beside_an_indent(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, false, 19, 19, 20);
  assert_int_equal(board.drawing.count, 361);
  assert_int_equal(drawing_columns(&board.drawing), 3 + 19 * 3);
  make(&board, true, 11, 11, 20);
  assert_true(drawing_columns(&board.drawing) <= 78);
}

/* Whatever is said of a cell, nothing is drawn beside the board. */
static void cells_outside(void **unused) {
  (void)unused;
  static struct sample board;
  make(&board, false, 2, 2, 9);
  static const uint32_t far[][2] = { { 3, 1 }, { 0, 1 }, { 1, 3 }, { 1, 0 }, { UINT32_MAX, 2 }, { 2, UINT32_MAX } };
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    board.cells[4] = (struct drawn_cell){ "z9", far[i][0], far[i][1], "z", STYLE_PLAIN, false, true };
    board.drawing.count = 5;
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    struct screen screen = { .out = file };
    drawing_draw(&screen, &board.drawing, 0);
    fclose(file);
    assert_null(strchr(text, 'z'));
    assert_true(drawing_columns(&board.drawing) < 20);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(squares),
                                      cmocka_unit_test(wide_signs_and_brackets_side_by_side),
                                      cmocka_unit_test(places_without_a_cell),
                                      cmocka_unit_test(numbers_of_two_digits),
                                      cmocka_unit_test(a_rhombus),
                                      cmocka_unit_test(a_hexagon),
                                      cmocka_unit_test(cells_with_names_of_their_own),
                                      cmocka_unit_test(cells_outside),
                                      cmocka_unit_test(nineteen_by_nineteen_fit_beside_an_indent) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
