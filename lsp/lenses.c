/* What stands above lines: scenarios that can be run, items of the rulebook and how often they are cited, rules that no
 * game of a deep check came to. And running scenarios;
 * and selections that grow from a word to its brackets, its line and its declaration. */
#include <stdlib.h>
#include <string.h>

#include "lsp/deep_report.h"
#include "lsp/methods.h"
#include "lsp/sites.h"
#include "lsp/uri.h"
#include "lsp/views.h"

/* ---- lenses ---- */

static uint32_t count_citations(const trv_inspection *inspection, uint32_t item) {
  uint32_t count = 0;
  for (uint32_t i = 0;; i++) {
    trv_mention mention = trv_inspection_mention(inspection, i);
    if (!mention.place.file) return count;
    count += mention.thing == item && !mention.declares;
  }
}

static json_t *write_lens(struct text_view *view, const trv_inspection *inspection, uint32_t number,
                          const trv_thing *thing) {
  char title[60];
  char *uri = session_uri(view->session, thing->place.file);
  json_t *command = NULL;
  if (thing->kind == TRV_THING_SCENARIO && uri)
    command =
        json_pack("{s:s, s:s, s:[ss]}", "title", "run scenario", "command", "trvm.test", "arguments", uri, thing->name);
  else if (uri) {
    uint32_t count = count_citations(inspection, number);
    snprintf(title, sizeof title, "%s: %u place%s", thing->name, count, count == 1 ? "" : "s");
    command = json_pack("{s:s, s:s}", "title", title, "command", "");
  }
  free(uri);
  return json_pack("{s:o, s:o}", "range", view_range(view, thing->place), "command", command);
}

json_t *lsp_lenses(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  if (!question_read(session, params, &question, failure)) return NULL;
  const trv_inspection *inspection = question.project->now;
  struct text_view view = view_of(session, inspection);
  json_t *list = json_array();
  for (uint32_t i = 0; i < trv_inspection_things(inspection); i++) {
    enum trv_thing_kind kind = trv_inspection_kind(inspection, i);
    if (kind != TRV_THING_SCENARIO && kind != TRV_THING_ITEM) continue;
    trv_thing thing = trv_inspection_thing(inspection, i);
    json_t *lens =
        thing.place.file && !strcmp(thing.place.file, question.path) ? write_lens(&view, inspection, i, &thing) : NULL;
    if (lens) json_array_append_new(list, lens);
  }
  deep_report_lenses(&view, &question, list);
  view_free(&view);
  question_free(&question);
  return list;
}

/* ---- scenarios ---- */

/* Runs the scenario of this title, or all: what happened, one object each. */
static json_t *run_scenarios(const trv_program *program, const char *title) {
  json_t *list = json_array();
  trv_scenario_info about;
  for (uint32_t i = 0; trv_program_scenario(program, i, &about) == TRV_OK; i++) {
    char message[400] = "";
    uint32_t line = 0;
    if (title && strcmp(about.title, title) != 0) continue;
    int status = trv_scenario_run(program, i, message, sizeof message, &line);
    json_array_append_new(list, json_pack("{s:s, s:b, s:s, s:I}", "title", about.title, "passed", status == TRV_OK,
                                          "message", message, "line", (json_int_t)line));
  }
  return list;
}

static void tell_outcome(struct session *session, const json_t *results) {
  size_t index, failed = 0;
  const json_t *result;
  const char *why = "";
  char text[600];
  json_array_foreach(results, index, result) if (!json_is_true(json_object_get(result, "passed"))) {
    failed++;
    why = json_string_value(json_object_get(result, "message"));
  }
  snprintf(text, sizeof text, "%zu scenario%s, %zu failed%s%s", json_array_size(results),
           json_array_size(results) == 1 ? "" : "s", failed, failed ? ": " : "", why);
  session_notify(session, "window/showMessage", json_pack("{s:i, s:s}", "type", failed ? 1 : 3, "message", text));
}

/* The page of a diagnostic, shown and returned. */
static json_t *explain(struct session *session, const char *code, struct lsp_failure *failure) {
  const char *page = code ? trv_explain(code) : NULL;
  if (!page) return failure_set(failure, FAILURE_PARAMS, "there is no such code");
  session_notify(session, "window/showMessage", json_pack("{s:i, s:s}", "type", 3, "message", page));
  return json_string(page);
}

json_t *lsp_execute(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const char *command = json_string_value(json_object_get(params, "command"));
  const json_t *arguments = json_object_get(params, "arguments");
  const char *uri = json_string_value(json_array_get(arguments, 0));
  const char *title = json_string_value(json_array_get(arguments, 1));
  if (command && !strcmp(command, "trvm.explain")) return explain(session, uri, failure);
  if (!command || strcmp(command, "trvm.test") != 0) return failure_set(failure, FAILURE_PARAMS, "no such command");
  char *path = uri ? uri_to_path(uri) : NULL;
  trv_program *program = NULL;
  if (!path) return failure_set(failure, FAILURE_PARAMS, "which file?");
  int status = projects_compile(&session->projects, path, &program);
  free(path);
  if (status != TRV_OK)
    return failure_set(failure, FAILURE_REFUSED, "the rules have errors that must be mended before");
  json_t *results = run_scenarios(program, title);
  trv_program_free(program);
  tell_outcome(session, results);
  return results;
}

/* ---- selections ---- */

static json_t *grow(json_t *outer, const struct session *session, const struct line_starts *lines, size_t start,
                    size_t end) {
  json_t *range = json_pack("{s:o}", "range", session_range(session, lines, start, end));
  if (outer) json_object_set_new(range, "parent", outer);
  return range;
}

/* The innermost pair of brackets around some bytes; false if there is none. */
static bool brackets_around(const struct line_starts *lines, size_t *start, size_t *end) {
  int depth = 0;
  size_t from = *start, to = *end;
  while (from) {
    char byte = lines->text[--from];
    if (strchr(")]}", byte)) depth++;
    else if (strchr("([{", byte) && depth-- == 0) break;
    if (from == 0) return false;
  }
  if (depth >= 0) return false;
  for (depth = 0; to < lines->length; to++) {
    char byte = lines->text[to];
    if (strchr("([{", byte)) depth++;
    else if (strchr(")]}", byte) && depth-- == 0) break;
  }
  if (to == lines->length) return false;
  *start = from;
  *end = to + 1;
  return true;
}

enum { SELECTION_DEPTH = 40 };

static json_t *selection_at(const struct session *session, const struct place_question *question, size_t offset) {
  size_t starts[SELECTION_DEPTH], ends[SELECTION_DEPTH];
  int depth = 0;
  trv_span word;
  size_t start = offset, end = offset;
  if (trv_inspection_at(question->project->now, question->path, (uint32_t)offset, 0, &word) != TRV_NO_THING)
    start = word.start, end = word.end;
  do starts[depth] = start, ends[depth] = end;
  while (++depth < SELECTION_DEPTH && brackets_around(&question->lines, &start, &end));
  json_t *range = grow(NULL, session, &question->lines, 0, question->lines.length);
  while (depth--) range = grow(range, session, &question->lines, starts[depth], ends[depth]);
  return range;
}

json_t *lsp_selections(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct text_position position;
  size_t index;
  const json_t *place;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  json_array_foreach(json_object_get(params, "positions"), index, place) {
    if (!position_read(place, &position)) continue;
    size_t offset = position_offset(&question.lines, position, session->documents.encoding);
    json_array_append_new(list, selection_at(session, &question, offset));
  }
  question_free(&question);
  return list;
}
