/* trv_compile from outside: files that cannot be had, texts from memory, and memory that runs out at any point. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "include/trv.h"
#include "lang/source.h"
#include "tests/unit/budget.h"

static const char small_game[] =
    "use \"part.trv\"\n"
    "game \"Small\" { players 2..3 }\n"
    "deck Card(colour: Colour) in stock total 4 { 2 of low(red) 2 of high(blue) }\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "graph ways: Colour { red - blue }\n"
    "setup { shuffle stock  for p in players { draw 1 from stock to hand[p] } }\n"
    "play { for p in players { choose act by p \"Go\" { option lay(c in hand[p]) \"lay {c}\" { move c from hand[p] to "
    "stock }\n"
    "  option go(t in neighbours(ways, red)) \"go {t}\" { say \"{p} goes {t}\" } } } }\n"
    "rank p by size(hand[p]) desc\n"
    "scenario \"lay\" players 2 { given { hand[p1]: low } run play p1: lay(low) expect size(stock) == 4 }\n";

/* Knows one file besides the first. */
static int read_part(void *context, const char *name, char **text, size_t *length) {
  static char part[] = "enum Colour { red blue }\n";
  (void)context;
  if (strcmp(name, "part.trv")) return ENOENT;
  *text = part;
  *length = sizeof part - 1;
  return 0;
}
static void release_part(void *context, char *text) {
  (void)context;
  (void)text;
}
static const trv_resolver resolver = { read_part, release_part, NULL };

static trv_compile_options options_for(const char *text) {
  return (trv_compile_options){ .struct_size = sizeof(trv_compile_options),
                                .name = "small.trv",
                                .text = text,
                                .length = text ? strlen(text) : 0,
                                .resolver = &resolver };
}

static void expect_code(const trv_compile_options *options, const char *code) {
  trv_program *program;
  trv_report *report;
  assert_int_equal(trv_compile(options, &program, &report), TRV_E_INPUT);
  assert_null(program);
  assert_int_equal(trv_report_count(report), 1);
  assert_string_equal(trv_report_get(report, 0).code, code);
  trv_report_free(report);
}

static void a_file_that_is_not_there(void **state) {
  (void)state;
  trv_compile_options options = options_for(NULL);
  expect_code(&options, "E0002");
}

static void a_text_that_is_too_large(void **state) {
  (void)state;
  trv_compile_options options = options_for("");
  options.length = (size_t)SOURCE_LIMIT + 1;
  expect_code(&options, "E0003");
}

static void texts_come_through_the_resolver(void **state) {
  (void)state;
  trv_compile_options options = options_for(small_game);
  trv_program *program;
  trv_report *report;
  assert_int_equal(trv_compile(&options, &program, &report), TRV_OK);
  assert_int_equal(trv_report_count(report), 0);
  assert_string_equal(trv_program_describe(program).title, "Small");
  assert_string_equal(trv_program_describe(program).first_key,
                      "hand"); /* not `size`, which is a word of the language */
  trv_report_free(report);
  trv_program_free(program);
}

/* A limit is told as an error at its place, whatever it is, and nothing is left behind. */
static void memory_has_a_limit(void **state) {
  (void)state;
  static char text[400000];
  size_t length = (size_t)snprintf(text, sizeof text, "%s", small_game);
  while (length < sizeof text - 60) length += (size_t)sprintf(text + length, "var v%zu: int[1..3] = 0\n", length);
  int refused = 0;
  for (size_t memory = 1 << 20; memory < (size_t)64 << 20; memory += memory / 3) {
    struct budget budget = { .left = 1000000 };
    trv_allocator allocator = { budget_resize, &budget };
    trv_compile_options options = options_for(text);
    options.allocator = &allocator;
    options.memory = memory;
    trv_program *program;
    trv_report *report;
    int status = trv_compile(&options, &program, &report);
    if (status == TRV_E_INPUT) {
      assert_string_equal(trv_report_get(report, 0).code, "E0006");
      refused++;
    } else assert_int_equal(status, TRV_OK);
    trv_report_free(report);
    trv_program_free(program);
    assert_int_equal(budget.blocks, 0);
  }
  assert_true(refused > 2);
}

static void a_cancelled_compilation_ends(void **state) {
  (void)state;
  int cancel = 1;
  trv_compile_options options = options_for(small_game);
  options.cancel = &cancel;
  trv_program *program;
  trv_report *report;
  const char *text;
  size_t length;
  assert_int_equal(trv_compile(&options, &program, &report), TRV_E_STATE);
  assert_null(program);
  assert_null(report);
  assert_int_equal(trv_format(&options, &text, &length, &report), TRV_E_STATE);
  assert_int_equal(trv_document(&options, TRV_DOCUMENT_RULES, &text, &length, &report), TRV_E_STATE);
  assert_null(report);
  cancel = 0;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  trv_program_free(program);
}

static void wrong_options_are_refused(void **state) {
  (void)state;
  trv_compile_options options = options_for(small_game);
  trv_program *program;
  options.struct_size = 4;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_E_ARGUMENT);
  options = options_for(small_game);
  options.name = NULL;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_E_ARGUMENT);
}

/* The linker sends what asks the C library for memory here (tests/local.mk). */
static long asked;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size) { return asked++, __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return asked++, __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return asked++, __real_realloc(block, size); }

/* The brackets make the parser's stack grow. */
static void all_memory_comes_from_the_allocator(void **state) {
  (void)state;
  enum { PLENTY = 1000000, DEPTH = 190 };
  struct budget budget = { .left = PLENTY };
  trv_allocator allocator = { budget_resize, &budget };
  char text[sizeof small_game + 2 * DEPTH + 100];
  size_t length = (size_t)snprintf(text, sizeof text, "%sfn deep(a: int) -> int = ", small_game);
  for (int i = 0; i < DEPTH; i++) text[length++] = '(';
  text[length++] = 'a';
  for (int i = 0; i < DEPTH; i++) text[length++] = ')';
  text[length] = '\0';
  trv_compile_options options = options_for(text);
  options.allocator = &allocator;
  options.analyse = true;
  trv_program *program;
  asked = 0;
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  assert_int_equal(asked, PLENTY - budget.left);
  trv_program_free(program);
  assert_int_equal(budget.blocks, 0);
}

static void memory_ends_anywhere(bool analyse) {
  int status = TRV_E_MEMORY;
  for (long blocks = 0; status != TRV_OK; blocks++) {
    struct budget budget = { .left = blocks };
    trv_allocator allocator = { budget_resize, &budget };
    trv_compile_options options = options_for(small_game);
    options.allocator = &allocator;
    options.analyse = analyse;
    trv_program *program;
    trv_report *report;
    status = trv_compile(&options, &program, &report);
    assert_true(status == TRV_OK || status == TRV_E_MEMORY);
    assert_true((status == TRV_OK) == (program != NULL));
    trv_report_free(report);
    trv_program_free(program);
    assert_int_equal(budget.blocks, 0);
    assert_true(blocks < 100000);
  }
}

static void memory_may_end_anywhere(void **state) {
  (void)state;
  memory_ends_anywhere(false);
  memory_ends_anywhere(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_file_that_is_not_there),
    cmocka_unit_test(a_text_that_is_too_large),
    cmocka_unit_test(texts_come_through_the_resolver),
    cmocka_unit_test(wrong_options_are_refused),
    cmocka_unit_test(memory_has_a_limit),
    cmocka_unit_test(a_cancelled_compilation_ends),
    cmocka_unit_test(memory_may_end_anywhere),
    cmocka_unit_test(all_memory_comes_from_the_allocator),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
