/* Plays the pairs of games of a comparison: the same seed, number and bots on both sides, each game measured decision by
 * decision. ordered.c shares the pairs out among threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/compare.h"
#include "trvm/ordered.h"

enum { NOBODY = -1, LOOKS = 32 /* at who leads, in a game: ranking can cost more than playing */ };

/* One game, measured; the figures follow it in memory. */
struct measured {
  enum sim_outcome outcome;
  uint64_t trace;
};
struct measured_pair {
  struct measured sides[SIDES];
  double figures[]; /* of the base, then of the changed game */
};

/* A side of a thread's desk. */
struct compare_board {
  trv_game *game;
  struct bot_table table;
  uint64_t *visits;
  uint32_t limit;
};
struct compare_desk {
  const struct comparison *comparison;
  const struct compare_table *table;
  struct lost_choices *lost;
  struct compare_board boards[SIDES];
};

/* ---- one game ---- */

/* The one seat that would win if the game ended now, or NOBODY. Asking is no part of the game, so it is not counted. */
static int leader(struct compare_board *board, uint32_t players) {
  uint32_t places[TRV_MOST_PLAYERS];
  int ahead = NOBODY;
  trv_game_count_visits(board->game, NULL);
  if (trv_game_result(board->game, places, NULL) == TRV_OK)
    for (uint32_t seat = 0, firsts = 0; seat < players; seat++)
      if (places[seat] == 1) ahead = ++firsts == 1 ? (int)seat : NOBODY;
  trv_game_count_visits(board->game, board->visits);
  return ahead;
}

/* The decision of the seat that is to choose. Random bots are asked from inside the machine, which is faster. */
static int decide(struct compare_board *board, uint32_t seed, uint32_t number, uint32_t seat) {
  trv_choice_info info;
  if (board->table.wishes[seat].bot == &bot_random) return trv_playout(board->game, seed, number, 1);
  if (trv_game_choice(board->game, &info) != TRV_OK) return TRV_RULE_ERROR;
  struct bot_turn turn = bots_turn((trv_seed){ seed, 0 }, number, &info);
  return trv_choose(board->game, bots_choose(&board->table, board->game, &turn));
}

struct course {
  uint32_t turns, lead_changes;
};

static void look_who_leads(struct compare_board *board, uint32_t players, int *last, struct course *course) {
  int ahead = leader(board, players);
  course->lead_changes += ahead != NOBODY && *last != NOBODY && ahead != *last;
  if (ahead != NOBODY) *last = ahead;
}

/* A turn ends when another seat is to choose; after each `stride` of them it is seen who leads. */
static int play_on(const struct compare_wish *wish, struct compare_board *board, uint32_t number, uint32_t stride,
                   struct course *course) {
  uint32_t players = trv_setup_players(trv_game_setup(board->game));
  int last_seat = NOBODY, last_leader = NOBODY, status = trv_game_status(board->game);
  *course = (struct course){ 0 };
  for (uint32_t decisions = 0; decisions < board->limit && status == TRV_CHOICE && !interrupted; decisions++) {
    int seat = trv_game_chooser(board->game);
    if (seat != last_seat && ++course->turns % stride == 0) look_who_leads(board, players, &last_leader, course);
    last_seat = seat;
    status = decide(board, wish->seed, number, (uint32_t)seat);
  }
  return status;
}

/* ---- its figures ---- */

static double rounds_of(const struct comparison *comparison, trv_game *game, const double *usage) {
  double value = 0;
  if (comparison->rounds) compare_variable(game, comparison->rounds, &value);
  else if (comparison->rounds_thing >= 0) value = usage[comparison->rounds_thing];
  return value;
}

static void count_usage(const struct comparison *comparison, enum compare_side side, const uint64_t *visits,
                        double *usage) {
  memset(usage, 0, comparison->thing_count * sizeof *usage);
  for (uint32_t i = 0; i < comparison->wire_counts[side]; i++) {
    const struct visit_wire *wire = &comparison->wires[side][i];
    usage[wire->thing] += (double)visits[wire->instruction];
  }
}

struct ending {
  double score, spread;
  uint32_t winners, places[TRV_MOST_PLAYERS];
};

/* False when a rule error leaves the game without a ranking. Results have the first key so that more is better; the mean is
 * told as the rules count it. */
static bool find_ending(trv_game *game, uint32_t players, struct ending *ending) {
  trv_key_info key = { .descending = true };
  int32_t keys[TRV_MOST_PLAYERS] = { 0 }, least = INT32_MAX, most = INT32_MIN;
  *ending = (struct ending){ 0 };
  if (trv_game_result(game, ending->places, keys) != TRV_OK) return false;
  for (uint32_t seat = 0; seat < players; seat++) {
    ending->score += keys[seat];
    ending->winners += ending->places[seat] == 1;
    if (keys[seat] < least) least = keys[seat];
    if (keys[seat] > most) most = keys[seat];
  }
  trv_program_key(trv_setup_program(trv_game_setup(game)), 0, &key);
  ending->score /= key.descending ? (double)players : -(double)players;
  ending->spread = (double)most - least;
  return true;
}

static bool take_figures(const struct compare_desk *desk, enum compare_side side, const struct course *course,
                         double *values) {
  const struct compare_table *table = desk->table;
  trv_game *game = desk->boards[side].game;
  struct ending ending;
  if (!find_ending(game, table->players, &ending)) return false;
  count_usage(desk->comparison, side, desk->boards[side].visits, values + table->usage);
  for (uint32_t i = 0; i < table->usage; i++) {
    const struct figure *figure = &table->figures[i];
    switch (figure->kind) {
    case FIGURE_ROUNDS: values[i] = rounds_of(desk->comparison, game, values + table->usage); break;
    case FIGURE_TURNS: values[i] = course->turns; break;
    case FIGURE_DECISIONS: values[i] = trv_game_decisions(game); break;
    case FIGURE_SCORE: values[i] = ending.score; break;
    case FIGURE_SPREAD: values[i] = ending.spread; break;
    case FIGURE_LEAD: values[i] = course->lead_changes; break;
    /* A win that is shared counts in part, so that shares add up to one. */
    case FIGURE_WINS: values[i] = ending.places[figure->seat] == 1 ? 1.0 / ending.winners : 0; break;
    default: break;
    }
  }
  return true;
}

static void play_side(struct compare_desk *desk, enum compare_side side, uint32_t number, struct measured *measured,
                      double *values) {
  struct compare_board *board = &desk->boards[side];
  struct course course;
  trv_rule_error error;
  memset(board->visits, 0, desk->comparison->infos[side].instructions * sizeof *board->visits);
  trv_game_start(board->game, desk->comparison->wish.seed, number);
  int status = play_on(&desk->comparison->wish, board, number, desk->table->stride, &course);
  measured->trace = trv_game_trace(board->game);
  if (status == TRV_CHOICE) measured->outcome = SIM_OVER_LIMIT;
  else if (status == TRV_OVER || status == TRV_FINISHED) measured->outcome = SIM_FINISHED;
  else measured->outcome = trv_game_error(board->game, &error) == TRV_OK && error.stuck ? SIM_STUCK : SIM_ERROR;
  if (measured->outcome == SIM_FINISHED && !take_figures(desk, side, &course, values)) measured->outcome = SIM_ERROR;
}

static bool play_pair(void *at_desk, uint32_t number, void *result) {
  struct compare_desk *desk = at_desk;
  struct measured_pair *pair = result;
  uint32_t shift = desk->comparison->wish.apart ? desk->comparison->wish.games : 0;
  play_side(desk, SIDE_BASE, number, &pair->sides[SIDE_BASE], pair->figures);
  play_side(desk, SIDE_CHANGED, number + shift, &pair->sides[SIDE_CHANGED], pair->figures + desk->table->count);
  return !interrupted;
}

/* ---- adding up ---- */

static void histogram_add(struct histogram *histogram, double value) {
  enum { MOST = 1 << 20 };
  uint32_t at = value < 0 ? 0 : value < MOST ? (uint32_t)value : MOST;
  if (at >= histogram->room) {
    uint32_t room = at + 64;
    histogram->counts = need_memory(histogram->counts, room * sizeof *histogram->counts);
    memset(histogram->counts + histogram->room, 0, (room - histogram->room) * sizeof *histogram->counts);
    histogram->room = room;
  }
  histogram->counts[at]++;
}

static void add_pair(void *context, uint32_t number, const void *result) {
  struct compare_table *table = context;
  const struct measured_pair *pair = result;
  (void)number;
  table->played++;
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++) table->outcomes[side][pair->sides[side].outcome]++;
  table->alike += pair->sides[SIDE_BASE].trace == pair->sides[SIDE_CHANGED].trace;
  if (pair->sides[SIDE_BASE].outcome != SIM_FINISHED || pair->sides[SIDE_CHANGED].outcome != SIM_FINISHED) return;
  const double *base = pair->figures, *changed = pair->figures + table->count;
  for (uint32_t i = 0; i < table->count; i++) pairs_add(&table->figures[i].pairs, base[i], changed[i]);
  histogram_add(&table->lengths[SIDE_BASE], base[0]);
  histogram_add(&table->lengths[SIDE_CHANGED], changed[0]);
}

/* ---- the run ---- */

/* False after a message. */
static bool set_up_board(const struct compare_desk *desk, enum compare_side side, struct compare_board *board) {
  const struct comparison *comparison = desk->comparison;
  const trv_setup *setup = desk->table->setups[side];
  uint32_t stated = comparison->infos[side].decision_limit;
  char why[400] = "out of memory";
  board->limit = comparison->wish.limit ? comparison->wish.limit : stated ? stated : SIM_DEFAULT_LIMIT;
  board->visits = calloc(comparison->infos[side].instructions + 1, sizeof *board->visits);
  seats_fill(&comparison->wish.seats, board->table.wishes);
  board->table.milliseconds = comparison->wish.milliseconds;
  board->table.lost = seats_note_lost;
  board->table.context = desk->lost;
  board->table.cancel = &interrupted;
  if (board->visits && trv_game_new(setup, &board->game) == TRV_OK && bots_sit(&board->table, setup, why, sizeof why)) {
    trv_game_count_visits(board->game, board->visits);
    return true;
  }
  complain("compare: %s", why);
  return false;
}

static void clear_desk(struct compare_desk *desk) {
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
    struct compare_board *board = &desk->boards[side];
    bots_leave(&board->table);
    trv_game_free(board->game);
    free(board->visits);
  }
}

/* How many turns apart it is seen who leads, on both sides: by the length of one game of the base. */
static uint32_t stride_of(const struct comparison *comparison, struct compare_board *board) {
  struct course course;
  trv_game_start(board->game, comparison->wish.seed, 0);
  play_on(&comparison->wish, board, 0, UINT32_MAX, &course);
  return 1 + course.turns / LOOKS;
}

static bool play_table(const struct comparison *comparison, struct compare_table *table,
                       const struct ordered_progress *progress, struct lost_choices *lost) {
  uint32_t jobs = comparison->wish.jobs < comparison->wish.games ? comparison->wish.jobs : comparison->wish.games;
  struct compare_desk *desks = calloc(jobs, sizeof *desks);
  bool ready = desks != NULL;
  if (!ready) complain("out of memory");
  for (uint32_t i = 0; ready && i < jobs; i++) {
    desks[i].comparison = comparison;
    desks[i].table = table;
    desks[i].lost = lost;
    for (enum compare_side side = SIDE_BASE; ready && side < SIDES; side++)
      ready = set_up_board(&desks[i], side, &desks[i].boards[side]);
  }
  if (ready) table->stride = stride_of(comparison, &desks[0].boards[SIDE_BASE]);
  struct ordered_work work = { .count = comparison->wish.games,
                               .jobs = jobs,
                               .desks = desks,
                               .desk_size = sizeof *desks,
                               .result_size = sizeof(struct measured_pair) + SIDES * table->count * sizeof(double),
                               .perform = play_pair,
                               .add = add_pair,
                               .context = table,
                               .progress = *progress };
  bool played = ready && ordered_run(&work);
  if (ready && !played) complain("compare: no thread can be started");
  for (uint32_t i = 0; desks && i < jobs; i++) clear_desk(&desks[i]);
  free(desks);
  return played;
}

bool compare_run(struct comparison *comparison) {
  uint64_t games = comparison->wish.games;
  struct ordered_progress progress = { comparison->wish.progress, "pairs of games", 0, games * comparison->table_count,
                                       ordered_clock() };
  struct lost_choices lost = { .lock = PTHREAD_MUTEX_INITIALIZER };
  for (uint32_t t = 0; t < comparison->table_count && !interrupted; t++) {
    if (!play_table(comparison, &comparison->tables[t], &progress, &lost)) return false;
    progress.before += games;
  }
  seats_tell_lost("compare", &lost);
  return true;
}
