/* Memory of one compilation: everything is taken from an arena and freed at once.
 *
 * An arena never refuses small requests. When the allocator fails, the limit is reached or somebody wants to stop, the
 * arena remembers it and serves the rest of the current step from a reserve; passes ask arena_failed() at every statement,
 * expression or row and stop, for the reserve has an end: every loop that allocates and can be long asks. So the code
 * between stays plain. Whatever grows with the rules (tables, arrays) is allocated with arena_try, which may refuse. */
#ifndef TRV_LANG_ARENA_H
#define TRV_LANG_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "lang/allocator.h"

struct arena;

/* Owned; NULL when there is no memory even for the first block. */
struct arena *arena_new(const struct allocator *allocator);
void arena_free(struct arena *arena);
/* From now on it takes at most `limit` bytes from the allocator, and ends when *cancel is not 0; `cancel` may be NULL. */
void arena_bound(struct arena *arena, size_t limit, volatile const int *cancel);
/* Counts bytes that are taken beside the arena as its own; false when that is beyond the limit. */
bool arena_count(struct arena *arena, size_t bytes);
/* Why the work must end early; once it must, that stays so. */
enum arena_end { ARENA_GOES_ON, ARENA_NO_MEMORY, ARENA_LIMIT, ARENA_CANCELLED };
enum arena_end arena_ended(struct arena *arena);
/* Whether it must, for whatever reason. */
bool arena_failed(struct arena *arena);
/* Notes that memory ran out beside the arena. */
void arena_fail(struct arena *arena);

/* Zeroed memory, aligned for pointers and 64-bit numbers; at most ARENA_PIECE bytes, so that the reserve can serve it. */
enum { ARENA_PIECE = 64 << 10 };
void *arena_alloc(struct arena *arena, size_t size);
/* The same for any size, where the caller can do without: NULL, and the arena has failed, when there is no memory. */
void *arena_try(struct arena *arena, size_t size);
/* The same, but not zeroed, for what is filled at once. */
void *arena_try_uncleared(struct arena *arena, size_t size);
/* Moves a growing array to a larger place and returns it; the old place must no longer be used, and the room after the
 * items is not zeroed. On failure the array stays where it is and *capacity unchanged, so the caller must drop what
 * does not fit. */
void *arena_grow(struct arena *arena, void *items, size_t item_size, size_t used, size_t *capacity);
/* Frees something large before the rest; what is small stays where it is. */
void arena_release(struct arena *arena, void *items, size_t size);

char *arena_copy_text(struct arena *arena, const char *text, size_t length);
char *arena_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_format_list(struct arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0), nonnull(2)));
/* One pointer for equal texts, so that names compare by address; arena-owned. */
const char *arena_intern(struct arena *arena, const char *text, size_t length);
/* A few pointers can be noted with every interned text, the fastest way from a name to its meaning. The first function
 * claims a number for one kind of note, -1 when there are no more; the second returns the place of a text's note, NULL
 * if the text is not interned. */
int arena_claim_notes(struct arena *arena);
void **arena_note(const struct arena *arena, const char *text, int number);

/* An empty text that grows in the arena: dumps, messages, listings. What no memory was found for is dropped. */
struct text arena_text(struct arena *arena);

#endif
