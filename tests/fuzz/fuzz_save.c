/* Saves from strangers: read, asked for everything, replayed. A save that replays can be written again, and what was
 * written replays too. The hash 0000000000000000 of a seed stands for that of the program, which changes with the
 * compiler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

const char *const fuzz_words[] = { "trvm-save 1\n",
                                   "game ",
                                   "title ",
                                   "variant X\nfrom Y\n",
                                   "extern a b\n",
                                   "program ",
                                   "players 2\n",
                                   "seed 1\n",
                                   "number",
                                   "set goal 12\n",
                                   "rule 0123456789abcdef x\n",
                                   "p1 act ",
                                   "p2 act ",
                                   "p3 bid ",
                                   "p9 bid bid(1)\n",
                                   "end ",
                                   "end 0 0123456789abcdef\n",
                                   "play(rose)",
                                   "go([ulm, bern, rome])",
                                   "0",
                                   "99999999999",
                                   "\n",
                                   " ",
                                   "p",
                                   NULL };

static void fill_hash(char *text, uint64_t hash) {
  static const char line[] = "program 0000000000000000";
  char *place = strstr(text, line), digits[17];
  if (!place) return;
  snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
  memcpy(place + strlen("program "), digits, 16);
}

static bool count_change(void *context, const trv_rule_change *change) {
  (void)context;
  return change->name != NULL;
}

static void ask(const trv_save *save) {
  trv_save_info info = trv_save_describe(save);
  if (!info.title || !info.game_file) fuzz_fail("a save without a game");
  for (size_t i = 0; i < info.settings; i++)
    if (!trv_save_setting(save, i).name) fuzz_fail("a setting without a name");
  for (size_t i = 0; i < info.variants; i++)
    if (!trv_save_variant(save, i).title) fuzz_fail("a variant without a title");
  for (size_t i = 0; i < info.externs; i++)
    if (!trv_save_extern(save, i).name) fuzz_fail("C code without a name");
  for (size_t i = 0; i < info.choices; i++)
    if (trv_save_get(save, i).seat >= info.players) fuzz_fail("choice %zu is made by a seat that is not there", i + 1);
}

static void write_again(const trv_save *save, trv_game *game) {
  trv_save_info info = trv_save_describe(save);
  trv_save_choice *choices = calloc(info.choices + 1, sizeof *choices);
  char *text = NULL, why[300];
  size_t length = 0;
  trv_save *again = NULL;
  if (!choices) exit(2);
  for (size_t i = 0; i < info.choices; i++) choices[i] = trv_save_get(save, i);
  if (trv_save_write_seed(game, info.seed, info.number, choices, info.choices, &text, &length) != TRV_OK) exit(2);
  if (trv_save_read(text, length, &again, NULL) != TRV_OK) fuzz_fail("what was written cannot be read");
  if (trv_save_replay(again, game, why, sizeof why) != TRV_OK) fuzz_fail("what was written does not replay: %s", why);
  trv_save_free(again);
  trv_free(text);
  free(choices);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  struct fuzz_table *table = fuzz_table();
  trv_save *save = NULL;
  const char *problem = NULL;
  char why[300];
  char *text = malloc(size + 1);
  if (!text) exit(2);
  memcpy(text, data, size);
  text[size] = '\0';
  fill_hash(text, trv_program_describe(table->program).hash);
  int status = trv_save_read(text, size, &save, &problem);
  if (status == TRV_OK) {
    ask(save);
    bool replayed = trv_save_replay(save, table->game, why, sizeof why) == TRV_OK;
    if (!replayed && !*why) fuzz_fail("a save is refused without a sentence");
    trv_save_changes(save, table->program, table->game, count_change, NULL);
    if (replayed) write_again(save, table->game);
  } else if (!problem) fuzz_fail("a save is refused without a sentence");
  trv_save_free(save);
  free(text);
  return status == TRV_OK;
}
