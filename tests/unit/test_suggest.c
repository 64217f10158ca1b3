/* "did you mean …?": near words are found, far ones are not. */
#include "tests/unit/lang.h"

static const char *best_of(const char *word, int count, const char *const *candidates) {
  struct suggestion suggestion = { .word = word };
  for (int i = 0; i < count; i++) suggest_consider(&suggestion, candidates[i]);
  return suggestion.best;
}

static void near_words_are_found(void **unused) {
  (void)unused;
  const char *const zones[] = { "tickets", "ticket_row", "ticket_pile" };
  assert_string_equal(best_of("ticket_rwo", 3, zones), "ticket_row"); /* two letters swapped */
  assert_string_equal(best_of("tickts", 3, zones), "tickets");        /* one missing */
  assert_string_equal(best_of("tickett_pile", 3, zones), "ticket_pile");
  assert_string_equal(best_of("dicket_row", 3, zones), "ticket_row"); /* one changed */
}

static void a_third_of_the_letters_may_differ(void **unused) {
  (void)unused;
  const char *const words[] = { "draw", "option" };
  assert_string_equal(best_of("drw", 2, words), "draw");
  assert_string_equal(best_of("optoin", 2, words), "option");
  assert_string_equal(best_of("opshun", 2, words) ? "found" : "none", "none"); /* three changes in six letters */
  assert_null(best_of("dr", 2, words));
  assert_null(best_of("", 2, words));
  assert_null(best_of("drxy", 2, words));
}

static void the_nearest_and_then_the_first_wins(void **unused) {
  (void)unused;
  const char *const words[] = { "placed", "places", "place", "palace" };
  assert_string_equal(best_of("plac", 4, words), "place");
  assert_string_equal(best_of("placex", 4, words), "placed");
  const char *const longer[] = { "value_number_1", "volume_by_number", "value_number_1234" };
  assert_string_equal(best_of("value_numbr_1", 3, longer), "value_number_1"); /* once one is near, others are far */
}

static void only_one_slip_without_a_rival_is_certain(void **unused) {
  (void)unused;
  struct suggestion near = { .word = "plcae" };
  assert_false(suggest_is_certain(&near));
  suggest_consider(&near, "palaces");
  suggest_consider(&near, "place");
  assert_true(suggest_is_certain(&near));
  near = (struct suggestion){ .word = "placex" };
  suggest_consider(&near, "placed");
  suggest_consider(&near, "places");
  assert_false(suggest_is_certain(&near));
  suggest_consider(&near, "placed");
  near = (struct suggestion){ .word = "pla" };
  suggest_consider(&near, "play");
  assert_string_equal(near.best, "play");
  assert_false(suggest_is_certain(&near)); /* too short to be sure */
}

static void the_word_itself_is_no_help(void **unused) {
  (void)unused;
  const char *const words[] = { "option", "options" };
  assert_string_equal(best_of("option", 2, words), "options");
  assert_null(best_of("option", 1, words));
}

static void very_long_words_are_left_alone(void **unused) {
  (void)unused;
  char long_word[101];
  memset(long_word, 'a', 100);
  long_word[100] = '\0';
  const char *const words[] = { long_word + 1, "option" };
  assert_null(best_of(long_word, 2, words));
  assert_string_equal(best_of("optin", 2, words), "option");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(near_words_are_found),
    cmocka_unit_test(a_third_of_the_letters_may_differ),
    cmocka_unit_test(the_nearest_and_then_the_first_wins),
    cmocka_unit_test(the_word_itself_is_no_help),
    cmocka_unit_test(very_long_words_are_left_alone),
    cmocka_unit_test(only_one_slip_without_a_rival_is_certain),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
