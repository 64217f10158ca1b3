/* The library that test_ffi.c loads: C code for every type that an extern can have, and some that is wrong. */
#include <string.h>

#include "include/trv_extern.h"

int32_t answer(void) { return 42; }
int32_t minus(int32_t a, int32_t b) { return a - b; }
int32_t opposite(int32_t yes) { return !yes; }
int32_t suit_after(int32_t suit) { return (suit + 1) % 3; }
int32_t seat_after(int32_t seat) { return seat + 1; } /* after the last: nobody */
int32_t card_after(int32_t card) { return card + 1; }
int32_t letters(const char *text) { return (int32_t)strlen(text); }

/* The values in their order, as digits; so their order and number show. */
static int32_t digits(const int32_t *values, int32_t count) {
  int32_t number = 0;
  for (int32_t i = 0; i < count; i++) number = 10 * number + values[i] + 1;
  return number;
}
int32_t list_digits(const int32_t *xs, int32_t xs_count) { return digits(xs, xs_count); }
int32_t set_digits(const int32_t *suits, int32_t suits_count) { return digits(suits, suits_count); }
int32_t zone_digits(const int32_t *cards, int32_t cards_count) { return digits(cards, cards_count); }

int32_t mixed(int32_t first, const int32_t *xs, int32_t xs_count, const char *text, const int32_t *cards,
              int32_t cards_count, int32_t last) {
  return 1000000 * first + 10000 * digits(xs, xs_count) + 1000 * (int32_t)strlen(text) +
         10 * digits(cards, cards_count) + last;
}
int32_t sixteen(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int32_t f, int32_t g, int32_t h, int32_t i,
                int32_t j, int32_t k, int32_t l, int32_t m, int32_t n, int32_t o, int32_t p) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k + 12 * l + 13 * m +
         14 * n + 15 * o + 16 * p;
}

int32_t echo(int32_t n) { return n; }
int32_t perhaps(int32_t n) { return n; } /* a bool only if n is 0 or 1 */
int32_t lowest(void) { return INT32_MIN; }
int32_t dice(void) {
  static int32_t thrown;
  return ++thrown;
}

int32_t now_and_then(void) {
  static int32_t asked;
  return asked++ % 2;
}

TRV_EXTERN(stated, "(list of int,player)->int")
int32_t stated(const int32_t *xs, int32_t xs_count, int32_t seat) { return digits(xs, xs_count) + seat; }

const int32_t not_a_function = 7;
