/* Reading sources with the C library alone, for any system; it cannot tell a file from a folder or a pipe before it is
 * read. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "lang/source.h"

enum { FIRST_PIECE = 16 << 10 };

/* What the C library says went wrong; it need not say anything. */
static int error_or(int otherwise) { return errno ? errno : otherwise; }

/* Reads up to SOURCE_LIMIT + 1 bytes, so that the caller sees when there are too many. */
static int read_all(FILE *file, char **text, size_t *length) {
  size_t room = 0;
  *length = 0;
  do {
    size_t wanted = room ? 2 * room : FIRST_PIECE;
    if (wanted > SOURCE_LIMIT) wanted = SOURCE_LIMIT + 1;
    char *larger = realloc(*text, wanted);
    if (!larger) return ENOMEM;
    *text = larger;
    room = wanted;
    errno = 0;
    *length += fread(larger + *length, 1, room - *length, file);
    if (ferror(file)) return error_or(EIO);
  } while (*length == room && room <= SOURCE_LIMIT);
  return 0;
}

static int read_file(void *context, const char *name, char **text, size_t *length) {
  (void)context;
  errno = 0;
  FILE *file = fopen(name, "rb");
  if (!file) return error_or(ENOENT);
  char *bytes = NULL;
  int error = read_all(file, &bytes, length);
  fclose(file);
  if (error) {
    free(bytes);
    return error;
  }
  *text = bytes;
  return 0;
}

static void release_file(void *context, char *text) {
  (void)context;
  free(text);
}

const struct resolver *resolver_files(void) {
  static const struct resolver resolver = { read_file, release_file, NULL, NULL };
  return &resolver;
}
