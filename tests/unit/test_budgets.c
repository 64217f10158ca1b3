/* Budgets: a whole answer (all options, all labels, all reasons, a result) ends however the rules are written, and a game
 * can be stopped in the middle of each. Everything goes through include/trv.h, except that the fuel a game has spent is
 * looked up in it. */
#include "tests/unit/compiled.h"

#include <stdio.h>
#include <stdlib.h>

#include "vm/api.h"

static const char slow[] =
    "fn slow(n: int) -> int { var s: int = 0 for i in 1..18_000_000 { s = s + i % 3 } return s + n }\n";

struct table {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
};

static struct table open_table(const char *declarations, const char *play) {
  struct table table;
  char text[4000], why[200];
  snprintf(text, sizeof text, "game \"Budgets\" { players 2..2 }\n%s\nplay {\n%s }\n", declarations, play);
  table.program = compiled(text);
  assert_int_equal(trv_setup_new(table.program, 2, NULL, 0, &table.setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(table.setup, &table.game), TRV_OK);
  return table;
}

static void close_table(struct table *table) {
  trv_game_free(table->game);
  trv_setup_free(table->setup);
  trv_program_free(table->program);
}

/* What a game spends on something: `before` is what it had spent when it began. */
static uint64_t spent_since(const struct table *table, uint64_t before) { return table->game->game.spent - before; }

/* ---- rounds of loops ---- */

/* What a game spends until its first decision. */
static uint64_t spent_on(const char *declarations, const char *play) {
  char text[3600];
  snprintf(text, sizeof text, "%s choose c always by p1 { option a { } }", play);
  struct table table = open_table(declarations, text);
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  uint64_t spent = spent_since(&table, 0);
  close_table(&table);
  return spent;
}

/* Elements that are looked at and left out have been looked at. */
static void every_round_is_paid_for(void **unused) {
  (void)unused;
  const char *const cards =
      "deck Cards in all { 9 of one 90 of two }\nrow places[2000]: Cards open\npile all: Cards open\n"
      "var x: int = 0\n";
  const char *const loops[] = { "x = size(places)", "if places has one { x = 1 }", "if empty(places) { x = 1 }",
                                "x = count(c in places where c == one)", "for c in places { x = x + 1 }" };
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
    if (spent_on(cards, loops[i]) < 2000) fail_msg("`%s` is not paid for", loops[i]);
  assert_true(spent_on(cards, "x = count(c in all where x == 1)") >= 99);
}

/* A procedure or a loop that is long costs more than a short one, wherever it is left. */
static void long_code_is_paid_for(void **unused) {
  (void)unused;
  enum { LINES = 120, ROUNDS = 100, LEAST = ROUNDS * LINES / 64 };
  const char *const before[] = { "", "effect long() {", "effect long() {" };
  const char *const after[] = { "", "}", "if x < 9 { leave } x = 3 }" };
  const char *const play[] = { "repeat 100 times {", "repeat 100 times { long()", "repeat 100 times { long()" };
  for (size_t i = 0; i < 3; i++) {
    char code[2000] = "", declarations[2200], body[2200];
    for (int line = 0; line < LINES; line++) strcat(code, "x = 1 - x\n");
    snprintf(declarations, sizeof declarations, "var x: int = 0\n%s%s%s", before[i], i ? code : "", after[i]);
    snprintf(body, sizeof body, "%s %s }", play[i], i ? "" : code);
    if (spent_on(declarations, body) < ROUNDS + LEAST) fail_msg("long code %zu is not paid for", i);
  }
}

/* ---- options ---- */

static void expect_too_many(const char *play) {
  struct table table = open_table("", play);
  trv_rule_error error;
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_RULE_ERROR);
  assert_int_equal(trv_game_error(table.game, &error), TRV_OK);
  assert_string_equal(error.message, "the choice `many` has more than 1,000,000 options");
  assert_int_equal(error.line, 4);
  close_table(&table);
}

static void options_have_a_limit(void **unused) {
  (void)unused;
  struct table table = open_table("", "choose many by p1 { option a(x in 1..1000, y in 1..1000) { } }");
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  close_table(&table);
  expect_too_many("choose many by p1 { option a(x in 1..1000, y in 1..1000) { } option b { } }");
  expect_too_many("choose many by p1 { option a(x in 1..4400, y in 1..4400) { } }");
  expect_too_many("choose many by p1 { option a(x in 1..4400, y in 1..4400, z in 1..4400) { } }");
}

struct denied {
  uint32_t count;
  char last[100];
};

static bool hear_denied(void *context, const trv_denied *denied) {
  struct denied *heard = context;
  heard->count++;
  snprintf(heard->last, sizeof heard->last, "%s: %s", denied->notation, denied->reason);
  return true;
}

/* An allocator that gives so many bytes and no more. */
struct purse {
  size_t left;
};

static void *pay_for(void *context, void *block, size_t size) {
  struct purse *purse = context;
  if (size == 0) {
    free(block);
    return NULL;
  }
  if (size > purse->left) return NULL;
  purse->left -= size;
  return realloc(block, size);
}

/* A frame with a large array lies below each candidate; only what is different about them is kept. */
static void denials_do_not_keep_whole_frames(void **unused) {
  (void)unused;
  struct table table =
      open_table("var big: int[1..20_000] = 0", "var own: int[1..20_000] = 0\n"
                                                "choose many always by p1 { option a(x in 1..20_000) "
                                                "needs x < 2 else \"{x} is more than {own[1]}\" { } }  big = own");
  struct purse purse = { .left = 64 << 20 };
  struct denied heard = { 0 };
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  trv_allocator usual = table.program->allocator;
  table.program->allocator = (trv_allocator){ pay_for, &purse };
  assert_int_equal(trv_denied_each(table.game, hear_denied, &heard), TRV_OK);
  table.program->allocator = usual;
  assert_int_equal(heard.count, 19999);
  assert_string_equal(heard.last, "a(20000): 20000 is more than 0");
  close_table(&table);
}

/* ---- texts ---- */

struct labels {
  uint32_t count;
  char first[200];
};

static bool hear_label(void *context, const trv_offered *offered) {
  struct labels *labels = context;
  if (labels->count++ == 0) snprintf(labels->first, sizeof labels->first, "%s", offered->label);
  return true;
}

static void labels_share_their_fuel(void **unused) {
  (void)unused;
  struct table table = open_table(slow, "choose c by p1 { option a(x in 1..1000) \"L {slow(x)}\" { } }");
  struct labels labels = { 0 };
  char alone[200];
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  uint64_t before = table.game->game.spent;
  assert_int_equal(trv_offered_each(table.game, hear_label, &labels), TRV_OK);
  assert_int_equal(labels.count, 1000);
  assert_non_null(strstr(labels.first, "L [rule error: the rules did not come to a decision"));
  assert_true(spent_since(&table, before) < 3 * (uint64_t)FUEL_LIMIT);
  trv_option_label(table.game, 0, alone, sizeof alone);
  assert_string_equal(alone, labels.first);
  close_table(&table);
}

/* However many there are, a text has enough for what texts usually need. */
static void labels_have_enough(void **unused) {
  (void)unused;
  struct table table =
      open_table("fn small(n: int) -> int { var s: int = 0 for i in 1..900 { s = s + 1 } return s + n }",
                 "choose c by p1 { option a(x in 1..30_000) \"L {small(x)}\" { } }");
  char label[100];
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  trv_option_label(table.game, 29999, label, sizeof label);
  assert_string_equal(label, "L 30900");
  close_table(&table);
}

/* Texts that call each other: the last would have more bytes than there is memory. */
static struct table table_of_texts(const char *play) {
  char texts[2400] = "var x: int = 0\nfn t0() -> text = \"abc\"\n";
  for (int i = 1; i <= 40; i++)
    snprintf(texts + strlen(texts), sizeof texts - strlen(texts), "fn t%d() -> text = \"{t%d()} {t%d()}\"\n", i, i - 1,
             i - 1);
  struct table table = open_table(texts, play);
  assert_int_equal(trv_game_listen(table.game), TRV_OK);
  return table;
}

static bool hear_long_line(void *context, const char *text) {
  size_t length = strlen(text);
  assert_in_range(length, 1020, 1024);
  assert_memory_equal(text, "abc abc", 7);
  assert_string_equal(text + length - strlen("…"), "…");
  ++*(uint32_t *)context;
  return true;
}

/* Nobody pays for what is not kept of a text, and the rules go on behind it. */
static void a_text_ends_when_it_is_full(void **unused) {
  (void)unused;
  enum { FULL = 65536, LITTLE = 100000 };
  static char text[FULL + 1];
  struct table table = table_of_texts("repeat 9 times { x += 1 say \"{t40()}\" say to p1 \"{t39()}\" }\n"
                                      "choose c by p1 \"{t40()}\" { option a \"{x} {t40()}\" { } option b { } }");
  uint32_t lines = 0;
  size_t cursor = 0;
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_log_since(table.game, 0, &cursor, hear_long_line, &lines), TRV_OK);
  assert_int_equal(lines, 18);
  assert_int_equal(trv_game_prompt(table.game, NULL, 0), FULL);
  assert_int_equal(trv_option_label(table.game, 0, text, sizeof text), FULL);
  assert_memory_equal(text, "9 abc abc", 9);
  assert_string_equal(text + FULL - 3, "...");
  assert_true(spent_since(&table, 0) < LITTLE);
  close_table(&table);
}

static void a_reason_to_fail_ends_when_it_is_full(void **unused) {
  (void)unused;
  struct table table = table_of_texts("x = 1\nfail \"{t40()}\"");
  trv_rule_error error;
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_RULE_ERROR);
  assert_int_equal(trv_game_error(table.game, &error), TRV_OK);
  assert_int_equal(error.line, 47);
  assert_non_null(strstr(error.message, "abc abc"));
  assert_true(spent_since(&table, 0) < 1000);
  close_table(&table);
}

/* ---- results ---- */

static void a_result_is_one_answer(void **unused) {
  (void)unused;
  char rules[400];
  snprintf(rules, sizeof rules, "%srank p by slow(2), slow(3), slow(4)", slow);
  struct table table = open_table(rules, "choose c always by p1 { option a { } }");
  uint32_t places[2];
  trv_rule_error error;
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  uint64_t before = table.game->game.spent;
  assert_int_equal(trv_game_result(table.game, places, NULL), TRV_E_RULE);
  assert_true(spent_since(&table, before) <= FUEL_LIMIT);
  assert_int_equal(trv_game_error(table.game, &error), TRV_OK);
  assert_int_equal(error.line, 2);
  close_table(&table);
}

/* ---- stopping ---- */

static void listings_can_be_stopped(void **unused) {
  (void)unused;
  struct table table = open_table("", "choose c by p1 { option a(x in 1..1000) \"L {x}\" { } }");
  struct labels labels = { 0 };
  volatile int stop = 0;
  assert_int_equal(trv_game_start(table.game, 1, 0), TRV_CHOICE);
  trv_game_set_cancel(table.game, &stop);
  assert_int_equal(trv_offered_each(table.game, hear_label, &labels), TRV_OK);
  stop = 1;
  labels.count = 0;
  assert_int_equal(trv_offered_each(table.game, hear_label, &labels), TRV_E_RULE);
  assert_true(labels.count <= 1);
  close_table(&table);
}

/* The flag of a program holds for all that is made of it. */
static void a_program_can_be_stopped(void **unused) {
  (void)unused;
  struct table table = open_table("scenario \"s\" { run play }", "repeat 1_000_000 times { }");
  volatile int stop = 1;
  trv_game *game;
  char message[400];
  trv_program_set_cancel(table.program, &stop);
  assert_int_equal(trv_game_new(table.setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_RULE_ERROR);
  trv_game_free(game);
  assert_int_equal(trv_scenario_run(table.program, 0, message, sizeof message, NULL), TRV_E_RULE);
  stop = 0;
  assert_int_equal(trv_scenario_run(table.program, 0, message, sizeof message, NULL), TRV_OK);
  close_table(&table);
}

/* ---- scenarios and saves ---- */

static void a_scenario_has_a_budget(void **unused) {
  (void)unused;
  char rules[2000];
  size_t used = (size_t)snprintf(rules, sizeof rules, "%sscenario \"s\" {\n", slow);
  for (int i = 0; i < 12; i++) used += (size_t)snprintf(rules + used, sizeof rules - used, "expect slow(%d) > 0\n", i);
  snprintf(rules + used, sizeof rules - used, "}");
  struct table table = open_table(rules, "choose c always by p1 { option a { } }");
  char message[400];
  assert_int_equal(trv_scenario_run(table.program, 0, message, sizeof message, NULL), TRV_E_RULE);
  if (!strstr(message, "takes too long")) fail_msg("%s", message);
  close_table(&table);
}

static void expect_refused(const char *line, size_t times, const char *words) {
  size_t length = strlen(line), size = length * times;
  char *text = malloc(size + 1);
  const char *why = "";
  trv_save *save;
  for (size_t i = 0; i < times; i++) memcpy(text + i * length, line, length);
  assert_int_equal(trv_save_read(text, size, &save, &why), TRV_E_DATA);
  if (!strstr(why, words)) fail_msg("expected `%s`, got `%s`", words, why);
  free(text);
}

static void saves_have_limits(void **unused) {
  (void)unused;
  expect_refused("\n", (64 << 20) + 1, "larger than 64 MB");
  expect_refused("p1 a b\n", 1000001, "more than 1,000,000 choices");
  expect_refused("rule a b\n", 100001, "more than 100,000 rules");
  expect_refused("set a b\n", 1001, "more than 1,000 settings");
  expect_refused("p1 a b\n", 1000000, "not a saved game");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_round_is_paid_for),
    cmocka_unit_test(long_code_is_paid_for),
    cmocka_unit_test(options_have_a_limit),
    cmocka_unit_test(denials_do_not_keep_whole_frames),
    cmocka_unit_test(labels_share_their_fuel),
    cmocka_unit_test(labels_have_enough),
    cmocka_unit_test(a_result_is_one_answer),
    cmocka_unit_test(listings_can_be_stopped),
    cmocka_unit_test(a_program_can_be_stopped),
    cmocka_unit_test(a_scenario_has_a_budget),
    cmocka_unit_test(saves_have_limits),
    cmocka_unit_test(a_text_ends_when_it_is_full),
    cmocka_unit_test(a_reason_to_fail_ends_when_it_is_full),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
