/* What `search` must find in games without chance, judged by trying everything:
 *   - a game that nobody need lose (tic-tac-toe) is never lost, in either seat, whatever the other does;
 *   - whoever can force a win within PLIES decisions, his own and the other's, takes an option that does.
 *
 *   solved FILE BUDGET POSITIONS PLIES    prints TAP; a game of two. POSITIONS: so many with a forced win are looked for in
 *                                         games at random; 0: all games are played against everything */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "bots/bots.h"
#include "tests/play/table.h"

enum { SEED = 1, MOST_PLIES = 9, MOST_GAMES = 100000 };

struct trial {
  const trv_setup *setup;
  void *search;
  trv_game *desks[MOST_PLIES + 1]; /* one for each depth */
  uint32_t asked, failed;
};

static uint32_t ask(struct trial *trial, trv_game *game) {
  trv_choice_info info;
  trv_game_choice(game, &info);
  struct bot_turn turn = bots_turn((trv_seed){ SEED, 0 }, 0, &info);
  trial->asked++;
  return bot_search.choose(trial->search, game, &turn);
}

static uint32_t options_of(const trv_game *game) {
  trv_choice_info info;
  return trv_game_choice(game, &info) == TRV_OK ? info.options : 0;
}

/* Alone. */
static bool has_won(trv_game *game, uint32_t seat) {
  uint32_t places[TRV_MOST_PLAYERS];
  return trv_game_status(game) == TRV_OVER && trv_game_result(game, places, NULL) == TRV_OK && places[1 - seat] == 2;
}

/* ---- never lost ---- */

/* All games from here: seat `me` asks, the other does everything. */
static void play_all(struct trial *trial, uint32_t depth, uint32_t me) {
  trv_game *game = trial->desks[depth], *next = trial->desks[depth + 1];
  if (trv_game_status(game) != TRV_CHOICE) {
    trial->failed += has_won(game, 1 - me);
    return;
  }
  bool mine = (uint32_t)trv_game_chooser(game) == me;
  uint32_t first = mine ? ask(trial, game) : 0, end = mine ? first + 1 : options_of(game);
  for (uint32_t option = first; option < end; option++) {
    trv_game_copy(next, game);
    trv_choose(next, option);
    play_all(trial, depth + 1, me);
  }
}

static void play_everything(struct trial *trial) {
  for (uint32_t me = 0; me < 2; me++) {
    trv_game_start(trial->desks[0], SEED, 0);
    play_all(trial, 0, me);
  }
}

/* ---- forced wins ---- */

static bool can_force(struct trial *trial, uint32_t depth, uint32_t plies, uint32_t me);

/* Whether taking the option on the desk of this depth forces a win for `me`. */
static bool forces(struct trial *trial, uint32_t depth, uint32_t plies, uint32_t me, uint32_t option) {
  trv_game_copy(trial->desks[depth + 1], trial->desks[depth]);
  trv_choose(trial->desks[depth + 1], option);
  return has_won(trial->desks[depth + 1], me) || can_force(trial, depth + 1, plies - 1, me);
}

/* By one of his own options, or by all of the other's. */
static bool can_force(struct trial *trial, uint32_t depth, uint32_t plies, uint32_t me) {
  uint32_t options = options_of(trial->desks[depth]);
  bool mine = (uint32_t)trv_game_chooser(trial->desks[depth]) == me;
  if (plies == 0 || options == 0) return false;
  for (uint32_t option = 0; option < options; option++)
    if (forces(trial, depth, plies, me, option) == mine) return mine;
  return !mine;
}

/* A position of a game at random; false when the game was over before. */
static bool play_at_random(trv_game *game, uint64_t *random) {
  trv_game_start(game, SEED, 0);
  for (uint32_t left = random_below(random, table_limit(trv_setup_program(trv_game_setup(game)))); left > 0; left--) {
    uint32_t options = options_of(game);
    if (options == 0) return false;
    trv_choose(game, random_below(random, options));
  }
  return trv_game_status(game) == TRV_CHOICE;
}

/* Half of the positions need more than one move: those are rarer, and harder. */
static void look_for_wins(struct trial *trial, uint32_t positions, uint32_t plies) {
  uint64_t random = SEED;
  uint32_t at_once = 0;
  for (uint32_t games = 0; trial->asked < positions && games < MOST_GAMES; games++) {
    if (!play_at_random(trial->desks[0], &random)) continue;
    uint32_t me = (uint32_t)trv_game_chooser(trial->desks[0]);
    if (!can_force(trial, 0, plies, me)) continue;
    if (can_force(trial, 0, 1, me) && at_once++ >= positions / 2) continue;
    trial->failed += !forces(trial, 0, plies, me, ask(trial, trial->desks[0]));
  }
}

/* ---- the run ---- */

int main(int count, char **arguments) {
  char why[200] = "";
  if (count != 5) return 2;
  trv_program *program = table_compile(arguments[1]);
  trv_setup *setup = table_setup(program, 2);
  uint32_t positions = (uint32_t)atoi(arguments[3]), plies = (uint32_t)atoi(arguments[4]);
  struct trial trial = { .setup = setup };
  for (int i = 0; i <= MOST_PLIES; i++) trial.desks[i] = table_game(setup);
  trial.search = bot_search.start(
      &(struct bot_place){ .setup = setup, .argument = arguments[2], .why = why, .why_size = sizeof why });
  if (!trial.search) return 2;
  if (positions) look_for_wins(&trial, positions, plies);
  else play_everything(&trial);
  bool enough = trial.asked > 0 && trial.asked >= positions;
  printf("1..1\n%s 1 - %s: %s %" PRIu32 " of %" PRIu32 "\n", trial.failed || !enough ? "not ok" : "ok", arguments[1],
         positions ? "forced wins missed," : "games lost,", trial.failed, trial.asked);
  bot_search.end(trial.search);
  for (int i = 0; i <= MOST_PLIES; i++) trv_game_free(trial.desks[i]);
  trv_setup_free(setup);
  trv_program_free(program);
  return 0;
}
