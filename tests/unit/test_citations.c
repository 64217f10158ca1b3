/* compiler/citations.c: citations in the rules and items of the rulebook, in both directions. */
#include "tests/unit/lang.h"

#include <errno.h>
#include <stdlib.h>

#include "compiler/compile.h"

static const char book[] = "# Rules\n\n- **R1** First.\n- **R2** Second.\n- **R3** Third.\n- **A1** A ruling.\n"
                           "- **S1** A test.\n- **S2** Another.\n";

struct citing {
  struct lang lang;
  trv_rulebook_report result;
  trv_program *program;
};

static void cite(struct citing *t, const char *text) {
  memset(t, 0, sizeof *t);
  lang_open(&t->lang);
  lang_add(&t->lang, "book.md", book);
  uint32_t file = lang_add(&t->lang, "test.trv", text);
  trv_compile_options options = { .rulebook = true };
  compile_source(t->lang.arena, &t->lang.sources, &t->lang.diags, file, &options, PASS_ALL, &t->program, &t->result);
}

static void done(struct citing *t) {
  trv_program_free(t->program);
  lang_close(&t->lang);
}

static const char *joined(struct citing *t, const char *const *names, uint32_t count) {
  const char *text = "";
  for (uint32_t i = 0; i < count; i++) text = arena_format(t->lang.arena, "%s%s%s", text, i ? " " : "", names[i]);
  return text;
}

#define HEAD "game \"T\" { players 2..2  rulebook \"book.md\" }\n"

static void what_is_cited(void **unused) {
  (void)unused;
  struct citing t;
  cite(&t, HEAD "setup { }  @R1-R2\nplay { end game @A1\n}\nscenario \"x\" @S1 players 2 { expect 1 == 1 }\n");
  assert_string_equal(lang_codes(&t.lang), "");
  assert_true(t.result.present);
  assert_int_equal(t.result.items, 6);
  assert_int_equal(t.result.cited, 4);
  assert_string_equal(joined(&t, t.result.uncited, t.result.uncited_count), "R3");
  assert_string_equal(joined(&t, t.result.untested, t.result.untested_count), "S2");
  assert_int_equal(t.result.unknown_count, 0);
  done(&t);
}

static void scenarios_count_only_for_their_own_items(void **unused) {
  (void)unused;
  struct citing t;
  cite(&t, HEAD "play { end game }\nscenario \"x\" @S1 @R1 players 2 { expect 1 == 1 }\nsetup { } @S2\n");
  assert_int_equal(t.result.cited, 1);
  assert_string_equal(joined(&t, t.result.uncited, t.result.uncited_count), "R1 R2 R3 A1");
  assert_string_equal(joined(&t, t.result.untested, t.result.untested_count), "S2");
  done(&t);
}

static void items_that_do_not_exist(void **unused) {
  (void)unused;
  struct citing t;
  cite(&t, HEAD "setup { }  @R9 @R3-R4\nplay { end game @R9\n}\n");
  assert_string_equal(lang_codes(&t.lang), "E0611 2:12, E0611 2:16, E0611 3:17");
  assert_string_equal(joined(&t, t.result.unknown, t.result.unknown_count), "R9 R4");
  assert_null(t.program);
  done(&t);
}

static void ranges_go_upwards(void **unused) {
  (void)unused;
  struct citing t;
  cite(&t, HEAD "setup { }  @R3-R1\nplay { end game }\n");
  assert_string_equal(lang_codes(&t.lang), "E0612 2:12");
  done(&t);
  cite(&t, HEAD "setup { }  @R1-R1002\nplay { end game }\n");
  assert_string_equal(lang_codes(&t.lang), "E0612 2:12");
  assert_string_equal(t.lang.diags.items[0]->message, "a range of citations spans at most 1,000 numbers");
  done(&t);
}

static void where_items_stand_and_are_cited(void **unused) {
  (void)unused;
  struct citing t;
  cite(&t, HEAD "phase turn(p: player) \"turn\" {  @R1\n  say \"x\"\n  end game  @R2-R3\n}\nplay { turn(p1) }\n"
                "scenario \"x\" @S1 @R1 players 2 { expect 1 == 1 }\n");
  assert_string_equal(lang_codes(&t.lang), "");
  assert_string_equal(t.result.file, "book.md");
  assert_string_equal(t.result.list[3].name, "A1");
  assert_int_equal(t.result.list[3].line, 6);
  assert_int_equal(t.result.citation_count, 5);
  const trv_citation *header = &t.result.citations[0], *end = &t.result.citations[2], *test = &t.result.citations[4];
  assert_int_equal(header->item, 0);
  assert_string_equal(header->part_of, "phase turn");
  assert_int_equal(header->line, 2);
  assert_int_equal(header->cite_line, 2);
  assert_int_equal(header->end_line, 5);
  assert_false(header->in_scenario);
  assert_int_equal(end->item, 2);
  assert_int_equal(end->line, 4);
  assert_int_equal(test->item, 0);
  assert_true(test->in_scenario);
  assert_string_equal(test->part_of, "scenario x");
  done(&t);
}

static void expect_codes(const char *text, const char *codes) {
  struct citing t;
  cite(&t, text);
  if (strcmp(lang_codes(&t.lang), codes) != 0) print_error("for: %s\n", text);
  assert_string_equal(lang_codes(&t.lang), codes);
  done(&t);
}

static void rules_that_cite_nothing(void **unused) {
  (void)unused;
  expect_codes(HEAD "play { say \"x\" }\n", "");
  expect_codes(HEAD "play { end game }\n", "W0601 2:1");
  expect_codes(HEAD "play { end game } allow W0601 \"a test\"\n", "");
  expect_codes(HEAD "rank p by seat(p)\nplay { }\n", "W0601 2:1");
  expect_codes(HEAD "effect stop() { end game }\nplay { stop() }\n", "W0601 2:8");
  expect_codes(HEAD "effect stop() { end game }\nplay { stop() @R1\n stop() @R2\n}\n", "");
  expect_codes(HEAD "effect stop() { end game }\nplay { stop() @R1\n stop() }\n", "W0601 2:8");
  expect_codes(HEAD "var n: int = 0\nplay { choose c by p1 { @R1\n option a { n += 1 } option b { } } }\n", "");
  expect_codes(HEAD "var n: int = 0\nplay { choose c by p1 {\n option a { n += 1 } option b { } @R2\n } }\n",
               "W0601 4:9");
}

static void numbers_that_are_not_said(void **unused) {
  (void)unused;
  static const struct {
    const char *says, *rule, *codes;
  } cases[] = {
    { "You have 6 cards.", "const n = 6 @R1\n", "" },
    { "You have six cards.", "const n = 6 @R1\n", "" },
    { "You have 16 cards; see R6.", "const n = 6 @R1\n", "W0602 4:11" },
    { "You have 1,250 coins.", "const n = 1_250 @R1\n", "" },
    { "You have twenty-one coins.", "const n = 21 @R1\n", "" },
    { "You have two hundred coins.", "const n = 200 @R1\n", "" },
    { "You lose 3 coins.", "const n = -3 @R1\n", "" },
    { "You have no coins.", "const n = 0 @R1\n", "" },
    { "You have sixty coins.", "const n = 6 @R1\n", "W0602 4:11" },
    { "Between 1 and 9.", "track n: 1..9 = 2 @R1\n", "" },
    { "Up to 9.", "track n: 0..9 = 2 @R1\n", "" },
    { "Up to 9.", "track n: 2..8 = 2 @R1\n", "W0602 4:10, W0602 4:13" },
    { "There are 4 cards.", "deck D in z total 4 { 4 of x } @R1\npile z: D open\nfn n() -> int = size(z)\n", "" },
    { "There are 5 cards.", "deck D in z total 4 { 4 of x } @R1\npile z: D open\nfn n() -> int = size(z)\n",
      "W0602 4:19" },
    { "Nothing about it.", "const n = 6\n", "" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct citing t;
    memset(&t, 0, sizeof t);
    lang_open(&t.lang);
    lang_add(&t.lang, "numbers.md", arena_format(t.lang.arena, "- **R1** %s\n- **R6** x\n", cases[i].says));
    bool call = strstr(cases[i].rule, "fn n()") != NULL;
    const char *text = arena_format(t.lang.arena,
                                    "game \"T\" { players 2..2  rulebook \"numbers.md\" }\n"
                                    "play { say \"%s\" }\n\n%s",
                                    call ? "{n()}" : "{n}", cases[i].rule);
    uint32_t file = lang_add(&t.lang, "test.trv", text);
    trv_compile_options options = { .rulebook = true };
    compile_source(t.lang.arena, &t.lang.sources, &t.lang.diags, file, &options, PASS_ALL, &t.program, &t.result);
    if (strcmp(lang_codes(&t.lang), cases[i].codes) != 0) print_error("for: %s / %s\n", cases[i].says, cases[i].rule);
    assert_string_equal(lang_codes(&t.lang), cases[i].codes);
    done(&t);
  }
}

static void a_rulebook_is_needed(void **unused) {
  (void)unused;
  struct citing t;
  cite(&t, "game \"T\" { players 2..2 }\nplay { end game }\n");
  assert_string_equal(lang_codes(&t.lang), "E0613 1:6");
  assert_false(t.result.present);
  done(&t);
  cite(&t, "game \"T\" { players 2..2  rulebook \"no_such_book.md\" }\nplay { end game }\n");
  assert_string_equal(lang_codes(&t.lang), "E0613 1:26");
  done(&t);
}

static void without_the_question_nothing_is_compared(void **unused) {
  (void)unused;
  struct lang lang;
  trv_program *program;
  trv_compile_options options = { 0 };
  lang_open(&lang);
  uint32_t file = lang_add(&lang, "test.trv", HEAD "setup { } @R99\nplay { end game }\n");
  assert_int_equal(compile_source(lang.arena, &lang.sources, &lang.diags, file, &options, PASS_ALL, &program, NULL),
                   TRV_OK);
  assert_int_equal(lang.diags.count, 0);
  trv_program_free(program);
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_cited),
    cmocka_unit_test(scenarios_count_only_for_their_own_items),
    cmocka_unit_test(items_that_do_not_exist),
    cmocka_unit_test(ranges_go_upwards),
    cmocka_unit_test(where_items_stand_and_are_cited),
    cmocka_unit_test(rules_that_cite_nothing),
    cmocka_unit_test(numbers_that_are_not_said),
    cmocka_unit_test(a_rulebook_is_needed),
    cmocka_unit_test(without_the_question_nothing_is_compared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
