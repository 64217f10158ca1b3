/* Square roots of whole numbers: rounded down, whatever the guess. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/root.h"

static void is_root(uint64_t number, uint64_t guess) {
  uint64_t root = root_from(number, guess);
  assert_true(root * root <= number);
  assert_true((root + 1) * (root + 1) > number);
}

static void rounds_down(void **unused) {
  (void)unused;
  assert_int_equal(root_from(0, 7), 0);
  uint64_t random = 5;
  for (uint64_t number = 1; number < 3000; number++)
    for (uint64_t guess = 0; guess < 70; guess += 3) is_root(number, guess);
  for (int i = 0; i < 10000; i++) {
    uint64_t number = random_split(&random) >> (2 + i % 50);
    is_root(number, random_split(&random) >> (i % 64));
    is_root(number, 0);
  }
  is_root((UINT64_C(1) << 62) - 1, 1);
  is_root(UINT64_C(1) << 62, UINT64_C(1) << 31);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(rounds_down) };
  return cmocka_run_group_tests_name("root", tests, NULL, NULL);
}
