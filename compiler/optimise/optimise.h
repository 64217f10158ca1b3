/* What lowering asks the optimisations, in the order of passes.def.
 *
 * Lowering makes plain code: the obvious instructions in the order of the source. Wherever something better is known it
 * offers the construct to a pass of this folder first; a pass that does not run, or for which what must hold does not,
 * declines (false, -1, NULL, or the plain answer), having emitted nothing. Each pass says at the top of its file what must
 * hold and why it changes no result. Whether code may be moved is found by trial.h and bounds.h, never from kinds of trees. */
#ifndef TRV_COMPILER_OPTIMISE_OPTIMISE_H
#define TRV_COMPILER_OPTIMISE_OPTIMISE_H

#include "compiler/lower.h"

/* ---- fold.c ---- */

/* The number that an expression of constants is. */
bool fold_constant(const struct lower *l, const struct tree *node, int32_t *value);
/* A comparison of a number with one of two is a condition, that between the two, or its contrary (`sense` is false); that
 * of a condition with a known truth is the condition or its contrary. */
bool fold_chosen(const struct lower *l, const struct tree *node, struct tree **condition, bool *sense);

/* ---- inline.c ---- */

/* Whether a call is of a fn that is put in its place, and how: `use` lowers its expression, parameters bound. */
bool inline_fits(struct lower *l, const struct tree *call);
void inline_fn(struct lower *l, struct tree *call, void (*use)(struct lower *, struct tree *, void *), void *context);
/* What a call of a fn says, its arguments in the place of the parameters: the expression of a copy, or the call itself
 * where that is no good. The copy cannot raise a rule error. */
struct tree *inline_expanded(struct lower *l, struct tree *call);
/* The same for a procedure of statements: its value into a register, or a jump if it is `sense`. */
bool inline_fits_block(struct lower *l, const struct tree *call);
void inline_block_into(struct lower *l, struct tree *call, int32_t slot);
void inline_block_jump(struct lower *l, struct tree *call, bool sense, struct label *to);
void inline_return(struct lower *l, struct tree *node);

/* ---- select.c: sums of a register and a number ---- */

/* What a number is counted from, and the number that is to be added, if it is such a sum and cannot overflow; the node
 * itself and 0 otherwise. */
struct tree *select_shifted(const struct lower *l, struct tree *node, int32_t *shift);
/* An element of a variable of two dimensions becomes a value. */
bool select_store(struct lower *l, struct tree *target, struct tree *value);

/* ---- tabulate.c ---- */

/* Whether what may do this, bits of enum effect, depends on nothing but its arguments and cannot go wrong. */
bool tabulate_is_constant(unsigned effects);
/* Whether a table of so many entries can be afforded, each of which needs the value of `node`, for each of `times`
 * elements, worked out; if so, that is counted. */
bool tabulate_affords(struct compilation *c, int64_t entries, int64_t times, const struct tree *node);
/* Whether calls of a fn are look-ups in symbol->table_column, which is made if need be. */
bool tabulate_call(struct lower *l, struct symbol *fn);
/* The column of a set or bag, written as its items, that depends on one local name only, with an entry for every value
 * of that; -1 when there is none. */
int32_t tabulate_literal(struct lower *l, struct tree *node, struct type *type, const struct symbol **key);
/* Lowers the procedures that compute such columns, those requested since the last call. */
void tabulate_pending(struct compilation *c);

/* ---- match.c ---- */

/* The column of a match whose arms are all constants, the value for everything else as its last entry; -1 otherwise. */
int32_t match_column(struct lower *l, const struct tree *match);

/* ---- early.c ---- */

/* How many of the option's arguments a condition needs, counted to the last that it mentions. */
int early_needed(const struct tree *option, const struct tree *condition);

/* ---- count.c ---- */

bool count_elements(struct lower *l, struct tree *binder, int32_t slot);
bool count_sum(struct lower *l, struct tree *binder, const struct tree *value, int32_t slot);
bool count_largest(struct lower *l, struct tree *node, int32_t slot);
/* A jump if whether there is any element is `sense`. */
bool count_any(struct lower *l, struct tree *binder, bool sense, struct label *to);

/* ---- words.c ---- */

/* Whether the cards of a zone are known to be bits of one word. */
bool words_is_one(const struct lower *l, const struct tree *zone);
/* R[slot] = the kinds of cards in a zone, as a set. */
void words_of_zone(struct lower *l, struct tree *zone, int32_t slot, unsigned words);
/* Words of the set that the kinds of cards in a pool make up; 0 when it is to be walked by itself. */
unsigned words_of_pool(const struct lower *l, const struct tree *domain);
bool words_move(struct lower *l, struct tree *move);
/* Whether a zone can be walked while its cards leave for another: all are different, and none comes back. */
bool words_keep_order(const struct lower *l, const struct tree *from, const struct tree *to);

/* ---- loops.c: how a walk begins, its registers set; walk_close in lower.h ends it ---- */

void loops_begin(struct lower *l, struct walk *walk);
/* Elements fetched by `next` into `slot` from the register walk->a; `loop` is its form that jumps back. */
void loops_fetch(struct lower *l, struct walk *walk, enum opcode next, enum opcode loop, unsigned words, int32_t slot);
/* A register that counts, already at its first value, and stays below the register walk->a, or below a constant. */
void loops_count(struct lower *l, struct walk *walk, int32_t counter, bool never_empty);
void loops_count_constant(struct lower *l, struct walk *walk, int32_t counter, int32_t limit, bool never_empty);
/* A register that counts from its first value to that of the register walk->a. */
void loops_count_to(struct lower *l, struct walk *walk, int32_t counter);
/* Seats from the one in walk->slot until the one in walk->a; `others`: without the first. */
void loops_seats(struct lower *l, struct walk *walk, bool others);
/* For fitting.c: on to the next entry of a column that fits. */
void loops_fit(struct lower *l, struct walk *walk, int32_t column);

/* ---- select.c ---- */

/* A constant that fits into an instruction. */
bool select_small(const struct lower *l, const struct tree *node, int32_t *value);
/* The instruction that loads an element of a variable. */
enum opcode select_load(const struct lower *l, const struct symbol *variable);
/* Jumps if whether a set is empty is `sense`; if a bag is not inside another. */
/* A jump if whether a number is in a range of constants is `sense`; the same for a register. */
bool select_jump_range(struct lower *l, struct tree *value, const struct tree *range, bool sense, struct label *to);
bool select_jump_between(struct lower *l, int32_t slot, int32_t low, int32_t high, bool sense, struct label *to);
/* A jump if whether the set holds the value is `sense`, both in registers. */
bool select_jump_has(struct lower *l, const struct type *type, int32_t set, int32_t value, bool sense,
                     struct label *to);
/* All elements of a domain that is always the same, as a list in registers. */
bool select_list(struct lower *l, const struct tree *domain, int32_t list, int32_t count);
/* What is left of a sum when nothing is added. */
struct tree *select_same(const struct lower *l, struct tree *node);
/* An element of a variable whose indices are numbers, tested and read at once. */
bool select_element(struct lower *l, struct tree *node, int32_t slot);
/* `x in 1..7 and y in 1..6 and board[x, y] == p`, where those are all indices there are: a jump if whether it holds is `sense`. */
bool select_guarded(struct lower *l, const struct tree *node, bool sense, struct label *to);
/* The seat before (-1) or after (1) a player, where the number of players is known. */
bool select_seat(struct lower *l, int32_t slot, int32_t player, int32_t steps);
bool select_jump_empty(struct lower *l, struct tree *set, bool sense, struct label *to);
bool select_jump_beyond(struct lower *l, const struct type *bag, int32_t inner, int32_t outer, struct label *to);
/* A register and a number that give a zone together, the number not above `most`. */
int32_t select_zone(struct lower *l, struct tree *zone, int32_t most, int32_t *first);

/* ---- jumps.c ---- */

void jumps_shorten(const struct lower *l, int32_t from);

/* ---- fuse.c: in a procedure that is complete ---- */

void fuse_pairs(const struct lower *l, int32_t from);

#endif
