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
 * and all else are in the sections. The result is owned: trv_program_free. TRV_E_MEMORY on failure; TRV_E_RULE when its
 * tables take too long to work out, or *cancel, which may be NULL, is not 0. */
int program_assemble(const struct sections *sections, const char *file, const trv_allocator *allocator,
                     volatile const int *cancel, trv_program **program);

/* What keeps C code from being loaded. Texts are valid during the call-back only. */
enum link_problem_kind { LINK_FORBIDDEN, LINK_NO_LIBRARY, LINK_NO_FUNCTION, LINK_IMPOSSIBLE };
struct link_problem {
  enum link_problem_kind kind;
  uint32_t index;     /* of the extern; of several that share a library, the first */
  const char *text;
  const char *advice; /* or NULL */
};
/* Loads the C code of the externs, if there are any. TRV_E_INPUT after problems, all of which are told; TRV_E_MEMORY. */
int program_link(trv_program *program, const trv_link *link,
                 void (*tell)(void *context, const struct link_problem *problem), void *context);

#endif
