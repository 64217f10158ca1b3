/* `trvm compare`: what house rules do to a game. Reads the options, gets both sides ready and has them played; compare.h
 * tells which file does what. */
#include "trvm/compare.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trvm/arguments.h"
#include "trvm/guest.h"

enum { MOST_PAIRS = 100000000, MOST_PLAYERS = 99 };

struct compare_options {
  struct compare_wish wish;
  struct settings settings[SIDES];
  bool players[MOST_PLAYERS + 1], some_players; /* those asked for, if any were */
  bool json, csv;
  const char *html;
};

/* "2", "2-4", "2,4-6". */
static bool read_players(struct compare_options *wanted, char *text) {
  char *rest = NULL;
  for (char *part = strtok_r(text, ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
    char *dash = strchr(part, '-');
    uint32_t low, high;
    if (dash) *dash = '\0';
    if (!arguments_number("--players", part, 1, MOST_PLAYERS, &low)) return false;
    if (!arguments_number("--players", dash ? dash + 1 : part, low, MOST_PLAYERS, &high)) return false;
    for (uint32_t players = low; players <= high; players++) wanted->players[players] = true;
    wanted->some_players = true;
  }
  if (!wanted->some_players) complain("--players: write a number, or several such as 2-4");
  return wanted->some_players;
}

static bool read_option(int id, char *value, struct compare_options *wanted) {
  struct compare_wish *wish = &wanted->wish;
  switch (id) {
  case OPTION_GAMES: return arguments_number("-n", value, 1, MOST_PAIRS, &wish->games);
  case OPTION_JOBS: return arguments_number("--jobs", value, 1, MOST_JOBS, &wish->jobs);
  case OPTION_PLAYER_COUNTS: return read_players(wanted, value);
  case OPTION_SEED: return arguments_number("--seed", value, 0, UINT32_MAX, &wish->seed);
  case OPTION_LIMIT: return arguments_number("--limit", value, 1, UINT32_MAX, &wish->limit);
  case OPTION_BOT: return seats_read(&wish->seats, value);
  case OPTION_BOT_TIME: return arguments_number("--bot-time", value, 1, GUEST_MOST_TIME, &wish->milliseconds);
  case OPTION_SET: return load_setting(&wanted->settings[SIDE_CHANGED], value);
  case OPTION_SET_BASE: return load_setting(&wanted->settings[SIDE_BASE], value);
  case OPTION_ROUNDS: wish->rounds = value; return true;
  case OPTION_UNPAIRED: wish->apart = true; return true;
  case OPTION_ALL: wish->all = true; return true;
  case OPTION_JSON: wanted->json = true; return true;
  case OPTION_CSV: wanted->csv = true; return true;
  case OPTION_HTML_FILE: wanted->html = value; return true;
  }
  return true;
}

/* ---- both sides ---- */

/* `Title with "Variant", "Variant", setting=value`. */
static char *title_of(const struct comparison *comparison, enum compare_side side, const struct settings *settings) {
  struct text text = { 0 };
  trv_variant_info variant;
  const char *between = " with ";
  text_append_format(&text, "%s", comparison->infos[side].title);
  for (uint32_t i = 0; trv_program_variant(comparison->programs[side], i, &variant) == TRV_OK; i++) {
    text_append_format(&text, "%s\"%s\"", between, variant.title);
    between = ", ";
  }
  for (size_t i = 0; i < settings->count; i++) {
    text_append_format(&text, "%s%s=%s", between, settings->items[i].name, settings->items[i].value);
    between = ", ";
  }
  return text.bytes;
}

static int load_sides(struct arguments *arguments, const struct settings *settings, struct comparison *comparison,
                      bool colour) {
  const struct variant_files none = { .settings = settings[SIDE_BASE].items,
                                      .setting_count = settings[SIDE_BASE].count };
  arguments->variants.settings = settings[SIDE_CHANGED].items;
  arguments->variants.setting_count = settings[SIDE_CHANGED].count;
  const char *base = arguments->operands[0], *changed = arguments->operands[arguments->operand_count - 1];
  int exit_code =
      load_program(changed, &arguments->variants, &arguments->link, colour, &comparison->programs[SIDE_CHANGED]);
  if (exit_code != EXIT_FINE) return exit_code;
  /* A variant that is named alone is compared with its game, as `diff` does. */
  trv_variant_info variant;
  bool alone = arguments->operand_count == 1 && !arguments->variants.count && !settings[SIDE_CHANGED].count &&
               trv_program_variant(comparison->programs[SIDE_CHANGED], 0, &variant) == TRV_OK;
  return load_program(alone ? variant.base : base, &none, &arguments->link, colour, &comparison->programs[SIDE_BASE]);
}

static bool wants(const struct compare_options *wanted, const struct comparison *comparison, uint32_t players) {
  if (wanted->some_players) return wanted->players[players];
  for (enum compare_side side = SIDE_BASE; side < SIDES; side++)
    if (players < comparison->infos[side].low_players || players > comparison->infos[side].high_players) return false;
  return true;
}

static int lay_tables(struct comparison *comparison, const struct compare_options *wanted) {
  comparison->tables = calloc(MOST_PLAYERS, sizeof *comparison->tables);
  int exit_code = comparison->tables ? EXIT_FINE : EXIT_WRONG;
  uint32_t most = 0;
  for (uint32_t players = 1; exit_code == EXIT_FINE && players <= MOST_PLAYERS; players++) {
    if (!wants(wanted, comparison, players)) continue;
    struct compare_table *table = &comparison->tables[comparison->table_count++];
    table->players = most = players;
    for (enum compare_side side = SIDE_BASE; exit_code == EXIT_FINE && side < SIDES; side++) {
      const struct settings *settings = &wanted->settings[side];
      struct setup_wish wish = { players, settings->items, settings->count, .simulated = true };
      exit_code = load_setup(comparison->programs[side], wish, &table->setups[side]);
    }
    if (exit_code == EXIT_FINE) compare_lay_table(comparison, table);
  }
  if (exit_code == EXIT_FINE && most == 0) {
    const trv_program_info *base = &comparison->infos[SIDE_BASE], *changed = &comparison->infos[SIDE_CHANGED];
    complain("compare: no number of players fits both: %u to %u in the base, %u to %u in the changed game",
             base->low_players, base->high_players, changed->low_players, changed->high_players);
    return EXIT_WRONG;
  }
  if (exit_code == EXIT_FINE && !seats_check(&wanted->wish.seats, most)) return EXIT_WRONG;
  return exit_code;
}

/* ---- the result ---- */

static int write_page(const struct comparison *comparison, const char *file) {
  struct text page = { 0 };
  compare_page(comparison, &page);
  bool stored = file_store_document(file, text_get(&page));
  text_free(&page);
  return stored ? EXIT_FINE : EXIT_WRONG;
}

static bool any_failure(const struct comparison *comparison) {
  for (uint32_t t = 0; t < comparison->table_count; t++)
    for (enum compare_side side = SIDE_BASE; side < SIDES; side++) {
      const uint32_t *outcomes = comparison->tables[t].outcomes[side];
      if (outcomes[SIM_STUCK] || outcomes[SIM_ERROR]) return true;
    }
  return false;
}

static int play_and_tell(struct comparison *comparison, const struct compare_options *wanted,
                         const struct screen *screen) {
  tool_watch_interruptions();
  if (!compare_run(comparison)) return EXIT_WRONG;
  compare_estimate(comparison);
  if (interrupted && (wanted->json || wanted->csv)) complain("interrupted: these are the figures so far");
  if (wanted->json) compare_print_json(comparison);
  else if (wanted->csv) compare_print_csv(comparison);
  else compare_print_text(screen, comparison);
  int exit_code = wanted->html ? write_page(comparison, wanted->html) : EXIT_FINE;
  return exit_code == EXIT_FINE && any_failure(comparison) ? EXIT_FINDINGS : exit_code;
}

int compare_command(struct arguments *arguments) {
  struct compare_options wanted = { .wish = { .games = 1000, .seed = 1, .jobs = tool_default_jobs() } };
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (!read_option(id, (char *)arguments->value, &wanted)) return EXIT_WRONG;
  }
  if (!arguments_operands(arguments, 1, 2)) return EXIT_WRONG;
  if (wanted.html && !arguments_output(arguments, wanted.html)) return EXIT_WRONG;
  if (wanted.json && wanted.csv) {
    complain("compare: choose one of --json and --csv");
    return EXIT_WRONG;
  }

  struct screen screen, errors;
  struct comparison comparison = { .wish = wanted.wish };
  screen_begin(&screen, stdout, arguments->colour);
  screen_begin(&errors, stderr, arguments->colour);
  comparison.wish.progress = isatty(STDERR_FILENO);
  int exit_code = load_sides(arguments, wanted.settings, &comparison, errors.colour);
  if (exit_code == EXIT_FINE && !compare_survey(&comparison)) exit_code = EXIT_WRONG;
  if (exit_code == EXIT_FINE) {
    for (enum compare_side side = SIDE_BASE; side < SIDES; side++)
      comparison.titles[side] = title_of(&comparison, side, &wanted.settings[side]);
    exit_code = lay_tables(&comparison, &wanted);
  }
  if (exit_code == EXIT_FINE) exit_code = play_and_tell(&comparison, &wanted, &screen);
  compare_free(&comparison);
  return exit_code;
}
