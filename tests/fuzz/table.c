/* A game under way, for harnesses that need one: tests/fuzz/table.trv. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"

static void open_table(struct fuzz_table *table) {
  trv_compile_options options = { .struct_size = sizeof options, .name = FUZZ_GAME };
  char why[200];
  if (trv_compile(&options, &table->program, NULL) != TRV_OK ||
      trv_setup_new(table->program, 2, NULL, 0, &table->setup, why, sizeof why) != TRV_OK ||
      trv_game_new(table->setup, &table->game) != TRV_OK) {
    fprintf(stderr, "%s cannot be played\n", FUZZ_GAME);
    exit(2);
  }
}

struct fuzz_table *fuzz_table(void) {
  static struct fuzz_table table;
  if (!table.program) open_table(&table);
  if (trv_game_start(table.game, 1, 0) != TRV_CHOICE) fuzz_fail("the game does not start");
  return &table;
}
