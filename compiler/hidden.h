/* Hidden things that are told: what the rules say, offer, ask and keep, against what each reader sees. */
#ifndef TRV_COMPILER_HIDDEN_H
#define TRV_COMPILER_HIDDEN_H

#include "compiler/model.h"

/* What is reported: what a text, condition or domain reads itself (E0409, E0418, W0503), in every compilation; or what it
 * tells by way of a name (W0524), what `say to` tells (W0524) and what variables tell (W0523), by the analysis. */
enum hidden_report { HIDDEN_READ, HIDDEN_NAMED };

/* Judges statements, or the options of a group's declaration. knowledge_find has run. */
void hidden_judge(struct compilation *c, const struct tree *statements, enum hidden_report report);
/* Judges what variables are given whenever a phase begins, HIDDEN_NAMED. */
void hidden_judge_initial(struct compilation *c);
/* The pass: all procedures, HIDDEN_READ. */
void hidden_check(struct compilation *c);

#endif
