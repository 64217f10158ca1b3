/* Growing texts: pieces, formats of any length, and memory that ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void pieces_are_joined(void **unused) {
  (void)unused;
  struct text text = { 0 };
  assert_string_equal(text_get(&text), "");
  text_add(&text, "a");
  text_add_bytes(&text, "bcd", 2);
  text_add_bytes(&text, NULL, 0);
  text_format(&text, "%d", 12);
  assert_string_equal(text_get(&text), "abc12");
  assert_int_equal(text.length, 5);
  text_clear(&text);
  assert_string_equal(text_get(&text), "");
  text_free(&text);
  assert_null(text.bytes);
}

static void formats_of_any_length_are_whole(void **unused) {
  (void)unused;
  char expected[2000] = "";
  struct text text = { 0 };
  for (int length = 0; length < 50; length++) {
    text_format(&text, "%*d", length, 7);
    sprintf(expected + strlen(expected), "%*d", length, 7);
  }
  assert_string_equal(text_get(&text), expected);
  assert_false(text.failed);
  text_free(&text);
}

/* Memory that says no to more than `limit` bytes. */
static void *resize_to_limit(void *context, void *block, size_t before, size_t size) {
  const size_t *limit = context;
  (void)before;
  if (size > *limit) return NULL;
  if (size) return realloc(block, size);
  free(block);
  return NULL;
}

static void a_failure_is_noted_and_what_was_there_stays(void **unused) {
  (void)unused;
  size_t limit = 64;
  struct text text = { .resize = resize_to_limit, .context = &limit };
  text_add(&text, "kept");
  text_format(&text, "%100d", 1);
  assert_true(text.failed);
  text_add(&text, "lost");
  assert_string_equal(text_get(&text), "kept");
  assert_false(text_reserve(&text, 1));
  text_free(&text);
  text_add(&text, "again");
  assert_string_equal(text_get(&text), "again");
  assert_false(text_reserve(&text, (size_t)-1));
  text_free(&text);
}

static size_t calls;
static size_t write_number(int number, char *buffer, size_t size) {
  calls++;
  return (size_t)snprintf(buffer, size, "%0100d", number);
}

static void filling_asks_again_only_without_room(void **unused) {
  (void)unused;
  struct text text = { 0 };
  TEXT_FILL_BY(text_reserve, &text, write_number, 5);
  assert_int_equal(calls, 2);
  TEXT_FILL_BY(text_reserve, &text, write_number, 6);
  assert_int_equal(calls, 3);
  assert_int_equal(text.length, 100);
  assert_int_equal(text_get(&text)[99], '6');
  text_free(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(pieces_are_joined),
    cmocka_unit_test(formats_of_any_length_are_whole),
    cmocka_unit_test(a_failure_is_noted_and_what_was_there_stays),
    cmocka_unit_test(filling_asks_again_only_without_room),
  };
  return cmocka_run_group_tests_name("growing_text", tests, NULL, NULL);
}
