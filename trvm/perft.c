/* `trvm perft`: how many sequences of decisions there are of each length, chance fixed by the seed. Two programs of
 * the same rules agree on every number or one of them is wrong, which makes this the strongest oracle for rules.
 *
 * One game per depth, made before the walk: the walk itself copies positions and allocates nothing. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/json.h"
#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

enum { MOST_DEPTH = 200 };

struct perft_walk {
  uint32_t depth, seed;
  bool divide;
  trv_game *games[MOST_DEPTH + 1];
  trv_options *options[MOST_DEPTH + 1]; /* of each of them */
  uint64_t counts[MOST_DEPTH + 1];      /* [k]: sequences of k decisions */
  uint64_t *first_counts;               /* [i]: sequences of full length that begin with option i */
  uint32_t first_options;
  trv_game *failed; /* the game with the rule error that ended the walk */
  bool no_memory;
};

/* Counts what follows the position at `level`; false when a rule error, an interruption or a lack of memory ends the
 * walk. */
static bool walk_from(struct perft_walk *walk, uint32_t level) {
  trv_choice_info info;
  if (interrupted) return false;
  if (trv_game_choice(walk->games[level], &info) != TRV_OK) return true;
  walk->counts[level + 1] += info.options;
  if (level + 1 == walk->depth) return true;
  int found = trv_options_find(walk->options[level], walk->games[level]);
  if (found < 0) {
    walk->no_memory = true;
    return false;
  }
  trv_game *next = walk->games[level + 1];
  for (uint32_t i = 0; i < (uint32_t)found; i++) { /* which C code that rules call can make fewer */
    uint64_t before = walk->counts[walk->depth];
    trv_game_copy(next, walk->games[level]);
    if (trv_options_choose(walk->options[level], next, i) == TRV_RULE_ERROR) {
      walk->failed = next;
      return false;
    }
    if (!walk_from(walk, level + 1)) return false;
    if (level == 0 && walk->first_counts && i < walk->first_options)
      walk->first_counts[i] = walk->counts[walk->depth] - before;
  }
  return true;
}

static bool print_first(void *context, uint32_t index, const char *notation) {
  const struct perft_walk *walk = context;
  if (index >= walk->first_options) return false;
  output_format(stdout, "%20" PRIu64 "  %s\n", walk->first_counts[index], notation);
  return true;
}

static void print_walk(struct perft_walk *walk) {
  output_format(stdout, "%6s  %20s\n", "length", "sequences");
  for (uint32_t k = 1; k <= walk->depth; k++) output_format(stdout, "%6u  %20" PRIu64 "\n", k, walk->counts[k]);
  if (!walk->divide) return;
  output_format(stdout, "\n%20s  first decision (length %u)\n", "sequences", walk->depth);
  trv_options_each(walk->games[0], print_first, walk);
}

struct division {
  struct json *json;
  const struct perft_walk *walk;
};

static bool json_first(void *context, uint32_t index, const char *notation) {
  const struct division *division = context;
  if (index >= division->walk->first_options) return false;
  json_open_object(division->json, NULL);
  json_text(division->json, "notation", notation);
  json_count(division->json, "count", division->walk->first_counts[index]);
  json_close(division->json);
  return true;
}

static void json_walk(struct perft_walk *walk, const trv_setup *setup) {
  struct json json;
  trv_program_info info = trv_program_describe(trv_setup_program(setup));
  tool_json(&json, stdout);
  json_open_object(&json, NULL);
  json_text(&json, "game", info.title);
  json_hash(&json, "program_hash", info.hash);
  json_count(&json, "players", trv_setup_players(setup));
  json_count(&json, "seed", walk->seed);
  json_count(&json, "depth", walk->depth);
  json_open_array(&json, "counts");
  for (uint32_t k = 1; k <= walk->depth; k++) json_count(&json, NULL, walk->counts[k]);
  json_close(&json);
  if (walk->divide) {
    struct division division = { &json, walk };
    json_open_array(&json, "divide");
    trv_options_each(walk->games[0], json_first, &division);
    json_close(&json);
  }
  json_close(&json);
}

/* Starts the game and makes room for the counts by first decision. */
static bool start_walk(struct perft_walk *walk) {
  trv_choice_info info;
  if (trv_game_start(walk->games[0], walk->seed, 0) == TRV_RULE_ERROR) {
    walk->failed = walk->games[0];
    return false;
  }
  if (trv_game_choice(walk->games[0], &info) == TRV_OK) walk->first_options = info.options;
  if (!walk->divide) return true;
  walk->first_counts = need_memory(NULL, (walk->first_options + 1) * sizeof *walk->first_counts);
  for (uint32_t i = 0; i < walk->first_options; i++) walk->first_counts[i] = walk->depth == 1;
  return true;
}

static int run_walk(struct perft_walk *walk, const trv_setup *setup, bool as_json) {
  for (uint32_t i = 0; i <= walk->depth; i++)
    if (trv_game_new(setup, &walk->games[i]) != TRV_OK || trv_options_new(setup, &walk->options[i]) != TRV_OK) {
      complain("out of memory");
      return EXIT_WRONG;
    }
  bool whole = start_walk(walk) && walk_from(walk, 0);
  if (walk->failed && !interrupted) {
    complain("perft: a rule error ends the count (seed %u)", walk->seed);
    load_print_rule_error(stderr, walk->failed, "");
    return EXIT_FINDINGS;
  }
  if (!whole) {
    complain(walk->no_memory && !interrupted ? "perft: out of memory" : "perft: interrupted");
    return EXIT_FINDINGS;
  }
  if (as_json) json_walk(walk, setup);
  else print_walk(walk);
  return EXIT_FINE;
}

int perft_command(struct arguments *arguments) {
  struct perft_walk walk = { .depth = 4, .seed = 1 };
  struct settings settings = { .count = 0 };
  uint32_t players = 0;
  bool as_json = false, fine = true;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    char *value = (char *)arguments->value;
    switch (id) {
    case ARGUMENTS_STOP: return arguments->exit_code;
    case OPTION_DEPTH: fine = arguments_number("--depth", value, 1, MOST_DEPTH, &walk.depth); break;
    case OPTION_PLAYERS: fine = arguments_number("--players", value, 1, 99, &players); break;
    case OPTION_SEED: fine = arguments_number("--seed", value, 0, UINT32_MAX, &walk.seed); break;
    case OPTION_SET: fine = load_setting(&settings, value); break;
    case OPTION_DIVIDE: walk.divide = true; break;
    case OPTION_JSON: as_json = true; break;
    }
    if (!fine) return EXIT_WRONG;
  }
  if (!arguments_operands(arguments, 1, 1)) return EXIT_WRONG;

  struct screen errors;
  trv_program *program = NULL;
  trv_setup *setup = NULL;
  screen_begin(&errors, stderr, arguments->colour);
  arguments->variants.settings = settings.items;
  arguments->variants.setting_count = settings.count;
  int exit_code = load_program(arguments->operands[0], &arguments->variants, &arguments->link, errors.colour, &program);
  struct setup_wish wish = { .players = players, .settings = settings.items, .setting_count = settings.count };
  if (exit_code == EXIT_FINE) exit_code = load_setup(program, wish, &setup);
  if (exit_code == EXIT_FINE) {
    tool_watch_interruptions();
    exit_code = run_walk(&walk, setup, as_json);
  }
  for (uint32_t i = 0; i <= walk.depth; i++) {
    trv_game_free(walk.games[i]);
    trv_options_free(walk.options[i]);
  }
  free(walk.first_counts);
  trv_setup_free(setup);
  trv_program_free(program);
  return exit_code;
}
