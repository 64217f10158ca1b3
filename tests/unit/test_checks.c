/* compiler/checks.c, hidden.c, cascade.c: recursion, what is never used, what is said aloud, what follows from what. */
#include "tests/unit/checked.h"

static void recursion_needs_a_bound(void **unused) {
  (void)unused;
  checked_expect("fn f(n: int) -> int = f(n - 1)\nsetup { say \"{f(1)}\" }", "E0404 2:23");
  checked_expect("fn f(n: int) -> int depth 3 = f(n - 1)\nsetup { say \"{f(1)}\" }", "");
  checked_expect("effect a() { b() }\neffect b() { a() }\nsetup { a() }", "E0404 2:14");
  checked_expect("effect a() depth 3 { b() }\neffect b() { a() }\nsetup { a() }", "");
}

static void every_circle_needs_its_own(void **unused) {
  (void)unused;
  checked_expect("effect a() depth 3 { b() }\neffect b() { a()  c() }\neffect c() { b() }\nsetup { a() }",
                 "E0404 3:19");
  checked_expect("effect a() { a() }\neffect b() { b() }\nsetup { a()  b() }", "E0404 2:14, E0404 3:14");
}

static void circles_through_cells_and_groups(void **unused) {
  (void)unused;
  checked_expect("enum E(f: effect(int)) { x(go) }\neffect go(n: int) { apply x.f(n) }\nsetup { go(1) }", "E0404 3:21");
  checked_expect("options g(p: player) { option again { ask(p) } }\n"
                 "effect ask(p: player) { choose c by p { include g(p)  option no { } } }\nsetup { ask(p1) }",
                 "E0404 2:39");
}

static void depths_have_limits(void **unused) {
  (void)unused;
  checked_expect("fn f(n: int) -> int depth 0 = f(n)\nsetup { say \"{f(1)}\" }", "E0315 2:27");
  checked_expect("fn f(n: int) -> int depth 256 = f(n)\nsetup { say \"{f(1)}\" }", "E0315 2:27");
}

static void what_is_never_used(void **unused) {
  (void)unused;
  checked_expect("const a = 3", "W0501 2:7");
  checked_expect("const _a = 3", "");
  checked_expect("var v: int = 0\nfn f() -> int = v", "W0501 3:4");
  checked_expect("setup { let x = 3 }", "W0501 2:13");
  checked_expect("setup { let _x = 3 }", "");
  checked_expect("deck D in z { a }\npool z: D open", ""); /* a starting place is a use */
  checked_expect("setting s: bool = false \"s\"", "");
  checked_expect("setup { let x = 3  say \"{y}\" }", "E0201 2:26"); /* not while something else is wrong */
}

static void what_is_never_reached(void **unused) {
  (void)unused;
  checked_expect("setup { end game  say \"x\" }", "W0506 2:19");
  checked_expect("setup { if true { leave } else { leave }  say \"x\" }", "W0506 2:43");
  checked_expect("setup { for i in 1..3 { break  say \"{i}\" } }", "W0506 2:32");
  checked_expect("setup { break  say \"x\" }", "E0405 2:9");
}

static void names_that_hide_others(void **unused) {
  (void)unused;
  checked_expect("var v: int = 0\nsetup { v = 1  for v in 1..3 { say \"{v}\" } }", "W0502 3:20");
  checked_expect("var v: int = 0\nfn f(v: int) -> int = v\nsetup { v = f(1) }", "W0502 3:6");
}

static const char zones[] = "deck D(n: int) in z { 3 of a(1) }\npile z: D hidden\npool hand[player]: D for owner\n"
                            "pool shown: D open\nvar secret[player]: int = 0 for owner\n";

static void hidden(const char *statement, const char *codes) {
  struct lang text;
  lang_open(&text);
  checked_expect(arena_format(text.arena,
                              "%sfn total(p: player) -> int = sum(c.n for c in hand[p])\n"
                              "effect test(p: player) { move a from z to shown  secret[p] = total(p)  %s }\nsetup { "
                              "test(p1) }",
                              zones, statement),
                 codes);
  lang_close(&text);
}

static void what_is_said_aloud(void **unused) {
  (void)unused;
  hidden("say \"{top(z)}\"", "E0409 8:78");
  hidden("say \"{total(p)}\"", "E0409 8:78"); /* through a fn */
  hidden("say \"{secret[p]}\"", "E0409 8:78");
  hidden("say \"{first(c in hand[p])}\"", "E0409 8:78");
  hidden("say \"{count(c in hand[p] where c == top(z))}\"", "E0409 8:78");
  hidden("say \"{count(c in hand[p])}\"", ""); /* that is public, like its size */
  hidden("say \"{size(z)} {size(hand[p])}\"", "");
  hidden("say to p \"{total(p)} {secret[p]}\"", "");
  hidden("say \"{count(c in shown)}\"", "");
}

static void what_follows_from_a_syntax_error_is_not_reported(void **unused) {
  (void)unused;
  struct lang lang;
  trv_program *program;
  trv_compile_options options = { 0 };
  lang_open(&lang);
  uint32_t file = lang_add(&lang, "test.trv", GAME "var v int = 3\nsetup { v = 1  w = 2 }\nplay { end game }\n");
  assert_int_equal(compile_source(lang.arena, &lang.sources, &lang.diags, file, &options, PASS_ALL, &program, NULL),
                   TRV_E_INPUT);
  assert_string_equal(lang_codes(&lang), "E0110 2:7, E0201 3:16");
  assert_int_equal(lang.diags.errors, 2);
  assert_null(program);
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(recursion_needs_a_bound),
    cmocka_unit_test(every_circle_needs_its_own),
    cmocka_unit_test(circles_through_cells_and_groups),
    cmocka_unit_test(depths_have_limits),
    cmocka_unit_test(what_is_never_used),
    cmocka_unit_test(what_is_never_reached),
    cmocka_unit_test(names_that_hide_others),
    cmocka_unit_test(what_is_said_aloud),
    cmocka_unit_test(what_follows_from_a_syntax_error_is_not_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
