/* The JSON writer: commas, nesting, quoting, numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/text.h"

static void write_to_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

static void commas_stand_between(void **unused) {
  (void)unused;
  struct text out = { 0 };
  struct json json;
  json_begin(&json, write_to_text, &out);
  json_open_object(&json, NULL);
  json_open_array(&json, "a");
  json_number(&json, NULL, -1);
  json_count(&json, NULL, UINT64_MAX);
  json_open_object(&json, NULL);
  json_close(&json);
  json_close(&json);
  json_bool(&json, "b", true);
  json_text(&json, "c", NULL);
  json_decimal(&json, "d", 0.5);
  json_hash(&json, "e", 255);
  json_raw(&json, "f", "[1,2]");
  json_close(&json);
  assert_string_equal(text_get(&out), "{\"a\":[-1,18446744073709551615,{}],\"b\":true,\"c\":null,\"d\":0.5000,"
                                      "\"e\":\"00000000000000ff\",\"f\":[1,2]}");
  text_free(&out);
}

static void a_line_ends(void **unused) {
  (void)unused;
  struct text out = { 0 };
  struct json json;
  json_begin(&json, write_to_text, &out);
  json.is_line = true;
  json_open_array(&json, NULL);
  json_open_array(&json, NULL);
  json_close(&json);
  json_close(&json);
  assert_string_equal(text_get(&out), "[[]]\n");
  text_free(&out);
}

static void expect_text(const char *value, const char *expected) {
  struct text out = { 0 };
  struct json json;
  json_begin(&json, write_to_text, &out);
  json_text(&json, NULL, value);
  assert_string_equal(text_get(&out), expected);
  text_free(&out);
}

static void texts_are_quoted(void **unused) {
  (void)unused;
  expect_text("", "\"\"");
  expect_text("say \"a\\b\"", "\"say \\\"a\\\\b\\\"\"");
  expect_text("\n\t\x01", "\"\\n\\t\\u0001\"");
  expect_text("é…😀", "\"é…😀\"");
  expect_text("\x7f\xc2\x9b\xe2\x80\xae\xf3\xa0\x81\x81", "\"\\u007f\\u009b\\u202e\\udb40\\udc41\"");
}

static void what_is_not_utf8_is_replaced(void **unused) {
  (void)unused;
  expect_text("a\xff"
              "b",
              "\"a\xef\xbf\xbd"
              "b\"");
  expect_text("\xc3", "\"\xef\xbf\xbd\"");
  expect_text("\xe2\x80x", "\"\xef\xbf\xbd\xef\xbf\xbdx\"");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(commas_stand_between),
    cmocka_unit_test(a_line_ends),
    cmocka_unit_test(texts_are_quoted),
    cmocka_unit_test(what_is_not_utf8_is_replaced),
  };
  return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
