/* Sets of places: see spread.h. Not inline, so that the interpreter's loop keeps its registers. */
#include "vm/spread.h"

#include "vm/set.h"

/* Adds to `out` where the edges of each place in `set` lead. */
static uint64_t spread_over(uint64_t *out, const uint64_t *set, uint32_t words, const int32_t *entries) {
  uint64_t work = 0;
  for (uint32_t i = 0; i < words; i++)
    for (uint64_t word = set[i]; word; word &= word - 1) {
      const int32_t *entry = entries + (size_t)(64 * i + (uint32_t)__builtin_ctzll(word)) * 2 * words;
      for (uint32_t k = 0; k < words; k++) out[k] |= load_word(entry + 2 * k);
      work += words;
    }
  return work;
}

uint64_t spread_next(int32_t *out, const int32_t *set, uint32_t words, const int32_t *entries) {
  uint64_t from[UINT8_MAX] = { 0 }, next[UINT8_MAX] = { 0 };
  for (uint32_t k = 0; k < words; k++) from[k] = load_word(set + 2 * k);
  uint64_t work = spread_over(next, from, words, entries);
  for (uint32_t k = 0; k < words; k++) store_word(out + 2 * k, next[k] & ~from[k]);
  return work + words;
}

uint64_t spread_reach(int32_t *places, const int32_t *inside, uint32_t words, const int32_t *entries) {
  uint64_t left[UINT8_MAX], front[UINT8_MAX], next[UINT8_MAX], work = words, any = 0;
  for (uint32_t k = 0; k < words; k++) {
    left[k] = load_word(inside + 2 * k);
    any |= front[k] = load_word(places + 2 * k) & left[k];
    store_word(places + 2 * k, front[k]);
  }
  while (any) {
    any = 0;
    for (uint32_t k = 0; k < words; k++) left[k] &= ~front[k], next[k] = 0;
    work += spread_over(next, front, words, entries) + words;
    for (uint32_t k = 0; k < words; k++) {
      any |= front[k] = next[k] & left[k];
      store_word(places + 2 * k, load_word(places + 2 * k) | front[k]);
    }
  }
  return work;
}

/* A word of the image at a time: it may lie where the set does, of one word. */
void spread_image(const int32_t *entries, int32_t count, const int32_t *set, int32_t *image, uint32_t words) {
  for (uint32_t i = 0; i < words; i++) {
    uint64_t found = 0;
    for (int32_t entry = (int32_t)(64 * i); entry < count && entry < (int32_t)(64 * i + 64); entry++) {
      const int32_t *values = entries + (size_t)entry * 2 * words;
      uint64_t common = load_word(values) & load_word(set);
      for (uint32_t k = 2; k < 2 * words; k += 2) common |= load_word(values + k) & load_word(set + k);
      found |= (uint64_t)(common != 0) << entry % 64;
    }
    store_word(image + 2 * i, found);
  }
}
