/* Lowering: from the checked tree to instructions.
 *
 * Registers are frame slots, handed out like a stack: a construct takes what it needs above `top` and gives it back
 * when it ends, so whatever is alive lies below `top`. That is what makes suspending cheap: at a choice everything
 * above is dead. Calls put the callee's frame right at `top`. */
#ifndef TRV_COMPILER_LOWER_H
#define TRV_COMPILER_LOWER_H

#include "compiler/type.h"
#include "compiler/types.h"

/* A place in the code that may not be known yet. */
struct label {
  int32_t pc; /* -1 until placed */
  struct patch { int32_t at; bool is_short; struct patch *next; } *patches;
};
struct loop { struct label *leave, *next; struct loop *outer; };

/* What a `return` does in an inlined procedure of statements: its value goes to a register, or decides a jump if there
 * is one; then execution continues at the end, which the last statement falls through to. */
struct inlined {
  int32_t slot;
  struct type *type;
  bool sense;
  struct label *to, *end;
  const struct tree *last;
  bool pure;                     /* it is a fn: nothing is changed but names of its own */
  const struct symbol *resident; /* a `let` or `var` that is returned: it lives in the register of the result from the start */
};

/* A call in whose place the procedure stands. */
struct call_site { struct span span; int depth; bool shared; struct call_site *outer; };

struct lower {
  struct compilation *c;
  struct symbol *proc;        /* NULL in set-up, play and thunks */
  int32_t proc_index;
  int32_t entry;              /* of the procedure, or of text that stands in it */
  int32_t phase;              /* text: the phase it is in; 0: in none; -1: in that of the caller */
  int32_t top, high;          /* next free slot, most ever used */
  struct loop *loop;
  struct label *leave_body;   /* in a group's option: where `leave` goes; NULL: return */
  struct tree *at;            /* statement or condition being lowered, for the line table */
  struct tree *noted;         /* the last one that has a line */
  int inline_depth;           /* procedures that stand in the place of their calls here, one inside the other */
  int inline_shared;          /* those of them that stand in several places, so that their nodes mean several things */
  int unrolled;               /* how often the code at hand is made for loops that are none: see unroll.c; 0: once */
  struct unrolled *unrolling; /* the outermost of those loops, or NULL */
  struct peeled *peeled;      /* variables that wait for the first test of a loop: see peel.c; or NULL */
  size_t inline_from;         /* how much code there was before the outermost of them */
  struct inlined *inlined;    /* the innermost procedure of statements in the place of its call, if any */
  struct kept_field *kept_fields; /* fields of arguments that have been read: see fields.c */
  struct hoisted *hoisted;    /* parts of conditions that are known: see hoist.c */
  struct bound_local *locals; /* names that keep a secret or are players, innermost first: see locals.c */
  struct call_site *sites;    /* where the procedures were called that stand in the place of their calls, innermost first */
  int32_t depth_slot;         /* slot of the recursion counter, -1 if there is none */
  pass_set passes;            /* optimisations that are asked here */
  bool trial;                 /* no code is kept, only what it may do: see optimise/trial.c */
  unsigned effects;           /* on trial: bits of enum effect */
};

static inline bool lower_runs(const struct lower *l, enum pass pass) { return l->passes >> pass & 1; }
/* Whether the code belongs to a fn, which changes nothing but names of its own. */
static inline bool lower_in_fn(const struct lower *l) {
  return l->inlined ? l->inlined->pure : l->proc && l->proc->kind == SYMBOL_FN;
}

/* ---- emit.c: instructions, labels, lines ---- */

int32_t emit(struct lower *l, enum opcode op, unsigned n, int32_t a, int32_t b, int32_t c);
int32_t emit_long(struct lower *l, enum opcode op, unsigned n, int32_t a, int32_t bc);
/* The same as `emit`; `sure`: it is proven here that it cannot raise a rule error. */
int32_t emit_sure(struct lower *l, bool sure, enum opcode op, unsigned n, int32_t a, int32_t b, int32_t c);
/* Jumps to a label: the long forms (JUMP, JUMP_IF, SAY, …) and the short ones whose c is a distance. */
void emit_jump(struct lower *l, enum opcode op, int32_t a, struct label *to);
void emit_branch(struct lower *l, enum opcode op, unsigned n, int32_t a, int32_t b, struct label *to);
struct label *label_new(struct lower *l);
void label_place(struct lower *l, struct label *label);
void emit_at(struct lower *l, struct tree *node);
/* Its line begins here even if it has no code of its own. */
void emit_line(struct lower *l);
/* What is emitted next also carries out `node`, which has no code or line of its own: see struct mark. Statements matter
 * only if they cite something. */
void emit_mark(struct lower *l, const struct tree *node, enum mark_kind kind);
/* The same for a procedure that is put in the place of its call, and where it ends. */
size_t emit_inlined_mark(struct lower *l, const struct symbol *callee);
void emit_inlined_end(struct lower *l, size_t mark);
/* A value, a number, zeros. */
void emit_copy(struct lower *l, int32_t to, int32_t from, const struct type *type);
void emit_int(struct lower *l, int32_t slot, int32_t value);
void emit_zero(struct lower *l, int32_t slot, int32_t slots);
/* Element number `index` (a slot) of a variable. */
void emit_load_at(struct lower *l, int32_t slot, int32_t index, const struct symbol *variable);
/* Jumps to `to` when the optional in `slot` is none (or is not, if `sense` is false). */
void emit_jump_none(struct lower *l, int32_t slot, const struct type *type, bool sense, struct label *to);

/* ---- slots.c: registers ---- */

int32_t slot_take(struct lower *l, int32_t slots);
/* Makes the next free slot an even one. */
void slot_align(struct lower *l);
/* The first slot a call can use: even. */
int32_t slot_call(struct lower *l);

/* ---- lower.c: procedures ---- */

/* Emits CALL and notes it for the depth of the stack. */
void lower_emit_call(struct lower *l, int32_t base, int32_t proc);
void lower_emit_call_cell(struct lower *l, int32_t base, int32_t slot, const struct field *field);
/* The proc that a call refers to; it is lowered later if it has not been. A generic one is made for the deck of the
 * zones it is given. */
int32_t lower_proc_of(struct lower *l, struct symbol *symbol, const struct tree *args);
/* The statements of a procedure; NULL for a fn that is one expression, and for positions. */
struct tree *lower_block_of(const struct symbol *symbol);
/* The text that a phase is called by; what happens when it begins. */
int32_t lower_phase_title(struct compilation *c, const struct symbol *phase);
void lower_phase_begin(struct lower *l, const struct symbol *phase);
/* A proc without parameters around a piece of tree; `body` emits its code. */
int32_t lower_thunk(struct compilation *c, const char *name, struct tree *at, enum proc_kind kind, int32_t params,
                    int32_t result, void (*body)(struct lower *l, void *context), void *context);
/* Computes the depth of the stack from all calls; sets meta. */
void lower_stack(struct compilation *c);
/* The slots that code run from outside needs, with the procedures that were lowered since; meta stays as it is. */
int32_t lower_stack_outside(struct compilation *c);
/* The proc of a fn that nothing in the rules need call. */
int32_t lower_shown_fn(struct compilation *c, struct symbol *fn);

/* ---- phase_arguments.c ---- */

/* Notes where the arguments of a phase lie that is being lowered, as a procedure or under a mark; the other is -1. */
void phase_arguments_note(struct lower *l, const struct symbol *phase, int32_t mark, int32_t proc);
/* Puts what was noted into the program. */
void phase_arguments_describe(struct compilation *c);

/* ---- expressions.c ---- */

/* The slot that holds the value: a variable's own, or a new one. */
int32_t lower_value(struct lower *l, struct tree *node);
/* Puts the value into `slot`, as a value of type `want`. */
void lower_into(struct lower *l, struct tree *node, int32_t slot, struct type *want);
/* A slot that holds the value as a value of type `want`: one that has it already, or a new one. */
int32_t lower_as(struct lower *l, struct tree *node, struct type *want);
int32_t lower_zone(struct lower *l, struct tree *node);
/* A slot that is not 0 if there is anything in a zone, set, bag or list. */
int32_t lower_any(struct lower *l, struct tree *many);
int32_t lower_index(struct lower *l, struct tree *args, struct type *const *dims, int count);
void lower_call_into(struct lower *l, struct tree *call, int32_t slot);
/* A set, bag or list from its items. */
void lower_items(struct lower *l, struct tree *node, int32_t slot, struct type *type);
/* Arguments of a call into the callee's frame at `base`; the first `skip` parameters are already there. */
void lower_arguments(struct lower *l, struct symbol *callee, struct tree *args, int32_t base, int skip);

/* ---- locals.c ---- */

/* A name has got its register; `value`: what it stands for, or NULL. May take another register, for those who are told. */
void locals_bind(struct lower *l, const struct symbol *local, const struct tree *value);
/* The same for a parameter, whose registers stand in a row. */
void locals_bind_param(struct lower *l, const struct symbol *param);
/* Somebody is told of what a name stands for: the player in a register, or those of a set there. The first is for a name,
 * the second for those that stand by themselves in a text, the third for a card that comes to a zone. */
enum told_whom { TOLD_EVERYBODY, TOLD_PLAYER, TOLD_SET };
void locals_tell(struct lower *l, const struct tree *what, enum told_whom whom, int32_t slot);
void locals_tell_parts(struct lower *l, const struct tree *text, enum told_whom whom, int32_t slot);
void locals_lay(struct lower *l, const struct tree *what, const struct tree *to);
/* It stands for something else from now on. */
void locals_change(struct lower *l, const struct symbol *local);
/* Forgets those whose registers have been given back: before registers are handed out otherwise than by slot_take. */
void locals_drop(struct lower *l);
/* A list of what the name of a loop will be one by one. */
void locals_bind_list(struct lower *l, const struct symbol *local, int32_t slot, int32_t bound);
/* Registers that hold nothing as long as they are taken: what was left there must not tell anything. */
void locals_leave(struct lower *l, int32_t slot, int32_t slots);
/* The instruction that comes next calls: notes which registers keep a secret there. */
void locals_note(struct lower *l);
/* The same of one that waits for a player, with the CHOOSE or PICK. */
void locals_note_choice(struct lower *l, const struct tree *asks);

/* ---- owners.c ---- */

/* Notes that cards of one zone go to another. */
void owners_note_move(struct lower *l, const struct tree *from, const struct tree *to);

/* ---- externs.c ---- */

/* A call of C code: arguments in a row of registers, sets and zones as lists of their values. */
void lower_extern_call(struct lower *l, struct tree *call, int32_t slot);

/* ---- conditions.c ---- */

/* A match: `use` lowers the body of each arm. What no arm covers is a rule error (the checker lets nothing through). */
void lower_arms(struct lower *l, struct tree *subject, struct tree *arms, void (*use)(struct lower *, struct tree *, void *),
                void *context);

/* Jumps to `to` when the condition holds (or does not, if `sense` is false), else falls through. */
void lower_jump(struct lower *l, struct tree *node, bool sense, struct label *to);

/* ---- loops.c ---- */

/* A loop over a domain, opened and closed around a body. */
struct walk {
  enum domain_kind kind;
  struct type *element;
  int32_t slot;              /* the variable */
  int32_t weight;            /* slot with the number of copies, -1: each counts once */
  struct label *again, *done;/* where the next element is fetched, where it goes when there is none */
  struct label *body;        /* set if the end of the loop fetches by itself: see optimise/loops.c */
  struct label *top;         /* set otherwise: where the end jumps back to, to fetch or to test whether that was all */
  bool counts;               /* and the register to move on before that is a counter */
  bool counts_to;            /* which ends with the number in the register a, that need not have one behind it */
  bool sure;                 /* the instruction at the end cannot raise a rule error here */
  enum opcode loop;          /* the instruction at the end, its operands n, fetched, a */
  unsigned words;
  int32_t limit;             /* its immediate, for COUNT_LOOP_I */
  int32_t fetched;           /* the register it moves on */
  int32_t a, cursor;         /* registers of its own */
};
/* `copies`: zones and bags give every copy (as a weight); otherwise each kind once. */
void walk_open(struct lower *l, struct walk *walk, struct tree *domain, int32_t slot, bool copies);
/* The same over something that is not a domain where it stands in the source, as one of this kind. */
void walk_open_as(struct lower *l, struct walk *walk, struct tree *domain, enum domain_kind kind, int32_t slot,
                  bool copies);
/* The same over a list in a register; the walk takes the register for its values. */
void walk_list(struct lower *l, struct walk *walk, int32_t list);
/* The same over a set in a register. */
void walk_set(struct lower *l, struct walk *walk, int32_t set, unsigned words, int32_t slot);
/* Whether a domain is a range of numbers whose first and last the machine can look up: paths, of which none is left out
 * but by a known length. */
bool loop_is_range(struct lower *l, const struct tree *domain, int32_t *longest);
/* Over those of such a domain whose entry in the column fits into the bag at `purse`, behind which are two more slots. */
void walk_fitting(struct lower *l, struct walk *walk, struct tree *domain, int32_t slot, int32_t purse, int32_t column);
void walk_close(struct lower *l, struct walk *walk);
/* Opens the loop of a binder with its variable and `where`, which may be asked of all elements before the first; or of
 * each in its turn. */
void walk_binder_in_turn(struct lower *l, struct walk *walk, struct tree *binder, bool copies);
void walk_binder(struct lower *l, struct walk *walk, struct tree *binder, bool copies);
void lower_comprehension(struct lower *l, struct tree *node, int32_t slot);
/* `first(…)`, or a number when there is none. */
void lower_first(struct lower *l, struct tree *node, int32_t slot, int32_t otherwise);
void lower_quantifier(struct lower *l, struct tree *node, bool sense, struct label *to);
/* All elements of a binder's domain (every copy; `where` left to the caller unless asked for) as a list. */
int32_t lower_element_list(struct lower *l, struct tree *binder, bool filtered, int32_t *bound);

/* ---- lower_places.c: see places.h ---- */

void lower_places(struct lower *l, struct tree *call, int32_t slot, enum builtin builtin);
/* Over the places of a ray, over the connected parts of a set. */
void walk_ray(struct lower *l, struct walk *walk, struct tree *domain);
void walk_groups(struct lower *l, struct walk *walk, struct tree *domain);

/* ---- lower_statements.c, lower_choices.c, lower_texts.c ---- */

void lower_block(struct lower *l, struct tree *block);
void lower_list(struct lower *l, struct tree *first);
void lower_choose(struct lower *l, struct tree *node);
/* Whether an expression depends on a local name, also by way of an option's `let`. */
bool lower_mentions(const struct tree *node, const struct symbol *symbol);
void lower_pick(struct lower *l, struct tree *node, int32_t slot);
void lower_text(struct lower *l, struct tree *node);
/* Text code on its own, ended by HALT; returns its pc. Emitted out of line. */
int32_t lower_text_code(struct lower *l, struct tree *node);
/* `put`, `zone: …`, `top of zone: …` in positions. */
void lower_given(struct lower *l, struct tree *node);

#endif
