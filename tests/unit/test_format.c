/* The formatter: blanks, line ends, indentation, columns, long lines, and what it must leave alone. */
#include "tests/unit/lang.h"

#include "lang/format.h"

/* Formats a text; it must come out as `expected`, and that must come out as it is. */
static const char *formatted(struct lang *lang, const char *text) {
  struct text out = arena_text(lang->arena);
  bool done = format_source(&lang->sources, lang_add(lang, "test.trv", text), &lang->diags, &out);
  assert_string_equal(lang_codes(lang), "");
  assert_true(done);
  return out.bytes;
}

static void formats(const char *text, const char *expected) {
  struct lang lang;
  lang_open(&lang);
  assert_string_equal(formatted(&lang, text), expected);
  assert_string_equal(formatted(&lang, expected), expected);
  lang_close(&lang);
}

static void stays(const char *text) { formats(text, text); }

static void blanks(void **unused) {
  (void)unused;
  formats("const   x=1+2*-3\r\n", "const x = 1 + 2 * -3\n");
  formats("\xEF\xBB\xBF"
          "fn f( a : int ,b:set   of int )->bool=a in 1 .. 3 and b . x [ 1 ] not    in[ 2,3 ]",
          "fn f(a: int, b: set of int) -> bool = a in 1..3 and b.x[1] not in [2, 3]\n");
  formats("var at [ player ]:Place or none=none  for   owner", "var at[player]: Place or none = none for owner\n");
  formats("table t[A,1..3](days:int)from \"t.csv\"", "table t[A, 1..3](days: int) from \"t.csv\"\n");
  formats("extern   fn f( xs :list of int up  to 3,t:text )->bool  from   \"a\"  @R1",
          "extern fn f(xs: list of int up to 3, t: text) -> bool from \"a\"                                   @R1\n");
  formats("fn f(n: int)->int=-n- -1", "fn f(n: int) -> int = -n - -1\n");
  formats("fn f() -> int = min(1,2)+max( x for x in(1)..( 3 ))",
          "fn f() -> int = min(1, 2) + max(x for x in (1)..(3))\n");
  formats("const t = \"a  {  f( x )+1 }  \\{ \"", "const t = \"a  {f(x) + 1}  \\{ \"\n");
  formats("fn f() -> int = match x{1=>2 else=>3}", "fn f() -> int = match x { 1 => 2  else => 3 }\n");
}

static void items_of_a_line(void **unused) {
  (void)unused;
  formats("enum E{a   b c}", "enum E { a b c }\n");
  formats("enum E { a b \"B\" c }", "enum E { a  b \"B\"  c }\n");
  formats("deck D in z{2 of a b(1) }", "deck D in z { 2 of a  b(1) }\n");
  formats("deck D in z{n of a(n)\"{n}\"for n in 1..3,s in E where s!=x b}",
          "deck D in z { n of a(n) \"{n}\" for n in 1..3, s in E where s != x  b }\n");
  formats("graph g:E{a-b b->c}", "graph g: E { a - b  b -> c }\n");
  formats("effect f(){a() b() if x{}else{c()}}", "effect f() { a()  b()  if x { } else { c() } }\n");
  formats("effect f() { match n {-1 {a()}2..-3{b()} } }", "effect f() { match n { -1 { a() }  2..-3 { b() } } }\n");
  formats("game \"G\"{players 2 seats (n :int)a(1),b( -1)}  play{ }",
          "game \"G\" { players 2  seats(n: int) a(1), b(-1) }\nplay { }\n");
  formats("game \"G\"{players 2..4 seats a,b}  play{ }", "game \"G\" { players 2..4  seats a, b }\nplay { }\n");
}

static void line_ends(void **unused) {
  (void)unused;
  formats("\n\n\nplay\n{\n\n\n  a()\n\n\n\n  b()\n\n}\n\n\n\nsetup { }\n\n",
          "play {\n  a()\n\n  b()\n}\n\nsetup { }\n");
  formats("play { a()\nb() }", "play {\n  a()\n  b()\n}\n");
  formats("play { if x { a()\n} else { b() } }", "play {\n  if x {\n    a()\n  } else { b() }\n}\n");
  formats("play {\n if x {\n a()\n}\nelse {\n b()\n}\n}", "play {\n  if x {\n    a()\n  } else {\n    b()\n  }\n}\n");
  stays("play {\n  if x { a() }\n  else if y { b() }\n  else { c() }\n}\n");
  formats(
      "play { if x { a() } @R1 else { b() } }",
      "play {\n  if x { a() }                                                                                   @R1\n"
      "  else { b() }\n}\n");
  formats("play { repeat {\na()\n}\nuntil x }", "play {\n  repeat {\n    a()\n  } until x\n}\n");
  formats("const x = a +\nb and\nc", "const x = a\n  + b\n  and c\n");
  formats("const x = f\n(1\n, 2\n)", "const x = f(1, 2)\n");
  formats("play {\n}", "play { }\n");
}

static void continued_lines(void **unused) {
  (void)unused;
  stays("fn f() -> int =\n  if a then b\n  else c\n");
  stays("fn f() -> int =\n  a + b\n    + c\n");
  stays("fn f() -> int = max(\n  a,\n  b\n    + c)\n");
  stays("fn f() -> bool =\n  all(p in players:\n    any(c in hand[p]\n      where c == x))\n");
  stays("play {\n  expect_all(a, b,\n    c)\n}\n");
  stays("deck D(a: int)\n  \"{a}\"\n  in z total 3 {\n  a(1)\n}\n");
  stays("fn f() -> int =\n  match x {\n    1 => 2\n    else => 3\n  }\n");
  formats("play {\nlet q = least(x in z\nby x) else {\nleave\n}\n}",
          "play {\n  let q = least(x in z\n    by x) else {\n    leave\n  }\n}\n");
}

static void options(void **unused) {
  (void)unused;
  stays("options o(p: player) {\n  option a(x in z,\n           y in z)\n    let n = 1\n    \"label\"\n    needs b "
        "else \"r\"\n"
        "    needs c\n      else \"s\"\n    { d()\n      e() }\n  option b { }\n}\n");
  formats("options o(p: player) {\noption a\n{\nd()\ne()\n}\n}",
          "options o(p: player) {\n  option a\n    { d()\n      e() }\n}\n");
  formats("options o(p: player) {\noption a { d()\ne() } }",
          "options o(p: player) {\n  option a {\n    d()\n    e()\n  }\n}\n");
  stays("play {\n  let x = pick c by p \"?\" (c in z)\n    \"take {c}\"\n    needs a\n}\n");
}

static void positions_hang(void **unused) {
  (void)unused;
  stays("scenario \"s\" players 2 {\n  given { a = 1  b = 2\n          c = 3 }\n  given {\n    a = 1  b = 2\n  }\n}\n");
}

static void comments(void **unused) {
  (void)unused;
  formats("//a \nconst x=1//b\n\n\n  // c\n//d\nconst y = 2",
          "//a\nconst x = 1                              //b\n\n// c\n//d\nconst y = 2\n");
  formats("play { // a\na() // b\nlonger_than_the_column_of_comments() // c\n// d\n}",
          "play {                                   // a\n"
          "  a()                                    // b\n"
          "  longer_than_the_column_of_comments()   // c\n"
          "  // d\n}\n");
  formats("play { a() } /// doc\nsetup { }", "play { a() }\n/// doc\nsetup { }\n");
}

static void citations(void **unused) {
  (void)unused;
  char line[300];
  snprintf(line, sizeof line, "%-97s@R1 @R2-R3\n", "const x = 1");
  formats("const x = 1 @R1\n@R2-R3", line);
  stays("play { a() @R1  b() }\n");
  stays("scenario \"s\" @S1 players 2 { }\n");
  snprintf(line, sizeof line, "play {%91s@R1\n  a()%92s@R2\n}\n", "", "");
  formats("play { @R1\na() @R2 }", line);
  /* One blank is enough to keep the column, two follow what is longer. */
  stays("const a23456789b23456789c23456789d23456789e23456789f23456789g23456789h23456789i234567890 = 12345 @R1\n");
  stays("const a23456789b23456789c23456789d23456789e23456789f23456789g23456789h23456789i234567890 = 123456  @R1\n");
}

static void variants(void **unused) {
  (void)unused;
  formats("variant\n\"V\" of \"g.trv\" over \"W\",\"X\"{summary \"s\" const n=1 @R2 instead of f(p)=base(p)+1}",
          "variant\n  \"V\" of \"g.trv\" over \"W\", \"X\" { summary \"s\"  const n = 1 @R2  instead of f(p) = base(p) "
          "+ 1 }\n");
  formats(
      "variant \"V\" of \"g.trv\" {\nchange deck D{add 2 of a remove b change c(n=1)\"C\"}\n\n\nbefore f( p ){ a() }\n"
      "scenario \"s\" players 2 {\nrun f(p1)\n}\n}",
      "variant \"V\" of \"g.trv\" {\n  change deck D { add 2 of a  remove b  change c(n = 1) \"C\" }\n\n  before f(p) "
      "{ a() }\n"
      "  scenario \"s\" players 2 {\n    run f(p1)\n  }\n}\n");
  stays("variant \"V\" of \"g.trv\" {\n  change choose c in f {\n    add option x \"x\"\n      needs a else \"b\"\n    "
        "  { }\n"
        "    drop option y\n    option z needs a else \"b\"\n  }\n}\n");
}

static void allowances(void **unused) {
  (void)unused;
  formats("play { let n=3 allow W0501 \"why\" end game } allow W0502\n\"because\"",
          "play { let n = 3  allow W0501 \"why\"  end game }  allow W0502 \"because\"\n");
  stays("play {\n  end game\n    allow W0501 \"why\"\n}\n  allow W0502 \"why\"\n");
  formats("play { end game } allow W0501 \"it takes more than a hundred and twenty columns to tell all that has to be "
          "told about this matter\"",
          "play { end game }\n"
          "  allow W0501 \"it takes more than a hundred and twenty columns to tell all that has to be told about this "
          "matter\"\n");
}

static void author_columns(void **unused) {
  (void)unused;
  stays("enum E(n: int) {\n  a(1)   bb(2)\n  cc(3)  d(4)\n}\n");
  formats("enum E(n: int) {\n  a(1)      bb(2)    e(5)\n  cc(3)     d(4)     f(6)\n}",
          "enum E(n: int) {\n  a(1)   bb(2)  e(5)\n  cc(3)  d(4)   f(6)\n}\n");
  formats("enum E(n: int) {\n  a(1)      bb(2)\n  cc(3)    d(4)\n}",
          "enum E(n: int) {\n  a(1)  bb(2)\n  cc(3)  d(4)\n}\n");
}

static void long_lines(void **unused) {
  (void)unused;
  formats("const xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx = yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy and "
          "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
          "const xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx =\n"
          "  yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy and zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\n");
  formats("play { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa() bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb() "
          "cccccccccccccccccccccccccccccccccccccccccc() }",
          "play {\n  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa()\n  bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb()\n"
          "  cccccccccccccccccccccccccccccccccccccccccc()\n}\n");
  formats(
      "enum E { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb "
      "ccccccccccccccccccccccc }",
      "enum E {\n  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n"
      "  ccccccccccccccccccccccc\n}\n");
  formats(
      "options o(p: player) { option a(x in z) \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" needs bbbbbbbbbbbbbbbbbbbbbbbbbbbb "
      "else \"ccccccccccccccc\" { d() } }",
      "options o(p: player) {\n  option a(x in z) \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\" needs "
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbb "
      "else \"ccccccccccccccc\" { d() }\n}\n");
  formats("scenario \"s\" players 2 { given { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = 1 "
          "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb = 2 "
          "ccccccccccccccccccccccccccccccccccccccc = 3 } }",
          "scenario \"s\" players 2 {\n  given { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = 1  "
          "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb = 2\n          ccccccccccccccccccccccccccccccccccccccc = 3 }\n}\n");
}

/* A name that is also a word must not come to stand where it would be taken for one. */
static void names_that_are_words(void **unused) {
  (void)unused;
  formats(
      "fn fffffffffffffffffffffffffffffff(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: int) -> int = "
      "gggggggggggggggggggggggg(bbbbbbbbbb, "
      "move, draw, cccccccccccccccccccccccccccccccccccccccccccccccccccccccccc, choose)",
      "fn fffffffffffffffffffffffffffffff(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: int) -> int =\n"
      "  gggggggggggggggggggggggg(bbbbbbbbbb, move, draw, cccccccccccccccccccccccccccccccccccccccccccccccccccccccccc, "
      "choose)\n");
}

/* The very first tokens have nothing before them. */
static void first_tokens(void **unused) {
  (void)unused;
  formats("game \"G\" { players 2..4 }", "game \"G\" { players 2..4 }\n");
  formats("   use\n\"a\"\n   use \"b\"", "use\n  \"a\"\nuse \"b\"\n");
}

/* An `else` stays behind a block of several lines, however long its own line is. */
static void a_long_line_behind_a_block(void **unused) {
  (void)unused;
  formats("effect f() {\n  if x {\n    a()\n    b()\n  } else if one_long_name_of_a_test(x) + "
          "another_long_name_of_a_test(y)"
          " == a_third_long_name_of_a_test(z) + a_fourth_one(y) { c() }\n}\n",
          "effect f() {\n  if x {\n    a()\n    b()\n  } else if one_long_name_of_a_test(x) + "
          "another_long_name_of_a_test(y)\n"
          "    == a_third_long_name_of_a_test(z) + a_fourth_one(y) {\n    c()\n  }\n}\n");
}

/* A line that hangs on a bracket moves with it, so nothing behind that bracket can be in a column with what is before it:
 * they would push each other to the right for ever. */
static void columns_and_hanging_lines(void **unused) {
  (void)unused;
  formats("play{choose a by p{option t{x()\n } @R1   option s(n\nin 6){y()}\n    @R2  option b{z()}}}",
          "play {\n  choose a by p {\n    option t {\n      x()\n    } @R1  option s(n\n"
          "                      in 6) { y() } @R2  option b { z() }\n  }\n}\n");
}

static void errors_are_reported(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  struct text out = arena_text(lang.arena);
  assert_false(format_source(&lang.sources, lang_add(&lang, "test.trv", "const x = = 3"), &lang.diags, &out));
  assert_string_equal(lang_codes(&lang), "E0110 1:11");
  assert_int_equal(out.length, 0);
  lang_close(&lang);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(blanks),
    cmocka_unit_test(items_of_a_line),
    cmocka_unit_test(line_ends),
    cmocka_unit_test(continued_lines),
    cmocka_unit_test(options),
    cmocka_unit_test(positions_hang),
    cmocka_unit_test(comments),
    cmocka_unit_test(citations),
    cmocka_unit_test(author_columns),
    cmocka_unit_test(allowances),
    cmocka_unit_test(variants),
    cmocka_unit_test(long_lines),
    cmocka_unit_test(names_that_are_words),
    cmocka_unit_test(first_tokens),
    cmocka_unit_test(a_long_line_behind_a_block),
    cmocka_unit_test(columns_and_hanging_lines),
    cmocka_unit_test(errors_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
