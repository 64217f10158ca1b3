/* The interpreter: one semantic test for each opcode, on all loops and, in the checking one, with all sorts of damage to
 * its code; then choices, errors and pure queries.
 *
 * The table of opcode tests is made from opcodes.def: an opcode without a function test_NAME does not compile. */
#include "tests/unit/damage.h"
#include "tests/unit/opcodes_cards.h"
#include "tests/unit/opcodes_pairs.h"
#include "tests/unit/opcodes_values.h"

/* ---- every opcode, on all loops ---- */

static void (*const opcode_tests[])(struct bench *b) = {
#define OP(name, operands, effects, text) test_##name,
#include "vm/opcodes.def"
#undef OP
};

static void run_opcode_test(void **test) {
  enum { TRUSTING, PLAIN, COUNTING, CHECKING, DAMAGED, LOOPS };
  for (int loop = 0; loop < LOOPS; loop++) {
    struct bench *b = bench_new(loop >= CHECKING);
    b->program.plain_interpreter = loop == PLAIN;
    if (loop == COUNTING) b->game.visits = b->visits;
    b->before_run = loop == DAMAGED ? damage : starve;
    (*(void (*const *)(struct bench * b)) * test)(b);
    bench_free(b);
  }
}

/* ---- the interface ---- */

static void playout_equals_choosing(void **unused) {
  (void)unused;
  for (int width = 16; width <= 200; width += 92) { /* the larger frames are not recorded but enumerated again */
    struct bench *left = bench_new(false), *right = bench_new(false);
    struct bench *both[2] = { left, right };
    for (int k = 0; k < 2; k++) {
      struct bench *b = both[k];
      offer(b, 4);
      counting_choice(b, 0, 0, false);
      b->choices[0].frame = width;
      b->choices[0].arguments = width - b->choices[0].top;
      b->code[4] = ins_make_long(OP_CODE_JUMP, 0, 0, 2); /* the body asks again, for ever */
      assert_int_equal(bench_run(b), STATE_CHOICE);
    }
    uint32_t random[4], same[4];
    chance_seed_bot(random, 1, 2, 3, 4);
    memcpy(same, random, sizeof same);
    assert_true(interp_playout(&left->game, bench_decide, random, 50));
    for (int k = 0; k < 50; k++) assert_true(interp_choose(&right->game, chance_below(same, 4)));
    assert_int_equal(left->game.state->status, STATE_CHOICE);
    assert_int_equal(left->game.state->decisions, 50);
    assert_int_equal(left->game.state->used, right->game.state->used);
    assert_memory_equal(left->game.state, right->game.state, left->game.state->used);
    bench_free(left);
    bench_free(right);
  }
}

static void enumerating_leaves_the_state(void **unused) {
  (void)unused;
  struct bench *b = bench_new(true);
  offer(b, 4);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  size_t size = (size_t)b->meta.state_bytes;
  char *before = malloc(size);
  memcpy(before, b->game.state, size);
  struct heard heard = { 0 };
  struct option_sink sink = { hear_option, NULL, &heard };
  assert_int_equal(interp_enumerate(&b->game, false, &sink), RULE_NONE);
  assert_int_equal(heard.options, 4);
  assert_int_equal(heard.argument, 3);
  char text[32];
  struct text_sink out = { .text = text, .capacity = sizeof text };
  assert_int_equal(interp_text(&b->game, &(struct text_source){ b->options[0].label, heard.frame, 16, 1 }, &out),
                   RULE_NONE);
  assert_int_equal(out.length, 4);
  assert_memory_equal(text, "red3", 4);
  assert_memory_equal(before, b->game.state, size);
  free(before);
  bench_free(b);
}

static void pure_calls_give_results_or_errors(void **unused) {
  (void)unused;
  struct bench *b = bench_new(true);
  doubling(b);
  b->procs[1].entry = 1;
  int32_t argument = 21, result = 0;
  struct state before = *b->game.state;
  assert_int_equal(interp_call_pure(&b->game, 1, &argument, 1, &result, 1), RULE_NONE);
  assert_int_equal(result, 42);
  argument = INT32_MAX;
  assert_int_equal(interp_call_pure(&b->game, 1, &argument, 1, &result, 1), RULE_OVERFLOW);
  assert_memory_equal(&before, b->game.state, sizeof before);
  bench_free(b);
}

static void errors_know_their_callers(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  b->program.procs_count = 3;
  J(CALL, 0, 10, 1);
  J(CALL, 0, 10, 2);
  J(ERROR, 0, 0, RULE_MISSING);
  b->procs[1] = (struct proc){ .entry = 2, .frame = 20 };
  b->procs[2] = (struct proc){ .entry = 3, .frame = 20 };
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.error_pc, 3);
  assert_int_equal(b->game.error_chain_length, 2);
  assert_int_equal(b->game.error_chain[0], 3);
  assert_int_equal(b->game.error_chain[1], 2);
  bench_free(b);
}

static void calling_for_ever_ends(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  J(CALL, 0, 2, 0);
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_DEPTH);
  bench_free(b);
}

static void cancelling_stops(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  volatile int cancel = 1;
  b->game.cancel = &cancel;
  b->game.fuel_limit = UINT64_MAX;
  J(LOOP, 0, 0, 1);
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_FUEL);
  bench_free(b);
}

static void barriers(void **unused) {
  (void)unused;
  struct bench *b = bench_new(false);
  offer(b, 4);
  counting_choice(b, 0, 0, false);
  b->code[4] = ins_make_long(OP_CODE_JUMP, 0, 0, 2);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  assert_true(interp_choose(&b->game, 0));
  assert_true(interp_choose(&b->game, 1));
  assert_int_equal(b->game.state->barrier, 0); /* both by the same player */
  b->code[2] = ins_make_long(OP_CODE_INT, 0, 2, 0);
  assert_true(interp_choose(&b->game, 1));
  assert_true(interp_choose(&b->game, 1));
  assert_int_equal(b->game.state->barrier, 3); /* the other player made the fourth */
  bench_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define OP(name, operands, effects, text) { #name, run_opcode_test, NULL, NULL, (void *)&opcode_tests[OP_CODE_##name] },
#include "vm/opcodes.def"
#undef OP
    cmocka_unit_test(playout_equals_choosing),
    cmocka_unit_test(enumerating_leaves_the_state),
    cmocka_unit_test(pure_calls_give_results_or_errors),
    cmocka_unit_test(errors_know_their_callers),
    cmocka_unit_test(calling_for_ever_ends),
    cmocka_unit_test(cancelling_stops),
    cmocka_unit_test(barriers),
  };
  return cmocka_run_group_tests_name("interp", tests, NULL, NULL);
}
