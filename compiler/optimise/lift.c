/* lift: conditions are asked as far outside as they can be. What an inner `any` or `for` asks that does not depend on its
 * variable is asked by what stands around it, and an `if` that is all a loop does is the loop's `where`; so filter.c can
 * make a set of it, however the rules were written.
 *
 * What must hold: by trial neither the condition nor the domain of the inner loop can raise a rule error, and the condition
 * is the first thing that is asked there; an `if` has no `else` and cites nothing. What leaves an inner `for`, whose body
 * runs between one question and the next, must moreover be stable by trial: it reads neither the position, unless in a fn,
 * nor a `var`, so that no statement changes its answer. Why nothing changes: an inner loop whose first condition fails for
 * every element does nothing; if that condition holds for one, it holds for all. An `if` is asked in each element's turn
 * as before: whether the body may change what a `where` reads is asked of the new `where` as of any other. */
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

/* A condition, divided into what is asked further outside and the rest. */
struct divided {
  const struct symbol *local; /* variable of the loop it leaves, which the first part does not mention; or NULL */
  bool in_turn;               /* statements run between one element and the next where it stands now */
  struct tree *first, *rest;
};

static bool may_leave(struct lower *l, struct tree *node, const struct divided *divided) {
  if (divided->local && lower_mentions(node, divided->local)) return false;
  return !trial_raises(l, node) && (!divided->in_turn || trial_is_stable(l, node));
}

/* Parts leave in the order in which they stand, up to the first that must stay. */
static void divide(struct lower *l, struct tree *node, struct divided *divided) {
  if (node->kind == TREE_BINARY && node->number == OP_AND) {
    divide(l, node->kid[BINARY_LEFT], divided);
    divide(l, node->kid[BINARY_RIGHT], divided);
  } else if (!divided->rest && may_leave(l, node, divided)) divided->first = early_both(l, divided->first, node);
  else divided->rest = early_both(l, divided->rest, node);
}

static bool is_safe(struct lower *l, const struct tree *binder) {
  return !(trial_binder(l, with_kid(l, binder, BINDER_WHERE, NULL)) & EFFECT_RAISES);
}

/* What a binder asks first that does not depend on its variable; the binder without it. */
static struct tree *take_first(struct lower *l, struct tree **binder, bool in_turn) {
  struct divided divided = { .local = (*binder)->symbol, .in_turn = in_turn };
  if ((*binder)->kid[BINDER_WHERE]) divide(l, (*binder)->kid[BINDER_WHERE], &divided);
  if (!divided.first || !is_safe(l, *binder)) return NULL;
  *binder = with_kid(l, *binder, BINDER_WHERE, divided.rest);
  return divided.first;
}

static struct tree *lifted(struct lower *l, struct tree *any) {
  struct tree *binder = any->kid[ANY_BINDER];
  struct tree *first = take_first(l, &binder, false);
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
  struct divided divided = { 0 };
  if (only->kid[IF_ELSE] || only->kid[IF_CONDITION]->kind == TREE_LET) return NULL;
  divide(l, only->kid[IF_CONDITION], &divided);
  if (!divided.first) return NULL;
  *body = divided.rest ? block_of(l, block, with_kid(l, only, IF_CONDITION, divided.rest)) : only->kid[IF_THEN];
  return divided.first;
}

/* `for x in many { for y in others where first and rest { … } }`: likewise, if it has nothing to do with y. */
static struct tree *take_for(struct lower *l, const struct tree *block, struct tree *only, struct tree **body) {
  struct tree *inner = lift_for(l, only), *binder = inner->kid[FOR_BINDER];
  struct tree *first = binder->kid[BINDER_BY] ? NULL : take_first(l, &binder, true);
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
