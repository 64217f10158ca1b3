/* Runs a conversation: takes what has come in, answers, and when nothing waits tells what is wrong with the texts. So
 * while somebody types, only the newest texts are looked at. */
#include "lsp/lsp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/session.h"
#include "lsp/transport.h"

enum { WAITING_LIMIT = 1000 };

struct conversation {
  struct session session;
  struct transport transport;
  json_t *waiting; /* messages that have come in and are not handled yet */
  int output;
  bool is_heard; /* somebody still reads */
};

static void send_out(void *context, const json_t *message) {
  struct conversation *talk = context;
  char *text = json_dumps(message, JSON_COMPACT);
  if (text && talk->is_heard) talk->is_heard = transport_write(talk->output, text, strlen(text));
  free(text);
}

/* ---- cancelling ---- */

/* A request that still waits and was cancelled is taken out and answered so. */
static void cancel(struct conversation *talk, const json_t *id) {
  size_t index;
  json_t *message;
  json_array_foreach(talk->waiting, index, message) {
    const json_t *own = json_object_get(message, "id");
    if (!own || !json_equal(own, id) || !json_object_get(message, "method")) continue;
    json_t *answer = json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", own, "error", "code",
                               (int)FAILURE_CANCELLED, "message", "it was cancelled");
    if (answer) send_out(talk, answer);
    json_decref(answer);
    json_array_remove(talk->waiting, index);
    return;
  }
}

static void queue(struct conversation *talk, const char *bytes, size_t length) {
  json_error_t error;
  json_t *message = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
  const char *method = json_string_value(json_object_get(message, "method"));
  if (!message) session_take(&talk->session, bytes, length); /* which says what is wrong with it */
  else if (method && !strcmp(method, "$/cancelRequest"))
    cancel(talk, json_object_get(json_object_get(message, "params"), "id"));
  else json_array_append(talk->waiting, message);
  json_decref(message);
}

/* Takes all messages that are there; false at the end of the input. */
static bool take_all(struct conversation *talk) {
  const char *message;
  size_t length;
  while (json_array_size(talk->waiting) < WAITING_LIMIT) switch (transport_take(&talk->transport, &message, &length)) {
    case TRANSPORT_MESSAGE: queue(talk, message, length); break;
    case TRANSPORT_LONG: session_complain(&talk->session, FAILURE_REQUEST, "the message is longer than 64 MB"); break;
    case TRANSPORT_WRONG:
      session_complain(&talk->session, FAILURE_PARSE, "a message begins `Content-Length: …`");
      break;
    case TRANSPORT_NOTHING: return true;
    case TRANSPORT_END: return false;
    }
  return true;
}

/* ---- the loop ---- */

static void talk_on(struct conversation *talk, volatile const sig_atomic_t *stop) {
  bool is_open = true;
  while (!talk->session.has_left && talk->is_heard && !(stop && *stop)) {
    transport_read(&talk->transport, false);
    is_open = take_all(talk);
    if (json_array_size(talk->waiting)) {
      json_t *message = json_incref(json_array_get(talk->waiting, 0));
      json_array_remove(talk->waiting, 0);
      session_handle(&talk->session, message);
      json_decref(message);
      continue;
    }
    if (!is_open) return;
    session_rest(&talk->session);
    transport_read(&talk->transport, true);
  }
}

bool lsp_run(const struct lsp_options *options, char *why, size_t size) {
  struct conversation talk = { .transport.input = options->input, .output = options->output, .is_heard = true };
  FILE *log = options->log ? fopen(options->log, "a") : NULL;
  if (options->log && !log) {
    snprintf(why, size, "cannot write to `%s`: %s", options->log, strerror(errno));
    return false;
  }
  talk.waiting = json_array();
  session_begin(&talk.session, send_out, &talk);
  talk.session.log = log;
  talk_on(&talk, options->stop);
  bool fine = talk.session.has_left && talk.session.is_ended;
  if (!fine) snprintf(why, size, "the editor went without taking leave");
  session_end(&talk.session);
  transport_free(&talk.transport);
  json_decref(talk.waiting);
  if (log) fclose(log);
  return fine;
}
