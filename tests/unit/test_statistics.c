/* trvm/statistics.c: Student's t against printed tables, and intervals against made-up data whose truth is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "trvm/statistics.h"

/* ---- made-up data ---- */

static double draw_share(uint64_t *random) { return ((double)(random_split(random) >> 11) + 0.5) / 9007199254740992.0; }

/* Normal, by Box and Muller. */
static double draw_normal(uint64_t *random) {
  double length = sqrt(-2 * log(draw_share(random)));
  return length * cos(6.283185307179586 * draw_share(random));
}

/* Pairs that have much in common, and a difference of `effect`. */
static struct pairs made_pairs(uint64_t *random, uint32_t count, double effect) {
  struct pairs pairs = { 0 };
  for (uint32_t i = 0; i < count; i++) {
    double common = 20 + 5 * draw_normal(random);
    pairs_add(&pairs, common + draw_normal(random), common + effect + draw_normal(random));
  }
  return pairs;
}

/* ---- tests ---- */

static void near(double got, double wanted, double within) {
  if (!(fabs(got - wanted) <= within)) fail_msg("%.9g is not %.9g", got, wanted);
}

static void quantiles_are_those_of_the_tables(void **unused) {
  (void)unused;
  near(statistics_quantile(0.05, 1), 12.7062, 5e-5);
  near(statistics_quantile(0.05, 2), 4.30265, 5e-6);
  near(statistics_quantile(0.10, 5), 2.01505, 5e-6);
  near(statistics_quantile(0.05, 10), 2.22814, 5e-6);
  near(statistics_quantile(0.01, 10), 3.16927, 5e-6);
  near(statistics_quantile(0.05, 30), 2.04227, 5e-6);
  near(statistics_quantile(0.001, 30), 3.64596, 5e-6);
  near(statistics_quantile(0.05, 120), 1.97993, 5e-6);
  near(statistics_quantile(0.05, 1e9), 1.95996, 5e-6);
  near(statistics_quantile(0.001, 1e9), 3.29053, 5e-6);
}

static void tails_are_exact_where_they_can_be(void **unused) {
  (void)unused;
  const double pi = 3.141592653589793;
  near(statistics_tail(0, 7), 1, 1e-15);
  near(statistics_tail(1, 1), 0.5, 1e-12);
  near(statistics_tail(100, 1), 1 - 2 * atan(100) / pi, 1e-12);
  near(statistics_tail(3, 2), 1 - 3 / sqrt(11), 1e-12);
  near(statistics_tail(-3, 2), statistics_tail(3, 2), 0);
  /* Both ways of working it out meet where one takes over from the other. */
  near(statistics_tail(4, 0.999e6) / statistics_tail(4, 1.001e6), 1, 1e-3);
}

static void quantile_and_tail_are_inverse(void **unused) {
  (void)unused;
  for (double freedom = 1; freedom < 1e7; freedom *= 3)
    for (double tail = 0.9; tail > 1e-7; tail /= 4) {
      double back = statistics_tail(statistics_quantile(tail, freedom), freedom);
      near(back / tail, 1, 1e-7);
    }
}

static void means_and_deviations_are_those_by_hand(void **unused) {
  (void)unused;
  struct pairs pairs = { 0 };
  const double base[] = { 10, 12, 9, 11 }, changed[] = { 12, 13, 13, 12 };
  for (int i = 0; i < 4; i++) pairs_add(&pairs, base[i], changed[i]);
  struct estimate estimate = pairs_estimate(&pairs, 1, 1);
  near(estimate.base, 10.5, 1e-12);
  near(estimate.changed, 12.5, 1e-12);
  near(estimate.difference, 2, 1e-12);
  near(pairs_deviation(&pairs, &pairs.difference), sqrt(2), 1e-12); /* 2, 1, 4, 1 */
  /* t of 3 degrees is 3.18245, the error 1/sqrt(2). */
  near(estimate.low, 2 - 3.182446 / sqrt(2), 1e-5);
  near(estimate.high, 2 + 3.182446 / sqrt(2), 1e-5);
  near(estimate.chance, 0.0663, 5e-5); /* t is 2.8284 */
  assert_int_equal(estimate.verdict, VERDICT_UNCLEAR);
  assert_int_equal(estimate.needed, 21); /* (3.182446 * sqrt(2))² = 20.3 */
}

static void intervals_hold_as_often_as_they_say(void **unused) {
  (void)unused;
  enum { TRIALS = 4000 };
  uint64_t random = 1;
  int held = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    struct pairs pairs = made_pairs(&random, 25, 0.7);
    struct estimate estimate = pairs_estimate(&pairs, 1, 0.1);
    held += estimate.low <= 0.7 && 0.7 <= estimate.high;
  }
  /* 95 %, and four times the deviation that 4000 trials have: 0.34 %. */
  near((double)held / TRIALS, 0.95, 0.014);
}

static void together_they_hold_as_often(void **unused) {
  (void)unused;
  enum { TRIALS = 2000, FIGURES = 20 };
  uint64_t random = 2;
  int all_held = 0, found = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    bool held = true, differs = false;
    for (int i = 0; i < FIGURES; i++) {
      struct pairs pairs = made_pairs(&random, 20, 0);
      struct estimate estimate = pairs_estimate(&pairs, FIGURES, 0.1);
      held &= estimate.low <= 0 && 0 <= estimate.high;
      differs |= estimate.verdict >= VERDICT_LITTLE;
      /* The test and the interval never contradict each other. */
      assert_true((estimate.chance < STATISTICS_LEVEL) == (estimate.low > 0 || estimate.high < 0));
    }
    all_held += held;
    found += differs;
  }
  near((double)all_held / TRIALS, 0.9512, 0.02); /* (1 - 0.05/20)^20 */
  assert_int_equal(found, TRIALS - all_held);
}

static void a_known_effect_is_found(void **unused) {
  (void)unused;
  uint64_t random = 3;
  struct pairs pairs = made_pairs(&random, 4000, -1.8);
  struct estimate estimate = pairs_estimate(&pairs, 100, 1);
  assert_int_equal(estimate.verdict, VERDICT_DIFFERS);
  assert_true(estimate.low < -1.8 && -1.8 < estimate.high);
  /* Pairing takes out what both have in common: the deviation is that of two normals, not of 5 more. */
  near(pairs_deviation(&pairs, &pairs.difference), sqrt(2), 0.06);
  pairs = made_pairs(&random, 4000, 0.3);
  assert_int_equal(pairs_estimate(&pairs, 100, 1).verdict, VERDICT_LITTLE);
  pairs = made_pairs(&random, 4000, 0);
  assert_int_equal(pairs_estimate(&pairs, 100, 1).verdict, VERDICT_SAME);
}

static void the_number_needed_does(void **unused) {
  (void)unused;
  uint64_t random = 4;
  struct pairs few = made_pairs(&random, 50, 0);
  struct estimate estimate = pairs_estimate(&few, 10, 0.2);
  assert_int_equal(estimate.verdict, VERDICT_UNCLEAR);
  assert_in_range(estimate.needed, 200, 1000); /* about (2.81 * 1.414 / 0.2)² = 395 */
  struct pairs enough = made_pairs(&random, (uint32_t)(2 * estimate.needed), 0);
  assert_int_equal(pairs_estimate(&enough, 10, 0.2).needed, 0);
  assert_int_not_equal(pairs_estimate(&enough, 10, 0.2).verdict, VERDICT_UNCLEAR);
}

static void differences_without_spread_need_a_few_pairs(void **unused) {
  (void)unused;
  struct pairs none = { 0 }, one = { 0 };
  assert_int_equal(pairs_estimate(&none, 1, 1).verdict, VERDICT_UNCLEAR);
  for (int i = 1; i <= 30; i++) {
    pairs_add(&none, i % 3, i % 3);
    pairs_add(&one, i % 3, i % 3 + 1);
    struct estimate same = pairs_estimate(&none, 10, 0.5), other = pairs_estimate(&one, 10, 0.5);
    /* 2^(1-n) * 10 < 0.05 from n = 9 on. */
    assert_int_equal(same.verdict, i < 9 ? VERDICT_UNCLEAR : VERDICT_SAME);
    assert_int_equal(other.verdict, i < 9 ? VERDICT_UNCLEAR : VERDICT_DIFFERS);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(quantiles_are_those_of_the_tables),
    cmocka_unit_test(tails_are_exact_where_they_can_be),
    cmocka_unit_test(quantile_and_tail_are_inverse),
    cmocka_unit_test(means_and_deviations_are_those_by_hand),
    cmocka_unit_test(intervals_hold_as_often_as_they_say),
    cmocka_unit_test(together_they_hold_as_often),
    cmocka_unit_test(a_known_effect_is_found),
    cmocka_unit_test(the_number_needed_does),
    cmocka_unit_test(differences_without_spread_need_a_few_pairs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
