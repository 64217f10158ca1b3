/* The plain alternatives to what is special to a system: lang/allocator_plain.c, lang/resolver_plain.c, vm/ffi_none.c.
 * Linked here before the library, whose own files for this system are then left out. */
#include "tests/unit/compiled.h"
#include "tests/unit/lang.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static void blocks_are_zeroed_and_grow(void **unused) {
  (void)unused;
  const struct allocator *allocator = allocator_default();
  enum { SMALL = 100, LARGE = 3 << 20 };
  char *block = allocator->resize(allocator->context, NULL, SMALL);
  for (int i = 0; i < SMALL; i++) assert_int_equal(block[i], 0);
  memset(block, 'x', SMALL);
  block = allocator->resize(allocator->context, block, LARGE);
  assert_non_null(block);
  for (int i = 0; i < SMALL; i++) assert_int_equal(block[i], 'x');
  assert_null(allocator->resize(allocator->context, block, 0));
  assert_null(allocator->resize(allocator->context, NULL, 0));
#ifndef __SANITIZE_ADDRESS__ /* which ends the program for such a wish */
  assert_null(allocator->resize(allocator->context, NULL, SIZE_MAX / 2));
#endif
}

/* A file of so many bytes is read, whole or as far as it matters. */
static void read_file_of(size_t size, int expected) {
  struct lang lang;
  lang_open(&lang);
  char name[] = "/tmp/trv_test_XXXXXX";
  int descriptor = mkstemp(name), error = 0;
  assert_int_equal(ftruncate(descriptor, (off_t)size), 0);
  assert_int_equal(size ? pwrite(descriptor, "z", 1, (off_t)size - 1) : 1, 1);
  close(descriptor);
  int index = source_read(&lang.sources, name, &error);
  assert_int_equal(index < 0 ? error : 0, expected);
  if (index >= 0) {
    assert_int_equal(lang.sources.items[index]->length, size);
    assert_true(!size || lang.sources.items[index]->text[size - 1] == 'z');
  }
  unlink(name);
  lang_close(&lang);
}

static void files_of_any_size_are_read(void **unused) {
  (void)unused;
  static const size_t sizes[] = { 0, 1, (16 << 10) - 1, 16 << 10, (16 << 10) + 1, 100000, SOURCE_LIMIT };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) read_file_of(sizes[i], 0);
  read_file_of(SOURCE_LIMIT + 1, EFBIG);
  read_file_of(3 * (size_t)SOURCE_LIMIT, EFBIG);
}

static void what_cannot_be_read_is_refused(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  int error = 0;
  assert_int_equal(source_read(&lang.sources, "/tmp/there/is/no/such/file", &error), -1);
  assert_int_equal(error, ENOENT);
  assert_int_equal(source_read(&lang.sources, "/tmp", &error), -1);
  assert_int_equal(error, EISDIR);
  assert_int_equal(source_read(&lang.sources, "/dev/zero", &error), -1);
  assert_int_equal(error, EFBIG);
  lang_close(&lang);
}

#define TWO_LIBRARIES                                                                                                  \
  "game \"T\" { players 2 }\n"                                                                                         \
  "extern fn one() -> int from \"first\"\n"                                                                            \
  "extern fn two() -> int from \"first\"\n"                                                                            \
  "extern fn three() -> int from \"second\"\n"                                                                         \
  "play { say \"{one() + two() + three()}\" end game }\n"

static int compile(const trv_link *link, trv_program **program, trv_report **report) {
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = "test.trv",
                                  .text = TWO_LIBRARIES,
                                  .length = strlen(TWO_LIBRARIES),
                                  .link = link };
  return trv_compile(&options, program, report);
}

/* Whether it was allowed or not: allowing it would not help. One message for each library. */
static void c_code_is_refused_as_a_diagnostic(void **unused) {
  (void)unused;
  static const char *const libraries[] = { "first", "second" };
  static const trv_link links[] = { { 0 }, { .libraries = libraries, .library_count = 2 } };
  for (size_t i = 0; i < 2; i++) {
    trv_program *program;
    trv_report *report;
    char text[1000];
    assert_int_equal(compile(&links[i], &program, &report), TRV_E_INPUT);
    assert_null(program);
    assert_int_equal(trv_report_count(report), 2);
    trv_report_print(report, 0, false, text, sizeof text);
    assert_string_equal(text, "test.trv:2:29: error[E0806]: this game runs C code of the library `first`, and this "
                              "build of libtrv cannot call C code\n"
                              "    2 | extern fn one() -> int from \"first\"\n"
                              "      |                             ^^^^^^^\n"
                              "  note: it was made with --disable-ffi; one that is made with libffi can\n"
                              "  help: trvm explain E0806\n");
    trv_report_print(report, 1, false, text, sizeof text);
    assert_non_null(strstr(text, "test.trv:4:31: error[E0806]"));
    trv_report_free(report);
  }
}

static void such_rules_can_be_looked_at_and_not_played(void **unused) {
  (void)unused;
  trv_program *program;
  trv_setup *setup = NULL;
  char why[500];
  assert_int_equal(compile(NULL, &program, NULL), TRV_OK);
  trv_extern_info callee;
  assert_int_equal(trv_program_extern(program, 2, &callee), TRV_OK);
  assert_string_equal(callee.library, "second");
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_E_ARGUMENT);
  assert_null(setup);
  assert_string_equal(why,
                      "T calls `one`, C code of the library `first`, and this build of libtrv cannot call C code.");
  static const trv_link link = { 0 };
  assert_int_equal(trv_program_link(program, &link, why, sizeof why), TRV_E_INPUT);
  assert_non_null(strstr(why, "test.trv:2: this game runs C code of the library `first`, and"));
  assert_non_null(strstr(why, "\ntest.trv:4: this game runs C code of the library `second`, and"));
  trv_program_free(program);
}

static void other_rules_have_nothing_to_load(void **unused) {
  (void)unused;
  trv_program *program;
  static const char rules[] = "game \"T\" { players 2 } play { end game }";
  static const trv_link link = { 0 };
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "test.trv", .text = rules, .length = strlen(rules), .link = &link
  };
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(blocks_are_zeroed_and_grow),
    cmocka_unit_test(files_of_any_size_are_read),
    cmocka_unit_test(what_cannot_be_read_is_refused),
    cmocka_unit_test(c_code_is_refused_as_a_diagnostic),
    cmocka_unit_test(such_rules_can_be_looked_at_and_not_played),
    cmocka_unit_test(other_rules_have_nothing_to_load),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
