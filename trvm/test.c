/* `trvm test`: runs the scenarios of games and reports those that fail. Scenarios are the rulebook's worked examples;
 * the library runs them, this file counts and prints. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "trvm/arguments.h"
#include "trvm/screen.h"
#include "trvm/tool.h"

struct failure {
  char *file, *title, *message;
  uint32_t line;
};

struct test_tally {
  const char *filter;
  uint32_t files, scenarios, passed;
  struct failure *failures;
  size_t failure_count;
  char **items; /* citations of scenarios that ran, each once */
  size_t item_count;
};

static void add_item(struct test_tally *tally, const char *word, size_t length) {
  for (size_t i = 0; i < tally->item_count; i++)
    if (strlen(tally->items[i]) == length && memcmp(tally->items[i], word, length) == 0) return;
  tally->items = need_memory(tally->items, (tally->item_count + 1) * sizeof *tally->items);
  char *item = need_memory(NULL, length + 1);
  memcpy(item, word, length);
  item[length] = '\0';
  tally->items[tally->item_count++] = item;
}

static void add_items(struct test_tally *tally, const char *cites) {
  for (const char *at = cites; *at;) {
    size_t length = strcspn(at, " ");
    if (length) add_item(tally, at, length);
    at += length + strspn(at + length, " ");
  }
}

static void add_failure(struct test_tally *tally, const trv_scenario_info *info, uint32_t line, const char *message) {
  size_t size = (tally->failure_count + 1) * sizeof *tally->failures;
  tally->failures = need_memory(tally->failures, size);
  tally->failures[tally->failure_count++] = (struct failure){
    .file = need_copy(info->file), .title = need_copy(info->title), .message = need_copy(message), .line = line
  };
}

static bool is_wanted(const struct test_tally *tally, const trv_scenario_info *info) {
  return !tally->filter || strcasestr(info->title, tally->filter) || strcasestr(info->cites, tally->filter);
}

static void run_scenarios(const trv_program *program, struct test_tally *tally) {
  uint32_t count = trv_program_describe(program).scenarios;
  for (uint32_t i = 0; i < count; i++) {
    trv_scenario_info info;
    char message[2000] = "";
    uint32_t line = 0;
    if (trv_program_scenario(program, i, &info) != TRV_OK || !is_wanted(tally, &info)) continue;
    int status = trv_scenario_run(program, i, message, sizeof message, &line);
    tally->scenarios++;
    add_items(tally, info.cites);
    if (status == TRV_OK) tally->passed++;
    else add_failure(tally, &info, line ? line : info.line, *message ? message : trv_status_text(status));
  }
}

static void print_tally(const struct screen *screen, const struct test_tally *tally) {
  for (size_t i = 0; i < tally->failure_count; i++) {
    const struct failure *failure = &tally->failures[i];
    screen_put(screen, STYLE_PLAIN, failure->file);
    output_format(screen->out, ":%u: ", failure->line);
    screen_put(screen, STYLE_BAD, "failed");
    output_format(screen->out, ": %s\n", failure->title);
    for (const char *at = failure->message; *at;) {
      size_t length = strcspn(at, "\n");
      output_format(screen->out, "    %.*s\n", (int)length, at);
      at += length + (at[length] == '\n');
    }
  }
  if (tally->scenarios == 0)
    output_format(screen->out, tally->filter ? "no scenario fits `%s`\n" : "there are no scenarios\n", tally->filter);
  else
    output_format(screen->out, "%u scenario%s, %u passed, %zu failed\n", tally->scenarios, plural(tally->scenarios),
                  tally->passed, tally->failure_count);
}

static void json_tally(const struct test_tally *tally) {
  struct json json;
  tool_json(&json, stdout);
  json_open_object(&json, NULL);
  json_count(&json, "files", tally->files);
  json_count(&json, "scenarios", tally->scenarios);
  json_count(&json, "passed", tally->passed);
  json_count(&json, "failed", tally->failure_count);
  json_open_array(&json, "failures");
  for (size_t i = 0; i < tally->failure_count; i++) {
    json_open_object(&json, NULL);
    json_text(&json, "file", tally->failures[i].file);
    json_count(&json, "line", tally->failures[i].line);
    json_text(&json, "title", tally->failures[i].title);
    json_text(&json, "message", tally->failures[i].message);
    json_close(&json);
  }
  json_close(&json);
  json_open_array(&json, "items");
  for (size_t i = 0; i < tally->item_count; i++) json_text(&json, NULL, tally->items[i]);
  json_close(&json);
  json_close(&json);
}

static void free_tally(struct test_tally *tally) {
  for (size_t i = 0; i < tally->failure_count; i++) {
    free(tally->failures[i].file);
    free(tally->failures[i].title);
    free(tally->failures[i].message);
  }
  for (size_t i = 0; i < tally->item_count; i++) free(tally->items[i]);
  free(tally->failures);
  free(tally->items);
}

int test_command(struct arguments *arguments) {
  struct test_tally tally = { 0 };
  bool as_json = false;
  for (int id; (id = arguments_next(arguments)) != ARGUMENTS_END;) {
    if (id == ARGUMENTS_STOP) return arguments->exit_code;
    if (id == OPTION_FILTER) tally.filter = arguments->value;
    if (id == OPTION_JSON) as_json = true;
  }
  if (!arguments_operands(arguments, 1, arguments->argc)) return EXIT_WRONG;

  struct screen screen, errors;
  int exit_code = EXIT_FINE;
  screen_begin(&screen, stdout, arguments->colour);
  screen_begin(&errors, stderr, arguments->colour);
  for (int i = 0; i < arguments->operand_count; i++) {
    trv_program *program;
    int loaded = load_program(arguments->operands[i], &arguments->variants, &arguments->link, errors.colour, &program);
    if (loaded > exit_code) exit_code = loaded;
    if (loaded != EXIT_FINE) continue;
    tally.files++;
    run_scenarios(program, &tally);
    trv_program_free(program);
  }
  if (as_json) json_tally(&tally);
  else if (tally.files) print_tally(&screen, &tally);
  if (tally.failure_count && exit_code == EXIT_FINE) exit_code = EXIT_FINDINGS;
  free_tally(&tally);
  return exit_code;
}
