/* What every game must keep to, tested without knowing it: random games, and at each decision
 *   - each option's notation finds that option again, and trv_options_each gives the same list;
 *   - a copy is the same position, and taking a choice back and making it again leads to the same place;
 *   - a sampled position looks the same to the chooser: view, prompt, options, labels, reasons;
 *   - no invariant is broken;
 * and of each game: a save replays to the same state, trv_playout makes the same decisions, a compiled file read back
 * plays the same game.
 *
 *   conformance FILE GAMES      prints TAP, a line for each number of players */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/play/table.h"

enum { ROUND_TRIPS = 64, SEED = 20, FEWEST_GAMES = 3, ENOUGH_DECISIONS = 4000 };

struct trial {
  const trv_program *program;
  const trv_setup *setup;
  trv_game *game, *other;
  uint32_t number, decisions;
  trv_save_choice *choices; /* notations are owned */
  size_t capacity;
  struct text a, b;
  char failure[512]; /* the first thing that went wrong, or "" */
};

static void fail(struct trial *trial, const char *format, ...) {
  if (trial->failure[0]) return;
  int length = snprintf(trial->failure, sizeof trial->failure, "game %" PRIu32 ", decision %" PRIu32 ": ",
                        trial->number, trial->decisions);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(trial->failure + length, sizeof trial->failure - (size_t)length, format, arguments);
  va_end(arguments);
}

/* Every option when there are few; otherwise evenly spread ones. */
static uint32_t stride(uint32_t options) { return options <= ROUND_TRIPS ? 1 : options / ROUND_TRIPS; }

struct listing {
  struct trial *trial;
  uint32_t options, seen;
};

static bool compare_listed(void *context, uint32_t index, const char *notation) {
  struct listing *listing = context;
  struct trial *trial = listing->trial;
  if (index != listing->seen++) fail(trial, "trv_options_each gives option %" PRIu32 " out of order", index);
  if (index % stride(listing->options) == 0) {
    TEXT_FILL(&trial->a, trv_option_notation, trial->game, index);
    if (strcmp(trial->a.bytes, notation)) fail(trial, "%s is listed as %s", trial->a.bytes, notation);
  }
  return true;
}

static void check_notations(struct trial *trial, const trv_choice_info *choice) {
  for (uint32_t i = 0; i < choice->options; i += stride(choice->options)) {
    TEXT_FILL(&trial->a, trv_option_notation, trial->game, i);
    int found = trv_find_option(trial->game, trial->a.bytes);
    if (found != (int)i) fail(trial, "%s is option %" PRIu32 " but finds %d", trial->a.bytes, i, found);
  }
  struct listing listing = { trial, choice->options, 0 };
  trv_options_each(trial->game, compare_listed, &listing);
  if (listing.seen != choice->options) fail(trial, "%" PRIu32 " options are listed", listing.seen);
}

static void check_sample(struct trial *trial, const trv_choice_info *choice) {
  int status = trv_game_sample(trial->other, trial->game, choice->seat, SEED + trial->decisions);
  if (status != TRV_OK) {
    fail(trial, "no sample: %s", trv_status_text(status));
    return;
  }
  TEXT_FILL(&trial->a, trv_view_json, trial->game, (int)choice->seat);
  TEXT_FILL(&trial->b, trv_view_json, trial->other, (int)choice->seat);
  if (strcmp(trial->a.bytes, trial->b.bytes))
    fail(trial, "the chooser's view in a sample: %.150s, not %.150s", trial->b.bytes, trial->a.bytes);
  char why[400];
  if (trv_game_leak(trial->game, trial->other, SEED + trial->decisions, why, sizeof why) != TRV_OK)
    fail(trial, "what is hidden shows: %s", why);
}

/* Chooses; on the way, takes the choice back in `other` and makes it again. */
static int check_choose(struct trial *trial, uint32_t index) {
  trv_game_copy(trial->other, trial->game);
  uint64_t before = trv_game_hash(trial->game, true);
  uint64_t position = trv_game_hash(trial->game, false);
  if (trv_game_hash(trial->other, true) != before) fail(trial, "a copy has another hash");
  if (trv_game_hash(trial->other, false) != position) fail(trial, "a copy has another position hash");
  int status = trv_choose(trial->game, index);
  uint64_t after = trv_game_hash(trial->game, true);
  if (trv_game_hash(trial->other, true) != before) fail(trial, "a choice in one game changes its copy");
  if (trv_choose(trial->other, index) != status || trv_game_hash(trial->other, true) != after) {
    fail(trial, "the same choice again leads to another position");
  }
  return status;
}

static void remember(struct trial *trial, const trv_choice_info *choice, uint32_t index) {
  if (trial->decisions == trial->capacity) {
    trial->capacity = trial->capacity ? trial->capacity * 2 : 64;
    trial->choices = realloc(trial->choices, trial->capacity * sizeof *trial->choices);
    if (!trial->choices) exit(2);
  }
  TEXT_FILL(&trial->a, trv_option_notation, trial->game, index);
  char *notation = strdup(trial->a.bytes);
  if (!notation) exit(2);
  trial->choices[trial->decisions] = (trv_save_choice){ choice->seat, choice->name, notation };
}

static void check_save(struct trial *trial) {
  char *bytes = NULL;
  size_t length = 0;
  int status = trv_save_write(trial->game, SEED, trial->number, trial->choices, trial->decisions, &bytes, &length);
  if (status != TRV_OK) {
    fail(trial, "not saved: %s", trv_status_text(status));
    return;
  }
  trv_save *save = NULL;
  const char *why = "";
  status = trv_save_read(bytes, length, &save, &why);
  if (status != TRV_OK) {
    fail(trial, "the save is not read back: %s", why);
  } else {
    char reason[256] = "";
    trv_save_info info = trv_save_describe(save);
    if (info.choices != trial->decisions || info.seed.low != SEED || info.seed.high || info.number != trial->number) {
      fail(trial, "the save holds %zu choices, seed %" PRIu64 ", game %" PRIu32, info.choices, info.seed.low,
           info.number);
    }
    status = trv_save_replay(save, trial->other, reason, sizeof reason);
    if (status < 0) fail(trial, "the save does not replay: %s", reason);
    bool same = trv_game_hash(trial->other, true) == trv_game_hash(trial->game, true);
    if (!same) fail(trial, "the save replays to another state");
    trv_save_free(save);
  }
  trv_free(bytes);
}

static void play_game(struct trial *trial) {
  uint32_t limit = table_limit(trial->program);
  trial->decisions = 0;
  int status = trv_game_start(trial->game, SEED, trial->number);
  while (status == TRV_CHOICE && trial->decisions < limit && !trial->failure[0]) {
    trv_choice_info choice;
    trv_game_choice(trial->game, &choice);
    const char *broken = trv_game_broken_invariant(trial->game);
    if (broken) fail(trial, "broken: %s", broken);
    /* In long games the dear tests are made at some decisions only. */
    if (trial->decisions < 100 || trial->decisions % 16 == trial->number % 16) {
      check_notations(trial, &choice);
      check_sample(trial, &choice);
    }
    uint32_t index = trv_random_choice(SEED, trial->number, choice.seat, choice.decision, choice.options);
    remember(trial, &choice, index);
    status = check_choose(trial, index);
    trial->decisions++;
    if (trial->decisions == 10) check_save(trial);
  }
  if (status == TRV_RULE_ERROR) {
    trv_rule_error error;
    trv_game_error(trial->game, &error);
    fail(trial, "rule error: %s (%s:%" PRIu32 ")", error.message, error.file, error.line);
  } else if (status == TRV_CHOICE) {
    fail(trial, "no end after %" PRIu32 " decisions", trial->decisions);
  }
  check_save(trial);
  trv_game_start(trial->other, SEED, trial->number);
  trv_playout(trial->other, SEED, trial->number, 0);
  if (trv_game_trace(trial->other) != trv_game_trace(trial->game)) fail(trial, "trv_playout decides differently");
  for (uint32_t i = 0; i < trial->decisions; i++) free((char *)trial->choices[i].notation);
}

/* A program that went through a file is the same program. */
static void check_compiled(struct trial *trial, uint32_t players) {
  void *bytes = NULL;
  size_t size = 0;
  const char *why = "";
  trv_program *read = NULL;
  int status = trv_program_save(trial->program, &bytes, &size);
  if (status == TRV_OK) status = trv_program_load(bytes, size, NULL, &read, &why);
  trv_free(bytes);
  if (status != TRV_OK) {
    fail(trial, "the compiled file is not read back: %s %s", trv_status_text(status), why);
    return;
  }
  bool same = trv_program_describe(read).hash == trv_program_describe(trial->program).hash;
  if (!same) fail(trial, "the compiled file has another hash");
  trv_setup *setup = table_setup(read, players);
  trv_game *game = table_game(setup);
  trv_game_start(game, SEED, trial->number);
  trv_playout(game, SEED, trial->number, 0);
  if (trv_game_trace(game) != trv_game_trace(trial->game)) fail(trial, "the compiled file plays another game");
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(read);
}

static bool check_players(const trv_program *program, const char *file, uint32_t players, uint32_t games) {
  trv_setup *setup = table_setup(program, players);
  struct trial trial = { .program = program, .setup = setup, .game = table_game(setup), .other = table_game(setup) };
  uint64_t decisions = 0;
  for (; trial.number < games && !trial.failure[0]; trial.number++) {
    if (trial.number >= FEWEST_GAMES && decisions > ENOUGH_DECISIONS) break; /* long games need fewer of them */
    play_game(&trial);
    if (trial.number == 0) check_compiled(&trial, players);
    decisions += trial.decisions;
  }
  bool passed = !trial.failure[0];
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  printf("%s - %s, %" PRIu32 " players\n", passed ? "ok" : "not ok", base, players);
  if (passed) printf("# %" PRIu64 " decisions\n", decisions);
  else printf("# %s\n", trial.failure);
  fflush(stdout);
  text_free(&trial.a);
  text_free(&trial.b);
  free(trial.choices);
  trv_game_free(trial.game);
  trv_game_free(trial.other);
  trv_setup_free(setup);
  return passed;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: conformance FILE GAMES\n");
    return 2;
  }
  trv_program *program = table_compile(argv[1]);
  trv_program_info info = trv_program_describe(program);
  bool passed = true;
  printf("1..%" PRIu32 "\n", info.high_players - info.low_players + 1);
  for (uint32_t players = info.low_players; players <= info.high_players; players++) {
    passed &= check_players(program, argv[1], players, (uint32_t)strtoul(argv[2], NULL, 10));
  }
  trv_program_free(program);
  return passed ? 0 : 1;
}
