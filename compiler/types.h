/* Static types of expressions: what checks.c, lowering and constants ask of the type checker. */
#ifndef TRV_COMPILER_TYPES_H
#define TRV_COMPILER_TYPES_H

#include "compiler/type.h"

/* What surrounds the expression or statement that is being checked. */
struct checker {
  struct symbol *proc;      /* procedure being checked, or NULL */
  const char *where;        /* "a fn", "a label", … when nothing may change there; NULL in effects */
  bool before_play;         /* constants: nothing that play sets has a value */
  struct tree *event;       /* the call that may be of an effect: a statement, or all of what `let`, `=`, `return` take */
  const struct tree *asked; /* left of `??`, before `is none`, in `if let`: if this is a row of a table, it may be missing */
  int loops;                /* loops open in this procedure */
  bool in_secret, in_group; /* bodies of `choose by each`, of an options group */
  int32_t players;          /* who play in this scenario; 0 outside of scenarios */
  struct symbol *scope;     /* innermost local, linked by next_param */
};

/* Checks an expression and notes its type on the tree. `want` (may be NULL) resolves bare names and gives `none` and
 * lists their type; whether the result fits is the caller's to check. Never NULL. */
struct type *types_check_expression(struct compilation *c, struct tree *node, struct type *want);
/* The same where also a row of a table or the effect of a cell may stand: the one has fields, can be missing and
 * named, the other can be applied; but they are no values. */
struct type *types_check_part(struct compilation *c, struct tree *node, struct type *want);
static inline struct type *types_expression(struct compilation *c, struct tree *node) {
  return types_check_expression(c, node, NULL);
}
/* The same, and reports unless the result fits `want`; returns the error type then. */
struct type *types_expression_as(struct compilation *c, struct tree *node, struct type *want);
/* A condition; both sides of `and` or `or`, false when it was told that they were meant as values. */
void types_condition(struct compilation *c, struct tree *node);
bool types_both_conditions(struct compilation *c, struct tree *binary);
/* A text: a string with holes, or anything of type text. */
void types_text(struct compilation *c, struct tree *node);

/* The element type of a domain; noted on the domain's tree as enum domain_kind in note.domain. */
enum domain_kind {
  DOMAIN_RANGE, DOMAIN_TYPE, DOMAIN_PLAYERS, DOMAIN_STARTING, DOMAIN_OTHERS, DOMAIN_ZONE, DOMAIN_ROW, DOMAIN_SET,
  DOMAIN_BAG, DOMAIN_LIST, DOMAIN_BETWEEN, DOMAIN_PATHS, DOMAIN_HANDS,
  DOMAIN_RAY, DOMAIN_GROUPS, DOMAIN_CHAINS
};
struct type *types_domain(struct compilation *c, struct tree *domain);
/* Opens a scope with the binder's variable; the caller closes it. Checks domain, where and by. */
struct symbol *types_binder(struct compilation *c, struct tree *binder);
/* Most elements of a checked domain, or -1 when unknown. */
int32_t types_domain_bound(struct compilation *c, const struct tree *domain);
/* Most cards of a zone or bag of this type, or -1 when unknown. */
int32_t types_zone_bound(struct compilation *c, const struct type *zone);

struct symbol *types_scope_declare(struct compilation *c, struct tree *tree, struct type *type);
/* Warns when a local hides a declaration of the game. */
void types_scope_warn_hidden(struct compilation *c, const struct symbol *local);
struct symbol *types_scope_mark(const struct compilation *c);
void types_scope_close(struct compilation *c, struct symbol *mark);

/* A zone expression: its type is a ZONE. Reports anything else; a whole row is no zone, but types_zone_or_row takes it. */
struct type *types_zone(struct compilation *c, struct tree *node);
struct type *types_zone_or_row(struct compilation *c, struct tree *node);
/* The row that a name stands for as a whole, or NULL. */
const struct symbol *types_whole_row(const struct tree *zone);
/* Reports an unknown name with the nearest known one. */
void types_unknown(struct compilation *c, struct tree *node, const char *what, unsigned kinds, enum diag_code code);
/* "pay(p: player, n: int)", for notes. */
const char *types_signature(struct compilation *c, const struct symbol *callee);
/* Arguments of a call of `callee`; false after reporting. `first` parameters are supplied otherwise. */
bool types_arguments(struct compilation *c, struct symbol *callee, struct tree *call, struct tree *arguments, int first);
/* Refuses what changes the game or uses chance where nothing may change. */
bool types_must_be_effect(struct compilation *c, struct tree *node, const char *what);
void types_mismatch(struct compilation *c, struct tree *node, struct type *want, struct type *have);
/* Notes a type on a node and returns it. */
struct type *types_note(struct compilation *c, struct tree *node, enum note_kind kind, struct type *type,
                        struct symbol *symbol, int32_t value);
/* Patterns of a match: all fit the subject, none twice, nothing missing without `else`. */
void types_patterns(struct compilation *c, struct tree *match, struct tree *arms, struct type *subject);

/* builtins.c */
enum builtin {
  BUILTIN_NEXT, BUILTIN_LEFT_OF, BUILTIN_RIGHT_OF, BUILTIN_SEAT, BUILTIN_SEATS, BUILTIN_AT_SEAT, BUILTIN_INDEX,
  BUILTIN_NTH, BUILTIN_SIZE, BUILTIN_TOP, BUILTIN_BOTTOM, BUILTIN_ONLY, BUILTIN_EMPTY, BUILTIN_BOX, BUILTIN_MIN, BUILTIN_MAX,
  BUILTIN_ABS, BUILTIN_COMMON, BUILTIN_SEES, BUILTIN_OTHERS,
  /* about places of graphs and boards, see places.h: those from PATHS on are domains or take no graph */
  BUILTIN_NEIGHBOURS, BUILTIN_DISTANCE, BUILTIN_WITHIN, BUILTIN_STEP, BUILTIN_RAY, BUILTIN_REGION, BUILTIN_CONNECTED,
  BUILTIN_EDGE, BUILTIN_CORNERS, BUILTIN_PATHS, BUILTIN_GROUPS, BUILTIN_OPPOSITE, BUILTIN_TURNED,
  BUILTIN_COUNT
};
static inline bool builtin_is_about_places(enum builtin builtin) {
  return builtin >= BUILTIN_NEIGHBOURS && builtin <= BUILTIN_TURNED;
}
const char *builtin_name(enum builtin builtin);
/* The built-in of this name, or BUILTIN_COUNT. */
enum builtin builtin_find(const char *name);
struct type *builtin_check(struct compilation *c, struct tree *call, enum builtin builtin);
/* The built-in that a checked expression is a call of, or BUILTIN_COUNT. */
enum builtin builtin_called(const struct tree *node);
/* Whether it asks only how many cards there are, or who sees them: that is no secret. */
bool builtin_asks_size(const struct tree *node);

#endif
