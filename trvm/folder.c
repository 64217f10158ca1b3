/* The files of a folder, by name or by age. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "trvm/tool.h"

enum { MOST_FILES = 1000 };

static int by_name(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

struct folder_files file_list(const char *folder, const char *ending) {
  struct folder_files names = { 0 };
  DIR *listing = opendir(*folder ? folder : ".");
  for (const struct dirent *entry; listing && names.count < MOST_FILES && (entry = readdir(listing));) {
    if (!ends_with(entry->d_name, ending) || strlen(entry->d_name) == strlen(ending)) continue;
    struct text name = { 0 };
    text_append_format(&name, "%s%s%s", folder, *folder && !ends_with(folder, "/") ? "/" : "", entry->d_name);
    names.items = need_memory(names.items, (names.count + 1) * sizeof *names.items);
    names.items[names.count++] = name.bytes;
  }
  if (listing) closedir(listing);
  if (names.count) qsort(names.items, names.count, sizeof *names.items, by_name);
  return names;
}

struct aged {
  char *name;
  struct timespec changed;
};

static int newest_first(const void *left, const void *right) {
  const struct aged *one = left, *other = right;
  if (one->changed.tv_sec != other->changed.tv_sec) return one->changed.tv_sec < other->changed.tv_sec ? 1 : -1;
  if (one->changed.tv_nsec != other->changed.tv_nsec) return one->changed.tv_nsec < other->changed.tv_nsec ? 1 : -1;
  return strcmp(one->name, other->name);
}

void file_names_by_age(struct folder_files *names) {
  struct aged *files = need_memory(NULL, (names->count + 1) * sizeof *files);
  for (size_t i = 0; i < names->count; i++)
    files[i] = (struct aged){ names->items[i], file_mark(names->items[i]).changed };
  if (names->count) qsort(files, names->count, sizeof *files, newest_first);
  for (size_t i = 0; i < names->count; i++) names->items[i] = files[i].name;
  free(files);
}

void file_names_free(struct folder_files *names) {
  for (size_t i = 0; i < names->count; i++) free(names->items[i]);
  free(names->items);
  *names = (struct folder_files){ 0 };
}
