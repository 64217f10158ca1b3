/* bots/together.c, and what bots make of it: an answer among others that are given at the same time is judged by what
 * comes of all of them. */
#include "tests/unit/compiled.h"

#include "bots/bots.h"
#include "bots/together.h"

/* The higher the number, the more points; an estimate is worth nothing before all have answered. */
#define NUMBERS                                                                                                        \
  "game \"Numbers\" { players 2..4 }\n"                                                                                \
  "var points[player]: int = 0\n"                                                                                      \
  "play { repeat 3 times { round() } }\n"                                                                              \
  "effect round() { choose number by each p in players { option take(n in 1..10) { points[p] += n } } }\n"             \
  "rank p by points[p] desc\n"
static const char numbers[] = NUMBERS, estimated[] = NUMBERS "value of p = points[p]\n";

/* All keep one card of their hands and pass on the rest. Pairs of hearts count more. */
static const char draft[] =
    "game \"Draft\" { players 3..3 }\n"
    "deck Card(points: int, heart: int) in stock { 6 of low(1, 0)  6 of mid(3, 0)  4 of high(6, 0)  4 of heart(1, 1) "
    "}\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "pool passed[player]: Card hidden\n"
    "pool kept[player]: Card open\n"
    "setup { shuffle stock  for p in players { draw 6 from stock to hand[p] } }\n"
    "play { repeat 5 times { keep()  pass_on() } }\n"
    "effect keep() {\n"
    "  choose keep by each p in players { option keep(c in hand[p]) { move c from hand[p] to kept[p] } }\n"
    "}\n"
    "effect pass_on() {\n"
    "  for p in players { move all from hand[p] to passed[next(p)] }\n"
    "  for p in players { move all from passed[p] to hand[p] }\n"
    "}\n"
    "fn hearts(p: player) -> int = sum(c.heart for c in kept[p])\n"
    "fn total(p: player) -> int = sum(c.points for c in kept[p]) + (if hearts(p) >= 2 then 8 else 0)\n"
    "rank p by total(p) desc\n";

struct table {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  uint32_t players;
};

static struct table table_of(const char *rules, uint32_t players) {
  struct table table = { .program = compiled(rules), .players = players };
  char why[100];
  assert_int_equal(trv_setup_new(table.program, players, NULL, 0, &table.setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(table.setup, &table.game), TRV_OK);
  return table;
}

static void leave(struct table *table) {
  trv_game_free(table->game);
  trv_setup_free(table->setup);
  trv_program_free(table->program);
}

/* Plays games with a bot in one seat and random players in the others: its points in all, and how often it won, in
 * parts of a game. */
enum { GAMES = 60, PARTS = 12 };
static void play_games(struct table *table, const struct bot *bot, const char *argument, uint32_t seat, int32_t *points,
                       uint32_t *won) {
  char why[100];
  void *self = bot->start(&(struct bot_place){ table->setup, seat, argument, 0, why, sizeof why, NULL });
  assert_non_null(self);
  *points = 0, *won = 0;
  for (uint32_t number = 0; number < GAMES; number++) {
    uint32_t places[TRV_MOST_PLAYERS], first = 0;
    int32_t keys[TRV_MOST_PLAYERS];
    trv_choice_info info;
    trv_game_start(table->game, 5, number);
    while (trv_game_choice(table->game, &info) == TRV_OK) {
      struct bot_turn turn = bots_turn((trv_seed){ 5, 0 }, number, &info);
      trv_choose(table->game, info.seat == seat ? bot->choose(self, table->game, &turn)
                                                : trv_random_choice(9, number, info.seat, info.decision, info.options));
    }
    trv_game_result(table->game, places, keys);
    for (uint32_t i = 0; i < table->players; i++) first += places[i] == 1;
    *points += keys[seat];
    if (places[seat] == 1) *won += PARTS / first;
  }
  bot->end(self);
}

static void assert_takes_much(const char *rules, const struct bot *bot, const char *argument) {
  for (uint32_t players = 2; players <= 4; players++) {
    struct table table = table_of(rules, players);
    for (uint32_t seat = 0; seat < players; seat++) {
      int32_t points;
      uint32_t won;
      play_games(&table, bot, argument, seat, &points, &won);
      if (points <= 9 * 3 * GAMES)
        fail_msg("%s in seat %u of %u takes %d.%02d on average", bot->name, seat + 1, players, points / (3 * GAMES),
                 points * 100 / (3 * GAMES) % 100);
    }
    leave(&table);
  }
}

static void greedy_takes_much_in_every_seat(void **unused) {
  (void)unused;
  assert_takes_much(numbers, &bot_greedy, "");
  assert_takes_much(estimated, &bot_greedy, "");
}

static void search_takes_much_in_every_seat(void **unused) {
  (void)unused;
  assert_takes_much(numbers, &bot_search, "100");
  assert_takes_much(estimated, &bot_search, "100");
}

static void assert_wins_drafts(const struct bot *bot, const char *argument) {
  struct table table = table_of(draft, 3);
  for (uint32_t seat = 0; seat < 3; seat++) {
    int32_t points;
    uint32_t won;
    play_games(&table, bot, argument, seat, &points, &won);
    if (3 * won < 2 * PARTS * GAMES) fail_msg("%s in seat %u wins %u of %d", bot->name, seat + 1, won / PARTS, GAMES);
  }
  leave(&table);
}

static void drafts_are_won_in_every_seat(void **unused) {
  (void)unused;
  assert_wins_drafts(&bot_greedy, "");
  assert_wins_drafts(&bot_search, "100");
}

static void others_are_struck_off(void **unused) {
  (void)unused;
  struct table table = table_of(numbers, 3);
  struct together others;
  uint64_t random = 1;
  trv_game_start(table.game, 1, 0);
  together_begin(&others, table.game);
  assert_int_equal(others.count - others.next, 2);
  trv_choose(table.game, 0);
  assert_true(together_goes_on(&others, table.game));
  assert_int_equal(others.count - others.next, 1);
  trv_choose(table.game, 0);
  together_settle(&others, table.game, &random);
  assert_int_equal(trv_game_decisions(table.game), 3);
  assert_int_equal(trv_game_chooser(table.game), 0);
  assert_false(together_goes_on(&others, table.game));
  leave(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(others_are_struck_off),
    cmocka_unit_test(greedy_takes_much_in_every_seat),
    cmocka_unit_test(search_takes_much_in_every_seat),
    cmocka_unit_test(drafts_are_won_in_every_seat),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
