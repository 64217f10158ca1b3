/* `trvm sim`: plays many games with bots and tells how they went: who wins, how long games are, whether the rules ever
 * fail. sim_run.c plays; this file reads options and prints. */
#include "trvm/sim.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "trvm/arguments.h"
#include "trvm/guest.h"
#include "trvm/screen.h"
#include "trvm/seats.h"
#include "trvm/tool.h"

enum { MOST_GAMES = 1000000000 };

struct sim_options {
  struct sim_wish wish;
  uint32_t players;
  struct seat_wishes seats;
  struct settings settings;
  bool json, csv;
};

static bool read_option(int id, char *value, struct sim_options *wanted) {
  struct sim_wish *wish = &wanted->wish;
  switch (id) {
  case OPTION_GAMES: return arguments_number("-n", value, 1, MOST_GAMES, &wish->games);
  case OPTION_JOBS: return arguments_number("--jobs", value, 1, MOST_JOBS, &wish->jobs);
  case OPTION_PLAYERS: return arguments_number("--players", value, 1, 99, &wanted->players);
  case OPTION_SEED: return arguments_number("--seed", value, 0, UINT32_MAX, &wish->seed);
  case OPTION_LIMIT: return arguments_number("--limit", value, 1, UINT32_MAX, &wish->limit);
  case OPTION_BOT: return seats_read(&wanted->seats, value);
  case OPTION_BOT_TIME: return arguments_number("--bot-time", value, 1, GUEST_MOST_TIME, &wish->milliseconds);
  case OPTION_SET: return load_setting(&wanted->settings, value);
  case OPTION_CHECK: wish->check = true; return true;
  case OPTION_JSON: wanted->json = true; return true;
  case OPTION_CSV: wanted->csv = true; return true;
  }
  return true;
}

/* ---- output ---- */

static double share(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : 0; }

static double mean_score(const struct sim_result *result, uint32_t seat) {
  return result->finished ? (double)result->scores[seat].sum / result->finished : 0;
}

/* House rules may break what the game promises, but have to say so. */
static void print_broken(FILE *out, const struct sim_wish *wish, const struct sim_result *result) {
  trv_variant_info variant;
  if (trv_program_variant(trv_setup_program(wish->setup), 0, &variant) != TRV_OK) return;
  for (uint32_t i = 0; i < result->failure_count; i++) {
    if (!result->failures[i].broken) continue;
    output_format(out, "House rules that mean to break it say so: drop invariant \"%s\"\n", result->failures[i].broken);
    return;
  }
}

static void print_failures(FILE *out, const struct sim_wish *wish, const struct sim_result *result) {
  uint32_t all = result->stuck + result->errors;
  if (all == 0) return;
  output_format(out, "\nrule errors%s:\n", all > result->failure_count ? ", the first few" : "");
  for (uint32_t i = 0; i < result->failure_count; i++) {
    const struct sim_failure *failure = &result->failures[i];
    output_format(out, "  seed %u, game %u, after %u decision%s: ", wish->seed, failure->number, failure->decisions,
                  plural(failure->decisions));
    output_lines(out, failure->text); /* with the places that led to it */
    output_format(out, "\n");
  }
  print_broken(out, wish, result);
}

static void print_seats(const struct screen *screen, const struct sim_wish *wish, const struct sim_result *result) {
  FILE *out = screen->out;
  if (result->finished == 0) return;
  output_format(out, "\n%-10s %9s %7s %10s %6s %6s\n", "seat", "wins", "", "mean score", "least", "most");
  for (uint32_t seat = 0; seat < trv_setup_players(wish->setup); seat++) {
    const struct sim_score *score = &result->scores[seat];
    screen_pad(screen, STYLE_PLAIN, trv_setup_seat_name(wish->setup, seat), 10);
    output_format(out, " %9u %6.1f%% %10.2f %6d %6d\n", result->wins[seat],
                  100 * share(result->wins[seat], result->finished), mean_score(result, seat), score->least,
                  score->most);
  }
  if (result->shared)
    output_format(out, "%-10s %9u %6.1f%%  won by several, and counted for each of them\n", "(shared)", result->shared,
                  100 * share(result->shared, result->finished));
}

static void print_text(const struct screen *screen, const struct sim_wish *wish, const struct sim_result *result) {
  FILE *out = screen->out;
  trv_program_info info = trv_program_describe(trv_setup_program(wish->setup));
  uint32_t players = trv_setup_players(wish->setup);
  output_format(out, "%s, %u player%s, seed %u: %u game%s", info.title, players, plural(players), wish->seed,
                result->played, plural(result->played));
  if (result->played < wish->games) output_format(out, " of %u (interrupted)", wish->games);
  output_format(out, "\n\n");
  output_format(out, "finished      %12u\n", result->finished);
  output_format(out, "stuck         %12u\n", result->stuck);
  output_format(out, "rule errors   %12u\n", result->errors);
  output_format(out, "over limit    %12u\n", result->over_limit);
  output_format(out, "decisions     %12" PRIu64 "\n", result->decisions);
  output_format(out, "mean decisions%12.1f\n", share(result->decisions, result->played));
  output_format(out, "trace hash    %016" PRIx64 "\n", result->trace);
  print_seats(screen, wish, result);
  print_failures(out, wish, result);
}

static void json_scores(struct json *json, const struct sim_wish *wish, const struct sim_result *result) {
  uint32_t players = trv_setup_players(wish->setup);
  struct sim_score all = result->scores[0];
  double sum = 0;
  for (uint32_t seat = 0; seat < players; seat++) {
    sum += mean_score(result, seat);
    if (result->scores[seat].least < all.least) all.least = result->scores[seat].least;
    if (result->scores[seat].most > all.most) all.most = result->scores[seat].most;
  }
  json_open_object(json, "scores");
  json_decimal(json, "mean", sum / players);
  json_number(json, "min", all.least);
  json_number(json, "max", all.most);
  json_open_array(json, "seats");
  for (uint32_t seat = 0; seat < players; seat++) {
    json_open_object(json, NULL);
    json_text(json, "seat", trv_setup_seat_name(wish->setup, seat));
    json_decimal(json, "mean", mean_score(result, seat));
    json_number(json, "min", result->scores[seat].least);
    json_number(json, "max", result->scores[seat].most);
    json_close(json);
  }
  json_close(json);
  json_close(json);
}

static void json_failures(struct json *json, const struct sim_wish *wish, const struct sim_result *result) {
  json_open_array(json, "failures");
  for (uint32_t i = 0; i < result->failure_count; i++) {
    json_open_object(json, NULL);
    json_count(json, "seed", wish->seed);
    json_count(json, "number", result->failures[i].number);
    json_count(json, "decisions", result->failures[i].decisions);
    json_text(json, "message", result->failures[i].text);
    json_close(json);
  }
  json_close(json);
}

static void print_json(const struct sim_wish *wish, const struct sim_result *result) {
  struct json json;
  trv_program_info info = trv_program_describe(trv_setup_program(wish->setup));
  tool_json(&json, stdout);
  json_open_object(&json, NULL);
  json_text(&json, "game", info.title);
  json_hash(&json, "program_hash", info.hash);
  json_count(&json, "players", trv_setup_players(wish->setup));
  json_count(&json, "n", result->played);
  json_count(&json, "seed", wish->seed);
  json_count(&json, "jobs", wish->jobs);
  json_count(&json, "finished", result->finished);
  json_count(&json, "stuck", result->stuck);
  json_count(&json, "errors", result->errors);
  json_count(&json, "over_limit", result->over_limit);
  json_count(&json, "decisions", result->decisions);
  json_decimal(&json, "mean_decisions", share(result->decisions, result->played));
  json_open_array(&json, "seat_wins");
  for (uint32_t seat = 0; seat < trv_setup_players(wish->setup); seat++) json_count(&json, NULL, result->wins[seat]);
  json_close(&json);
  json_count(&json, "shared_wins", result->shared);
  json_scores(&json, wish, result);
  json_failures(&json, wish, result);
  json_hash(&json, "trace_hash", result->trace);
  json_close(&json);
}

static void print_csv_head(const trv_setup *setup) {
  output_format(stdout, "game,outcome,decisions,trace");
  for (uint32_t seat = 0; seat < trv_setup_players(setup); seat++) {
    const char *name = trv_setup_seat_name(setup, seat);
    output_format(stdout, ",%s_place,%s_score", name, name);
  }
  output_format(stdout, "\n");
}

/* ---- the run ---- */

static bool seat_bots(struct sim_options *wanted) {
  seats_fill(&wanted->seats, wanted->wish.bots);
  return seats_check(&wanted->seats, trv_setup_players(wanted->wish.setup));
}

static int simulate(struct sim_options *wanted, const struct screen *screen) {
  struct sim_wish *wish = &wanted->wish;
  struct sim_result result = { 0 };
  uint32_t stated = trv_program_describe(trv_setup_program(wish->setup)).decision_limit;
  if (wish->limit == 0) wish->limit = stated ? stated : SIM_DEFAULT_LIMIT;
  wish->csv = wanted->csv ? stdout : NULL;
  wish->progress = isatty(STDERR_FILENO) && !(wanted->csv && screen->terminal);
  if (wanted->csv) print_csv_head(wish->setup);
  tool_watch_interruptions();
  if (!sim_run(wish, &result)) return EXIT_WRONG;
  if (result.played < wish->games && (wanted->json || wanted->csv) && !ferror(stdout))
    complain("interrupted after %u of %u games", result.played, wish->games);
  if (wanted->json) print_json(wish, &result);
  else if (!wanted->csv) print_text(screen, wish, &result);
  else print_failures(stderr, wish, &result);
  return result.stuck || result.errors ? EXIT_FINDINGS : EXIT_FINE;
}

int sim_command(struct arguments *arguments) {
  struct sim_options wanted = { .wish = { .games = 1000, .seed = 1, .jobs = tool_default_jobs() } };
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (!read_option(id, (char *)arguments->value, &wanted)) return EXIT_WRONG;
  }
  if (!arguments_operands(arguments, 1, 1)) return EXIT_WRONG;
  if (wanted.json && wanted.csv) {
    complain("sim: choose one of --json and --csv");
    return EXIT_WRONG;
  }

  struct screen screen, errors;
  trv_program *program = NULL;
  trv_setup *setup = NULL;
  screen_begin(&screen, stdout, arguments->colour);
  screen_begin(&errors, stderr, arguments->colour);
  arguments->variants.settings = wanted.settings.items;
  arguments->variants.setting_count = wanted.settings.count;
  int exit_code = load_program(arguments->operands[0], &arguments->variants, &arguments->link, errors.colour, &program);
  struct setup_wish wish = { wanted.players, wanted.settings.items, wanted.settings.count, .simulated = true };
  if (exit_code == EXIT_FINE) exit_code = load_setup(program, wish, &setup);
  wanted.wish.setup = setup;
  if (exit_code == EXIT_FINE) exit_code = seat_bots(&wanted) ? simulate(&wanted, &screen) : EXIT_WRONG;
  trv_setup_free(setup);
  trv_program_free(program);
  return exit_code;
}
