/* Whether players are told things that not everybody knows. What a zone or variable hides, its declaration says; what rules
 * keep in names of their own shows only where somebody is told of it. Must not judge: that is hidden.c's. */
#include "compiler/privacy.h"

#include "compiler/knowledge.h"
#include "compiler/meant.h"

/* Whether an expression or text depends on something that not everybody was shown. What a player chose in the open all
 * have seen. */
static bool is_untold(struct compilation *c, const struct tree *part) {
  if (!part) return false;
  struct secrets secrets = knowledge_untold(c, part);
  for (int i = 0; i < secrets.count; i++)
    if (secrets.items[i].kind != SECRET_CHOICE || secrets.items[i].symbol) return true;
  return false;
}

static bool needs_untold(struct compilation *c, const struct tree *needs) {
  for (const struct tree *need = needs; need; need = need->next)
    if (is_untold(c, need->kid[NEED_CONDITION]) || is_untold(c, need->kid[NEED_REASON])) return true;
  return false;
}

/* What is offered is no secret of its own. */
static void set_offered(const struct tree *args, bool is_offered) {
  for (const struct tree *arg = args; arg; arg = arg->next)
    if (arg->symbol && arg->symbol->knowledge) arg->symbol->knowledge->is_offered = is_offered;
}

static bool offers_untold(struct compilation *c, const struct tree *args, const struct tree *label,
                          const struct tree *needs) {
  set_offered(args, true);
  bool untold = is_untold(c, label) || needs_untold(c, needs);
  for (const struct tree *arg = args; arg && !untold; arg = arg->next)
    untold = is_untold(c, arg->kid[BINDER_DOMAIN]) || is_untold(c, arg->kid[BINDER_WHERE]);
  set_offered(args, false);
  return untold;
}

static bool tells_untold(const struct tree *node, const void *context) {
  struct compilation *c = (struct compilation *)(uintptr_t)context;
  const struct tree *const *kid = (const struct tree *const *)node->kid;
  switch (node->kind) {
  case TREE_SAY: return kid[SAY_TO] && kid[SAY_TO]->kind != TREE_PLAYERS; /* that it is said at all may be the secret */
  case TREE_CHOOSE: return is_untold(c, kid[CHOOSE_PROMPT]);
  case TREE_OPTION: return offers_untold(c, kid[OPTION_ARGS], kid[OPTION_LABEL], kid[OPTION_NEEDS]);
  case TREE_PICK:
    return is_untold(c, kid[PICK_PROMPT]) || offers_untold(c, kid[PICK_BINDER], kid[PICK_LABEL], kid[PICK_NEEDS]);
  default: return false;
  }
}

static bool list_tells(struct compilation *c, const struct tree *node) {
  for (; node; node = node->next)
    if (tree_first(node, tells_untold, c)) return true;
  return false;
}

static bool is_declared(const struct compilation *c) {
  for (const struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next) {
    const struct tree *seen = symbol_seen(symbol);
    if (seen && seen->number != SEEN_OPEN) return true;
  }
  return false;
}

bool privacy_is_needed(struct compilation *c) {
  bool needed = is_declared(c) || (c->setup && list_tells(c, c->setup->kid[SETUP_BLOCK])) ||
                (c->play && list_tells(c, c->play->kid[PLAY_BLOCK]));
  for (const struct symbol *symbol = c->first_symbol; symbol && !needed; symbol = symbol->next)
    if (symbol_is_procedure(symbol) && symbol->kind != SYMBOL_FN && symbol->kind != SYMBOL_POSITION)
      needed = list_tells(c, meant_body(symbol));
  return needed;
}
