/* Messages, memory, interruptions and growing texts for the command.
 *
 * The only place that exits below main: a command line without memory has nothing left to do. */
#include "trvm/tool.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trvm/command.h"

volatile sig_atomic_t interrupted;

void complain(const char *format, ...) {
  va_list values;
  char short_text[1000], *text = short_text;
  va_start(values, format);
  int length = vsnprintf(short_text, sizeof short_text, format, values);
  va_end(values);
  if (length >= (int)sizeof short_text && (text = malloc((size_t)length + 1))) {
    va_start(values, format);
    vsnprintf(text, (size_t)length + 1, format, values);
    va_end(values);
  }
  if (!text) text = short_text; /* without memory a part is told */
  fflush(stdout);               /* the message is to follow what led to it */
  fputs("trvm: ", stderr);
  put_safely(stderr, text, strlen(text));
  fputc('\n', stderr);
  if (text != short_text) free(text);
}

void put_safely(FILE *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    bool second_set = byte == 0xc2 && i + 1 < length && ((unsigned char)text[i + 1] & 0xe0) == 0x80;
    if (second_set) i++;
    fputc(byte < 0x20 || byte == 0x7f || second_set ? ' ' : text[i], out);
  }
}

const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

void *need_memory(void *block, size_t size) {
  void *result = realloc(block, size ? size : 1);
  if (!result) {
    complain("out of memory");
    exit(EXIT_WRONG);
  }
  return result;
}

char *need_copy(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(need_memory(NULL, size), text, size);
}

char *name_in_words(const char *name) {
  char *words = need_copy(name);
  for (char *c = words; *c; c++)
    if (*c == '_') *c = ' ';
  return words;
}

bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), end_length = strlen(end);
  return length > end_length && strcmp(text + length - end_length, end) == 0;
}

uint32_t default_jobs(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : processors > MOST_JOBS ? MOST_JOBS : (uint32_t)processors;
}

enum { SAME_MOMENT = 300 }; /* milliseconds */

/* The first time is noted; a second time ends the process at once. `timeout` and some shells send a signal to the process
 * and to its group: what comes at the same moment is not a second time. */
static void note_interruption(int number) {
  static struct timespec first;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!interrupted) {
    first = now;
    interrupted = 1;
    return;
  }
  if ((now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000 < SAME_MOMENT) return;
  signal(number, SIG_DFL);
  raise(number); /* once this has returned */
}

void watch_interruptions(void) {
  struct sigaction action = { .sa_handler = note_interruption }; /* no SA_RESTART: waiting for input ends */
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
}

void text_reserve(struct text *text, size_t size) {
  if (size <= text->capacity) return;
  size_t capacity = text->capacity ? text->capacity : 64;
  while (capacity < size) capacity *= 2;
  text->bytes = need_memory(text->bytes, capacity);
  text->capacity = capacity;
}

void text_append(struct text *text, const char *bytes, size_t length) {
  text_reserve(text, text->length + length + 1);
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void text_append_format(struct text *text, const char *format, ...) {
  text_reserve(text, text->length + 1);
  size_t room = text->capacity - text->length;
  va_list values;
  va_start(values, format);
  int length = vsnprintf(text->bytes + text->length, room, format, values);
  va_end(values);
  if (length < 0) return;
  if ((size_t)length >= room) {
    text_reserve(text, text->length + (size_t)length + 1);
    va_start(values, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, values);
    va_end(values);
  }
  text->length += (size_t)length;
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

void text_clear(struct text *text) {
  text->length = 0;
  if (text->bytes) text->bytes[0] = '\0';
}

void text_free(struct text *text) {
  free(text->bytes);
  *text = (struct text){ 0 };
}

const char *text_get(const struct text *text) { return text->length ? text->bytes : ""; }
