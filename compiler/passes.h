/* The passes in the order in which compile.c runs them; each lives in the file of its name. A pass reports what it
 * finds and goes on; later passes skip what earlier ones marked with the error type. */
#ifndef TRV_COMPILER_PASSES_H
#define TRV_COMPILER_PASSES_H

#include "compiler/context.h"
#include "include/trv.h"

/* use.c: reads the main file (already in the set as `file`), the variants named beside it, and everything they use. */
void use_read(struct compilation *c, uint32_t file, const char *const *variants, size_t count);
/* variants.c: puts the variants into their order and finds those that change the same thing; then patch.c applies
 * them to the trees, so that everything after sees an ordinary game. */
void variants_apply(struct compilation *c);
/* Tells, beside each error in the text of the game itself, which variants change it. */
void variants_note(struct compilation *c);
/* promises.c: reports, after playing, that variants break an invariant; false if there is none of this text, or no variant. */
bool promises_broken(struct compilation *c, const char *invariant, const char *how);
/* Whether a file is what this compilation is about: a variant, or without variants the main file; not a library. */
bool variants_own(const struct compilation *c, uint32_t file);
/* The last change that variants make to a declaration, or to a choice, row or edge in it; NULL without one. */
const struct change *variants_last_change(const struct compilation *c, const char *name);
/* What an option is called in struct change, NULL for `otherwise`; `group`: of a group of options, not of a choice. */
const char *variants_option(struct compilation *c, const char *option, const char *choice, bool group);
/* The last change of what is called so, and the change in whose text a place lies; NULL without one. */
const struct change *variants_change_of(const struct compilation *c, const char *what);
const struct change *variants_change_at(const struct compilation *c, struct span span);
/* use.c: adds a parsed file to those that the passes go through. */
void use_add(struct compilation *c, struct tree *file);
/* Whether a file is one of those: rules, not a table or a rulebook. */
bool use_has_read(const struct compilation *c, uint32_t file);
/* grids.c: the directions of each board, as a declaration of their own. */
void grids_declare(struct compilation *c);
/* names.c: declares every name, finds the game, set-up, play, ranking. */
void names_declare(struct compilation *c);
/* seats.c: the names of the seats and the fields they have, once it is known how many play; called by names.c. */
void seats_declare(struct compilation *c);
/* tables.c: enum values, kinds and fields, from rows and CSV files; look-up tables. */
void tables_fill(struct compilation *c);
/* labels.c: labels of cards that the title of their deck makes from their fields. */
void labels_make(struct compilation *c);
/* graphs.c: edges; distance and path tables are made when first asked for. */
void graphs_fill(struct compilation *c);
/* declare.c: types of constants, settings, variables, zones, parameters and results. */
void declare_types(struct compilation *c);
/* externs.c: whether C code can take and give what an extern says; called by declare.c. */
void externs_check(struct compilation *c, const struct symbol *symbol);
/* types.c and statements.c: types of all expressions and statements, purity, optionals, exhaustive matches. */
void statements_check(struct compilation *c);
/* cascade.c: takes back, at the end, what only follows from a syntax error. */
void cascade_remove(struct compilation *c);
bool cascade_is_unknown_name(const struct diag *diag);
/* repeats.c: one report for all uses of a name that nothing declares. */
void repeats_remove(struct compilation *c);
/* blame.c: one report for a declaration whose type fits few of its uses. */
void blame_declarations(struct compilation *c);
/* show.c: what players see of the declarations, and how; after errors nothing is certain. */
void show_check(struct compilation *c);
/* show_describe.c: the same for the machine, behind everything that a game needs to be played. */
void show_describe(struct compilation *c);
/* checks.c: recursion, totals, unused and shadowed names, what is shown to whom. */
void checks_run(struct compilation *c);
/* routes.c: places of graphs that nothing leads to; only without other errors. */
void routes_check(struct compilation *c);
/* analysis/: what rules can never do, or may do and should not. */
void analysis_run(struct compilation *c);
/* allowances.c: at the end, takes back the warnings that the text allows with a reason. With `complete`, all warnings
 * there are have been looked for. */
void allowances_apply(struct compilation *c, bool complete);
/* layout.c: the state block. */
void layout_state(struct compilation *c);
/* externs.c: the C functions that the game calls, for the machine. */
void externs_describe(struct compilation *c);
/* lower.c: code of everything that is reached. */
void lower_program(struct compilation *c);
/* scenarios.c: scenarios and positions, lowered after the game. */
void scenarios_lower(struct compilation *c);
/* digests.c: what each declaration says, as a number; at the very end. */
void digests_make(struct compilation *c);
/* The name under which a declaration is a rule with a digest, NULL if it is none; rules of the library, which changes
 * only with trvm, have none. Rules are numbered as they are declared, so that others can mention them. */
const char *digests_name(const struct tree *decl);
/* externs.c: loads the C code of a program that was put together, and reports what cannot be loaded:
 * TRV_E_INPUT. */
int externs_link(struct compilation *c, trv_program *program, const trv_link *link);

#endif
