/* Scenarios: positions, runs, scripted chance and steps, with the expectations of expect.c in between.
 *
 * Owns when things happen. Items are carried out in order, except that `run` waits for the next item that looks at its
 * outcome, so that chance can be scripted after it as well as before. A scenario that starts with neither `given` nor
 * `run` starts from set-up, and with the first step or question about options, play begins. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "vm/scenario.h"
#include "vm/zone.h"

/* Loops and calls of one scenario: as many as ten decisions may take. */
#define SCENARIO_FUEL (10 * (uint64_t)FUEL_LIMIT)
enum { PLAY_ON_LIMIT = 10000 }; /* decisions at random, where the game states no limit */

enum { GAME_NUMBER = 0, DEFAULT_SEED = 1, SCRIPTED_SHUFFLES = 8 };

/* ---- messages ---- */

int scenario_fail(struct scenario_run *run, const char *format, ...) {
  char text[600];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  text_add(&run->message, text);
  return TRV_E_RULE;
}

const char *scenario_seat(const struct scenario_run *run, int32_t seat) {
  return trv_setup_seat_name(run->setup, (uint32_t)seat);
}

/* A forced choice is the likeliest cause when a scenario waits for a choice in vain. */
static void describe_forced(struct scenario_run *run) {
  int32_t seat;
  const char *notation = forced_last(&run->forced, &seat);
  if (notation)
    text_format(&run->message, " %s has just taken `%s` without being asked, as the only option.",
                scenario_seat(run, seat), notation);
}

void scenario_describe(struct scenario_run *run) {
  trv_choice_info choice;
  describe_forced(run);
  if (trv_game_choice(run->game, &choice) == TRV_OK)
    text_format(&run->message, " %s is asked `%s`.", scenario_seat(run, (int32_t)choice.seat), choice.name);
  else if (trv_game_status(run->game) == TRV_OVER) text_add(&run->message, " The game is over.");
  else text_add(&run->message, " Nobody is to choose: what was run has ended.");
}

struct scenario_offered {
  struct scenario_run *run;
  uint32_t count;
};

static bool list_option(void *context, uint32_t index, const char *notation) {
  struct scenario_offered *offered = context;
  if (index < 8) text_format(&offered->run->message, index == 0 ? " Offered: %s" : ", %s", notation);
  offered->count++;
  return true;
}

void scenario_list_options(struct scenario_run *run) {
  struct scenario_offered offered = { run, 0 };
  trv_options_each(run->game, list_option, &offered);
  if (offered.count > 8) text_format(&run->message, " and %u more", offered.count - 8);
  if (offered.count > 0) text_add(&run->message, ".");
}

bool scenario_is_over(const struct scenario_run *run) {
  int status = trv_game_status(run->game);
  return status == TRV_OVER || (status == TRV_FINISHED && run->play);
}

int scenario_fail_by_rule_error(struct scenario_run *run) {
  trv_rule_error error;
  trv_game_error(run->game, &error);
  scenario_fail(run, "A rule error happened: %s (%s:%u:%u", error.message, error.file, error.line, error.column);
  if (error.cites[0]) text_format(&run->message, ", @%s", error.cites);
  text_add(&run->message, ")");
  if (error.chain[0]) text_format(&run->message, ", %s", error.chain);
  text_add(&run->message, ".");
  return TRV_E_RULE;
}

/* ---- running rules ---- */

/* Faults that the position has from the start are not held against the scenario. */
static void look_at_position(struct scenario_run *run) {
  run->invariants = trv_game_broken_invariant(run->game) == NULL;
  run->answered = trv_game_answers(run->game) != TRV_E_RULE;
}

/* After rule code has run: a rule error fails the scenario, also one in the ranking of a game that is over or in
 * what is told and estimated at a decision, and so does a broken invariant there, unless the position it was given had
 * it already. */
static int look_after_run(struct scenario_run *run) {
  int status = trv_game_status(run->game);
  uint32_t places[TRV_MOST_PLAYERS];
  bool decision = status == TRV_CHOICE && run->started;
  if (status == TRV_RULE_ERROR || (scenario_is_over(run) && trv_game_result(run->game, places, NULL) != TRV_OK) ||
      (decision && run->answered && trv_game_answers(run->game) == TRV_E_RULE))
    return scenario_fail_by_rule_error(run);
  const char *broken = decision && run->invariants ? trv_game_broken_invariant(run->game) : NULL;
  return broken ? scenario_fail(run, "The invariant \"%s\" is broken.", broken) : TRV_OK;
}

static int start(struct scenario_run *run, int32_t proc, bool play) {
  run->started = true;
  run->play = play;
  forced_clear(&run->forced);
  interp_start(&run->game->game, proc, NULL, 0);
  return look_after_run(run);
}

/* Whether the numbers of each kind that were found are those that the deck has. */
static int compare_cards(struct scenario_run *run, const struct deck *deck, const int32_t *there) {
  const struct program *p = run->p;
  int64_t sets = deck->each_player ? run->game->game.setup->players : 1;
  for (int32_t kind = 0; kind < deck->kinds; kind++) {
    int64_t wanted = p->ints[deck->copies + kind] * sets;
    if (there[kind] != wanted)
      return scenario_fail(run, "The given position has %d cards `%s` of %s, but there are %lld.", there[kind],
                           program_text(p, p->ints[p->types[deck->type].names + kind]), program_text(p, deck->name),
                           (long long)wanted);
  }
  return TRV_OK;
}

static int check_conservation(struct scenario_run *run) {
  const struct program *p = run->p;
  int status = TRV_OK;
  for (uint32_t d = 0; d < p->decks_count && status == TRV_OK; d++) {
    int32_t *there = memory_new(&run->program->allocator, (size_t)p->decks[d].kinds, sizeof *there);
    if (!there) return TRV_E_MEMORY;
    for (uint32_t z = 0; z < p->zones_count; z++)
      if (p->zones[z].deck == (int32_t)d) zone_add_counts(p, run->game->game.state, (int32_t)z, there);
    status = compare_cards(run, &p->decks[d], there);
    memory_free(&run->program->allocator, there);
  }
  return status;
}

static int place(struct scenario_run *run, bool after_setup) {
  struct game *game = &run->game->game;
  uint32_t seed = run->scenario->seed ? (uint32_t)run->scenario->seed : DEFAULT_SEED;
  run->placed = true;
  run->started = run->play = false;
  run->waiting = -1;
  game_reset(game);
  run->heard = game->log ? game->log->count : 0;
  forced_clear(&run->forced);
  chance_seed(game->state->random, seed, GAME_NUMBER);
  if (after_setup && run->p->meta->setup_proc >= 0) interp_start(game, run->p->meta->setup_proc, NULL, 0);
  look_at_position(run);
  return look_after_run(run);
}

static int item_given(struct scenario_run *run) {
  int status = place(run, run->item->number == 1);
  if (status != TRV_OK) return status;
  if (trv_game_status(run->game) == TRV_CHOICE)
    return scenario_fail(run, "Set-up asks for choices, so there is no position after it to start from.");
  interp_start(&run->game->game, run->item->proc, NULL, 0);
  status = look_after_run(run);
  look_at_position(run);
  return status == TRV_OK ? check_conservation(run) : status;
}

/* Makes sure that there is a position and that a waiting `run` has begun. */
static int settle(struct scenario_run *run) {
  int status = run->placed ? TRV_OK : place(run, true);
  if (status != TRV_OK || run->waiting < 0) return status;
  int32_t proc = run->waiting;
  run->waiting = -1;
  return start(run, proc, proc == run->p->meta->play_proc);
}

/* Makes sure that somebody can be asked: before anything was run, play begins. */
static int settle_play(struct scenario_run *run) {
  int status = settle(run);
  bool idle = !run->started && trv_game_status(run->game) != TRV_CHOICE;
  if (status != TRV_OK || !idle || run->p->meta->play_proc < 0) return status;
  return start(run, run->p->meta->play_proc, true);
}

static int item_run(struct scenario_run *run) {
  int status = settle(run);
  run->waiting = run->item->kind == ITEM_RUN_PLAY ? run->p->meta->play_proc : run->item->proc;
  if (status == TRV_OK && run->waiting < 0) return scenario_fail(run, "The game has no `play` to run.");
  return status;
}

/* ---- scripted chance ---- */

/* Rolls not used yet stay in front of the new ones. */
static int item_next_roll(struct scenario_run *run) {
  struct script *script = &run->script;
  const trv_allocator *allocator = &run->program->allocator;
  size_t left = script->roll_count - script->rolls_used, more = (size_t)run->item->count;
  int32_t *rolls = memory_new(allocator, left + more, sizeof *rolls);
  if (!rolls) return TRV_E_MEMORY;
  if (left > 0) memcpy(rolls, script->rolls + script->rolls_used, left * sizeof *rolls);
  memcpy(rolls + left, run->p->ints + run->item->ints, more * sizeof *rolls);
  memory_free(allocator, run->rolls);
  script->rolls = run->rolls = rolls;
  script->roll_count = (uint32_t)(left + more);
  script->rolls_used = 0;
  return TRV_OK;
}

/* Scripts that were used are marked by zone -1. */
static int item_next_shuffle(struct scenario_run *run) {
  struct script *script = &run->script;
  int32_t zone = -1;
  uint32_t slot = 0;
  if (interp_call_pure(&run->game->game, run->item->proc, NULL, 0, &zone, 1) != RULE_NONE || zone < 0)
    return scenario_fail(run, "The pile to be shuffled cannot be worked out.");
  while (slot < script->shuffle_count && script->shuffles[slot].zone >= 0) slot++;
  if (slot == SCRIPTED_SHUFFLES)
    return scenario_fail(run, "More than %d shuffles are scripted at once.", SCRIPTED_SHUFFLES);
  script->shuffles[slot].zone = zone;
  script->shuffles[slot].kinds = run->p->ints + run->item->ints;
  script->shuffles[slot].kinds_count = run->item->count;
  if (slot == script->shuffle_count) script->shuffle_count++;
  return TRV_OK;
}

/* What was announced must have happened: otherwise the scenario shows something else than it says. */
static int look_at_script(struct scenario_run *run) {
  const struct script *script = &run->script;
  uint32_t left = script->roll_count - script->rolls_used;
  if (left > 0)
    return scenario_fail(run, "`next roll` announces %u roll%s more than there %s.", left, left == 1 ? "" : "s",
                         left == 1 ? "was" : "were");
  for (uint32_t i = 0; i < script->shuffle_count; i++)
    if (script->shuffles[i].zone >= 0) return scenario_fail(run, "`next shuffle` announces a shuffle that never came.");
  return TRV_OK;
}

/* ---- steps ---- */

static int refuse_step(struct scenario_run *run, const char *notation) {
  const char *seat = scenario_seat(run, run->item->seat);
  trv_choice_info choice;
  if (trv_game_choice(run->game, &choice) != TRV_OK || (int32_t)choice.seat != run->item->seat) {
    scenario_fail(run, "%s cannot take `%s`.", seat, notation);
    scenario_describe(run);
    return TRV_E_RULE;
  }
  struct text reason = memory_text(&run->program->allocator);
  options_denial(run->game, notation, &reason);
  scenario_fail(run, "%s cannot take `%s` when asked `%s`: %s.", seat, notation, choice.name,
                reason.length > 0 ? reason.bytes : "it is not offered");
  text_free(&reason);
  scenario_list_options(run);
  return TRV_E_RULE;
}

/* The same step was just forced and can be taken again: it is unclear which is meant. */
static int refuse_ambiguous(struct scenario_run *run, const char *notation, const char *choice) {
  const char *seat = scenario_seat(run, run->item->seat);
  return scenario_fail(run,
                       "%s has just taken `%s` without being asked, as the only option, and can take it again. Write "
                       "`expect asked %s %s` before this step if the next one is meant, or leave the first one out.",
                       seat, notation, seat, choice);
}

/* A pending choice is answered if it offers the step; otherwise the step may state a forced choice. */
static int item_step(struct scenario_run *run) {
  const char *notation = program_text(run->p, run->item->text);
  int status = settle_play(run);
  trv_choice_info choice;
  if (status != TRV_OK) return status;
  if (trv_game_choice(run->game, &choice) == TRV_OK && (int32_t)choice.seat == run->item->seat) {
    int index = trv_find_option(run->game, notation);
    if (index >= 0 && forced_consume(&run->forced, run->item->seat, notation))
      return refuse_ambiguous(run, notation, choice.name);
    if (index >= 0) {
      forced_clear(&run->forced);
      interp_choose(&run->game->game, (uint32_t)index);
      return look_after_run(run);
    }
  }
  if (forced_consume(&run->forced, run->item->seat, notation)) return TRV_OK;
  return refuse_step(run, notation);
}

/* All that is still asked is answered at random, until what was run has come to its end. */
static int item_play_on(struct scenario_run *run) {
  uint32_t limit = run->p->meta->limit > 0 ? (uint32_t)run->p->meta->limit : PLAY_ON_LIMIT, taken = 0;
  uint32_t seed = run->scenario->seed ? (uint32_t)run->scenario->seed : DEFAULT_SEED;
  int status = settle_play(run);
  trv_choice_info choice;
  while (status == TRV_OK && trv_game_choice(run->game, &choice) == TRV_OK) {
    uint32_t options = run->game->game.state->options;
    if (taken++ == limit || trv_game_spent(run->game) > SCENARIO_FUEL)
      return scenario_fail(run, "After %u decisions at random the game is still going on.", taken - 1);
    forced_clear(&run->forced);
    interp_choose(&run->game->game, trv_random_choice(seed, GAME_NUMBER, choice.seat, choice.decision, options));
    status = look_after_run(run);
  }
  forced_clear(&run->forced);
  return status;
}

/* ---- the whole ---- */

static int carry_out(struct scenario_run *run) {
  int status;
  switch ((enum scenario_item_kind)run->item->kind) {
  case ITEM_GIVEN: return item_given(run);
  case ITEM_RUN:
  case ITEM_RUN_PLAY: return item_run(run);
  case ITEM_NEXT_ROLL: return item_next_roll(run);
  case ITEM_NEXT_SHUFFLE: return item_next_shuffle(run);
  case ITEM_STEP: return item_step(run);
  case ITEM_PLAY_ON: return item_play_on(run);
  case ITEM_EXPECT:
  case ITEM_EXPECT_FINISHED:
  case ITEM_EXPECT_WINNER:
  case ITEM_EXPECT_TOLD:
  case ITEM_EXPECT_RANKING: status = settle(run); return status == TRV_OK ? expect_item(run) : status;
  case ITEM_EXPECT_COUNT:
  case ITEM_EXPECT_OFFERED:
  case ITEM_EXPECT_DENIED:
  case ITEM_EXPECT_ASKED:
  case ITEM_EXPECT_ONLY:
  case ITEM_EXPECT_SECRECY:
  case ITEM_EXPECT_OVER: status = settle_play(run); return status == TRV_OK ? expect_item(run) : status;
  }
  return scenario_fail(run, "This item is unknown to this version of trvm.");
}

/* Whether it asks what was told. */
static bool listens(const struct scenario_run *run) {
  for (int32_t i = 0; i < run->scenario->items; i++)
    if (run->p->scenario_items[run->scenario->first_item + i].kind == ITEM_EXPECT_TOLD) return true;
  return false;
}

static int prepare(struct scenario_run *run) {
  const struct program *p = run->p;
  const trv_allocator *allocator = &run->program->allocator;
  uint32_t players = (uint32_t)(run->scenario->players ? run->scenario->players : p->meta->low_players);
  int32_t *values = memory_new(allocator, p->settings_count, sizeof *values);
  char why[400] = "";
  if (!values) return TRV_E_MEMORY;
  for (uint32_t i = 0; i < p->settings_count; i++) values[i] = p->settings[i].value;
  for (int32_t i = 0; i < run->scenario->setting_count; i++) {
    const int32_t *pair = p->ints + run->scenario->settings + 2 * i;
    if (pair[0] >= 0 && (uint32_t)pair[0] < p->settings_count) values[pair[0]] = pair[1];
  }
  int status = setup_make(run->program, players, values, &run->setup, why, sizeof why);
  memory_free(allocator, values);
  if (status == TRV_E_ARGUMENT) return scenario_fail(run, "%s", why);
  if (status == TRV_OK) status = trv_game_new(run->setup, &run->game);
  if (status == TRV_OK && listens(run)) status = trv_game_listen(run->game);
  if (status != TRV_OK) return status;
  run->game->game.script = &run->script;
  run->game->game.forced = &run->forced;
  return TRV_OK;
}

int trv_program_scenario(const trv_program *program, uint32_t index, trv_scenario_info *info) {
  const struct program *p = &program->program;
  if (index >= p->scenarios_count) return TRV_E_ARGUMENT;
  const struct scenario *scenario = &p->scenarios[index];
  *info = (trv_scenario_info){ program_text(p, scenario->title), program_text(p, scenario->file),
                               program->scenario_cites[index], (uint32_t)scenario->line };
  return TRV_OK;
}

/* Who wants to know of a run, and what. */
struct scenario_watcher {
  uint64_t *visits;                                           /* may be NULL */
  bool (*each)(void *context, trv_game *game, uint32_t line); /* may be NULL */
  void *context;
};

static int run_watched(const trv_program *program, uint32_t index, const struct scenario_watcher *watcher,
                       char *message, size_t size, uint32_t *line) {
  const struct program *p = &program->program;
  const trv_allocator *allocator = &program->allocator;
  if (size > 0) message[0] = '\0';
  if (index >= p->scenarios_count) return TRV_E_ARGUMENT;
  struct scenario_run run = { .program = program,
                              .p = p,
                              .scenario = &p->scenarios[index],
                              .waiting = -1,
                              .message = memory_text(allocator),
                              .forced = { .allocator = allocator, .texts = memory_text(allocator) } };
  uint32_t place_of_item = (uint32_t)run.scenario->line;
  int status = prepare(&run);
  bool is_stopped = false;
  if (status == TRV_OK) trv_game_count_visits(run.game, watcher->visits);
  for (int32_t i = 0; status == TRV_OK && !is_stopped && i < run.scenario->items; i++) {
    run.item = &p->scenario_items[run.scenario->first_item + i];
    place_of_item = (uint32_t)run.item->line;
    status = carry_out(&run);
    if (status == TRV_OK && trv_game_spent(run.game) > SCENARIO_FUEL)
      status =
          scenario_fail(&run, "The scenario takes too long: up to here its rules have run for more than 200,000,000 "
                              "loops and calls.");
    if (watcher->each && run.game) is_stopped = !watcher->each(watcher->context, run.game, place_of_item);
  }
  if (status == TRV_OK && !is_stopped) status = settle(&run);
  if (status == TRV_OK && !is_stopped) status = look_at_script(&run);
  if (line) *line = place_of_item;
  if (size > 0) snprintf(message, size, "%s", text_get(&run.message));
  trv_game_free(run.game);
  trv_setup_free(run.setup);
  forced_free(&run.forced);
  memory_free(allocator, run.rolls);
  text_free(&run.message);
  return status;
}

int trv_scenario_run(const trv_program *program, uint32_t index, char *message, size_t size, uint32_t *line) {
  return run_watched(program, index, &(struct scenario_watcher){ .visits = NULL }, message, size, line);
}

int trv_scenario_visit(const trv_program *program, uint32_t index, uint64_t *visits, char *message, size_t size,
                       uint32_t *line) {
  return run_watched(program, index, &(struct scenario_watcher){ .visits = visits }, message, size, line);
}

int trv_scenario_each(const trv_program *program, uint32_t index,
                      bool (*each)(void *context, trv_game *game, uint32_t line), void *context, char *message,
                      size_t size, uint32_t *line) {
  return run_watched(program, index, &(struct scenario_watcher){ .each = each, .context = context }, message, size,
                     line);
}
