/* Choices as people and programs write them: each line is looked for among the options, those that are denied and those
 * that are offered, and taken when it is there. */
#include <stdlib.h>

#include "tests/fuzz/fuzz.h"
#include "vm/api.h"

enum { MOST_LINES = 40 };

const char *const fuzz_words[] = { "play(",
                                   "pay([2 of rose])",
                                   "pay([rose, sea])",
                                   "go([ulm, bern, rome])",
                                   "back(bern, 1)",
                                   "give(p2, true)",
                                   "draw",
                                   "bid(0)",
                                   "bid(3)",
                                   "(",
                                   ")",
                                   "[",
                                   "]",
                                   ",",
                                   " ",
                                   "2 of ",
                                   "none",
                                   "p1",
                                   "-1",
                                   "99999999999",
                                   "\n",
                                   "\t",
                                   "\xff",
                                   NULL };

/* Whether there is such an option. */
static bool take(trv_game *game, const char *line) {
  char notation[400];
  int index = trv_find_option(game, line);
  if (index < 0) {
    struct text reason = memory_text(memory_default());
    options_denial(game, line, &reason);
    text_free(&reason);
    if (trv_choose_notation(game, line) >= 0) fuzz_fail("`%.60s` is not found, and taken", line);
    return false;
  }
  trv_option_notation(game, (uint32_t)index, notation, sizeof notation);
  if (!text_notation_equal(notation, line)) fuzz_fail("`%.60s` finds `%s`", line, notation);
  if (trv_choose_notation(game, line) < 0) fuzz_fail("`%s` is found, and not taken", notation);
  return true;
}

bool fuzz_input(const uint8_t *data, size_t size) {
  trv_game *game = fuzz_table()->game;
  size_t at = 0;
  bool entered = false;
  char *line;
  for (int i = 0; i < MOST_LINES && trv_game_status(game) == TRV_CHOICE && (line = fuzz_line(data, size, &at)); i++) {
    if (take(game, line)) entered = true;
    free(line);
  }
  if (trv_game_status(game) == TRV_RULE_ERROR) fuzz_fail("a rule error");
  return entered;
}
