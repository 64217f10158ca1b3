/* See table.h. Test programs may exit: whatever goes wrong here is a failed test. */
#include "tests/play/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void table_text_grow(struct text *text, size_t size) {
  if (text_reserve(text, size)) return;
  fprintf(stderr, "out of memory\n");
  exit(2);
}

uint64_t table_hash(uint64_t hash, const char *text) {
  return hash_fnv(hash_fnv_text(hash, text), 0xff); /* so that two texts are not the same as their concatenation */
}

trv_program *table_compile(const char *file) {
  static const trv_link nothing = { 0 }; /* of C code, for rules that want some */
  trv_compile_options options = { .struct_size = sizeof options, .name = file, .link = &nothing };
  trv_program *program = NULL;
  trv_report *report = NULL;
  int status = trv_compile(&options, &program, &report);
  if (status == TRV_OK) {
    trv_report_free(report);
    return program;
  }
  fprintf(stderr, "%s: %s\n", file, trv_status_text(status));
  struct text text = { 0 };
  for (size_t i = 0; report && i < trv_report_count(report); i++) {
    TEXT_FILL(&text, trv_report_print, report, i, false);
    fputs(text.bytes, stderr);
  }
  exit(2);
}

trv_setup *table_setup(const trv_program *program, uint32_t players) {
  trv_setup *setup = NULL;
  char why[256] = "";
  int status = trv_setup_simulated(program, players, NULL, 0, &setup, why, sizeof why);
  if (status == TRV_OK) return setup;
  fprintf(stderr, "%u players: %s: %s\n", players, trv_status_text(status), why);
  exit(2);
}

trv_game *table_game(const trv_setup *setup) {
  trv_game *game = NULL;
  int status = trv_game_new(setup, &game);
  if (status == TRV_OK) return game;
  fprintf(stderr, "%s\n", trv_status_text(status));
  exit(2);
}

uint32_t table_limit(const trv_program *program) {
  uint32_t limit = trv_program_describe(program).decision_limit;
  return limit ? limit : 100000;
}
