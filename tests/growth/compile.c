/* compile FILE MICROSECONDS: compiles a game, wanting it to stop after so many microseconds of the processor (0: never),
 * and prints the bytes that it had at the most from the allocator, the microseconds it took, and how many of these came
 * after it was to stop. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "include/trv.h"

static volatile int cancel;
static volatile long stopped_at;

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void stop(int signal) {
  (void)signal;
  if (!cancel) stopped_at = microseconds();
  cancel = 1;
}

/* ---- memory ---- */

struct counted {
  size_t now, most;
};
enum { HEAD = 16 }; /* the size of a block stands before it, and what follows stays aligned */

static void *counted_resize(void *context, void *block, size_t size) {
  struct counted *counted = context;
  char *start = block ? (char *)block - HEAD : NULL;
  size_t before = 0;
  if (start) memcpy(&before, start, sizeof before);
  if (!size) {
    counted->now -= before;
    free(start);
    return NULL;
  }
  char *made = realloc(start, size + HEAD);
  if (!made) return NULL;
  memcpy(made, &size, sizeof size);
  counted->now += size - before;
  if (counted->now > counted->most) counted->most = counted->now;
  return made + HEAD;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  struct counted counted = { 0, 0 };
  trv_allocator allocator = { counted_resize, &counted };
  trv_compile_options options = {
    .struct_size = sizeof options, .name = arguments[1], .allocator = &allocator, .analyse = true, .cancel = &cancel
  };
  long wait = strtol(arguments[2], NULL, 10);
  struct itimerval timer = { .it_value = { wait / 1000000, wait % 1000000 } };
  trv_program *program = NULL;
  trv_report *report = NULL;
  signal(SIGPROF, stop);
  long begun = microseconds();
  if (wait && setitimer(ITIMER_PROF, &timer, NULL) != 0) return 2;
  int status = trv_compile(&options, &program, &report);
  long ended = microseconds();
  printf("%zu %ld %ld\n", counted.most, ended - begun, cancel && stopped_at < ended ? ended - stopped_at : 0L);
  trv_program_free(program);
  trv_report_free(report);
  return status == TRV_OK || cancel ? 0 : 1;
}
