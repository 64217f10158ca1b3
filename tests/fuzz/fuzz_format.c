/* The formatter against every layout: sources as they are and with other blanks and line ends between their tokens.
 *
 *   fuzz_format ROUNDS FILE…
 *
 * What was formatted must come out of the formatter as it went in, and a file that compiles must give the same program
 * before and after. Prints TAP, a line for each file. Files with syntax errors pass if they are refused. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/trv.h"

static uint32_t random_state;

static uint32_t below(uint32_t limit) {
  random_state = random_state * 1664525u + 1013904223u;
  return (uint32_t)((uint64_t)random_state * limit >> 32);
}

static trv_compile_options source_of(const char *name, const char *text, size_t length) {
  return (
      trv_compile_options){ .struct_size = sizeof(trv_compile_options), .name = name, .text = text, .length = length };
}

/* The formatted text, owned; NULL when it has syntax errors. */
static char *format(const char *name, const char *text, size_t length, size_t *formatted_length) {
  const char *formatted = NULL;
  trv_report *report = NULL;
  trv_compile_options source = source_of(name, text, length);
  char *copy = NULL;
  if (trv_format(&source, &formatted, formatted_length, &report) == TRV_OK) {
    copy = malloc(*formatted_length + 1);
    if (!copy) exit(2);
    memcpy(copy, formatted, *formatted_length + 1);
  }
  trv_report_free(report);
  return copy;
}

/* The hash of the program; 0 when there is none. */
static uint64_t hash_of(const char *name, const char *text, size_t length) {
  trv_program *program = NULL;
  trv_compile_options source = source_of(name, text, length);
  uint64_t hash = trv_compile(&source, &program, NULL) == TRV_OK ? trv_program_describe(program).hash : 0;
  trv_program_free(program);
  return hash;
}

/* Other blanks wherever there are some outside texts and comments. `wild` also ends lines where there was no end, which
 * may make an error of a name that is also a word. Owned. */
static char *scramble(const char *text, size_t length, bool wild, size_t *new_length) {
  char *out = malloc(length * 8 + 1);
  size_t used = 0;
  if (!out) exit(2);
  for (size_t i = 0; i < length;) {
    size_t token = i;
    if (strncmp(text + i, "//", 2) == 0) {
      while (i < length && text[i] != '\n') i++;
      if (i < length) i++;
    } else if (text[i] == '"') {
      for (int holes = 0; i < length; i++) {
        holes += text[i] == '{' && text[i - 1] != '\\' ? 1 : text[i] == '}' && text[i - 1] != '\\' ? -1 : 0;
        if (text[i] == '"' && i > token && !holes && text[i - 1] != '\\') break;
      }
      i++;
    } else if (text[i] == ' ' || text[i] == '\n') {
      bool ends = false;
      for (; i < length && (text[i] == ' ' || text[i] == '\n'); i++) ends = ends || text[i] == '\n';
      if (wild ? below(4) == 0 : ends && below(8) != 0)
        for (uint32_t count = 1 + below(3); count; count--) out[used++] = '\n';
      out[used++] = ' ';
      for (uint32_t count = below(4); count; count--) out[used++] = below(4) ? ' ' : '\t';
      continue;
    } else i++;
    memcpy(out + used, text + token, i - token);
    used += i - token;
  }
  out[used] = '\0';
  *new_length = used;
  return out;
}

/* Formats twice, and compares the texts and what they compile to. Gives what is wrong, or NULL, and whether the text
 * could be read at all. */
static const char *check(const char *name, const char *text, size_t length, bool *readable) {
  size_t once_length = 0, twice_length = 0;
  char *once = format(name, text, length, &once_length), *twice = NULL;
  const char *wrong = NULL;
  *readable = once != NULL;
  if (once) {
    twice = format(name, once, once_length, &twice_length);
    if (!twice) wrong = "what was formatted has syntax errors";
    else if (twice_length != once_length || memcmp(once, twice, once_length) != 0)
      wrong = "formatting again changes it";
    else if (hash_of(name, once, once_length) != hash_of(name, text, length)) wrong = "the program is not the same";
  }
  if (wrong) fprintf(stderr, "%s\n----\n%.*s", wrong, (int)length, text);
  free(once);
  free(twice);
  return wrong;
}

static const char *check_file(const char *name, unsigned long rounds, uint32_t *layouts) {
  FILE *file = fopen(name, "rb");
  static char text[1 << 20];
  bool readable = false;
  *layouts = 0;
  if (!file) return "cannot be read";
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  const char *wrong = check(name, text, length, &readable);
  for (unsigned long round = 0; readable && !wrong && round < rounds; round++) {
    size_t scrambled_length = 0;
    bool scrambled_readable = false;
    char *scrambled = scramble(text, length, round % 2, &scrambled_length);
    wrong = check(name, scrambled, scrambled_length, &scrambled_readable);
    *layouts += scrambled_readable;
    free(scrambled);
  }
  /* Blanks and line ends in their old places are never an error. */
  if (readable && !wrong && *layouts < (rounds + 1) / 2) wrong = "another layout was refused";
  return wrong;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: fuzz_format ROUNDS FILE…\n");
    return 2;
  }
  unsigned long rounds = strtoul(argv[1], NULL, 10);
  int failed = 0;
  printf("1..%d\n", argc - 2);
  for (int i = 2; i < argc; i++) {
    uint32_t layouts = 0;
    random_state = (uint32_t)i;
    const char *wrong = check_file(argv[i], rounds, &layouts);
    printf("%sok %d - %s, %" PRIu32 " other layouts\n", wrong ? "not " : "", i - 1, argv[i], layouts);
    if (wrong) printf("# %s\n", wrong);
    failed |= wrong != NULL;
  }
  return failed;
}
