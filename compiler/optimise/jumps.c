/* jumps: a jump that leads to a jump goes to the end of the chain at once; one that leads to a LOOP or a RETURN becomes
 * that LOOP or RETURN.
 *
 * What must hold: the procedure is complete, so that all jumps have their targets. Why nothing changes: the instructions
 * that are passed over only jump; the fuel that a LOOP uses is used where it now stands. */
#include "compiler/optimise/optimise.h"

enum { MOST_HOPS = 8 };

/* Where a jump to `pc` really leads. */
static int32_t final_target(struct compilation *c, int32_t pc) {
  for (int hops = 0; hops < MOST_HOPS && pc >= 0 && pc < (int32_t)c->code.count; hops++) {
    instruction code = *ITEM(c, code, instruction, pc);
    if (ins_op(code) != OP_CODE_JUMP) break;
    pc = ins_bc(code);
  }
  return pc;
}

void jumps_shorten(const struct lower *l, int32_t from) {
  struct compilation *c = l->c;
  if (!lower_runs(l, PASS_jumps) || arena_failed(c->arena)) return;
  for (int32_t pc = from; pc < (int32_t)c->code.count; pc++) {
    instruction *code = ITEM(c, code, instruction, pc);
    unsigned op = ins_op(*code);
    if (op != OP_CODE_JUMP && op != OP_CODE_JUMP_IF && op != OP_CODE_JUMP_NOT && op != OP_CODE_LOOP) continue;
    int32_t target = final_target(c, ins_bc(*code));
    if (target < 0 || target >= (int32_t)c->code.count) continue; /* after an error */
    instruction there = *ITEM(c, code, instruction, target);
    bool is_last = ins_op(there) == OP_CODE_LOOP || ins_op(there) == OP_CODE_RETURN;
    *code = op == OP_CODE_JUMP && is_last ? there : ins_make_long(op, 0, ins_a(*code), target);
  }
}
