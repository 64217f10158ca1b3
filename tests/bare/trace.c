/* Plays random games and prints a hash over all their decisions, the one that `trvm sim` prints, with nothing but
 * include/trv.h, base/ and the C library: for builds that have no command.
 *
 *   trace GAMES SEED FILE PLAYERS [FILE PLAYERS]…      a line `FILE PLAYERS : HASH` for each, as in tests/traces.txt
 *
 * Nothing in C may be loaded, so rules that want it end with the library's own message about that. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/play/table.h"

static uint32_t number(const char *text) { return (uint32_t)strtoul(text, NULL, 10); }

static uint64_t trace(const trv_program *program, uint32_t players, uint32_t games, uint32_t seed) {
  trv_setup *setup = table_setup(program, players);
  trv_game *game = table_game(setup);
  uint64_t hash = HASH_START;
  for (uint32_t i = 0; i < games; i++) {
    if (trv_game_start(game, seed, i) == TRV_CHOICE) trv_playout(game, seed, i, table_limit(program));
    hash = hash_fnv(hash, trv_game_trace(game));
  }
  trv_game_free(game);
  trv_setup_free(setup);
  return hash;
}

int main(int argc, char **argv) {
  if (argc < 5 || argc % 2 == 0) {
    fprintf(stderr, "usage: trace GAMES SEED FILE PLAYERS [FILE PLAYERS]…\n");
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
