/* What is sent to a server of `trvm serve`: a whole server in this process, with its tables in memory, and real connections.
 *
 * Each line is a request, on a connection of its own:
 *
 *   METHOD PATH BODY      with the headers that the page sends, and the cookie of the seat that the path names
 *   >HEADER: VALUE        a header for the next request; one of the page's own is then left out
 *   !BYTES                very bytes, in which \r, \n and \0 stand for what they do in C
 *
 * An input has a table to itself, with two people. Its words TABLE, SECRET1, SECRET2, KEEPER (the secret of the host),
 * STAMP, MOVES and CHOICE (one of the options of whoever is asked) stand for what they are there at that moment. A first
 * line `edit` asks a server in the designer's mode.
 *
 * Every whole request is answered, nothing is answered with a secret that was not sent, and the server
 * still plays. An input is past the front door when an address of the server took one of its requests. */
#include <arpa/inet.h>
#include <ctype.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/random.h"
#include "base/text.h"
#include "serve/serve.h"
#include "tests/fuzz/fuzz.h"

enum {
  SEATS = 2,
  MOST_LINES = 12,
  ROOM = 1 << 19,
  WORD = 200,
  LIFE = 300 /* inputs of one server */,
  SECONDS = 60 /* without an answer */
};

const char *const fuzz_words[] = { /* for mutations: addresses, what they take, and what they should not */
                                   "GET",
                                   "POST",
                                   "HEAD",
                                   "OPTIONS",
                                   "/api/games",
                                   "/api/tables",
                                   "/api/t/TABLE/1/",
                                   "/api/t/TABLE/2/",
                                   "/api/t/TABLE/watch/",
                                   "/api/t/TABLE/host/",
                                   "/t/TABLE",
                                   "join",
                                   "name",
                                   "events",
                                   "choose",
                                   "undo",
                                   "answer",
                                   "stand-in",
                                   "hint",
                                   "why",
                                   "program",
                                   "lines",
                                   "item",
                                   "save",
                                   "replay",
                                   "course",
                                   "branch",
                                   "seat",
                                   "ran",
                                   "scenarios",
                                   "scenario",
                                   "try",
                                   "anew",
                                   "rules",
                                   "leaflet",
                                   "?q=0",
                                   "?at=MOVES",
                                   "&as=2",
                                   "&as=watch",
                                   "%00",
                                   "%2e%2e/",
                                   "..",
                                   "{\"stamp\":STAMP,\"decision\":MOVES,\"choice\":\"CHOICE\"}",
                                   "{\"secret\":\"SECRET1\"}",
                                   "{\"secret\":\"SECRET2\"}",
                                   "{\"host\":\"KEEPER\",\"seat\":1,\"who\":\"easy\"}",
                                   "\"person\"",
                                   "\"hard\"",
                                   "\"revealed\":true",
                                   "\"agrees\":true",
                                   "\"number\":1",
                                   "STAMP",
                                   "MOVES",
                                   "CHOICE",
                                   "\"\\u0000\"",
                                   "[[[[",
                                   "{}",
                                   "null",
                                   "true",
                                   "-1",
                                   "1e999",
                                   "99999999999999999999",
                                   ">Host: example.org",
                                   ">Origin: null",
                                   ">Cookie: seat=",
                                   ">Content-Length: 99999",
                                   ">Transfer-Encoding: chunked",
                                   ">X-Forwarded-For: ::1",
                                   "\n",
                                   " ",
                                   "\xff",
                                   NULL
};

/* ---- chance ---- */

/* In place of the system's: the same ids and secrets at every run. */
int getentropy(void *buffer, size_t length) {
  static atomic_uint_fast64_t drawn;
  unsigned char *bytes = buffer;
  for (size_t i = 0; i < length; i++) {
    uint64_t state = atomic_fetch_add(&drawn, 1);
    bytes[i] = (unsigned char)(random_split(&state) >> 32);
  }
  return 0;
}

/* ---- the mutator ---- */

/* A word of the input, or the place between two, becomes one of ours. */
static size_t change_word(uint8_t *data, size_t size, size_t most, uint32_t *chance) {
  size_t start = fuzz_below(chance, (uint32_t)size), end = start;
  uint32_t words = 0;
  while (fuzz_words[words]) words++;
  while (start > 0 && isalnum(data[start - 1])) start--;
  while (end < size && isalnum(data[end])) end++;
  const char *word = fuzz_words[fuzz_below(chance, words)];
  return fuzz_splice(data, size, most, start, fuzz_below(chance, 3) ? end - start : 0, word, strlen(word));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  uint32_t chance = seed;
  for (uint32_t changes = 1 + fuzz_below(&chance, 3); size && changes; changes--) {
    uint32_t way = fuzz_below(&chance, 8);
    if (way < 4) size = change_word(data, size, most, &chance);
    else if (way < 7) size = fuzz_change_line(data, size, most, NULL, &chance);
    else data[fuzz_below(&chance, (uint32_t)size)] ^= (uint8_t)(1 << fuzz_below(&chance, 8));
  }
  return size;
}

/* ---- servers ---- */

struct host {
  bool is_edit, is_running;
  pthread_t thread;
  volatile sig_atomic_t stop;
  atomic_uint port;
  unsigned inputs;
  char why[400];
};

static void hear(void *context, const char *line) {
  struct host *host = context;
  const char *port = strrchr(line, ':');
  if (strncmp(line, "http://", 7) == 0 && port) atomic_store(&host->port, (unsigned)atoi(port + 1));
}

static void *run_host(void *context) {
  static const char *const files[] = { FUZZ_GAME };
  struct host *host = context;
  struct serve_options options = { .files = files,
                                   .file_count = 1,
                                   .address = "127.0.0.1",
                                   .data = ":memory:",
                                   .edit = host->is_edit,
                                   .threads = 2,
                                   .tell = hear,
                                   .context = host,
                                   .stop = &host->stop };
  if (!serve_run(&options, host->why, sizeof host->why)) fuzz_fail("the server does not start: %s", host->why);
  return NULL;
}

static void end_host(struct host *host) {
  host->stop = 1;
  pthread_join(host->thread, NULL);
  host->is_running = false;
}

/* A server that is running; after some inputs another one, so that tables do not add up. */
static struct host *host_of(bool is_edit) {
  static struct host hosts[2];
  struct host *host = &hosts[is_edit];
  if (host->is_running && host->inputs++ >= LIFE) end_host(host);
  if (host->is_running) return host;
  *host = (struct host){ .is_edit = is_edit, .is_running = true };
  if (pthread_create(&host->thread, NULL, run_host, host) != 0) fuzz_fail("no thread");
  while (!atomic_load(&host->port)) usleep(1000);
  return host;
}

/* ---- connections ---- */

static int dial(const struct host *host) {
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)host->port) };
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) != 0)
    fuzz_fail("the server cannot be reached");
  return connection;
}

/* Whether a stream has told something; it would go on for ever. */
static bool has_event(const char *answer) {
  const char *data = strstr(answer, "text/event-stream") ? strstr(answer, "\ndata: ") : NULL;
  return data && strstr(data, "\n\n");
}

/* All that comes until the connection ends, or the first event; `answer` has ROOM bytes. A request that may have no end is
 * ended after a moment, but not at once: whoever hangs up without waiting gets no answer. The server may go on waiting for
 * the rest of it, for as long as any request may take, and is left alone then. */
static void receive(int connection, bool is_whole, char *answer) {
  enum { MOMENT = 30, LONGER = 1000 };
  struct pollfd ready = { connection, POLLIN, 0 };
  size_t length = 0;
  bool has_ended = false;
  *answer = '\0';
  while (length < ROOM - 1 && !has_event(answer)) {
    if (poll(&ready, 1, is_whole ? SECONDS * 1000 : has_ended ? LONGER : MOMENT) == 0) {
      if (is_whole) fuzz_fail("no answer in %d seconds", SECONDS);
      if (has_ended) break;
      shutdown(connection, SHUT_WR);
      has_ended = true;
      continue;
    }
    ssize_t got = recv(connection, answer + length, ROOM - 1 - length, 0);
    if (got <= 0) break;
    for (ssize_t i = 0; i < got; i++) answer[length] = answer[length] ? answer[length] : ' ', length++;
    answer[length] = '\0';
  }
}

static void ask(const struct host *host, const char *bytes, size_t length, bool is_whole, char *answer) {
  int connection = dial(host);
  for (size_t sent = 0; sent < length;) {
    ssize_t now = send(connection, bytes + sent, length - sent, MSG_NOSIGNAL);
    if (now <= 0) break; /* it has heard enough */
    sent += (size_t)now;
  }
  receive(connection, is_whole, answer);
  close(connection);
}

/* ---- the table ---- */

struct place {
  const struct host *host;
  char id[WORD], secrets[SEATS][WORD], keeper[WORD];
  char stamp[WORD], moves[WORD], choice[WORD];
  int streams[SEATS];
  char *heard; /* room for what comes */
  char *answer;
  char headers[2000]; /* for the next request */
  bool entered;
};

static void copy_value(const char *from, const char *key, char *to) {
  const char *at = from ? strstr(from, key) : NULL;
  at = at ? at + strlen(key) : "";
  snprintf(to, WORD, "%.*s", (int)strcspn(at, "\",}"), at);
}

static void request(struct place *place, const char *method, const char *path, const char *body) {
  char text[6000];
  unsigned port = place->host->port;
  const char *seat = strstr(path, "/2/") ? place->secrets[1] : place->secrets[0], *more = place->headers;
  int length = snprintf(text, sizeof text, "%.10s %.2000s HTTP/1.1\r\nConnection: close\r\n%s", method, path, more);
  if (!strstr(more, "Host:"))
    length += snprintf(text + length, sizeof text - (size_t)length, "Host: 127.0.0.1:%u\r\n", port);
  if (!strstr(more, "Cookie:"))
    length += snprintf(text + length, sizeof text - (size_t)length, "Cookie: seat=%s\r\n", seat);
  if (!strstr(more, "Origin:"))
    length += snprintf(text + length, sizeof text - (size_t)length, "Origin: http://127.0.0.1:%u\r\n", port);
  if (!strstr(more, "Content-"))
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
  length += snprintf(text + length, sizeof text - (size_t)length, "\r\n%s", body);
  ask(place->host, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1, !*more, place->answer);
  place->headers[0] = '\0';
}

static void sit(struct place *place, unsigned seat) {
  char text[600];
  snprintf(text, sizeof text, "/api/t/%s/%u/join", place->id, seat + 1);
  char body[300];
  snprintf(body, sizeof body, "{\"secret\":\"%s\"}", place->secrets[seat]);
  request(place, "POST", text, body);
  int length =
      snprintf(text, sizeof text, "GET /api/t/%s/%u/events HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nCookie: seat=%s\r\n\r\n",
               place->id, seat + 1, (unsigned)place->host->port, place->secrets[seat]);
  place->streams[seat] = dial(place->host);
  if (send(place->streams[seat], text, (size_t)length, MSG_NOSIGNAL) != length) fuzz_fail("a stream is not heard");
}

/* What the last whole event says of the moment. */
static void note_moment(struct place *place, const char *event) {
  copy_value(event, "\"stamp\":", place->stamp);
  copy_value(event, "\"moves\":", place->moves);
  const char *options = strstr(event, "\"options\":[");
  if (options) copy_value(options, "\"notation\":\"", place->choice);
}

/* Hears what the seats have been told, waiting so many milliseconds for the first. */
static void listen_to_all(struct place *place, int wait) {
  for (unsigned seat = 0; seat < SEATS; seat++) {
    struct pollfd ready = { place->streams[seat], POLLIN, 0 };
    size_t length = 0;
    while (length < ROOM - 1 && poll(&ready, 1, length ? 0 : wait) > 0) {
      ssize_t got = recv(place->streams[seat], place->heard + length, ROOM - 1 - length, 0);
      if (got <= 0) break;
      length += (size_t)got;
    }
    place->heard[length] = '\0';
    const char *last = NULL;
    for (const char *at = place->heard; (at = strstr(at, "\ndata: ")); at++)
      if (strstr(at, "\n\n")) last = at;
    if (last) note_moment(place, last);
  }
}

static void make_table(struct place *place) {
  request(place, "POST", "/api/tables", "{\"game\":\"table\",\"seats\":[{\"who\":\"person\"},{\"who\":\"person\"}]}");
  copy_value(place->answer, "\"id\":\"", place->id);
  copy_value(place->answer, "\"host\":\"", place->keeper);
  const char *at = place->answer;
  for (unsigned seat = 0; seat < SEATS; seat++) {
    at = strstr(at, "\"secret\":\"");
    if (!at) fuzz_fail("no table is made: %.200s", place->answer);
    copy_value(at++, "\"secret\":\"", place->secrets[seat]);
  }
  for (unsigned seat = 0; seat < SEATS; seat++) sit(place, seat);
  listen_to_all(place, 2000);
}

/* ---- lines ---- */

/* The line with its words as they stand now; owned. */
static char *expand(const struct place *place, const char *line) {
  const char *const words[][2] = { { "TABLE", place->id },           { "SECRET1", place->secrets[0] },
                                   { "SECRET2", place->secrets[1] }, { "KEEPER", place->keeper },
                                   { "STAMP", place->stamp },        { "MOVES", place->moves },
                                   { "CHOICE", place->choice } };
  enum { WORDS = sizeof words / sizeof *words };
  struct text all = { 0 };
  while (*line) {
    size_t word = 0;
    while (word < WORDS && strncmp(line, words[word][0], strlen(words[word][0])) != 0) word++;
    if (word < WORDS) text_add(&all, words[word][1]);
    else text_add_bytes(&all, line, 1);
    line += word < WORDS ? strlen(words[word][0]) : 1;
  }
  if (all.failed) fuzz_fail("out of memory");
  return all.bytes ? all.bytes : calloc(1, 1);
}

/* Bytes as C writes them; how many. */
static size_t unescape(char *text) {
  static const char letters[] = "rn0", bytes[] = "\r\n";
  size_t length = 0;
  for (const char *at = text; *at; at++) {
    const char *known = *at == '\\' && at[1] ? strchr(letters, at[1]) : NULL;
    text[length++] = known ? bytes[known - letters] : *at;
    at += known != NULL;
  }
  return length;
}

static void check_answer(struct place *place, const char *sent) {
  const char *secrets[] = { place->secrets[0], place->secrets[1], place->keeper };
  const char *own = strstr(sent, "/2/") ? place->secrets[1] : place->secrets[0]; /* in the cookie that went along */
  for (size_t i = 0; i < 3; i++)
    if (secrets[i] != own && strstr(place->answer, secrets[i]) && !strstr(sent, secrets[i]))
      fuzz_fail("`%.80s` is told a secret", sent);
  bool is_taken = strstr(place->answer, "HTTP/1.1 204") ||
                  (strstr(place->answer, "HTTP/1.1 200") && !strstr(place->answer, "Content-Type: text/html"));
  place->entered |= is_taken && strstr(sent, "/api/");
}

static void take_line(struct place *place, const char *line) {
  char *text = expand(place, line);
  if (*text == '>') {
    size_t room = sizeof place->headers - strlen(place->headers);
    snprintf(place->headers + strlen(place->headers), room, "%.500s\r\n", text + 1);
  } else {
    char *path = text + strcspn(text, " "), *body;
    char *sent = strdup(text);
    if (!sent) fuzz_fail("out of memory");
    if (*text == '!') ask(place->host, text + 1, unescape(text + 1), false, place->answer);
    else {
      if (*path) *path++ = '\0';
      body = path + strcspn(path, " ");
      if (*body) *body++ = '\0';
      request(place, text, path, body);
    }
    check_answer(place, sent);
    free(sent);
    listen_to_all(place, strstr(place->answer, " 204 ") ? 20 : 0);
  }
  free(text);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  static char heard[ROOM], answer[ROOM];
  size_t at = 0;
  char *line = fuzz_line(data, size, &at);
  bool is_edit = line && strcmp(line, "edit") == 0;
  struct place place = { .host = host_of(is_edit), .heard = heard, .answer = answer };
  make_table(&place);
  if (is_edit) {
    free(line);
    line = fuzz_line(data, size, &at);
  }
  for (int i = 0; line && i < MOST_LINES; i++) {
    take_line(&place, line);
    free(line);
    line = fuzz_line(data, size, &at);
  }
  free(line);
  place.headers[0] = '\0';
  request(&place, "GET", "/api/games", "");
  if (!strstr(answer, "HTTP/1.1 200")) fuzz_fail("the server does not answer any more: %.100s", answer);
  for (unsigned seat = 0; seat < SEATS; seat++) close(place.streams[seat]);
  return place.entered;
}
