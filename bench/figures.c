/* Measures a game through the public interface of libtrv, for bench/run, bench/profile and the test suite `speed`.
 *
 *   figures count GAME PLAYERS GAMES     instructions of the machine, sizes, allocations, memory
 *   figures visits GAME PLAYERS GAMES    how often each instruction ran, a number a line
 *   figures play GAME PLAYERS GAMES      nothing but playing, for a tool that counts machine instructions
 *   figures copy GAME PLAYERS COPIES     copying a position
 *   figures step GAME PLAYERS STEPS      copying a position and choosing on the copy
 *   figures search GAME PLAYERS STEPS    the same, with all options found first
 *   figures compile FILE TIMES           compiling, the best of some times
 *
 * Games are those of seed 1, played at random. Prints `name value` lines. All but the times of the last four is the
 * same at every run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "include/trv.h"

enum { SEED = 1, TEXT_SIZE = 4096, MIDDLE = 20 /* decisions before the position that is copied */ };

/* One game, and how often memory was asked for since it was made. */
struct bench {
  trv_program *program;
  trv_setup *setup;
  trv_game *game, *other;
  uint64_t allocations;
};

static void *count_resize(void *context, void *block, size_t size) {
  ++*(uint64_t *)context;
  if (size) return realloc(block, size);
  free(block);
  return NULL;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *file, const char *why) {
  fprintf(stderr, "figures: %s: %s\n", file, why);
  exit(2);
}

static trv_program *compile(const char *file, const trv_allocator *allocator) {
  trv_compile_options options = { .struct_size = sizeof options, .name = file, .allocator = allocator };
  trv_program *program = NULL;
  int status = trv_compile(&options, &program, NULL);
  if (status != TRV_OK) fail(file, trv_status_text(status));
  return program;
}

static void open_game(struct bench *bench, const char *file, uint32_t players) {
  trv_allocator allocator = { .resize = count_resize, .context = &bench->allocations };
  char why[TEXT_SIZE] = "out of memory";
  bench->program = compile(file, &allocator);
  if (players > TRV_MOST_PLAYERS ||
      trv_setup_simulated(bench->program, players, NULL, 0, &bench->setup, why, sizeof why) != TRV_OK ||
      trv_game_new(bench->setup, &bench->game) != TRV_OK || trv_game_new(bench->setup, &bench->other) != TRV_OK)
    fail(file, why);
  bench->allocations = 0;
}

static void close_game(struct bench *bench) {
  trv_game_free(bench->game);
  trv_game_free(bench->other);
  trv_setup_free(bench->setup);
  trv_program_free(bench->program);
}

static void play_games(struct bench *bench, uint32_t games) {
  uint64_t decisions = 0;
  for (uint32_t i = 0; i < games; i++) {
    uint32_t places[TRV_MOST_PLAYERS];
    int32_t keys[TRV_MOST_PLAYERS];
    int status = trv_game_start(bench->game, SEED, i);
    if (status == TRV_CHOICE) status = trv_playout(bench->game, SEED, i, 0);
    if (status == TRV_RULE_ERROR) fail(trv_program_describe(bench->program).file, "a rule error");
    trv_game_result(bench->game, places, keys);
    decisions += trv_game_decisions(bench->game);
  }
  printf("decisions %" PRIu64 "\n", decisions);
}

/* The most memory that this process has had since `forget_peak`, in kB; 0 where the system does not tell. */
static unsigned long peak_memory(void) {
  char line[256];
  unsigned long kilobytes = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, "VmHWM:", 6) == 0) kilobytes = strtoul(line + 6, NULL, 10);
  if (status) fclose(status);
  return kilobytes;
}

/* So that what the compiler needed is not taken for what playing needs. */
static void forget_peak(void) {
  FILE *references = fopen("/proc/self/clear_refs", "w");
  if (!references) return;
  fputs("5", references);
  fclose(references);
}

static void count(struct bench *bench, uint32_t games, bool each) {
  uint32_t instructions = trv_program_describe(bench->program).instructions;
  uint64_t total = 0, *visits = calloc(instructions, sizeof *visits);
  if (!visits) fail("visits", "out of memory");
  trv_game_count_visits(bench->game, visits);
  play_games(bench, games);
  trv_game_count_visits(bench->game, NULL);
  for (uint32_t i = 0; i < instructions; i++) total += visits[i];
  for (uint32_t i = 0; each && i < instructions; i++) printf("%" PRIu64 "\n", visits[i]);
  free(visits);
  if (each) return;
  printf("instructions %" PRIu64 "\n", total);
  printf("state_bytes %zu\n", trv_program_describe(bench->program).state_bytes);
  printf("allocations %" PRIu64 "\n", bench->allocations);
}

/* A position some way into game 0, where somebody is to choose. */
static void play_to_the_middle(struct bench *bench) {
  int status = trv_game_start(bench->game, SEED, 0);
  if (status == TRV_CHOICE) status = trv_playout(bench->game, SEED, 0, MIDDLE);
  if (status != TRV_CHOICE) fail(trv_program_describe(bench->program).file, "the game is too short");
}

static void copy(struct bench *bench, uint32_t copies) {
  play_to_the_middle(bench);
  double start = now();
  for (uint32_t i = 0; i < copies; i++) {
    trv_game_copy(bench->other, bench->game);
    __asm__ volatile("" : : : "memory"); /* every copy is made */
  }
  printf("seconds %.9f\n", now() - start);
  printf("bytes %zu\n", trv_game_used(bench->game));
}

/* Walks through games from copy to copy, as a search does: a copy, the options, one of them taken. `find`: with a list of
 * the options, otherwise with their number. */
static void step(struct bench *bench, uint32_t steps, bool find) {
  trv_options *options = NULL;
  uint32_t number = 0, random = SEED;
  if (trv_options_new(bench->setup, &options) != TRV_OK) fail("options", "out of memory");
  play_to_the_middle(bench);
  int count = trv_options_find(options, bench->game);
  double start = now();
  for (uint32_t i = 0; i < steps; i++) {
    trv_game *next = bench->other;
    trv_choice_info info;
    trv_game_copy(next, bench->game);
    random = random * 1664525u + 1013904223u;
    uint32_t index = (uint32_t)((uint64_t)random * (uint32_t)count >> 32);
    if (find) count = trv_options_advance(options, next, index);
    else
      count = trv_choose(next, index) == TRV_CHOICE && trv_game_choice(next, &info) == TRV_OK ? (int)info.options : 0;
    bench->other = bench->game;
    bench->game = next;
    if (count > 0) continue;
    trv_game_start(bench->game, SEED, ++number);
    count = trv_options_find(options, bench->game);
  }
  printf("seconds %.9f\n", now() - start);
  trv_options_free(options);
}

static void compile_times(const char *file, uint32_t times) {
  double best = 1e9;
  for (uint32_t i = 0; i < times; i++) {
    double start = now();
    trv_program *program = compile(file, NULL);
    double spent = now() - start;
    if (spent < best) best = spent;
    trv_program_free(program);
  }
  printf("seconds %.9f\n", best);
}

static void usage(void) {
  fputs("usage: figures count|visits|play|copy|step|search GAME.trv PLAYERS NUMBER\n"
        "       figures compile FILE.trv TIMES\n",
        stderr);
  exit(2);
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "compile") == 0) {
    compile_times(argv[2], (uint32_t)strtoul(argv[3], NULL, 10));
    return 0;
  }
  if (argc != 5) usage();
  struct bench bench = { 0 };
  const char *what = argv[1];
  uint32_t number = (uint32_t)strtoul(argv[4], NULL, 10);
  open_game(&bench, argv[2], (uint32_t)strtoul(argv[3], NULL, 10));
  unsigned long compiling = peak_memory();
  forget_peak();
  if (strcmp(what, "count") == 0) count(&bench, number, false);
  else if (strcmp(what, "visits") == 0) count(&bench, number, true);
  else if (strcmp(what, "play") == 0) play_games(&bench, number);
  else if (strcmp(what, "copy") == 0) copy(&bench, number);
  else if (strcmp(what, "step") == 0) step(&bench, number, false);
  else if (strcmp(what, "search") == 0) step(&bench, number, true);
  else usage();
  close_game(&bench);
  if (strcmp(what, "visits") != 0) printf("compiling_kilobytes %lu\nplaying_kilobytes %lu\n", compiling, peak_memory());
  return 0;
}
