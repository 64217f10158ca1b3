/* `file:` addresses; see uri.h. */
#include "lsp/uri.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

static int hex_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

char *uri_to_path(const char *uri) {
  if (strncasecmp(uri, "file://", 7) != 0) return NULL;
  const char *from = uri + 7;
  if (!strncasecmp(from, "localhost/", 10)) from += 9;
  if (*from != '/') return NULL; /* of another machine */
  char *path = malloc(strlen(from) + 1), *to = path;
  for (; path && *from && *from != '?' && *from != '#'; from++) {
    int high = *from == '%' ? hex_digit(from[1]) : -1, low = high >= 0 ? hex_digit(from[2]) : -1;
    if (low >= 0) *to++ = (char)(16 * high + low), from += 2;
    else *to++ = *from;
    if (!to[-1]) { /* no path has such a byte */
      free(path);
      return NULL;
    }
  }
  if (path) *to = '\0';
  return path;
}

char *uri_from_path(const char *path) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~";
  struct text uri = { 0 };
  text_add(&uri, "file://");
  for (; *path; path++)
    if (strchr(plain, *path)) text_add_bytes(&uri, path, 1);
    else text_format(&uri, "%%%02X", (unsigned char)*path);
  if (!uri.failed) return uri.bytes;
  text_free(&uri);
  return NULL;
}
