/* What bots behind a pipe answer: each line is a reply to the pending choice, which is made when it is one. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "trvm/guest.h"

enum { MOST_LINES = 40 };

const char *const fuzz_words[] = { "{\"choice\": 0}",
                                   "{\"choice\":\"draw\"}",
                                   "{\"choice\": \"bid(0)\"}",
                                   "{",
                                   "}",
                                   "\"",
                                   "\\",
                                   "\\\"",
                                   ":",
                                   ",",
                                   "[",
                                   "]",
                                   "choice",
                                   "\"choice\"",
                                   "null",
                                   "-1",
                                   "+1",
                                   "0x1",
                                   "1e3",
                                   "99999999999999999999",
                                   "\n",
                                   "\r",
                                   " ",
                                   "\xff",
                                   "{\"a\":{\"b\":[1,\"}\"]},",
                                   NULL };

/* Whether it is an answer. */
static bool answer(trv_game *game, const char *line) {
  trv_choice_info info;
  char why[200] = "";
  trv_game_choice(game, &info);
  long index = guest_reply(game, info.options, line, why, sizeof why);
  if (index >= (long)info.options || index < -1) fuzz_fail("`%.60s` means option %ld of %u", line, index, info.options);
  if (index < 0 && !*why) fuzz_fail("`%.60s` is refused without a sentence", line);
  if (strlen(why) >= sizeof why) fuzz_fail("a sentence does not end");
  if (index >= 0) trv_choose(game, (uint32_t)index);
  return index >= 0;
}

bool fuzz_input(const uint8_t *data, size_t size) {
  trv_game *game = fuzz_table()->game;
  size_t at = 0;
  bool entered = false;
  char *line;
  for (int i = 0; i < MOST_LINES && trv_game_status(game) == TRV_CHOICE && (line = fuzz_line(data, size, &at)); i++) {
    if (answer(game, line)) entered = true;
    free(line);
  }
  return entered;
}
