/* early: a `needs` is tested as soon as the arguments that it mentions are known, before the loops over the others.
 *
 * What must hold: the condition cannot raise a rule error, and neither can anything that is left out when it fails early:
 * the domains and `where`s of the later arguments, and the `needs` that stand before it. Why nothing changes: of the same
 * candidates the same are refused, and what is no longer worked out for them could only have been worked out in vain.
 *
 * In plain code a `needs` that mentions no argument, neither itself nor in its reason, is tested once, before all
 * arguments, and every other one when all arguments are known, in the order in which they stand. */
#include "compiler/optimise/trial.h"

static int argument_count(const struct tree *option) {
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

/* Whether nothing can go wrong in what comes after the first `bound` arguments and before the need. */
static bool may_be_skipped(struct lower *l, const struct tree *option, const struct tree *need, int bound) {
  int number = 1;
  for (struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next, number++)
    if (number > bound && trial_binder(l, arg) & EFFECT_RAISES) return false;
  for (const struct tree *other = option->kid[OPTION_NEEDS]; other != need; other = other->next)
    if (trial_raises(l, other->kid[NEED_CONDITION]) && early_needed(option, other->kid[NEED_CONDITION])) return false;
  return true;
}

int early_place(struct lower *l, const struct tree *option, const struct tree *need, bool explain) {
  struct tree *condition = need->kid[NEED_CONDITION], *reason = need->kid[NEED_REASON];
  int needed = early_needed(option, condition), all = argument_count(option);
  if (needed == 0 && !(reason && early_needed(option, reason))) return 0;
  if (needed == all || explain || !lower_runs(l, PASS_early)) return all;
  return trial_raises(l, condition) || !may_be_skipped(l, option, need, needed) ? all : needed;
}
