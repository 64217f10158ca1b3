/* Whether an instruction's operands fit, by the operand letters of opcodes.def: shared by the checking interpreter and
 * the validator, so that both mean the same.
 *
 * Only what stands in the instruction itself is tested here; values in registers are tested where they are used. The
 * letters are constants where this is inlined, so the compiler leaves just the comparisons that an opcode needs. */
#ifndef TRV_VM_OPERANDS_H
#define TRV_VM_OPERANDS_H

#include "vm/program.h"

#define OP(name, operands, effects, text) static const char operands_of_##name[] = operands;
#include "vm/opcodes.def"
#undef OP

/* An operand that refers to a section, or has another letter that short and long operands share. */
static inline __attribute__((always_inline)) bool reference_fits(char letter, int64_t value,
                                                                 const struct program *p) {
  switch (letter) {
    case 'T': return value >= 0 && value < p->code_count;
    case 'P': return value >= 0 && value < p->procs_count;
    case 'O': return value >= 0 && value < p->options_count;
    case 'N': return value >= 0 && value < p->needs_count;
    case 'C': return value >= 0 && value < p->choices_count;
    case 'S': return program_has_text(p, value);
    case 'Y': return value >= 0 && value < p->types_count;
    case 'E': return value >= 0 && value < p->externs_count;
    case 'c': return value >= 0 && value < p->columns_count;
    case 'g': return value >= 0 && value < p->storages_count;
    default: return true;
  }
}

/* `n` counts slots (letter n) or words (letter k) of the multi-slot operands. */
static inline __attribute__((always_inline)) bool operand_fits(char letter, char count_letter, unsigned n, unsigned x,
                                                               const struct program *p, size_t slots, int64_t next) {
  switch (letter) {
    case 'w': case 'r': case 'm': return x < slots;
    case 'W': case 'V': case 'M':
      if (count_letter == 'k') return x % 2 == 0 && n > 0 && x + 2 * (size_t)n <= slots;
      return x < slots && (count_letter != 'n' || x + (size_t)n <= slots);
    case 't': return next + (int16_t)x >= 0 && next + (int16_t)x < p->code_count;
    default: return reference_fits(letter, x, p);
  }
}

/* `slots`: size of the frame; `next`: pc of the instruction behind this one. */
static inline __attribute__((always_inline)) bool operands_fit(const char *operands, instruction i,
                                                               const struct program *p, size_t slots, int64_t next) {
  char count = operands[0];
  if (count == 'c' && ins_n(i) >= p->columns_count) return false;
  if (!operand_fits(operands[1], count, ins_n(i), ins_a(i), p, slots, next)) return false;
  if (!operands[3]) return reference_fits(operands[2], ins_bc(i), p);
  return operand_fits(operands[2], count, ins_n(i), ins_b(i), p, slots, next) &&
         operand_fits(operands[3], count, ins_n(i), ins_c(i), p, slots, next);
}

#endif
