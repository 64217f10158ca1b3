/* vm/candidates.c: options found once and tried on copies of the position, and those found on the way. */
#include "tests/unit/compiled.h"

#include <stdlib.h>

static const char rules[] = "game \"Baskets\" { players 2..2 }\n"
                            "deck Fruit in basket { 3 of apple  2 of pear  1 of plum }\n"
                            "pile basket: Fruit hidden\n"
                            "pool hand[player]: Fruit for owner\n"
                            "pool table: Fruit open\n"
                            "setup { shuffle basket  for p in players { draw 3 from basket to hand[p] } }\n"
                            "play { repeat 2 times { for p in players { turn(p) } } }\n"
                            "effect turn(p: player) {\n"
                            "  choose lay always by p {\n"
                            "    option nothing { }\n"
                            "    option one(f in hand[p]) { move f from hand[p] to table }\n"
                            "    option two(fs in hands(2, f in hand[p])) { move fs from hand[p] to table }\n"
                            "  }\n"
                            "}\n"
                            "rank p by size(table) - size(hand[p]) desc\n";

struct desk {
  trv_program *program;
  trv_setup *setup;
  trv_game *game, *other;
  trv_options *options;
};

static void sit_for(struct desk *desk, const char *text, uint32_t seed) {
  char why[200] = "";
  desk->program = compiled(text);
  assert_int_equal(trv_setup_new(desk->program, 2, NULL, 0, &desk->setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(desk->setup, &desk->game), TRV_OK);
  assert_int_equal(trv_game_new(desk->setup, &desk->other), TRV_OK);
  assert_int_equal(trv_options_new(desk->setup, &desk->options), TRV_OK);
  assert_int_equal(trv_game_start(desk->game, seed, 0), TRV_CHOICE);
}

static void sit(struct desk *desk, uint32_t seed) { sit_for(desk, rules, seed); }

static void leave(struct desk *desk) {
  trv_options_free(desk->options);
  trv_game_free(desk->other);
  trv_game_free(desk->game);
  trv_setup_free(desk->setup);
  trv_program_free(desk->program);
}

static uint32_t options_of(trv_game *game) {
  trv_choice_info info;
  return trv_game_choice(game, &info) == TRV_OK ? info.options : 0;
}

/* Plays games; at each decision every option must lead where trv_choose leads. */
static void taking_a_found_option_is_choosing_it(void **unused) {
  (void)unused;
  for (uint32_t seed = 1; seed <= 8; seed++) {
    struct desk desk;
    sit(&desk, seed);
    while (trv_game_status(desk.game) == TRV_CHOICE) {
      uint32_t count = options_of(desk.game);
      assert_int_equal(trv_options_find(desk.options, desk.game), count);
      for (uint32_t i = 0; i < count; i++) {
        trv_game_copy(desk.other, desk.game);
        int status = trv_choose(desk.other, i);
        uint64_t chosen = trv_game_hash(desk.other, true), trace = trv_game_trace(desk.other);
        trv_game_copy(desk.other, desk.game);
        assert_int_equal(trv_options_choose(desk.options, desk.other, i), status);
        assert_int_equal(trv_game_hash(desk.other, true), chosen);
        assert_int_equal(trv_game_trace(desk.other), trace);
      }
      trv_choose(desk.game, seed % count);
    }
    leave(&desk);
  }
}

/* Choices of all sorts: plain ones, one set, a set among others, several sets, more than are recorded. */
static const char sorts[] =
    "game \"Sorts\" { players 2..2 }\n"
    "enum Suit { clubs hearts }\n"
    "deck Card(suit: Suit) in stock { ace(clubs)  two(clubs)  three(hearts)  four(hearts)  five(clubs)  six(clubs) }\n"
    "pool stock: Card open\npool hand[player]: Card open\nvar n: int = 0\n"
    "play { repeat 3 times { for p in players { turn(p) } } }\n"
    "phase turn(p: player) {\n"
    "  choose plain always by p { option up { n += 1 }  option down { n -= 1 }  option stay { } }\n"
    "  choose one always by p { option take(c in stock) { move c from stock to hand[p] } }\n"
    "  choose between always by p { option pass { }  option give(c in hand[p] where c.suit == clubs) { move c from "
    "hand[p] to stock }\n"
    "    option add(k in 1..3) needs k != n else \"no\" { n += k } }\n"
    "  choose sets always by p { option mine(c in hand[p]) { n += 1 }  option theirs(c in stock) { n += 2 }  option "
    "nothing { } }\n"
    "  choose many always by p { option pair(a in 1..60, b in 1..60 where a != b) { n = a * b } }\n"
    "}\n"
    "rank p by size(hand[p])\n";

/* Walks through games; after each step the options must be those that are found by looking for them. */
static void walking_finds_the_same_options(void **unused) {
  (void)unused;
  static const char *const games[] = { rules, sorts };
  for (uint32_t seed = 0; seed < 16; seed++) {
    struct desk desk;
    trv_options *fresh;
    sit_for(&desk, games[seed % 2], seed);
    assert_int_equal(trv_options_new(desk.setup, &fresh), TRV_OK);
    int count = trv_options_find(desk.options, desk.game);
    for (uint32_t step = 0; count > 0; step++) {
      assert_int_equal(trv_options_find(fresh, desk.game), count);
      for (uint32_t i = 0; i < (uint32_t)count; i++)
        assert_int_equal(trv_options_key(desk.options, i), trv_options_key(fresh, i));
      uint32_t index = (seed * 7 + step * 5) % (uint32_t)count;
      trv_game_copy(desk.other, desk.game);
      trv_choose(desk.other, index);
      count = trv_options_advance(desk.options, desk.game, index);
      assert_int_equal(trv_game_hash(desk.game, true), trv_game_hash(desk.other, true));
    }
    assert_int_equal(count, 0);
    assert_int_equal(trv_game_status(desk.game), TRV_OVER);
    assert_int_equal(trv_options_advance(desk.options, desk.game, 0), TRV_E_ARGUMENT);
    trv_options_free(fresh);
    leave(&desk);
  }
}

/* Keys are equal exactly where notations are, here and in another position. */
static void keys_tell_notations_apart(void **unused) {
  (void)unused;
  struct desk desk, second;
  char left[100], right[100];
  uint32_t equal = 0;
  sit(&desk, 1);
  sit(&second, 2);
  int count = trv_options_find(desk.options, desk.game), others = trv_options_find(second.options, second.game);
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < others; j++) {
      trv_option_notation(desk.game, (uint32_t)i, left, sizeof left);
      trv_option_notation(second.game, (uint32_t)j, right, sizeof right);
      bool same = trv_options_key(desk.options, (uint32_t)i) == trv_options_key(second.options, (uint32_t)j);
      assert_int_equal(same, strcmp(left, right) == 0);
      equal += same;
    }
  }
  assert_true(equal > 1 && equal < (uint32_t)count);
  assert_int_equal(trv_options_key(desk.options, (uint32_t)count), 0);
  leave(&desk);
  leave(&second);
}

static void other_positions_are_refused(void **unused) {
  (void)unused;
  struct desk desk, second;
  sit(&desk, 1);
  sit(&second, 1);
  assert_int_equal(trv_options_choose(desk.options, desk.game, 0), TRV_E_ARGUMENT); /* nothing found yet */
  int count = trv_options_find(desk.options, desk.game);
  assert_int_equal(trv_options_choose(desk.options, desk.game, (uint32_t)count), TRV_E_ARGUMENT);
  assert_int_equal(trv_options_choose(desk.options, second.game, 0), TRV_E_ARGUMENT);
  assert_int_equal(trv_options_find(desk.options, second.game), TRV_E_ARGUMENT);
  trv_options_find(desk.options, desk.game);
  assert_int_equal(trv_options_choose(desk.options, desk.game, 0), TRV_CHOICE);
  assert_int_equal(trv_options_choose(desk.options, desk.game, 0), TRV_E_STATE);
  while (trv_game_status(desk.game) == TRV_CHOICE) trv_choose(desk.game, 0);
  assert_int_equal(trv_options_find(desk.options, desk.game), TRV_E_STATE);
  leave(&desk);
  leave(&second);
}

/* Gives memory as long as there is credit. */
static void *miserly(void *context, void *block, size_t size) {
  int *credit = context;
  if (size == 0) {
    free(block);
    return NULL;
  }
  return (*credit)-- > 0 ? realloc(block, size) : NULL;
}

static void no_memory_is_said(void **unused) {
  (void)unused;
  int credit = 1000000;
  trv_allocator allocator = { miserly, &credit };
  trv_compile_options compile = {
    .struct_size = sizeof compile, .name = "test.trv", .text = rules, .length = strlen(rules), .allocator = &allocator
  };
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  trv_options *options;
  char why[200];
  assert_int_equal(trv_compile(&compile, &program, NULL), TRV_OK);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  trv_game_start(game, 1, 0);
  credit = 0;
  assert_int_equal(trv_options_new(setup, &options), TRV_E_MEMORY);
  assert_null(options);
  credit = 1;
  assert_int_equal(trv_options_new(setup, &options), TRV_OK);
  assert_int_equal(trv_options_find(options, game), TRV_E_MEMORY);
  assert_int_equal(trv_options_choose(options, game, 0), TRV_E_ARGUMENT);
  credit = 1;
  assert_true(trv_options_find(options, game) > 0);
  trv_options_free(options);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(taking_a_found_option_is_choosing_it),
    cmocka_unit_test(walking_finds_the_same_options),
    cmocka_unit_test(keys_tell_notations_apart),
    cmocka_unit_test(other_positions_are_refused),
    cmocka_unit_test(no_memory_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
