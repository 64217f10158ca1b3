/* Promises of a game under house rules: for `trvm check`, a few games at random with each number of players, in which all
 * invariants are tested at every choice. What is broken becomes a warning of the report. It takes little time: games end
 * after so many choices of all, and none begins after two seconds. */
#include "trvm/promises.h"

#include <stdlib.h>
#include <string.h>

enum { CHOICES = 12000, MOST_GAMES = 20, MOST_TIME = 2000, SEED = 1 };

struct promises {
  const trv_program *program;
  trv_report *report;
  int64_t until;
  size_t found;
};

/* Plays on until an invariant is broken; its text, or NULL. Takes what it needs of the choices. */
static const char *play_on(const struct promises *promises, trv_game *game, uint32_t number, uint32_t *choices) {
  const char *broken = NULL;
  trv_choice_info info;
  int status = trv_game_start(game, SEED, number);
  while (status == TRV_CHOICE && *choices && !interrupted && tool_now() < promises->until) {
    if ((broken = trv_game_broken_invariant(game)) != NULL) return broken;
    --*choices;
    if (trv_game_choice(game, &info) != TRV_OK) return NULL;
    status = trv_choose(game, trv_random_choice(SEED, number, info.seat, info.decision, info.options));
  }
  return NULL; /* a game that is over need not keep them */
}

static void tell(struct promises *promises, const trv_game *game, uint32_t players, const char *broken) {
  char how[100];
  uint32_t choices = trv_game_decisions(game);
  if (!choices) snprintf(how, sizeof how, "with %u player%s, as the game begins", players, plural(players));
  else
    snprintf(how, sizeof how, "with %u player%s, after %u choice%s", players, plural(players), choices,
             plural(choices));
  promises->found += trv_report_broken(promises->report, broken, how) == TRV_OK;
}

/* The first invariant that is broken with so many players; says whether there is one. */
static bool try_players(struct promises *promises, uint32_t players, uint32_t choices) {
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  const char *broken = NULL;
  char why[200];
  if (trv_setup_simulated(promises->program, players, NULL, 0, &setup, why, sizeof why) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK)
    for (uint32_t number = 0; number < MOST_GAMES && choices && !broken && tool_now() < promises->until; number++)
      if ((broken = play_on(promises, game, number, &choices)) != NULL) tell(promises, game, players, broken);
  trv_game_free(game);
  trv_setup_free(setup);
  return broken != NULL;
}

size_t promises_try(const trv_program *program, trv_report *report) {
  trv_program_info info = trv_program_describe(program);
  struct promises promises = { .program = program, .report = report, .until = tool_now() + MOST_TIME };
  if (!info.variants || !info.invariants) return 0;
  uint32_t counts = info.high_players - info.low_players + 1;
  for (uint32_t players = info.low_players; players <= info.high_players && !interrupted; players++)
    if (try_players(&promises, players, CHOICES / counts + 1)) break;
  return promises.found;
}
