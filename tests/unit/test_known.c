/* vm/known.c: what a seat was shown, how long it knows that, and what it sees of it. */
#include "tests/unit/compiled.h"

#include "vm/api.h"

#define RULES                                                                                                          \
  "game \"Known\" { players 3 }\n"                                                                                     \
  "deck Card in stock { a b c d e f g h }\ndeck Coin in bank { 6 of penny  2 of crown }\n"                             \
  "pile stock: Card hidden refill from heap\npile heap: Card hidden\npool hand[player]: Card for owner\n"              \
  "pool cellar: Card hidden\npool table: Card open\npool bank: Coin hidden\npool purse[player]: Coin for owner\n"      \
  "setup { move a from stock to hand[p2]  move b from stock to hand[p2]  move c from stock to hand[p2]\n"              \
  "  draw 2 from stock to heap  move 3 of penny from bank to purse[p2] }\n"                                            \
  "play { act()  choose c always by p1 { option x { }  option y { } } }\neffect act() { "

/* The table as p1 sees it after some statements; borrowed, static. In the beginning p2 has a, b, c, and the stock holds
 * d, e, f from the bottom, the heap h and g. */
static const char *seen_after(const char *statements, int seat) {
  static char view[3000];
  char rules[3000];
  trv_setup *setup;
  trv_game *game, *sample;
  snprintf(rules, sizeof rules, RULES "%s }", statements);
  trv_program *program = compiled(rules);
  compiled_is_valid(program);
  assert_int_equal(trv_setup_new(program, 3, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_new(setup, &sample), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  for (uint32_t seed = 0; seed < 20; seed++) { /* no sample contradicts it */
    char sampled[3000];
    assert_true(trv_view_json(game, seat, view, sizeof view) < sizeof view);
    assert_int_equal(trv_game_sample(sample, game, (uint32_t)seat, seed), TRV_OK);
    trv_view_json(sample, seat, sampled, sizeof sampled);
    assert_string_equal(view, sampled);
  }
  trv_game_free(sample);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
  return view;
}

static void sees(const char *statements, const char *want) {
  const char *view = seen_after(statements, 0);
  if (!strstr(view, want)) fail_msg("after %s\nno %s in\n%s", statements, want, view);
}

static void what_is_shown(void **state) {
  (void)state;
  sees("", "\"p2\":{\"size\":3}");
  sees("reveal b from hand[p2] to p1", "\"p2\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to p1  reveal b from hand[p2] to p1", "\"p2\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to p3", "\"p2\":{\"size\":3}");
  sees("reveal b from hand[p2] to others(p2)", "\"p2\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to players", "\"p2\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to [p1, p3]", "\"p2\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal all from hand[p2] to p1", "\"p2\":{\"size\":3,\"known\":[\"c\",\"b\",\"a\"]}");
  sees("reveal all from purse[p2] to p1", "{\"size\":3,\"known\":[\"penny\",\"penny\",\"penny\"]}");
  sees("reveal f from stock to p1", "\"stock\":{\"size\":3,\"known\":[{\"card\":\"f\",\"above\":0}]}");
  sees("reveal d from stock to p1", "\"stock\":{\"size\":3,\"known\":[{\"card\":\"d\",\"above\":2}]}");
  assert_non_null(strstr(seen_after("reveal b from hand[p2] to p1", 2), "\"p2\":{\"size\":3}"));
  assert_null(strstr(seen_after("reveal b from hand[p2] to players", 1), "known"));
}

/* As long as the seat can say where the card is. */
static void what_is_followed(void **state) {
  (void)state;
  sees("reveal b from hand[p2] to p1  swap hand[p2], hand[p3]", "\"p3\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to p1  pass hand left", "\"p3\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to p1  pass hand left  pass hand right", "\"p2\":{\"size\":3,\"known\":[\"b\"]}");
  sees("pass hand left  reveal b from hand[p3] to p1  pass hand right", "\"p2\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal f from stock to p1  draw 1 from stock to hand[p3]  pass hand right  swap hand[p2], cellar",
       "\"cellar\":{\"size\":1,\"known\":[\"f\"]}");
  sees("reveal b from hand[p2] to p1  move all from hand[p2] to cellar", "\"cellar\":{\"size\":3,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to p1  move a from hand[p2] to table", "\"p2\":{\"size\":2,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to p1  move a from hand[p2] to hand[p1]", "\"p2\":{\"size\":2,\"known\":[\"b\"]}");
  sees("reveal b from hand[p2] to p1  draw 1 from stock to hand[p2]", "\"p2\":{\"size\":4,\"known\":[\"b\"]}");
  sees("reveal f from stock to p1  draw 1 from stock to hand[p3]", "\"p3\":{\"size\":1,\"known\":[\"f\"]}");
  sees("reveal e from stock to p1  if let y = draw from stock to hand[p3] { }",
       "\"stock\":{\"size\":2,\"known\":[{\"card\":\"e\",\"above\":0}]}");
  sees("reveal d from stock to p1  draw 1 from stock to bottom of stock", "{\"card\":\"d\",\"above\":1}");
  sees("reveal f from stock to p1  draw 1 from stock to heap",
       "\"heap\":{\"size\":3,\"known\":[{\"card\":\"f\",\"above\":0}]}");
  sees("reveal f from stock to p1  move all from stock to bottom of heap",
       "\"heap\":{\"size\":5,\"known\":[{\"card\":\"f\",\"above\":2}]}");
  sees("reveal f from stock to p1  draw 1 from stock to hand[p3]  move f from hand[p3] to cellar",
       "\"cellar\":{\"size\":1,\"known\":[\"f\"]}");
  sees("reveal all from purse[p2] to p1  move 2 of penny from purse[p2] to purse[p1]",
       "{\"size\":1,\"known\":[\"penny\"]}");
  sees("reveal all from purse[p2] to p1  move bag(penny for i in 1..2) from purse[p2] to purse[p1]",
       "{\"size\":1,\"known\":[\"penny\"]}");
}

/* Else it is forgotten, and so is what comes into view. */
static void what_is_forgotten(void **state) {
  (void)state;
  static const char *const statements[] = {
    "reveal b from hand[p2] to p1  move a from hand[p2] to cellar",
    "reveal b from hand[p2] to p1  move b from hand[p2] to cellar",
    "reveal b from hand[p2] to p1  move b from hand[p2] to table",
    "reveal b from hand[p2] to p1  move random from hand[p2] to cellar",
    "reveal b from hand[p2] to p1  swap hand[p2], hand[p1]",
    "reveal b from hand[p2] to p1  pass hand right",
    "reveal b from hand[p2] to p1  pass hand right  pass hand left",
    "reveal b from hand[p2] to p1  pass hand left  pass hand left  pass hand left",
    "reveal b from hand[p2] to p1  move all y from hand[p2] to hand[p3] where y != b",
    "reveal b from hand[p2] to p1  move all from hand[p2] to heap",
    "reveal all from stock to p1  shuffle stock",
    "reveal all from heap to p1  draw 4 from stock to hand[p3]",
    "reveal d from stock to p1  move e from stock to hand[p3]",
    "reveal all from purse[p2] to p1  move bag(penny for i in 1..1) from purse[p2] to purse[p3]",
  };
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
    const char *view = seen_after(statements[i], 0);
    if (strstr(view, "known")) fail_msg("still known after %s\n%s", statements[i], view);
  }
  const char *view = seen_after("reveal all from hand[p2] to p1  move random from hand[p2] to table", 0);
  assert_non_null(strstr(view, "\"p2\":{\"size\":2,\"known\":[")); /* the two that were not laid down */
}

static bool keep_line(void *context, const char *text) {
  snprintf(context, 200, "%s", text);
  return true;
}

static void what_the_log_says(void **state) {
  (void)state;
  trv_program *program = compiled(RULES "reveal all from hand[p2] to p1 }");
  trv_setup *setup;
  trv_game *game;
  char line[200] = "";
  size_t cursor = 0;
  assert_int_equal(trv_setup_new(program, 3, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_listen(game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_log_since(game, 0, &cursor, keep_line, line), TRV_OK);
  assert_string_equal(line, "You see in p2's hand: a, b, c");
  line[0] = '\0', cursor = 0;
  assert_int_equal(trv_log_since(game, 2, &cursor, keep_line, line), TRV_OK);
  assert_string_equal(line, "");
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_shown),
    cmocka_unit_test(what_is_followed),
    cmocka_unit_test(what_is_forgotten),
    cmocka_unit_test(what_the_log_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
