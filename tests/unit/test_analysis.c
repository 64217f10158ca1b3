/* Tests of compiler/analysis/: what is found, and above all what is not. The planted mistakes themselves are in
 * tests/golden/check; here are the ways in which rules make sure of something, and the limits of looking. */
#include "tests/unit/checked.h"

#include "compiler/passes.h"

/* Compiles a whole game that is all this text and wants exactly these findings; line 1 is GAME. */
static void finds(const char *text, const char *codes) {
  struct lang lang;
  lang_open(&lang);
  uint32_t file = lang_add(&lang, "test.trv", arena_format(lang.arena, GAME "%s", text));
  struct compilation *c = compile_check(lang.arena, &lang.sources, &lang.diags, file, NULL);
  if (!lang.diags.errors) analysis_run(c);
  allowances_apply(c, true);
  diag_sort(&lang.diags);
  if (strcmp(lang_codes(&lang), codes) != 0) print_error("for: %s\n", text);
  assert_string_equal(lang_codes(&lang), codes);
  lang_close(&lang);
}

#define PILES                                                                                                          \
  "deck Card(points: int) in stock { 9 of a(1)  9 of b(2) }\npile stock: Card hidden refill from heap\n"               \
  "pile heap: Card open\npool hand[player]: Card open\ntrack coins[player]: 0..9 = 5\n"                                \
  "rank p by coins[p] desc, sum(c.points for c in hand[p])\n"                                                          \
  "play { for p in players { turn(p) } }\n"
#define TURN PILES "phase turn(p: player) \"turn\" { draw 1 from stock to hand[p]  if coins[p] < 9 { coins[p] += 1 }\n"

static void options_that_are_sure(void **state) {
  (void)state;
  finds(TURN "choose x by p { option y { } }\n move all from hand[p] to heap }", "");
  finds(TURN "choose x by p { option y(c in hand[p]) { } otherwise { } }\n move all from hand[p] to heap }", "");
  finds(TURN "choose x by p { option y(c in Card) { } }\n move all from hand[p] to heap }", "");
  finds(TURN "choose x by p { option y(q in others(p)) { } }\n move all from hand[p] to heap }", "");
  finds(TURN "if size(hand[p]) > 2 { choose x by p { option y(c in hand[p]) { move c from hand[p] to heap } } } }", "");
  finds(TURN
        "while any(c in hand[p] where c == a) { choose x by p { option y(c in hand[p]) { move c from hand[p] to heap"
        " } } } }",
        "");
  finds(TURN "choose x by p { option y needs coins[p] > 6 { } option z needs coins[p] <= 6 { } }\n"
             " move all from hand[p] to heap }",
        "");
  finds(TURN "choose x by p { option y(c in hand[p]) { } option z needs empty(hand[p]) { } }\n"
             " move all from hand[p] to heap }",
        "");
}

static void options_that_are_not(void **state) {
  (void)state;
  finds(TURN "choose x by p { option y(c in hand[p]) { move c from hand[p] to heap } } }", "W0516 10:8");
  finds(TURN "if size(hand[p]) > 2 { move all from hand[p] to heap choose x by p { option y(c in hand[p]) { } } } }",
        "W0516 10:61");
  finds(TURN "choose x by p { option y needs coins[p] > 6 { } option z needs coins[p] < 6 { } }\n"
             " move all from hand[p] to heap }",
        "W0516 10:8");
}

/* What every caller has made sure of holds inside; what one of them has not does not. */
static void callers_make_sure(void **state) {
  (void)state;
  finds(TURN "if not empty(hand[p]) { lose(p) } }\n"
             "effect lose(q: player) { let c = pick x by q \"Which?\" (c in hand[q])  move c from hand[q] to heap }",
        "");
  finds(TURN "if not empty(hand[p]) { lose(p) } lose(next(p)) }\n"
             "effect lose(q: player) { let c = pick x by q \"Which?\" (c in hand[q])  move c from hand[q] to heap }",
        "W0516 11:39");
  finds(TURN "if coins[p] >= 2 { pay(p) } move all from hand[p] to heap }\neffect pay(q: player) { coins[q] -= 2 }",
        "");
  finds(TURN "if coins[p] >= 1 { pay(p) } move all from hand[p] to heap }\neffect pay(q: player) { coins[q] -= 2 }",
        "W0520 11:25");
}

/* A test that has a name tells as much as one that is written out. */
static void tests_in_a_called_fn(void **state) {
  (void)state;
  finds(TURN "if can_pay(p, 2) { coins[p] -= 2 } move all from hand[p] to heap }\n"
             "fn can_pay(q: player, n: int) -> bool = coins[q] >= n",
        "");
  finds(TURN "if can_pay(p, 2) { coins[p] -= 3 } move all from hand[p] to heap }\n"
             "fn can_pay(q: player, n: int) -> bool = coins[q] >= n",
        "W0520 10:20");
  finds(TURN "if can_pay(next(p), 2) { coins[p] -= 2 } move all from hand[p] to heap }\n"
             "fn can_pay(q: player, n: int) -> bool { return coins[q] >= n }",
        "W0520 10:26");
  finds(TURN "coins[p] = sum(9 / coins[q] for q in players where has_some(q)) % 9  move all from hand[p] to heap }\n"
             "fn has_some(q: player) -> bool = is_rich(q) and true\nfn is_rich(q: player) -> bool = coins[q] > 0",
        "");
}

static void a_name_for_a_size(void **state) {
  (void)state;
  finds(TURN "let n = size(hand[p])  if n == 0 { leave }\n"
             "choose x by p { option y(c in hand[p]) { move c from hand[p] to heap } } }",
        "");
  finds(TURN "let n = size(hand[p])  move all from hand[p] to heap  if n == 0 { leave }\n"
             "choose x by p { option y(c in hand[p]) { move c from hand[p] to heap } } }",
        "W0516 11:8");
}

/* The branch that goes on may have changed what its condition was about. */
static void a_branch_that_changes_what_was_tested(void **state) {
  (void)state;
  finds(TURN "if coins[p] >= 7 { coins[p] = 4 } else { fail \"no\" }\n"
             "match coins[p] { 4 { } else { fail \"no\" } } move all from hand[p] to heap }",
        "");
  finds(TURN "if coins[p] >= 7 { coins[p] = 4 } else { leave }\n"
             "if coins[p] == 4 { leave } move all from hand[p] to heap }",
        "");
}

static void numbers_within_their_range(void **state) {
  (void)state;
  finds(TURN "let n = min(coins[p], 7)  coins[p] -= n  move all from hand[p] to heap }", "");
  finds(TURN "let n = roll 6  if n <= coins[p] { coins[p] -= n }  move all from hand[p] to heap }", "");
  finds(TURN "let n = roll 6  if coins[p] < n { leave }  coins[p] -= n  move all from hand[p] to heap }", "");
  finds(TURN "coins[p] = roll 9  move all from hand[p] to heap }", "");
  finds(TURN "coins[p] = roll 10  move all from hand[p] to heap }", "W0520 10:1");
  finds(TURN "if coins[p] > 0 { hurt(p)  coins[p] -= 1 }  move all from hand[p] to heap }\n"
             "effect hurt(p: player) { coins[p] = 0 }",
        "W0520 10:28");
}

static void conditions_that_change(void **state) {
  (void)state;
  finds(TURN "if empty(hand[p]) { leave }  if not empty(hand[p]) { move all from hand[p] to heap } }", "W0512 10:33");
  finds(TURN "if empty(hand[p]) { leave }  move all from hand[p] to heap\n if not empty(hand[p]) { coins[p] = 0 } }",
        "");
  finds(TURN "repeat 3 times { if coins[p] > 3 { coins[p] -= 1 } }  move all from hand[p] to heap }", "");
  finds(TURN
        "var done: bool = false\nwhile not done { if roll 2 == 1 { done = true } }  move all from hand[p] to heap }",
        "");
}

static void ways_out_of_loops(void **state) {
  (void)state;
  finds(TURN "repeat { if roll 6 == 6 { break } }  move all from hand[p] to heap }", "");
  finds(TURN "repeat { step(p) } move all from hand[p] to heap }\n"
             "effect step(p: player) { if coins[p] == 9 { end game }  coins[p] += 1 }",
        "W0506 10:20");
  finds(TURN "while coins[p] > 0 { step(p) } move all from hand[p] to heap }\n"
             "effect step(p: player) { if coins[p] > 0 { coins[p] -= 1 } }",
        "");
  finds(TURN "while size(hand[p]) > 4 { fn_free(p) } move all from hand[p] to heap }\n"
             "effect fn_free(p: player) { if coins[p] > 0 { coins[p] -= 1 } }",
        "W0521 10:1");
}

static void one_cause_one_finding(void **state) {
  (void)state;
  finds("var never_set: bool = false\ntrack n: 0..3 = 0 clamped\nplay { turn() }\n"
        "phase turn() \"turn\" { if never_set { n += 1 } if n > 2 { end game } }",
        "W0515 2:5");
  finds("deck Card in stock { a b }\npile stock: Card open\npool lost: Card open\nplay { turn() }\n"
        "phase turn() \"turn\" { choose x by p1 { option y(c in lost) { draw 1 from stock to box(Card) } option z { } "
        "} }",
        "W0518 4:6");
  finds("var n: int = 0\nplay { turn() }\nphase turn() \"turn\" { if n > 3 { end game } }\n"
        "effect forgotten() { n += 1 }\nscenario \"s\" { run forgotten() }",
        "W0509 5:8");
}

/* Rules for scenarios alone, examples in the manual: nothing is expected of their play. */
static void fragments_are_left_alone(void **state) {
  (void)state;
  finds("var n: int = 0\neffect f() { n = 1 }\nplay { end game }\nscenario \"s\" { run f() expect n == 1 }", "");
}

static void secrets_and_their_owners(void **state) {
  (void)state;
#define HIDDEN                                                                                                         \
  "deck Card(points: int) in stock { 9 of a(1)  9 of b(2) }\npile stock: Card hidden refill from heap\n"               \
  "pile heap: Card open\npool hand[player]: Card for owner\n"                                                          \
  "rank p by sum(c.points for c in hand[p])\nplay { for p in players { turn(p) } }\n"                                  \
  "phase turn(p: player) \"turn\" { draw 2 from stock to hand[p]\n"
  finds(HIDDEN "let n = sum(c.points for c in hand[p])\nsay to p \"{n}\" move all from hand[p] to heap }", "");
  finds(HIDDEN
        "let n = sum(c.points for c in hand[p])\nsay to next(p) \"{n}\" say \"{n}\" move all from hand[p] to heap }",
        "W0524 10:18, W0524 10:28");
  finds(HIDDEN "let n = size(hand[p])\nsay \"{n}\" move all from hand[p] to heap }", "");
  finds(HIDDEN "for c in hand[p] { say \"{c}\"  move c from hand[p] to heap } }", "");
  finds(HIDDEN "for c in hand[p] { say \"{c}\"  move c from hand[p] to stock } draw 1 from stock to heap }",
        "W0524 9:26");
  finds(HIDDEN "for q in others(p) { say to others(p) \"{hand[p]}\" } move all from hand[p] to heap }", "W0524 9:41");
}

static void allowed_where_it_stands(void **state) {
  (void)state;
  finds(TURN "coins[p] = roll 10 allow W0520 \"a test\" move all from hand[p] to heap }", "");
  finds(TURN "coins[p] = roll 10 move all from hand[p] to heap allow W0520 \"a test\" }", "W0520 10:1, W0508 10:50");
  finds(TURN "coins[p] = roll 10 move all from hand[p] to heap } allow W0520 \"a test\"", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(options_that_are_sure),      cmocka_unit_test(options_that_are_not),
    cmocka_unit_test(callers_make_sure),          cmocka_unit_test(tests_in_a_called_fn),
    cmocka_unit_test(a_name_for_a_size),          cmocka_unit_test(a_branch_that_changes_what_was_tested),
    cmocka_unit_test(numbers_within_their_range), cmocka_unit_test(conditions_that_change),
    cmocka_unit_test(ways_out_of_loops),          cmocka_unit_test(one_cause_one_finding),
    cmocka_unit_test(fragments_are_left_alone),   cmocka_unit_test(secrets_and_their_owners),
    cmocka_unit_test(allowed_where_it_stands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
