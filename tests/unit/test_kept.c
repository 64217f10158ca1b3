/* The options that a game keeps (vm/candidates.c): found once for a position, never those of another one, and gone with
 * the game. */
#include "tests/unit/compiled.h"

#include <stdlib.h>

#include "vm/api.h"

/* Choices of all sorts: hands, plain ones, sets, labels; and one with more options than the machine remembers. */
static const char rules[] =
    "game \"Market\" { players 2..2 }\n"
    "deck Fruit in basket { 6 of apple  5 of pear  4 of plum }\n"
    "pile basket: Fruit hidden\npool hand[player]: Fruit for owner\npool table: Fruit open\nvar n: int = 0\n"
    "setup { shuffle basket  for p in players { draw 5 from basket to hand[p] } }\n"
    "play { repeat 2 times { for p in players { turn(p) } } }\n"
    "phase turn(p: player) {\n"
    "  choose lay always by p {\n"
    "    option nothing { }\n"
    "    option one(f in hand[p]) \"lay {f} beside {size(table)}\" { move f from hand[p] to table }\n"
    "    option two(fs in hands(2, f in hand[p])) { move fs from hand[p] to table }\n"
    "  }\n"
    "  choose way always by p { option up { n += 1 }  option down { n -= 1 } }\n"
    "  choose pair always by p { option pair(a in 1..60, b in 1..60) needs a != b else \"no\" { n = a * b } }\n"
    "}\n"
    "rank p by size(table) - size(hand[p]) desc\n";

struct desk {
  trv_program *program;
  trv_setup *setup;
  trv_game *game, *fresh;
};

static void sit(struct desk *desk, uint32_t seed) {
  char why[200] = "";
  desk->program = compiled(rules);
  assert_int_equal(trv_setup_new(desk->program, 2, NULL, 0, &desk->setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(desk->setup, &desk->game), TRV_OK);
  assert_int_equal(trv_game_new(desk->setup, &desk->fresh), TRV_OK);
  assert_int_equal(trv_game_start(desk->game, seed, 0), TRV_CHOICE);
}

static void leave(struct desk *desk) {
  trv_game_free(desk->fresh);
  trv_game_free(desk->game);
  trv_setup_free(desk->setup);
  trv_program_free(desk->program);
}

static bool count_offered(void *context, const trv_offered *offered) {
  (void)offered;
  ++*(uint32_t *)context;
  return true;
}

static bool count_option(void *context, uint32_t index, const char *notation) {
  (void)index, (void)notation;
  ++*(uint32_t *)context;
  return true;
}

static uint32_t listed(trv_game *game) {
  uint32_t count = 0;
  assert_int_equal(trv_options_each(game, count_option, &count), TRV_OK);
  return count;
}

/* What a prompt does between showing the options and the next choice, when somebody types a number. */
static void type_number(trv_game *game, uint32_t index) {
  char text[100];
  uint32_t count = 0;
  trv_offered_each(game, count_offered, &count);
  assert_int_equal(trv_find_option(game, "17"), TRV_E_ARGUMENT);
  trv_offered_each(game, count_offered, &count);
  assert_non_null(trv_option_name(game, index));
  trv_option_notation(game, index, NULL, 0);
  trv_option_notation(game, index, text, sizeof text);
  trv_option_label(game, index, NULL, 0);
  trv_option_label(game, index, text, sizeof text);
  trv_option_cites(game, index, text, sizeof text);
  trv_choose(game, index);
}

/* The first listing looks for them; after that the run that counts the next options hands them over, unless there are
 * more than it remembers. */
static void typing_a_number_enumerates_no_more(void **unused) {
  (void)unused;
  struct desk desk;
  sit(&desk, 1);
  for (uint32_t step = 0; trv_game_status(desk.game) == TRV_CHOICE; step++) {
    trv_choice_info info;
    trv_game_choice(desk.game, &info);
    uint64_t before = desk.game->game.enumerations;
    bool looks = step == 0 || info.options > 1000;
    type_number(desk.game, step % info.options);
    assert_int_equal(desk.game->game.enumerations - before, looks);
  }
  assert_int_equal(trv_game_status(desk.game), TRV_OVER);
  leave(&desk);
}

/* The texts of every option, and where each leads, compared with a game that has kept nothing. */
static void expect_present(struct desk *desk) {
  char left[100], right[100];
  trv_choice_info info;
  trv_game *fresh;
  if (trv_game_choice(desk->game, &info) != TRV_OK) {
    assert_int_equal(trv_options_each(desk->game, count_option, left), TRV_E_STATE);
    return;
  }
  assert_int_equal(trv_game_new(desk->setup, &fresh), TRV_OK);
  trv_game_copy(fresh, desk->game);
  assert_int_equal(listed(desk->game), info.options);
  uint32_t stride = info.options < 50 ? 1 : info.options / 10;
  for (uint32_t i = 0; i < info.options; i += stride) {
    trv_option_notation(desk->game, i, left, sizeof left);
    trv_option_notation(fresh, i, right, sizeof right);
    assert_string_equal(left, right);
    assert_int_equal(trv_find_option(fresh, left), i);
    trv_option_label(desk->game, i, left, sizeof left);
    trv_option_label(fresh, i, right, sizeof right);
    assert_string_equal(left, right);
  }
  assert_int_equal(trv_option_notation(desk->game, info.options, left, sizeof left), 0);
  trv_game_free(fresh);
}

static uint32_t decide_first(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)context, (void)seat, (void)decision, (void)options;
  return 0;
}

/* Whatever changes the position, what is told afterwards is of the new one. */
static void no_answer_is_stale(void **unused) {
  (void)unused;
  for (uint32_t seed = 1; seed <= 6; seed++) {
    struct desk desk;
    sit(&desk, seed);
    for (uint32_t step = 0; step < 10 && trv_game_status(desk.game) == TRV_CHOICE; step++) {
      trv_choice_info info;
      trv_game_choice(desk.game, &info);
      expect_present(&desk);
      trv_game_copy(desk.fresh, desk.game);
      uint32_t index = (seed * 5 + step * 3) % info.options;
      trv_choose(desk.game, index);
      assert_true(interp_choose(&desk.fresh->game, index)); /* which looks for it */
      assert_int_equal(trv_game_hash(desk.game, true), trv_game_hash(desk.fresh, true));
      assert_int_equal(trv_game_trace(desk.game), trv_game_trace(desk.fresh));
      expect_present(&desk);
      trv_game_sample(desk.game, desk.fresh, 1 - info.seat, seed); /* other cards in the hand of who chooses */
      expect_present(&desk);
      trv_play(desk.game, decide_first, NULL, 1);
      expect_present(&desk);
      trv_game_copy(desk.game, desk.fresh); /* taken back */
      expect_present(&desk);
      if (trv_game_status(desk.game) != TRV_CHOICE) break;
    }
    trv_game_start(desk.game, seed + 1, 0);
    expect_present(&desk);
    leave(&desk);
  }
}

/* What a call-back asks of the game does not reach those who are being told of its options, and it can change nothing. */
struct meddler {
  trv_game *game;
  uint32_t told;
  char last[100];
};
static bool meddle(void *context, const trv_offered *offered) {
  struct meddler *meddler = context;
  char label[100];
  snprintf(meddler->last, sizeof meddler->last, "%s", offered->notation);
  trv_option_label(meddler->game, 0, label, sizeof label);
  assert_int_equal(trv_choose(meddler->game, 0), TRV_E_STATE);
  meddler->told++;
  return true;
}

static void a_call_back_may_not_choose(void **unused) {
  (void)unused;
  struct desk desk;
  sit(&desk, 3);
  trv_choice_info info;
  trv_game_choice(desk.game, &info);
  char last[100];
  trv_option_notation(desk.game, info.options - 1, last, sizeof last);
  struct meddler meddler = { .game = desk.game };
  assert_int_equal(trv_offered_each(desk.game, meddle, &meddler), TRV_OK);
  assert_int_equal(meddler.told, info.options);
  assert_string_equal(meddler.last, last);
  expect_present(&desk);
  leave(&desk);
}

/* A list that a lack of fuel has cut short is not kept, and none is longer than what was counted. */
static void only_whole_lists_are_kept(void **unused) {
  (void)unused;
  struct desk desk;
  sit(&desk, 2);
  uint32_t all = listed(desk.game);
  trv_choose(desk.game, 0);
  trv_choose(desk.game, 0); /* the pairs, which were not handed over */
  trv_game_set_fuel(desk.game, 100);
  assert_true(listed(desk.game) < 200);
  trv_game_set_fuel(desk.game, 20000000);
  assert_int_equal(listed(desk.game), 60 * 59);
  trv_game_start(desk.game, 2, 0);
  assert_int_equal(listed(desk.game), all);
  desk.game->game.state->options = 3; /* as if an enumerator had counted fewer */
  assert_int_equal(listed(desk.game), 3);
  trv_options *options;
  assert_int_equal(trv_options_new(desk.setup, &options), TRV_OK);
  assert_int_equal(trv_options_find(options, desk.game), 3);
  trv_options_free(options);
  leave(&desk);
}

static void counting_visits_sees_every_enumeration(void **unused) {
  (void)unused;
  struct desk desk;
  sit(&desk, 2);
  trv_program_info info = trv_program_describe(desk.program);
  uint64_t *visits = calloc(info.instructions, sizeof *visits), before = desk.game->game.enumerations;
  listed(desk.game);
  trv_game_count_visits(desk.game, visits);
  listed(desk.game);
  listed(desk.game);
  assert_int_equal(desk.game->game.enumerations - before, 3);
  free(visits);
  leave(&desk);
}

/* Blocks that were given and not taken back. */
static void *tallied(void *context, void *block, size_t size) {
  int *blocks = context;
  if (size == 0) {
    *blocks -= block != NULL;
    free(block);
    return NULL;
  }
  *blocks += block == NULL;
  return realloc(block, size);
}

static void nothing_stays_behind(void **unused) {
  (void)unused;
  int blocks = 0;
  trv_allocator allocator = { tallied, &blocks };
  trv_compile_options compile = {
    .struct_size = sizeof compile, .name = "test.trv", .text = rules, .length = strlen(rules), .allocator = &allocator
  };
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  char why[200];
  assert_int_equal(trv_compile(&compile, &program, NULL), TRV_OK);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  void *memory = malloc(trv_game_size(setup));
  int without = blocks;
  game = trv_game_place(memory, setup);
  trv_game_start(game, 1, 0);
  assert_true(listed(game) > 0);
  assert_int_equal(blocks, without); /* a game in the memory of its host is not freed */
  free(memory);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  trv_game_start(game, 1, 0);
  int unasked = blocks;
  trv_choose(game, 0);
  assert_int_equal(blocks, unasked);
  listed(game);
  int asked = blocks;
  assert_true(asked > unasked);
  while (trv_game_status(game) == TRV_CHOICE) {
    listed(game);
    trv_choose(game, 0);
    assert_int_equal(blocks, asked);
  }
  trv_game_free(game);
  assert_int_equal(blocks, without);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(typing_a_number_enumerates_no_more),
    cmocka_unit_test(no_answer_is_stale),
    cmocka_unit_test(a_call_back_may_not_choose),
    cmocka_unit_test(only_whole_lists_are_kept),
    cmocka_unit_test(counting_visits_sees_every_enumeration),
    cmocka_unit_test(nothing_stays_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
