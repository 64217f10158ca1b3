/* Load for a server of `trvm serve`: makes tables, opens an event stream for every seat, and has people choose at a steady
 * rate, while a static page is asked for as well. Prints how long answers took, and what the server's memory grew by.
 *
 *   serve_load PORT PID GAME TABLES SEATS CHOICES_A_SECOND SECONDS
 *
 * bench/serve builds and runs it. One thread, one epoll; it shares no code with the server. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SEATS = 16, POOL = 64, ROOM = 1 << 16, OFFERED = 64 };

struct stream {
  int socket;
  struct table *table;
  unsigned seat;
  char *text; /* what came, without the frames of chunks */
  size_t length, room;
  size_t chunk_left;
  char line[32];
  size_t line_length;
  bool head_done;
};

struct table {
  char id[16], secrets[MOST_SEATS][40];
  struct stream streams[MOST_SEATS];
  unsigned chooser;
  long stamp;
  char choice[200]; /* "": nobody is known to choose */
  bool is_asked;    /* an answer is under way */
};

/* A connection for requests, one at a time. */
struct caller {
  int socket;
  bool is_busy, is_choice;
  int64_t since;
  struct table *table;
};

static int port, epoll;
static struct table *tables;
static unsigned table_count, seat_count, chance = 12345;
static double *times[2];
static size_t time_count[2], refused, events, finished;
static uint64_t event_bytes;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static unsigned draw(unsigned below) {
  chance = chance * 1664525u + 1013904223u;
  return (chance >> 8) % below;
}

static int dial(void) {
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
  int made = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  if (made < 0 || connect(made, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
  setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return made;
}

/* ---- requests that wait for their answer ---- */

static void post(int socket, const char *path, const char *cookie, const char *body) {
  char text[2000];
  int length = snprintf(text, sizeof text,
                        "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nContent-Type: "
                        "application/json\r\nCookie: seat=%s\r\nContent-Length: %zu\r\n\r\n%s",
                        path, port, port, cookie, strlen(body), body);
  if (write(socket, text, (size_t)length) != length) fail("write");
}

/* The whole of an answer with a Content-Length, or without content. */
static void receive(int socket, char *answer) {
  size_t length = 0, wanted = SIZE_MAX;
  while (length < wanted) {
    ssize_t got = read(socket, answer + length, ROOM - 1 - length);
    if (got <= 0) fail("read");
    length += (size_t)got;
    answer[length] = '\0';
    const char *end = strstr(answer, "\r\n\r\n"), *size = strcasestr(answer, "content-length:");
    if (end) wanted = (size_t)(end - answer) + 4 + (size && size < end ? strtoul(size + 15, NULL, 10) : 0);
  }
}

static void copy_value(const char *from, const char *key, char *to, size_t size) {
  const char *at = strstr(from, key);
  at = at ? at + strlen(key) : "";
  snprintf(to, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void make_table(int socket, struct table *table, const char *game) {
  static char answer[ROOM];
  char body[1000], path[100];
  int length = snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[", game);
  for (unsigned i = 0; i < seat_count; i++)
    length += snprintf(body + length, sizeof body - (size_t)length, "%s{\"who\":\"person\"}", i ? "," : "");
  snprintf(body + length, sizeof body - (size_t)length, "]}");
  post(socket, "/api/tables", "", body);
  receive(socket, answer);
  copy_value(answer, "\"id\":\"", table->id, sizeof table->id);
  if (!*table->id) {
    fprintf(stderr, "no table: %s\n", answer);
    exit(1);
  }
  const char *at = answer;
  for (unsigned i = 0; i < seat_count; i++) {
    at = strstr(at, "\"secret\":\"");
    copy_value(at, "\"secret\":\"", table->secrets[i], sizeof table->secrets[i]);
    at += 10;
    snprintf(path, sizeof path, "/api/t/%s/%u/join", table->id, i + 1);
    snprintf(body, sizeof body, "{\"secret\":\"%s\",\"name\":\"Seat %u\"}", table->secrets[i], i + 1);
    post(socket, path, "", body);
    static char joined[ROOM];
    receive(socket, joined);
  }
}

/* ---- streams ---- */

static void watch(int socket, void *what) {
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = what };
  fcntl(socket, F_SETFL, O_NONBLOCK);
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) != 0) fail("epoll_ctl");
}

static void open_stream(struct table *table, unsigned seat) {
  struct stream *stream = &table->streams[seat];
  char text[500];
  stream->table = table;
  stream->seat = seat;
  stream->socket = dial();
  int length =
      snprintf(text, sizeof text, "GET /api/t/%s/%u/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: seat=%s\r\n\r\n",
               table->id, seat + 1, port, table->secrets[seat]);
  if (write(stream->socket, text, (size_t)length) != length) fail("write");
  watch(stream->socket, stream);
}

/* An event: the seat that has options is the one to choose, and takes one of the first at random. */
static void take_event(struct stream *stream) {
  struct table *table = stream->table;
  const char *stamp = strstr(stream->text, "\"stamp\":"), *options = strstr(stream->text, "\"options\":[");
  const char *found[OFFERED];
  unsigned count = 0;
  events++;
  event_bytes += stream->length;
  if (strstr(stream->text, "\"result\":")) {
    if (*table->choice || stream->seat == 0) finished += stream->seat == 0;
    table->choice[0] = '\0';
  }
  if (!stamp || !options) return;
  for (const char *at = options; count < OFFERED && (at = strstr(at, "\"notation\":\"")); at += 12) found[count++] = at;
  if (count == 0) return;
  table->chooser = stream->seat;
  table->stamp = strtol(stamp + 8, NULL, 10);
  copy_value(found[draw(count)], "\"notation\":\"", table->choice, sizeof table->choice);
}

static void add_byte(struct stream *stream, char byte) {
  if (stream->length + 2 > stream->room) {
    stream->room = stream->room ? stream->room * 2 : 4096;
    stream->text = realloc(stream->text, stream->room);
    if (!stream->text) fail("memory");
  }
  stream->text[stream->length++] = byte;
  stream->text[stream->length] = '\0';
  if (byte != '\n' || stream->length < 2 || stream->text[stream->length - 2] != '\n') return;
  if (strncmp(stream->text, "id:", 3) == 0) take_event(stream);
  stream->length = 0;
}

/* A byte of the answer: its head, the lines between chunks, and chunks. */
static void take_byte(struct stream *stream, char byte) {
  if (stream->chunk_left > 0) {
    stream->chunk_left--;
    add_byte(stream, byte);
    return;
  }
  if (byte == '\r') return;
  if (byte != '\n') {
    if (stream->line_length < sizeof stream->line - 1) stream->line[stream->line_length++] = byte;
    return;
  }
  stream->line[stream->line_length] = '\0';
  if (!stream->head_done) stream->head_done = stream->line_length == 0;
  else if (stream->line_length > 0) stream->chunk_left = strtoul(stream->line, NULL, 16);
  stream->line_length = 0;
}

static void read_stream(struct stream *stream) {
  char block[ROOM];
  ssize_t got;
  while ((got = read(stream->socket, block, sizeof block)) > 0)
    for (ssize_t i = 0; i < got; i++) take_byte(stream, block[i]);
  if (got == 0) {
    fprintf(stderr, "a stream has ended\n");
    exit(1);
  }
}

/* ---- callers ---- */

static struct caller pool[POOL];

static void read_caller(struct caller *caller) {
  static char block[ROOM * 4];
  ssize_t got = read(caller->socket, block, sizeof block - 1);
  if (got <= 0) fail("an answer");
  block[got] = '\0';
  if (strncmp(block, "HTTP/1.1 ", 9) != 0) return; /* more of a page whose beginning was seen */
  int status = atoi(block + 9);
  times[caller->is_choice][time_count[caller->is_choice]++] = (double)(now() - caller->since) / 1e6;
  if (caller->is_choice) {
    refused += status != 204;
    caller->table->is_asked = false;
  }
  caller->is_busy = false;
}

static struct caller *free_caller(void) {
  for (unsigned i = 0; i < POOL; i++)
    if (!pool[i].is_busy) return &pool[i];
  return NULL;
}

static bool choose(void) {
  struct caller *caller = free_caller();
  char path[100], body[400];
  for (unsigned tries = 0; caller && tries < 200; tries++) {
    struct table *table = &tables[draw(table_count)];
    if (table->is_asked || !*table->choice) continue;
    snprintf(path, sizeof path, "/api/t/%s/%u/choose", table->id, table->chooser + 1);
    snprintf(body, sizeof body, "{\"stamp\":%ld,\"choice\":\"%s\"}", table->stamp, table->choice);
    *caller = (struct caller){ caller->socket, true, true, now(), table };
    table->is_asked = true;
    table->choice[0] = '\0';
    post(caller->socket, path, table->secrets[table->chooser], body);
    return true;
  }
  return false;
}

static void ask_for_page(void) {
  struct caller *caller = free_caller();
  char text[200];
  if (!caller) return;
  *caller = (struct caller){ caller->socket, true, false, now(), NULL };
  int length = snprintf(text, sizeof text, "GET /index.html HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", port);
  if (write(caller->socket, text, (size_t)length) != length) fail("write");
}

static void serve_events(int milliseconds) {
  struct epoll_event ready[256];
  int count = epoll_wait(epoll, ready, 256, milliseconds);
  for (int i = 0; i < count; i++) {
    struct caller *caller = ready[i].data.ptr;
    if (caller >= pool && caller < pool + POOL) read_caller(caller);
    else read_stream(ready[i].data.ptr);
  }
}

/* ---- figures ---- */

static long resident(const char *pid) {
  char path[64], line[200];
  long kilobytes = 0;
  snprintf(path, sizeof path, "/proc/%s/status", pid);
  FILE *status = fopen(path, "r");
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1) break;
  if (status) fclose(status);
  return kilobytes;
}

static double processor(const char *pid) {
  char path[64];
  unsigned long user = 0, system = 0;
  snprintf(path, sizeof path, "/proc/%s/stat", pid);
  FILE *stat = fopen(path, "r");
  if (stat && fscanf(stat, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
    user = 0;
  if (stat) fclose(stat);
  return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static int by_size(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double share(bool is_choice, double part) {
  size_t count = time_count[is_choice];
  return count ? times[is_choice][(size_t)((double)(count - 1) * part)] : 0;
}

static void report(const char *name, bool is_choice) {
  qsort(times[is_choice], time_count[is_choice], sizeof(double), by_size);
  printf("%-8s %7zu answers, median %8.2f ms, 99 %% within %8.2f ms, slowest %8.2f ms\n", name, time_count[is_choice],
         share(is_choice, 0.5), share(is_choice, 0.99), share(is_choice, 1));
}

int main(int count, char **words) {
  if (count != 8) return fprintf(stderr, "serve_load PORT PID GAME TABLES SEATS CHOICES_A_SECOND SECONDS\n"), 2;
  port = atoi(words[1]);
  table_count = (unsigned)atoi(words[4]);
  seat_count = (unsigned)atoi(words[5]);
  int rate = atoi(words[6]), seconds = atoi(words[7]);
  struct rlimit limit = { 100000, 100000 };
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  tables = calloc(table_count, sizeof *tables);
  for (int i = 0; i < 2; i++) times[i] = calloc((size_t)(rate + 100) * (size_t)seconds * 2 + 1000, sizeof(double));
  epoll = epoll_create1(0);
  int socket = dial();
  make_table(socket, &tables[0], words[3]); /* so that its rules do not count as memory of a table */
  long before = resident(words[2]);
  for (unsigned i = 1; i < table_count; i++) make_table(socket, &tables[i], words[3]);
  long made = resident(words[2]);
  for (unsigned i = 0; i < table_count; i++)
    for (unsigned seat = 0; seat < seat_count; seat++) {
      open_stream(&tables[i], seat);
      serve_events(0);
    }
  for (int64_t end = now() + INT64_C(2000000000); now() < end;) serve_events(20);
  long opened = resident(words[2]);
  printf("memory: %.1f kB a table, %.1f kB with its %u streams\n", (double)(made - before) / (table_count - 1),
         (double)(opened - before) / (table_count - 1), seat_count);
  for (unsigned i = 0; i < POOL; i++) {
    pool[i].socket = dial();
    watch(pool[i].socket, &pool[i]);
  }
  int64_t start = now(), due = start, page_due = start, end = start + seconds * INT64_C(1000000000);
  double used = processor(words[2]);
  size_t missed = 0;
  events = event_bytes = 0;
  while (now() < end) {
    for (; due <= now(); due += INT64_C(1000000000) / rate) missed += !choose();
    for (; page_due <= now(); page_due += INT64_C(50000000)) ask_for_page();
    serve_events(1);
  }
  double lasted = (double)(now() - start) / 1e9;
  used = processor(words[2]) - used;
  report("choices", true);
  report("page", false);
  printf("ratio of the medians %.1f, of 99 in 100 %.1f\n", share(true, 0.5) / share(false, 0.5),
         share(true, 0.99) / share(false, 0.99));
  printf("%.1f choices a second, %zu refused, %zu not sent in time; %.0f events and %.2f MB a second; %.0f %% of a "
         "processor\n",
         (double)time_count[1] / lasted, refused, missed, (double)events / lasted, (double)event_bytes / lasted / 1e6,
         100 * used / lasted);
  printf("memory at the end: %.1f kB a table\n", (double)(resident(words[2]) - before) / (table_count - 1));
  return 0;
}
