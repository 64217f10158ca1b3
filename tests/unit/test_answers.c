/* vm/options.c: prompts, labels, reasons and estimates that cannot be worked out. */
#include "tests/unit/compiled.h"

/* A game of two whose only choice has this prompt, label and reason; n is 0, and whoever draws has drawn 1. */
static trv_game *game_of(const char *prompt, const char *label, const char *reason, trv_setup **setup,
                         trv_program **program) {
  char text[2000], why[200];
  trv_game *game;
  snprintf(text, sizeof text,
           "game \"Answers\" { players 2..2 }\n"
           "var n: int = 0\n"
           "var drawn[player]: int = 1\n"
           "play { for p in players { turn(p) } }\n"
           "phase turn(p: player) {\n"
           "  choose act by p %s {\n"
           "    option draw %s { drawn[p] -= 1 }\n"
           "    option wait { }\n"
           "    option fly needs n > 0 else %s { }\n"
           "  }\n"
           "}\n"
           "rank p by n\n"
           "value of p = 6 / drawn[p]\n",
           prompt, label, reason);
  *program = compiled(text);
  assert_int_equal(trv_setup_new(*program, 2, NULL, 0, setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(*setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  return game;
}

static void clear(trv_game *game, trv_setup *setup, trv_program *program) {
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* The error is told, in that line; it does not end the game, and its instructions are not counted as reached. */
static void fails_in(const char *prompt, const char *label, const char *reason, uint32_t line) {
  trv_program *program;
  trv_setup *setup;
  trv_game *game = game_of(prompt, label, reason, &setup, &program);
  uint64_t visits[1000] = { 0 };
  assert_true(trv_program_describe(program).instructions < 1000);
  trv_game_count_visits(game, visits);
  assert_int_equal(trv_game_answers(game), TRV_E_RULE);
  for (size_t i = 0; i < 1000; i++) assert_int_equal(visits[i], 0);
  trv_rule_error error;
  assert_int_equal(trv_game_error(game, &error), TRV_OK);
  assert_string_equal(error.message, "division by zero");
  assert_int_equal(error.line, line);
  assert_int_equal(trv_game_status(game), TRV_CHOICE);
  clear(game, setup, program);
}

static void texts_that_fail(void **unused) {
  (void)unused;
  fails_in("\"{6 / n}\"", "\"draw\"", "\"no\"", 6);
  fails_in("\"Act\"", "\"{6 / n}\"", "\"no\"", 7);
  fails_in("\"Act\"", "\"draw\"", "\"{6 / n}\"", 9);
}

static void estimates_that_fail(void **unused) {
  (void)unused;
  trv_program *program;
  trv_setup *setup;
  trv_game *game = game_of("\"Act\"", "\"draw\"", "\"no\"", &setup, &program);
  trv_rule_error error;
  assert_int_equal(trv_game_answers(game), TRV_OK);
  assert_int_equal(trv_game_error(game, &error), TRV_E_STATE);
  assert_int_equal(trv_choose_notation(game, "draw"), TRV_CHOICE);
  assert_int_equal(trv_game_answers(game), TRV_E_RULE);
  assert_int_equal(trv_game_error(game, &error), TRV_OK);
  assert_int_equal(error.line, 13);
  clear(game, setup, program);
}

/* Who is shown a text that fails reads as much. */
static void a_text_tells_that_it_fails(void **unused) {
  (void)unused;
  trv_program *program;
  trv_setup *setup;
  trv_game *game = game_of("\"You have {6 / n} left\"", "\"draw\"", "\"no\"", &setup, &program);
  char text[100];
  trv_game_prompt(game, text, sizeof text);
  assert_string_equal(text, "You have [rule error: division by zero]");
  clear(game, setup, program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(texts_that_fail),
    cmocka_unit_test(estimates_that_fail),
    cmocka_unit_test(a_text_tells_that_it_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
