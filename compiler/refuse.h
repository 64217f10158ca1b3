/* Messages of the type checker that several of its files share; see refuse.c. Those with the prefix types_ are in
 * types.h. */
#ifndef TRV_COMPILER_REFUSE_H
#define TRV_COMPILER_REFUSE_H

#include "compiler/types.h"

/* A name that is no value of this enum or deck. */
void refuse_value(struct compilation *c, struct tree *node, const struct symbol *type);
/* Reports a binder over such elements if it is called like a card or a value of an enum. */
void refuse_hiding_value(struct compilation *c, const struct tree *binder, const struct type *element);
/* A field that the base does not have. */
void refuse_field(struct compilation *c, struct tree *node, const struct type *base);
/* An index on what has none: reports it at the first such place only, since the declaration may be wrong. */
/* What to write where the last index is missing. */
void refuse_advise_index(struct compilation *c, struct diag *diag, const struct tree *node,
                         const struct symbol *symbol);
void refuse_index(struct compilation *c, const struct tree *node, struct symbol *symbol);
/* A variable with an index that was named without it: reports and returns true. */
bool refuse_whole(struct compilation *c, const struct tree *node, const struct type *type);
/* A row of a table, or an effect in a cell, where a value is needed: reports and returns true. */
bool refuse_part(struct compilation *c, const struct tree *node, const struct type *type);
/* A list written out with more values than `want` can hold: reports and returns true. */
bool refuse_long_list(struct compilation *c, const struct tree *node, const struct type *want);
/* Both sides of an operator that do not go together; of `<` and the like, those that are no numbers. */
void refuse_operands(struct compilation *c, struct tree *node, struct type *a, struct type *b);
void refuse_order(struct compilation *c, struct tree *node, struct type *a, struct type *b);
/* An effect or phase that gives no value where one is needed. */
void refuse_no_value(struct compilation *c, const struct tree *call, const struct symbol *callee);
/* An effect inside an expression, where only checker.event, a call on its own, may be one: reports and returns true. */
bool refuse_nested(struct compilation *c, struct tree *call, const struct symbol *callee);
/* A position where the game is played: reports and returns true. */
bool refuse_position(struct compilation *c, const struct tree *call, const struct symbol *callee);
/* What has no value yet while constants are worked out: reports and returns true. */
bool refuse_before_play(struct compilation *c, struct tree *node, const struct symbol *symbol);

#endif
