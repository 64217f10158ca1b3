/* Compiled files from strangers who know the format (mutate_trvc.c): read and, when they are accepted, used by everything
 * that reads a program: set-ups, games, views, samples, listings, places, saves, scenarios. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { PLAYOUT_LIMIT = 40, LONGEST_ENTRY = 1 << 20, LOOKS = 3 };

const char *const fuzz_words[] = { NULL };

struct reading {
  trv_game *game;
  size_t cursor;
};

/* Reads both texts to their ends. */
static bool read_entry(void *context, const char *text) {
  const struct reading *reading = context;
  return strlen(trv_log_phase(reading->game, reading->cursor - 1)) + strlen(text) < LONGEST_ENTRY;
}

static bool see(void *context, const trv_view_item *item) {
  size_t *length = context;
  *length += strlen(item->name) + strlen(item->index) + strlen(item->contents);
  return *length < LONGEST_ENTRY;
}

static bool hear(void *context, const trv_denied *denied) {
  size_t *length = context;
  *length += strlen(denied->notation) + strlen(denied->reason) + strlen(denied->cites);
  return *length < LONGEST_ENTRY;
}

struct count {
  uint32_t told, most;
};

static bool count_offered(void *context, const trv_offered *offered) {
  struct count *count = context;
  if (offered->index != count->told || count->told >= count->most) fuzz_fail("more is offered than there is");
  count->told++;
  return strlen(offered->name) + strlen(offered->notation) + strlen(offered->label) < LONGEST_ENTRY;
}

/* As fuzz_look does with rules from a compiler, of which more can be expected. */
static void look(trv_game *game, uint32_t players) {
  trv_choice_info info;
  trv_options *options = NULL;
  char text[256];
  size_t length = 0;
  uint64_t before = trv_game_hash(game, true);
  if (trv_game_choice(game, &info) == TRV_OK) {
    struct count count = { 0, info.options };
    trv_game_prompt(game, text, sizeof text);
    trv_game_choice_cites(game, text, sizeof text);
    trv_offered_each(game, count_offered, &count);
    trv_option_label(game, info.options - 1, text, sizeof text);
    trv_option_cites(game, 0, text, sizeof text);
    trv_denied_each(game, hear, &length);
    if (trv_options_new(trv_game_setup(game), &options) != TRV_OK) exit(2);
    if (trv_options_find(options, game) > (int)info.options) fuzz_fail("more options are found than there are");
    for (uint32_t i = 0; i < 4; i++) trv_options_key(options, i);
    trv_options_free(options);
  }
  for (int seat = -1; seat < (int)players; seat++) {
    length = 0;
    trv_view_json(game, seat, text, sizeof text);
    trv_view_each(game, seat, see, &length);
  }
  trv_game_answers(game);
  if (trv_game_hash(game, true) != before) fuzz_fail("looking at a game changes it");
}

static bool read_change(void *context, const trv_rule_change *change) {
  (void)context;
  return strlen(change->name) + strlen(change->file) + strlen(change->cites) < LONGEST_ENTRY;
}

static void save(trv_game *game, const trv_program *program) {
  trv_save *read = NULL;
  char *text = NULL, why[300];
  size_t length = 0;
  if (trv_save_write(game, 1, 0, NULL, 0, &text, &length) != TRV_OK) return;
  if (trv_save_read(text, length, &read, NULL) == TRV_OK) {
    trv_save_replay(read, game, why, sizeof why);
    trv_save_changes(read, program, game, read_change, NULL);
  }
  trv_save_free(read);
  trv_free(text);
}

static void play(const trv_program *program, uint32_t players, uint64_t *visits) {
  trv_setup *setup = NULL;
  trv_game *game = NULL, *other = NULL;
  uint32_t places[TRV_MOST_PLAYERS];
  char text[256];
  if (trv_setup_new(program, players, NULL, 0, &setup, text, sizeof text) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK && trv_game_new(setup, &other) == TRV_OK) {
    trv_game_set_fuel(game, FUZZ_FUEL);
    trv_game_set_fuel(other, FUZZ_FUEL);
    trv_game_listen(game);
    trv_game_count_visits(game, visits);
    int status = trv_game_start(game, 1, 0);
    for (int i = 0; i < LOOKS && status == TRV_CHOICE; i++) {
      look(game, players);
      if (trv_game_sample(other, game, (uint32_t)i % players, 1) == TRV_OK) look(other, players);
      status = trv_playout(game, 1, 0, 1 + (uint32_t)i);
    }
    if (status == TRV_CHOICE) trv_playout(game, 2, 0, PLAYOUT_LIMIT);
    look(game, players);
    trv_game_result(game, places, NULL);
    trv_game_broken_invariant(game);
    trv_rule_error error;
    trv_game_error(game, &error);
    struct reading reading = { game, 0 };
    trv_log_since(game, 0, &reading.cursor, read_entry, &reading);
    trv_game_count_visits(game, NULL);
    save(game, program);
  }
  trv_game_free(other);
  trv_game_free(game);
  trv_setup_free(setup);
}

static bool read_place(void *context, const trv_place *place) {
  size_t *length = context;
  *length += strlen(place->name) + strlen(place->file) + strlen(place->cites);
  if (place->kind < TRV_PLACE_FN || place->kind > TRV_PLACE_STATEMENT) fuzz_fail("a place of no kind");
  return true;
}

/* Texts of what the program is; settings and scenarios by index. */
static void describe(const trv_program *program, const trv_program_info *info) {
  char text[256];
  trv_setting_info setting;
  trv_scenario_info scenario;
  trv_extern_info foreign;
  for (uint32_t i = 0; i < info->settings; i++) {
    trv_program_setting(program, i, &setting);
    for (uint32_t number = 0; number < 4; number++) trv_setting_value(program, i, number, text, sizeof text);
  }
  for (uint32_t i = 0; i < info->scenarios; i++) trv_program_scenario(program, i, &scenario);
  for (uint32_t i = 0; i < info->externs; i++) trv_program_extern(program, i, &foreign);
}

/* What is read is written as it was. */
static void save_again(const trv_program *program, const uint8_t *data, size_t size) {
  void *bytes;
  size_t length;
  if (trv_program_save(program, &bytes, &length) != TRV_OK) exit(2);
  if (length != size || memcmp(bytes, data, size) != 0) fuzz_fail("a program is not written as it was read");
  trv_free(bytes);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  trv_program *program = NULL;
  const char *why = NULL;
  int status = trv_program_load(data, size, NULL, &program, &why);
  if (status == TRV_E_DATA && !why) fuzz_fail("refused without a sentence");
  if (status != TRV_OK) return false;
  trv_program_info info = trv_program_describe(program);
  uint64_t *visits = calloc(info.instructions + 1, sizeof *visits);
  size_t length = 0;
  char text[256];
  uint32_t line;
  if (!visits) exit(2);
  describe(program, &info);
  play(program, info.low_players, visits);
  if (info.high_players > info.low_players) play(program, info.high_players, visits);
  trv_places_each(program, visits, read_place, &length);
  trv_free(trv_program_listing(program, false));
  save_again(program, data, size);
  /* Scenarios have the fuel of real games, which damaged code burns slowly. */
  if (info.scenarios && info.hash % 64 == 0) trv_scenario_run(program, 0, text, sizeof text, &line);
  free(visits);
  trv_program_free(program);
  return true;
}
