/* Which optimisations run: numbers and names of the passes, and lists such as "all-hoist" as a person writes them. */
#ifndef TRV_COMPILER_OPTIMISE_PASSES_H
#define TRV_COMPILER_OPTIMISE_PASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pass {
#define PASS(name, text) PASS_##name,
#include "compiler/optimise/passes.def"
#undef PASS
  PASS_COUNT
};

/* A set of passes, a bit for each. */
typedef uint32_t pass_set;
#define PASS_ALL ((pass_set)((1u << PASS_COUNT) - 1))

/* Reads "all", "none", and either with "-NAME" or "+NAME" behind it any number of times; NULL means all. False when a
 * name is none of ours: `why` then says which, and lists all. */
bool passes_read(const char *list, pass_set *passes, char *why, size_t size);

#endif
