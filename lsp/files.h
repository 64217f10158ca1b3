/* Files on the disk, for texts that no editor has open. */
#ifndef TRV_LSP_FILES_H
#define TRV_LSP_FILES_H

#include <stddef.h>

/* Reads a regular file of at most 16 MB. Returns 0 and *text (owned, freed with free), *length; or an errno value. */
int files_read(const char *path, char **text, size_t *length);

#endif
