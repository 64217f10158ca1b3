/* Hard limits as rules meet them: fuel, cancelling, call depth, lists, bags, zones, ranges, dice, decisions; what is too
 * large to be compiled; and two programs on two threads at once. Everything goes through include/trv.h. */
#include "tests/unit/compiled.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static trv_program *compile_play(const char *declarations, const char *play) {
  char text[4000];
  snprintf(text, sizeof text, "game \"Limits\" { players 2..2 }\n%s\nplay { %s }\n", declarations, play);
  return compiled(text);
}

struct table {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
};

static struct table open_table(trv_program *program) {
  struct table table = { .program = program };
  char why[200];
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &table.setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(table.setup, &table.game), TRV_OK);
  return table;
}

static void close_table(struct table *table) {
  trv_game_free(table->game);
  trv_setup_free(table->setup);
  trv_program_free(table->program);
}

/* Plays until something happens and expects a rule error whose message holds `words`, at line 3 (the play). */
static void ends_with(const char *declarations, const char *play, const char *words) {
  struct table table = open_table(compile_play(declarations, play));
  trv_rule_error error;
  trv_game_set_fuel(table.game, 100000);
  int status = trv_game_start(table.game, 1, 0);
  if (status == TRV_CHOICE) status = trv_playout(table.game, 1, 0, 1000);
  assert_int_equal(status, TRV_RULE_ERROR);
  assert_int_equal(trv_game_error(table.game, &error), TRV_OK);
  if (!strstr(error.message, words)) fail_msg("expected `%s`, got `%s`", words, error.message);
  assert_true(error.line >= 2);
  close_table(&table);
}

static void loops_end(void **unused) {
  (void)unused;
  ends_with("var n: int = 0", "repeat { n = 1 }", "loop without end");
  ends_with("var n: int = 0", "while true { n = 1 }", "loop without end");
  ends_with("effect f() { }", "repeat { f() }", "loop without end");
}

static void calls_have_a_depth(void **unused) {
  (void)unused;
  ends_with("effect dig(n: int) depth 5 { if n > 0 { dig(n - 1) } }", "dig(5)", "depth");
  ends_with("fn up_to(n: int) -> int depth 10 = if n == 0 then 0 else n + up_to(n - 1)\nvar t: int = 0",
            "t = up_to(10)", "depth");
  struct table table = open_table(compile_play(
      "fn up_to(n: int) -> int depth 11 = if n == 0 then 0 else n + up_to(n - 1)\nvar t: int = 0\nrank p by t",
      "t = up_to(10)"));
  int32_t keys[2];
  uint32_t places[2];
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_OVER);
  assert_int_equal(trv_game_result(table.game, places, keys), TRV_OK);
  assert_int_equal(keys[0], 55);
  close_table(&table);
}

static void collections_have_bounds(void **unused) {
  (void)unused;
  ends_with("var n: int = 5\nvar l: list of int up to 3 = []", "l = list(i for i in 1..4 where i < n)",
            "longer than its bound");
  ends_with("var l: list of int up to 3 = [1, 2]", "repeat 2 times { l += 5 }", "longer than its bound");
  ends_with("var l: list of int up to 3 = [1, 2]", "l += l", "longer than its bound");
  ends_with("deck D in a { 3 of x }\npile a: D hidden\npool b: D open holds 2", "draw 3 from a to b",
            "more cards than it may");
  ends_with("deck D in a { x y }\npile a: D hidden\npool b: D open", "move x from b to a", "not there");
  ends_with("deck D in a { 2 of x }\npool a: D open", "if only(a) == x { }", "holds none, or several");
  ends_with("deck D in a { x }\npool a: D open\npile b: D open", "if only(b) == x { }", "holds none, or several");
  ends_with("deck D in a { 2 of x y }\npool a: D open\nvar b: bag of D = []", "b = a - [3 of x]", "bag");
}

/* A round that begins where nobody sits would never come back there. */
static void rounds_begin_at_the_table(void **unused) {
  (void)unused;
  struct table table = open_table(compiled("game \"Round\" { players 2..3 }\nvar n: int = 0\n"
                                           "play { for p in players starting p3 { n += 1 } }\nrank p by n\n"));
  trv_rule_error error;
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_RULE_ERROR);
  assert_int_equal(trv_game_error(table.game, &error), TRV_OK);
  assert_non_null(strstr(error.message, "index"));
  close_table(&table);
}

static void numbers_have_bounds(void **unused) {
  (void)unused;
  ends_with("track t: 0..5 = 3", "t += 3", "left its range");
  ends_with("var n: int = 2_000_000_000", "n += n", "too large");
  /* One less than the least number stands for `none`. */
  ends_with("var n: int = -2_147_483_647\nvar one: int = 1", "n = n - one", "too large");
  ends_with("var n: int = -2_147_483_647", "n -= 1", "too large");
  ends_with("var n: int = -1_073_741_824", "n = n * 2", "too large");
  ends_with("enum E(w: int) { a(-2_147_483_647) b(-1) }\nvar n: int = 0\nvar s: set of E = [a, b]",
            "n = sum(e.w for e in s)", "too large");
  ends_with("var n: int = 0", "n = 5 / n", "division by zero");
  ends_with("var n: int = 0", "n = roll n", "65,535");
  ends_with("var n: int = 7\nvar a[1..4]: int = 0", "a[n] = 1", "index");
}

/* A text that grows: `times` the format, with a number from 0 on and the one behind it. */
struct long_text {
  char *text;
  size_t length;
};
static void add(struct long_text *out, int times, const char *format) {
  size_t most = strlen(format) + 24;
  out->text = realloc(out->text, out->length + (size_t)times * most + 1);
  for (int i = 0; i < times; i++) out->length += (size_t)snprintf(out->text + out->length, most, format, i, i + 1);
}

/* The first message about a text; the text is freed. */
static void is_too_large(struct long_text *source, const char *message) {
  trv_compile_options options = {
    .struct_size = sizeof options, .name = "large.trv", .text = source->text, .length = source->length
  };
  trv_program *program;
  trv_report *report;
  assert_int_equal(trv_compile(&options, &program, &report), TRV_E_INPUT);
  size_t first = 0;
  while (strcmp(trv_report_get(report, first).code, "E0410") != 0 && first + 1 < trv_report_count(report)) first++;
  assert_string_equal(trv_report_get(report, first).code, "E0410");
  assert_string_equal(trv_report_get(report, first).message, message);
  trv_report_free(report);
  free(source->text);
}

static void rules_can_be_too_large(void **unused) {
  (void)unused;
  struct long_text far = { 0 }, many = { 0 }, wide = { 0 }, state = { 0 }, line = { 0 }, used = { 0 };
  add(&far, 1, "game \"Far\" { players 2..4 }\nvar a: int = 0\nvar b: int = 1\nplay { if a < b {\n");
  add(&far, 14000, "a += b * a\n");
  add(&far, 1, "} }\n");
  is_too_large(&far, "this procedure is too long; divide it");
  add(&many, 1, "game \"Many\" { players 2..4 }\nvar a: int = 0\n");
  add(&many, 20, "var x%d: list of int up to 4000 = []\n");
  add(&many, 1, "play {\n");
  add(&many, 20, "let l%1$d = x%1$d\n");
  add(&many, 1, "a = size(l0)");
  add(&many, 20, " + size(l%d)");
  add(&many, 1, "\n}\n");
  is_too_large(&many, "too many values are kept at once here");
  add(&line, 1, "game \"Line\" { players 2..4 }\nenum E {");
  add(&line, 1024, " e%d");
  add(&line, 1, " }\ngraph ways: E {");
  add(&line, 1023, " e%d - e%d");
  add(&line, 1, " }\nvar at: E = e0\nplay { at = first(e in within(ways, at, 3)) ?? e0 }\n");
  is_too_large(&line, "`within` needs more than 8,000,000 slots here: 1024 places, of which some are 1023 steps apart");
  add(&used, 1, "game \"Used\" { players 2..4 }\nplay { }\n");
  add(&used, 10001, "use \"std/cards\"\n");
  is_too_large(&used, "there are more than 10,000 lines with `use`");
  add(&wide, 1, "game \"Wide\" { players 2..4 }\nvar a: int = 0\nvar b: int = 1\nplay {\n");
  add(&wide, 66000, "a += match b { 0 => %d  1 => 2  else => 3 }\n");
  add(&wide, 1, "}\n");
  is_too_large(&wide, "the values here are too large");
  add(&state, 1, "game \"State\" { players 2..4 }\ndeck Card in stock {\n");
  add(&state, 20000, "2 of c%d\n");
  add(&state, 1, "}\npile stock: Card open\npool heap[1..900]: Card open\nplay { move c1 from stock to heap[1] }\n");
  is_too_large(&state, "the state of this game would need more than 16 MB");
}

struct heard {
  size_t lines, longest;
  char last[100];
};

static bool hear(void *context, const char *text) {
  struct heard *heard = context;
  heard->lines++;
  if (strlen(text) > heard->longest) heard->longest = strlen(text);
  snprintf(heard->last, sizeof heard->last, "%s", strlen(text) < sizeof heard->last ? text : text + strlen(text) - 20);
  return true;
}

/* Piles count their cards in 16 bits: those beyond were lost without a word. */
static void decks_can_be_too_large(void **unused) {
  (void)unused;
  struct long_text kinds = { 0 }, cards = { 0 }, each = { 0 }, most = { 0 };
  const char *rest = "}\npile stock: Card open\nplay { say \"{size(stock)}\" }\n";
  add(&kinds, 1, "game \"Kinds\" { players 2..4 }\ndeck Card in stock {\n");
  add(&kinds, 32768, "c%d\n");
  add(&kinds, 1, rest);
  is_too_large(&kinds, "Card has 32768 kinds of cards: at most 32767");
  add(&cards, 1, "game \"Cards\" { players 2..4 }\ndeck Card in stock {\n");
  add(&cards, 517, "127 of c%d\n");
  add(&cards, 1, rest);
  is_too_large(&cards, "Card has 65659 cards: at most 65535");
  add(&each, 1, "game \"Each\" { players 2..4 }\ndeck Card each player in stock[player] {\n");
  add(&each, 130, "127 of c%d\n");
  add(&each, 1, "}\npile stock[player]: Card open\nplay { say \"{size(stock[p1])}\" }\n");
  is_too_large(&each, "Card has 66040 cards, those of all players together: at most 65535");
  add(&most, 1, "game \"Most\" { players 2..4 }\ndeck Card in stock {\n3 of last\n");
  add(&most, 516, "127 of c%d\n");
  add(&most, 1, rest);
  struct table table = open_table(compiled(most.text));
  struct heard heard = { 0 };
  size_t cursor = 0;
  assert_int_equal(trv_game_listen(table.game), TRV_OK);
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_OVER);
  trv_log_since(table.game, -1, &cursor, hear, &heard);
  assert_string_equal(heard.last, "65535");
  close_table(&table);
  free(most.text);
}

/* Whoever follows calls and constants by recursion must not go too deep; in whatever order they are declared. */
static void chains_can_be_too_long(void **unused) {
  (void)unused;
  struct long_text down = { 0 }, up = { 0 }, constants = { 0 };
  add(&down, 1, "game \"Down\" { players 2..4 }\nvar a: int = 0\nplay { a = f0() }\n");
  add(&down, 30000, "fn f%d() -> int = a + f%d()\n");
  add(&down, 1, "fn f30000() -> int = a\n");
  is_too_large(&down, "calls go more than 200 procedures deep here");
  add(&up, 1, "game \"Up\" { players 2..4 }\nvar a: int = 0\nplay { a = f30000() }\nfn f0() -> int = a\n");
  add(&up, 30000, "fn f%2$d() -> int = a + f%1$d()\n");
  is_too_large(&up, "calls go more than 200 procedures deep here");
  add(&constants, 1, "game \"Constants\" { players 2..4 }\nplay { say \"{c0}\" }\n");
  add(&constants, 30000, "const c%d = c%d\n");
  add(&constants, 1, "const c30000 = 3\n");
  is_too_large(&constants, "more than 200 constants that need each other");
}

/* A `let` of an option stands for its value wherever it is mentioned: that doubles as well, or goes deep. */
static void lets_of_options_can_multiply(void **unused) {
  (void)unused;
  struct long_text twice = { 0 }, row = { 0 }, texts = { 0 }, most = { 0 };
  const char *head =
      "game \"Lets\" { players 2..4 }\nvar a: int = 0\nplay { choose c by p1 { option b { } option o(x in 1..9)\n";
  add(&twice, 1, head);
  add(&twice, 1, "let l0 = x\n");
  add(&twice, 60, "let l%2$d = l%1$d + l%1$d\n");
  add(&twice, 1, "\"{l60}\" needs l60 > 0 { a = l60 } } }\n");
  is_too_large(&twice, "`l9` is too long with all that it mentions: 1023 names, values and signs, at most 1000");
  add(&row, 1, head);
  add(&row, 1, "let l0 = x\n");
  add(&row, 30000, "let l%2$d = l%1$d + 1\n");
  add(&row, 1, "\"{l30000}\" { } } }\n");
  is_too_large(&row, "`l500` is too long with all that it mentions: 1001 names, values and signs, at most 1000");
  add(&texts, 1, head);
  add(&texts, 1, "let l0 = \"{x}\"\n");
  add(&texts, 60, "let l%2$d = \"{l%1$d}{l%1$d}\"\n");
  add(&texts, 1, "{ say \"{l60}\" } } }\n");
  is_too_large(&texts, "`l9` is too long with all that it mentions: 1535 names, values and signs, at most 1000");
  add(&most, 1, head);
  add(&most, 1, "let l0 = x\n");
  add(&most, 499, "let l%2$d = l%1$d + 1\n");
  add(&most, 1, "\"{l499}\" needs l499 > 0 { a = l499 } } }\n");
  trv_program_free(compiled(most.text));
  free(most.text);
}

/* Whoever follows calls must not follow each twice: that doubles at every step. */
static void calls_can_multiply(void **unused) {
  (void)unused;
  struct long_text numbers = { 0 }, conditions = { 0 }, texts = { 0 }, tables = { 0 }, constants = { 0 };
  add(&numbers, 1,
      "game \"Numbers\" { players 2..4 }\nvar a: int = 0\nplay { a = f60() say \"{f60()}\" }\nfn f0() -> int = a\n");
  add(&numbers, 60, "fn f%2$d() -> int = f%1$d() + f%1$d()\n");
  add(&conditions, 1,
      "game \"Conditions\" { players 2..4 }\nvar a: bool = true\nfn f0() -> bool = a\n"
      "play { choose c by p1 \"?\" { option x(i in 1..3 where f60()) needs f60() { } option y { } } }\n");
  add(&conditions, 60, "fn f%2$d() -> bool = f%1$d() and f%1$d()\n");
  add(&texts, 1,
      "game \"Texts\" { players 2..4 }\nvar a: int = 0\nplay { say \"{f60()}\" }\nfn f0() -> text = \"{a}\"\n");
  add(&texts, 60, "fn f%2$d() -> text = \"{f%1$d()}{f%1$d()}\"\n");
  add(&tables, 1,
      "game \"Tables\" { players 2..4 }\nenum E(n: int) { x(1) y(2) }\nvar e: E = x\nvar a: int = 0\n"
      "play { a = f60(e) }\nfn f0(e: E) -> int = e.n\n");
  add(&tables, 60, "fn f%2$d(e: E) -> int = f%1$d(e) - f%1$d(e)\n");
  trv_program_free(compiled(numbers.text));
  trv_program_free(compiled(conditions.text));
  trv_program_free(compiled(texts.text));
  trv_program_free(compiled(tables.text));
  add(&constants, 1, "game \"Constants\" { players 2..4 }\nplay { say \"{c60}\" }\nconst c0 = \"x\"\n");
  add(&constants, 60, "const c%2$d = \"{c%1$d}{c%1$d}\"\n");
  is_too_large(&constants, "the texts of this game are too long");
  free(numbers.text);
  free(conditions.text);
  free(texts.text);
  free(tables.text);
}

static void tables_of_fns_can_take_too_long(void **unused) {
  (void)unused;
  struct long_text slow = { 0 };
  add(&slow, 1, "game \"Slow\" { players 2..4 }\nenum E {\n");
  add(&slow, 3000, "e%d\n");
  add(&slow, 1,
      "}\nvar e: E = e1\nvar a: int = 0\nplay { a = slow(e) }\nfn slow(x: E) -> int = count(y in E where "
      "count(z in E where index(z) == index(y)) == index(x))\n");
  trv_program_free(compiled(slow.text)); /* and is called instead */
  free(slow.text);
}

/* What the rules say is kept, as long as that is sensible; what is left out is told. */
static void speeches_have_an_end(void **unused) {
  (void)unused;
  struct table table = open_table(compile_play(
      "fn f() -> text = \"ééééééééééééééééééééééééééééééééééééééééééééé\"\nfn g() -> text = "
      "\"{f()}{f()}{f()}{f()}{f()}{f()}\"\n"
      "fn h() -> text = \"{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}{g()}\"\n"
      "fn i() -> text = \"{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}{h()}\"",
      "say \"x{h()}\" choose c by p1 \"x{i()}\" { option a { } option b { } } repeat 100_010 times { say \"again\" }"));
  struct heard heard = { 0 };
  size_t cursor = 0, length;
  assert_int_equal(trv_game_listen(table.game), TRV_OK);
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  trv_log_since(table.game, -1, &cursor, hear, &heard);
  assert_true(heard.lines == 1 && heard.longest <= 1024 && heard.longest > 1000);
  assert_string_equal(heard.last + strlen(heard.last) - strlen("é…"), "é…");
  length = trv_game_prompt(table.game, NULL, 0);
  assert_int_equal(length, 65536);
  char *prompt = malloc(length + 1);
  assert_int_equal(trv_game_prompt(table.game, prompt, length + 1), length);
  assert_int_equal(strlen(prompt), length);
  assert_string_equal(prompt + length - strlen("é..."), "é...");
  free(prompt);
  assert_int_equal(trv_choose(table.game, 0), TRV_OVER);
  heard = (struct heard){ 0 };
  trv_log_since(table.game, -1, &cursor, hear, &heard);
  assert_int_equal(heard.lines, 100001);
  assert_string_equal(heard.last, "… (what else is said before the next decision is left out)");
  close_table(&table);
}

static void choices_need_an_option(void **unused) {
  (void)unused;
  ends_with("var n: int = 0", "choose c by p1 { option o needs n > 0 { } }", "no legal option");
}

static void a_game_can_be_cancelled(void **unused) {
  (void)unused;
  struct table table = open_table(compile_play("var n: int = 0", "repeat { n = 1 }"));
  volatile int stop = 1;
  trv_game_set_cancel(table.game, &stop);
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_RULE_ERROR);
  close_table(&table);
}

static void another_seed_changes_chance(void **unused) {
  (void)unused;
  struct table table =
      open_table(compile_play("var n: int = 0\nrank p by n", "choose c always by p1 { option go { n = roll 1000 } }"));
  int32_t first[2], second[2], again[2];
  uint32_t places[2];
  trv_game_start(table.game, 1, 0);
  trv_choose(table.game, 0);
  trv_game_result(table.game, places, first);
  trv_game_start(table.game, 1, 0);
  trv_game_reseed(table.game, 99, 0);
  trv_choose(table.game, 0);
  trv_game_result(table.game, places, second);
  trv_game_start(table.game, 99, 0);
  trv_choose(table.game, 0);
  trv_game_result(table.game, places, again);
  assert_int_not_equal(first[0], second[0]);
  assert_int_equal(second[0], again[0]);
  close_table(&table);
}

/* ---- threads ---- */

struct thread_work {
  int sides;
  uint64_t trace;
};

static void *compile_and_play(void *context) {
  struct thread_work *work = context;
  char play[200];
  snprintf(play, sizeof play, "repeat 200 times { choose c by p1 { option a { n += roll %d } option b { n -= 1 } } }",
           work->sides);
  for (uint32_t round = 0; round < 20; round++) {
    struct table table = open_table(compile_play("var n: int = 0", play));
    trv_game_start(table.game, 1, round);
    trv_playout(table.game, 1, round, 0);
    work->trace = work->trace * 31 + trv_game_trace(table.game) + trv_game_hash(table.game, true);
    close_table(&table);
  }
  return NULL;
}

static void two_programs_on_two_threads(void **unused) {
  (void)unused;
  struct thread_work alone[2] = { { .sides = 6 }, { .sides = 20 } }, together[2] = { { .sides = 6 }, { .sides = 20 } };
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) compile_and_play(&alone[i]);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, compile_and_play, &together[i]), 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++) assert_int_equal(alone[i].trace, together[i].trace);
  assert_int_not_equal(alone[0].trace, alone[1].trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(loops_end),
    cmocka_unit_test(calls_have_a_depth),
    cmocka_unit_test(collections_have_bounds),
    cmocka_unit_test(rounds_begin_at_the_table),
    cmocka_unit_test(numbers_have_bounds),
    cmocka_unit_test(rules_can_be_too_large),
    cmocka_unit_test(decks_can_be_too_large),
    cmocka_unit_test(chains_can_be_too_long),
    cmocka_unit_test(calls_can_multiply),
    cmocka_unit_test(lets_of_options_can_multiply),
    cmocka_unit_test(tables_of_fns_can_take_too_long),
    cmocka_unit_test(speeches_have_an_end),
    cmocka_unit_test(choices_need_an_option),
    cmocka_unit_test(a_game_can_be_cancelled),
    cmocka_unit_test(another_seed_changes_chance),
    cmocka_unit_test(two_programs_on_two_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
