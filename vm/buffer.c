/* Text that grows, for everything whose length is not known beforehand: notations, reasons, listings, saves.
 *
 * Owns its block, from the allocator it was given. Out of memory is noted once and asked about at the end, so that
 * writers need no test after every piece. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "vm/api.h"

static bool reserve(struct buffer *out, size_t more) {
  if (out->failed || more >= SIZE_MAX / 2 - out->length) {
    out->failed = true;
    return false;
  }
  size_t wanted = out->length + more + 1;
  if (wanted <= out->capacity) return true;
  size_t capacity = out->capacity ? out->capacity : 128;
  while (capacity < wanted) capacity *= 2;
  char *text = out->allocator->resize(out->allocator->context, out->text, capacity);
  if (!text) {
    out->failed = true;
    return false;
  }
  out->text = text;
  out->capacity = capacity;
  return true;
}

void buffer_bytes(struct buffer *out, const char *text, size_t length) {
  if (!reserve(out, length)) return;
  memcpy(out->text + out->length, text, length);
  out->length += length;
  out->text[out->length] = '\0';
}

void buffer_text(struct buffer *out, const char *text) { buffer_bytes(out, text, strlen(text)); }

void buffer_format(struct buffer *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0 || !reserve(out, (size_t)length)) {
    out->failed = true;
    return;
  }
  va_start(arguments, format);
  vsnprintf(out->text + out->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  out->length += (size_t)length;
}

void buffer_write(struct buffer *out, void (*write)(void *context, struct text_sink *sink), void *context) {
  if (!reserve(out, 64)) return;
  struct text_sink sink = { out->text + out->length, out->capacity - out->length - 1, 0 };
  write(context, &sink);
  if (sink.length > sink.capacity) {
    if (!reserve(out, sink.length)) return;
    sink = (struct text_sink){ out->text + out->length, sink.length, 0 };
    write(context, &sink);
  }
  out->length += sink.length < sink.capacity ? sink.length : sink.capacity;
  out->text[out->length] = '\0';
}

void buffer_clear(struct buffer *out) {
  out->length = 0;
  if (out->text) out->text[0] = '\0';
}

void buffer_free(struct buffer *out) {
  memory_free(out->allocator, out->text);
  out->text = NULL;
  out->length = out->capacity = 0;
}

const char *buffer_get(const struct buffer *out) { return out->text ? out->text : ""; }
