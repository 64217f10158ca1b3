/* Reading and writing whole files. Writing is atomic: a temporary file beside the target, flushed to the disk, then
 * renamed; so a full disk or a crash never costs what was there before. The new file is what the old one was to others:
 * at the end of the same links, with the same owner and permissions. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trvm/tool.h"

enum { MOST_BYTES = 256 * 1024 * 1024 };

static int read_all(int file, char **text, size_t *length) {
  size_t capacity = 65536, used = 0;
  char *bytes = need_memory(NULL, capacity);
  for (;;) {
    ssize_t count = read(file, bytes + used, capacity - used - 1);
    if (count < 0 && errno == EINTR && !interrupted) continue;
    if (count < 0 || used + (size_t)count > MOST_BYTES) {
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

static void complain_of(const char *name, int reason) {
  if (reason == ENOENT) complain("there is no file `%s`", name);
  else if (reason == EISDIR) complain("`%s` is a folder, not a file", name);
  else if (reason) complain("cannot read `%s`: %s", name, strerror(reason));
}

bool file_read(const char *name, char **text, size_t *length) {
  bool is_input = strcmp(name, "-") == 0;
  int file = is_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
  int reason = file < 0 ? errno : read_all(file, text, length);
  if (file >= 0 && !is_input) close(file);
  complain_of(name, reason);
  return reason == 0;
}

bool file_can_be_read(const char *name) {
  struct stat status;
  int reason = stat(name, &status) != 0 || access(name, R_OK) != 0 ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  complain_of(name, reason);
  return reason == 0;
}

int file_write_all(int file, const char *bytes, size_t length) {
  while (length) {
    ssize_t count = write(file, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes += count;
    length -= (size_t)count;
  }
  return 0;
}

/* A device or pipe cannot be replaced by renaming; it is written to as it is. */
static int write_in_place(const char *name, const void *bytes, size_t length) {
  int file = open(name, O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int reason = file_write_all(file, bytes, length);
  if (close(file) != 0 && !reason) reason = errno;
  return reason;
}

static void flush_folder(const char *name) {
  char *folder = file_beside(name, ".");
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file >= 0) {
    fsync(file);
    close(file);
  }
  free(folder);
}

/* Gives a new file the owner and permissions of the old one (NULL: there is none). Whoever may not give files away keeps
 * it; permissions come last, since a new owner takes some of them away. */
static int take_after(int file, const struct stat *old) {
  if (old) {
    if (fchown(file, old->st_uid, old->st_gid) != 0) errno = 0;
    return fchmod(file, old->st_mode & 07777) != 0 ? errno : 0;
  }
  mode_t mask = umask(0);
  umask(mask);
  return fchmod(file, 0666 & ~mask) != 0 ? errno : 0;
}

/* Replaces a plain file, or makes one. */
static int write_beside(const char *name, const struct stat *old, const void *bytes, size_t length) {
  size_t size = strlen(name) + sizeof ".XXXXXX";
  char *temporary = need_memory(NULL, size);
  snprintf(temporary, size, "%s.XXXXXX", name);
  int file = mkstemp(temporary);
  int reason = file < 0 ? errno : file_write_all(file, bytes, length);
  if (file >= 0) {
    if (!reason) reason = take_after(file, old);
    if (!reason && fsync(file) != 0) reason = errno;
    if (close(file) != 0 && !reason) reason = errno;
    if (!reason && rename(temporary, name) != 0) reason = errno;
    if (reason) unlink(temporary);
    else flush_folder(name);
  }
  free(temporary);
  return reason;
}

int file_write(const char *name, const void *bytes, size_t length) {
  struct stat old;
  if (stat(name, &old) != 0) return write_beside(name, NULL, bytes, length);
  if (S_ISDIR(old.st_mode)) return EISDIR;
  if (!S_ISREG(old.st_mode)) return write_in_place(name, bytes, length);
  if (access(name, W_OK) != 0) return errno; /* renaming would ask the folder only */
  char *target = realpath(name, NULL);
  int reason = target ? write_beside(target, &old, bytes, length) : errno;
  free(target);
  return reason;
}

bool file_store(const char *name, const void *bytes, size_t length) {
  int reason = file_write(name, bytes, length);
  if (reason) complain("cannot write `%s`: %s", name, strerror(reason));
  return reason == 0;
}

bool file_is_plain(const char *name) {
  struct stat status;
  return stat(name, &status) == 0 && S_ISREG(status.st_mode);
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

struct file_mark file_mark(const char *name) {
  struct stat status;
  if (stat(name, &status) != 0) return (struct file_mark){ 0 };
  return (struct file_mark){ status.st_dev, status.st_ino, status.st_size, status.st_mtim };
}

bool file_has_changed(const char *name, const struct file_mark *mark) {
  struct file_mark now = file_mark(name);
  if (!file_exists(name)) return false;
  return now.device != mark->device || now.number != mark->number || now.size != mark->size ||
         now.changed.tv_sec != mark->changed.tv_sec || now.changed.tv_nsec != mark->changed.tv_nsec;
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
