/* What the programs in tests/play share: reading a game, texts of any length, hashes. Public header and base/ only. */
#ifndef TRV_TESTS_PLAY_TABLE_H
#define TRV_TESTS_PLAY_TABLE_H

#include "base/hash.h"
#include "base/text.h"
#include "include/trv.h"

/* Texts of any length (base/text.h); exits without memory. */
void table_text_grow(struct text *text, size_t size);
/* Fills a text by a function of trv.h that ends in (…, buffer, size). */
#define TEXT_FILL(text, ...) TEXT_FILL_BY(table_text_grow, text, __VA_ARGS__)

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
