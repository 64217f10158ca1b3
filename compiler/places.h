/* Built-in functions about places of graphs and boards: their types. lower_places.c makes their code. */
#ifndef TRV_COMPILER_PLACES_H
#define TRV_COMPILER_PLACES_H

#include "compiler/types.h"

/* What may stand behind the other arguments. */
enum place_limit { LIMIT_UP_TO = 1, LIMIT_INSIDE = 2, LIMIT_AVOIDING = 4 };

/* The type of a call; `paths` and `groups` are domains, see domains.c. */
struct type *places_check(struct compilation *c, struct tree *call, enum builtin builtin);
/* The graph that a call is about, as its first argument says by its name or its type; NULL after reporting. */
struct symbol *places_graph(struct compilation *c, struct tree *call);
/* Of a checked call: the first argument behind the name of the graph, if it is named. */
struct tree *places_first(const struct tree *call);
/* Whether an argument is one of these. */
bool places_is_limit(const struct tree *argument);
/* The value of `up to`, `inside` or `avoiding` among arguments, or NULL. */
struct tree *places_limit(struct tree *arguments, enum tree_kind kind);

#endif
