/* compiler/use.c, variants.c, patch.c, patch_choices.c and row_changes.c: what each change does, shown by scenarios of
 * the variant, and what variants are together. Messages about wrong changes are golden files (e07…). */
#include "tests/unit/compiled.h"

#include <errno.h>
#include <stdlib.h>

/* ---- files in memory ---- */

static const char base[] =
    "game \"Small\" { players 2..3 }\n"
    "enum Colour { red blue green }\n"
    "enum Place(far: int) { a(1) b(2) c(3) }\n"
    "graph roads: Place { a - b  b - c }\n"
    "table toll[Place](coins: int) from \"toll.csv\"\n"
    "table span[1..3]: int { 1: 4  2: 5 }\ntable far_from[Place]: int { a: 1  b: 2  c: 3 }\n"
    "deck Card(colour: Colour, worth: int) in stock total 6 from \"cards.csv\"\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card open\n"
    "const goal = 10\n"
    "setting fast: bool = false \"play fast\"\n"
    "var score[player]: int = 0\n"
    "var turns: int = 0\n"
    "var steps: int = 0 each turn\n"
    "var ready: int = 0\n"
    "setup { ready = 1 }\n"
    "play { repeat { for p in players { turn(p) } } }\n"
    "phase turn(p: player) \"turn\" {\n"
    "  steps += 1  turns += 1\n"
    "  choose act by p \"What?\" {\n"
    "    option take \"take\" needs size(stock) > 0 else \"no cards\" @R3  needs score[p] < goal else \"enough\"\n"
    "      { draw 1 from stock to hand[p] }\n"
    "    option rest \"rest\" { gain(p, 1) }\n"
    "    include extras(p)\n"
    "    otherwise { leave }\n"
    "  }\n"
    "}\n"
    "options extras(p: player) { option sing \"sing\" { say \"{p} sings\" } }\n"
    "effect gain(p: player, n: int) { if n == 0 { leave }  score[p] += n }\n"
    "effect twice(n: int) -> int { return 2 * n }\n"
    "effect give(p: player) { let c = pick gift by p \"Which?\" (c in Card) needs c.worth > 2 else \"cheap\" @R4\n"
    "  score[p] += c.worth  let more = twice(score[p])  turns = more }\n"
    "fn points(p: player) -> int = score[p]\n"
    "invariant \"points are not negative\" all(p in players: score[p] >= 0)\n"
    "rank p by points(p) desc\n"
    "scenario \"without a variant\" players 2 { expect goal == 10 }\n";

struct memory_file {
  const char *name, *text;
};
static struct memory_file files[8] = {
  { "base.trv", base },
  { "cards.csv", "id,count,colour,worth\nruby,2,red,5\nsky,3,blue,2\nleaf,1,green,1\n" },
  { "toll.csv", "place,coins\na,4\nb,6\n" },
};
enum { OWN = 3 }; /* the first of the files that a test writes */

static int read_memory(void *context, const char *name, char **text, size_t *length) {
  (void)context;
  for (size_t i = 0; i < sizeof files / sizeof *files && files[i].name; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *length = strlen(files[i].text);
    *text = malloc(*length + 1);
    memcpy(*text, files[i].text, *length + 1);
    return 0;
  }
  return ENOENT;
}
static void release_memory(void *context, char *text) { (void)context, free(text); }

static int compile_with(const char *name, const char *const *variants, size_t count, trv_program **program,
                        trv_report **report) {
  static const trv_resolver resolver = { read_memory, release_memory, NULL };
  trv_compile_options options = {
    .struct_size = sizeof options, .name = name, .resolver = &resolver, .variants = variants, .variant_count = count
  };
  return trv_compile(&options, program, report);
}

static trv_program *program_of(const char *name, const char *const *variants, size_t count) {
  trv_program *program;
  trv_report *report;
  char message[2000] = "";
  int status = compile_with(name, variants, count, &program, &report);
  if (trv_report_count(report)) trv_report_print(report, 0, false, message, sizeof message);
  if (status != TRV_OK || *message) fail_msg("%s", message);
  trv_report_free(report);
  return program;
}

static void write_variant(int index, const char *name, const char *text) {
  files[OWN + index] = (struct memory_file){ name, text };
  files[OWN + index + 1].name = NULL;
}

static void run_all(const trv_program *program, uint32_t count) {
  assert_int_equal(trv_program_describe(program).scenarios, count);
  for (uint32_t i = 0; i < count; i++) {
    char message[500] = "";
    uint32_t line = 0;
    if (trv_scenario_run(program, i, message, sizeof message, &line) != TRV_OK) fail_msg("line %u: %s", line, message);
  }
}

/* The items of a variant with one scenario, which must pass. */
static void changes(const char *items) {
  char text[2000];
  snprintf(text, sizeof text, "variant \"V\" of \"base.trv\" {\n%s\n}\n", items);
  write_variant(0, "v.trv", text);
  trv_program *program = program_of("v.trv", NULL, 0);
  compiled_is_valid(program);
  run_all(program, 1);
  trv_program_free(program);
}

/* The codes found, in order: "E0706 W0701". */
static void finds(const char *name, const char *const *variants, size_t count, const char *codes) {
  trv_program *program;
  trv_report *report;
  char found[200] = "";
  compile_with(name, variants, count, &program, &report);
  for (size_t i = 0; i < trv_report_count(report); i++)
    snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "", trv_report_get(report, i).code);
  trv_program_free(program);
  trv_report_free(report);
  assert_string_equal(found, codes);
}

/* ---- one variant ---- */

static void declared_again(void **unused) {
  (void)unused;
  changes("const goal = 20  scenario \"s\" players 2 { expect goal == 20 }");
  changes("setting fast = true  scenario \"s\" players 2 { expect fast }");
  changes("setting fast: bool = true \"faster\"  scenario \"s\" players 2 { expect fast }");
  changes("instead of invariant \"points are not negative\" all(p in players: points(p) < 99)  scenario \"s\" players "
          "2 { expect goal == 10 }");
  changes("rank p by points(p)  scenario \"s\" players 2 { given { score[p1] = 3 } expect ranking p2, p1 }");
  changes("new const extra = goal + 1  var extras_left: int = extra  scenario \"s\" players 2 { expect extras_left == "
          "11 }");
}

static void wrapped(void **unused) {
  (void)unused;
  changes("before turn(q) { score[q] += 5 }\n"
          "scenario \"s\" players 2 { run turn(p1)  p1: rest  expect score[p1] == 6 and steps == 1 and turns == 1 }");
  changes("after turn(q) { score[q] += 10 * steps }\n"
          "scenario \"s\" players 2 { run turn(p1)  p1: rest  expect score[p1] == 11 }");
  changes("after gain(q, m) { turns = m }\n"
          "scenario \"s\" players 2 { given { turns = 9 } run gain(p2, 0)  expect turns == 0 }");
  changes(
      "before gain(q, m) { if m > 5 { leave } }\n"
      "scenario \"s\" players 2 { run gain(p2, 6)  expect score[p2] == 0  run gain(p2, 5)  expect score[p2] == 5 }");
  changes("before twice(n) { turns += 1 }  after twice(n) { score[p2] = n }\n"
          "scenario \"s\" players 2 { run give(p1)  p1: gift(ruby)  expect turns == 10 and score[p2] == 5 }");
  changes("after setup { ready += 1 }\n"
          "scenario \"s\" players 2 { given after setup { } expect ready == 2 }");
  changes("before play { score[p2] = 7 }\n"
          "scenario \"s\" players 2 { run play  expect asked p1 act  expect score[p2] == 7 }");
}

static void replaced(void **unused) {
  (void)unused;
  changes("instead of points(q) = 2 * base(q) + 1\n"
          "scenario \"s\" players 2 { given { score[p2] = 3 } expect points(p2) == 7 }");
  changes(
      "instead of points(q) { if score[q] > 2 { return base(q) } return 0 }\n"
      "scenario \"s\" players 2 { given { score[p2] = 3  score[p1] = 2 } expect points(p2) == 3 and points(p1) == 0 }");
  changes("instead of turn(q) { base(q)  base(left_of(q)) }\n"
          "scenario \"s\" players 2 { run turn(p1)  p1: rest  p2: rest  expect steps == 2 and score[p2] == 1 }");
  changes("instead of gain(q, m) { score[q] = m }\n"
          "scenario \"s\" players 2 { given { score[p1] = 4 } run gain(p1, 2)  expect score[p1] == 2 }");
  changes("instead of effect gain(q: player, m: int) { base(q, m + 1) }\n"
          "scenario \"s\" players 2 { run gain(p1, 2)  expect score[p1] == 3 }");
  changes("instead of setup { score[p2] = 4 }\n"
          "scenario \"s\" players 2 { given after setup { } expect ready == 0 and score[p2] == 4 }");
  changes("instead of var score[player]: int = 3\n scenario \"s\" players 2 { expect score[p2] == 3 }");
  changes("drop invariant \"points are not negative\"\n"
          "scenario \"s\" players 2 { given { score[p1] = -5 } run turn(p1)  p1: rest  expect score[p1] == -4 }");
}

static void choices(void **unused) {
  (void)unused;
  changes("change choose act { add option nap \"nap\" { score[p] += 3 } }\n"
          "scenario \"s\" players 2 { run turn(p1)  p1: nap  expect score[p1] == 3 }");
  changes("change choose act { drop option rest }\n"
          "scenario \"s\" players 2 { run turn(p1)  expect only take, sing }");
  changes("change choose act in turn { option rest needs score[p] > 3 else \"too early\" @R3 }\n"
          "scenario \"s\" players 2 { run turn(p1)  expect denied rest \"too early\" }");
  changes("change choose act { drop needs take @R3 }\n"
          "scenario \"s\" players 2 { given { move all from stock to box(Card)  score[p2] = 10 }\n"
          "  run turn(p1)  expect offered take  p1: take  run turn(p2)  expect denied take \"enough\" }");
  changes("change choose act { drop needs take }\n"
          "scenario \"s\" players 2 { given { score[p2] = 10 } run turn(p2)  expect offered take }");
  changes("change choose act { before option rest { score[p] = 5 }  after option rest { turns = score[p] } }\n"
          "scenario \"s\" players 2 { run turn(p1)  p1: rest  expect turns == 6 }");
  changes("change options extras { option sing needs false else \"hush\"  add option hum \"hum\" { } }\n"
          "scenario \"s\" players 2 { run turn(p1)  expect denied sing \"hush\"  p1: hum }");
  changes("change choose act { drop otherwise  add otherwise { turns = 99 }  drop option rest }\n"
          "change options extras { option sing needs false }\n"
          "scenario \"s\" players 2 { given { score[p1] = 10 } run turn(p1)  expect turns == 99 }");
  /* A choice of the same name that is added is left as it was written. */
  changes("change choose act { add option ask \"ask\" { choose act by p \"Really?\" { option yes { turns = 50 } option "
          "no { } } } }\n"
          "scenario \"s\" players 2 { run turn(p1)  p1: ask  expect only yes, no  p1: yes  expect turns == 50 }");
  changes("change choose gift { drop needs gift @R4  option gift needs c.worth < 5 }\n"
          "scenario \"s\" players 2 { run give(p1)  expect only gift(sky), gift(leaf) }");
}

static void rows(void **unused) {
  (void)unused;
  changes("change deck Card { add 2 of leaf  remove 1 of sky  remove ruby  add 4 of gold(red, 9) \"Gold\" }\n"
          "scenario \"s\" players 2 { expect size(stock) == 9\n"
          "  expect count(c in stock where c == leaf) == 3 and count(c in stock where c == sky) == 2\n"
          "  expect not stock has ruby and count(c in stock where c.worth == 9) == 4 }");
  changes("change deck Card { change sky(worth = 7, colour = green) }\n"
          "scenario \"s\" players 2 { expect sum(c.worth for c in stock) == 2 * 5 + 3 * 7 + 1\n"
          "  expect count(c in stock where c.colour == green) == 4 }");
  changes("change enum Place { remove c  add d(9) \"Dover\"  change a(far = 5) }  change graph roads { add d - a }\n"
          "scenario \"s\" players 2 { expect sum(x.far for x in Place) == 5 + 2 + 9\n"
          "  expect index(d) == 2 and distance(roads, b, d) == 2 }");
  changes("change graph roads { remove c - b  add a - c }\n"
          "scenario \"s\" players 2 { expect distance(roads, b, c) == 2 }");
  changes("change table toll { change [a](coins = 1)  remove [b]  add [c](8) }\n"
          "scenario \"s\" players 2 { expect (toll[a].coins ?? 0) == 1\n"
          "  expect (toll[b].coins ?? 0) == 0 and (toll[c].coins ?? 0) == 8 }");
  changes("change table span { change [1](value = 7)  remove [2]  add [3](9) }\n"
          "scenario \"s\" players 2 { expect span[1] == 7 and span[2] is none and span[3] == 9 }");
}

static void the_game_itself(void **unused) {
  (void)unused;
  write_variant(0, "v.trv", "variant \"V\" of \"base.trv\" { change game { players 1..5  limit 77 decisions } }");
  trv_program *program = program_of("v.trv", NULL, 0);
  trv_program_info info = trv_program_describe(program);
  assert_int_equal(info.low_players, 1);
  assert_int_equal(info.high_players, 5);
  assert_int_equal(info.decision_limit, 77);
  assert_int_equal(info.scenarios, 0); /* those of the game speak of the game as it was */
  trv_program_free(program);
}

/* ---- several ---- */

static const char *const both[] = { "x.trv", "y.trv" }, *const swapped[] = { "y.trv", "x.trv" };

static void the_order_makes_no_difference(void **unused) {
  (void)unused;
  write_variant(
      0, "x.trv",
      "variant \"X\" of \"base.trv\" { use \"std/dice\"  var x: int = 1  before turn(p) { x = roll_high(2) }\n"
      "  change deck Card { add gold(red, 9) } fn roll_high(n: int) -> int = n }");
  write_variant(1, "y.trv",
                "variant \"Y\" of \"base.trv\" { use \"std/cards\"  var y: int = 2  after gain(p, n) { y = n }\n"
                "  change deck Card { add silver(blue, 3) } }");
  trv_program *one = program_of("base.trv", both, 2), *other = program_of("base.trv", swapped, 2);
  trv_program *third = program_of("y.trv", both, 1);
  assert_int_equal(trv_program_describe(one).hash, trv_program_describe(other).hash);
  assert_int_equal(trv_program_describe(one).hash, trv_program_describe(third).hash);
  trv_program_free(one);
  trv_program_free(other);
  trv_program_free(third);
}

static void over_decides(void **unused) {
  (void)unused;
  write_variant(0, "x.trv",
                "variant \"A\" of \"base.trv\" over \"B\" { const goal = 7  instead of points(p) = base(p) + 1 }");
  write_variant(1, "y.trv", "variant \"B\" of \"base.trv\" { const goal = 8  instead of points(p) = 10 * base(p) }");
  for (int i = 0; i < 2; i++) {
    write_variant(2, "z.trv",
                  i ? "variant \"Z\" of \"base.trv\" { use \"x.trv\"  use \"y.trv\"\n"
                      "  scenario \"s\" players 2 { given { score[p2] = 2 } expect points(p2) == 21 } }"
                    : "variant \"Z\" of \"base.trv\" { use \"y.trv\"  use \"x.trv\"\n"
                      "  scenario \"s\" players 2 { expect goal == 7 and points(p1) == 1 } }");
    trv_program *program = program_of("z.trv", NULL, 0);
    run_all(program, 1);
    trv_program_free(program);
  }
}

static void the_same_thing_twice(void **unused) {
  (void)unused;
  static const struct {
    const char *x, *y, *codes;
  } pairs[] = {
    { "const goal = 7", "const goal = 8", "E0706" },
    { "before turn(p) { turns = 1 }", "after turn(p) { turns = 2 }", "E0706" },
    { "fn more() -> int = 1", "fn more() -> int = 2", "E0706" },
    { "rank p by points(p)", "rank p by score[p]", "E0706" },
    { "change deck Card { add 1 of sky }", "change deck Card { remove 1 of sky }", "E0706" },
    { "change deck Card { add 1 of sky }", "change deck Card { remove 1 of ruby }", "" },
    { "change graph roads { remove a - b }", "change graph roads { remove b - a }", "E0706" },
    { "change table toll { remove [a] }", "change table toll { change [a](coins = 1) }", "E0706" },
    { "change choose act { drop option rest }", "change choose act { option rest needs turns > 1 }", "E0706" },
    { "change choose act { drop option rest }", "change choose act { option take needs turns > 1 }", "" },
    { "change choose act { drop option rest }", "instead of turn(p) { turns = 1 }", "E0706" },
    { "change choose act { drop option rest }", "before turn(p) { turns = 1 }", "" },
    { "drop invariant \"points are not negative\"", "drop invariant \"points are not negative\"", "" },
    { "change game { players 2..2 }", "change game { limit 50 decisions }", "" },
    { "change game { players 2..2 }", "change game { players 3..3 }", "E0706" },
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char x[200], y[200];
    snprintf(x, sizeof x, "variant \"X\" of \"base.trv\" { %s }", pairs[i].x);
    snprintf(y, sizeof y, "variant \"Y\" of \"base.trv\" { %s }", pairs[i].y);
    write_variant(0, "x.trv", x);
    write_variant(1, "y.trv", y);
    finds("base.trv", both, 2, pairs[i].codes);
    finds("base.trv", swapped, 2, pairs[i].codes);
  }
}

/* What a setting needs and excludes is about the game's defaults, whatever default a variant gives it. */
static void settings_that_do_not_fit(void **unused) {
  (void)unused;
  static const char pair[] =
      "new setting keep: bool = false \"keep\"  new setting one: bool = false \"one\" needs keep else \"no\""
      "  new setting none_at_all: bool = false \"none\" excludes keep ";
  static const struct {
    const char *items, *codes, *name, *value, *why;
  } trials[] = {
    { "setting one = true", "E0705", NULL, NULL, "" },
    { "setting one = true  setting keep = true", "", NULL, NULL, "" },
    { "setting one = true  setting keep = true", "", "keep", "no",
      "The setting `one` cannot be yes: no (it needs keep)." },
    { "setting keep = true", "", "none_at_all", "yes",
      "The settings `none_at_all` (yes) and `keep` (yes) do not go together: one of them must stay as usual." },
    { "setting keep = true  setting none_at_all = true", "E0705", NULL, NULL, "" },
  };
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
    char x[600], y[300], why[200] = "";
    snprintf(x, sizeof x, "variant \"X\" of \"base.trv\" { %s }", pair);
    snprintf(y, sizeof y, "variant \"Y\" of \"base.trv\" over \"X\" { %s }", trials[i].items);
    write_variant(0, "x.trv", x);
    write_variant(1, "y.trv", y);
    trv_program *program;
    trv_report *report;
    trv_setup *setup = NULL;
    trv_choice_of_setting choice = { trials[i].name, trials[i].value };
    compile_with("base.trv", both, 2, &program, &report);
    if (*trials[i].codes)
      assert_string_equal(trv_report_get(report, trv_report_count(report) - 1).code, trials[i].codes);
    else {
      assert_non_null(program);
      trv_setup_new(program, 2, &choice, trials[i].name ? 1 : 0, &setup, why, sizeof why);
      assert_string_equal(why, trials[i].why);
    }
    trv_setup_free(setup);
    trv_program_free(program);
    trv_report_free(report);
  }
}

/* What a house rule sets holds in every game; what it leaves alone keeps its value for simulation. */
static void defaults_hold_in_simulations(void **unused) {
  (void)unused;
  write_variant(0, "x.trv",
                "variant \"X\" of \"base.trv\" { new setting last: 1..9 or none = none \"last\" for simulation 3"
                "  new setting first: 1..9 = 1 \"first\" for simulation 2 }");
  write_variant(1, "y.trv", "variant \"Y\" of \"base.trv\" over \"X\" { setting last = 7 }");
  trv_program *program;
  trv_report *report;
  trv_setting_info info;
  compile_with("base.trv", both, 2, &program, &report);
  assert_non_null(program);
  for (uint32_t i = 0; trv_program_setting(program, i, &info) == TRV_OK; i++) {
    if (strcmp(info.name, "last") == 0) assert_string_equal(info.simulated, "7");
    if (strcmp(info.name, "first") == 0) assert_string_equal(info.simulated, "2");
  }
  trv_program_free(program);
  trv_report_free(report);
}

/* Within one variant only what can be said once is an error: other changes add up. */
static void twice_in_one_variant(void **unused) {
  (void)unused;
  static const struct {
    const char *items, *codes;
  } variants[] = {
    { "const goal = 7  const goal = 8", "E0209" },
    { "setting fast = true  setting fast = false", "E0209" },
    { "rank p by points(p)  rank p by score[p]", "E0209" },
    { "instead of points(p) = 1  instead of points(p) = 2", "E0209" },
    { "before turn(p) { turns = 1 }  before turn(p) { turns = 2 }", "" },
    { "change choose act { drop needs take }  change choose act { option take needs turns > 1 }", "" },
    { "change deck Card { add 1 of sky }  change deck Card { add 1 of sky }", "" },
  };
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    char x[300];
    snprintf(x, sizeof x, "variant \"X\" of \"base.trv\" { %s }", variants[i].items);
    write_variant(0, "x.trv", x);
    finds("x.trv", NULL, 0, variants[i].codes);
  }
}

static void used_by_another(void **unused) {
  (void)unused;
  write_variant(0, "x.trv",
                "variant \"X\" of \"base.trv\" { use \"y.trv\"  scenario \"s\" players 2 { expect goal == 8 } }");
  write_variant(1, "y.trv",
                "variant \"Y\" of \"base.trv\" { const goal = 8  scenario \"t\" players 2 { expect goal == 8 } }");
  static const char *const twice[] = { "y.trv", "y.trv" };
  trv_program *program = program_of("x.trv", NULL, 0);
  run_all(program, 1); /* Y is only used: its scenarios speak of Y alone */
  trv_program_free(program);
  program = program_of("x.trv", twice, 2);
  run_all(program, 0); /* of two, neither can speak for both */
  trv_program_free(program);
}

static void one_game_by_two_names(void **unused) {
  (void)unused;
  write_variant(0, "house/x.trv", "variant \"X\" of \"../base.trv\" { const goal = 8 }");
  write_variant(1, "./base.trv", base);
  static const char *const x[] = { "house/x.trv" };
  trv_program_free(program_of("base.trv", x, 1));
  trv_program_free(program_of("./base.trv", x, 1));
}

static void what_is_no_variant(void **unused) {
  (void)unused;
  static const char *const game[] = { "base.trv" }, *const missing[] = { "none.trv" };
  write_variant(0, "x.trv", "variant \"X\" of \"base.trv\" { const goal = 8 }");
  finds("x.trv", game, 1, "E0702");
  finds("x.trv", missing, 1, "E0002");
  write_variant(1, "y.trv", "game \"Other\" { players 2..2 }\nplay { end game }\n");
  finds("base.trv", both, 2, "E0702");
  write_variant(1, "y.trv", "variant \"X\" of \"base.trv\" { setting fast = true }");
  finds("base.trv", both, 2, "E0209");
  write_variant(1, "y.trv", "variant \"Y\" of \"x.trv\" { setting fast = true }");
  finds("y.trv", NULL, 0, "E0702");
  write_variant(1, "y.trv", "variant \"Y\" of \"base.trv\" { use \"y.trv\" }");
  finds("y.trv", NULL, 0, "E0213");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(declared_again),
    cmocka_unit_test(wrapped),
    cmocka_unit_test(replaced),
    cmocka_unit_test(choices),
    cmocka_unit_test(rows),
    cmocka_unit_test(the_game_itself),
    cmocka_unit_test(the_order_makes_no_difference),
    cmocka_unit_test(over_decides),
    cmocka_unit_test(the_same_thing_twice),
    cmocka_unit_test(twice_in_one_variant),
    cmocka_unit_test(settings_that_do_not_fit),
    cmocka_unit_test(defaults_hold_in_simulations),
    cmocka_unit_test(used_by_another),
    cmocka_unit_test(one_game_by_two_names),
    cmocka_unit_test(what_is_no_variant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
