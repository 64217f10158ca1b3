/* The interpreter: one semantic test for each opcode, on both loops, then choices, errors and pure queries.
 *
 * The table of opcode tests is made from opcodes.def: an opcode without a function test_NAME does not compile. */
#include "tests/unit/assemble.h"

/* Register values that make a bag of counts or a set of bits in slots x, x + 1. */
#define WORD(x, low, high) do { SET(x, (int32_t)(low)); SET((x) + 1, (int32_t)(high)); } while (0)

/* ---- flow ---- */

static void test_HALT(struct bench *b) {
  SET(2, 5);
  I(HALT, 0, 0, 0, 0);
  SET(2, 6);
  bench_finish(b);
  bench_expect(b, 2, 5);
}

static void test_JUMP(struct bench *b) {
  SET(2, 5);
  J(JUMP, 0, 0, bench_here(b) + 2);
  SET(2, 6);
  bench_finish(b);
  bench_expect(b, 2, 5);
}

static void test_LOOP(struct bench *b) {
  SET(2, 0);
  uint32_t start = bench_here(b);
  I(ADD_I, 0, 2, 2, 1);
  I(JUMP_EQ_I, 0, 2, 10, 1);
  J(LOOP, 0, 0, start);
  bench_finish(b);
  bench_expect(b, 2, 10);
  b->game.fuel_limit = 5;
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_FUEL);
}

static void test_JUMP_IF(struct bench *b) {
  SET(2, 1);
  J(JUMP_IF, 0, 2, bench_here(b) + 2);
  SET(2, 6);
  J(JUMP_IF, 0, 3, bench_here(b) + 2);
  SET(3, 7);
  bench_finish(b);
  bench_expect(b, 2, 1);
  bench_expect(b, 3, 7);
}

static void test_JUMP_NOT(struct bench *b) {
  SET(2, 1);
  J(JUMP_NOT, 0, 2, bench_here(b) + 2);
  SET(2, 6);
  J(JUMP_NOT, 0, 3, bench_here(b) + 2);
  SET(3, 7);
  bench_finish(b);
  bench_expect(b, 2, 6);
  bench_expect(b, 3, 0);
}

/* Runs a comparing jump on three pairs; bit k of the outcome says that pair k jumped. */
static int32_t jumps(struct bench *b, unsigned op, bool immediate) {
  const int pairs[3][2] = {{-3, 4}, {4, 4}, {5, 4}};
  SET(2, 0);
  for (int k = 0; k < 3; k++) {
    SET(3, pairs[k][0]);
    SET(4, pairs[k][1]);
    bench_emit(b, ins_make(op, 0, 3, immediate ? (unsigned)pairs[k][1] : 4, 1));
    I(JUMP_EQ, 0, 2, 2, 1);
    I(ADD_I, 0, 2, 2, 1 << k);
  }
  I(RETURN, 0, 0, 0, 0);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  return bench_register(b, 2);
}
static void test_JUMP_EQ(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_EQ, false), 2); }
static void test_JUMP_NE(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_NE, false), 5); }
static void test_JUMP_LT(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_LT, false), 1); }
static void test_JUMP_LE(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_LE, false), 3); }
static void test_JUMP_EQ_I(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_EQ_I, true), 2); }
static void test_JUMP_NE_I(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_NE_I, true), 5); }
static void test_JUMP_LT_I(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_LT_I, true), 1); }
static void test_JUMP_LE_I(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_LE_I, true), 3); }
static void test_JUMP_GT_I(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_GT_I, true), 4); }
static void test_JUMP_GE_I(struct bench *b) { assert_int_equal(jumps(b, OP_CODE_JUMP_GE_I, true), 6); }

static void test_JUMP_TABLE(struct bench *b) {
  SET(2, 1);
  I(JUMP_TABLE, 0, 2, 2, 0);
  J(JUMP, 0, 0, bench_here(b) + 2);
  J(JUMP, 0, 0, bench_here(b) + 2);
  I(RETURN, 0, 0, 0, 0);
  SET(3, 9);
  SET(2, 2);
  I(JUMP_TABLE, 0, 2, 2, 0);
  bench_fails(b, RULE_MISSING);
  bench_expect(b, 3, 9);
}

/* Proc 1 doubles its parameter. */
static void doubling(struct bench *b) {
  b->program.procs_count = 2;
  b->procs[1] = (struct proc){.entry = (int32_t)bench_here(b), .frame = 8, .params = 1, .result = 1};
  I(ADD, 0, 3, 2, 2);
  I(RETURN_VALUE, 1, 3, 0, 0);
}

static void test_CALL(struct bench *b) {
  J(JUMP, 0, 0, 4);
  doubling(b);
  SET(12, 21);
  J(CALL, 0, 10, 1);
  bench_finish(b);
  bench_expect(b, 10, 42);
}

static void test_CALL_CELL(struct bench *b) {
  J(JUMP, 0, 0, 4);
  doubling(b);
  SET(12, 21);
  SET(5, 1);
  I(CALL_CELL, 0, 10, 5, 0);
  SET(20, 77);
  SET(5, -1);
  I(CALL_CELL, 0, 20, 5, 0);
  bench_finish(b);
  bench_expect(b, 10, 42);
  bench_expect(b, 20, 77);
}

static void test_RETURN(struct bench *b) {
  b->program.procs_count = 2;
  J(CALL, 0, 10, 1);
  SET(3, 4);
  I(RETURN, 0, 0, 0, 0);
  b->procs[1] = (struct proc){.entry = (int32_t)bench_here(b), .frame = 8};
  SET(2, 8);
  bench_finish(b);
  bench_expect(b, 3, 4);
  bench_expect(b, 12, 8);
}

static void test_RETURN_VALUE(struct bench *b) {
  b->program.procs_count = 2;
  J(CALL, 0, 10, 1);
  I(RETURN, 0, 0, 0, 0);
  b->procs[1] = (struct proc){.entry = (int32_t)bench_here(b), .frame = 8, .result = 3};
  SET(4, 8);
  SET(5, 9);
  SET(6, 10);
  I(RETURN_VALUE, 3, 4, 0, 0);
  bench_finish(b);
  for (int k = 0; k < 3; k++) bench_expect(b, 10 + (uint32_t)k, 8 + k);
}

static void test_END_GAME(struct bench *b) {
  I(END_GAME, 0, 0, 0, 0);
  assert_int_equal(bench_run(b), STATE_OVER);
  assert_int_equal(b->game.state->used, STACK_OFFSET);
}

static void test_ERROR(struct bench *b) {
  J(ERROR, 0, 0, RULE_MISSING);
  bench_fails(b, RULE_MISSING);
  assert_int_equal(b->game.error_pc, 1);
}

static void test_DEPTH_CHECK(struct bench *b) {
  SET(2, 2);
  I(DEPTH_CHECK, 3, 3, 2, 0);
  I(DEPTH_CHECK, 3, 4, 3, 0);
  bench_fails(b, RULE_DEPTH);
  bench_expect(b, 3, 3);
}

/* ---- values ---- */

static void test_COPY(struct bench *b) {
  SET(2, -8);
  I(COPY, 0, 3, 2, 0);
  bench_finish(b);
  bench_expect(b, 3, -8);
}

static void test_COPY_N(struct bench *b) {
  WORD(2, 4, 5);
  I(COPY_N, 2, 8, 2, 0);
  bench_finish(b);
  bench_expect(b, 8, 4);
  bench_expect(b, 9, 5);
}

static void test_ZERO_N(struct bench *b) {
  WORD(2, 4, 5);
  SET(4, 6);
  I(ZERO_N, 2, 2, 0, 0);
  bench_finish(b);
  bench_expect(b, 2, 0);
  bench_expect(b, 3, 0);
  bench_expect(b, 4, 6);
}

static void test_INT(struct bench *b) {
  SET(2, -2000000000);
  bench_finish(b);
  bench_expect(b, 2, -2000000000);
}

static void test_CONSTANT(struct bench *b) {
  J(CONSTANT, 2, 4, b->columns[COLUMN_PAIRS].offset + 1);
  bench_finish(b);
  bench_expect(b, 4, 2);
  bench_expect(b, 5, 3);
}

/* Runs `op` on two values: R[4]. */
static int32_t calculate(struct bench *b, unsigned op, int32_t left, int32_t right) {
  SET(2, left);
  SET(3, right);
  bench_emit(b, ins_make(op, 0, 4, 2, 3));
  I(RETURN, 0, 0, 0, 0);
  enum state_status status = bench_run(b);
  b->program.code_count = 1;
  return status == STATE_FINISHED ? bench_register(b, 4) : -1000 - (int32_t)b->game.state->error;
}

static void test_ADD(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_ADD, 40, 2), 42);
  assert_int_equal(calculate(b, OP_CODE_ADD, INT32_MAX, 1), -1000 - RULE_OVERFLOW);
}
static void test_SUB(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_SUB, 40, 2), 38);
  assert_int_equal(calculate(b, OP_CODE_SUB, INT32_MIN, 1), -1000 - RULE_OVERFLOW);
}
static void test_MUL(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_MUL, 40, -2), -80);
  assert_int_equal(calculate(b, OP_CODE_MUL, 65536, 65536), -1000 - RULE_OVERFLOW);
}
static void test_DIV(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_DIV, -7, 2), -3);
  assert_int_equal(calculate(b, OP_CODE_DIV, 7, 0), -1000 - RULE_DIVISION);
  assert_int_equal(calculate(b, OP_CODE_DIV, INT32_MIN, -1), -1000 - RULE_OVERFLOW);
}
static void test_MOD(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_MOD, -7, 2), -1);
  assert_int_equal(calculate(b, OP_CODE_MOD, INT32_MIN, -1), 0);
  assert_int_equal(calculate(b, OP_CODE_MOD, 7, 0), -1000 - RULE_DIVISION);
}

static void test_ADD_I(struct bench *b) {
  SET(2, 5);
  I(ADD_I, 0, 3, 2, -7);
  SET(2, INT32_MIN);
  I(ADD_I, 0, 4, 2, -1);
  bench_fails(b, RULE_OVERFLOW);
  bench_expect(b, 3, -2);
}

static void test_MUL_I(struct bench *b) {
  SET(2, 5);
  I(MUL_I, 0, 3, 2, -7);
  SET(2, INT32_MAX);
  I(MUL_I, 0, 4, 2, 2);
  bench_fails(b, RULE_OVERFLOW);
  bench_expect(b, 3, -35);
}

static void test_SCALE(struct bench *b) {
  SET(2, 3);
  SET(3, 2);
  I(SCALE, 0, 2, 3, 7);
  bench_finish(b);
  bench_expect(b, 2, 23);
}

static void test_NEGATE(struct bench *b) {
  SET(2, 3);
  I(NEGATE, 0, 3, 2, 0);
  SET(2, INT32_MIN);
  I(NEGATE, 0, 2, 2, 0);
  bench_fails(b, RULE_OVERFLOW);
  bench_expect(b, 3, -3);
}

static void test_NOT(struct bench *b) {
  SET(2, 3);
  I(NOT, 0, 3, 2, 0);
  I(NOT, 0, 4, 3, 0);
  bench_finish(b);
  bench_expect(b, 3, 0);
  bench_expect(b, 4, 1);
}

static void test_MINIMUM(struct bench *b) { assert_int_equal(calculate(b, OP_CODE_MINIMUM, 3, -4), -4); }
static void test_MAXIMUM(struct bench *b) { assert_int_equal(calculate(b, OP_CODE_MAXIMUM, 3, -4), 3); }
static void test_EQ(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_EQ, 3, 3), 1);
  assert_int_equal(calculate(b, OP_CODE_EQ, 3, 4), 0);
}
static void test_NE(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_NE, 3, 3), 0);
  assert_int_equal(calculate(b, OP_CODE_NE, 3, 4), 1);
}
static void test_LT(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_LT, 3, 3), 0);
  assert_int_equal(calculate(b, OP_CODE_LT, -3, 3), 1);
}
static void test_LE(struct bench *b) {
  assert_int_equal(calculate(b, OP_CODE_LE, 3, 3), 1);
  assert_int_equal(calculate(b, OP_CODE_LE, 4, 3), 0);
}

static void test_EQ_I(struct bench *b) {
  SET(2, -3);
  I(EQ_I, 0, 3, 2, -3);
  I(EQ_I, 0, 4, 2, 3);
  bench_finish(b);
  bench_expect(b, 3, 1);
  bench_expect(b, 4, 0);
}

static void test_EQUAL_N(struct bench *b) {
  WORD(2, 1, 2);
  WORD(4, 1, 2);
  WORD(6, 1, 3);
  I(EQUAL_N, 2, 8, 2, 4);
  I(EQUAL_N, 2, 9, 2, 6);
  bench_finish(b);
  bench_expect(b, 8, 1);
  bench_expect(b, 9, 0);
}

static void test_INDEX(struct bench *b) {
  SET(2, 7);
  I(INDEX, 0, 3, 2, COLUMN_BOUNDS);
  SET(2, 8);
  I(INDEX, 0, 4, 2, COLUMN_BOUNDS);
  bench_fails(b, RULE_INDEX);
  bench_expect(b, 3, 4);
}

static void test_FIELD(struct bench *b) {
  SET(2, 2);
  I(FIELD, 0, 3, 2, COLUMN_SINGLE);
  bench_finish(b);
  bench_expect(b, 3, 30);
}

static void test_FIELD_N(struct bench *b) {
  SET(2, 1);
  I(FIELD_N, 0, 4, 2, COLUMN_PAIRS);
  bench_finish(b);
  bench_expect(b, 4, 3);
  bench_expect(b, 5, 4);
}

/* ---- variables ---- */

static void test_LOAD(struct bench *b) {
  SET(2, -123456);
  J(STORE, 0, 2, LONG_VARIABLE);
  J(LOAD, 0, 3, LONG_VARIABLE);
  bench_finish(b);
  bench_expect(b, 3, -123456);
}

static void test_STORE(struct bench *b) {
  SET(2, 9);
  J(STORE, 0, 2, BYTE_VARIABLE);
  SET(2, -99);
  J(STORE, 0, 2, SHORT_VARIABLE);
  J(LOAD, 0, 3, BYTE_VARIABLE);
  J(LOAD, 0, 4, SHORT_VARIABLE);
  SET(2, 10);
  J(STORE, 0, 2, BYTE_VARIABLE);
  bench_fails(b, RULE_RANGE);
  bench_expect(b, 3, 9);
  bench_expect(b, 4, -5);
}

static void test_LOAD_AT(struct bench *b) {
  SET(2, 3);
  SET(3, -4);
  I(STORE_AT, 0, 3, 2, SHORT_VARIABLE);
  I(LOAD_AT, 0, 4, 2, SHORT_VARIABLE);
  SET(2, 2);
  I(LOAD_AT, 0, 5, 2, SHORT_VARIABLE);
  bench_finish(b);
  bench_expect(b, 4, -4);
  bench_expect(b, 5, 0);
}

static void test_STORE_AT(struct bench *b) {
  SET(2, 3);
  SET(3, 7);
  I(STORE_AT, 0, 3, 2, BYTE_VARIABLE);
  SET(3, 1000);
  I(STORE_AT, 0, 3, 2, SHORT_VARIABLE);
  I(LOAD_AT, 0, 4, 2, BYTE_VARIABLE);
  I(LOAD_AT, 0, 5, 2, SHORT_VARIABLE);
  SET(3, -1);
  I(STORE_AT, 0, 3, 2, BYTE_VARIABLE);
  bench_fails(b, RULE_RANGE);
  bench_expect(b, 4, 7);
  bench_expect(b, 5, 500);
}

static void pair_round_trip(struct bench *b) {
  WORD(4, 11, 12);
  SET(2, 1);
  I(STORE_N, 0, 4, 2, SET_VARIABLE);
  I(LOAD_N, 0, 8, 2, SET_VARIABLE);
  SET(2, 0);
  I(LOAD_N, 0, 10, 2, SET_VARIABLE);
  bench_finish(b);
  bench_expect(b, 8, 11);
  bench_expect(b, 9, 12);
  bench_expect(b, 10, 0);
}
static void test_LOAD_N(struct bench *b) { pair_round_trip(b); }
static void test_STORE_N(struct bench *b) { pair_round_trip(b); }

static void test_FILL(struct bench *b) {
  SET(2, 6);
  J(FILL, 0, 2, BYTE_VARIABLE);
  J(LOAD_ALL, 0, 4, BYTE_VARIABLE);
  SET(2, 60);
  J(FILL, 0, 2, BYTE_VARIABLE);
  bench_fails(b, RULE_RANGE);
  for (uint32_t k = 0; k < 4; k++) bench_expect(b, 4 + k, 6);
}

static void all_round_trip(struct bench *b) {
  for (int k = 0; k < 4; k++) SET(4 + k, k - 1);
  J(STORE_ALL, 0, 4, SHORT_VARIABLE);
  J(LOAD_ALL, 0, 8, SHORT_VARIABLE);
  J(STORE_ALL, 0, 4, SET_VARIABLE);
  J(LOAD_ALL, 0, 12, SET_VARIABLE);
  J(STORE_ALL, 0, 4, BYTE_VARIABLE);
  bench_fails(b, RULE_RANGE);
  for (int k = 0; k < 4; k++) bench_expect(b, 8 + (uint32_t)k, k - 1);
  for (int k = 0; k < 4; k++) bench_expect(b, 12 + (uint32_t)k, k - 1);
}
static void test_LOAD_ALL(struct bench *b) { all_round_trip(b); }
static void test_STORE_ALL(struct bench *b) { all_round_trip(b); }

static void test_LOCAL_LOAD(struct bench *b) {
  for (int k = 0; k < 4; k++) SET(4 + k, 10 + k);
  SET(2, 1);
  I(LOCAL_LOAD, 1, 3, 4, 2);
  I(LOCAL_LOAD, 2, 10, 4, 2);
  bench_finish(b);
  bench_expect(b, 3, 11);
  bench_expect(b, 10, 12);
  bench_expect(b, 11, 13);
}

static void test_LOCAL_STORE(struct bench *b) {
  SET(2, 1);
  SET(3, 5);
  WORD(10, 6, 7);
  I(LOCAL_STORE, 1, 3, 4, 2);
  I(LOCAL_STORE, 2, 10, 20, 2);
  bench_finish(b);
  bench_expect(b, 5, 5);
  bench_expect(b, 22, 6);
  bench_expect(b, 23, 7);
}

static void test_PLAYERS(struct bench *b) {
  I(PLAYERS, 0, 2, 0, 0);
  bench_finish(b);
  bench_expect(b, 2, 2);
}

/* ---- sets ---- */

static void test_SET_ADD(struct bench *b) {
  SET(2, 70);
  I(SET_ADD, 2, 4, 2, 0);
  SET(2, 3);
  I(SET_ADD, 2, 4, 2, 0);
  SET(2, 128);
  I(SET_ADD, 2, 4, 2, 0);
  bench_fails(b, RULE_INDEX);
  assert_int_equal(bench_word(b, 4), 8);
  assert_int_equal(bench_word(b, 6), 64);
}

static void test_SET_HAS(struct bench *b) {
  WORD(4, 8, 0);
  SET(2, 3);
  I(SET_HAS, 1, 6, 4, 2);
  SET(2, 4);
  I(SET_HAS, 1, 7, 4, 2);
  SET(2, -1);
  I(SET_HAS, 1, 8, 4, 2);
  bench_finish(b);
  bench_expect(b, 6, 1);
  bench_expect(b, 7, 0);
  bench_expect(b, 8, 0);
}

static uint64_t set_operation(struct bench *b, unsigned op) {
  WORD(4, 12, 1);
  WORD(6, 10, 3);
  bench_emit(b, ins_make(op, 1, 8, 4, 6));
  bench_finish(b);
  return bench_word(b, 8);
}
static void test_SET_AND(struct bench *b) { assert_int_equal(set_operation(b, OP_CODE_SET_AND), 0x100000008); }
static void test_SET_OR(struct bench *b) { assert_int_equal(set_operation(b, OP_CODE_SET_OR), 0x30000000e); }
static void test_SET_LESS(struct bench *b) { assert_int_equal(set_operation(b, OP_CODE_SET_LESS), 4); }

static void test_SET_COUNT(struct bench *b) {
  WORD(4, 12, 1);
  WORD(6, 1, 0);
  I(SET_COUNT, 2, 2, 4, 0);
  bench_finish(b);
  bench_expect(b, 2, 4);
}

static void test_SET_INSIDE(struct bench *b) {
  WORD(4, 4, 0);
  WORD(6, 12, 0);
  I(SET_INSIDE, 1, 2, 4, 6);
  I(SET_INSIDE, 1, 3, 6, 4);
  bench_finish(b);
  bench_expect(b, 2, 1);
  bench_expect(b, 3, 0);
}

/* Adds up what a NEXT instruction visits: R[3] = the values as decimal digits. */
static int32_t digits(struct bench *b, instruction next) {
  SET(3, 0);
  SET(2, -1);
  uint32_t start = bench_here(b);
  bench_emit(b, next);
  I(MUL_I, 0, 3, 3, 10);
  I(ADD, 0, 3, 3, 2);
  J(LOOP, 0, 0, start);
  bench_finish(b);
  return bench_register(b, 3);
}

static void test_SET_NEXT(struct bench *b) {
  WORD(4, 0x2a, 0);
  assert_int_equal(digits(b, ins_make(OP_CODE_SET_NEXT, 1, 2, 4, 3)), 135);
}

/* ---- bags ---- */

static void test_BAG_ADD(struct bench *b) {
  WORD(4, 0x01020300, 0x7e);
  WORD(6, 0x01010101, 1);
  I(BAG_ADD, 1, 8, 4, 6);
  I(BAG_ADD, 1, 10, 8, 6);
  bench_fails(b, RULE_BAG);
  assert_int_equal(bench_word(b, 8), 0x7f02030401);
}

static void test_BAG_LESS(struct bench *b) {
  WORD(4, 0x01020300, 0x7f);
  WORD(6, 0x01010100, 0x7f);
  I(BAG_LESS, 1, 8, 4, 6);
  I(BAG_LESS, 1, 10, 8, 6);
  bench_fails(b, RULE_BAG);
  assert_int_equal(bench_word(b, 8), 0x00010200);
}

static void test_BAG_INSIDE(struct bench *b) {
  WORD(4, 0x01020300, 0x7f);
  WORD(6, 0x01010100, 0x7f);
  I(BAG_INSIDE, 1, 2, 6, 4);
  I(BAG_INSIDE, 1, 3, 4, 6);
  I(BAG_INSIDE, 1, 8, 4, 4);
  bench_finish(b);
  bench_expect(b, 2, 1);
  bench_expect(b, 3, 0);
  bench_expect(b, 8, 1);
}

static void test_BAG_SIZE(struct bench *b) {
  WORD(4, 0x7f7f7f7f, 0x7f7f7f7f);
  WORD(6, 1, 0x01000000);
  I(BAG_SIZE, 2, 2, 4, 0);
  bench_finish(b);
  bench_expect(b, 2, 8 * 127 + 2);
}

static void test_BAG_COUNT(struct bench *b) {
  WORD(4, 0x01020300, 0);
  SET(2, 2);
  I(BAG_COUNT, 1, 3, 4, 2);
  SET(2, -1);
  I(BAG_COUNT, 1, 6, 4, 2);
  bench_finish(b);
  bench_expect(b, 3, 2);
  bench_expect(b, 6, 0);
}

static void test_BAG_PUT(struct bench *b) {
  SET(2, 3);
  SET(3, 5);
  I(BAG_PUT, 1, 4, 2, 3);
  SET(3, -2);
  I(BAG_PUT, 1, 4, 2, 3);
  SET(3, -4);
  I(BAG_PUT, 1, 4, 2, 3);
  bench_fails(b, RULE_BAG);
  assert_int_equal(bench_word(b, 4), 0x03000000);
}

static void test_BAG_NEXT(struct bench *b) {
  WORD(4, 0x05000300, 0x100);
  assert_int_equal(digits(b, ins_make(OP_CODE_BAG_NEXT, 1, 2, 4, 3)), 135);
}

/* All hands of two from two red, one blue, two green: rr rb rg bg gg. */
static void hands(struct bench *b) {
  WORD(4, 0x00020102, 0);
  SET(2, 2);
  SET(20, 0);
  I(HAND_FIRST, 1, 6, 4, 2);
  uint32_t start = bench_here(b);
  SET(9, 30);
  I(LOCAL_STORE, 2, 6, 30, 20);
  I(ADD_I, 0, 20, 20, 1);
  I(HAND_NEXT, 1, 6, 4, 1);
  J(LOOP, 0, 0, start);
  SET(2, 6);
  I(HAND_FIRST, 1, 22, 4, 2);
  bench_finish(b);
  bench_expect(b, 20, 5);
  const int32_t expected[5] = {0x000002, 0x000101, 0x010001, 0x010100, 0x020000};
  for (uint32_t k = 0; k < 5; k++) bench_expect(b, 30 + 2 * k, expected[k]);
  assert_int_equal(bench_word(b, 22), 0);
}
static void test_HAND_FIRST(struct bench *b) { hands(b); }
static void test_HAND_NEXT(struct bench *b) { hands(b); }

/* ---- lists ---- */

static void push(struct bench *b, int list, int32_t value) {
  SET(2, value);
  I(LIST_PUSH, 0, list, 2, 5);
}

static void test_LIST_PUSH(struct bench *b) {
  for (int k = 0; k < 6; k++) push(b, 10, 20 + k);
  bench_fails(b, RULE_LIST_FULL);
  bench_expect(b, 10, 5);
  bench_expect(b, 15, 24);
}

static void test_LIST_GET(struct bench *b) {
  push(b, 10, 7);
  push(b, 10, 8);
  SET(3, 1);
  I(LIST_GET, 0, 4, 10, 3);
  SET(3, 2);
  I(LIST_GET, 0, 5, 10, 3);
  bench_fails(b, RULE_INDEX);
  bench_expect(b, 4, 8);
}

static void test_LIST_HAS(struct bench *b) {
  push(b, 10, 7);
  push(b, 10, 8);
  I(LIST_HAS, 0, 4, 10, 2);
  SET(2, 9);
  I(LIST_HAS, 0, 5, 10, 2);
  bench_finish(b);
  bench_expect(b, 4, 1);
  bench_expect(b, 5, 0);
}

static void test_LIST_SORT(struct bench *b) {
  const int32_t keys[4] = {2, 1, 2, 3};
  for (int k = 0; k < 4; k++) {
    push(b, 10, k);
    push(b, 20, keys[k]);
  }
  I(COPY_N, 6, 30, 10, 0);
  I(COPY_N, 6, 40, 20, 0);
  I(LIST_SORT, 0, 10, 20, 0);
  I(LIST_SORT, 1, 30, 40, 0);
  bench_finish(b);
  const int32_t rising[4] = {1, 0, 2, 3}, falling[4] = {3, 0, 2, 1};
  for (uint32_t k = 0; k < 4; k++) {
    bench_expect(b, 11 + k, rising[k]);
    bench_expect(b, 31 + k, falling[k]);
  }
}

static void test_LIST_RANDOM(struct bench *b) {
  I(LIST_RANDOM, 0, 4, 10, -3);
  for (int k = 0; k < 5; k++) push(b, 10, 20 + k);
  I(LIST_RANDOM, 0, 5, 10, -3);
  uint32_t random[4];
  memcpy(random, b->game.state->random, sizeof random);
  bench_finish(b);
  bench_expect(b, 4, -3);
  bench_expect(b, 5, 20 + (int32_t)chance_below(random, 5));
}

static void test_LIST_EQUAL(struct bench *b) {
  push(b, 10, 1);
  push(b, 20, 1);
  push(b, 30, 2);
  I(LIST_EQUAL, 0, 4, 10, 20);
  I(LIST_EQUAL, 0, 5, 10, 30);
  push(b, 20, 1);
  I(LIST_EQUAL, 0, 6, 10, 20);
  bench_finish(b);
  bench_expect(b, 4, 1);
  bench_expect(b, 5, 0);
  bench_expect(b, 6, 0);
}

/* ---- zones: R[x] holds a zone; what the operations do in detail is tested in test_zone.c ---- */

static void test_ZONE_SIZE(struct bench *b) {
  bench_put(b, POOL, RED, 3);
  bench_put(b, BITS, GOLD, 1);
  for (int zone = 0; zone < ZONES; zone++) {
    SET(2, zone);
    I(ZONE_SIZE, 0, 10 + zone, 2, 0);
  }
  bench_finish(b);
  bench_expect(b, 10 + PILE, 10);
  bench_expect(b, 10 + POOL, 3);
  bench_expect(b, 10 + BITS, 1);
  bench_expect(b, 10 + SLOT, 0);
}

static void test_ZONE_TOP(struct bench *b) {
  bench_put(b, SLOT, GREEN, 1);
  const int zones[3] = {PILE, SLOT, DISCARD};
  for (int k = 0; k < 3; k++) {
    SET(2, zones[k]);
    I(ZONE_TOP, 0, 10 + k, 2, 0);
  }
  bench_finish(b);
  bench_expect(b, 10, GOLD);
  bench_expect(b, 11, GREEN);
  bench_expect(b, 12, -1);
}

static void test_ZONE_BOTTOM(struct bench *b) {
  SET(2, PILE);
  I(ZONE_BOTTOM, 0, 3, 2, 0);
  SET(2, DISCARD);
  I(ZONE_BOTTOM, 0, 4, 2, 0);
  bench_finish(b);
  bench_expect(b, 3, RED);
  bench_expect(b, 4, -1);
}

static void test_ZONE_COUNT(struct bench *b) {
  bench_put(b, POOL, RED, 3);
  bench_put(b, BITS, GOLD, 1);
  const int zones[4] = {PILE, POOL, BITS, SLOT}, kinds[4] = {GOLD, RED, GOLD, RED}, counts[4] = {4, 3, 1, 0};
  for (int k = 0; k < 4; k++) {
    SET(2, zones[k]);
    SET(3, kinds[k]);
    I(ZONE_COUNT, 0, 10 + k, 2, 3);
  }
  SET(3, -1);
  I(ZONE_COUNT, 0, 14, 2, 3);
  bench_finish(b);
  for (uint32_t k = 0; k < 4; k++) bench_expect(b, 10 + k, counts[k]);
  bench_expect(b, 14, 0);
}

static void test_ZONE_BAG(struct bench *b) {
  bench_put(b, POOL, BLUE, 3);
  bench_put(b, BITS, GREEN, 1);
  const int zones[4] = {PILE, POOL, BITS, SLOT};
  for (int k = 0; k < 4; k++) {
    SET(2, zones[k]);
    I(ZONE_BAG, k == 3 ? 2 : 1, 10 + 2 * k, 2, 0);
  }
  bench_finish(b);
  assert_int_equal(bench_word(b, 10), 0x04010203);
  assert_int_equal(bench_word(b, 12), 0x0300);
  assert_int_equal(bench_word(b, 14), 0x010000);
  assert_int_equal(bench_word(b, 16), 0);
}

static void test_ZONE_LIST(struct bench *b) {
  bench_put(b, POOL, BLUE, 2);
  bench_put(b, POOL, RED, 1);
  SET(2, POOL);
  I(ZONE_LIST, 0, 10, 2, 5);
  I(ZONE_LIST, 1, 20, 2, 5);
  SET(2, PILE);
  I(ZONE_LIST, 1, 30, 2, 5);
  I(ZONE_LIST, 0, 40, 2, 2);
  bench_finish(b);
  const int32_t all[4] = {3, RED, BLUE, BLUE}, kinds[3] = {2, RED, BLUE}, pile[5] = {4, GOLD, GREEN, BLUE, RED};
  for (uint32_t k = 0; k < 4; k++) bench_expect(b, 10 + k, all[k]);
  for (uint32_t k = 0; k < 3; k++) bench_expect(b, 20 + k, kinds[k]);
  for (uint32_t k = 0; k < 5; k++) bench_expect(b, 30 + k, pile[k]);
  bench_expect(b, 40, 2);
}

static void test_ZONE_NEXT(struct bench *b) {
  bench_put(b, POOL, BLUE, 2);
  bench_put(b, POOL, GOLD, 1);
  SET(5, POOL);
  assert_int_equal(digits(b, ins_make(OP_CODE_ZONE_NEXT, 0, 2, 5, 3)), 13);
}

static void test_PILE_NEXT(struct bench *b) {
  bench_put(b, DISCARD, BLUE, 1);
  bench_put(b, DISCARD, GOLD, 2);
  SET(5, DISCARD);
  SET(3, 0);
  SET(6, -1);
  uint32_t start = bench_here(b);
  I(PILE_NEXT, 0, 6, 5, 3);
  I(MUL_I, 0, 3, 3, 10);
  I(ADD, 0, 3, 3, 7);
  J(LOOP, 0, 0, start);
  bench_finish(b);
  bench_expect(b, 3, 331);
  bench_expect(b, 6, 2);
}

/* Sets R[2] = kind, R[3] = count, R[4] = from, R[5] = to. */
static void moving(struct bench *b, int kind, int count, int from, int to) {
  SET(2, kind);
  SET(3, count);
  SET(4, from);
  SET(5, to);
}

static void test_ZONE_MOVE(struct bench *b) {
  bench_put(b, POOL, RED, 1);
  moving(b, RED, 0, POOL, HAND);
  I(ZONE_MOVE, 0, 2, 4, 5);
  moving(b, GREEN, 0, PILE, DISCARD);
  I(ZONE_MOVE, 0, 2, 4, 5);
  moving(b, RED, 0, PILE, DISCARD);
  I(ZONE_MOVE, 1, 2, 4, 5);
  moving(b, RED, 0, POOL, HAND);
  I(ZONE_MOVE, 0, 2, 4, 5);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, HAND), 1);
  assert_int_equal(zone_top(&b->program, b->game.state, DISCARD), GREEN);
  assert_int_equal(zone_bottom(&b->program, b->game.state, DISCARD), RED);
}

static void test_ZONE_MOVE_COUNT(struct bench *b) {
  moving(b, GOLD, 3, PILE, POOL);
  I(ZONE_MOVE_COUNT, 0, 2, 4, 5);
  I(ZONE_MOVE_COUNT, 0, 2, 4, 5);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, POOL), 3);
}

static void test_ZONE_MOVE_BAG(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  WORD(6, 0x02000001, 0);
  I(ZONE_MOVE_BAG, 0, 6, 4, 5);
  moving(b, 0, 0, POOL, HAND);
  I(ZONE_MOVE_BAG, 0, 6, 4, 5);
  I(ZONE_MOVE_BAG, 0, 6, 4, 5);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, HAND), 3);
  assert_int_equal(bench_size(b, POOL), 0);
}

static void test_ZONE_MOVE_ALL(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  I(ZONE_MOVE_ALL, 0, 0, 4, 5);
  bench_finish(b);
  assert_int_equal(bench_size(b, POOL), 10);
  assert_int_equal(bench_size(b, PILE), 0);
}

static void test_ZONE_MOVE_RANDOM(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  I(ZONE_MOVE_RANDOM, 0, 6, 4, 5);
  moving(b, 0, 0, DISCARD, POOL);
  I(ZONE_MOVE_RANDOM, 0, 7, 4, 5);
  int32_t order[10];
  zone_list(&b->program, b->game.state, PILE, false, order, 10);
  uint32_t random[4];
  memcpy(random, b->game.state->random, sizeof random);
  bench_finish(b);
  bench_expect(b, 6, order[chance_below(random, 10)]);
  bench_expect(b, 7, -1);
}

static void test_ZONE_DRAW(struct bench *b) {
  moving(b, 0, 0, PILE, HAND);
  SET(2, 12);
  I(ZONE_DRAW, 0, 2, 4, 5);
  bench_finish(b);
  assert_int_equal(bench_size(b, HAND), 10);
}

static void test_ZONE_DRAW_ONE(struct bench *b) {
  moving(b, 0, 0, PILE, HAND);
  I(ZONE_DRAW_ONE, 0, 6, 4, 5);
  SET(4, DISCARD);
  I(ZONE_DRAW_ONE, 0, 7, 4, 5);
  bench_finish(b);
  bench_expect(b, 6, GOLD);
  bench_expect(b, 7, -1);
}

static void test_ZONE_SHUFFLE(struct bench *b) {
  SET(2, PILE);
  I(ZONE_SHUFFLE, 0, 2, 0, 0);
  I(ZONE_LIST, 0, 10, 2, 10);
  bench_finish(b);
  const int32_t expected[10] = {0, 3, 1, 3, 3, 3, 1, 0, 2, 0}; /* from the top */
  for (uint32_t k = 0; k < 10; k++) bench_expect(b, 11 + k, expected[k]);
}

static void test_ZONE_SWAP(struct bench *b) {
  SET(2, PILE);
  SET(3, POOL);
  bench_put(b, POOL, RED, 1);
  I(ZONE_SWAP, 0, 2, 3, 0);
  bench_finish(b);
  assert_int_equal(bench_size(b, PILE), 1);
  assert_int_equal(bench_size(b, POOL), 10);
}

static void test_ZONE_REVEAL(struct bench *b) {
  b->game.log = &b->log;
  SET(2, GREEN);
  SET(3, PILE);
  SET(4, 1);
  I(ZONE_REVEAL, 0, 2, 3, 4);
  SET(3, POOL);
  I(ZONE_REVEAL, 0, 2, 3, 4);
  b->game.state->decisions = 3;
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(b->game.state->barrier, 3);
  assert_int_equal(b->log.count, 1);
  assert_int_equal(b->log.entries[0].audience, 2);
  assert_memory_equal(b->log.text + b->log.entries[0].start, "green", 5);
}

/* ---- chance ---- */

static void test_ROLL(struct bench *b) {
  SET(2, 6);
  I(ROLL, 0, 3, 2, 0);
  const int32_t rolls[1] = {4};
  I(ROLL, 0, 4, 2, 0);
  SET(2, 0);
  I(ROLL, 0, 5, 2, 0);
  bench_fails(b, RULE_ROLL);
  bench_expect(b, 3, 2);
  int32_t second = bench_register(b, 4);
  chance_seed(b->game.state->random, 1, 0);
  b->script = (struct script){.rolls = rolls, .roll_count = 1};
  b->game.script = &b->script;
  bench_run(b);
  bench_expect(b, 3, 4);
  bench_expect(b, 4, second);
}

/* ---- choices ---- */

enum { OFFER = 3 }; /* R[3]: how many of four candidates are offered; R[2]: the chooser */

/* A choice among the numbers 0 .. R[3] - 1 in R[10], as options 0 (even) and 1 (odd); option 2 is emitted last when
 * `last`. The bodies leave the number in R[4] and go on to the return. */
static void counting_choice(struct bench *b, int32_t flags, int32_t odd_flags, bool last) {
  b->program.choices_count = 1;
  b->program.options_count = 3;
  b->program.arguments_count = 1;
  SET(2, 1);
  J(CHOOSE, 0, 2, 0);
  uint32_t body = bench_here(b);
  I(COPY, 0, 4, 10, 0);
  I(RETURN, 0, 0, 0, 0);
  uint32_t otherwise = bench_here(b);
  SET(4, -7);
  I(RETURN, 0, 0, 0, 0);
  uint32_t enumerate = bench_here(b);
  SET(10, 0);
  SET(12, 2);
  uint32_t loop = bench_here(b);
  I(JUMP_LE, 0, OFFER, 10, 6);
  I(MOD, 0, 11, 10, 12);
  I(JUMP_NE_I, 0, 11, 0, 2);
  J(EMIT, 0, 0, 0);
  I(JUMP_EQ, 0, 10, 10, 1);
  J(EMIT, 0, 0, 1);
  J(JUMP, 0, 0, bench_here(b) + 2);
  J(JUMP, 0, 0, bench_here(b) + 3);
  I(ADD_I, 0, 10, 10, 1);
  J(LOOP, 0, 0, loop);
  if (last) {
    J(JUMP_EMITTED, 0, 0, bench_here(b) + 3);
    SET(10, 99);
    J(EMIT, 0, 0, 2);
  }
  I(END_OPTIONS, 0, 0, 0, 0);
  uint32_t label = bench_here(b);
  J(TEXT, 0, 0, 1);
  J(TEXT_VALUE, 0, 10, TYPE_INT);
  I(HALT, 0, 0, 0, 0);
  uint32_t explain = bench_here(b);
  SET(10, 5);
  J(DENY, 0, 0, 0);
  J(EMIT, 0, 0, 0);
  I(END_OPTIONS, 0, 0, 0, 0);
  b->choices[0] = (struct choice){.flags = flags, .enumerate = (int32_t)enumerate, .explain = (int32_t)explain,
                                  .prompt = -1, .options = 3, .top = 5, .frame = 16,
                                  .otherwise = last ? -1 : (int32_t)otherwise};
  b->arguments[0] = (struct argument){.slot = 10, .type = TYPE_INT};
  for (int k = 0; k < 3; k++)
    b->options[k] = (struct option){.flags = k == 1 ? odd_flags : k == 2 ? OPTION_OTHERWISE : 0,
                                    .body = (int32_t)body, .label = (int32_t)label, .arguments = 1};
  b->needs[0] = (struct need){.option = 0, .reason = (int32_t)label, .proc = -1};
  b->program.needs_count = 1;
}

static void offer(struct bench *b, int32_t count) { SET(OFFER, count); }

static void test_CHOOSE(struct bench *b) {
  offer(b, 4);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  struct state *s = b->game.state;
  assert_int_equal(s->options, 4);
  assert_int_equal(s->chooser, 1);
  assert_int_equal(s->used, STACK_OFFSET + 4 * 5);
  assert_false(interp_choose(&b->game, 4));
  assert_true(interp_choose(&b->game, 3));
  assert_int_equal(s->status, STATE_FINISHED);
  bench_expect(b, 4, 3);
  assert_int_equal(s->decisions, 1);
  assert_int_equal(s->last_chooser, 1);
  assert_int_equal(s->choice, -1);
}

/* One candidate is taken by itself, and counts as no decision; an idle one alone is not offered either. */
static void test_EMIT(struct bench *b) {
  offer(b, 1);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, 0);
  assert_int_equal(b->game.state->decisions, 0);
  b->options[0].flags = b->options[1].flags = OPTION_IDLE;
  b->code[1] = ins_make_long(OP_CODE_INT, 0, OFFER, 4);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, 0);
  b->choices[0].flags = CHOICE_ALWAYS;
  assert_int_equal(bench_run(b), STATE_CHOICE);
  assert_int_equal(b->game.state->options, 4);
}

static void test_JUMP_EMITTED(struct bench *b) {
  offer(b, 0);
  counting_choice(b, 0, 0, true);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, 99);
  b->code[1] = ins_make_long(OP_CODE_INT, 0, OFFER, 2);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  assert_int_equal(b->game.state->options, 2);
}

struct heard { int options, denied; int32_t argument; int32_t frame[16]; };
static bool hear_option(void *context, int32_t option, const int32_t *frame) {
  struct heard *heard = context;
  (void)option;
  heard->options++;
  heard->argument = frame[10];
  memcpy(heard->frame, frame, sizeof heard->frame);
  return true;
}
static bool hear_denied(void *context, int32_t need, const int32_t *frame) {
  struct heard *heard = context;
  assert_int_equal(need, 0);
  heard->denied++;
  heard->argument = frame[10];
  return true;
}

static void test_DENY(struct bench *b) {
  offer(b, 4);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  struct heard heard = {0};
  struct option_sink sink = {hear_option, hear_denied, &heard};
  assert_int_equal(interp_enumerate(&b->game, true, &sink), RULE_NONE);
  assert_int_equal(heard.denied, 1);
  assert_int_equal(heard.options, 1);
  assert_int_equal(heard.argument, 5);
}

static void test_END_OPTIONS(struct bench *b) {
  offer(b, 0);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, -7);
  b->choices[0].otherwise = -1;
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_STUCK);
}

/* ---- text ---- */

static void expect_text(struct bench *b, const char *expected) {
  char text[64];
  struct text_sink out = {.text = text, .capacity = sizeof text};
  int32_t frame[8] = {0, 0, GREEN, 1};
  I(HALT, 0, 0, 0, 0);
  assert_int_equal(interp_text(&b->game, 1, frame, 8, &out), RULE_NONE);
  assert_int_equal(out.length, strlen(expected));
  assert_memory_equal(text, expected, out.length);
}

static void test_TEXT(struct bench *b) {
  J(TEXT, 0, 0, 1);
  expect_text(b, "red");
}
static void test_TEXT_VALUE(struct bench *b) {
  J(TEXT_VALUE, 0, 2, TYPE_CARD);
  expect_text(b, "green");
}
static void test_TEXT_STRING(struct bench *b) {
  I(TEXT_STRING, 0, 3, 0, 0);
  expect_text(b, "red");
}

/* Says "red" to `audience` through the instruction at hand, with a listener and without. */
static void expect_said(struct bench *b, uint32_t audience, uint32_t barrier) {
  J(TEXT, 0, 0, 1);
  I(SAY_END, 0, 0, 0, 0);
  b->game.state->decisions = 5;
  bench_finish(b);
  assert_int_equal(b->game.state->barrier, barrier);
  b->game.log = &b->log;
  assert_int_equal(bench_run(b), STATE_FINISHED);
  assert_int_equal(b->log.count, 1);
  assert_int_equal(b->log.entries[0].audience, audience);
  assert_int_equal(b->log.entries[0].length, 3);
  assert_memory_equal(b->log.text + b->log.entries[0].start, "red", 3);
}

static void test_SAY(struct bench *b) {
  J(SAY, 0, 0, bench_here(b) + 3);
  expect_said(b, UINT32_MAX, 0);
}
static void test_SAY_TO(struct bench *b) {
  SET(2, 1);
  J(SAY_TO, 0, 2, bench_here(b) + 3);
  expect_said(b, 2, 5);
}
static void test_SAY_SET(struct bench *b) {
  WORD(2, 1, 0);
  J(SAY_SET, 0, 2, bench_here(b) + 3);
  expect_said(b, 1, 5);
}
static void test_SAY_END(struct bench *b) { test_SAY(b); }

static void test_FAIL(struct bench *b) {
  I(FAIL, 0, 0, 0, 0);
  J(TEXT, 0, 0, 1);
  I(FAIL_END, 0, 0, 0, 0);
  bench_fails(b, RULE_FAILED);
  assert_string_equal(b->game.error_text, "red");
}
static void test_FAIL_END(struct bench *b) { test_FAIL(b); }

/* ---- scenarios ---- */

static void test_PUT(struct bench *b) {
  SET(2, GOLD);
  SET(3, POOL);
  SET(4, 3);
  I(PUT, 0, 2, 3, 4);
  I(PUT, 0, 2, 3, 4);
  bench_fails(b, RULE_NO_CARDS);
  assert_int_equal(zone_count(&b->program, b->game.state, POOL, GOLD), 4);
}

static void test_PUT_BACK(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  I(ZONE_MOVE_ALL, 0, 0, 4, 5);
  I(PUT_BACK, 0, 5, 0, 0);
  bench_finish(b);
  assert_int_equal(bench_size(b, PILE), 10);
}

static void test_PUT_ON_TOP(struct bench *b) {
  SET(2, GREEN);
  SET(3, PILE);
  I(PUT_ON_TOP, 0, 2, 3, 0);
  I(ZONE_TOP, 0, 4, 3, 0);
  SET(3, DISCARD);
  I(PUT_ON_TOP, 0, 2, 3, 0);
  bench_finish(b);
  bench_expect(b, 4, GREEN);
  assert_int_equal(bench_size(b, PILE), 9);
}

/* ---- every opcode, on both loops ---- */

static void (*const opcode_tests[])(struct bench *b) = {
#define OP(name, operands, text) test_##name,
#include "vm/opcodes.def"
#undef OP
};

static void run_opcode_test(void **test) {
  for (int checked = 0; checked < 2; checked++) {
    struct bench *b = bench_new(checked);
    (*(void (*const *)(struct bench *b))*test)(b);
    bench_free(b);
  }
}

/* ---- the interface ---- */

static void playout_equals_choosing(void **unused) {
  (void)unused;
  for (int width = 16; width <= 200; width += 92) { /* the larger frames are not recorded but enumerated again */
    struct bench *left = bench_new(false), *right = bench_new(false);
    struct bench *both[2] = {left, right};
    for (int k = 0; k < 2; k++) {
      struct bench *b = both[k];
      offer(b, 4);
      counting_choice(b, 0, 0, false);
      b->choices[0].frame = width;
      b->code[4] = ins_make_long(OP_CODE_JUMP, 0, 0, 2); /* the body asks again, for ever */
      assert_int_equal(bench_run(b), STATE_CHOICE);
    }
    uint32_t random[4], same[4];
    chance_seed_bot(random, 1, 2, 3, 4);
    memcpy(same, random, sizeof same);
    interp_playout(&left->game, random, 50);
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
  struct heard heard = {0};
  struct option_sink sink = {hear_option, NULL, &heard};
  assert_int_equal(interp_enumerate(&b->game, false, &sink), RULE_NONE);
  assert_int_equal(heard.options, 4);
  assert_int_equal(heard.argument, 3);
  char text[32];
  struct text_sink out = {.text = text, .capacity = sizeof text};
  assert_int_equal(interp_text(&b->game, b->options[0].label, heard.frame, 16, &out), RULE_NONE);
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
  b->procs[1] = (struct proc){.entry = 2, .frame = 20};
  b->procs[2] = (struct proc){.entry = 3, .frame = 20};
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
#define OP(name, operands, text) {#name, run_opcode_test, NULL, NULL, (void *)&opcode_tests[OP_CODE_##name]},
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
