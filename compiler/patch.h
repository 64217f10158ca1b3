/* What variants.c, patch.c and patch_choices.c share: finding what a change means in the trees of the game. */
#ifndef TRV_COMPILER_PATCH_H
#define TRV_COMPILER_PATCH_H

#include "compiler/declarations.h"
#include "compiler/passes.h"

/* One variant being applied. */
struct patching {
  struct compilation *c;
  struct variant *variant;
  bool keeps_scenarios;
  struct tree *added, **tail; /* the declarations it adds */
};

/* patch.c: applies one variant and returns the file of what it adds, with or without its scenarios. */
struct tree *patch_apply(struct compilation *c, struct variant *variant, bool keeps_scenarios);
/* The declaration of this name (NULL: of any) and one of these kinds (a bit set of 1 << TREE_…), or NULL. */
struct declaration *patch_find(const struct compilation *c, const char *word, uint64_t kinds);
#define KIND(name) (UINT64_C(1) << TREE_##name)
/* Reports that there is no such thing, with the nearest name of these kinds. `phrase`: "no deck named". */
struct diag *patch_unknown(struct compilation *c, const struct tree *item, uint64_t kinds, const char *phrase);
void patch_idle(struct compilation *c, const struct tree *item, const char *why);

/* patch_choices.c: applies `change choose` or `change options`. */
void patch_choices(struct compilation *c, struct tree *change);
/* Calls back for every choice of the name (in the declaration `in`, unless NULL) with the declaration it stands in. */
void patch_each_choice(struct compilation *c, const struct tree *change,
                       void (*each)(void *context, struct tree *choice, struct tree *decl), void *context);

#endif
