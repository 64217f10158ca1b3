/* vm/text.c: the two spellings of every kind of value. */
#include "tests/unit/fixture.h"

static void check(const trv_program *program, int32_t type, const int32_t *slots, const char *label,
                  const char *notation) {
  char text[100];
  struct text_sink out = sink_on(text, sizeof text);
  text_value_label(&program->program, type, slots, &out);
  assert_int_equal(sink_end(&out), strlen(label));
  assert_string_equal(text, label);
  out = sink_on(text, sizeof text);
  text_value_notation(&program->program, type, slots, &out);
  assert_int_equal(sink_end(&out), strlen(notation));
  assert_string_equal(text, notation);
}

static void check_one(const trv_program *program, int32_t type, int32_t value, const char *label,
                      const char *notation) {
  check(program, type, &value, label, notation);
}

static void single_values(void **state) {
  trv_program *program = fixture_make();
  (void)state;
  check_one(program, T_INT, -17, "-17", "-17");
  check_one(program, T_BOOL, 1, "yes", "true");
  check_one(program, T_BOOL, 0, "no", "false");
  check_one(program, T_PLAYER, 1, "p2", "p2");
  check_one(program, T_CARD, 2, "Queen \"Q\"", "queen");
  check_one(program, T_CARD, 99, "?", "?");
  check_one(program, T_MAYBE_COLOUR, NONE_VALUE, "none", "none");
  check_one(program, T_MAYBE_COLOUR, 1, "Blue", "blue");
  check_one(program, T_TEXT, 0, "", "");
  trv_program_free(program);
}

static void values_of_several(void **state) {
  trv_program *program = fixture_make();
  int32_t set[2] = { 7, 0 }, pair[2] = { 5, 0 }, empty[5] = { 0 };
  int32_t bag[2] = { 0x010002, 0 }, list[5] = { 2, 1, 0, 0, 0 };
  (void)state;
  check(program, T_SET, set, "Ace, King and Queen \"Q\"", "[ace, king, queen]");
  check(program, T_SET, pair, "Ace and Queen \"Q\"", "[ace, queen]");
  check(program, T_SET, empty, "nothing", "[]");
  check(program, T_BAG, bag, "2 Ace, 1 Queen \"Q\"", "[2 of ace, queen]");
  check(program, T_BAG, empty, "nothing", "[]");
  check(program, T_LIST, list, "King and Ace", "[king, ace]");
  check(program, T_LIST, empty, "nothing", "[]");
  check_one(program, T_PATH, 0, "Blue and Red", "[blue, red]");
  check_one(program, T_PATH, 1, "the direct way", "[]");
  trv_program_free(program);
}

static void options(void **state) {
  trv_program *program = fixture_make();
  int32_t frame[10] = { 0, 0, 0, 1 };
  char text[40], cut[6];
  (void)state;
  struct text_sink out = sink_on(text, sizeof text);
  text_option_notation(&program->program, 1, frame, &out);
  sink_end(&out);
  assert_string_equal(text, "play(king)");
  out = sink_on(cut, sizeof cut);
  text_option_notation(&program->program, 1, frame, &out);
  assert_int_equal(sink_end(&out), 10);
  assert_string_equal(cut, "play(");
  trv_program_free(program);
}

/* As with snprintf, a buffer of no bytes is not written to. */
static void no_room_at_all(void **state) {
  char untouched = 'x';
  (void)state;
  struct text_sink out = sink_on(&untouched, 0);
  sink_text(&out, "word");
  assert_int_equal(sink_end(&out), 4);
  assert_int_equal(untouched, 'x');
}

static void spaces_do_not_matter(void **state) {
  (void)state;
  assert_true(text_notation_equal("go(a, [b, c])", " go ( a,[b,c] )"));
  assert_false(text_notation_equal("go(a)", "go(a, b)"));
  assert_false(text_notation_equal("go", "gone"));
}

static void write_word(void *context, struct text_sink *sink) { sink_text(sink, context); }

static void sinks_are_added_to_growing_texts(void **state) {
  char word[300];
  struct text out = memory_text(memory_default());
  (void)state;
  memset(word, 'x', sizeof word - 1);
  word[sizeof word - 1] = '\0';
  sink_append(&out, write_word, "short ");
  sink_append(&out, write_word, word);
  assert_int_equal(out.length, 6 + sizeof word - 1);
  assert_string_equal(text_get(&out) + 6, word);
  assert_false(out.failed);
  text_free(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(single_values),
    cmocka_unit_test(values_of_several),
    cmocka_unit_test(options),
    cmocka_unit_test(no_room_at_all),
    cmocka_unit_test(spaces_do_not_matter),
    cmocka_unit_test(sinks_are_added_to_growing_texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
