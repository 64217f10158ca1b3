/* Writing whole files. It is atomic: a temporary file beside the target, flushed to the disk, then put in its place; so a
 * full disk or a crash never costs what was there before. The new file is what the old one was to others: at the end of
 * the same links, with the same owner and permissions.
 *
 * Two processes that write one file take turns by a lock on the file itself. The system takes the lock away from a process
 * that ends, so none is left behind, and no file but the target is needed for it. A file system that has no locks is
 * written to without. Temporary files are locked while they are written: one that is not locked was left by a process that
 * was killed, and the next to write the same file removes it. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trvm/tool.h"

enum { LOCK_PAUSE = 5 /* milliseconds */, LOCK_TRIES = 400, MOST_LINKS = 40 /* that systems follow */ };

/* What a temporary file has behind the name of its target, before six letters that mkstemp chooses. */
static const char temporary_mark[] = ".trvm-";
enum { TEMPORARY_LETTERS = 6 };

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

/* ---- marks ---- */

static struct file_mark mark_of(const struct stat *status) {
  return (struct file_mark){ status->st_dev, status->st_ino, status->st_size, status->st_mtim };
}

struct file_mark file_mark(const char *name) {
  struct stat status;
  return stat(name, &status) == 0 ? mark_of(&status) : (struct file_mark){ 0 };
}

static bool is_other(const struct file_mark *now, const struct file_mark *mark) {
  return now->device != mark->device || now->number != mark->number || now->size != mark->size ||
         now->changed.tv_sec != mark->changed.tv_sec || now->changed.tv_nsec != mark->changed.tv_nsec;
}

bool file_has_changed(const char *name, const struct file_mark *mark) {
  struct file_mark now = file_mark(name);
  return file_exists(name) && is_other(&now, mark);
}

/* ---- locks ---- */

/* Whether the lock is ours, after waiting for it for a while; so it is where there are no locks. */
static bool take_lock(int file) {
  for (int i = 0; i < LOCK_TRIES; i++) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0 || (errno != EWOULDBLOCK && errno != EINTR)) return true;
    nanosleep(&(struct timespec){ 0, LOCK_PAUSE * 1000000L }, NULL);
  }
  return false;
}

/* Whether a file that is open still is the one with this name. */
static bool is_in_place(int file, const char *name) {
  struct stat here, there;
  return fstat(file, &here) == 0 && stat(name, &there) == 0 && here.st_dev == there.st_dev &&
         here.st_ino == there.st_ino;
}

/* Opens and locks the file that has this name now; whoever had the lock before may have put another in its place.
 * *file is to be closed, which gives the lock back. 0, or an errno value: EBUSY when somebody does not give it back. */
static int lock_target(const char *name, int *file) {
  for (int i = 0; i < LOCK_TRIES; i++) {
    *file = open(name, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*file < 0) return errno;
    if (!take_lock(*file)) break;
    if (is_in_place(*file, name)) return 0;
    close(*file);
  }
  if (*file >= 0) close(*file);
  *file = -1;
  return EBUSY;
}

/* ---- temporary files ---- */

/* Removes a file if it is a temporary one of ours that nobody is writing. */
static void remove_if_left(int folder, const char *entry) {
  struct stat status;
  int file = openat(folder, entry, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
      flock(file, LOCK_EX | LOCK_NB) == 0)
    unlinkat(folder, entry, 0);
  close(file);
}

/* Removes what processes left that were killed while they wrote this file. */
static void sweep(const char *name) {
  const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
  char *folder = file_beside(name, ".");
  DIR *listing = opendir(folder);
  size_t length = strlen(base), mark = strlen(temporary_mark);
  for (const struct dirent *entry; listing && (entry = readdir(listing));) {
    if (strncmp(entry->d_name, base, length) == 0 && strncmp(entry->d_name + length, temporary_mark, mark) == 0 &&
        strlen(entry->d_name) == length + mark + TEMPORARY_LETTERS)
      remove_if_left(dirfd(listing), entry->d_name);
  }
  if (listing) closedir(listing);
  free(folder);
}

/* A new file beside `name`, locked; *temporary is owned. Gives a descriptor, or -1 and errno. */
static int open_temporary(const char *name, char **temporary) {
  size_t size = strlen(name) + sizeof temporary_mark + TEMPORARY_LETTERS;
  struct stat status;
  int file;
  *temporary = need_memory(NULL, size);
  do {
    snprintf(*temporary, size, "%s%sXXXXXX", name, temporary_mark);
    file = mkstemp(*temporary);
    if (file < 0) return -1;
    fcntl(file, F_SETFD, FD_CLOEXEC);
    take_lock(file);
    /* Somebody may have removed it as one that was left, before it had its lock. */
  } while (fstat(file, &status) == 0 && status.st_nlink == 0 && close(file) == 0);
  return file;
}

/* ---- writing ---- */

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

/* Gives a file its name, if nothing has it: EEXIST. Where a file cannot have two names, there is a moment between looking
 * and renaming. */
static int take_free_name(const char *temporary, const char *name) {
  if (link(temporary, name) == 0) return unlink(temporary) == 0 ? 0 : errno;
  if (errno == EEXIST || errno == ENOSPC || errno == EIO) return errno;
  if (file_exists(name)) return EEXIST;
  return rename(temporary, name) == 0 ? 0 : errno;
}

struct writing {
  const char *name;       /* where the links end */
  const struct stat *old; /* the file that is replaced; NULL: there is none */
  bool only_new;          /* nothing may be replaced */
  const void *bytes;
  size_t length;
  struct file_mark mark; /* of what was written */
};

static int fill(int file, struct writing *writing) {
  struct stat status;
  int reason = file_write_all(file, writing->bytes, writing->length);
  if (!reason) reason = take_after(file, writing->old);
  if (!reason && fsync(file) != 0) reason = errno;
  if (!reason && fstat(file, &status) != 0) reason = errno;
  if (!reason) writing->mark = mark_of(&status);
  return reason;
}

/* Replaces a plain file, or makes one. */
static int write_beside(struct writing *writing) {
  char *temporary;
  sweep(writing->name);
  int file = open_temporary(writing->name, &temporary);
  int reason = file < 0 ? errno : fill(file, writing);
  if (file >= 0) {
    if (!reason && writing->only_new) reason = take_free_name(temporary, writing->name);
    else if (!reason) reason = rename(temporary, writing->name) == 0 ? 0 : errno;
    if (reason) unlink(temporary);
    else flush_folder(writing->name);
    /* It is locked until it has its name, or somebody might remove it; all of it is on the disk by then. */
    close(file);
  }
  free(temporary);
  return reason;
}

/* Replaces the file at the end of the links if it is the one that was marked (NULL: any). */
static int write_over(struct writing *writing, const struct file_mark *mark) {
  struct stat old;
  int lock = -1, reason = lock_target(writing->name, &lock);
  if (reason == EBUSY) return mark ? ESTALE : reason;
  if (!reason && fstat(lock, &old) != 0) reason = errno;
  if (!reason && !S_ISREG(old.st_mode)) reason = EINVAL;
  if (!reason && mark) {
    struct file_mark now = mark_of(&old);
    if (is_other(&now, mark)) reason = ESTALE;
  }
  writing->old = &old;
  if (!reason) reason = write_beside(writing);
  if (lock >= 0) close(lock);
  return reason;
}

/* Makes a file where there is none. */
static int write_first(struct writing *writing, bool only_marked) {
  writing->only_new = only_marked;
  int reason = write_beside(writing);
  return only_marked && reason == EEXIST ? ESTALE : reason;
}

/* The name to which the links lead that begin with this one, whether or not something is there; owned. The system has
 * followed them before, so they do not go round in circles, and none is one that we must not follow. */
static char *end_of_links(const char *name) {
  char *end = need_copy(name), target[PATH_MAX];
  ssize_t length;
  for (int i = 0; i < MOST_LINKS && (length = readlink(end, target, sizeof target - 1)) >= 0; i++) {
    target[length] = '\0';
    char *next = file_beside(end, target);
    free(end);
    end = next;
  }
  return end;
}

/* As file_write; with a mark only if the file is the one that was marked, and *mark is then that of the new one. A link to
 * nothing in the place of that file is somebody else's doing, and is left alone. */
static int write_marked(const char *name, struct file_mark *mark, bool only_marked, const void *bytes, size_t length) {
  struct stat old;
  bool is_there = stat(name, &old) == 0;
  if (!is_there && errno != ENOENT && !only_marked) return errno;
  if (is_there && !S_ISREG(old.st_mode)) return S_ISDIR(old.st_mode) ? EISDIR : EINVAL;
  char *end = is_there || !only_marked ? end_of_links(name) : need_copy(name);
  struct writing writing = { .name = end, .bytes = bytes, .length = length };
  int reason = is_there ? write_over(&writing, only_marked ? mark : NULL) : write_first(&writing, only_marked);
  if (!reason && mark) *mark = writing.mark;
  free(end);
  return reason;
}

int file_write(const char *name, const void *bytes, size_t length, struct file_mark *mark) {
  return write_marked(name, mark, false, bytes, length);
}

int file_write_again(const char *name, const void *bytes, size_t length, struct file_mark *mark) {
  return write_marked(name, mark, true, bytes, length);
}

int file_write_new(const char *name, const void *bytes, size_t length, struct file_mark *mark) {
  struct writing writing = { .name = name, .only_new = true, .bytes = bytes, .length = length };
  if (file_exists(name)) return EEXIST;
  int reason = write_beside(&writing);
  if (!reason) *mark = writing.mark;
  return reason;
}

void file_remove(const char *name, const struct file_mark *mark) {
  int lock = -1;
  if (lock_target(name, &lock) != 0) return;
  if (!file_has_changed(name, mark)) unlink(name);
  close(lock);
}

bool file_store(const char *name, const void *bytes, size_t length) {
  int reason = file_is_special(name) ? write_in_place(name, bytes, length) : file_write(name, bytes, length, NULL);
  if (reason) complain("cannot write `%s`: %s", name, strerror(reason));
  return reason == 0;
}

bool file_store_document(const char *name, const char *text) {
  char *shown = output_document(text);
  if (!shown) complain("cannot write `%s`: %s", name, strerror(ENOMEM));
  bool stored = shown && file_store(name, shown, strlen(shown));
  free(shown);
  return stored;
}
