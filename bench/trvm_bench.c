/* Plays a game of RULES.md written in .trv through the public interface of libtrv.
 *
 *     trvm_bench GAME.trv seed games [players]
 *
 * The chance of a game comes from trv_game_start(seed, number); the bots' choices from the stream of RULES.md
 * section 1, kept here. Prints the line that every benchmark program prints: games, decisions, checksum, seconds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/hash.h"
#include "base/random.h"
#include "include/trv.h"

enum { TEXT_SIZE = 4096 };

typedef struct {
  uint32_t a, b, c, n; /* sfc32 */
  uint32_t hash;       /* FNV-1a of the current game */
  uint64_t decisions;  /* of the whole run */
} Bots;

static void seed_bots(Bots *bots, uint32_t seed, uint32_t game) {
  uint32_t x = seed;
  x = (random_split_32(&x) ^ game) + 0x5bd1e995u;
  bots->a = random_split_32(&x);
  bots->b = random_split_32(&x);
  bots->c = random_split_32(&x);
  bots->n = 1;
  bots->hash = HASH_START_32;
}

static uint32_t below(Bots *bots, uint32_t limit) {
  uint32_t t = bots->a + bots->b + bots->n++;
  bots->a = bots->b ^ (bots->b >> 9);
  bots->b = bots->c + (bots->c << 3);
  bots->c = ((bots->c << 21) | (bots->c >> 11)) + t;
  return (uint32_t)(((uint64_t)t * limit) >> 32);
}

static void add_word(Bots *bots, uint32_t word) { bots->hash = hash_fnv_32(bots->hash, word); }

static uint32_t decide(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  Bots *bots = context;
  uint32_t index = below(bots, options);
  (void)seat;
  (void)decision;
  add_word(bots, options);
  add_word(bots, index);
  bots->decisions++;
  return index;
}

/* Plays game number `number` to its end and adds its decisions and results to the hash. */
static int play_game(trv_game *game, uint32_t seed, uint32_t number, uint32_t players, Bots *bots) {
  uint32_t place[TRV_MOST_PLAYERS];
  int32_t score[TRV_MOST_PLAYERS];
  seed_bots(bots, seed, number);
  int status = trv_game_start(game, seed, number);
  if (status == TRV_CHOICE) status = trv_play(game, decide, bots, UINT32_MAX);
  if (status != TRV_OVER) return status;
  trv_game_result(game, place, score);
  for (uint32_t p = 0; p < players; p++) {
    add_word(bots, (uint32_t)score[p]);
    add_word(bots, place[p]);
  }
  return TRV_OVER;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static trv_program *compile(const char *file) {
  trv_compile_options options = { .struct_size = sizeof options, .name = file };
  trv_program *program = NULL;
  trv_report *report = NULL;
  char text[TEXT_SIZE];
  int status = trv_compile(&options, &program, &report);
  for (size_t i = 0; program == NULL && report && i < trv_report_count(report); i++) {
    trv_report_print(report, i, false, text, sizeof text);
    fputs(text, stderr);
  }
  if (program == NULL) fprintf(stderr, "%s: %s\n", file, trv_status_text(status));
  trv_report_free(report);
  return program;
}

/* Runs all games; returns a program's exit status. */
static int run(trv_game *game, uint32_t seed, uint32_t games, uint32_t players) {
  Bots bots = { 0 };
  uint32_t checksum = 0;
  double start = now();
  for (uint32_t i = 0; i < games; i++) {
    if (play_game(game, seed, i, players, &bots) != TRV_OVER) {
      trv_rule_error error = { 0 };
      if (trv_game_error(game, &error) == TRV_OK && error.message)
        fprintf(stderr, "game %" PRIu32 ": %s (%s:%" PRIu32 ")\n", i, error.message, error.file, error.line);
      else fprintf(stderr, "game %" PRIu32 " did not end\n", i);
      return 1;
    }
    checksum += bots.hash;
  }
  printf("%" PRIu32 " %" PRIu64 " %08" PRIx32 " %.6f\n", games, bots.decisions, checksum, now() - start);
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: %s GAME.trv seed games [players]\n", argv[0]);
    return 2;
  }
  uint32_t seed = (uint32_t)strtoul(argv[2], NULL, 10), games = (uint32_t)strtoul(argv[3], NULL, 10);
  trv_program *program = compile(argv[1]);
  if (program == NULL) return 2;
  uint32_t players = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : trv_program_describe(program).low_players;
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char why[TEXT_SIZE] = "";
  int exit_status = 2;
  if (trv_setup_simulated(program, players, NULL, 0, &setup, why, sizeof why) != TRV_OK ||
      trv_game_new(setup, &game) != TRV_OK)
    fprintf(stderr, "%s: cannot start: %s\n", argv[1], why);
  else exit_status = run(game, seed, games, players);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
  return exit_status;
}
