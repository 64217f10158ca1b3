/* Chance: the generators and the bounded draw. Every program that replays a game must get the same numbers, so nothing
 * here or in chance.c may ever change.
 *
 * A generator is four words, so that a position with its chance is copied like any other memory. There are two kinds, told
 * apart by the top bit of the last word:
 *
 *   small seeds   sfc32: a, b, c, counter. Fast; whoever knows a seed of 32 bits, or tries them all, knows its numbers.
 *   long seeds    a key of 96 bits in a, b, c, and a counter: the numbers are those of base/keyed.h. From any of them
 *                 nobody can work out another one, or the seed.
 *
 * A counter has 31 bits. After 2^31 numbers of one game that of sfc32 begins again at 0, which is not noticed; the keyed
 * numbers are then those of the beginning again. */
#ifndef TRV_VM_CHANCE_H
#define TRV_VM_CHANCE_H

#include <stdint.h>

#define CHANCE_KEYED UINT32_C(0x80000000)

/* Number `counter` of a key. By values, so that a generator can stay in registers. */
uint32_t chance_keyed(uint32_t a, uint32_t b, uint32_t c, uint32_t counter);

/* The next number of a generator that is known to be of a small seed, as those of bots are. */
static inline uint32_t chance_draw_small(uint32_t random[4]) {
  uint32_t a = random[0], b = random[1], c = random[2];
  uint32_t result = a + b + random[3];
  random[3] = (random[3] + 1) & ~CHANCE_KEYED;
  random[0] = b ^ b >> 9;
  random[1] = c + (c << 3);
  random[2] = (c << 21 | c >> 11) + result;
  return result;
}

static inline uint32_t chance_draw(uint32_t random[4]) {
  uint32_t counter = random[3];
  if (__builtin_expect(!(counter & CHANCE_KEYED), 1)) return chance_draw_small(random);
  random[3] = (counter + 1) | CHANCE_KEYED;
  return chance_keyed(random[0], random[1], random[2], counter);
}

/* A number below a limit. No rejection: the bias is below one in 65,536 for the limits that rules use, and every draw
 * costs the same. */
static inline uint32_t chance_scale(uint32_t number, uint32_t limit) {
  return (uint32_t)((uint64_t)number * limit >> 32);
}
static inline uint32_t chance_below(uint32_t random[4], uint32_t limit) {
  return chance_scale(chance_draw(random), limit);
}

void chance_seed(uint32_t random[4], uint32_t seed, uint32_t game_number);
/* A bot's stream, keyed by seed, game, seat and the number of decisions made so far in the game. */
void chance_seed_bot(uint32_t random[4], uint32_t seed, uint32_t game_number, uint32_t seat, uint32_t decision);
/* The first number of such a stream, for those who need no more: most decisions do not. `bots` stands for seed and game,
 * so that whoever plays on mixes them once. */
uint32_t chance_bots_of(uint32_t seed, uint32_t game_number);
uint32_t chance_first_of_bot(uint32_t bots, uint32_t seat, uint32_t decision);

/* ---- from a secret of 128 bits ---- */

/* The keyed generator of a game. */
void chance_seed_keyed(uint32_t random[4], const uint64_t secret[2], uint32_t game_number);
/* What else a secret is used for: each purpose has numbers of its own. */
enum chance_purpose {
  CHANCE_OF_GAME,  /* the key of its generator */
  CHANCE_OF_BOTS,  /* a seed for the streams of the program's own bots */
  CHANCE_OF_GUESTS /* a number for a player who must not learn anything of the others */
};
uint64_t chance_derive(const uint64_t secret[2], enum chance_purpose purpose, uint32_t game_number, uint32_t seat,
                       uint32_t decision);

#endif
