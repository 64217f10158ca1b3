/* Tools of all passes: names, growing sections, texts and constants of the program under construction. */
#ifndef TRV_COMPILER_CONTEXT_H
#define TRV_COMPILER_CONTEXT_H

#include <string.h>

#include "compiler/model.h"

struct name_table *table_new(struct arena *arena);
void *table_get(const struct name_table *table, const char *key);
void table_put(struct name_table *table, const char *key, void *value);

/* Appends a copy of *item and returns its index. */
uint32_t vector_push_slowly(struct arena *arena, struct vector *vector, const void *item, size_t item_size);
static inline uint32_t vector_push(struct arena *arena, struct vector *vector, const void *item, size_t item_size) {
  if (vector->count == vector->capacity) return vector_push_slowly(arena, vector, item, item_size);
  memcpy((char *)vector->items + vector->count * item_size, item, item_size);
  return (uint32_t)vector->count++;
}
#define PUSH(c, section, ...) \
  vector_push((c)->arena, &(c)->section, &(__VA_ARGS__), sizeof(__VA_ARGS__))
#define ITEM(c, section, type, index) (&((type *)(c)->section.items)[index])
void tree_list_push(struct arena *arena, struct tree_array *list, struct tree *item);

/* The text in the section `chars`; equal texts are stored once. */
int32_t context_text(struct compilation *c, const char *text);
/* Appends ints (zeros when `values` is NULL) and returns the index of the first. */
int32_t context_ints(struct compilation *c, const int32_t *values, size_t count);
/* A new column of `count` entries of `slots` ints; `values` may be NULL for zeros. */
int32_t context_column(struct compilation *c, const int32_t *values, int32_t slots, int32_t count);
/* The citations of a node as ints: kind << 24 | number, ranges spread out; *count is set. */
int32_t context_cites(struct compilation *c, const struct tree *cites, int32_t *count);

/* Appends citations as text, "R1, R3-R5", with what stands between two of them and in a range. */
void context_add_cites(struct text *out, const struct tree *cites, const char *between, const char *dash);

/* `file` is -1 - its number in the source set until compile.c puts the names of files behind all other texts, so that
 * neither they nor their lengths make a difference to the program. */
struct position { int32_t file, line, column; };
struct position context_position(struct compilation *c, struct span span);

/* The declarations of a file; NULL if it is a module of the standard library, which has no rules of the game's own. */
static inline struct tree *rules_of_file(const struct compilation *c, const struct tree *file) {
  return c->sources->items[file->span.file]->is_library ? NULL : file->kid[FILE_DECLS];
}

/* Keeps what a name in the text means, where that is found out; nothing unless the sources keep their meaning. */
void context_mention(struct compilation *c, struct span span, enum mention_kind kind, const void *what);

/* Looks a global up; NULL when there is none. */
struct symbol *symbol_find(const struct compilation *c, const char *name);
/* The same for what a node names, which is kept. */
struct symbol *symbol_named(struct compilation *c, const struct tree *node);
/* Considers the names of all globals of the kinds in the bit set `kinds` (1 << SYMBOL_ZONE …). */
/* Suggestions take a look at every name: only so many errors and warnings get one, more than are shown. */
enum { SUGGESTED_REPORTS = 400 };
static inline bool context_suggests(const struct compilation *c) {
  return c->diags->errors + c->diags->warnings <= SUGGESTED_REPORTS;
}
void context_consider(struct compilation *c, struct suggestion *near, unsigned kinds);
/* Whether this is the first use that does not fit the declaration: one report is enough, since the declaration may be
 * wrong. */
bool symbol_blame(struct symbol *symbol);
/* The field of an enum, deck or table that a node names; NULL after reporting `code`. */
struct field *field_named(struct compilation *c, const struct symbol *owner, const struct tree *node,
                          enum diag_code code);
/* What a zone or variable's declaration says about who sees it, NULL for nothing; and whether that is everybody. */
const struct tree *symbol_seen(const struct symbol *symbol);
bool symbol_is_public(const struct symbol *symbol);
/* "zone", "phase", … for messages. */
const char *symbol_kind_word(enum symbol_kind kind);
/* The same with its article; arena-owned. */
const char *symbol_kind_phrase(struct compilation *c, enum symbol_kind kind);
/* "a" or "an", before this word. */
const char *context_article(const char *word);

/* The seat that a name (interned) means: p1, p2, …, or one of the game's own names; -1 if none. The game may have fewer. */
int context_seat_named(const struct compilation *c, const char *name);

/* A walk that visits each symbol once. Otherwise procedures that call each other twice would double the work at each
 * step. One walk at a time: a symbol knows only which walk met it last. */
struct met {
  uint32_t walk;
};
struct met met_begin(struct compilation *c);
/* Whether the walk meets the symbol for the first time. */
bool met_first(struct met met, struct symbol *symbol);
/* A 0 for each symbol there is now, by its number: what a pass keeps of symbols. Arena-owned, NULL if there is no room. */
int32_t *context_symbol_numbers(struct compilation *c);

/* Every new symbol goes through here. */
struct symbol *symbol_new(struct compilation *c, enum symbol_kind kind, struct tree *tree);

#endif
