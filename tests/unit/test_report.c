/* compiler/report.c: what a host learns through trv_compile: places, hints, notes, explanations; and memory that runs
 * out. */
#include "tests/unit/compiled.h"
#include "tests/unit/budget.h"

#include <errno.h>
#include <stdlib.h>

static int compile_named(const char *name, const char *text, const trv_resolver *resolver,
                         const trv_allocator *allocator, trv_program **program, trv_report **report) {
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = name,
                                  .text = text,
                                  .length = text ? strlen(text) : 0,
                                  .resolver = resolver,
                                  .allocator = allocator };
  return trv_compile(&options, program, report);
}

static void a_diagnostic_says_where_and_what(void **unused) {
  (void)unused;
  trv_program *program;
  trv_report *report;
  char text[500];
  int status = compile_named("a.trv",
                             "game \"T\" { players 2..4 }\ndeck Card in stock { ace }\npile stock: Card open\n"
                             "setup { shuffle stok }\nplay { end game }\n",
                             NULL, NULL, &program, &report);
  assert_int_equal(status, TRV_E_INPUT);
  assert_null(program);
  assert_int_equal(trv_report_errors(report), 1);
  assert_int_equal(trv_report_warnings(report), 0);
  assert_int_equal(trv_report_count(report), 1);
  trv_diagnostic diagnostic = trv_report_get(report, 0);
  assert_string_equal(diagnostic.code, "E0203");
  assert_true(diagnostic.is_error);
  assert_string_equal(diagnostic.file, "a.trv");
  assert_int_equal(diagnostic.line, 4);
  assert_int_equal(diagnostic.column, 17);
  assert_int_equal(diagnostic.end_line, 4);
  assert_int_equal(diagnostic.end_column, 21);
  assert_string_equal(diagnostic.message, "no zone named `stok`");
  assert_string_equal(diagnostic.hint, "did you mean `stock`?");
  assert_int_equal(diagnostic.notes, 1);
  trv_note note = trv_report_note(report, 0, 0);
  assert_string_equal(note.text, "`stock` is a zone of Card");
  assert_string_equal(note.file, "a.trv");
  assert_int_equal(note.line, 3);
  trv_fix fix = trv_report_fix(report, 0);
  assert_string_equal(fix.text, "stock");
  assert_string_equal(fix.file, "a.trv");
  assert_true(fix.certain);
  assert_int_equal(fix.end - fix.start, 4);
  assert_int_equal(fix.column, 17);
  assert_int_equal(fix.end_column, 21);
  assert_null(trv_report_fix(report, 1).text);
  size_t length = trv_report_print(report, 0, false, text, sizeof text);
  assert_int_equal(length, strlen(text));
  assert_non_null(strstr(text, "a.trv:4:17: error[E0203]: no zone named `stok`\n"));
  assert_non_null(strstr(text, "^^^^ did you mean `stock`?\n"));
  assert_true(trv_report_print(report, 0, false, text, 10) == length);
  assert_int_equal(strlen(text), 9);
  trv_report_free(report);
}

static void warnings_do_not_stop_a_program(void **unused) {
  (void)unused;
  trv_program *program;
  trv_report *report;
  assert_int_equal(compile_named("a.trv", "game \"T\" { players 2..4 }\nconst a = 3\nplay { end game }\n", NULL, NULL,
                                 &program, &report),
                   TRV_OK);
  assert_non_null(program);
  assert_int_equal(trv_report_warnings(report), 1);
  assert_false(trv_report_get(report, 0).is_error);
  assert_string_equal(trv_report_get(report, 0).code, "W0501");
  assert_null(trv_report_get(report, 0).hint);
  trv_report_free(report);
  trv_program_free(program);
}

static void no_report_is_needed(void **unused) {
  (void)unused;
  trv_program *program;
  assert_int_equal(compile_named("a.trv", "nonsense", NULL, NULL, &program, NULL), TRV_E_INPUT);
  assert_null(program);
}

/* ---- files come through the resolver ---- */

static const char *const files[][2] = {
  { "games/main.trv", "use \"parts/board.trv\"\ngame \"T\" { players 2..4 }\nplay { say \"{paris.cost}\"  end game "
                      "}\n" },
  { "games/parts/board.trv", "enum Town(cost: int) from \"towns.csv\"\n" },
  { "games/parts/towns.csv", "id,cost\nparis,3\n" },
};
static int reads;

static int read_file(void *context, const char *name, char **text, size_t *length) {
  (void)context;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i][0], name) != 0) continue;
    reads++;
    *text = strdup(files[i][1]);
    *length = strlen(files[i][1]);
    return 0;
  }
  return ENOENT;
}
static void release_file(void *context, char *text) {
  (void)context;
  free(text);
}

static void files_are_asked_for_beside_the_one_that_names_them(void **unused) {
  (void)unused;
  const trv_resolver resolver = { read_file, release_file, NULL };
  trv_program *program;
  trv_report *report;
  reads = 0;
  assert_int_equal(compile_named("games/main.trv", NULL, &resolver, NULL, &program, &report), TRV_OK);
  assert_int_equal(reads, 3);
  trv_report_free(report);
  trv_program_free(program);
  assert_int_equal(compile_named("games/other.trv", NULL, &resolver, NULL, &program, &report), TRV_E_INPUT);
  assert_string_equal(trv_report_get(report, 0).code, "E0002");
  trv_report_free(report);
}

static void options_of_another_version_are_refused(void **unused) {
  (void)unused;
  trv_compile_options options = { .struct_size = 4, .name = "a.trv", .text = "", .length = 0 };
  trv_program *program;
  trv_report *report;
  assert_int_equal(trv_compile(&options, &program, &report), TRV_E_ARGUMENT);
  assert_null(report);
}

static void every_code_is_explained(void **unused) {
  (void)unused;
  size_t count = 0;
  for (const char *code; (code = trv_code(count)); count++) {
    const char *page = trv_explain(code), *title = trv_explain_title(code);
    if (!page || !title || !strstr(page, "Right")) print_error("%s\n", code);
    assert_non_null(page);
    assert_non_null(strstr(page, title));
    assert_non_null(strstr(page, "Wrong"));
    assert_non_null(strstr(page, "Right"));
  }
  assert_true(count > 80);
  assert_null(trv_explain("E9999"));
  assert_string_equal(trv_explain_title("e0203"), "unknown zone, variable or table");
}

static void suggestions(void **unused) {
  (void)unused;
  const char *const words[] = { "rounds", "expert" };
  assert_string_equal(trv_suggest("exprt", words, 2), "expert");
  assert_null(trv_suggest("purple", words, 2));
}

static void items_of_a_rulebook(void **unused) {
  (void)unused;
  const char book[] = "# R\n\n- **R1** One.\n- **R12** Twelve\n  lines.\n";
  char text[50];
  assert_int_equal(trv_rulebook_find(book, strlen(book), "R12", text, sizeof text), 13);
  assert_string_equal(text, "Twelve lines.");
  assert_int_equal(trv_rulebook_find(book, strlen(book), "R2", text, sizeof text), 0);
  assert_int_equal(trv_rulebook_find(book, strlen(book), "12", text, sizeof text), 0);
}

/* ---- memory ---- */

/* Whichever allocation fails, compiling ends with TRV_E_MEMORY and nothing is left behind. */
static void memory_that_runs_out(void **unused) {
  (void)unused;
  const char *text =
      "game \"T\" { players 2..4 }\nenum Town { paris rome oslo }\ngraph g: Town { paris - rome  oslo - none }\n"
      "deck Card(t: Town) in z { 3 of ace(paris)  king(rome) }\npile z: Card open\n"
      "phase turn(p: player) \"turn\" { choose c by p { option go(v in paths(g, paris, rome)) \"{v}\" "
      "{ say \"x\" }  option no { } } }\n"
      "play { for p in players { turn(p) }  end game }\nscenario \"s\" players 2 { run turn(p1)  p1: "
      "no }\n";
  bool done = false;
  for (long budget = 0; !done && budget < 5000; budget++) {
    struct budget memory = { budget, 0 };
    const trv_allocator allocator = { budget_resize, &memory };
    trv_program *program;
    trv_report *report = NULL;
    int status = compile_named("a.trv", text, NULL, &allocator, &program, &report);
    done = status == TRV_OK;
    if (!done) {
      assert_int_equal(status, TRV_E_MEMORY);
      assert_null(program);
    }
    trv_report_free(report);
    trv_program_free(program);
    assert_int_equal(memory.blocks, 0);
  }
  assert_true(done);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_diagnostic_says_where_and_what),
    cmocka_unit_test(warnings_do_not_stop_a_program),
    cmocka_unit_test(no_report_is_needed),
    cmocka_unit_test(files_are_asked_for_beside_the_one_that_names_them),
    cmocka_unit_test(options_of_another_version_are_refused),
    cmocka_unit_test(every_code_is_explained),
    cmocka_unit_test(suggestions),
    cmocka_unit_test(items_of_a_rulebook),
    cmocka_unit_test(memory_that_runs_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
