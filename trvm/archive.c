/* The folder of finished games: see archive.h. */
#include "trvm/archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_GAMES = 100, MOST_BYTES = 32 << 20, MOST_NAME = 60 /* bytes of a game's name */ };

static const char ending[] = ".trvsave";

/* The folder with a slash at its end; owned, NULL when nobody is at home. */
static char *folder(void) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  struct text path = { 0 };
  if (data && *data == '/') text_append_format(&path, "%s/trvm/games/", data);
  else if (home && *home == '/') text_append_format(&path, "%s/.local/share/trvm/games/", home);
  return path.bytes;
}

/* 0 or an errno value; folders that are made are for their owner alone. */
static int make_folder(char *path) {
  struct stat status;
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    int reason = mkdir(path, 0700) == 0 || errno == EEXIST ? 0 : errno;
    if (stat(path, &status) == 0) reason = S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
    *slash = '/';
    if (reason) return reason;
  }
  return 0;
}

/* ---- what lies there ---- */

/* The number at the end of `GAME-NUMBER.trvsave`; 0: the file is not ours. */
static unsigned long number_of(const char *file) {
  size_t length = strlen(file) - strlen(ending), digits = 0;
  while (digits < length && file[length - digits - 1] >= '0' && file[length - digits - 1] <= '9') digits++;
  bool ours = digits && digits < 10 && digits + 1 < length && file[length - digits - 1] == '-';
  return ours && file_is_plain(file) ? strtoul(file + length - digits, NULL, 10) : 0;
}

/* Those in a folder that are ours, the newest first. */
static struct folder_files list_in(const char *path) {
  struct folder_files names = file_list(path, ending);
  size_t kept = 0;
  for (size_t i = 0; i < names.count; i++) {
    if (number_of(names.items[i])) names.items[kept++] = names.items[i];
    else free(names.items[i]);
  }
  names.count = kept;
  file_names_by_age(&names);
  return names;
}

struct folder_files archive_list(void) {
  char *path = folder();
  struct folder_files names = { 0 };
  if (path) names = list_in(path);
  free(path);
  return names;
}

char *archive_find(const char *name) {
  char *path = strchr(name, '/') ? NULL : folder();
  if (!path) return NULL;
  struct text file = { 0 };
  text_append_format(&file, "%s%s%s", path, name, ends_with(name, ending) ? "" : ending);
  free(path);
  if (file_is_plain(file.bytes)) return file.bytes;
  text_free(&file);
  return NULL;
}

/* ---- keeping ---- */

static void forget_old(const char *path) {
  struct folder_files names = list_in(path);
  size_t bytes = 0;
  for (size_t i = 0; i < names.count; i++) {
    bytes += (size_t)file_mark(names.items[i]).size;
    if (i >= MOST_GAMES || bytes > MOST_BYTES) unlink(names.items[i]);
  }
  file_names_free(&names);
}

/* One more than the greatest number there. */
static unsigned long next_number(const char *path) {
  struct folder_files names = list_in(path);
  unsigned long greatest = 0;
  for (size_t i = 0; i < names.count; i++)
    if (number_of(names.items[i]) > greatest) greatest = number_of(names.items[i]);
  file_names_free(&names);
  return greatest + 1;
}

int archive_add(const char *game, const void *bytes, size_t length, char **name) {
  char *path = folder();
  *name = path;
  if (!path) return ENOENT;
  int reason = length > MOST_BYTES ? EFBIG : make_folder(path);
  if (reason) return reason;
  struct text file = { 0 };
  struct file_mark mark;
  size_t start = strlen(path), told = output_told(game, strlen(game), MOST_NAME);
  unsigned long number = next_number(path);
  do {
    text_clear(&file);
    text_append_format(&file, "%s%.*s-%lu%s", path, (int)told, game, number++, ending);
    reason = file_write_new(file.bytes, bytes, length, &mark);
  } while (reason == EEXIST);
  if (reason) {
    text_free(&file);
    return reason;
  }
  forget_old(path);
  *name = need_copy(file.bytes + start);
  (*name)[strlen(*name) - strlen(ending)] = '\0';
  text_free(&file);
  free(path);
  return 0;
}

/* ---- games that were started ---- */

bool archive_note_start(const char *game) {
  char *path = folder();
  struct text file = { 0 };
  struct file_mark mark;
  if (!path || strchr(game, '/') || make_folder(path) != 0) return free(path), false;
  text_append_format(&file, "%s%.*s.started", path, (int)output_told(game, strlen(game), MOST_NAME), game);
  bool is_first = file_write_new(file.bytes, "", 0, &mark) == 0;
  text_free(&file);
  free(path);
  return is_first;
}
