/* Splitmix: known values, since games and searches are repeated from their seeds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"

/* From the program in which its author published it. */
static void known_numbers_of_64_bits(void **unused) {
  (void)unused;
  uint64_t state = 0;
  assert_int_equal(random_split(&state), UINT64_C(0xe220a8397b1dcdaf));
  assert_int_equal(random_split(&state), UINT64_C(0x6e789e6aa1b965f4));
}

/* Worked out by a program in another language from the definition in bench/RULES.md. */
static void known_numbers_of_32_bits(void **unused) {
  (void)unused;
  uint32_t state = 0;
  assert_int_equal(random_split_32(&state), UINT32_C(0x64625032));
  assert_int_equal(random_split_32(&state), UINT32_C(0xd9c0799c));
}

static void below_stays_below(void **unused) {
  (void)unused;
  uint64_t state = 99;
  uint32_t seen = 0;
  for (int i = 0; i < 1000; i++) {
    uint32_t value = random_below(&state, 6);
    assert_true(value < 6);
    seen |= 1u << value;
  }
  assert_int_equal(seen, 63);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(known_numbers_of_64_bits),
    cmocka_unit_test(known_numbers_of_32_bits),
    cmocka_unit_test(below_stays_below),
  };
  return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
