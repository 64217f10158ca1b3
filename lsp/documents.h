/* The files that an editor has open: their texts as they are on its screen. */
#ifndef TRV_LSP_DOCUMENTS_H
#define TRV_LSP_DOCUMENTS_H

#include <jansson.h>
#include <stdbool.h>

#include "lsp/positions.h"

struct document {
  char *uri, *path; /* owned; the address as the editor wrote it */
  char *text;       /* owned, NUL-terminated */
  size_t length;
  int64_t version;
  struct document *next;
};
struct documents {
  struct document *first;
  enum position_encoding encoding;
};
enum { DOCUMENT_LIMIT = 32 << 20 }; /* bytes of one text */

/* NULL when it is not open. */
struct document *documents_find(const struct documents *documents, const char *path);
/* Opens one, or gives one that is open another text. False without memory, or when it is no file. */
bool documents_open(struct documents *documents, const char *uri, const char *text, size_t length, int64_t version);
/* Applies the changes of a didChange in their order. False, and the text is as before the wrong one, if one of them is
 * wrong or the text would become too long. */
bool documents_change(struct documents *documents, struct document *document, const json_t *changes);
void documents_close(struct documents *documents, const char *path);
void documents_free(struct documents *documents);

/* A position in a message; false if it is none. */
bool position_read(const json_t *value, struct text_position *position);
json_t *position_write(struct text_position position);

#endif
