/* vm/ffi.c and compiler/externs.c: C code is found, refused or loaded, and called with every type; what it gives is
 * checked. The library is tests/unit/ffi_helper.c. */
#include "tests/unit/compiled.h"
#include "tests/unit/budget.h"
#include "tests/unit/sealed.h"

#include <stdlib.h>
#include <unistd.h>

#define DECLARATIONS                                                                                                   \
  "game \"T\" { players 2..3 }\n"                                                                                      \
  "enum Suit { red green blue }\n"                                                                                     \
  "deck Card in box_of_cards { 2 of ace  2 of king  1 of queen }\n"                                                    \
  "pile box_of_cards: Card open\n"                                                                                     \
  "pile stack: Card open\n"                                                                                            \
  "pool hand[player]: Card open\n"                                                                                     \
  "row shelf[2]: Card open\n"                                                                                          \
  "const greeting = \"hello\"\n"                                                                                       \
  "play { end game }\n"

static const char *const helper[] = { HELPERS "ffi_helper.so" };
static const trv_link helper_link = { .libraries = helper, .library_count = 1 };
static const trv_link helper_link_checked = { .libraries = helper, .library_count = 1, .check = true };

static int compile(const char *name, const char *text, const trv_link *link, trv_program **program,
                   trv_report **report) {
  trv_compile_options options = {
    .struct_size = sizeof options, .name = name, .text = text, .length = strlen(text), .link = link
  };
  return trv_compile(&options, program, report);
}

/* Compiles and loads; a test fails with the first message when that is not possible. */
static trv_program *linked(const char *text, const trv_link *link) {
  trv_program *program;
  trv_report *report;
  char message[2000] = "";
  int status = compile("test.trv", text, link, &program, &report);
  if (status != TRV_OK) trv_report_print(report, 0, false, message, sizeof message);
  trv_report_free(report);
  if (status != TRV_OK) fail_msg("%s\n%s", trv_status_text(status), message);
  return program;
}

/* The same program by way of a compiled file, which runs in the checking interpreter. */
static trv_program *read_back(const trv_program *program, const trv_link *link) {
  trv_program *copy;
  void *bytes;
  size_t size;
  char why[500] = "";
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  assert_int_equal(trv_program_load(bytes, size, NULL, &copy, NULL), TRV_OK);
  assert_int_equal(trv_program_describe(copy).hash, trv_program_describe(program).hash);
  if (link && trv_program_link(copy, link, why, sizeof why) != TRV_OK) fail_msg("%s", why);
  trv_free(bytes);
  return copy;
}

static void run_scenario(const trv_program *program, const char *words) {
  char message[500] = "";
  uint32_t line;
  int status = trv_scenario_run(program, 0, message, sizeof message, &line);
  if (!words && status != TRV_OK) fail_msg("line %u: %s", line, message);
  if (words && !strstr(message, words)) fail_msg("it says: %s", message);
  if (words) assert_int_equal(status, TRV_E_RULE);
}

/* The only scenario of the text passes (words NULL) or fails with these words, in both interpreters. */
static void expects(const char *text, const trv_link *link, const char *words) {
  trv_program *program = linked(text, link), *copy = read_back(program, link);
  run_scenario(program, words);
  run_scenario(copy, words);
  trv_program_free(copy);
  trv_program_free(program);
}

/* ---- arguments and results ---- */

static void every_type_of_argument_and_result(void **unused) {
  (void)unused;
  expects(DECLARATIONS "extern fn answer() -> int from \"ffi_helper\"\n"
                       "extern fn minus(a: int, b: 0..9) -> int from \"ffi_helper\"\n"
                       "extern fn opposite(yes: bool) -> bool from \"ffi_helper\"\n"
                       "extern fn suit_after(suit: Suit) -> Suit from \"ffi_helper\"\n"
                       "extern fn seat_after(seat: player) -> player from \"ffi_helper\"\n"
                       "extern fn card_after(card: Card) -> Card from \"ffi_helper\"\n"
                       "extern fn letters(text: text) -> int from \"ffi_helper\"\n"
                       "scenario \"all\" players 3 {\n"
                       "  expect answer() == 42\n"
                       "  expect minus(3, 9) == -6 and minus(-7, 0) == -7\n"
                       "  expect opposite(false) and not opposite(answer() == 42)\n"
                       "  expect suit_after(red) == green and suit_after(blue) == red\n"
                       "  expect seat_after(p1) == p2 and seat_after(p2) == p3\n"
                       "  expect card_after(ace) == king and card_after(king) == queen\n"
                       "  expect letters(\"\") == 0 and letters(\"three\") == 5 and letters(greeting) == 5\n"
                       "}\n",
          &helper_link, NULL);
}

static void views_of_lists_sets_and_zones(void **unused) {
  (void)unused;
  expects(DECLARATIONS
          "extern fn list_digits(xs: list of int up to 4) -> int from \"ffi_helper\"\n"
          "extern fn set_digits(suits: set of Suit) -> int from \"ffi_helper\"\n"
          "extern fn zone_digits(cards: zone of Card) -> int from \"ffi_helper\"\n"
          "var kept: list of int up to 4 = [6, 7]\n"
          "var lit: set of Suit = [blue]\n"
          "fn both(z: zone of Card) -> int = zone_digits(z) + 1000 * zone_digits(hand[p1])\n"
          "scenario \"all\" players 2 {\n"
          "  given { hand[p1]: queen, 2 of ace   move king from box_of_cards to stack   shelf[2]: king   move queen "
          "from hand[p1] to stack }\n"
          "  expect list_digits([]) == 0 and list_digits([0, 1, 2, 8]) == 1239 and list_digits(kept) == 78\n"
          "  expect list_digits(list(2 * k for k in kept)) == 145 \n"
          "  expect set_digits([]) == 0 and set_digits([blue, red]) == 13 and set_digits(lit) == 3\n"
          "  expect set_digits(set(s in Suit where s != green)) == 13\n"
          "  expect zone_digits(hand[p1]) == 11 and zone_digits(hand[p2]) == 0\n"
          "  expect zone_digits(stack) == 32 and zone_digits(shelf[1]) == 0 and zone_digits(shelf[2]) == 2\n"
          "  expect both(stack) == 11032\n"
          "}\n",
          &helper_link, NULL);
}

static void arguments_side_by_side(void **unused) {
  (void)unused;
  expects(DECLARATIONS
          "extern fn mixed(first: int, xs: list of int up to 3, word: text, cards: zone of Card, last: Suit) -> int\n"
          "  from \"ffi_helper\"\n"
          "extern fn sixteen(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int, k: int,\n"
          "  l: int, m: int, n: int, o: int, p: int) -> int from \"ffi_helper\"\n"
          "extern fn minus(a: int, b: int) -> int from \"ffi_helper\"\n"
          "scenario \"all\" players 2 {\n"
          "  given { hand[p1]: king, queen }\n"
          "  expect mixed(7, [0, 1], \"four\", hand[p1], blue) == 7124232\n"
          "  expect sixteen(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) == 1496\n"
          "  expect minus(minus(9, minus(4, 2)), minus(minus(3, 1), 1)) == 6\n"
          "}\n",
          &helper_link, NULL);
}

/* In conditions of options, ranking, initial values, invariants, settings and `value of`, as a fn can be. */
static void wherever_a_fn_can_stand(void **unused) {
  (void)unused;
  const char *text =
      "game \"T\" { players 2..2 }\n"
      "extern fn minus(a: int, b: int) -> int from \"ffi_helper\"\n"
      "extern fn opposite(yes: bool) -> bool from \"ffi_helper\"\n"
      "setting start: 0..9 = 4 \"where to start\" needs opposite(start == 9) else \"too far\"\n"
      "var left: int = minus(9, 2)\n"
      "play { while left > 0 { choose step by p1 {\n"
      "  option go(n in 1..5) \"go {minus(n, 1)}\" needs opposite(n % 2 == 0) { left = minus(left, n) }\n"
      "} } }\n"
      "rank p by minus(seat(p), 3)\n"
      "value of p = minus(seat(p), left)\n"
      "invariant \"small\" minus(left, 9) < 0\n"
      "scenario \"all\" { run play  expect 3 options  expect offered go(3)  expect denied go(2)\n"
      "  p1: go(5)  expect left == 2 }\n";
  trv_program *program = linked(text, &helper_link_checked);
  trv_setup *setup;
  trv_game *game;
  char label[20], why[200];
  uint32_t places[2];
  int32_t keys[2], value;
  run_scenario(program, NULL);
  trv_choice_of_setting far = { "start", "9" };
  assert_int_equal(trv_setup_new(program, 2, &far, 1, &setup, why, sizeof why), TRV_E_ARGUMENT);
  assert_non_null(strstr(why, "too far"));
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  trv_option_label(game, 1, label, sizeof label);
  assert_string_equal(label, "go 2");
  assert_int_equal(trv_game_value(game, 1, &value), TRV_OK);
  assert_int_equal(value, -5);
  assert_null(trv_game_broken_invariant(game));
  assert_int_equal(trv_game_result(game, places, keys), TRV_OK);
  assert_int_equal(keys[0], -2);
  assert_int_equal(places[0], 1);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* ---- results that may not be ---- */

#define GIVES(declaration, condition)                                                                                  \
  DECLARATIONS "extern fn " declaration " from \"ffi_helper\"\n"                                                       \
               "scenario \"wrong\" players 2 { expect " condition " }\n"

static void results_are_checked(void **unused) {
  (void)unused;
  expects(GIVES("perhaps(n: int) -> bool", "perhaps(1) and not perhaps(0)"), &helper_link, NULL);
  expects(GIVES("perhaps(n: int) -> bool", "perhaps(2)"), &helper_link,
          "the C code of `perhaps` (test.trv:10) gave 2, which is neither 0 nor 1");
  expects(GIVES("perhaps(n: int) -> bool", "perhaps(-1)"), &helper_link, "gave -1, which is neither 0 nor 1");
  expects(GIVES("echo(n: int) -> 1..6", "echo(1) + echo(6) == 7"), &helper_link, NULL);
  expects(GIVES("echo(n: int) -> 1..6", "echo(7) == 7"), &helper_link, "gave 7, which is not in 1..6");
  expects(GIVES("echo(n: int) -> 1..6", "echo(0) == 0"), &helper_link, "gave 0, which is not in 1..6");
  expects(GIVES("lowest() -> int", "lowest() < 0"), &helper_link, "gave -2147483648, which is not in");
  expects(GIVES("echo(n: int) -> Suit", "echo(2) == blue"), &helper_link, NULL);
  expects(GIVES("echo(n: int) -> Suit", "echo(3) == blue"), &helper_link, "gave 3, and a Suit is 0 to 2");
  expects(GIVES("echo(n: int) -> Card", "echo(-1) == ace"), &helper_link, "gave -1, and a Card is 0 to 2");
  expects(GIVES("seat_after(p: player) -> player", "seat_after(p1) == p2"), &helper_link, NULL);
  expects(GIVES("seat_after(p: player) -> player", "seat_after(p2) == p2"), &helper_link,
          "gave 2, and the seats are 0 to 1");
}

/* ---- code that is not pure, and nobody looks ---- */

static bool count_told(void *context, uint32_t index, const char *notation) {
  uint32_t *told = context;
  assert_int_equal(index, *told);
  assert_true(*notation != '\0');
  ++*told;
  return true;
}

static bool count_offered(void *context, const trv_offered *offered) {
  return count_told(context, offered->index, offered->notation);
}

/* Whatever the enumerator finds the next time, nobody is told of more options than there are said to be, and taking one
 * that is no longer there is a rule error. */
static void list_all(trv_game *game, trv_options *options) {
  trv_choice_info info;
  char text[100];
  uint32_t told = 0, offered = 0;
  assert_int_equal(trv_game_choice(game, &info), TRV_OK);
  assert_int_equal(trv_options_each(game, count_told, &told), TRV_OK);
  assert_int_equal(trv_offered_each(game, count_offered, &offered), TRV_OK);
  assert_true(told <= info.options && offered <= info.options);
  for (uint32_t i = 0; i < info.options + 2; i++) {
    trv_option_label(game, i, text, sizeof text);
    trv_option_notation(game, i, text, sizeof text);
    assert_true(i < info.options || !*text);
  }
  int found = trv_options_find(options, game);
  assert_true(found >= 0 && (uint32_t)found <= info.options);
  assert_int_equal(trv_options_choose(options, game, (uint32_t)found), TRV_E_ARGUMENT);
}

static void listings_bear_with_code_that_is_not_pure(void **unused) {
  (void)unused;
  trv_program *programs[2];
  programs[0] = linked("game \"T\" { players 2..2 }\nextern fn dice() -> int from \"ffi_helper\"\nvar n: int = 0\n"
                       "play { repeat 40 times { choose c by p1 { option a(i in 0..20) needs (dice() * 7 + i) % 3 > 0 "
                       "{ n += i } option b { n += 1 } option d { n += 2 } } } }\nrank p by n\n",
                       &helper_link);
  programs[1] = read_back(programs[0], &helper_link);
  for (int i = 0; i < 2; i++) {
    trv_setup *setup;
    trv_game *game, *copy;
    trv_options *options;
    assert_int_equal(trv_setup_new(programs[i], 2, NULL, 0, &setup, NULL, 0), TRV_OK);
    assert_int_equal(trv_game_new(setup, &game), TRV_OK);
    assert_int_equal(trv_game_new(setup, &copy), TRV_OK);
    assert_int_equal(trv_options_new(setup, &options), TRV_OK);
    int status = trv_game_start(game, 1, 0);
    for (uint32_t decision = 0; status == TRV_CHOICE && decision < 40; decision++) {
      list_all(game, options);
      assert_int_equal(trv_game_copy(copy, game), TRV_OK);
      trv_playout(copy, 1, 0, 5);
      if (trv_options_find(options, game) > 0) status = trv_options_advance(options, game, 0) < 0 ? 0 : TRV_CHOICE;
      status = status && trv_game_status(game) == TRV_CHOICE ? trv_choose(game, 0) : 0;
    }
    trv_options_free(options);
    trv_game_free(copy);
    trv_game_free(game);
    trv_setup_free(setup);
    trv_program_free(programs[i]);
  }
}

static bool tell_all(void *context, const trv_offered *offered) {
  (void)context, (void)offered;
  return true;
}

/* The only option was there when options were counted, and is gone when they are listed, or the other way round: what the
 * game then keeps is an empty list. The sanitizers see how it is copied. */
static void options_may_all_be_gone(void **unused) {
  (void)unused;
  trv_program *program = linked("game \"T\" { players 1 }\nextern fn now_and_then() -> bool from \"ffi_helper\"\n"
                                "play { choose c always by p1 { option a needs now_and_then() { } } }\n",
                                &helper_link);
  trv_setup *setup;
  trv_game *game;
  uint32_t empty = 0;
  assert_int_equal(trv_setup_new(program, 1, NULL, 0, &setup, NULL, 0), TRV_OK);
  for (int i = 0; i < 10; i++) {
    trv_options *options;
    char text[20];
    assert_int_equal(trv_game_new(setup, &game), TRV_OK);
    assert_int_equal(trv_options_new(setup, &options), TRV_OK);
    if (trv_game_start(game, 1, 0) == TRV_CHOICE) {
      assert_int_equal(trv_offered_each(game, tell_all, NULL), TRV_OK);
      int found = trv_options_find(options, game);
      assert_in_range(found, 0, 1);
      empty += found == 0;
      assert_int_equal(trv_option_label(game, 0, text, sizeof text), found);
    }
    trv_options_free(options);
    trv_game_free(game);
  }
  assert_true(empty > 0);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void impure_code_is_found(void **unused) {
  (void)unused;
  expects(GIVES("dice() -> int", "dice() > 0"), &helper_link, NULL);
  expects(GIVES("dice() -> int", "dice() > 0"), &helper_link_checked, "for the same arguments: it is not pure");
  expects(GIVES("answer() -> int", "answer() == 42"), &helper_link_checked, NULL);
}

/* A rule error has the place of the call, and names the place of the declaration. */
static void wrong_results_end_games(void **unused) {
  (void)unused;
  trv_program *program = linked("game \"T\" { players 2..2 }\n"
                                "extern fn echo(n: int) -> 1..6 from \"ffi_helper\"\n"
                                "var n: int = 1\n"
                                "play { choose c always by p1 { option go { } }\n"
                                "  n = echo(9) }\n"
                                "rank p by echo(7)\n",
                                &helper_link);
  trv_setup *setup;
  trv_game *game;
  trv_rule_error error;
  uint32_t places[2];
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_game_error(game, &error), TRV_E_STATE);
  assert_int_equal(trv_game_result(game, places, NULL), TRV_E_RULE);
  assert_int_equal(trv_game_error(game, &error), TRV_OK);
  assert_string_equal(error.message, "the C code of `echo` (test.trv:2) gave 7, which is not in 1..6");
  assert_int_equal(error.line, 6);
  assert_int_equal(trv_choose(game, 0), TRV_RULE_ERROR);
  assert_int_equal(trv_game_error(game, &error), TRV_OK);
  assert_string_equal(error.message, "the C code of `echo` (test.trv:2) gave 9, which is not in 1..6");
  assert_int_equal(error.line, 5);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_game_error(game, &error), TRV_E_STATE);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* ---- loading ---- */

#define ONE_EXTERN(declaration, library)                                                                               \
  "game \"T\" { players 2..2 }\nextern fn " declaration " from \"" library "\"\nplay { end game }\n"

/* The only error of compiling: its code, its column in line 2, and words of its message. */
static void refused(const char *name, const char *text, const trv_link *link, const char *code, uint32_t column,
                    const char *words) {
  trv_program *program;
  trv_report *report;
  assert_int_equal(compile(name, text, link, &program, &report), TRV_E_INPUT);
  assert_null(program);
  trv_diagnostic diagnostic = { .code = "", .message = "" };
  for (size_t i = 0; i < trv_report_count(report); i++)
    if (trv_report_get(report, i).is_error) diagnostic = trv_report_get(report, i);
  if (strcmp(diagnostic.code, code) != 0 || !strstr(diagnostic.message, words))
    fail_msg("%s: %s", diagnostic.code, diagnostic.message);
  assert_int_equal(trv_report_errors(report), 1);
  assert_int_equal(diagnostic.line, 2);
  assert_int_equal(diagnostic.column, column);
  trv_report_free(report);
}

static void nothing_is_loaded_that_is_not_allowed(void **unused) {
  (void)unused;
  const char *text = ONE_EXTERN("answer() -> int", "ffi_helper");
  const char *const others[] = { "ffi", "helper", "ffi_helper.so.1", "./other.so", "./ffi_helper/other.so" };
  const trv_link none = { 0 }, wrong = { .libraries = others, .library_count = 5 };
  refused("test.trv", text, &none, "E0801", 32, "runs C code of the library `ffi_helper`, and nobody has allowed that");
  refused("test.trv", text, &wrong, "E0801", 32, "`ffi_helper`");

  trv_program *program = compiled(text); /* to look at */
  trv_setup *setup;
  trv_extern_info callee;
  char why[300];
  assert_int_equal(trv_program_describe(program).externs, 1);
  assert_int_equal(trv_program_extern(program, 0, &callee), TRV_OK);
  assert_int_equal(trv_program_extern(program, 1, &callee), TRV_E_ARGUMENT);
  assert_string_equal(callee.name, "answer");
  assert_string_equal(callee.library, "ffi_helper");
  assert_string_equal(callee.types, "() -> int");
  assert_string_equal(callee.prototype, "int32_t answer(void);");
  assert_int_equal(callee.line, 2);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_E_ARGUMENT);
  assert_string_equal(why, "T calls `answer`, C code of the library `ffi_helper`, which was not loaded.");
  assert_int_equal(trv_program_link(program, &none, why, sizeof why), TRV_E_INPUT);
  assert_non_null(strstr(why, "test.trv:2: this game runs C code of the library `ffi_helper`"));
  assert_int_equal(trv_program_link(program, &helper_link, why, sizeof why), TRV_OK);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  trv_setup_free(setup);
  trv_program_free(program);
}

static void what_is_shown_to_a_c_programmer(void **unused) {
  (void)unused;
  trv_program *program = compiled(
      DECLARATIONS "extern fn f(p: player, xs: list of 1..6 up to 3, s: set of Suit, z: zone of Card, t: text,\n"
                   "  yes: bool, c: Card) -> 0..5 from \"x\"\n");
  trv_extern_info callee;
  assert_int_equal(trv_program_extern(program, 0, &callee), TRV_OK);
  assert_string_equal(callee.types, "(player, list of int, set of Suit, zone of Card, text, bool, Card) -> int");
  assert_string_equal(callee.prototype,
                      "int32_t f(int32_t p, const int32_t *xs, int32_t xs_count, const int32_t *s, int32_t s_count, "
                      "const int32_t *z, int32_t z_count, const char *t, int32_t yes, int32_t c);");
  trv_program_free(program);
}

static void libraries_that_cannot_be_loaded(void **unused) {
  (void)unused;
  char folder[] = "/tmp/trv-ffi-XXXXXX", path[100], rules[100];
  const char *const names[] = { "nowhere", "broken", "nowhere.so.1" };
  const char *const paths[] = { "./nowhere.so" };
  const trv_link link = { .libraries = names, .library_count = 3 };
  const trv_link by_path = { .libraries = paths, .library_count = 1 };
  refused("test.trv", ONE_EXTERN("f() -> int", "nowhere"), &link, "E0802", 27,
          "there is no library `nowhere`: no nowhere.so or libnowhere.so beside these rules, no libnowhere.so among");
  refused("test.trv", ONE_EXTERN("f() -> int", "nowhere.so.1"), &link, "E0802", 27,
          "there is no library `nowhere.so.1`");
  refused("test.trv", ONE_EXTERN("f() -> int", "nowhere"), &by_path, "E0802", 27, "cannot be loaded: ./nowhere.so");
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/libbroken.so", folder);
  snprintf(rules, sizeof rules, "%s/test.trv", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("this is no library\n", file);
  fclose(file);
  refused(rules, ONE_EXTERN("f() -> int", "broken"), &link, "E0802", 27, "the library `broken` cannot be loaded: ");
  unlink(path);
  rmdir(folder);
}

static void functions_that_do_not_fit(void **unused) {
  (void)unused;
  const char *const names[] = { HELPERS "ffi_helper.so", "libc.so.6" };
  const trv_link link = { .libraries = names, .library_count = 2 };
  refused("test.trv", ONE_EXTERN("missing() -> int", "ffi_helper"), &link, "E0803", 11,
          "the library `ffi_helper` has no function `missing`");
  refused("test.trv", ONE_EXTERN("not_a_function() -> int", "ffi_helper"), &link, "E0803", 11, "has no function");
  refused("test.trv", ONE_EXTERN("digits(xs: list of int up to 2) -> int", "ffi_helper"), &link, "E0803", 11,
          "has no function `digits`"); /* static */
  refused("test.trv", ONE_EXTERN("toupper(n: int) -> int", "ffi_helper"), &link, "E0803", 11,
          "has no function `toupper`"); /* of a library that it uses */
  refused("test.trv", ONE_EXTERN("stated(xs: list of int up to 7) -> int", "ffi_helper"), &link, "E0803", 11,
          "says that `stated` is (list of int,player)->int, and here it is (list of int) -> int");
  refused("test.trv", ONE_EXTERN("stated(xs: list of int up to 7, p: player) -> bool", "ffi_helper"), &link, "E0803",
          11, "and here it is (list of int, player) -> bool");
  expects(GIVES("stated(xs: list of 0..9 up to 7, p: player) -> int", "stated([1, 2], p2) == 24"), &link, NULL);
  expects(DECLARATIONS "extern fn toupper(n: int) -> int from \"libc.so.6\"\n"
                       "scenario \"of the system\" { expect toupper(97) == 65 }\n",
          &link, NULL);
}

/* Beside the rules under either name; the folder can be another one. */
/* ---- compiled files that lie about their C code ---- */

/* The program read back after `change`, with its C code loaded; NULL when it is refused, by whom it may be. */
static trv_program *forged(const trv_program *program, void (*change)(struct program *p, int32_t value),
                           int32_t value) {
  void *bytes;
  size_t size;
  struct program p;
  char why[500] = "";
  trv_program *copy = NULL;
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  assert_true(sealed_open(bytes, size, &p));
  change(&p, value);
  sealed_close(bytes, size);
  int status = trv_program_load(bytes, size, NULL, &copy, NULL);
  if (status == TRV_OK) status = trv_program_link(copy, &helper_link, why, sizeof why);
  trv_free(bytes);
  if (status == TRV_OK) return copy;
  trv_program_free(copy);
  return NULL;
}

static void expect_refusal(const trv_program *program, void (*change)(struct program *p, int32_t value), int32_t value,
                           const char *what) {
  trv_program *copy = forged(program, change, value);
  if (copy) fail_msg("%s %d is believed", what, value);
}

#define FIRST_ARGUMENT(p) ((struct extern_argument *)(uintptr_t)(p)->extern_arguments)

static void put_first_kind(struct program *p, int32_t kind) { FIRST_ARGUMENT(p)[0].kind = kind; }
static void put_second_kind(struct program *p, int32_t kind) { FIRST_ARGUMENT(p)[1].kind = kind; }
static void put_count(struct program *p, int32_t count) {
  ((struct extern_fn *)(uintptr_t)p->externs)->arguments = count;
}
static void put_first_type(struct program *p, int32_t type) { FIRST_ARGUMENT(p)[0].type = type; }
static void put_second_type(struct program *p, int32_t type) { FIRST_ARGUMENT(p)[1].type = type; }
static void put_result(struct program *p, int32_t type) { ((struct extern_fn *)(uintptr_t)p->externs)->result = type; }
static void change_nothing(struct program *p, int32_t value) { (void)p, (void)value; }

/* Types that look the same to a library: ranges are numbers. */
static bool is_the_same(const struct program *p, int32_t left, int32_t right) {
  return p->types[left].kind == p->types[right].kind;
}

/* `stated` states a list of numbers and a player: nothing else may reach it. */
static void what_is_compared_is_what_is_passed(void **unused) {
  (void)unused;
  trv_program *program =
      linked(GIVES("stated(xs: list of int up to 7, p: player) -> int", "stated([1, 2], p2) == 24"), &helper_link);
  const struct program *p = &program->program;
  for (int32_t kind = 0; kind < 6; kind++) {
    if (kind != p->extern_arguments[0].kind) expect_refusal(program, put_first_kind, kind, "a first argument of kind");
    if (kind != p->extern_arguments[1].kind)
      expect_refusal(program, put_second_kind, kind, "a second argument of kind");
  }
  for (int32_t type = 0; type < (int32_t)p->types_count; type++) {
    if (!is_the_same(p, type, p->extern_arguments[0].type))
      expect_refusal(program, put_first_type, type, "a list of type");
    if (!is_the_same(p, type, p->extern_arguments[1].type)) expect_refusal(program, put_second_type, type, "type");
    if (!is_the_same(p, type, p->externs[0].result)) expect_refusal(program, put_result, type, "a result of type");
  }
  expect_refusal(program, put_count, 1, "a number of arguments of");
  trv_program *copy = forged(program, change_nothing, 0);
  assert_non_null(copy);
  run_scenario(copy, NULL);
  trv_program_free(copy);
  trv_program_free(program);
}

/* Every number that the code sets becomes another, which the type of no argument has. */
static void put_numbers(struct program *p, int32_t value) {
  instruction *code = (instruction *)(uintptr_t)p->code;
  for (uint32_t i = 0; i < p->code_count; i++)
    if (ins_op(code[i]) == OP_CODE_INT) code[i] = ins_make_long(OP_CODE_INT, 0, ins_a(code[i]), value);
}

/* C code may use what it is given as an index: it is given values of the types it was promised. */
static void what_is_passed_is_of_its_type(void **unused) {
  (void)unused;
  static const char *const calls[][2] = {
    { "card_after(card: Card) -> Card", "card_after(ace) == king" },
    { "seat_after(seat: player) -> player", "seat_after(p1) == p2" },
    { "opposite(yes: bool) -> bool", "opposite(false)" },
    { "echo(n: 1..6) -> int", "echo(4) == 4" },
    { "list_digits(suits: list of Suit up to 3) -> int", "list_digits([red]) > 0" },
    { "letters(text: text) -> int", "letters(\"word\") == 4" },
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    char text[2000];
    snprintf(text, sizeof text, GIVES("%s", "%s"), calls[i][0], calls[i][1]);
    trv_program *program = linked(text, &helper_link), *copy = forged(program, put_numbers, 1000000);
    run_scenario(program, NULL);
    if (copy) run_scenario(copy, "the bytecode is damaged");
    trv_program_free(copy);
    trv_program_free(program);
  }
}

static void the_folder_of_the_rules(void **unused) {
  (void)unused;
  static const char *const names[] = { "ffi_helper" }, *const file[] = { "ffi_helper.so" };
  const trv_link link = { .libraries = names, .library_count = 1 };
  trv_link elsewhere = link;
  trv_program *program;
  char why[300];
  assert_int_equal(compile(HELPERS "test.trv", ONE_EXTERN("answer() -> int", "ffi_helper"), &link, &program, NULL),
                   TRV_OK);
  trv_program_free(program);
  program = compiled(ONE_EXTERN("answer() -> int", "ffi_helper"));
  elsewhere.libraries = file; /* the name of the file means the same */
  elsewhere.folder = "/";
  assert_int_equal(trv_program_link(program, &elsewhere, why, sizeof why), TRV_E_INPUT);
  assert_non_null(strstr(why, "there is no library `ffi_helper`"));
  elsewhere.folder = HELPERS;
  assert_int_equal(trv_program_link(program, &elsewhere, why, sizeof why), TRV_OK);
  trv_program_free(program);
}

/* Of several libraries each is told of once, and so is each function. */
static void all_problems_are_told(void **unused) {
  (void)unused;
  trv_program *program;
  trv_report *report;
  const char *text = "game \"T\" { players 2..2 }\n"
                     "extern fn a() -> int from \"one\"\nextern fn b() -> int from \"one\"\n"
                     "extern fn answer() -> int from \"ffi_helper\"\nextern fn c() -> int from \"ffi_helper\"\n"
                     "extern fn d() -> int from \"two\"\nplay { end game }\n";
  assert_int_equal(compile("test.trv", text, &helper_link, &program, &report), TRV_E_INPUT);
  assert_int_equal(trv_report_errors(report), 3);
  trv_report_free(report);
}

/* For a library that is there, and for one that is not. */
static void memory_that_runs_out(void **unused) {
  (void)unused;
  const trv_link none = { 0 };
  const trv_link *const links[] = { &helper_link, &none };
  const int wanted[] = { TRV_OK, TRV_E_INPUT };
  for (int i = 0; i < 2; i++) {
    int status = TRV_E_MEMORY;
    for (long left = 0; status == TRV_E_MEMORY && left < 1000; left++) {
      struct budget memory = { 1000000, 0 };
      const trv_allocator allocator = { budget_resize, &memory };
      const char *text = ONE_EXTERN("answer() -> int", "ffi_helper");
      trv_compile_options options = {
        .struct_size = sizeof options, .name = "a.trv", .text = text, .length = strlen(text), .allocator = &allocator
      };
      trv_program *program;
      char why[300];
      assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
      memory.left = left;
      status = trv_program_link(program, links[i], why, sizeof why);
      trv_program_free(program);
      assert_int_equal(memory.blocks, 0);
    }
    assert_int_equal(status, wanted[i]);
  }
}

/* ---- declarations ---- */

static void types_that_c_code_cannot_have(void **unused) {
  (void)unused;
  static const struct {
    const char *declaration;
    uint32_t column;
    const char *words;
  } wrong[] = {
    { "f(n: int or none) -> int", 16, "an argument of C code cannot be a number or none" },
    { "f(b: bag of Suit) -> int", 16, "an argument of C code cannot be a bag of Suit" },
    { "f(v: int[player]) -> int", 16, "an argument of C code cannot be a number for each player" },
    { "f() -> text", 18, "the result of C code cannot be a text" },
    { "f() -> set of Suit", 18, "the result of C code cannot be a set of Suit" },
    { "f() -> player or none", 18, "the result of C code cannot be a player or none" },
    { "f(a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, j: int, k: int, l: int, m: int, "
      "n: int, o: int, p: int, q: int) -> int",
      11, "C code takes at most 16 arguments" },
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "game \"T\" { players 2..2 }  enum Suit { red green }\nextern fn %s from \"x\"\nplay { end game }\n",
             wrong[i].declaration);
    refused("test.trv", text, NULL, "E0804", wrong[i].column, wrong[i].words);
  }
  char text[2000];
  int length = snprintf(text, sizeof text, "game \"T\" { players 2..2 } pile z: Card open deck Card in z { ");
  for (int i = 0; i < 40; i++) length += snprintf(text + length, sizeof text - (size_t)length, "127 of c%d ", i);
  snprintf(text + length, sizeof text - (size_t)length,
           "}\nextern fn f(z: zone of Card) -> int from \"x\"\nplay { end game }\n");
  refused("test.trv", text, NULL, "E0804", 16, "this may have 5080 values, and C code takes at most 4096 at once");
  refused("test.trv", ONE_EXTERN("f() -> int", "../x"), NULL, "E0805", 27, "a library is a name without folders");
  refused("test.trv", ONE_EXTERN("f() -> int", ""), NULL, "E0805", 27, "a library is a name without folders");
}

/* Fns that depend on their arguments alone are worked out when a game is compiled; C code is not called then. */
static void c_code_is_not_called_by_the_compiler(void **unused) {
  (void)unused;
  trv_program *program =
      linked(DECLARATIONS "extern fn dice() -> int from \"ffi_helper\"\n"
                          "fn both(s: Suit) -> int = match s { red => dice()  green => 2  blue => 3 }\n"
                          "scenario \"first throw\" { expect both(green) == 2 and both(red) == 1 }\n",
             &helper_link);
  run_scenario(program, NULL); /* the library is loaded anew for each program, so it was not thrown before */
  trv_program_free(program);
}

/* What C code is given is what it tells of, as with a fn. */
static void hidden_cards_stay_hidden(void **unused) {
  (void)unused;
  trv_program *program;
  trv_report *report;
  const char *text = "game \"T\" { players 2..2 }\ndeck Card in stock { 3 of ace  3 of king }\n"
                     "pile stock: Card hidden\npool hand[player]: Card for owner\n"
                     "extern fn zone_digits(cards: zone of Card) -> int from \"ffi_helper\"\n"
                     "fn own_digits(p: player) -> int = zone_digits(hand[p])\n"
                     "setup { shuffle stock  for p in players { draw 2 from stock to hand[p] } }\n"
                     "play { say \"{zone_digits(hand[p1])}\"\n"
                     "  choose c by p1 { option go needs zone_digits(stock) > 1 { } option stay { } }\n"
                     "  say \"{own_digits(p2)}\" }\n";
  assert_int_equal(compile("test.trv", text, NULL, &program, &report), TRV_E_INPUT);
  assert_int_equal(trv_report_errors(report), 2);
  assert_string_equal(trv_report_get(report, 0).code, "E0409");
  assert_int_equal(trv_report_get(report, 0).line, 8);
  assert_string_equal(trv_report_get(report, 1).code, "W0503");
  assert_int_equal(trv_report_get(report, 1).line, 9);
  assert_string_equal(trv_report_get(report, 2).code, "E0409");
  assert_int_equal(trv_report_get(report, 2).line, 10);
  trv_report_free(report);
}

/* A variant may put C code in the place of a fn, and a fn in the place of C code. */
static void externs_and_variants(void **unused) {
  (void)unused;
  const char *names[1];
  char folder[] = "/tmp/trv-ffi-XXXXXX", game[60], variant[60];
  assert_non_null(mkdtemp(folder));
  snprintf(game, sizeof game, "%s/game.trv", folder);
  snprintf(variant, sizeof variant, "%s/variant.trv", folder);
  names[0] = variant;
  FILE *file = fopen(game, "w");
  fputs("game \"T\" { players 2..2 }\nfn answer() -> int = 41\nextern fn dice() -> int from \"ffi_helper\"\n"
        "play { end game }\nrank p by answer() + 1000 * dice()\n",
        file);
  fclose(file);
  file = fopen(variant, "w");
  fputs("variant \"V\" of \"game.trv\" {\n  instead of extern fn answer() -> int from \"ffi_helper\"\n"
        "  instead of dice() = 7\n}\n",
        file);
  fclose(file);
  trv_compile_options options = {
    .struct_size = sizeof options, .name = game, .variants = names, .variant_count = 1, .link = &helper_link
  };
  trv_program *program;
  trv_setup *setup;
  trv_game *played;
  uint32_t places[2];
  int32_t keys[2];
  assert_int_equal(trv_compile(&options, &program, NULL), TRV_OK);
  assert_int_equal(trv_program_describe(program).externs, 1);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &played), TRV_OK);
  assert_int_equal(trv_game_start(played, 1, 0), TRV_OVER);
  assert_int_equal(trv_game_result(played, places, keys), TRV_OK);
  assert_int_equal(keys[0], 7042);
  trv_game_free(played);
  trv_setup_free(setup);
  trv_program_free(program);
  unlink(game);
  unlink(variant);
  rmdir(folder);
}

static void saves_name_the_c_code(void **unused) {
  (void)unused;
  trv_program *program = linked("game \"T\" { players 2..2 }\n"
                                "extern fn answer() -> int from \"ffi_helper\"\n"
                                "extern fn echo(n: int) -> int from \"ffi_helper\"\n"
                                "play { choose c always by p1 { option go needs echo(answer()) == 42 { } } }\n",
                                &helper_link);
  trv_setup *setup;
  trv_game *game;
  trv_save *save;
  char *text, why[200];
  size_t length;
  const trv_save_choice choice = { 0, "c", "go" };
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, NULL, 0), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_choose(game, 0), TRV_OVER);
  assert_int_equal(trv_save_write(game, 1, 0, &choice, 1, &text, &length), TRV_OK);
  assert_non_null(strstr(text, "\nextern ffi_helper answer\nextern ffi_helper echo\nprogram "));
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  assert_int_equal(trv_save_describe(save).externs, 2);
  assert_string_equal(trv_save_extern(save, 1).name, "echo");
  assert_string_equal(trv_save_extern(save, 1).library, "ffi_helper");
  assert_string_equal(trv_save_extern(save, 2).name, "");
  assert_int_equal(trv_save_replay(save, game, why, sizeof why), TRV_OK);
  trv_save_free(save);
  memcpy(strstr(text, " answer\n"), "\nanswer\n", 8);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_E_DATA);
  trv_free(text);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_type_of_argument_and_result),
    cmocka_unit_test(views_of_lists_sets_and_zones),
    cmocka_unit_test(arguments_side_by_side),
    cmocka_unit_test(wherever_a_fn_can_stand),
    cmocka_unit_test(results_are_checked),
    cmocka_unit_test(impure_code_is_found),
    cmocka_unit_test(listings_bear_with_code_that_is_not_pure),
    cmocka_unit_test(options_may_all_be_gone),
    cmocka_unit_test(wrong_results_end_games),
    cmocka_unit_test(nothing_is_loaded_that_is_not_allowed),
    cmocka_unit_test(what_is_shown_to_a_c_programmer),
    cmocka_unit_test(libraries_that_cannot_be_loaded),
    cmocka_unit_test(functions_that_do_not_fit),
    cmocka_unit_test(what_is_compared_is_what_is_passed),
    cmocka_unit_test(what_is_passed_is_of_its_type),
    cmocka_unit_test(the_folder_of_the_rules),
    cmocka_unit_test(all_problems_are_told),
    cmocka_unit_test(memory_that_runs_out),
    cmocka_unit_test(types_that_c_code_cannot_have),
    cmocka_unit_test(c_code_is_not_called_by_the_compiler),
    cmocka_unit_test(hidden_cards_stay_hidden),
    cmocka_unit_test(externs_and_variants),
    cmocka_unit_test(saves_name_the_c_code),
  };
  return cmocka_run_group_tests_name("ffi", tests, NULL, NULL);
}
