/* Chance: how the generators of chance.h are seeded.
 *
 * Owns, with chance.h, the meaning of the four words of a generator (a, b, c, counter). Knows nothing of games or
 * states: callers that draw for the rules also put up the undo barrier. Every program that replays a game must get the
 * same numbers, so nothing here may ever change. */
#include "vm/chance.h"

#include "base/keyed.h"
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
uint32_t chance_bots_of(uint32_t seed, uint32_t game_number) {
  uint32_t x = ~seed;
  return random_split_32(&x) ^ game_number;
}

static inline uint32_t bot_of(uint32_t bots, uint32_t seat, uint32_t decision) {
  uint32_t x = random_split_32(&bots) ^ seat;
  return random_split_32(&x) ^ decision;
}

void chance_seed_bot(uint32_t random[4], uint32_t seed, uint32_t game_number, uint32_t seat, uint32_t decision) {
  fill(random, bot_of(chance_bots_of(seed, game_number), seat, decision));
}

/* What fill and chance_draw_small would give: the third word of a generator is not in its first number. */
uint32_t chance_first_of_bot(uint32_t bots, uint32_t seat, uint32_t decision) {
  uint32_t x = bot_of(bots, seat, decision), a = random_split_32(&x);
  return a + random_split_32(&x) + 1;
}

uint32_t chance_keyed(uint32_t a, uint32_t b, uint32_t c, uint32_t counter) {
  const uint64_t key[2] = { (uint64_t)b << 32 | a, c }, word = counter;
  return (uint32_t)keyed_hash(key, &word, 1);
}

uint64_t chance_derive(const uint64_t secret[2], enum chance_purpose purpose, uint32_t game_number, uint32_t seat,
                       uint32_t decision) {
  const uint64_t words[2] = { (uint64_t)purpose << 32 | game_number, (uint64_t)seat << 32 | decision };
  return keyed_hash(secret, words, 2);
}

/* The key is derived, not the secret itself: whoever comes to see a position does not see the seed. */
void chance_seed_keyed(uint32_t random[4], const uint64_t secret[2], uint32_t game_number) {
  uint64_t low = chance_derive(secret, CHANCE_OF_GAME, game_number, 0, 0);
  random[0] = (uint32_t)low;
  random[1] = (uint32_t)(low >> 32);
  random[2] = (uint32_t)chance_derive(secret, CHANCE_OF_GAME, game_number, 0, 1);
  random[3] = CHANCE_KEYED;
}
