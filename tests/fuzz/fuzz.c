/* What harnesses share: how many inputs got past the front door, how a finding is told, and the lines of an input. */
#include "tests/fuzz/fuzz.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* In memory that is the file itself: libFuzzer ends its program without asking anybody. */
static struct fuzz_door *open_door(const char *name) {
  int file = open(name, O_RDWR | O_CREAT, 0666);
  if (file < 0 || ftruncate(file, sizeof(struct fuzz_door)) != 0) fuzz_fail("%s cannot be written", name);
  void *door = mmap(NULL, sizeof(struct fuzz_door), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (door == MAP_FAILED) fuzz_fail("%s cannot be written", name);
  close(file);
  return door;
}

static struct fuzz_door *the_door(void) {
  static struct fuzz_door in_memory, *door;
  const char *name = getenv("FUZZ_DOOR");
  if (!door) door = name ? open_door(name) : &in_memory;
  return door;
}

const struct fuzz_door *fuzz_door(void) { return the_door(); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_door *door = the_door();
  door->inputs++;
  if (fuzz_input(data, size)) door->entered++;
  return 0;
}

uint32_t fuzz_below(uint32_t *chance, uint32_t limit) {
  if (*chance == 0) *chance = 2463534242u; /* what the generator cannot leave */
  *chance ^= *chance << 13;
  *chance ^= *chance >> 17;
  *chance ^= *chance << 5;
  return limit ? *chance % limit : 0;
}

size_t fuzz_splice(uint8_t *data, size_t size, size_t most, size_t at, size_t cut, const void *bytes, size_t count) {
  uint8_t copy[400];
  if (count > sizeof copy || size - cut + count > most) return size;
  memcpy(copy, bytes, count); /* they may lie in what is moved */
  memmove(data + at + count, data + at + cut, size - at - cut);
  memcpy(data + at, copy, count);
  return size - cut + count;
}

size_t fuzz_change_line(uint8_t *data, size_t size, size_t most, const char *mark, uint32_t *chance) {
  size_t start = fuzz_below(chance, (uint32_t)size), end = start;
  while (start > 0 && data[start - 1] != '\n') start--;
  while (end < size && data[end] != '\n') end++;
  size_t length = end - start + (end < size);
  if (mark && length >= strlen(mark) && memcmp(data + start, mark, strlen(mark)) == 0) return size;
  if (fuzz_below(chance, 2)) return fuzz_splice(data, size, most, start, length, "", 0);
  return fuzz_splice(data, size, most, start, 0, data + start, length);
}

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
