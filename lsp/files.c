/* Reading from the disk; see files.h. */
#include "lsp/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_LIMIT = 16 << 20 };

static int read_all(int file, char *text, size_t size, size_t *length) {
  for (*length = 0; *length < size;) {
    ssize_t count = read(file, text + *length, size - *length);
    if (count == 0) break;
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) *length += (size_t)count;
  }
  text[*length] = '\0';
  return 0;
}

int files_read(const char *path, char **text, size_t *length) {
  struct stat about;
  int error = 0, file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  *text = NULL;
  if (file < 0) return errno;
  if (fstat(file, &about) != 0) error = errno;
  else if (S_ISDIR(about.st_mode)) error = EISDIR;
  else if (!S_ISREG(about.st_mode)) error = EINVAL;
  else if (about.st_size > FILE_LIMIT) error = EFBIG;
  else if (!(*text = malloc((size_t)about.st_size + 1))) error = ENOMEM;
  else error = read_all(file, *text, (size_t)about.st_size, length);
  close(file);
  if (error) {
    free(*text);
    *text = NULL;
  }
  return error;
}
