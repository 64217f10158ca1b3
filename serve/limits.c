/* How much one address may ask for: see limits.h. */
#include "serve/limits.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"

enum { SETS = 4096, WAYS = 4, SECONDS = 60 };

struct limits_purse {
  uint64_t who; /* a keyed hash of the address; 0: nobody's */
  int64_t seen;
  uint32_t coins;
};

struct limits {
  uint64_t key; /* so that nobody can choose addresses that share a set */
  struct limits_purse purses[SETS][WAYS];
};

struct limits *limits_new(void) {
  struct limits *limits = calloc(1, sizeof *limits);
  if (limits && getentropy(&limits->key, sizeof limits->key) == 0) return limits;
  free(limits);
  return NULL;
}

void limits_free(struct limits *limits) { free(limits); }

/* The purse of an address, or a full one in the place of whoever was away for longest. */
static struct limits_purse *find(struct limits *limits, const char *address, int64_t now) {
  uint64_t who = hash_word(hash_fnv_text(HASH_START ^ limits->key, address), limits->key) | 1;
  struct limits_purse *set = limits->purses[(who >> 32) % SETS], *oldest = set;
  for (struct limits_purse *purse = set; purse < set + WAYS; purse++) {
    if (purse->who == who) return purse;
    if (purse->seen < oldest->seen) oldest = purse;
  }
  *oldest = (struct limits_purse){ who, now, LIMITS_A_MINUTE };
  return oldest;
}

bool limits_pay(struct limits *limits, const char *address, uint32_t coins, int64_t now) {
  struct limits_purse *purse = find(limits, address, now);
  uint64_t filled = purse->coins + (uint64_t)(now > purse->seen ? now - purse->seen : 0) * LIMITS_A_MINUTE / SECONDS;
  purse->seen = now;
  purse->coins = filled < LIMITS_A_MINUTE ? (uint32_t)filled : LIMITS_A_MINUTE;
  if (purse->coins < coins) return false;
  purse->coins -= coins;
  return true;
}
