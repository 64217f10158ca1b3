/* The way into the compiler: from a source to a program, with a report. The public functions of trv.h that concern
 * compiling are in report.c. */
#ifndef TRV_COMPILER_COMPILE_H
#define TRV_COMPILER_COMPILE_H

#include "compiler/model.h"
#include "include/trv.h"

/* Compiles source number `file` of the set with the variants of the options. Everything found is in `diags`. Returns
 * TRV_OK and *program (owned), TRV_E_INPUT when there are errors, TRV_E_MEMORY, or TRV_E_RULE when tables of fns took too
 * long to work out and the passes that make them have to be left out. With `rulebook` among the options,
 * citations are compared with it (see citations.c) and *result is filled. */
int compile_source(struct arena *arena, struct source_set *sources, struct diag_list *diags, uint32_t file,
                   const trv_compile_options *options, pass_set passes, trv_program **program,
                   trv_rulebook_report *result);

/* The first half: everything is read and checked, nothing is laid out or lowered. Arena-owned. */
struct compilation *compile_check(struct arena *arena, struct source_set *sources, struct diag_list *diags,
                                  uint32_t file, const trv_compile_options *options);

/* The second half, of what compile_check returned: what is left of compile_source. With `program` NULL only what is to be
 * reported is found out. */
int compile_finish(struct compilation *c, const trv_compile_options *options, pass_set passes, trv_program **program,
                   trv_rulebook_report *result);

/* citations.c */
/* Reports citations of items that the rulebook lacks; a rulebook that cannot be read is nobody's mistake here. */
void citations_look_up(struct compilation *c);
void citations_compare(struct compilation *c, trv_rulebook_report *result);
/* Where the game names its rulebook, or NULL. */
const struct tree *citations_rulebook(const struct compilation *c);

#endif
