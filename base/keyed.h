/* Numbers from a key: SipHash-2-4 of Aumasson and Bernstein, over words of 64 bits.
 *
 * Whoever does not have the key cannot tell its numbers from chance, nor work out one from all the others, nor the key
 * from any of them. So one secret gives as many independent streams as it has purposes: each is a message of its own.
 * Games are replayed from their seeds, so nothing here may ever change. */
#ifndef TRV_BASE_KEYED_H
#define TRV_BASE_KEYED_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t keyed_turn(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static inline void keyed_round(uint64_t v[4]) {
  v[0] += v[1];
  v[2] += v[3];
  v[1] = keyed_turn(v[1], 13) ^ v[0];
  v[3] = keyed_turn(v[3], 16) ^ v[2];
  v[0] = keyed_turn(v[0], 32) + v[3];
  v[2] += v[1];
  v[1] = keyed_turn(v[1], 17) ^ v[2];
  v[3] = keyed_turn(v[3], 21) ^ v[0];
  v[2] = keyed_turn(v[2], 32);
}

static inline void keyed_take(uint64_t v[4], uint64_t word) {
  v[3] ^= word;
  keyed_round(v);
  keyed_round(v);
  v[0] ^= word;
}

/* The message is `count` words; as bytes, each of them lowest byte first. */
static inline uint64_t keyed_hash(const uint64_t key[2], const uint64_t *words, size_t count) {
  uint64_t v[4] = { key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d),
                    key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573) };
  for (size_t i = 0; i < count; i++) keyed_take(v, words[i]);
  keyed_take(v, (uint64_t)(count * 8) << 56); /* its length, and no bytes beside the words */
  v[2] ^= 0xff;
  for (int i = 0; i < 4; i++) keyed_round(v);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

#endif
