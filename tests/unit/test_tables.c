/* compiler/tables.c, row_loops.c, cells.c, labels.c: enums, decks and tables from rows and from CSV text. */
#include "tests/unit/checked.h"

static void open_with(struct checked *t, const char *csv, const char *text) {
  checked_start(t);
  lang_add(&t->lang, "t.csv", csv);
  checked_run(t, text);
}

/* Checks a text with a table and wants these diagnostics: those of test.trv first, then those of the table. */
static void expect_with(const char *csv, const char *text, const char *codes) {
  struct checked t;
  open_with(&t, csv, text);
  if (strcmp(lang_codes(&t.lang), codes) != 0) print_error("for: %s\nwith: %s\n", text, csv);
  assert_string_equal(lang_codes(&t.lang), codes);
  checked_close(&t);
}

static void values_come_from_rows(void **unused) {
  (void)unused;
  struct checked t;
  checked_open(&t, "enum Town(cost: int, coast: bool, twin: Town or none) {\n"
                   "  paris(3, false, rome)  new_rome(2, true, none) \"New Rome\"  rome(-1, true, paris) }\n"
                   "setup { say \"{paris.cost} {paris.coast}\" }");
  assert_string_equal(lang_codes(&t.lang), "");
  const struct symbol *town = checked_symbol(&t, "Town");
  assert_int_equal(town->count, 3);
  assert_string_equal(town->values[1].name, "new_rome");
  assert_string_equal(town->values[1].label, "New Rome");
  assert_string_equal(town->values[0].label, "paris");
  assert_int_equal(checked_field(&t, "Town", "cost")->values[2], -1);
  assert_int_equal(checked_field(&t, "Town", "coast")->values[1], 1);
  assert_int_equal(checked_field(&t, "Town", "twin")->values[0], 2);
  assert_int_equal(checked_field(&t, "Town", "twin")->values[1], NONE_VALUE);
  checked_close(&t);
}

static void values_come_from_a_file(void **unused) {
  (void)unused;
  struct checked t;
  open_with(&t,
            "id,label,cost,twin,near,note\nparis,\"Paris, F\",3,rome,rome "
            "oslo,x\nrome,,2,,,\nold_oslo,,5,none,paris,\noslo,,0,paris,,\n",
            "enum Town(cost: int or none, twin: Town or none, near: list of Town up to 2) from \"t.csv\"\n"
            "setup { say \"{paris}\" }");
  assert_string_equal(lang_codes(&t.lang), "");
  const struct symbol *town = checked_symbol(&t, "Town");
  assert_int_equal(town->count, 4);
  assert_string_equal(town->values[0].label, "Paris, F");
  assert_string_equal(town->values[2].label, "old oslo");
  const int32_t *near = checked_field(&t, "Town", "near")->values;
  assert_int_equal(near[0], 2);
  assert_int_equal(near[1], 1);
  assert_int_equal(near[2], 3);
  assert_int_equal(near[4], 0);
  assert_int_equal(checked_field(&t, "Town", "twin")->values[1], NONE_VALUE);
  checked_close(&t);
}

static void copies_and_totals(void **unused) {
  (void)unused;
  struct checked t;
  open_with(&t, "id,count\nace,2\nking,0\nqueen,5\n",
            "deck Card in stock total 7 from \"t.csv\"\npile stock: Card "
            "open");
  assert_string_equal(lang_codes(&t.lang), "");
  assert_int_equal(checked_symbol(&t, "Card")->total, 7);
  assert_int_equal(checked_symbol(&t, "Card")->values[0].copies, 2);
  checked_close(&t);
  expect_with("id,count\nace,2\n", "deck Card in stock total 7 from \"t.csv\"\npile stock: Card open", "E0403 1:4");
  expect_with("id\nace\n", "deck Card in stock total 7 from \"t.csv\"\npile stock: Card open", "E0403 1:1");
  expect_with("id,count\nace,x\n", "deck Card in stock from \"t.csv\"\npile stock: Card open", "E0523 2:5");
  expect_with("id,count\nace,128\n", "deck Card in stock from \"t.csv\"\npile stock: Card open", "E0523 2:5");
  checked_expect("deck Card in stock { 200 of ace }\npile stock: Card open", "E0523 2:29");
  checked_expect("deck Card in stock { 2147483647 of ace  2147483647 of king }\npile stock: Card open",
                 "E0523 2:36, E0523 2:55");
}

static void tables_of_two_keys(void **unused) {
  (void)unused;
  struct checked t;
  open_with(&t, "small_town,colour,price\nrome,red,7\nparis,blue,3\n",
            "enum SmallTown { paris rome }\nenum Colour { red blue }\n"
            "table fare[SmallTown, Colour](price: int) from \"t.csv\"\nsetup { say \"{fare[rome, red].price}\" }");
  assert_string_equal(lang_codes(&t.lang), "");
  const struct symbol *fare = checked_symbol(&t, "fare");
  assert_int_equal(fare->table_rows[0 * 2 + 0], -1);
  assert_int_equal(fare->table_rows[0 * 2 + 1], 1);
  assert_int_equal(fare->table_rows[1 * 2 + 0], 0);
  assert_int_equal(checked_field(&t, "fare", "price")->values[0], 7);
  checked_close(&t);
}

static void labels_made_from_fields(void **unused) {
  (void)unused;
  struct checked t;
  checked_open(&t,
               "enum Town(size: int) { paris(9) \"Paris\"  rome(8) }\n"
               "deck Leg(a: Town, b: Town or none, n: int, t: text, y: bool) \"{a} ({a.size}) to {b}: {n} {t} {y}\" "
               "in legs {\n"
               "  one(paris, rome, 3, \"far\", true)  two(rome, none, -4, \"\", false)  three(rome, rome, 0, \"\", "
               "true) \"its own\" }\n"
               "pile legs: Leg open");
  assert_string_equal(lang_codes(&t.lang), "");
  const struct value_name *legs = checked_symbol(&t, "Leg")->values;
  assert_string_equal(legs[0].label, "Paris (9) to rome: 3 far yes");
  assert_string_equal(legs[1].label, "rome (8) to none: -4  no");
  assert_string_equal(legs[2].label, "its own");
  checked_close(&t);
}

static void labels_that_cannot_be_made(void **unused) {
  (void)unused;
  checked_expect("deck D(cost: int) \"{cots}\" in z { one(3) two(4) }\npile z: D open", "E0205 2:21");
  checked_expect("deck D(cost: int) \"{cost.x}\" in z { one(3) }\npile z: D open", "E0205 2:26");
  checked_expect("deck D(cost: int) \"{cost + 1}\" in z { one(3) }\npile z: D open", "E0314 2:21");
  checked_expect("deck D(costs: list of int up to 2) \"{costs}\" in z { one([3]) }\npile z: D open", "E0314 2:38");
}

static void rows_that_do_not_fit(void **unused) {
  (void)unused;
  checked_expect("enum E(f: int) { a(1) b }", "E0502 2:23");
  checked_expect("enum E(f: int) { a(1, 2) }", "E0502 2:18");
  checked_expect("enum E(f: bool) { a(1) }", "E0301 2:21");
  checked_expect("enum E(f: 0..3) { a(4) }", "E0315 2:21");
  checked_expect("enum E(f: text) { a(4) }", "E0301 2:21");
  checked_expect("enum E(f: set of bool) { a(true) }", "E0301 2:28");
  checked_expect("enum E(f: list of int up to 1) { a([1, 2]) }", "E0315 2:40");
  checked_expect("enum E(f: int, f: int) { a(1, 2) }", "E0209 2:16");
  checked_expect("enum E { a b a }", "E0522 2:14");
  checked_expect("enum E { }", "E0525 2:6");
}

static void rows_that_stand_for_several(void **unused) {
  (void)unused;
  struct checked t;
  checked_open(&t, "deck Playing(suit: Suit, rank: Rank) in stock total 6 {\n"
                   "  suit_rank(suit, rank) \"{rank} of {suit}\" for suit in Suit where suit != joker, rank in Rank }\n"
                   "deck Number(value: int) in numbers total 7 {\n"
                   "  n of card(10 * n) for n in -1..most where n > 0  most of wild(0) \"{most}\" for n in [5, 7] }\n"
                   "enum Suit { hearts \"Hearts!\" spades joker }\n"
                   "const most = 2\n"
                   "enum Rank(points: int) { value(n + 1) \"{n}\" for n in 2..3  ace(9) }\n"
                   "enum Step { to for n in -1..1 }\n"
                   "pile stock: Playing open\npool numbers: Number open\n"
                   "setup { say \"{hearts_ace.suit} {hearts_value_2.rank.points} {card_2.value} {to_minus_1}\" }");
  assert_string_equal(lang_codes(&t.lang), "");
  const struct symbol *playing = checked_symbol(&t, "Playing"), *number = checked_symbol(&t, "Number");
  assert_int_equal(playing->count, 6);
  assert_string_equal(playing->values[4].name, "spades_value_3");
  assert_string_equal(playing->values[2].label, "ace of Hearts!");
  assert_int_equal(checked_field(&t, "Playing", "suit")->values[5], 1);
  assert_int_equal(checked_field(&t, "Playing", "rank")->values[5], 2);
  assert_int_equal(number->count, 4);
  assert_int_equal(number->total, 7);
  assert_int_equal(number->values[1].copies, 2);
  assert_int_equal(checked_field(&t, "Number", "value")->values[1], 20);
  assert_string_equal(number->values[3].name, "wild_7");
  assert_string_equal(number->values[3].label, "2");
  assert_string_equal(checked_symbol(&t, "Step")->values[0].name, "to_minus_1");
  checked_close(&t);
}

static void rows_that_cannot_be_made(void **unused) {
  (void)unused;
  checked_expect("enum A(x: int) { n(n) for n in 1..3 }", "E0523 2:18");
  checked_expect("enum A { a for b in A }", "E0314 2:21");
  checked_expect("enum A { a for b in B }  enum B { b for a in A }", "E0314 2:46");
  checked_expect("enum A { a for b in C }", "E0202 2:21");
  checked_expect("enum A { a for b in D }\ndeck D in z { d }\npool z: D open", "E0314 2:21");
  checked_expect("enum A { a for n in 1..1000000 }", "E0410 2:10");
  checked_expect("enum A { a for n in 1..30000 }  enum B { b for n in 1..30000 }", "E0410 2:42");
  checked_expect("enum A { a for n in 1..2000000000 where n < 0 }", "E0410 2:16");
  checked_expect("enum A { x for a in 1..1, b in 1..1, c in 1..1, d in 1..1, e in 1..1, f in 1..1, g in 1..1, "
                 "h in 1..1, i in 1..1 }",
                 "E0410 2:104");
  checked_expect("enum A { a for n in 1..3 by n }", "E0314 2:29");
  checked_expect("enum A { a for n in 1..3, n in 1..3 }", "E0209 2:27");
  checked_expect("enum A { a for n in 1..3 a for n in 3..4 }", "E0522 2:26");
  checked_expect("enum A { a \"{x}\" for n in 1..3 }", "E0314 2:14");
  checked_expect("enum A(x: bool) { a(n) for n in 1..3 }", "E0301 2:21");
  checked_expect("enum A { a for n in [1, x] }", "E0314 2:21");
  checked_expect("enum A { a for n in 1..3 where x > n }", "E0314 2:32");
  checked_expect("enum A { k of a }", "E0523 2:10");
  checked_expect("deck D in z { n of a for n in 126..128 }\npool z: D open", "E0523 2:15");
}

static void cells_that_do_not_fit(void **unused) {
  (void)unused;
  expect_with("id,f\na,x\n", "enum E(f: int) from \"t.csv\"", "E0526 2:3");
  expect_with("id,f\na,\n", "enum E(f: int) from \"t.csv\"", "E0526 2:3");
  expect_with("id,f\na,99999999999\n", "enum E(f: int) from \"t.csv\"", "E0526 2:3");
  expect_with("id,f\na,yes\n", "enum E(f: bool) from \"t.csv\"", "E0526 2:3");
  expect_with("id,f\na,b\n", "enum E(f: E) from \"t.csv\"", "E0526 2:3");
  expect_with("id,f\na,1 x\n", "enum E(f: list of int up to 2) from \"t.csv\"", "E0526 2:5");
  expect_with("id,f\na,1 2 3\n", "enum E(f: list of int up to 2) from \"t.csv\"", "E0526 2:3");
  expect_with("id,f\na,nonsense(\n", "enum E(f: effect(player)) from \"t.csv\"", "E0111 2:12");
  expect_with("id,f\na,go(1)\n", "enum E(f: effect(player)) from \"t.csv\"\neffect go(p: player) { say \"{p}\" }",
              "E0303 2:3");
  expect_with("id,f\na,og\n", "enum E(f: effect(player)) from \"t.csv\"\neffect go(p: player) { say \"{p}\" }",
              "E0204 2:3");
  expect_with("id,f\nA,1\n", "enum E(f: int) from \"t.csv\"", "E0523 2:1");
  expect_with("name,f\na,1\n", "enum E(f: int) from \"t.csv\"", "E0524 1:1");
  expect_with("id,g\na,1\n", "enum E(f: int) from \"t.csv\"", "E0524 1:1");
  expect_with("id,cots\na,1\n", "enum E(cost: int) from \"t.csv\"", "E0524 1:4");
}

/* What a broken table would have declared is not missed anywhere else. */
/* A seat that the game never has would be a place outside of whatever is indexed by it. */
static void seats_in_cells(void **unused) {
  (void)unused;
  struct checked t;
  open_with(&t, "id,who\na,p1\nb,p4\n", "enum E(who: player) from \"t.csv\"\nsetup { say \"{a.who}\" }");
  assert_string_equal(lang_codes(&t.lang), "");
  assert_int_equal(checked_field(&t, "E", "who")->values[1], 3);
  checked_close(&t);
  expect_with("id,who\na,p1\nb,p5\n", "enum E(who: player) from \"t.csv\"\nsetup { say \"{a.who}\" }", "E0217 3:3");
  expect_with("id,who\na,p1\nb,p99\n", "enum E(who: player) from \"t.csv\"\nsetup { say \"{a.who}\" }", "E0217 3:3");
  expect_with("id,who\na,p1\nb,p0\n", "enum E(who: player) from \"t.csv\"\nsetup { say \"{a.who}\" }", "E0526 3:3");
  expect_with("player,n\np1,1\np9,2\n", "table pay[player](n: int) from \"t.csv\"\nsetup { say \"{pay[p1].n}\" }",
              "E0217 3:1");
}

static void one_report_for_a_broken_table(void **unused) {
  (void)unused;
  const char *text = "enum Town(size: int) from \"t.csv\"\ngraph roads: Town { paris - rome }\n"
                     "deck Card(town: Town) in stock total 1 { one(rome) }\npile stock: Card open\n"
                     "var at[player]: Town = paris\n"
                     "setup { if (distance(roads, paris, oslo) ?? 9) > oslo.size { at[p1] = rome } }";
  expect_with("id,size\nparis,1\nrome\noslo,3\n", text, "E0502 3:1");
  expect_with("id,size\nparis,\"1\nrome,2\noslo,3\n", text, "E0503 2:7");
  expect_with("name,size\nparis,1\nrome,2\noslo,3\n", text, "E0524 1:1");
  expect_with("id,count\nace,2\nking\n", "deck Card in stock total 3 from \"t.csv\"\npile stock: Card open",
              "E0502 3:1");
}

static void tables_that_do_not_fit(void **unused) {
  (void)unused;
  expect_with("colour,price\nred,1\nred,2\n", "enum Colour { red }\ntable t[Colour](price: int) from \"t.csv\"",
              "E0522 3:1");
  expect_with("color,price\nred,1\n", "enum Colour { red }\ntable t[Colour](price: int) from \"t.csv\"", "E0524 1:1");
  expect_with("colour,price\nblack,1\n", "enum Colour { red }\ntable t[Colour](price: int) from \"t.csv\"",
              "E0526 2:1");
  checked_expect("enum E from \"nowhere.csv\"", "E0521 2:8");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(values_come_from_rows),    cmocka_unit_test(values_come_from_a_file),
    cmocka_unit_test(copies_and_totals),        cmocka_unit_test(tables_of_two_keys),
    cmocka_unit_test(labels_made_from_fields),  cmocka_unit_test(labels_that_cannot_be_made),
    cmocka_unit_test(rows_that_do_not_fit),     cmocka_unit_test(cells_that_do_not_fit),
    cmocka_unit_test(seats_in_cells),           cmocka_unit_test(one_report_for_a_broken_table),
    cmocka_unit_test(tables_that_do_not_fit),   cmocka_unit_test(rows_that_stand_for_several),
    cmocka_unit_test(rows_that_cannot_be_made),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
