/* fuse: the first of two instructions that often follow each other says so, and the machine goes on to the second without
 * finding out which it is.
 *
 * What must hold: the second stands right behind the first, there is an instruction for the pair, and the second reads the
 * result of the first where that instruction takes it for granted. Why nothing changes: the second stays where it is, with
 * its operands, and is carried out right after the first as before; who jumps to it finds it there. */
#include "compiler/optimise/optimise.h"

/* What the second is taken to read: nothing of the first, or its result, by its operand a or b. */
enum reading { ANYTHING, RESULT_AS_A, RESULT_AS_B };

static const struct {
  enum opcode first, second, pair;
  enum reading reading;
} pairs[] = {
#define PAIR(first, second, reading)                                                                                   \
  { OP_CODE_##first, OP_CODE_##second, OP_CODE_##first##_THEN_##second, reading }
  PAIR(LOAD_CELL, JUMP_IF, RESULT_AS_A),
  PAIR(LOAD_CELL, JUMP_EQ_I, RESULT_AS_A),
  PAIR(LOAD_CELL, JUMP_NE_I, RESULT_AS_A),
  PAIR(LOAD_NEAR, JUMP_EQ, RESULT_AS_A),
  PAIR(LOAD_NEAR, JUMP_NE, RESULT_AS_A),
  PAIR(LOAD_N, JUMP_HAS, ANYTHING),
  PAIR(LOAD_WHOLE, JUMP_HAS, ANYTHING),
  PAIR(EQ_I, JUMP_NE, ANYTHING),
  PAIR(INT, JUMP, ANYTHING),
  PAIR(FIELD, JUMP_EQ, RESULT_AS_A),
  PAIR(FIELD, JUMP_EQ_I, RESULT_AS_A),
  PAIR(PAIR, FIELD, RESULT_AS_B),
  PAIR(JUMP_IF, JUMP_EQ_I, ANYTHING),
  PAIR(JUMP_IF, JUMP_NE_I, ANYTHING),
  PAIR(SET_SCAN, SET_NEXT, ANYTHING),
#undef PAIR
};

static bool is_read(enum reading reading, instruction first, instruction second) {
  if (reading == ANYTHING) return true;
  return ins_a(first) == (reading == RESULT_AS_A ? ins_a(second) : ins_b(second));
}

static instruction with_opcode(instruction code, enum opcode op) {
  return ins_make(op, ins_n(code), ins_a(code), ins_b(code), ins_c(code));
}

void fuse_pairs(const struct lower *l, int32_t from) {
  struct compilation *c = l->c;
  if (!lower_runs(l, PASS_fuse) || arena_failed(c->arena)) return;
  for (int32_t pc = from; pc + 1 < (int32_t)c->code.count; pc++) {
    instruction *first = ITEM(c, code, instruction, pc);
    instruction second = *ITEM(c, code, instruction, pc + 1);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
      if (pairs[i].first != ins_op(*first) || pairs[i].second != ins_op(second)) continue;
      if (!is_read(pairs[i].reading, *first, second)) continue;
      *first = with_opcode(*first, pairs[i].pair);
      break;
    }
  }
}
