/* Hashes: known values, since they are stored in files and pinned by tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/hash.h"

/* From the page of the authors of FNV. */
static void fnv_is_that_of_its_authors(void **unused) {
  (void)unused;
  assert_int_equal(hash_fnv_text(HASH_START, ""), UINT64_C(0xcbf29ce484222325));
  assert_int_equal(hash_fnv_text(HASH_START, "a"), UINT64_C(0xaf63dc4c8601ec8c));
  assert_int_equal(hash_fnv_text(HASH_START, "foobar"), UINT64_C(0x85944171f73967e8));
  assert_int_equal(hash_fnv_bytes(HASH_START, "foobar", 6), UINT64_C(0x85944171f73967e8));
  assert_int_equal(hash_fnv_32(HASH_START_32, 'a'), UINT32_C(0xe40c292c));
}

static void bytes_beyond_seven_bits_are_not_negative(void **unused) {
  (void)unused;
  assert_int_equal(hash_fnv_text(HASH_START, "\xe9"), hash_fnv(HASH_START, 0xe9));
}

static void the_end_of_a_digest_tells_its_length(void **unused) {
  (void)unused;
  uint64_t none = hash_bytes(0, "", 0), zero = hash_bytes(0, "\0", 1), two = hash_bytes(0, "\0\0", 2);
  assert_int_not_equal(none, zero);
  assert_int_not_equal(zero, two);
  assert_int_equal(hash_bytes(7, "\1\0\0\0\0\0\0\0", 8), hash_word(hash_word(7, 1), 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(fnv_is_that_of_its_authors),
    cmocka_unit_test(bytes_beyond_seven_bits_are_not_negative),
    cmocka_unit_test(the_end_of_a_digest_tells_its_length),
  };
  return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
