/* Where memory comes from: the host's allocator, or that of this library.
 *
 * The library's own is in one of two files, of which configure takes one: allocator_pages.c where the system hands out
 * pages as Linux does, allocator_plain.c everywhere else. */
#ifndef TRV_LANG_ALLOCATOR_H
#define TRV_LANG_ALLOCATOR_H

#include <stddef.h>

/* Like realloc, and free when size is 0. `context` is handed back to it. */
struct allocator {
  void *(*resize)(void *context, void *block, size_t size);
  void *context;
};
/* Like realloc and free, but new blocks are zeroed; borrowed, static. */
const struct allocator *allocator_default(void);

#endif
