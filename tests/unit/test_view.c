/* vm/view.c, vm/view_json.c: what each seat sees, and nothing else. */
#include "tests/unit/fixture.h"

#include <stdio.h>

#include "tests/unit/compiled.h"

/* Gives p1 two aces and p2 the queen, in a fresh position. */
static trv_game *dealt(const trv_program *program, trv_setup **setup) {
  trv_game *game = fixture_game(program, setup, 1);
  game_reset(&game->game);
  assert_int_equal(zone_move(&game->game, 0, 0, 1, false), RULE_NONE);
  assert_int_equal(zone_move(&game->game, 0, 0, 1, false), RULE_NONE);
  assert_int_equal(zone_move(&game->game, 2, 0, 2, false), RULE_NONE);
  return game;
}

static void json_for_each_seat(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = dealt(program, &setup);
  char text[600], cut[20];
  (void)state;
  size_t length = trv_view_json(game, 0, text, sizeof text);
  assert_string_equal(text, "{\"players\":2,\"to_choose\":null,\"phase\":\"\","
                            "\"zones\":{\"pile\":{\"size\":2},\"hand\":{\"p1\":[\"ace\",\"ace\"],\"p2\":{\"size\":1}}},"
                            "\"variables\":{\"score\":{\"p1\":0,\"p2\":0},\"secret\":{\"p1\":null}}}");
  assert_int_equal(length, strlen(text));
  assert_int_equal(trv_view_json(game, 0, cut, sizeof cut), length);
  assert_int_equal(strlen(cut), sizeof cut - 1);
  assert_int_equal(trv_view_json(game, 0, NULL, 0), length);
  trv_view_json(game, 1, text, sizeof text);
  assert_non_null(strstr(text, "\"hand\":{\"p1\":{\"size\":2},\"p2\":[\"queen\"]}"));
  assert_non_null(strstr(text, "\"secret\":{\"p2\":null}"));
  trv_view_json(game, -1, text, sizeof text);
  assert_non_null(strstr(text, "\"hand\":{\"p1\":{\"size\":2},\"p2\":{\"size\":1}}"));
  assert_non_null(strstr(text, "\"secret\":{}"));
  assert_int_equal(trv_view_json(game, 2, text, sizeof text), 0);
  assert_string_equal(text, "");
  assert_int_equal(trv_view_json(game, -2, NULL, 0), 0);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static bool note_item(void *context, const trv_view_item *item) {
  char line[200];
  snprintf(line, sizeof line, "%s[%s] of %d %s%s%s %u: %s\n", item->name, item->index, item->owner,
           item->is_zone ? "zone" : "variable", item->visible ? "" : " hidden", item->ordered ? " ordered" : "",
           item->size, item->contents);
  strcat(context, line);
  return true;
}

static void piece_by_piece(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = dealt(program, &setup);
  char text[1000] = "";
  (void)state;
  assert_int_equal(trv_view_each(game, 1, note_item, text), TRV_OK);
  assert_string_equal(text, "pile[] of -1 zone hidden ordered 2: \n"
                            "hand[p1] of 0 zone hidden 2: \n"
                            "hand[p2] of 1 zone 1: 1 Queen \"Q\"\n"
                            "score[p1] of 0 variable 0: 0\n"
                            "score[p2] of 1 variable 0: 0\n"
                            "secret[p1] of 0 variable hidden 0: \n"
                            "secret[p2] of 1 variable 0: none\n");
  assert_int_equal(trv_view_each(game, 2, note_item, text), TRV_E_ARGUMENT);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* ---- boards ---- */

static const char boards[] =
    "game \"Boards\" { players 2 seats white, black }\n"
    "grid Square 2 by 2 where column + row < 4\n"
    "grid Cell hex 2 by 1 directions Way\n"
    "enum Piece { king \"a king\" pawn }\n"
    "deck Coin in purse { 2 of gold }\n"
    "pool purse: Coin open\n"
    "pile heap[Square]: Coin open\n"
    "var piece[Square]: Piece or none = none\n"
    "var stones[player]: set of Cell = []\n"
    "var secret[player]: Square = b1 for owner\n"
    "var trail: list of Cell up to 4 = []\n"
    "var joined[Square, Cell]: bool = false\n"
    "var spot: Square or none = none\n"
    "setup { stones[white] = [a1, b1] trail = [b1, a1, b1] move gold from purse to heap[b1] }\n"
    "play { choose rest always by white { option stay { spot = a2 } option go { } } }\n";

static bool note_cells(void *context, const trv_view_item *item) {
  char line[200];
  int length = snprintf(line, sizeof line, "%s[%s] %u at %d %d of %d:", item->name, item->index, item->indices,
                        item->board, item->cell, item->value_board);
  for (uint32_t i = 0; i < item->cell_count; i++)
    length += snprintf(line + length, sizeof line - (size_t)length, " %u", item->cells[i]);
  strcat(strcat(context, line), "\n");
  return true;
}

static trv_game *begun(const trv_program *program, trv_setup **setup) {
  trv_game *game;
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(*setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  return game;
}

static void what_lies_on_boards(void **unused) {
  (void)unused;
  trv_program *program = compiled(boards);
  trv_setup *setup;
  trv_game *game = begun(program, &setup);
  char text[2000] = "";
  compiled_is_valid(program);
  assert_int_equal(trv_view_each(game, 0, note_cells, text), TRV_OK);
  assert_string_equal(text, "purse[] 0 at -1 -1 of -1:\n"
                            "heap[a1] 1 at 0 0 of -1:\n"
                            "heap[b1] 1 at 0 1 of -1:\n"
                            "heap[a2] 1 at 0 2 of -1:\n"
                            "piece[a1] 1 at 0 0 of -1:\n"
                            "piece[b1] 1 at 0 1 of -1:\n"
                            "piece[a2] 1 at 0 2 of -1:\n"
                            "stones[white] 1 at -1 -1 of 1: 0 1\n"
                            "stones[black] 1 at -1 -1 of 1:\n"
                            "secret[white] 1 at -1 -1 of 0: 1\n"
                            "secret[black] 1 at -1 -1 of 0:\n"
                            "trail[] 0 at -1 -1 of 1: 1 0 1\n"
                            "joined[a1, a1] 2 at -1 -1 of -1:\n"
                            "joined[a1, b1] 2 at -1 -1 of -1:\n"
                            "joined[b1, a1] 2 at -1 -1 of -1:\n"
                            "joined[b1, b1] 2 at -1 -1 of -1:\n"
                            "joined[a2, a1] 2 at -1 -1 of -1:\n"
                            "joined[a2, b1] 2 at -1 -1 of -1:\n"
                            "spot[] 0 at -1 -1 of 0:\n");
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void boards_of_a_program(void **unused) {
  (void)unused;
  trv_program *program = compiled(boards);
  trv_setup *setup;
  trv_game *game = begun(program, &setup);
  trv_board_info board;
  trv_cell_info cell;
  char text[2000];
  assert_int_equal(trv_program_describe(program).boards, 2);
  assert_int_equal(trv_program_board(program, 1, &board), TRV_OK);
  assert_string_equal(board.name, "Cell");
  assert_true(board.hex && board.width == 2 && board.height == 1 && board.cells == 2);
  assert_int_equal(trv_program_board(program, 2, &board), TRV_E_ARGUMENT);
  assert_int_equal(trv_program_cell(program, 0, 2, &cell), TRV_OK);
  assert_string_equal(cell.name, "a2");
  assert_string_equal(cell.label, "a2");
  assert_true(cell.column == 1 && cell.row == 2);
  assert_int_equal(trv_program_cell(program, 0, 3, &cell), TRV_E_ARGUMENT);
  trv_view_json(game, 0, text, sizeof text);
  assert_non_null(strstr(text, ",\"boards\":{\"Square\":{\"hex\":false,\"width\":2,\"height\":2,"
                               "\"cells\":{\"a1\":[1,1],\"b1\":[2,1],\"a2\":[1,2]}},"
                               "\"Cell\":{\"hex\":true,\"width\":2,\"height\":1,"
                               "\"cells\":{\"a1\":[1,1],\"b1\":[2,1]}}}}"));
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

struct met_type {
  const trv_program *program;
  char text[1000];
};

static bool note_type(void *context, const trv_view_item *item) {
  struct met_type *met = context;
  trv_type_info type;
  const char *label;
  char line[200];
  assert_int_equal(trv_program_type(met->program, item->type, &type), TRV_OK);
  label = trv_program_label(met->program, item->type, 0);
  assert_null(trv_program_label(met->program, item->type, type.values));
  snprintf(line, sizeof line, "%s: %d%s %s %u %s\n", item->name, type.kind, type.optional ? " or none" : "", type.name,
           type.values, label ? label : "-");
  if (!strstr(met->text, line)) strcat(met->text, line);
  return true;
}

static void what_could_lie_there(void **unused) {
  (void)unused;
  trv_program *program = compiled(boards);
  trv_setup *setup;
  trv_game *game = begun(program, &setup);
  struct met_type met = { program, "" };
  trv_type_info type;
  trv_view_each(game, 0, note_type, &met);
  assert_string_equal(met.text, "purse: 4 Coin 1 gold\n"
                                "heap: 4 Coin 1 gold\n"
                                "piece: 4 or none Piece 2 a king\n"
                                "stones: 5 Cell 0 -\n"
                                "secret: 4 Square 3 a1\n"
                                "trail: 5 Cell 0 -\n"
                                "joined: 1  0 -\n"
                                "spot: 4 or none Square 3 a1\n");
  assert_int_equal(trv_program_type(program, 10000, &type), TRV_E_ARGUMENT);
  assert_null(trv_program_label(program, 10000, 0));
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(json_for_each_seat), cmocka_unit_test(piece_by_piece),
                                      cmocka_unit_test(what_lies_on_boards), cmocka_unit_test(boards_of_a_program),
                                      cmocka_unit_test(what_could_lie_there) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
