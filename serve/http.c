/* Requests and replies: see http.h. */
#include "serve/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "serve/limits.h"
#include "serve/packed.h"
#include "serve/page.h"

enum {
  MOST_BROWSERS = 16000,
  MOST_FROM_ONE_ADDRESS = 8000, /* a proxy is one address for everybody */
  SECONDS_TO_SEND = 30,         /* a request that takes longer is dropped */
  MEMORY_EACH = 6144,
  EFFORT_ONCE = 9, /* to make a file of the page smaller, which is done once; and an answer */
  EFFORT = 4
};

/* A file of the page as gzip, made when it is first asked for. */
struct http_packed {
  bool is_tried;
  char *bytes; /* owned; NULL: it is not smaller */
  size_t length;
};

struct http {
  struct http_options options;
  struct MHD_Daemon *daemon;
  uint16_t port;
  char *public_host; /* owned; NULL: none */
  struct limits *limits;
  struct http_packed page[PAGE_MOST_FILES];
};

/* A request from its first line to its end. */
struct http_exchange {
  struct http_request request; /* first: what workers have is its address */
  struct http *http;
  struct MHD_Connection *connection;
  struct text body;
  enum { READING, WORKING, DONE } state;
};

static const char *header(struct MHD_Connection *connection, const char *name) {
  const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
  return value ? value : "";
}

/* ---- replies ---- */

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

void http_refuse(struct http_request *request, unsigned status, const char *why) {
  struct json json;
  request->status = status;
  text_clear(&request->text);
  json_begin(&json, write_text, &request->text);
  json_open_object(&json, NULL);
  json_text(&json, "why", why);
  json_close(&json);
}

static const char not_kept[] = "no-store", asked_anew[] = "no-cache", kept[] = "private, max-age=31536000, immutable";

static void add_headers(struct MHD_Response *response, const char *type, const char *keeping) {
  static const char *const always[][2] = {
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "no-referrer" },
    { "X-Frame-Options", "DENY" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
      "form-action 'none'; frame-ancestors 'none'; base-uri 'none'" },
  };
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    MHD_add_response_header(response, always[i][0], always[i][1]);
  MHD_add_response_header(response, "Content-Type", type);
  MHD_add_response_header(response, "Cache-Control", keeping);
}

static enum MHD_Result queue(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
  if (!response) return MHD_NO;
  enum MHD_Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

static void note_packed(struct MHD_Response *response) {
  MHD_add_response_header(response, "Content-Encoding", "gzip");
  MHD_add_response_header(response, "Vary", "Accept-Encoding");
}

static enum MHD_Result send_text(struct MHD_Connection *connection, struct http_request *request) {
  const char *text = text_get(&request->text);
  struct MHD_Response *response =
      MHD_create_response_from_buffer(request->text.length, (void *)(uintptr_t)text, MHD_RESPMEM_MUST_COPY);
  if (!response) return MHD_NO;
  add_headers(response, request->type ? request->type : "application/json; charset=utf-8",
              request->is_lasting ? kept : not_kept);
  if (*request->cookie) MHD_add_response_header(response, "Set-Cookie", request->cookie);
  if (request->is_packed) note_packed(response);
  return queue(connection, request->text.failed ? 500 : request->status, response);
}

static enum MHD_Result send_stream(struct MHD_Connection *connection, struct http_request *request) {
  struct stream *stream = request->stream;
  request->stream = NULL; /* the response has it from now on */
  struct MHD_Response *response = stream_attach(stream, connection);
  if (!response) return MHD_NO;
  add_headers(response, "text/event-stream; charset=utf-8", not_kept);
  MHD_add_response_header(response, "X-Accel-Buffering", "no"); /* proxies pass events on at once */
  return queue(connection, 200, response);
}

static const struct http_packed *pack_page(struct http *http, const struct page_file *file) {
  struct http_packed *packed = &http->page[file->number];
  if (!packed->is_tried) packed->bytes = packed_make(file->text, strlen(file->text), EFFORT_ONCE, &packed->length);
  packed->is_tried = true;
  return packed;
}

static enum MHD_Result send_page(struct http *http, struct MHD_Connection *connection, const struct page_file *file) {
  const struct http_packed *packed = NULL;
  if (packed_is_read(header(connection, "Accept-Encoding"))) packed = pack_page(http, file);
  bool is_packed = packed && packed->bytes;
  const char *bytes = is_packed ? packed->bytes : file->text;
  struct MHD_Response *response = MHD_create_response_from_buffer(is_packed ? packed->length : strlen(bytes),
                                                                  (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);
  if (!response) return MHD_NO;
  if (is_packed) note_packed(response);
  add_headers(response, file->type, asked_anew);
  return queue(connection, 200, response);
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status, const char *why) {
  struct http_request request = { 0 };
  http_refuse(&request, status, why);
  enum MHD_Result result = send_text(connection, &request);
  text_free(&request.text);
  return result;
}

/* ---- what can be seen at once ---- */

/* Whether a host, with or without port, is a number or this machine itself: names that others control could lead a
 * browser's requests here. */
static bool is_plain_host(const char *host) {
  char name[80];
  unsigned char address[16];
  size_t length = *host == '[' ? strcspn(host, "]") : strcspn(host, ":");
  if (length >= sizeof name) return false;
  memcpy(name, host + (*host == '['), length - (*host == '['));
  name[length - (*host == '[')] = '\0';
  return strcasecmp(name, "localhost") == 0 || inet_pton(AF_INET, name, address) == 1 ||
         inet_pton(AF_INET6, name, address) == 1;
}

static bool is_own_host(const struct http *http, const char *host) {
  return *host && (is_plain_host(host) || (http->public_host && strcasecmp(host, http->public_host) == 0));
}

/* A page of another site cannot post here: its origin is not the host it posts to. */
static bool is_own_origin(const struct http *http, const char *origin, const char *host) {
  const char *behind = strstr(origin, "://");
  if (!behind) return false;
  return strcasecmp(behind + 3, host) == 0 || (http->public_host && strcasecmp(behind + 3, http->public_host) == 0);
}

/* NULL, or why a request is refused before its body is read. */
static const char *objection(const struct http *http, struct MHD_Connection *connection, const char *path, bool is_post,
                             unsigned *status) {
  const char *host = header(connection, "Host"), *type = header(connection, "Content-Type");
  const char *length = header(connection, "Content-Length");
  *status = 400;
  if (!is_own_host(http, host)) return "This server does not answer to that name. --public gives it one.";
  if (strlen(path) > HTTP_MOST_PATH) return *status = 414, "That address is too long.";
  if (!is_post) return NULL;
  *status = 403;
  if (!is_own_origin(http, header(connection, "Origin"), host)) return "Requests from other sites are not taken.";
  *status = 415;
  if (strncasecmp(type, "application/json", 16) != 0) return "A request is to be JSON.";
  *status = 413;
  if (strtoul(length, NULL, 10) > HTTP_MOST_BODY) return "That request is too long.";
  return NULL;
}

/* ---- who asks ---- */

/* The address from which a request comes, and whether that is this machine. Of addresses of six parts all of one network are
 * one. */
static void read_peer(struct MHD_Connection *connection, char address[INET6_ADDRSTRLEN], bool *is_local) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  const struct sockaddr *peer = info ? info->client_addr : NULL;
  snprintf(address, INET6_ADDRSTRLEN, "unknown");
  *is_local = false;
  if (peer && peer->sa_family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)peer;
    inet_ntop(AF_INET, &four->sin_addr, address, INET6_ADDRSTRLEN);
    *is_local = ntohl(four->sin_addr.s_addr) >> 24 == 127;
  } else if (peer && peer->sa_family == AF_INET6) {
    struct in6_addr network = ((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr;
    *is_local = IN6_IS_ADDR_LOOPBACK(&network);
    memset(network.s6_addr + 8, 0, 8);
    inet_ntop(AF_INET6, &network, address, INET6_ADDRSTRLEN);
  }
}

/* Whether whoever asks has asked for too much. A proxy on this machine says for whom it asks, in the last of the addresses
 * that it names; what else comes from this machine is not counted. */
static bool is_too_much(struct http *http, struct MHD_Connection *connection, const char *path, bool is_post) {
  char address[INET6_ADDRSTRLEN];
  struct timespec time;
  bool is_local;
  read_peer(connection, address, &is_local);
  if (is_local) {
    const char *named = http->public_host ? header(connection, "X-Forwarded-For") : "", *last = strrchr(named, ',');
    if (!*named) return false;
    last = last ? last + 1 + strspn(last + 1, " ") : named;
    snprintf(address, sizeof address, "%s", last);
  }
  clock_gettime(CLOCK_MONOTONIC, &time);
  bool is_dear = is_post ? http->options.is_slow(path, true) : false;
  return !limits_pay(http->limits, address, is_dear ? LIMITS_TABLE : LIMITS_REQUEST, time.tv_sec);
}

/* ---- requests ---- */

/* Rules and sheets are long. What is posted is answered as it is: such an answer may hold a secret beside what somebody else
 * has chosen, and then its length would tell of it. */
static void pack_answer(struct http_request *request) {
  size_t length;
  if (!request->reads_packed || request->is_post || request->stream || request->text.failed) return;
  if (request->text.length < PACKED_LEAST) return;
  char *packed = packed_make(text_get(&request->text), request->text.length, EFFORT, &length);
  if (!packed) return;
  text_clear(&request->text);
  text_add_bytes(&request->text, packed, length);
  request->is_packed = true;
  free(packed);
}

static void work_on(void *context) {
  struct http_exchange *exchange = context;
  struct http *http = exchange->http;
  exchange->request.status = 200;
  http->options.answer(http->options.context, &exchange->request);
  pack_answer(&exchange->request);
  exchange->state = DONE;
  MHD_resume_connection(exchange->connection);
}

static const char *argument(struct http_exchange *exchange, const char *name) {
  const char *value = MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, name);
  return value ? value : "";
}

/* The connection sleeps until a worker has the answer. */
static enum MHD_Result hand_over(struct http_exchange *exchange) {
  struct http_request *request = &exchange->request;
  const struct http_options *options = &exchange->http->options;
  request->query = argument(exchange, "q");
  request->at = argument(exchange, "at");
  request->as = argument(exchange, "as");
  request->cookies = header(exchange->connection, "Cookie");
  request->reads_packed = packed_is_read(header(exchange->connection, "Accept-Encoding"));
  request->body = text_get(&exchange->body);
  request->body_length = exchange->body.length;
  exchange->state = WORKING;
  MHD_suspend_connection(exchange->connection);
  struct work *work = options->is_slow(request->path, request->is_post) ? options->slow_work : options->work;
  if (work_add(work, work_on, exchange)) return MHD_YES;
  exchange->state = DONE;
  http_refuse(request, 503, "The server has too much to do.");
  MHD_resume_connection(exchange->connection);
  return MHD_YES;
}

static struct http_exchange *begin(struct http *http, struct MHD_Connection *connection, const char *path,
                                   bool is_post) {
  struct http_exchange *exchange = calloc(1, sizeof *exchange);
  if (!exchange) return NULL;
  exchange->http = http;
  exchange->connection = connection;
  exchange->request.is_post = is_post;
  snprintf(exchange->request.path, sizeof exchange->request.path, "%s", path);
  return exchange;
}

/* Called by libmicrohttpd for the head of a request, for each part of its body, and when the body is complete or the
 * connection goes on. */
static enum MHD_Result take(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                            const char *version, const char *part, size_t *part_length, void **slot) {
  struct http *http = context;
  struct http_exchange *exchange = *slot;
  bool is_post = strcmp(method, "POST") == 0;
  unsigned status;
  (void)version;
  if (!exchange) {
    if (!is_post && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
      return refuse(connection, 405, "Only GET and POST are understood.");
    const char *why = objection(http, connection, path, is_post, &status);
    if (why) return refuse(connection, status, why);
    if (is_too_much(http, connection, path, is_post))
      return refuse(connection, 429, "That is too much at once from one address: try again in a minute.");
    return (*slot = begin(http, connection, path, is_post)) ? MHD_YES : MHD_NO;
  }
  if (*part_length) {
    if (exchange->body.length + *part_length > HTTP_MOST_BODY) return MHD_NO;
    text_add_bytes(&exchange->body, part, *part_length);
    *part_length = 0;
    return MHD_YES;
  }
  if (exchange->state == DONE)
    return exchange->request.stream ? send_stream(connection, &exchange->request)
                                    : send_text(connection, &exchange->request);
  struct page_file file;
  return !is_post && page_find(path, &file) ? send_page(http, connection, &file) : hand_over(exchange);
}

static void complete(void *context, struct MHD_Connection *connection, void **slot,
                     enum MHD_RequestTerminationCode code) {
  struct http_exchange *exchange = *slot;
  (void)context;
  (void)connection;
  (void)code;
  if (!exchange) return;
  if (exchange->request.stream) stream_abandon(exchange->request.stream);
  text_free(&exchange->body);
  text_free(&exchange->request.text);
  free(exchange);
  *slot = NULL;
}

bool http_cookie(const char *cookies, const char *name, char *value, size_t size) {
  size_t length = strlen(name);
  for (const char *at = cookies; *at; at += strcspn(at, ";"), at += strspn(at, "; ")) {
    if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
    snprintf(value, size, "%.*s", (int)strcspn(at + length + 1, ";"), at + length + 1);
    return true;
  }
  return false;
}

/* ---- starting and stopping ---- */

/* Each browser at a table keeps a connection, and so a file, open. */
static void allow_many_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t wanted = MOST_BROWSERS + 200;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static bool read_address(const struct http_options *options, struct sockaddr_storage *address, bool *is_six) {
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
  memset(address, 0, sizeof *address);
  *is_six = inet_pton(AF_INET6, options->address, &six->sin6_addr) == 1;
  if (*is_six) {
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(options->port);
    return true;
  }
  four->sin_family = AF_INET;
  four->sin_port = htons(options->port);
  return inet_pton(AF_INET, options->address, &four->sin_addr) == 1;
}

static char *host_of(const char *url) {
  const char *behind = url ? strstr(url, "://") : NULL;
  return behind ? strndup(behind + 3, strcspn(behind + 3, "/")) : NULL;
}

static void note_port(struct http *http) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT);
  http->port = info ? info->port : http->options.port;
}

struct http *http_start(const struct http_options *options, char *why, size_t why_size) {
  struct http *http = calloc(1, sizeof *http);
  struct sockaddr_storage address;
  bool is_six;
  if (!http) return snprintf(why, why_size, "out of memory"), NULL;
  http->options = *options;
  http->public_host = host_of(options->public_url);
  http->limits = limits_new();
  if (!http->limits) return snprintf(why, why_size, "out of memory"), http_stop(http), NULL;
  if (!read_address(options, &address, &is_six)) {
    snprintf(why, why_size, "--listen: `%s` is no address, such as 127.0.0.1 or 0.0.0.0", options->address);
    return http_stop(http), NULL;
  }
  allow_many_files();
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | (is_six ? MHD_USE_IPv6 : 0);
  http->daemon = MHD_start_daemon(
      flags, options->port, NULL, NULL, take, http, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_NOTIFY_COMPLETED,
      complete, http, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_BROWSERS, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
      (unsigned)MOST_FROM_ONE_ADDRESS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SECONDS_TO_SEND,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY_EACH, MHD_OPTION_END);
  if (http->daemon) return note_port(http), http;
  snprintf(why, why_size, "cannot listen on %s, port %u: %s", options->address, options->port, strerror(errno));
  return http_stop(http), NULL;
}

uint16_t http_port(const struct http *http) { return http->port; }

void http_quiesce(struct http *http) {
  MHD_socket socket = MHD_quiesce_daemon(http->daemon);
  if (socket != MHD_INVALID_SOCKET) close(socket);
}

void http_stop(struct http *http) {
  if (!http) return;
  if (http->daemon) MHD_stop_daemon(http->daemon);
  for (size_t i = 0; i < PAGE_MOST_FILES; i++) free(http->page[i].bytes);
  free(http->public_host);
  limits_free(http->limits);
  free(http);
}
