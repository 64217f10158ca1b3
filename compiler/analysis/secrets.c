/* Hidden things that are told by way of a name, and kept where others see them: what hidden.c does not report in every
 * compilation, because a name stands between, of the rules that a game comes to. */
#include "compiler/analysis/analysis.h"
#include "compiler/hidden.h"

void secrets_check(struct analysis *a) {
  bool all = a->c->variants.count; /* what they add stands in rules of the game */
  for (const struct known *known = a->first; known && !arena_failed(a->c->arena); known = known->next)
    if ((all || !known->symbol->from_library) && known->symbol->tree->kind != TREE_FN)
      hidden_judge(a->c, meant_body(known->symbol), HIDDEN_NAMED);
  hidden_judge_initial(a->c);
}
