/* Plays the games of a duel. A deal is one seed of chance, played once with the one in each seat, so that neither seats nor
 * cards favour anybody. After 8, 16, 32 … deals it is asked whether it is decided; that it is asked several times is paid for
 * by wider intervals (Bonferroni), so that stopping early makes nobody look stronger than he is. */
#include <stdlib.h>

#include "trvm/duel.h"
#include "trvm/ordered.h"
#include "trvm/seats.h"
#include "trvm/tool.h"

enum { FIRST_LOOK = 8 };
#define MARGIN 0.1 /* of the fair share: less does not matter */

struct duelled_deal {
  enum sim_outcome outcomes[TRV_MOST_PLAYERS]; /* by the seat of the one */
  double won[TRV_MOST_PLAYERS];                /* the same: his part of the first place */
  bool apart;
};

/* What a thread plays with: each side follows the game by its own rules. */
struct duel_desk {
  const struct duel_wish *wish;
  uint32_t before; /* deals of earlier runs */
  trv_game *games[DUEL_SIDES];
  struct bot_table tables[DUEL_SIDES]; /* each has the bots of its side in all seats */
};

static bool has_own_rules(const struct duel_wish *wish) { return wish->setups[DUEL_ONE] != wish->setups[DUEL_OTHERS]; }

/* ---- one game ---- */

/* Whether both rules have come to the same position, and ask the same seat for as much. */
static bool is_alike(const trv_game *one, const trv_game *others) {
  trv_choice_info first = { 0 }, second = { 0 };
  if (trv_game_status(one) != trv_game_status(others)) return false;
  if (trv_game_table_hash(one) != trv_game_table_hash(others)) return false;
  trv_game_choice(one, &first);
  trv_game_choice(others, &second);
  return first.seat == second.seat && first.options == second.options;
}

/* The option that a side takes, by its own rules. */
static uint32_t ask(struct duel_desk *desk, enum duel_side side, uint32_t number, const trv_choice_info *info) {
  struct bot_turn turn = bots_turn((trv_seed){ desk->wish->seed, 0 }, number, info);
  return bots_choose(&desk->tables[side], desk->games[side], &turn);
}

static int play_on(struct duel_desk *desk, uint32_t number, uint32_t seat, bool *apart) {
  const struct duel_wish *wish = desk->wish;
  bool own = has_own_rules(wish);
  trv_game *one = desk->games[DUEL_ONE], *others = desk->games[own ? DUEL_OTHERS : DUEL_ONE];
  int status = trv_game_start(one, wish->seed, number);
  trv_choice_info info;
  if (own) trv_game_start(others, wish->seed, number);
  for (uint32_t decisions = 0; decisions < wish->limit && status == TRV_CHOICE && !interrupted; decisions++) {
    *apart = own && !is_alike(one, others);
    if (*apart || trv_game_choice(one, &info) != TRV_OK) return status;
    uint32_t option = ask(desk, info.seat == seat ? DUEL_ONE : DUEL_OTHERS, number, &info);
    status = trv_choose(one, option);
    if (own) trv_choose(others, option);
  }
  *apart = own && !interrupted && !is_alike(one, others);
  return status;
}

static double part_of_first(trv_game *game, uint32_t seat, uint32_t players) {
  uint32_t places[TRV_MOST_PLAYERS], first = 0;
  if (trv_game_result(game, places, NULL) != TRV_OK) return 0;
  for (uint32_t i = 0; i < players; i++) first += places[i] == 1;
  return places[seat] == 1 ? 1.0 / first : 0;
}

static bool play_deal(void *at_desk, uint32_t number, void *result) {
  struct duel_desk *desk = at_desk;
  struct duelled_deal *deal = result;
  uint32_t players = trv_setup_players(desk->wish->setups[DUEL_ONE]);
  trv_game *game = desk->games[DUEL_ONE];
  *deal = (struct duelled_deal){ 0 };
  for (uint32_t seat = 0; seat < players && !interrupted && !deal->apart; seat++) {
    trv_rule_error error;
    int status = play_on(desk, desk->before + number, seat, &deal->apart);
    if (status == TRV_OVER || status == TRV_FINISHED) deal->won[seat] = part_of_first(game, seat, players);
    else if (status == TRV_CHOICE) deal->outcomes[seat] = SIM_OVER_LIMIT;
    else deal->outcomes[seat] = trv_game_error(game, &error) == TRV_OK && error.stuck ? SIM_STUCK : SIM_ERROR;
  }
  return !interrupted;
}

/* ---- adding up ---- */

struct duel_sums {
  const struct duel_wish *wish;
  struct duel_result *result;
};

/* A deal of which not all games ended tells nothing. */
static void add_deal(void *context, uint32_t number, const void *played) {
  const struct duel_sums *sums = context;
  const struct duelled_deal *deal = played;
  struct duel_result *result = sums->result;
  uint32_t players = trv_setup_players(sums->wish->setups[DUEL_ONE]), finished = 0;
  double fair = 1.0 / players, won = 0;
  (void)number;
  result->deals++;
  result->apart = result->apart || deal->apart;
  for (uint32_t seat = 0; seat < players; seat++) {
    result->outcomes[deal->outcomes[seat]]++;
    finished += deal->outcomes[seat] == SIM_FINISHED;
    won += deal->won[seat] / players;
  }
  if (finished < players || deal->apart) return;
  pairs_add(&result->wins, fair, won);
  for (uint32_t seat = 0; seat < players; seat++) pairs_add(&result->seats[seat], fair, deal->won[seat]);
}

/* Shares of so few deals that are all alike have no spread to measure by. */
static void look(const struct duel_wish *wish, struct duel_result *result) {
  double fair = 1.0 / trv_setup_players(wish->setups[DUEL_ONE]);
  result->estimate = pairs_estimate(&result->wins, result->looks, MARGIN * fair);
  result->decided = result->estimate.verdict != VERDICT_UNCLEAR;
}

/* ---- the run ---- */

/* False after a message. */
static bool set_up_desk(struct duel_desk *desk, const struct duel_wish *wish, struct lost_choices *lost) {
  char why[400] = "out of memory";
  *desk = (struct duel_desk){ .wish = wish };
  for (enum duel_side side = DUEL_ONE; side < DUEL_SIDES; side++) {
    struct bot_table *table = &desk->tables[side];
    table->milliseconds = wish->milliseconds;
    table->lost = seats_note_lost;
    table->context = lost;
    table->cancel = &interrupted;
    for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) table->wishes[seat] = wish->bots[side];
    bool own = side == DUEL_ONE || has_own_rules(wish);
    if (!own) desk->games[side] = desk->games[DUEL_ONE];
    if ((own && trv_game_new(wish->setups[side], &desk->games[side]) != TRV_OK) ||
        !bots_sit(table, wish->setups[side], why, sizeof why)) {
      complain("duel: %s", why);
      return false;
    }
  }
  return true;
}

static void clear_desk(struct duel_desk *desk) {
  for (enum duel_side side = DUEL_ONE; side < DUEL_SIDES; side++) bots_leave(&desk->tables[side]);
  if (desk->games[DUEL_OTHERS] != desk->games[DUEL_ONE]) trv_game_free(desk->games[DUEL_OTHERS]);
  trv_game_free(desk->games[DUEL_ONE]);
}

static uint32_t looks_of(uint32_t deals) {
  uint32_t looks = 1;
  for (uint64_t at = FIRST_LOOK; at < deals; at *= 2) looks++;
  return looks;
}

/* Plays from one look to the next. */
static bool play_looks(struct ordered_work *work, struct duel_desk *desks, uint32_t jobs,
                       const struct duel_sums *sums) {
  struct duel_result *result = sums->result;
  for (uint64_t next = FIRST_LOOK; result->deals < sums->wish->deals; next *= 2) {
    uint32_t done = result->deals, until = next < sums->wish->deals ? (uint32_t)next : sums->wish->deals;
    for (uint32_t i = 0; i < jobs; i++) desks[i].before = done;
    work->count = until - done;
    work->progress.before = done;
    if (!ordered_run(work)) return false;
    if (result->apart) return true;
    look(sums->wish, result);
    if (interrupted || result->decided) return true;
  }
  return true;
}

bool duel_run(const struct duel_wish *wish, struct duel_result *result) {
  struct duel_sums sums = { wish, result };
  struct lost_choices lost = { .lock = PTHREAD_MUTEX_INITIALIZER };
  uint32_t jobs = wish->jobs < wish->deals ? wish->jobs : wish->deals, seated = 0;
  struct duel_desk *desks = need_memory(NULL, jobs * sizeof *desks);
  bool ready = true;
  *result = (struct duel_result){ .looks = looks_of(wish->deals) };
  for (; ready && seated < jobs; seated++) ready = set_up_desk(&desks[seated], wish, &lost);
  struct ordered_work work = { .jobs = jobs,
                               .desks = desks,
                               .desk_size = sizeof *desks,
                               .result_size = sizeof(struct duelled_deal),
                               .perform = play_deal,
                               .add = add_deal,
                               .context = &sums,
                               .progress = { wish->progress, "deals", 0, wish->deals, ordered_clock() } };
  bool played = ready && play_looks(&work, desks, jobs, &sums);
  if (ready && !played) complain("duel: no thread can be started");
  seats_tell_lost("duel", &lost);
  for (uint32_t i = 0; i < seated; i++) clear_desk(&desks[i]);
  free(desks);
  return played;
}
