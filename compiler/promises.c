/* What playing has shown of a game with variants: that a promise of the game, an invariant, is broken. Nothing is played
 * here; the caller says what it saw, and this finds the change that is likeliest to be the reason: of the things that the
 * invariant reads, itself and in the fns it calls, or else the only change there is. */
#include <string.h>

#include "compiler/context.h"
#include "compiler/passes.h"

struct promise {
  struct compilation *c;
  struct name_table *read; /* names of what the invariant reads */
  int depth;
};

enum { DEEPEST_CALL = 20 };

static void read_names(struct promise *promise, const struct tree *node);

static void read_type(struct promise *promise, const struct type *type) {
  for (; type; type = type->element)
    if (type->symbol && type->symbol->name) table_put(promise->read, type->symbol->name, promise);
}

static void read_name(struct promise *promise, const char *name) {
  const struct symbol *symbol = symbol_find(promise->c, name);
  if (!symbol || table_get(promise->read, symbol->name)) return;
  table_put(promise->read, symbol->name, promise);
  read_type(promise, symbol->type);
  if (symbol->kind != SYMBOL_FN || !symbol->tree || promise->depth == DEEPEST_CALL) return;
  promise->depth++;
  read_names(promise, symbol->tree->kid[FN_VALUE]);
  read_names(promise, symbol->tree->kid[FN_BLOCK]);
  promise->depth--;
}

static void read_names(struct promise *promise, const struct tree *node) {
  for (; node && !arena_failed(promise->c->arena); node = node->next) {
    if (tree_does(node, DOES_MENTIONS) && node->word) read_name(promise, node->word);
    for (int i = 0; i < tree_kid_count(node->kind); i++) read_names(promise, node->kid[i]);
  }
}

/* The likeliest reason, and whether it is more than the variants as a whole. */
static bool find_reason(const struct promise *promise, struct span *reason) {
  const struct change *changes = promise->c->changes.items;
  const struct change *only = NULL;
  bool is_only = true;
  for (size_t i = 0; i < promise->c->changes.count; i++) {
    if (!changes[i].name) continue;
    if (table_get(promise->read, changes[i].name)) return *reason = changes[i].item->span, true;
    is_only = is_only && (!only || only->whole.start == changes[i].whole.start);
    only = &changes[i];
  }
  const struct variant *first = promise->c->variants.items;
  *reason = only && is_only ? only->span : first->tree->word_span;
  return only && is_only;
}

static const struct tree *invariant_named(const struct compilation *c, const char *text) {
  for (size_t i = 0; i < c->invariant_trees.count; i++)
    if (!strcmp(c->invariant_trees.items[i]->word, text)) return c->invariant_trees.items[i];
  return NULL;
}

bool promises_broken(struct compilation *c, const char *invariant, const char *how) {
  const struct tree *tree = invariant_named(c, invariant);
  struct promise promise = { .c = c, .read = table_new(c->arena) };
  struct span reason;
  if (!tree || !c->variants.count) return false;
  read_names(&promise, tree->kid[INVARIANT_VALUE]);
  bool is_found = find_reason(&promise, &reason);
  struct diag *diag = diag_report(c->diags, DIAG_W0703, reason, "%s break%s a promise of the game: %s",
                                  is_found ? "this" : "these house rules", is_found ? "s" : "", how);
  diag_hint(c->diags, diag, "if that is meant, write `drop invariant \"%s\"`", invariant);
  diag_note_at(c->diags, diag, tree->word_span, "it promises that %s", invariant);
  return true;
}
