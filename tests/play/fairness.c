/* What a sample may be made of, judged without samples: small games are dealt anew from the start, by other chance and
 * other choices of the other seats, and those are kept that agree with everything one seat has seen. They are the
 * positions that the seat cannot tell apart, and how often each comes is how likely it is. Samples of the position must
 * be the same positions, each as often:
 *   - none that samples never are, none that only samples are, and all with the same frequencies (chi-square);
 *   - what is kept in running rules counts by what it leads to: each option is taken, and the table looked at;
 *   - from all of them, the same seed makes the same sample, to the last byte.
 * In a game that begins with `// guess 1 in N`, seat 1 can only guess: bots and hints must be right that often, and not
 * more often. In one that begins with `// knows`, seat 1 was shown what it needs: they must be right. `// wider` in the second line: samples may also be positions that the seat could exclude by remembering.
 *
 *   fairness GAMES FILE…    prints TAP, a line for each file; GAMES are dealt anew for each seat of each of them */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "tests/play/table.h"
#include "vm/api.h"

enum {
  SEED = 7,
  OTHER_SEED = 1007,
  REFERENCES = 2,       /* games that are looked at */
  MOST_DECISIONS = 12,  /* of a game */
  MOST_POSITIONS = 400, /* that a seat cannot tell apart */
  ENOUGH = 400,         /* agreeing games, to judge */
  LIKELY = 12,          /* a position that came so often by one way must come by the other */
  MOST_OPTIONS = 16,
  GUESSES = 300,      /* games with each bot */
  MOST_WRONG = 15,    /* of them, if the bot knows */
  SAME_SAMPLES = 200, /* positions whose sample must be the same, for each moment */
};

/* How often each position came: by dealing anew, and by sampling. */
struct tally {
  uint64_t position[MOST_POSITIONS];
  double dealt[MOST_POSITIONS], sampled[MOST_POSITIONS];
  size_t positions;
  uint32_t games;
};

struct moment {
  uint64_t seen;  /* all that the seat has seen until here, as a hash */
  char *notation; /* what is chosen; owned */
  uint32_t chooser;
  uint64_t sample;    /* a sample of it, as a hash, if the seat is to choose */
  struct tally tally; /* of the positions, if the seat is to choose */
};

struct trial {
  const trv_program *program;
  const trv_setup *setup;
  trv_game *game, *other, *after;
  uint32_t seat, games, reference;
  bool wider;
  struct moment moments[MOST_DECISIONS];
  uint32_t count, judged;
  struct text text;
  char failure[400]; /* the first thing that went wrong, or "" */
};

/* ---- what a seat sees ---- */

struct sight {
  struct trial *trial;
  uint64_t hash;
};

static bool see_text(void *context, const char *text) {
  struct sight *sight = context;
  sight->hash = table_hash(sight->hash, text);
  return true;
}

static bool see_option(void *context, uint32_t index, const char *notation) {
  (void)index;
  return see_text(context, notation);
}

static bool see_denied(void *context, const trv_denied *denied) {
  return see_text(context, denied->notation) && see_text(context, denied->reason);
}

static void see_choice(struct trial *trial, trv_game *game, const trv_choice_info *info, struct sight *sight) {
  TEXT_FILL(&trial->text, trv_game_prompt, game);
  see_text(sight, text_get(&trial->text));
  trv_options_each(game, see_option, sight);
  for (uint32_t i = 0; i < info->options; i++) {
    TEXT_FILL(&trial->text, trv_option_label, game, i);
    see_text(sight, text_get(&trial->text));
  }
  trv_denied_each(game, see_denied, sight);
  sight->hash = hash_fnv(sight->hash, trv_game_undo_barrier(game));
}

/* What the seat has seen once it has also seen this position. */
static uint64_t see(struct trial *trial, trv_game *game, const trv_choice_info *info, uint64_t before) {
  struct sight sight = { trial, hash_fnv(hash_fnv(before, info->seat), info->decision) };
  size_t cursor = 0;
  TEXT_FILL(&trial->text, trv_view_json, game, (int)trial->seat);
  see_text(&sight, text_get(&trial->text));
  see_text(&sight, info->name);
  trv_log_since(game, (int)trial->seat, &cursor, see_text, &sight);
  if (info->seat == trial->seat) see_choice(trial, game, info, &sight);
  return sight.hash;
}

/* ---- what a position is ---- */

/* Without what seats were shown, which comes last: a sample has nothing of what the others know. */
static uint64_t hash_of_table(const trv_game *game, uint64_t hash) {
  const struct state *state = game->game.state;
  const struct meta *meta = game->game.setup->program->meta;
  const unsigned char *bytes = (const unsigned char *)(state + 1);
  size_t length = (size_t)(meta->known_count ? meta->known_offset : meta->stack_offset) - sizeof *state;
  for (size_t i = 0; i < length; i++) hash = hash_fnv(hash, bytes[i]);
  return hash;
}

static uint64_t hash_of_position(struct trial *trial, trv_game *game) {
  trv_choice_info info;
  uint64_t hash = hash_of_table(game, HASH_START);
  if (trv_game_choice(game, &info) != TRV_OK) return hash;
  for (uint32_t i = 0; i < info.options && i < MOST_OPTIONS; i++) {
    trv_game_copy(trial->after, game);
    trv_game_reseed(trial->after, SEED, 0);
    hash = hash_fnv(hash_of_table(trial->after, hash), (uint32_t)trv_choose(trial->after, i));
  }
  return hash;
}

static void count_position(struct trial *trial, struct tally *tally, trv_game *game, bool sampled) {
  uint64_t position = hash_of_position(trial, game);
  size_t i = 0;
  while (i < tally->positions && tally->position[i] != position) i++;
  if (i == MOST_POSITIONS) {
    snprintf(trial->failure, sizeof trial->failure, "there are more than %d positions", MOST_POSITIONS);
    return;
  }
  if (i == tally->positions) tally->position[tally->positions++] = position;
  *(sampled ? &tally->sampled[i] : &tally->dealt[i]) += 1;
}

/* A sample with a seed that is the same for all positions that the seat cannot tell apart. */
static uint64_t hash_of_sample(struct trial *trial, const trv_game *game) {
  if (trv_game_sample(trial->after, game, trial->seat, SEED) != TRV_OK) exit(2);
  return trv_game_hash(trial->after, true);
}

static void compare_sample(struct trial *trial, const struct moment *moment, const trv_game *game) {
  if (trial->failure[0] || moment->tally.games > SAME_SAMPLES || hash_of_sample(trial, game) == moment->sample) return;
  snprintf(trial->failure, sizeof trial->failure,
           "game %" PRIu32 ", seat %" PRIu32 ", decision %" PRIu32 ": the same seed makes another sample",
           trial->reference, trial->seat + 1, (uint32_t)(moment - trial->moments));
}

/* ---- dealing anew ---- */

static void begin(trv_game *game, uint32_t seed, uint32_t number) {
  trv_game_unlisten(game);
  if (trv_game_listen(game) != TRV_OK) exit(2);
  trv_game_start(game, seed, number);
}

/* The game that is looked at: what the seat sees and what all choose. */
static void play_reference(struct trial *trial) {
  uint64_t seen = HASH_START;
  trv_choice_info info;
  trial->count = 0;
  for (begin(trial->game, SEED, trial->reference); trv_game_choice(trial->game, &info) == TRV_OK; trial->count++) {
    if (trial->count == MOST_DECISIONS) break;
    uint32_t index = trv_random_choice(SEED, trial->reference, info.seat, info.decision, info.options);
    seen = see(trial, trial->game, &info, seen);
    TEXT_FILL(&trial->text, trv_option_notation, trial->game, index);
    trial->moments[trial->count] = (struct moment){ .seen = seen, .chooser = info.seat };
    trial->moments[trial->count].notation = strdup(text_get(&trial->text));
    if (!trial->moments[trial->count].notation) exit(2);
    if (info.seat == trial->seat) trial->moments[trial->count].sample = hash_of_sample(trial, trial->game);
    trv_choose(trial->game, index);
  }
}

/* Another game, as long as the seat sees the same. */
static void deal_anew(struct trial *trial, uint32_t number) {
  uint64_t seen = HASH_START;
  trv_choice_info info;
  begin(trial->other, OTHER_SEED, number);
  for (uint32_t i = 0; i < trial->count && trv_game_choice(trial->other, &info) == TRV_OK; i++) {
    struct moment *moment = &trial->moments[i];
    seen = see(trial, trial->other, &info, seen);
    if (seen != moment->seen) return;
    if (info.seat != trial->seat) {
      trv_choose(trial->other, trv_random_choice(OTHER_SEED, number, info.seat, info.decision, info.options));
      continue;
    }
    moment->tally.games++;
    compare_sample(trial, moment, trial->other);
    count_position(trial, &moment->tally, trial->other, false);
    if (trv_choose_notation(trial->other, moment->notation) < 0) return;
  }
}

/* ---- samples ---- */

static void judge(struct trial *trial, const struct tally *tally, uint32_t decision) {
  double squares = 0;
  size_t cells = 0, never = 0, only = 0;
  for (size_t i = 0; i < tally->positions; i++) {
    double dealt = tally->dealt[i], sampled = tally->sampled[i], difference = dealt - sampled;
    never += dealt >= LIKELY && sampled == 0;
    only += sampled >= LIKELY && dealt == 0;
    if (trial->wider && dealt == 0) continue;
    squares += difference * difference / (dealt + sampled);
    cells++;
  }
  double freedom = cells > 1 ? (double)(cells - 1) : 1, bound = freedom + 5 * sqrt(2 * freedom) + 6;
  if (never == 0 && (trial->wider || (only == 0 && squares <= bound))) return;
  snprintf(
      trial->failure, sizeof trial->failure,
      "game %" PRIu32 ", seat %" PRIu32 ", decision %" PRIu32 ": of %zu positions, %" PRIu32
      " times dealt and sampled, %zu are never sampled and %zu only sampled; chi-square %.0f, at most %.0f is fair",
      trial->reference, trial->seat + 1, decision, tally->positions, tally->games, never, only, squares, bound);
}

static void compare_samples(struct trial *trial) {
  trv_choice_info info;
  begin(trial->game, SEED, trial->reference);
  for (uint32_t i = 0; i < trial->count && !trial->failure[0]; i++) {
    struct tally *tally = &trial->moments[i].tally;
    trv_game_choice(trial->game, &info);
    if (tally->games >= ENOUGH) {
      for (uint32_t number = 0; number < tally->games; number++) {
        if (trv_game_sample(trial->other, trial->game, trial->seat, number) != TRV_OK) exit(2);
        count_position(trial, tally, trial->other, true);
      }
      judge(trial, tally, i);
      trial->judged++;
    }
    trv_choose_notation(trial->game, trial->moments[i].notation);
  }
}

static void look_at_seat(struct trial *trial) {
  play_reference(trial);
  for (uint32_t number = 0; number < trial->games && !trial->failure[0]; number++) deal_anew(trial, number);
  if (!trial->failure[0]) compare_samples(trial);
  for (uint32_t i = 0; i < trial->count; i++) free(trial->moments[i].notation);
}

/* ---- guessing ---- */

typedef uint32_t guess_by(struct trial *trial, void *self, const struct bot_turn *turn);

static uint32_t guess_greedy(struct trial *trial, void *self, const struct bot_turn *turn) {
  return bot_greedy.choose(self, trial->game, turn);
}
static uint32_t guess_search(struct trial *trial, void *self, const struct bot_turn *turn) {
  return bot_search.choose(self, trial->game, turn);
}

/* How often seat 1 was right, when others choose at random. */
static uint32_t count_right(struct trial *trial, guess_by *guess, void *self) {
  uint32_t right = 0;
  char why[200] = "";
  for (uint32_t number = 0; number < GUESSES; number++) {
    trv_choice_info info;
    uint32_t places[TRV_MOST_PLAYERS];
    int32_t keys[TRV_MOST_PLAYERS];
    begin(trial->game, SEED, number);
    while (trv_game_choice(trial->game, &info) == TRV_OK) {
      struct bot_turn turn = bots_turn((trv_seed){ SEED, 0 }, number, &info);
      turn.why = why, turn.why_size = sizeof why;
      bool bot = info.seat == 0 && info.options > 0;
      trv_choose(trial->game, bot ? guess(trial, self, &turn)
                                  : trv_random_choice(SEED, number, info.seat, info.decision, info.options));
    }
    if (trv_game_result(trial->game, places, keys) != TRV_OK) exit(2);
    right += keys[0] > 0;
  }
  return right;
}

static uint32_t guess_hint(struct trial *trial, void *self, const struct bot_turn *turn) {
  struct bot_advice advice[1];
  (void)self;
  return bots_advise(trial->game, turn, NULL, advice, 1, NULL) ? advice[0].option : 0;
}

static void judge_guesses(struct trial *trial, const char *who, uint32_t right, uint32_t of) {
  double fair = (double)GUESSES / of, spread = sqrt(fair * (1 - 1.0 / of));
  if (of == 1 && !trial->failure[0] && right < GUESSES - MOST_WRONG)
    snprintf(trial->failure, sizeof trial->failure, "%s is right in only %" PRIu32 " of %d games", who, right, GUESSES);
  if (of == 1) return;
  if (trial->failure[0] || fabs(right - fair) <= 4 * spread) return;
  snprintf(trial->failure, sizeof trial->failure, "%s is right in %" PRIu32 " of %d games, %.0f to %.0f is fair", who,
           right, GUESSES, ceil(fair - 4 * spread), floor(fair + 4 * spread));
}

static void guess_with(struct trial *trial, const struct bot *bot, guess_by *guess, const char *argument, uint32_t of) {
  char why[200] = "";
  struct bot_place place = { trial->setup, 0, argument, 0, why, sizeof why, NULL };
  void *self = bot->start(&place);
  if (!self) exit(2);
  judge_guesses(trial, bot->name, count_right(trial, guess, self), of);
  bot->end(self);
}

static void guess_all(struct trial *trial, uint32_t of) {
  guess_with(trial, &bot_greedy, guess_greedy, "", of);
  guess_with(trial, &bot_search, guess_search, "100", of);
  if (!trial->failure[0]) judge_guesses(trial, "a hint", count_right(trial, guess_hint, NULL), of);
}

/* ---- files ---- */

/* What the first lines of a file say. */
static uint32_t read_head(const char *name, bool *wider) {
  char first[200] = "", second[200] = "";
  unsigned of = 0;
  FILE *file = fopen(name, "r");
  if (!file || !fgets(first, sizeof first, file) || !fgets(second, sizeof second, file)) exit(2);
  fclose(file);
  *wider = strncmp(second, "// wider", 8) == 0;
  if (strncmp(first, "// knows", 8) == 0) return 1;
  return sscanf(first, "// guess 1 in %u", &of) == 1 ? of : 0;
}

static bool look_at_file(const char *file, uint32_t games) {
  static struct trial trial;
  trv_program *program = table_compile(file);
  trv_setup *setup = table_setup(program, trv_program_describe(program).low_players);
  trial = (struct trial){ .program = program, .setup = setup, .games = games };
  uint32_t of = read_head(file, &trial.wider);
  trial.game = table_game(setup), trial.other = table_game(setup), trial.after = table_game(setup);
  for (; trial.reference < REFERENCES; trial.reference++)
    for (trial.seat = 0; trial.seat < trv_setup_players(setup) && !trial.failure[0]; trial.seat++) look_at_seat(&trial);
  if (!trial.judged && !trial.failure[0])
    snprintf(trial.failure, sizeof trial.failure, "too few games agree with what a seat has seen");
  if (of && !trial.failure[0]) guess_all(&trial, of);
  printf("%s - %s\n", trial.failure[0] ? "not ok" : "ok", file);
  if (trial.failure[0]) printf("# %s\n", trial.failure);
  else printf("# %" PRIu32 " positions judged\n", trial.judged);
  fflush(stdout);
  text_free(&trial.text);
  trv_game_free(trial.game);
  trv_game_free(trial.other);
  trv_game_free(trial.after);
  trv_setup_free(setup);
  trv_program_free(program);
  return !trial.failure[0];
}

int main(int argc, char **argv) {
  bool passed = true;
  uint32_t games = argc > 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  if (games == 0) {
    fprintf(stderr, "usage: fairness GAMES FILE…\n");
    return 2;
  }
  printf("1..%d\n", argc - 2);
  for (int i = 2; i < argc; i++) passed &= look_at_file(argv[i], games);
  return passed ? 0 : 1;
}
