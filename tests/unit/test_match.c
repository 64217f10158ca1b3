/* compiler/match.c: a match covers everything, and no case stands twice. */
#include "tests/unit/checked.h"

static void expect_match(const char *type, const char *arms, const char *codes) {
  struct lang text;
  lang_open(&text);
  checked_expect(arena_format(text.arena,
                              "enum Colour { red blue green }\ndeck Card(colour: Colour) in z { ace(red) "
                              "king(blue) }\npile z: Card open\n"
                              "effect test(x: %s) {\n  match x { %s }\n}",
                              type, arms),
                 codes);
  lang_close(&text);
}

static void every_value_is_covered(void **unused) {
  (void)unused;
  const char *unused_effect = "W0501 5:8";
  expect_match("Colour", "red { } blue { } green { }", unused_effect);
  expect_match("Colour", "red, blue, green { }", unused_effect);
  expect_match("Colour", "red { } else { }", unused_effect);
  expect_match("bool", "true { } false { }", unused_effect);
  expect_match("player", "p1 { } p2 { } p3, p4 { }", unused_effect);
  expect_match("Card", "ace { } king { }", unused_effect);
  expect_match("0..9", "0..4 { } 5 { } 6..9 { }", unused_effect);
  expect_match("int", "1 { } else { }", unused_effect);
  expect_match("Colour or none", "none { } red, blue, green { }", unused_effect);
  expect_match("int or none", "none { } else { }", unused_effect);
}

static void something_is_missing(void **unused) {
  (void)unused;
  expect_match("Colour", "red { } blue { }", "E0309 6:3");
  expect_match("bool", "true { }", "E0309 6:3");
  expect_match("player", "p1 { } p2 { } p3 { }", "E0309 6:3");
  expect_match("0..9", "0..4 { } 6..9 { }", "E0309 6:3");
  expect_match("int", "1 { } 2 { }", "E0309 6:3");
  expect_match("Colour or none", "red, blue, green { }", "E0309 6:3");
}

static void something_stands_twice(void **unused) {
  (void)unused;
  expect_match("Colour", "red { } red { } else { }", "E0310 6:21");
  expect_match("int", "1 { } 1 { } else { }", "E0310 6:19");
  expect_match("int", "1..5 { } 3 { } else { }", "E0310 6:22");
  expect_match("int", "1..5 { } 2..4 { } else { }", "E0310 6:22");
  expect_match("int", "1..5 { } 4..8 { } else { }", "W0501 5:8"); /* six to eight are new */
  expect_match("Colour or none", "none { } none { } else { }", "E0310 6:22");
  expect_match("Colour", "else { } red { }", "E0310 6:22");
}

static void patterns_that_do_not_fit(void **unused) {
  (void)unused;
  expect_match("Colour", "1 { } else { }", "E0301 6:13");
  expect_match("Colour", "1..2 { } else { }", "E0301 6:13");
  expect_match("Colour", "purple { } else { }", "E0211 6:13");
  expect_match("Colour", "none { } else { }", "E0301 6:13");
  expect_match("int", "red { } else { }", "E0301 6:13");
  expect_match("int", "x { } else { }", "E0314 6:13");
  expect_match("set of Colour", "red { } else { }", "E0301 6:3");
}

static void the_message_names_what_is_missing(void **unused) {
  (void)unused;
  struct checked t;
  checked_open(&t, "enum E { a b c d e f g h }\nfn test(x: E) -> int = match x { a => 1 }\nsetup { say \"{test(a)}\" "
                   "}");
  assert_string_equal(lang_codes(&t.lang), "E0309 3:24");
  assert_string_equal(t.lang.diags.items[0]->message, "this match says nothing about b, c, d, e, f and more");
  checked_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_value_is_covered),
    cmocka_unit_test(something_is_missing),
    cmocka_unit_test(something_stands_twice),
    cmocka_unit_test(patterns_that_do_not_fit),
    cmocka_unit_test(the_message_names_what_is_missing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
