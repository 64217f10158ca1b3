/* What is declared, by name: an index over the declarations of files for those who look names up before there are
 * symbols (patch.c) or in two games at once (diff.c), and who put others in their places meanwhile. */
#ifndef TRV_COMPILER_DECLARATIONS_H
#define TRV_COMPILER_DECLARATIONS_H

#include "lang/tree.h"

/* A declaration in its place. */
struct declaration {
  struct tree *tree;                /* NULL: it is gone */
  struct tree *file;
  struct declaration *before, *after;  /* its neighbours in the file; NULL at the ends */
  struct declaration *alike;           /* the next one of its name; behind the last one comes the first */
  int bases;                           /* how often it was wrapped: forms of it that are called from here on */
};
struct declarations;

/* Empty; arena-owned, like all that is put into it. */
struct declarations *declarations_new(struct arena *arena);
/* Adds all declarations of a file, behind those of the files before it. */
void declarations_add(struct declarations *declarations, struct tree *file);
/* The first one of this name (NULL: of any) and one of these kinds (a bit set of 1 << TREE_…), or NULL. Scenarios and
 * positions, whose numbers are too large for the set, are never found. */
struct declaration *declarations_find(const struct declarations *declarations, const char *word, uint64_t kinds);

/* Whether one of this name was there and has been removed. */
bool declarations_was_removed(const struct declarations *declarations, const char *word);

/* Each of these also changes the list of the file. The new declaration takes over the name and the place. */
void declarations_replace(struct declaration *there, struct tree *tree);
void declarations_insert(struct declarations *declarations, struct declaration *before, struct tree *tree);
void declarations_remove(struct declaration *there);

#endif
