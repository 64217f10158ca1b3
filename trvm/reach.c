/* Which files may be read on behalf of a saved game that somebody sent: those below the folders that a person pointed at.
 *
 * A name is first followed through all links, to see where it ends. That place is then opened folder by folder from the
 * one that is allowed, without following links any more; so whatever is put in the way meanwhile, nothing outside is
 * opened. What is open is looked at, not its name: a pipe or a device is refused without having been waited for. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trvm/tool.h"

enum { MOST_SOURCE = 16 << 20 }; /* bytes in a file that the compiler takes */

void reach_add(struct file_reach *reach, const char *file) {
  char *folder = file_beside(file, "."), *root = realpath(folder, NULL);
  free(folder);
  if (root && reach->count < MOST_ROOTS) reach->roots[reach->count++] = root;
  else free(root);
}

void reach_free(struct file_reach *reach) {
  for (size_t i = 0; i < reach->count; i++) free(reach->roots[i]);
  *reach = (struct file_reach){ 0 };
}

/* What a path is below a folder, or NULL; both are without links. */
static const char *below(const char *root, const char *path) {
  size_t length = strlen(root);
  if (length && root[length - 1] == '/') length--; /* the root of all */
  return strncmp(path, root, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* Opens `rest` below a folder, following no links; -1 and errno. */
static int open_below(const char *root, const char *rest) {
  int folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char *path = need_copy(rest), *name = path;
  for (char *slash; folder >= 0 && (slash = strchr(name, '/')); name = slash + 1) {
    *slash = '\0';
    int next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), reason = errno;
    close(folder);
    folder = next;
    errno = reason;
  }
  int file = -1, reason = errno;
  if (folder >= 0) {
    file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
    reason = errno;
    close(folder);
  }
  free(path);
  errno = reason;
  return file;
}

/* Where a name leads; NULL and errno when it leads nowhere. *rest is that below one of the folders, or NULL. Owned. */
static char *follow(const struct file_reach *reach, const char *name, const char **root, const char **rest) {
  char *path = realpath(name, NULL);
  *rest = NULL;
  for (size_t i = 0; path && !*rest && i < reach->count; i++) {
    *root = reach->roots[i];
    *rest = below(*root, path);
  }
  return path;
}

bool reach_holds(const struct file_reach *reach, const char *name) {
  const char *root, *rest;
  char *path = follow(reach, name, &root, &rest);
  free(path);
  return rest != NULL;
}

/* A descriptor, or -1 and errno. */
static int open_within(const struct file_reach *reach, const char *name) {
  const char *root, *rest;
  char *path = follow(reach, name, &root, &rest);
  if (!path) return -1;
  int file = rest ? open_below(root, rest) : -1, reason = rest ? errno : EXDEV;
  if (file >= 0) reason = file_check_regular(file);
  if (file >= 0 && reason) {
    close(file);
    file = -1;
  }
  free(path);
  errno = reason;
  return file;
}

int reach_read(const struct file_reach *reach, const char *name, size_t most, char **text, size_t *length) {
  int file = reach ? open_within(reach, name) : file_open_regular(name);
  if (file < 0) return errno;
  int reason = file_read_open(file, most, text, length);
  close(file);
  return reason;
}

static int read_for_compiler(void *context, const char *name, char **text, size_t *length) {
  return reach_read(context, name, MOST_SOURCE, text, length);
}

static void release_text(void *context, char *text) {
  (void)context;
  free(text);
}

trv_resolver reach_resolver(const struct file_reach *reach) {
  return (trv_resolver){ read_for_compiler, release_text, (void *)(uintptr_t)reach };
}
