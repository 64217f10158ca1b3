/* Requests and replies: all that knows libmicrohttpd, but for the bytes of event streams.
 *
 * One thread talks to all browsers and never waits. It checks what can be checked at once (method, host, origin, sizes),
 * answers with files of the page itself, and hands everything else to a worker thread, which fills in the reply. */
#ifndef TRV_SERVE_HTTP_H
#define TRV_SERVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "serve/stream.h"
#include "serve/work.h"

enum { HTTP_MOST_BODY = 16384, HTTP_MOST_PATH = 200, HTTP_COOKIE = 64 };

/* What a worker thread is asked, and what it answers. */
struct http_request {
  bool is_post;
  char path[HTTP_MOST_PATH + 1];
  const char *query, *at, *as;  /* values of the queries `q`, `at` and `as`, or "" */
  const char *cookies;          /* the header, or "" */
  const char *body;             /* of a POST */
  size_t body_length;
  /* the answer */
  unsigned status;              /* 200, 204, 400 … */
  const char *type;             /* of the text; NULL: JSON */
  struct text text;
  char cookie[HTTP_MOST_PATH + HTTP_COOKIE + 100]; /* "": none */
  bool reads_packed;            /* the browser takes gzip */
  bool is_packed;               /* the text is gzip */
  bool is_lasting;              /* the same for ever under its address: browsers may keep it */
  struct stream *stream;        /* instead of a text */
};
typedef void http_answer(void *context, struct http_request *request);
typedef bool http_is_slow(const char *path, bool is_post);

struct http;
struct http_options {
  const char *address;
  uint16_t port;
  const char *public_url; /* or NULL */
  http_answer *answer;    /* called in a worker thread */
  void *context;
  http_is_slow *is_slow;
  struct work *work, *slow_work; /* threads for requests, and for those that take long */
};
/* Owned; NULL after a sentence in `why`. */
struct http *http_start(const struct http_options *options, char *why, size_t why_size);
uint16_t http_port(const struct http *http);
/* Takes no further requests; those under way are still answered. */
void http_quiesce(struct http *http);
/* When all streams have been ended and no worker has a request any more. */
void http_stop(struct http *http);

/* The value of a cookie in a header of cookies, cut to `size`; false when it has none of this name. */
bool http_cookie(const char *cookies, const char *name, char *value, size_t size);
/* A reply of this status that says why, as JSON. */
void http_refuse(struct http_request *request, unsigned status, const char *why);

#endif
