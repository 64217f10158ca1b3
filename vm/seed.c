/* Seeds: what a game's chance is made from, small or long, as text, and what others may be told of it.
 *
 * A long seed is a secret of 128 bits. Whatever leaves the game is derived from it for one purpose (chance.h), so that
 * nothing leads back to it or to the game's own numbers. A small seed is none: 2^32 of them are tried in minutes. So the
 * number that a guest is told does not depend on it at all. */
#include <stdio.h>
#include <string.h>

#include "vm/api.h"

enum { LONG_DIGITS = 32 };

bool trv_seed_is_long(trv_seed seed) { return seed.high != 0 || seed.low > UINT32_MAX; }

/* ---- as text ---- */

static bool read_small(const char *text, trv_seed *seed) {
  uint64_t number = 0;
  if (!*text) return false;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return false;
    number = number * 10 + (uint64_t)(*text - '0');
    if (number > UINT32_MAX) return false;
  }
  *seed = (trv_seed){ .low = number };
  return true;
}

static const char digits[] = "0123456789abcdefABCDEF";

static void read_long(const char *text, trv_seed *seed) {
  *seed = (trv_seed){ 0 };
  for (; *text; text++) {
    uint64_t digit = (uint64_t)(strchr(digits, *text) - digits);
    seed->high = seed->high << 4 | seed->low >> 60;
    seed->low = seed->low << 4 | (digit < 16 ? digit : digit - 6); /* capitals come last */
  }
}

int trv_seed_read(const char *text, trv_seed *seed) {
  if (strlen(text) != LONG_DIGITS || strspn(text, digits) != LONG_DIGITS)
    return read_small(text, seed) ? TRV_OK : TRV_E_ARGUMENT;
  read_long(text, seed);
  return TRV_OK;
}

size_t trv_seed_text(trv_seed seed, char *buffer, size_t size) {
  int length = trv_seed_is_long(seed) ? snprintf(buffer, size, "%016llx%016llx", (unsigned long long)seed.high,
                                                 (unsigned long long)seed.low)
                                      : snprintf(buffer, size, "%llu", (unsigned long long)seed.low);
  return (size_t)length;
}

/* ---- what is made of them ---- */

void seed_chance(uint32_t random[4], trv_seed seed, uint32_t number) {
  if (trv_seed_is_long(seed)) chance_seed_keyed(random, (const uint64_t[2]){ seed.low, seed.high }, number);
  else chance_seed(random, (uint32_t)seed.low, number);
}

uint32_t trv_seed_of_bots(trv_seed seed, uint32_t number) {
  if (!trv_seed_is_long(seed)) return (uint32_t)seed.low;
  return (uint32_t)chance_derive((const uint64_t[2]){ seed.low, seed.high }, CHANCE_OF_BOTS, number, 0, 0);
}

uint32_t trv_seed_of_guest(trv_seed seed, uint32_t number, uint32_t seat, uint32_t own) {
  if (!trv_seed_is_long(seed)) seed = (trv_seed){ 0 };
  return (uint32_t)chance_derive((const uint64_t[2]){ seed.low, seed.high }, CHANCE_OF_GUESTS, number, seat, own);
}
