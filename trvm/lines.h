/* Lines out of what a pipe gives, piece by piece. A line is handed out whole or refused: one that is too long, and one with
 * a NUL byte, behind which a text would seem to end.
 *
 * Knows neither who writes nor how to wait for it: that is up to whoever reads the pipe. */
#ifndef TRVM_LINES_H
#define TRVM_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { LINES_MOST = 1 << 20 /* bytes of a line, without its end */ };

/* Zeroed: nothing yet. */
struct lines_pending {
  struct text pending;
  size_t used; /* of it, handed out */
};

enum lines_found {
  LINES_NONE, /* more is to be read before a line is whole */
  LINES_LINE,
  LINES_NUL, /* the next line has a NUL byte; it is passed over */
  LINES_LONG, /* the next line has more than LINES_MOST bytes, or never ends */
};

void lines_add(struct lines_pending *lines, const char *bytes, size_t length);
/* The next line without its end; *line is owned. `ended`: nothing more will come, and what is left is a line too. */
enum lines_found lines_take(struct lines_pending *lines, bool ended, char **line);
void lines_free(struct lines_pending *lines);

#endif
