/* Hidden information: at each decision of random games, and for each seat, a second position is made that differs in
 * what this seat may not know alone. Everything that the seat is shown must be the same in both, byte by byte:
 *   - the table: trv_view_json, trv_view_each, trv_facts_each;
 *   - if the seat is to choose: prompt, options, labels and reasons, the line that a bot behind a pipe reads, and now
 *     and then what options are about, what the bot `greedy` does and a hint;
 *   - if another seat chooses, and does the same in both: the table afterwards, what the seat hears and what moved, as long
 *     as no card came to light and nothing was left to chance.
 *
 *   secrecy GAMES EVERY FILE…    prints TAP, a line for each file, and the sums of what was looked at
 *
 * The games are spread over all numbers of players; one decision of EVERY is looked at. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/command.h"
#include "trvm/guest.h"
#include "trvm/tool.h"
#include "vm/api.h"

enum { SEED = 31, GREEDY_EVERY = 16, ARGUMENTS_EVERY = 8, HINT_EVERY = 20000, MOST_DECISIONS = 100000, ADVICE = 3 };

struct figures {
  uint64_t decisions, tables, choices, hints, consequences;
};

struct trial {
  trv_game *game, *other, *after, *other_after;
  struct bot_place place;
  void *greedy;
  uint32_t number, every;
  struct figures figures;
  struct text a, b;
  char failure[1000]; /* the first thing that went wrong, or "" */
};

static void compare(struct trial *trial, const char *what, uint32_t seat, const char *left, const char *right) {
  if (trial->failure[0] || strcmp(left, right) == 0) return;
  size_t same = 0;
  while (left[same] == right[same]) same++;
  same -= same < 40 ? same : 40;
  snprintf(trial->failure, sizeof trial->failure,
           "%u players, game %" PRIu32 ", decision %" PRIu32 ": %s of seat %u: … %.200s … is … %.200s …",
           trv_setup_players(trial->place.setup), trial->number, trv_game_decisions(trial->game), what, seat + 1,
           left + same, right + same);
}

/* ---- the table ---- */

static void add_word(struct text *text, const char *word) {
  text_append(text, word, strlen(word));
  text_append(text, "\n", 1);
}

/* As letters, none of which ends the text. */
static void add_number(struct text *text, int64_t number) {
  char letters[16];
  for (size_t i = 0; i < sizeof letters; i++) letters[i] = (char)('a' + (number >> (4 * i) & 15));
  text_append(text, letters, sizeof letters);
}

/* Nothing is formatted: there are hundreds of items on each table, and millions of tables. */
static bool add_item(void *context, const trv_view_item *item) {
  add_word(context, item->name);
  add_word(context, item->index);
  add_word(context, item->contents);
  add_word(context, item->known);
  add_number(context, item->owner);
  add_number(context, item->visible | item->ordered << 1 | item->passing << 2);
  add_number(context, item->shown.visible | item->shown.role << 1);
  add_number(context, item->size);
  add_number(context, item->cell);
  for (uint32_t i = 0; i < item->cell_count; i++) add_number(context, (int)item->cells[i]);
  return true;
}

/* Values of fns are for everybody, so no seat may be told anything by them. */
static bool add_fact(void *context, const trv_fact *fact) {
  add_word(context, fact->name);
  add_word(context, fact->contents);
  add_number(context, fact->owner);
  add_number(context, fact->number);
  return true;
}

static void list_table(trv_game *game, uint32_t seat, struct text *text) {
  text_clear(text);
  trv_view_each(game, (int)seat, add_item, text);
  trv_facts_each(game, add_fact, text);
}

static void compare_tables(struct trial *trial, uint32_t seat) {
  TEXT_FILL(&trial->a, trv_view_json, trial->game, (int)seat);
  TEXT_FILL(&trial->b, trv_view_json, trial->other, (int)seat);
  compare(trial, "the view", seat, text_get(&trial->a), text_get(&trial->b));
  list_table(trial->game, seat, &trial->a);
  list_table(trial->other, seat, &trial->b);
  compare(trial, "the table", seat, text_get(&trial->a), text_get(&trial->b));
  trial->figures.tables++;
}

/* ---- the chooser ---- */

static void write_hint(trv_game *game, const struct bot_turn *turn, struct text *text) {
  struct bot_advice advice[ADVICE];
  size_t count = bots_advise(game, turn, NULL, advice, ADVICE, NULL);
  text_clear(text);
  for (size_t i = 0; i < count; i++)
    text_append_format(text, " %u %u %u %u", advice[i].option, advice[i].share, advice[i].chance, advice[i].place);
}

/* Bots think long: they are asked now and then only. */
static void compare_bots(struct trial *trial, const struct bot_turn *turn) {
  if (trial->figures.choices % GREEDY_EVERY == 0) {
    text_clear(&trial->a);
    text_clear(&trial->b);
    text_append_format(&trial->a, "%u", bot_greedy.choose(trial->greedy, trial->game, turn));
    text_append_format(&trial->b, "%u", bot_greedy.choose(trial->greedy, trial->other, turn));
    compare(trial, "the answer of `greedy`", turn->seat, text_get(&trial->a), text_get(&trial->b));
  }
  if (trial->figures.choices % HINT_EVERY == 0) {
    write_hint(trial->game, turn, &trial->a);
    write_hint(trial->other, turn, &trial->b);
    compare(trial, "the hint", turn->seat, text_get(&trial->a), text_get(&trial->b));
    trial->figures.hints++;
  }
}

static void add_arguments(struct text *text, const trv_arguments *arguments) {
  trv_argument argument;
  for (uint32_t i = 0; trv_argument_get(arguments, i, &argument) == TRV_OK; i++) {
    add_word(text, argument.label);
    add_word(text, argument.zone);
    add_number(text, argument.zone_owner);
  }
}

static bool add_offered(void *context, const trv_offered *offered) {
  add_arguments(context, offered->arguments);
  return true;
}

static bool add_denied(void *context, const trv_denied *denied) {
  add_arguments(context, denied->arguments);
  return true;
}

/* Who is still to answer, and what options are about. */
static void list_arguments(trv_game *game, struct text *text) {
  uint32_t seats[TRV_MOST_PLAYERS], count = trv_game_waiting(game, seats);
  text_clear(text);
  for (uint32_t i = 0; i < count; i++) add_number(text, seats[i]);
  trv_offered_each(game, add_offered, text);
  trv_denied_each(game, add_denied, text);
}

static void compare_arguments(struct trial *trial, uint32_t seat) {
  if (trial->figures.choices % ARGUMENTS_EVERY) return;
  list_arguments(trial->game, &trial->a);
  list_arguments(trial->other, &trial->b);
  compare(trial, "the arguments", seat, text_get(&trial->a), text_get(&trial->b));
}

static void compare_choices(struct trial *trial, const trv_choice_info *info) {
  char why[400] = "";
  struct bot_turn turn = bots_turn((trv_seed){ SEED, 0 }, trial->number, info);
  turn.why = why;
  turn.why_size = sizeof why;
  char *left = guest_tell_choice(trial->game, &turn, 0), *right = guest_tell_choice(trial->other, &turn, 0);
  compare(trial, "the line", info->seat, left, right);
  free(left);
  free(right);
  compare_bots(trial, &turn);
  compare_arguments(trial, info->seat);
  if (trv_game_leak(trial->game, trial->after, info->decision, why, sizeof why) != TRV_OK)
    compare(trial, "the choice", info->seat, "", why);
  trial->figures.choices++;
}

/* ---- what moved ---- */

static void add_place(struct text *text, const trv_moved_place *place) {
  add_word(text, place->zone);
  add_word(text, place->index);
}

static bool add_moved(void *context, const trv_moved *moved) {
  add_place(context, &moved->from);
  add_place(context, &moved->to);
  add_word(context, moved->deck);
  add_word(context, moved->card);
  add_number(context, moved->count);
  return true;
}

static void list_moved(trv_game *before, trv_game *after, uint32_t seat, struct text *text) {
  text_clear(text);
  trv_moved_each(before, after, (int)seat, add_moved, text);
}

/* ---- the others ---- */

static bool add_saying(void *context, const char *saying) {
  add_word(context, saying);
  return true;
}

static void hear(trv_game *game, uint32_t seat, struct text *text) {
  size_t cursor = 0;
  text_clear(text);
  trv_log_since(game, (int)seat, &cursor, add_saying, text);
}

/* A fresh log, and the same chance in both, or every roll would differ. */
static bool choose_after(trv_game *after, const trv_game *before, const trv_game *chance, const char *notation) {
  trv_game_unlisten(after);
  trv_game_copy(after, before);
  memcpy(after->game.state->random, chance->game.state->random, sizeof chance->game.state->random);
  return trv_game_listen(after) == TRV_OK && trv_choose_notation(after, notation) >= 0;
}

/* Nothing came to light on the way and nothing was left to chance, and the same player is asked the same, at the same place
 * of the rules: a window that several rules open is another question in each, and whether it opens may depend on hands. */
static bool nothing_revealed(const struct trial *trial) {
  const struct state *left = trial->after->game.state, *right = trial->other_after->game.state;
  return left->barrier < left->decisions && right->barrier < right->decisions && left->choice == right->choice &&
         left->pc == right->pc && left->frame == right->frame && left->chooser == right->chooser &&
         left->decisions == right->decisions;
}

static void compare_consequences(struct trial *trial, uint32_t seat, const char *notation) {
  if (!choose_after(trial->other_after, trial->other, trial->game, notation)) return; /* not with other cards */
  if (!choose_after(trial->after, trial->game, trial->game, notation) || !nothing_revealed(trial)) return;
  TEXT_FILL(&trial->a, trv_view_json, trial->after, (int)seat);
  TEXT_FILL(&trial->b, trv_view_json, trial->other_after, (int)seat);
  compare(trial, "the view afterwards", seat, text_get(&trial->a), text_get(&trial->b));
  hear(trial->after, seat, &trial->a);
  hear(trial->other_after, seat, &trial->b);
  compare(trial, "what is said", seat, text_get(&trial->a), text_get(&trial->b));
  list_moved(trial->game, trial->after, seat, &trial->a);
  list_moved(trial->other, trial->other_after, seat, &trial->b);
  compare(trial, "what moved", seat, text_get(&trial->a), text_get(&trial->b));
  trial->figures.consequences++;
}

/* ---- games ---- */

static void look(struct trial *trial, const trv_choice_info *info, const char *notation) {
  for (uint32_t seat = 0; seat < trv_setup_players(trial->place.setup) && !trial->failure[0]; seat++) {
    trv_game_sample(trial->other, trial->game, seat, info->decision);
    compare_tables(trial, seat);
    if (seat == info->seat) compare_choices(trial, info);
    else compare_consequences(trial, seat, notation);
  }
  trial->figures.decisions++;
}

static void play_game(struct trial *trial) {
  struct text notation = { 0 };
  trv_choice_info info;
  trv_game_start(trial->game, SEED, trial->number);
  while (trv_game_choice(trial->game, &info) == TRV_OK && info.decision < MOST_DECISIONS && !trial->failure[0]) {
    uint32_t index = trv_random_choice(SEED, trial->number, info.seat, info.decision, info.options);
    TEXT_FILL(&notation, trv_option_notation, trial->game, index);
    if (info.decision % trial->every == trial->number % trial->every) look(trial, &info, text_get(&notation));
    trv_choose(trial->game, index);
  }
  text_free(&notation);
}

static bool play_games(struct trial *trial, const trv_program *program, uint32_t players, uint32_t games) {
  trv_setup *setup;
  char why[200];
  if (load_setup(program, (struct setup_wish){ .players = players, .simulated = true }, &setup) != EXIT_FINE)
    return false;
  trv_game **tables[] = { &trial->game, &trial->other, &trial->after, &trial->other_after };
  for (size_t i = 0; i < 4; i++)
    if (trv_game_new(setup, tables[i]) != TRV_OK) exit(2);
  trial->place = (struct bot_place){ setup, 0, "", 0, why, sizeof why, NULL };
  trial->greedy = bot_greedy.start(&trial->place);
  for (trial->number = 0; trial->number < games && !trial->failure[0]; trial->number++) play_game(trial);
  bot_greedy.end(trial->greedy);
  for (size_t i = 0; i < 4; i++) trv_game_free(*tables[i]);
  trv_setup_free(setup);
  return !trial->failure[0];
}

static void print_figures(const char *of, const struct figures *f) {
  printf("# %s%" PRIu64 " decisions: %" PRIu64 " tables, %" PRIu64 " choices, %" PRIu64 " hints, %" PRIu64
         " consequences\n",
         of, f->decisions, f->tables, f->choices, f->hints, f->consequences);
}

static void add_figures(struct figures *sum, const struct figures *f) {
  sum->decisions += f->decisions;
  sum->tables += f->tables;
  sum->choices += f->choices;
  sum->hints += f->hints;
  sum->consequences += f->consequences;
}

static bool look_at_file(const char *file, uint32_t games, uint32_t every, struct figures *sum) {
  struct trial trial = { .every = every };
  struct variant_files none = { .count = 0 };
  trv_program *program = NULL;
  bool passed = load_program(file, &none, NULL, false, &program) == EXIT_FINE;
  if (passed) {
    trv_program_info info = trv_program_describe(program);
    uint32_t counts = info.high_players - info.low_players + 1;
    for (uint32_t i = 0; i < counts; i++)
      passed &= play_games(&trial, program, info.low_players + i, (games + i) / counts);
  }
  printf("%s - %s\n", passed ? "ok" : "not ok", file);
  if (passed) print_figures("", &trial.figures);
  else printf("# %s\n", trial.failure);
  fflush(stdout);
  add_figures(sum, &trial.figures);
  text_free(&trial.a);
  text_free(&trial.b);
  trv_program_free(program);
  return passed;
}

int main(int argc, char **argv) {
  bool passed = true;
  struct figures sum = { 0 };
  uint32_t games = argc > 3 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  uint32_t every = argc > 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  if (every == 0) {
    fprintf(stderr, "usage: secrecy GAMES EVERY FILE…\n");
    return 2;
  }
  printf("1..%d\n", argc - 3);
  for (int i = 3; i < argc; i++) passed &= look_at_file(argv[i], games, every, &sum);
  print_figures("in all ", &sum);
  return passed ? 0 : 1;
}
