/* Messages, memory, interruptions, growing texts and JSON for the command.
 *
 * The only place that exits below main: a command line without memory has nothing left to do. */
#include "trvm/tool.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "trvm/command.h"
#include "trvm/leave.h"

volatile sig_atomic_t interrupted;

void complain(const char *format, ...) {
  va_list values;
  fflush(stdout); /* the message is to follow what led to it */
  va_start(values, format);
  flockfile(stderr);
  output_format(stderr, "trvm: ");
  output_format_list(stderr, format, values);
  output_format(stderr, "\n");
  funlockfile(stderr);
  va_end(values);
}

const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

/* Sanitizers keep more memory than any limit. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || !defined RLIMIT_DATA
#define CAN_LIMIT_MEMORY 0
#else
#define CAN_LIMIT_MEMORY 1
#endif

static uint64_t memory_limit; /* in megabytes; 0: there is none */
static struct rlimit limit_before;

void tool_limit_memory(uint64_t megabytes) {
  if (!CAN_LIMIT_MEMORY) return;
  if (!memory_limit && getrlimit(RLIMIT_DATA, &limit_before) != 0) return;
  rlim_t bytes = (rlim_t)megabytes << 20;
  struct rlimit limit = limit_before;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > bytes) limit.rlim_cur = bytes;
  if (setrlimit(RLIMIT_DATA, &limit) == 0) memory_limit = megabytes;
}

size_t tool_memory_limit(void) { return memory_limit < SIZE_MAX >> 20 ? (size_t)memory_limit << 20 : SIZE_MAX; }

void tool_forget_memory_limit(void) {
  if (memory_limit) setrlimit(RLIMIT_DATA, &limit_before);
}

static void end_without_memory(void) {
  if (memory_limit)
    complain("out of memory: the command may take %llu MB; `--memory` allows more", (unsigned long long)memory_limit);
  else complain("out of memory");
  exit(EXIT_WRONG);
}

void *need_memory(void *block, size_t size) {
  void *result = realloc(block, size ? size : 1);
  if (!result) end_without_memory();
  return result;
}

char *need_copy(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(need_memory(NULL, size), text, size);
}

char *tool_name_in_words(const char *name) {
  char *words = need_copy(name);
  for (char *c = words; *c; c++)
    if (*c == '_') *c = ' ';
  return words;
}

bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), end_length = strlen(end);
  return length > end_length && strcmp(text + length - end_length, end) == 0;
}

uint32_t tool_default_jobs(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : processors > MOST_JOBS ? MOST_JOBS : (uint32_t)processors;
}

int64_t tool_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

enum { SAME_MOMENT = 300 }; /* milliseconds */

/* The first time is noted; a second time ends the process at once. `timeout` and some shells send a signal to the process
 * and to its group: what comes at the same moment is not a second time. Whoever presses Ctrl-C can do so again; other
 * signals may come but once, so they wait for no terminal. */
static void note_interruption(int number) {
  static struct timespec first;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!interrupted) {
    first = now;
    interrupted = 1;
    if (number == SIGINT || output_wait_no_more()) return;
  } else if ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 < SAME_MOMENT) {
    if (output_wait_no_more()) return;
  }
  leave_tidy();
  signal(number, SIG_DFL);
  raise(number); /* once this has returned */
}

void tool_watch_interruptions(void) {
  struct sigaction action = { .sa_handler = note_interruption }; /* no SA_RESTART: waiting for input ends */
  sigemptyset(&action.sa_mask);
  output_watch_terminal();
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
}

static void must_have_memory(const struct text *text) {
  if (text->failed) end_without_memory();
}

void text_need(struct text *text, size_t size) {
  text_reserve(text, size);
  must_have_memory(text);
}

void text_append(struct text *text, const char *bytes, size_t length) {
  text_add_bytes(text, bytes, length);
  must_have_memory(text);
}

void text_append_format(struct text *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  text_format_list(text, format, values);
  va_end(values);
  must_have_memory(text);
}

void text_append_word(struct text *text, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:,";
  size_t length = strlen(word);
  if (length && strspn(word, plain) == length) {
    text_append(text, word, length);
    return;
  }
  text_append(text, "'", 1);
  for (; *word; word++) {
    if (*word == '\'') text_append(text, "'\\''", 4);
    else text_append(text, word, 1);
  }
  text_append(text, "'", 1);
}

void text_append_file(struct text *text, const char *name) {
  if (*name == '-') text_append(text, "./", 2);
  text_append_word(text, name);
}

static void write_to_file(void *context, const char *bytes, size_t length) { output_data(context, bytes, length); }

void tool_json(struct json *json, FILE *out) {
  json_begin(json, write_to_file, out);
  json->is_line = true;
}
