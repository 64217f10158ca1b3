/* Saves from strangers: read, asked for everything, replayed with the players and settings that they name. A save that
 * replays can be written again, and what was written replays too. The hash 0000000000000000 of a seed stands for that of the
 * program, which changes with the compiler.
 *
 * The mutator knows what a save is. It plays on from where a save leads, with choices that are possible, or changes one
 * thing about it; the number of choices, the hash of the program and, where all choices are possible, that of the position
 * are then made right again, so that what is read behind these is tried. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

const char *const fuzz_words[] = { "trvm-save 1\n",
                                   "trvm-save 2\n",
                                   "trvm-save 3\n",
                                   "sits p1 person\n",
                                   "sits p2 bot greedy\n",
                                   "called p1 Ada\n",
                                   "\\0a",
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

enum { MOST_CHOICES = 200, LONGEST_TEXT = 1 << 16 };

/* ---- a game that fits a save ---- */

struct fitting {
  trv_setup *setup; /* NULL: no such game */
  trv_game *game;
};

static struct fitting open_fitting(uint32_t players, const trv_choice_of_setting *settings, size_t count) {
  struct fitting fitting = { 0 };
  char why[300];
  if (trv_setup_new(fuzz_table()->program, players, settings, count, &fitting.setup, why, sizeof why) != TRV_OK)
    return (struct fitting){ 0 };
  if (trv_game_new(fitting.setup, &fitting.game) != TRV_OK) exit(2);
  return fitting;
}

static struct fitting open_for(const trv_save *save) {
  trv_save_info info = trv_save_describe(save);
  trv_choice_of_setting *settings = calloc(info.settings + 1, sizeof *settings);
  if (!settings) exit(2);
  for (size_t i = 0; i < info.settings; i++) settings[i] = trv_save_setting(save, i);
  struct fitting fitting = open_fitting(info.players, settings, info.settings);
  free(settings);
  return fitting;
}

static void close_fitting(struct fitting *fitting) {
  trv_game_free(fitting->game);
  trv_setup_free(fitting->setup);
}

static void fill_hash(char *text, uint64_t hash) {
  static const char line[] = "program 0000000000000000";
  char *place = strstr(text, line), digits[17];
  if (!place) return;
  snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
  memcpy(place + strlen("program "), digits, 16);
}

/* The input as a text of its own, with the hash in it; owned. */
static char *text_of(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) exit(2);
  memcpy(text, data, size);
  text[size] = '\0';
  fill_hash(text, trv_program_describe(fuzz_table()->program).hash);
  return text;
}

/* ---- the mutator ---- */

struct made {
  trv_save_choice choices[MOST_CHOICES];
  char texts[MOST_CHOICES][2][200];
  size_t count;
};

static void note_choice(struct made *made, const trv_choice_info *info, const char *notation) {
  char(*texts)[200] = made->texts[made->count];
  snprintf(texts[0], sizeof texts[0], "%s", info->name);
  snprintf(texts[1], sizeof texts[1], "%s", notation);
  made->choices[made->count++] = (trv_save_choice){ info->seat, texts[0], texts[1] };
}

/* Makes those of the first `most` choices of a save that are possible; up to the first that is not. */
static void follow(const trv_save *save, size_t most, trv_game *game, struct made *made) {
  trv_choice_info info;
  for (size_t i = 0; i < most && made->count < MOST_CHOICES && trv_game_choice(game, &info) == TRV_OK; i++) {
    trv_save_choice choice = trv_save_get(save, i);
    if (strlen(choice.notation) >= 200 || trv_choose_notation(game, choice.notation) < 0) return;
    note_choice(made, &info, choice.notation);
  }
}

static void play_on(trv_game *game, uint32_t *chance, uint32_t most, struct made *made) {
  trv_choice_info info;
  char notation[200];
  for (; most && made->count < MOST_CHOICES && trv_game_choice(game, &info) == TRV_OK; most--) {
    uint32_t index = fuzz_below(chance, info.options);
    if (trv_option_notation(game, index, notation, sizeof notation) >= sizeof notation) return;
    if (trv_choose(game, index) < 0) fuzz_fail("an option cannot be chosen");
    note_choice(made, &info, notation);
  }
}

static size_t put(uint8_t *data, size_t most, const char *text, size_t length) {
  if (length > most) length = most;
  memcpy(data, text, length);
  return length;
}

/* A game that is played as far as its rules and chance let it, from a part of the save, or anew without one. */
static size_t mutate_game(const trv_save *save, uint32_t *chance, uint8_t *data, size_t most) {
  static struct made made;
  static const trv_choice_of_setting some[] = { { "goal", "5" }, { "fast", "true" }, { "first", "bern" } };
  struct fitting fitting = save ? open_for(save) : (struct fitting){ 0 };
  trv_save_info info = save ? trv_save_describe(save) : (trv_save_info){ 0 };
  bool follows = fitting.setup != NULL && fuzz_below(chance, 4);
  char *text = NULL;
  size_t length = 0;
  if (!fitting.setup) fitting = open_fitting(2 + fuzz_below(chance, 2), some, fuzz_below(chance, 4));
  if (!follows) info.seed = (trv_seed){ fuzz_below(chance, 100), fuzz_below(chance, 2) };
  made.count = 0;
  if (trv_game_start_seed(fitting.game, info.seed, info.number) != TRV_CHOICE) exit(2);
  if (follows) follow(save, fuzz_below(chance, (uint32_t)info.choices + 1), fitting.game, &made);
  play_on(fitting.game, chance, fuzz_below(chance, 20), &made);
  if (trv_save_write_seed(fitting.game, info.seed, info.number, made.choices, made.count, &text, &length) != TRV_OK)
    exit(2);
  length = put(data, most, text, length);
  trv_free(text);
  close_fitting(&fitting);
  return length;
}

/* Lines of a text, each with its end. */
struct lines {
  const char *start[2 * MOST_CHOICES + 100];
  size_t length[2 * MOST_CHOICES + 100];
  size_t count;
};

static void split(const char *text, struct lines *lines) {
  enum { MOST = sizeof lines->start / sizeof *lines->start };
  lines->count = 0;
  while (*text && lines->count + 1 < MOST) {
    const char *end = strchr(text, '\n');
    size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
    lines->start[lines->count] = text;
    lines->length[lines->count++] = length;
    text += length;
  }
}

/* One line is left out, doubled, moved, or takes the words behind its first one from another. */
static void change_lines(struct lines *lines, uint32_t *chance, char joined[400]) {
  size_t at = fuzz_below(chance, (uint32_t)lines->count), other = fuzz_below(chance, (uint32_t)lines->count);
  const char *start = lines->start[at], *from = lines->start[other];
  size_t length = lines->length[at], from_length = lines->length[other];
  switch (fuzz_below(chance, 4)) {
  case 0: lines->length[at] = 0; break;
  case 1:
    lines->start[lines->count - 1] = start; /* in the place of the last, which is written anew */
    lines->length[lines->count - 1] = length;
    break;
  case 2:
    lines->start[at] = from;
    lines->length[at] = from_length;
    lines->start[other] = start;
    lines->length[other] = length;
    break;
  default: {
    const char *word = memchr(start, ' ', length), *more = memchr(from, ' ', from_length);
    if (!word || !more) break;
    snprintf(joined, 400, "%.*s%.*s", (int)(word - start), start, (int)(from_length - (size_t)(more - from)), more);
    lines->start[at] = joined;
    lines->length[at] = strlen(joined);
  }
  }
}

/* Changes lines, then counts the choices again. */
static size_t mutate_lines(const char *text, uint32_t *chance, uint8_t *data, size_t most) {
  static struct lines lines;
  static char out[LONGEST_TEXT];
  char joined[400];
  size_t length = 0, choices = 0;
  split(text, &lines);
  if (lines.count < 3) return 0;
  const char *last = lines.start[lines.count - 1];
  char hash[20] = "0123456789abcdef";
  sscanf(last, "end %*s %16s", hash);
  lines.length[lines.count - 1] = 0;
  change_lines(&lines, chance, joined);
  for (size_t i = 0; i < lines.count && length + lines.length[i] + 100 < sizeof out; i++) {
    choices += lines.length[i] > 2 && lines.start[i][0] == 'p' && lines.start[i][1] >= '0' && lines.start[i][1] <= '9';
    if (lines.length[i]) memcpy(out + length, lines.start[i], lines.length[i]);
    length += lines.length[i];
  }
  length += (size_t)snprintf(out + length, sizeof out - length, "end %zu %s\n", choices, hash);
  return put(data, most, out, length);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  uint32_t chance = seed;
  char *text = text_of(data, size);
  trv_save *save = NULL;
  uint32_t way = fuzz_below(&chance, 8);
  bool is_save = trv_save_read(text, size, &save, NULL) == TRV_OK;
  if (way < 4 || size == 0) size = mutate_game(is_save ? save : NULL, &chance, data, most);
  else if (way < 7) {
    size_t made = mutate_lines(text, &chance, data, most);
    if (made) size = made;
  } else data[fuzz_below(&chance, (uint32_t)size)] ^= (uint8_t)(1 + fuzz_below(&chance, 255));
  trv_save_free(save);
  free(text);
  return size;
}

/* ---- the harness ---- */

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
  for (uint32_t i = 0; i <= info.seats; i++)
    if (!trv_save_who(save, i).bot || !trv_save_who(save, i).name) fuzz_fail("a seat without texts");
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

/* Whether it replays. */
static bool replay(const trv_save *save, struct fitting *fitting) {
  char why[300];
  bool replayed = trv_save_replay(save, fitting->game, why, sizeof why) == TRV_OK;
  if (!replayed && !*why) fuzz_fail("a save is refused without a sentence");
  trv_save_changes(save, fuzz_table()->program, fitting->game, count_change, NULL);
  if (replayed) write_again(save, fitting->game);
  return replayed;
}

bool fuzz_input(const uint8_t *data, size_t size) {
  trv_save *save = NULL;
  const char *problem = NULL;
  bool entered = false;
  char *text = text_of(data, size);
  int status = trv_save_read(text, size, &save, &problem);
  if (status == TRV_OK) {
    struct fitting own = open_for(save), usual = open_fitting(2, NULL, 0);
    ask(save);
    if (own.setup) entered = replay(save, &own);
    if (replay(save, &usual)) entered = true; /* of another number of players, or other settings, mostly */
    close_fitting(&own);
    close_fitting(&usual);
  } else if (!problem) fuzz_fail("a save is refused without a sentence");
  trv_save_free(save);
  free(text);
  return entered;
}
