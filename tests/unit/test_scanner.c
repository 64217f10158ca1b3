/* The scanner, through the parser: numbers, names, texts, comments, citations, and what it refuses. */
#include "tests/unit/lang.h"

/* The value of `const x = …` as a dump. */
static const char *value_of(struct lang *lang, const char *expression) {
  lang_open(lang);
  struct tree *tree = lang_parse(lang, arena_format(lang->arena, "const x = %s\n", expression));
  assert_string_equal(lang_codes(lang), "");
  return lang_dump(lang, tree->kid[FILE_DECLS]->kid[CONST_VALUE]);
}

static void scans_as(const char *expression, const char *dump) {
  struct lang lang;
  assert_string_equal(value_of(&lang, expression), dump);
  lang_close(&lang);
}

static void numbers(void **unused) {
  (void)unused;
  scans_as("0", "INT 0\n");
  scans_as("1_000", "INT 1000\n");
  scans_as("2147483647", "INT 2147483647\n");
  lang_expect_message("const x = 2147483648", "E0102 1:11", "too large", "the largest number is 2147483647");
  lang_expect("const x = 99999999999999999999999999\nconst y = 3", "E0102 1:11");
  lang_expect("const x = 12ab", "E0101 1:11");
}

static void texts(void **unused) {
  (void)unused;
  scans_as("\"\"", "STRING\n");
  scans_as("\"a\\n\\\"b\\\\\\{c\\}\"", "STRING\n  parts: TEXT_PART \"a\\n\\\"b\\\\{c}\"\n");
  scans_as("\"a{b}c\"", "STRING\n  parts: TEXT_PART \"a\"\n  parts: NAME \"b\"\n  parts: TEXT_PART \"c\"\n");
  scans_as("\"{\"x{y}\"}\"", "STRING\n  parts: STRING\n    parts: TEXT_PART \"x\"\n    parts: NAME \"y\"\n");
  scans_as("\"Orl\xC3\xA9"
           "ans // no comment\"",
           "STRING\n  parts: TEXT_PART \"Orl\xC3\xA9"
           "ans // no comment\"\n");
  scans_as("\"{match a { b => c else => d }}\"",
           "STRING\n  parts: MATCH_VALUE\n    subject: NAME \"a\"\n    arms: ARM\n      patterns: NAME \"b\"\n"
           "      body: NAME \"c\"\n    arms: ARM\n      body: NAME \"d\"\n");
}

static void open_texts(void **unused) {
  (void)unused;
  lang_expect("const x = \"abc\nconst y = 3", "E0103 1:11");
  lang_expect("const x = \"abc", "E0103 1:11");
  lang_expect("const x = \"abc\\", "E0103 1:11, E0104 1:15");
  lang_expect("const x = \"abc\\\nconst y = 3", "E0103 1:11");
  lang_expect("const x = \"abc{d\nconst y = = 3", "E0103 1:11, E0110 2:11");
  lang_expect("const x = \"abc{f(\"d\nconst y = 3", "E0103 1:11");
  lang_expect("const x = \"abc{", "E0103 1:11");
}

static void mistakes_in_holes_stay_in_their_text(void **unused) {
  (void)unused;
  lang_expect("effect f() { say \"{p sells {g}\" }\nconst y = = 3", "E0110 1:22, E0110 2:11");
  lang_expect("effect f() { say \"{p} sells }\nconst y = = 3", "E0103 1:18, E0110 2:11");
  lang_expect("effect f() { say \"go {p\"} }\nconst y = = 3", "E0110 1:24, E0110 2:11");
  lang_expect("effect f() { say \"{f({p}\" }\nconst y = = 3", "E0110 1:22, E0110 2:11");
  lang_expect("phase f() \"go { leave }\nconst y = = 3", "E0103 1:11, E0110 2:11");
  lang_expect("play { choose a by p {\n  option b \"go {\n    leave\n  }\n  option c = { }\n} }",
              "E0103 2:12, E0110 5:12");
}

static void comments_of_other_languages(void **unused) {
  (void)unused;
  lang_expect_message("/* a\n b */ const x = = 3", "E0101 1:1, E0110 2:17", "`/*`",
                      "each line of a comment begins with `//`");
  lang_expect("play { /* a * b", "E0101 1:8");
  lang_expect("const x = \"{y /* a */} b\"\nconst y = = 3", "E0101 1:15, E0110 2:11");
}

static void escapes_and_braces(void **unused) {
  (void)unused;
  lang_expect_message("const x = \"50\\% {y}\"", "E0104 1:14", "unknown escape", "known are \\n \\\" \\\\ \\{ \\}");
  lang_expect("const x = \"a } b\"", "E0107 1:14");
}

static void unknown_characters(void **unused) {
  (void)unused;
  lang_expect_message("const x = a && b", "E0101 1:13", "`&&`", "write `and`");
  lang_expect_message("const x = a || b", "E0101 1:13", "`||`", "write `or`");
  lang_expect_message("const x = !b", "E0101 1:11", "`!`", "write `not`");
  lang_expect_message("const x = 'b'", "E0101 1:11", "`'`", "texts stand in double quotes");
  lang_expect_message("const x = 3;\nconst y = 4;", "E0101 1:12, E0101 2:12", "`;`",
                      "statements need no `;` between them");
  lang_expect_message("const x =\xC2\xA0"
                      "3",
                      "E0101 1:10", "a non-breaking space (U+00A0)", "write an ordinary space");
  lang_expect_message("const\xE2\x80\x8B x = 3", "E0101 1:6", "an invisible character (U+200B)", "delete it");
  lang_expect_message("const x = 2d6", "E0101 1:11", "begin with a digit", "write `roll 2 of 6`");
  lang_expect_message("const x = 2dd6", "E0101 1:11", "begin with a digit", NULL);
  lang_expect_message("# x", "E0101 1:1", "`#`", "a comment begins with `//`");
  lang_expect_message("const \xC3\xA9t\xC3\xA9 = 3", "E0101 1:7", "`\xC3\xA9`",
                      "names use only the letters a to z, digits and `_`");
  lang_expect("const x = $ $ $ $\n", "E0101 1:11");
}

static void encodings(void **unused) {
  (void)unused;
  lang_expect_message("const x = \"\xE9\"", "E0005 1:12", "byte 0xE9", NULL);
  lang_expect_message("const x = \x01", "E0004 1:11", "number 1", NULL);
  lang_expect_message("// \x1B[2J", "E0004 1:4", "number 27", NULL);
  lang_expect_message("const x = \"\xC2\x9B\"", "E0004 1:12", "number 155", NULL); /* the second set of them */
  lang_expect("const x = \"\xC2\xA0\"\t\r\n", "");
  lang_expect("const x = \"\xC0\x80\"", "E0005 1:12");         /* too long a way to write it */
  lang_expect("const x = \"\xED\xA0\x80\"", "E0005 1:12");     /* half of a pair */
  lang_expect("const x = \"\xF4\x90\x80\x80\"", "E0005 1:12"); /* beyond the last character */
  lang_expect("const x = \"\xE2\x82", "E0005 1:12");
  lang_expect("const x = \"\xF0\x9F\x8E\xB2\"", "");
  lang_expect("\xEF\xBB\xBF"
              "const x = 3",
              "");
  struct lang lang;
  lang_open(&lang);
  uint32_t file = (uint32_t)source_add(&lang.sources, "x.trv", "const\0x", 7);
  assert_null(parse_file(&lang.sources, file, &lang.diags)->kid[FILE_DECLS]);
  assert_string_equal(lang_codes(&lang), "E0004 1:6");
  lang_close(&lang);
}

static void empty_files(void **unused) {
  (void)unused;
  lang_expect("", "E0001 1:1");
  lang_expect(" \n\t\n", "E0001 1:1");
  lang_expect("// nothing\n", "E0001 1:1");
}

static void citations(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  struct tree *tree = lang_parse(&lang, "const x = 3 @R1 @A2-A14 @C3-5");
  const struct tree *cite = tree->kid[FILE_DECLS]->cites;
  assert_string_equal(cite->word, "R1");
  assert_int_equal(cite->number, 1);
  assert_string_equal(cite->next->word, "A2");
  assert_int_equal(cite->next->number, 14);
  assert_int_equal(cite->next->next->number, 5);
  lang_close(&lang);
  lang_expect("const x = 3 @rule", "E0106 1:13");
  lang_expect("const x = 3 @R1-A2", "E0106 1:13");
  lang_expect("const x = 3 @R99999999999", "E0106 1:13");
  lang_expect("const x = 3 @", "E0106 1:13");
}

static void names(void **unused) {
  (void)unused;
  lang_expect_message("const handLimit = 3", "E0108 1:7", "small letters", "write `hand_limit`");
  scans_as("a not in b", "BINARY 9\n  left: NAME \"a\"\n  right: NAME \"b\"\n");
  scans_as("a not\n in b", "BINARY 9\n  left: NAME \"a\"\n  right: NAME \"b\"\n");
  scans_as("not inside", "NOT\n  value: NAME \"inside\"\n");
  scans_as("nothing", "NAME \"nothing\"\n");
  scans_as("_x1", "NAME \"_x1\"\n");
}

static void comments_are_kept_and_docs_attached(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  struct tree *tree = lang_parse(&lang, "// one\n/// The limit.\n///  Two lines.\nconst x = 3 // two\n"
                                        "/// of y\nfn y() -> int {\n  /// inside\n  return 3\n}\n//// ruler\n"
                                        "const z = 1\n");
  const struct tree *x = tree->kid[FILE_DECLS];
  assert_string_equal(tree_doc(x), "The limit.\n Two lines.");
  assert_string_equal(tree_doc(x->next), "of y");
  assert_null(tree_doc(x->next->next));
  int count = 0;
  for (const struct comment *comment = lang.sources.items[0]->comments; comment; comment = comment->next) count++;
  assert_int_equal(count, 7);
  assert_int_equal(lang.sources.items[0]->comments->span.end, 6);
  lang_close(&lang);
}

static void deep_nesting_is_refused(void **unused) {
  (void)unused;
  static char text[2000];
  strcpy(text, "const x = ");
  memset(text + 10, '(', 200);
  text[210] = '1';
  memset(text + 211, ')', 200);
  text[411] = '\0';
  lang_expect(text, "");
  memset(text + 10, '(', 400);
  text[410] = '\0';
  lang_expect(text, "E0105 1:211");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(numbers),
    cmocka_unit_test(texts),
    cmocka_unit_test(open_texts),
    cmocka_unit_test(mistakes_in_holes_stay_in_their_text),
    cmocka_unit_test(comments_of_other_languages),
    cmocka_unit_test(escapes_and_braces),
    cmocka_unit_test(unknown_characters),
    cmocka_unit_test(encodings),
    cmocka_unit_test(empty_files),
    cmocka_unit_test(citations),
    cmocka_unit_test(names),
    cmocka_unit_test(comments_are_kept_and_docs_attached),
    cmocka_unit_test(deep_nesting_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
