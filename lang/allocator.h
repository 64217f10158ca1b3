/* Where memory comes from: the host's allocator, or that of this library.
 *
 * The library's own is one of two files, chosen by configure: allocator_pages.c where the system hands out
 * pages as Linux does, allocator_plain.c everywhere else. */
#ifndef TRV_LANG_ALLOCATOR_H
#define TRV_LANG_ALLOCATOR_H

#include <stddef.h>

/* Like realloc, and like free when size is 0. `context` is passed to every call. */
struct allocator {
  void *(*resize)(void *context, void *block, size_t size);
  void *context;
};
/* Like realloc and free, but new blocks are zeroed; borrowed, static. */
const struct allocator *allocator_default(void);

#endif
