/* What the programs in tests/play share: reading a game, texts of any length, hashes. Public header only. */
#ifndef TRV_TESTS_PLAY_TABLE_H
#define TRV_TESTS_PLAY_TABLE_H

#include "base/hash.h"
#include "include/trv.h"

/* A text that grows; its bytes are freed with text_free. */
struct text {
  char *bytes;
  size_t size;
};
void text_grow(struct text *text, size_t size);
void text_free(struct text *text);

/* Fills a text by a function of trv.h that ends in (…, buffer, size), asking again when it was too small. */
#define TEXT_FILL(text, function, ...)                                        \
  do {                                                                        \
    size_t need_ = function(__VA_ARGS__, (text)->bytes, (text)->size);        \
    if (need_ >= (text)->size) {                                              \
      text_grow((text), need_ + 1);                                           \
      function(__VA_ARGS__, (text)->bytes, (text)->size);                     \
    }                                                                         \
  } while (0)

/* The hash of what was told so far and of one more text; start with HASH_START. */
uint64_t table_hash(uint64_t hash, const char *text);

/* Compiles a file; prints its errors and exits when there are any. Owned. */
trv_program *table_compile(const char *file);
/* A setup with default settings; exits when there is none. Owned. */
trv_setup *table_setup(const trv_program *program, uint32_t players);
trv_game *table_game(const trv_setup *setup);

/* Decisions a random game may take: what the rules state, or 100,000. */
uint32_t table_limit(const trv_program *program);

#endif
