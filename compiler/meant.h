/* What checked trees mean: small questions that several passes behind the types ask. */
#ifndef TRV_COMPILER_MEANT_H
#define TRV_COMPILER_MEANT_H

#include "compiler/context.h"

/* The symbol that a NAME or INDEX means, or NULL. */
struct symbol *symbol_meant(const struct tree *node);
/* The zone of a place (`top of z`), without the end. */
struct tree *meant_zone(struct tree *place);
/* The body of a procedure: a BLOCK, an expression, or the first of a list of options. */
struct tree *meant_body(const struct symbol *procedure);
/* Whether two expressions are written alike and their names mean the same. */
bool meant_same(const struct tree *a, const struct tree *b);
/* Source text of a node on one line, cut to a readable length; arena-owned. */
const char *meant_text(struct compilation *c, struct span span);

#endif
