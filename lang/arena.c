/* The arena: blocks in a chain, served front to back and freed together.
 *
 * Owns the blocks, the reserve that is served once the allocator has failed, and the table of interned texts.
 * What cannot wait for a failure to be noticed (whole files, tables) is asked for with arena_try, which may say no. */
#include "lang/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Tests of memory that runs out make blocks small, so that it can run out anywhere. */
#ifndef ARENA_FIRST_BLOCK
#define ARENA_FIRST_BLOCK   (16 << 10)
#define ARENA_LARGEST_BLOCK (1 << 20)
#endif

enum {
  ALIGNMENT = 8,
  FIRST_BLOCK = ARENA_FIRST_BLOCK,
  LARGEST_BLOCK = ARENA_LARGEST_BLOCK,
  RESERVE = 256 << 10,
  CLEARED_AHEAD = 1 << 10,
  FIRST_INTERN_SLOTS = 256,
};

struct block {
  struct block *previous;
  size_t size, used; /* of the bytes that follow this header */
  size_t cleared;    /* zeroed so far, some way ahead of `used`: small pieces are not worth a call each */
};
/* The bytes begin at the first aligned place behind the header. */
enum { BLOCK_HEAD = (sizeof(struct block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

struct interned {
  uint32_t hash, length;
  const char *text;
};

struct arena {
  struct allocator allocator;
  struct block *block;
  struct block *reserve;
  size_t next_block;
  bool failed;
  struct interned *interned; /* open addressing; the number of slots is a power of two */
  size_t intern_slots, intern_count;
};

/* Tells the system that a new block will be used from end to end: its pages then come at once, not one by one at the
 * first touch of each, which takes longer than anything that is done with them. Where nobody listens nothing is lost. */
static void use_all(char *block, size_t size) {
#ifdef MADV_POPULATE_WRITE
  size_t page = (size_t)sysconf(_SC_PAGESIZE), skip = -(uintptr_t)block % page;
  if (size >= LARGEST_BLOCK) madvise(block + skip, (size - skip) / page * page, MADV_POPULATE_WRITE);
#else
  (void)block, (void)size;
#endif
}

static void *resize_default(void *context, void *block, size_t size) {
  (void)context;
  if (size) {
    void *place = realloc(block, size);
    if (place && !block) use_all(place, size);
    return place;
  }
  free(block);
  return NULL;
}

const struct allocator *allocator_default(void) {
  static const struct allocator allocator = { resize_default, NULL };
  return &allocator;
}

static struct block *block_new(const struct allocator *allocator, size_t size) {
  if (size > SIZE_MAX - BLOCK_HEAD) return NULL;
  struct block *block = allocator->resize(allocator->context, NULL, BLOCK_HEAD + size);
  if (block) *block = (struct block){ .size = size };
  return block;
}

static void block_free(const struct allocator *allocator, struct block *block) {
  if (block) allocator->resize(allocator->context, block, 0);
}

static char *block_bytes(struct block *block) { return (char *)block + BLOCK_HEAD; }

struct arena *arena_new(const struct allocator *allocator) {
  struct arena *arena = allocator->resize(allocator->context, NULL, sizeof *arena);
  if (!arena) return NULL;
  *arena = (struct arena){ .allocator = *allocator, .next_block = FIRST_BLOCK };
  arena->reserve = block_new(allocator, RESERVE);
  if (arena->reserve) return arena;
  allocator->resize(allocator->context, arena, 0);
  return NULL;
}

void arena_free(struct arena *arena) {
  if (!arena) return;
  struct allocator allocator = arena->allocator;
  for (struct block *block = arena->block, *previous; block; block = previous) {
    previous = block->previous;
    block_free(&allocator, block);
  }
  block_free(&allocator, arena->reserve);
  allocator.resize(allocator.context, arena, 0);
}

bool arena_failed(const struct arena *arena) { return arena->failed; }

void arena_fail(struct arena *arena) { arena->failed = true; }

static size_t aligned(size_t size) { return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

static void clear_ahead(struct block *block) {
  size_t left = block->size - block->used, end = block->used + (left < CLEARED_AHEAD ? left : CLEARED_AHEAD);
  memset(block_bytes(block) + block->cleared, 0, end - block->cleared);
  block->cleared = end;
}

static void *take(struct block *block, size_t size) {
  void *place = block_bytes(block) + block->used;
  block->used += size;
  if (block->used > block->cleared) clear_ahead(block);
  return place;
}

/* A block that has `size` bytes left, or NULL. A large request gets a block of its own behind the current one, so that
 * the current one is not given up half full. */
static struct block *block_with_room(struct arena *arena, size_t size) {
  struct block *current = arena->block;
  if (current && current->size - current->used >= size) return current;
  bool own = current && size > arena->next_block / 4;
  struct block *block = block_new(&arena->allocator, own || size > arena->next_block ? size : arena->next_block);
  if (!block) return NULL;
  if (own) {
    block->previous = current->previous;
    current->previous = block;
    return block;
  }
  block->previous = current;
  arena->block = block;
  if (arena->next_block < LARGEST_BLOCK) arena->next_block *= 2;
  return block;
}

void *arena_try(struct arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) {
    arena->failed = true;
    return NULL;
  }
  size = aligned(size ? size : 1);
  struct block *block = arena->failed ? NULL : block_with_room(arena, size);
  if (block) return take(block, size);
  arena->failed = true;
  return NULL;
}

static void *take_somewhere(struct arena *arena, size_t size) {
  void *place = arena_try(arena, size);
  if (place) return place;
  /* Passes stop at their next statement, long before the reserve is used up; starting it anew only keeps a step that
   * is out of hand inside its bounds. */
  struct block *reserve = arena->reserve;
  size = aligned(size ? size : 1);
  if (size > reserve->size) size = reserve->size;
  if (reserve->size - reserve->used < size) reserve->used = reserve->cleared = 0;
  return take(reserve, size);
}

/* The short way, for nearly all requests: so much is left and zeroed. */
void *arena_alloc(struct arena *arena, size_t size) {
  struct block *block = arena->block;
  size_t whole = aligned(size ? size : 1);
  bool ready = size <= CLEARED_AHEAD && block && block->cleared - block->used >= whole && !arena->failed;
  return ready ? take(block, whole) : take_somewhere(arena, size);
}

/* Where the link to the block is that holds nothing but this; NULL if there is no such block. */
static struct block **find_own_block(struct arena *arena, const char *items, size_t size) {
  struct block **link = &arena->block;
  if (size < FIRST_BLOCK / 4) return NULL;
  while (*link && block_bytes(*link) != items) link = &(*link)->previous;
  return *link && (*link)->used == aligned(size) ? link : NULL;
}

/* Makes a block longer, wherever it goes to; false when there is no memory. */
static bool resize_block(struct arena *arena, struct block **link, size_t size) {
  struct block *block = arena->allocator.resize(arena->allocator.context, *link, BLOCK_HEAD + size);
  if (!block) return false;
  block->size = block->used = block->cleared = size;
  *link = block;
  return true;
}

void arena_release(struct arena *arena, void *items, size_t size) {
  struct block **link = find_own_block(arena, items, size);
  if (!link || *link == arena->block) return;
  struct block *block = *link;
  *link = block->previous;
  block_free(&arena->allocator, block);
}

/* Whether an array is the last thing taken from the current block and can simply be made longer. */
static bool grow_in_place(struct arena *arena, char *items, size_t size, size_t wanted) {
  struct block *block = arena->block;
  if (!block || !items || items + aligned(size) != block_bytes(block) + block->used) return false;
  size_t more = aligned(wanted) - aligned(size);
  if (block->size - block->used < more) return false;
  take(block, more);
  return true;
}

void *arena_grow(struct arena *arena, void *items, size_t item_size, size_t used, size_t *capacity) {
  size_t wanted = *capacity ? *capacity * 2 : 16;
  if (arena->failed) return items;
  if (wanted > SIZE_MAX / 4 / item_size) {
    arena->failed = true;
    return items;
  }
  if (grow_in_place(arena, items, *capacity * item_size, wanted * item_size)) {
    *capacity = wanted;
    return items;
  }
  struct block **own = items ? find_own_block(arena, items, *capacity * item_size) : NULL;
  if (own && resize_block(arena, own, aligned(wanted * item_size))) {
    *capacity = wanted;
    return block_bytes(*own);
  }
  void *place = arena_try(arena, wanted * item_size);
  if (!place) return items;
  if (used && items) memcpy(place, items, used * item_size);
  *capacity = wanted;
  return place;
}

char *arena_copy_text(struct arena *arena, const char *text, size_t length) {
  char *copy = arena_alloc(arena, length + 1);
  if (arena->failed && length >= RESERVE) length = RESERVE - 1;
  if (length) memcpy(copy, text, length);
  return copy;
}

char *arena_format_list(struct arena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) length = 0;
  if (length >= RESERVE) length = RESERVE - 1;
  char *text = arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}

char *arena_format(struct arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = arena_format_list(arena, format, arguments);
  va_end(arguments);
  return text;
}

/* ---- interned texts ---- */

static uint32_t hash_text(const char *text, size_t length) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  return hash;
}

static void intern_rehash(struct arena *arena, struct interned *slots, size_t count) {
  struct interned *before = arena->interned;
  for (size_t i = 0; i < arena->intern_slots; i++) {
    struct interned *old = &before[i];
    if (!old->text) continue;
    size_t at = old->hash & (count - 1);
    while (slots[at].text) at = (at + 1) & (count - 1);
    slots[at] = *old;
  }
  if (before) arena_release(arena, before, arena->intern_slots * sizeof *before);
  arena->interned = slots;
  arena->intern_slots = count;
}

/* Keeps at least half of the slots empty; without memory it fills up to the last but one. */
static bool intern_room(struct arena *arena) {
  if (arena->intern_count * 2 < arena->intern_slots) return true;
  size_t count = arena->intern_slots ? arena->intern_slots * 2 : FIRST_INTERN_SLOTS;
  struct interned *slots = arena_try(arena, count * sizeof *slots);
  if (slots) intern_rehash(arena, slots, count);
  return arena->intern_count + 1 < arena->intern_slots;
}

const char *arena_intern(struct arena *arena, const char *text, size_t length) {
  if (!intern_room(arena)) return arena_copy_text(arena, text, length);
  uint32_t hash = hash_text(text, length);
  size_t mask = arena->intern_slots - 1, at = hash & mask;
  for (; arena->interned[at].text; at = (at + 1) & mask) {
    struct interned *slot = &arena->interned[at];
    if (slot->hash == hash && slot->length == length && memcmp(slot->text, text, length) == 0) return slot->text;
  }
  const char *copy = arena_copy_text(arena, text, length);
  arena->interned[at] = (struct interned){ hash, (uint32_t)length, copy };
  arena->intern_count++;
  return copy;
}

/* ---- growing text ---- */

void text_add_bytes(struct text_buffer *out, const char *text, size_t length) {
  while (out->capacity - out->length <= length) {
    size_t before = out->capacity;
    out->text = arena_grow(out->arena, out->text, 1, out->length, &out->capacity);
    if (out->capacity == before) return;
  }
  if (length) memcpy(out->text + out->length, text, length);
  out->length += length;
  out->text[out->length] = '\0';
}

void text_add(struct text_buffer *out, const char *text) { text_add_bytes(out, text, strlen(text)); }

void text_format(struct text_buffer *out, const char *format, ...) {
  char small[256];
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(small, sizeof small, format, again);
  va_end(again);
  if (length >= 0 && (size_t)length < sizeof small) text_add_bytes(out, small, (size_t)length);
  else text_add(out, arena_format_list(out->arena, format, arguments));
  va_end(arguments);
}
