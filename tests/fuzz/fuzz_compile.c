/* The front end and the machine against nonsense: compiles a text from memory and, when it is a game, plays a little.
 *
 * LLVMFuzzerTestOneInput is libFuzzer's door (clang -fsanitize=fuzzer -DTRV_LIBFUZZER). Without libFuzzer the program
 * mutates seeds with a generator of its own, so that every run does the same:
 *
 *   fuzz_compile ITERATIONS SEED-FILE…     mutated seeds; 0 only replays the files as they are
 *
 * Prints TAP, a line for each seed. A crash, a hang or a report of the sanitizers is the failure it looks for. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/trv.h"

enum { INPUT_LIMIT = 1 << 16, PLAYOUT_LIMIT = 200 };

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
  if ((status == TRV_OK) != (text != NULL) || (status == TRV_OK && text[length - 1] != '\n')) abort();
  trv_report_free(report);
}

/* Reads every part of a report, as an editor or the command would. */
static void read_report(const trv_report *report) {
  char buffer[512];
  for (size_t i = 0; i < trv_report_count(report); i++) {
    trv_diagnostic diagnostic = trv_report_get(report, i);
    if (!trv_explain_title(diagnostic.code) || diagnostic.end_line < diagnostic.line) abort();
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
      abort();
    trv_report_free(report);
  }
}

static void play(const trv_program *program) {
  trv_setup *setup = NULL;
  trv_game *game = NULL;
  char buffer[512];
  trv_program_info info = trv_program_describe(program);
  if (trv_setup_new(program, info.low_players, NULL, 0, &setup, buffer, sizeof buffer) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK) {
    for (uint32_t i = 0; i < info.scenarios; i++) {
      uint32_t line;
      trv_scenario_run(program, i, buffer, sizeof buffer, &line);
    }
    if (trv_game_start(game, 1, 0) == TRV_CHOICE) {
      trv_choice_info choice;
      trv_game_choice(game, &choice);
      trv_view_json(game, (int)choice.seat, buffer, sizeof buffer);
      trv_option_label(game, choice.options - 1, buffer, sizeof buffer);
      trv_playout(game, 1, 0, PLAYOUT_LIMIT);
    }
  }
  trv_game_free(game);
  trv_setup_free(setup);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
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
  if ((status == TRV_OK) != (program != NULL)) abort();
  if (report) read_report(report);
  if (program) tell(&options);
  if (program) play(program);
  trv_report_free(report);
  trv_program_free(program);
  return 0;
}

#ifndef TRV_LIBFUZZER

static uint32_t random_state = 2463534242u;

static uint32_t below(uint32_t limit) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 17;
  random_state ^= random_state << 5;
  return limit ? random_state % limit : 0;
}

struct input {
  uint8_t bytes[INPUT_LIMIT];
  size_t size;
};

/* Puts `count` bytes in place of `cut` bytes at `at`, if there is room. */
static void splice(struct input *input, size_t at, size_t cut, const void *bytes, size_t count) {
  if (cut > input->size - at) cut = input->size - at;
  if (input->size - cut + count > INPUT_LIMIT) return;
  uint8_t copy[256];
  if (count > sizeof copy) count = sizeof copy;
  memcpy(copy, bytes, count); /* they may lie in the input itself */
  memmove(input->bytes + at + count, input->bytes + at + cut, input->size - at - cut);
  memcpy(input->bytes + at, copy, count);
  input->size += count - cut;
}

static void mutate(struct input *input, const struct input *other) {
  static const char *const words[] = {
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
    "",
  };
  size_t at = below((uint32_t)input->size + 1), length = 1 + below(40);
  uint8_t byte = (uint8_t)below(256);
  switch (below(7)) {
  case 0: splice(input, at, 1, &byte, 1); break;
  case 1: splice(input, at, length, "", 0); break;
  case 2:
  case 3: {
    const char *word = words[below(sizeof words / sizeof *words)];
    splice(input, at, below(2) * below(8), word, strlen(word));
    break;
  }
  case 4:
  case 5: { /* a piece of this or the other seed */
    const struct input *from = below(2) ? other : input;
    if (from->size <= length) break;
    splice(input, at, below(2) * length, from->bytes + below((uint32_t)(from->size - length)), length);
    break;
  }
  case 6:
    if (below(8) == 0) input->size = at;
    break;
  }
}

static bool read_input(const char *name, struct input *input) {
  FILE *file = fopen(name, "rb");
  if (!file) return false;
  input->size = fread(input->bytes, 1, INPUT_LIMIT, file);
  fclose(file);
  return true;
}

int main(int argc, char **argv) {
  static struct input seed, other, input;
  if (argc < 3) {
    fprintf(stderr, "usage: fuzz_compile ITERATIONS SEED-FILE…\n");
    return 2;
  }
  unsigned long iterations = strtoul(argv[1], NULL, 10);
  printf("1..%d\n", argc - 2);
  for (int i = 2; i < argc; i++) {
    if (!read_input(argv[i], &seed) || !read_input(argv[2 + (i - 1) % (argc - 2)], &other)) {
      printf("not ok %d - %s\n# cannot be read\n", i - 1, argv[i]);
      return 1;
    }
    LLVMFuzzerTestOneInput(seed.bytes, seed.size);
    for (unsigned long round = 0; round < iterations; round++) {
      input = seed;
      for (uint32_t changes = 1 + below(4); changes; changes--) mutate(&input, &other);
      /* A copy of the exact size, so that the sanitizer sees a read beyond the end. */
      uint8_t *exact = malloc(input.size ? input.size : 1);
      if (!exact) return 2;
      memcpy(exact, input.bytes, input.size);
      LLVMFuzzerTestOneInput(exact, input.size);
      free(exact);
    }
    const char *base = strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i];
    printf("ok %d - %s, %lu mutations\n", i - 1, base, iterations);
    fflush(stdout);
  }
  return 0;
}

#endif
