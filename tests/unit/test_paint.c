/* trvm/paint.c: words that have a colour, and how it is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trvm/paint.h"

static void what_a_terminal_can_do(void **unused) {
  (void)unused;
  assert_int_equal(paint_depth_of("xterm", NULL), PAINT_16);
  assert_int_equal(paint_depth_of(NULL, NULL), PAINT_16);
  assert_int_equal(paint_depth_of("xterm-256color", ""), PAINT_256);
  assert_int_equal(paint_depth_of("xterm-256color", "truecolor"), PAINT_ALL);
  assert_int_equal(paint_depth_of("xterm-direct", NULL), PAINT_ALL);
}

static void expect_code(enum paint_depth depth, uint32_t rgb, const char *expected) {
  char code[PAINT_CODE];
  paint_code(depth, rgb, code);
  assert_string_equal(code, expected);
}

static void codes_by_what_it_can(void **unused) {
  (void)unused;
  expect_code(PAINT_16, 0xff0000, "31");
  expect_code(PAINT_16, 0x0000ff, "94");
  expect_code(PAINT_16, 0xffff00, "33");
  expect_code(PAINT_16, 0x808080, "");
  expect_code(PAINT_16, 0xffffff, "");
  expect_code(PAINT_ALL, 0x000000, "");
  expect_code(PAINT_256, 0xff0000, "38;5;196");
  expect_code(PAINT_256, 0xc2402f, "38;5;160");
  expect_code(PAINT_256, 0x37834a, "38;5;28");
  expect_code(PAINT_256, 0x2d68ad, "38;5;25");
}

/* What the eye takes a colour's light for, as the guidelines for pages on the Web have it. */
static double part_light(int part) {
  double value = part / 255.0, more = 1, base = (value + 0.055) / 1.055;
  if (value <= 0.04045) return value / 12.92;
  for (int i = 0; i < 12; i++) more *= base; /* base to the power of 2.4 is the fifth root of this */
  double root = base * base;
  for (int i = 0; i < 60; i++) root = (4 * root + more / (root * root * root * root)) / 5;
  return root;
}

static void all_can_be_read_on_both_backgrounds(void **unused) {
  (void)unused;
  for (uint32_t rgb = 0; rgb < 0x1000000; rgb += 0x010b07) {
    char code[PAINT_CODE];
    int red, green, blue;
    paint_code(PAINT_ALL, rgb, code);
    if (!*code) continue;
    assert_int_equal(sscanf(code, "38;2;%d;%d;%d", &red, &green, &blue), 3);
    double light = 0.2126 * part_light(red) + 0.7152 * part_light(green) + 0.0722 * part_light(blue);
    assert_true((light + 0.05) / 0.05 >= 2.5);
    assert_true(1.05 / (light + 0.05) >= 2.5);
  }
}

static void words_are_found_whole(void **unused) {
  (void)unused;
  struct paint_box box = { .depth = PAINT_16 };
  const char *text = "2 red, Red Sea and reddish; infrared RED";
  char found[100] = "";
  paint_add(&box, "red", 0xff0000);
  paint_add(&box, "Red Sea", 0x0000ff);
  paint_add(&box, "red", 0x00ff00);
  paint_add(&box, "white", 0xffffff);
  paint_add(&box, "", 0xff0000);
  paint_sort(&box);
  assert_int_equal(box.count, 2);
  for (size_t at = 0; text[at]; at++) {
    const struct paint *paint = paint_at(&box, text, strlen(text), at);
    if (!paint) continue;
    snprintf(found + strlen(found), sizeof found - strlen(found), "%zu:%s ", at, paint->code);
    at += paint->length - 1;
  }
  assert_string_equal(found, "2:31 7:94 37:31 ");
  paint_free(&box);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_a_terminal_can_do),
    cmocka_unit_test(codes_by_what_it_can),
    cmocka_unit_test(all_can_be_read_on_both_backgrounds),
    cmocka_unit_test(words_are_found_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
