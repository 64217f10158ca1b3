/* The line that is typed: keys, pasted text, bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "trvm/edit.h"

#define PASTE  "\033[200~"
#define PASTED "\033[201~"

static const struct edit_keys keys = { 3, 28, 26, 4 };

/* Types bytes into a new line and returns the first event that is not to go on. */
static enum edit_event type_into(struct edit *edit, struct edit_history *history, const char *bytes) {
  enum edit_event event = EDIT_GOES_ON;
  edit_begin(edit, history, keys);
  for (; *bytes && event == EDIT_GOES_ON; bytes++) event = edit_take(edit, (unsigned char)*bytes);
  return event;
}

static void expect_line(struct edit_history *history, const char *bytes, const char *expected) {
  static struct edit edit;
  struct text text = { 0 };
  assert_int_equal(type_into(&edit, history, bytes), EDIT_GOES_ON);
  edit_add_to(&edit, &text);
  assert_string_equal(text_get(&text), expected);
  text_free(&text);
}

static void keys_edit(void **unused) {
  (void)unused;
  expect_line(NULL, "hlp\033[D\033ODe", "help");
  expect_line(NULL, "one two three\027\033bbig \001a \005!", "a one big two !");
  expect_line(NULL, "abc\002\002\013x\031", "axbc");
  expect_line(NULL, "abc\033[H\033[3~\033[F\177", "b");
  expect_line(NULL, "é名\010x", "éx");
  expect_line(NULL, "a\033[99;99;99;99;99;99;99;99zb\033[\033[Dc", "acb");
}

static void events_end_a_line(void **unused) {
  (void)unused;
  static struct edit edit;
  assert_int_equal(type_into(&edit, NULL, "1\r"), EDIT_ENTER);
  assert_int_equal(type_into(&edit, NULL, "\004"), EDIT_END);
  assert_int_equal(type_into(&edit, NULL, "x\004\003"), EDIT_INTERRUPT);
  assert_int_equal(type_into(&edit, NULL, "\032"), EDIT_SUSPEND);
  assert_int_equal(type_into(&edit, NULL, "\033[\034"), EDIT_QUIT);
}

static void a_plain_line_has_no_keys(void **unused) {
  (void)unused;
  static struct edit edit;
  struct text text = { 0 };
  edit_begin(&edit, NULL, keys);
  edit.plain = true;
  for (const char *byte = "a\033[D\020\tb\177\003"; *byte; byte++)
    assert_int_equal(edit_take(&edit, (unsigned char)*byte), EDIT_GOES_ON);
  assert_int_equal(edit_take(&edit, '\0'), EDIT_GOES_ON);
  assert_int_equal(edit_take(&edit, '\n'), EDIT_ENTER);
  edit_add_to(&edit, &text);
  assert_string_equal(text_get(&text), "a\uFFFD[D\uFFFD b\uFFFD\uFFFD\uFFFD");
  text_free(&text);
}

static void history_is_recalled(void **unused) {
  (void)unused;
  struct edit_history history = { 0 };
  expect_line(&history, "\033[Ax\033[B", "x");
  edit_remember(&history, "one");
  edit_remember(&history, "two");
  edit_remember(&history, "two");
  expect_line(&history, "x\033[A", "two");
  expect_line(&history, "x\033[A\033[A\033[A", "one");
  expect_line(&history, "x\020\020\016\016y\016", "xy");
  for (int i = 0; i < 2 * EDIT_LINES_KEPT; i++) edit_remember(&history, i % 2 ? "odd" : "even");
  assert_int_equal(history.count, EDIT_LINES_KEPT);
  edit_forget(&history);
  expect_line(&history, "\033[A", "");
}

static void what_is_pasted_is_text(void **unused) {
  (void)unused;
  expect_line(NULL, "a" PASTE "q\r\n\003\004\032\177\033[A\033[201" PASTED "b", "aq       [A [201b");
  expect_line(NULL, PASTE "help\r\n\r\n" PASTED, "help");
  expect_line(NULL, PASTE "\xe2\x80\xae\xc2\x9b\xff\xc3" PASTED, "\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd");
  expect_line(NULL, PASTE "\033" PASTED "x", "x");
}

static enum edit_event take_many(struct edit *edit, size_t count) {
  enum edit_event event = EDIT_GOES_ON;
  for (size_t i = 0; i < count; i++) event = edit_take(edit, 'x');
  return event;
}

static enum edit_event take_all(struct edit *edit, const char *bytes) {
  enum edit_event event = EDIT_GOES_ON;
  for (; *bytes; bytes++) event = edit_take(edit, (unsigned char)*bytes);
  return event;
}

static void a_line_is_never_cut(void **unused) {
  (void)unused;
  static struct edit edit;
  struct edit_history history = { 0 };
  edit_begin(&edit, &history, keys);
  take_many(&edit, EDIT_MOST);
  assert_int_equal(take_all(&edit, "\r"), EDIT_ENTER);
  take_many(&edit, 7);
  assert_int_equal(take_all(&edit, PASTE "y" PASTED), EDIT_REFUSED);
  assert_int_equal(take_all(&edit, "\r"), EDIT_REFUSED);
  assert_int_equal(edit.refused, EDIT_MOST + 7);
  assert_int_equal(edit.line.length, 0);
  assert_int_equal(strlen(history.lines[0]), EDIT_MOST);
  edit_forget(&history);
}

static void a_paste_is_never_cut(void **unused) {
  (void)unused;
  static struct edit edit;
  edit_begin(&edit, NULL, keys);
  take_all(&edit, "ab\033[D" PASTE);
  take_many(&edit, EDIT_MOST - 1);
  assert_int_equal(take_all(&edit, PASTED), EDIT_REFUSED);
  assert_int_equal(edit.refused, EDIT_MOST + 1);
  assert_int_equal(edit.line.length, 2);
  take_all(&edit, PASTE);
  take_many(&edit, EDIT_MOST - 2);
  assert_int_equal(edit_end_paste(&edit), EDIT_GOES_ON);
  assert_int_equal(edit.line.length, EDIT_MOST);
  assert_int_equal(take_all(&edit, "\r"), EDIT_ENTER);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(keys_edit),
    cmocka_unit_test(events_end_a_line),
    cmocka_unit_test(history_is_recalled),
    cmocka_unit_test(what_is_pasted_is_text),
    cmocka_unit_test(a_line_is_never_cut),
    cmocka_unit_test(a_paste_is_never_cut),
    cmocka_unit_test(a_plain_line_has_no_keys),
  };
  return cmocka_run_group_tests_name("edit", tests, NULL, NULL);
}
