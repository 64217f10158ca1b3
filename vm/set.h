/* Sets of values as they lie in slots: words of 64 bits, a bit for each value, the lowest first.
 *
 * `counts`: the processor has an instruction that counts bits, and the calling code is compiled for it; otherwise bits
 * are counted by inline code. */
#ifndef TRV_VM_SET_H
#define TRV_VM_SET_H

#include "vm/zone.h"

static inline bool set_has(const int32_t *set, uint32_t words, int32_t value) {
  uint32_t bit = (uint32_t)value;
  return bit < 64 * words && (load_word(set + bit / 64 * 2) >> bit % 64 & 1);
}

/* The lowest value above `after`; -1 when there is none. */
static inline int32_t set_next(const int32_t *set, uint32_t words, int32_t after) {
  uint32_t first = after < 0 ? 0 : (uint32_t)after + 1;
  for (uint32_t i = first / 64; i < words; i++) {
    uint64_t word = load_word(set + 2 * i);
    if (i == first / 64) word &= ~(uint64_t)0 << first % 64;
    if (word) return (int32_t)(64 * i) + __builtin_ctzll(word);
  }
  return -1;
}

/* Removes and returns the lowest value; -1 when there is none. */
static inline int32_t set_take(int32_t *set, uint32_t words) {
  uint32_t i = 0;
  uint64_t word = load_word(set);
  while (__builtin_expect(!word, 0)) {
    if (++i >= words) return -1;
    word = load_word(set + 2 * i);
  }
  store_word(set + 2 * i, word & (word - 1));
  return (int32_t)(64 * i) + __builtin_ctzll(word);
}

static inline uint32_t word_count(uint64_t word, bool counts) {
  if (counts) return (uint32_t)__builtin_popcountll(word);
  word -= word >> 1 & UINT64_C(0x5555555555555555);
  word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
  word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

static inline bool set_any(const int32_t *set, uint32_t words) {
  uint64_t some = load_word(set);
  for (uint32_t i = 1; i < words; i++) some |= load_word(set + 2 * i);
  return some != 0;
}

static inline uint32_t set_count(const int32_t *set, uint32_t words, bool counts) {
  uint32_t count = word_count(load_word(set), counts);
  for (uint32_t i = 1; i < words; i++) count += word_count(load_word(set + 2 * i), counts);
  return count;
}

/* Value number `index` (from 0) of a word or set that has more than `index` values. */
static inline int32_t word_nth(uint64_t word, uint32_t index) {
  while (index--) word &= word - 1;
  return __builtin_ctzll(word);
}

static inline int32_t set_nth(const int32_t *set, uint32_t index, bool counts) {
  int32_t base = 0;
  for (uint32_t count; (count = word_count(load_word(set), counts)) <= index; index -= count, base += 64) set += 2;
  return base + word_nth(load_word(set), index);
}

#endif
