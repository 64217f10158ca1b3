/* Shared libraries as the system has them, for ffi.c alone. shared_object.c is the one file that knows how they are
 * loaded; where there are none, ffi_none.c takes the place of both. */
#ifndef TRV_VM_SHARED_OBJECT_H
#define TRV_VM_SHARED_OBJECT_H

#include <stdbool.h>

/* Whether there is a file of this name, whatever its contents. */
bool shared_object_is_there(const char *path);
/* Loads a file, or a library of the system if the name has no slash. Owned: shared_object_close. NULL, and *why says
 * what is wrong, borrowed until the next call. */
void *shared_object_open(const char *path, const char **why);
void shared_object_close(void *library);

/* The address of what has this name in the library or in one that it uses, borrowed from it; NULL if nothing has. */
void *shared_object_find(void *library, const char *name);
/* Whether the address is that of a function of this library itself, not of something in a library that it uses. */
bool shared_object_has_function(void *library, void *address);

#endif
