/* The loops of the interpreter side by side: what trusts the compiler, the same without instructions for bits, what counts
 * visits, what checks everything, and the program read back from its compiled file, which is always checked. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "vm/api.h"

enum { TRUSTED, PLAIN, COUNTING, CHECKED, READ_BACK, LOOPS };
static const char *const loop_names[LOOPS] = { "trusted", "plain", "counting", "checked", "read back" };

struct players {
  trv_program *programs[LOOPS];
  trv_setup *setups[LOOPS];
  trv_game *games[LOOPS];
  uint64_t *visits;
};

static trv_program *read_back(const trv_program *program) {
  void *bytes = NULL;
  size_t size = 0;
  trv_program *read = NULL;
  const char *why = "no memory";
  if (trv_program_save(program, &bytes, &size) != TRV_OK) exit(2);
  if (trv_program_load(bytes, size, NULL, &read, &why) != TRV_OK) fuzz_fail("a compiled file is refused: %s", why);
  trv_free(bytes);
  return read;
}

/* Which loop runs is a matter of the program; one loop runs at a time. */
static void use_loop(struct players *players, int loop) {
  players->programs[loop]->program.checked_interpreter = loop == CHECKED || loop == READ_BACK;
  players->programs[loop]->program.plain_interpreter = loop == PLAIN;
}

static bool open_games(struct players *players, trv_program *program, uint32_t seats) {
  char why[200];
  for (int i = 0; i < LOOPS; i++) players->programs[i] = program;
  players->programs[READ_BACK] = read_back(program);
  players->visits = calloc(trv_program_describe(program).instructions + 1, sizeof *players->visits);
  if (!players->visits) exit(2);
  int first = TRV_OK;
  for (int i = 0; i < LOOPS; i++) {
    use_loop(players, i);
    int status = trv_setup_new(players->programs[i], seats, NULL, 0, &players->setups[i], why, sizeof why);
    if (i == 0) first = status;
    if (status != first) fuzz_fail("a set-up: %s %d, %s %d", loop_names[0], first, loop_names[i], status);
    if (status != TRV_OK) continue;
    if (trv_game_new(players->setups[i], &players->games[i]) != TRV_OK) exit(2);
    trv_game_set_fuel(players->games[i], FUZZ_FUEL);
  }
  if (first == TRV_OK) trv_game_count_visits(players->games[COUNTING], players->visits);
  return first == TRV_OK;
}

static void close_games(struct players *players) {
  for (int i = 0; i < LOOPS; i++) {
    trv_game_free(players->games[i]);
    trv_setup_free(players->setups[i]);
  }
  use_loop(players, TRUSTED);
  trv_program_free(players->programs[READ_BACK]);
  free(players->visits);
}

/* The checking loop also pays for instructions: it may give up sooner. */
static bool out_of_fuel(const struct players *players) {
  for (int i = 0; i < LOOPS; i++) {
    const struct state *state = players->games[i]->game.state;
    if (trv_game_status(players->games[i]) == TRV_RULE_ERROR && state->error == RULE_FUEL) return true;
  }
  return false;
}

static void compare(struct players *players, uint32_t number) {
  trv_game *first = players->games[TRUSTED];
  int status = trv_game_status(first);
  for (int i = 1; i < LOOPS; i++) {
    trv_game *game = players->games[i];
    if (trv_game_status(game) != status ||
        (status == TRV_RULE_ERROR && game->game.state->error != first->game.state->error))
      fuzz_fail("game %u, decision %u: %s has status %d error %u, %s status %d error %u", number,
                trv_game_decisions(first), loop_names[0], status, first->game.state->error, loop_names[i],
                trv_game_status(game), game->game.state->error);
    if (trv_game_trace(game) != trv_game_trace(first))
      fuzz_fail("game %u, decision %u: %s and %s have other traces", number, trv_game_decisions(first), loop_names[0],
                loop_names[i]);
    if (status == TRV_RULE_ERROR && first->game.error_pc != game->game.error_pc)
      fuzz_fail("game %u, decision %u: %s has its rule error at %u, %s at %u", number, trv_game_decisions(first),
                loop_names[0], first->game.error_pc, loop_names[i], game->game.error_pc);
    if (status != TRV_RULE_ERROR && trv_game_hash(game, true) != trv_game_hash(first, true))
      fuzz_fail("game %u, decision %u: %s and %s are in other states", number, trv_game_decisions(first), loop_names[0],
                loop_names[i]);
  }
}

/* Decision by decision, then the rest in one go. */
static void play(struct players *players, uint32_t number, uint32_t limit) {
  for (int i = 0; i < LOOPS; i++) {
    use_loop(players, i);
    trv_game_start(players->games[i], 1, number);
  }
  for (uint32_t made = 0;; made++) {
    trv_choice_info info;
    if (out_of_fuel(players)) return;
    compare(players, number);
    if (trv_game_choice(players->games[TRUSTED], &info) != TRV_OK) break;
    bool last = made >= limit / 2;
    uint32_t index = trv_random_choice(1, number, info.seat, info.decision, info.options);
    for (int i = 0; i < LOOPS; i++) {
      use_loop(players, i);
      if (last) trv_playout(players->games[i], 1, number, limit - made);
      else trv_choose(players->games[i], index);
    }
    if (last) break;
  }
  if (!out_of_fuel(players)) compare(players, number);
}

void fuzz_agree(trv_program *program, uint32_t seats, uint32_t games, uint32_t limit) {
  struct players players = { 0 };
  if (open_games(&players, program, seats))
    for (uint32_t number = 0; number < games; number++) play(&players, number, limit);
  close_games(&players);
}
