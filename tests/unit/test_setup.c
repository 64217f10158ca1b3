/* vm/setup.c: players, settings as text, what may be set together, the image. */
#include "tests/unit/compiled.h"
#include "tests/unit/fixture.h"

static char why[300];

static int try_setup(const trv_program *program, uint32_t players, const char *name, const char *value,
                     trv_setup **setup) {
  trv_choice_of_setting setting = { name, value };
  why[0] = '\0';
  return trv_setup_new(program, players, &setting, name ? 1 : 0, setup, why, sizeof why);
}

static void refuse(const trv_program *program, uint32_t players, const char *name, const char *value,
                   const char *sentence) {
  trv_setup *setup;
  assert_int_equal(try_setup(program, players, name, value, &setup), TRV_E_ARGUMENT);
  assert_null(setup);
  assert_string_equal(why, sentence);
}

static void accept(const trv_program *program, uint32_t players, const char *name, const char *value, int32_t goal,
                   int32_t long_game) {
  trv_setup *setup;
  int status = try_setup(program, players, name, value, &setup);
  if (status != TRV_OK) fail_msg("%s = %s: %s", name, value, why);
  assert_int_equal(setup->setup.settings[0], goal);
  assert_int_equal(setup->setup.settings[1], long_game);
  int32_t stored;
  variable_value(setup->setup.program, setup->setup.image, &setup->setup.program->variables[2], 0, &stored);
  assert_int_equal(stored, goal);
  variable_value(setup->setup.program, setup->setup.image, &setup->setup.program->variables[3], 0, &stored);
  assert_int_equal(stored, long_game);
  trv_setup_free(setup);
}

static void player_counts(void **state) {
  trv_program *program = fixture_make();
  (void)state;
  accept(program, 2, NULL, NULL, 3, 0);
  accept(program, 3, NULL, NULL, 3, 0);
  refuse(program, 1, NULL, NULL, "A Fixture is for 2 to 3 players, not 1.");
  refuse(program, 4, NULL, NULL, "A Fixture is for 2 to 3 players, not 4.");
  refuse(program, UINT32_MAX, NULL, NULL, "A Fixture is for 2 to 3 players, not 4294967295.");
  trv_program_free(program);
}

static void values_as_text(void **state) {
  trv_program *program = fixture_make();
  (void)state;
  accept(program, 2, "goal", "7", 7, 0);
  accept(program, 2, "long_game", "yes", 3, 1);
  accept(program, 2, "long_game", "On", 3, 1);
  accept(program, 2, "long_game", "off", 3, 0);
  refuse(program, 2, "goal", "0", "The setting `goal` cannot be `0`: it is 1 to 20.");
  refuse(program, 2, "goal", "21", "The setting `goal` cannot be `21`: it is 1 to 20.");
  refuse(program, 2, "goal", "7x", "The setting `goal` cannot be `7x`: it is 1 to 20.");
  refuse(program, 2, "goal", "", "The setting `goal` cannot be ``: it is 1 to 20.");
  refuse(program, 2, "goal", "99999999999999999999",
         "The setting `goal` cannot be `99999999999999999999`: it is 1 to 20.");
  refuse(program, 2, "long_game", "maybe", "The setting `long_game` cannot be `maybe`: it is yes or no.");
  refuse(program, 2, "gaol", "7", "There is no setting `gaol`; did you mean `goal`?");
  refuse(program, 2, "xyzzy_plugh", "7", "There is no setting `xyzzy_plugh`; there are: goal, long_game.");
  trv_program_free(program);
}

static void conditions(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  trv_choice_of_setting both[] = { { "goal", "7" }, { "long_game", "true" } };
  (void)state;
  refuse(program, 2, "goal", "12", "The setting `goal` cannot be 12: the goal must be below 10 (it needs goal < 10).");
  refuse(program, 3, "long_game", "yes",
         "The setting `long_game` may be changed with 2 to 2 players only, not with 3.");
  accept(program, 3, "long_game", "no", 3, 0);
  assert_int_equal(trv_setup_new(program, 2, both, 2, &setup, why, sizeof why), TRV_E_ARGUMENT);
  assert_string_equal(
      why, "The settings `long_game` (yes) and `goal` (7) do not go together: one of them must stay as usual.");
  assert_int_equal(trv_setup_new(program, 2, both, 2, &setup, NULL, 0), TRV_E_ARGUMENT);
  trv_program_free(program);
}

/* Settings that are named values, or may be none, and games that have no choice. */
static void values_with_names(void **state) {
  (void)state;
  trv_program *program = compiled("game \"Towns\" { players 3..3 }\n"
                                  "enum Town { rome  new_york  oslo }\n"
                                  "setting start: Town = rome \"where to begin\"\n"
                                  "setting rest: Town or none = none \"where to rest\"\n"
                                  "setting pay: int or none = 3 \"what to pay\"\n"
                                  "play { say \"{start} {rest} {pay}\"  end game }\n");
  trv_setup *setup;
  static const struct {
    const char *name, *value;
    int32_t setting, expected;
  } good[] = { { "start", "oslo", 0, 2 },
               { "rest", "new_york", 1, 1 },
               { "rest", "none", 1, NONE_VALUE },
               { "pay", "none", 2, NONE_INT },
               { "pay", "-2147483647", 2, -2147483647 } };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_int_equal(try_setup(program, 3, good[i].name, good[i].value, &setup), TRV_OK);
    assert_int_equal(setup->setup.settings[good[i].setting], good[i].expected);
    trv_setup_free(setup);
  }
  refuse(program, 3, "start", "olso", "The setting `start` cannot be `olso`; did you mean `oslo`?");
  refuse(program, 3, "pay", "2147483648", "The setting `pay` cannot be `2147483648`: it is a number or none.");
  refuse(program, 3, "pay", " 1", "The setting `pay` cannot be ` 1`: it is a number or none.");
  refuse(program, 2, NULL, NULL, "Towns is for 3 players, not 2.");
  trv_program_free(program);
  program = compiled("game \"Plain\" { players 2..4 }\nplay { end game }\n");
  refuse(program, 2, "start", "oslo", "There is no setting `start`: this game has no settings.");
  trv_program_free(program);
}

static void expect_settings(trv_setup *setup, int32_t rounds, int32_t open) {
  assert_int_equal(setup->setup.settings[0], rounds);
  assert_int_equal(setup->setup.settings[1], open);
  trv_setup_free(setup);
}

/* Where nobody plays, settings are what the rules have for that, unless they are given. */
static void values_for_simulation(void **state) {
  (void)state;
  trv_program *program = compiled("game \"Long\" { players 2 }\n"
                                  "setting rounds: 5..50 or none = none \"the last round\" for simulation 4 * 5\n"
                                  "setting open: bool = true \"all see\"\n"
                                  "play { say \"{rounds} {open}\"  end game }\n");
  trv_choice_of_setting given = { "rounds", "none" };
  trv_setting_info info;
  trv_setup *setup;
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  expect_settings(setup, NONE_INT, 1);
  assert_int_equal(trv_setup_simulated(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  expect_settings(setup, 20, 1);
  assert_int_equal(trv_setup_simulated(program, 2, &given, 1, &setup, why, sizeof why), TRV_OK);
  expect_settings(setup, NONE_INT, 1);
  given.value = "51";
  assert_int_equal(trv_setup_simulated(program, 2, &given, 1, &setup, why, sizeof why), TRV_E_ARGUMENT);
  assert_string_equal(why, "The setting `rounds` cannot be `51`: it is 5 to 50 or none.");
  assert_int_equal(trv_program_setting(program, 0, &info), TRV_OK);
  assert_string_equal(info.value, "none");
  assert_string_equal(info.simulated, "20");
  assert_int_equal(trv_program_setting(program, 1, &info), TRV_OK);
  assert_string_equal(info.simulated, "true");
  trv_program_free(program);
}

static const char *value_to_try(const trv_program *program, uint32_t setting, uint32_t number) {
  static char text[20] = "something else";
  size_t length = trv_setting_value(program, setting, number, text, sizeof text);
  assert_int_equal(strlen(text), length);
  return length > 0 ? text : NULL;
}

/* The default comes first; numbers are tried at their ends. */
static void values_to_try(void **state) {
  (void)state;
  trv_program *program = fixture_make();
  assert_string_equal(value_to_try(program, 0, 0), "3");
  assert_string_equal(value_to_try(program, 0, 1), "1");
  assert_string_equal(value_to_try(program, 0, 2), "20");
  assert_null(value_to_try(program, 0, 3));
  assert_string_equal(value_to_try(program, 1, 0), "false");
  assert_string_equal(value_to_try(program, 1, 1), "true");
  assert_null(value_to_try(program, 1, 2));
  assert_null(value_to_try(program, 2, 0));
  trv_program_free(program);
}

static void visibility_depends_on_settings(void **state) {
  trv_program *program = fixture_make();
  trv_setup *setup;
  (void)state;
  assert_int_equal(try_setup(program, 2, NULL, NULL, &setup), TRV_OK);
  assert_int_equal(setup->setup.zone_seen[1], SEEN_BY_OWNER);
  assert_string_equal(trv_setup_seat_name(setup, 1), "p2");
  assert_string_equal(trv_setup_seat_name(setup, 1000), "");
  trv_setup_free(setup);
  assert_int_equal(try_setup(program, 2, "long_game", "yes", &setup), TRV_OK);
  assert_int_equal(setup->setup.zone_seen[1], SEEN_BY_ALL);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* Of variables as of zones: such a variable crashed the compiler. The first variable is the setting. */
static void variables_can_be_opened(void **state) {
  trv_program *program = compiled("game \"G\" { players 2 }\n"
                                  "setting shown: bool = false \"all see\"\n"
                                  "var gold[player]: int = 0 for owner or open if shown\n"
                                  "play { gold[p1] = 3 }\n");
  trv_setup *setup;
  (void)state;
  assert_int_equal(try_setup(program, 2, NULL, NULL, &setup), TRV_OK);
  assert_int_equal(setup->setup.variable_seen[1], SEEN_BY_OWNER);
  trv_setup_free(setup);
  assert_int_equal(try_setup(program, 2, "shown", "yes", &setup), TRV_OK);
  assert_int_equal(setup->setup.variable_seen[1], SEEN_BY_ALL);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(player_counts),
    cmocka_unit_test(values_as_text),
    cmocka_unit_test(values_with_names),
    cmocka_unit_test(values_for_simulation),
    cmocka_unit_test(conditions),
    cmocka_unit_test(visibility_depends_on_settings),
    cmocka_unit_test(variables_can_be_opened),
    cmocka_unit_test(values_to_try),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
