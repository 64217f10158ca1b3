/* Numbers from a key: the vectors that were published with SipHash-2-4, as far as they are whole words long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/keyed.h"

static void published_vectors(void **unused) {
  (void)unused;
  const uint64_t key[2] = { UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908) };
  const uint64_t words[2] = { UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908) };
  assert_int_equal(keyed_hash(key, words, 0), UINT64_C(0x726fdb47dd0e0e31));
  assert_int_equal(keyed_hash(key, words, 1), UINT64_C(0x93f5f5799a932462));
  assert_int_equal(keyed_hash(key, words, 2), UINT64_C(0x3f2acc7f57c29bdb));
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(published_vectors) };
  return cmocka_run_group_tests_name("keyed", tests, NULL, NULL);
}
