/* Writes down one game played at random, for comparison with the pinned file tests/play/GAME-Nplayers.txt.
 *
 *   playthrough --counts FILE          the smallest and largest number of players
 *   playthrough FILE PLAYERS SEED      the game
 *
 * The first decisions are written in full, later ones as a line with hashes. A seat's hash covers its view and what it
 * heard since the decision before, so a change of rules, texts, visibility or chance shows at the first difference. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/play/table.h"

enum { FULL_DECISIONS = 40, FULL_OPTIONS = 60 };

struct play {
  trv_game *game;
  const trv_setup *setup;
  uint32_t players, seed, decisions;
  size_t cursor[TRV_MOST_PLAYERS + 1];   /* in the log; the last is everybody's */
  uint64_t heard[TRV_MOST_PLAYERS];
  struct text text, notation;
};

static bool hear(void *context, const char *text) {
  uint64_t *hash = context;
  *hash = table_hash(*hash, text);
  return true;
}

static bool print_line(void *context, const char *text) {
  const char *before = context;
  printf("%s%s\n", before, text);
  return true;
}

static void log_lines(struct play *play, bool full) {
  for (uint32_t seat = 0; seat < play->players; seat++) {
    play->heard[seat] = HASH_START;
    trv_log_since(play->game, (int)seat, &play->cursor[seat], hear, &play->heard[seat]);
  }
  if (full) trv_log_since(play->game, -1, &play->cursor[TRV_MOST_PLAYERS], print_line, "  | ");
}

static void view_hashes(struct play *play) {
  for (uint32_t seat = 0; seat < play->players; seat++) {
    TEXT_FILL(&play->text, trv_view_json, play->game, (int)seat);
    printf(" %08" PRIx32, (uint32_t)(table_hash(play->heard[seat], play->text.bytes) >> 32));
  }
  putchar('\n');
}

/* Writes the pending choice and the option that will be taken. */
static void decision_full(struct play *play, const trv_choice_info *choice, uint32_t chosen) {
  TEXT_FILL(&play->text, trv_game_prompt, play->game);
  printf("%" PRIu32 ". %s: %s", play->decisions + 1, trv_setup_seat_name(play->setup, choice->seat), choice->name);
  if (choice->phase[0]) printf(" (%s)", choice->phase);
  printf(", %" PRIu32 " options%s\n  \"%s\"\n", choice->options, choice->secret ? ", secret" : "", play->text.bytes);
  uint64_t rest = HASH_START;
  for (uint32_t i = 0; i < choice->options; i++) {
    TEXT_FILL(&play->notation, trv_option_notation, play->game, i);
    TEXT_FILL(&play->text, trv_option_label, play->game, i);
    if (i < FULL_OPTIONS || i == chosen) {
      printf("  %c %s  \"%s\"\n", i == chosen ? '>' : ' ', play->notation.bytes, play->text.bytes);
    } else {
      rest = table_hash(table_hash(rest, play->notation.bytes), play->text.bytes);
    }
  }
  if (rest != HASH_START) printf("    and more, %08" PRIx32 "\n", (uint32_t)(rest >> 32));
  printf("  views");
  view_hashes(play);
}

static void decision_brief(struct play *play, const trv_choice_info *choice, uint32_t chosen) {
  uint64_t hash = HASH_START;
  for (uint32_t i = 0; i < choice->options; i++) {
    TEXT_FILL(&play->text, trv_option_notation, play->game, i);
    hash = table_hash(hash, play->text.bytes);
    TEXT_FILL(&play->text, trv_option_label, play->game, i);
    hash = table_hash(hash, play->text.bytes);
  }
  TEXT_FILL(&play->notation, trv_option_notation, play->game, chosen);
  printf("%" PRIu32 ". %s: %s, %" PRIu32 " options %08" PRIx32 ", %s, views", play->decisions + 1,
         trv_setup_seat_name(play->setup, choice->seat), choice->name, choice->options, (uint32_t)(hash >> 32),
         play->notation.bytes);
  view_hashes(play);
}

static void print_end(struct play *play, int status) {
  if (status == TRV_RULE_ERROR) {
    trv_rule_error error;
    trv_game_error(play->game, &error);
    printf("rule error: %s (%s:%" PRIu32 ")\n", error.message, error.file, error.line);
  } else if (status == TRV_CHOICE) {
    printf("the limit of decisions is reached\n");
  }
  trv_log_since(play->game, -1, &play->cursor[TRV_MOST_PLAYERS], print_line, "  | ");
  uint32_t places[TRV_MOST_PLAYERS] = { 0 };
  int32_t keys[TRV_MOST_PLAYERS] = { 0 };
  if (trv_game_result(play->game, places, keys) == TRV_OK) {
    for (uint32_t seat = 0; seat < play->players; seat++) {
      printf("%s: place %" PRIu32 ", %" PRId32 "\n", trv_setup_seat_name(play->setup, seat), places[seat], keys[seat]);
    }
  }
}

static int play_through(const char *file, uint32_t players, uint32_t seed) {
  trv_program *program = table_compile(file);
  trv_setup *setup = table_setup(program, players);
  struct play play = { .game = table_game(setup), .setup = setup, .players = players, .seed = seed };
  printf("%s, %" PRIu32 " players, seed %" PRIu32 "\n", trv_program_describe(program).title, players, seed);
  uint32_t limit = table_limit(program);
  trv_game_listen(play.game);
  int status = trv_game_start(play.game, seed, 0);
  for (; status == TRV_CHOICE && play.decisions < limit; play.decisions++) {
    trv_choice_info choice;
    trv_game_choice(play.game, &choice);
    uint32_t chosen = trv_random_choice(seed, 0, choice.seat, choice.decision, choice.options);
    bool full = play.decisions < FULL_DECISIONS;
    log_lines(&play, full);
    (full ? decision_full : decision_brief)(&play, &choice, chosen);
    /* From here on only the last lines of the log are of interest. */
    if (!full) trv_log_since(play.game, -1, &play.cursor[TRV_MOST_PLAYERS], hear, &(uint64_t){ 0 });
    status = trv_choose(play.game, chosen);
  }
  print_end(&play, status);
  text_free(&play.text);
  text_free(&play.notation);
  trv_game_free(play.game);
  trv_setup_free(setup);
  trv_program_free(program);
  return status == TRV_OVER || status == TRV_FINISHED ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "--counts")) {
    trv_program *program = table_compile(argv[2]);
    trv_program_info info = trv_program_describe(program);
    printf("%" PRIu32 " %" PRIu32 "\n", info.low_players, info.high_players);
    trv_program_free(program);
    return 0;
  }
  if (argc != 4) {
    fprintf(stderr, "usage: playthrough FILE PLAYERS SEED | playthrough --counts FILE\n");
    return 2;
  }
  uint32_t players = (uint32_t)strtoul(argv[2], NULL, 10);
  if (players > TRV_MOST_PLAYERS) {
    fprintf(stderr, "at most %d players\n", TRV_MOST_PLAYERS);
    return 2;
  }
  return play_through(argv[1], players, (uint32_t)strtoul(argv[3], NULL, 10));
}
