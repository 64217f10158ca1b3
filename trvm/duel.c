/* `trvm duel`: who plays better, and how sure that is. Two bots, or one bot with two versions of `value of p`; one of them
 * sits in one seat, the other in all others. Reads the options and prints; duel_run.c plays. */
#include "trvm/duel.h"

#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "trvm/arguments.h"
#include "trvm/guest.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

enum { MOST_DEALS = 100000000, NAME_COLUMNS = 24 };

struct duel_options {
  struct duel_wish wish;
  uint32_t players;
  struct settings settings;
  bool json;
};

static bool read_bot(const char *option, const char *text, struct bot_wish *wish) {
  char why[200];
  if (guest_read(text, wish, why, sizeof why)) return true;
  complain("%s: %s", option, why);
  return false;
}

static bool read_option(int id, char *value, struct duel_options *wanted) {
  struct duel_wish *wish = &wanted->wish;
  switch (id) {
  case OPTION_GAMES: return arguments_number("-n", value, 1, MOST_DEALS, &wish->deals);
  case OPTION_JOBS: return arguments_number("--jobs", value, 1, MOST_JOBS, &wish->jobs);
  case OPTION_PLAYERS: return arguments_number("--players", value, 2, 99, &wanted->players);
  case OPTION_SEED: return arguments_number("--seed", value, 0, UINT32_MAX, &wish->seed);
  case OPTION_LIMIT: return arguments_number("--limit", value, 1, UINT32_MAX, &wish->limit);
  case OPTION_BOT_ALONE: return read_bot("--bot", value, &wish->bots[DUEL_ONE]);
  case OPTION_AGAINST: return read_bot("--against", value, &wish->bots[DUEL_OTHERS]);
  case OPTION_BOT_TIME: return arguments_number("--bot-time", value, 1, GUEST_MOST_TIME, &wish->milliseconds);
  case OPTION_SET: return load_setting(&wanted->settings, value);
  case OPTION_JSON: wanted->json = true; return true;
  }
  return true;
}

/* ---- output ---- */

/* What a side is called: its bot, and its rules, where that is what they differ in. */
struct side_names {
  char text[DUEL_SIDES][200];
};

static struct side_names name_sides(const struct duel_wish *wish, const struct arguments *arguments) {
  struct side_names names;
  bool two = arguments->operand_count == 2;
  for (enum duel_side side = DUEL_ONE; side < DUEL_SIDES; side++) {
    const char *file = arguments->operands[two && side == DUEL_ONE ? 1 : 0];
    snprintf(names.text[side], sizeof names.text[side], two ? "%s by %s" : "%s", wish->bots[side].text, file);
  }
  return names;
}

/* A share divided by the fair one; ends of intervals may lie beyond what is possible. */
static double times_fair(const struct duel_wish *wish, double share) {
  double possible = share < 0 ? 0 : share > 1 ? 1 : share;
  return possible * trv_setup_players(wish->setups[DUEL_ONE]);
}

static const char *verdict_word(const struct duel_result *result) {
  if (!result->decided) return "undecided";
  if (result->estimate.verdict == VERDICT_SAME || result->estimate.verdict == VERDICT_LITTLE) return "equal";
  return result->estimate.difference > 0 ? "stronger" : "weaker";
}

static void print_verdict(const struct screen *screen, const struct duel_wish *wish, const struct duel_result *result,
                          const struct side_names *names) {
  struct text text = { 0 };
  const char *word = verdict_word(result);
  if (!result->decided)
    text_append_format(&text, "Not decided after %u deal%s: the interval has the fair share in it.", result->deals,
                       plural(result->deals));
  else if (strcmp(word, "equal") == 0)
    text_append_format(&text, "As strong as the others, within a tenth of the fair share; decided after %u deals.",
                       result->deals);
  else
    text_append_format(&text, "%s is %s than %s; decided after %u of at most %u deals.", names->text[DUEL_ONE], word,
                       names->text[DUEL_OTHERS], result->deals, wish->deals);
  output_format(screen->out, "\n");
  screen_wrap(screen, STYLE_STRONG, text.bytes, 0, 0);
  text_free(&text);
}

static void print_text(const struct screen *screen, const struct duel_wish *wish, const struct duel_result *result,
                       const struct side_names *names) {
  FILE *out = screen->out;
  uint32_t players = trv_setup_players(wish->setups[DUEL_ONE]);
  const struct estimate *estimate = &result->estimate;
  output_format(out, "%s, %u players, seed %u: %s in one seat, %s in the other%s\n",
                trv_program_describe(trv_setup_program(wish->setups[DUEL_ONE])).title, players, wish->seed,
                names->text[DUEL_ONE], names->text[DUEL_OTHERS], plural(players - 1));
  output_format(out, "%u deal%s, each played %u times, with the one in every seat\n\n", result->deals,
                plural(result->deals), players);
  uint32_t failed = result->outcomes[SIM_STUCK] + result->outcomes[SIM_ERROR];
  if (failed || result->outcomes[SIM_OVER_LIMIT])
    output_format(out, "%u stuck, %u rule error%s, %u over the limit; deals with such games are left out\n\n",
                  result->outcomes[SIM_STUCK], result->outcomes[SIM_ERROR], plural(result->outcomes[SIM_ERROR]),
                  result->outcomes[SIM_OVER_LIMIT]);
  if (result->wins.count < 2) {
    output_format(out, "Too few games came to their end.\n");
    return;
  }
  output_format(out, "%-*s %8s %11s  95 %% interval\n", NAME_COLUMNS, "share of wins", "", "times fair");
  screen_pad(screen, STYLE_PLAIN, names->text[DUEL_ONE], NAME_COLUMNS);
  output_format(out, " %6.1f %% %11.2f  %.2f to %.2f\n", 100 * estimate->changed, times_fair(wish, estimate->changed),
                times_fair(wish, estimate->base + estimate->low), times_fair(wish, estimate->base + estimate->high));
  for (uint32_t seat = 0; seat < players; seat++) {
    char name[40];
    snprintf(name, sizeof name, "  as %s", trv_setup_seat_name(wish->setups[DUEL_ONE], seat));
    screen_pad(screen, STYLE_FAINT, name, NAME_COLUMNS);
    output_format(out, " %6.1f %% %11.2f\n", 100 * result->seats[seat].changed.mean,
                  times_fair(wish, result->seats[seat].changed.mean));
  }
  print_verdict(screen, wish, result, names);
}

static void print_json(const struct duel_wish *wish, const struct duel_result *result, const struct side_names *names) {
  struct json json;
  const struct estimate *estimate = &result->estimate;
  bool enough = result->wins.count >= 2;
  tool_json(&json, stdout);
  json_open_object(&json, NULL);
  json_text(&json, "game", trv_program_describe(trv_setup_program(wish->setups[DUEL_ONE])).title);
  json_count(&json, "players", trv_setup_players(wish->setups[DUEL_ONE]));
  json_count(&json, "seed", wish->seed);
  json_text(&json, "one", names->text[DUEL_ONE]);
  json_text(&json, "others", names->text[DUEL_OTHERS]);
  json_count(&json, "deals", result->deals);
  json_count(&json, "most_deals", wish->deals);
  json_count(&json, "finished", result->outcomes[SIM_FINISHED]);
  json_count(&json, "stuck", result->outcomes[SIM_STUCK]);
  json_count(&json, "errors", result->outcomes[SIM_ERROR]);
  json_count(&json, "over_limit", result->outcomes[SIM_OVER_LIMIT]);
  if (enough) {
    json_decimal(&json, "share", estimate->changed);
    json_decimal(&json, "times_fair", times_fair(wish, estimate->changed));
    json_decimal(&json, "low", times_fair(wish, estimate->base + estimate->low));
    json_decimal(&json, "high", times_fair(wish, estimate->base + estimate->high));
  }
  json_text(&json, "verdict", verdict_word(result));
  json_close(&json);
}

/* ---- the run ---- */

static int fight(struct duel_options *wanted, const struct arguments *arguments, const struct screen *screen) {
  struct duel_wish *wish = &wanted->wish;
  struct duel_result result;
  struct side_names names = name_sides(wish, arguments);
  uint32_t stated = trv_program_describe(trv_setup_program(wish->setups[DUEL_ONE])).decision_limit;
  if (wish->limit == 0) wish->limit = stated ? stated : SIM_DEFAULT_LIMIT;
  wish->progress = isatty(STDERR_FILENO);
  tool_watch_interruptions();
  if (!duel_run(wish, &result)) return EXIT_WRONG;
  if (result.apart) {
    complain("duel: `%s` and `%s` differ in more than their `value of p`; `trvm compare` tells what that does",
             arguments->operands[0], arguments->operands[1]);
    return EXIT_WRONG;
  }
  if (interrupted && wanted->json) complain("interrupted: these are the figures so far");
  if (wanted->json) print_json(wish, &result, &names);
  else print_text(screen, wish, &result, &names);
  return result.outcomes[SIM_STUCK] || result.outcomes[SIM_ERROR] ? EXIT_FINDINGS : EXIT_FINE;
}

/* The one thinks by the second file, if there is one. */
static int load_side(const struct duel_options *wanted, struct arguments *arguments, enum duel_side side, bool colour,
                     trv_program **program, trv_setup **setup) {
  struct setup_wish wish = { wanted->players, wanted->settings.items, wanted->settings.count, .simulated = true };
  const char *file = arguments->operands[side == DUEL_ONE ? arguments->operand_count - 1 : 0];
  int exit_code = load_program(file, &arguments->variants, &arguments->link, colour, program);
  if (exit_code == EXIT_FINE) exit_code = load_setup(*program, wish, setup);
  if (exit_code != EXIT_FINE || trv_setup_players(*setup) > 1) return exit_code;
  complain("duel: a game for one has nobody to play against; --players names another number");
  return EXIT_WRONG;
}

int duel_command(struct arguments *arguments) {
  struct duel_options wanted = { .wish = { .deals = 1000, .seed = 1, .jobs = tool_default_jobs() } };
  struct bot_wish *bots = wanted.wish.bots;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (!read_option(id, (char *)arguments->value, &wanted)) return EXIT_WRONG;
  }
  if (!arguments_operands(arguments, 1, 2)) return EXIT_WRONG;
  if (!bots[DUEL_ONE].bot) bots[DUEL_ONE] = (struct bot_wish){ &bot_greedy, "", "greedy" };
  if (!bots[DUEL_OTHERS].bot && arguments->operand_count == 2) bots[DUEL_OTHERS] = bots[DUEL_ONE];
  if (!bots[DUEL_OTHERS].bot) bots[DUEL_OTHERS] = (struct bot_wish){ &bot_random, "", "random" };

  struct screen screen, errors;
  trv_program *programs[DUEL_SIDES] = { 0 };
  trv_setup *setups[DUEL_SIDES] = { 0 };
  screen_begin(&screen, stdout, arguments->colour);
  screen_begin(&errors, stderr, arguments->colour);
  arguments->variants.settings = wanted.settings.items;
  arguments->variants.setting_count = wanted.settings.count;
  int exit_code = EXIT_FINE;
  for (int side = 0; exit_code == EXIT_FINE && side < arguments->operand_count; side++)
    exit_code = load_side(&wanted, arguments, side, errors.colour, &programs[side], &setups[side]);
  if (exit_code == EXIT_FINE && (!setups[1] || trv_setup_players(setups[0]) == trv_setup_players(setups[1]))) {
    wanted.wish.setups[DUEL_ONE] = setups[0];
    wanted.wish.setups[DUEL_OTHERS] = setups[1] ? setups[1] : setups[0];
    exit_code = fight(&wanted, arguments, &screen);
  } else if (exit_code == EXIT_FINE) {
    complain("duel: the two games are for different numbers of players; --players names one that fits both");
    exit_code = EXIT_WRONG;
  }
  for (int side = 0; side < DUEL_SIDES; side++) {
    trv_setup_free(setups[side]);
    trv_program_free(programs[side]);
  }
  return exit_code;
}
