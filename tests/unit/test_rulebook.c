/* Rulebooks: which lines are items, what belongs to them, and what is reported. */
#include "tests/unit/lang.h"

#include "lang/rulebook.h"

static struct rulebook *read_book(struct lang *lang, const char *text) {
  lang_open(lang);
  struct rulebook *book = rulebook_read(&lang->sources, lang_add(lang, "book.md", text), &lang->diags);
  diag_sort(&lang->diags);
  return book;
}

static const char *text_of(const struct rulebook *book, char kind, uint32_t number) {
  const struct rulebook_item *item = rulebook_find(book, kind, number);
  return item ? item->text : NULL;
}

static void items_are_paragraphs(void **unused) {
  (void)unused;
  struct lang lang;
  struct rulebook *book = read_book(&lang, "# Title\n\n- **R1** Shuffle\n  the tickets.  \n"
                                           "- **A12** `x`: a ruling\r\n\r\n"
                                           "not part of it\n* **S3** last\n## R9\n- **C2**\n- other\n  line");
  assert_int_equal(book->count, 4);
  assert_string_equal(text_of(book, 'R', 1), "Shuffle the tickets.");
  assert_string_equal(text_of(book, 'A', 12), "`x`: a ruling");
  assert_string_equal(text_of(book, 'S', 3), "last");
  assert_string_equal(text_of(book, 'C', 2), "");
  assert_null(text_of(book, 'R', 9));
  assert_null(text_of(book, 'A', 1));
  assert_int_equal(lang.diags.count, 0);
  struct source_place place = source_place(&lang.sources, book->file, rulebook_find(book, 'A', 12)->span.start);
  assert_int_equal(place.line, 5);
  assert_int_equal(place.column, 5);
  lang_close(&lang);
}

static void bold_words_and_code_are_no_items(void **unused) {
  (void)unused;
  struct lang lang;
  struct rulebook *book = read_book(&lang, "- **Row** words\n- **X1** no kind\n**R1** no list\n- R2 not bold\n"
                                           "- **R3 open\n"
                                           "```\n- **R4** code\n```\n- **V5** item\n");
  assert_int_equal(book->count, 1);
  assert_string_equal(text_of(book, 'V', 5), "item");
  assert_int_equal(lang.diags.count, 0);
  lang_close(&lang);
}

static void twice_is_reported_with_the_first(void **unused) {
  (void)unused;
  struct lang lang;
  struct rulebook *book = read_book(&lang, "- **R1** one\n- **R2** two\n- **R1** again\n  and more\n");
  assert_string_equal(lang_codes(&lang), "E0601 3:5");
  assert_int_equal(lang.diags.items[0]->notes->span.start, 4);
  assert_int_equal(book->count, 2);
  assert_string_equal(text_of(book, 'R', 1), "one");
  assert_string_equal(text_of(book, 'R', 2), "two");
  lang_close(&lang);
}

static void odd_numbers_are_reported(void **unused) {
  (void)unused;
  struct lang lang;
  struct rulebook *book = read_book(&lang, "- **R12a** x\n- **R012** x\n- **R0** x\n- **R10000** x\n- **R9999** fine\n"
                                           "- **R99999999999999999999** x\n");
  assert_string_equal(lang_codes(&lang), "E0602 1:5, E0602 2:5, E0602 3:5, E0602 4:5, E0602 6:5");
  assert_int_equal(book->count, 1);
  lang_close(&lang);
}

static void misspelt_labels_are_reported(void **unused) {
  (void)unused;
  struct lang lang;
  struct rulebook *book = read_book(&lang, "- **r1** x\n- **R 2** x\n- **S-3** x\n- **A 5 card hand** x\n- **a 2** x\n"
                                           "- **R.** x\n- **R4** fine\n");
  assert_string_equal(lang_codes(&lang), "E0602 1:5, E0602 2:5, E0602 3:5");
  assert_int_equal(book->count, 1);
  lang_close(&lang);
}

static void items_know_where_they_end(void **unused) {
  (void)unused;
  struct lang lang;
  const char *text = "# Rules\n\n- **R1** one\n  and more\n\n- **R2** two\n";
  struct rulebook *book = read_book(&lang, text);
  assert_int_equal(book->items[0].end, strstr(text, "more") + 4 - text);
  assert_int_equal(book->items[1].end, strlen(text) - 1);
  lang_close(&lang);
}

static void other_files_are_refused(void **unused) {
  (void)unused;
  struct lang lang;
  assert_int_equal(read_book(&lang, "- **R1** caf\xE9\n")->count, 0);
  assert_string_equal(lang_codes(&lang), "E0005 1:13");
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(items_are_paragraphs),
    cmocka_unit_test(bold_words_and_code_are_no_items),
    cmocka_unit_test(twice_is_reported_with_the_first),
    cmocka_unit_test(odd_numbers_are_reported),
    cmocka_unit_test(misspelt_labels_are_reported),
    cmocka_unit_test(items_know_where_they_end),
    cmocka_unit_test(other_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
