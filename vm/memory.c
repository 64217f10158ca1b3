/* Memory from the host's allocator, and the C library's for hosts that have none of their own.
 *
 * Knows nothing of what is kept in it. See api.h for which blocks come from where. */
#include <stdlib.h>
#include <string.h>

#include "vm/api.h"

static void *library_resize(void *context, void *block, size_t size) {
  (void)context;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

const trv_allocator *memory_default(void) {
  static const trv_allocator library = { library_resize, NULL };
  return &library;
}

void *memory_new(const trv_allocator *allocator, size_t count, size_t size) {
  if (size > 0 && count > SIZE_MAX / size) return NULL;
  size_t bytes = count * size;
  void *block = allocator->resize(allocator->context, NULL, bytes > 0 ? bytes : 1);
  if (block) memset(block, 0, bytes);
  return block;
}

void memory_free(const trv_allocator *allocator, void *block) {
  if (block) allocator->resize(allocator->context, block, 0);
}

static void *resize_text(void *context, void *block, size_t before, size_t size) {
  const trv_allocator *allocator = context;
  (void)before;
  return allocator->resize(allocator->context, block, size);
}

struct text memory_text(const trv_allocator *allocator) {
  return (struct text){ .resize = resize_text, .context = (void *)(uintptr_t)allocator };
}

void trv_free(void *block) { free(block); }
