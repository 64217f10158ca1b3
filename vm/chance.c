/* Chance: how the sfc32 generator of chance.h is seeded.
 *
 * Owns, with chance.h, the meaning of the four words of a generator (a, b, c, counter). Knows nothing of games or
 * states: callers that draw for the rules also put up the undo barrier. Every program that replays a game must get the
 * same numbers, so nothing here may ever change. */
#include "vm/chance.h"

#include "base/random.h"

static void fill(uint32_t random[4], uint32_t x) {
  for (int i = 0; i < 3; i++) random[i] = random_split_32(&x);
  random[3] = 1;
}

void chance_seed(uint32_t random[4], uint32_t seed, uint32_t game_number) {
  uint32_t x = seed;
  fill(random, random_split_32(&x) ^ game_number);
}

/* Each key is mixed into what came before it: x = random_split_32(x) ^ key, starting from the seed with its bits inverted so
 * that no bot's stream is the game's own. */
void chance_seed_bot(uint32_t random[4], uint32_t seed, uint32_t game_number, uint32_t seat, uint32_t decision) {
  uint32_t x = ~seed;
  const uint32_t keys[3] = { game_number, seat, decision };
  for (int i = 0; i < 3; i++) x = random_split_32(&x) ^ keys[i];
  fill(random, x);
}
