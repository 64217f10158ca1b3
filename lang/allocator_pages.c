/* The allocator of this library where the system hands out pages and moves them, as Linux does.
 *
 * Small blocks come from the C library. Large ones come from the system with all their pages at once: faulting pages in
 * one by one would take longer than anything that is done with them. They grow without being copied.
 * The only user of mmap. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lang/allocator.h"

enum { LARGE = 1 << 20 };

/* Before each block. */
struct head {
  _Alignas(max_align_t) size_t size; /* with this head */
  bool mapped;                       /* comes from the system, not from the C library */
};

static struct head *map(struct head *head, size_t size) {
  enum { ACCESS = PROT_READ | PROT_WRITE, NEW = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE };
  void *place = head ? mremap(head, head->size, size, MREMAP_MAYMOVE) : mmap(NULL, size, ACCESS, NEW, -1, 0);
  return place == MAP_FAILED ? NULL : place;
}

static void head_free(struct head *head) {
  if (head && head->mapped) munmap(head, head->size);
  else free(head);
}

/* A block that is no longer small moves to the system. */
static struct head *move_to_system(struct head *head, size_t size) {
  struct head *large = map(NULL, size);
  if (!large) return NULL;
  memcpy(large, head, head->size);
  free(head);
  return large;
}

static struct head *head_resize(struct head *head, size_t size) {
  bool mapped = size >= LARGE || (head && head->mapped);
  if (!mapped) head = head ? realloc(head, size) : calloc(1, size);
  else head = head && !head->mapped ? move_to_system(head, size) : map(head, size);
  if (head) *head = (struct head){ size, mapped };
  return head;
}

static void *resize(void *context, void *block, size_t size) {
  (void)context;
  struct head *head = block ? (struct head *)block - 1 : NULL;
  if (!size) return head_free(head), NULL;
  if (size <= SIZE_MAX - sizeof *head && (head = head_resize(head, sizeof *head + size))) return head + 1;
  return NULL;
}

const struct allocator *allocator_default(void) {
  static const struct allocator allocator = { resize, NULL };
  return &allocator;
}
