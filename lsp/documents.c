/* Open files and their changes; see documents.h. */
#include "lsp/documents.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/uri.h"

struct document *documents_find(const struct documents *documents, const char *path) {
  struct document *document = documents->first;
  while (document && strcmp(document->path, path) != 0) document = document->next;
  return document;
}

static void document_free(struct document *document) {
  free(document->uri);
  free(document->path);
  free(document->text);
  free(document);
}

/* Takes the text, which is owned from then on. */
static void set_text(struct document *document, char *text, size_t length) {
  free(document->text);
  document->text = text;
  document->length = length;
}

static char *copy_bytes(const char *bytes, size_t length) {
  char *copy = malloc(length + 1);
  if (!copy) return NULL;
  memcpy(copy, bytes, length);
  copy[length] = '\0';
  return copy;
}

static struct document *document_new(const char *uri, char *path) {
  struct document *document = calloc(1, sizeof *document);
  if (!document) return NULL;
  document->uri = copy_bytes(uri, strlen(uri));
  document->path = path;
  return document;
}

bool documents_open(struct documents *documents, const char *uri, const char *text, size_t length, int64_t version) {
  char *path = uri_to_path(uri), *copy = length <= DOCUMENT_LIMIT ? copy_bytes(text, length) : NULL;
  struct document *document = path ? documents_find(documents, path) : NULL;
  if (document) free(path);
  else document = path ? document_new(uri, path) : NULL;
  if (!document || !copy || !document->uri) {
    free(copy);
    if (document && !document->text) document_free(document);
    return false;
  }
  if (!document->text) {
    document->next = documents->first;
    documents->first = document;
  }
  set_text(document, copy, length);
  document->version = version;
  return true;
}

void documents_close(struct documents *documents, const char *path) {
  struct document **link = &documents->first;
  while (*link && strcmp((*link)->path, path) != 0) link = &(*link)->next;
  struct document *gone = *link;
  if (!gone) return;
  *link = gone->next;
  document_free(gone);
}

void documents_free(struct documents *documents) {
  while (documents->first) documents_close(documents, documents->first->path);
}

/* ---- changes ---- */

bool position_read(const json_t *value, struct text_position *position) {
  const json_t *line = json_object_get(value, "line"), *character = json_object_get(value, "character");
  json_int_t at = json_integer_value(line), in = json_integer_value(character);
  if (!json_is_integer(line) || !json_is_integer(character) || at < 0 || in < 0) return false;
  position->line = at > UINT32_MAX ? UINT32_MAX : (uint32_t)at;
  position->character = in > UINT32_MAX ? UINT32_MAX : (uint32_t)in;
  return true;
}

json_t *position_write(struct text_position position) {
  return json_pack("{s:I, s:I}", "line", (json_int_t)position.line, "character", (json_int_t)position.character);
}

/* The text with the bytes from `start` to `end` replaced. */
static bool replace(struct document *document, size_t start, size_t end, const char *text, size_t length) {
  size_t whole = document->length - (end - start) + length;
  char *copy = whole <= DOCUMENT_LIMIT ? malloc(whole + 1) : NULL;
  if (!copy) return false;
  memcpy(copy, document->text, start);
  memcpy(copy + start, text, length);
  memcpy(copy + start + length, document->text + end, document->length - end);
  copy[whole] = '\0';
  set_text(document, copy, whole);
  return true;
}

static bool change_part(struct documents *documents, struct document *document, const json_t *range, const char *text,
                        size_t length) {
  struct text_position from, to;
  struct line_starts lines;
  if (!position_read(json_object_get(range, "start"), &from) || !position_read(json_object_get(range, "end"), &to))
    return false;
  positions_find(&lines, document->text, document->length);
  size_t start = position_offset(&lines, from, documents->encoding);
  size_t end = position_offset(&lines, to, documents->encoding);
  positions_free(&lines);
  return start <= end && replace(document, start, end, text, length);
}

bool documents_change(struct documents *documents, struct document *document, const json_t *changes) {
  size_t index;
  const json_t *change;
  json_array_foreach(changes, index, change) {
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    size_t length = json_string_length(text);
    if (!json_is_string(text)) return false;
    bool fine = range ? change_part(documents, document, range, json_string_value(text), length)
                      : replace(document, 0, document->length, json_string_value(text), length);
    if (!fine) return false;
  }
  return json_is_array(changes);
}
