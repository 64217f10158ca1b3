/* Scripts made from the grammar: each is refused with an error, or plays the same with every loop of the interpreter,
 * formatted and unformatted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/grammar.h"

enum {
  GAMES = 1,
  LOOKS = 2,
  DECISION_LIMIT = 30,
  FORMATTED = 8 /* one in so many: laying out long lines takes long */
};

/* Bytes of every size: each decides about a rule. */
const char *const fuzz_words[] = { "\1",  "\3",   "\7",   "\17",      "\37",
                                   "\77", "\177", "\377", "12345678", "\2\3\5\7\13\15\21\23",
                                   NULL };

static trv_program *compile(const char *text, size_t length, bool analyse) {
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = "made.trv",
                                  .text = text,
                                  .length = length,
                                  .resolver = grammar_files(),
                                  .analyse = analyse };
  trv_program *program = NULL;
  trv_report *report = NULL;
  int status = trv_compile(&options, &program, &report);
  if ((status == TRV_OK) != (program != NULL)) fuzz_fail("status %d and a program do not go together", status);
  if (!program && trv_report_errors(report) == 0) fuzz_fail("refused without an error");
  if (!program && getenv("FUZZ_SHOW")) {
    char line[1000];
    for (size_t i = 0; i < trv_report_count(report) && i < 3; i++) {
      if (!trv_report_get(report, i).is_error) continue;
      trv_report_print(report, i, false, line, sizeof line);
      fprintf(stderr, "%s\n", line);
    }
  }
  trv_report_free(report);
  return program;
}

/* What is formatted compiles to the same program. */
static void check_format(const char *text, size_t length, const trv_program *program) {
  trv_compile_options options = { .struct_size = sizeof options, .name = "made.trv", .text = text, .length = length };
  const char *formatted = NULL;
  size_t formatted_length = 0;
  trv_report *report = NULL;
  int status = trv_format(&options, &formatted, &formatted_length, &report);
  if (program && status != TRV_OK) fuzz_fail("what compiles cannot be formatted");
  if (status == TRV_OK) {
    trv_program *again = compile(formatted, formatted_length, false);
    if (!again != !program) fuzz_fail("formatting changes whether it compiles");
    if (again && trv_program_describe(again).hash != trv_program_describe(program).hash)
      fuzz_fail("formatting changes the program");
    trv_program_free(again);
  }
  trv_report_free(report);
}

static void look(const trv_program *program) {
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char why[200];
  if (trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why) != TRV_OK) fuzz_fail("no set-up: %s", why);
  if (trv_game_new(setup, &game) != TRV_OK) exit(2);
  trv_game_set_fuel(game, FUZZ_FUEL);
  trv_game_listen(game);
  int status = trv_game_start(game, 1, 0);
  for (uint32_t made = 0; status == TRV_CHOICE && made < LOOKS; made++) {
    fuzz_look(game);
    if (made == 0) fuzz_sample(game);
    status = trv_choose(game, 0);
  }
  trv_game_free(game);
  trv_setup_free(setup);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  static char text[GRAMMAR_LIMIT];
  size_t length = grammar_write(data, size, text);
  if (getenv("FUZZ_SHOW")) fprintf(stderr, "%s\n", text);
  trv_program *program = compile(text, length, true);
  if (length % FORMATTED == 0) check_format(text, length, program);
  if (program) {
    look(program);
    fuzz_agree(program, 2, GAMES, DECISION_LIMIT);
  }
  bool entered = program != NULL;
  trv_program_free(program);
  return entered;
}
