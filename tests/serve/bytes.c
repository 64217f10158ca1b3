/* The very bytes that seats of a server are sent: they are the same where everything differs that a seat may not know.
 *
 *   bytes GAMES FILE…     so many games of each file, played by chance with the fewest and the most players in turn
 *
 * At every decision, one seat or a spectator in turn: the message of the server (serve/tell.c), and the reasons why
 * something is not offered, from the true position and from one that the seat cannot tell from it, in the place of the
 * true one at the same table. Prints TAP, a line for each file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "serve/tell.h"

enum { MOST_DECISIONS = 6000 };

/* In place of the system's source of chance, so that every run plays the same games. */
static uint64_t chance;

int getentropy(void *buffer, size_t length) {
  unsigned char *bytes = buffer;
  for (size_t i = 0; i < length; i++) bytes[i] = (unsigned char)(random_split(&chance) >> 32);
  return 0;
}

/* A table, and room for two positions and two messages. */
struct trial {
  struct table *table;
  struct store *store;
  trv_game *truth, *other;
  struct text before, after;
  uint64_t messages, bytes, samples; /* samples that are another position */
  char failure[600];
};

static void tell_all(struct table *table, int viewer, struct text *text) {
  struct text denied = { 0 };
  text_clear(text);
  tell_table(table, viewer, text);
  if (viewer >= 0) tell_denied(table, (uint32_t)viewer, &denied);
  text_add(text, text_get(&denied));
  text_free(&denied);
}

static void note_difference(struct trial *trial, int viewer, uint32_t decision) {
  const char *left = text_get(&trial->before), *right = text_get(&trial->after);
  size_t at = 0;
  while (left[at] && left[at] == right[at]) at++;
  size_t from = at > 60 ? at - 60 : 0;
  snprintf(trial->failure, sizeof trial->failure, "decision %u, seat %d: `%.160s` and `%.160s`", decision, viewer,
           left + from, right + from);
}

/* A spectator sees what every seat does, so any seat's sample is the same to him. */
static void compare(struct trial *trial, int viewer, uint32_t decision) {
  trv_game *game = trv_sitting_game(trial->table->sitting);
  uint32_t seat = viewer < 0 ? decision % trial->table->players : (uint32_t)viewer;
  tell_all(trial->table, viewer, &trial->before);
  trv_game_copy(trial->truth, game);
  if (trv_game_sample(trial->other, game, seat, decision) != TRV_OK) return;
  trv_game_copy(game, trial->other);
  tell_all(trial->table, viewer, &trial->after);
  trv_game_copy(game, trial->truth);
  trial->samples += trv_game_hash(trial->other, true) != trv_game_hash(trial->truth, true);
  trial->messages++;
  trial->bytes += trial->before.length;
  if (trial->before.failed || strcmp(text_get(&trial->before), text_get(&trial->after)) != 0)
    note_difference(trial, viewer, decision);
}

static void play(struct trial *trial) {
  struct text notation = { 0 };
  struct table *table = trial->table;
  trv_game *game = trv_sitting_game(table->sitting);
  trv_choice_info info;
  while (!*trial->failure && trv_game_choice(game, &info) == TRV_OK && info.decision < MOST_DECISIONS) {
    compare(trial, (int)(info.decision % (table->players + 1)) - 1, info.decision);
    TEXT_FILL_BY(text_reserve, &notation, trv_option_notation, game, random_below(&chance, info.options));
    if (table_choose(table, info.seat, trv_sitting_stamp(table->sitting), text_get(&notation)) < 0)
      snprintf(trial->failure, sizeof trial->failure, "`%s` cannot be chosen", text_get(&notation));
  }
  text_free(&notation);
}

/* A game at a table of its own. */
static void play_one(struct trial *trial, const trv_program *program, uint32_t players) {
  trv_setup *setup = NULL;
  struct table_wish wish = { .rules = { .game = "game", .players = players } };
  if (trv_setup_simulated(program, players, NULL, 0, &setup, trial->failure, sizeof trial->failure) != TRV_OK) return;
  struct rules rules = { .program = program, .setup = setup, .game = "game", .rulebook = "" };
  trial->table = table_open(&wish, &rules, trial->store, trial->failure, sizeof trial->failure);
  for (uint32_t i = 0; trial->table && i < players; i++) table_sit(trial->table, i, NULL);
  if (trial->table && trv_game_new(setup, &trial->truth) == TRV_OK && trv_game_new(setup, &trial->other) == TRV_OK)
    play(trial);
  trv_game_free(trial->truth);
  trv_game_free(trial->other);
  trial->truth = trial->other = NULL;
  if (trial->table) table_discard(trial->table);
  trv_setup_free(setup);
}

static void play_file(struct trial *trial, const char *file, uint32_t games) {
  trv_compile_options options = { .struct_size = sizeof options, .name = file };
  trv_program *program = NULL;
  if (trv_compile(&options, &program, NULL) != TRV_OK) {
    snprintf(trial->failure, sizeof trial->failure, "it cannot be compiled");
    return;
  }
  trv_program_info info = trv_program_describe(program);
  for (uint32_t i = 0; i < games && !*trial->failure; i++) {
    chance = i + 1;
    play_one(trial, program, i % 2 ? info.high_players : info.low_players);
  }
  trv_program_free(program);
}

int main(int count, char **words) {
  int failed = 0;
  if (count < 3) return fprintf(stderr, "usage: bytes GAMES FILE…\n"), 2;
  printf("1..%d\n", count - 2);
  for (int i = 2; i < count; i++) {
    struct trial trial = { 0 };
    const char *slash = strrchr(words[i], '/'), *name = slash ? slash + 1 : words[i];
    trial.store = store_open(":memory:", trial.failure, sizeof trial.failure);
    if (trial.store) play_file(&trial, words[i], (uint32_t)atoi(words[1]));
    if (!*trial.failure && trial.samples == 0) snprintf(trial.failure, sizeof trial.failure, "nothing was swapped");
    printf("%s %d - bytes of %s: %llu messages, %llu bytes, %llu of other positions\n",
           *trial.failure ? "not ok" : "ok", i - 1, name, (unsigned long long)trial.messages,
           (unsigned long long)trial.bytes, (unsigned long long)trial.samples);
    if (*trial.failure) printf("# %s\n", trial.failure);
    fflush(stdout);
    failed += *trial.failure != '\0';
    store_close(trial.store);
    text_free(&trial.before);
    text_free(&trial.after);
  }
  return failed ? 1 : 0;
}
