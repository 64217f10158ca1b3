/* A disk that fails: loaded into trvm by LD_PRELOAD, it stands before the calls with which a save is written and
 * removed.
 *
 * Only calls that concern the files of a save count, from 1: those on names that hold `.trvsave`, and on descriptors
 * opened with such names or of their folder. FAULT_AT=N FAULT=ENOSPC makes call N fail with that errno; FAULT=short makes
 * a write take one byte and the next call fail; FAULT=full makes call N and all that follow fail; FAULT=kill ends the
 * process before call N, FAULT=after behind it. With FAULT_STEPS=FILE the name of each call is added to that file, a line
 * for each. FAULT=stop makes the process stand still before call N. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 1024 };
static bool watched[FILES];
static long calls;

enum fault { FAULT_NONE, FAULT_ERROR, FAULT_SHORT, FAULT_KILL, FAULT_AFTER };

static int error_wanted(const char *word) {
  if (strcmp(word, "ENOSPC") == 0) return ENOSPC;
  if (strcmp(word, "EIO") == 0) return EIO;
  return strcmp(word, "EACCES") == 0 ? EACCES : 0;
}

static void note_call(const char *name) {
  const char *file = getenv("FAULT_STEPS");
  int (*real_open)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  ssize_t (*real_write)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (!file) return;
  int out = real_open(file, O_WRONLY | O_APPEND | O_CREAT, 0666);
  if (out < 0 || real_write(out, name, strlen(name)) < 0 || real_write(out, "\n", 1) != 1) _exit(99);
  close(out);
}

/* Counts a call, and ends the process or says how the call is to fail; errno is set. */
static enum fault next_call(const char *name) {
  const char *at = getenv("FAULT_AT"), *fault = getenv("FAULT");
  calls++;
  note_call(name);
  if (!at || !fault) return FAULT_NONE;
  long number = strtol(at, NULL, 10);
  if (strcmp(fault, "short") == 0 && calls == number + 1) {
    errno = ENOSPC;
    return FAULT_ERROR;
  }
  if (strcmp(fault, "full") == 0 && calls >= number) {
    errno = ENOSPC;
    return FAULT_ERROR;
  }
  if (calls != number) return FAULT_NONE;
  if (strcmp(fault, "short") == 0) return FAULT_SHORT;
  if (strcmp(fault, "kill") == 0) _exit(77);
  if (strcmp(fault, "stop") == 0) {
    raise(SIGSTOP);
    return FAULT_NONE;
  }
  if (strcmp(fault, "after") == 0) return FAULT_AFTER;
  errno = error_wanted(fault);
  return FAULT_ERROR;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define PERFORM(type, call)                                                                                            \
  type result = call;                                                                                                  \
  if (fault == FAULT_AFTER) _exit(77);                                                                                 \
  return result;

static bool is_save(const char *name) { return strstr(name, ".trvsave") != NULL; }
static bool is_watched(int file) { return file >= 0 && file < FILES && watched[file]; }

int mkstemp(char *name) {
  if (!is_save(name)) return REAL(mkstemp)(name);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  int file = REAL(mkstemp)(name);
  if (file >= 0 && file < FILES) watched[file] = true;
  if (fault == FAULT_AFTER) _exit(77);
  return file;
}

/* A folder that is opened is opened to be flushed. */
int open(const char *name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
  va_end(more);
  bool counts = (is_save(name) && (flags & O_ACCMODE) != O_RDONLY) || flags & O_DIRECTORY;
  if (!counts) return REAL(open)(name, flags, mode);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  int file = REAL(open)(name, flags, mode);
  if (file >= 0 && file < FILES) watched[file] = true;
  if (fault == FAULT_AFTER) _exit(77);
  return file;
}

ssize_t write(int file, const void *bytes, size_t length) {
  if (!is_watched(file)) return REAL(write)(file, bytes, length);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  if (fault == FAULT_SHORT && length) length = 1;
  PERFORM(ssize_t, REAL(write)(file, bytes, length))
}

int fchmod(int file, mode_t mode) {
  if (!is_watched(file)) return REAL(fchmod)(file, mode);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  PERFORM(int, REAL(fchmod)(file, mode))
}

int fsync(int file) {
  if (!is_watched(file)) return REAL(fsync)(file);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  PERFORM(int, REAL(fsync)(file))
}

int close(int file) {
  if (!is_watched(file)) return REAL(close)(file);
  watched[file] = false;
  enum fault fault = next_call(__func__);
  int result = REAL(close)(file); /* a descriptor is gone even when closing it fails */
  if (fault == FAULT_AFTER) _exit(77);
  return fault == FAULT_ERROR ? -1 : result;
}

int rename(const char *from, const char *to) {
  if (!is_save(to)) return REAL(rename)(from, to);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  PERFORM(int, REAL(rename)(from, to))
}

int link(const char *from, const char *to) {
  if (!is_save(to)) return REAL(link)(from, to);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  PERFORM(int, REAL(link)(from, to))
}

/* Half a save may always be removed. */
int unlink(const char *name) {
  const char *ending = strrchr(name, '.');
  if (!ending || strcmp(ending, ".trvsave") != 0) return REAL(unlink)(name);
  enum fault fault = next_call(__func__);
  if (fault == FAULT_ERROR) return -1;
  PERFORM(int, REAL(unlink)(name))
}
