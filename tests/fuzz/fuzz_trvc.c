/* Compiled files from strangers: given the size and checksum that fit, so that more than the header is looked at; read,
 * listed and, when they are accepted, played. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "vm/trvc.h"

enum { PLAYOUT_LIMIT = 60, LONGEST_ENTRY = 1 << 20 };

const char *const fuzz_words[] = { NULL };

static bool see(void *context, const trv_view_item *item) {
  (void)context;
  return item->name != NULL;
}

static bool hear(void *context, const trv_denied *denied) {
  (void)context;
  return denied->reason != NULL;
}

struct reading {
  trv_game *game;
  size_t cursor;
};

/* Reads both texts to their ends. */
static bool read_entry(void *context, const char *text) {
  const struct reading *reading = context;
  return strlen(trv_log_phase(reading->game, reading->cursor - 1)) + strlen(text) < LONGEST_ENTRY;
}

static void ask(trv_game *game) {
  char text[256];
  trv_game_prompt(game, text, sizeof text);
  trv_option_label(game, 0, text, sizeof text);
  trv_option_notation(game, 0, text, sizeof text);
  trv_view_json(game, 0, text, sizeof text);
  trv_view_each(game, 1, see, NULL);
  trv_denied_each(game, hear, NULL);
}

static void play(const trv_program *program) {
  trv_setup *setup = NULL;
  trv_game *game = NULL, *other = NULL;
  char text[256];
  trv_program_info info = trv_program_describe(program);
  if (trv_setup_new(program, info.low_players, NULL, 0, &setup, text, sizeof text) == TRV_OK &&
      trv_game_new(setup, &game) == TRV_OK && trv_game_new(setup, &other) == TRV_OK) {
    trv_game_set_fuel(game, FUZZ_FUEL);
    trv_game_set_fuel(other, FUZZ_FUEL);
    trv_game_listen(game);
    int status = trv_game_start(game, 1, 0);
    if (status == TRV_CHOICE) {
      ask(game);
      if (trv_game_sample(other, game, 0, 1) == TRV_OK) ask(other);
      trv_playout(game, 1, 0, PLAYOUT_LIMIT);
    }
    trv_view_json(game, -1, text, sizeof text);
    struct reading reading = { game, 0 };
    trv_log_since(game, 0, &reading.cursor, read_entry, &reading);
  }
  trv_game_free(other);
  trv_game_free(game);
  trv_setup_free(setup);
}

static bool load(const uint8_t *bytes, size_t size) {
  trv_program *program = NULL;
  const char *why = NULL;
  int status = trvc_load_unhashed(bytes, size, NULL, &program, &why);
  if (status == TRV_E_DATA && !why) fuzz_fail("refused without a sentence");
  if (status != TRV_OK) return false;
  play(program);
  trv_free(trv_program_listing(program, false));
  trv_program_free(program);
  return true;
}

bool fuzz_input(const uint8_t *data, size_t size) {
  trv_program *program = NULL;
  struct trvc_header header;
  if (trv_program_load(data, size, NULL, &program, NULL) == TRV_OK) trv_program_free(program);
  uint8_t *copy = malloc(size ? size : 1);
  if (!copy) exit(2);
  memcpy(copy, data, size);
  if (size >= sizeof header) {
    memcpy(&header, copy, sizeof header);
    header.size = (uint32_t)size;
    memcpy(copy, &header, sizeof header);
    header.checksum = trvc_checksum(copy, size);
    memcpy(copy, &header, sizeof header);
  }
  bool entered = load(copy, size);
  free(copy);
  return entered;
}
