/* What the files that compare rules and rulebook share. citations.c runs them all. */
#ifndef TRV_COMPILER_CITATIONS_H
#define TRV_COMPILER_CITATIONS_H

#include "compiler/context.h"
#include "lang/rulebook.h"

/* uncited.c: rules that change the game and cite nothing. */
void uncited_find(struct compilation *c);
/* cited_numbers.c: constants, bounds and totals that the items they cite do not mention. */
void cited_numbers_check(struct compilation *c, const struct rulebook *rulebook);

/* The declarations of the game's own files, without those of the library: calls `visit` for each. */
void citations_each_declaration(struct compilation *c, void (*visit)(void *context, struct tree *declaration),
                                void *context);

#endif
