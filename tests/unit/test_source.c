/* Sources: reading, paths, and lines and columns in text with tabs, CRLF and letters of several bytes. */
#include "tests/unit/lang.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void places_count_characters(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t file = lang_add(&lang, "a.trv", "one\r\ntw\xC3\xB6 x\n\n\xE2\x82\xACy");
  static const struct {
    uint32_t offset, line, column;
  } known[] = {
    { 0, 1, 1 },  { 3, 1, 4 },  { 5, 2, 1 },  { 9, 2, 4 },  { 10, 2, 5 },
    { 12, 3, 1 }, { 13, 4, 1 }, { 16, 4, 2 }, { 99, 4, 3 },
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    struct source_place place = source_place(&lang.sources, file, known[i].offset);
    assert_int_equal(place.line, known[i].line);
    assert_int_equal(place.column, known[i].column);
  }
  lang_close(&lang);
}

/* From any line to any other, since the search begins where the last one ended. */
static void places_are_found_in_any_order(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  enum { LINES = 40, LENGTH = 3 };
  char text[LINES * LENGTH + 1] = "";
  for (int i = 0; i < LINES; i++) memcpy(text + i * LENGTH, "ab\n", LENGTH + 1);
  uint32_t file = lang_add(&lang, "a.trv", text);
  for (uint32_t from = 0; from <= LINES; from++)
    for (uint32_t to = 0; to <= LINES; to++) {
      assert_int_equal(source_place(&lang.sources, file, from * LENGTH).line, from + 1);
      struct source_place place = source_place(&lang.sources, file, to * LENGTH + (to < LINES ? 2 : 0));
      assert_int_equal(place.line, to + 1);
      assert_int_equal(place.column, to < LINES ? 3 : 1);
    }
  lang_close(&lang);
}

static void lines_come_without_their_ends(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t file = lang_add(&lang, "a.trv", "one\r\ntwo\nlast");
  size_t length;
  assert_memory_equal(source_line(&lang.sources, file, 1, &length), "one", 3);
  assert_int_equal(length, 3);
  assert_memory_equal(source_line(&lang.sources, file, 3, &length), "last", 4);
  assert_int_equal(length, 4);
  source_line(&lang.sources, file, 4, &length);
  assert_int_equal(length, 0);
  source_line(&lang.sources, file, 0, &length);
  assert_int_equal(length, 0);
  lang_close(&lang);
}

static void paths_are_beside_their_file(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t deep = lang_add(&lang, "games/tour.trv", ""), flat = lang_add(&lang, "tour.trv", "");
  assert_string_equal(source_beside(&lang.sources, deep, "tour/places.csv"), "games/tour/places.csv");
  assert_string_equal(source_beside(&lang.sources, flat, "places.csv"), "places.csv");
  assert_string_equal(source_beside(&lang.sources, deep, "/tmp/x.csv"), "/tmp/x.csv");
  assert_string_equal(source_beside(&lang.sources, deep, "./a/.././b/./../x.csv"), "games/x.csv");
  assert_string_equal(source_beside(&lang.sources, deep, "../..//../x.csv"), "../../x.csv");
  assert_string_equal(source_beside(&lang.sources, flat, "d/./../x.csv"), "x.csv");
  assert_string_equal(source_beside(&lang.sources, flat, "/tmp//a/../x.csv"), "/tmp/x.csv");
  assert_int_equal(source_find(&lang.sources, "./games/../games//tour.trv"), deep);
  lang_close(&lang);
}

static void files_are_read_once(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  char name[] = "/tmp/trv_test_XXXXXX";
  int descriptor = mkstemp(name), error = 0;
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, "hello", 5), 5);
  close(descriptor);
  int first = source_read(&lang.sources, name, &error);
  assert_int_equal(first, 0);
  assert_string_equal(lang.sources.items[0]->text, "hello");
  const char *link = arena_format(lang.arena, "%s_link", name);
  assert_int_equal(symlink(name, link), 0);
  assert_int_equal(source_read(&lang.sources, link, &error), first);
  assert_int_equal(source_find(&lang.sources, link), first);
  unlink(link);
  unlink(name);
  assert_int_equal(source_read(&lang.sources, name, &error), first);
  lang_close(&lang);
}

static void bad_files_are_refused(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  int error = 0;
  assert_int_equal(source_read(&lang.sources, "/tmp/there/is/no/such/file", &error), -1);
  assert_int_equal(error, ENOENT);
  assert_int_equal(source_read(&lang.sources, "/tmp", &error), -1);
  assert_int_equal(error, EISDIR);
  assert_int_equal(source_read(&lang.sources, "/dev/zero", &error), -1);
  assert_int_equal(error, EINVAL);
  char folder[] = "/tmp/trv_test_XXXXXX";
  assert_non_null(mkdtemp(folder));
  const char *pipe = arena_format(lang.arena, "%s/pipe", folder);
  assert_int_equal(mkfifo(pipe, 0600), 0);
  assert_int_equal(source_read(&lang.sources, pipe, &error), -1);
  assert_int_equal(error, EINVAL);
  unlink(pipe);
  rmdir(folder);
  lang_close(&lang);
}

static void large_files_are_refused(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  char name[] = "/tmp/trv_test_XXXXXX";
  int descriptor = mkstemp(name), error = 0;
  assert_int_equal(ftruncate(descriptor, SOURCE_LIMIT + 1), 0);
  close(descriptor);
  assert_int_equal(source_read(&lang.sources, name, &error), -1);
  assert_int_equal(error, EFBIG);
  unlink(name);
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(places_count_characters),       cmocka_unit_test(places_are_found_in_any_order),
    cmocka_unit_test(lines_come_without_their_ends), cmocka_unit_test(paths_are_beside_their_file),
    cmocka_unit_test(files_are_read_once),           cmocka_unit_test(bad_files_are_refused),
    cmocka_unit_test(large_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
