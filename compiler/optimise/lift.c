/* lift: conditions are asked as far outside as they can be. What an inner `any` or `for` asks that does not depend on its
 * variable is asked by what stands around it, and an `if` that is all a loop does is the loop's `where`; so filter.c can
 * make a set of it, however the rules were written.
 *
 * What must hold: by trial neither the condition nor the domain of the inner loop can raise a rule error, and the condition
 * is the first thing that is asked there; an `if` has no `else` and cites nothing. Why nothing changes: an inner loop whose
 * first condition fails for every element does nothing. Whether a loop's body may change what its `where` reads is asked of
 * the new `where` as of any other. */
#include "compiler/optimise/lift.h"

#include "compiler/optimise/early.h"
#include "compiler/optimise/trial.h"

/* ---- trees ---- */

/* The same node with one kid exchanged. */
static struct tree *with_kid(struct lower *l, const struct tree *node, int kid, struct tree *value) {
  struct tree *copy = tree_new(l->c->arena, node->kind, node->span);
  *copy = *node;
  copy->next = NULL;
  for (int i = 0; i < tree_kid_count(node->kind); i++) copy->kid[i] = i == kid ? value : node->kid[i];
  return copy;
}

/* ---- conditions ---- */

/* Divides a condition into its first parts, as long as they neither mention the variable nor can go wrong, and the rest. */
static void divide(struct lower *l, struct tree *node, const struct symbol *local, struct tree **first,
                   struct tree **rest) {
  if (node->kind == TREE_BINARY && node->number == OP_AND) {
    divide(l, node->kid[BINARY_LEFT], local, first, rest);
    divide(l, node->kid[BINARY_RIGHT], local, first, rest);
  } else if (!*rest && !(local && lower_mentions(node, local)) && !trial_raises(l, node))
    *first = early_both(l, *first, node);
  else *rest = early_both(l, *rest, node);
}

static bool is_safe(struct lower *l, const struct tree *binder) {
  return !(trial_binder(l, with_kid(l, binder, BINDER_WHERE, NULL)) & EFFECT_RAISES);
}

/* What a binder asks first that does not depend on its variable; the binder without it. */
static struct tree *take_first(struct lower *l, struct tree **binder) {
  struct tree *first = NULL, *rest = NULL, *where = (*binder)->kid[BINDER_WHERE];
  if (where) divide(l, where, (*binder)->symbol, &first, &rest);
  if (!first || !is_safe(l, *binder)) return NULL;
  *binder = with_kid(l, *binder, BINDER_WHERE, rest);
  return first;
}

static struct tree *lifted(struct lower *l, struct tree *any) {
  struct tree *binder = any->kid[ANY_BINDER];
  struct tree *first = take_first(l, &binder);
  return first ? early_both(l, first, with_kid(l, any, ANY_BINDER, binder)) : any;
}

struct tree *lift_any(struct lower *l, struct tree *any) {
  if (!lower_runs(l, PASS_lift) || l->trial) return any;
  struct tree *known = l->inline_shared ? NULL : table_get(l->c->expanded, (const char *)any);
  if (known) return known;
  known = lifted(l, any);
  if (!l->inline_shared && !arena_failed(l->c->arena)) table_put(l->c->expanded, (const char *)any, known);
  return known;
}

/* ---- loops ---- */

static struct tree *only_statement(const struct tree *node) {
  struct tree *only = node->kid[FOR_BLOCK]->kid[BLOCK_STATEMENTS];
  return only && !only->next && !only->cites ? only : NULL;
}

static struct tree *block_of(struct lower *l, const struct tree *like, struct tree *statement) {
  return with_kid(l, like, BLOCK_STATEMENTS, statement);
}

/* `for x in many { if first and rest { … } }`: first becomes a part of the `where`. */
static struct tree *take_if(struct lower *l, const struct tree *block, struct tree *only, struct tree **body) {
  struct tree *first = NULL, *rest = NULL, *condition = only->kid[IF_CONDITION];
  if (only->kid[IF_ELSE] || condition->kind == TREE_LET) return NULL;
  divide(l, condition, NULL, &first, &rest);
  if (!first) return NULL;
  *body = rest ? block_of(l, block, with_kid(l, only, IF_CONDITION, rest)) : only->kid[IF_THEN];
  return first;
}

/* `for x in many { for y in others where first and rest { … } }`: likewise, if it has nothing to do with y. */
static struct tree *take_for(struct lower *l, const struct tree *block, struct tree *only, struct tree **body) {
  struct tree *inner = lift_for(l, only), *binder = inner->kid[FOR_BINDER];
  struct tree *first = binder->kid[BINDER_BY] ? NULL : take_first(l, &binder);
  if (inner != only || first) *body = block_of(l, block, with_kid(l, inner, FOR_BINDER, binder));
  return first;
}

struct tree *lift_for(struct lower *l, struct tree *node) {
  struct tree *only = only_statement(node), *block = node->kid[FOR_BLOCK], *body = block, *first = NULL;
  struct tree *binder = node->kid[FOR_BINDER];
  if (!lower_runs(l, PASS_lift) || l->trial || !only || binder->kid[BINDER_BY]) return node;
  if (only->kind == TREE_IF) first = take_if(l, block, only, &body);
  else if (only->kind == TREE_FOR) first = take_for(l, block, only, &body);
  if (body == block) return node;
  struct tree *loop = with_kid(l, node, FOR_BLOCK, body);
  if (first) loop->kid[FOR_BINDER] = with_kid(l, binder, BINDER_WHERE, early_both(l, binder->kid[BINDER_WHERE], first));
  return loop;
}
