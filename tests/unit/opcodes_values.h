/* Semantic tests of the opcodes for flow, values, variables, sets, bags and lists; a part of test_interp.c. Each gets a
 * fresh bench, emits its code and runs it. */
#ifndef TESTS_OPCODES_VALUES_H
#define TESTS_OPCODES_VALUES_H

#include "tests/unit/assemble.h"
#include "vm/scan.h"

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

/* Jumps over what would set R[2] for a set with a value in its second word, and R[3] for one without. */
static void jumps_by_sets(struct bench *b, enum opcode op) {
  WORD(4, 0, 0);
  WORD(6, 0, 8);
  bench_emit(b, ins_make(op, 2, 4, 0, 1));
  SET(2, 5);
  bench_emit(b, ins_make(op, 1, 4, 0, 1));
  SET(3, 6);
  bench_finish(b);
}
static void test_JUMP_SOME(struct bench *b) {
  jumps_by_sets(b, OP_CODE_JUMP_SOME);
  bench_expect(b, 2, 0);
  bench_expect(b, 3, 6);
}
static void test_JUMP_EMPTY(struct bench *b) {
  jumps_by_sets(b, OP_CODE_JUMP_EMPTY);
  bench_expect(b, 2, 5);
  bench_expect(b, 3, 0);
}

/* Bit k of the outcome says that number k of four jumped: below, at both ends of, and above 3..7. */
static int32_t jumps_by_range(struct bench *b, unsigned op) {
  const int numbers[4] = { -3, 3, 7, 8 };
  SET(2, 0);
  for (int k = 0; k < 4; k++) {
    SET(3, numbers[k]);
    bench_emit(b, ins_make(op, 3, 3, 7, 1));
    I(JUMP_EQ, 0, 2, 2, 1);
    I(ADD_I, 0, 2, 2, 1 << k);
  }
  bench_finish(b);
  return bench_register(b, 2);
}
static void test_JUMP_INSIDE(struct bench *b) { assert_int_equal(jumps_by_range(b, OP_CODE_JUMP_INSIDE), 6); }
static void test_JUMP_OUTSIDE(struct bench *b) { assert_int_equal(jumps_by_range(b, OP_CODE_JUMP_OUTSIDE), 9); }

/* Bit k of the outcome says that number k of four jumped: in the set, not in it, beyond it, and none. */
static int32_t jumps_by_member(struct bench *b, unsigned op) {
  const int numbers[4] = { 67, 66, 128, -1 };
  WORD(4, 0, 0);
  WORD(6, 8, 0);
  SET(2, 0);
  for (int k = 0; k < 4; k++) {
    SET(3, numbers[k]);
    bench_emit(b, ins_make(op, 2, 4, 3, 1));
    I(JUMP_EQ, 0, 2, 2, 1);
    I(ADD_I, 0, 2, 2, 1 << k);
  }
  bench_finish(b);
  return bench_register(b, 2);
}
static void test_JUMP_HAS(struct bench *b) { assert_int_equal(jumps_by_member(b, OP_CODE_JUMP_HAS), 1); }
static void test_JUMP_LACKS(struct bench *b) { assert_int_equal(jumps_by_member(b, OP_CODE_JUMP_LACKS), 14); }

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

static void test_COUNT_LOOP(struct bench *b) {
  SET(2, 0);
  SET(3, 5);
  SET(4, 0);
  I(ADD, 0, 4, 4, 2);
  I(COUNT_LOOP, 0, 2, 3, -2);
  bench_finish(b);
  bench_expect(b, 2, 5);
  bench_expect(b, 4, 10);
  b->game.fuel_limit = 3;
  assert_int_equal(bench_run(b), STATE_ERROR);
}

/* Up to the largest number there is. */
static void test_COUNT_TO(struct bench *b) {
  SET(2, INT32_MAX - 2);
  SET(3, INT32_MAX);
  I(ADD_I, 0, 4, 4, 1);
  I(COUNT_TO, 0, 2, 3, -2);
  bench_finish(b);
  bench_expect(b, 2, INT32_MAX);
  bench_expect(b, 4, 3);
}

static void test_SEAT_LOOP(struct bench *b) {
  SET(2, 1);
  SET(3, 1);
  SET(4, 0);
  I(MUL_I, 0, 4, 4, 10);
  I(ADD, 0, 4, 4, 2);
  I(SEAT_LOOP, 0, 2, 3, -3);
  bench_finish(b);
  bench_expect(b, 4, 10); /* seat 1, then seat 0 of two */
  bench_expect(b, 2, 1);
}

static void test_COUNT_LOOP_I(struct bench *b) {
  SET(2, 0);
  SET(4, 0);
  I(ADD, 0, 4, 4, 2);
  I(COUNT_LOOP_I, 0, 2, 5, -2);
  bench_finish(b);
  bench_expect(b, 2, 5);
  bench_expect(b, 4, 10);
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

static void test_WORK(struct bench *b) {
  J(WORK, 0, 0, 1000);
  SET(2, 5);
  J(WORK, 0, 0, INT32_MAX);
  bench_fails(b, RULE_FUEL);
  bench_expect(b, 2, 5);
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

static void test_PAIR(struct bench *b) {
  SET(2, 3);
  SET(3, 2);
  I(PAIR, 7, 4, 2, 3);
  bench_finish(b);
  bench_expect(b, 4, 23);
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

/* Beside the column there is its last entry. */
static void test_MATCH(struct bench *b) {
  const int32_t keys[4] = {0, 1, 7, -1};
  for (int i = 0; i < 4; i++) {
    SET(2, keys[i]);
    I(MATCH, 0, 3 + i, 2, COLUMN_SINGLE);
  }
  bench_finish(b);
  bench_expect(b, 3, 10);
  bench_expect(b, 4, 20);
  bench_expect(b, 5, 40);
  bench_expect(b, 6, 40);
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

static void test_LOAD_INT_AT(struct bench *b) {
  SET(2, 1);
  SET(3, -70000);
  I(STORE_AT, 0, 3, 2, LONG_VARIABLE);
  I(LOAD_INT_AT, 0, 4, 2, LONG_VARIABLE);
  SET(2, 0);
  I(LOAD_INT_AT, 0, 5, 2, LONG_VARIABLE);
  bench_finish(b);
  bench_expect(b, 4, -70000);
  bench_expect(b, 5, 0);
}

static void test_LOAD_BYTE_AT(struct bench *b) {
  SET(2, 3);
  SET(3, 7);
  I(STORE_AT, 0, 3, 2, BYTE_VARIABLE);
  I(LOAD_BYTE_AT, 0, 4, 2, BYTE_VARIABLE);
  SET(2, 2);
  I(LOAD_BYTE_AT, 0, 5, 2, BYTE_VARIABLE);
  bench_finish(b);
  bench_expect(b, 4, 7);
  bench_expect(b, 5, 0);
}

/* The four elements of a variable become 4, 5, 6, 7. */
static void fill_four(struct bench *b, int32_t variable) {
  for (int k = 0; k < 4; k++) {
    SET(2, k);
    SET(3, 4 + k);
    I(STORE_AT, 0, 3, 2, variable);
  }
}

static void test_LOAD_PLACE(struct bench *b) {
  b->columns[COLUMN_SINGLE] = (struct column){ INTS(b, SHORT_VARIABLE, 11, 4), 3, 1 };
  fill_four(b, SHORT_VARIABLE);
  SET(2, 11);
  I(LOAD_PLACE, 0, 4, 2, COLUMN_SINGLE);
  SET(2, 14);
  I(LOAD_PLACE, 0, 5, 2, COLUMN_SINGLE);
  SET(2, 15);
  I(LOAD_PLACE, 0, 6, 2, COLUMN_SINGLE);
  bench_fails(b, RULE_INDEX);
  bench_expect(b, 4, 4);
  bench_expect(b, 5, 7);
}

/* A variable of rows 1 and 2, columns 0 and 1. */
static void test_LOAD_CELL(struct bench *b) {
  b->columns[COLUMN_SINGLE] = (struct column){ INTS(b, BYTE_VARIABLE, 1, 2, 0, 2, b->storages[BYTE_VARIABLE].offset), CELL_FIELDS, 1 };
  fill_four(b, BYTE_VARIABLE);
  SET(2, 1);
  SET(3, 1);
  I(LOAD_CELL, COLUMN_SINGLE, 4, 2, 3);
  SET(2, 2);
  SET(3, 0);
  I(LOAD_CELL, COLUMN_SINGLE, 5, 2, 3);
  SET(3, 2);
  I(LOAD_CELL, COLUMN_SINGLE, 6, 2, 3);
  bench_fails(b, RULE_INDEX);
  bench_expect(b, 4, 5);
  bench_expect(b, 5, 6);
}

static void test_LOAD_NEAR(struct bench *b) {
  b->columns[COLUMN_SINGLE] = (struct column){ INTS(b, BYTE_VARIABLE, 1, 2, 0, 2, b->storages[BYTE_VARIABLE].offset), CELL_FIELDS, 1 };
  fill_four(b, BYTE_VARIABLE);
  SET(2, 2);
  SET(3, 0);
  I(LOAD_NEAR, COLUMN_SINGLE, 4, 2, 3);
  SET(2, 0);
  I(LOAD_NEAR, COLUMN_SINGLE, 5, 2, 3);
  SET(2, 1);
  SET(3, 2);
  I(LOAD_NEAR, COLUMN_SINGLE, 6, 2, 3);
  bench_finish(b);
  bench_expect(b, 4, 6);
  bench_expect(b, 5, NONE_INT);
  bench_expect(b, 6, NONE_INT);
}

static void test_STORE_CELL(struct bench *b) {
  b->columns[COLUMN_SINGLE] = (struct column){ INTS(b, BYTE_VARIABLE, 1, 2, 0, 2, b->storages[BYTE_VARIABLE].offset), CELL_FIELDS, 1 };
  fill_four(b, BYTE_VARIABLE);
  SET(2, 2);
  SET(3, 0);
  SET(4, 7);
  I(STORE_CELL, COLUMN_SINGLE, 4, 2, 3);
  I(LOAD_CELL, COLUMN_SINGLE, 5, 2, 3);
  SET(3, 2);
  I(STORE_CELL, COLUMN_SINGLE, 4, 2, 3);
  bench_fails(b, RULE_INDEX);
  bench_expect(b, 5, 7);
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

static void test_LOAD_WHOLE(struct bench *b) {
  WORD(4, 11, 12);
  SET(2, 1);
  I(STORE_N, 0, 4, 2, SET_VARIABLE);
  J(LOAD_WHOLE, 1, 8, SET_VARIABLE);
  J(LOAD_WHOLE, 0, 10, SET_VARIABLE);
  bench_finish(b);
  bench_expect(b, 8, 11);
  bench_expect(b, 9, 12);
  bench_expect(b, 10, 0);
}

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

static void test_SET_KEEP(struct bench *b) {
  WORD(4, 12, 1);
  J(SET_KEEP, 1, 4, INTS(b, 10, 3));
  bench_finish(b);
  assert_int_equal(bench_word(b, 4), 0x100000008);
}
/* The entries of COLUMN_PAIRS are { 0, 33 } and { 0, 1, 34 }. */
static void test_SET_IMAGE(struct bench *b) {
  WORD(4, 1, 0);
  WORD(6, 0, 4);
  WORD(8, 4, 0);
  I(SET_IMAGE, 1, 10, 4, COLUMN_PAIRS);
  I(SET_IMAGE, 1, 12, 6, COLUMN_PAIRS);
  I(SET_IMAGE, 1, 8, 8, COLUMN_PAIRS);
  bench_finish(b);
  assert_int_equal(bench_word(b, 10), 3);
  assert_int_equal(bench_word(b, 12), 2);
  assert_int_equal(bench_word(b, 8), 0);
}
static void test_SET_KEEP_FIELD(struct bench *b) {
  SET(2, 1);
  WORD(4, 6, 7);
  I(SET_KEEP_FIELD, 1, 4, 2, COLUMN_PAIRS);
  bench_finish(b);
  assert_int_equal(bench_word(b, 4), 0x400000002);
}

/* The edges of COLUMN_PAIRS: from 0 to 0 and 33, from 1 to 0, 1 and 34. */
static void test_SPREAD(struct bench *b) {
  WORD(4, 1, 0);
  WORD(6, 3, 0);
  I(SPREAD, 1, 8, 4, COLUMN_PAIRS);
  I(SPREAD, 1, 10, 6, COLUMN_PAIRS);
  bench_finish(b);
  assert_int_equal(bench_word(b, 8), 0x200000000);
  assert_int_equal(bench_word(b, 10), 0x600000000);
}
static void test_FLOOD(struct bench *b) {
  WORD(4, 2, 0);
  WORD(6, 3, 0);
  WORD(8, 1, 0);
  WORD(10, 2, 0);
  WORD(12, 1, 0);
  I(FLOOD, 1, 4, 6, COLUMN_PAIRS);
  I(FLOOD, 1, 8, 6, COLUMN_PAIRS);
  I(FLOOD, 1, 10, 12, COLUMN_PAIRS); /* what is not inside reaches nothing */
  bench_finish(b);
  assert_int_equal(bench_word(b, 4), 3);
  assert_int_equal(bench_word(b, 8), 1);
  assert_int_equal(bench_word(b, 10), 0);
}

/* Values 1 and 2 of a row of two, which register 2 chooses: those that are not below the key in register 3. */
static void test_SET_SCAN(struct bench *b) {
  b->columns[COLUMN_SINGLE] = (struct column){ INTS(b, BYTE_VARIABLE, 1, 2, 1, 2, -2, SCAN_GE, 3, 0, 0), SCAN_FIELDS, 1 };
  fill_four(b, BYTE_VARIABLE);
  SET(2, 1);
  SET(3, 5);
  I(SET_SCAN, 1, 4, 2, COLUMN_SINGLE);
  SET(2, 2);
  I(SET_SCAN, 1, 6, 2, COLUMN_SINGLE);
  bench_finish(b);
  assert_int_equal(bench_word(b, 4), 4);
  assert_int_equal(bench_word(b, 6), 6);
}

static void test_SET_GATHER(struct bench *b) {
  fill_four(b, BYTE_VARIABLE);
  J(SET_GATHER, 1, 4, BYTE_VARIABLE);
  SET(2, 0);
  SET(3, -1);
  I(STORE_AT, 0, 3, 2, LONG_VARIABLE);
  J(SET_GATHER, 1, 6, LONG_VARIABLE);
  bench_fails(b, RULE_INDEX);
  assert_int_equal(bench_word(b, 4), 0xf0);
}

static void test_SET_COUNT(struct bench *b) {
  WORD(4, 12, 1);
  WORD(6, 1, 0);
  I(SET_COUNT, 2, 2, 4, 0);
  bench_finish(b);
  bench_expect(b, 2, 4);
}

static void test_SET_ANY(struct bench *b) {
  WORD(4, 0, 0);
  WORD(6, 0, 8);
  I(SET_ANY, 1, 2, 4, 0);
  I(SET_ANY, 2, 3, 4, 0);
  bench_finish(b);
  bench_expect(b, 2, 0);
  bench_expect(b, 3, 1);
}

static void test_SET_SUM(struct bench *b) {
  WORD(4, 0xd, 0);
  I(SET_SUM, 1, 2, 4, COLUMN_SINGLE);
  WORD(4, 0, 0);
  I(SET_SUM, 1, 3, 4, COLUMN_SINGLE);
  bench_finish(b);
  bench_expect(b, 2, 80);
  bench_expect(b, 3, 0);
  b->ints[b->columns[COLUMN_SINGLE].offset] = INT32_MAX;
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_OVERFLOW);
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

/* The same for an instruction that jumps back while there is a next value: R[2] starts with the first. */
static int32_t digits_backwards(struct bench *b, int32_t first, instruction loop) {
  SET(3, 0);
  SET(2, first);
  I(MUL_I, 0, 3, 3, 10);
  I(ADD, 0, 3, 3, 2);
  bench_emit(b, loop);
  bench_finish(b);
  return bench_register(b, 3);
}

static void test_SET_LOOP(struct bench *b) {
  WORD(4, 0x28, 0);
  assert_int_equal(digits_backwards(b, 1, ins_make(OP_CODE_SET_LOOP, 1, 2, 4, (unsigned)-3)), 135);
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

/* The entries 2, 1 and 3 of value 0; the purse holds so many. */
static int32_t fitting(struct bench *b, int32_t purse) {
  b->columns[0] = (struct column){.offset = INTS(b, 2, 0, 1, 0, 3, 0), .slots = 2, .count = 3};
  WORD(4, purse, 0);
  SET(6, 3);
  SET(2, -1);
  SET(3, 0);
  J(JUMP, 0, 0, bench_here(b) + 4);
  I(MUL_I, 0, 3, 3, 10);
  I(ADD, 0, 3, 3, 2);
  I(ADD_I, 0, 3, 3, 1);
  I(FIT_LOOP, 0, 2, 4, -4);
  bench_finish(b);
  return bench_register(b, 3);
}

static void test_FIT_LOOP(struct bench *b) {
  assert_int_equal(fitting(b, 2), 12); /* the first and the second, counted from 1 */
}

static void test_BAG_SIZE(struct bench *b) {
  WORD(4, 0x7f7f7f7f, 0x7f7f7f7f);
  WORD(6, 1, 0x01000000);
  I(BAG_SIZE, 2, 2, 4, 0);
  bench_finish(b);
  bench_expect(b, 2, 8 * 127 + 2);
}

static void test_BAG_SET(struct bench *b) {
  WORD(4, 0x01000300, 0x7f000000);
  WORD(6, 0, 0x01);
  I(BAG_SET, 1, 8, 4, 1);
  I(BAG_SET, 2, 10, 4, 1);
  I(BAG_SET, 2, FRAME - 2, 4, 1); /* a set that is smaller than the bag, at the end of the frame */
  bench_finish(b);
  bench_expect(b, 8, 1 << 1 | 1 << 3 | 1 << 7);
  bench_expect(b, 9, 0);
  bench_expect(b, 10, 1 << 1 | 1 << 3 | 1 << 7 | 1 << 12);
  bench_expect(b, FRAME - 2, 1 << 1 | 1 << 3 | 1 << 7 | 1 << 12);
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

static void test_BAG_LOOP(struct bench *b) {
  WORD(4, 0x05000300, 0x100);
  assert_int_equal(digits_backwards(b, 1, ins_make(OP_CODE_BAG_LOOP, 1, 2, 4, (unsigned)-3)), 135);
}

static void test_JUMP_BEYOND(struct bench *b) {
  WORD(4, 0x01020300, 0x7f);
  WORD(6, 0x01010100, 0x7f);
  I(JUMP_BEYOND, 1, 6, 4, 1);
  SET(2, 1);
  I(JUMP_BEYOND, 1, 4, 6, 1);
  SET(3, 1);
  bench_finish(b);
  bench_expect(b, 2, 1);
  bench_expect(b, 3, 0);
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

/* The values as decimal digits, by an instruction that steps through the list at R[10] with R[4] and R[5]. */
static void test_LIST_NEXT(struct bench *b) {
  for (int value = 7; value < 10; value++) push(b, 10, value);
  SET(3, 0);
  SET(4, -1);
  uint32_t start = bench_here(b);
  I(LIST_NEXT, 0, 4, 10, 3);
  I(MUL_I, 0, 3, 3, 10);
  I(ADD, 0, 3, 3, 5);
  J(LOOP, 0, 0, start);
  bench_finish(b);
  bench_expect(b, 3, 789);
}

static void test_LIST_LOOP(struct bench *b) {
  for (int value = 7; value < 10; value++) push(b, 10, value);
  SET(3, 0);
  SET(4, -1);
  SET(5, 1);
  I(MUL_I, 0, 3, 3, 10);
  I(ADD, 0, 3, 3, 5);
  I(LIST_LOOP, 0, 4, 10, (unsigned)-3);
  bench_finish(b);
  bench_expect(b, 3, 1789);
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

#endif
