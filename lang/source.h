/* Source files and places in them.
 *
 * A source set holds every text a compilation has read: .trv files, tables, rulebooks. Texts come through a resolver,
 * so that an editor can compile unsaved buffers and a program can compile from memory. A span is three integers; line
 * and column are worked out only when a message is written. */
#ifndef TRV_LANG_SOURCE_H
#define TRV_LANG_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/arena.h"

struct span {
  uint32_t file;       /* index in the source set */
  uint32_t start, end; /* byte offsets, end exclusive */
};

/* A part of a file that could not be understood, after a syntax error. */
struct unread {
  struct span span;
  struct unread *next;
};

/* What a file has under all its names. */
struct file_identity { uint64_t device, file; };

struct source {
  const char *name;      /* as shown in messages: the path by which it was first reached */
  const char *key;       /* the same in its shortest form */
  struct file_identity identity; /* all 0: not known */
  const char *text;      /* NUL-terminated copy */
  size_t length;
  uint32_t *line_starts; /* offset of each line, made when first needed */
  uint32_t line_count;
  uint32_t last_line;    /* of the last place looked up: the next is often near */
  uint32_t last_offset, last_column; /* the same, if it is not ASCII; the column from 0 */
  bool is_ascii;         /* known to be pure ASCII: every byte is a column */
  struct comment *comments;   /* see tree.h for these */
  struct kept_token *tokens;
  size_t token_count, token_capacity;
  bool keeps_tokens;          /* all of them, not only some */
  struct unread *unread;      /* the last one first */
  bool has_allowances;        /* `allow` stands somewhere in it */
  bool has_uses;              /* so does `use`, or a variant */
  bool is_library;            /* a module of the standard library, not a file; set by the code that adds it */
};

enum { SOURCE_LIMIT = 16 << 20 }; /* bytes in one file */
enum { SOURCE_FILES = 4096 };     /* texts in one set */

/* Reads a text by name. Returns 0 and *text, *length (owned by the caller of the resolver, released through
 * `release`), or an errno value. `from` is the name of the file that asks for it, NULL for the first. */
struct resolver {
  int (*read)(void *context, const char *name, char **text, size_t *length);
  void (*release)(void *context, char *text);
  void *context;
  /* Tells a file by another name; false when it cannot. NULL: names are all there is. */
  bool (*identify)(void *context, const char *name, struct file_identity *identity);
};
/* Reads from the file system, no more than SOURCE_LIMIT + 1 bytes; borrowed, static. Configure chooses
 * resolver_posix.c, which takes regular files only, or resolver_plain.c. */
const struct resolver *resolver_files(void);

/* Another name by which a file of the set was reached, in its shortest form. */
struct source_alias {
  const char *key;
  int index;
  struct source_alias *next;
};

struct source_set {
  struct arena *arena;
  const struct resolver *resolver;
  struct source **items;
  uint32_t count;
  size_t capacity;
  struct source_alias *aliases;
  bool keeps_meaning;         /* all tokens, and what every name means, for trv_inspect.h */
  struct span reached;        /* where the work was when it had to end early; of no length before that */
  struct trvyypstate *parser; /* the state of the parser, reused for every text; NULL before the first */
};

/* Reads a file once and returns its index, the same for a second call with whatever name of the same file; or -1 with
 * *error set to an errno value (EFBIG when it is larger than SOURCE_LIMIT, EISDIR for a folder, EMFILE when there are
 * SOURCE_FILES already). */
int source_read(struct source_set *set, const char *name, int *error);
/* Why a file cannot be read, for a message; borrowed, as strerror. */
const char *source_error_text(int error);
/* The index of what was read or added under this name, or -1. */
int source_find(const struct source_set *set, const char *name);
/* Adds a text under a name without reading anything; copies it. Returns its index. */
int source_add(struct source_set *set, const char *name, const char *text, size_t length);
/* The same for the text of a file that has this name, so that another name of the file leads to it. */
int source_add_file(struct source_set *set, const char *name, const char *text, size_t length);

/* Notes where the work was when it had to end early; the first place stays. */
void source_reach(struct source_set *set, struct span place);

/* The path of `name` as written inside the file `from`: relative to the folder of `from`, without
 * `.`, `folder/..` and the like in it; arena-owned. */
const char *source_path_beside(struct arena *arena, const char *from, const char *name);
const char *source_beside(struct source_set *set, uint32_t from, const char *name);

struct source_place { uint32_t line, column; }; /* both from 1; columns count characters, not bytes */
struct source_place source_place(struct source_set *set, uint32_t file, uint32_t offset);
/* The text of a line without its end; *length is set. Borrowed from the set. */
const char *source_line(struct source_set *set, uint32_t file, uint32_t line, size_t *length);

static inline struct span span_join(struct span a, struct span b) {
  return (struct span){ a.file, a.start, b.end };
}

#endif
