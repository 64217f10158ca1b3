/* Texts made smaller: see packed.h. */
#include "serve/packed.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool packed_is_read(const char *accepted) {
  while (*accepted) {
    accepted += strspn(accepted, ", \t");
    size_t length = strcspn(accepted, ","), name = strcspn(accepted, ",; \t");
    bool is_gzip = (name == 4 && strncasecmp(accepted, "gzip", 4) == 0) || (name == 1 && *accepted == '*');
    const char *weight = memchr(accepted, '=', length);
    if (is_gzip) return !weight || strtod(weight + 1, NULL) > 0;
    accepted += length;
  }
  return false;
}

#ifdef TRVM_ZLIB
#include <zlib.h>

char *packed_make(const char *text, size_t length, int effort, size_t *packed_length) {
  enum { GZIP = 16 /* added to the bits of the window, as zlib has it */, MEMORY = 8, MOST = 1 << 28 };
  z_stream stream = { .next_in = (Bytef *)(size_t)text, .avail_in = (uInt)length };
  char *packed = length > 0 && length < MOST ? malloc(length) : NULL;
  if (!packed) return NULL;
  stream.next_out = (Bytef *)packed;
  stream.avail_out = (uInt)length; /* what needs more than that is not smaller */
  bool begun = deflateInit2(&stream, effort, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK;
  bool done = begun && deflate(&stream, Z_FINISH) == Z_STREAM_END;
  *packed_length = stream.total_out;
  if (begun) deflateEnd(&stream);
  if (done) return packed;
  free(packed);
  return NULL;
}
#else
char *packed_make(const char *text, size_t length, int effort, size_t *packed_length) {
  (void)text;
  (void)length;
  (void)effort;
  return *packed_length = 0, NULL;
}
#endif
