/* The files of the page, which are part of the command. */
#ifndef TRV_SERVE_PAGE_H
#define TRV_SERVE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { PAGE_MOST_FILES = 100 };

struct page_file {
  const char *type, *text;
  size_t number; /* below PAGE_MOST_FILES, another for each file */
};
/* The file that a path of the server shows ("/", "/table.js", "/t/…"); false when there is none. Texts are static. */
bool page_find(const char *path, struct page_file *file);

#endif
