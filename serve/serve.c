/* Starts the parts of the server in order, waits, and ends them in the other order: see serve.h. */
#include "serve/serve.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "serve/hall.h"
#include "serve/http.h"
#include "serve/routes.h"

enum {
  TIDY_SECONDS = 5,
  NAP_MILLISECONDS = 100,
  LOOKS = 2,            /* naps between two looks at the files of rules, where they may change */
  THOUGHT_SECONDS = 20, /* for a bot, a hint, a compilation; then it is cancelled */
  AT_LEAST_THREADS = 8, /* for requests, which mostly wait for the disk: those who wait together are written together */
  MOST_REQUESTS = 20000,
  MOST_THOUGHTS = 10000
};

struct server {
  const struct serve_options *options;
  struct catalogue *catalogue;
  struct store *store;
  struct work *work, *thoughts; /* threads for what is quick, and for what may take long */
  struct tables *tables;
  struct http *http;
};

static void tell_address(const struct server *server) {
  const struct serve_options *options = server->options;
  char line[300];
  bool is_six = strchr(options->address, ':') != NULL;
  snprintf(line, sizeof line, "http://%s%s%s:%u/", is_six ? "[" : "", options->address, is_six ? "]" : "",
           http_port(server->http));
  options->tell(options->context, line);
  if (!options->public_url) return;
  snprintf(line, sizeof line, "%s", options->public_url);
  options->tell(options->context, line);
}

static bool is_own_machine(const char *address) {
  return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

static bool start(struct server *server, char *why, size_t size) {
  const struct serve_options *options = server->options;
  if (options->edit && !options->public_url && !is_own_machine(options->address))
    return snprintf(why, size,
                    "--edit shows all that is hidden: it is for this machine alone, unless --public is given"),
           false;
  snprintf(why, size, "out of memory");
  server->catalogue = catalogue_new(options);
  if (!server->catalogue) return false;
  if (catalogue_count(server->catalogue) == 0) return snprintf(why, size, "there is no game to play"), false;
  server->store = store_open(options->data, why, size);
  if (!server->store) return false;
  server->work = work_new(options->threads > AT_LEAST_THREADS ? options->threads : AT_LEAST_THREADS, MOST_REQUESTS);
  server->thoughts = work_new(options->threads, MOST_THOUGHTS);
  if (!server->work || !server->thoughts) return snprintf(why, size, "no threads can be started"), false;
  server->tables =
      hall_open(&(struct hall){ server->catalogue, server->store, server->thoughts, options->stop, options->edit });
  if (!server->tables) return false;
  server->http = http_start(&(struct http_options){ .address = options->address,
                                                    .port = options->port,
                                                    .public_url = options->public_url,
                                                    .answer = routes_answer,
                                                    .context = server->tables,
                                                    .is_slow = routes_are_slow,
                                                    .work = server->work,
                                                    .slow_work = server->thoughts },
                            why, size);
  return server->http != NULL;
}

static void refresh(void *tables) { hall_refresh(tables); }

static void wait_for_stop(const struct server *server) {
  const struct timespec nap = { .tv_nsec = NAP_MILLISECONDS * 1000000L };
  for (unsigned naps = 1; !*server->options->stop; naps++) {
    nanosleep(&nap, NULL);
    work_watch(server->thoughts, THOUGHT_SECONDS);
    if (server->options->edit && naps % LOOKS == 0 && catalogue_has_changed(server->catalogue))
      work_add(server->thoughts, refresh, server->tables);
    if (naps % (TIDY_SECONDS * 1000 / NAP_MILLISECONDS) == 0) hall_tidy(server->tables);
  }
}

/* Workers first, since they have requests and tables; then streams, which then have nothing more to come. */
static void end(struct server *server) {
  if (server->http) http_quiesce(server->http);
  if (server->work) work_end(server->work);
  if (server->thoughts) work_end(server->thoughts);
  if (server->tables) hall_end_streams(server->tables);
  http_stop(server->http);
  work_free(server->work);
  work_free(server->thoughts);
  hall_close(server->tables);
  store_close(server->store);
  catalogue_free(server->catalogue);
}

bool serve_run(const struct serve_options *options, char *why, size_t why_size) {
  struct server server = { .options = options };
  bool started = start(&server, why, why_size);
  if (started) {
    tell_address(&server);
    wait_for_stop(&server);
  }
  end(&server);
  return started;
}
