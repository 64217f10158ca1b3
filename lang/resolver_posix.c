/* Reading sources from a POSIX file system, where a name may be that of a pipe or a device: reads regular files only
 * and never waits. resolver_plain.c is the alternative without POSIX. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lang/source.h"

/* Reads up to SOURCE_LIMIT + 1 bytes, so that a file that grows while it is read cannot hurt. */
static int read_all(int file, char *text, size_t limit, size_t *length) {
  *length = 0;
  while (*length < limit) {
    ssize_t count = read(file, text + *length, limit - *length);
    if (count == 0) break;
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) *length += (size_t)count;
  }
  return 0;
}

static int check_regular(int file, size_t *size) {
  struct stat status;
  if (fstat(file, &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return EISDIR;
  if (!S_ISREG(status.st_mode)) return EINVAL;
  *size = status.st_size >= SOURCE_LIMIT ? (size_t)SOURCE_LIMIT : (size_t)status.st_size;
  return 0;
}

static int read_file(void *context, const char *name, char **text, size_t *length) {
  (void)context;
  /* Non-blocking, or opening a named pipe would wait for ever before it can be refused. */
  int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return errno;
  size_t size = 0;
  char *bytes = NULL;
  int error = check_regular(file, &size);
  if (!error) {
    bytes = malloc(size + 1);
    error = bytes ? read_all(file, bytes, size + 1, length) : ENOMEM;
  }
  close(file);
  if (error) {
    free(bytes);
    return error;
  }
  *text = bytes;
  return 0;
}

static bool identify_file(void *context, const char *name, struct file_identity *identity) {
  (void)context;
  struct stat status;
  if (stat(name, &status) != 0) return false;
  *identity = (struct file_identity){ (uint64_t)status.st_dev, (uint64_t)status.st_ino };
  return true;
}

static void release_file(void *context, char *text) {
  (void)context;
  free(text);
}

const struct resolver *resolver_files(void) {
  static const struct resolver resolver = { read_file, release_file, NULL, identify_file };
  return &resolver;
}
