/* Whoever follows hints never undoes what he did before: games in which every seat follows them from the start. A pair of
 * moves undoes itself when a seat, after a hint, sees the same table and the same question as before an earlier hint, and
 * nobody else decided in between.
 *
 *   hints GAMES DECISIONS FILE…    prints TAP, a line for each file; of each game at most so many decisions are played, for
 *                                  the fewest players */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "tests/play/table.h"

enum { SEED = 9, MOST_SEEN = 64 };

/* What a seat saw before its hints, as hashes, since anybody else decided. */
struct past {
  uint64_t seen[MOST_SEEN];
  uint32_t count, seat;
};

struct trial {
  trv_game *game;
  struct bot_memory memories[TRV_MOST_PLAYERS];
  struct past past;
  struct text text;
  uint32_t hints, back, first_back; /* first_back: the decision of the first */
};

static bool add_notation(void *context, uint32_t index, const char *notation) {
  uint64_t *hash = context;
  (void)index;
  *hash = table_hash(*hash, notation);
  return true;
}

/* What the seat sees, and what it is asked. */
static uint64_t look(struct trial *trial, uint32_t seat) {
  TEXT_FILL(&trial->text, trv_view_json, trial->game, (int)seat);
  uint64_t hash = table_hash(HASH_START, trial->text.bytes);
  if (trv_game_chooser(trial->game) != (int)seat) return hash;
  TEXT_FILL(&trial->text, trv_game_prompt, trial->game);
  hash = table_hash(hash, trial->text.bytes);
  trv_options_each(trial->game, add_notation, &hash);
  return hash;
}

/* Whether the seat has seen this since it is the only one who decides. */
static bool was_seen(struct past *past, uint64_t view) {
  for (uint32_t i = 0; i < past->count; i++)
    if (past->seen[i] == view) return true;
  return false;
}

static void remember(struct past *past, uint32_t seat, uint64_t view) {
  if (past->seat != seat) past->count = 0;
  past->seat = seat;
  past->seen[past->count++ % MOST_SEEN] = view;
  if (past->count > MOST_SEEN) past->count = MOST_SEEN;
}

static void follow(struct trial *trial, const trv_choice_info *choice, uint32_t number) {
  struct bot_turn turn = bots_turn((trv_seed){ SEED, 0 }, number, choice);
  struct bot_advice advice;
  uint64_t before = look(trial, choice->seat);
  size_t count = bots_advise(trial->game, &turn, &trial->memories[choice->seat], &advice, 1, NULL);
  trial->hints++;
  remember(&trial->past, choice->seat, before);
  trv_choose(trial->game, count ? advice.option : 0);
  if (!was_seen(&trial->past, look(trial, choice->seat))) return;
  if (trial->back++ == 0) trial->first_back = choice->decision;
}

static void play(struct trial *trial, uint32_t number, uint32_t decisions) {
  trv_choice_info choice;
  trial->past = (struct past){ 0 };
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) trial->memories[seat].count = 0;
  trv_game_start(trial->game, SEED, number);
  for (uint32_t i = 0; i < decisions && trv_game_choice(trial->game, &choice) == TRV_OK; i++)
    follow(trial, &choice, number);
}

static void try_file(const char *file, uint32_t number, uint32_t games, uint32_t decisions) {
  trv_program *program = table_compile(file);
  trv_setup *setup = table_setup(program, trv_program_describe(program).low_players);
  struct trial trial = { .game = table_game(setup) };
  for (uint32_t i = 0; i < games; i++) play(&trial, i, decisions);
  printf("%s %" PRIu32 " - %s: of %" PRIu32 " hints %" PRIu32 " led back", trial.back || !trial.hints ? "not ok" : "ok",
         number, file, trial.hints, trial.back);
  if (trial.back) printf(", the first at decision %" PRIu32, trial.first_back);
  printf("\n");
  fflush(stdout);
  text_free(&trial.text);
  trv_game_free(trial.game);
  trv_setup_free(setup);
  trv_program_free(program);
}

int main(int count, char **arguments) {
  if (count < 4) return 2;
  printf("1..%d\n", count - 3);
  for (int i = 3; i < count; i++)
    try_file(arguments[i], (uint32_t)i - 2, (uint32_t)atoi(arguments[1]), (uint32_t)atoi(arguments[2]));
  return 0;
}
