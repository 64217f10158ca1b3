/* Hostile files: compiled games and saves of them, damaged, are refused or played, never trusted.
 *
 *   fuzz_load ITERATIONS GAME.trv…
 *
 * Each game is compiled and written as a .trvc file; copies of it are changed in a few bytes or words, given the
 * checksum that fits, read back and, when they are accepted, played. Copies of a save are changed and replayed.
 * The generator is fixed, so every run does the same. Prints TAP, a line for each game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/api.h"
#include "vm/trvc.h"

enum { FUEL = 20000, PLAYOUT_LIMIT = 60, SAVED_DECISIONS = 12 };

static uint32_t random_state = 2463534242u;

static uint32_t below(uint32_t limit) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return limit ? random_state % limit : 0;
}

static void play(const trv_program *program) {
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char text[256];
  trv_program_info info = trv_program_describe(program);
  if (trv_setup_new(program, info.low_players, NULL, 0, &setup, text, sizeof text) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK) {
    game->game.fuel_limit = FUEL;
    if (trv_game_start(game, 1, 0) == TRV_CHOICE) {
      trv_game_prompt(game, text, sizeof text);
      trv_option_label(game, 0, text, sizeof text);
      trv_option_notation(game, 0, text, sizeof text);
      trv_view_json(game, 0, text, sizeof text);
      trv_playout(game, 1, 0, PLAYOUT_LIMIT);
    }
    trv_view_json(game, -1, text, sizeof text);
  }
  trv_game_free(game);
  trv_setup_free(setup);
}

/* Changes one to three places: a byte, or a 32-bit word to a number that tends to hurt. */
static void damage(unsigned char *bytes, size_t from, size_t size) {
  static const uint32_t numbers[] = { 0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0xffff, 0x10000, 255, 64, 65 };
  for (uint32_t changes = 1 + below(3); changes; changes--) {
    size_t at = from + below((uint32_t)(size - from));
    if (below(2) || (at & ~(size_t)3) + 4 > size) bytes[at] ^= (unsigned char)(1 + below(255));
    else memcpy(bytes + (at & ~(size_t)3), &numbers[below(sizeof numbers / sizeof *numbers)], 4);
  }
}

/* Returns how many damaged files were accepted. */
static unsigned long fuzz_compiled(const trv_program *program, unsigned long iterations) {
  void *bytes = NULL;
  size_t size = 0;
  unsigned long accepted = 0;
  if (trv_program_save(program, &bytes, &size) != TRV_OK) exit(2);
  unsigned char *copy = malloc(size);
  if (!copy) exit(2);
  for (unsigned long round = 0; round < iterations; round++) {
    memcpy(copy, bytes, size);
    damage(copy, sizeof(struct trvc_header), size);
    struct trvc_header header;
    memcpy(&header, copy, sizeof header);
    header.checksum = trvc_checksum(copy, size);
    memcpy(copy, &header, sizeof header);
    trv_program *read = NULL;
    if (trvc_load_unhashed(copy, size, NULL, &read, NULL) != TRV_OK) continue;
    accepted++;
    play(read);
    free(trv_program_listing(read, false));
    trv_program_free(read);
  }
  free(copy);
  trv_free(bytes);
  return accepted;
}

/* Writes a save of a game after some decisions; owned. */
static char *make_save(trv_game *game, size_t *length) {
  static char notations[SAVED_DECISIONS][256];
  trv_save_choice choices[SAVED_DECISIONS];
  size_t count = 0;
  int status = trv_game_start(game, 1, 0);
  while (status == TRV_CHOICE && count < SAVED_DECISIONS) {
    trv_choice_info info;
    trv_game_choice(game, &info);
    uint32_t index = below(info.options);
    trv_option_notation(game, index, notations[count], sizeof notations[count]);
    choices[count] = (trv_save_choice){ info.seat, info.name, notations[count] };
    count++;
    status = trv_choose(game, index);
  }
  char *text = NULL;
  if (trv_save_write(game, 1, 0, choices, count, &text, length) != TRV_OK) exit(2);
  return text;
}

static void fuzz_saves(const trv_program *program, unsigned long iterations) {
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char why[256];
  uint32_t players = trv_program_describe(program).low_players;
  if (trv_setup_new(program, players, NULL, 0, &setup, why, sizeof why) != TRV_OK) exit(2);
  if (trv_game_new(setup, &game) != TRV_OK) exit(2);
  size_t length = 0;
  char *text = make_save(game, &length);
  for (unsigned long round = 0; round < iterations; round++) {
    size_t size = below(8) ? length : below((uint32_t)length) + 1;
    char *copy = malloc(size);
    if (!copy) exit(2);
    memcpy(copy, text, size);
    damage((unsigned char *)copy, 0, size);
    trv_save *save = NULL;
    if (trv_save_read(copy, size, &save, NULL) == TRV_OK) {
      trv_save_info info = trv_save_describe(save);
      for (size_t i = 0; i < info.settings; i++) (void)trv_save_setting(save, i);
      trv_save_replay(save, game, why, sizeof why);
      trv_save_free(save);
    }
    free(copy);
  }
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: fuzz_load ITERATIONS GAME.trv…\n");
    return 2;
  }
  unsigned long iterations = strtoul(argv[1], NULL, 10);
  printf("1..%d\n", argc - 2);
  for (int i = 2; i < argc; i++) {
    trv_compile_options options = { .struct_size = sizeof options, .name = argv[i] };
    trv_program *program = NULL;
    if (trv_compile(&options, &program, NULL) != TRV_OK) {
      printf("not ok %d - %s\n# does not compile\n", i - 1, argv[i]);
      return 1;
    }
    unsigned long accepted = fuzz_compiled(program, iterations);
    fuzz_saves(program, iterations);
    trv_program_free(program);
    printf("ok %d - damaged files of %s\n# %lu of %lu were accepted\n", i - 1, argv[i], accepted, iterations);
    fflush(stdout);
  }
  return 0;
}
