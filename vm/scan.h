/* Looking through an array for the elements that compare with a key: which are found, as bits of a set.
 *
 * SET_SCAN reads what is to be done from a column of numbers, enum scan_field. Values of the set are those of one index,
 * from `low` to `high`; the element of value v is number other * scale + bias + (v - low) * stride of the storage, where
 * `other` is a register with another index. */
#ifndef TRV_VM_SCAN_H
#define TRV_VM_SCAN_H

#include "vm/program.h"

#include "vm/element.h"

/* The values whose elements, of which the first is at `place`, compare with the key: into a set of so many words. */
void scan_elements(const int32_t *fields, const char *place, int32_t width, int32_t key, int32_t *set, uint32_t words);
/* Sixteen bytes at a time, where every processor of the kind can. */
#if defined __SSE2__
typedef signed char scan_chunk __attribute__((vector_size(16)));

static inline scan_chunk scan_load(const char *bytes) {
  scan_chunk chunk;
  memcpy(&chunk, bytes, sizeof chunk);
  return chunk;
}

/* A bit for each byte of an answer, which is 0 or -1. */
static inline uint32_t scan_bits(scan_chunk answer) {
  typedef char chars __attribute__((vector_size(16)));
  return (uint32_t)__builtin_ia32_pmovmskb128((chars)answer);
}
#endif
/* The same as scan_elements of a short line, if it is one, into a set of one word. */
static inline bool scan_short(const int32_t *fields, const char *place, int32_t key, int32_t *set) {
#if defined __SSE2__
  uint32_t mask = (uint32_t)fields[SCAN_SHORT];
  if (!mask || key != (int8_t)key) return false;
  uint32_t equal = scan_bits(scan_load(place) == (signed char)key);
  uint32_t found = (fields[SCAN_RELATION] == SCAN_EQ ? equal : ~equal) & mask;
  store_word(set, (uint64_t)found << fields[SCAN_LOW]);
  return true;
#else
  (void)fields, (void)place, (void)key, (void)set;
  return false;
#endif
}
/* For code that nobody has vouched for: whether all elements are there, and all values fit into the set. */
bool scan_fits(const struct program *program, const struct column *column, int32_t other, uint32_t words);

#endif
