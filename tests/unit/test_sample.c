/* vm/sample.c, vm/guess.c: what a seat may not know leaves no trace in the samples made for it. */
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
  assert_int_equal(trv_setup_new(table->program, 3, NULL, 0, &table->setup, why, sizeof why), TRV_OK);
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

/* Starts the game and makes these choices, which end with NULL. */
static void play_on(trv_game *game, const char *const *choices) {
  trv_game_start(game, 1, 0);
  for (; *choices; choices++) assert_true(trv_choose_notation(game, *choices) >= 0);
}

/* From two positions that differ in what the seat may not know alone, each seed makes the same sample. */
static void assert_same_samples(struct table *table, uint32_t seat) {
  assert_int_not_equal(trv_game_hash(table->game, false), trv_game_hash(table->other, false));
  for (uint32_t seed = 0; seed < 50; seed++) {
    assert_int_equal(trv_game_sample(table->sample, table->game, seat, seed), TRV_OK);
    assert_int_equal(trv_game_sample(table->other_sample, table->other, seat, seed), TRV_OK);
    assert_int_equal(trv_game_hash(table->sample, true), trv_game_hash(table->other_sample, true));
  }
}

/* What one of the variables is in samples for p2, seed by seed, one character each. */
static void list_values(struct table *table, const char *name, char *values, uint32_t seeds) {
  char view[2000], wanted[40];
  snprintf(wanted, sizeof wanted, "\"%s\":{\"p1\":", name);
  for (uint32_t seed = 0; seed < seeds; seed++) {
    assert_int_equal(trv_game_sample(table->sample, table->game, 1, seed), TRV_OK);
    trv_view_json(table->sample, 0, view, sizeof view);
    const char *at = strstr(view, wanted);
    assert_non_null(at);
    at += strlen(wanted);
    values[seed] = *at == '"' ? at[1] : *at;
  }
  values[seeds] = '\0';
}

static const char roles[] =
    "game \"Roles\" { players 3..3 }\n"
    "enum Role { fox hen dog }\n"
    "var role[player]: Role or none = none for owner\n"
    "var gold[player]: int = 7 for owner\n"
    "var luck[player]: 2..4 = 2 for owner\n"
    "var seen[player]: set of Role = [] for owner\n"
    "var ready[player]: bool = false for owner each turn\n"
    "play { turn(p1)  for p in players { choose wait always by p { option wait { } } } }\n"
    "phase turn(p: player) {\n"
    "  choose take by p { option take(r in Role) { role[p] = r  gold[p] = index(r)  luck[p] = 3  seen[p] += r\n"
    "    ready[p] = true } }\n"
    "}\n"
    "rank p by 0\n";

static void hidden_variables_are_guessed(void **unused) {
  (void)unused;
  struct table table;
  char values[101];
  sit_down(&table, roles);
  play_on(table.game, (const char *[]){ "take(fox)", "wait", NULL });
  play_on(table.other, (const char *[]){ "take(dog)", "wait", NULL });
  assert_same_samples(&table, 1);
  list_values(&table, "role", values, 100);
  assert_true(strchr(values, 'f') && strchr(values, 'h') && strchr(values, 'd') && strchr(values, 'n'));
  list_values(&table, "luck", values, 100);
  assert_true(strchr(values, '2') && strchr(values, '3') && strchr(values, '4'));
  assert_int_equal(strspn(values, "234"), 100);
  list_values(&table, "gold", values, 100); /* what the rules make it, if nothing bounds it */
  assert_true(strchr(values, '0') && strchr(values, '1') && strchr(values, '2'));
  assert_int_equal(strspn(values, "012"), 100);
  list_values(&table, "ready", values, 20);
  assert_true(strchr(values, 'f') && strchr(values, 't'));
  list_values(&table, "seen", values, 20);
  assert_int_equal(strspn(values, "["), 20);
  get_up(&table);
}

static void what_the_seat_knows_stays(void **unused) {
  (void)unused;
  struct table table;
  char before[1000], after[1000];
  sit_down(&table, roles);
  play_on(table.game, (const char *[]){ "take(hen)", NULL });
  trv_view_json(table.game, 0, before, sizeof before);
  for (uint32_t seed = 0; seed < 20; seed++) {
    assert_int_equal(trv_game_sample(table.sample, table.game, 0, seed), TRV_OK);
    trv_view_json(table.sample, 0, after, sizeof after);
    assert_string_equal(after, before);
  }
  get_up(&table);
}

/* What an invariant rules out is not guessed. */
static void guesses_respect_invariants(void **unused) {
  (void)unused;
  struct table table;
  char rules[1500], values[101];
  snprintf(rules, sizeof rules, "%sinvariant \"p1 has a role\" role[p1] is not none and role[p1] != hen\n", roles);
  sit_down(&table, rules);
  play_on(table.game, (const char *[]){ "take(fox)", "wait", NULL });
  list_values(&table, "role", values, 100);
  assert_true(strchr(values, 'f') && strchr(values, 'd'));
  assert_int_equal(strspn(values, "fd"), 100);
  get_up(&table);
}

/* ---- choices of everybody ---- */

static const char bids[] = "game \"Bids\" { players 3..3 }\n"
                           "deck Card in stock { 3 of rose  3 of lily  3 of fern }\n"
                           "pile stock: Card hidden\n"
                           "pool hand[player]: Card for owner\n"
                           "pool table: Card open\n"
                           "var bids[player]: int = 0\n"
                           "setup { shuffle stock  for p in players { draw 2 from stock to hand[p] } }\n"
                           "play {\n"
                           "  choose bid by each p in players {\n"
                           "    option bid(n in 1..3) { bids[p] = n }\n"
                           "    option lay(c in hand[p]) { move c from hand[p] to table }\n"
                           "    option out { bids[p] = 9 }\n"
                           "  }\n"
                           "  for p in players { choose wait always by p { option wait { } } }\n"
                           "}\n"
                           "rank p by bids[p]\n";

static void secret_answers_are_guessed(void **unused) {
  (void)unused;
  struct table table;
  uint32_t bid[10] = { 0 };
  sit_down(&table, bids);
  play_on(table.game, (const char *[]){ "bid(1)", NULL });
  play_on(table.other, (const char *[]){ "out", NULL });
  assert_same_samples(&table, 1);
  for (uint32_t seed = 0; seed < 100; seed++) {
    char view[2000];
    assert_int_equal(trv_game_sample(table.sample, table.game, 1, seed), TRV_OK);
    assert_true(trv_choose_notation(table.sample, "bid(2)") >= 0);
    assert_true(trv_choose_notation(table.sample, "bid(3)") >= 0);
    assert_int_equal(trv_game_status(table.sample), TRV_CHOICE);
    trv_view_json(table.sample, -1, view, sizeof view);
    const char *at = strstr(view, "\"bids\":{\"p1\":");
    assert_non_null(at);
    bid[at[13] - '0']++;
    assert_non_null(strstr(at, "\"p2\":2,\"p3\":3"));
  }
  assert_true(bid[0] && bid[1] && bid[2] && bid[3] && bid[9]); /* 0: a card was laid */
  get_up(&table);
}

/* With the last answer all come to light, so that one cannot be taken back; those before it can. */
static void the_last_answer_stands(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, bids);
  play_on(table.game, (const char *[]){ "bid(1)", "bid(2)", NULL });
  assert_int_equal(trv_game_undo_barrier(table.game), 1);
  assert_true(trv_choose_notation(table.game, "bid(3)") >= 0);
  assert_int_equal(trv_game_decisions(table.game), 3);
  assert_int_equal(trv_game_undo_barrier(table.game), 3);
  get_up(&table);
}

/* One who has answered knows the own answer, and not what the others can choose from. */
static void own_answers_stay(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, bids);
  play_on(table.game, (const char *[]){ "bid(2)", "bid(1)", NULL });
  play_on(table.other, (const char *[]){ "bid(2)", "out", NULL });
  assert_same_samples(&table, 0);
  for (uint32_t seed = 0; seed < 20; seed++) {
    char view[2000];
    trv_choice_info choice;
    assert_int_equal(trv_game_sample(table.sample, table.game, 0, seed), TRV_OK);
    trv_game_choice(table.sample, &choice);
    uint32_t seen = 0;
    while (trv_option_notation(table.sample, seen, NULL, 0)) seen++;
    assert_int_equal(seen, choice.options);
    assert_true(trv_choose_notation(table.sample, "out") >= 0);
    trv_view_json(table.sample, -1, view, sizeof view);
    assert_non_null(strstr(view, "\"bids\":{\"p1\":2,"));
  }
  get_up(&table);
}

/* ---- cards ---- */

static void where_cards_lie_does_not_matter(void **unused) {
  (void)unused;
  struct table table;
  sit_down(&table, bids);
  play_on(table.sample, (const char *[]){ NULL });
  assert_int_equal(trv_game_sample(table.game, table.sample, 0, 1), TRV_OK);
  assert_int_equal(trv_game_sample(table.other, table.sample, 0, 2), TRV_OK);
  assert_same_samples(&table, 0);
  get_up(&table);
}

static void seats_and_setups_that_do_not_fit(void **state) {
  (void)state;
  struct table table, elsewhere;
  sit_down(&table, bids);
  sit_down(&elsewhere, bids);
  play_on(table.game, (const char *[]){ NULL });
  assert_int_equal(trv_game_sample(table.sample, table.game, 3, 1), TRV_E_ARGUMENT);
  assert_int_equal(trv_game_sample(elsewhere.sample, table.game, 0, 1), TRV_E_ARGUMENT);
  get_up(&elsewhere);
  get_up(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(hidden_variables_are_guessed),
    cmocka_unit_test(what_the_seat_knows_stays),
    cmocka_unit_test(guesses_respect_invariants),
    cmocka_unit_test(secret_answers_are_guessed),
    cmocka_unit_test(own_answers_stay),
    cmocka_unit_test(the_last_answer_stands),
    cmocka_unit_test(where_cards_lie_does_not_matter),
    cmocka_unit_test(seats_and_setups_that_do_not_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
