/* The files of the page: see page.h. */
#include "serve/page.h"

#include <string.h>

#include "base/embed.h"

extern const struct embedded_file serve_page_files[];

static const char *type_of(const char *name) {
  static const char *const types[][2] = { { ".html", "text/html; charset=utf-8" },
                                          { ".css", "text/css; charset=utf-8" },
                                          { ".js", "text/javascript; charset=utf-8" },
                                          { ".json", "application/json; charset=utf-8" },
                                          { ".svg", "image/svg+xml" } };
  const char *ending = strrchr(name, '.');
  for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++)
    if (strcmp(ending, types[i][0]) == 0) return types[i][1];
  return "text/plain; charset=utf-8";
}

/* A table's own address shows the same page as the lobby: which table it is the page finds out itself. */
static const char *name_of(const char *path) {
  return strcmp(path, "/") == 0 || strncmp(path, "/t/", 3) == 0 ? "index.html" : path + 1;
}

bool page_find(const char *path, struct page_file *file) {
  const char *name = name_of(path);
  for (const struct embedded_file *known = serve_page_files; known->name; known++) {
    if (strcmp(known->name, name) != 0) continue;
    *file = (struct page_file){ type_of(name), known->text, (size_t)(known - serve_page_files) };
    return true;
  }
  return false;
}
