/* Rows that stand for several: `card(s, r) "{r} of {s}" for s in Suit, r in Rank` is written out as one row for each
 * pair, before anything has a type. The parts of a row's name that are variables become their values, and what is not
 * in the name follows it: `suit_rank(…)` gives hearts_ace, `card(…)` card_hearts_ace. */
#ifndef TRV_COMPILER_ROW_LOOPS_H
#define TRV_COMPILER_ROW_LOOPS_H

#include "compiler/context.h"

/* Puts the rows that are meant in the place of those that stand for several; does nothing for look-up tables. */
void row_loops_write_out(struct compilation *c, struct symbol *symbol);

/* tables.c: gives the values of an enum or deck their names, once; false when that is under way. */
bool tables_declare_values(struct compilation *c, struct symbol *symbol);

#endif
