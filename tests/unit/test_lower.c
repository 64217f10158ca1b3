/* compiler/lower*.c, expressions.c, conditions.c, loops.c: small programs give the right results. The games in
 * tests/games go through every form; here are the corners: rule errors, sizes, texts, what is captured when. */
#include "tests/unit/compiled.h"

#define HEAD                                                                                                           \
  "game \"T\" { players 2..4 }\n"                                                                                      \
  "enum Colour { red blue green }\n"                                                                                   \
  "deck Card(colour: Colour, points: int) in stock { 3 of rose(red, 1)  3 of sea(blue, 2) }\n"                         \
  "pile stock: Card open\npool hand[player]: Card open\nrow slots[2]: Card open\n"                                     \
  "var n: int = 0\nvar list_of: list of int up to 3 = []\nvar array_of[1..3]: int = 5\ntrack steam: 0..6 = 3\n"        \
  "play { end game }\n"

static void rule_error(const char *effect, const char *words) {
  char text[2000];
  snprintf(text, sizeof text,
           HEAD "effect test() { %s }\nscenario \"s\" players 2 { given { }  run test()  expect "
                "finished }\n",
           effect);
  compiled_fails(text, words);
}

static void numbers_that_go_wrong(void **unused) {
  (void)unused;
  rule_error("n = 1 / n", "division by zero");
  rule_error("n = 1 % n", "division by zero");
  rule_error("n = 2_000_000_000 + 2_000_000_000 * (n + 1)", "too large");
  rule_error("steam += 9", "left its range");
  rule_error("steam -= 4", "left its range");
}

/* Values of lists stay in their range as well, however they come there. */
static void numbers_in_lists(void **unused) {
  (void)unused;
  static const char *const wrong[] = {
    "dice += n",          "dice = [1, n]",       "dice = many", "dice += many", "dice = list(i for i in 3..7)",
    "each_dice[p2] += n", "each_dice[p1] = many"
  };
  char text[2000];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(text, sizeof text,
             HEAD "var dice: list of 1..6 up to 9 = [6, 1]\nvar each_dice[player]: list of 1..6 up to 4 = [3]\n"
                  "effect test() { n = 7  dice += n - 1  dice = dice  each_dice[p1] = [n - 6]  let many = [n, 1]\n"
                  "  let before = each_dice  each_dice = before  %s }\n"
                  "scenario \"s\" players 2 { given { }  run test()  expect finished }\n",
             wrong[i]);
    compiled_fails(text, "left its range");
  }
}

static void indices_that_go_wrong(void **unused) {
  (void)unused;
  rule_error("n = array_of[n]", "outside its range");
  rule_error("array_of[4 + n] = 1", "outside its range");
  rule_error("n = list_of[1]", "outside its range");
  rule_error("n = seat(at_seat(3))", "outside its range");
  rule_error("let c = nth(Colour, 3 + n)  n = index(c)", "outside its range");
}

static void cards_that_go_wrong(void **unused) {
  (void)unused;
  rule_error("move rose from hand[p1] to stock", "not there");
  rule_error("move 4 of rose from stock to hand[p1]", "not there");
  rule_error("move rose from stock to slots[1]  move sea from stock to slots[1]", "more cards than it may");
  rule_error("fail \"by hand\"", "by hand");
}

static void loops_that_do_not_end(void **unused) {
  (void)unused;
  rule_error("while n == 0 { steam = 1 }", "without end");
}

static void recursion_that_goes_too_deep(void **unused) {
  (void)unused;
  compiled_fails(HEAD "effect down(k: int) depth 3 { if k > 0 { down(k - 1) } }\n"
                      "scenario \"s\" players 2 { run down(3)  expect finished }\n",
                 "`depth`");
  compiled_passes(HEAD "effect down(k: int) depth 3 { if k > 0 { down(k - 1) } }\n"
                       "scenario \"s\" players 2 { run down(2)  expect finished }\n");
}

/* The counter of activations is an argument, too, and needs its place in the frame. */
static void recursion_as_the_last_thing_in_a_frame(void **unused) {
  (void)unused;
  compiled_passes(HEAD
                  "effect down(p: player, k: int) depth 4 {\n"
                  "  choose stairs by p { option on { if k > 0 { down(next(p), k - 1) } }  option stop { n = 10 * n + "
                  "k } }\n}\n"
                  "scenario \"s\" players 2 { run down(p1, 3)  p1: on  p2: on  p1: stop  expect n == 1 }\n");
}

static void an_expectation_that_fails_fails(void **unused) {
  (void)unused;
  compiled_fails(HEAD "scenario \"s\" players 2 { expect n == 1 }\n", "n == 1");
  compiled_fails(HEAD "scenario \"s\" players 2 { given { }  expect hand[p1]: rose }\n", "hand[p1]");
}

static void and_or_and_if_none_stop_early(void **unused) {
  (void)unused;
  compiled_passes(HEAD "fn boom() -> int = 1 / n\nfn some() -> int or none = if n == 0 then 3 else none\n"
                       "scenario \"s\" players 2 { expect n == 0 or boom() == 1  expect not (n == 1 and boom() == 1)\n"
                       "  expect (some() ?? boom()) == 3  expect (if n == 0 then 1 else boom()) == 1 }\n");
}

static void arguments_are_evaluated_before_the_call(void **unused) {
  (void)unused;
  compiled_passes(HEAD "effect swap_in(a: int, b: int, c: int) { n = 100 * a + 10 * b + c }\n"
                       "effect test(x: int, y: int) { swap_in(y, x, y + x) }\n"
                       "scenario \"s\" players 2 { run test(1, 2)  expect n == 213 }\n");
}

static void locals_keep_their_values_over_calls_and_choices(void **unused) {
  (void)unused;
  compiled_passes(HEAD
                  "effect ask(p: player) -> int { let k = pick amount by p \"?\" (k in 1..3) \"{k}\"  return k }\n"
                  "effect test() { let a = 7  let xs = [1, 2]  let b = ask(p1)  var c: int = b  let d = ask(p2)  c += "
                  "d\n"
                  "  n = 1000 * a + 100 * b + 10 * d + c + xs[2] }\n"
                  "scenario \"s\" players 2 { run test()  p1: amount(2)  p2: amount(3)  expect n == 7237 }\n");
}

static void large_and_negative_constants(void **unused) {
  (void)unused;
  compiled_passes(HEAD
                  "effect test() { n = 100_000  n += 70_000  n -= 200_000  n = n * 3 }\n"
                  "scenario \"s\" players 2 { run test()  expect n == -90_000  expect n < 40_000  expect n > -100_000 "
                  "}\n");
}

static void sets_of_more_than_a_word(void **unused) {
  (void)unused;
  compiled_passes("game \"T\" { players 2..2 }\nvar big: set of 0..200 = []\nvar n: int = 0\nplay { end game }\n"
                  "effect test() { big = [3, 64, 200]  big += set(k in 100..110)  big -= [64]  n = sum(k for k in "
                  "big) }\n"
                  "scenario \"s\" players 2 { run test()  expect size(big) == 13  expect 200 in big  expect 64 not in "
                  "big\n"
                  "  expect n == 1358  expect big <= set(k in 0..200) }\n");
}

/* Fields of an argument, read in conditions, in what they guard, in a fn in the place of its call, and beside those of
 * another argument of the same kind. */
static void fields_that_are_read_once(void **unused) {
  (void)unused;
  compiled_passes("game \"T\" { players 2..4 }\nenum Colour { red blue }\n"
                  "deck Card(colour: Colour, points: int) in stock { rose(red, 1)  sea(blue, 20)  sky(blue, 300) }\n"
                  "pool stock: Card open\npool table: Card open\nvar n: int = 0\n"
                  "fn worth(c: Card, d: Card) -> int { if c.points > d.points { return c.points - d.points }\n"
                  "  return d.points * 2 + c.points }\n"
                  "effect pay(c: Card, d: Card) { n += c.points  if c.colour == d.colour { n += c.points + d.points }\n"
                  "  n += d.points  n += worth(d, c) }\n"
                  "play { choose card always by p1 { option take(c in stock, d in stock where d != c) {\n"
                  "  n = c.points  if c.colour == blue { n += c.points }  n += worth(d, c)  pay(d, c) } }  end game }\n"
                  "scenario \"s\" players 2 { p1: take(sea, sky)  expect n == 20 + 20 + 280 + 300 + 320 + 20 + 620 }\n"
                  "scenario \"t\" players 2 { p1: take(rose, sea)  expect n == 1 + 19 + 20 + 1 + 41 }\n");
}

/* A set that is returned as it is lives in the place of the result, unless another result is made from it. */
static void what_is_returned_in_place(void **unused) {
  (void)unused;
  compiled_passes(
      "game \"T\" { players 2..4 }\n"
      "deck Card(points: int) in stock { one(1)  two(2)  three(3)  four(4) }\npool stock: Card open\n"
      "var n: int = 0\nvar high: set of Card = []\nvar rest: set of Card = []\n"
      "fn over(x: int) -> set of Card { let some = set(c in stock where c.points > x)\n"
      "  if size(some) > 1 { return some }  return set(c in stock) }\n"
      "fn others(x: int) -> set of Card { let some = set(c in stock where c.points > x)\n"
      "  if size(some) > 1 { return some }  return set(c in stock where not some has c) }\n"
      "effect look(x: int) { var now: set of Card = over(x)  now = over(size(now))  high = now\n"
      "  let left = others(x)  rest = left  n = size(over(x + 1)) }\n"
      "play { look(2)  end game }\n"
      "scenario \"a\" players 2 { run look(2)  expect high == [three, four]  expect rest == [three, four] }\n"
      "scenario \"b\" players 2 { run look(3)  expect size(high) == 4  expect rest == [one, two, three]\n"
      "  expect n == 4 }\n");
}

/* Bodies of statements, in the place of a value and of a condition, nested and in loops; an effect and a phase that are
 * called once, with a choice inside. */
static void statements_in_place_of_their_calls(void **unused) {
  (void)unused;
  compiled_passes("game \"T\" { players 2..4 }\nvar n: int = 4\n"
                  "fn first_over(x: int) -> int { for k in 1..9 { if k * k > x { return k } }  return 0 }\n"
                  "fn is_square(x: int) -> bool { for k in 1..9 { if k * k == x { return true } }  return false }\n"
                  "fn steps(x: int) -> int { var left: int = x  var done: int = 0\n"
                  "  while left > 1 { left = first_over(left) - 1  done += 1 }  return done }\n"
                  "effect add(x: int) -> int { if is_square(x) { return n }  n += x\n"
                  "  choose more by p1 { option yes { n += 1 }  option no { } }  return n * 10 }\n"
                  "phase turn(p: player) \"turn\" { let a = add(first_over(n) + 2)\n"
                  "  n = if not is_square(a) and steps(30) == 3 then a else 0\n"
                  "  choose rest always by p { option rest { leave } }  n = 99 }\n"
                  "play { turn(p2)  n += 1000  end game }\n"
                  "scenario \"s\" players 2 { p1: yes  expect n == 100  p2: rest  expect n == 1100 }\n");
}

static void fns_in_place_of_their_calls_are_not_mixed_up(void **unused) {
  (void)unused;
  compiled_passes(HEAD
                  "fn twice(x: int) -> int = x + x\nfn shifted(x: int) -> int = twice(x + 1) + x\n"
                  "fn both(x: int, y: int) -> int = shifted(y) * 100 + shifted(x)\n"
                  "fn inner(x: int) -> int = sum(twice(x) + k for k in 1..2 where k <= x)\n"
                  "scenario \"s\" players 2 { given { n = 3 }  expect both(n, n + 1) == 1411  expect inner(n) == 15\n"
                  "  expect twice(twice(n)) == 12 }\n");
}

static void a_match_gives_nothing_twice(void **unused) {
  (void)unused;
  compiled_passes(HEAD
                  "const below = -2\nconst above = -1\nfn grade(k: int) -> int = match k { below, above => 1  0 "
                  "=> 2  40_000..50_000 => 3  else => 4 }\n"
                  "scenario \"s\" players 2 { expect grade(-2) == 1  expect grade(0) == 2  expect grade(45_000) == 3\n"
                  "  expect grade(1) == 4  expect grade(39_999) == 4 }\n");
}

/* ---- texts ---- */

static bool keep(void *context, const char *text) {
  char *all = context;
  strcat(strcat(all, text), "|");
  return true;
}

static void texts_show_values_as_people_write_them(void **unused) {
  (void)unused;
  trv_program *program = compiled(
      "game \"T\" { players 2..2 }\nenum Town(size: int) { paris(3) \"Paris\"  new_york(5) }\n"
      "deck Leg(a: Town, b: Town) \"{a} to {b}\" in legs { 2 of there(paris, new_york)  back(new_york, paris) }\n"
      "pool legs: Leg open\nvar maybe: Town or none = none\ngraph ways: Town { paris - new_york }\n"
      "fn mood(t: Town) -> text = if t.size > 3 then \"large {t}\" else \"small\"\n"
      "fn kind_of(k: int) -> text { if k > 1 { return \"many\" }  return \"one {k}\" }\n"
      "play { say \"{paris} {new_york} {1 + 2} {-4} {true} {p1} {maybe}\"\n"
      "  say \"{bag(c for c in legs)}; {set(t in Town)}; {[1, 2]}\"\n"
      "  say \"{mood(paris)}, {mood(new_york)}, {kind_of(1)}, {kind_of(2)}, {if maybe is none then 1 else 2}\"\n"
      "  say to p2 \"only you\"\n  end game }\n");
  trv_setup *setup;
  trv_game *game;
  char why[200], heard[500] = "", heard_too[500] = "";
  size_t cursor = 0, other = 0;
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_listen(game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_OVER);
  trv_log_since(game, 0, &cursor, keep, heard);
  assert_string_equal(heard, "Paris new york 3 -4 yes p1 none|2 Paris to new york, 1 new york to Paris; Paris and new "
                             "york; 1 and 2|"
                             "small, large new york, one 1, many, 1|");
  trv_log_since(game, 1, &other, keep, heard_too);
  assert_non_null(strstr(heard_too, "only you"));
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void labels_prompts_and_reasons(void **unused) {
  (void)unused;
  trv_program *program = compiled(HEAD "phase turn(p: player) \"turn\" {\n"
                                       "  choose act by p \"Well, {p}?\" { option take(c in hand[p]) let twice = 2 * "
                                       "c.points \"take {c} for {twice}\" { "
                                       "n = twice }\n"
                                       "    option wait { n = 1 } } }\n"
                                       "setup { move rose from stock to hand[p1]  turn(p1) }\n");
  trv_setup *setup;
  trv_game *game;
  char text[100];
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, text, sizeof text), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  trv_game_prompt(game, text, sizeof text);
  assert_string_equal(text, "Well, p1?");
  trv_option_label(game, 0, text, sizeof text);
  assert_string_equal(text, "take rose for 2");
  trv_option_label(game, 1, text, sizeof text);
  assert_string_equal(text, "wait");
  trv_option_notation(game, 0, text, sizeof text);
  assert_string_equal(text, "take(rose)");
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* ---- settings ---- */

static void settings_that_do_not_go_together(void **unused) {
  (void)unused;
  trv_program *program = compiled(
      "game \"T\" { players 2..4 }\nsetting rounds: 2..9 = 4 \"r\"  needs rounds != 5 else \"five is unlucky\"\n"
      "setting expert: bool = false \"e\"\nsetting blind: bool = false \"b\"  excludes expert\n"
      "setting team: bool = false \"t\"  players 4..4\n"
      "play { if expert and rounds > 2 or blind or team { end game }  end game }\n");
  static const struct {
    uint32_t players;
    const char *name, *value, *name2, *value2;
    int status;
    const char *words;
  } cases[] = {
    { 2, "rounds", "9", NULL, NULL, TRV_OK, "" },
    { 2, "rounds", "5", NULL, NULL, TRV_E_ARGUMENT, "five is unlucky" },
    { 2, "rounds", "10", NULL, NULL, TRV_E_ARGUMENT, "rounds" },
    { 2, "round", "3", NULL, NULL, TRV_E_ARGUMENT, "rounds" },
    { 2, "blind", "yes", NULL, NULL, TRV_OK, "" },
    { 2, "blind", "yes", "expert", "yes", TRV_E_ARGUMENT, "expert" },
    { 2, "team", "yes", NULL, NULL, TRV_E_ARGUMENT, "team" },
    { 4, "team", "yes", NULL, NULL, TRV_OK, "" },
    { 5, "rounds", "3", NULL, NULL, TRV_E_ARGUMENT, "players" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    trv_choice_of_setting chosen[2] = { { cases[i].name, cases[i].value }, { cases[i].name2, cases[i].value2 } };
    trv_setup *setup = NULL;
    char why[200] = "";
    int status = trv_setup_new(program, cases[i].players, chosen, cases[i].name2 ? 2 : 1, &setup, why, sizeof why);
    if (status != cases[i].status || !strstr(why, cases[i].words)) print_error("case %zu: %d %s\n", i, status, why);
    assert_int_equal(status, cases[i].status);
    assert_non_null(strstr(why, cases[i].words));
    trv_setup_free(setup);
  }
  trv_program_free(program);
}

/* For any number of players it is what a loop of swaps does, with piles, counted and single cards, and places. */
static void what_is_passed_goes_round(void **unused) {
  (void)unused;
  char text[4000];
  for (int players = 2; players <= 6; players++) {
    snprintf(
        text, sizeof text,
        "game \"T\" { players 1..6 }\ndeck Card in stock { 40 of a  40 of b  40 of c }\n"
        "deck One in ones { o1 o2 o3 o4 o5 o6 o7 o8 o9 }\npile stock: Card hidden\npool ones: One open\n"
        "pool hand[player]: Card for owner\npool other[player]: Card for owner\npile heap[player]: Card hidden\n"
        "pile tower[player]: Card hidden\npool own[player]: One open\nrow slot[player]: Card open\n"
        "effect deal() { for p in players {\n"
        "  for i in 1..seat(p) { let x = nth(Card, i %% 3)  move x from stock to hand[p]  move x from stock to "
        "other[p] }\n"
        "  for i in seat(p)..7 { let x = nth(Card, i %% 3)  move x from stock to heap[p]  move x from stock to "
        "tower[p] }\n"
        "  if seat(p) %% 2 == 1 { move random from ones to own[p]  draw 1 from stock to slot[p] } } }\n"
        "effect swaps(left: bool) { if left { for q in others(p1) { swap other[p1], other[q]  swap tower[p1], tower[q] "
        "} }\n"
        "  else { for q in others(p1) by seat(q) desc { swap other[p1], other[q]  swap tower[p1], tower[q] } } }\n"
        "effect l() { pass hand left  pass heap left  pass own left  pass slot left  swaps(true) }\n"
        "effect r() { pass hand right  pass heap right  pass own right  pass slot right  swaps(false) }\n"
        "fn same() -> bool = all(p in players: hand[p] == other[p] and size(heap[p]) == size(tower[p])\n"
        "  and top(heap[p]) == top(tower[p]) and bottom(heap[p]) == bottom(tower[p]))\n"
        "play { deal()  l()  r() }\n"
        "scenario \"s\" players %d { given { }  run deal()  expect same()  run l()  expect same() and size(hand[p2]) "
        "== 1\n"
        "  expect slot[p2] is not none and size(own[p2]) == 1\n"
        "  run r()  expect same() and size(hand[p1]) == 1  run r()  expect same() and size(hand[p1]) == 2 and slot[p1] "
        "is none\n"
        "  run l()  run l()  run l()  expect same() and size(hand[p1]) == %d }\n",
        players, players == 2 ? 1 : players - 1);
    compiled_passes(text);
  }
}

/* Of zones, rows and bags, with any number. */
static void so_many_copies(void **unused) {
  (void)unused;
  compiled_passes(
      HEAD "var price: bag of Card = []\nfn holds_so(p: player, i: int) -> bool = hand[p] has i of rose\n"
           "fn any_of_them(i: int) -> bool = slots has i of sea\n"
           "effect test() { for c in Card { if hand[p1] has (c.points) of c { n += 10 } }\n"
           "  if not (price has (n + 1) of rose) { n += 1 } }\n"
           "scenario \"s\" { given { hand[p1]: 2 of rose, sea  slots[1]: sea  slots[2]: sea  price = [3 of rose] }\n"
           "  expect holds_so(p1, -9) and holds_so(p1, 0) and holds_so(p1, 2) and not holds_so(p1, 3) and not "
           "holds_so(p1, 2_000_000_000)\n"
           "  expect any_of_them(2) and not any_of_them(3) and not holds_so(p2, 1) and holds_so(p2, 0)\n"
           "  expect price has (n + 3) of rose and not (price has (n + 4) of rose) and price has n of sea\n"
           "  run test()  expect n == 11 }\n");
}

/* `pass`, `left` and `right` are still names. */
static void passing_is_no_reserved_word(void **unused) {
  (void)unused;
  compiled_passes(HEAD "var left: int = 0\nvar pass_on[player]: bool = false\n"
                       "effect pass(p: player) { left += 1  pass_on[p] = left > 0 }\n"
                       "effect turn(go: bool, right: int) {\n  pass(p1)\n"
                       "  if go and right == 2 { pass hand right }\n  if go { n = right + left } pass hand left }\n"
                       "scenario \"s\" { run turn(true, 2)  expect n == 3 and pass_on[p1] }\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(numbers_that_go_wrong),
    cmocka_unit_test(numbers_in_lists),
    cmocka_unit_test(indices_that_go_wrong),
    cmocka_unit_test(cards_that_go_wrong),
    cmocka_unit_test(loops_that_do_not_end),
    cmocka_unit_test(recursion_that_goes_too_deep),
    cmocka_unit_test(recursion_as_the_last_thing_in_a_frame),
    cmocka_unit_test(an_expectation_that_fails_fails),
    cmocka_unit_test(and_or_and_if_none_stop_early),
    cmocka_unit_test(arguments_are_evaluated_before_the_call),
    cmocka_unit_test(locals_keep_their_values_over_calls_and_choices),
    cmocka_unit_test(large_and_negative_constants),
    cmocka_unit_test(sets_of_more_than_a_word),
    cmocka_unit_test(fns_in_place_of_their_calls_are_not_mixed_up),
    cmocka_unit_test(statements_in_place_of_their_calls),
    cmocka_unit_test(fields_that_are_read_once),
    cmocka_unit_test(what_is_returned_in_place),
    cmocka_unit_test(a_match_gives_nothing_twice),
    cmocka_unit_test(so_many_copies),
    cmocka_unit_test(what_is_passed_goes_round),
    cmocka_unit_test(passing_is_no_reserved_word),
    cmocka_unit_test(texts_show_values_as_people_write_them),
    cmocka_unit_test(labels_prompts_and_reasons),
    cmocka_unit_test(settings_that_do_not_go_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
