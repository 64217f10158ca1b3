/* Tables: cells, quotes, places, and every way in which a table can be wrong. */
#include "tests/unit/lang.h"

#include "lang/csv.h"

static struct csv *read_table(struct lang *lang, const char *text) {
  lang_open(lang);
  struct csv *csv = csv_read(&lang->sources, lang_add(lang, "t.csv", text), &lang->diags);
  diag_sort(&lang->diags);
  return csv;
}

static void expect_refused(const char *text, const char *codes) {
  struct lang lang;
  assert_null(read_table(&lang, text));
  assert_string_equal(lang_codes(&lang), codes);
  lang_close(&lang);
}

static void cells_are_trimmed_and_unquoted(void **unused) {
  (void)unused;
  struct lang lang;
  struct csv *csv = read_table(&lang, "\xEF\xBB\xBFid, label ,cost\r\n\r\nparis, Paris ,3\r\n  \n"
                                      "rome,\" The \"\"big\"\", city\r\n\" ,\n");
  assert_non_null(csv);
  assert_int_equal(csv->columns, 3);
  assert_int_equal(csv->rows, 2);
  assert_string_equal(csv->head[1].text, "label");
  assert_string_equal(csv->cells[1].text, "Paris");
  assert_string_equal(csv->cells[4].text, " The \"big\", city\n");
  assert_string_equal(csv->cells[5].text, "");
  assert_ptr_equal(csv->cells[2].text, arena_intern(lang.arena, "3", 1));
  assert_int_equal(csv_column(csv, "cost"), 2);
  assert_int_equal(csv_column(csv, "price"), -1);
  lang_close(&lang);
}

static void cells_know_their_places(void **unused) {
  (void)unused;
  struct lang lang;
  const char *text = "id,does\nx, go(1)\ny,\"go(2, 3)\"\nz,";
  struct csv *csv = read_table(&lang, text);
  assert_non_null(csv);
  static const char *const cells[] = { "x", "go(1)", "y", "go(2, 3)", "z", "" };
  for (int i = 0; i < 6; i++) {
    struct span span = csv->cells[i].span;
    assert_int_equal(span.end - span.start, strlen(cells[i]));
    assert_memory_equal(text + span.start, cells[i], strlen(cells[i]));
  }
  lang_close(&lang);
}

static void what_spreadsheets_leave_behind_is_passed_over(void **unused) {
  (void)unused;
  struct lang lang;
  struct csv *csv = read_table(&lang, ",,,\nid,,cost,,\n\nparis,,3,,\n,,,,\nrome,,4\noslo,,,,,,\n ,\n");
  assert_string_equal(lang_codes(&lang), "");
  assert_non_null(csv);
  assert_int_equal(csv->columns, 2);
  assert_int_equal(csv->rows, 3);
  static const char *const cells[] = { "paris", "3", "rome", "4", "oslo", "" };
  for (int i = 0; i < 6; i++) assert_string_equal(csv->cells[i].text, cells[i]);
  assert_string_equal(csv->head[1].text, "cost");
  assert_false(csv->uneven[0] || csv->uneven[1] || csv->uneven[2]);
  lang_close(&lang);
}

static void a_head_alone_is_a_table(void **unused) {
  (void)unused;
  struct lang lang;
  struct csv *csv = read_table(&lang, "id");
  assert_non_null(csv);
  assert_int_equal(csv->columns, 1);
  assert_int_equal(csv->rows, 0);
  lang_close(&lang);
}

static void wrong_tables_are_refused(void **unused) {
  (void)unused;
  expect_refused("", "E0501 1:1");
  expect_refused("\n  \n", "E0501 1:1");
  expect_refused("a,b\n1,\"open\n2,3\n", "E0503 2:3");
  expect_refused("a,b,a\n", "E0504 1:5");
  expect_refused("a,b\n\"x\" y,2\n", "E0505 2:5");
  expect_refused("a,b\nx \"y\",2\n", "E0505 2:3, E0505 2:5");
  expect_refused("a,,b\n1,2,3\n", "E0506 1:3");
  expect_refused("a\n\xff\n", "E0005 2:1");
  expect_refused("a,b\r\nx\ry,2\r\n", "E0004 2:2");
}

static void zero_bytes_are_refused(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t file = (uint32_t)source_add(&lang.sources, "t.csv", "a\n\0b", 4);
  assert_null(csv_read(&lang.sources, file, &lang.diags));
  assert_string_equal(lang_codes(&lang), "E0004 2:1");
  lang_close(&lang);
}

static void too_many_columns_are_refused(void **unused) {
  (void)unused;
  char text[3000];
  memset(text, ',', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  text[0] = 'a';
  expect_refused(text, "E0507 1:1002");
}

static void uneven_rows_are_reported_and_kept(void **unused) {
  (void)unused;
  struct lang lang;
  struct csv *csv = read_table(&lang, "a,b\n1,2\n3\n4,5,6\n7,8");
  assert_string_equal(lang_codes(&lang), "E0502 3:1, E0502 4:1");
  assert_non_null(csv);
  static const char *const cells[] = { "1", "2", "3", "", "4", "5", "7", "8" };
  static const bool uneven[] = { false, true, true, false };
  assert_int_equal(csv->rows, 4);
  for (int i = 0; i < 8; i++) assert_string_equal(csv->cells[i].text, cells[i]);
  for (int i = 0; i < 4; i++) assert_int_equal(csv->uneven[i], uneven[i]);
  lang_close(&lang);
}

static void uneven_rows_get_advice(void **unused) {
  (void)unused;
  struct lang lang;
  assert_non_null(read_table(&lang, "a,b\n1,2,3\n4\n"));
  assert_non_null(strstr(lang.diags.items[0]->message, "3 cells, but the table has 2 columns"));
  assert_non_null(strstr(lang.diags.items[0]->notes->text, "double quotes"));
  assert_string_equal(lang.diags.items[1]->hint, "nothing is left for the column `b`");
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(cells_are_trimmed_and_unquoted),
    cmocka_unit_test(cells_know_their_places),
    cmocka_unit_test(what_spreadsheets_leave_behind_is_passed_over),
    cmocka_unit_test(a_head_alone_is_a_table),
    cmocka_unit_test(wrong_tables_are_refused),
    cmocka_unit_test(zero_bytes_are_refused),
    cmocka_unit_test(too_many_columns_are_refused),
    cmocka_unit_test(uneven_rows_are_reported_and_kept),
    cmocka_unit_test(uneven_rows_get_advice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
