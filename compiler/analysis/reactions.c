/* Reactions without end: procedures that call themselves, directly or by way of others or of a table, where nothing
 * that decides about the next call can be different then. They end at their `depth`, with a rule error. */
#include "compiler/analysis/analysis.h"

struct chain {
  struct analysis *a;
  const struct known *procedure;
};

/* Whether a part of a condition can be different at the next call: it looks at something the procedures change, or at
 * anything of this call's own but its parameters. (Parameters are looked at where the call is known.) */
static bool may_change(const struct tree *node, const void *context) {
  const struct chain *chain = context;
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  if (symbol && symbol->kind == SYMBOL_LOCAL && symbol->tree->kind != TREE_PARAM) return true;
  if (symbol && symbol->known && symbol->known->number &&
      touched_has(&chain->procedure->touched, symbol->known->number))
    return true;
  if (note && note->kind == NOTE_CALL && note->symbol->known &&
      touched_meet(&note->symbol->known->looks, &chain->procedure->touched))
    return true;
  return tree_does(node, DOES_CHANGES | DOES_CHANCE | DOES_ASKS);
}

/* Whether a condition names a parameter that the call does not simply hand on. */
static bool parameter_changes(const struct chain *chain, const struct tree *node, const struct tree *call) {
  const struct symbol *symbol = node->kind == TREE_NAME ? symbol_meant(node) : NULL;
  if (symbol && symbol->kind == SYMBOL_LOCAL) {
    const struct tree *arg = call->kind == TREE_CALL ? call->kid[CALL_ARGS] : NULL;
    const struct symbol *param = chain->procedure->symbol->params;
    bool itself = call->kind == TREE_CALL && note_of(call)->symbol == chain->procedure->symbol;
    for (; itself && arg && param && param != symbol; param = param->next_param) arg = arg->next;
    return !itself || !arg || symbol_meant(arg) != symbol;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next)
      if (parameter_changes(chain, kid, call)) return true;
  return false;
}

/* Conditions that have to hold on the way to a call. */
struct guard {
  const struct tree *condition;
  const struct guard *outer;
};

static bool is_guarded(struct chain *chain, const struct guard *guards, const struct tree *call) {
  for (const struct guard *guard = guards; guard; guard = guard->outer)
    if (!guard->condition || tree_first(guard->condition, may_change, chain) ||
        parameter_changes(chain, guard->condition, call))
      return true;
  return false;
}

static void check_call(struct chain *chain, const struct tree *call, const struct symbol *callee,
                       const struct guard *guards) {
  const struct symbol *procedure = chain->procedure->symbol;
  if (!callee->recursive || callee->component != procedure->component || is_guarded(chain, guards, call)) return;
  struct diag *diag = diag_report(chain->a->c->diags, DIAG_W0522, call->span,
                                  guards ? "once `%s` comes here it comes here again and again"
                                         : "`%s` always comes to call itself here, without end",
                                  procedure->name);
  diag_note(chain->a->c->diags, diag,
            guards ? "nothing that its conditions look at changes before the next time"
                   : "no condition and no choice stands between one time and the next");
}

static bool leaves(const struct tree *node, const void *unused) {
  (void)unused;
  return tree_does(node, DOES_LEAVES);
}

static void walk_list(struct chain *chain, const struct tree *node, const struct guard *guards);

static const struct guard *guarded(struct chain *chain, const struct tree *condition, const struct guard *outer) {
  struct guard *guard = arena_alloc(chain->a->c->arena, sizeof *guard);
  *guard = (struct guard){ condition, outer };
  return guard;
}

/* The condition under which a statement lets go on what follows it; `unknown` when it is none of the plain ones. */
static const struct guard *after(struct chain *chain, const struct tree *node, const struct guard *guards) {
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  if (note && note->kind == NOTE_CALL && note->symbol->known && note->symbol->known->happens & HAPPENS_END)
    return guarded(chain, NULL, guards);
  if (!tree_first(node, leaves, NULL)) return guards;
  const struct tree *condition = node->kind == TREE_IF ? node->kid[IF_CONDITION] : NULL;
  if (condition && condition->kind == TREE_LET) condition = NULL;
  return guarded(chain, condition, guards);
}

static void walk(struct chain *chain, const struct tree *node, const struct guard *guards) {
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  const struct guard *inside = guards;
  switch (node->kind) {
  case TREE_CALL:
    if (note && note->kind == NOTE_CALL && note->symbol->kind != SYMBOL_FN)
      check_call(chain, node, note->symbol, guards);
    break;
  case TREE_IF: {
    const struct tree *condition = node->kid[IF_CONDITION];
    inside = guarded(chain, condition->kind == TREE_LET ? NULL : condition, guards);
    walk_list(chain, node->kid[IF_THEN], inside);
    walk_list(chain, node->kid[IF_ELSE], inside);
    return;
  }
  case TREE_APPLY: {
    const struct field *field = note_of(node->kid[APPLY_TARGET])->field;
    inside = guarded(chain, node->kid[APPLY_TARGET], guards);
    const struct symbol *last = NULL;
    for (int32_t row = 0; field && field->cells && row < field->owner->count; row++) {
      const struct note *cell = field->cells[row] ? note_of(field->cells[row]) : NULL;
      if (!cell || cell->kind != NOTE_CALL || cell->symbol == last) continue;
      check_call(chain, node, cell->symbol, inside);
      last = cell->symbol;
    }
    return;
  }
  case TREE_MATCH: inside = guarded(chain, node->kid[MATCH_SUBJECT], guards); break;
  case TREE_WHILE: inside = guarded(chain, node->kid[WHILE_CONDITION], guards); break;
  case TREE_FOR:
  case TREE_CHOOSE:
  case TREE_LET: inside = node->kind == TREE_LET && !node->kid[LET_ELSE] ? guards : guarded(chain, NULL, guards); break;
  default: break;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++) walk_list(chain, node->kid[i], inside);
}

static void walk_list(struct chain *chain, const struct tree *node, const struct guard *guards) {
  for (; node && !arena_failed(chain->a->c->arena); node = node->next) {
    walk(chain, node, guards);
    guards = after(chain, node, guards);
  }
}

void reactions_check(struct analysis *a) {
  for (const struct known *known = a->first; known; known = known->next) {
    if (!known->symbol->recursive || known->symbol->kind == SYMBOL_FN || known->symbol->from_library) continue;
    struct chain chain = { a, known };
    walk_list(&chain, meant_body(known->symbol), NULL);
  }
}
