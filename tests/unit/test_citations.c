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
  compile_source(t->lang.arena, &t->lang.sources, &t->lang.diags, file, &options, &t->program, &t->result);
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
  assert_int_equal(compile_source(lang.arena, &lang.sources, &lang.diags, file, &options, &program, NULL), TRV_OK);
  assert_int_equal(lang.diags.count, 0);
  trv_program_free(program);
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_cited), cmocka_unit_test(scenarios_count_only_for_their_own_items),
    cmocka_unit_test(items_that_do_not_exist), cmocka_unit_test(ranges_go_upwards),
    cmocka_unit_test(a_rulebook_is_needed), cmocka_unit_test(without_the_question_nothing_is_compared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
