/* The allocator of this library for any system: the C library alone. */
#include <stdlib.h>

#include "lang/allocator.h"

static void *resize(void *context, void *block, size_t size) {
  (void)context;
  if (size) return block ? realloc(block, size) : calloc(1, size);
  free(block);
  return NULL;
}

const struct allocator *allocator_default(void) {
  static const struct allocator allocator = { resize, NULL };
  return &allocator;
}
