/* compiler/diff.c, diff_rows.c, diff_steps.c and leaflet.c: what two small games differ in, in words. */
#include "tests/unit/compiled.h"

#include <errno.h>
#include <stdlib.h>

static const char start[] = "game \"Small\" { players 2..3  rulebook \"small.md\" } @R1\n"
                            "enum Place(far: int) { a(1) b(2) c(3) }\n"
                            "graph roads: Place { a - b  b -> c }\n"
                            "table toll[Place](coins: int) from \"toll.csv\"\n"
                            "deck Card(worth: int) in stock { 2 of ruby(5)  3 of sky(2) }\n"
                            "pile stock: Card hidden\n"
                            "pool hand[player]: Card open\n"
                            "const goal = 10 @R2\n"
                            "setting fast: bool = false \"play fast\" @V1\n"
                            "setting length: 1..9 = 3 \"so many rounds\"\n"
                            "track score[player]: 0..99 = 0\n"
                            "setup { shuffle stock }\n"
                            "play { for p in players { turn(p) } }\n";
static const char turn[] = "phase turn(p: player) \"turn\" {\n"
                           "  choose act by p \"What?\" { @R3\n"
                           "    option take \"take\" needs size(stock) > 0 else \"no cards\" @R4\n"
                           "      { draw 1 from stock to hand[p] }\n"
                           "    option rest \"rest\" { gain(p, 1) }\n"
                           "  }\n"
                           "}\n"
                           "effect gain(p: player, n: int) { if n == 0 { leave }  score[p] += n  shuffle stock }\n";
static const char finish[] = "fn points(p: player) -> int = score[p]\n"
                             "invariant \"nothing is lost\" size(stock) < 100\n"
                             "rank p by points(p) desc\n";

static char before_text[4000], after_text[4000];

static int read_memory(void *context, const char *name, char **text, size_t *length) {
  const struct {
    const char *name, *text;
  } files[] = {
    { "before.trv", before_text },
    { "after.trv", after_text },
    { "toll.csv", "place,coins\na,4\nb,6\n" },
    { "toll2.csv", "place,coins\na,5\nc,7\n" },
    { "small.md",
      "- **R1** For few.\n- **R2** Ten are `enough`. Table: toll.csv (all)\n- **R3** Do *one* thing.\n- **R4** Take.\n"
      "- **V1** name `fast`, default off: hurry up. Changes R3.\n" },
  };
  (void)context;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *length = strlen(files[i].text);
    *text = malloc(*length + 1);
    memcpy(*text, files[i].text, *length + 1);
    return 0;
  }
  return ENOENT;
}
static void release_memory(void *context, char *text) { (void)context, free(text); }

static int compare(const trv_choice_of_setting *settings, size_t count, bool html, const char **leaflet,
                   trv_report **report) {
  static const trv_resolver resolver = { read_memory, release_memory, NULL };
  trv_compile_options before = { .struct_size = sizeof before, .name = "before.trv", .resolver = &resolver };
  trv_compile_options after = before;
  after.name = "after.trv";
  return trv_diff(&before, &after, settings, count, html, leaflet, report);
}

/* Both games are the small one; in the second, `old` is replaced by `new`. */
static void write_games(const char *old, const char *new) {
  snprintf(before_text, sizeof before_text, "%s%s%s", start, turn, finish);
  const char *at = strstr(before_text, old);
  assert_non_null(at);
  snprintf(after_text, sizeof after_text, "%.*s%s%s", (int)(at - before_text), before_text, new, at + strlen(old));
}

/* The differences, each "cites: text" and ended by a bar, must be these. */
static void differ(const char *old, const char *new, const char *expected) {
  char found[3000] = "";
  const char *leaflet;
  trv_report *report;
  write_games(old, new);
  assert_int_equal(compare(NULL, 0, false, &leaflet, &report), TRV_OK);
  for (size_t i = 0; i < trv_report_differences(report); i++) {
    trv_difference difference = trv_report_difference(report, i);
    snprintf(found + strlen(found), sizeof found - strlen(found), "%s: %s|", difference.cites, difference.text);
  }
  assert_string_equal(found, expected);
  trv_report_free(report);
}

/* A variant of the small game with these items is the second game. */
static void variant_differs(const char *items, const char *expected) {
  char found[3000] = "";
  const char *leaflet;
  trv_report *report;
  snprintf(before_text, sizeof before_text, "%s%s%s", start, turn, finish);
  snprintf(after_text, sizeof after_text, "variant \"V\" of \"before.trv\" {\n%s\n}\n", items);
  assert_int_equal(compare(NULL, 0, false, &leaflet, &report), TRV_OK);
  for (size_t i = 0; i < trv_report_differences(report); i++) {
    trv_difference difference = trv_report_difference(report, i);
    assert_string_equal(difference.file, "after.trv");
    snprintf(found + strlen(found), sizeof found - strlen(found), "%s: %s|", difference.cites, difference.text);
  }
  assert_string_equal(found, expected);
  trv_report_free(report);
}

static void numbers(void **unused) {
  (void)unused;
  differ("const goal = 10", "const goal = 12", "R2: Goal: 12 instead of 10.|");
  differ("= false \"play fast\"", "= true \"play fast\"",
         "V1: Fast (play fast): yes instead of no, unless set otherwise.|");
  differ("players 2..3", "players 2..4", "R1: For 2 to 4 players instead of 2 to 3.|");
  differ("track score[player]: 0..99", "track score[player]: 0..50",
         ": Score changes:\n    - Instead of: Score, for each player: 0 to 99; at first 0.\n"
         "    - Now: Score, for each player: 0 to 50; at first 0.|");
  differ("points(p) desc", "points(p)",
         ": Who wins is decided by these, in turn, until players differ:\n    - Least: p's points.|");
  differ("invariant \"nothing is lost\" size(stock) < 100\n", "", ": No longer promised: nothing is lost.|");
}

static void rows(void **unused) {
  (void)unused;
  differ("a(1) b(2)", "a(1) b(4)", ": Place: b has far 4 instead of 2.|");
  differ("2 of ruby(5)", "4 of ruby(6)", ": Card: ruby has worth 6 instead of 5, and 4 instead of 2 cards.|");
  differ("2 of ruby(5)", "2 of ruby(5)  jade(1)", ": Card: jade is new (worth 1).|");
  differ("  3 of sky(2)", "", ": Card: sky is gone.|");
  differ("b -> c", "c - a", ": Roads: the way between a and c is new.|: Roads: the way from b to c is gone.|");
  differ("players 2..3", "players 2..3  seats(n: int) x(1), y(2), z(3)",
         "R1: X has n 1 instead of –.|R1: Y has n 2 instead of –.|R1: Z has n 3 instead of –.|");
  differ("toll.csv", "toll2.csv",
         ": Toll: a has coins 5 instead of 4.|: Toll: c is new (coins 7).|: Toll: b is gone.|");
}

static void steps(void **unused) {
  (void)unused;
  differ("if n == 0 { leave }  score[p] += n", "score[p] += n + 1",
         ": Gain (p, n) changes:\n    - Instead of:\n        - If n is 0:\n            - Leave it at that.\n"
         "        - Add n to p's score.\n    - Now: Raise p's score by n + 1.|");
  differ("score[p] += n  shuffle", "score[p] += n  draw 1 from stock to hand[p]  shuffle",
         ": Gain (p, n) changes:\n    - New, after “Add n to p's score”: Draw 1 card from the stock to p's hand.|");
  differ("setup { shuffle stock }", "setup { }",
         ": The set-up changes:\n    - Instead of: Shuffle the stock.\n    - Now nothing.|");
  differ("int = score[p]", "int = score[p] + 1", ": Points (p): p's score + 1, instead of p's score.|");
  differ("const goal = 10 @R2", "fn goal() -> int = 10 @R2", "R2: Goal is gone.|R2: Goal is new: 10.|");
  differ("rank p by points(p)", "fn double(p: player) -> int = 2 * points(p)\nrank p by double(p)",
         ": Double (p) is new: 2 × p's points.|"
         ": Who wins is decided by these, in turn, until players differ:\n    - Most: p's double.|");
}

/* Citations alone are no difference; a step inside a loop and one after it differ in where they stand. */
static void places_of_steps(void **unused) {
  (void)unused;
  differ("shuffle stock", "shuffle stock @R4", "");
  differ("{ turn(p) } }", "{ turn(p)  shuffle stock } }",
         ": The course of the game changes:\n"
         "    - New, after “Carry out turn for p”, inside “For each player p”: Shuffle the stock.|");
  differ("{ turn(p) } }", "{ turn(p) }  shuffle stock }",
         ": The course of the game changes:\n    - New, after “For each player p”: Shuffle the stock.|");
}

static void options(void **unused) {
  (void)unused;
  differ("    option rest \"rest\" { gain(p, 1) }\n", "", "R3: At “What?”, rest is gone.|");
  differ(
      "needs size(stock) > 0", "needs size(stock) > 1",
      "R4: At “What?”, take is now open only if the number of cards in the stock is more than 1; otherwise “no cards”.|"
      "R4: At “What?”, take no longer needs that the number of cards in the stock is more than 0.|");
  differ("needs size(stock) > 0 else \"no cards\" @R4", "",
         "R4: At “What?”, take is no longer refused because “no cards”.|");
  differ("{ gain(p, 1) }", "{ gain(p, 2) }",
         "R3: At “What?”, rest changes:\n    - Instead of: Carry out gain for p and 1.\n    - Now: Carry out gain for "
         "p and 2.|");
  differ("option rest \"rest\"", "option rest \"rest {goal} times\" needs goal > 1",
         "R3: At “What?”, rest … is now open only if the goal is more than 1.|"
         "R3: At “What?”, rest … changes:\n    - Instead of: Rest: “rest”.\n    - Now: Rest: “rest … times”.|");
  differ("option rest \"rest\"", "option sleep \"sleep\" { }\n    option rest \"rest\"",
         "R3: At “What?”, new:\n    - Sleep: “sleep”.|");
}

static void variants(void **unused) {
  (void)unused;
  variant_differs("const goal = 20", "R2: Goal: 20 instead of 10.|");
  variant_differs("before gain(q, n) { shuffle stock } @R4", "R4: Before gain (q, n):\n    - Shuffle the stock.|");
  variant_differs("after turn(q) { gain(q, 1) }", ": After turn (q):\n    - Carry out gain for q and 1.|");
  variant_differs("instead of points(p) = base(p) + 1", ": Points (p): p's usual points + 1.|");
  variant_differs(
      "instead of gain(q, n) { if n > 1 { base(q, n) } }",
      ": Instead of gain (q, n):\n    - If n is more than 1:\n        - Carry out usual gain for q and n.|");
  variant_differs("change deck Card { add 2 of ruby  add jade(1) }",
                  ": Card: ruby, 4 instead of 2 cards.|: Card: jade is new (worth 1).|");
  variant_differs("change graph roads { add a - c }", ": Roads: the way between a and c is new.|");
  variant_differs("change choose act { drop needs take @R4 }",
                  "R4: At “What?”, take is no longer refused because “no cards”.|");
  variant_differs("change choose act { add option sing \"sing\" { }  option rest needs goal > 1 } @R4",
                  "R4: At “What?”, rest is now open only if the goal is more than 1.|R4: At “What?”, new:\n    - Sing "
                  "(R4): “sing”.|");
  variant_differs("change choose act { drop option rest }", "R3: At “What?”, rest is gone.|");
  variant_differs("change choose act { after option rest { shuffle stock } }",
                  "R3: At “What?”, rest changes:\n    - New, after “Carry out gain for p and 1”: Shuffle the stock.|");
  variant_differs("change table toll { change [b](coins = 9) } @R4", "R4: Toll: b has coins 9 instead of 6.|");
  variant_differs("after turn(q) { say \"done\" }", ": After turn (q), something is said.|");
}

/* What variants had put around a phase is gone: the difference is still one of a phase. */
static void without_variant(void **unused) {
  (void)unused;
  const char *leaflet;
  trv_report *report;
  snprintf(before_text, sizeof before_text, "variant \"V\" of \"after.trv\" { before turn(q) { gain(q, 1) } }\n");
  snprintf(after_text, sizeof after_text, "%s%s%s", start, turn, finish);
  assert_int_equal(compare(NULL, 0, false, &leaflet, &report), TRV_OK);
  assert_int_equal(trv_report_differences(report), 1);
  assert_string_equal(trv_report_difference(report, 0).part, "phase");
  assert_string_equal(trv_report_difference(report, 0).text,
                      "Turn (p) is as usual, with nothing before, after or instead of it.");
  trv_report_free(report);
}

/* What a variant's author says of its changes is told instead of what can be worked out; a helper of them is not told. */
static void words_of_the_author(void **unused) {
  (void)unused;
  const char *leaflet;
  trv_report *report;
  snprintf(before_text, sizeof before_text, "%s%s%s", start, turn, finish);
  snprintf(after_text, sizeof after_text, "%s",
           "variant \"V\" of \"before.trv\" {\n  new const much = 9\n  summary \"Cards are dear.\"\n  /// Cards are "
           "dearer.\n"
           "  change deck Card { change ruby(worth = much)  change sky(worth = 3) }\n  /// Twenty are enough.\n"
           "  const goal = 20 @R2\n}\n");
  assert_int_equal(compare(NULL, 0, false, &leaflet, &report), TRV_OK);
  assert_non_null(
      strstr(leaflet, "## V\n\n**Cards are dear.**\n\n- Twenty are enough (R2).\n- Cards are dearer.\n\n## In the"));
  trv_report_free(report);
}

static void leaflets(void **unused) {
  (void)unused;
  static const trv_choice_of_setting settings[] = { { "fast", "yes" }, { "length", "5" } };
  const char *leaflet;
  trv_report *report;
  write_games("goal = 10", "goal = 12");
  assert_int_equal(compare(settings, 2, false, &leaflet, &report), TRV_OK);
  assert_string_equal(leaflet,
                      "# House rules for Small\n\nEverything that this sheet does not mention is as usual.\n\n"
                      "## What is different\n\n- **Goal**: 12 instead of 10 (R2).\n\n"
                      "## What we agreed\n\n- **Play fast**. Hurry up. (V1; changes R3)\n"
                      "- **So many rounds**: 5 instead of 3.\n\n"
                      "## In the rulebook\n\nThese items are the ones concerned. As they stand there, they say:\n\n"
                      "- **R2** Ten are enough.\n- **R3** Do \\*one\\* thing.\n");
  trv_report_free(report);
  assert_int_equal(compare(settings, 2, true, &leaflet, &report), TRV_OK);
  assert_non_null(strstr(leaflet, "<li><strong>Goal</strong>: 12 instead of 10 (R2)."));
  trv_report_free(report);
  write_games("\"play fast\" @V1", "\"play fast\" @V1-V2 @R3");
  assert_int_equal(compare(settings, 2, false, &leaflet, &report), TRV_OK);
  assert_non_null(strstr(leaflet, "Hurry up. (V1–V2, R3; changes R3)\n"));
  trv_report_free(report);
  static const trv_choice_of_setting usual[] = { { "fast", "no" }, { "length", "3" } };
  write_games("goal", "goal");
  assert_int_equal(compare(usual, 2, false, &leaflet, &report), TRV_OK);
  assert_int_equal(trv_report_differences(report), 0);
  assert_non_null(strstr(leaflet, "Nothing is different"));
  trv_report_free(report);
}

static void errors(void **unused) {
  (void)unused;
  const char *leaflet;
  trv_report *report;
  write_games("goal = 10", "goal = ");
  assert_int_equal(compare(NULL, 0, false, &leaflet, &report), TRV_E_INPUT);
  assert_null(leaflet);
  assert_true(trv_report_errors(report) > 0);
  for (size_t i = 0; i < trv_report_count(report); i++)
    if (trv_report_get(report, i).is_error) assert_string_equal(trv_report_get(report, i).file, "after.trv");
  trv_report_free(report);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(numbers),         cmocka_unit_test(rows),
    cmocka_unit_test(steps),           cmocka_unit_test(places_of_steps),
    cmocka_unit_test(options),         cmocka_unit_test(variants),
    cmocka_unit_test(without_variant), cmocka_unit_test(words_of_the_author),
    cmocka_unit_test(leaflets),        cmocka_unit_test(errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
