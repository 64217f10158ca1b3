/* Whether a program that came from a file makes sense. */
#ifndef TRV_VM_VALIDATE_H
#define TRV_VM_VALIDATE_H

#include "vm/program.h"

enum { STATE_BYTES_LIMIT = 16 << 20, STACK_SLOTS_LIMIT = 1 << 20, PLAYERS_LIMIT = 16, KINDS_LIMIT = 32767 };

/* True when every reference between sections, every place in the state block and every operand of the code is in
 * range; else *why is a static sentence. What depends on values at run time is left to the checking interpreter. */
bool program_validate(const struct program *p, const char **why);

#endif
