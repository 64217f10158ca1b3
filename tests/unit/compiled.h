/* A game compiled from a text in memory through the public header, and its scenarios. */
#ifndef TRV_TESTS_COMPILED_H
#define TRV_TESTS_COMPILED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "include/trv.h"

/* Compiles with these passes (NULL: all); a test fails with the first message when there are errors. Owned. */
static inline trv_program *compiled_with(const char *text, const char *passes) {
  trv_compile_options options = { .struct_size = sizeof options, .name = "test.trv", .text = text,
                                  .length = strlen(text), .passes = passes };
  trv_program *program;
  trv_report *report;
  char message[2000] = "";
  int status = trv_compile(&options, &program, &report);
  if (status != TRV_OK && report && trv_report_count(report)) trv_report_print(report, 0, false, message,
                                                                               sizeof message);
  trv_report_free(report);
  if (status != TRV_OK) fail_msg("%s\n%s", trv_status_text(status), message);
  return program;
}

static inline trv_program *compiled(const char *text) { return compiled_with(text, NULL); }

/* The program must also pass the validator that guards compiled files. */
static inline void compiled_is_valid(const trv_program *program) {
  void *bytes;
  size_t size;
  trv_program *copy;
  const char *why = "";
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  int status = trv_program_load(bytes, size, NULL, &copy, &why);
  if (status != TRV_OK) print_error("%s\n", why);
  assert_int_equal(status, TRV_OK);
  trv_program_free(copy);
  trv_free(bytes);
}

/* Runs all scenarios of a text; every one must pass, and there must be one. */
static inline void compiled_passes(const char *text) {
  trv_program *program = compiled(text);
  uint32_t count = trv_program_describe(program).scenarios;
  assert_true(count > 0);
  compiled_is_valid(program);
  for (uint32_t i = 0; i < count; i++) {
    char message[500] = "";
    uint32_t line = 0;
    if (trv_scenario_run(program, i, message, sizeof message, &line) == TRV_OK) continue;
    fail_msg("line %u: %s", line, message);
  }
  trv_program_free(program);
}

/* Runs the only scenario of a text; it must fail with these words. */
static inline void compiled_fails(const char *text, const char *words) {
  trv_program *program = compiled(text);
  char message[500] = "";
  uint32_t line = 0;
  assert_int_equal(trv_scenario_run(program, 0, message, sizeof message, &line), TRV_E_RULE);
  if (!strstr(message, words)) print_error("it says: %s\n", message);
  assert_non_null(strstr(message, words));
  trv_program_free(program);
}

#endif
