/* Gets a game from a file, source or compiled, and sets it up for a number of players: what every command that plays
 * begins with. Also prints rule errors, which all of them may meet. */
#include <stdlib.h>
#include <string.h>

#include "trvm/command.h"
#include "trvm/tool.h"

/* Loads the C code of a compiled file, which is looked for beside that. */
static int link_compiled(const char *file, const trv_link *link, trv_program **program) {
  char why[1000], *folder = file_beside(file, ".");
  trv_link here = *link;
  here.folder = folder;
  int status = trv_program_link(*program, &here, why, sizeof why);
  free(folder);
  if (status == TRV_OK) return EXIT_FINE;
  complain("%s", *why ? why : trv_status_text(status));
  trv_program_free(*program);
  *program = NULL;
  return status == TRV_E_INPUT ? EXIT_FINDINGS : EXIT_WRONG;
}

static int load_compiled(const char *file, const char *bytes, size_t length, const trv_link *link,
                         trv_program **program) {
  const char *why = NULL;
  int status = trv_program_load(bytes, length, NULL, program, &why);
  if (status == TRV_OK) trv_program_set_cancel(*program, &interrupted);
  if (status == TRV_OK) return link ? link_compiled(file, link, program) : EXIT_FINE;
  complain("`%s`: %s", file, why ? why : trv_status_text(status));
  return EXIT_WRONG;
}

void load_print_errors(const trv_report *report, bool colour) {
  struct text text = { 0 };
  for (size_t i = 0; i < trv_report_count(report); i++) {
    if (!trv_report_get(report, i).is_error) continue;
    TEXT_FILL(&text, trv_report_print, report, i, colour);
    output_coloured(stderr, text_get(&text));
  }
  text_free(&text);
  load_print_left_out(stderr, report);
}

void load_print_left_out(FILE *out, const trv_report *report) {
  size_t shown = trv_report_count(report);
  if (trv_report_errors(report) + trv_report_warnings(report) > shown)
    output_format(out, "… there are more: these are the first %zu errors and warnings\n", shown);
}

trv_compile_options load_options(const char *file, const struct variant_files *variants) {
  return (trv_compile_options){ .struct_size = sizeof(trv_compile_options),
                                .name = file,
                                .variants = variants ? variants->names : NULL,
                                .variant_count = variants ? variants->count : 0,
                                .settings = variants ? variants->settings : NULL,
                                .setting_count = variants ? variants->setting_count : 0,
                                .cancel = &interrupted,
                                .memory = tool_memory_limit() };
}

/* What a file is that belongs to a game without being its rules, or NULL. */
static const char *not_rules(const char *file) {
  if (ends_with(file, ".trvc")) return "is compiled; its rules are in the .trv file";
  if (ends_with(file, ".md")) return "is a rulebook; give the .trv file, which names its rulebook itself";
  if (ends_with(file, ".csv")) return "is a table; give the .trv file that reads it";
  if (ends_with(file, ".trvsave")) return "is a saved game; `trvm FILE.trvsave` goes on with it";
  return NULL;
}

/* The file of a game; false after a message. */
static bool read_game(const char *file, const struct file_reach *reach, char **bytes, size_t *length) {
  if (!reach) return file_read(file, bytes, length);
  int reason = reach_read(reach, file, FILE_MOST_BYTES, bytes, length);
  file_complain(file, reason);
  return reason == 0;
}

int load_report(const char *file, const struct variant_files *variants, struct load_wish wish, trv_program **program,
                trv_report **report) {
  char *text = NULL;
  size_t length = 0;
  int status = TRV_E_INPUT;
  *program = NULL;
  *report = NULL;
  if (!read_game(file, variants->reach, &text, &length)) return status;
  if (length == 0) complain("`%s` is empty", file);
  else if (not_rules(file)) complain("`%s` %s", file, not_rules(file));
  else if (memchr(text, '\0', length)) complain("`%s` is not a text file", file);
  else {
    trv_resolver resolver = reach_resolver(variants->reach);
    trv_compile_options options = load_options(file, variants);
    options.text = text;
    options.length = length;
    options.resolver = variants->reach ? &resolver : NULL;
    options.rulebook = wish.rulebook;
    options.analyse = wish.analysis;
    options.link = wish.link;
    options.passes = variants->passes;
    status = trv_compile(&options, program, report);
    if (*program) trv_program_set_cancel(*program, &interrupted);
    if (!*report) complain("`%s`: %s", file, interrupted ? "interrupted" : trv_status_text(status));
  }
  free(text);
  return status;
}

int load_report_failure(const char *file, int status, const trv_report *report, bool colour) {
  size_t errors = report ? trv_report_errors(report) : 0;
  if (report) load_print_errors(report, colour);
  if (errors) complain("`%s` has %zu error%s", file, errors, plural(errors));
  else if (report) complain("`%s`: %s", file, trv_status_text(status));
  return status == TRV_E_INPUT && errors ? EXIT_FINDINGS : EXIT_WRONG;
}

/* Where the errors of a game are that only a save has named: of what stands there nothing is told, since a save may name
 * files that are none of its business. Which C code the rules want is told, because the person has to decide about it. */
static int tell_places(const char *file, int status, const trv_report *report) {
  size_t errors = report ? trv_report_errors(report) : 0;
  for (size_t i = 0; i < (report ? trv_report_count(report) : 0); i++) {
    trv_diagnostic found = trv_report_get(report, i);
    const char *title = trv_explain_title(found.code);
    bool is_foreign = strncmp(found.code, "E08", 3) == 0;
    if (!found.is_error) continue;
    output_format(stderr, "%s:%u:%u: error[%s]: %s\n", found.file, found.line, found.column, found.code,
                  is_foreign ? found.message
                  : title    ? title
                             : "");
    if (is_foreign && found.hint) output_format(stderr, "  %s\n", found.hint);
  }
  if (errors) complain("`%s` has %zu error%s; `trvm check` shows what is wrong", file, errors, plural(errors));
  else if (report) complain("`%s`: %s", file, trv_status_text(status));
  return status == TRV_E_INPUT && errors ? EXIT_FINDINGS : EXIT_WRONG;
}

static int load_source(const char *file, const struct variant_files *variants, const trv_link *link, bool colour,
                       trv_program **program) {
  trv_report *report = NULL;
  int status = load_report(file, variants, (struct load_wish){ .link = link }, program, &report);
  int exit_code = status == TRV_OK  ? EXIT_FINE
                  : variants->reach ? tell_places(file, status, report)
                                    : load_report_failure(file, status, report, colour);
  trv_report_free(report);
  return exit_code;
}

int load_program(const char *file, const struct variant_files *variants, const trv_link *link, bool colour,
                 trv_program **program) {
  *program = NULL;
  if (!ends_with(file, ".trvc")) return load_source(file, variants, link, colour, program);
  if (variants->count || variants->passes) {
    complain("`%s` is compiled: %s the .trv file", file, variants->count ? "variants need" : "passes need");
    return EXIT_WRONG;
  }
  char *bytes = NULL;
  size_t length = 0;
  if (!read_game(file, variants->reach, &bytes, &length)) return EXIT_WRONG;
  int exit_code = EXIT_WRONG;
  if (length == 0) complain("`%s` is empty", file);
  else exit_code = load_compiled(file, bytes, length, link, program);
  free(bytes);
  return exit_code;
}

int load_setup(const trv_program *program, struct setup_wish wish, trv_setup **setup) {
  trv_program_info info = trv_program_describe(program);
  char why[400] = "";
  uint32_t players = wish.players ? wish.players : info.low_players;
  if (players < info.low_players || players > info.high_players) {
    if (info.low_players == info.high_players)
      complain("%s is for %u player%s, not %u", info.title, info.low_players, plural(info.low_players), players);
    else complain("%s is for %u to %u players, not %u", info.title, info.low_players, info.high_players, players);
    return EXIT_WRONG;
  }
  int status = (wish.simulated ? trv_setup_simulated : trv_setup_new)(program, players, wish.settings,
                                                                      wish.setting_count, setup, why, sizeof why);
  if (status == TRV_OK) return EXIT_FINE;
  complain("%s", *why ? why : trv_status_text(status));
  return status == TRV_E_RULE ? EXIT_FINDINGS : EXIT_WRONG;
}

bool load_setting(struct settings *settings, char *text) {
  char *equals = strchr(text, '=');
  if (settings->count == MOST_SETTINGS) {
    complain("--set: more than %d settings", MOST_SETTINGS);
    return false;
  }
  if (!equals || equals == text) {
    complain("--set: write NAME=VALUE, not `%s`", text);
    return false;
  }
  *equals = '\0';
  settings->items[settings->count++] = (trv_choice_of_setting){ text, equals + 1 };
  return true;
}

bool load_estimate_fails(trv_game *game) {
  uint32_t players = trv_setup_players(trv_game_setup(game));
  int32_t value;
  int status = TRV_OK;
  for (uint32_t seat = 0; seat < players && status == TRV_OK; seat++) status = trv_game_value(game, seat, &value);
  return status == TRV_E_RULE;
}

void load_print_rule_error(FILE *out, trv_game *game, const char *indent) {
  trv_rule_error error;
  if (trv_game_error(game, &error) != TRV_OK) return;
  output_format(out, "%srule error: %s\n", indent, error.message ? error.message : "");
  if (error.file && *error.file) {
    output_format(out, "%s  at %s:%u:%u", indent, error.file, error.line, error.column);
    if (error.cites && *error.cites) output_format(out, " (%s)", error.cites);
    output_format(out, "\n");
  }
  if (error.chain && *error.chain) output_format(out, "%s  %s\n", indent, error.chain);
}
