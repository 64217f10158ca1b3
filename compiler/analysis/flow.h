/* Following values through the rules: what is known at a place, and what an expression can be there.
 *
 * For every variable, local and parameter one value is kept that covers all it ever has (struct known). Rounds over
 * all code are repeated until none grows; the last round reports. Beside that, facts hold along the way: conditions
 * that were tested, until something they speak of is changed. */
#ifndef TRV_COMPILER_ANALYSIS_FLOW_H
#define TRV_COMPILER_ANALYSIS_FLOW_H

#include "compiler/analysis/analysis.h"

enum fact_kind {
  FACT_VALUE,    /* what a variable can be here */
  FACT_SIZE,     /* how many a zone, set, bag or list holds */
  FACT_CONDITION /* a condition that was tested */
};
struct fact {
  enum fact_kind kind;
  const struct tree *expression;
  const struct symbol *base; /* VALUE, SIZE: the variable or zone; a change of it ends the fact */
  struct value value;        /* CONDITION: 0 or 1 */
  struct value own;          /* the same without what only callers have made sure of */
  bool over;
};
enum { FACT_LIMIT = 48, FLOW_FUEL = 3000 };

struct flow_loop {
  bool breaks, continues;
  struct flow_loop *outer;
};
struct flow {
  struct analysis *a;
  struct compilation *c;
  struct known *procedure;
  bool reporting;
  bool grown; /* something grew in this round */
  bool alone; /* what callers have made sure of is not asked: a rule may test it once more */
  int fuel;   /* expressions that may still be looked at for this question */
  struct flow_loop *loop;
  struct fact facts[FACT_LIMIT];
  int fact_count;
};

/* ---- estimate.c: what an expression can be ---- */

struct value estimate(struct flow *f, const struct tree *expression);
/* The elements of a domain, and how many there are. */
struct value estimate_elements(struct flow *f, const struct tree *domain);
struct value estimate_count(struct flow *f, const struct tree *domain);
/* Starts a new question: expressions nested without sense do not cost without end. */
struct value estimate_anew(struct flow *f, const struct tree *expression);
/* Truth: 0 and 1 as codes. */
static inline bool always(struct value truth) { return truth.low == 1 && truth.high == 1; }
static inline bool never(struct value truth) { return truth.low == 0 && truth.high == 0; }

/* ---- bodies.c ---- */

/* What a call of a fn stands for, as an expression of the caller; NULL if that cannot be said in one. Uses fuel. */
const struct tree *bodies_of_call(struct flow *f, const struct tree *call);

/* ---- facts.c: what holds along the way ---- */

/* From here on the condition is true, or false. */
void facts_assume(struct flow *f, const struct tree *condition, bool truth);
/* From here on the optional value is there, or is not. */
void facts_assume_some(struct flow *f, const struct tree *optional, bool some);
/* From here on a variable is within `value`; a zone, set or list has a size within it. */
void facts_add_value(struct flow *f, const struct tree *variable, struct value value);
void facts_add_size(struct flow *f, const struct tree *zone, struct value size);
/* What is known of a variable, a size or a condition; everything when nothing is known. */
struct value facts_value(const struct flow *f, const struct tree *variable, struct value value);
struct value facts_size(const struct flow *f, const struct tree *zone, struct value size);
struct value facts_truth(const struct flow *f, const struct tree *condition);
/* A variable or zone changes; a procedure changes what it touches; code changes what it names and calls. */
void facts_change(struct flow *f, const struct symbol *symbol);
void facts_call(struct flow *f, const struct symbol *procedure);
void facts_change_by(struct flow *f, const struct tree *statement);
void facts_change_all(struct flow *f, const struct tree *list);
/* Facts that were added since are dropped again; those that were ended stay ended. */
static inline int facts_mark(const struct flow *f) { return f->fact_count; }
static inline void facts_drop(struct flow *f, int mark) { f->fact_count = mark; }
/* Ways that part: each starts from the same facts, and what any of them ends is over when they meet. */
struct parting {
  int mark;
  bool at_start[FACT_LIMIT], in_any[FACT_LIMIT];
};
void facts_part(const struct flow *f, struct parting *parting);
void facts_next_way(struct flow *f, struct parting *parting, bool goes_on);
void facts_meet(struct flow *f, const struct parting *parting);

/* ---- entries.c: what holds whenever a procedure is entered ---- */

void entries_call(struct flow *f, struct symbol *callee, const struct tree *arguments);
/* It is called from where nothing is known. */
void entries_forget(struct flow *f, struct symbol *callee);
void entries_open(struct flow *f, const struct known *procedure);

/* ---- the judges, each in the file of its name; they report in the last round only ---- */

void conditions_judge(struct flow *f, const struct tree *condition);
/* Notes what decides a condition beforehand. */
void conditions_explain(struct flow *f, struct diag *diag, const struct tree *condition);
void conditions_judge_ways(struct flow *f, const struct tree *node, const struct tree *then, const struct tree *other);
void ranges_judge(struct flow *f, const struct tree *at, const struct symbol *symbol, const struct type *type,
                  struct value value);
void ranges_judge_index(struct flow *f, const struct tree *index);
void ranges_judge_divisor(struct flow *f, const struct tree *divisor);
void cases_judge(struct flow *f, const struct tree *subject, const struct tree *arms);
/* Before the options are walked. */
void offers_judge(struct flow *f, const struct tree *choose);
void offers_judge_pick(struct flow *f, const struct tree *pick);
/* An option's argument or condition, on the way through its head. */
void offers_judge_domain(struct flow *f, const struct tree *option, const struct tree *binder);
void offers_judge_need(struct flow *f, const struct tree *option, const struct tree *condition);

#endif
