/* bots/search*.c: finds what must be found, keeps to its budget, repeats itself, asks for no memory while it thinks. */
#include "tests/unit/compiled.h"

#include <stdlib.h>
#include <time.h>

#include "bots/search.h"

/* Three in a line; nobody tells the bot how it stands. */
static const char noughts[] =
    "game \"Noughts\" { players 2..2  limit 9 decisions }\n"
    "enum Cell { a1 b1 c1 a2 b2 c2 a3 b3 c3 }\n"
    "enum Line(cells: set of Cell) { l1([a1, b1, c1]) l2([a2, b2, c2]) l3([a3, b3, c3]) l4([a1, a2, a3])\n"
    "  l5([b1, b2, b3]) l6([c1, c2, c3]) l7([a1, b2, c3]) l8([a3, b2, c1]) }\n"
    "var board[Cell]: player or none = none\n"
    "var winner: player or none = none\n"
    "play { repeat { for p in players {\n"
    "  choose mark always by p { option mark(c in Cell) needs board[c] is none else \"taken\" { board[c] = p } }\n"
    "  if any(l in Line where all(c in l.cells: board[c] == p)) { winner = p  end game }\n"
    "  if all(c in Cell: board[c] is not none) { end game }\n"
    "} } }\n"
    "rank p by (if winner == p then 1 else 0) desc\n";

/* What looks best now is not: who takes gold at once gets no more. The hidden card decides nothing. */
static const char patience[] =
    "game \"Patience\" { players 2..2 }\n"
    "deck Card in stock { 3 of ace  3 of king }\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "var gold[player]: int = 0\n"
    "setup { shuffle stock  for p in players { draw 2 from stock to hand[p] } }\n"
    "play { repeat 3 times { for p in players { dig(p) } } }\n"
    "effect dig(p: player) {\n"
    "  choose dig always by p { option now { gold[p] += 2 }  option deeper { gold[p] += 1  deep(p) } }\n"
    "}\n"
    "effect deep(p: player) {\n"
    "  choose deep always by p { option stop { }  option on(c in hand[p]) { gold[p] += 5 } }\n"
    "}\n"
    "rank p by gold[p] desc\n"
    "value of p = gold[p]\n";

/* The market always has a good deal, and beside it one of many bad ones. */
static const char market[] = "game \"Market\" { players 2..2 }\n"
                             "var gold[player]: int = 0\n"
                             "play { for p in players { go(p) } }\n"
                             "phase go(p: player) {\n"
                             "  choose go by p {\n"
                             "    option market { trade(p, roll 500) }\n"
                             "    option home { gold[p] += 5 }\n"
                             "  }\n"
                             "}\n"
                             "effect trade(p: player, price: int) {\n"
                             "  choose trade by p {\n"
                             "    option sell { gold[p] += 10 }\n"
                             "    option buy(n in 1..500) needs n == price { gold[p] -= 10 }\n"
                             "  }\n"
                             "}\n"
                             "rank p by gold[p] desc\n"
                             "value of p = gold[p]\n";

struct sitting {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  void *self;
  char why[200];
};

static void sit(struct sitting *sitting, const char *rules, const char *budget) {
  sitting->program = compiled(rules);
  assert_int_equal(trv_setup_new(sitting->program, 2, NULL, 0, &sitting->setup, sitting->why, sizeof sitting->why),
                   TRV_OK);
  assert_int_equal(trv_game_new(sitting->setup, &sitting->game), TRV_OK);
  struct bot_place place = { sitting->setup, 0, budget, 0, sitting->why, sizeof sitting->why, NULL };
  sitting->self = bot_search.start(&place);
}

static void leave(struct sitting *sitting) {
  if (sitting->self) bot_search.end(sitting->self);
  trv_game_free(sitting->game);
  trv_setup_free(sitting->setup);
  trv_program_free(sitting->program);
}

static uint32_t answer(struct sitting *sitting, uint32_t seed) {
  trv_choice_info info;
  assert_int_equal(trv_game_choice(sitting->game, &info), TRV_OK);
  struct bot_turn turn = bots_turn((trv_seed){ seed, 0 }, 0, &info);
  uint64_t before = trv_game_hash(sitting->game, true);
  uint32_t index = bot_search.choose(sitting->self, sitting->game, &turn);
  assert_int_equal(before, trv_game_hash(sitting->game, true));
  assert_true(index < info.options);
  return index;
}

static void assert_answer(struct sitting *sitting, const char *notation) {
  char text[60];
  trv_option_notation(sitting->game, answer(sitting, 1), text, sizeof text);
  assert_string_equal(text, notation);
}

static void wins_and_prevents_at_once(void **unused) {
  (void)unused;
  struct sitting sitting;
  sit(&sitting, noughts, "300");
  trv_game_start(sitting.game, 1, 0);
  const char *moves[] = { "mark(a1)", "mark(b2)", "mark(b1)" };
  for (int i = 0; i < 3; i++) trv_choose_notation(sitting.game, moves[i]);
  assert_answer(&sitting, "mark(c1)");
  trv_choose_notation(sitting.game, "mark(a3)");
  assert_answer(&sitting, "mark(c1)");
  leave(&sitting);
}

static void never_loses_noughts(void **unused) {
  (void)unused;
  struct sitting sitting;
  sit(&sitting, noughts, "600");
  for (uint32_t number = 0; number < 20; number++) {
    uint32_t seat = number % 2, places[2];
    trv_choice_info info;
    trv_game_start(sitting.game, 1, number);
    while (trv_game_choice(sitting.game, &info) == TRV_OK) {
      bool mine = info.seat == seat;
      trv_choose(sitting.game, mine ? answer(&sitting, number)
                                    : trv_random_choice(1, number, info.seat, info.decision, info.options));
    }
    trv_game_result(sitting.game, places, NULL);
    assert_int_equal(places[seat], 1);
  }
  leave(&sitting);
}

static void looks_further_than_the_next_value(void **unused) {
  (void)unused;
  struct sitting sitting;
  sit(&sitting, patience, "200");
  trv_game_start(sitting.game, 1, 0);
  assert_answer(&sitting, "deeper");
  leave(&sitting);
}

static void is_not_put_off_by_new_options(void **unused) {
  (void)unused;
  struct sitting sitting;
  sit(&sitting, market, "200");
  trv_game_start(sitting.game, 1, 0);
  assert_answer(&sitting, "market");
  leave(&sitting);
}

static void repeats_itself(void **unused) {
  (void)unused;
  struct sitting sitting, other;
  sit(&sitting, patience, "100");
  sit(&other, patience, "100");
  for (uint32_t number = 0; number < 4; number++) {
    trv_game_start(sitting.game, 5, number);
    trv_game_start(other.game, 5, number);
    while (trv_game_status(sitting.game) == TRV_CHOICE) {
      uint32_t index = answer(&sitting, number);
      assert_int_equal(answer(&other, number), index);
      trv_choose(sitting.game, index);
      trv_choose(other.game, index);
    }
  }
  leave(&sitting);
  leave(&other);
}

/* What the seat cannot see must not change its mind: the same turn in a position sampled for it. */
static void does_not_peek(void **unused) {
  (void)unused;
  struct sitting sitting;
  sit(&sitting, patience, "60");
  trv_game *other;
  assert_int_equal(trv_game_new(sitting.setup, &other), TRV_OK);
  for (uint32_t number = 0; number < 8; number++) {
    trv_game_start(sitting.game, 9, number);
    uint32_t index = answer(&sitting, 3);
    assert_int_equal(trv_game_sample(other, sitting.game, 0, 77), TRV_OK);
    trv_game_copy(sitting.game, other);
    assert_int_equal(answer(&sitting, 3), index);
  }
  trv_game_free(other);
  leave(&sitting);
}

static void budgets_are_read(void **unused) {
  (void)unused;
  static const char *const wrong[] = { "0", "-5", "abc", "10s", "5 ms", "1e3", "99999999999", "700000ms" };
  struct sitting sitting;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    sit(&sitting, patience, wrong[i]);
    assert_null(sitting.self);
    assert_non_null(
        strstr(sitting.why, "is no budget: write a number of playouts, such as 1000, or a time, such as 50ms"));
    leave(&sitting);
  }
  sit(&sitting, patience, "");
  assert_non_null(sitting.self);
  leave(&sitting);
  sit(&sitting, patience, "5ms");
  trv_game_start(sitting.game, 1, 0);
  assert_answer(&sitting, "deeper");
  leave(&sitting);
}

static int asked;
static void *counting(void *context, void *block, size_t size) {
  (void)context;
  asked += size > 0;
  if (size) return realloc(block, size);
  free(block);
  return NULL;
}

static void asks_for_no_memory_while_thinking(void **unused) {
  (void)unused;
  trv_allocator allocator = { counting, NULL };
  trv_compile_options compile = { .struct_size = sizeof compile,
                                  .name = "test.trv",
                                  .text = patience,
                                  .length = strlen(patience),
                                  .allocator = &allocator };
  struct sitting sitting;
  assert_int_equal(trv_compile(&compile, &sitting.program, NULL), TRV_OK);
  assert_int_equal(trv_setup_new(sitting.program, 2, NULL, 0, &sitting.setup, sitting.why, sizeof sitting.why), TRV_OK);
  assert_int_equal(trv_game_new(sitting.setup, &sitting.game), TRV_OK);
  struct bot_place place = { sitting.setup, 0, "500", 0, sitting.why, sizeof sitting.why, NULL };
  sitting.self = bot_search.start(&place);
  trv_game_start(sitting.game, 1, 0);
  asked = 0;
  answer(&sitting, 1);
  assert_true(asked <= 1); /* the list of options takes its block once */
  asked = 0;
  answer(&sitting, 2);
  assert_int_equal(asked, 0);
  leave(&sitting);
}

/* An estimate of two million steps: a thousand playouts of it would take a minute. */
static const char slow[] =
    "game \"Slow\" { players 2..2 }\n"
    "fn slow(n: int) -> int { var s: int = 0 for i in 1..2000000 { s = s + i % 3 } return s + n }\n"
    "var score[player]: int = 0\n"
    "play { repeat 40 times { for p in players { choose g always by p { option a { } option b { score[p] += 1 } } } } "
    "}\n"
    "rank p by score[p] desc\n"
    "value of p = slow(score[p])\n";

static void stops_when_its_fuel_is_spent(void **unused) {
  (void)unused;
  struct sitting sitting;
  sit(&sitting, slow, "1000");
  trv_game_start(sitting.game, 1, 0);
  assert_answer(&sitting, "b");
  assert_in_range(search_spent(sitting.self), 2, 40);
  leave(&sitting);
}

/* Options are found in whatever order they come; a full tree takes no more. */
static void the_tree_finds_its_nodes(void **unused) {
  (void)unused;
  struct node nodes[5];
  struct search_tree tree = { .nodes = nodes, .room = 5 };
  uint32_t cursor = 0;
  tree_clear(&tree);
  assert_int_equal(tree_find(&tree, 0, 7, &cursor), 0);
  for (uint64_t key = 1; key <= 4; key++) assert_int_equal(tree_add(&tree, 0, key), key);
  assert_int_equal(tree_add(&tree, 0, 9), 0);
  static const uint64_t order[] = { 3, 1, 4, 2, 2, 1 };
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    assert_int_equal(tree_find(&tree, 0, order[i], &cursor), order[i]);
  assert_int_equal(tree_find(&tree, 0, 9, &cursor), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(wins_and_prevents_at_once),
    cmocka_unit_test(never_loses_noughts),
    cmocka_unit_test(looks_further_than_the_next_value),
    cmocka_unit_test(is_not_put_off_by_new_options),
    cmocka_unit_test(repeats_itself),
    cmocka_unit_test(does_not_peek),
    cmocka_unit_test(budgets_are_read),
    cmocka_unit_test(asks_for_no_memory_while_thinking),
    cmocka_unit_test(stops_when_its_fuel_is_spent),
    cmocka_unit_test(the_tree_finds_its_nodes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
