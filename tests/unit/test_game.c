/* vm/game.c, vm/options.c, vm/log.c, vm/sample.c, vm/scenario.c: playing through the public interface. */
#include "tests/unit/budget.h"
#include "tests/unit/fixture.h"

#include <stdlib.h>

/* A program, a setup of two players and a started game, made and freed for every test. */
struct table {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
};

static int set_table(void **state) {
  struct table *table = calloc(1, sizeof *table);
  table->program = fixture_make();
  table->game = fixture_game(table->program, &table->setup, 1);
  *state = table;
  return 0;
}

static int clear_table(void **state) {
  struct table *table = *state;
  trv_game_free(table->game);
  trv_setup_free(table->setup);
  trv_program_free(table->program);
  free(table);
  return 0;
}

static const char *option_text(trv_game *game, uint32_t index) {
  static char text[60];
  trv_option_notation(game, index, text, sizeof text);
  return text;
}

/* The first two draws are taken by themselves: there is nothing else to do with empty hands. */
static void a_choice_is_pending(void **state) {
  trv_game *game = ((struct table *)*state)->game;
  trv_choice_info choice;
  char text[60];
  assert_int_equal(trv_game_status(game), TRV_CHOICE);
  assert_int_equal(trv_game_choice(game, &choice), TRV_OK);
  assert_int_equal(choice.seat, 0);
  assert_int_equal(choice.options, 2);
  assert_int_equal(choice.decision, 0);
  assert_string_equal(choice.name, "turn");
  assert_string_equal(choice.phase, "the game");
  assert_string_equal(option_text(game, 0), "draw");
  assert_memory_equal(option_text(game, 1), "play(", 5);
  assert_string_equal(option_text(game, 2), "");
  assert_string_equal(trv_option_name(game, 1), "play");
  assert_null(trv_option_name(game, 2));
  trv_option_label(game, 0, text, sizeof text);
  assert_string_equal(text, "draw");
  trv_option_label(game, 1, text, sizeof text);
  assert_memory_equal(text, "play the ", 9);
  trv_game_prompt(game, text, sizeof text);
  assert_string_equal(text, "Your turn, p1");
  trv_game_choice_cites(game, text, sizeof text);
  assert_string_equal(text, "R12 A3");
  trv_option_cites(game, 0, text, sizeof text);
  assert_string_equal(text, "R12");
  assert_int_equal(trv_game_prompt(game, NULL, 0), 13);
}

static void choosing(void **state) {
  struct table *table = *state;
  trv_game *game = table->game, *copy;
  uint64_t hash = trv_game_hash(game, true);
  assert_int_equal(trv_choose(game, 2), TRV_E_ARGUMENT);
  assert_int_equal(trv_choose_notation(game, "fly"), TRV_E_ARGUMENT);
  assert_int_equal(trv_find_option(game, " d raw"), 0);
  assert_int_equal(trv_game_hash(game, true), hash);
  assert_int_equal(trv_game_new(table->setup, &copy), TRV_OK);
  trv_game_copy(copy, game);
  assert_int_equal(trv_game_hash(copy, true), hash);
  assert_int_equal(trv_choose_notation(game, "draw"), TRV_CHOICE);
  assert_true(trv_game_hash(game, true) != hash);
  assert_int_equal(trv_game_hash(copy, true), hash);
  assert_int_equal(trv_choose(copy, 0), TRV_CHOICE);
  assert_int_equal(trv_game_hash(copy, true), trv_game_hash(game, true));
  assert_int_equal(trv_game_trace(copy), trv_game_trace(game));
  trv_game_free(copy);
}

static void check_result(trv_game *game) {
  uint32_t places[2];
  int32_t keys[2], value;
  assert_int_equal(trv_game_result(game, places, keys), TRV_OK);
  for (int seat = 0; seat < 2; seat++) {
    assert_int_equal(places[seat], keys[seat] < keys[1 - seat] ? 2 : 1);
    assert_int_equal(trv_game_value(game, (uint32_t)seat, &value), TRV_OK);
    assert_int_equal(value, keys[seat]);
  }
}

static void a_playout_is_a_random_bot(void **state) {
  struct table *table = *state;
  trv_game *game = table->game, *other;
  trv_choice_info choice;
  assert_int_equal(trv_game_new(table->setup, &other), TRV_OK);
  for (uint32_t number = 0; number < 50; number++) {
    trv_game_start(game, 5, number);
    trv_game_start(other, 5, number);
    int status = trv_playout(game, 5, number, 0), made = 0;
    while (trv_game_choice(other, &choice) == TRV_OK && made++ < 50)
      trv_choose(other, trv_random_choice(5, number, choice.seat, choice.decision, choice.options));
    assert_int_equal(trv_game_status(other), status);
    assert_int_equal(trv_game_hash(game, true), trv_game_hash(other, true));
    check_result(game);
  }
  trv_game_free(other);
}

static bool note_denied(void *context, const trv_denied *denied) {
  strcat(context, denied->notation);
  strcat(context, ": ");
  strcat(context, denied->reason);
  strcat(context, " @");
  strcat(context, denied->cites);
  return true;
}

static void denials(void **state) {
  trv_game *game = ((struct table *)*state)->game;
  char text[200] = "";
  struct text reason = memory_text(memory_default());
  assert_int_equal(trv_denied_each(game, note_denied, text), TRV_OK);
  assert_string_equal(text, "");
  while (trv_game_status(game) == TRV_CHOICE && trv_find_option(game, "draw") >= 0) trv_choose_notation(game, "draw");
  assert_int_equal(trv_game_status(game), TRV_CHOICE);
  assert_int_equal(trv_denied_each(game, note_denied, text), TRV_OK);
  assert_string_equal(text, "draw: the pile is empty @R12 A3");
  assert_true(options_denial(game, "draw", &reason));
  assert_string_equal(text_get(&reason), "the pile is empty");
  text_free(&reason);
}

static bool note_entry(void *context, const char *text) {
  strcat(context, text);
  strcat(context, ";");
  return true;
}

static void the_log(void **state) {
  trv_game *game = ((struct table *)*state)->game;
  char heard[200] = "", mine[200] = "", theirs[200] = "";
  size_t cursor = 0, mine_cursor = 0, theirs_cursor = 0;
  assert_int_equal(trv_log_since(game, -1, &cursor, note_entry, heard), TRV_E_STATE);
  assert_int_equal(trv_game_listen(game), TRV_OK);
  trv_choose_notation(game, "draw");
  assert_int_equal(trv_log_since(game, -1, &cursor, note_entry, heard), TRV_OK);
  assert_string_equal(heard, "p1 draws;");
  assert_int_equal(trv_log_since(game, 0, &mine_cursor, note_entry, mine), TRV_OK);
  assert_memory_equal(mine, "p1 draws;", 9);
  assert_true(strlen(mine) > 9);
  assert_int_equal(trv_log_since(game, 1, &theirs_cursor, note_entry, theirs), TRV_OK);
  assert_string_equal(theirs, "p1 draws;");
  heard[0] = '\0';
  assert_int_equal(trv_log_since(game, -1, &cursor, note_entry, heard), TRV_OK);
  assert_string_equal(heard, "");
  assert_int_equal(trv_log_since(game, 7, &cursor, note_entry, heard), TRV_E_ARGUMENT);
  for (uint32_t number = 0; number < 300; number++) {
    trv_game_start(game, 1, number);
    trv_playout(game, 1, number, 0);
  }
  trv_game_unlisten(game);
}

static void check_all_cards_there(const trv_program *program, const trv_game *game) {
  for (int32_t kind = 0; kind < 3; kind++) {
    uint32_t there = 0;
    for (int32_t zone = 0; zone < 5; zone++) there += zone_count(&program->program, game->game.state, zone, kind);
    assert_int_equal(there, kind == 2 ? 1 : 2);
  }
}

static void samples_look_the_same(void **state) {
  struct table *table = *state;
  trv_game *game = table->game, *sample;
  char before[500], after[500];
  bool differs = false;
  trv_choose_notation(game, "draw");
  assert_int_equal(trv_game_new(table->setup, &sample), TRV_OK);
  trv_view_json(game, 0, before, sizeof before);
  for (uint32_t seed = 0; seed < 40; seed++) {
    assert_int_equal(trv_game_sample(sample, game, 0, seed), TRV_OK);
    trv_view_json(sample, 0, after, sizeof after);
    assert_string_equal(before, after);
    assert_int_equal(trv_game_undo_barrier(sample), trv_game_undo_barrier(game));
    check_all_cards_there(table->program, sample);
    differs = differs || trv_game_hash(sample, false) != trv_game_hash(game, false);
  }
  assert_true(differs);
  assert_int_equal(trv_game_sample(sample, game, 2, 1), TRV_E_ARGUMENT);
  trv_game_free(sample);
}

static void in_the_callers_memory(void **state) {
  struct table *table = *state;
  void *memory = malloc(trv_game_size(table->setup));
  trv_game *placed = trv_game_place(memory, table->setup);
  trv_rule_error error;
  trv_game_start(placed, 1, 0);
  assert_int_equal(trv_game_hash(placed, true), trv_game_hash(table->game, true));
  assert_int_equal(trv_game_used(placed), trv_game_used(table->game));
  assert_int_equal(trv_game_error(placed, &error), TRV_E_STATE);
  free(memory);
}

static bool stop(void *context, const char *text) {
  (void)text;
  ++*(int *)context;
  return false;
}

static bool stop_at_option(void *context, uint32_t index, const char *notation) {
  (void)index;
  return stop(context, notation);
}

static bool stop_at_denial(void *context, const trv_denied *denied) { return stop(context, denied->notation); }

static bool stop_at_item(void *context, const trv_view_item *item) { return stop(context, item->name); }

static uint32_t choose_nonsense(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)context;
  (void)seat;
  (void)decision;
  return options;
}

/* What is told of all options in one go is what is told of each. */
static bool is_as_told_alone(void *context, const trv_offered *offered) {
  trv_game *game = context;
  char text[60];
  assert_ptr_equal(offered->name, trv_option_name(game, offered->index));
  trv_option_notation(game, offered->index, text, sizeof text);
  assert_string_equal(offered->notation, text);
  trv_option_label(game, offered->index, text, sizeof text);
  assert_string_equal(offered->label, text);
  return true;
}

static bool stop_at_second(void *context, const trv_offered *offered) {
  *(uint32_t *)context += 1;
  return offered->index == 0;
}

static void all_options_in_one_go(void **state) {
  trv_game *game = ((struct table *)*state)->game;
  uint32_t heard = 0;
  assert_int_equal(trv_offered_each(game, is_as_told_alone, game), TRV_OK);
  assert_int_equal(trv_offered_each(game, stop_at_second, &heard), TRV_OK);
  assert_int_equal(heard, 2);
  trv_playout(game, 1, 0, 0);
  assert_int_equal(trv_offered_each(game, stop_at_second, &heard), TRV_E_STATE);
}

/* Whoever looks can stop looking. */
static void looking_can_be_stopped(void **state) {
  trv_game *game = ((struct table *)*state)->game;
  int heard = 0;
  size_t cursor = 0;
  assert_int_equal(trv_game_listen(game), TRV_OK);
  assert_int_equal(trv_options_each(game, stop_at_option, &heard), TRV_OK);
  assert_int_equal(trv_view_each(game, 0, stop_at_item, &heard), TRV_OK);
  while (trv_find_option(game, "draw") >= 0) trv_choose_notation(game, "draw");
  assert_int_equal(trv_denied_each(game, stop_at_denial, &heard), TRV_OK);
  assert_int_equal(trv_log_since(game, -1, &cursor, stop, &heard), TRV_OK);
  assert_int_equal(heard, 4);
  assert_int_equal(trv_log_since(game, -2, &cursor, stop, &heard), TRV_E_ARGUMENT);
  assert_string_equal(trv_log_phase(game, 0), "the game");
  assert_string_equal(trv_log_phase(game, 10000), "");
  assert_int_equal(trv_game_listen(game), TRV_OK); /* once more: nothing is lost */
  assert_string_equal(trv_log_phase(game, 0), "the game");
}

/* What makes no sense at this moment is refused and changes nothing. */
static void the_wrong_moment(void **state) {
  struct table *table = *state;
  trv_game *game = table->game;
  trv_options *options;
  trv_choice_info choice;
  char text[60] = "unchanged";
  int32_t value;
  assert_int_equal(trv_game_value(game, 9, &value), TRV_E_ARGUMENT);
  assert_int_equal(trv_play(game, choose_nonsense, NULL, 0), TRV_E_ARGUMENT);
  assert_int_equal(trv_game_status(game), TRV_CHOICE);
  assert_int_equal(trv_option_label(game, 9, text, sizeof text), 0);
  assert_string_equal(text, "");
  assert_int_equal(trv_option_cites(game, 9, text, sizeof text), 0);
  assert_int_equal(trv_options_new(table->setup, &options), TRV_OK);
  assert_int_equal(trv_options_find(options, game), 2);
  assert_int_equal(trv_options_choose(options, game, 2), TRV_E_ARGUMENT);
  assert_int_equal(trv_choose(game, 0), TRV_CHOICE);
  assert_int_equal(trv_options_choose(options, game, 0), TRV_E_STATE); /* found for another decision */
  trv_playout(game, 1, 0, 0);
  uint64_t hash = trv_game_hash(game, true);
  assert_int_equal(trv_game_choice(game, &choice), TRV_E_STATE);
  assert_int_equal(trv_choose(game, 0), TRV_E_STATE);
  assert_int_equal(trv_choose_notation(game, "draw"), TRV_E_STATE);
  assert_int_equal(trv_find_option(game, "draw"), TRV_E_STATE);
  assert_int_equal(trv_options_choose(options, game, 0), TRV_E_STATE);
  assert_int_equal(trv_options_find(options, game), TRV_E_STATE);
  assert_int_equal(trv_options_each(game, stop_at_option, NULL), TRV_E_STATE);
  assert_int_equal(trv_denied_each(game, stop_at_denial, NULL), TRV_E_STATE);
  assert_int_equal(trv_game_prompt(game, text, sizeof text), 0);
  assert_int_equal(trv_game_choice_cites(game, text, sizeof text), 0);
  assert_null(trv_option_name(game, 0));
  assert_int_equal(trv_random_choice(1, 2, 0, 0, 0), 0);
  trv_game_copy(game, game);
  assert_int_equal(trv_game_hash(game, true), hash);
  trv_options_free(options);
}

/* A copy of a game that ended in a rule error can tell of it. */
static void errors_are_copied(void **state) {
  struct table *table = *state;
  trv_game *copy;
  trv_rule_error error;
  table->game->game.fuel_limit = 6;
  assert_int_equal(trv_game_start(table->game, 1, 0), TRV_RULE_ERROR);
  assert_int_equal(trv_game_new(table->setup, &copy), TRV_OK);
  trv_game_copy(copy, table->game);
  assert_int_equal(trv_game_error(copy, &error), TRV_OK);
  assert_string_equal(error.message, rule_error_message(RULE_FUEL));
  assert_int_equal(error.line, 9);
  trv_game_free(copy);
}

static void every_status_has_words(void **state) {
  (void)state;
  static const int statuses[] = { TRV_OK,      TRV_E_MEMORY, TRV_E_INPUT, TRV_E_ARGUMENT,
                                  TRV_E_STATE, TRV_E_DATA,   TRV_E_RULE,  -1000 };
  enum { COUNT = sizeof statuses / sizeof *statuses };
  for (int i = 0; i < COUNT; i++) {
    const char *words = trv_status_text(statuses[i]);
    assert_true(words[0] >= 'A' && words[0] <= 'Z' && words[strlen(words) - 1] == '.');
    for (int j = 0; j < i; j++) assert_string_not_equal(words, trv_status_text(statuses[j]));
  }
}

/* The rules go on when there is no memory to note what they say. */
static void a_log_without_memory(void **state) {
  struct table *table = *state;
  trv_allocator usual = table->program->allocator;
  for (long blocks = 0; blocks < 4; blocks++) {
    struct budget budget = { .left = blocks };
    char heard[200] = "";
    size_t cursor = 0;
    table->program->allocator = (trv_allocator){ budget_resize, &budget };
    trv_game_start(table->game, 1, 0);
    assert_int_equal(trv_game_listen(table->game), blocks ? TRV_OK : TRV_E_MEMORY);
    assert_int_equal(trv_choose(table->game, 0), TRV_CHOICE);
    assert_int_equal(trv_log_since(table->game, -1, &cursor, note_entry, heard), blocks ? TRV_OK : TRV_E_STATE);
    assert_string_equal(heard, blocks == 3 ? "p1 draws;" : "");
    assert_int_equal(trv_log_is_whole(table->game), blocks == 3);
    trv_game_unlisten(table->game);
    assert_int_equal(budget.blocks, 0);
    table->program->allocator = usual;
  }
}

static void rule_errors_say_where(void **state) {
  trv_game *game = ((struct table *)*state)->game;
  trv_rule_error error;
  game->game.fuel_limit = 6;
  assert_int_equal(trv_game_start(game, 1, 0), TRV_RULE_ERROR);
  assert_int_equal(trv_game_error(game, &error), TRV_OK);
  assert_string_equal(error.message, rule_error_message(RULE_FUEL));
  assert_string_equal(error.file, "fixture.trv");
  assert_int_equal(error.line, 9);
  assert_int_equal(error.column, 3);
  assert_string_equal(error.cites, "R12 A3");
  assert_string_equal(error.chain, "in play (fixture.trv:9)");
}

static void scenarios(void **state) {
  trv_program *program = ((struct table *)*state)->program;
  trv_scenario_info info;
  char message[500];
  uint32_t line;
  assert_int_equal(trv_program_scenario(program, 0, &info), TRV_OK);
  assert_string_equal(info.title, "an ace scores");
  assert_string_equal(info.cites, "R12 A3");
  assert_int_equal(info.line, 30);
  assert_int_equal(trv_program_scenario(program, 2, &info), TRV_E_ARGUMENT);
  if (trv_scenario_run(program, 0, message, sizeof message, &line) != TRV_OK) fail_msg("line %u: %s", line, message);
  assert_int_equal(trv_scenario_run(program, 1, message, sizeof message, &line), TRV_E_RULE);
  assert_int_equal(line, 42);
  assert_string_equal(message, "p1 cannot take `play(king)` when asked `turn`: it is not offered. "
                               "Offered: draw, play(ace).");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_table, clear_table)
  const struct CMUnitTest tests[] = {
    TEST(a_choice_is_pending),
    TEST(choosing),
    TEST(a_playout_is_a_random_bot),
    TEST(denials),
    TEST(the_log),
    TEST(samples_look_the_same),
    TEST(in_the_callers_memory),
    TEST(all_options_in_one_go),
    TEST(looking_can_be_stopped),
    TEST(the_wrong_moment),
    TEST(errors_are_copied),
    TEST(every_status_has_words),
    TEST(a_log_without_memory),
    TEST(rule_errors_say_where),
    TEST(scenarios),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
