/* compiler/seats.c: fields of seats in rules, with every pass and none; seats that cannot be. */
#include "tests/unit/compiled.h"

#include "tests/unit/checked.h"

#define RULES                                                                                                          \
  "game \"T\" { players 2..4\n"                                                                                        \
  "  seats(forward: Way, home: int, partner: player, second: player or none, ways: set of Way, title: text)\n"         \
  "    north(down, 1, south, none, [up, down], \"the North\"), east(up, -2, p4, south, [], \"the East\"),\n"           \
  "    south(up, 8, north, none, [up], \"the South\"), west(down, four, east, p1, [], \"the West\") }\n"               \
  "const four = 4\nconst both = north.home + p3.home\n"                                                                \
  "enum Way(rows: int) { up(1) down(-1) }\n"                                                                           \
  "var at: player = p2\nvar lead: player or none = none\nvar n: int = 0\n"                                             \
  "fn twice(p: player) -> int = 2 * p.home\n"                                                                          \
  "effect count_up() { for p in players where p.forward == up { n += p.home } }\n"                                     \
  "effect ask() { choose home by p1 { option go(q in players where q.home > 0) needs q.forward != up { n = q.home } "  \
  "otherwise { } } }\n"                                                                                                \
  "play { say \"{north.title}\"  ask()  count_up() }\n"                                                                \
  "scenario \"a\" players 4 {\n"                                                                                       \
  "  given { lead = p3 }\n  run count_up()\n  expect n == 6 and both == 9 and west.home == 4\n"                        \
  "  expect at.home == -2 and at.partner == west and at.partner.partner == at\n"                                       \
  "  expect lead.home == 8 and (lead.forward ?? down) == up and at.forward.rows == 1\n"                                \
  "  expect at.second.home == 8 and p1.second is none and (p1.second.home ?? 7) == 7\n"                                \
  "  expect twice(p4) == 8 and sum(p.home for p in players) == 11 and most(p in players by p.home) == south\n"         \
  "  expect set(p in players where p.home > 0) == [north, south, west] and north.ways has up and empty(east.ways)\n"   \
  "  run ask()\n  expect only go(north), go(west)\n  p1: go(west)\n  expect n == 4\n}\n"                               \
  "scenario \"b\" players 2 { expect lead.home is none and sum(p.home for p in players) == -1 }\n"

static void fields_are_read(void **unused) {
  (void)unused;
  compiled_passes(RULES);
}

/* Optimisations find the same. */
static void passes_agree(void **unused) {
  (void)unused;
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "test.trv", .text = RULES, .length = strlen(RULES), .passes = "none"
  };
  trv_program *program;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  for (uint32_t i = 0; i < 2; i++) {
    char message[500] = "";
    uint32_t line;
    int status = trv_scenario_run(program, i, message, sizeof message, &line);
    if (status != TRV_OK) print_error("%s\n", message);
    assert_int_equal(status, TRV_OK);
  }
  trv_program_free(program);
}

/* What is reported of a game whose part `seats` is this. */
static void seats_expect(const char *seats, const char *rules, const char *codes) {
  struct lang lang;
  lang_open(&lang);
  const char *text = arena_format(lang.arena, "game \"T\" { players 2..3\n%s }\n%s\nplay { end game }\n", seats, rules);
  uint32_t file = lang_add(&lang, "test.trv", text);
  compile_check(lang.arena, &lang.sources, &lang.diags, file, NULL);
  diag_sort(&lang.diags);
  if (strcmp(lang_codes(&lang), codes) != 0) print_error("for: %s %s\n", seats, rules);
  assert_string_equal(lang_codes(&lang), codes);
  lang_close(&lang);
}

static void seats_that_cannot_be(void **unused) {
  (void)unused;
  seats_expect("seats(n: int) a(1), b(2), c(3)", "fn _f(p: player) -> int = p.n", "");
  seats_expect("seats(n: int) a(1), b(2)", "fn f() -> int = p3.n", "E0502 2:1");
  seats_expect("seats(n: int) a(1), b(2), c", "", "E0502 2:27");
  seats_expect("seats(n: int) a(1), b(2), c(3, 4)", "", "E0502 2:27");
  seats_expect("seats a(1), b(2), c(3)", "fn f(p: player) -> int = p.n", "E0502 2:7");
  seats_expect("seats(n: int) a(1), b(2), c(p1)", "", "E0301 2:29");
  seats_expect("seats(n: 1..2) a(1), b(2), c(3)", "", "E0315 2:30");
  seats_expect("seats(n: int, n: int) a(1, 1), b(2, 2), c(3, 3)", "", "E0209 2:15");
  seats_expect("seats(n: effect(player)) a(e), b(e), c(e)", "", "E0320 2:7");
  seats_expect("seats(n: int) a(1), b(2), a(3)", "", "E0209 2:27");
  seats_expect("seats(n: int) a(1), b(2), c(3), d(4)", "", "E0413 2:33");
  seats_expect("seats(n: Nowhere) a(1), b(2), c(3)", "fn f(p: player) -> int = p.n", "E0202 2:10");
  seats_expect("seats(n: int) a(1), b(2), c(3)", "fn f(p: player) -> int = p.m", "E0205 3:28");
  seats_expect("seats a, b, c", "fn f(p: player) -> int = p.m", "E0205 3:28");
  seats_expect("seats(n: int) a(1), b(2), c(3)", "setup { p1.n = 3 }", "E0306 3:9");
  seats_expect("seats(n: int) a(1), b(2), c(3)", "fn f(p: player or none) -> int = p.n", "E0302 3:34");
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(fields_are_read), cmocka_unit_test(passes_agree),
                                      cmocka_unit_test(seats_that_cannot_be) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
