/* Diagnostics: the list, the pages, and the exact way they are written. */
#include "tests/unit/lang.h"

#include <ctype.h>

static const char *print_all(struct lang *lang, bool colour) {
  struct text out = arena_text(lang->arena);
  for (size_t i = 0; i < lang->diags.count; i++) diag_print(&out, &lang->diags, lang->diags.items[i], colour);
  return out.bytes;
}

static struct span span_of(uint32_t file, const char *text, const char *part) {
  uint32_t start = (uint32_t)(strstr(text, part) - text);
  return (struct span){ file, start, start + (uint32_t)strlen(part) };
}

static void one_is_written_exactly_so(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  const char *text = "setup {\n  draw 8 from ticket_pile to ticket_rwo\n}\n";
  uint32_t file = lang_add(&lang, "games/my.trv", text);
  struct diag *diag =
      diag_report(&lang.diags, DIAG_E0110, span_of(file, text, "ticket_rwo"), "no zone named `%s`", "ticket_rwo");
  diag_hint(&lang.diags, diag, "did you mean `%s`?", "ticket_row");
  diag_note_at(&lang.diags, diag, span_of(file, text, "8"), "zones of Ticket: %s", "ticket_pile, ticket_discard");
  diag_note(&lang.diags, diag, "second");
  assert_string_equal(print_all(&lang, false),
                      "games/my.trv:2:30: error[E0110]: no zone named `ticket_rwo`\n"
                      "    2 |   draw 8 from ticket_pile to ticket_rwo\n"
                      "      |                              ^^^^^^^^^^ did you mean `ticket_row`?\n"
                      "  note: zones of Ticket: ticket_pile, ticket_discard   (declared at 2:8)\n"
                      "  note: second\n"
                      "  help: trvm explain E0110\n");
  assert_non_null(strstr(print_all(&lang, true), "\x1b[1;31merror[E0110]\x1b[0m"));
  lang_close(&lang);
}

static void notes_in_other_files_name_them(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t here = lang_add(&lang, "a.trv", "x"), there = lang_add(&lang, "b.trv", "\n y");
  struct diag *diag = diag_report(&lang.diags, DIAG_E0110, (struct span){ here, 0, 1 }, "m");
  diag_note_at(&lang.diags, diag, (struct span){ there, 2, 3 }, "n");
  assert_non_null(strstr(print_all(&lang, false), "  note: n   (declared at b.trv:2:2)\n"));
  lang_close(&lang);
}

static void carets_stand_below_wide_and_tabbed_text(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  const char *text = "\tab\xC3\xA9 \xE4\xB8\xAD\xE6\x96\x87 bad e\xCC\x81\x1b\xff worse";
  uint32_t file = lang_add(&lang, "a.trv", text);
  diag_report(&lang.diags, DIAG_E0110, span_of(file, text, "bad"), "m");
  diag_report(&lang.diags, DIAG_E0110, span_of(file, text, "worse"), "m");
  const char *line =
      "    1 |         ab\xC3\xA9 \xE4\xB8\xAD\xE6\x96\x87 bad e\xCC\x81\xEF\xBF\xBD\xEF\xBF\xBD worse\n";
  const char *printed = print_all(&lang, false);
  assert_non_null(strstr(printed, line));
  assert_non_null(strstr(printed, "a.trv:1:9:"));
  assert_non_null(strstr(printed, "\n      |                  ^^^\n"));
  assert_non_null(strstr(printed, "\n      |                          ^^^^^\n"));
  lang_close(&lang);
}

/* The caret stands as many columns behind the bar as the character before it is wide. */
static void characters_are_as_wide_as_terminals_show_them(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    int width;
  } characters[] = {
    { "\u1100", 2 },     { "\u1160", 1 },     { "\u2E80", 2 },     { "\u303F", 1 },
    { "\u3042", 2 },     { "\uA4D0", 1 },     { "\uAC00", 2 },     { "\uD7B0", 1 },
    { "\uF900", 2 },     { "\uFB00", 1 },     { "\uFE30", 2 },     { "\uFE70", 1 },
    { "\uFF21", 2 },     { "\uFF61", 1 },     { "\uFFE0", 2 },     { "\uFFE8", 1 },
    { "\U0001F600", 2 }, { "\U0001F650", 1 }, { "\U0001F900", 2 }, { "\U0001FA00", 1 },
    { "\U00020000", 2 }, { "\U0003FFFE", 1 }, /* wide ones and their neighbours */
    { "\u0301", 0 },     { "\u1AB0", 0 },     { "\u1B00", 1 },     { "\u20D0", 0 },
    { "\u2100", 1 },     { "\uFE0F", 0 },     { "\uFE10", 1 },     { "\uFE20", 0 },
    { "\u200D", 0 },     { "\u2010", 1 },                                           /* those that are put on others */
    { "\x7F", 1 },       { "\xC2\x85", 1 },   { "\u200B", 1 },     { "\u202E", 1 }, /* replaced */
    { "\xC3", 1 },       { "\xE4\xB8", 2 },   { "\xF5", 1 },                        /* replaced byte by byte */
  };
  for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
    struct lang lang;
    char text[20], caret[20];
    lang_open(&lang);
    snprintf(text, sizeof text, "%s!", characters[i].text);
    snprintf(caret, sizeof caret, "      | %*s^\n", characters[i].width, "");
    uint32_t file = lang_add(&lang, "a.trv", text);
    diag_report(&lang.diags, DIAG_E0110, span_of(file, text, "!"), "m");
    if (!strstr(print_all(&lang, false), caret)) print_error("character %zu\n%s", i, print_all(&lang, false));
    assert_non_null(strstr(print_all(&lang, false), caret));
    lang_close(&lang);
  }
}

static void long_lines_are_cut_around_the_caret(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  char text[501];
  for (int i = 0; i < 500; i++) text[i] = (char)('a' + i % 26);
  text[500] = '\0';
  memcpy(text + 250, "HERE", 4);
  uint32_t file = lang_add(&lang, "a.trv", text);
  diag_report(&lang.diags, DIAG_E0110, (struct span){ file, 250, 254 }, "m");
  diag_report(&lang.diags, DIAG_E0110, (struct span){ file, 498, 500 }, "m");
  diag_report(&lang.diags, DIAG_E0110, (struct span){ file, 0, 500 }, "m");
  const char *printed = print_all(&lang, false);
  for (const char *line = printed, *end; (end = strchr(line, '\n')); line = end + 1) {
    assert_true(end - line < 180);
    const char *caret = memchr(line, '^', (size_t)(end - line)), *here = strstr(printed, "HERE");
    if (line > here && line < here + 300 && caret) {
      const char *above = printed;
      for (const char *at = printed; at < here; at++)
        if (*at == '\n') above = at + 1;
      assert_int_equal(here - above - 2, caret - line); /* the mark of the cut has three bytes in one column */
      break;
    }
  }
  assert_non_null(strstr(printed, "…"));
  lang_close(&lang);
}

static void the_same_is_reported_once(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t file = lang_add(&lang, "a.trv", "abc");
  for (int i = 0; i < 3; i++) diag_report(&lang.diags, DIAG_E0110, (struct span){ file, 1, 2 }, "m %d", i);
  diag_report(&lang.diags, DIAG_E0111, (struct span){ file, 1, 2 }, "other code");
  diag_report(&lang.diags, DIAG_E0110, (struct span){ file, 1, 3 }, "other place");
  assert_int_equal(lang.diags.count, 3);
  assert_int_equal(lang.diags.errors, 3);
  assert_string_equal(lang.diags.items[0]->message, "m 0");
  lang_close(&lang);
}

static void the_list_is_capped_and_sorted(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t first = lang_add(&lang, "a.trv", ""), second = lang_add(&lang, "b.trv", "");
  for (uint32_t i = 300; i > 0; i--)
    diag_report(&lang.diags, DIAG_E0110, (struct span){ i % 2 ? first : second, i, i }, "m");
  assert_int_equal(lang.diags.errors, 300);
  diag_finish(&lang.diags);
  assert_int_equal(lang.diags.count, DIAG_LIMIT);
  for (size_t i = 1; i < lang.diags.count; i++) {
    struct span before = lang.diags.items[i - 1]->span, after = lang.diags.items[i]->span;
    assert_true(before.file < after.file || (before.file == after.file && before.start < after.start));
  }
  lang_close(&lang);
}

static void one_without_a_place_has_no_source(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  struct diag *diag = diag_report(&lang.diags, DIAG_E0002, (struct span){ UINT32_MAX, 0, 0 }, "cannot read x.trv");
  diag_hint(&lang.diags, diag, "is it a folder?");
  assert_string_equal(print_all(&lang, false), "error[E0002]: cannot read x.trv\n"
                                               "  hint: is it a folder?\n"
                                               "  help: trvm explain E0002\n");
  lang_close(&lang);
}

static void codes_are_found_by_name(void **unused) {
  (void)unused;
  assert_int_equal(diag_find("E0110"), DIAG_E0110);
  assert_int_equal(diag_find("e0110"), DIAG_E0110);
  assert_int_equal(diag_find("E9999"), DIAG_CODES);
  assert_string_equal(diag_code_name(DIAG_E0501), "E0501");
  assert_int_equal(diag_severity_of(DIAG_E0501), SEVERITY_ERROR);
}

static void every_code_has_its_page(void **unused) {
  (void)unused;
  for (int code = 0; code < DIAG_CODES; code++) {
    const char *name = diag_code_name((enum diag_code)code), *page = diag_explanation((enum diag_code)code);
    assert_true((name[0] == 'E' || name[0] == 'W') && strlen(name) == 5);
    if (strlen(page) < 100) print_error("lang/explain/%s.md is missing\n", name);
    assert_true(strlen(page) > 100);
    assert_non_null(strstr(page, name));
    assert_true(diag_severity_of((enum diag_code)code) == (name[0] == 'W' ? SEVERITY_WARNING : SEVERITY_ERROR));
    assert_false(isupper((unsigned char)diag_title((enum diag_code)code)[0]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_is_written_exactly_so),
    cmocka_unit_test(notes_in_other_files_name_them),
    cmocka_unit_test(carets_stand_below_wide_and_tabbed_text),
    cmocka_unit_test(long_lines_are_cut_around_the_caret),
    cmocka_unit_test(the_same_is_reported_once),
    cmocka_unit_test(the_list_is_capped_and_sorted),
    cmocka_unit_test(one_without_a_place_has_no_source),
    cmocka_unit_test(codes_are_found_by_name),
    cmocka_unit_test(every_code_has_its_page),
    cmocka_unit_test(characters_are_as_wide_as_terminals_show_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
