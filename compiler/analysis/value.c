/* Values: see value.h. Numbers beyond what the machine can hold are cut off: there the game ends with a rule error. */
#include "compiler/analysis/value.h"

#include "compiler/type.h"

static const int64_t least = INT32_MIN + 1, greatest = INT32_MAX;

struct value value_nothing(void) {
  return (struct value){ .low = 1, .high = 0 };
}

static uint64_t bits_between(int64_t low, int64_t high) {
  return (high == 63 ? ~UINT64_C(0) : (UINT64_C(1) << (high + 1)) - 1) & ~((UINT64_C(1) << low) - 1);
}

struct value value_range(int64_t low, int64_t high) {
  if (low > high) return value_nothing();
  if (low < least) low = least;
  if (high > greatest) high = greatest;
  return (struct value){ .low = low, .high = high, .mask = low >= 0 && high < 64 ? bits_between(low, high) : 0 };
}

struct value value_anything(void) {
  struct value value = value_range(least, greatest);
  value.none = true;
  return value;
}

static struct value from_mask(uint64_t mask) {
  if (!mask) return value_nothing();
  return (struct value){ .low = __builtin_ctzll(mask), .high = 63 - __builtin_clzll(mask), .mask = mask };
}

struct value value_of_type(const struct compilation *c, const struct type *type) {
  if (type->kind == TYPE_KIND_SET || type->kind == TYPE_KIND_BAG || type->kind == TYPE_KIND_LIST ||
      type->kind == TYPE_KIND_ARRAY || type->kind == TYPE_KIND_ZONE)
    return value_of_type(c, type->element);
  int32_t count = type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD || type->kind == TYPE_KIND_PLAYER
                      ? type_count(c, type)
                      : 0;
  struct value value = type->kind == TYPE_KIND_BOOL  ? value_range(0, 1)
                       : type->kind == TYPE_KIND_INT ? value_range(type->low, type->high)
                       : count > 0                   ? value_range(0, count - 1)
                                                     : value_range(least, greatest);
  value.none = type->optional || type->kind == TYPE_KIND_NONE;
  return value;
}

bool value_is_nothing(struct value value) { return value.low > value.high && !value.none; }

bool value_is_one(struct value value, int64_t *code) {
  *code = value.low;
  return value.low == value.high && !value.none;
}

bool value_equal(struct value a, struct value b) {
  if (a.none != b.none || (a.low > a.high) != (b.low > b.high)) return false;
  return a.low > a.high || (a.low == b.low && a.high == b.high && a.mask == b.mask);
}

bool value_has(struct value value, int64_t code) {
  if (code < value.low || code > value.high) return false;
  return !value.mask || value.mask >> code & 1;
}

struct value value_join(struct value a, struct value b) {
  bool none = a.none || b.none;
  if (a.low > a.high) a = b;
  else if (b.low <= b.high) {
    if (a.mask && b.mask) a = from_mask(a.mask | b.mask);
    else a = value_range(a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
  }
  a.none = none;
  return a;
}

struct value value_meet(struct value a, struct value b) {
  struct value value = value_range(a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
  if (value.mask) value = from_mask(value.mask & (a.mask ? a.mask : ~UINT64_C(0)) & (b.mask ? b.mask : ~UINT64_C(0)));
  value.none = a.none && b.none;
  return value;
}

struct value value_without(struct value value, int64_t code) {
  bool none = value.none;
  if (!value_has(value, code)) return value;
  if (value.mask) value = from_mask(value.mask & ~(UINT64_C(1) << code));
  else if (value.low == code) value = value_range(code + 1, value.high);
  else if (value.high == code) value = value_range(value.low, code - 1);
  value.none = none;
  return value;
}

struct value value_some(struct value value) {
  value.none = false;
  return value;
}

/* ---- arithmetic ---- */

static bool is_empty(struct value a, struct value b) { return a.low > a.high || b.low > b.high; }

struct value value_add(struct value a, struct value b) {
  return is_empty(a, b) ? value_nothing() : value_range(a.low + b.low, a.high + b.high);
}

struct value value_subtract(struct value a, struct value b) {
  return is_empty(a, b) ? value_nothing() : value_range(a.low - b.high, a.high - b.low);
}

static struct value spread(int64_t a, int64_t b, int64_t c, int64_t d) {
  int64_t low = a < b ? a : b, high = a > b ? a : b;
  if (c < low) low = c;
  if (d < low) low = d;
  if (c > high) high = c;
  if (d > high) high = d;
  return value_range(low, high);
}

struct value value_multiply(struct value a, struct value b) {
  if (is_empty(a, b)) return value_nothing();
  return spread(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
}

struct value value_divide(struct value a, struct value b) {
  if (is_empty(a, b)) return value_nothing();
  if (b.low <= 0 && b.high >= 0) { /* dividing by 0 ends the game: the rest is at most as far from 0 as `a` */
    int64_t most = a.high > -a.low ? a.high : -a.low;
    return value_range(b.low < 0 || a.low < 0 ? -most : 0, most);
  }
  return spread(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high);
}

struct value value_remainder(struct value a, struct value b) {
  if (is_empty(a, b)) return value_nothing();
  int64_t most = (b.high > -b.low ? b.high : -b.low) - 1;
  if (most < 0) most = 0;
  int64_t low = a.low >= 0 ? 0 : a.low > -most ? a.low : -most;
  int64_t high = a.high <= 0 ? 0 : a.high < most ? a.high : most;
  return value_range(low, high);
}

struct value value_smaller(struct value a, struct value b) {
  if (is_empty(a, b)) return value_nothing();
  return value_range(a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high);
}

struct value value_larger(struct value a, struct value b) {
  if (is_empty(a, b)) return value_nothing();
  return value_range(a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high);
}
