/* The files of the page, which are part of the command. */
#ifndef TRV_SERVE_PAGE_H
#define TRV_SERVE_PAGE_H

#include <stdbool.h>

struct page_file {
  const char *type, *text;
};
/* The file that a path of the server shows ("/", "/table.js", "/t/…"); false when there is none. Texts are static. */
bool page_find(const char *path, struct page_file *file);

#endif
