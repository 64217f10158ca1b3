/* Two programs in eight threads: threads share programs and set-ups, each plays games of its own, compiles the rules again
 * and saves and goes on with games; all of it must come out as it does in one thread.
 *
 *   threads GAMES FILE.trv FILE.trv
 *
 * Meant to be run under the thread sanitizer (build/tsan), useful without. Prints TAP, a test for each thread. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/trv.h"

enum { THREADS = 8, PROGRAMS = 2, SEED = 11, SAVED = 12, NOTATION = 400, VIEW = 1 << 16 };

struct shared {
  trv_compile_options options;
  trv_program *program;
  trv_setup *setup;
  uint64_t hash;
  uint64_t *traces; /* of each game, played in one thread */
};

struct worker {
  const struct shared *shared;
  uint32_t number, games;
  const char *wrong; /* NULL: all was as expected */
};

/* Plays a game with all that a host asks for on the way: options, view, log. Gives the hash of its end. */
static uint64_t play(trv_game *game, uint32_t number, char *view) {
  trv_choice_info info;
  trv_game_start(game, SEED, number);
  for (uint32_t i = 0; i < SAVED && trv_game_choice(game, &info) == TRV_OK; i++) {
    char notation[NOTATION];
    trv_option_notation(game, trv_random_choice(SEED, number, info.seat, info.decision, info.options), notation,
                        sizeof notation);
    trv_view_json(game, (int)info.seat, view, VIEW);
    trv_choose_notation(game, notation);
  }
  trv_playout(game, SEED, number, 0);
  return trv_game_trace(game) ^ trv_game_hash(game, true);
}

/* The first decisions of a game, saved, read back and replayed in another game. */
static bool save_and_replay(trv_game *game, trv_game *other, uint32_t number) {
  char notations[SAVED][NOTATION], why[300], *text = NULL;
  trv_save_choice choices[SAVED];
  trv_choice_info info;
  size_t count = 0, length = 0;
  trv_save *save = NULL;
  trv_game_start(game, SEED, number);
  while (count < SAVED && trv_game_choice(game, &info) == TRV_OK) {
    trv_option_notation(game, 0, notations[count], NOTATION);
    choices[count] = (trv_save_choice){ info.seat, info.name, notations[count] };
    count++;
    trv_choose(game, 0);
  }
  bool good = trv_save_write(game, SEED, number, choices, count, &text, &length) == TRV_OK &&
              trv_save_read(text, length, &save, NULL) == TRV_OK &&
              trv_save_replay(save, other, why, sizeof why) == TRV_OK &&
              trv_game_hash(game, true) == trv_game_hash(other, true);
  trv_save_free(save);
  trv_free(text);
  return good;
}

static const char *compile_again(const struct shared *shared) {
  trv_program *program = NULL;
  trv_report *report = NULL;
  int status = trv_compile(&shared->options, &program, &report);
  bool same = status == TRV_OK && trv_program_describe(program).hash == shared->hash;
  trv_report_free(report);
  trv_program_free(program);
  return same ? NULL : "compiling gives another program";
}

static const char *work(const struct worker *worker) {
  const struct shared *shared = worker->shared;
  trv_game *game = NULL, *other = NULL;
  char *view = malloc(VIEW);
  const char *wrong = NULL;
  if (!view || trv_game_new(shared->setup, &game) != TRV_OK || trv_game_new(shared->setup, &other) != TRV_OK)
    wrong = "out of memory";
  if (!wrong) trv_game_listen(game);
  for (uint32_t i = 0; !wrong && i < worker->games; i++)
    if (play(game, i, view) != shared->traces[i]) wrong = "a game goes another way than in one thread";
  for (uint32_t i = 0; !wrong && i < worker->games; i++)
    if (!save_and_replay(game, other, i)) wrong = "a saved game is not resumed";
  if (!wrong) wrong = compile_again(shared);
  trv_game_free(other);
  trv_game_free(game);
  free(view);
  return wrong;
}

static void *labour(void *context) {
  struct worker *worker = context;
  worker->wrong = work(worker);
  return NULL;
}

static bool prepare(struct shared *shared, const char *file, uint32_t games) {
  char why[300];
  trv_game *game = NULL;
  char *view = malloc(VIEW);
  shared->options = (trv_compile_options){ .struct_size = sizeof(trv_compile_options), .name = file, .analyse = true };
  shared->traces = calloc(games, sizeof *shared->traces);
  bool ready = view && shared->traces && trv_compile(&shared->options, &shared->program, NULL) == TRV_OK &&
               trv_setup_simulated(shared->program, trv_program_describe(shared->program).high_players, NULL, 0,
                                   &shared->setup, why, sizeof why) == TRV_OK &&
               trv_game_new(shared->setup, &game) == TRV_OK;
  if (ready) shared->hash = trv_program_describe(shared->program).hash;
  for (uint32_t i = 0; ready && i < games; i++) shared->traces[i] = play(game, i, view);
  trv_game_free(game);
  free(view);
  return ready;
}

static bool run(struct shared *programs, uint32_t games) {
  struct worker workers[THREADS];
  pthread_t threads[THREADS];
  bool good = true;
  for (uint32_t i = 0; i < THREADS; i++) {
    workers[i] = (struct worker){ &programs[i % PROGRAMS], i, games, "it was not started" };
    if (pthread_create(&threads[i], NULL, labour, &workers[i]) != 0) threads[i] = pthread_self();
  }
  for (uint32_t i = 0; i < THREADS; i++) {
    if (!pthread_equal(threads[i], pthread_self())) pthread_join(threads[i], NULL);
    printf("%sok - thread %u: %u games of %s\n", workers[i].wrong ? "not " : "", i + 1, games,
           workers[i].shared->options.name);
    if (workers[i].wrong) printf("# %s\n", workers[i].wrong);
    good &= !workers[i].wrong;
  }
  return good;
}

int main(int count, char **words) {
  struct shared programs[PROGRAMS] = { 0 };
  uint32_t games = count == 2 + PROGRAMS ? (uint32_t)strtoul(words[1], NULL, 10) : 0;
  bool good = games > 0;
  if (!good) fprintf(stderr, "usage: threads GAMES FILE.trv FILE.trv\n");
  for (int i = 0; good && i < PROGRAMS; i++) {
    good = prepare(&programs[i], words[2 + i], games);
    if (!good) fprintf(stderr, "threads: %s cannot be played\n", words[2 + i]);
  }
  if (good) good = run(programs, games);
  for (int i = 0; i < PROGRAMS; i++) {
    trv_setup_free(programs[i].setup);
    trv_program_free(programs[i].program);
    free(programs[i].traces);
  }
  return good ? 0 : 1;
}
