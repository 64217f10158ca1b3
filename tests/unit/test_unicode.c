/* Characters of UTF-8: what is one, and what must not be shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/unicode.h"

static void expect_character(const char *bytes, size_t length, uint32_t number) {
  uint32_t character;
  assert_int_equal(unicode_next(bytes, strlen(bytes), &character), length);
  assert_int_equal(character, number);
}

static void characters_are_read(void **unused) {
  (void)unused;
  expect_character("a", 1, 'a');
  expect_character("\xc2\x9b", 2, 0x9b);
  expect_character("\xe2\x80\xae", 3, 0x202e);
  expect_character("\xf0\x9f\x98\x80", 4, 0x1f600);
}

static void broken_bytes_are_replaced(void **unused) {
  (void)unused;
  const char *const broken[] = { "\x80",
                                 "\xc0\x80",
                                 "\xc1\xbf",
                                 "\xc2",
                                 "\xc2x",
                                 "\xe0\x9f\xbf",
                                 "\xed\xa0\x80",
                                 "\xe2\x80",
                                 "\xf0\x8f\xbf\xbf",
                                 "\xf4\x90\x80\x80",
                                 "\xf5\x80\x80\x80",
                                 "\xff" };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) expect_character(broken[i], 1, UNICODE_REPLACEMENT);
}

static void every_character_is_read_as_written(void **unused) {
  (void)unused;
  for (uint32_t number = 1; number <= 0x10ffff; number++) {
    char bytes[UNICODE_MOST_BYTES + 1] = "";
    size_t length = unicode_encode(number, bytes);
    if (number >= 0xd800 && number <= 0xdfff) continue;
    uint32_t character;
    if (unicode_next(bytes, length, &character) != length || character != number) fail_msg("U+%04X", number);
  }
}

static void what_commands_or_deceives_is_known(void **unused) {
  (void)unused;
  for (uint32_t c = 0; c < 0x100; c++)
    assert_int_equal(unicode_is_control(c), c < 0x20 || c == 0x7f || (c >= 0x80 && c <= 0x9f));
  const uint32_t deceptive[] = { 0x200b, 0x200e, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff, 0xe0041 };
  for (size_t i = 0; i < sizeof deceptive / sizeof *deceptive; i++) assert_true(unicode_is_deceptive(deceptive[i]));
  const uint32_t needed[] = { ' ', 0xa0, 0xe9, 0x200c, 0x200d, 0x2014, 0x2026, 0x2500, 0xfe0f, 0xfffd, 0x1f600 };
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) assert_false(unicode_is_deceptive(needed[i]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(characters_are_read),
    cmocka_unit_test(broken_bytes_are_replaced),
    cmocka_unit_test(every_character_is_read_as_written),
    cmocka_unit_test(what_commands_or_deceives_is_known),
  };
  return cmocka_run_group_tests_name("unicode", tests, NULL, NULL);
}
