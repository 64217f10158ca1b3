/* The front end and the machine against nonsense: compiles a text from memory and, when it is a game, tells it in words
 * and plays it, with every loop of the interpreter. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { LOOKS = 3, GAMES = 2, DECISION_LIMIT = 60 };

/* The one file that can be read: the game of which variants.trv among the seeds is a variant. */
static const char base[] =
    "game \"Base\" { players 2..3 }\nenum Colour { red blue green }\nenum Place(far: int) { a(1) b(2) c(3) }\n"
    "graph roads: Place { a - b  b - c }\n"
    "deck Card(colour: Colour, worth: int) in stock total 6 { 2 of ruby(red, 5)  3 of sky(blue, 2)  leaf(green, 1) }\n"
    "pile stock: Card hidden\npool hand[player]: Card open\nconst goal = 10\n"
    "setting fast: bool = false \"play fast\"\nvar score[player]: int = 0\nvar steps: int = 0 each turn\n"
    "setup { shuffle stock }\nplay { repeat { for p in players { turn(p) } } }\n"
    "phase turn(p: player) \"turn\" { steps += 1  choose act by p \"What?\" {\n"
    "  option take(c in Card) \"take\" needs size(stock) > 0 else \"no cards\" @R3 { draw 1 from stock to hand[p] }\n"
    "  option rest \"rest\" { gain(p, 1) }  include extras(p)  otherwise { end game } } }\n"
    "options extras(p: player) { option sing \"sing\" { gain(p, twice(1)) } }\n"
    "effect gain(p: player, n: int) { score[p] += n  if score[p] >= goal { end game } }\n"
    "fn twice(n: int) -> int = 2 * n\ninvariant \"points\" all(p in players: score[p] >= 0)\n"
    "rank p by score[p] desc\nposition rich(p: player) { score[p] = 9 }\n";

static int read_base(void *context, const char *name, char **text, size_t *length) {
  (void)context;
  *length = sizeof base - 1;
  *text = strcmp(name, "base.trv") == 0 ? malloc(sizeof base) : NULL;
  if (*text) memcpy(*text, base, sizeof base);
  return *text ? 0 : ENOENT;
}

static void release_base(void *context, char *text) {
  (void)context;
  free(text);
}

static void format(const trv_compile_options *source) {
  const char *text;
  size_t length;
  trv_report *report;
  int status = trv_format(source, &text, &length, &report);
  if ((status == TRV_OK) != (text != NULL) || (status == TRV_OK && text[length - 1] != '\n'))
    fuzz_fail("a text that cannot be formatted, or does not end its last line");
  trv_report_free(report);
}

/* Reads every part of a report, as an editor or the command would. */
static void read_report(const trv_report *report) {
  char buffer[512];
  for (size_t i = 0; i < trv_report_count(report); i++) {
    trv_diagnostic diagnostic = trv_report_get(report, i);
    if (!trv_explain_title(diagnostic.code) || diagnostic.end_line < diagnostic.line)
      fuzz_fail("a diagnostic without a title or with a wrong end");
    for (uint32_t note = 0; note < diagnostic.notes; note++) (void)trv_report_note(report, i, note);
    trv_report_print(report, i, i % 2 == 0, buffer, sizeof buffer);
  }
}

/* What compiles can be told. */
static void tell(const trv_compile_options *source) {
  for (int kind = TRV_DOCUMENT_RULES; kind <= TRV_DOCUMENT_FLOW; kind++) {
    const char *text;
    size_t length;
    trv_report *report;
    if (trv_document(source, (enum trv_document)kind, &text, &length, &report) != TRV_OK || strlen(text) != length)
      fuzz_fail("what compiles cannot be told");
    trv_report_free(report);
  }
}

static uint32_t options_of(const trv_game *game) {
  trv_choice_info info;
  return trv_game_choice(game, &info) == TRV_OK ? info.options : 1;
}

static void play(const trv_program *program) {
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char buffer[512];
  trv_program_info info = trv_program_describe(program);
  if (trv_setup_new(program, info.low_players, NULL, 0, &setup, buffer, sizeof buffer) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK) {
    trv_game_set_fuel(game, FUZZ_FUEL);
    for (uint32_t i = 0; i < info.scenarios; i++) {
      uint32_t line;
      trv_scenario_run(program, i, buffer, sizeof buffer, &line);
    }
    trv_game_listen(game);
    int status = trv_game_start(game, 1, 0);
    for (uint32_t made = 0; status == TRV_CHOICE && made < LOOKS; made++) {
      fuzz_look(game);
      if (made == 0) fuzz_sample(game);
      status = trv_choose(game, made % 3 == 0 ? 0 : (uint32_t)trv_game_trace(game) % options_of(game));
    }
  }
  trv_game_free(game);
  trv_setup_free(setup);
}

const char *const fuzz_words[] = {
  "{",          "}",
  "(",          ")",
  "[",          "]",
  "\"",         "{x}",
  ",",          ":",
  "=",          "..",
  "->",         "=>",
  "@R1",        "@R1-R9",
  "-",          "*",
  "/",          "%",
  "0",          "1",
  "2147483647", "99999999999",
  " or none ",  " option ",
  " choose ",   " needs ",
  " else ",     " otherwise ",
  " let ",      " for p in players ",
  " where ",    " by ",
  " repeat ",   " if ",
  " match ",    " draw ",
  " move ",     " shuffle ",
  " set of ",   " bag of ",
  " list of ",  " up to ",
  " depth ",    " each ",
  " random ",   " all ",
  " scenario ", " expect ",
  " variant ",  " before ",
  " after ",    " instead of ",
  " change ",   " add ",
  " remove ",   " drop ",
  " base(",     " over ",
  "\xff",       "\xc3\xa9",
  "\\",         "\n",
  "\t",         "//",
  NULL,
};

bool fuzz_input(const uint8_t *data, size_t size) {
  trv_resolver resolver = { read_base, release_base, NULL };
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = "fuzz.trv",
                                  .text = (const char *)data,
                                  .length = size,
                                  .resolver = &resolver,
                                  .analyse = true };
  trv_program *program = NULL;
  trv_report *report = NULL;
  format(&options);
  int status = trv_compile(&options, &program, &report);
  if ((status == TRV_OK) != (program != NULL)) fuzz_fail("status and program do not go together");
  if (report) read_report(report);
  if (program) tell(&options);
  if (program) play(program);
  if (program) fuzz_agree(program, trv_program_describe(program).low_players, GAMES, DECISION_LIMIT);
  trv_report_free(report);
  trv_program_free(program);
  return status == TRV_OK;
}
