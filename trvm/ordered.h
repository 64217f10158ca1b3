/* Numbered pieces of work, most often games, done by several threads and added up strictly in order of number, so that
 * what comes out is the same for any number of threads. */
#ifndef TRVM_ORDERED_H
#define TRVM_ORDERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is shown on stderr meanwhile: "1200 of 4000 games, 12 seconds left". */
struct ordered_progress {
  bool shown;
  const char *what;       /* "games" */
  uint64_t before, total; /* pieces done by runs before this one, and of all runs together */
  double begun;           /* when the first of these runs began, by ordered_clock */
};

struct ordered_work {
  uint32_t count;         /* pieces, numbered from 0 */
  uint32_t jobs;          /* threads */
  void *desks;            /* an array of what a thread works with, one for each; the caller's */
  size_t desk_size;
  size_t result_size;     /* of one piece */
  /* False when the command was interrupted before the piece was done: then there is no result, and nothing to drop. */
  bool (*perform)(void *desk, uint32_t number, void *result);
  /* Called with one result after the other, in order, by one thread at a time. */
  void (*add)(void *context, uint32_t number, const void *result);
  void (*drop)(void *result); /* frees what a result owns, added or not; NULL: it owns nothing */
  void *context;
  struct ordered_progress progress;
};

/* Ends early, after the last piece that all before it were done, when the command is interrupted. False when no thread
 * could be started. */
bool ordered_run(const struct ordered_work *work);
/* Seconds, from some moment on. */
double ordered_clock(void);

#endif
