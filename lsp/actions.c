/* What can be done about a mistake: every correction that the compiler proposes; and what else could be done at a place
 * (proposals.c). Also the one style for a whole file or some of its lines, and links to files that rules name. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/methods.h"
#include "lsp/proposals.h"
#include "lsp/views.h"

/* ---- corrections ---- */

static bool overlaps(size_t start, size_t end, size_t from, size_t to) { return start <= to && from <= end; }

/* The bytes of a range of the request. */
static bool read_range(const struct session *session, const struct line_starts *lines, const json_t *range,
                       size_t *start, size_t *end) {
  struct text_position from, to;
  if (!position_read(json_object_get(range, "start"), &from) || !position_read(json_object_get(range, "end"), &to))
    return false;
  *start = position_offset(lines, from, session->documents.encoding);
  *end = position_offset(lines, to, session->documents.encoding);
  return *start <= *end;
}

static json_t *write_action(struct text_view *view, const char *title, trv_span span, const char *text, bool preferred,
                            const json_t *diagnostics) {
  char *uri = session_uri(view->session, span.file);
  json_t *action = NULL;
  if (uri)
    action = json_pack("{s:s, s:s, s:b, s:O*, s:{s:{s:[{s:o, s:s}]}}}", "title", title, "kind", "quickfix",
                       "isPreferred", preferred, "diagnostics", diagnostics, "edit", "changes", uri, "range",
                       view_range(view, span), "newText", text);
  free(uri);
  return action;
}

static void add_fix(json_t *list, struct text_view *view, size_t index, const json_t *diagnostics) {
  trv_fix fix = trv_report_fix(view->report, index);
  struct text title = { 0 };
  if (!fix.text) return;
  if (!*fix.text) text_add(&title, "remove it");
  else if (strchr(fix.text, '\n')) text_add(&title, "correct it");
  else text_format(&title, fix.start == fix.end ? "insert `%s`" : "write `%s`", fix.text);
  trv_span span = { fix.file, (uint32_t)fix.start, (uint32_t)fix.end };
  json_t *action = write_action(view, text_get(&title), span, fix.text, fix.certain, diagnostics);
  if (action) json_array_append_new(list, action);
  text_free(&title);
}

static void add_explanation(json_t *list, const char *code) {
  char title[40];
  snprintf(title, sizeof title, "what %s means", code);
  json_array_append_new(list, json_pack("{s:s, s:s, s:{s:s, s:s, s:[s]}}", "title", title, "kind", "quickfix",
                                        "command", "title", title, "command", "trvm.explain", "arguments", code));
}

/* Takes out the actions of other kinds than an editor asks for: "refactor" means "refactor.extract", too. */
static void keep_kinds(json_t *list, const json_t *only) {
  for (size_t i = json_array_size(list); json_is_array(only) && i-- > 0;) {
    const char *kind = json_string_value(json_object_get(json_array_get(list, i), "kind"));
    const json_t *wanted;
    size_t index;
    bool is_wanted = false;
    json_array_foreach(only, index, wanted) {
      const char *name = json_string_value(wanted);
      size_t length = name ? strlen(name) : 0;
      is_wanted |= name && !strncmp(kind, name, length) && (!kind[length] || kind[length] == '.' || !length);
    }
    if (!is_wanted) json_array_remove(list, i);
  }
}

/* Editors ask at every move of the cursor; only when somebody wants to see what there is, is it tried out. */
static bool is_asked_for(const json_t *context, size_t start, size_t end) {
  return json_integer_value(json_object_get(context, "triggerKind")) != 2 || end > start;
}

json_t *lsp_code_action(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const json_t *context = json_object_get(params, "context");
  const json_t *diagnostics = json_object_get(context, "diagnostics");
  struct place_question question;
  size_t start = 0, end = 0;
  if (!question_read(session, params, &question, failure)) return NULL;
  struct text_view view = view_of(session, question.project->now);
  json_t *list = json_array();
  if (!read_range(session, &question.lines, json_object_get(params, "range"), &start, &end))
    failure_set(failure, FAILURE_PARAMS, "which range?");
  for (size_t i = 0; !failure->code && i < trv_report_count(view.report); i++) {
    trv_diagnostic found = trv_report_get(view.report, i);
    if (strcmp(found.file, question.path) != 0) continue;
    size_t from = position_column_offset(&question.lines, found.line, found.column);
    size_t to = position_column_offset(&question.lines, found.end_line, found.end_column);
    if (!overlaps(start, end, from, to)) continue;
    add_fix(list, &view, i, diagnostics);
    add_explanation(list, found.code);
  }
  if (!failure->code) proposals_append(session, &question, start, end, is_asked_for(context, start, end), list);
  keep_kinds(list, json_object_get(context, "only"));
  view_free(&view);
  question_free(&question);
  if (!failure->code) return list;
  json_decref(list);
  return NULL;
}

/* ---- the one style ---- */

/* Two texts that are compared by lines. */
struct restyling {
  const struct session *session;
  struct line_starts before, after;
  size_t first_line, last_line; /* that were asked for */
  json_t *edits;
};

static size_t line_start(const struct line_starts *lines, size_t line) {
  return position_offset(lines, (struct text_position){ (uint32_t)line, 0 }, POSITION_UTF8);
}

static bool same_line(const struct restyling *restyling, size_t before, size_t after) {
  size_t from = line_start(&restyling->before, before), to = line_start(&restyling->after, after);
  size_t length = line_start(&restyling->before, before + 1) - from;
  return length == line_start(&restyling->after, after + 1) - to &&
         !memcmp(restyling->before.text + from, restyling->after.text + to, length);
}

/* The lines from `top` to `end` become those up to `new_end`. */
static void add_edit(struct restyling *restyling, size_t top, size_t end, size_t new_end) {
  size_t from = line_start(&restyling->after, top), to = line_start(&restyling->after, new_end);
  if (top > restyling->last_line || end <= restyling->first_line) return;
  json_array_append_new(restyling->edits, json_pack("{s:o, s:s%}", "range",
                                                    session_range(restyling->session, &restyling->before,
                                                                  line_start(&restyling->before, top),
                                                                  line_start(&restyling->before, end)),
                                                    "newText", restyling->after.text + from, to - from));
}

/* One edit for each line, or for all lines between those that are the same if their number has changed. */
static void compare_lines(struct restyling *restyling) {
  size_t top = 0, bottom = 0, old = restyling->before.count, new = restyling->after.count;
  while (top < old && top < new &&same_line(restyling, top, top)) top++;
  while (bottom < old - top && bottom < new - top &&same_line(restyling, old - 1 - bottom, new - 1 - bottom)) bottom++;
  if (old != new) add_edit(restyling, top, old - bottom, new - bottom);
  for (size_t line = top; old == new &&line < old - bottom; line++)
    if (!same_line(restyling, line, line)) add_edit(restyling, line, line + 1, line + 1);
}

static json_t *format_lines(struct session *session, const json_t *params, size_t first_line, size_t last_line,
                            struct lsp_failure *failure) {
  struct place_question question;
  const char *text = NULL;
  size_t length = 0;
  trv_report *report = NULL;
  json_t *list = NULL;
  if (!question_read(session, params, &question, failure)) return NULL;
  trv_compile_options options = {
    .struct_size = sizeof options, .name = question.path, .text = question.lines.text, .length = question.lines.length
  };
  size_t size = strlen(question.path);
  if (size < 4 || strcmp(question.path + size - 4, ".trv") != 0)
    failure_set(failure, FAILURE_REFUSED, "only files of rules have a style");
  else if (trv_format(&options, &text, &length, &report) != TRV_OK || !text)
    failure_set(failure, FAILURE_REFUSED, "the file has errors that must be mended before");
  else {
    struct restyling restyling = { session, question.lines, { 0 }, first_line, last_line, list = json_array() };
    positions_find(&restyling.after, text, length);
    compare_lines(&restyling);
    positions_free(&restyling.after);
  }
  trv_report_free(report);
  question_free(&question);
  return list;
}

json_t *lsp_formatting(struct session *session, const json_t *params, struct lsp_failure *failure) {
  return format_lines(session, params, 0, SIZE_MAX, failure);
}

/* The style of a line depends on those around it, so what is changed may be more than was asked for; what lies wholly
 * elsewhere stays as it is. */
json_t *lsp_range_formatting(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct text_position from, to;
  const json_t *range = json_object_get(params, "range");
  if (!position_read(json_object_get(range, "start"), &from) || !position_read(json_object_get(range, "end"), &to))
    return failure_set(failure, FAILURE_PARAMS, "which range?");
  return format_lines(session, params, from.line, to.line, failure);
}

/* ---- links ---- */

/* The files that rules name in quotes and that were read for them: tables, rulebooks, modules. */
json_t *lsp_links(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  const char *file;
  if (!question_read(session, params, &question, failure)) return NULL;
  json_t *list = json_array();
  for (uint32_t i = 0; (file = trv_inspection_file(question.project->now, i)); i++) {
    const char *name = strrchr(file, '/'), *text = question.lines.text, *at = text;
    if (*file != '/' || !name || !strcmp(file, question.path)) continue;
    size_t size = strlen(++name);
    while ((at = strstr(at, name))) {
      const char *from = at, *end = at + size;
      while (from > text && from[-1] != '"' && from[-1] != '\n') from--;
      char *uri = from > text && from[-1] == '"' && *end == '"' ? session_uri(session, file) : NULL;
      if (uri)
        json_array_append_new(
            list, json_pack("{s:o, s:s}", "range",
                            session_range(session, &question.lines, (size_t)(from - text), (size_t)(end - text)),
                            "target", uri));
      free(uri);
      at = end;
    }
  }
  question_free(&question);
  return list;
}
