/* `trvm serve`: a server at whose tables people play in a browser.
 *
 * serve_run is all that the command knows of it. Everything here knows only the public headers of the library, the bots
 * and base. */
#ifndef TRV_SERVE_SERVE_H
#define TRV_SERVE_SERVE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "include/trv.h"

typedef void serve_variant(void *context, const char *file, const trv_variant_info *variant);

struct serve_options {
  const char *const *files; /* games, or folders of games */
  size_t file_count;
  const char *address;      /* on which it listens: a number, as inet_pton takes it */
  uint16_t port;            /* 0: any that is free */
  const char *data;         /* the file in which tables are kept */
  const char *public_url;   /* under which people reach it, if that is another; NULL: the address itself */
  bool edit;                /* a designer's mode: rules change while one plays, and their insides are told */
  uint32_t threads;         /* for rules and bots */
  /* Calls back for each house rule that lies beside a game; NULL: there are none. */
  void (*variants)(const char *game, serve_variant *each, void *context);
  /* Lines for whoever started it: addresses, files that cannot be played. */
  void (*tell)(void *context, const char *line);
  void *context;
  const volatile sig_atomic_t *stop; /* once it is not 0, the server ends */
};

/* Serves until it is stopped. True when it did; false after a sentence in `why`. */
bool serve_run(const struct serve_options *options, char *why, size_t why_size);

#endif
