/* Texts made smaller, for browsers that read gzip. Where trvm was built without zlib, nothing is. */
#ifndef TRV_SERVE_PACKED_H
#define TRV_SERVE_PACKED_H

#include <stdbool.h>
#include <stddef.h>

enum { PACKED_LEAST = 1000 /* bytes that are worth it: less than a packet stays as it is */ };

/* Whether a header Accept-Encoding takes gzip. */
bool packed_is_read(const char *accepted);
/* The text as gzip, `effort` from 1 to 9; owned, freed with free(). NULL when it would not be smaller, or there is no memory. */
char *packed_make(const char *text, size_t length, int effort, size_t *packed_length);

#endif
