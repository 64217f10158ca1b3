/* Public functions that take two objects: given one that belongs elsewhere, each refuses it and changes nothing. A table of
 * them all; whoever adds one to include/trv.h or include/trv_sitting.h adds a line here. */
#include "tests/unit/compiled.h"

#include <stdlib.h>

#include "include/trv_sitting.h"

/* Two games whose choices have the same notations; the state of the second is far larger. */
static const char small_game[] = "game \"Small\" { players 2..3 }\nvar n: int = 0\nplay { repeat 4 times {\n"
                                 "choose c by p1 { option a { n += 1 } option b { n += 2 } } } }\nrank p by n\n";
static const char large_game[] = "game \"Large\" { players 2..3 }\nvar n: int = 0\nvar many[1..9000]: int = 0\n"
                                 "play { for i in 1..9000 { many[i] = i } repeat 4 times {\n"
                                 "choose c by p1 { option a { n += 1 } option b { n += 2 } } } }\nrank p by n\n";

struct table {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  trv_options *options;
  trv_save *save;
  trv_sitting *sitting;
};

static struct table table_of(const char *text, uint32_t players) {
  struct table table;
  char *save = NULL;
  size_t length = 0;
  table.program = compiled(text);
  assert_int_equal(trv_setup_new(table.program, players, NULL, 0, &table.setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(table.setup, &table.game), TRV_OK);
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_options_new(table.setup, &table.options), TRV_OK);
  assert_int_equal(trv_options_find(table.options, table.game), 2);
  assert_int_equal(trv_save_write(table.game, 1, 0, &(trv_save_choice){ 0, "c", "a" }, 0, &save, &length), TRV_OK);
  assert_int_equal(trv_save_read(save, length, &table.save, NULL), TRV_OK);
  trv_sitting_options options = { .struct_size = sizeof options, .setup = table.setup, .seed = { 1 } };
  assert_int_equal(trv_sitting_new(&options, &table.sitting), TRV_OK);
  trv_free(save);
  return table;
}

static void table_free(struct table *table) {
  trv_sitting_free(table->sitting);
  trv_save_free(table->save);
  trv_options_free(table->options);
  trv_game_free(table->game);
  trv_setup_free(table->setup);
  trv_program_free(table->program);
}

static bool no_change(void *context, const trv_rule_change *change) {
  (void)context, (void)change;
  return true;
}

/* Each gets an object of `here` and one of `there`. */
static int copy(struct table *here, struct table *there) { return trv_game_copy(here->game, there->game); }
static int sample(struct table *here, struct table *there) { return trv_game_sample(here->game, there->game, 0, 1); }
static int leak(struct table *here, struct table *there) {
  char why[100];
  return trv_game_leak(there->game, here->game, 1, why, sizeof why);
}
static int find(struct table *here, struct table *there) { return trv_options_find(there->options, here->game); }
static int choose(struct table *here, struct table *there) { return trv_options_choose(there->options, here->game, 0); }
static int advance(struct table *here, struct table *there) {
  return trv_options_advance(there->options, here->game, 0);
}
static int replay(struct table *here, struct table *there) {
  char why[200] = "";
  int status = trv_save_replay(there->save, here->game, why, sizeof why);
  assert_true(*why != '\0');
  return status;
}
static int changes_of_save(struct table *here, struct table *there) {
  return trv_save_changes(there->save, here->program, NULL, no_change, NULL);
}
static int changes_in_game(struct table *here, struct table *there) {
  return trv_save_changes(here->save, here->program, there->game, no_change, NULL);
}
static int resume(struct table *here, struct table *there) {
  trv_sitting_options options = { .struct_size = sizeof options, .setup = here->setup };
  trv_sitting *sitting = NULL;
  char why[200] = "";
  int status = trv_sitting_resume(&options, there->save, &sitting, why, sizeof why);
  assert_null(sitting);
  return status;
}
static int branch(struct table *here, struct table *there) {
  trv_sitting_options options = { .struct_size = sizeof options, .setup = there->setup };
  trv_sitting *sitting = NULL;
  int status = trv_sitting_branch(here->sitting, 0, &options, &sitting);
  assert_null(sitting);
  return status;
}

static const struct {
  const char *name;
  int (*call)(struct table *here, struct table *there);
  bool by_setup; /* also two setups of one program do not go together */
} functions[] = {
  { "trv_game_copy", copy, true },
  { "trv_game_sample", sample, true },
  { "trv_game_leak", leak, true },
  { "trv_options_find", find, true },
  { "trv_options_choose", choose, true },
  { "trv_options_advance", advance, true },
  { "trv_save_replay", replay, true },
  { "trv_save_changes, of a save", changes_of_save, false },
  { "trv_save_changes, in a game", changes_in_game, false },
  { "trv_sitting_resume", resume, true },
  { "trv_sitting_branch", branch, true },
};

static void try_all(struct table *here, struct table *there, bool same_program) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    if (same_program && !functions[i].by_setup) continue;
    uint64_t before = trv_game_hash(here->game, true);
    int status = functions[i].call(here, there);
    if (status != TRV_E_ARGUMENT) fail_msg("%s gives %d", functions[i].name, status);
    if (trv_game_hash(here->game, true) != before) fail_msg("%s changes the game", functions[i].name);
    assert_int_equal(trv_options_find(there->options, there->game), 2); /* those that failed are forgotten */
  }
}

static void objects_of_other_games_are_refused(void **unused) {
  (void)unused;
  struct table small = table_of(small_game, 2), large = table_of(large_game, 2);
  try_all(&small, &large, false);
  try_all(&large, &small, false);
  table_free(&small);
  table_free(&large);
}

static void objects_of_other_setups_are_refused(void **unused) {
  (void)unused;
  struct table two = table_of(small_game, 2), three = table_of(small_game, 3);
  try_all(&two, &three, true);
  try_all(&three, &two, true);
  table_free(&two);
  table_free(&three);
}

/* Rules may change under a saved game, as long as it is the same game. */
static void changed_rules_are_no_other_game(void **unused) {
  (void)unused;
  struct table before = table_of(small_game, 2);
  struct table after = table_of("game \"Small\" { players 2..3 }\nvar n: int = 5\nplay { repeat 9 times {\n"
                                "choose c by p1 { option a { n += 1 } option b { n += 3 } } } }\nrank p by n\n",
                                2);
  char why[200] = "";
  assert_int_equal(trv_save_replay(before.save, after.game, why, sizeof why), TRV_OK);
  assert_int_equal(trv_save_changes(before.save, after.program, after.game, no_change, NULL), TRV_OK);
  table_free(&before);
  table_free(&after);
}

static void a_game_has_no_leak_to_itself(void **unused) {
  (void)unused;
  struct table table = table_of(small_game, 2);
  char why[100];
  assert_int_equal(trv_game_leak(table.game, table.game, 1, why, sizeof why), TRV_E_ARGUMENT);
  assert_int_equal(trv_game_copy(table.game, table.game), TRV_OK);
  table_free(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(objects_of_other_games_are_refused),
    cmocka_unit_test(objects_of_other_setups_are_refused),
    cmocka_unit_test(changed_rules_are_no_other_game),
    cmocka_unit_test(a_game_has_no_leak_to_itself),
  };
  return cmocka_run_group_tests_name("identity", tests, NULL, NULL);
}
