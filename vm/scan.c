/* Looking through an array: see scan.h. Bytes that lie side by side are compared many at a time: sixteen where every
 * processor of the kind can, eight as parts of a word elsewhere. */
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

/* ---- elements of one byte, side by side ---- */

/* What is asked of a byte: whether it is, is below or is above the key; relations are these or their contraries. */
enum byte_test { BYTE_IS, BYTE_BELOW, BYTE_ABOVE };

/* How many bytes are compared at a time. What is read beyond those of an array, all but one of a chunk at the most, is in
 * the block still: its variables have the stack behind them. */
#if defined __SSE2__
enum { CHUNK = 16 };

/* One bit for each byte of a chunk that passes. */
static inline uint64_t test_bytes(const char *bytes, enum byte_test test, int8_t key) {
  scan_chunk chunk = scan_load(bytes);
  if (test == BYTE_IS) return scan_bits(chunk == (signed char)key);
  return scan_bits(test == BYTE_BELOW ? chunk < (signed char)key : chunk > (signed char)key);
}
#else
enum { CHUNK = 8 };

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

/* One bit for each of eight bytes that are at most `span` above `from`. */
static uint64_t near_bytes(uint64_t word, uint8_t least, uint8_t most) {
  const uint64_t high = in_all(0x80), from = in_all(least), span = in_all((uint8_t)(most - least));
  word = ((word | high) - (from & ~high)) ^ (~(word ^ from) & high); /* less `from`, each byte by itself */
  uint64_t below = (span | high) - (word & ~high);                   /* high bits: of the low ones, the span has more */
  return gather_bits(((span & ~word) | (~(span ^ word) & below)) & high);
}

static uint64_t test_bytes(const char *bytes, enum byte_test test, int8_t key) {
  uint64_t word = load_bytes(bytes);
  if (test == BYTE_IS) return near_bytes(word, (uint8_t)key, (uint8_t)key);
  if (key == (test == BYTE_BELOW ? INT8_MIN : INT8_MAX)) return 0;
  if (test == BYTE_BELOW) return near_bytes(word, (uint8_t)INT8_MIN, (uint8_t)(key - 1));
  return near_bytes(word, (uint8_t)(key + 1), INT8_MAX);
}
#endif

/* The bits of a chunk, the first for `value`. */
static void put_bits(int32_t *set, uint32_t value, uint64_t bits) {
  int32_t *word = set + value / 64 * 2;
  uint32_t shift = value % 64;
  store_word(word, load_word(word) | bits << shift);
  if (shift > 64 - CHUNK && bits >> (64 - shift)) store_word(word + 2, load_word(word + 2) | bits >> (64 - shift));
}

static void scan_bytes(const char *bytes, uint32_t count, uint32_t low, enum scan_relation relation, int8_t key,
                       int32_t *set) {
  static const uint8_t tests[] = { BYTE_IS, BYTE_IS, BYTE_BELOW, BYTE_ABOVE, BYTE_ABOVE, BYTE_BELOW };
  static const bool is_contrary[] = { false, true, false, true, false, true };
  enum byte_test test = (enum byte_test)tests[relation];
  uint64_t contrary = is_contrary[relation] ? ~UINT64_C(0) : 0;
  if (low + count <= 64) {
    uint64_t found = test_bytes(bytes, test, key);
    for (uint32_t done = CHUNK; done < count; done += CHUNK) found |= test_bytes(bytes + done, test, key) << done;
    store_word(set, ((found ^ contrary) & (~UINT64_C(0) >> (64 - count))) << low);
    return;
  }
  for (uint32_t done = 0; done < count; done += CHUNK) {
    uint32_t left = count - done < CHUNK ? count - done : CHUNK;
    put_bits(set, low + done, (test_bytes(bytes + done, test, key) ^ contrary) & ((UINT64_C(1) << left) - 1));
  }
}

/* ---- any elements ---- */

/* A bit for each of up to 64 bytes, which lie so far apart. */
static uint64_t scan_apart(const char *bytes, uint32_t count, int32_t step, const struct scan_interval *interval) {
  int64_t from = interval->from;
  uint64_t span = (uint64_t)(interval->to - from), found = 0;
  for (uint32_t i = 0; i < count; i++, bytes += step)
    found |= (uint64_t)((uint64_t)((int8_t)*bytes - from) <= span) << i;
  return interval->inside ? found : found ^ (~UINT64_C(0) >> (64 - count));
}

void scan_elements(const int32_t *fields, const char *place, int32_t width, int32_t key, int32_t *set, uint32_t words) {
  enum scan_relation relation = (enum scan_relation)fields[SCAN_RELATION];
  int32_t low = fields[SCAN_LOW], high = fields[SCAN_HIGH], step = fields[SCAN_STRIDE] * width;
  for (uint32_t k = 0; k < words; k++) store_word(set + 2 * k, 0);
  if (step == 1 && key == (int8_t)key) {
    scan_bytes(place, (uint32_t)(high - low + 1), (uint32_t)low, relation, (int8_t)key, set);
    return;
  }
  struct scan_interval interval = interval_of(relation, key);
  if (width == 1 && high < 64) {
    store_word(set, scan_apart(place, (uint32_t)(high - low + 1), step, &interval) << low);
    return;
  }
  uint64_t span = (uint64_t)(interval.to - interval.from), word = 0;
  for (int32_t value = low; value <= high; value++, place += step) {
    int64_t element = element_load(place, width);
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
