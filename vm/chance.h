/* Chance: the sfc32 generator and the bounded draw. Every program that replays a game must get the same numbers, so nothing
 * here or in chance.c may ever change. */
#ifndef TRV_VM_CHANCE_H
#define TRV_VM_CHANCE_H

#include <stdint.h>

static inline uint32_t chance_draw(uint32_t random[4]) {
  uint32_t a = random[0], b = random[1], c = random[2];
  uint32_t result = a + b + random[3];
  random[3]++;
  random[0] = b ^ b >> 9;
  random[1] = c + (c << 3);
  random[2] = (c << 21 | c >> 11) + result;
  return result;
}

/* No rejection: the bias is below one in 65,536 for the limits that rules use, and every draw costs the same. */
static inline uint32_t chance_below(uint32_t random[4], uint32_t limit) {
  return (uint32_t)((uint64_t)chance_draw(random) * limit >> 32);
}

void chance_seed(uint32_t random[4], uint32_t seed, uint32_t game_number);
/* A bot's stream, keyed by seed, game, seat and the number of decisions made so far in the game. */
void chance_seed_bot(uint32_t random[4], uint32_t seed, uint32_t game_number, uint32_t seat, uint32_t decision);

#endif
