/* Whether samples are as various as what a seat does not know. At some moments of a game at random, for each seat:
 *   - every sample shows the seat what the true position shows it: the table, the question, its options, labels, reasons;
 *   - every card that truly lies in a place hidden from the seat is found there in some sample, so that the truth is among
 *     what is thought possible;
 *   - of the pairs of an unseen card and a hidden place of its deck in which it does not lie, at least ENOUGH of 100 are found
 *     in some sample (not all need be possible: a place may be for some cards only, or the seat was shown what lies there).
 *
 *   diversity SAMPLES FILE…    prints TAP, a line for each file, which is a row of the table: moments, hidden places, pairs */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/play/table.h"
#include "vm/api.h"
#include "vm/zone.h"

enum { SEED = 5, MOMENTS = 3, ENOUGH = 30 };

struct figures {
  uint32_t moments, samples, contradictions; /* moments: of each seat */
  uint64_t places, pairs, found, missed;     /* pairs: untrue ones; missed: true ones that no sample had */
};

struct trial {
  trv_setup *setup;
  trv_game *game, *sample;
  uint8_t *found; /* of each zone and kind: whether a sample had it */
  int32_t zones, kinds;
  struct figures figures;
};

static uint32_t decide(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)context;
  return trv_random_choice(SEED, 0, seat, decision, options);
}

static const struct program *program_of(const struct trial *trial) { return trial->game->game.setup->program; }

static bool is_hidden(const struct trial *trial, int32_t zone, uint32_t seat) {
  return !(zone_viewers(trial->game->game.setup, zone) >> seat & 1);
}

/* ---- one seat at one moment ---- */

static uint64_t look(trv_game *game, uint32_t seat) {
  size_t all_heard = SIZE_MAX;
  return trv_game_appearance(game, seat, &all_heard);
}

static void note_cards(struct trial *trial, uint32_t seat) {
  const struct program *program = program_of(trial);
  for (int32_t zone = 0; zone < trial->zones; zone++) {
    if (!is_hidden(trial, zone, seat)) continue;
    for (int32_t kind = -1; (kind = zone_next(program, trial->sample->game.state, zone, kind)) >= 0;)
      trial->found[(size_t)zone * (size_t)trial->kinds + (size_t)kind] = 1;
  }
}

/* Which kinds of a deck lie somewhere that the seat does not see. */
static void list_unseen(const struct trial *trial, uint32_t seat, int32_t deck, bool *unseen) {
  const struct program *program = program_of(trial);
  memset(unseen, 0, (size_t)trial->kinds * sizeof *unseen);
  for (int32_t zone = 0; zone < trial->zones; zone++) {
    if (program->zones[zone].deck != deck || !is_hidden(trial, zone, seat)) continue;
    for (int32_t kind = -1; (kind = zone_next(program, trial->game->game.state, zone, kind)) >= 0;) unseen[kind] = true;
  }
}

static void count_pairs(struct trial *trial, uint32_t seat, bool *unseen) {
  const struct program *program = program_of(trial);
  for (int32_t zone = 0; zone < trial->zones; zone++) {
    if (!is_hidden(trial, zone, seat) || zone_size(program, trial->game->game.state, zone) == 0) continue;
    list_unseen(trial, seat, program->zones[zone].deck, unseen);
    trial->figures.places++;
    for (int32_t kind = 0; kind < program->zones[zone].kinds; kind++) {
      bool found = trial->found[(size_t)zone * (size_t)trial->kinds + (size_t)kind];
      bool is_true = zone_count(program, trial->game->game.state, zone, kind) > 0;
      trial->figures.pairs += unseen[kind] && !is_true;
      trial->figures.found += unseen[kind] && !is_true && found;
      trial->figures.missed += is_true && !found;
    }
  }
}

static void try_seat(struct trial *trial, uint32_t seat, uint32_t samples, bool *unseen) {
  uint64_t shown = look(trial->game, seat);
  memset(trial->found, 0, (size_t)trial->zones * (size_t)trial->kinds);
  for (uint32_t i = 0; i < samples; i++) {
    bool made = trv_game_sample(trial->sample, trial->game, seat, i) == TRV_OK;
    trial->figures.contradictions += !made || look(trial->sample, seat) != shown;
    trial->figures.samples++;
    if (made) note_cards(trial, seat);
  }
  count_pairs(trial, seat, unseen);
  trial->figures.moments++;
}

/* ---- a game ---- */

static void try_game(struct trial *trial, uint32_t samples, uint32_t limit) {
  bool *unseen = calloc((size_t)trial->kinds, sizeof *unseen);
  trv_game_start(trial->game, SEED, 0);
  trv_play(trial->game, decide, NULL, limit);
  uint32_t length = trv_game_decisions(trial->game);
  for (uint32_t moment = 1; unseen && moment <= MOMENTS; moment++) {
    trv_game_start(trial->game, SEED, 0);
    trv_play(trial->game, decide, NULL, length * moment / (MOMENTS + 1));
    for (uint32_t seat = 0; seat < trv_setup_players(trial->setup); seat++) try_seat(trial, seat, samples, unseen);
  }
  free(unseen);
}

static bool is_good(const struct figures *figures) {
  if (figures->moments == 0 || figures->contradictions || figures->missed) return false;
  return figures->found * 100 >= figures->pairs * ENOUGH;
}

static void try_file(const char *file, uint32_t number, uint32_t samples) {
  trv_program *program = table_compile(file);
  struct trial trial = { .setup = table_setup(program, trv_program_describe(program).low_players) };
  trial.game = table_game(trial.setup);
  trial.sample = table_game(trial.setup);
  trial.zones = (int32_t)program_of(&trial)->zones_count;
  for (int32_t zone = 0; zone < trial.zones; zone++)
    if (program_of(&trial)->zones[zone].kinds > trial.kinds) trial.kinds = program_of(&trial)->zones[zone].kinds;
  trial.found = malloc((size_t)trial.zones * (size_t)trial.kinds + 1);
  if (!trial.found) exit(2);
  try_game(&trial, samples, table_limit(program));
  const struct figures *figures = &trial.figures;
  printf("%s %" PRIu32 " - %s: %" PRIu32 " moments, %" PRIu32 " samples, %" PRIu32 " contradictions, %" PRIu64
         " hidden places, %" PRIu64 " of %" PRIu64 " other pairs found, %" PRIu64 " true ones missed\n",
         is_good(figures) ? "ok" : "not ok", number, file, figures->moments, figures->samples, figures->contradictions,
         figures->places, figures->found, figures->pairs, figures->missed);
  fflush(stdout);
  free(trial.found);
  trv_game_free(trial.sample);
  trv_game_free(trial.game);
  trv_setup_free(trial.setup);
  trv_program_free(program);
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  printf("1..%d\n", count - 2);
  for (int i = 2; i < count; i++) try_file(arguments[i], (uint32_t)i - 1, (uint32_t)atoi(arguments[1]));
  return 0;
}
