/* Growing texts: see text.h. */
#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

static void *resize_block(struct text *text, size_t size) {
  if (text->resize) return text->resize(text->context, text->bytes, text->capacity, size);
  if (size) return realloc(text->bytes, size);
  free(text->bytes);
  return NULL;
}

bool text_reserve(struct text *text, size_t size) {
  if (text->failed) return false;
  if (size <= text->capacity) return true;
  size_t capacity = text->capacity ? text->capacity : FIRST_CAPACITY;
  while (capacity < size && capacity <= SIZE_MAX / 4) capacity *= 2;
  char *bytes = capacity < size ? NULL : resize_block(text, capacity);
  if (!bytes) {
    text->failed = true;
    return false;
  }
  text->bytes = bytes;
  text->bytes[text->length] = '\0';
  text->capacity = capacity;
  return true;
}

/* Room for so much more and the NUL behind it. */
static bool reserve_more(struct text *text, size_t more) {
  if (more < SIZE_MAX - text->length) return text_reserve(text, text->length + more + 1);
  text->failed = true;
  return false;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length) {
  if (!reserve_more(text, length)) return;
  if (length) memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *added) { text_add_bytes(text, added, strlen(added)); }

/* Most texts fit into the room that there is; others are written a second time. */
void text_format_list(struct text *text, const char *format, va_list values) {
  va_list again;
  if (!reserve_more(text, 0)) return;
  va_copy(again, values);
  size_t room = text->capacity - text->length;
  int length = vsnprintf(text->bytes + text->length, room, format, values);
  if (length < 0) text->failed = true;
  else if ((size_t)length < room) text->length += (size_t)length;
  else if (reserve_more(text, (size_t)length)) {
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  text->bytes[text->length] = '\0';
  va_end(again);
}

void text_format(struct text *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  text_format_list(text, format, values);
  va_end(values);
}

void text_clear(struct text *text) {
  text->length = 0;
  if (text->bytes) text->bytes[0] = '\0';
}

void text_free(struct text *text) {
  if (text->bytes) resize_block(text, 0);
  *text = (struct text){ .resize = text->resize, .context = text->context };
}

const char *text_get(const struct text *text) { return text->bytes ? text->bytes : ""; }
