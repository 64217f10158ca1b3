/* The state block: what its hashes see and what they do not; sentences for errors. */
#include "tests/unit/assemble.h"

static void exact_hash_sees_everything(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  uint64_t exact = state_hash(&b->program, b->game.state, true);
  uint64_t position = state_hash(&b->program, b->game.state, false);
  assert_int_equal(exact, state_hash(&b->program, b->game.state, true));
  b->game.state->decisions++;
  b->game.state->random[2] ^= 1;
  b->game.state->trace = 77;
  b->game.state->barrier = 1;
  b->game.state->last_chooser = 1;
  assert_int_not_equal(exact, state_hash(&b->program, b->game.state, true));
  assert_int_equal(position, state_hash(&b->program, b->game.state, false));
  bench_free(b);
}

static void both_hashes_see_the_position(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  for (int exact = 0; exact < 2; exact++) {
    uint64_t before = state_hash(&b->program, b->game.state, exact);
    for (size_t byte = sizeof(struct state); byte < b->game.state->used; byte++) {
      ((char *)b->game.state)[byte] ^= 4;
      assert_int_not_equal(before, state_hash(&b->program, b->game.state, exact));
      ((char *)b->game.state)[byte] ^= 4;
    }
    ((char *)b->game.state)[b->game.state->used] ^= 4; /* dead */
    assert_int_equal(before, state_hash(&b->program, b->game.state, exact));
    b->game.state->chooser = 1;
    assert_int_not_equal(before, state_hash(&b->program, b->game.state, exact));
    b->game.state->chooser = -1;
  }
  bench_free(b);
}

/* Other code for the same rules has other places in code and stack, and registers of its own. */
static void table_hash_sees_the_table_alone(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  uint64_t before = state_hash_table(&b->program, b->game.state);
  for (size_t byte = sizeof(struct state); byte < b->game.state->used; byte++) {
    ((char *)b->game.state)[byte] ^= 4;
    bool on_table = byte < (size_t)b->program.meta->stack_offset;
    assert_int_equal(on_table, before != state_hash_table(&b->program, b->game.state));
    ((char *)b->game.state)[byte] ^= 4;
  }
  b->program.hash ^= 1;
  b->game.state->pc++;
  b->game.state->frame++;
  b->game.state->used++;
  b->game.state->choice++;
  assert_int_equal(before, state_hash_table(&b->program, b->game.state));
  b->game.state->random[2] ^= 1;
  assert_int_not_equal(before, state_hash_table(&b->program, b->game.state));
  bench_free(b);
}

static void lengths_that_are_no_words(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  uint64_t seen[8];
  for (uint32_t k = 0; k < 8; k++) {
    b->game.state->used = STACK_OFFSET + k;
    seen[k] = state_hash(&b->program, b->game.state, true);
    for (uint32_t j = 0; j < k; j++) assert_int_not_equal(seen[k], seen[j]);
  }
  bench_free(b);
}

static void every_error_has_a_sentence(void **unused) {
  (void)unused;
  for (int error = 0; error < RULE_ERROR_COUNT; error++)
    assert_true(strlen(rule_error_message((enum rule_error)error)) > 5);
  assert_string_equal(rule_error_message((enum rule_error)999), rule_error_message(RULE_CHECK));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(exact_hash_sees_everything),      cmocka_unit_test(both_hashes_see_the_position),
    cmocka_unit_test(table_hash_sees_the_table_alone), cmocka_unit_test(lengths_that_are_no_words),
    cmocka_unit_test(every_error_has_a_sentence),
  };
  return cmocka_run_group_tests_name("state", tests, NULL, NULL);
}
