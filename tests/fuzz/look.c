/* All that a host can ask of a game in which somebody is to choose: texts, options, views, samples. */
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { MOST_OPTIONS = 6 };

static bool hear(void *context, const trv_denied *denied) {
  size_t *left = context;
  if (!denied->notation || !denied->reason || !denied->cites) fuzz_fail("what is denied has no text");
  return --*left > 0;
}

static bool count_offered(void *context, const trv_offered *offered) {
  uint32_t *count = context;
  if (!offered->name || !offered->notation || !offered->label) fuzz_fail("what is offered has no text");
  if (offered->index != (*count)++) fuzz_fail("what is offered is out of order");
  return true;
}

static bool see(void *context, const trv_view_item *item) {
  (void)context;
  return item->name != NULL;
}

/* The start of the text that fits is that of the whole, and its length is told. */
static void read_option(trv_game *game, uint32_t index) {
  char text[400], start[8];
  size_t length = trv_option_notation(game, index, text, sizeof text);
  if (trv_option_notation(game, index, start, sizeof start) != length) fuzz_fail("a notation has two lengths");
  if (length < sizeof text) {
    int found = trv_find_option(game, text);
    char again[400];
    if (found < 0) fuzz_fail("the option `%s` is not found by its notation", text);
    trv_option_notation(game, (uint32_t)found, again, sizeof again);
    if (strcmp(text, again) != 0) fuzz_fail("the notation `%s` finds `%s`", text, again);
  }
  trv_option_label(game, index, text, sizeof text);
  trv_option_cites(game, index, text, sizeof text);
}

void fuzz_look(trv_game *game) {
  trv_choice_info info;
  char text[2000];
  size_t denied = MOST_OPTIONS;
  uint32_t offered = 0;
  if (trv_game_choice(game, &info) != TRV_OK) return;
  uint64_t before = trv_game_hash(game, true);
  trv_game_prompt(game, text, sizeof text);
  trv_game_choice_cites(game, text, sizeof text);
  for (uint32_t i = 0; i < info.options && i < MOST_OPTIONS; i++) read_option(game, i);
  read_option(game, info.options - 1);
  if (trv_offered_each(game, count_offered, &offered) == TRV_OK && offered != info.options)
    fuzz_fail("%u options are offered, and %u are told", info.options, offered);
  trv_denied_each(game, hear, &denied);
  for (int seat = -1; seat < (int)trv_setup_players(trv_game_setup(game)); seat++) {
    trv_view_json(game, seat, text, sizeof text);
    trv_view_each(game, seat, see, NULL);
  }
  if (trv_game_hash(game, true) != before) fuzz_fail("looking at a game changes it");
}

void fuzz_sample(trv_game *game) {
  trv_choice_info info;
  trv_game *other = NULL;
  char why[400];
  if (trv_game_choice(game, &info) != TRV_OK || trv_game_new(trv_game_setup(game), &other) != TRV_OK) return;
  trv_game_set_fuel(other, FUZZ_FUEL);
  /* Rules by which the options depend on what is hidden have others in the sample: the last may not be there. */
  if (trv_game_leak(game, other, 1, why, sizeof why) == TRV_OK) fuzz_look(other);
  else trv_choose(other, info.options - 1);
  trv_game_free(other);
}
