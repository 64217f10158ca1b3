/* An allocator that fails after some allocations and counts the blocks that are out: whichever fails, nothing may be left
 * behind. */
#ifndef TRV_TESTS_BUDGET_H
#define TRV_TESTS_BUDGET_H

#include <stdlib.h>

struct budget {
  long left, blocks;
};

static inline void *budget_resize(void *context, void *block, size_t size) {
  struct budget *budget = context;
  if (!size) {
    if (block) budget->blocks--;
    free(block);
    return NULL;
  }
  if (budget->left-- <= 0) return NULL;
  void *result = realloc(block, size);
  if (result && !block) budget->blocks++;
  return result;
}

#endif
