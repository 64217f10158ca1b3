/* What is declared, by name: see declarations.h. Names are compared as texts, so that those of another game and those of
 * invariants can be looked up, too. */
#include "compiler/declarations.h"

#include <string.h>

#include "compiler/context.h"

#define INDEXED_KINDS 64

struct declarations {
  struct arena *arena;
  struct name_table *names; /* the last struct declaration of each name */
  struct declaration *of_kind[INDEXED_KINDS];
};

struct declarations *declarations_new(struct arena *arena) {
  struct declarations *made = arena_alloc(arena, sizeof *made);
  made->arena = arena;
  made->names = table_new(arena);
  return made;
}

/* ---- adding ---- */

static void add_name(struct declarations *declarations, struct declaration *declared) {
  const char *name = arena_intern(declarations->arena, declared->tree->word, strlen(declared->tree->word));
  struct declaration *last = table_get(declarations->names, name);
  declared->alike = last ? last->alike : declared;
  if (last) last->alike = declared;
  table_put(declarations->names, name, declared);
}

/* NULL without memory: then nothing is found any more, and the compilation ends. */
static struct declaration *add(struct declarations *declarations, struct tree *file, struct tree *tree) {
  struct declaration *declared = arena_try(declarations->arena, sizeof *declared);
  if (!declared) return NULL;
  *declared = (struct declaration){ .tree = tree, .file = file };
  if (tree->word) add_name(declarations, declared);
  if ((int)tree->kind < INDEXED_KINDS && !declarations->of_kind[tree->kind])
    declarations->of_kind[tree->kind] = declared;
  return declared;
}

void declarations_add(struct declarations *declarations, struct tree *file) {
  struct declaration *before = NULL;
  for (struct tree *tree = file->kid[FILE_DECLS]; tree; tree = tree->next) {
    struct declaration *declared = add(declarations, file, tree);
    if (!declared) return;
    declared->before = before;
    if (before) before->after = declared;
    before = declared;
  }
}

/* ---- finding ---- */

static bool is_among(const struct declaration *declared, uint64_t kinds) {
  return declared->tree && (int)declared->tree->kind < INDEXED_KINDS && kinds >> declared->tree->kind & 1;
}

static struct declaration *find_kind(const struct declarations *declarations, uint64_t kinds) {
  for (int kind = 0; kind < INDEXED_KINDS; kind++)
    if (kinds >> kind & 1 && declarations->of_kind[kind]) return declarations->of_kind[kind];
  return NULL;
}

static struct declaration *last_named(const struct declarations *declarations, const char *word) {
  return table_get(declarations->names, arena_intern(declarations->arena, word, strlen(word)));
}

bool declarations_was_removed(const struct declarations *declarations, const char *word) {
  const struct declaration *last = last_named(declarations, word), *declared = last;
  while (declared && declared->tree) declared = declared->alike == last ? NULL : declared->alike;
  return declared != NULL;
}

struct declaration *declarations_find(const struct declarations *declarations, const char *word, uint64_t kinds) {
  if (!word) return find_kind(declarations, kinds);
  struct declaration *last = last_named(declarations, word);
  struct declaration *declared = last ? last->alike : NULL;
  while (declared && !is_among(declared, kinds)) declared = declared == last ? NULL : declared->alike;
  return declared;
}

/* ---- changing ---- */

static struct tree **link_of(const struct declaration *there) {
  return there->before ? &there->before->tree->next : &there->file->kid[FILE_DECLS];
}

void declarations_replace(struct declaration *there, struct tree *tree) {
  tree->next = there->tree->next;
  *link_of(there) = tree;
  there->tree = tree;
}

void declarations_insert(struct declarations *declarations, struct declaration *before, struct tree *tree) {
  struct declaration *declared = add(declarations, before->file, tree);
  if (!declared) return;
  tree->next = before->tree->next;
  before->tree->next = tree;
  declared->before = before;
  declared->after = before->after;
  if (before->after) before->after->before = declared;
  before->after = declared;
}

void declarations_remove(struct declaration *there) {
  *link_of(there) = there->tree->next;
  if (there->before) there->before->after = there->after;
  if (there->after) there->after->before = there->before;
  there->tree = NULL;
}
