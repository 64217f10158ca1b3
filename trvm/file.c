/* Reading whole files, and names of files. A file that a person names may be anything, a pipe too; one that was only come
 * upon is read if it is a regular one, and never waited for. How files are written is in file_write.c, and which ones may
 * be read on behalf of a saved game in reach.c. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trvm/tool.h"

int file_read_open(int file, size_t most, char **text, size_t *length) {
  size_t capacity = 65536, used = 0;
  char *bytes = need_memory(NULL, capacity);
  for (;;) {
    ssize_t count = read(file, bytes + used, capacity - used - 1);
    if (count < 0 && errno == EINTR && !interrupted) continue;
    if (count < 0 || used + (size_t)count > most) {
      int reason = count < 0 ? errno : EFBIG;
      free(bytes);
      return reason;
    }
    if (count == 0) break;
    used += (size_t)count;
    if (capacity - used < 2) bytes = need_memory(bytes, capacity *= 2);
  }
  bytes[used] = '\0';
  *text = bytes;
  *length = used;
  return 0;
}

int file_check_regular(int file) {
  struct stat status;
  if (fstat(file, &status) != 0) return errno;
  return S_ISREG(status.st_mode) ? 0 : S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
}

/* Without waiting: opening a pipe otherwise waits for somebody to write to it, before it can be refused. */
int file_open_regular(const char *name) {
  int file = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  int reason = file < 0 ? errno : file_check_regular(file);
  if (!reason) return file;
  if (file >= 0) close(file);
  errno = reason;
  return -1;
}

bool file_read_regular(const char *name, char **text, size_t *length) {
  int file = file_open_regular(name);
  if (file < 0) return false;
  bool fine = file_read_open(file, FILE_MOST_BYTES, text, length) == 0;
  close(file);
  return fine;
}

void file_complain(const char *name, int reason) {
  if (reason == ENOENT) complain("there is no file `%s`", name);
  else if (reason == EISDIR) complain("`%s` is a folder, not a file", name);
  else if (reason == EXDEV) complain("`%s` lies outside of the folders of the saved game and its game", name);
  else if (reason == EINVAL) complain("`%s` is no regular file", name);
  else if (reason) complain("cannot read `%s`: %s", name, strerror(reason));
}

bool file_read(const char *name, char **text, size_t *length) {
  bool is_input = strcmp(name, "-") == 0;
  int file = is_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
  int reason = file < 0 ? errno : file_read_open(file, FILE_MOST_BYTES, text, length);
  if (file >= 0 && !is_input) close(file);
  file_complain(name, reason);
  return reason == 0;
}

bool file_can_be_read(const char *name) {
  struct stat status;
  int reason = stat(name, &status) != 0 || access(name, R_OK) != 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  file_complain(name, reason);
  return reason == 0;
}

bool file_is_plain(const char *name) {
  struct stat status;
  return stat(name, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_is_special(const char *name) {
  struct stat status;
  return stat(name, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool file_is_same(const char *left, const char *right) {
  struct stat of_left, of_right;
  return stat(left, &of_left) == 0 && stat(right, &of_right) == 0 && of_left.st_dev == of_right.st_dev &&
         of_left.st_ino == of_right.st_ino;
}

bool file_exists(const char *name) {
  struct stat status;
  return lstat(name, &status) == 0;
}

char *file_stem(const char *name) {
  const char *slash = strrchr(name, '/');
  char *stem = need_copy(slash ? slash + 1 : name);
  char *dot = strrchr(stem, '.');
  if (dot && dot != stem) *dot = '\0';
  return stem;
}

char *file_beside(const char *beside, const char *name) {
  const char *slash = strrchr(beside, '/');
  if (!slash || *name == '/') return need_copy(name);
  size_t folder = (size_t)(slash - beside) + 1, size = strlen(name) + 1;
  char *path = need_memory(NULL, folder + size);
  memcpy(path, beside, folder);
  memcpy(path + folder, name, size);
  return path;
}
