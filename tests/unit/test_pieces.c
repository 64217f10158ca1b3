/* trvm/play_pieces.c: what of a view lies on a board, as whom it belongs to, and what the legend says of it. */
#include <stdlib.h>

#include "tests/unit/compiled.h"

#include "trvm/play_pieces.h"

struct shown {
  struct play_pieces pieces;
  char listed[200]; /* names of what no board shows */
};

static bool take(void *context, const trv_view_item *item) {
  struct shown *shown = context;
  bool known = strstr(shown->listed, item->name) != NULL;
  if (pieces_take(&shown->pieces, item) < 0 && !known) strcat(strcat(shown->listed, item->name), " ");
  return true;
}

/* The board as a seat sees it after set-up, and the names of what is not on it; "too wide" when it cannot be drawn. */
static void expect_board(const char *rules, int viewer, const char *move, const char *expected, const char *listed) {
  trv_program *program = compiled(rules);
  trv_setup *setup;
  trv_game *game;
  struct shown shown = { .listed = "" };
  char *text = NULL;
  size_t length = 0;
  FILE *file = open_memstream(&text, &length);
  struct screen screen = { .out = file };
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  pieces_begin(&shown.pieces, setup);
  assert_int_equal(trv_view_each(game, viewer, take, &shown), TRV_OK);
  pieces_mark(&shown.pieces, move);
  pieces_arrange(&shown.pieces, viewer);
  if (pieces_fit(&shown.pieces, 0, 80, 0)) pieces_draw(&screen, &shown.pieces, 0, 0);
  else fprintf(file, "too wide");
  fclose(file);
  assert_string_equal(text, expected);
  assert_string_equal(shown.listed, listed);
  pieces_free(&shown.pieces);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
  free(text);
}

#define GAME(declarations, setup)                                                                                      \
  "game \"T\" { players 2 seats white, black }\n" declarations "\nsetup { " setup " }\n"                               \
  "play { choose c always by white { option a { } option b { } } }\n"

static void values_on_cells(void **unused) {
  (void)unused;
  expect_board(GAME("grid Square 3 by 2\nenum Piece { pawn \"a pawn\" prince }\n"
                    "var piece[Square]: Piece or none = none\nvar held[Square]: player or none = none\n"
                    "var burnt[Square]: bool = false\nvar goal: Square = a1",
                    "piece[a1] = prince  held[a1] = black  held[b1] = white  burnt[c2] = true"),
               -1, "move(a1, c2)",
               "2  ·   ·  [u]\n"
               "1 [pb] w   ·\n"
               "   a   b   c\n"
               "p prince   w white   b black   u burnt   [ ] last move\n",
               "goal ");
}

static void numbers_alone_and_beside_others(void **unused) {
  (void)unused;
  expect_board(GAME("grid Square 3 by 1\nvar height[Square]: 0..9 = 0", "height[b1] = 3"), -1, "x",
               "1  ·  3  ·\n"
               "   a  b  c\n"
               "number height\n",
               "");
  expect_board(GAME("grid Square 3 by 1\nvar height[Square]: 0..9 = 0\nvar at[player]: Square = c1",
                    "height[b1] = 3  height[c1] = 1"),
               -1, "x",
               "1   ·     h3   h1wb\n"
               "    a     b     c\n"
               "h height   w white   b black\n",
               "");
}

static void what_belongs_to_players(void **unused) {
  (void)unused;
  expect_board(GAME("grid Square 3 by 1\nenum Side { left right }\nvar men[player]: set of Square = []\n"
                    "var kings[player]: set of Square = []\nvar at[Side]: Square or none = none\n"
                    "var walls: set of Square = []",
                    "men[white] = [a1]  kings[black] = [b1]  at[right] = c1  walls = [c1]"),
               0, "x",
               "1  wm  bk  rw\n"
               "   a   b   c\n"
               "wm white men   bk black kings   r right   w walls\n",
               "");
}

static const char secrets[] = GAME("grid Square 3 by 1\ndeck Card in box { 4 of ace  king }\npool box: Card hidden\n"
                                   "pile heap[Square]: Card hidden\npool open[Square]: Card open\n"
                                   "var mine[player]: set of Square = [] for owner\n"
                                   "var trap[Square]: bool = false hidden",
                                   "move ace from box to heap[a1]  move ace from box to heap[a1]  mine[white] = [b1]\n"
                                   "move ace from box to open[c1]  move ace from box to open[c1]\n"
                                   "move king from box to open[c1]  mine[black] = [c1]  trap[a1] = true");

static void what_is_hidden(void **unused) {
  (void)unused;
  expect_board(secrets, 0, "x",
               "1  2?    w   2ak\n"
               "    a    b    c\n"
               "a ace   k king   ? hidden   w white\n",
               "box mine trap ");
  expect_board(secrets, -1, "x",
               "1  2?    ·   2ak\n"
               "    a    b    c\n"
               "a ace   k king   ? hidden\n",
               "box mine trap ");
}

static void too_much_for_a_board(void **unused) {
  (void)unused;
  expect_board(GAME("grid Square 30 by 1\nvar at[player]: Square = a1", ""), -1, "x", "too wide", "");
  expect_board(GAME("grid Square 2 by 2\nvar at[1..201]: Square = a1", ""), -1, "x", "too wide", "");
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(values_on_cells),
                                      cmocka_unit_test(numbers_alone_and_beside_others),
                                      cmocka_unit_test(what_belongs_to_players), cmocka_unit_test(what_is_hidden),
                                      cmocka_unit_test(too_much_for_a_board) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
