/* vm/leak.c: what hidden cards and variables may not show in, and `expect secrecy`. */
#include <stdio.h>

#include "tests/unit/compiled.h"

/* A game of hidden hands whose one option is what the test says. */
static void game_of(char *text, size_t size, const char *prompt, const char *option, const char *scenario) {
  snprintf(text, size,
           "game \"Hands\" { players 2..2 }\n"
           "deck Card in stock { 4 of rose  4 of lily  4 of fern }\n"
           "pile stock: Card hidden\n"
           "pool hand[player]: Card for owner\n"
           "setup { shuffle stock  for p in players { draw 3 from stock to hand[p] } }\n"
           "play { for round in 1..3 { for p in players { turn(p) } } }\n"
           "fn roses(q: player) -> int = count(c in hand[q] where c == rose)\n"
           "var wish[player]: Card or none = none for owner\n"
           "fn wished(q: player) -> bool = wish[q] is not none\n"
           "phase turn(p: player) {\n"
           "  let q = next(p)\n"
           "  choose act always by p \"%s\" { %s option wait \"wait\" { } }\n"
           "}\n"
           "rank p by size(hand[p]) desc\n%s",
           prompt, option, scenario);
}

/* Whether any redeal of any of the first positions shows a leak; `why` is what is said of the last one found. */
static bool leaks(const char *prompt, const char *option, char *why, size_t size) {
  char text[2000], reason[400];
  bool found = false;
  game_of(text, sizeof text, prompt, option, "");
  trv_program *program = compiled(text);
  trv_setup *setup;
  trv_game *game, *other;
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, reason, sizeof reason), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_new(setup, &other), TRV_OK);
  for (uint32_t number = 0; number < 5; number++) {
    trv_game_start(game, 1, number);
    uint64_t before = trv_game_hash(game, true);
    for (uint32_t seed = 1; seed <= TRV_LEAK_SEEDS; seed++) {
      int status = trv_game_leak(game, other, seed, reason, sizeof reason);
      assert_true(status == TRV_OK || status == TRV_E_RULE);
      if (status == TRV_E_RULE) snprintf(why, size, "%s", reason);
      found |= status == TRV_E_RULE;
    }
    assert_int_equal(trv_game_hash(game, true), before);
  }
  trv_game_free(game);
  trv_game_free(other);
  trv_setup_free(setup);
  trv_program_free(program);
  return found;
}

static void hidden_cards_must_not_show(void **unused) {
  (void)unused;
  char why[400] = "";
  assert_true(leaks("Act", "option ask(c in Card) \"ask\" needs hand[q] has c else \"no\" { }", why, sizeof why));
  assert_non_null(strstr(why, "when p1 is asked `act`"));
  assert_true(leaks("{q} has {roses(q)}", "", why, sizeof why));
  assert_non_null(strstr(why, "the prompt is"));
  assert_true(leaks("Act", "option ask \"ask for {roses(q)}\" { }", why, sizeof why));
  assert_non_null(strstr(why, "a label is"));
  assert_true(leaks("Act", "option ask \"ask\" needs false else \"{q} has {roses(q)}\" { }", why, sizeof why));
  assert_non_null(strstr(why, "what is not offered is"));
}

/* The option that is there or not is named, not the one that stands at its place otherwise. */
static void the_option_that_leaks_is_named(void **unused) {
  (void)unused;
  char why[400] = "";
  assert_true(leaks("Act", "option ask \"ask\" needs roses(q) > 0 { }  option stay \"stay\" { }", why, sizeof why));
  assert_non_null(strstr(why, "`ask` is "));
  assert_non_null(strstr(why, "offered, but"));
  assert_null(strstr(why, "stay"));
}

static void hidden_variables_must_not_show(void **unused) {
  (void)unused;
  char why[400] = "";
  assert_true(leaks("{if wished(q) then 1 else 0}", "", why, sizeof why));
  assert_string_equal(why, "when p1 is asked `act`, the prompt is `0`, but `1` if what p1 may not know is different");
  assert_false(leaks("{if wished(p) then 1 else 0}", "", why, sizeof why));
}

static void what_is_seen_may_show(void **unused) {
  (void)unused;
  char why[400] = "";
  assert_false(leaks("You have {hand[p]}", "option lay(c in hand[p]) \"lay {c}\" { }", why, sizeof why));
  assert_false(leaks("{q} has {size(hand[q])}", "option ask(c in Card) \"ask\" { }", why, sizeof why));
}

static void scenarios_expect_secrecy(void **unused) {
  (void)unused;
  char text[2000];
  game_of(text, sizeof text, "Act", "option lay(c in hand[p]) \"lay {c}\" { }", "scenario \"s\" { expect secrecy }\n");
  compiled_passes(text);
  game_of(text, sizeof text, "Act", "option ask(c in Card) \"ask\" needs hand[q] has c else \"no\" { }",
          "scenario \"s\" { expect secrecy }\n");
  compiled_fails(text, "What is hidden shows: when p1 is asked `act`");
  game_of(text, sizeof text, "Act", "", "effect nothing() { }\nscenario \"s\" { run nothing() expect secrecy }\n");
  compiled_fails(text, "Somebody should be asked to choose");
}

/* Nobody is to choose: there is nothing to compare. */
static void a_finished_game_has_no_secrets(void **unused) {
  (void)unused;
  trv_program *program = compiled("game \"Over\" { players 2..2 }\nplay { }\nrank p by 0 desc\n");
  trv_setup *setup;
  trv_game *game, *other;
  char why[100];
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_new(setup, &other), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_OVER);
  assert_int_equal(trv_game_leak(game, other, 1, why, sizeof why), TRV_E_STATE);
  trv_game_free(game);
  trv_game_free(other);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(hidden_cards_must_not_show),     cmocka_unit_test(the_option_that_leaks_is_named),
    cmocka_unit_test(hidden_variables_must_not_show), cmocka_unit_test(what_is_seen_may_show),
    cmocka_unit_test(scenarios_expect_secrecy),       cmocka_unit_test(a_finished_game_has_no_secrets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
