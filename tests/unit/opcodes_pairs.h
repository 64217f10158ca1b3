/* One test for each pair of instructions: the second is carried out once, with what the first has left. */
#ifndef TRV_TESTS_OPCODES_PAIRS_H
#define TRV_TESTS_OPCODES_PAIRS_H

#include "tests/unit/opcodes_values.h"

/* A variable of rows 1 and 2, columns 0 and 1, holds 4, 5, 6, 7. */
static void lay_cells(struct bench *b) {
  b->columns[COLUMN_SINGLE] = (struct column){
    INTS(b, BYTE_VARIABLE, 1, 2, 0, 2, b->storages[BYTE_VARIABLE].offset), CELL_FIELDS, 1
  };
  fill_four(b, BYTE_VARIABLE);
}

/* A cell is read into R[4], then tested by a branch with `key`: R[5] is 1 where it jumps, else 2, and R[6] the same
 * of another key. */
static void test_cells(struct bench *b, enum opcode load, enum opcode branch, int key, int other_key) {
  const int keys[2] = { key, other_key };
  lay_cells(b);
  SET(2, 2);
  SET(3, 0);
  for (int k = 0; k < 2; k++) {
    SET(5 + k, 1);
    bench_emit(b, ins_make(load, COLUMN_SINGLE, 4, 2, 3));
    bench_emit(b, ins_make(branch, 0, 4, (unsigned)keys[k], 1));
    SET(5 + k, 2);
  }
  bench_finish(b);
  bench_expect(b, 4, 6);
}

static void test_LOAD_CELL_THEN_JUMP_EQ_I(struct bench *b) {
  test_cells(b, OP_CODE_LOAD_CELL_THEN_JUMP_EQ_I, OP_CODE_JUMP_EQ_I, 6, 5);
  bench_expect(b, 5, 1);
  bench_expect(b, 6, 2);
}

static void test_LOAD_CELL_THEN_JUMP_NE_I(struct bench *b) {
  test_cells(b, OP_CODE_LOAD_CELL_THEN_JUMP_NE_I, OP_CODE_JUMP_NE_I, 6, 5);
  bench_expect(b, 5, 2);
  bench_expect(b, 6, 1);
}

static void test_LOAD_NEAR_THEN_JUMP_EQ(struct bench *b) {
  SET(8, 6);
  SET(9, 7);
  test_cells(b, OP_CODE_LOAD_NEAR_THEN_JUMP_EQ, OP_CODE_JUMP_EQ, 8, 9);
  bench_expect(b, 5, 1);
  bench_expect(b, 6, 2);
}

static void test_LOAD_NEAR_THEN_JUMP_NE(struct bench *b) {
  SET(8, 6);
  SET(9, 7);
  test_cells(b, OP_CODE_LOAD_NEAR_THEN_JUMP_NE, OP_CODE_JUMP_NE, 8, 9);
  bench_expect(b, 5, 2);
  bench_expect(b, 6, 1);
}

/* Beyond the variable is a rule error still, before the second. */
static void test_LOAD_CELL_THEN_JUMP_IF(struct bench *b) {
  lay_cells(b);
  SET(2, 2);
  SET(3, 0);
  SET(5, 1);
  I(LOAD_CELL_THEN_JUMP_IF, COLUMN_SINGLE, 4, 2, 3);
  J(JUMP_IF, 0, 4, bench_here(b) + 2);
  SET(5, 2);
  SET(3, 2);
  I(LOAD_CELL_THEN_JUMP_IF, COLUMN_SINGLE, 6, 2, 3);
  J(JUMP_IF, 0, 6, bench_here(b) + 2);
  SET(5, 3);
  bench_fails(b, RULE_INDEX);
  bench_expect(b, 4, 6);
  bench_expect(b, 5, 1);
}

/* Element 1 of a variable of sets holds 3; R[8] has the set. */
static void lay_sets(struct bench *b) {
  WORD(4, 8, 0);
  SET(2, 1);
  I(STORE_N, 0, 4, 2, SET_VARIABLE);
  SET(6, 3);
  SET(7, 4);
  SET(10, 1);
  SET(11, 1);
}

static void test_LOAD_N_THEN_JUMP_HAS(struct bench *b) {
  lay_sets(b);
  for (int k = 0; k < 2; k++) {
    I(LOAD_N_THEN_JUMP_HAS, 0, 8, 2, SET_VARIABLE);
    I(JUMP_HAS, 1, 8, 6 + k, 1);
    SET(10 + k, 2);
  }
  bench_finish(b);
  bench_expect(b, 8, 8);
  bench_expect(b, 10, 1);
  bench_expect(b, 11, 2);
}

static void test_LOAD_WHOLE_THEN_JUMP_HAS(struct bench *b) {
  lay_sets(b);
  for (int k = 0; k < 2; k++) {
    J(LOAD_WHOLE_THEN_JUMP_HAS, 1, 8, SET_VARIABLE);
    I(JUMP_HAS, 1, 8, 6 + k, 1);
    SET(10 + k, 2);
  }
  bench_finish(b);
  bench_expect(b, 8, 8);
  bench_expect(b, 10, 1);
  bench_expect(b, 11, 2);
}

static void test_EQ_I_THEN_JUMP_NE(struct bench *b) {
  SET(2, 7);
  SET(3, 1);
  for (int k = 0; k < 2; k++) {
    I(EQ_I_THEN_JUMP_NE, 0, 4, 2, 7 + k);
    I(JUMP_NE, 0, 4, 3, 1);
    SET(6 + k, 2);
  }
  bench_finish(b);
  bench_expect(b, 4, 0);
  bench_expect(b, 6, 2);
  bench_expect(b, 7, 0);
}

static void test_INT_THEN_JUMP(struct bench *b) {
  J(INT_THEN_JUMP, 0, 2, 70000);
  J(JUMP, 0, 0, bench_here(b) + 2);
  SET(2, 3);
  bench_finish(b);
  bench_expect(b, 2, 70000);
}

/* Entry 2 of the column is 30. */
static void test_FIELD_THEN_JUMP_EQ(struct bench *b) {
  SET(2, 2);
  SET(3, 30);
  for (int k = 0; k < 2; k++) {
    I(FIELD_THEN_JUMP_EQ, 0, 4, 2, COLUMN_SINGLE);
    I(JUMP_EQ, 0, 4, 3 - k, 1);
    SET(6 + k, 2);
  }
  bench_finish(b);
  bench_expect(b, 4, 30);
  bench_expect(b, 6, 0);
  bench_expect(b, 7, 2);
}

static void test_FIELD_THEN_JUMP_EQ_I(struct bench *b) {
  SET(2, 2);
  for (int k = 0; k < 2; k++) {
    I(FIELD_THEN_JUMP_EQ_I, 0, 4, 2, COLUMN_SINGLE);
    I(JUMP_EQ_I, 0, 4, 30 + k, 1);
    SET(6 + k, 2);
  }
  bench_finish(b);
  bench_expect(b, 4, 30);
  bench_expect(b, 6, 0);
  bench_expect(b, 7, 2);
}

static void test_PAIR_THEN_FIELD(struct bench *b) {
  SET(2, 1);
  SET(3, 0);
  I(PAIR_THEN_FIELD, 2, 4, 2, 3);
  I(FIELD, 0, 5, 4, COLUMN_SINGLE);
  bench_finish(b);
  bench_expect(b, 4, 2);
  bench_expect(b, 5, 30);
}

/* R[4] and R[5] are set unless a jump is taken: by the first, by the second, by neither. */
static void test_either_jump(struct bench *b, enum opcode pair, enum opcode second, unsigned number) {
  SET(2, 1);
  bench_emit(b, ins_make_long(pair, 0, 2, (int32_t)bench_here(b) + 3));
  bench_emit(b, ins_make(second, 0, 2, 9, 0));
  SET(4, 1);
  SET(2, 0);
  bench_emit(b, ins_make_long(pair, 0, 2, (int32_t)bench_here(b) + 3));
  bench_emit(b, ins_make(second, 0, 2, number, 1));
  SET(5, 1);
  bench_emit(b, ins_make_long(pair, 0, 2, (int32_t)bench_here(b) + 3));
  bench_emit(b, ins_make(second, 0, 2, !number, 1));
  SET(6, 1);
  bench_finish(b);
  bench_expect(b, 4, 0);
  bench_expect(b, 5, 0);
  bench_expect(b, 6, 1);
}

static void test_JUMP_IF_THEN_JUMP_EQ_I(struct bench *b) {
  test_either_jump(b, OP_CODE_JUMP_IF_THEN_JUMP_EQ_I, OP_CODE_JUMP_EQ_I, 0);
}
static void test_JUMP_IF_THEN_JUMP_NE_I(struct bench *b) {
  test_either_jump(b, OP_CODE_JUMP_IF_THEN_JUMP_NE_I, OP_CODE_JUMP_NE_I, 1);
}

/* Row 2 has a 6 and a 7, of columns 1 and 2; then none is above 9. */
static void test_SET_SCAN_THEN_SET_NEXT(struct bench *b) {
  b->columns[COLUMN_SINGLE] = (struct column){ INTS(b, BYTE_VARIABLE, 1, 2, 1, 2, -2, SCAN_GE, 3, 0, 0), SCAN_FIELDS, 1 };
  fill_four(b, BYTE_VARIABLE);
  SET(2, 2);
  for (int k = 0; k < 2; k++) {
    SET(3, 5 + 5 * k);
    I(SET_SCAN_THEN_SET_NEXT, 1, 4 + 2 * k, 2, COLUMN_SINGLE);
    I(SET_NEXT, 1, 8 + k, 4 + 2 * k, 1);
    SET(10 + k, 1);
  }
  bench_finish(b);
  bench_expect(b, 8, 1);
  bench_expect(b, 10, 1);
  bench_expect(b, 11, 0);
  assert_int_equal(bench_word(b, 4), 4);
}

#endif
