/* compiler/layout.c: how zones are stored, how wide variables are, where cards start. */
#include "tests/unit/checked.h"

#include "compiler/passes.h"

static struct checked t;
static int open_layout(void **unused) {
  (void)unused;
  checked_open(&t, "enum Colour { red blue green }\n"
                   "deck Single in singles { a b c }\n"
                   "deck Double in doubles { 2 of d  e }\n"
                   "deck Own each player in own[player] { f g }\n"
                   "deck Placed(colour: Colour) in places[colour] { h(red) i(green) }\n"
                   "pool singles: Single open\n"
                   "pool doubles: Double open  holds 2\n"
                   "pile heap[player]: Double hidden  refill from spent[player]\n"
                   "pile spent[player]: Double open\n"
                   "pool own[player]: Own for owner\n"
                   "pool places[Colour]: Placed open\n"
                   "row slots[3]: Single open\n"
                   "var small[Colour]: bool = false\n"
                   "var medium[Colour]: 0..1000 = 0\n"
                   "var large[Colour]: int = 0\n"
                   "var lone: bool = false\n"
                   "var maybe[Colour]: int or none = none\n"
                   "var sets[player]: set of Colour = []\n"
                   "track steam: 0..9 = 0\n"
                   "track heat: 0..9 = 0 clamped\n"
                   "var dice: list of 1..6 up to 3 = []\nvar numbers: list of int up to 3 = []\n"
                   "setting quick: bool = true \"q\"\n");
  if (t.lang.diags.errors) print_error("%s\n", lang_codes(&t.lang));
  layout_state(t.c);
  return (int)t.lang.diags.errors;
}
static int close_layout(void **unused) {
  (void)unused;
  checked_close(&t);
  return 0;
}

static const struct zone *zone(const char *name, int instance) {
  return ITEM(t.c, zones, struct zone, checked_symbol(&t, name)->first_instance + instance);
}
static const struct storage *storage(const char *name) {
  return ITEM(t.c, storages, struct storage, checked_symbol(&t, name)->storage);
}
static const struct deck *deck(const char *name) {
  return ITEM(t.c, decks, struct deck, checked_symbol(&t, name)->deck_index);
}

static void forms_of_zones(void **unused) {
  (void)unused;
  assert_int_equal(zone("singles", 0)->form, ZONE_BITS);
  assert_int_equal(zone("doubles", 0)->form, ZONE_COUNTS);
  assert_int_equal(zone("heap", 0)->form, ZONE_PILE);
  assert_int_equal(zone("slots", 2)->form, ZONE_SLOT);
  assert_int_equal(zone("own", 0)->form, ZONE_COUNTS); /* every player has a copy */
  assert_int_equal(ITEM(t.c, zones, struct zone, deck("Single")->box)->form, ZONE_BITS);
}

static void owners_limits_and_refilling(void **unused) {
  (void)unused;
  assert_int_equal(zone("heap", 3)->owner, 3);
  assert_int_equal(zone("singles", 0)->owner, -1);
  assert_int_equal(zone("doubles", 0)->holds, 2);
  assert_int_equal(zone("singles", 0)->holds, -1);
  assert_int_equal(zone("heap", 2)->refill, checked_symbol(&t, "spent")->first_instance + 2);
  assert_int_equal(zone("spent", 0)->refill, -1);
}

static void room_for_all_cards(void **unused) {
  (void)unused;
  assert_int_equal(zone("heap", 0)->capacity, 3);
  assert_int_equal(zone("own", 0)->capacity, 8);
  assert_int_equal(deck("Own")->total, 8);
  assert_int_equal(deck("Double")->total, 3);
}

static void places_do_not_overlap(void **unused) {
  (void)unused;
  for (size_t i = 1; i < t.c->zones.count; i++) {
    const struct zone *before = ITEM(t.c, zones, struct zone, i - 1), *here = ITEM(t.c, zones, struct zone, i);
    assert_true(here->offset >= before->offset + before->bytes);
  }
  const struct storage *last = ITEM(t.c, storages, struct storage, t.c->storages.count - 1);
  assert_true(ITEM(t.c, zones, struct zone, 0)->offset >= last->offset + last->width * last->count);
}

static void widths(void **unused) {
  (void)unused;
  assert_int_equal(storage("small")->width, 1);
  assert_int_equal(storage("medium")->width, 2);
  assert_int_equal(storage("large")->width, 4);
  assert_int_equal(storage("lone")->width, 4); /* a slot of its own */
  assert_int_equal(storage("maybe")->width, 4);
  assert_int_equal(storage("sets")->width, 8);
  assert_int_equal(storage("sets")->count, 4);
}

static void ranges_are_watched_or_clamped(void **unused) {
  (void)unused;
  assert_int_equal(storage("steam")->check, 1);
  assert_int_equal(storage("heat")->check, 2);
  assert_int_equal(storage("large")->check, 0);
  assert_int_equal(storage("steam")->high, 9);
  assert_int_equal(storage("dice")->check, 1);
  assert_int_equal(storage("dice")->low, 1);
  assert_int_equal(storage("numbers")->check, 0);
}

static void where_cards_start(void **unused) {
  (void)unused;
  const struct deck *placed = deck("Placed");
  int32_t first = checked_symbol(&t, "places")->first_instance;
  assert_int_equal(*ITEM(t.c, ints, int32_t, placed->homes), first);
  assert_int_equal(*ITEM(t.c, ints, int32_t, placed->homes + 1), first + 2);
  assert_int_equal(deck("Own")->home_stride, 1);
  assert_int_equal(deck("Own")->each_player, 1);
}

static void starting_places_that_cannot_be(void **unused) {
  (void)unused;
  checked_expect("deck D in nowhere { a }", "E0411 2:11");
  checked_expect("deck D in z { a }\ndeck F in z { b }\npile z: D open", "E0411 3:11");
  checked_expect("deck D in z { a }\npile z[player]: D open", "E0411 2:11");
  checked_expect("deck D in z[player] { a }\npile z[player]: D open", "E0411 2:11");
  checked_expect("deck D in z[f] { a }\npile z[player]: D open", "E0411 2:13");
  checked_expect("deck D(f: int) in z[f] { a(1) }\npile z[player]: D open", "E0411 2:21");
  checked_expect("deck D in z[player] { a }\npile z: D open", "E0411 2:11");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(forms_of_zones),
    cmocka_unit_test(owners_limits_and_refilling),
    cmocka_unit_test(room_for_all_cards),
    cmocka_unit_test(places_do_not_overlap),
    cmocka_unit_test(widths),
    cmocka_unit_test(ranges_are_watched_or_clamped),
    cmocka_unit_test(where_cards_start),
    cmocka_unit_test(starting_places_that_cannot_be),
  };
  return cmocka_run_group_tests(tests, open_layout, close_layout);
}
