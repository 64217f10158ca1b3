/* compiler/show*.c and vm/shown.c: what the rules want to be shown, what is taken for granted, and that no game goes
 * otherwise because of it. */
#include "tests/unit/compiled.h"

#include "vm/api.h"

#define RULES                                                                                                          \
  "game \"Shown\" { players 2 }\n"                                                                                     \
  "grid Square 3 by 3\n"                                                                                               \
  "deck Card(points: int) in stock { 4 of ace(1) 4 of king(2) }\n"                                                     \
  "pile stock: Card hidden\n"                                                                                          \
  "pool hand[player]: Card for owner\n"                                                                                \
  "pool won[player]: Card open\n"                                                                                      \
  "var barren_rounds: int = 0\n"                                                                                       \
  "var round: int = 0\n"                                                                                               \
  "var at[player]: Square = a1\n"                                                                                      \
  "var home[player]: Square = a1\n"                                                                                    \
  "var coins[player]: int = 0\n"                                                                                       \
  "var asked: int = 0 each turn\n"                                                                                     \
  "fn worth(p: player) -> int = sum(c.points for c in won[p])\n"                                                       \
  "fn in_hand(p: player) -> int = size(hand[p])\n"                                                                     \
  "fn points(p: player) -> int = worth(p) + in_hand(p)\n"                                                              \
  "fn rounds_left() -> int = 3 - round\n"                                                                              \
  "phase turn(p: player) { asked += 1\n"                                                                               \
  "  choose lay always by p \"{asked}: you have {coins[p]}\" {\n"                                                      \
  "    option lay(c in hand[p]) { move c from hand[p] to won[p] at[p] = b2 home[p] = a1 }\n"                           \
  "    otherwise option rest { coins[p] += 1 } } }\n"                                                                  \
  "setup { shuffle stock for p in players { draw 2 from stock to hand[p] } }\n"                                        \
  "play { repeat 3 times { round += 1 barren_rounds += rounds_left() say \"round {round}\"\n"                          \
  "  for p in players { turn(p) } if barren_rounds > 10 { end game } } }\n"                                            \
  "rank p by points(p) desc\n"

static const char rules[] = RULES;
static const char with_show[] = RULES "show {\n"
                                      "  score points \"victory points\" = worth + in_hand\n"
                                      "  place home\n"
                                      "  count rounds_left, in_hand \"cards\"\n"
                                      "  group \"on the table\" won, stock\n"
                                      "  title barren_rounds \"dull rounds\"\n"
                                      "  hide coins\n"
                                      "}\n";

static trv_game *started(const trv_program *program, trv_setup **setup) {
  trv_game *game;
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(*setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  return game;
}

/* ---- what is told ---- */

static const char *role_name(enum trv_role role) {
  static const char *const names[] = { "other", "score", "part", "place", "counter", "board" };
  return names[role];
}

/* The elements of seat 1 and those of nobody stand for all. */
static bool note_item(void *context, const trv_view_item *item) {
  char line[200];
  if (item->owner == 1) return true;
  snprintf(line, sizeof line, "%s%s: %s, \"%s\" of \"%s\"\n", item->shown.visible ? "" : "no ", item->name,
           role_name(item->shown.role), item->shown.title, item->shown.group);
  strcat(context, line);
  return true;
}

static bool note_fact(void *context, const trv_fact *fact) {
  char line[200];
  snprintf(line, sizeof line, "%s%s of %d: %s, \"%s\" = %s (%d)\n", fact->shown.visible ? "" : "no ", fact->name,
           fact->owner, role_name(fact->shown.role), fact->shown.title, fact->contents, fact->number);
  strcat(context, line);
  assert_true(fact->known);
  return true;
}

static void expect_shown(const char *text, const char *items, const char *facts) {
  trv_program *program = compiled(text);
  trv_setup *setup;
  trv_game *game = started(program, &setup);
  char noted[3000] = "";
  compiled_is_valid(program);
  assert_int_equal(trv_view_each(game, 0, note_item, noted), TRV_OK);
  assert_string_equal(noted, items);
  noted[0] = '\0';
  assert_int_equal(trv_facts_each(game, note_fact, noted), TRV_OK);
  assert_string_equal(noted, facts);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void without_a_word(void **unused) {
  (void)unused;
  expect_shown(rules,
               "stock: other, \"stock\" of \"\"\n"
               "hand: other, \"hand\" of \"\"\n"
               "won: other, \"won\" of \"\"\n"
               "no barren_rounds: other, \"barren rounds\" of \"\"\n"
               "round: other, \"round\" of \"\"\n"
               "at: place, \"at\" of \"\"\n"
               "home: other, \"home\" of \"\"\n"
               "coins: counter, \"coins\" of \"\"\n"
               "no asked: other, \"asked\" of \"\"\n",
               "points of 0: score, \"points\" = 2 (2)\n"
               "points of 1: score, \"points\" = 2 (2)\n");
}

static void as_the_rules_say(void **unused) {
  (void)unused;
  expect_shown(with_show,
               "stock: other, \"stock\" of \"on the table\"\n"
               "hand: other, \"hand\" of \"\"\n"
               "won: other, \"won\" of \"on the table\"\n"
               "barren_rounds: other, \"dull rounds\" of \"\"\n"
               "round: other, \"round\" of \"\"\n"
               "at: other, \"at\" of \"\"\n"
               "home: place, \"home\" of \"\"\n"
               "no coins: counter, \"coins\" of \"\"\n"
               "no asked: other, \"asked\" of \"\"\n",
               "no worth of 0: part, \"worth\" = 0 (0)\n"
               "no worth of 1: part, \"worth\" = 0 (0)\n"
               "in_hand of 0: counter, \"cards\" = 2 (2)\n"
               "in_hand of 1: counter, \"cards\" = 2 (2)\n"
               "points of 0: score, \"victory points\" = 2 (2)\n"
               "points of 1: score, \"victory points\" = 2 (2)\n"
               "rounds_left of -1: counter, \"rounds left\" = 2 (2)\n");
}

struct orders {
  uint32_t won, stock, hand, round;
};

static bool note_order(void *context, const trv_view_item *item) {
  struct orders *orders = context;
  if (!strcmp(item->name, "won")) orders->won = item->shown.order;
  if (!strcmp(item->name, "stock")) orders->stock = item->shown.order;
  if (!strcmp(item->name, "hand")) orders->hand = item->shown.order;
  if (!strcmp(item->name, "round")) orders->round = item->shown.order;
  return true;
}

static void what_is_named_in_order_comes_first(void **unused) {
  (void)unused;
  trv_program *program = compiled(with_show);
  trv_setup *setup;
  trv_game *game = started(program, &setup);
  struct orders orders = { 0 };
  trv_view_each(game, 0, note_order, &orders);
  assert_true(orders.won < orders.stock && orders.stock < orders.hand && orders.hand < orders.round);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* The last line wins, so that a variant can say it anew. */
static void the_last_line_wins(void **unused) {
  (void)unused;
  expect_shown("game \"Last\" { players 2 }\nvar a[player]: int = 0\nvar b[player]: int = 0\n"
               "show { score a  hide b  score b  hide a }\n"
               "play { choose c always by p1 { option x { a[p1] += b[p2] b[p1] += a[p2] } } }\n",
               "no a: counter, \"a\" of \"\"\n"
               "b: score, \"b\" of \"\"\n",
               "");
}

/* A fn that cannot be worked out is told as such, and the others are there. */
static bool count_unknown(void *context, const trv_fact *fact) {
  *(int *)context += fact->known ? 10 : 1;
  if (!fact->known) assert_string_equal(fact->contents, "");
  return true;
}

static void what_cannot_be_worked_out(void **unused) {
  (void)unused;
  trv_program *program = compiled("game \"Zero\" { players 2 }\nvar a[player]: int = 0\n"
                                  "fn share(p: player) -> int = 10 / a[p]\nfn all_of_it() -> int = a[p1] + a[p2]\n"
                                  "show { score share  count all_of_it }\n"
                                  "play { choose c always by p1 { option x { a[p1] += 1 } } }\n");
  trv_setup *setup;
  trv_game *game = started(program, &setup);
  int counted = 0;
  assert_int_equal(trv_facts_each(game, count_unknown, &counted), TRV_OK);
  assert_int_equal(counted, 12);
  assert_int_equal(trv_game_status(game), TRV_CHOICE);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* ---- no game goes otherwise ---- */

static void no_game_goes_otherwise(void **unused) {
  (void)unused;
  trv_program *left = compiled(rules), *right = compiled(with_show);
  trv_setup *left_setup, *right_setup;
  assert_int_equal(trv_program_describe(left).hash, trv_program_describe(right).hash);
  assert_int_equal(trv_program_describe(left).state_bytes, trv_program_describe(right).state_bytes);
  trv_game *left_game = started(left, &left_setup), *right_game = started(right, &right_setup);
  assert_int_equal(trv_playout(left_game, 3, 0, 0), TRV_OVER);
  assert_int_equal(trv_playout(right_game, 3, 0, 0), TRV_OVER);
  assert_int_equal(trv_game_trace(left_game), trv_game_trace(right_game));
  assert_int_equal(trv_game_hash(left_game, true), trv_game_hash(right_game, true));
  trv_game_free(left_game);
  trv_game_free(right_game);
  trv_setup_free(left_setup);
  trv_setup_free(right_setup);
  trv_program_free(left);
  trv_program_free(right);
}

/* A fn that nothing in the rules calls may need more room than all of them. */
static void what_is_shown_may_go_deeper(void **unused) {
  (void)unused;
  static const char deep[] = "game \"Deep\" { players 2 }\nvar a: int = 1\n"
                             "fn low(n: int) -> list of int up to 100 = list(n + i for i in 1..100)\n"
                             "fn high(n: int) -> int = sum(i * j for i in low(n), j in low(i))\n"
                             "fn depth(p: player) -> int = high(a) + high(a + 1)\n"
                             "show { score depth }\n"
                             "play { choose c always by p1 { option x { a += 1 } } }\n";
  trv_program *program = compiled(deep);
  const struct program *p = &program->program;
  assert_true(program_scratch_slots(p) > p->meta->scratch_slots);
  compiled_is_valid(program);
  trv_setup *setup;
  trv_game *game = started(program, &setup);
  int counted = 0;
  assert_int_equal(trv_facts_each(game, count_unknown, &counted), TRV_OK);
  assert_int_equal(counted, 20);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(without_a_word),
    cmocka_unit_test(as_the_rules_say),
    cmocka_unit_test(what_is_named_in_order_comes_first),
    cmocka_unit_test(the_last_line_wins),
    cmocka_unit_test(what_cannot_be_worked_out),
    cmocka_unit_test(no_game_goes_otherwise),
    cmocka_unit_test(what_is_shown_may_go_deeper),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
