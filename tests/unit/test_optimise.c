/* compiler/optimise: lists of passes as people write them; what expressions may do, by trial and bounds. That passes
 * change no result is shown by the suite `passes`. */
#include "tests/unit/checked.h"

#include "compiler/optimise/trial.h"
#include "compiler/passes.h"

/* ---- lists ---- */

static pass_set read_list(const char *list) {
  pass_set passes = 0;
  char why[400] = "";
  assert_true(passes_read(list, &passes, why, sizeof why));
  return passes;
}

static void lists_that_can_be_read(void **unused) {
  (void)unused;
  assert_int_equal(read_list(NULL), PASS_ALL);
  assert_int_equal(read_list("all"), PASS_ALL);
  assert_int_equal(read_list("none"), 0);
  assert_int_equal(read_list("all-hoist"), PASS_ALL & ~(1u << PASS_hoist));
  assert_int_equal(read_list("all-hoist-early+hoist"), PASS_ALL & ~(1u << PASS_early));
  assert_int_equal(read_list("none+inline+fold"), 1u << PASS_inline | 1u << PASS_fold);
}

static void refused(const char *list, const char *words) {
  pass_set passes;
  char why[400] = "";
  assert_false(passes_read(list, &passes, why, sizeof why));
  assert_non_null(strstr(why, words));
  assert_non_null(strstr(why, "fold, inline, tabulate")); /* all names */
  assert_int_equal(trv_passes_check(list, why, 0), TRV_E_ARGUMENT);
}

static void lists_that_cannot(void **unused) {
  (void)unused;
  refused("", "list of passes ``");
  refused("hoist", "list of passes `hoist`");
  refused("all-", "no pass ``");
  refused("all-hois", "no pass `hois`");
  refused("none+inline+all", "no pass `all`");
}

/* ---- what expressions may do: each invariant below is one expression ---- */

enum { RAISES = EFFECT_RAISES, READS = EFFECT_READS, FUEL = EFFECT_FUEL };

static const struct expectation {
  const char *condition;
  unsigned effects;
} expectations[] = {
  { "small + small < 9", READS },
  { "n + 1 < 9", READS | RAISES },
  { "n - small < 9", READS | RAISES },
  { "small * small * small < 9", READS },
  { "medium * medium < 9", READS },
  { "medium * medium * medium < 9", READS | RAISES },
  { "small / 2 < 9", READS },
  { "small / small < 9", READS | RAISES },
  { "2 % (small + 1) < 9", READS },
  { "-n < 9", READS },
  { "size(hand[p1]) + size(stock) < 9", READS },
  { "sum(c.points for c in hand[p1]) < 9", READS | FUEL },
  { "sum(n for c in hand[p1]) < 9", READS | RAISES | FUEL },
  { "array_of[small] < 9", READS | RAISES },
  { "array_of[2] < 9", READS },
  { "list_of[1] < 9", READS | RAISES },
  { "index(nth(Colour, small)) < 9", READS | RAISES },
  { "seat(at_seat(small)) < 9", READS | RAISES },
  { "[2 of rose] <= hand[p1]", READS },
  { "size(hand[p1] - [rose]) < 9", READS | RAISES },
  { "size(hand[p1] + [rose]) < 9", READS | RAISES },
  { "price(rose) + price(sea) <= hand[p1]", READS | FUEL },
  { "twice(small) < 9", READS | FUEL | RAISES },
  { "worth(rose) < 9", FUEL },
  { "downwards(2) < 9", 0xff },
  { "any(c in hand[p1] where c.points > 1)", READS | FUEL },
  { "any(p in others(p1) where size(hand[p]) > 1)", READS | FUEL },
  { "(match small { 1 => 2  else => 3 }) < 9", READS },
  { "size(set(c in Colour where c != red)) < 9", FUEL },
};
enum { EXPECTATIONS = sizeof expectations / sizeof *expectations };

static const char rules[] = "enum Colour { red blue green }\n"
                            "deck Card(points: int) in stock { 3 of rose(1)  3 of sea(2) }\n"
                            "pile stock: Card open\npool hand[player]: Card open\n"
                            "var n: int = 0\nvar small: 0..20 = 0\nvar medium: 0..10_000 = 0\n"
                            "var list_of: list of int up to 3 = []\nvar array_of[1..3]: int = 5\n"
                            "fn twice(k: int) -> int = 2 * k\n"
                            "fn price(c: Card) -> bag of Card = [2 of c]\n"
                            "fn worth(c: Card) -> int = 2 * c.points\n"
                            "fn downwards(k: int) -> int depth 9 = if k > 0 then downwards(k - 1) else 0\n";

static void expressions_on_trial(void **unused) {
  (void)unused;
  struct checked t;
  char text[8000];
  size_t used = (size_t)snprintf(text, sizeof text, "%s", rules);
  for (size_t i = 0; i < EXPECTATIONS; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "invariant \"%zu\" %s\n", i, expectations[i].condition);
  checked_open(&t, text);
  if (t.lang.diags.errors) print_error("%s\n", lang_codes(&t.lang));
  assert_int_equal(t.lang.diags.errors, 0);
  layout_state(t.c);
  for (size_t i = 0; i < EXPECTATIONS; i++) {
    struct tree *condition = t.c->invariant_trees.items[i]->kid[INVARIANT_VALUE];
    struct lower l = { .c = t.c, .top = FRAME_HEAD, .high = FRAME_HEAD, .depth_slot = -1 };
    size_t code = t.c->code.count, columns = t.c->columns.count;
    unsigned effects = trial_expression(&l, condition), expected = expectations[i].effects;
    effects &= ~(unsigned)EFFECT_GROWS; /* work is paid for wherever it is done */
    expected &= ~(unsigned)EFFECT_GROWS;
    if (effects != expected) print_error("%s: %#x\n", expectations[i].condition, effects);
    assert_int_equal(effects, expected);
    assert_int_equal(t.c->code.count, code); /* nothing is left of a trial */
    assert_int_equal(t.c->columns.count, columns);
    assert_int_equal(l.high, FRAME_HEAD);
  }
  checked_close(&t);
}

/* A seat at which nobody may sit: who goes round the table from there ends in a rule error. */
static void seats_that_may_be_empty(void **unused) {
  (void)unused;
  struct checked t;
  checked_open(&t, "var host: player = p4\ninvariant \"\" any(p in others(host) where p == p1)\n");
  assert_int_equal(t.lang.diags.errors, 0);
  layout_state(t.c);
  struct lower l = { .c = t.c, .top = FRAME_HEAD, .high = FRAME_HEAD, .depth_slot = -1 };
  assert_true(trial_raises(&l, t.c->invariant_trees.items[0]->kid[INVARIANT_VALUE]));
  checked_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(lists_that_can_be_read),
    cmocka_unit_test(lists_that_cannot),
    cmocka_unit_test(expressions_on_trial),
    cmocka_unit_test(seats_that_may_be_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
