/* Tests of compiler/knowledge.h: what a local depends on, whose that is, and to whom it is shown. */
#include "tests/unit/checked.h"

#include "compiler/knowledge.h"
#include "compiler/types.h"

#define ZONES                                                                                                          \
  "deck Card(points: int) in stock { 9 of a(1)  9 of b(2) }\npile stock: Card hidden\npile heap: Card open\n"          \
  "pool hand[player]: Card for owner\nvar mood[player]: int = 0 for owner\nvar seen: int = 0\n"                        \
  "var active: player = p1\n"

static bool declares(const struct tree *node, const void *name) {
  return node->symbol && node->symbol->kind == SYMBOL_LOCAL && node->word && !strcmp(node->word, name);
}

/* The local of this name, declared in the effect `act` or one of its parameters. */
static const struct symbol *local_of(const struct checked *t, const char *name) {
  const struct symbol *act = checked_symbol(t, "act");
  for (const struct symbol *param = act->params; param; param = param->next_param)
    if (!strcmp(param->name, name)) return param;
  const struct tree *found = tree_first(act->tree, declares, name);
  assert_non_null(found);
  return found->symbol;
}

static void add_whose(struct text *out, const struct whose *whose) {
  if (!whose) text_add(out, "?");
  else if (whose->kind == WHOSE_SEAT) text_format(out, "seat %d", whose->number);
  else if (whose->kind == WHOSE_LOCAL) text_add(out, whose->symbol->name);
  else if (whose->kind == WHOSE_TREE) text_add(out, "an expression");
  else {
    add_whose(out, whose->base);
    text_format(out, "%+d", whose->number);
  }
}

/* "hand[p+1] chance; to everybody": all that is known of a local, as one text. */
static const char *known_as_text(const struct checked *t, const char *name) {
  static const char *const kinds[] = { [SECRET_CHANCE] = "chance", [SECRET_CHOICE] = "choice" };
  static const char *const readers[] = { [READER_EVERYBODY] = "everybody", [READER_ALL_BUT] = "all but " };
  const struct symbol *local = local_of(t, name);
  struct secrets secrets = knowledge_of(t->c, local);
  struct text out = arena_text(t->lang.arena);
  for (int i = 0; i < secrets.count; i++) {
    const struct secret *secret = &secrets.items[i];
    text_format(&out, "%s%s", i ? " " : "", secret->kind == SECRET_HIDDEN ? secret->symbol->name : kinds[secret->kind]);
    if (secret->kind == SECRET_CHANCE || (secret->kind == SECRET_HIDDEN && !secret->symbol->dim_count)) continue;
    text_add(&out, "[");
    add_whose(&out, secret->owner);
    text_add(&out, "]");
  }
  for (const struct reader *reader = knowledge_readers(local); reader; reader = reader->next) {
    text_format(&out, "; to %s", readers[reader->kind] ? readers[reader->kind] : "");
    if (reader->kind != READER_EVERYBODY) add_whose(&out, reader->player);
  }
  return out.bytes ? out.bytes : "";
}

static void knows(const char *statements, const char *name, const char *want) {
  struct checked t;
  checked_start(&t);
  checked_run(&t, arena_format(t.lang.arena,
                               ZONES "fn worth(q: player) -> int = sum(c.points for c in hand[q])\n"
                                     "fn twice(n: int) -> int = n * 2\n"
                                     "effect lay(c: Card, p: player) { move c from hand[p] to heap }\n"
                                     "effect act(p: player, x: int) { %s }\n"
                                     "setup { for r in players { act(r, mood[next(r)]) } }",
                               statements));
  knowledge_find_certain(t.c);
  const char *found = known_as_text(&t, name);
  if (strcmp(found, want) != 0) print_error("for: %s\n%s", statements, lang_codes(&t.lang));
  assert_string_equal(found, want);
  checked_close(&t);
}

static void what_values_depend_on(void **state) {
  (void)state;
  knows("let n = 3", "n", "");
  knows("let n = size(stock)", "n", "");
  knows("let c = top(stock)", "c", "stock");
  knows("let n = mood[p]", "n", "mood[p]");
  knows("let n = mood[next(p)] + 1", "n", "mood[p+1]");
  knows("let n = mood[next(p)]  let m = n", "m", "mood[p+1]");
  knows("let n = worth(p1)", "n", "hand[seat 0]");
  knows("let n = worth(next(p))", "n", "hand[p+1]");
  knows("let n = twice(mood[p])", "n", "mood[p]");
  knows("let n = size(set(c in hand[p] where c.points > 1))", "n", "hand[p]");
  knows("let n = size(bag(c for c in hand[p]))", "n", "");
  knows("let n = x", "n", "mood[p+1]");
  knows("", "x", "mood[p+1]");
  knows("for c in hand[p] { let n = c.points }", "n", "hand[p]");
  knows("let q = p  let n = mood[q]", "n", "mood[p]");
  knows("let q = right_of(next(p))  let n = mood[q]", "n", "mood[p]");
  knows("let n = mood[active]", "n", "mood[an expression]");
  knows("let n = mood[active]  active = next(active)", "n", "mood[?]");
}

/* What is known to one player only, or to nobody, although nothing is read that is hidden. */
static void chance_and_choices(void **state) {
  (void)state;
  knows("let n = roll 6", "n", "chance");
  knows("let q = random(q in players)", "q", "chance");
  knows("let n = pick number by p \"?\" (n in 1..6)", "n", "choice[p]");
  knows("choose a by p { option b(n in 1..6) { seen = n } }", "n", "choice[p]; to everybody; to p");
}

/* A condition around an assignment shows in what was assigned. */
static void conditions_around(void **state) {
  (void)state;
  knows("var n: int = 0  if mood[p] > 3 { n = 1 }", "n", "mood[p]");
  knows("var n: int = 0  for c in hand[p] { n += 1 }", "n", "");
  knows("var n: int = 0  for c in hand[p] where c.points > 1 { n += 1 }", "n", "hand[p]");
}

static void who_is_shown(void **state) {
  (void)state;
  knows("if let c = draw from stock to hand[p] { say to p \"{c}\" }", "c", "hand[p]; to p");
  knows("if let c = top(stock) { move c from stock to heap }", "c", "stock; to everybody");
  knows("if let c = top(stock) { move c from stock to hand[p] }", "c", "stock; to p");
  knows("for c in hand[p] { reveal c from hand[p] to next(p) }", "c", "hand[p]; to p+1");
  knows("for c in hand[p] { lay(c, p) }", "c", "hand[p]; to everybody");
  knows("let d = top(stock)  if let c = d { move c from stock to heap }", "d", "stock; to everybody");
  knows("let n = roll 6  say to others(p) \"{n}\"", "n", "chance; to all but p");
  knows("let n = mood[p]  seen = n", "n", "mood[p]; to everybody");
}

/* ---- for certain ---- */

static bool asks(const struct tree *node, const void *unused) {
  (void)unused;
  return node->kind == TREE_CHOOSE;
}

/* Whether the local `n` or `c` is a secret from anybody when somebody is asked by the first `choose` of `act`. */
static bool is_secret_when_asked(const char *statements, const char *name) {
  struct checked t;
  checked_start(&t);
  checked_run(&t, arena_format(t.lang.arena,
                               ZONES "effect tell(k: int) { say \"{k}\" }\n"
                                     "effect tell_much(k: int) { if k > 4 { say \"{k}\" } }\n"
                                     "effect tell_late(k: int) { if seen > 4 { leave }  say \"{k}\" }\n"
                                     "effect set_seen() { seen = 4 }\n"
                                     "effect keep(k: int) { seen = k  seen = 4 }\n"
                                     "effect act(p: player) { %s }\n"
                                     "setup { act(p1) }",
                               statements));
  knowledge_find_certain(t.c);
  const struct tree *question = tree_first(checked_symbol(&t, "act")->tree, asks, NULL);
  if (!question) fail_msg("nobody is asked: %s\n%s", statements, lang_codes(&t.lang));
  bool secret = knowledge_is_secret(t.c, local_of(&t, name), question->span);
  checked_close(&t);
  return secret;
}

#define ASK "choose act always by p { option a { }  option b { } }"

/* It is shown where the rules cannot come without having shown it, with the value that it has there. */
static void shown_for_certain(void **state) {
  (void)state;
  static const char *const shown[] = {
    "let n = roll 6  say \"{n}\"  " ASK,
    "let n = roll 6  if seen > 1 { say \"{n}\"  " ASK " }",
    "for i in 1..2 { let n = roll 6  say \"{n}\"  " ASK " }",
    "let n = roll 6  tell(n)  " ASK,
    "var n: int = roll 6  n = n + 1  say \"{n}\"  " ASK,
    "let m = roll 6  say \"{m}\"  let n = m + 1  " ASK,
    "seen = 3  let n = roll 6  seen = n  " ASK "  seen = 4",
    "for i in 1..2 { let n = roll 6  seen = n  " ASK "  seen = 4 }",
  };
  static const char *const secret[] = {
    "let n = roll 6  " ASK,
    "let n = roll 6  " ASK "  say \"{n}\"",
    "let n = roll 6  if seen > 1 { say \"{n}\" }  " ASK,
    "let n = roll 6  seen = n  seen = 4  " ASK,
    "let n = roll 6  seen += n  " ASK,
    "let n = roll 6  seen = n  set_seen()  " ASK,
    "let n = roll 6  keep(n)  " ASK,
    "let n = roll 6  seen = n  for i in 1..2 { " ASK "  seen = 4 }",
    "let n = roll 6  match seen { 0 { say \"{n}\" } else { } }  " ASK,
    "let n = roll 6  choose first by p { option a { say \"{n}\" }  option b { " ASK " } }",
    "for i in 1..2 { let n = roll 6  if i == 1 { say \"{n}\" } else { " ASK " } }",
    "let n = roll 6  for i in 1..seen { say \"{n}\" }  " ASK,
    "let n = roll 6  tell_much(n)  " ASK,
    "let n = roll 6  tell_late(n)  " ASK,
    "var n: int = roll 6  say \"{n}\"  n = roll 6  " ASK,
    "let m = roll 6  if seen > 1 { say \"{m}\" }  let n = m + 1  " ASK,
    "var n: int = 0  for c in stock { if c == a { break }  n += 1 }  " ASK,
    "var n: int = 0  for c in stock { if c == a { continue }  n += 1 }  " ASK,
    "for n in 1..3 where n == mood[next(p)] { " ASK " }",
    "for n in 1..3 { if n == mood[next(p)] { " ASK " } }",
  };
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
    if (is_secret_when_asked(shown[i], "n")) fail_msg("a secret: %s", shown[i]);
  for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
    if (!is_secret_when_asked(secret[i], "n")) fail_msg("no secret: %s", secret[i]);
}

static void secret_or_not(void **state) {
  (void)state;
  struct checked t;
  struct span end = { 0, UINT32_MAX - 1, UINT32_MAX };
  checked_open(&t, ZONES "effect act(p: player) { let told = roll 6  let kept = roll 6  let plain = size(stock)\n"
                         "say \"{told} {plain}\"  if kept > 3 { active = p } }\nsetup { act(p1) }");
  knowledge_find_certain(t.c);
  assert_false(knowledge_is_secret(t.c, local_of(&t, "told"), end));
  assert_true(
      knowledge_is_secret(t.c, local_of(&t, "told"), local_of(&t, "told")->span)); /* as long as it is not said */
  assert_true(knowledge_is_secret(t.c, local_of(&t, "kept"), end));
  assert_false(knowledge_is_secret(t.c, local_of(&t, "plain"), end));
  checked_close(&t);
}

static bool calls(const struct tree *node, const void *unused) {
  (void)unused;
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  return note && note->kind == NOTE_CALL && note->symbol->kind == SYMBOL_EFFECT;
}

/* Whether the local `n` of `act` is a secret while what it calls first is under way. */
static bool is_secret_below(const char *effects, const char *statements) {
  struct checked t;
  checked_start(&t);
  checked_run(&t, arena_format(t.lang.arena,
                               ZONES "var found: int = 0 hidden\n%s\n"
                                     "effect act(p: player) { %s }\n"
                                     "setup { found = roll 3  act(p1) }",
                               effects, statements));
  knowledge_find_certain(t.c);
  const struct tree *call = tree_first(checked_symbol(&t, "act")->tree, calls, NULL);
  if (!call) fail_msg("nothing is called: %s\n%s", statements, lang_codes(&t.lang));
  bool secret = knowledge_is_secret(t.c, local_of(&t, "n"), call->span);
  checked_close(&t);
  return secret;
}

#define ASK_ONE "choose it always by p1 { option a { }  option b { } }"

/* What a test of something hidden looks at is as secret as that, where somebody is asked by what it decides. */
static void what_a_test_lets_pass(void **state) {
  (void)state;
  static const struct {
    const char *effects, *statements;
    bool secret;
  } cases[] = {
    { "effect visit(k: int) { if k == found { " ASK_ONE " } }", "for n in 1..3 { visit(n) }", true },
    { "effect visit(k: int) { if k != found { leave }  " ASK_ONE " }", "for n in 1..3 { visit(n) }", true },
    { "effect visit(k: int) { let b = k == found  if b { " ASK_ONE " } }", "for n in 1..3 { visit(n + 1) }", true },
    { "effect enter(m: int) { match m == found { true { " ASK_ONE " } else { } } }\n"
      "effect visit(k: int) { enter(k) }",
      "for n in 1..3 { visit(n) }", true },
    { "effect enter() { if found == 2 { " ASK_ONE " } }\neffect visit(k: int) { if k == 2 { enter() } }",
      "for n in 1..3 { visit(n) }", true },
    { "effect enter() { " ASK_ONE " }", "for n in 1..3 { if n != 2 { continue }  if found == 2 { enter() } }", true },
    { "effect enter() { " ASK_ONE " }", "var n: int = 0  while n < 3 { if n == found { enter() }  n += 1 }", true },
    { "effect enter() { " ASK_ONE " }", "for n in 1..3 { let m = n  if m == found { enter() } }", true },
    { "effect visit(k: int) { " ASK_ONE " }", "for n in 1..3 { visit(n) }", false },
    { "effect visit(k: int) { if k == 2 { " ASK_ONE " } }", "for n in 1..3 { visit(n) }", false },
    { "effect visit(k: int) { if k == found { " ASK_ONE " } }", "let n = size(stock)  visit(n)", false },
    { "effect visit(k: int) { if k == found { " ASK_ONE " } }", "for n in 1..3 { say \"{n}\"  visit(n) }", false },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (is_secret_below(cases[i].effects, cases[i].statements) != cases[i].secret)
      fail_msg("%s secret: %s\n%s", cases[i].secret ? "no" : "a", cases[i].effects, cases[i].statements);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_values_depend_on), cmocka_unit_test(chance_and_choices), cmocka_unit_test(conditions_around),
    cmocka_unit_test(who_is_shown),          cmocka_unit_test(secret_or_not),      cmocka_unit_test(shown_for_certain),
    cmocka_unit_test(what_a_test_lets_pass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
