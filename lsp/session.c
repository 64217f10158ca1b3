/* Messages of a conversation: what may be asked when, who answers, and what every answer looks like; see session.h. */
#include "lsp/session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lsp/methods.h"
#include "lsp/uri.h"

/* ---- methods ---- */

enum method_kind { METHOD_REQUEST, METHOD_NOTICE };
struct method_entry {
  const char *name;
  enum method_kind kind;
  lsp_method *run;
};
static const struct method_entry entries[] = {
#define METHOD(name, kind, function, text, tests) { name, METHOD_##kind, lsp_##function },
#include "lsp/methods.def"
#undef METHOD
};

static const struct method_entry *entry_named(const char *name) {
  for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
    if (!strcmp(entries[i].name, name)) return &entries[i];
  return NULL;
}

json_t *failure_set(struct lsp_failure *failure, enum failure_code code, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(failure->text, sizeof failure->text, format, values);
  va_end(values);
  failure->code = code;
  return NULL;
}

/* ---- sending ---- */

static void send_message(struct session *session, json_t *message) {
  if (!message) return; /* no memory: the editor waits in vain, and nothing else is harmed */
  session->send(session->context, message);
  json_decref(message);
}

void session_notify(struct session *session, const char *method, json_t *params) {
  send_message(session, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

void session_request(struct session *session, const char *id, const char *method, json_t *params) {
  send_message(session,
               json_pack("{s:s, s:s, s:s, s:o}", "jsonrpc", "2.0", "id", id, "method", method, "params", params));
}

static void send_failure(struct session *session, const json_t *id, const struct lsp_failure *failure) {
  send_message(session, json_pack("{s:s, s:O?, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id, "error", "code",
                                  (int)failure->code, "message", failure->text));
}

void session_complain(struct session *session, enum failure_code code, const char *text) {
  struct lsp_failure failure;
  failure_set(&failure, code, "%s", text);
  json_t *nobody = json_null();
  send_failure(session, nobody, &failure);
}

/* ---- the log ---- */

static double now_in_ms(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static void log_message(const struct session *session, const char *method, double began,
                        const struct lsp_failure *failure) {
  if (!session->log) return;
  fprintf(session->log, "%9.2f ms  %s%s%s\n", now_in_ms() - began, method, failure->code ? "  " : "",
          failure->code ? failure->text : "");
  fflush(session->log);
}

/* ---- taking ---- */

/* What forbids a method at this time, if anything does. */
static void check_order(const struct session *session, const char *name, struct lsp_failure *failure) {
  bool begins = !strcmp(name, "initialize");
  if (!strcmp(name, "exit")) return;
  if (!session->is_begun && !begins) failure_set(failure, FAILURE_NOT_BEGUN, "the first request is `initialize`");
  if (session->is_begun && begins) failure_set(failure, FAILURE_REQUEST, "`initialize` was asked already");
  if (session->is_ended) failure_set(failure, FAILURE_REQUEST, "after `shutdown` there is only `exit`");
}

static void run_method(struct session *session, const char *name, const json_t *id, const json_t *params) {
  const struct method_entry *entry = entry_named(name);
  struct lsp_failure failure = { 0 };
  json_t *result = NULL;
  double began = now_in_ms();
  check_order(session, name, &failure);
  if (!failure.code && (!entry || (entry->kind == METHOD_REQUEST) != (id != NULL)))
    failure_set(&failure, FAILURE_METHOD, "there is no %s `%.100s`", id ? "request" : "notification", name);
  if (!failure.code && params && !json_is_object(params) && !json_is_array(params) && !json_is_null(params))
    failure_set(&failure, FAILURE_PARAMS, "parameters are an object");
  if (!failure.code) result = entry->run(session, params, &failure);
  log_message(session, name, began, &failure);
  if (id && failure.code) send_failure(session, id, &failure);
  else if (id)
    send_message(session, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result",
                                    result ? json_incref(result) : json_null()));
  json_decref(result);
}

void session_handle(struct session *session, const json_t *message) {
  const json_t *name = json_object_get(message, "method"), *id = json_object_get(message, "id");
  if (json_is_array(message)) session_complain(session, FAILURE_REQUEST, "messages come one by one");
  else if (!json_is_object(message)) session_complain(session, FAILURE_REQUEST, "a message is an object");
  else if (!name && (json_object_get(message, "result") || json_object_get(message, "error"))) return; /* an answer */
  else if (!json_is_string(name)) session_complain(session, FAILURE_REQUEST, "a message names its method");
  else if (id && !json_is_integer(id) && !json_is_string(id))
    session_complain(session, FAILURE_REQUEST, "the id of a request is a number or a text");
  else run_method(session, json_string_value(name), id, json_object_get(message, "params"));
}

void session_take(struct session *session, const char *bytes, size_t length) {
  json_error_t error;
  json_t *message = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
  char text[sizeof error.text + 40];
  if (message) session_handle(session, message);
  else {
    snprintf(text, sizeof text, "this is no JSON: %s", error.text);
    session_complain(session, FAILURE_PARSE, text);
  }
  json_decref(message);
}

void session_rest(struct session *session) {
  if (!session->untold || !session->is_begun || session->is_ended) return;
  struct lsp_failure none = { 0 };
  double began = now_in_ms();
  session->untold = false;
  diagnostics_publish(session);
  log_message(session, "diagnostics", began, &none);
}

void session_begin(struct session *session, session_send *send, void *context) {
  *session = (struct session){ .send = send, .context = context, .published = json_object() };
  session->projects.documents = &session->documents;
  session->documents.encoding = POSITION_UTF16;
}

void session_end(struct session *session) {
  projects_free(&session->projects);
  documents_free(&session->documents);
  json_decref(session->published);
  session->published = NULL;
}

/* ---- for the methods ---- */

json_t *session_range(const struct session *session, const struct line_starts *lines, size_t start, size_t end) {
  return json_pack("{s:o, s:o}", "start", position_write(position_of(lines, start, session->documents.encoding)), "end",
                   position_write(position_of(lines, end, session->documents.encoding)));
}

char *session_uri(const struct session *session, const char *path) {
  const struct document *document = documents_find(&session->documents, path);
  return document ? strdup(document->uri) : uri_from_path(path);
}

bool question_read(struct session *session, const json_t *params, struct place_question *question,
                   struct lsp_failure *failure) {
  const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
  const json_t *place = json_object_get(params, "position");
  struct text_position position = { 0 };
  size_t length = 0;
  *question = (struct place_question){ .path = uri ? uri_to_path(uri) : NULL };
  if (!question->path) failure_set(failure, FAILURE_PARAMS, "which file?");
  else if (place && !position_read(place, &position))
    failure_set(failure, FAILURE_PARAMS, "a position has a line and a character");
  if (failure->code) return question_free(question), false;
  const struct document *document = documents_find(&session->documents, question->path);
  question->project = projects_of(&session->projects, question->path);
  if (document) question->text = document->text, length = document->length;
  else if (question->project && question->project->now)
    question->text = trv_report_source(trv_inspection_report(question->project->now), question->path, &length);
  if (!question->project || !question->project->now || !question->text) {
    failure_set(failure, FAILURE_REFUSED, "no rules that could be looked at belong to this file");
    return question_free(question), false;
  }
  positions_find(&question->lines, question->text, length);
  question->offset = (uint32_t)position_offset(&question->lines, position, session->documents.encoding);
  return true;
}

void question_free(struct place_question *question) {
  positions_free(&question->lines);
  free(question->path);
  *question = (struct place_question){ 0 };
}
