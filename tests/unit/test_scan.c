/* vm/scan.c: looking through an array gives what asking each element gives; damaged columns are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/random.h"
#include "vm/element.h"
#include "vm/scan.h"
#include "vm/set.h"

enum { ELEMENTS = 200, SPARE = 16, WORDS = 4, ROUNDS = 4000 };

static bool holds(int32_t value, enum scan_relation relation, int32_t key) {
  const bool answers[SCAN_RELATIONS] = { value == key, value != key, value<key, value <= key, value> key,
                                         value >= key };
  return answers[relation];
}

/* All widths, strides, relations, ranges and keys, small values so that many are equal. */
static void a_scan_is_a_loop(void **unused) {
  (void)unused;
  uint32_t seed = 1;
  char bytes[4 * ELEMENTS + SPARE];
  for (int round = 0; round < ROUNDS; round++) {
    const int32_t widths[] = { 1, 1, 2, 4 };
    int32_t width = widths[random_split_32(&seed) % 4], stride = (int32_t)(random_split_32(&seed) % 3) + 1;
    int32_t low = (int32_t)(random_split_32(&seed) % 100), count = (int32_t)(random_split_32(&seed) % 60) + 1;
    int32_t key = (int32_t)(random_split_32(&seed) % 5) - 2, set[2 * WORDS];
    if (round % 50 == 0) key = 1000; /* which no byte can be */
    if (round % 50 == 1) key = INT8_MIN;
    if (round % 50 == 2) key = INT8_MAX;
    int32_t fields[SCAN_FIELDS] = { 0, low, low + count - 1, stride };
    fields[SCAN_RELATION] = (int32_t)(random_split_32(&seed) % SCAN_RELATIONS);
    for (int32_t i = 0; i < ELEMENTS; i++)
      element_store(bytes + i * width, width, (int32_t)(random_split_32(&seed) % 5) - 2);
    bool is_short = width == 1 && stride == 1 && count <= SCAN_SHORT_MOST && low + count <= 64;
    if (is_short && fields[SCAN_RELATION] <= SCAN_NE) fields[SCAN_SHORT] = (1 << count) - 1;
    memset(set, 0, sizeof set);
    if (!scan_short(fields, bytes, key, set)) scan_elements(fields, bytes, width, key, set, WORDS);
    for (int32_t value = 0; value < 64 * WORDS; value++) {
      bool inside = value >= low && value < low + count;
      int32_t element = inside ? element_load(bytes + (value - low) * stride * width, width) : 0;
      assert_int_equal(set_has(set, WORDS, value),
                       inside && holds(element, (enum scan_relation)fields[SCAN_RELATION], key));
    }
  }
}

static void damaged_columns(void **unused) {
  (void)unused;
  int32_t ints[SCAN_FIELDS];
  struct storage storage = { .offset = 0, .width = 1, .count = 20 };
  struct program program = { .ints = ints, .storages = &storage, .storages_count = 1 };
  struct column column = { 0, SCAN_FIELDS, 1 };
  const int32_t good[SCAN_FIELDS] = { 0, 1, 5, 1, 5, -5, SCAN_EQ, -1, 0 };
  memcpy(ints, good, sizeof ints);
  assert_true(scan_fits(&program, &column, 4, 1));
  assert_false(scan_fits(&program, &column, 5, 1));
  assert_false(scan_fits(&program, &column, 0, 1));
  assert_false(scan_fits(&program, &(struct column){ 0, SCAN_FIELDS - 1, 1 }, 4, 1));
  const struct {
    enum scan_field field;
    int32_t value;
  } bad[] = {
    { SCAN_STORAGE, 1 }, { SCAN_STORAGE, -1 }, { SCAN_LOW, -1 },      { SCAN_HIGH, 0 },
    { SCAN_HIGH, 64 },   { SCAN_STRIDE, 0 },   { SCAN_STRIDE, 2000 }, { SCAN_RELATION, SCAN_RELATIONS },
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    memcpy(ints, good, sizeof ints);
    ints[bad[i].field] = bad[i].value;
    assert_false(scan_fits(&program, &column, 4, 1));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_scan_is_a_loop),
    cmocka_unit_test(damaged_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
