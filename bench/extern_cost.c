/* What a call of C code from rules costs, beside the same call from C.
 *
 *   extern_cost GAME LIBRARY     bench/extern.trv, and bench/extern_calls.c as a shared object
 *
 * Prints `name nanoseconds` lines, the best of some rounds: a call by the rules, less what the same loop costs without
 * it, and a call from C through the address that the system gives for the function, less an empty loop. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "include/trv.h"

enum { ROUNDS = 15, CALLS = 1000000 }; /* as many as the game makes */

typedef int32_t add_function(int32_t total, int32_t number);
typedef int32_t add_all_function(int32_t total, const int32_t *numbers, int32_t count);

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void fail(const char *why) {
  fprintf(stderr, "extern_cost: %s\n", why);
  exit(2);
}

/* The game with its setting `way`; nanoseconds of a round of the loop. */
static double by_rules(const trv_program *program, const char *way) {
  trv_choice_of_setting setting = { "way", way };
  trv_setup *setup;
  trv_game *game;
  char why[500] = "";
  double best = 1e18;
  if (trv_setup_new(program, 1, &setting, 1, &setup, why, sizeof why) != TRV_OK) fail(why);
  if (trv_game_new(setup, &game) != TRV_OK) fail("out of memory");
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    if (trv_game_start(game, 1, 0) != TRV_OVER) fail("a rule error");
    double spent = now() - start;
    if (spent < best) best = spent;
  }
  trv_game_free(game);
  trv_setup_free(setup);
  return best / CALLS;
}

static double direct(add_function *volatile add, add_all_function *volatile add_all) {
  static const int32_t numbers[] = { 1, 2, 3, 4, 5, 6, 7 };
  volatile int32_t kept = 0;
  double best = 1e18;
  for (int round = 0; round < ROUNDS; round++) {
    int32_t total = 0;
    double start = now();
    for (int32_t i = 0; i < CALLS; i++) {
      if (add) total = add(total, i & 1023);
      else if (add_all) total = add_all(total, numbers, 7);
      else __asm__ volatile("" : "+r"(total));
    }
    double spent = now() - start;
    kept = total;
    if (spent < best) best = spent;
  }
  (void)kept;
  return best / CALLS;
}

int main(int argc, char **argv) {
  if (argc != 3) fail("usage: extern_cost GAME.trv LIBRARY.so");
  const char *const libraries[] = { argv[2] };
  const trv_link link = { .libraries = libraries, .library_count = 1 };
  trv_compile_options options = { .struct_size = sizeof options, .name = argv[1], .link = &link };
  trv_program *program;
  trv_report *report;
  char message[2000] = "out of memory";
  if (trv_compile(&options, &program, &report) != TRV_OK) {
    if (report) trv_report_print(report, 0, false, message, sizeof message);
    fail(message);
  }
  void *library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL), *add = library ? dlsym(library, "add") : NULL;
  void *add_all = library ? dlsym(library, "add_all") : NULL;
  add_function *add_directly;
  add_all_function *add_all_directly;
  if (!add || !add_all) fail("no such library or function");
  memcpy(&add_directly, &add, sizeof add);
  memcpy(&add_all_directly, &add_all, sizeof add_all);
  double empty = direct(NULL, NULL);
  printf("numbers_by_rules %.2f\n", by_rules(program, "1") - by_rules(program, "0"));
  printf("numbers_by_c %.2f\n", direct(add_directly, NULL) - empty);
  printf("list_by_rules %.2f\n", by_rules(program, "3") - by_rules(program, "2"));
  printf("list_by_c %.2f\n", direct(NULL, add_all_directly) - empty);
  dlclose(library);
  trv_program_free(program);
  trv_report_free(report);
  return 0;
}
