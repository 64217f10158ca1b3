/* Random numbers from one word of state: splitmix, of 32 and of 64 bits.
 *
 * Good for seeding a better generator (vm/chance.c) and wherever somebody needs chance of his own that is no part of a
 * game: bots, searches, tests. Games are replayed from their seeds, so nothing here may ever change. */
#ifndef TRV_BASE_RANDOM_H
#define TRV_BASE_RANDOM_H

#include <stdint.h>

static inline uint32_t random_split_32(uint32_t *state) {
  uint32_t z = *state += UINT32_C(0x9e3779b9);
  z = (z ^ z >> 16) * UINT32_C(0x21f0aaad);
  z = (z ^ z >> 15) * UINT32_C(0x735a2d97);
  return z ^ z >> 15;
}

static inline uint64_t random_split(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* A number from 0 on that is less than `limit`, which is more than 0; takes one number of the generator. */
static inline uint32_t random_below(uint64_t *state, uint32_t limit) {
  return (uint32_t)((random_split(state) >> 32) * limit >> 32);
}

#endif
