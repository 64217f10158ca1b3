/* sitting/learnt.c: what rules tell by the way they go counts as having come to light, whatever in them is hidden and however
 * it shows; what a player knew before does not. */
#include "tests/unit/sitting_table.h"

/* Everything that can be hidden; the first player probes by whatever stands in the place of the %s. The second choice has
 * him stay at the table, so that nobody else's decision comes in between. */
static const char frame[] =
    "game \"Probe\" { players 2 }\n"
    "deck Card in stock { 6 of rose  6 of lily  6 of iris }\n"
    "pile stock: Card hidden\n"
    "pile heap: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "pool blind[player]: Card for others\n"
    "var secret: 0..1 = 0 hidden\n"
    "var own[player]: 0..1 = 0 for owner\n"
    "var total: int = 0\n"
    "fn ill_fated(q: player) -> bool = hand[q] has rose\n"
    "setup {\n"
    "  shuffle stock  secret = roll 2 - 1\n"
    "  for p in players { own[p] = roll 2 - 1  draw 2 from stock to hand[p]  draw 1 from stock to blind[p] }\n"
    "}\n"
    "play { turn(p1)  turn(p2) }\n"
    "phase fair(p: player) \"fair\" { choose on by p { option more { } option less { } } }\n"
    "phase foul(p: player) \"foul\" { choose on by p { option more { } option less { } } }\n"
    "phase turn(p: player) \"turn\" {\n"
    "  let rolled = own[next(p)] + secret\n"
    "  choose act by p \"Well?\" {\n"
    "    option probe \"probe\" { total += 1  %s }\n"
    "    option wait \"wait\" { }\n"
    "  }\n"
    "  choose on by p \"And now?\" { option more \"more\" { } option less \"less\" { } }\n"
    "}\n"
    "rank p by total desc\n";

enum { FUEL = 200000 }; /* plenty for all that ends */

/* Whether probing counts as having learnt something, in at least one and in all of some games. */
struct outcome {
  bool ever, always;
};

static struct outcome probe(const char *body) {
  struct outcome outcome = { false, true };
  char rules[4000];
  snprintf(rules, sizeof rules, frame, body);
  for (uint32_t seed = 1; seed <= 12; seed++) {
    struct table *table = table_make(rules);
    trv_take_back needs;
    table->options.seed.low = seed;
    table->options.fuel = FUEL;
    assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
    choose_all(table->sitting, 1, 0);
    assert_int_equal(trv_sitting_look_back(table->sitting, 0, 0, &needs), TRV_OK);
    outcome.ever |= needs.revealed;
    outcome.always &= needs.revealed;
    table_close(table);
  }
  return outcome;
}

/* ---- what tells ---- */

/* Whether there is a barrier must not depend on what is hidden either: it is there in every game. */
static void expect_news(const char *body) {
  struct outcome outcome = probe(body);
  if (!outcome.always) fail_msg("nothing has come to light: %s", body);
}

static void branches_tell(void **state) {
  (void)state;
  expect_news("if secret == 1 { total += 10 }");
  expect_news("if own[next(p)] == 1 { total += 10 }");
  expect_news("if hand[next(p)] has rose { total += 10 }");
  expect_news("if ill_fated(next(p)) { total += 10 }");
  expect_news("if blind[p] has rose { total += 10 }");
  expect_news("if let c = top(stock) { if c == rose { total += 10 } }");
  expect_news("if rolled == 1 { total += 10 }");
  expect_news("match secret { 0 { } 1 { total += 10 } }");
}

static void loops_tell(void **state) {
  (void)state;
  expect_news("for c in hand[next(p)] { if c == rose { total += 1 } }");
  expect_news("let n = count(c in hand[next(p)] where c == lily)  repeat n times { total += 1 }");
  expect_news("while total < 5 and secret == 1 { total += 1 }");
}

static void words_and_choices_tell(void **state) {
  (void)state;
  expect_news("if secret == 1 { say \"a bell rings\" }");
  expect_news("if secret == 1 { choose extra by p \"More?\" { option yes \"yes\" { } option no \"no\" { } } }");
  expect_news("if secret == 1 { leave }");
  expect_news("if secret == 1 { end game }");
}

/* What the screen tells beside the table: the phase, and why something is not offered. */
static void phases_and_reasons_tell(void **state) {
  (void)state;
  expect_news("if secret == 1 { fair(p) } else { foul(p) }");
  expect_news(
      "choose extra by p \"More?\" { option yes \"yes\" { } option no \"no\" { } option dear \"dear\" needs total > 99 "
      "else \"{if rolled > 0 then \"rain\" else \"sun\"}\" { } }");
}

/* The game's own barrier is put up in one of the branches alone: that it is there would tell. */
static void barriers_tell(void **state) {
  (void)state;
  expect_news("if secret == 1 { shuffle stock }");
  expect_news("if secret == 1 { draw 1 from stock to hand[next(p)] } else { draw 1 from stock to heap }");
}

/* ---- what does not ---- */

static void expect_nothing(const char *body) {
  struct outcome outcome = probe(body);
  if (outcome.ever) fail_msg("something has come to light: %s", body);
}

static void what_is_known_tells_nothing(void **state) {
  (void)state;
  expect_nothing("");
  expect_nothing("if own[p] == 1 { total += 10 }");
  expect_nothing("if hand[p] has rose { total += 10 }");
  expect_nothing("if ill_fated(p) { total += 10 }");
  expect_nothing("if blind[next(p)] has rose { total += 10 }");
  expect_nothing("if size(hand[next(p)]) == 2 { total += 10 }");
}

/* Hidden things that change what is hidden, and nothing else. */
static void what_stays_hidden_tells_nothing(void **state) {
  (void)state;
  expect_nothing("if secret == 1 { secret = 0 }");
  expect_nothing("secret = own[next(p)]");
}

/* Rules that never end in some of the positions: found out in bounded time, and on the safe side. */
static void what_takes_too_long_counts(void **state) {
  (void)state;
  expect_news("while secret == 1 and total > 0 { total += 1  if total > 1000000 { total = 1 } }");
}

static void cancelling_ends_it(void **state) {
  (void)state;
  struct table *table = table_open(hands);
  static volatile int cancel;
  trv_take_back needs = { 0 };
  cancel = 0;
  trv_sitting_free(table->sitting);
  table->options.cancel = &cancel;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  choose_all(table->sitting, 1, WAIT);
  cancel = 1;
  int status = trv_sitting_look_back(table->sitting, 0, 0, &needs);
  assert_true(status != TRV_OK || needs.revealed);
  table_close(table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(branches_tell),
    cmocka_unit_test(loops_tell),
    cmocka_unit_test(words_and_choices_tell),
    cmocka_unit_test(phases_and_reasons_tell),
    cmocka_unit_test(barriers_tell),
    cmocka_unit_test(what_is_known_tells_nothing),
    cmocka_unit_test(what_stays_hidden_tells_nothing),
    cmocka_unit_test(what_takes_too_long_counts),
    cmocka_unit_test(cancelling_ends_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
