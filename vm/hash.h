/* Digests of what was compiled: a word at a time, the same on every machine. */
#ifndef TRV_VM_HASH_H
#define TRV_VM_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* Eight bytes at a time, lowest first; the last step, of fewer behind a 1 that shows how many, is the end. */
static inline uint64_t hash_bytes(uint64_t hash, const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  for (; length >= 8; length -= 8, bytes += 8) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
    hash = hash_word(hash, word);
  }
  uint64_t word = 1;
  while (length--) word = word << 8 | *bytes++;
  return hash_word(hash, word);
}

#endif
