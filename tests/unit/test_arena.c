/* The arena: alignment, growth, interning, and what happens when memory runs out. */
#include "tests/unit/lang.h"

#include <stdlib.h>

static void memory_is_zeroed_and_aligned(void **unused) {
  (void)unused;
  struct arena *arena = arena_new(allocator_default());
  for (size_t size = 0; size < 40000; size = size * 2 + 1) {
    char *place = arena_alloc(arena, size);
    assert_int_equal((uintptr_t)place % 8, 0);
    for (size_t i = 0; i < size; i++) assert_int_equal(place[i], 0);
    memset(place, 7, size);
  }
  assert_false(arena_failed(arena));
  arena_free(arena);
}

static void arrays_grow_and_keep_their_items(void **unused) {
  (void)unused;
  struct arena *arena = arena_new(allocator_default());
  int *items = NULL;
  size_t count = 0, capacity = 0;
  for (int i = 0; i < 10000; i++) {
    if (count == capacity) items = arena_grow(arena, items, sizeof *items, count, &capacity);
    if (i % 100 == 0) arena_alloc(arena, 24); /* so that not every growth can be made in place */
    items[count++] = i;
  }
  for (int i = 0; i < 10000; i++) assert_int_equal(items[i], i);
  arena_free(arena);
}

/* Large arrays have a block of their own, which moves with them; small ones stay among others. */
static void what_lies_between_stays_zeroed(void **unused) {
  (void)unused;
  struct arena *arena = arena_new(allocator_default());
  uint64_t *items = NULL;
  size_t count = 0, capacity = 0;
  char *before = NULL;
  for (uint64_t i = 0; i < 200000; i++) {
    if (count == capacity) items = arena_grow(arena, items, sizeof *items, count, &capacity);
    items[count++] = i;
    char *place = arena_alloc(arena, 40);
    for (int k = 0; k < 40; k++) assert_int_equal(place[k], 0);
    if (before) assert_int_equal(before[0], 1);
    memset(place, 1, 40);
    before = place;
  }
  for (uint64_t i = 0; i < 200000; i++) assert_int_equal(items[i], i);
  arena_free(arena);
}

static void large_things_can_be_given_back(void **unused) {
  (void)unused;
  struct arena *arena = arena_new(allocator_default());
  char *kept = arena_alloc(arena, 100);
  memset(kept, 1, 100);
  for (int i = 0; i < 100; i++) {
    char *large = arena_try(arena, 1 << 20), *small = arena_alloc(arena, 100);
    assert_non_null(large);
    memset(large, 2, 1 << 20);
    arena_release(arena, large, 1 << 20);
    arena_release(arena, small, 100); /* nothing happens */
    memset(small, 3, 100);
    assert_int_equal(kept[99], 1);
  }
  arena_free(arena);
}

static void equal_texts_are_one(void **unused) {
  (void)unused;
  struct arena *arena = arena_new(allocator_default());
  const char *first = arena_intern(arena, "ticket_row", 10);
  for (int i = 0; i < 2000; i++) {
    char text[20];
    int length = snprintf(text, sizeof text, "name_%d", i);
    assert_string_equal(arena_intern(arena, text, (size_t)length), text);
  }
  assert_ptr_equal(arena_intern(arena, "ticket_row, more", 10), first);
  assert_ptr_not_equal(arena_intern(arena, "ticket_ro", 9), first);
  assert_ptr_equal(arena_intern(arena, "", 0), arena_intern(arena, "x", 0));
  arena_free(arena);
}

static void texts_are_formatted(void **unused) {
  (void)unused;
  struct arena *arena = arena_new(allocator_default());
  struct text out = arena_text(arena);
  char long_text[600];
  memset(long_text, 'x', sizeof long_text - 1);
  long_text[sizeof long_text - 1] = '\0';
  text_add(&out, "a");
  text_format(&out, "%d-%s", 12, "b");
  text_format(&out, "%s", long_text);
  text_add_bytes(&out, "end!", 3);
  assert_int_equal(out.length, 5 + 599 + 3);
  assert_string_equal(out.bytes + out.length - 4, "xend");
  assert_memory_equal(out.bytes, "a12-b", 5);
  assert_string_equal(arena_format(arena, "%s %d", "n", 3), "n 3");
  arena_free(arena);
}

/* An allocator that says no after some calls. */
struct miser {
  int left;
};

static void *miserly(void *context, void *block, size_t size) {
  struct miser *miser = context;
  if (!size) {
    free(block);
    return NULL;
  }
  return miser->left-- > 0 ? realloc(block, size) : NULL;
}

static void failure_is_remembered_and_survived(void **unused) {
  (void)unused;
  for (int calls = 0; calls < 2; calls++) {
    struct miser miser = { calls };
    struct allocator allocator = { miserly, &miser };
    assert_null(arena_new(&allocator));
  }
  struct miser miser = { 3 };
  struct allocator allocator = { miserly, &miser };
  struct arena *arena = arena_new(&allocator);
  for (int i = 0; i < 100; i++) memset(arena_alloc(arena, 10000), 1, 10000);
  assert_true(arena_failed(arena));
  assert_null(arena_try(arena, 16));
  size_t capacity = 0;
  assert_null(arena_grow(arena, NULL, 8, 0, &capacity));
  assert_int_equal(capacity, 0);
  assert_string_equal(arena_intern(arena, "still", 5), "still");
  struct text out = arena_text(arena);
  text_add(&out, "dropped");
  assert_int_equal(out.length, 0);
  arena_free(arena);
}

/* A text is whole however long it is, unless there is no memory for it. */
/* A step that does not stop when the limit is reached keeps what it makes. */
static void nothing_is_overwritten_beyond_the_limit(void **unused) {
  (void)unused;
  enum { COUNT = 20000, SIZE = 64 }; /* five times the reserve */
  static int *made[COUNT];
  struct arena *arena = arena_new(allocator_default());
  arena_bound(arena, 1, NULL);
  for (int i = 0; i < COUNT; i++) {
    made[i] = arena_alloc(arena, SIZE);
    assert_int_equal(*made[i], 0);
    *made[i] = i;
  }
  assert_true(arena_failed(arena));
  for (int i = 0; i < COUNT; i++) assert_int_equal(*made[i], i);
  arena_free(arena);
}

static void long_texts_are_whole_or_cut(void **unused) {
  (void)unused;
  enum { LONG = 300000 };
  char *text = malloc(LONG + 1);
  memset(text, 'x', LONG);
  text[LONG] = '\0';
  struct arena *arena = arena_new(allocator_default());
  assert_string_equal(arena_copy_text(arena, text, LONG), text);
  assert_string_equal(arena_format(arena, "%s", text), text);
  arena_fail(arena);
  assert_int_equal(strlen(arena_copy_text(arena, text, LONG)), ARENA_PIECE - 1);
  assert_int_equal(strlen(arena_format(arena, "%s", text)), ARENA_PIECE - 1);
  arena_free(arena);
  free(text);
}

static void absurd_sizes_are_refused(void **unused) {
  (void)unused;
  struct arena *arena = arena_new(allocator_default());
  assert_null(arena_try(arena, SIZE_MAX - 3));
  assert_true(arena_failed(arena));
  arena_free(arena);
}

/* Whatever allocation fails, parsing ends and nothing is read or written out of bounds. */
static void parsing_survives_every_failure(void **unused) {
  (void)unused;
  static char text[20000];
  size_t length = 0;
  for (int i = 0; length + 100 < sizeof text; i++)
    length += (size_t)snprintf(text + length, 100, "fn name_%d(p: player) -> int = a + b[%d, p] * c(\"x{p}\")\n", i, i);
  bool finished = false;
  for (int calls = 2; !finished && calls < 100; calls++) {
    struct miser miser = { calls };
    struct allocator allocator = { miserly, &miser };
    struct arena *arena = arena_new(&allocator);
    struct source_set sources = { .arena = arena, .resolver = resolver_files() };
    struct diag_list diags = { .arena = arena, .sources = &sources };
    int file = source_add(&sources, "x.trv", text, length);
    if (file >= 0) assert_non_null(parse_file(&sources, (uint32_t)file, &diags));
    finished = !arena_failed(arena);
    arena_free(arena);
  }
  assert_true(finished);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(memory_is_zeroed_and_aligned),
    cmocka_unit_test(arrays_grow_and_keep_their_items),
    cmocka_unit_test(what_lies_between_stays_zeroed),
    cmocka_unit_test(large_things_can_be_given_back),
    cmocka_unit_test(equal_texts_are_one),
    cmocka_unit_test(texts_are_formatted),
    cmocka_unit_test(failure_is_remembered_and_survived),
    cmocka_unit_test(nothing_is_overwritten_beyond_the_limit),
    cmocka_unit_test(long_texts_are_whole_or_cut),
    cmocka_unit_test(absurd_sizes_are_refused),
    cmocka_unit_test(parsing_survives_every_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
