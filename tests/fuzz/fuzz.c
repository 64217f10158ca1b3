/* What harnesses share: how a finding is told, and the lines of an input. */
#include "tests/fuzz/fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_fail(const char *format, ...) {
  char text[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  /* Not through stderr, which a harness may have turned away. */
  dprintf(2, "finding: %s\n", text);
  abort();
}

char *fuzz_line(const uint8_t *data, size_t size, size_t *at) {
  if (*at >= size) return NULL;
  const uint8_t *start = data + *at, *end = memchr(start, '\n', size - *at);
  size_t length = end ? (size_t)(end - start) : size - *at;
  char *line = malloc(length + 1);
  if (!line) exit(2);
  memcpy(line, start, length);
  line[length] = '\0';
  *at += length + 1;
  return line;
}
