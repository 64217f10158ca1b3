/* Memory that reaches its limit, and work that is to stop, at any moment of compiling, formatting and showing large rules.
 *
 *   limits TIMES FILE.trv…
 *   limits FILE.trv STEP BYTES ALLOCATION      one of these runs again, in this process: for a debugger
 *
 * What a step takes is measured once; then it is given less so many times, and told to stop at as many moments. Each run
 * is a process of its own, so that one that crashes tells where. It is built with an arena that aborts when a step goes
 * on for too long without memory (lang/arena.c). Prints TAP, a test for each file. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "include/trv.h"

enum { HEAD = 16 }; /* the size of a block stands before it, and what follows stays aligned */

static struct {
  size_t held, most;
  long asked, stops; /* blocks asked for; the one at which the work is to stop, 0: none */
} memory;
static volatile int cancel;

static void *hook(void *context, void *block, size_t size) {
  (void)context;
  char *start = block ? (char *)block - HEAD : NULL;
  size_t before = 0;
  if (start) memcpy(&before, start, sizeof before);
  memory.held -= before;
  if (!size) {
    free(start);
    return NULL;
  }
  if (++memory.asked == memory.stops) cancel = 1;
  char *made = realloc(start, size + HEAD);
  if (!made) abort();
  memcpy(made, &size, sizeof size);
  memory.held += size;
  if (memory.held > memory.most) memory.most = memory.held;
  return made + HEAD;
}
static const trv_allocator allocator = { hook, NULL };

/* ---- steps ---- */

static int compile(const trv_compile_options *options, trv_report **report) {
  trv_program *program = NULL;
  int status = trv_compile(options, &program, report);
  trv_program_free(program);
  return status;
}

static int format(const trv_compile_options *options, trv_report **report) {
  const char *text;
  size_t length;
  return trv_format(options, &text, &length, report);
}

static int sheet(const trv_compile_options *options, trv_report **report) {
  const char *text;
  size_t length;
  return trv_document(options, TRV_DOCUMENT_RULES, &text, &length, report);
}

static int flow(const trv_compile_options *options, trv_report **report) {
  const char *text;
  size_t length;
  return trv_document(options, TRV_DOCUMENT_FLOW, &text, &length, report);
}

static const struct step {
  const char *name;
  int (*run)(const trv_compile_options *options, trv_report **report);
} steps[] = { { "compile", compile }, { "format", format }, { "sheet", sheet }, { "flow", flow } };

/* ---- runs ---- */

/* Whether a report says that there was not enough memory. */
static bool tells_limit(const trv_report *report) {
  return report && trv_report_count(report) == 1 && strcmp(trv_report_get(report, 0).code, "E0006") == 0;
}

/* Runs a step with so much memory (0: enough), to be stopped at an allocation (0: never). */
static int run(const struct step *step, const char *file, size_t bytes, long stops) {
  trv_compile_options options = { .struct_size = sizeof options,
                                  .name = file,
                                  .allocator = &allocator,
                                  .rulebook = true,
                                  .analyse = true,
                                  .cancel = &cancel,
                                  .memory = bytes };
  trv_report *report = NULL;
  memory.held = memory.most = 0;
  memory.asked = 0;
  memory.stops = stops;
  int status = step->run(&options, &report);
  bool good = stops    ? status == TRV_E_STATE || status == TRV_OK || status == TRV_E_INPUT
              : !bytes ? status == TRV_OK || status == TRV_E_INPUT
                       : tells_limit(report) || status == TRV_OK || status == TRV_E_INPUT;
  trv_report_free(report);
  return good && memory.held == 0 ? 0 : 1;
}

/* The same in a process of its own; nothing, or how it ended, in `why`. */
static bool ends_well(const struct step *step, const char *file, size_t bytes, long stops, char *why, size_t size) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) _exit(run(step, file, bytes, stops));
  if (child > 0) waitpid(child, &status, 0);
  if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  snprintf(why, size, "%s with %zu bytes, stopped at allocation %ld: %s %d", step->name, bytes, stops,
           WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  return false;
}

static bool test_step(const struct step *step, const char *file, long times, char *why, size_t size) {
  if (run(step, file, 0, 0) != 0) {
    snprintf(why, size, "%s goes wrong with all the memory that it wants", step->name);
    return false;
  }
  size_t most = memory.most;
  long asked = memory.asked;
  for (long i = 1; i <= times; i++)
    if (!ends_well(step, file, most / (size_t)(times + 1) * (size_t)i, 0, why, size) ||
        !ends_well(step, file, 0, asked * i / (times + 1) + 1, why, size))
      return false;
  return true;
}

static bool test_file(const char *file, long times) {
  char why[200] = "";
  bool good = true;
  for (size_t i = 0; good && i < sizeof steps / sizeof *steps; i++)
    good = test_step(&steps[i], file, times, why, sizeof why);
  printf("%sok - %s: %ld limits and %ld moments for each step\n", good ? "" : "not ", file, times, times);
  if (!good) printf("# %s\n", why);
  fflush(stdout);
  return good;
}

/* limits FILE.trv STEP BYTES ALLOCATION */
static int run_once(char **words) {
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
    if (strcmp(steps[i].name, words[2]) == 0)
      return run(&steps[i], words[1], strtoul(words[3], NULL, 10), strtol(words[4], NULL, 10));
  return 2;
}

int main(int count, char **words) {
  long times = count > 2 ? strtol(words[1], NULL, 10) : 0;
  bool good = times > 0;
  if (count == 5 && !good) return run_once(words);
  if (!good) fprintf(stderr, "usage: %s TIMES FILE.trv…\n", words[0]);
  for (int i = 2; times > 0 && i < count; i++) good &= test_file(words[i], times);
  return good ? 0 : 1;
}
