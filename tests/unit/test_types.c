/* compiler/type.c: what fits what, how types are named, how many slots and values they have. */
#include "tests/unit/checked.h"

static const char declarations[] = "enum Colour { red blue green }\n"
                                   "enum Animal { cat dog }\n"
                                   "deck Card in box_of { ace king }\n"
                                   "pile box_of: Card open\n"
                                   "graph roads: Colour { red - blue }\n"
                                   "var number: int = 0\n"
                                   "var small: 0..9 = 0\n"
                                   "var maybe: int or none = none\n"
                                   "var flag: bool = false\n"
                                   "var who: player = p1\n"
                                   "var nobody: player or none = none\n"
                                   "var colour: Colour = red\n"
                                   "var no_colour: Colour or none = none\n"
                                   "var animal: Animal = cat\n"
                                   "var card: Card = ace\n"
                                   "var colours: set of Colour = []\n"
                                   "var animals: set of Animal = []\n"
                                   "var players_seen: set of player = []\n"
                                   "var few: set of 0..9 = []\n"
                                   "var many: set of 0..99 = []\n"
                                   "var bag_of_cards: bag of Card = []\n"
                                   "var queue: list of int up to 5 = []\n"
                                   "var long_queue: list of int up to 6 = []\n"
                                   "var table_of[player, Colour]: int = 0\n";

static struct checked t;
static int open_types(void **unused) {
  (void)unused;
  checked_open(&t, declarations);
  return 0;
}
static int close_types(void **unused) {
  (void)unused;
  checked_close(&t);
  return 0;
}

static bool fits(const char *want, const char *have) {
  return type_fits(checked_type(&t, want), checked_type(&t, have));
}

static void plain_values_fit_their_own_kind(void **unused) {
  (void)unused;
  assert_true(fits("number", "number"));
  assert_true(fits("number", "small"));
  assert_true(fits("small", "number")); /* the range is watched while playing */
  assert_true(fits("colour", "colour"));
  assert_false(fits("colour", "animal"));
  assert_false(fits("number", "flag"));
  assert_false(fits("who", "number"));
  assert_false(fits("card", "colour"));
}

static void a_value_fits_where_none_may_be_but_not_the_other_way(void **unused) {
  (void)unused;
  assert_true(fits("maybe", "number"));
  assert_false(fits("number", "maybe"));
  assert_true(fits("no_colour", "colour"));
  assert_false(fits("colour", "no_colour"));
  assert_true(type_fits(checked_type(&t, "nobody"), t.c->none_type));
  assert_false(type_fits(checked_type(&t, "who"), t.c->none_type));
}

static void collections_fit_by_their_elements(void **unused) {
  (void)unused;
  assert_true(fits("colours", "colours"));
  assert_false(fits("colours", "animals"));
  assert_false(fits("few", "many")); /* of different size in a frame */
  assert_false(fits("colours", "bag_of_cards"));
  assert_true(fits("queue", "long_queue"));                                             /* copied one by one */
  assert_true(type_fits(checked_type(&t, "bag_of_cards"), checked_type(&t, "box_of"))); /* a zone read as a bag */
}

static void what_is_wrong_already_fits_everything(void **unused) {
  (void)unused;
  assert_true(type_fits(t.c->error_type, t.c->int_type));
  assert_true(type_fits(checked_type(&t, "colours"), t.c->error_type));
}

static void names_are_as_written(void **unused) {
  (void)unused;
  assert_string_equal(type_name(t.c, checked_type(&t, "number")), "int");
  assert_string_equal(type_name(t.c, checked_type(&t, "small")), "0..9");
  assert_string_equal(type_name(t.c, checked_type(&t, "no_colour")), "Colour or none");
  assert_string_equal(type_name(t.c, checked_type(&t, "players_seen")), "set of player");
  assert_string_equal(type_name(t.c, checked_type(&t, "bag_of_cards")), "bag of Card");
  assert_string_equal(type_name(t.c, checked_type(&t, "queue")), "list of int");
  assert_string_equal(type_name(t.c, checked_type(&t, "box_of")), "zone of Card");
}

static void phrases_are_as_spoken(void **unused) {
  (void)unused;
  assert_string_equal(type_phrase(t.c, checked_type(&t, "small")), "a number");
  assert_string_equal(type_phrase(t.c, checked_type(&t, "flag")), "true or false");
  assert_string_equal(type_phrase(t.c, checked_type(&t, "nobody")), "a player or none");
  assert_string_equal(type_phrase(t.c, checked_type(&t, "animal")), "an Animal");
  assert_string_equal(type_phrase(t.c, checked_type(&t, "colours")), "a set of Colour");
}

static void counts(void **unused) {
  (void)unused;
  assert_int_equal(type_count(t.c, checked_type(&t, "flag")), 2);
  assert_int_equal(type_count(t.c, checked_type(&t, "who")), 4);
  assert_int_equal(type_count(t.c, checked_type(&t, "colour")), 3);
  assert_int_equal(type_count(t.c, checked_type(&t, "card")), 2);
  assert_int_equal(type_count(t.c, checked_type(&t, "small")), 10);
  assert_int_equal(type_count(t.c, checked_type(&t, "number")), -1);
}

static void slots(void **unused) {
  (void)unused;
  assert_int_equal(type_slots(t.c, checked_type(&t, "number")), 1);
  assert_int_equal(type_slots(t.c, checked_type(&t, "colours")), 2);
  assert_int_equal(type_slots(t.c, checked_type(&t, "few")), 2);
  assert_int_equal(type_slots(t.c, checked_type(&t, "many")), 4);
  assert_int_equal(type_slots(t.c, checked_type(&t, "queue")), 6);      /* a length and five values */
  assert_int_equal(type_slots(t.c, checked_type(&t, "long_queue")), 8); /* seven, made even */
}

static void the_value_of_none(void **unused) {
  (void)unused;
  assert_int_equal(type_none(checked_type(&t, "maybe")), NONE_INT);
  assert_int_equal(type_none(checked_type(&t, "no_colour")), NONE_VALUE);
}

static void what_can_be_collected(void **unused) {
  (void)unused;
  assert_true(type_can_collect(t.c, TYPE_KIND_SET, checked_type(&t, "colour")));
  assert_true(type_can_collect(t.c, TYPE_KIND_SET, checked_type(&t, "small")));
  assert_false(type_can_collect(t.c, TYPE_KIND_SET, checked_type(&t, "number")));
  assert_false(type_can_collect(t.c, TYPE_KIND_SET, checked_type(&t, "no_colour")));
  assert_false(type_can_collect(t.c, TYPE_KIND_BAG, checked_type(&t, "queue")));
}

static void types_that_cannot_be(void **unused) {
  (void)unused;
  checked_expect("var v: set of int = []", "E0320 2:8");
  checked_expect("var v: set of 0..5000 = []", "E0320 2:8");
  checked_expect("var v: bag of 0..2000 = []", "E0320 2:8");
  checked_expect("var v: set of -3..3 = []", "E0320 2:8");
  checked_expect("var v: list of int up to 0 = []", "E0315 2:26");
  checked_expect("var v: 5..1 = 3", "E0315 2:8");
  checked_expect("var v: Nothing = 3", "E0202 2:8");
  checked_expect("var v[1..2, 1..2, 1..2, 1..2]: int = 0", "E0316 2:25");
  checked_expect("var v: path of nowhere or none = none", "E0216 2:16");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(plain_values_fit_their_own_kind),
    cmocka_unit_test(a_value_fits_where_none_may_be_but_not_the_other_way),
    cmocka_unit_test(collections_fit_by_their_elements),
    cmocka_unit_test(what_is_wrong_already_fits_everything),
    cmocka_unit_test(names_are_as_written),
    cmocka_unit_test(phrases_are_as_spoken),
    cmocka_unit_test(counts),
    cmocka_unit_test(slots),
    cmocka_unit_test(the_value_of_none),
    cmocka_unit_test(what_can_be_collected),
    cmocka_unit_test(types_that_cannot_be),
  };
  return cmocka_run_group_tests(tests, open_types, close_types);
}
