/* Looking through an array: see scan.h. Bytes that lie side by side are compared eight at a time. */
#include "vm/scan.h"

#include "vm/element.h"

/* What a relation means: the value is one of `from` to `to`, or it is not. */
struct scan_interval {
  int64_t from, to;
  bool inside;
};

static struct scan_interval interval_of(enum scan_relation relation, int32_t key) {
  switch (relation) {
  case SCAN_EQ: return (struct scan_interval){ key, key, true };
  case SCAN_NE: return (struct scan_interval){ key, key, false };
  case SCAN_LT: return (struct scan_interval){ key, INT32_MAX, false };
  case SCAN_LE: return (struct scan_interval){ INT32_MIN, key, true };
  case SCAN_GT: return (struct scan_interval){ INT32_MIN, key, false };
  default: return (struct scan_interval){ key, INT32_MAX, true };
  }
}

/* One bit for each of eight bytes whose high bit is set in a word that has no others. */
static uint64_t gather_bits(uint64_t word) { return (word >> 7) * UINT64_C(0x0102040810204080) >> 56; }

static uint64_t load_bytes(const char *bytes) {
  uint64_t word = load_word(bytes);
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/* In each of eight bytes the same. */
static uint64_t in_all(uint8_t byte) { return byte * UINT64_C(0x0101010101010101); }

/* One bit for each of eight bytes that are at most `span` above `from`; those in all bytes of the two words. */
static uint64_t near_bytes(const char *bytes, uint64_t from, uint64_t span) {
  const uint64_t high = in_all(0x80);
  uint64_t word = load_bytes(bytes);
  word = ((word | high) - (from & ~high)) ^ (~(word ^ from) & high); /* less `from`, each byte by itself */
  uint64_t least = (span | high) - (word & ~high);                   /* high bits: of the low ones, the span has more */
  word = ((span & ~word) | (~(span ^ word) & least)) & high;
  return gather_bits(word);
}

/* Of those that are equal to the bytes of `keys`. */
static uint64_t equal_bytes(const char *bytes, uint64_t keys) {
  const uint64_t low = in_all(0x7f);
  uint64_t word = load_bytes(bytes) ^ keys;
  return gather_bits(~(((word & low) + low) | word | low)); /* the high bit of every byte that is zero now */
}

/* Up to eight bits, the first for `value`. */
static void put_bits(int32_t *set, uint32_t value, uint64_t bits) {
  int32_t *word = set + value / 64 * 2;
  uint32_t shift = value % 64;
  store_word(word, load_word(word) | bits << shift);
  if (shift > 56 && bits >> (64 - shift)) store_word(word + 2, load_word(word + 2) | bits >> (64 - shift));
}

/* Puts one bit for each byte of an array, as `matching` finds them eight at a time, into a set from `low` on. What is read
 * beyond the bytes, seven at the most, is in the block still: its variables have the stack behind them. */
#define SCAN_BYTES(matching)                                                                                           \
  if (low + count <= 64) {                                                                                             \
    uint64_t found = 0;                                                                                                \
    for (uint32_t done = 0; done < count; done += 8) found |= (matching) << done;                                      \
    store_word(set, ((found ^ outside) & (~(uint64_t)0 >> (64 - count))) << low);                                      \
    return;                                                                                                            \
  }                                                                                                                    \
  for (uint32_t done = 0; done < count; done += 8) {                                                                   \
    uint64_t bits = (matching) ^ (outside & 0xff);                                                                     \
    put_bits(set, low + done, count - done < 8 ? bits & (((uint64_t)1 << (count - done)) - 1) : bits);                 \
  }

static void scan_equal(const char *bytes, uint32_t count, uint32_t low, uint64_t outside, int8_t key, int32_t *set) {
  uint64_t keys = in_all((uint8_t)key);
  SCAN_BYTES(equal_bytes(bytes + done, keys))
}

static void scan_near(const char *bytes, uint32_t count, uint32_t low, struct scan_interval interval, int32_t *set) {
  int64_t least = interval.from < INT8_MIN ? INT8_MIN : interval.from,
          most = interval.to > INT8_MAX ? INT8_MAX : interval.to;
  uint64_t from = in_all((uint8_t)least), span = in_all((uint8_t)(most - least)),
           outside = interval.inside - UINT64_C(1);
  bool some = least <= most;
  SCAN_BYTES(some ? near_bytes(bytes + done, from, span) : 0)
}

void scan_elements(const int32_t *fields, const char *place, int32_t width, int32_t key, int32_t *set, uint32_t words) {
  enum scan_relation relation = (enum scan_relation)fields[SCAN_RELATION];
  int32_t low = fields[SCAN_LOW], high = fields[SCAN_HIGH], step = fields[SCAN_STRIDE] * width;
  for (uint32_t k = 0; k < words; k++) store_word(set + 2 * k, 0);
  uint32_t count = (uint32_t)(high - low + 1);
  if (step == 1 && relation <= SCAN_NE && key == (int8_t)key) {
    scan_equal(place, count, (uint32_t)low, (relation == SCAN_EQ) - UINT64_C(1), (int8_t)key, set);
    return;
  }
  struct scan_interval interval = interval_of(relation, key);
  if (step == 1) {
    scan_near(place, count, (uint32_t)low, interval, set);
    return;
  }
  uint64_t span = (uint64_t)(interval.to - interval.from), word = 0;
  for (int32_t value = low; value <= high; value++, place += step) {
    int64_t element = width == 1 ? (int8_t)*place : element_load(place, width);
    bool inside = (uint64_t)(element - interval.from) <= span;
    word |= (uint64_t)(inside == interval.inside) << value % 64;
    if (value % 64 < 63 && value < high) continue;
    store_word(set + value / 64 * 2, word);
    word = 0;
  }
}

bool scan_fits(const struct program *program, const struct column *column, int32_t other, uint32_t words) {
  const int32_t *fields = program->ints + column->offset;
  if ((int64_t)column->slots * column->count < SCAN_FIELDS) return false;
  if ((uint32_t)fields[SCAN_STORAGE] >= (uint32_t)program->storages_count) return false;
  if (fields[SCAN_LOW] < 0 || fields[SCAN_HIGH] < fields[SCAN_LOW]) return false;
  if ((uint32_t)fields[SCAN_HIGH] >= 64 * words || fields[SCAN_STRIDE] < 1) return false;
  if ((uint32_t)fields[SCAN_RELATION] >= SCAN_RELATIONS) return false;
  const struct storage *storage = &program->storages[fields[SCAN_STORAGE]];
  int64_t first = (int64_t)other * fields[SCAN_SCALE] + fields[SCAN_BIAS];
  int64_t last = first + (int64_t)(fields[SCAN_HIGH] - fields[SCAN_LOW]) * fields[SCAN_STRIDE];
  return first >= 0 && last < storage->count && storage->width <= 4;
}
