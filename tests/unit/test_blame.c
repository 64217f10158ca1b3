/* compiler/cascade.c, repeats.c, blame.c, arguments.c: one cause is reported once, at its own place. */
#include "tests/unit/checked.h"

/* Compiles GAME and a text; wants exactly these codes and places, lines counted from 2. */
static void report_is(const char *text, const char *codes) {
  struct lang lang;
  lang_open(&lang);
  const char *whole = arena_format(lang.arena, GAME "%s\nplay { end game }\n", text);
  trv_program *program = NULL;
  uint32_t file = lang_add(&lang, "test.trv", whole);
  trv_compile_options options = { .struct_size = sizeof options, .name = "test.trv" };
  compile_source(lang.arena, &lang.sources, &lang.diags, file, &options, PASS_ALL, &program, NULL);
  trv_program_free(program);
  if (strcmp(lang_codes(&lang), codes) != 0) print_error("for: %s\n", text);
  assert_string_equal(lang_codes(&lang), codes);
  lang_close(&lang);
}

static void an_unknown_name_is_reported_once(void **unused) {
  (void)unused;
  report_is("setup { coins += 1  coins += 2  gold = 3 }", "E0201 2:9, E0201 2:33");
  report_is("var coin: int = 0\nsetup { coins += 1  coin += 2 }", "E0201 3:9");
}

static void a_misspelt_declaration_is_blamed(void **unused) {
  (void)unused;
  report_is("var coinz: int = 0\nsetup { coins += 1  coins += 2 }", "E0201 2:5");
  report_is("effect pay(palyer: int) { say \"{payer} pays {payer}\" }\nsetup { pay(1) }", "E0201 2:12");
  /* One use could be the misspelt one just as well. */
  report_is("var coinz: int = 0\nsetup { coins += 1 }", "E0201 3:9");
}

static void a_wrong_type_is_blamed_where_it_stands(void **unused) {
  (void)unused;
  report_is("var coins[player]: int = 0\nfn rich(p: bool) -> bool = coins[p] > 1\nsetup { if rich(p1) or rich(p2) { "
            "end game } }",
            "E0301 3:12");
  report_is("fn two() -> bool = 2\nsetup { var a: int = two()  a = two() + 1 }", "E0301 2:13");
  /* Most uses fit: the others are wrong. */
  report_is("var n: int = 0\nsetup { n = 1  n = 2  n = n + 3  n = n * n  n = n - 1  n = p1  n = p2 }",
            "E0301 3:60, E0301 3:68");
  /* Different types are wanted: the declaration cannot be right for all. */
  report_is("enum Colour { red blue }\nvar n: int = 0\nsetup { n = p1  n = red }", "E0301 4:13, E0301 4:21");
}

static void exchanged_arguments_are_one_mistake(void **unused) {
  (void)unused;
  const char *pay = "effect pay(p: player, n: int) { say \"{p} {n}\" }\n";
  struct lang lang;
  lang_open(&lang);
  const char *text = arena_format(lang.arena, "%ssetup { pay(2, p1)  pay(p1, 2)  pay(p2, 1) }", pay);
  report_is(text, "E0321 3:13");
  report_is(arena_format(lang.arena, "%ssetup { pay(2, p1)  pay(3, p2) }", pay), "E0301 2:8");
  report_is(arena_format(lang.arena, "%ssetup { pay(true, p1) pay(p1, 2) }", pay), "E0301 3:13, E0301 3:19");
  lang_close(&lang);
}

static void what_could_not_be_read_is_not_missed(void **unused) {
  (void)unused;
  report_is("conat limit = 3\nsetup { say \"{limit}\" }", "E0112 2:1");
  report_is("enumm Colour { red blue }\nvar c: Colour = red\nsetup { c = blue }", "E0112 2:1");
  report_is("enum Colour from \"nowhere.csv\"\nvar c: Colour = red\nsetup { c = blue }", "E0521 2:13");
  report_is("setup {\n  lte x = 3\n  say \"{x} {y}\"\n}", "E0112 3:3, E0201 4:13");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_unknown_name_is_reported_once),       cmocka_unit_test(a_misspelt_declaration_is_blamed),
    cmocka_unit_test(a_wrong_type_is_blamed_where_it_stands), cmocka_unit_test(exchanged_arguments_are_one_mistake),
    cmocka_unit_test(what_could_not_be_read_is_not_missed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
