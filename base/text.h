/* A text that grows, for everything whose length is not known beforehand: notations, messages, listings, pages.
 *
 * Owns its bytes and their growing; where memory comes from is the maker's: zeroed, a text takes it from the C library,
 * else from `resize` (a host's allocator, an arena). Out of memory is noted once, in `failed`, and asked about at the
 * end, so that writers need no test after every piece; nothing is added any more from then on. */
#ifndef TRV_BASE_TEXT_H
#define TRV_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Gives a block of `before` bytes (or NULL) the size `size`, and returns its new place, or NULL, and then it stays as it
 * was; frees it when `size` is 0. */
typedef void *text_resize(void *context, void *block, size_t before, size_t size);

struct text {
  char *bytes; /* NUL-terminated once something was added, else NULL; owned */
  size_t length, capacity;
  text_resize *resize; /* NULL: the C library's memory */
  void *context;       /* for resize; borrowed */
  bool failed;
};

void text_add(struct text *text, const char *added);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
__attribute__((format(printf, 2, 3), nonnull(2))) void text_format(struct text *text, const char *format, ...);
void text_format_list(struct text *text, const char *format, va_list values);
/* Room for `size` bytes in all, the final NUL included. False, and the text has failed, when there is no memory. */
bool text_reserve(struct text *text, size_t size);
/* Empty again; the memory is kept, and so is a failure. */
void text_clear(struct text *text);
/* Gives the memory back; the text can be used again. */
void text_free(struct text *text);
/* What was added so far, "" when nothing was; borrowed. */
const char *text_get(const struct text *text);

/* Sets a text by a function that ends in (…, buffer, size) and returns the length of the whole text, like snprintf; it is
 * called again only if there was no room for all of it. `reserve` is text_reserve, or what its caller has on top of it
 * and does not return without memory. */
#define TEXT_FILL_BY(reserve, text, call, ...)                                                                         \
  do {                                                                                                                 \
    text_clear(text);                                                                                                  \
    size_t text_needed_ = call(__VA_ARGS__, (text)->bytes, (text)->capacity);                                          \
    if (text_needed_ >= (text)->capacity) {                                                                            \
      reserve(text, text_needed_ + 1);                                                                                 \
      call(__VA_ARGS__, (text)->bytes, (text)->capacity);                                                              \
    }                                                                                                                  \
    (text)->length = text_needed_ < (text)->capacity ? text_needed_ : 0;                                               \
  } while (0)

#endif
