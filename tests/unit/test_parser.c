/* The grammar: what trees it makes, which words stay names, where citations go, and how it speaks of mistakes. */
#include "tests/unit/lang.h"

#include <stdlib.h>

/* Parses a whole file without errors and compares its dump. */
static void file_is(const char *text, const char *dump) {
  struct lang lang;
  lang_open(&lang);
  struct tree *tree = lang_parse(&lang, text);
  assert_string_equal(lang_codes(&lang), "");
  assert_string_equal(lang_dump(&lang, tree), dump);
  lang_close(&lang);
}

/* The same for an expression. */
static void value_is(const char *expression, const char *dump) {
  struct lang lang;
  lang_open(&lang);
  struct tree *tree = lang_parse(&lang, arena_format(lang.arena, "const x = %s\n", expression));
  assert_string_equal(lang_codes(&lang), "");
  assert_string_equal(lang_dump(&lang, tree->kid[FILE_DECLS]->kid[CONST_VALUE]), dump);
  lang_close(&lang);
}

/* The same for the first statement of a block. */
static void statement_is(const char *statement, const char *dump) {
  struct lang lang;
  lang_open(&lang);
  struct tree *tree = lang_parse(&lang, arena_format(lang.arena, "setup {\n%s\n}\n", statement));
  assert_string_equal(lang_codes(&lang), "");
  struct tree *first = tree->kid[FILE_DECLS]->kid[SETUP_BLOCK]->kid[BLOCK_STATEMENTS];
  assert_non_null(first);
  assert_null(first->next);
  assert_string_equal(lang_dump(&lang, first), dump);
  lang_close(&lang);
}

/* Wraps statements into a block; the first statement stands on line 2. */
static void statements_fail(const char *statements, const char *codes) {
  char text[2000];
  snprintf(text, sizeof text, "setup {\n%s\n}\nconst last = 1\n", statements);
  lang_expect(text, codes);
}

static void declarations(void **unused) {
  (void)unused;
  file_is("game \"T\" { players 2..4 rulebook \"t.md\" summary \"S\" seats white, draw limit 20_000 decisions } @R1",
          "FILE\n  decls: GAME \"T\" @R1\n    items: GAME_PLAYERS\n      low: INT 2\n      high: INT 4\n"
          "    items: GAME_RULEBOOK \"t.md\"\n    items: GAME_SUMMARY \"S\"\n    items: GAME_SEATS\n"
          "      rows: ROW_DATA \"white\" 1\n      rows: ROW_DATA \"draw\" 1\n    items: GAME_LIMIT 20000\n");
  file_is("game \"T\" { players 3 }",
          "FILE\n  decls: GAME \"T\"\n    items: GAME_PLAYERS\n      low: INT 3\n      high: INT 3\n");
  file_is("setting s: 2..9 = 3 \"what\" players 2..3 needs s > 1 else \"why\" excludes other for simulation 8 @V1",
          "FILE\n  decls: SETTING \"s\" @V1\n    type: TYPE_RANGE\n      low: INT 2\n      high: INT 9\n"
          "    value: INT 3\n"
          "    limits: SETTING_TEXT \"what\"\n    limits: GAME_PLAYERS\n      low: INT 2\n      high: INT 3\n"
          "    limits: NEED\n      condition: BINARY 6\n        left: NAME \"s\"\n        right: INT 1\n"
          "      reason: STRING\n        parts: TEXT_PART \"why\"\n    limits: EXCLUDES \"other\"\n"
          "    limits: SETTING_SIMULATED\n      value: INT 8\n");
  file_is("extern fn best(xs: list of int up to 7, z: zone of D) -> bool from \"sets\" @R3",
          "FILE\n  decls: FN \"best\" @R3\n    params: PARAM \"xs\"\n      type: TYPE_LIST\n        type: TYPE_INT\n"
          "        bound: INT 7\n    params: PARAM \"z\"\n      type: TYPE_ZONE \"D\"\n    type: TYPE_BOOL\n"
          "    source: SOURCE \"sets\"\n");
  file_is("enum E { extern }  fn extern(from: int) -> int = from",
          "FILE\n  decls: ENUM \"E\"\n    rows: ROW_DATA \"extern\" 1\n  decls: FN \"extern\"\n"
          "    params: PARAM \"from\"\n      type: TYPE_INT\n    type: TYPE_INT\n    value: NAME \"from\"\n");
  file_is("deck D(a: int) \"{a}\" each player in hand[player] total 3 { @C1 2 of x(1) \"X\" @C2 y(-2) }",
          "FILE\n  decls: DECK \"D\" flags 64 @C1\n    fields: FIELD_DECL \"a\"\n      type: TYPE_INT\n"
          "    label: STRING\n"
          "      parts: NAME \"a\"\n    zone: INDEX\n      base: NAME \"hand\"\n      args: TYPE_PLAYER\n"
          "    total: INT 3\n"
          "    rows: ROW_DATA \"x\" 2 @C2\n      values: INT 1\n      label: STRING\n        parts: TEXT_PART \"X\"\n"
          "    rows: ROW_DATA \"y\" 1\n      values: NEGATE\n        value: INT 2\n");
  file_is("enum E { n of x for n in 1..2 @C1 y }",
          "FILE\n  decls: ENUM \"E\"\n    rows: ROW_DATA \"x\" 1 @C1\n      copies: NAME \"n\"\n"
          "      binders: BINDER \"n\"\n        domain: RANGE\n          low: INT 1\n          high: INT 2\n"
          "    rows: ROW_DATA \"y\" 1\n");
  file_is("pool z[player, E, 1..3]: D for owner or open if s holds 4\npile q: D for others refill from r[player]",
          "FILE\n  decls: POOL \"z\"\n    dims: TYPE_PLAYER\n    dims: TYPE_NAMED \"E\"\n    dims: RANGE\n"
          "      low: INT 1\n"
          "      high: INT 3\n    deck: TYPE_NAMED \"D\"\n    seen: SEEN 2\n      alternative: SEEN 1\n"
          "      condition: NAME \"s\"\n    holds: INT 4\n  decls: PILE \"q\"\n    deck: TYPE_NAMED \"D\"\n"
          "    seen: SEEN 3\n"
          "    refill: INDEX\n      base: NAME \"r\"\n      args: TYPE_PLAYER\n");
  file_is("track t[player]: 0..9 = 5 clamped each turn\nvar v: set of E or none = none hidden each turn",
          "FILE\n  decls: TRACK \"t\" flags 32\n    dims: TYPE_PLAYER\n    low: INT 0\n    high: INT 9\n"
          "    value: INT 5\n"
          "    lives: NAME \"turn\"\n  decls: VAR \"v\"\n    type: TYPE_OPTIONAL\n      type: TYPE_SET\n"
          "        type: TYPE_NAMED \"E\"\n    value: NONE\n    seen: SEEN 0\n    lives: NAME \"turn\"\n");
  file_is("graph g: E { a - b  b -> c(3) }\ntable t[A, B](f: int) from \"t.csv\"",
          "FILE\n  decls: GRAPH \"g\"\n    nodes: TYPE_NAMED \"E\"\n    edges: EDGE\n      from: NAME \"a\"\n"
          "      to: NAME \"b\"\n"
          "    edges: EDGE flags 128\n      from: NAME \"b\"\n      to: NAME \"c\"\n      values: INT 3\n"
          "  decls: TABLE \"t\"\n"
          "    dims: TYPE_NAMED \"A\"\n    dims: TYPE_NAMED \"B\"\n    fields: FIELD_DECL \"f\"\n      type: TYPE_INT\n"
          "    source: SOURCE \"t.csv\"\n");
  file_is("effect f(z: zone of D, n: list of E up to 7) -> int for any deck D depth 8 { }",
          "FILE\n  decls: EFFECT \"f\"\n    params: PARAM \"z\"\n      type: TYPE_ZONE \"D\"\n    params: PARAM \"n\"\n"
          "      type: TYPE_LIST\n        type: TYPE_NAMED \"E\"\n        bound: INT 7\n    type: TYPE_INT\n"
          "    any_deck: TYPE_NAMED \"D\"\n    depth: INT 8\n    block: BLOCK\n");
  file_is("rank p by a desc, b\nvalue of p = 1\ninvariant \"i\" true",
          "FILE\n  decls: RANK \"p\"\n    keys: KEY flags 8\n      value: NAME \"a\"\n    keys: KEY\n"
          "      value: NAME \"b\"\n"
          "  decls: VALUE_OF \"p\"\n    value: INT 1\n  decls: INVARIANT \"i\"\n    value: BOOL 1\n");
  file_is(
      "show { score s \"S\" = a + b  count n, hide  group \"g\" x }",
      "FILE\n  decls: SHOW\n    lines: SHOW_THINGS\n      things: SHOW_THING \"s\"\n        title: SHOW_TEXT \"S\"\n"
      "        parts: NAME \"a\"\n        parts: NAME \"b\"\n    lines: SHOW_THINGS 3\n      things: SHOW_THING \"n\"\n"
      "      things: SHOW_THING \"hide\"\n    lines: SHOW_THINGS \"g\" 7\n      things: SHOW_THING \"x\"\n");
}

static void expressions(void **unused) {
  (void)unused;
  value_is("a or b and not c == 1 + 2 * 3",
           "BINARY 0\n  left: NAME \"a\"\n  right: BINARY 1\n    left: NAME \"b\"\n    right: NOT\n"
           "      value: BINARY 2\n"
           "        left: NAME \"c\"\n        right: BINARY 11\n          left: INT 1\n          right: BINARY 13\n"
           "            left: INT 2\n            right: INT 3\n");
  value_is("-a ?? b - c - d",
           "BINARY 16\n  left: NEGATE\n    value: NAME \"a\"\n  right: BINARY 12\n    left: BINARY 12\n"
           "      left: NAME \"b\"\n"
           "      right: NAME \"c\"\n    right: NAME \"d\"\n");
  value_is("if a then 1 else if b then 2 else 3 + 4",
           "IF_ELSE\n  condition: NAME \"a\"\n  then: INT 1\n  else: IF_ELSE\n    condition: NAME \"b\"\n"
           "    then: INT 2\n"
           "    else: BINARY 11\n      left: INT 3\n      right: INT 4\n");
  value_is("min(a, b) + max(x.y for x in z where w by k desc)",
           "BINARY 11\n  left: CALL \"min\"\n    args: NAME \"a\"\n    args: NAME \"b\"\n  right: MAX\n"
           "    binder: BINDER \"x\" flags 8\n"
           "      domain: NAME \"z\"\n      where: NAME \"w\"\n      by: NAME \"k\"\n    value: FIELD \"y\"\n"
           "      base: NAME \"x\"\n");
  value_is("paths(g, a, b, up to n, avoiding s)",
           "CALL \"paths\"\n  args: NAME \"g\"\n  args: NAME \"a\"\n  args: NAME \"b\"\n  args: UP_TO\n"
           "    value: NAME \"n\"\n"
           "  args: AVOIDING\n    value: NAME \"s\"\n");
  value_is("roll 2 of 6 + roll E", "BINARY 11\n  left: ROLL\n    sides: INT 6\n    count: INT 2\n  right: ROLL\n"
                                   "    sides: TYPE_NAME \"E\"\n");
  value_is("a[1, b].c is not none", "IS_NONE flags 16\n  value: FIELD \"c\"\n    base: INDEX\n"
                                    "      base: NAME \"a\"\n      args: INT 1\n"
                                    "      args: NAME \"b\"\n");
  value_is("match e { a, 2..3 => x  E.b => y  else => z }",
           "MATCH_VALUE\n  subject: NAME \"e\"\n  arms: ARM\n    patterns: NAME \"a\"\n    patterns: RANGE\n"
           "      low: INT 2\n"
           "      high: INT 3\n    body: NAME \"x\"\n  arms: ARM\n    patterns: FIELD \"b\"\n"
           "      base: TYPE_NAME \"E\"\n"
           "    body: NAME \"y\"\n  arms: ARM\n    body: NAME \"z\"\n");
  value_is("hands(2, c in players starting p)",
           "HANDS\n  binder: BINDER \"c\"\n    domain: PLAYERS_STARTING\n      first: NAME \"p\"\n  count: INT 2\n");
}

static void statements(void **unused) {
  (void)unused;
  statement_is("move 2 of c from z to bottom of y @R1",
               "MOVE @R1\n  what: NAME \"c\"\n  count: INT 2\n  from: NAME \"z\"\n  to: PLACE 2\n"
               "    zone: NAME \"y\"\n");
  statement_is("move all c from z to y where c.k", "MOVE_ALL \"c\"\n  from: NAME \"z\"\n  to: NAME \"y\"\n"
                                                   "  where: FIELD \"k\"\n"
                                                   "    base: NAME \"c\"\n");
  statement_is("move random from z to y", "MOVE_RANDOM\n  from: NAME \"z\"\n  to: NAME \"y\"\n");
  statement_is("let c = draw from z to y else { leave }",
               "LET \"c\"\n  value: DRAW_ONE\n    from: NAME \"z\"\n    to: NAME \"y\"\n  else: BLOCK\n"
               "    statements: LEAVE\n");
  statement_is("if a { @R1 } @R2 else if b { @R3 } @R4 else { @R5 } @R6",
               "IF @R1 @R2 @R6\n  condition: NAME \"a\"\n  then: BLOCK\n  else: IF @R3 @R4 @R5\n"
               "    condition: NAME \"b\"\n    then: BLOCK\n    else: BLOCK\n");
  statement_is("if let c = x { @R1 } else if d { } else { @R2 }",
               "IF @R1\n  condition: LET \"c\"\n    value: NAME \"x\"\n  then: BLOCK\n  else: IF @R2\n"
               "    condition: NAME \"d\"\n"
               "    then: BLOCK\n    else: BLOCK\n");
  statement_is("if d { @R1 allow W0506 \"why\" } @R2 allow W0501",
               "IF @R1 @R2 allow W0506 allow W0501\n  condition: NAME \"d\"\n  then: BLOCK\n");
  statement_is("allow = allow", "ASSIGN 17\n  target: NAME \"allow\"\n  value: NAME \"allow\"\n");
  statement_is("match x { -1, a { @R3 break } else { } @R4 } @R5",
               "MATCH @R5\n  subject: NAME \"x\"\n  arms: ARM @R3\n    patterns: INT -1\n    patterns: NAME \"a\"\n"
               "    body: BLOCK\n"
               "      statements: BREAK\n  arms: ARM @R4\n    body: BLOCK\n");
  statement_is("x[p] -= 1", "ASSIGN 12\n  target: INDEX\n    base: NAME \"x\"\n    args: NAME \"p\"\n  value: INT 1\n");
  statement_is("repeat n times { }", "REPEAT\n  block: BLOCK\n  times: NAME \"n\"\n");
  statement_is("c = pick n always by p \"P\" (x in z) \"L\" needs x else \"W\" otherwise y",
               "ASSIGN 17\n  target: NAME \"c\"\n  value: PICK \"n\" flags 1\n    by: NAME \"p\"\n    prompt: STRING\n"
               "      parts: TEXT_PART \"P\"\n    binder: BINDER \"x\"\n      domain: NAME \"z\"\n    label: STRING\n"
               "      parts: TEXT_PART \"L\"\n    needs: NEED\n      condition: NAME \"x\"\n      reason: STRING\n"
               "        parts: TEXT_PART \"W\"\n    else: NAME \"y\"\n");
}

static void choices_and_their_citations(void **unused) {
  (void)unused;
  statement_is("choose n by each p in players \"P\" { @R1\n"
               "  option a(x in z where w, y in E) let k = x \"L\" needs b else \"W\" @R2 @R3 needs c @R4 { @R5 } @R6\n"
               "  idle option b { }\n  include g(p)\n  otherwise option c { }\n  otherwise { } @R7\n} @R8",
               "CHOOSE \"n\" @R1 @R8\n  each: BINDER \"p\"\n    domain: PLAYERS\n  prompt: STRING\n"
               "    parts: TEXT_PART \"P\"\n"
               "  options: OPTION \"a\" @R5 @R6\n    args: BINDER \"x\"\n      domain: NAME \"z\"\n"
               "      where: NAME \"w\"\n"
               "    args: BINDER \"y\"\n      domain: TYPE_NAME \"E\"\n    lets: LET \"k\"\n"
               "      value: NAME \"x\"\n    label: STRING\n"
               "      parts: TEXT_PART \"L\"\n    needs: NEED @R2 @R3\n      condition: NAME \"b\"\n"
               "      reason: STRING\n"
               "        parts: TEXT_PART \"W\"\n    needs: NEED @R4\n      condition: NAME \"c\"\n    body: BLOCK\n"
               "  options: OPTION \"b\" flags 2\n    body: BLOCK\n  options: INCLUDE\n    call: CALL \"g\"\n"
               "      args: NAME \"p\"\n"
               "  options: OPTION \"c\" flags 4\n    body: BLOCK\n  options: OTHERWISE @R7\n    block: BLOCK\n");
}

static void scenarios(void **unused) {
  (void)unused;
  file_is("scenario \"S\" @S1 players 3 seed 7 with a = 1 {\n"
          "  given after setup { h[p1]: a, 2 of b  put c in h  top of z: d }\n"
          "  run play\n  next roll 5\n  next shuffle z: a\n  p1: go(a, [b])\n  next: draw\n  expect 8 options\n"
          "  expect only a, b(1)\n  expect asked p2 c\n  expect h: a\n  expect finished\n  expect game over @R1\n}",
          "FILE\n  decls: SCENARIO \"S\" @S1\n    limits: SCENARIO_PLAYERS 3\n    limits: SCENARIO_SEED 7\n"
          "    limits: SCENARIO_WITH \"a\"\n      value: INT 1\n    items: GIVEN flags 256\n"
          "      statements: SET_ZONE\n"
          "        zone: INDEX\n          base: NAME \"h\"\n          args: NAME \"p1\"\n        cards: CARD 1\n"
          "          value: NAME \"a\"\n        cards: CARD 2\n          value: NAME \"b\"\n      statements: PUT\n"
          "        to: NAME \"h\"\n        cards: CARD 1\n          value: NAME \"c\"\n      statements: STACK\n"
          "        zone: NAME \"z\"\n        cards: CARD 1\n          value: NAME \"d\"\n    items: RUN_PLAY\n"
          "    items: NEXT_ROLL\n"
          "      values: INT 5\n    items: NEXT_SHUFFLE\n      zone: NAME \"z\"\n      cards: CARD 1\n"
          "        value: NAME \"a\"\n"
          "    items: STEP \"p1\"\n      notation: NOTATION \"go\"\n        args: NAME \"a\"\n"
          "        args: LIST_VALUE\n"
          "          items: NAME \"b\"\n    items: STEP \"next\"\n      notation: NOTATION \"draw\"\n"
          "    items: EXPECT_COUNT 8\n"
          "    items: EXPECT_ONLY\n      notations: NOTATION \"a\"\n      notations: NOTATION \"b\"\n"
          "        args: INT 1\n"
          "    items: EXPECT_ASKED \"p2\"\n      choice: NAME \"c\"\n    items: EXPECT_ZONE\n      zone: NAME \"h\"\n"
          "      cards: CARD 1\n        value: NAME \"a\"\n    items: EXPECT_FINISHED\n    items: EXPECT_OVER @R1\n");
}

/* Every word but the reserved ones can be declared, used, and stand behind a dot. */
static void words_are_names_where_they_can_be(void **unused) {
  (void)unused;
  static const char *const words[] = {
    "draw",   "move", "first",  "open",     "table",   "deck",   "position", "play",     "track", "top",
    "value",  "next", "seed",   "bag",      "all",     "any",    "random",   "count",    "min",   "max",
    "set",    "list", "roll",   "pick",     "from",    "to",     "of",       "owner",    "zone",  "path",
    "int",    "text", "player", "effect",   "phase",   "option", "options",  "scenario", "given", "expect",
    "say",    "end",  "times",  "until",    "desc",    "each",   "total",    "up",       "depth", "limit",
    "hidden", "over", "only",   "finished", "secrecy", "hands",
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *w = words[i];
    char text[1000];
    snprintf(text, sizeof text,
             "enum E(%s: int) { %s(1) \"L\" other }\nvar %s[player]: E = %s hidden\n"
             "fn f(%s: int) -> int = x.%s + (%s)\n"
             "setup {\n  let %s = f(%s, E.%s)\n  x = %s\n  for %s in E { y = %s }\n  x[%s] = %s.%s\n"
             "  move %s from z to y\n"
             "  choose %s by p { option %s(%s in E) { } }\n}\nscenario \"S\" { p1: %s(%s)  p2: %s }\n",
             w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w, w);
    bool in_move = strcmp(w, "all") && strcmp(w, "random");
    if (!in_move) memcpy(strstr(text, "move "), "fail \"m\" //", 11);
    lang_expect(text, "");
  }
}

static void reserved_words_are_not(void **unused) {
  (void)unused;
  lang_expect("enum E { a none b }", "E0113 1:12");
  lang_expect("const in = 3", "E0113 1:7");
  lang_expect("fn f(by: int) -> int = 3", "E0113 1:6");
  lang_expect_message("setup { let where = 3 }", "E0113 1:13", "`where` is a word of the language",
                      "a name of your own belongs here");
}

static void unfinished_lines_are_blamed(void **unused) {
  (void)unused;
  lang_expect_message("const x =\nconst y = 3", "E0110 1:10", "not finished: expected an expression", NULL);
  statements_fail("  x = 3 +\n  say \"x\"", "E0110 2:10");
  statements_fail("  move a from z\n  move b from z to y", "E0110 2:16");
  statements_fail("  x = 3 +", "E0110 2:10");
  lang_expect("var x:\nphase p() { }", "E0110 1:7");
}

static void expectations_are_few_and_in_words(void **unused) {
  (void)unused;
  lang_expect_message("setup { move c form z to y }", "E0110 1:16", "expected `from` or `of`, found `form`",
                      "did you mean `from`?");
  lang_expect_message("setup { x = }", "E0110 1:13", "expected an expression, found `}`", NULL);
  lang_expect_message("setup { say 3 }", "E0110 1:13", "expected a text in double quotes or `to`, found `3`", NULL);
  lang_expect_message("var x: = 3", "E0110 1:8", "expected a type, found `=`", NULL);
  lang_expect_message("fn f() -> int", "E0110 1:14", "expected", NULL);
  lang_expect_message("game \"G\" { players }", "E0110 1:20", "expected a number, found `}`", NULL);
  lang_expect_message("setup { for each p in players { } }", "E0110 1:13", "`each` is a name here", "leave out `each`");
  lang_expect_message("track t: = 2", "E0110 1:10", "expected", NULL);
  lang_expect_message("track t: 3 = 2", "E0110 1:12", "expected `..`", NULL);
  lang_expect_message("fn f(n: int) -> int = if n == 1 then 2", "E0110 1:39", "expected `else`", NULL);
  lang_expect_message("foo", "E0110 1:1", "expected a declaration", NULL);
  lang_expect_message("setup { f(a b) }", "E0110 1:13", "expected `)` or `,`, found `b`",
                      "a comma stands between them: `a, b`");
  lang_expect_message("setup { f(a a) }", "E0110 1:13", "`a` stands here twice", "leave one out");
  lang_expect("play { choose c by p { { option a { } } }\nconst x = = 3", "E0110 1:24, E0110 2:11");
  lang_expect("play { choose c by p { option a @R1 option b { } } }\nconst x = = 3", "E0110 1:33, E0110 2:11");
}

static void brackets(void **unused) {
  (void)unused;
  lang_expect_message("setup {\n  f(a, b\n  g()\n}", "E0111 2:9", "expected `)` to close the `(` opened at 2:4", NULL);
  lang_expect_message("setup {\n  x = y", "E0111 2:8", "expected `}` to close the block opened at 1:7", NULL);
  lang_expect("setup {\n  f(3]\n}", "E0111 2:6");
  lang_expect("setup {\n  x = 3 )\n}", "E0114 2:9");
  lang_expect("setup { }\n}\nconst x = 3", "E0114 2:1");
  struct lang lang;
  lang_open(&lang);
  struct tree *tree = lang_parse(&lang, "phase a() {\n  if x {\n    f()\n}\nphase b() { }\n");
  assert_string_equal(lang_codes(&lang), "E0111 4:2");
  assert_non_null(strstr(lang.diags.items[0]->notes->text, "the `}` at 4:1 closes the block opened at 2:8"));
  assert_string_equal(tree->kid[FILE_DECLS]->next->word, "b"); /* and both phases are there */
  lang_close(&lang);
}

static void a_citation_before_its_block_costs_nothing(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  const char *text = "phase a() @R1 @R2 {\n  for p in players @R3 { f() }\n  g()\n}\nphase b() { }\n";
  struct tree *tree = lang_parse(&lang, text);
  assert_string_equal(lang_codes(&lang), "E0110 1:11, E0110 2:20");
  assert_string_equal(lang.diags.items[0]->hint, "put it right behind the `{`, or behind the whole");
  struct tree *first = tree->kid[FILE_DECLS];
  assert_int_equal(first->kid[PHASE_BLOCK]->kid[BLOCK_STATEMENTS]->kind, TREE_FOR);
  assert_int_equal(first->kid[PHASE_BLOCK]->kid[BLOCK_STATEMENTS]->next->kind, TREE_CALL);
  assert_string_equal(first->next->word, "b");
  lang_close(&lang);
}

static void misspelt_words(void **unused) {
  (void)unused;
  lang_expect_message("setup { dra 8 from z to y }", "E0112 1:9", "does not begin a statement", "did you mean `draw`?");
  lang_expect_message("phse p() { }", "E0112 1:1", "does not begin a declaration", "did you mean `phase`?");
  lang_expect_message("setup { choose c by p { optoin x { } } }", "E0112 1:25", "an option", "did you mean `option`?");
  lang_expect_message("scenario \"S\" { expct x }", "E0112 1:16", "a step", "did you mean `expect`?");
  lang_expect_message("setup { zzzzz 8 }", "E0112 1:9", "expected `=`, `+=`, `-=` or `(`", NULL);
  lang_expect_message("var x: itn = 3", "E0108 1:8", "capital letter", "did you mean `int`?");
  lang_expect_message("enum colour { a }", "E0108 1:6", "capital letter", "did you mean `Colour`?");
  lang_expect_message("const Limit = 3", "E0108 1:7", "small letter", "did you mean `limit`?");
}

static void misplaced_and_mistaken(void **unused) {
  (void)unused;
  lang_expect("move a from b to c", "E0115 1:1");
  lang_expect("setup {\n  phase p() { }\n}", "E0115 2:3");
  lang_expect("setup {\n  option a { }\n}", "E0112 2:3");
  lang_expect_message("setup { if a < b < c { } }", "E0116 1:18", "chained", "join two comparisons with `and`");
  lang_expect_message("setup { if a = b { } }", "E0117 1:14", "does not compare", "to compare, write `==`");
  lang_expect_message("game \"a {b}\" { }", "E0118 1:10", "cannot have holes", "write `\\{` to show a brace");
}

/* One missing bracket is put in, and everything behind it is read. */
static void habits_look_around(void **unused) {
  (void)unused;
  lang_expect_message("effect sail(p: player) { }\nplay { sail p }", "E0110 2:8", "expected `(` after `sail`",
                      "write `sail(…)`");
  lang_expect_message("play { sail p }", "E0112 1:8", "`sail` does not begin a statement", "did you mean `fail`?");
  lang_expect_message("var at[player]: int = 0\nplay { at[p = 3 }", "E0111 2:13", "expected `]` before this `=`", NULL);
  lang_expect("play { x[y = z] = 3 }", "E0117 1:12");
  lang_expect_message("play { choose a by p {\n  stay \"{p}\" { }\n  option b { }\n} }", "E0112 2:3",
                      "`stay` does not begin an option", "write `option stay …`");
  lang_expect("play { choose a by p {\n  option b { }\n  x = 3\n  option c = { }\n} }", "E0110 3:3, E0110 4:12");
  lang_expect_message("play { choose a by p {\n  option b\n    if c\n    { }\n  option d { }\n} }", "E0110 3:5",
                      "expected `needs`", "write `needs`");
  lang_expect("play { choose a by p {\n  option b\n    if c { leave }\n  }\n  option d { }\n} }", "E0110 2:11");
}

static void a_missing_bracket_costs_nothing(void **unused) {
  (void)unused;
  statements_fail("  if f(a { x = 1 }\n  else { x = 2 }", "E0110 2:10");
  statements_fail("  say \"{f(a}\"\n  y = = 1", "E0110 2:12, E0110 3:7");
  statements_fail("  x = a[b\n  y = = 1", "E0111 2:10, E0110 3:7");
  statements_fail("  if x f(a) }\n  say \"b\"", "E0110 2:8");
  statements_fail("  choose c by p {\n    option a { f()\n    option b { g() }\n  }\n  x = = 1",
                  "E0111 3:19, E0110 6:7");
  statements_fail("  choose c by p {\n    option a { f() }\n  move a from b to c\n  x = = 1", "E0110 4:3, E0110 5:7");
  lang_expect("enum A { a b\nenum B { c }\nconst x = = 1", "E0111 1:13, E0110 3:11");
}

static void one_run_shows_all(void **unused) {
  (void)unused;
  statements_fail("  x = = 1\n  y = 2\n  dra 1 from a to b\n  if z = 1 {\n    say 3\n  }\n  choose c by p {\n"
                  "    optin a { }\n"
                  "    option b { w = }\n    option d needs { }\n  }\n  say \"fine\"",
                  "E0110 2:7, E0112 4:3, E0117 5:8, E0112 9:5, E0110 10:20, E0110 11:20");
  lang_expect("const a = = 1\nconst b = 2\ndeck d { }\nsetup { x = }\nfn f( -> int = 3\nrank p by\nconst z = 3\n",
              "E0110 1:11, E0108 3:6, E0110 4:13, E0110 5:7, E0110 6:10");
}

/* What is finished before a mistake is kept, so that later passes do not miss its names. */
static void recovery_keeps_what_is_whole(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  struct tree *tree = lang_parse(&lang, "const a = 1\nphse p() { }\nsetup {\n  let x = 1 )\n  let y = = 2\n"
                                        "  let z = 3\n}\nconst b = 2\n");
  const struct tree *a = tree->kid[FILE_DECLS];
  assert_string_equal(a->word, "a");
  const struct tree *x = a->next->kid[SETUP_BLOCK]->kid[BLOCK_STATEMENTS];
  assert_string_equal(x->word, "x");
  assert_string_equal(x->next->word, "z");
  assert_string_equal(a->next->next->word, "b");
  lang_close(&lang);
}

/* A declaration's word that is refused in its place must not be tried for ever. */
static void recovery_always_ends(void **unused) {
  (void)unused;
  lang_expect("setup {\nvalue x\nplay(3)\n", "E0112 2:1, E0111 3:8");
  lang_expect("scenario \"S\" {\nvar x\n", "E0111 1:15, E0110 2:6");
  lang_expect("value 3\nplay(3)\nconst x = 3", "E0112 1:1");
}

static void spans_cover_what_they_name(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  const char *text = "fn f(a: int) -> int = a + b[1]   @R1\nsetup { choose c by p { option d { } } }";
  struct tree *tree = lang_parse(&lang, text), *fn = tree->kid[FILE_DECLS];
  assert_int_equal(fn->span.start, 0);
  assert_memory_equal(text + fn->word_span.start, "f(", 2);
  assert_int_equal(fn->word_span.end - fn->word_span.start, 1);
  const struct tree *sum = fn->kid[FN_VALUE];
  assert_memory_equal(text + sum->span.start, "a + b[1]   ", 8);
  assert_int_equal(sum->span.end - sum->span.start, 8);
  const struct tree *option = fn->next->kid[SETUP_BLOCK]->kid[BLOCK_STATEMENTS]->kid[CHOOSE_OPTIONS];
  assert_memory_equal(text + option->span.start, "option d { }", option->span.end - option->span.start);
  lang_close(&lang);
}

static void cells(void **unused) {
  (void)unused;
  struct lang lang;
  lang_open(&lang);
  uint32_t file = lang_add(&lang, "t.csv", "id,does\nx,draw(3)\ny,advance\nz,go(\nw,a b\n");
  struct tree *call = parse_cell(&lang.sources, (struct span){ file, 10, 17 }, &lang.diags);
  assert_string_equal(lang_dump(&lang, call), "CALL \"draw\"\n  args: INT 3\n");
  assert_int_equal(call->span.start, 10);
  struct tree *name = parse_cell(&lang.sources, (struct span){ file, 20, 27 }, &lang.diags);
  assert_string_equal(lang_dump(&lang, name), "NAME \"advance\"\n");
  assert_int_equal(lang.diags.count, 0);
  assert_null(parse_cell(&lang.sources, (struct span){ file, 30, 33 }, &lang.diags));
  assert_null(parse_cell(&lang.sources, (struct span){ file, 36, 39 }, &lang.diags));
  assert_int_equal(lang.diags.count, 2);
  lang_close(&lang);
}

static char *repeated(const char *start, const char *part, int times, const char *end) {
  char *text = malloc(strlen(start) + strlen(part) * (size_t)times + strlen(end) + 1);
  assert_non_null(text);
  char *at = stpcpy(text, start);
  for (int i = 0; i < times; i++) at = stpcpy(at, part);
  strcpy(at, end);
  return text;
}

static void expect_repeated(const char *start, const char *part, int times, const char *end, const char *code) {
  char *text = repeated(start, part, times, end);
  struct lang lang;
  lang_open(&lang);
  lang_parse(&lang, text);
  if (!*code) assert_string_equal(lang_codes(&lang), "");
  else assert_memory_equal(lang_codes(&lang), code, 5);
  assert_true(lang.diags.count < 3);
  lang_close(&lang);
  free(text);
}

static void several_of_one(void **unused) {
  (void)unused;
  value_is("not z has 2 of a and b",
           "BINARY 1\n  left: NOT\n    value: BINARY 5\n      left: LIST_VALUE\n        items: CARD 2\n"
           "          value: NAME \"a\"\n      right: NAME \"z\"\n  right: NAME \"b\"\n");
}

static void tables_in_the_text(void **unused) {
  (void)unused;
  file_is("table t[1..2]: int { 1: -4  -2: 5 @R1 }",
          "FILE\n  decls: TABLE \"t\"\n    dims: RANGE\n      low: INT 1\n      high: INT 2\n    fields: FIELD_DECL "
          "\"value\" flags 16384\n"
          "      type: TYPE_INT\n    rows: ADD_ROW\n      keys: INT 1\n      row: ROW_DATA 1\n        values: INT -4\n"
          "    rows: ADD_ROW @R1\n      keys: INT -2\n      row: ROW_DATA 1\n        values: INT 5\n");
  file_is("table t[A, B](x: int, y: int) { a, b: (4, 5) }",
          "FILE\n  decls: TABLE \"t\"\n    dims: TYPE_NAMED \"A\"\n    dims: TYPE_NAMED \"B\"\n    fields: FIELD_DECL "
          "\"x\"\n"
          "      type: TYPE_INT\n    fields: FIELD_DECL \"y\"\n      type: TYPE_INT\n    rows: ADD_ROW\n"
          "      keys: NAME \"a\"\n      keys: NAME \"b\"\n      row: ROW_DATA 1\n        values: INT 4\n        "
          "values: INT 5\n");
}

static void several_variables_are_loops_in_loops(void **unused) {
  (void)unused;
  value_is(
      "sum(e for x in a, y in b, z in c)",
      "SUM\n  binder: BINDER \"x\"\n    domain: NAME \"a\"\n  value: SUM flags 2048\n    binder: BINDER \"y\"\n"
      "      domain: NAME \"b\"\n    value: SUM flags 2048\n      binder: BINDER \"z\"\n        domain: NAME \"c\"\n"
      "      value: NAME \"e\"\n");
  value_is("any(x in a where d, y in b)",
           "ANY\n  binder: BINDER \"x\"\n    domain: NAME \"a\"\n    where: BINARY 1\n      left: NAME \"d\"\n"
           "      right: ANY flags 2048\n        binder: BINDER \"y\"\n          domain: NAME \"b\"\n");
  value_is("count(x in a, y in b)",
           "SUM\n  binder: BINDER \"x\"\n    domain: NAME \"a\"\n  value: COUNT flags 2048\n    binder: BINDER \"y\"\n"
           "      domain: NAME \"b\"\n");
  statement_is(
      "for x in a, y in b { leave } @R1",
      "FOR @R1\n  binder: BINDER \"x\"\n    domain: NAME \"a\"\n  block: BLOCK\n    statements: FOR flags 2048\n"
      "      binder: BINDER \"y\"\n        domain: NAME \"b\"\n      block: BLOCK\n"
      "        statements: LEAVE\n");
  lang_expect("const x = most(x in a, y in b by c)\n", "E0304 1:24");
}

static void deep_trees_are_refused(void **unused) {
  (void)unused;
  expect_repeated("const x = 1", " + 1", 150, "\n", "");
  expect_repeated("const x = 1", " + 1", 300, "\n", "E0105");
  expect_repeated("const x = ", "not ", 300, "a\n", "E0105");
  expect_repeated("const x = ", "not ", 30000, "a\n", "E0105");
  expect_repeated("const x = ", "if a then b else ", 5000, "c\n", "E0105");
  expect_repeated("setup { if a { } ", "else if b { } ", 150, "}\n", "");
  expect_repeated("setup { if a { } ", "else if b { } ", 400, "}\n", "E0105");
  expect_repeated("setup ", "{ if a ", 400, "\n", "E0105");
  expect_repeated("const x = a", ".b", 1000, "\n", "E0105");
  expect_repeated("const x = count(a in b", ", a in b", 1000, ")\n", "E0105");
  expect_repeated("setup { for a in b", ", a in b", 100000, " { } }\n", "E0105");
}

static void errors_stop_at_the_limit(void **unused) {
  (void)unused;
  char *text = repeated("", "const x = = 3\n", 100000, "");
  struct lang lang;
  lang_open(&lang);
  lang_parse(&lang, text);
  assert_int_equal(lang.diags.count, DIAG_LIMIT + 1); /* so that it is told that there are more */
  lang_close(&lang);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(declarations),
    cmocka_unit_test(expressions),
    cmocka_unit_test(statements),
    cmocka_unit_test(choices_and_their_citations),
    cmocka_unit_test(scenarios),
    cmocka_unit_test(words_are_names_where_they_can_be),
    cmocka_unit_test(reserved_words_are_not),
    cmocka_unit_test(unfinished_lines_are_blamed),
    cmocka_unit_test(expectations_are_few_and_in_words),
    cmocka_unit_test(brackets),
    cmocka_unit_test(misspelt_words),
    cmocka_unit_test(misplaced_and_mistaken),
    cmocka_unit_test(habits_look_around),
    cmocka_unit_test(a_missing_bracket_costs_nothing),
    cmocka_unit_test(a_citation_before_its_block_costs_nothing),
    cmocka_unit_test(one_run_shows_all),
    cmocka_unit_test(recovery_keeps_what_is_whole),
    cmocka_unit_test(recovery_always_ends),
    cmocka_unit_test(spans_cover_what_they_name),
    cmocka_unit_test(cells),
    cmocka_unit_test(several_of_one),
    cmocka_unit_test(tables_in_the_text),
    cmocka_unit_test(several_variables_are_loops_in_loops),
    cmocka_unit_test(deep_trees_are_refused),
    cmocka_unit_test(errors_stop_at_the_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
