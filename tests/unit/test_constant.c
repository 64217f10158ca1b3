/* compiler/constant.c: what is worked out before play, and what cannot be. */
#include "tests/unit/checked.h"

#include "compiler/constant.h"

static int32_t value_of(const char *expression) {
  struct checked t;
  checked_start(&t);
  checked_run(&t, arena_format(t.lang.arena,
                               "enum Town(cost: int) { paris(3) rome(2) }\n"
                               "const base = 5\nconst home = rome\nconst it = %s\n",
                               expression));
  if (t.lang.diags.errors) print_error("%s: %s\n", expression, lang_codes(&t.lang));
  assert_int_equal(t.lang.diags.errors, 0);
  int32_t value = checked_symbol(&t, "it")->value;
  checked_close(&t);
  return value;
}

static void arithmetic(void **unused) {
  (void)unused;
  assert_int_equal(value_of("2 + 3 * 4"), 14);
  assert_int_equal(value_of("(2 + 3) * 4"), 20);
  assert_int_equal(value_of("-7 / 2"), -3);
  assert_int_equal(value_of("-7 % 2"), -1);
  assert_int_equal(value_of("base - 9"), -4);
  assert_int_equal(value_of("-base"), -5);
  assert_int_equal(value_of("2_147_483_647"), INT32_MAX);
}

static void conditions(void **unused) {
  (void)unused;
  assert_int_equal(value_of("base == 5 and base != 4"), 1);
  assert_int_equal(value_of("base < 5 or base > 5"), 0);
  assert_int_equal(value_of("not (base <= 5)"), 0);
  assert_int_equal(value_of("base >= 5"), 1);
  assert_int_equal(value_of("if base > 3 then 10 else 20"), 10);
  assert_int_equal(value_of("if base > 9 then 10 else 20"), 20);
}

static void values_and_fields(void **unused) {
  (void)unused;
  assert_int_equal(value_of("home"), 1);
  assert_int_equal(value_of("Town.paris"), 0);
  assert_int_equal(value_of("home.cost + paris.cost"), 5);
  assert_int_equal(value_of("home == rome"), 1);
}

static void the_order_of_declarations_is_free(void **unused) {
  (void)unused;
  struct checked t;
  checked_open(&t, "const a = b + 1\nconst b = c * 2\nconst c = 4\nvar v[1..a]: int = 0\nsetup { v[1] = a }");
  assert_string_equal(lang_codes(&t.lang), "");
  assert_int_equal(checked_symbol(&t, "a")->value, 9);
  assert_int_equal(checked_symbol(&t, "v")->instances, 9);
  checked_close(&t);
}

static void what_is_not_known_before_play(void **unused) {
  (void)unused;
  checked_expect("const a = b\nconst b = a", "E0314 2:7");
  checked_expect("const a = a + 1", "E0314 2:7");
  checked_expect("const a = seats()", "E0314 2:11");
  checked_expect("var v: int = 3\nconst a = v", "E0314 3:11");
  checked_expect("var v[player]: int = 3\nconst a = v[p1]", "E0314 3:11");
  checked_expect("setting s: bool = false \"s\"\nconst a = s", "E0314 3:11");
  checked_expect("fn f() -> int = 3\nconst a = f()", "E0314 3:11");
  checked_expect("const a = roll 6", "E0308 2:11");
  checked_expect("const a = 1 / 0", "E0314 2:11");
  checked_expect("const a = 2_147_483_647 + 1", "E0314 2:11");
  checked_expect("const a = nonsense", "E0201 2:11");
  checked_expect("track t: 0..seats() = 0", "E0314 2:13");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(arithmetic),
    cmocka_unit_test(conditions),
    cmocka_unit_test(values_and_fields),
    cmocka_unit_test(the_order_of_declarations_is_free),
    cmocka_unit_test(what_is_not_known_before_play),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
