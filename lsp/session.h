/* A conversation with an editor: messages in, messages out, and what has to be known between them. Nothing here reads
 * or writes files of its own, so that tests hold the same conversations. */
#ifndef TRV_LSP_SESSION_H
#define TRV_LSP_SESSION_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "lsp/documents.h"
#include "lsp/projects.h"

/* Takes a message that is to be sent; borrowed during the call. */
typedef void session_send(void *context, const json_t *message);

struct session {
  session_send *send;
  void *context;
  FILE *log; /* borrowed, or NULL */
  struct documents documents;
  struct projects projects;
  json_t *published; /* address: the diagnostics that were last sent */
  bool is_begun, is_ended, has_left;
  bool takes_snippets; /* the editor fills in what is offered with gaps */
  bool can_watch;      /* it tells of changes outside if it is asked to */
  bool untold;       /* texts have changed since diagnostics were sent */
};

/* What went wrong with a request; numbers of the protocol. */
enum failure_code {
  FAILURE_NONE = 0,
  FAILURE_PARSE = -32700,
  FAILURE_REQUEST = -32600,
  FAILURE_METHOD = -32601,
  FAILURE_PARAMS = -32602,
  FAILURE_INTERNAL = -32603,
  FAILURE_NOT_BEGUN = -32002,
  FAILURE_CANCELLED = -32800,
  FAILURE_REFUSED = -32803
};
struct lsp_failure {
  enum failure_code code;
  char text[300];
};

void session_begin(struct session *session, session_send *send, void *context);
/* Handles one message: JSON, or whatever it is. */
void session_take(struct session *session, const char *bytes, size_t length);
/* The same for one that was read; borrowed. */
void session_handle(struct session *session, const json_t *message);
/* Tells what is wrong with the texts, if that has changed; called when no message is waiting. */
void session_rest(struct session *session);
void session_end(struct session *session);

/* Sends a notification; takes over `params`. */
void session_notify(struct session *session, const char *method, json_t *params);
/* Asks the editor for something; takes over `params`. Its answer is passed over. */
void session_request(struct session *session, const char *id, const char *method, json_t *params);
/* An error without a request that could be named. */
void session_complain(struct session *session, enum failure_code code, const char *text);

/* ---- for the methods ---- */

/* Returns NULL, with a reason. */
__attribute__((format(printf, 3, 4))) json_t *failure_set(struct lsp_failure *failure, enum failure_code code,
                                                           const char *format, ...);

/* A place that a request asks about. */
struct place_question {
  struct project *project; /* with its inspection up to date */
  char *path;              /* owned; see question_free */
  const char *text;        /* of the file, borrowed from the inspection or the open document */
  struct line_starts lines;
  uint32_t offset;
};
/* Reads `textDocument` and `position`, if the request has one. False, with a reason, for what cannot be answered. */
bool question_read(struct session *session, const json_t *params, struct place_question *question,
                   struct lsp_failure *failure);
void question_free(struct place_question *question);

/* A range of the protocol for bytes of a text. */
json_t *session_range(const struct session *session, const struct line_starts *lines, size_t start, size_t end);
/* The address of a file, as the editor wrote it if it is open; owned. */
char *session_uri(const struct session *session, const char *path);

#endif
