/* vm/program.c, vm/trvc.c, vm/disasm.c: a program as an object, as a file, as a listing; damaged files. */
#include "tests/unit/fixture.h"

#include <stdlib.h>

#include "tests/unit/sealed.h"

static void describes_itself(void **state) {
  trv_program *program = fixture_make();
  trv_program_info info = trv_program_describe(program);
  trv_setting_info setting;
  (void)state;
  assert_string_equal(info.title, "A Fixture");
  assert_string_equal(info.file, "fixture.trv");
  assert_int_equal(info.low_players, 2);
  assert_int_equal(info.high_players, 3);
  assert_int_equal(info.decision_limit, 50);
  assert_int_equal(info.settings, 2);
  assert_int_equal(info.phases, 1);
  assert_true(info.hidden_information);
  assert_true(info.has_value);
  assert_int_equal(trv_program_setting(program, 0, &setting), TRV_OK);
  assert_string_equal(setting.name, "goal");
  assert_string_equal(setting.type, "1 to 20");
  assert_string_equal(setting.value, "3");
  assert_int_equal(trv_program_setting(program, 1, &setting), TRV_OK);
  assert_string_equal(setting.type, "yes or no");
  assert_string_equal(setting.value, "false");
  assert_int_equal(trv_program_setting(program, 2, &setting), TRV_E_ARGUMENT);
  trv_program_free(program);
}

static void hash_ignores_places(void **state) {
  trv_program *here = fixture_make(), *there;
  (void)state;
  assert_int_equal(fixture_make_named("elsewh.trv!", &there), TRV_OK);
  assert_int_equal(trv_program_describe(here).hash, trv_program_describe(there).hash);
  trv_program_free(here);
  trv_program_free(there);
}

static void saves_and_loads(void **state) {
  trv_program *program = fixture_make(), *loaded;
  void *bytes, *again;
  size_t size, again_size;
  const char *why = NULL;
  (void)state;
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  int status = trv_program_load(bytes, size, NULL, &loaded, &why);
  if (status != TRV_OK) fail_msg("%s", why ? why : "?");
  assert_true(loaded->program.checked_interpreter);
  assert_int_equal(trv_program_describe(program).hash, trv_program_describe(loaded).hash);
  assert_string_equal(trv_program_describe(loaded).file, "fixture.trv");
  assert_int_equal(trv_program_save(loaded, &again, &again_size), TRV_OK);
  assert_int_equal(size, again_size);
  assert_memory_equal(bytes, again, size);
  trv_free(bytes);
  trv_free(again);
  trv_program_free(program);
  trv_program_free(loaded);
}

static void every_truncation_is_refused(void **state) {
  trv_program *program = fixture_make(), *loaded;
  void *bytes;
  size_t size;
  (void)state;
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  for (size_t length = 0; length < size; length++) {
    const char *why = NULL;
    void *copy = malloc(length + 1); /* a block of its own, so that reading past the end is noticed */
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    assert_int_equal(trv_program_load(copy, length, NULL, &loaded, &why), TRV_E_DATA);
    assert_non_null(why);
    assert_null(loaded);
    free(copy);
  }
  trv_free(bytes);
  trv_program_free(program);
}

/* What a hostile program that passed the validator may do: anything but crash. Scenarios run with the fuel of real
 * games, which a damaged loop burns slowly: they are tried now and then only. */
static void use_program(const trv_program *program, bool scenarios) {
  trv_setup *setup;
  trv_game *game;
  char text[400];
  uint32_t places[TRV_MOST_PLAYERS], line;
  free(trv_program_listing(program, false));
  for (uint32_t i = 0; scenarios && i < 2; i++) trv_scenario_run(program, i, text, sizeof text, &line);
  if (trv_setup_new(program, 2, NULL, 0, &setup, text, sizeof text) != TRV_OK) return;
  if (trv_game_new(setup, &game) == TRV_OK) {
    game->game.fuel_limit = 5000;
    trv_game_listen(game);
    trv_game_start(game, 1, 0);
    for (int i = 0; i < 6 && trv_game_status(game) == TRV_CHOICE; i++) {
      trv_game_prompt(game, text, sizeof text);
      trv_option_label(game, 0, text, sizeof text);
      trv_view_json(game, 0, text, sizeof text);
      trv_playout(game, 1, 0, 1);
    }
    trv_game_result(game, places, NULL);
    trv_game_free(game);
  }
  trv_setup_free(setup);
}

static void no_flip_crashes(void **state) {
  trv_program *program = fixture_make(), *loaded;
  void *bytes;
  size_t size;
  (void)state;
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  unsigned char *file = bytes;
  for (size_t i = 0; i < size; i++) {
    size_t left = size - i; /* counted from the end, so that one section more does not damage the others differently */
    unsigned char flip = (unsigned char)(1u << left % 7);
    struct trvc_header kept;
    memcpy(&kept, file, sizeof kept);
    file[i] ^= flip;
    assert_int_equal(trv_program_load(file, size, NULL, &loaded, NULL), TRV_E_DATA);
    /* The same damage by somebody who knows the format: the checksum fits, and the hash too. */
    sealed_close(file, size);
    if (trv_program_load(file, size, NULL, &loaded, NULL) == TRV_OK) {
      use_program(loaded, left % 64 == 0);
      trv_program_free(loaded);
    }
    memcpy(file, &kept, sizeof kept);
    if (i >= sizeof kept) file[i] ^= flip;
  }
  trv_free(bytes);
  trv_program_free(program);
}

static void listing_is_complete(void **state) {
  trv_program *program = fixture_make();
  char *all = trv_program_listing(program, false), *figures = trv_program_listing(program, true);
  (void)state;
  assert_non_null(all);
  assert_non_null(figures);
  assert_ptr_equal(strstr(all, figures), all);
  assert_non_null(
      strstr(figures, "call depth           2 procedures\n  largest choice       turn, at most 4 candidates"));
  assert_non_null(strstr(all, "phase play: 0 parameter slots, frame of 10\n"));
  assert_non_null(strstr(all, "; fixture.trv:9 @R12 A3\n"));
  assert_non_null(strstr(all, "CHOOSE           r2, turn\n"));
  assert_non_null(strstr(all, "TEXT             \"the pile is empty\"\n"));
  assert_non_null(strstr(all, "LOAD             r5, goal\n"));
  assert_non_null(strstr(all, "JUMP_EQ_I        r4, 0, L"));
  trv_free(all);
  trv_free(figures);
  trv_program_free(program);
}

/* An allocator that fails after a number of blocks. */
struct scarce {
  int left, held;
};

static void *scarce_resize(void *context, void *block, size_t size) {
  struct scarce *scarce = context;
  if (size == 0) {
    scarce->held -= block != NULL;
    free(block);
    return NULL;
  }
  if (scarce->left == 0) return NULL;
  scarce->left--;
  scarce->held += block == NULL;
  return realloc(block, size);
}

static void memory_may_run_out(void **state) {
  trv_program *program = fixture_make(), *loaded;
  void *bytes;
  size_t size;
  (void)state;
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  for (int blocks = 0; blocks < 40; blocks++) {
    struct scarce scarce = { blocks, 0 };
    trv_allocator allocator = { scarce_resize, &scarce };
    if (trv_program_load(bytes, size, &allocator, &loaded, NULL) == TRV_OK) {
      use_program(loaded, true);
      trv_program_free(loaded);
    }
    assert_int_equal(scarce.held, 0);
  }
  trv_free(bytes);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(describes_itself),   cmocka_unit_test(hash_ignores_places),
    cmocka_unit_test(saves_and_loads),    cmocka_unit_test(every_truncation_is_refused),
    cmocka_unit_test(no_flip_crashes),    cmocka_unit_test(listing_is_complete),
    cmocka_unit_test(memory_may_run_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
