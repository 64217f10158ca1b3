/* Runs a harness without libFuzzer: seeds as they are, and mutated by a fixed generator.
 *
 *   fuzz_<name> ITERATIONS SEED-FILE…     mutations of each seed; 0 only replays the files
 *
 * Prints TAP, a line for each seed, with how many mutations got past the front door. With FUZZ_KEEP=FILE, the input that ends the program is written there. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

enum { INPUT_LIMIT = 1 << 20, PIECE_LIMIT = 40 };

static uint32_t random_state = 2463534242u;

static uint32_t below(uint32_t limit) { return fuzz_below(&random_state, limit); }

struct input {
  uint8_t bytes[INPUT_LIMIT];
  size_t size;
};

/* Puts `count` bytes in place of `cut` bytes at `at`, if there is room. */
static void splice_in(struct input *input, size_t at, size_t cut, const void *bytes, size_t count) {
  if (cut > input->size - at) cut = input->size - at;
  if (input->size - cut + count > INPUT_LIMIT) return;
  uint8_t copy[256];
  if (count > sizeof copy) count = sizeof copy;
  memcpy(copy, bytes, count); /* they may lie in the input itself */
  memmove(input->bytes + at + count, input->bytes + at + cut, input->size - at - cut);
  memcpy(input->bytes + at, copy, count);
  input->size += count - cut;
}

/* A byte, or a 32-bit word to a number that tends to hurt. */
static void damage(struct input *input) {
  static const uint32_t numbers[] = { 0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0xffff, 0x10000, 255, 64, 65 };
  size_t at = below((uint32_t)input->size), word = at & ~(size_t)3;
  if (input->size == 0) return;
  if (below(2) || word + 4 > input->size) input->bytes[at] ^= (uint8_t)(1 + below(255));
  else memcpy(input->bytes + word, &numbers[below(sizeof numbers / sizeof *numbers)], 4);
}

static void mutate_text(struct input *input, const struct input *other, uint32_t words) {
  size_t at = below((uint32_t)input->size + 1), length = 1 + below(PIECE_LIMIT);
  uint8_t byte = (uint8_t)below(256);
  switch (below(7)) {
  case 0: splice_in(input, at, 1, &byte, 1); break;
  case 1: splice_in(input, at, length, "", 0); break;
  case 2:
  case 3: {
    const char *word = fuzz_words[below(words)];
    splice_in(input, at, below(2) * below(8), word, strlen(word));
    break;
  }
  case 4:
  case 5: { /* a piece of this or the other seed */
    const struct input *from = below(2) ? other : input;
    if (from->size <= length) break;
    splice_in(input, at, below(2) * length, from->bytes + below((uint32_t)(from->size - length)), length);
    break;
  }
  case 6:
    if (below(8) == 0) input->size = at;
    break;
  }
}

static void mutate(struct input *input, const struct input *other) {
  uint32_t words = 0;
  if (LLVMFuzzerCustomMutator) {
    input->size = LLVMFuzzerCustomMutator(input->bytes, input->size, INPUT_LIMIT, below(UINT32_MAX));
    return;
  }
  while (fuzz_words[words]) words++;
  for (uint32_t changes = 1 + below(4); changes; changes--) {
    if (words) mutate_text(input, other, words);
    else damage(input);
  }
}

static const struct input *running;

static void keep_input(int number) {
  int file = open(getenv("FUZZ_KEEP"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file >= 0 && write(file, running->bytes, running->size) < 0) _exit(2);
  signal(number, SIG_DFL);
  raise(number);
}

/* From a copy of the exact size, so that the sanitizer sees a read beyond the end. */
static void test(const struct input *input) {
  uint8_t *exact = malloc(input->size ? input->size : 1);
  if (!exact) exit(2);
  memcpy(exact, input->bytes, input->size);
  running = input;
  LLVMFuzzerTestOneInput(exact, input->size);
  free(exact);
}

static bool read_input(const char *name, struct input *input) {
  FILE *file = fopen(name, "rb");
  if (!file) return false;
  input->size = fread(input->bytes, 1, INPUT_LIMIT, file);
  fclose(file);
  return true;
}

int main(int argc, char **argv) {
  static struct input seed, other, input;
  FILE *out = stdout; /* which a harness may turn away */
  if (argc < 3) {
    fprintf(stderr, "usage: fuzz_NAME ITERATIONS SEED-FILE…\n");
    return 2;
  }
  if (getenv("FUZZ_KEEP")) {
    signal(SIGABRT, keep_input);
    signal(SIGSEGV, keep_input);
  }
  unsigned long iterations = strtoul(argv[1], NULL, 10);
  fprintf(out, "1..%d\n", argc - 2);
  for (int i = 2; i < argc; i++) {
    if (!read_input(argv[i], &seed) || !read_input(argv[2 + (i - 1) % (argc - 2)], &other)) {
      fprintf(out, "not ok %d - %s\n# cannot be read\n", i - 1, argv[i]);
      return 1;
    }
    test(&seed);
    uint64_t before = fuzz_door()->entered;
    for (unsigned long round = 0; round < iterations; round++) {
      memcpy(input.bytes, seed.bytes, seed.size);
      input.size = seed.size;
      mutate(&input, &other);
      test(&input);
    }
    const char *base = strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i];
    unsigned long entered = (unsigned long)(fuzz_door()->entered - before);
    fprintf(out, "ok %d - %s, %lu mutations, %lu past the front door\n", i - 1, base, iterations, entered);
    fflush(out);
  }
  return 0;
}
