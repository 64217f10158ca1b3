/* The arena: blocks in a chain, served front to back and freed together.
 *
 * Owns the blocks, the reserve that is served once the allocator has failed, and the table of interned texts.
 * Large requests (whole files, tables), which the reserve cannot serve, are made with arena_try, which may return
 * NULL. */
#include "lang/arena.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tests that let memory run out make blocks small, so that it can run out anywhere, and are told when a step uses more
 * than the reserve. */
#ifndef ARENA_FIRST_BLOCK
#define ARENA_FIRST_BLOCK   (16 << 10)
#define ARENA_LARGEST_BLOCK (1 << 20)
#define ARENA_RESERVE_ENDS  ((void)0)
#else
#define ARENA_RESERVE_ENDS abort()
#endif

enum {
  ALIGNMENT = 8,
  FIRST_BLOCK = ARENA_FIRST_BLOCK,
  LARGEST_BLOCK = ARENA_LARGEST_BLOCK,
  RESERVE = 256 << 10,
  CLEARED_AHEAD = 1 << 10,
  FIRST_INTERN_SLOTS = 256,
  FIRST_NAMES = ARENA_FIRST_BLOCK / 4,
  LARGEST_NAMES = 16 << 20,
  NAME_NOTES = 3,
};

struct block {
  struct block *previous;
  size_t size, used; /* of the bytes that follow this header */
  size_t cleared;    /* zeroed so far, some way ahead of `used`: small pieces are not worth a call each */
};
/* The bytes begin at the first aligned place behind the header. */
enum { BLOCK_HEAD = (sizeof(struct block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };

/* An interned text, and what is noted about it. */
struct name {
  const char *self; /* its text: tells it from an address inside another */
  void *notes[NAME_NOTES];
  size_t length;
  char text[];
};
/* Where names are found: open addressing, the number of slots is a power of two. The hashes, in which most of a search
 * takes place, lie by themselves. */
struct name_slots {
  uint32_t *hashes; /* 0 where a slot is empty */
  struct name **names;
  size_t slots, count;
};
/* A piece of memory for names. They lie in the order in which they were first met, and so most are met again. */
struct arena_names {
  struct arena_names *next;
  size_t size, used; /* of the bytes that follow */
};

struct arena {
  struct allocator allocator;
  struct block *block;
  struct block *reserve; /* the newest first; there is more than one only when a step went on for too long */
  size_t next_block;
  size_t limit, held; /* bytes from the allocator: at most, and now */
  enum arena_end end;
  volatile const int *cancel; /* NULL: nobody wants to stop it */
  struct name_slots interned;
  struct arena_names *names; /* the newest first */
  size_t next_names;
  int notes_claimed;
};

static void end_early(struct arena *arena, enum arena_end end) {
  if (arena->end == ARENA_GOES_ON) arena->end = end;
}

/* A block of the allocator with another size than `before`; NULL when there is no memory, or the limit is reached. */
static void *resize(struct arena *arena, void *block, size_t before, size_t size) {
  if (size > before && size - before > arena->limit - arena->held) {
    end_early(arena, ARENA_LIMIT);
    return NULL;
  }
  void *place = arena->allocator.resize(arena->allocator.context, block, size);
  if (place || !size) arena->held += size - before;
  return place;
}

static struct block *block_new(struct arena *arena, size_t size) {
  if (size > SIZE_MAX - BLOCK_HEAD) return NULL;
  bool is_zeroed = arena->allocator.resize == allocator_default()->resize;
  struct block *block = resize(arena, NULL, 0, BLOCK_HEAD + size);
  if (block) *block = (struct block){ .size = size, .cleared = is_zeroed ? size : 0 };
  return block;
}

static void block_free(struct arena *arena, struct block *block) {
  if (block) resize(arena, block, BLOCK_HEAD + block->size, 0);
}

static char *block_bytes(struct block *block) { return (char *)block + BLOCK_HEAD; }

struct arena *arena_new(const struct allocator *allocator) {
  struct arena *arena = allocator->resize(allocator->context, NULL, sizeof *arena);
  if (!arena) return NULL;
  *arena = (struct arena){
    .allocator = *allocator, .next_block = FIRST_BLOCK, .next_names = FIRST_NAMES, .limit = SIZE_MAX
  };
  arena->reserve = block_new(arena, RESERVE);
  if (arena->reserve) return arena;
  allocator->resize(allocator->context, arena, 0);
  return NULL;
}

static void free_chain(struct arena *arena, struct block *newest) {
  for (struct block *block = newest, *previous; block; block = previous) {
    previous = block->previous;
    block_free(arena, block);
  }
}

void arena_free(struct arena *arena) {
  if (!arena) return;
  struct allocator allocator = arena->allocator;
  free_chain(arena, arena->block);
  free_chain(arena, arena->reserve);
  allocator.resize(allocator.context, arena, 0);
}

void arena_bound(struct arena *arena, size_t limit, volatile const int *cancel) {
  arena->limit = limit > arena->held ? limit : arena->held;
  arena->cancel = cancel;
}

bool arena_count(struct arena *arena, size_t bytes) {
  if (bytes > arena->limit - arena->held) return end_early(arena, ARENA_LIMIT), false;
  arena->held += bytes;
  return true;
}

enum arena_end arena_ended(struct arena *arena) {
  if (arena->cancel && *arena->cancel) end_early(arena, ARENA_CANCELLED);
  return arena->end;
}

bool arena_failed(struct arena *arena) { return arena_ended(arena) != ARENA_GOES_ON; }

void arena_fail(struct arena *arena) { end_early(arena, ARENA_NO_MEMORY); }

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

static void *take_uncleared(struct block *block, size_t size) {
  void *place = block_bytes(block) + block->used;
  block->used += size;
  if (block->used > block->cleared) block->cleared = block->used;
  return place;
}

/* A block that has `size` bytes left, or NULL. A large request gets a block of its own behind the current one, so that
 * the current one is not given up half full. */
static struct block *block_with_room(struct arena *arena, size_t size) {
  struct block *current = arena->block;
  if (current && current->size - current->used >= size) return current;
  bool own = current && size > arena->next_block / 4;
  struct block *block = block_new(arena, own || size > arena->next_block ? size : arena->next_block);
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

/* The block to take some bytes from; NULL, and the arena has failed, when there is no memory. */
static struct block *find_room(struct arena *arena, size_t size) {
  struct block *block = arena->end || size > SIZE_MAX / 2 ? NULL : block_with_room(arena, aligned(size));
  if (!block) arena_fail(arena);
  return block;
}

void *arena_try(struct arena *arena, size_t size) {
  struct block *block = find_room(arena, size ? size : 1);
  return block ? take(block, aligned(size ? size : 1)) : NULL;
}

void *arena_try_uncleared(struct arena *arena, size_t size) {
  struct block *block = find_room(arena, size ? size : 1);
  return block ? take_uncleared(block, aligned(size ? size : 1)) : NULL;
}

/* Passes stop at their next statement, long before the reserve is used up. Should one go on, it gets more beyond the
 * limit, so that nothing that it made is overwritten; only when there is none at all, the reserve starts again. */
static void refill_reserve(struct arena *arena) {
  ARENA_RESERVE_ENDS;
  arena->limit = arena->held + BLOCK_HEAD + RESERVE;
  struct block *more = block_new(arena, RESERVE);
  if (!more) {
    arena->reserve->used = arena->reserve->cleared = 0;
    return;
  }
  more->previous = arena->reserve;
  arena->reserve = more;
}

__attribute__((noinline)) static void *take_somewhere(struct arena *arena, size_t size) {
  assert(size <= ARENA_PIECE);
  void *place = arena_try(arena, size);
  if (place) return place;
  size = aligned(size ? size : 1);
  if (arena->reserve->size - arena->reserve->used < size) refill_reserve(arena);
  return take(arena->reserve, size);
}

/* The short way, for nearly all requests: so much is left and zeroed. */
void *arena_alloc(struct arena *arena, size_t size) {
  struct block *block = arena->block;
  size_t whole = aligned(size);
  if (!size || size > CLEARED_AHEAD || !block || block->cleared - block->used < whole || arena->end)
    return take_somewhere(arena, size);
  void *place = block_bytes(block) + block->used;
  block->used += whole;
  return place;
}

/* Where the link to the block is that holds nothing but this; NULL if there is no such block. */
static struct block **find_own_block(struct arena *arena, const char *items, size_t size) {
  struct block **link = &arena->block;
  if (size < FIRST_BLOCK / 4) return NULL;
  while (*link && block_bytes(*link) != items) link = &(*link)->previous;
  return *link && (*link)->used == aligned(size) ? link : NULL;
}

/* Makes a block longer, which may move it; false when there is no memory. */
static bool resize_block(struct arena *arena, struct block **link, size_t size) {
  struct block *block = resize(arena, *link, BLOCK_HEAD + (*link)->size, BLOCK_HEAD + size);
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
  block_free(arena, block);
}

/* Whether an array is the last thing taken from the current block and can simply be made longer. */
static bool grow_in_place(struct arena *arena, char *items, size_t size, size_t wanted) {
  struct block *block = arena->block;
  if (!block || !items || items + aligned(size) != block_bytes(block) + block->used) return false;
  size_t more = aligned(wanted) - aligned(size);
  if (block->size - block->used < more) return false;
  take_uncleared(block, more);
  return true;
}

/* The larger place of `before` bytes, the first `used` of which are kept; NULL when it cannot be had. */
static void *move_or_stretch(struct arena *arena, void *items, size_t before, size_t used, size_t wanted) {
  if (arena->end) return NULL;
  if (grow_in_place(arena, items, before, wanted)) return items;
  struct block **own = items ? find_own_block(arena, items, before) : NULL;
  if (own && resize_block(arena, own, aligned(wanted))) return block_bytes(*own);
  void *place = arena_try_uncleared(arena, wanted);
  if (place && used && items) memcpy(place, items, used);
  return place;
}

void *arena_grow(struct arena *arena, void *items, size_t item_size, size_t used, size_t *capacity) {
  size_t wanted = *capacity ? *capacity * 2 : 16;
  if (wanted > SIZE_MAX / 4 / item_size) {
    arena_fail(arena);
    return items;
  }
  void *place = move_or_stretch(arena, items, *capacity * item_size, used * item_size, wanted * item_size);
  if (!place) return items;
  *capacity = wanted;
  return place;
}

/* Room for a text; when there is not enough for a long one, room for as much as possible, and *length is cut. */
static char *text_room(struct arena *arena, size_t *length) {
  if (*length < ARENA_PIECE) return arena_alloc(arena, *length + 1);
  char *text = arena_try(arena, *length + 1);
  if (text) return text;
  *length = ARENA_PIECE - 1;
  return arena_alloc(arena, ARENA_PIECE);
}

char *arena_copy_text(struct arena *arena, const char *text, size_t length) {
  char *copy = text_room(arena, &length);
  if (length) memcpy(copy, text, length);
  return copy;
}

char *arena_format_list(struct arena *arena, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int wanted = vsnprintf(NULL, 0, format, again);
  va_end(again);
  size_t length = wanted > 0 ? (size_t)wanted : 0;
  char *text = text_room(arena, &length);
  vsnprintf(text, length + 1, format, arguments);
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

static uint64_t mix(uint64_t hash) {
  hash *= UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* Takes eight bytes in one step: names are short, and are looked up for every token. */
static uint32_t hash_text(const char *text, size_t length) {
  uint64_t hash = length, word;
  for (; length > sizeof word; length -= sizeof word, text += sizeof word) {
    memcpy(&word, text, sizeof word);
    hash = mix(hash ^ word);
  }
  word = 0;
  memcpy(&word, text, length);
  return (uint32_t)mix(mix(hash ^ word)) | 1; /* never 0 */
}

/* The slot of a text, or the empty one where it belongs. */
static size_t find_slot(const struct name_slots *table, uint32_t hash, const char *text, size_t length) {
  size_t mask = table->slots - 1, at = hash >> 1 & mask;
  for (; table->hashes[at]; at = (at + 1) & mask) {
    if (table->hashes[at] != hash) continue;
    const struct name *name = table->names[at];
    if (name->length == length && memcmp(name->text, text, length) == 0) break;
  }
  return at;
}

/* Moves all names to twice as many slots, if there is memory. */
static void double_slots(struct arena *arena) {
  struct name_slots *old = &arena->interned, new = { .count = old->count };
  new.slots = old->slots ? old->slots * 2 : FIRST_INTERN_SLOTS;
  new.hashes = arena_try(arena, new.slots * sizeof *new.hashes);
  new.names = arena_try_uncleared(arena, new.slots * sizeof *new.names);
  if (!new.hashes || !new.names) return;
  for (size_t i = 0; i < old->slots; i++) {
    if (!old->hashes[i]) continue;
    size_t at = old->hashes[i] >> 1 & (new.slots - 1);
    while (new.hashes[at]) at = (at + 1) & (new.slots - 1);
    new.hashes[at] = old->hashes[i];
    new.names[at] = old->names[i];
  }
  if (old->slots) {
    arena_release(arena, old->hashes, old->slots * sizeof *old->hashes);
    arena_release(arena, old->names, old->slots * sizeof *old->names);
  }
  *old = new;
}

/* Keeps at least a quarter of the slots empty; without memory it fills up to the last but one. */
static bool intern_room(struct arena *arena) {
  if (arena->interned.count * 4 >= arena->interned.slots * 3) double_slots(arena);
  return arena->interned.count + 1 < arena->interned.slots;
}

/* Room for a name after the last one. It comes in pieces, each four times as large as the one before, so that there are
 * only a few to look through; a text too long for one gets a piece of its own. */
static struct arena_names *names_room(struct arena *arena, size_t size) {
  struct arena_names *first = arena->names;
  if (first && first->size - first->used >= size) return first;
  bool own = size > arena->next_names;
  size_t room = own ? size : arena->next_names;
  struct arena_names *piece = arena_try_uncleared(arena, sizeof *piece + room);
  if (!piece) return NULL;
  *piece = (struct arena_names){ .size = room };
  struct arena_names **link = &arena->names;
  while (own && *link) link = &(*link)->next;
  piece->next = *link;
  *link = piece;
  if (arena->next_names < LARGEST_NAMES) arena->next_names *= 4;
  return piece;
}

static struct name *keep_name(struct arena *arena, const char *text, size_t length) {
  size_t size = aligned(sizeof(struct name) + length + 1);
  struct arena_names *piece = names_room(arena, size);
  if (!piece) return NULL;
  struct name *name = (struct name *)((char *)(piece + 1) + piece->used);
  *name = (struct name){ .self = name->text, .length = length };
  memcpy(name->text, text, length);
  name->text[length] = '\0';
  piece->used += size;
  return name;
}

const char *arena_intern(struct arena *arena, const char *text, size_t length) {
  struct name_slots *table = &arena->interned;
  if (!intern_room(arena)) return arena_copy_text(arena, text, length);
  uint32_t hash = hash_text(text, length);
  size_t at = find_slot(table, hash, text, length);
  if (table->hashes[at]) return table->names[at]->text;
  struct name *name = keep_name(arena, text, length);
  if (!name) return arena_copy_text(arena, text, length);
  table->hashes[at] = hash;
  table->names[at] = name;
  table->count++;
  return name->text;
}

int arena_claim_notes(struct arena *arena) { return arena->notes_claimed < NAME_NOTES ? arena->notes_claimed++ : -1; }

void **arena_note(const struct arena *arena, const char *text, int number) {
  for (const struct arena_names *piece = arena->names; piece; piece = piece->next) {
    size_t at = (uintptr_t)text - (uintptr_t)(piece + 1);
    if (at >= piece->used) continue;
    struct name *name = (struct name *)(uintptr_t)(text - sizeof *name);
    bool begins = at >= sizeof *name && (at - sizeof *name) % ALIGNMENT == 0; /* or it is not where names begin */
    return begins && name->self == text ? &name->notes[number] : NULL;
  }
  return NULL;
}

/* ---- growing text ---- */

static void *resize_text(void *context, void *block, size_t before, size_t size) {
  return size ? move_or_stretch(context, block, before, before, size) : NULL;
}

struct text arena_text(struct arena *arena) {
  return (struct text){ .resize = resize_text, .context = arena };
}
