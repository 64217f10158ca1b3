/* What a deep check found, for people and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trvm/deep.h"

enum { MOST_SHRUNK = 10 }; /* findings of one file that get a reproducer; more only say the same in other words */

static const char *const kind_names[DEEP_KINDS] = { [DEEP_STUCK] = "stuck",
                                                    [DEEP_ERROR] = "rule error",
                                                    [DEEP_INVARIANT] = "broken invariant",
                                                    [DEEP_LEAK] = "leak",
                                                    [DEEP_OVER_LIMIT] = "over the limit" };

/* Games that showed a fault of this kind. */
static uint64_t games_of(const struct deep_report *report, enum deep_kind kind) {
  uint64_t games = 0;
  for (size_t i = 0; i < report->result.findings.count; i++)
    if (report->result.findings.items[i].kind == kind) games += report->result.findings.items[i].games;
  return games;
}

bool deep_failed(const struct deep_report *report) { return report->result.findings.count > 0; }

/* ---- for people ---- */

static void print_indented(const struct screen *screen, const char *text, size_t indent) {
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\n");
    screen_spaces(screen, indent);
    output_format(screen->out, "%.*s\n", (int)length, at);
    at += length + (at[length] == '\n');
  }
}

static void print_finding(const struct screen *screen, const struct deep_finding *finding, bool has_variants) {
  output_format(screen->out, "\n");
  screen_put(screen, STYLE_BAD, kind_names[finding->kind]);
  output_format(screen->out, " in %" PRIu64 " game%s\n", finding->games, plural(finding->games));
  print_indented(screen, finding->message, 2);
  if (has_variants && finding->kind == DEEP_INVARIANT)
    output_format(screen->out, "  house rules that mean to break it say so: drop invariant \"%s\"\n", finding->key);
  if (!finding->scenario) return;
  if (finding->game.count)
    output_format(screen->out, "  shown by %u choice%s", finding->game.count, plural(finding->game.count));
  else output_format(screen->out, "  shown by the first choice of the game");
  output_format(screen->out, "%s:\n\n", finding->proven ? "; this scenario fails as long as it happens" : "");
  print_indented(screen, finding->scenario, 4);
}

static void append_place(struct text *text, const struct deep_unreached *item) {
  text_append_format(text, "  %s %s%s", item->what, item->kind == DEEP_STATEMENT ? "in " : "", item->name);
  if (item->line) text_append_format(text, ", %s:%u", item->file, item->line);
  if (*item->cites) text_append_format(text, " (%s)", item->cites);
  if (item->kind == DEEP_OPTION)
    text_append_format(text, item->offered ? ", offered but not taken" : ", never offered");
}

/* Those that are explained, or that are not and belong to the game or to its house rules, under a heading. */
static void print_unreached(const struct screen *screen, const struct deep_reach *reach, bool explained, bool of_game,
                            const char *heading) {
  struct text text = { 0 };
  bool begun = false;
  for (size_t i = 0; i < reach->count; i++) {
    const struct deep_unreached *item = &reach->items[i];
    if ((item->explanation != NULL) != explained || (!explained && item->of_game != of_game)) continue;
    if (!begun) output_format(screen->out, "%s:\n", heading);
    begun = true;
    text_clear(&text);
    append_place(&text, item);
    if (explained) text_append_format(&text, ": %s", item->explanation);
    screen_wrap(screen, STYLE_PLAIN, text_get(&text), 0, 6);
  }
  text_free(&text);
}

/* Games that a fault ended do not get far: what they never reached says nothing then. */
static void print_reach(const struct screen *screen, const struct deep_reach *reach, bool cut_short) {
  output_format(screen->out, "\n%u of %u rules, options and statements reached", reach->reached, reach->places);
  if (reach->own_places)
    output_format(screen->out, ", %u of %u of the house rules themselves", reach->own_reached, reach->own_places);
  output_format(screen->out, "%s\n", cut_short ? "; which were not is told once these faults are mended" : "");
  if (cut_short) return;
  print_unreached(screen, reach, false, false, "never reached");
  print_unreached(screen, reach, false, true, "never reached of the game, with these house rules");
  print_unreached(screen, reach, true, false, "never reached, as the rulebook explains");
}

void deep_print(const struct screen *screen, const struct deep_report *report) {
  const struct deep_result *result = &report->result;
  FILE *out = screen->out;
  const struct deep_tables *tables = &result->tables;
  uint32_t low = trv_setup_players(tables->items[0].setup);
  uint32_t high = trv_setup_players(tables->items[tables->count - 1].setup);
  screen_put(screen, STYLE_PLAIN, report->file);
  output_format(out, ": %u game%s", result->games, plural(result->games));
  if (result->games < result->wanted) output_format(out, " of %u (interrupted)", result->wanted);
  output_format(out, ", %" PRIu64 " decisions; ", result->decisions);
  if (low == high) output_format(out, "%u player%s", low, plural(low));
  else output_format(out, "%u to %u players", low, high);
  output_format(out, ", %zu combination%s of players and settings\n", tables->count, plural(tables->count));
  output_format(out,
                "  stuck %" PRIu64 ", rule errors %" PRIu64 ", broken invariants %" PRIu64 ", leaks %" PRIu64
                " (%" PRIu64 " test%s), over the limit %" PRIu64 "\n",
                games_of(report, DEEP_STUCK), games_of(report, DEEP_ERROR), games_of(report, DEEP_INVARIANT),
                games_of(report, DEEP_LEAK), result->leak_tests, plural(result->leak_tests),
                games_of(report, DEEP_OVER_LIMIT));
  for (size_t i = 0; i < result->findings.count; i++)
    print_finding(screen, &result->findings.items[i], report->has_variants);
  uint64_t faults = 0;
  for (int kind = 0; kind < DEEP_KINDS; kind++) faults += games_of(report, (enum deep_kind)kind);
  print_reach(screen, &report->reach,
              2 * faults > result->games && 4 * report->reach.reached < 3 * report->reach.places);
}

/* ---- JSON ---- */

static void json_finding(struct json *json, const char *file, const struct deep_finding *finding) {
  json_open_object(json, NULL);
  json_text(json, "kind", kind_names[finding->kind]);
  json_text(json, "file", file);
  json_text(json, "message", finding->message);
  json_count(json, "games", finding->games);
  json_count(json, "seed", finding->game.seed);
  json_count(json, "choices", finding->game.count);
  json_text(json, "scenario", finding->scenario);
  json_bool(json, "proven", finding->proven);
  json_close(json);
}

static void json_unreached(struct json *json, const char *file, const struct deep_unreached *item) {
  json_open_object(json, NULL);
  json_text(json, "kind", item->what);
  json_text(json, "name", item->name);
  json_text(json, "file", *item->file ? item->file : file);
  if (item->line) json_count(json, "line", item->line);
  json_text(json, "cites", item->cites);
  if (item->kind == DEEP_OPTION) json_bool(json, "offered", item->offered);
  json_text(json, "explanation", item->explanation);
  json_close(json);
}

static uint64_t sum_of(const struct deep_report *reports, size_t count, enum deep_kind kind) {
  uint64_t games = 0;
  for (size_t i = 0; i < count; i++) games += games_of(&reports[i], kind);
  return games;
}

void deep_json(struct json *json, const struct deep_report *reports, size_t count) {
  uint64_t games = 0, decisions = 0, unexplained = 0, leak_tests = 0;
  for (size_t i = 0; i < count; i++) {
    games += reports[i].result.games;
    decisions += reports[i].result.decisions;
    leak_tests += reports[i].result.leak_tests;
    unexplained += reports[i].reach.unexplained;
  }
  json_open_object(json, "deep");
  json_count(json, "games", games);
  json_count(json, "decisions", decisions);
  json_count(json, "stuck", sum_of(reports, count, DEEP_STUCK));
  json_count(json, "errors", sum_of(reports, count, DEEP_ERROR) + sum_of(reports, count, DEEP_INVARIANT));
  json_count(json, "leaks", sum_of(reports, count, DEEP_LEAK));
  json_count(json, "leak_tests", leak_tests);
  json_count(json, "over_limit", sum_of(reports, count, DEEP_OVER_LIMIT));
  json_open_array(json, "findings");
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < reports[i].result.findings.count; k++)
      json_finding(json, reports[i].file, &reports[i].result.findings.items[k]);
  json_close(json);
  json_count(json, "unexplained", unexplained);
  json_open_array(json, "unexercised");
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < reports[i].reach.count; k++)
      json_unreached(json, reports[i].file, &reports[i].reach.items[k]);
  json_close(json);
  json_close(json);
}

/* ---- the whole ---- */

bool deep_check(const trv_program *program, const struct deep_wish *wish, struct deep_report *report) {
  trv_variant_info variant;
  *report =
      (struct deep_report){ .file = wish->file, .has_variants = trv_program_variant(program, 0, &variant) == TRV_OK };
  if (!deep_run(program, wish, &report->result)) {
    complain("`%s`: not enough memory or threads for a deep check", wish->file);
    return false;
  }
  struct deep_findings *findings = &report->result.findings;
  for (size_t i = 0; i < findings->count && i < MOST_SHRUNK && !interrupted; i++) {
    if (wish->progress) {
      output_clear_line(stderr);
      output_format(stderr, "%s: shortening finding %zu of %zu", wish->file, i + 1, findings->count);
    }
    deep_shrink(&report->result.tables, &findings->items[i]);
    deep_scenario_write(wish, &report->result.tables, &findings->items[i]);
  }
  if (wish->progress) output_clear_line(stderr);
  deep_reach_find(program, report->result.visits, &report->reach);
  return true;
}

void deep_report_free(struct deep_report *report) {
  deep_result_free(&report->result);
  deep_reach_free(&report->reach);
}
