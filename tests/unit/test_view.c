/* vm/view.c, vm/view_json.c: what each seat sees, and nothing else. */
#include "tests/unit/fixture.h"

#include <stdio.h>

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

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(json_for_each_seat), cmocka_unit_test(piece_by_piece) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
