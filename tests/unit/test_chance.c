/* Chance: known values, so that every implementation deals the same cards. */
#include "tests/unit/assemble.h"

/* Worked out by a program in another language from the definition of the generator. */
static void known_draws(void **unused) {
  (void)unused;
  uint32_t random[4];
  chance_seed(random, 1, 0);
  assert_int_equal(random[3], 1);
  const uint32_t seeded[3] = { 0xe32f6940u, 0x5cfe5b33u, 0x8c2d6126u };
  assert_memory_equal(random, seeded, sizeof seeded);
  const uint32_t draws[6] = { 0x402dc474u, 0x4a688e76u, 0x7ae84186u, 0x8ede8948u, 0x7fca3f8fu, 0xb416cdabu };
  for (int i = 0; i < 6; i++) assert_int_equal(chance_draw(random), draws[i]);
}

static void below_takes_one_draw(void **unused) {
  (void)unused;
  uint32_t left[4], right[4];
  chance_seed(left, 7, 3);
  memcpy(right, left, sizeof left);
  assert_int_equal(chance_below(left, 1), 0);
  uint32_t drawn = chance_draw(right);
  assert_memory_equal(left, right, sizeof left);
  drawn = chance_draw(right);
  assert_int_equal(chance_below(left, 65535), (uint64_t)drawn * 65535 >> 32);
}

static void below_stays_below(void **unused) {
  (void)unused;
  uint32_t random[4], seen = 0;
  chance_seed(random, 99, 0);
  for (int i = 0; i < 1000; i++) {
    uint32_t value = chance_below(random, 6);
    assert_true(value < 6);
    seen |= 1u << value;
  }
  assert_int_equal(seen, 63);
}

static void bot_streams_differ_by_every_key(void **unused) {
  (void)unused;
  const uint32_t keys[6][4] = { { 1, 2, 3, 4 }, { 2, 2, 3, 4 }, { 1, 3, 3, 4 },
                                { 1, 2, 4, 4 }, { 1, 2, 3, 5 }, { 2, 1, 3, 4 } };
  uint32_t random[6][4];
  for (int i = 0; i < 6; i++) chance_seed_bot(random[i], keys[i][0], keys[i][1], keys[i][2], keys[i][3]);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < i; j++) assert_memory_not_equal(random[i], random[j], sizeof random[i]);
  chance_seed_bot(random[1], 1, 2, 3, 4);
  assert_memory_equal(random[0], random[1], sizeof random[0]);
}

static void the_first_number_of_a_bot(void **state) {
  uint32_t random[4];
  (void)state;
  for (uint32_t i = 0; i < 1000; i++) {
    chance_seed_bot(random, i * 77, i / 7, i % 5, i);
    assert_int_equal(chance_first_of_bot(chance_bots_of(i * 77, i / 7), i % 5, i), chance_draw_small(random));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(known_draws),
    cmocka_unit_test(below_takes_one_draw),
    cmocka_unit_test(below_stays_below),
    cmocka_unit_test(bot_streams_differ_by_every_key),
    cmocka_unit_test(the_first_number_of_a_bot),
  };
  return cmocka_run_group_tests_name("chance", tests, NULL, NULL);
}
