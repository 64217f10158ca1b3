/* What each instruction may do, from the one list: see opcodes.def. */
#include "vm/program.h"

#define NOTHING 0
#define RAISES  EFFECT_RAISES
#define READS   EFFECT_READS
#define WRITES  EFFECT_WRITES
#define CHANCE  EFFECT_CHANCE
#define SPEAKS  EFFECT_SPEAKS
#define WAITS   EFFECT_WAITS
#define FUEL    EFFECT_FUEL
#define GROWS   EFFECT_GROWS
#define TELLS   EFFECT_TELLS

const uint16_t opcode_effects[OPCODES] = {
#define OP(name, operands, effects, text) [OP_CODE_##name] = effects,
#include "vm/opcodes.def"
#undef OP
};
