/* bots/: found by name; `greedy` takes what its estimate says and nothing it cannot see. */
#include "tests/unit/compiled.h"

#include "bots/bots.h"

static const char rules[] = "game \"Greed\" { players 2..2 }\n"
                            "var gold[player]: int = 0\n"
                            "play { repeat 5 times { for p in players { dig(p) } } }\n"
                            "effect dig(p: player) {\n"
                            "  choose dig always by p {\n"
                            "    option nothing { }\n"
                            "    option some { gold[p] += 1 }\n"
                            "    option most { gold[p] += 3 }\n"
                            "  }\n"
                            "}\n"
                            "rank p by gold[p] desc\n"
                            "value of p = gold[p]\n";

static void bots_are_read_by_name(void **unused) {
  (void)unused;
  struct bot_wish wish;
  char why[200];
  assert_true(bots_read("random", &wish, why, sizeof why));
  assert_ptr_equal(wish.bot, &bot_random);
  assert_string_equal(wish.argument, "");
  assert_true(bots_read("search:50ms", &wish, why, sizeof why));
  assert_ptr_equal(wish.bot, &bot_search);
  assert_string_equal(wish.argument, "50ms");
  assert_false(bots_read("gready", &wish, why, sizeof why));
  assert_string_equal(why, "there is no bot `gready`; did you mean `greedy`?");
  assert_false(bots_read("xyz:1", &wish, why, sizeof why));
  assert_string_equal(why, "there is no bot `xyz`; there are `random`, `greedy` and `search`");
  assert_false(bots_read("greedy:3", &wish, why, sizeof why));
  assert_string_equal(why, "the bot `greedy` has nothing to be told after a colon");
}

static void greedy_takes_the_most(void **unused) {
  (void)unused;
  trv_program *program = compiled(rules);
  trv_setup *setup;
  trv_game *game;
  trv_choice_info info;
  char why[100];
  int32_t keys[2];
  uint32_t places[2];
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  void *greedy = bot_greedy.start(&(struct bot_place){ setup, 0, "", 0, why, sizeof why, NULL });
  assert_non_null(greedy);
  trv_game_start(game, 1, 0);
  while (trv_game_choice(game, &info) == TRV_OK) {
    struct bot_turn turn = bots_turn((trv_seed){ 1, 0 }, 0, &info);
    uint64_t before = trv_game_hash(game, true);
    uint32_t index = bot_greedy.choose(greedy, game, &turn);
    assert_int_equal(index, 2);
    assert_int_equal(before, trv_game_hash(game, true));
    trv_choose(game, info.seat == 0 ? index : 1);
  }
  trv_game_result(game, places, keys);
  assert_int_equal(keys[0], 15);
  assert_int_equal(keys[1], 5);
  bot_greedy.end(greedy);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(bots_are_read_by_name),
    cmocka_unit_test(greedy_takes_the_most),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
