/* vm/scenario.c, vm/expect.c, vm/forced.c: scenarios of compiled rules, and the sentences of those that fail. */
#include "tests/unit/compiled.h"

#include <stdio.h>

static const char rules[] =
    "game \"Dice and Cards\" { players 2..3  limit 40 decisions }\n"
    "enum Colour { red blue }\n"
    "deck Card(colour: Colour) in stock total 6 { 3 of rose(red)  3 of sky(blue) \"Sky\" }\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "pool table: Card open\n"
    "var points[player]: int = 0\n"
    "var rolled: int = 0\n"
    "setting bonus: 0..3 = 1 \"points for a pair\"\n"
    "setup { shuffle stock  for p in players { draw 1 from stock to hand[p] } }\n"
    "play { repeat { for p in players { turn(p) } if points[p1] > 5 { end game } } }"
    " effect talk(p: player) { say to p \"Psst.\"  say \"Hello, {p}.\" }"
    " effect endless() { repeat { choose go by p1 { option go { points[p1] += 1 }  option stay { } } } }"
    " effect pay(p: player) {"
    "  choose pay by p { option pay(b in hands(2, c in hand[p])) { move b from hand[p] to table }  option no { } }"
    " }\n"
    "phase turn(p: player) \"a turn\" {\n"
    "  choose act always by p \"What now?\" {\n"
    "    option dice \"roll\" { rolled = roll 6  points[p] += rolled }\n"
    "    option lay(c in hand[p]) \"lay {c}\"\n"
    "      needs c.colour == red or points[p] > 0 else \"blue needs points\"\n"
    "      { move c from hand[p] to table  points[p] += bonus }\n"
    "  }\n"
    "}\n"
    "phase single(p: player) \"one card\" {\n"
    "  choose give by p \"Which?\" { option give(c in hand[p]) \"give {c}\" { move c from hand[p] to table } }\n"
    "}\n"
    "rank p by points[p] desc, 1 / (points[p] - 77)\n"
    "invariant \"points stay small\" points[p1] < 50  value of p = 10 / (points[p] - 33)\n";

/* Runs the one scenario that is added to the rules; gives its status, and its message if it failed. */
static int run_text(const char *scenario, char *message, size_t size) {
  char text[4000];
  uint32_t line;
  snprintf(text, sizeof text, "%s%s\n", rules, scenario);
  trv_program *program = compiled(text);
  int status = trv_scenario_run(program, 0, message, size, &line);
  trv_program_free(program);
  return status;
}

static void passes(const char *scenario) {
  char message[600];
  if (run_text(scenario, message, sizeof message) != TRV_OK) fail_msg("%s", message);
}

static void fails(const char *scenario, const char *sentence) {
  char message[600];
  assert_int_equal(run_text(scenario, message, sizeof message), TRV_E_RULE);
  assert_string_equal(message, sentence);
}

static void positions_and_steps(void **state) {
  (void)state;
  passes("scenario \"s\" players 2 { given { put 2 of rose in hand[p1] } run turn(p1) p1: lay(rose) expect finished"
         " expect points[p1] == 1 expect table: rose }");
  passes("scenario \"s\" players 2 with bonus = 3 { given { put 1 of rose in hand[p1] } run turn(p1)"
         " p1: lay(rose) expect points[p1] == 3 }");
  passes("scenario \"s\" players 2 { expect size(stock) == 4 p1: dice expect asked p2 act }");
  passes("scenario \"s\" players 3 { given after setup { points[p2] = 4 }"
         " expect size(stock) == 3 and points[p2] == 4 }");
  passes("scenario \"s\" players 2 { given { points[p1] = 6 } run play p1: dice p2: dice expect game over }");
}

static void scripted_chance(void **state) {
  (void)state;
  passes("scenario \"s\" players 2 { given { } run turn(p1) next roll 5 p1: dice expect rolled == 5 }");
  passes("scenario \"s\" players 2 { given { } next roll 3, 4 run play p1: dice p2: dice expect points[p1] == 3"
         " expect points[p2] == 4 }");
  passes("scenario \"s\" players 2 { next shuffle stock: sky, rose expect hand[p1]: sky expect hand[p2]: rose }");
  passes("scenario \"s\" players 3 { next shuffle stock: sky, sky, sky"
         " expect hand[p1]: sky expect hand[p2]: sky expect hand[p3]: sky }");
  fails("scenario \"s\" players 2 { next shuffle stock: sky, sky, sky, sky expect hand[p1]: sky }",
        "A rule error happened: what `next roll` or `next shuffle` announces cannot happen (test.trv:10:9), in setup "
        "(test.trv:10).");
}

static void choices_taken_by_themselves(void **state) {
  (void)state;
  passes("scenario \"s\" players 2 { given { put rose in hand[p1] } run single(p1) expect finished }");
  passes("scenario \"s\" players 2 { given { put rose in hand[p1] } run single(p1) p1: give(rose) expect finished }");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run single(p1) p1: give(sky) }",
        "p1 cannot take `give(sky)`. p1 has just taken `give(rose)` without being asked, as the only option. Nobody is "
        "to choose: what was run has ended.");
}

static void expectations(void **state) {
  (void)state;
  passes("scenario \"s\" players 2 { given { put rose, sky in hand[p1] } run turn(p1) expect 2 options"
         " expect only dice, lay(rose) expect offered lay expect denied lay(sky) \"blue needs points\""
         " expect denied give }");
  passes("scenario \"s\" players 3 { given { points[p1] = 2 points[p2] = 2 points[p3] = 9 }"
         " expect ranking p3, [p1, p2] }");
  fails("scenario \"s\" players 2 { given { points[p2] = 2 } expect ranking p1, p2 }",
        "The ranking is another: p1 is number 2, p2 is number 1.");
  fails("scenario \"s\" players 2 { given { points[p2] = 77 } expect ranking p2, p1 }",
        "A rule error happened: division by zero (test.trv:23:27).");
  fails("scenario \"s\" players 2 { given { points[p1] = 76 } next roll 1, 1 run play p1: dice p2: dice }",
        "A rule error happened: division by zero (test.trv:23:27).");
  fails("scenario \"s\" players 2 { given { } expect points[p1] == 7 }",
        "Expected `points[p1] == 7`, but on the left stands 0.");
  fails("scenario \"s\" players 2 { given { put sky, rose in hand[p1] } run turn(p1) p1: lay(sky) }",
        "p1 cannot take `lay(sky)` when asked `act`: blue needs points. Offered: dice, lay(rose).");
  fails("scenario \"s\" players 2 { given { put sky, rose in hand[p1] } run turn(p1) p2: dice }",
        "p2 cannot take `dice`. p1 is asked `act`.");
  fails("scenario \"s\" players 2 { given { put sky, rose in hand[p1] } run turn(p1) expect denied lay(sky) \"no\" }",
        "`lay(sky)` should be denied because \"no\", but the reason is \"blue needs points\".");
  fails("scenario \"s\" players 2 { given { put sky, rose in hand[p1] } run turn(p1) expect only dice }",
        "`lay(rose)` should not be offered, but is. p1 is asked `act`. Offered: dice, lay(rose).");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run turn(p1) expect finished }",
        "What was run should have ended. p1 is asked `act`.");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run turn(p1) expect game over }",
        "The game should be over. p1 is asked `act`.");
}

static void options_that_are_not_as_expected(void **state) {
  (void)state;
  fails("scenario \"s\" players 2 { given { put sky, rose in hand[p1] } run turn(p1) expect offered lay(sky) }",
        "`lay(sky)` should be offered, but is not: blue needs points. p1 is asked `act`. Offered: dice, lay(rose).");
  fails("scenario \"s\" players 2 { given { put sky, rose in hand[p1] } run turn(p1) expect offered give }",
        "`give` should be offered, but is not. p1 is asked `act`. Offered: dice, lay(rose).");
  fails("scenario \"s\" players 2 { given { put sky, rose in hand[p1] } run turn(p1) expect 5 options }",
        "There should be 5 options, but there are 2. p1 is asked `act`. Offered: dice, lay(rose).");
  fails("scenario \"s\" players 2 { given { } expect 2 options }",
        "There should be 2 options, but there is 1. p1 is asked `act`. Offered: dice.");
  fails(
      "scenario \"s\" players 2 { given { put rose in hand[p1] } run single(p1) expect 1 options }",
      "There should be 1 option. p1 has just taken `give(rose)` without being asked, as the only option. Nobody is to "
      "choose: what was run has ended.");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run single(p1) p1: give(rose) p1: give(rose) }",
        "p1 cannot take `give(rose)`. Nobody is to choose: what was run has ended.");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run turn(p1) expect only dice, lay(sky) }",
        "`lay(sky)` should be offered, but is not. p1 is asked `act`. Offered: dice, lay(rose).");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run turn(p1) expect denied lay(rose) }",
        "`lay(rose)` should be denied, but is offered. p1 is asked `act`.");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run turn(p1) expect denied lay(sky) \"no\" }",
        "`lay(sky)` should be denied because \"no\", but it is no candidate at all. p1 is asked `act`.");
  fails("phase split(p: player) { choose split by p \"?\" { option none_left needs points[p] > 9 else"
        " \"{6 / points[p]} more\" { } option pass { } option stay { } } }"
        " scenario \"s\" players 2 { given { } run split(p1) expect denied none_left \"1 more\" }",
        "A rule error happened: division by zero (test.trv:25:67), in split (test.trv:25).");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run turn(p1) expect asked p2 act }",
        "p2 should be asked `act`. p1 is asked `act`.");
  fails("scenario \"s\" players 2 { given { put rose in hand[p1] } run turn(p1) expect asked p1 give }",
        "p1 should be asked `give`. p1 is asked `act`.");
}

static void chance_that_never_comes(void **state) {
  (void)state;
  fails("scenario \"s\" players 2 { given { } next roll 4, 5 run turn(p1) p1: dice }",
        "`next roll` announces 1 roll more than there was.");
  fails("scenario \"s\" players 2 { given { } next roll 4, 5 expect rolled == 0 }",
        "`next roll` announces 2 rolls more than there were.");
  fails("scenario \"s\" players 2 { given { } next shuffle stock: rose run turn(p1) p1: dice }",
        "`next shuffle` announces a shuffle that never came.");
}

static void positions_that_are_not_as_expected(void **state) {
  (void)state;
  fails("scenario \"s\" players 2 { given { put rose, sky in hand[p1] } expect hand[p1]: rose }",
        "Expected `hand[p1]: rose`, but there is rose, sky.");
  fails("scenario \"s\" players 2 { given { put 2 of rose, sky in hand[p1] } expect hand[p1]: rose }",
        "Expected `hand[p1]: rose`, but there is 2 of rose, sky.");
  fails("scenario \"s\" players 2 { given { } expect hand[p1]: rose }",
        "Expected `hand[p1]: rose`, but there is nothing.");
  fails("scenario \"s\" players 2 { given { } expect points[p1] > 3 or rolled == 2 }",
        "Expected `points[p1] > 3 or rolled == 2`, but it is not so.");
  fails("scenario \"s\" players 2 { given { } expect set(c in Colour where c != red) == [red] }",
        "Expected `set(c in Colour where c != red) == [red]`, but on the left stands [blue].");
  fails("scenario \"s\" players 2 { given { } expect list(n + 1 for n in 1..3) == [1] }",
        "Expected `list(n + 1 for n in 1..3) == [1]`, but on the left stands [2, 3, 4].");
  fails("scenario \"s\" players 2 { given { } expect 1 / rolled == 2 }",
        "`1 / rolled == 2` cannot be worked out: division by zero.");
  fails("scenario \"s\" players 2 { given { } expect finished }", "Nothing was run that could have ended.");
  fails("scenario \"s\" players 2 { given { points[p1] = 6 } run play p1: dice p2: dice p1: dice }",
        "p1 cannot take `dice`. The game is over.");
  fails("scenario \"s\" players 2 { given { points[p1] = 6 } run play p1: dice p2: dice expect secrecy }",
        "Somebody should be asked to choose, so that secrecy can be tested. The game is over.");
  fails("scenario \"s\" players 2 { given { } next roll 9 run turn(p1) p1: dice }",
        "A rule error happened: what `next roll` or `next shuffle` announces cannot happen (test.trv:14:26), in turn "
        "(test.trv:14).");
}

static void rules_that_fail(void **state) {
  (void)state;
  fails("scenario \"s\" players 2 { given { put 4 of rose in hand[p1] } }",
        "A rule error happened: there is no such card left to put there (test.trv:25:34).");
  fails("scenario \"s\" players 2 { given { top of stock: 2 of rose, sky, 2 of rose } }",
        "A rule error happened: there is no such card left to put there (test.trv:25:34).");
  fails("scenario \"s\" players 2 { given { top of stock: 2000000000 of rose } }",
        "A rule error happened: there is no such card left to put there (test.trv:25:34).");
  fails("scenario \"s\" players 2 { given { points[p1] = 49  put rose in hand[p1]  put rose in hand[p2] } next roll 6"
        " run play p1: dice }",
        "The invariant \"points stay small\" is broken.");
  fails("scenario \"s\" players 2 { given { points[p1] = 30  put rose in hand[p1]  put rose in hand[p2] } next roll 3"
        " run play p1: dice }",
        "A rule error happened: division by zero (test.trv:24:61).");
  passes("scenario \"s\" players 2 { given { points[p2] = 33  put rose in hand[p1]  put rose in hand[p2] } next roll 3"
         " run play p1: dice }");
}

/* Nothing is cut off: 300 options that are expected, 70 settings of a scenario, 70 that one of them excludes. */
static void long_lists(void **state) {
  (void)state;
  enum { OPTIONS = 300, SETTINGS = 70 };
  static char text[40000], list[8000], settings[16000], with[4000];
  size_t listed = 0, declared = 0, set = 0;
  for (int i = 1; i <= OPTIONS; i++) listed += (size_t)sprintf(list + listed, "%stake(%d)", i == 1 ? "" : ", ", i);
  for (int i = 1; i < SETTINGS; i++) {
    declared += (size_t)sprintf(settings + declared, "setting s%d: 0..1 = 0 \"\"\n", i);
    set += (size_t)sprintf(with + set, "%ss%d = 1", i == 1 ? "" : ", ", i);
  }
  declared += (size_t)sprintf(settings + declared, "setting s0: 0..1 = 0 \"\"");
  for (int i = 1; i < SETTINGS; i++) declared += (size_t)sprintf(settings + declared, " excludes s%d", i);
  snprintf(text, sizeof text,
           "game \"Long lists\" { players 2 }\n%s\nplay { choose act always by p1 { option take(n in 1..%d) { } } }\n"
           "scenario \"options\" players 2 { expect only %s }\n"
           "scenario \"settings\" players 2 with %s { expect s1 + s%d == 2 }\n"
           "scenario \"the last is excluded\" players 2 with s0 = 1, s%d = 1 { expect s0 == 1 }\n",
           settings, OPTIONS, list, with, SETTINGS - 1, SETTINGS - 1);
  trv_program *program = compiled(text);
  char message[600] = "";
  uint32_t line;
  for (uint32_t i = 0; i < 2; i++)
    if (trv_scenario_run(program, i, message, sizeof message, &line) != TRV_OK) fail_msg("%s", message);
  assert_int_equal(trv_scenario_run(program, 2, message, sizeof message, &line), TRV_E_RULE);
  assert_non_null(strstr(message, "do not go together"));
  assert_int_equal(trv_scenario_run(program, 3, message, sizeof message, &line), TRV_E_ARGUMENT);
  assert_string_equal(message, "");
  trv_program_free(program);
}

/* What was seen after each item. */
struct scenario_seen {
  uint32_t count, most, lines[8];
  int statuses[8];
};

static bool see(void *context, trv_game *game, uint32_t line) {
  struct scenario_seen *seen = context;
  seen->lines[seen->count] = line;
  seen->statuses[seen->count++] = trv_game_status(game);
  return seen->count < seen->most;
}

static void step_by_step(void **state) {
  (void)state;
  char text[4000], message[600];
  uint32_t line;
  snprintf(text, sizeof text, "%sscenario \"s\" players 2 {\n run play\n p1: dice\n expect rolled == 0\n}\n", rules);
  trv_program *program = compiled(text);
  struct scenario_seen all = { .most = 8 }, some = { .most = 2 };
  assert_int_equal(trv_scenario_each(program, 0, see, &all, message, sizeof message, &line), TRV_E_RULE);
  assert_int_equal(all.count, 3);
  assert_int_equal(all.lines[2] - all.lines[0], 2);
  assert_int_equal(line, all.lines[2]);
  assert_int_equal(all.statuses[1], TRV_CHOICE);
  assert_int_equal(trv_scenario_each(program, 0, see, &some, message, sizeof message, &line), TRV_OK);
  assert_int_equal(some.count, 2);
  assert_int_equal(trv_scenario_each(program, 1, see, &some, message, sizeof message, &line), TRV_E_ARGUMENT);
  trv_program_free(program);
}

static void who_was_told_what(void **state) {
  (void)state;
  passes("scenario \"s\" players 2 { run talk(p1)  expect told p1 \"Psst.\"  expect not told p2 \"Psst.\""
         " expect told p2 \"Hello, p1.\"  expect not told p1 \"Hello, p2.\" }");
  passes("scenario \"s\" players 2 { run talk(p1)  given { }  expect not told p1 \"Psst.\" }");
  fails("scenario \"s\" players 2 { run talk(p1)  expect told p2 \"Psst.\" }",
        "p2 should have been told \"Psst.\". The last that p2 was told is \"Hello, p1.\".");
  fails("scenario \"s\" players 2 { expect told p2 \"Psst.\" }",
        "p2 should have been told \"Psst.\". Nothing was told to p2.");
  fails("scenario \"s\" players 2 { run talk(p1)  expect not told p1 \"Psst.\" }",
        "p1 should not have been told \"Psst.\".");
}

static void winners(void **state) {
  (void)state;
  passes("scenario \"s\" players 3 { given { points[p2] = 2  points[p3] = 2 } expect winner p2, p3 }");
  fails("scenario \"s\" players 3 { given { points[p2] = 2 } expect winner p1 }", "Somebody else has won: p2.");
  fails("scenario \"s\" players 3 { given { points[p2] = 2  points[p3] = 2 } expect winner p2 }",
        "Somebody else has won: p2, p3.");
}

static void bots_play_on(void **state) {
  (void)state;
  passes("scenario \"s\" players 2 { p1: dice  play on  expect game over  expect points[p1] > 5 }");
  passes("scenario \"s\" players 2 { given { }  run turn(p1)  play on  expect finished }");
  fails("scenario \"s\" players 2 { given { points[p1] = -500 }  run endless()  play on }",
        "After 40 decisions at random the game is still going on.");
  fails("scenario \"s\" players 2 { given { points[p1] = 40 }  run endless()  play on }",
        "The invariant \"points stay small\" is broken.");
}

static void the_order_in_a_bag_is_free(void **state) {
  (void)state;
  passes("scenario \"s\" players 2 { given { hand[p1]: 2 of rose, sky } run pay(p1) expect offered pay([rose, rose])"
         " p1: pay([sky, rose]) expect table: rose, sky }");
  passes("scenario \"s\" players 2 { given { hand[p1]: 2 of rose, sky } run pay(p1)"
         " expect only no, pay([sky, rose]), pay([2 of rose]) }");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_was_told_what),
    cmocka_unit_test(winners),
    cmocka_unit_test(bots_play_on),
    cmocka_unit_test(the_order_in_a_bag_is_free),
    cmocka_unit_test(positions_and_steps),
    cmocka_unit_test(scripted_chance),
    cmocka_unit_test(choices_taken_by_themselves),
    cmocka_unit_test(expectations),
    cmocka_unit_test(rules_that_fail),
    cmocka_unit_test(options_that_are_not_as_expected),
    cmocka_unit_test(chance_that_never_comes),
    cmocka_unit_test(positions_that_are_not_as_expected),
    cmocka_unit_test(long_lists),
    cmocka_unit_test(step_by_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
