/* What the files of the type pass ask of each other: statements, choices, cells of effects, scenarios, secrecy. */
#ifndef TRV_COMPILER_STATEMENTS_H
#define TRV_COMPILER_STATEMENTS_H

#include "compiler/types.h"

/* statements.c */
void statements_check_block(struct compilation *c, struct tree *block);
void statements_check_list(struct compilation *c, struct tree *first);
/* Drawing, shuffling and naming the top card need an order: reports a zone that has none. `what` says what cannot be
 * done with it. */
void statements_check_ordered(struct compilation *c, struct tree *place, const char *what);

/* choices.c */
void choices_check(struct compilation *c, struct tree *choose);
void choices_check_group(struct compilation *c, struct tree *options);
struct type *choices_check_pick(struct compilation *c, struct tree *pick);

/* effects.c: fields whose cells are calls */
void effects_check_cells(struct compilation *c, struct symbol *symbol);
/* Notes that the current procedure may call whatever stands in the field's cells. */
void effects_note_calls(struct compilation *c, const struct field *field, struct span span);

/* scenario_types.c */
void scenarios_check(struct compilation *c, struct tree *scenario);
void scenarios_check_given(struct compilation *c, struct tree *node);

#endif
