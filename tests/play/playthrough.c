/* Writes down one game played at random, for comparison with the pinned file tests/play/GAME-Nplayers.txt.
 *
 *   playthrough --counts FILE             the smallest and largest number of players
 *   playthrough FILE PLAYERS SEED         the game: its first and last decisions to read, the others as hashes
 *   playthrough FILE PLAYERS SEED all     the same with all decisions to read
 *
 * What stands for a decision that is not shown is a hash of what would be shown, fifty decisions at a time. The number of a
 * seat in `views` is a hash of its view and of what it heard since the decision before, so a change of rules, texts,
 * visibility or chance shows at the first difference. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/play/table.h"

enum { SHOWN_DECISIONS = 10, SHOWN_OPTIONS = 12, HASHED_TOGETHER = 50 };

struct play {
  trv_game *game;
  const trv_setup *setup;
  uint32_t players, seed, limit, decisions;
  bool all;                            /* every decision is shown */
  uint32_t expected;                   /* decisions that the game will have */
  size_t cursor[TRV_MOST_PLAYERS + 1]; /* in the log; the last is everybody's */
  uint64_t heard[TRV_MOST_PLAYERS];
  struct text page, text, notation; /* page: what is told of the present decision */
  uint64_t hash;                    /* of pages that are not shown */
  uint32_t hashed;
};

static bool hear(void *context, const char *text) {
  uint64_t *hash = context;
  *hash = table_hash(*hash, text);
  return true;
}

static bool add_line(void *context, const char *text) {
  text_format(context, "  | %s\n", text);
  return true;
}

/* ---- one decision ---- */

static void tell_log(struct play *play) {
  for (uint32_t seat = 0; seat < play->players; seat++) {
    play->heard[seat] = HASH_START;
    trv_log_since(play->game, (int)seat, &play->cursor[seat], hear, &play->heard[seat]);
  }
  trv_log_since(play->game, -1, &play->cursor[TRV_MOST_PLAYERS], add_line, &play->page);
}

static void tell_views(struct play *play) {
  text_add(&play->page, "  views");
  for (uint32_t seat = 0; seat < play->players; seat++) {
    TEXT_FILL(&play->text, trv_view_json, play->game, (int)seat);
    text_format(&play->page, " %08" PRIx32, (uint32_t)(table_hash(play->heard[seat], play->text.bytes) >> 32));
  }
  text_add(&play->page, "\n");
}

static void tell_options(struct play *play, uint32_t options, uint32_t chosen) {
  uint64_t rest = HASH_START;
  for (uint32_t i = 0; i < options; i++) {
    TEXT_FILL(&play->notation, trv_option_notation, play->game, i);
    TEXT_FILL(&play->text, trv_option_label, play->game, i);
    if (i < SHOWN_OPTIONS || i == chosen || play->all)
      text_format(&play->page, "  %c %s  \"%s\"\n", i == chosen ? '>' : ' ', play->notation.bytes, play->text.bytes);
    else rest = table_hash(table_hash(rest, play->notation.bytes), play->text.bytes);
  }
  if (rest != HASH_START) text_format(&play->page, "    and more, %08" PRIx32 "\n", (uint32_t)(rest >> 32));
}

/* The pending choice and the option that will be taken. */
static void tell_decision(struct play *play, const trv_choice_info *choice, uint32_t chosen) {
  tell_log(play);
  TEXT_FILL(&play->text, trv_game_prompt, play->game);
  text_format(&play->page, "%" PRIu32 ". %s: %s", play->decisions + 1, trv_setup_seat_name(play->setup, choice->seat),
              choice->name);
  if (choice->phase[0]) text_format(&play->page, " (%s)", choice->phase);
  text_format(&play->page, ", %" PRIu32 " options%s\n  \"%s\"\n", choice->options, choice->secret ? ", secret" : "",
              play->text.bytes);
  tell_options(play, choice->options, chosen);
  tell_views(play);
}

/* ---- the game ---- */

static void print_hash(struct play *play) {
  if (play->hashed)
    printf("%" PRIu32 " to %" PRIu32 ": %016" PRIx64 "\n", play->decisions - play->hashed + 1, play->decisions,
           play->hash);
  play->hash = HASH_START;
  play->hashed = 0;
}

static void print_or_hash(struct play *play) {
  bool shown = play->decisions < SHOWN_DECISIONS || play->decisions + SHOWN_DECISIONS >= play->expected;
  if (shown || play->all) {
    print_hash(play);
    fputs(text_get(&play->page), stdout);
  } else {
    play->hash = table_hash(play->hash, text_get(&play->page));
    play->hashed++;
  }
  text_clear(&play->page);
}

static void print_end(struct play *play, int status) {
  if (status == TRV_RULE_ERROR) {
    trv_rule_error error;
    trv_game_error(play->game, &error);
    printf("rule error: %s (%s:%" PRIu32 ")\n", error.message, error.file, error.line);
  } else if (status == TRV_CHOICE) {
    printf("the limit of decisions is reached\n");
  }
  trv_log_since(play->game, -1, &play->cursor[TRV_MOST_PLAYERS], add_line, &play->page);
  fputs(text_get(&play->page), stdout);
  uint32_t places[TRV_MOST_PLAYERS] = { 0 };
  int32_t keys[TRV_MOST_PLAYERS] = { 0 };
  if (trv_game_result(play->game, places, keys) == TRV_OK) {
    for (uint32_t seat = 0; seat < play->players; seat++) {
      printf("%s: place %" PRIu32 ", %" PRId32 "\n", trv_setup_seat_name(play->setup, seat), places[seat], keys[seat]);
    }
  }
}

/* Plays the game from its start, with or without telling it. */
static int play_game(struct play *play, bool told) {
  int status = trv_game_start(play->game, play->seed, 0);
  for (play->decisions = 0; status == TRV_CHOICE && play->decisions < play->limit;) {
    trv_choice_info choice;
    trv_game_choice(play->game, &choice);
    uint32_t chosen = trv_random_choice(play->seed, 0, choice.seat, choice.decision, choice.options);
    if (told) {
      tell_decision(play, &choice, chosen);
      print_or_hash(play);
    }
    play->decisions++;
    if (play->hashed == HASHED_TOGETHER) print_hash(play);
    status = trv_choose(play->game, chosen);
  }
  return status;
}

static int play_through(const char *file, uint32_t players, uint32_t seed, bool all) {
  trv_program *program = table_compile(file);
  trv_setup *setup = table_setup(program, players);
  struct play play = { .game = table_game(setup), .setup = setup, .players = players, .seed = seed, .all = all };
  play.limit = table_limit(program);
  play.hash = HASH_START;
  printf("%s, %" PRIu32 " players, seed %" PRIu32 "\n", trv_program_describe(program).title, players, seed);
  play_game(&play, false);
  play.expected = play.decisions;
  trv_game_listen(play.game);
  int status = play_game(&play, true);
  print_end(&play, status);
  text_free(&play.page);
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
  bool all = argc == 5 && !strcmp(argv[4], "all");
  if (argc != 4 && !all) {
    fprintf(stderr, "usage: playthrough FILE PLAYERS SEED [all] | playthrough --counts FILE\n");
    return 2;
  }
  uint32_t players = (uint32_t)strtoul(argv[2], NULL, 10);
  if (players > TRV_MOST_PLAYERS) {
    fprintf(stderr, "at most %d players\n", TRV_MOST_PLAYERS);
    return 2;
  }
  return play_through(argv[1], players, (uint32_t)strtoul(argv[3], NULL, 10), all);
}
