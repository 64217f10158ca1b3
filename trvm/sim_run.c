/* Plays the games of a simulation: one game on one thread's desk, and what all of them add up to. ordered.c shares the
 * games out and brings them back in order, so that sums, the trace and the CSV are the same for any number of threads. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "trvm/ordered.h"
#include "trvm/seats.h"
#include "trvm/sim.h"
#include "trvm/tool.h"

struct played_game {
  enum sim_outcome outcome;
  uint32_t decisions;
  uint64_t trace;
  uint32_t places[TRV_MOST_PLAYERS];
  int32_t keys[TRV_MOST_PLAYERS];
  char *failure;      /* owned; NULL when nothing went wrong */
  const char *broken; /* an invariant, or NULL */
};

/* What a thread plays with. `fast`: all bots are random and nothing is tested on the way, so the library plays the whole
 * game by itself. */
struct sim_desk {
  const struct sim_wish *wish;
  bool fast;
  trv_game *game;
  struct bot_table table;
};

/* What games are added to. */
struct sums {
  const struct sim_wish *wish;
  struct sim_result *result;
};

/* ---- one game ---- */

static char *describe_failure(trv_game *game, const char *broken) {
  struct text text = { 0 };
  trv_rule_error error;
  if (broken) text_append_format(&text, "broken invariant: %s", broken);
  else if (trv_game_error(game, &error) == TRV_OK) {
    text_append_format(&text, "%s", error.message);
    if (error.file && *error.file) text_append_format(&text, "\n    at %s:%u:%u", error.file, error.line, error.column);
    if (error.cites && *error.cites) text_append_format(&text, " (%s)", error.cites);
    if (error.chain && *error.chain) text_append_format(&text, "\n    %s", error.chain);
  } else text_append_format(&text, "rule error");
  return text.bytes;
}

static bool all_random(const struct sim_wish *wish) {
  for (uint32_t seat = 0; seat < trv_setup_players(wish->setup); seat++)
    if (wish->bots[seat].bot != &bot_random) return false;
  return true;
}

/* Decision by decision: other bots than `random`, or invariants tested on the way. */
static int play_by_steps(const struct sim_wish *wish, struct sim_desk *desk, uint32_t number, const char **broken) {
  trv_game *game = desk->game;
  trv_choice_info info;
  int status = trv_game_status(game);
  for (uint32_t decisions = 0; decisions < wish->limit && status == TRV_CHOICE && !interrupted; decisions++) {
    if (wish->check && (*broken = trv_game_broken_invariant(game)) != NULL) return status;
    if (wish->check && load_estimate_fails(game)) return TRV_RULE_ERROR;
    if (trv_game_choice(game, &info) != TRV_OK) break;
    struct bot_turn turn = bots_turn((trv_seed){ wish->seed, 0 }, number, &info);
    status = trv_choose(game, bots_choose(&desk->table, game, &turn));
  }
  return status;
}

static bool play_game(void *at_desk, uint32_t number, void *result) {
  struct sim_desk *desk = at_desk;
  struct played_game *played = result;
  const struct sim_wish *wish = desk->wish;
  trv_game *game = desk->game;
  const char *broken = NULL;
  int status = trv_game_start(game, wish->seed, number);
  *played = (struct played_game){ .outcome = SIM_FINISHED };
  if (status == TRV_CHOICE && desk->fast) status = trv_playout(game, wish->seed, number, wish->limit);
  else if (status != TRV_RULE_ERROR) status = play_by_steps(wish, desk, number, &broken);
  if (interrupted) return false; /* which looks like a rule error */
  played->trace = trv_game_trace(game);
  played->decisions = trv_game_decisions(game);
  if (status == TRV_RULE_ERROR || broken) {
    trv_rule_error error = { 0 };
    bool stuck = !broken && trv_game_error(game, &error) == TRV_OK && error.stuck;
    played->outcome = stuck ? SIM_STUCK : SIM_ERROR;
    played->failure = describe_failure(game, broken);
    played->broken = broken;
  } else if (status == TRV_CHOICE) played->outcome = SIM_OVER_LIMIT;
  else if (trv_game_result(game, played->places, played->keys) == TRV_E_RULE) {
    if (interrupted) return false;
    played->outcome = SIM_ERROR;
    played->failure = describe_failure(game, NULL);
  }
  return true;
}

/* ---- adding up, in order of number ---- */

static void add_score(struct sim_score *score, int32_t key, bool first) {
  score->sum += key;
  if (first || key < score->least) score->least = key;
  if (first || key > score->most) score->most = key;
}

static void write_csv(const struct sim_wish *wish, uint32_t number, const struct played_game *played) {
  static const char *const names[] = { "finished", "stuck", "error", "over_limit" };
  output_format(wish->csv, "%u,%s,%u,%016" PRIx64, number, names[played->outcome], played->decisions, played->trace);
  for (uint32_t seat = 0; seat < trv_setup_players(wish->setup); seat++) {
    if (played->outcome == SIM_FINISHED) output_format(wish->csv, ",%u,%d", played->places[seat], played->keys[seat]);
    else output_format(wish->csv, ",,");
  }
  output_format(wish->csv, "\n");
  if (ferror(wish->csv)) interrupted = 1; /* nobody reads it, or the disk is full */
}

static void add_finished(struct sim_result *result, const struct played_game *played, uint32_t players) {
  uint32_t winners = 0;
  for (uint32_t seat = 0; seat < players; seat++) {
    bool first = played->places[seat] == 1;
    winners += first;
    result->wins[seat] += first;
    add_score(&result->scores[seat], played->keys[seat], result->finished == 0);
  }
  result->shared += winners > 1;
  result->finished++;
}

static void add_game(void *context, uint32_t number, const void *game) {
  const struct sums *sums = context;
  const struct sim_wish *wish = sums->wish;
  const struct played_game *played = game;
  struct sim_result *result = sums->result;
  result->played++;
  result->decisions += played->decisions;
  result->trace = hash_fnv(result->trace, played->trace);
  switch (played->outcome) {
  case SIM_STUCK: result->stuck++; break;
  case SIM_ERROR: result->errors++; break;
  case SIM_OVER_LIMIT: result->over_limit++; break;
  case SIM_FINISHED: add_finished(result, played, trv_setup_players(wish->setup)); break;
  }
  if (played->failure && result->failure_count < SIM_SHOWN_ERRORS) {
    struct sim_failure *failure = &result->failures[result->failure_count++];
    failure->number = number;
    failure->decisions = played->decisions;
    failure->broken = played->broken;
    snprintf(failure->text, sizeof failure->text, "%s", played->failure);
  }
  if (wish->csv) write_csv(wish, number, played);
}

static void drop_game(void *game) { free(((struct played_game *)game)->failure); }

/* ---- the run ---- */

/* False after a message. */
static bool set_up_desk(struct sim_desk *desk, const struct sim_wish *wish, struct lost_choices *lost) {
  char why[400] = "out of memory";
  *desk = (struct sim_desk){ .wish = wish, .fast = all_random(wish) && !wish->check };
  desk->table.milliseconds = wish->milliseconds;
  desk->table.lost = seats_note_lost;
  desk->table.context = lost;
  desk->table.cancel = &interrupted;
  memcpy(desk->table.wishes, wish->bots, sizeof wish->bots);
  if (trv_game_new(wish->setup, &desk->game) == TRV_OK && bots_sit(&desk->table, wish->setup, why, sizeof why))
    return true;
  complain("sim: %s", why);
  return false;
}

static void clear_desk(struct sim_desk *desk) {
  bots_leave(&desk->table);
  trv_game_free(desk->game);
}

/* Bots sit down before any thread starts, so that the first one that cannot is told of once. */
bool sim_run(const struct sim_wish *wish, struct sim_result *result) {
  struct sums sums = { wish, result };
  struct lost_choices lost = { .lock = PTHREAD_MUTEX_INITIALIZER };
  uint32_t jobs = wish->jobs < wish->games ? wish->jobs : wish->games, seated = 0;
  struct sim_desk *desks = need_memory(NULL, jobs * sizeof *desks);
  bool ready = true;
  *result = (struct sim_result){ .trace = HASH_START };
  for (; ready && seated < jobs; seated++) ready = set_up_desk(&desks[seated], wish, &lost);
  struct ordered_work work = { .count = wish->games,
                               .jobs = jobs,
                               .desks = desks,
                               .desk_size = sizeof *desks,
                               .result_size = sizeof(struct played_game),
                               .perform = play_game,
                               .add = add_game,
                               .drop = drop_game,
                               .context = &sums,
                               .progress = { wish->progress, "games", 0, wish->games, ordered_clock() } };
  bool played = ready && ordered_run(&work);
  if (ready && !played) complain("sim: no thread can be started");
  seats_tell_lost("sim", &lost);
  for (uint32_t i = 0; i < seated; i++) clear_desk(&desks[i]);
  free(desks);
  return played;
}
