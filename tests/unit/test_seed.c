/* Seeds: small and long, as text, in saves; and that nothing a player is told leads back to them. */
#include "tests/unit/fixture.h"

#include "vm/chance.h"

static const trv_seed secret = { UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210) };

/* ---- as text ---- */

static void reads(const char *text, trv_seed expected) {
  trv_seed seed = { 1, 1 };
  assert_int_equal(trv_seed_read(text, &seed), TRV_OK);
  assert_memory_equal(&seed, &expected, sizeof seed);
}

static void refuses(const char *text) {
  trv_seed seed = { 5, 6 };
  assert_int_equal(trv_seed_read(text, &seed), TRV_E_ARGUMENT);
  assert_int_equal(seed.low, 5);
  assert_int_equal(seed.high, 6);
}

static void as_text(void **unused) {
  (void)unused;
  reads("0", (trv_seed){ 0, 0 });
  reads("4294967295", (trv_seed){ UINT32_MAX, 0 });
  reads("fedcba98765432100123456789abcdef", secret);
  reads("FEDCBA98765432100123456789ABCDEF", secret);
  reads("00000000000000000000000000000010", (trv_seed){ 16, 0 });
  refuses("");
  refuses("-1");
  refuses(" 1");
  refuses("x1");
  refuses("4294967296");
  refuses("99999999999999999999999999");
  refuses("fedcba98765432100123456789abcde");
  refuses("fedcba98765432100123456789abcdef0");
  refuses("fedcba98765432100123456789abcdeg");
  char text[TRV_SEED_TEXT];
  assert_int_equal(trv_seed_text(secret, text, sizeof text), 32);
  assert_string_equal(text, "fedcba98765432100123456789abcdef");
  assert_int_equal(trv_seed_text((trv_seed){ UINT32_MAX, 0 }, text, sizeof text), 10);
  assert_string_equal(text, "4294967295");
  assert_int_equal(trv_seed_text(secret, NULL, 0), 32);
  assert_true(trv_seed_is_long((trv_seed){ UINT64_C(1) << 32, 0 }));
  assert_true(trv_seed_is_long((trv_seed){ 0, 1 }));
  assert_false(trv_seed_is_long((trv_seed){ UINT32_MAX, 0 }));
}

/* ---- in games ---- */

static uint64_t started(trv_game *game, trv_seed seed, uint32_t number) {
  trv_game_start_seed(game, seed, number);
  return trv_game_hash(game, true);
}

static void games_repeat(void **unused) {
  (void)unused;
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = fixture_game(program, &setup, 7);
  uint64_t small = trv_game_hash(game, true);
  assert_int_equal(started(game, (trv_seed){ 7, 0 }, 0), small);
  uint64_t keyed = started(game, secret, 0);
  assert_int_equal(started(game, secret, 0), keyed);
  assert_int_not_equal(started(game, secret, 1), keyed);
  assert_int_not_equal(started(game, (trv_seed){ secret.low, secret.high + 1 }, 0), keyed);
  assert_int_not_equal(started(game, (trv_seed){ secret.low + 1, secret.high }, 0), keyed);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void saves_hold_long_seeds(void **unused) {
  (void)unused;
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_game *game = fixture_game(program, &setup, 7);
  uint64_t before = started(game, secret, 2);
  char *text, why[200];
  size_t length;
  trv_save *save;
  assert_int_equal(trv_save_write_seed(game, secret, 2, NULL, 0, &text, &length), TRV_OK);
  assert_non_null(strstr(text, "\nseed fedcba98765432100123456789abcdef\nnumber 2\n"));
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  trv_seed seed = trv_save_describe(save).seed;
  assert_memory_equal(&seed, &secret, sizeof seed);
  trv_game_start(game, 1, 0);
  assert_int_equal(trv_save_replay(save, game, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_hash(game, true), before);
  trv_save_free(save);
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* ---- the keyed generator ---- */

/* Worked out by a program in another language from the definitions in vm/chance.h and base/keyed.h. */
static void known_draws(void **unused) {
  (void)unused;
  uint32_t random[4];
  chance_seed_keyed(random, (const uint64_t[2]){ secret.low, secret.high }, 3);
  const uint32_t draws[4] = { 0x8b32e8d8u, 0x541a9350u, 0x0fca2751u, 0x16e95752u };
  for (int i = 0; i < 4; i++) assert_int_equal(chance_draw(random), draws[i]);
  assert_int_equal(random[3], CHANCE_KEYED | 4);
  assert_int_equal(trv_seed_of_bots(secret, 3), 0xf79aad87u);
  assert_int_equal(trv_seed_of_guest(secret, 3, 1, 9), 0xd60b6c72u);
}

/* At their ends the counters must not turn one kind of generator into the other. */
static void counters_begin_again(void **unused) {
  (void)unused;
  uint32_t small[4] = { 1, 2, 3, CHANCE_KEYED - 1 }, keyed[4] = { 1, 2, 3, UINT32_MAX };
  assert_int_equal(chance_draw(small), 1 + 2 + CHANCE_KEYED - 1);
  assert_int_equal(small[3], 0);
  chance_draw(keyed);
  assert_int_equal(keyed[3], CHANCE_KEYED);
}

/* ---- what others may be told ---- */

/* How many bits of two streams agree, of 32 * DRAWN; half of them by chance, give or take 128 (six deviations: 543). */
enum { DRAWN = 2048, TOLERANCE = 900 };
static uint32_t agreement(const uint32_t *left, const uint32_t *right) {
  uint32_t equal = 0;
  for (int i = 0; i < DRAWN; i++)
    for (uint32_t differ = ~(left[i] ^ right[i]); differ; differ &= differ - 1) equal++;
  return equal;
}

static void streams_are_independent(void **unused) {
  (void)unused;
  static uint32_t streams[5][DRAWN];
  uint32_t random[4];
  chance_seed_keyed(random, (const uint64_t[2]){ secret.low, secret.high }, 0);
  for (uint32_t i = 0; i < DRAWN; i++) {
    streams[0][i] = chance_draw(random);
    streams[1][i] = trv_seed_of_guest(secret, 0, 0, i);
    streams[2][i] = trv_seed_of_guest(secret, 0, 1, i);
    streams[3][i] = trv_seed_of_guest(secret, 1, 0, i);
    streams[4][i] = trv_seed_of_bots(secret, i);
  }
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < i; j++) {
      uint32_t equal = agreement(streams[i], streams[j]);
      assert_in_range(equal, DRAWN * 16 - TOLERANCE, DRAWN * 16 + TOLERANCE);
    }
}

/* Tries a million seeds: whether one of them gives these numbers in any way that is known to whoever reads the code. */
static bool is_found(const uint32_t told[3], uint32_t number, uint32_t seat) {
  for (uint32_t seed = 0; seed < 1000000; seed++) {
    uint64_t key[2] = { seed, 0 };
    if (trv_random_choice(seed, number, seat, 0, UINT32_MAX) == told[0] &&
        trv_random_choice(seed, number, seat, 1, UINT32_MAX) == told[1])
      return true;
    if (seed && (uint32_t)chance_derive(key, CHANCE_OF_GUESTS, number, seat, 2) == told[2]) return true;
  }
  return false;
}

static void what_guests_are_told_leads_nowhere(void **unused) {
  (void)unused;
  uint32_t told[3];
  for (uint32_t i = 0; i < 3; i++) told[i] = trv_seed_of_guest((trv_seed){ 123456, 0 }, 4, 1, i);
  assert_false(is_found(told, 4, 1));
  for (uint32_t i = 0; i < 3; i++) assert_int_equal(told[i], trv_seed_of_guest((trv_seed){ 77, 0 }, 4, 1, i));
  for (uint32_t i = 0; i < 3; i++) told[i] = trv_random_choice(123456, 4, 1, i, UINT32_MAX);
  assert_true(is_found(told, 4, 1)); /* the search itself is sound */
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(as_text),
    cmocka_unit_test(games_repeat),
    cmocka_unit_test(saves_hold_long_seeds),
    cmocka_unit_test(known_draws),
    cmocka_unit_test(counters_begin_again),
    cmocka_unit_test(streams_are_independent),
    cmocka_unit_test(what_guests_are_told_leads_nowhere),
  };
  return cmocka_run_group_tests_name("seed", tests, NULL, NULL);
}
