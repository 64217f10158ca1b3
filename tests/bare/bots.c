/* Lets bots play and prints a hash over all their decisions: bots must choose alike on every machine, whatever its
 * floating point is like.
 *
 *   bots GAMES SEED FILE PLAYERS [FILE PLAYERS]…      a line `FILE PLAYERS : HASH` for each, as in tests/bots.txt
 *
 * `search` sits in the first seat, `greedy` in the others. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "tests/play/table.h"

static uint32_t number(const char *text) { return (uint32_t)strtoul(text, NULL, 10); }

static uint64_t play(struct bot_table *bots, trv_game *game, uint32_t limit, uint32_t seed, uint32_t games) {
  uint64_t hash = HASH_START;
  for (uint32_t i = 0; i < games; i++) {
    int status = trv_game_start(game, seed, i);
    trv_choice_info info;
    while (status == TRV_CHOICE && trv_game_decisions(game) < limit && trv_game_choice(game, &info) == TRV_OK) {
      struct bot_turn turn = bots_turn((trv_seed){ seed, 0 }, i, &info);
      status = trv_choose(game, bots_choose(bots, game, &turn));
    }
    hash = hash_fnv(hash, trv_game_trace(game));
  }
  return hash;
}

static uint64_t trace(const trv_program *program, uint32_t players, uint32_t games, uint32_t seed) {
  trv_setup *setup = table_setup(program, players);
  trv_game *game = table_game(setup);
  struct bot_table bots = { .wishes = { { &bot_search, "60", "search:60" } } };
  char why[200];
  for (uint32_t seat = 1; seat < players; seat++) bots.wishes[seat] = (struct bot_wish){ &bot_greedy, "", "greedy" };
  if (!bots_sit(&bots, setup, why, sizeof why)) exit(2);
  uint64_t hash = play(&bots, game, table_limit(program), seed, games);
  bots_leave(&bots);
  trv_game_free(game);
  trv_setup_free(setup);
  return hash;
}

int main(int argc, char **argv) {
  if (argc < 5 || argc % 2 == 0) {
    fprintf(stderr, "usage: bots GAMES SEED FILE PLAYERS [FILE PLAYERS]…\n");
    return 2;
  }
  for (int i = 3; i < argc; i += 2) {
    trv_program *program = table_compile(argv[i]);
    uint64_t hash = trace(program, number(argv[i + 1]), number(argv[1]), number(argv[2]));
    printf("%s %s : %016" PRIx64 "\n", argv[i], argv[i + 1], hash);
    trv_program_free(program);
  }
  return 0;
}
