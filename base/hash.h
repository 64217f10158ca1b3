/* Hashes: numbers that tell contents apart, the same on every machine and in every version.
 *
 * Owns two ways of mixing. FNV-1a, a step for each byte or word: for whatever is pinned, saved or shown. And words of
 * eight bytes at a time, which is several times as fast: for digests of what was compiled. Knows nothing of what is
 * hashed. Hashes are stored in files and pinned by tests, so nothing here may ever change. */
#ifndef TRV_BASE_HASH_H
#define TRV_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Where hashes of 64 and of 32 bits begin: the offset bases of FNV. */
#define HASH_START    UINT64_C(14695981039346656037)
#define HASH_START_32 UINT32_C(2166136261)

/* ---- FNV-1a ---- */

/* One step: `part` is a byte, or a word taken as if it were one. */
static inline uint64_t hash_fnv(uint64_t hash, uint64_t part) { return (hash ^ part) * UINT64_C(1099511628211); }
static inline uint32_t hash_fnv_32(uint32_t hash, uint32_t part) { return (hash ^ part) * UINT32_C(16777619); }

static inline uint64_t hash_fnv_bytes(uint64_t hash, const void *bytes, size_t length) {
  const unsigned char *byte = bytes;
  for (size_t i = 0; i < length; i++) hash = hash_fnv(hash, byte[i]);
  return hash;
}

static inline uint64_t hash_fnv_text(uint64_t hash, const char *text) {
  for (; *text; text++) hash = hash_fnv(hash, (unsigned char)*text);
  return hash;
}

/* ---- words ---- */

static inline uint64_t hash_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* Eight bytes at a time, lowest first; the last step has the remaining bytes and above them a 1 that marks how many. */
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
