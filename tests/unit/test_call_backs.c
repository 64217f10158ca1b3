/* The rule for call-backs (include/trv.h): they may ask the game that calls them, and cannot change it. */
#include "tests/unit/compiled.h"

/* What a call-back meddles with: the game that calls it, a second one and a save of it. */
struct meddler {
  trv_game *game, *other;
  trv_options *options;
  const trv_save *save;
  uint32_t calls;
};

static uint32_t decide_last(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)context, (void)seat, (void)decision;
  return options - 1;
}

/* Everything that would change the game is refused, and what can refuse nothing does nothing. */
static bool meddle(struct meddler *meddler) {
  trv_game *game = meddler->game;
  char why[100];
  uint64_t before = trv_game_hash(game, true);
  meddler->calls++;
  assert_int_equal(trv_game_start(game, 2, 0), TRV_E_STATE);
  assert_int_equal(trv_choose(game, 0), TRV_E_STATE);
  assert_int_equal(trv_options_choose(meddler->options, game, 0), TRV_E_STATE);
  assert_int_equal(trv_options_advance(meddler->options, game, 0), TRV_E_STATE);
  assert_int_equal(trv_play(game, decide_last, NULL, 1), TRV_E_STATE);
  assert_int_equal(trv_playout(game, 1, 0, 1), TRV_E_STATE);
  assert_int_equal(trv_game_copy(game, meddler->other), TRV_E_STATE);
  assert_int_equal(trv_game_sample(game, meddler->other, 0, 1), TRV_E_STATE);
  assert_int_equal(trv_game_leak(meddler->other, game, 1, why, sizeof why), TRV_E_STATE);
  assert_int_equal(trv_save_replay(meddler->save, game, why, sizeof why), TRV_E_STATE);
  assert_int_equal(trv_game_listen(game), TRV_E_STATE);
  trv_game_unlisten(game);
  trv_game_reseed(game, 2, 0);
  assert_true(trv_game_is_telling(game));
  assert_int_equal(trv_game_hash(game, true), before);
  return true;
}

/* A question asked inside of another is answered. */
static bool ask(struct meddler *meddler) {
  char text[100];
  trv_choice_info info;
  uint32_t places[2];
  assert_int_equal(trv_game_choice(meddler->game, &info), TRV_OK);
  assert_int_equal(trv_option_label(meddler->game, 0, text, sizeof text), strlen("go 1"));
  assert_int_equal(trv_options_find(meddler->options, meddler->game), 3);
  assert_int_equal(trv_game_copy(meddler->other, meddler->game), TRV_OK);
  assert_int_equal(trv_game_result(meddler->game, places, NULL), TRV_OK);
  return meddle(meddler);
}

static bool meddle_with_option(void *context, uint32_t index, const char *notation) {
  (void)index, (void)notation;
  return ask(context);
}
static bool meddle_with_offer(void *context, const trv_offered *offered) { return offered->index < 3 && ask(context); }
static bool meddle_with_denial(void *context, const trv_denied *denied) { return *denied->reason && ask(context); }
static bool meddle_with_item(void *context, const trv_view_item *item) { return *item->name && ask(context); }
static bool meddle_with_line(void *context, const char *text) { return *text && ask(context); }
static uint32_t meddle_with_decision(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)seat, (void)decision, (void)options;
  meddle(context);
  return 0;
}

static trv_save *save_of(const trv_game *game) {
  trv_save *save = NULL;
  char *text;
  size_t length;
  assert_int_equal(trv_save_write(game, 1, 0, NULL, 0, &text, &length), TRV_OK);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  trv_free(text);
  return save;
}

static void a_call_back_asks_and_changes_nothing(void **unused) {
  (void)unused;
  trv_program *program = compiled("game \"T\" { players 2 }\nvar n: int = 0\n"
                                  "play { say \"one\" say \"two\" repeat 4 times { for p in players { choose c by p {\n"
                                  "  option go(i in 1..4) \"go {i}\" needs i < 4 else \"too far\" { n += i } } } } }\n"
                                  "rank p by n\n");
  trv_setup *setup;
  struct meddler meddler = { 0 };
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &meddler.game), TRV_OK);
  assert_int_equal(trv_game_new(setup, &meddler.other), TRV_OK);
  assert_int_equal(trv_options_new(setup, &meddler.options), TRV_OK);
  trv_game *game = meddler.game;
  assert_int_equal(trv_game_listen(game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_game_start(meddler.other, 1, 0), TRV_CHOICE);
  meddler.save = save_of(game);
  size_t cursor = 0;
  assert_int_equal(trv_log_since(game, -1, &cursor, meddle_with_line, &meddler), TRV_OK);
  assert_int_equal(meddler.calls, 2);
  assert_int_equal(trv_options_each(game, meddle_with_option, &meddler), TRV_OK);
  assert_int_equal(meddler.calls, 5);
  assert_int_equal(trv_offered_each(game, meddle_with_offer, &meddler), TRV_OK);
  assert_int_equal(meddler.calls, 8);
  assert_int_equal(trv_denied_each(game, meddle_with_denial, &meddler), TRV_OK);
  assert_int_equal(meddler.calls, 9);
  assert_int_equal(trv_view_each(game, 0, meddle_with_item, &meddler), TRV_OK);
  assert_int_equal(meddler.calls, 10);
  assert_int_equal(trv_play(game, meddle_with_decision, &meddler, 3), TRV_CHOICE);
  assert_int_equal(meddler.calls, 13);
  /* Afterwards everything is possible again. */
  assert_false(trv_game_is_telling(game));
  assert_int_equal(trv_choose(game, 0), TRV_CHOICE);
  assert_int_equal(trv_game_copy(game, meddler.other), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  trv_game_unlisten(game);
  trv_save_free((trv_save *)(uintptr_t)meddler.save);
  trv_options_free(meddler.options);
  trv_game_free(meddler.other);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_call_back_asks_and_changes_nothing),
  };
  return cmocka_run_group_tests_name("call_backs", tests, NULL, NULL);
}
