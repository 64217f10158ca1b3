/* Whether a program that came from a file makes sense. */
#ifndef TRV_VM_VALIDATE_H
#define TRV_VM_VALIDATE_H

#include "include/trv.h"
#include "vm/program.h"

enum { STATE_BYTES_LIMIT = 16 << 20, STACK_SLOTS_LIMIT = 1 << 20 };

/* TRV_OK when every reference between sections, every place in the state block and every operand of the code is in
 * range; TRV_E_DATA, and *why is a static sentence; TRV_E_MEMORY. What depends on values at run time is left to the checking interpreter. */
int program_validate(const struct program *p, const trv_allocator *allocator, const char **why);

#endif
