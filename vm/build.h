/* Putting a program together from its sections: the compiler's only way to make one. */
#ifndef TRV_VM_BUILD_H
#define TRV_VM_BUILD_H

#include "include/trv.h"
#include "vm/program.h"

struct sections {
#define SECTION(name, type) const type *name; uint32_t name##_count;
#include "vm/sections.def"
#undef SECTION
};

/* Copies the sections into one block and works out the hash. `file` is the source it came from; settings, scenarios
 * and all else are in the sections. The result is owned: trv_program_free. TRV_E_MEMORY on failure. */
int program_assemble(const struct sections *sections, const char *file, const trv_allocator *allocator,
                     trv_program **program);

#endif
