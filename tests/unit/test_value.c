/* Tests of compiler/analysis/value.c: what numbers and values can be, joined, met and worked with. */
#include "tests/unit/checked.h"

#include "compiler/analysis/value.h"

static void is_range(struct value value, int64_t low, int64_t high) {
  assert_int_equal(value.low, low);
  assert_int_equal(value.high, high);
}

static void small_codes_are_told_apart(void **state) {
  (void)state;
  struct value value = value_join(value_one(2), value_one(5));
  is_range(value, 2, 5);
  assert_true(value_has(value, 2) && value_has(value, 5) && !value_has(value, 3));
  assert_true(value_is_nothing(value_meet(value, value_range(3, 4))));
  is_range(value_without(value, 5), 2, 2);
  is_range(value_without(value, 3), 2, 5);
}

static void large_codes_are_ranges(void **state) {
  (void)state;
  struct value value = value_join(value_one(-3), value_one(100));
  is_range(value, -3, 100);
  assert_true(value_has(value, 50));
  is_range(value_without(value, 100), -3, 99);
  is_range(value_without(value, -3), -2, 100);
  is_range(value_without(value, 50), -3, 100);
  is_range(value_meet(value, value_range(90, 200)), 90, 100);
  assert_true(value_equal(value, value_range(-3, 100)) && !value_equal(value, value_range(-3, 99)));
}

static void none_is_kept_apart(void **state) {
  (void)state;
  struct value none = value_nothing(), some = value_one(1);
  int64_t code;
  none.none = true;
  struct value both = value_join(none, some);
  assert_true(both.none && !value_is_one(both, &code) && !value_is_nothing(none));
  assert_true(value_is_one(value_some(both), &code) && code == 1);
  assert_true(value_meet(both, none).none && value_is_nothing(value_meet(some, none)));
  assert_true(value_is_nothing(value_nothing()));
}

static void numbers_are_worked_out(void **state) {
  (void)state;
  struct value a = value_range(-2, 5), b = value_range(3, 4);
  is_range(value_add(a, b), 1, 9);
  is_range(value_subtract(a, b), -6, 2);
  is_range(value_multiply(a, b), -8, 20);
  is_range(value_multiply(a, a), -10, 25);
  is_range(value_divide(value_range(-7, 20), b), -2, 6);
  is_range(value_divide(value_range(0, 20), value_range(0, 4)), 0, 20);
  is_range(value_divide(value_range(-9, 2), value_range(-1, 1)), -9, 9);
  is_range(value_remainder(value_range(0, 100), value_one(6)), 0, 5);
  is_range(value_remainder(value_range(-100, 2), value_one(6)), -5, 2);
  is_range(value_smaller(a, b), -2, 4);
  is_range(value_larger(a, b), 3, 5);
  assert_true(value_is_nothing(value_add(a, value_nothing())));
}

static void numbers_stop_at_the_ends(void **state) {
  (void)state;
  struct value all = value_range(INT64_MIN / 4, INT64_MAX / 4);
  is_range(all, INT32_MIN + 1, INT32_MAX);
  is_range(value_multiply(all, all), INT32_MIN + 1, INT32_MAX);
  is_range(value_add(all, value_one(1)), INT32_MIN + 2, INT32_MAX);
}

static void types_have_their_values(void **state) {
  (void)state;
  struct checked t;
  checked_open(&t, "enum Colour { red green blue }\nvar a: Colour or none = none\nvar b: 2..7 = 2\n"
                   "var c: set of Colour = []\nvar d: bool = true\nvar e: player = p1\n");
  struct value colour = value_of_type(t.c, checked_type(&t, "a"));
  is_range(colour, 0, 2);
  assert_true(colour.none);
  is_range(value_of_type(t.c, checked_type(&t, "b")), 2, 7);
  is_range(value_of_type(t.c, checked_type(&t, "c")), 0, 2);
  is_range(value_of_type(t.c, checked_type(&t, "d")), 0, 1);
  is_range(value_of_type(t.c, checked_type(&t, "e")), 0, 3);
  checked_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(small_codes_are_told_apart), cmocka_unit_test(large_codes_are_ranges),
    cmocka_unit_test(none_is_kept_apart),         cmocka_unit_test(numbers_are_worked_out),
    cmocka_unit_test(numbers_stop_at_the_ends),   cmocka_unit_test(types_have_their_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
