/* Addresses of files as editors write them, and paths. */
#ifndef TRV_LSP_URI_H
#define TRV_LSP_URI_H

/* The path that a `file:` address means; owned, NULL if it is none. */
char *uri_to_path(const char *uri);
/* The address of a path; owned, NULL without memory. */
char *uri_from_path(const char *path);

#endif
