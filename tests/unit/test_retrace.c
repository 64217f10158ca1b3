/* vm/trail.c, vm/retrace.c, vm/mend.c, vm/appearance.c: where the rules stand tells a seat nothing that it was not shown. */
#include "tests/unit/compiled.h"

struct table {
  trv_program *program;
  trv_setup *setup;
  trv_game *game, *other, *sample, *other_sample;
};

static void sit_down(struct table *table, const char *rules) {
  char why[200];
  table->program = compiled(rules);
  compiled_is_valid(table->program);
  assert_int_equal(trv_setup_new(table->program, 2, NULL, 0, &table->setup, why, sizeof why), TRV_OK);
  trv_game **games[] = { &table->game, &table->other, &table->sample, &table->other_sample };
  for (size_t i = 0; i < 4; i++) assert_int_equal(trv_game_new(table->setup, games[i]), TRV_OK);
}

static void get_up(struct table *table) {
  trv_game_free(table->game);
  trv_game_free(table->other);
  trv_game_free(table->sample);
  trv_game_free(table->other_sample);
  trv_setup_free(table->setup);
  trv_program_free(table->program);
}

static void play_on(trv_game *game, const char *const *choices) {
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  for (; *choices; choices++) assert_true(trv_choose_notation(game, *choices) >= 0);
}

/* How many of 60 samples for p1 make `notation` win, in both positions the same. */
static uint32_t count_won(struct table *table, const char *notation) {
  uint32_t won = 0, places[2], other_places[2];
  for (uint32_t seed = 0; seed < 60; seed++) {
    assert_int_equal(trv_game_sample(table->sample, table->game, 0, seed), TRV_OK);
    assert_int_equal(trv_game_sample(table->other_sample, table->other, 0, seed), TRV_OK);
    assert_int_equal(trv_game_hash(table->sample, true), trv_game_hash(table->other_sample, true));
    assert_true(trv_choose_notation(table->sample, notation) >= 0);
    assert_true(trv_choose_notation(table->other_sample, notation) >= 0);
    assert_int_equal(trv_game_result(table->sample, places, NULL), TRV_OK);
    assert_int_equal(trv_game_result(table->other_sample, other_places, NULL), TRV_OK);
    assert_int_equal(places[0], other_places[0]);
    won += places[0] == 1 && places[1] == 2;
  }
  return won;
}

#define HEAD                                                                                                           \
  "game \"Hide\" { players 2 }\n"                                                                                      \
  "enum Room { hall attic cellar }\n"                                                                                  \
  "var ghost: Room = hall hidden\n"                                                                                    \
  "var won: player or none = none\n"                                                                                   \
  "rank p by (if won == p then 1 else 0) desc\n"                                                                       \
  "effect win(ok: bool) { if ok { won = p1 } else { won = p2 } }\n"

static const char picked[] = HEAD "play {\n"
                                  "  let r = pick hide always by p2 \"Where?\" (x in Room)\n"
                                  "  if r == hall { say \"It is cold.\" }\n"
                                  "  choose guess always by p1 \"Where?\" { option at_(x in Room) { win(x == r) } }\n"
                                  "}\n";

static void what_was_picked_is_not_known(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, picked);
  play_on(table.game, (const char *[]){ "hide(attic)", NULL });
  play_on(table.other, (const char *[]){ "hide(cellar)", NULL });
  uint32_t attic = count_won(&table, "at_(attic)"), cellar = count_won(&table, "at_(cellar)");
  assert_int_equal(attic + cellar, 60); /* it was not cold */
  assert_in_range(attic, 15, 45);
  assert_int_equal(count_won(&table, "at_(hall)"), 0);
  get_up(&table);
}

static void what_was_heard_is_known(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, picked);
  play_on(table.game, (const char *[]){ "hide(hall)", NULL });
  assert_int_equal(trv_game_copy(table.other, table.game), TRV_OK);
  assert_int_equal(count_won(&table, "at_(hall)"), 60);
  get_up(&table);
}

static const char branches[] =
    HEAD "play {\n"
         "  choose hide always by p2 \"Where?\" { option in_(r in Room) { ghost = r } }\n"
         "  choose wait always by p1 \"Wait?\" { option yes { }  option no { } }\n"
         "  if ghost == hall { choose guess always by p1 \"Cold?\" { option yes { win(true) }  option no { win(false) "
         "} } }\n"
         "  else { choose guess always by p1 \"Cold?\" { option yes { win(false) }  option no { win(true) } } }\n"
         "}\n";

static void which_branch_was_taken_is_not_known(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, branches);
  play_on(table.game, (const char *[]){ "in_(hall)", "yes", NULL });
  play_on(table.other, (const char *[]){ "in_(cellar)", "yes", NULL });
  uint32_t cold = count_won(&table, "yes");
  assert_in_range(cold, 8, 32); /* one in three */
  assert_int_equal(count_won(&table, "no"), 60 - cold);
  get_up(&table);
}

/* An option is the same one wherever it stands: bots find it again by its key. */
static void options_have_the_same_keys(void **unused) {
  (void)unused;
  struct table table;
  trv_options *options, *others;
  sit_down(&table, branches);
  play_on(table.game, (const char *[]){ "in_(hall)", "yes", NULL });
  play_on(table.other, (const char *[]){ "in_(cellar)", "yes", NULL });
  assert_int_equal(trv_options_new(table.setup, &options), TRV_OK);
  assert_int_equal(trv_options_new(table.setup, &others), TRV_OK);
  assert_int_equal(trv_options_find(options, table.game), 2);
  assert_int_equal(trv_options_find(others, table.other), 2);
  assert_int_equal(trv_options_key(options, 0), trv_options_key(others, 0));
  assert_int_equal(trv_options_key(options, 1), trv_options_key(others, 1));
  assert_int_not_equal(trv_options_key(options, 0), trv_options_key(options, 1));
  trv_options_free(options);
  trv_options_free(others);
  get_up(&table);
}

/* Without a past, as after a playout or new chance, there is a sample all the same. */
static void a_game_without_a_trail_has_samples(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, branches);
  play_on(table.game, (const char *[]){ "in_(hall)", "yes", NULL });
  trv_game_reseed(table.game, 5, 0);
  assert_int_equal(trv_game_sample(table.sample, table.game, 0, 1), TRV_OK);
  assert_int_equal(trv_game_sample(table.other_sample, table.sample, 0, 1), TRV_OK); /* a sample of a sample */
  assert_int_equal(trv_game_status(table.other_sample), TRV_CHOICE);
  get_up(&table);
}

static const char endless[] = HEAD
    "play {\n"
    "  choose hide always by p2 \"Where?\" { option in_(r in Room) { ghost = r } }\n"
    "  if ghost != hall { repeat 300 times { choose wait always by p1 \"Wait?\" { option yes { }  option no { } } } }\n"
    "}\n";

/* More steps than are kept: the trail is lost, and the game goes on. */
static void a_long_trail_is_lost(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, endless);
  play_on(table.game, (const char *[]){ "in_(attic)", NULL });
  for (int i = 0; i < 250; i++) {
    if (i % 50 == 0) assert_int_equal(trv_game_sample(table.sample, table.game, 0, (uint32_t)i), TRV_OK);
    assert_int_equal(trv_choose_notation(table.game, i % 3 ? "yes" : "no"), TRV_CHOICE);
  }
  get_up(&table);
}

static void what_is_shown_is_a_number(void **unused) {
  (void)unused;
  struct table table;
  size_t heard[3] = { 0 };
  sit_down(&table, picked);
  assert_int_equal(trv_game_listen(table.game), TRV_OK);
  assert_int_equal(trv_game_listen(table.other), TRV_OK);
  play_on(table.game, (const char *[]){ "hide(attic)", NULL });
  play_on(table.other, (const char *[]){ "hide(cellar)", NULL });
  uint64_t shown = trv_game_appearance(table.game, 0, &heard[0]);
  assert_int_equal(trv_game_appearance(table.other, 0, &heard[1]), shown);
  assert_int_equal(trv_game_appearance(table.game, 2, &heard[2]), 0);
  play_on(table.other, (const char *[]){ "hide(hall)", NULL });
  assert_int_not_equal(trv_game_appearance(table.other, 0, &heard[1]), shown);
  assert_int_equal(heard[1], 1);
  get_up(&table);
}

/* Much is shown between a secret pick and the guess. */
#define CARDS(setup, shown)                                                                                            \
  HEAD "deck Card in stock { k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 }\n"                                               \
       "pile stock: Card hidden\n"                                                                                     \
       "pool hand[player]: Card for owner\n"                                                                           \
       "pool table: Card open\n"                                                                                       \
       "var die: 0..100 = 0\n"                                                                                         \
       "setup { " setup " }\n"                                                                                         \
       "play {\n"                                                                                                      \
       "  let r = pick hide always by p2 \"Where?\" (x in Room)\n" shown                                               \
       "  choose guess always by p1 \"Where?\" { option at_(x in Room) { win(x == r) } }\n"                            \
       "}\n"

/* Samples show the seat what it sees, and the secret is any. */
static void tells_nothing(const char *rules) {
  struct table table;
  char view[2000], sampled[2000];
  sit_down(&table, rules);
  play_on(table.game, (const char *[]){ "hide(attic)", NULL });
  play_on(table.other, (const char *[]){ "hide(cellar)", NULL });
  trv_view_json(table.game, 0, view, sizeof view);
  for (uint32_t seed = 0; seed < 20; seed++) {
    assert_int_equal(trv_game_sample(table.sample, table.game, 0, seed), TRV_OK);
    trv_view_json(table.sample, 0, sampled, sizeof sampled);
    assert_string_equal(sampled, view);
  }
  assert_in_range(count_won(&table, "at_(attic)"), 8, 32);
  get_up(&table);
}

static void cards_shown_since_tell_nothing(void **unused) {
  (void)unused;
  tells_nothing(CARDS("shuffle stock", "  draw 3 from stock to hand[p1]\n"));
  tells_nothing(CARDS("", "  shuffle stock  draw 3 from stock to hand[p1]  draw 2 from stock to table\n"));
  tells_nothing(CARDS("shuffle stock", "  let c = top(stock) else { leave }  reveal c from stock to p1\n"));
  tells_nothing(
      CARDS("shuffle stock  for p in players { draw 4 from stock to hand[p] }", "  swap hand[p1], hand[p2]\n"));
  tells_nothing(CARDS("shuffle stock  for p in players { draw 4 from stock to hand[p] }",
                      "  move random from hand[p1] to hand[p2]  move random from hand[p2] to hand[p1]\n"));
}

static void words_said_since_tell_nothing(void **unused) {
  (void)unused;
  tells_nothing(CARDS("shuffle stock", "  die = roll 100\n"));
  tells_nothing(
      CARDS("shuffle stock", "  repeat 2 times { if let c = draw from stock to hand[p2] { say \"{c}\" } }\n"));
}

/* Before the first choice there is no position to go back to but the set-up. */
static void cards_dealt_before_tell_nothing(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table,
           HEAD "deck Card in stock { k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 }\n"
                "pile stock: Card hidden\n"
                "pool hand[player]: Card for owner\n"
                "setup { shuffle stock  draw 4 from stock to hand[p1]  ghost = roll Room }\n"
                "play { if ghost == hall { ask(true) } else { ask(false) } }\n"
                "effect ask(cold: bool) {\n"
                "  choose guess always by p1 \"Cold?\" { option yes { win(cold) }  option no { win(not cold) } }\n"
                "}\n");
  play_on(table.game, (const char *[]){ NULL });
  assert_int_equal(trv_game_copy(table.other, table.game), TRV_OK);
  assert_in_range(count_won(&table, "yes"), 8, 32);
  get_up(&table);
}

/* How many others were asked at once is no matter of how often the seat was. */
static void own_decisions_are_counted(void **unused) {
  (void)unused;
  struct table table;
  trv_choice_info info;
  sit_down(&table, HEAD "play {\n"
                        "  choose hide always by p2 \"Where?\" { option in_(r in Room) { ghost = r } }\n"
                        "  choose all_ always by each p in players where p == p1 or ghost == hall \"?\" {\n"
                        "    option yes { }  option no { }\n"
                        "  }\n"
                        "  choose guess always by p1 \"Cold?\" { option yes { }  option no { } }\n"
                        "}\n");
  play_on(table.game, (const char *[]){ "in_(hall)", "yes", "yes", NULL });
  play_on(table.other, (const char *[]){ "in_(attic)", "yes", NULL });
  for (int i = 0; i < 2; i++) {
    trv_game *game = i ? table.other : table.game;
    assert_int_equal(trv_game_choice(game, &info), TRV_OK);
    assert_int_equal(info.own, 1);
    assert_int_equal(trv_game_sample(table.sample, game, 0, 7), TRV_OK);
    assert_int_equal(trv_game_choice(table.sample, &info), TRV_OK);
    assert_int_equal(info.own, 1);
    assert_int_equal(info.decision, 1);
  }
  assert_int_equal(trv_game_copy(table.sample, table.game), TRV_OK);
  assert_int_equal(trv_choose(table.sample, 0), TRV_OVER);
  assert_int_equal(trv_game_start(table.sample, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_game_choice(table.sample, &info), TRV_OK);
  assert_int_equal(info.own, 0);
  get_up(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_was_picked_is_not_known),        cmocka_unit_test(what_was_heard_is_known),
    cmocka_unit_test(which_branch_was_taken_is_not_known), cmocka_unit_test(options_have_the_same_keys),
    cmocka_unit_test(a_game_without_a_trail_has_samples),  cmocka_unit_test(a_long_trail_is_lost),
    cmocka_unit_test(what_is_shown_is_a_number),           cmocka_unit_test(cards_shown_since_tell_nothing),
    cmocka_unit_test(words_said_since_tell_nothing),       cmocka_unit_test(cards_dealt_before_tell_nothing),
    cmocka_unit_test(own_decisions_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
