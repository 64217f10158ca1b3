/* What is wrong with open files and those that belong to them, sent when it has changed. A file that several projects
 * read gets what is wrong with it in any of them, each thing once. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/methods.h"
#include "lsp/views.h"

static json_t *range_of(struct text_view *view, const char *file, uint32_t line, uint32_t column, uint32_t end_line,
                        uint32_t end_column) {
  const struct line_starts *lines = view_lines(view, file);
  size_t start = position_column_offset(lines, line, column);
  size_t end = position_column_offset(lines, end_line, end_column);
  return session_range(view->session, lines, start, end > start ? end : start);
}

static json_t *related_of(struct text_view *view, size_t index, uint32_t count) {
  json_t *related = json_array();
  for (uint32_t i = 0; i < count; i++) {
    trv_note note = trv_report_note(view->report, index, i);
    char *uri = note.file && *note.file == '/' ? session_uri(view->session, note.file) : NULL;
    if (uri)
      json_array_append_new(related,
                            json_pack("{s:{s:s, s:o}, s:s}", "location", "uri", uri, "range",
                                      range_of(view, note.file, note.line, note.column, note.line, note.column + 1),
                                      "message", note.text));
    free(uri);
  }
  return related;
}

static char *message_of(const struct text_view *view, size_t index, const trv_diagnostic *found) {
  struct text text = { 0 };
  text_add(&text, found->message);
  if (found->hint) text_format(&text, "\n%s", found->hint);
  for (uint32_t i = 0; i < found->notes; i++) {
    trv_note note = trv_report_note(view->report, index, i);
    if (!note.file) text_format(&text, "\n%s", note.text);
  }
  return text.bytes;
}

static json_t *write_diagnostic(struct text_view *view, size_t index) {
  trv_diagnostic found = trv_report_get(view->report, index);
  char *message = message_of(view, index, &found);
  json_t *result = json_pack("{s:o, s:i, s:s, s:s, s:s, s:o}", "range",
                             range_of(view, found.file, found.line, found.column, found.end_line, found.end_column),
                             "severity", found.is_error ? 1 : 2, "code", found.code, "source", "trvm", "message",
                             message ? message : "", "relatedInformation", related_of(view, index, found.notes));
  free(message);
  return result;
}

static void append_once(json_t *list, json_t *item) {
  size_t index;
  const json_t *known;
  json_array_foreach(list, index, known) if (json_equal(known, item)) {
    json_decref(item);
    return;
  }
  json_array_append_new(list, item);
}

static void add_items(struct text_view *view, const trv_rulebook_report *book, const char *const *names, uint32_t count,
                      const char *code, const char *message, json_t *list) {
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < book->listed; j++)
      if (!strcmp(book->list[j].name, names[i]))
        append_once(list, json_pack("{s:o, s:i, s:s, s:s, s:s}", "range",
                                    range_of(view, book->file, book->list[j].line, 1, book->list[j].line, UINT32_MAX),
                                    "severity", 3, "code", code, "source", "trvm", "message", message));
}

/* Items of the rulebook that no rule carries out, or no scenario shows, are told there. */
static void gather_items(struct session *session, struct text_view *view, json_t *found) {
  trv_rulebook_report book = trv_report_rulebook(view->report);
  char *uri = book.present && !trv_report_errors(view->report) ? session_uri(session, book.file) : NULL;
  json_t *list = uri ? json_object_get(found, uri) : NULL;
  if (list) {
    add_items(view, &book, book.uncited, book.uncited_count, "uncited", "no rule cites this item", list);
    add_items(view, &book, book.untested, book.untested_count, "untested", "no scenario cites this item", list);
  }
  free(uri);
}

/* The diagnostics of a project, by the addresses of the files. */
static void gather(struct session *session, const struct project *project, json_t *found) {
  const char *file;
  if (!project->now) return;
  struct text_view view = view_of(session, project->now);
  for (uint32_t i = 0; (file = trv_inspection_file(project->now, i)); i++) {
    char *uri = *file == '/' ? session_uri(session, file) : NULL;
    if (uri && !json_object_get(found, uri)) json_object_set_new(found, uri, json_array());
    free(uri);
  }
  for (size_t i = 0; i < trv_report_count(view.report); i++) {
    char *uri = session_uri(session, trv_report_get(view.report, i).file);
    json_t *list = uri ? json_object_get(found, uri) : NULL;
    if (list) append_once(list, write_diagnostic(&view, i));
    free(uri);
  }
  gather_items(session, &view, found);
  view_free(&view);
}

static void send_list(struct session *session, const char *uri, json_t *list) {
  json_t *params = json_pack("{s:s, s:O}", "uri", uri, "diagnostics", list);
  for (const struct document *open = session->documents.first; open; open = open->next)
    if (!strcmp(open->uri, uri)) json_object_set_new(params, "version", json_integer(open->version));
  session_notify(session, "textDocument/publishDiagnostics", params);
}

void diagnostics_publish(struct session *session) {
  json_t *found = json_object(), *list, *none = json_array();
  const char *uri;
  for (const struct document *open = session->documents.first; open; open = open->next) {
    const struct project *project = projects_of(&session->projects, open->path);
    if (project) gather(session, project, found);
  }
  json_object_foreach(found, uri, list) {
    const json_t *known = json_object_get(session->published, uri);
    bool is_news = known ? !json_equal(known, list) : json_array_size(list) > 0;
    if (is_news) send_list(session, uri, list);
  }
  json_object_foreach(session->published, uri, list) if (json_array_size(list) && !json_object_get(found, uri))
      send_list(session, uri, none);
  json_decref(none);
  json_decref(session->published);
  session->published = found;
}
