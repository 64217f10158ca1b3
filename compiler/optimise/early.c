/* early: every condition of an option, be it a `where` or a `needs`, is asked as soon as the arguments that it mentions are
 * known, before the loops over the others; sides of an `and` each for itself. What is asked of an argument as soon as that
 * is known belongs to its `where`, whatever clause it stands in, so that filter.c can make a set of it.
 *
 * What must hold: the condition cannot raise a rule error, and neither can anything that is left out when it fails early:
 * the domains of the later arguments, and the conditions that stand before it and are asked later. Why nothing changes: of
 * the same candidates the same are refused, and what is no longer worked out for them could only have been worked out in
 * vain. Reasons are told by the explaining twin, which asks as plain code does.
 *
 * In plain code a `where` is asked when its argument is known; a `needs` that mentions no argument, neither itself nor in
 * its reason, once, before all arguments, and every other one when all arguments are known, in the order in which they
 * stand. */
#include "compiler/optimise/early.h"

#include "compiler/optimise/trial.h"

int early_argument_count(const struct tree *option) {
  int count = 0;
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next) count++;
  return count;
}

int early_needed(const struct tree *option, const struct tree *condition) {
  int needed = 0, number = 1;
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next, number++)
    if (lower_mentions(condition, arg->symbol)) needed = number;
  return needed;
}

/* ---- the list ---- */

struct early_list {
  struct early_question *first, **tail;
};

static void add(struct lower *l, struct early_list *list, struct tree *part, struct tree *need, int level, bool split) {
  if (split && part->kind == TREE_BINARY && part->number == OP_AND) {
    add(l, list, part->kid[BINARY_LEFT], need, level, true);
    add(l, list, part->kid[BINARY_RIGHT], need, level, true);
    return;
  }
  struct early_question *question = arena_alloc(l->c->arena, sizeof *question);
  *question = (struct early_question){ .part = part, .need = need, .level = level };
  *list->tail = question;
  list->tail = &question->next;
}

static bool speaks_for_all(const struct tree *option, const struct tree *need) {
  const struct tree *reason = need->kid[NEED_REASON];
  return !early_needed(option, need->kid[NEED_CONDITION]) && !(reason && early_needed(option, reason));
}

static struct early_question *plain_questions(struct lower *l, const struct tree *option, bool split) {
  struct early_list list = { NULL, &list.first };
  int number = 1, all = early_argument_count(option);
  for (struct tree *need = option->kid[OPTION_NEEDS]; need; need = need->next)
    if (speaks_for_all(option, need)) add(l, &list, need->kid[NEED_CONDITION], need, 0, false);
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next, number++)
    if (arg->kid[BINDER_WHERE]) add(l, &list, arg->kid[BINDER_WHERE], NULL, number, split);
  for (struct tree *need = option->kid[OPTION_NEEDS]; need; need = need->next)
    if (!speaks_for_all(option, need)) add(l, &list, need->kid[NEED_CONDITION], need, all, split);
  return list.first;
}

/* ---- when ---- */

/* The same binder with another condition. */
static struct tree *binder_with(struct lower *l, const struct tree *arg, struct tree *where) {
  struct tree *binder = tree_new(l->c->arena, TREE_BINDER, arg->span);
  *binder = *arg;
  for (int i = 0; i < tree_kid_count(TREE_BINDER); i++) binder->kid[i] = arg->kid[i];
  binder->kid[BINDER_WHERE] = where;
  return binder;
}

static bool domain_raises(struct lower *l, const struct tree *arg) {
  return trial_binder(l, binder_with(l, arg, NULL)) & EFFECT_RAISES;
}

/* The earliest level at which nothing that can go wrong is left out. */
static int earliest(struct lower *l, const struct tree *option, const struct early_question *first,
                    const struct early_question *question) {
  int level = early_needed(option, question->part), number = 1;
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg && number <= question->level; arg = arg->next, number++)
    if (number > level && domain_raises(l, arg)) level = number;
  for (const struct early_question *before = first; before != question; before = before->next)
    if (before->raises && before->level > level) level = before->level;
  return level < question->level ? level : question->level;
}

struct early_question *early_questions(struct lower *l, const struct tree *option, bool explain) {
  bool early = !explain && lower_runs(l, PASS_early);
  struct early_question *first = plain_questions(l, option, early);
  for (struct early_question *question = first; question; question = question->next) {
    question->raises = !early || trial_raises(l, question->part);
    if (!question->raises) question->level = earliest(l, option, first, question);
    question->apart = question->raises && question->need;
  }
  return first;
}

/* ---- as the condition of an argument ---- */

struct tree *early_both(struct lower *l, struct tree *left, struct tree *right) {
  if (!left) return right;
  struct tree *node = tree_new(l->c->arena, TREE_BINARY, left->span);
  struct note *note = arena_alloc(l->c->arena, sizeof *note);
  *note = (struct note){ .type = l->c->bool_type };
  node->number = OP_AND;
  node->kid[BINARY_LEFT] = left;
  node->kid[BINARY_RIGHT] = right;
  node->note = note;
  return node;
}

struct tree *early_binder(struct lower *l, struct tree *arg, const struct early_question *first, int level,
                          const struct tree *answered, const struct early_question **rest) {
  struct tree *where = NULL;
  const struct early_question *question = first;
  for (; question; question = question->next) {
    if (question->level != level || (question->need && question->need == answered)) continue;
    if (question->apart) break;
    if (question->need) emit_mark(l, question->need, MARK_STATEMENT);
    where = early_both(l, where, question->part);
  }
  *rest = question;
  return where == arg->kid[BINDER_WHERE] ? arg : binder_with(l, arg, where);
}
