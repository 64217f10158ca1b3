/* Advice for a person: what `search` would do, and what comes of it and of the next best options.
 *
 * To find that out games are played on from each of them, on the same positions, by players who take what `greedy` holds
 * best. Chances, places and scores are of these games; options that they cannot tell apart are called equal. */
#include "base/random.h"
#include "base/root.h"
#include "bots/fuel.h"
#include "bots/greedy.h"
#include "bots/search.h"
#include "bots/together.h"

enum {
  GAMES = 60,        /* of each option */
  LEAST_GAMES = 5,   /* fewer tell nothing */
  ROLL_LIMIT = 5000, /* decisions */
  MOST_TRIED = 16,   /* options of a choice on the way, any of them */
  WIN = 720720       /* has a whole share for any number of winners */
};
static const char BUDGET[] = "2000";

static uint32_t percent(uint64_t part, uint64_t whole) { return (uint32_t)((part * 100 + whole / 2) / whole); }

/* ---- games that are played on ---- */

/* What the games after an option add up to. */
struct outcome {
  uint64_t won, places;
  int64_t own, others; /* first ranking keys */
  int64_t behind;      /* places lost against the first option, game by game */
  uint64_t squares;    /* of these */
};

struct advisor {
  uint32_t seat, players;
  bool estimated;
  trv_game *desk, *trial;
  trv_options *options; /* of the desk */
  struct bot_fuel fuel;
  uint64_t random;
};

/* What whoever is to choose takes: the best of its options, or of some where there are many. */
static uint32_t pick_greedily(struct advisor *advisor, uint32_t count) {
  uint32_t seat = (uint32_t)trv_game_chooser(advisor->desk), tried = count < MOST_TRIED ? count : MOST_TRIED;
  uint32_t first = random_below(&advisor->random, count), best = 0;
  uint64_t answers = random_split(&advisor->random);
  int64_t highest = INT64_MIN;
  struct together others;
  together_begin(&others, advisor->desk);
  for (uint32_t i = 0; i < tried; i++) {
    uint32_t option = (uint32_t)((first + (uint64_t)i * count / tried) % count);
    struct together rest = others;
    uint64_t random = answers;
    trv_game_copy(advisor->trial, advisor->desk);
    if (trv_options_choose(advisor->options, advisor->trial, option) < 0) continue;
    together_settle(&rest, advisor->trial, &random);
    int64_t value = greedy_judge(advisor->trial, seat, advisor->players, advisor->estimated);
    if (value <= highest) continue;
    highest = value;
    best = option;
  }
  return best;
}

/* Plays the game on the desk to its end; false when it does not come to one. */
static bool play_on(struct advisor *advisor) {
  int count = trv_options_find(advisor->options, advisor->desk);
  for (uint32_t done = 0; count > 0 && done < ROLL_LIMIT; done++) {
    if (!fuel_is_left(&advisor->fuel)) return false;
    count =
        trv_options_advance(advisor->options, advisor->desk, count == 1 ? 0 : pick_greedily(advisor, (uint32_t)count));
  }
  return trv_game_status(advisor->desk) == TRV_OVER;
}

static void add_result(const struct advisor *advisor, const uint32_t *places, const int32_t *keys, uint32_t first_place,
                       struct outcome *outcome) {
  uint32_t winners = 0;
  int64_t others = 0, behind = (int64_t)places[advisor->seat] - first_place;
  for (uint32_t seat = 0; seat < advisor->players; seat++) {
    winners += places[seat] == 1;
    if (seat != advisor->seat) others += keys[seat];
  }
  if (places[advisor->seat] == 1) outcome->won += WIN / winners;
  outcome->places += places[advisor->seat];
  outcome->own += keys[advisor->seat];
  outcome->others += others;
  outcome->behind += behind;
  outcome->squares += (uint64_t)(behind * behind);
}

/* One game after each option, from the same position and with the same chance. It counts for all of them or for none. */
static bool play_each(struct advisor *advisor, trv_game *game, uint32_t seed, const struct bot_advice *advice,
                      size_t count, struct outcome *outcomes) {
  uint32_t places[ADVICE_MOST][TRV_MOST_PLAYERS];
  int32_t keys[ADVICE_MOST][TRV_MOST_PLAYERS];
  for (size_t i = 0; i < count; i++) {
    advisor->random = seed;
    if (trv_game_sample(advisor->desk, game, advisor->seat, seed) != TRV_OK) return false;
    if (trv_choose(advisor->desk, advice[i].option) < 0 || !play_on(advisor)) return false;
    if (trv_game_result(advisor->desk, places[i], keys[i]) != TRV_OK) return false;
  }
  for (size_t i = 0; i < count; i++) add_result(advisor, places[i], keys[i], places[0][advisor->seat], &outcomes[i]);
  return true;
}

/* ---- what they tell ---- */

/* Two games are added as won and two as lost, so that the interval is honest where there are few games (Agresti, Coull). */
static void tell_chance(struct bot_advice *advice, uint64_t won, uint64_t games) {
  enum { UNITS = 10000 };
  uint64_t all = games + 4, middle = (won * UNITS / WIN + 2 * UNITS) / all;
  uint64_t half = 2 * root_from(middle * (UNITS - middle) / all, 0);
  advice->chance = percent(won, WIN * games);
  advice->low = percent(middle > half ? middle - half : 0, UNITS);
  advice->high = percent(middle + half < UNITS ? middle + half : UNITS, UNITS);
}

/* Whether the mean of the places lost is within two of its errors. */
static bool is_equal(const struct outcome *outcome, uint64_t games) {
  uint64_t square = (uint64_t)(outcome->behind * outcome->behind);
  return square * games <= 4 * (games * outcome->squares - square);
}

static void tell_outcome(struct bot_advice *advice, const struct outcome *outcome, uint32_t games, uint32_t players) {
  int64_t rivals = players > 1 ? players - 1 : 1;
  advice->games = games;
  tell_chance(advice, outcome->won, games);
  advice->place = percent(outcome->places, games);
  advice->own = outcome->own * 100 / games;
  advice->others = outcome->others * 100 / (games * rivals);
  advice->equal = is_equal(outcome, games);
}

static void compare(struct advisor *advisor, trv_game *game, const struct bot_turn *turn, struct bot_advice *advice,
                    size_t count) {
  struct outcome outcomes[ADVICE_MOST] = { 0 };
  uint32_t played = 0;
  fuel_begin(&advisor->fuel, FUEL_OF_ANSWER);
  for (uint32_t round = 0; round < GAMES && fuel_is_left(&advisor->fuel); round++)
    played += play_each(advisor, game, turn->seed + turn->decision * GAMES + round, advice, count, outcomes);
  for (size_t i = 0; played >= LEAST_GAMES && i < count; i++)
    tell_outcome(&advice[i], &outcomes[i], played, advisor->players);
}

/* ---- not to lead back ---- */

/* What the seat sees and is asked, as a number: how many cards to take and which are two questions about one table. */
static uint64_t view_of(trv_game *game, uint32_t seat) {
  size_t all_heard = SIZE_MAX;
  return trv_game_appearance(game, seat, &all_heard);
}

/* Forgets what was taken back since. */
static void remember(struct bot_memory *memory, uint64_t view, uint32_t decision) {
  while (memory->count > 0 && memory->decisions[(memory->count - 1) % BOT_REMEMBERED] >= decision) memory->count--;
  memory->views[memory->count % BOT_REMEMBERED] = view;
  memory->decisions[memory->count % BOT_REMEMBERED] = decision;
  memory->count++;
}

/* Whether the seat saw this before the present advice. */
static bool was_seen(const struct bot_memory *memory, uint64_t view) {
  uint32_t kept = memory->count < BOT_REMEMBERED ? memory->count : BOT_REMEMBERED;
  for (uint32_t i = 2; i <= kept; i++)
    if (memory->views[(memory->count - i) % BOT_REMEMBERED] == view) return true;
  return false;
}

static bool leads_back(struct advisor *advisor, trv_game *game, const struct bot_memory *memory, uint32_t option) {
  if (trv_game_sample(advisor->desk, game, advisor->seat, 0) != TRV_OK) return false;
  return trv_choose(advisor->desk, option) >= 0 && was_seen(memory, view_of(advisor->desk, advisor->seat));
}

/* Puts options behind the others that only undo what was advised before. */
static size_t order(struct advisor *advisor, trv_game *game, const struct bot_memory *memory, struct ranked *best,
                    size_t count) {
  struct ranked back[ADVICE_TRIED];
  size_t forward = 0, backward = 0;
  for (size_t i = 0; i < count; i++) {
    if (memory && leads_back(advisor, game, memory, best[i].option)) back[backward++] = best[i];
    else best[forward++] = best[i];
  }
  for (size_t i = 0; forward == 0 && i < backward; i++) best[i] = back[i];
  return forward ? forward : backward;
}

/* ---- advice ---- */

static bool begin(struct advisor *advisor, const trv_setup *setup, uint32_t seat, const volatile sig_atomic_t *cancel) {
  *advisor = (struct advisor){ .seat = seat, .players = trv_setup_players(setup) };
  advisor->estimated = trv_program_describe(trv_setup_program(setup)).has_value;
  if (trv_game_new(setup, &advisor->desk) != TRV_OK || trv_game_new(setup, &advisor->trial) != TRV_OK) return false;
  if (trv_options_new(setup, &advisor->options) != TRV_OK) return false;
  advisor->fuel = (struct bot_fuel){ .games = { advisor->desk, advisor->trial } };
  for (int i = 0; i < 2; i++) trv_game_set_cancel(advisor->fuel.games[i], cancel);
  return true;
}

static void end(struct advisor *advisor) {
  trv_options_free(advisor->options);
  trv_game_free(advisor->trial);
  trv_game_free(advisor->desk);
}

static size_t advise(struct advisor *advisor, void *search, trv_game *game, const struct bot_turn *turn,
                     struct bot_memory *memory, struct bot_advice *advice, size_t most) {
  struct ranked best[ADVICE_TRIED];
  if (memory) remember(memory, view_of(game, turn->seat), turn->decision);
  size_t count = search_rank(search, game, turn, best, ADVICE_TRIED);
  count = order(advisor, game, memory, best, count);
  if (count > most) count = most;
  for (size_t i = 0; i < count; i++)
    advice[i] =
        (struct bot_advice){ .option = best[i].option, .share = percent(best[i].playouts, search_spent(search)) };
  if (count > 1) compare(advisor, game, turn, advice, count);
  return count;
}

size_t bots_advise(trv_game *game, const struct bot_turn *turn, struct bot_memory *memory, struct bot_advice *advice,
                   size_t most, const volatile sig_atomic_t *cancel) {
  const trv_setup *setup = trv_game_setup(game);
  struct advisor advisor;
  char why[100];
  size_t count = 0;
  void *search = bot_search.start(&(struct bot_place){ setup, turn->seat, BUDGET, 0, why, sizeof why, cancel });
  if (begin(&advisor, setup, turn->seat, cancel) && search)
    count = advise(&advisor, search, game, turn, memory, advice, most < ADVICE_MOST ? most : ADVICE_MOST);
  end(&advisor);
  if (search) bot_search.end(search);
  return count;
}
