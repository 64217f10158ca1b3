/* compiler/grids.c: the cells and directions of boards, which steps there are; what is said of boards that cannot be. */
#include "tests/unit/checked.h"

#include "compiler/graphs.h"

static struct checked t;
static int open_boards(void **unused) {
  (void)unused;
  checked_open(&t, "const side = 3\n"
                   "grid Square side by side + 1 with diagonals directions Way\n"
                   "grid Dark 4 by 4 directions Slant { rise(1, 1) fall(1, -1) } where (column + row) % 2 == 0\n"
                   "grid Ring 5 by 1 wraps east\n"
                   "grid Hex hex 3 by 2 directions Turn\n"
                   "grid Bee hex 2 directions Turn\n"
                   "grid Point 2 by 2\n"
                   "lines Row of 3 on Square\n"
                   "lines Arc of 4 on Ring\n");
  return (int)t.lang.diags.errors;
}
static int close_boards(void **unused) {
  (void)unused;
  checked_close(&t);
  return 0;
}

static int32_t value(const struct symbol *type, const char *name) {
  for (int32_t i = 0; i < type->count; i++)
    if (!strcmp(type->values[i].name, name)) return i;
  return -2;
}

/* The name of the cell that a step leads to, "-" for none. */
static const char *step(const char *board, const char *from, const char *way) {
  const struct symbol *cells = checked_symbol(&t, board);
  const struct graph *graph = cells->graph_on->graph;
  int32_t cell = value(cells, from), label = value(graph->labels, way);
  assert_true(cell >= 0 && label >= 0);
  int32_t to = graph->steps[cell * graph->labels->count + label];
  return to < 0 ? "-" : cells->values[to].name;
}

static void cells_of_a_rectangle(void **unused) {
  (void)unused;
  const struct symbol *square = checked_symbol(&t, "Square");
  assert_int_equal(square->count, 12);
  assert_string_equal(square->values[0].name, "a1");
  assert_string_equal(square->values[3].name, "a2");
  assert_string_equal(square->values[11].name, "c4");
  assert_int_equal(checked_symbol(&t, "Way")->count, 8);
  assert_int_equal(checked_symbol(&t, "Direction")->count, 4);
}

static void steps_on_squares(void **unused) {
  (void)unused;
  assert_string_equal(step("Square", "b2", "north"), "b3");
  assert_string_equal(step("Square", "b2", "south_west"), "a1");
  assert_string_equal(step("Square", "c4", "east"), "-");
  assert_string_equal(step("Point", "a1", "north"), "a2");
}

static void cells_that_do_not_exist(void **unused) {
  (void)unused;
  assert_int_equal(checked_symbol(&t, "Dark")->count, 8);
  assert_string_equal(step("Dark", "a1", "rise"), "b2");
  assert_string_equal(step("Dark", "d4", "rise"), "-");
}

static void a_ring_comes_round(void **unused) {
  (void)unused;
  assert_string_equal(step("Ring", "e1", "east"), "a1");
  assert_string_equal(step("Ring", "a1", "west"), "e1");
  assert_string_equal(step("Ring", "a1", "north"), "-");
  assert_int_equal(checked_symbol(&t, "Ring")->graph_on->graph->longest, 4);
}

static void hexes(void **unused) {
  (void)unused;
  assert_int_equal(checked_symbol(&t, "Hex")->count, 6);
  assert_string_equal(step("Hex", "a1", "north_east"), "b2");
  assert_string_equal(step("Hex", "a1", "north_west"), "a2");
  assert_string_equal(step("Hex", "b2", "south_east"), "b1");
  const struct symbol *bee = checked_symbol(&t, "Bee");
  assert_int_equal(bee->count, 7);
  int32_t around = 0;
  for (int32_t way = 0; way < 6; way++) around += bee->graph_on->graph->steps[value(bee, "b2") * 6 + way] >= 0;
  assert_int_equal(around, 6);
}

static void lines_of_cells(void **unused) {
  (void)unused;
  const struct symbol *row = checked_symbol(&t, "Row");
  assert_int_equal(row->count, 2 * 3 + 4 + 2 * 2); /* upright, across, slanting both ways */
  int32_t first = row->fields->values[0];
  assert_string_equal(row->values[0].name, "a1_north");
  assert_int_equal(first, 1 << 0 | 1 << 3 | 1 << 6);
  assert_int_equal(checked_symbol(&t, "Arc")->count, 5); /* one from each cell, round the ring */
}

static void expect_error(const char *text, const char *message) {
  struct checked wrong;
  checked_open(&wrong, text);
  bool found = false;
  for (size_t i = 0; i < wrong.lang.diags.count; i++)
    found |= strstr(wrong.lang.diags.items[i]->message, message) != NULL;
  if (!found) print_error("no `%s` for %s\n", message, text);
  assert_true(found);
  checked_close(&wrong);
}

static void boards_that_cannot_be(void **unused) {
  (void)unused;
  expect_error("grid Square 0 by 3", "1 to 1024 columns and rows");
  expect_error("grid Square 99 by 99", "at most 1024");
  expect_error("grid Square 40 by 40", "at most 1024");
  expect_error("grid Square size by 3", "a number, a `const` or a setting");
  expect_error("const a = b  const b = a  grid Square a by 3", "a number, a `const` or a setting");
  expect_error("grid Square 3 by 3 where colour == 1", "`column`, `row`, numbers, constants");
  expect_error("grid Square 3 by 3 where column * 2147483647 > 0", "a sum in here is too large");
  expect_error("grid Square 3 by 3 where 1 / (column - 2) > 0", "divided by 0");
  expect_error("grid Square 3 by 3 wraps up", "none of the directions");
  expect_error("grid Square 3 by 3 where column > 5", "has no values");
  expect_error("grid Square 3 by 3 directions { up(1) }", "how many columns and rows it leads on");
  expect_error("grid Square 3 by 3 directions { far(99999999, 0) }", "at most 1024 columns and rows on");
  expect_error("grid Square 3 by 3  lines Row of 4 on Square", "no line of 4");
  expect_error("grid Square 3 by 3  lines Row of 0 on Square", "a line has 1 to 1024 cells, and this is 0");
  expect_error("enum Square { a1 b1 }  lines Row of 2 on Square", "is no board");
  expect_error("enum Direction { up down } grid Square 3 by 3", "declared twice");
}

/* A board whose size is a setting is made for what the setting is to be, and can then be set up with nothing else. */
static void a_setting_makes_the_board(void **unused) {
  (void)unused;
  static const char text[] = GAME "play { end game }\nsetting lines: 2..9 = 3 \"lines\"\ngrid Point lines by lines\n"
                                  "scenario \"s\" { expect index(c3) == 8 }\n";
  const trv_choice_of_setting four = { "lines", "4" }, ten = { "lines", "10" };
  const trv_choice_of_setting twice[] = { { "lines", "5" }, { "lines", "4" } };
  const trv_choice_of_setting *wishes[] = { NULL, &four, &ten, twice };
  const uint32_t cells[] = { 9, 16, 9, 16 };
  for (size_t i = 0; i < 4; i++) {
    trv_compile_options options = { .struct_size = sizeof options, .name = "test.trv", .text = text };
    options.length = sizeof text - 1;
    options.settings = wishes[i];
    options.setting_count = i == 3 ? 2 : wishes[i] != NULL;
    trv_program *program = NULL;
    trv_setup *setup = NULL;
    char why[200] = "";
    assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
    trv_board_info board;
    assert_int_equal(trv_program_board(program, 0, &board), TRV_OK);
    assert_int_equal(board.cells, cells[i]);
    int status = trv_setup_new(program, 2, &four, 1, &setup, why, sizeof why);
    assert_int_equal(status, i % 2 ? TRV_OK : TRV_E_ARGUMENT);
    if (i % 2 == 0)
      assert_string_equal(why,
                          "The setting `lines` makes the board, which was compiled for 3: compile the game for 4.");
    trv_setup_free(setup);
    trv_program_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(cells_of_a_rectangle),
                                      cmocka_unit_test(steps_on_squares),
                                      cmocka_unit_test(cells_that_do_not_exist),
                                      cmocka_unit_test(a_ring_comes_round),
                                      cmocka_unit_test(hexes),
                                      cmocka_unit_test(lines_of_cells),
                                      cmocka_unit_test(boards_that_cannot_be),
                                      cmocka_unit_test(a_setting_makes_the_board) };
  return cmocka_run_group_tests(tests, open_boards, close_boards);
}
