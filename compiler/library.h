/* The standard library: .trv modules embedded at build time. */
#ifndef TRV_COMPILER_LIBRARY_H
#define TRV_COMPILER_LIBRARY_H

#include <stddef.h>

/* The text of module `name` (without "std/"), or NULL; borrowed, static. */
const char *library_find(const char *name);
/* Modules by number, without "std/"; NULL after the last. Borrowed, static. */
const char *library_name(size_t index);
/* The module nearest to a misspelt name, or NULL. */
const char *library_suggest(const char *name);
/* The module that declares a procedure of this name, or NULL; borrowed, static. */
const char *library_declaring(const char *name);

#endif
