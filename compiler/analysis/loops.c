/* Loops that may never end: nothing in them leaves, or nothing in them chooses, uses chance or changes what their
 * condition looks at. `for` and `repeat n times` always end. */
#include "compiler/analysis/analysis.h"

/* What can happen in a piece of code, with all that it calls. */
struct events {
  unsigned happens;
  struct touched touched, looks;
  bool leaves, breaks, sets_local; /* leaves the procedure or the game; this loop; changes a `var` of the procedure */
};

static void add_procedure(struct events *events, const struct symbol *callee) {
  if (!callee->known) return;
  events->happens |= callee->known->happens;
  touched_join(&events->touched, &callee->known->touched);
  touched_join(&events->looks, &callee->known->looks);
}

static void add_applied(struct events *events, const struct tree *apply) {
  const struct field *field = note_of(apply->kid[APPLY_TARGET])->field;
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++) {
    const struct note *note = field->cells[row] ? note_of(field->cells[row]) : NULL;
    if (note && note->kind == NOTE_CALL) add_procedure(events, note->symbol);
  }
}

static void add_symbol(struct events *events, const struct symbol *symbol, bool changes) {
  if (!symbol) return;
  if (symbol->kind == SYMBOL_LOCAL) {
    events->sets_local |= changes;
    if (changes && symbol->type->kind == TYPE_KIND_ZONE) events->happens |= HAPPENS_CHANGE | HAPPENS_CHOICE;
  } else if (symbol->known && symbol->known->number) {
    touched_add(changes ? &events->touched : &events->looks, symbol->known->number);
    if (changes) events->happens |= HAPPENS_CHANGE;
  }
}

static void add_events(struct events *events, const struct tree *node, bool in_inner_loop);

static void add_list(struct events *events, const struct tree *node, bool in_inner_loop) {
  for (; node; node = node->next) add_events(events, node, in_inner_loop);
}

static void add_events(struct events *events, const struct tree *node, bool in_inner_loop) {
  const struct note *note = node->kind == TREE_CALL ? note_of(node) : NULL;
  events->happens |= known_happens_in(node);
  events->breaks |= node->kind == TREE_BREAK && !in_inner_loop;
  events->leaves |= node->kind == TREE_LEAVE || node->kind == TREE_RETURN || node->kind == TREE_FAIL;
  if (node->kind == TREE_NAME || node->kind == TREE_INDEX) add_symbol(events, symbol_meant(node), false);
  if (node->kind == TREE_APPLY) add_applied(events, node);
  if (note && note->kind == NOTE_CALL) add_procedure(events, note->symbol);
  for (int i = 0; i < tree_kid_count(node->kind); i++) {
    struct tree *kid = node->kid[i];
    if (kid && tree_role(node, i) & (AS_CHANGED_ZONE | AS_TARGET))
      add_symbol(events, symbol_meant(meant_zone(kid)), true);
    add_list(events, kid, in_inner_loop || tree_does(node, DOES_LOOPS));
  }
}

/* Whether a node is a local name that a body could set. */
static bool is_local(const struct tree *node, const void *unused) {
  (void)unused;
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  return symbol && symbol->kind == SYMBOL_LOCAL && symbol->tree->kind != TREE_PARAM;
}

static void report(struct analysis *a, const struct tree *loop, const struct tree *condition, const char *why) {
  struct span head = { loop->span.file, loop->span.start, loop->span.start + (loop->kind == TREE_WHILE ? 5 : 6) };
  struct diag *diag = diag_report(a->c->diags, DIAG_W0521, head, "once begun, this loop never ends");
  diag_note(a->c->diags, diag, "%s", why);
  if (condition)
    diag_note_at(a->c->diags, diag, condition->span, "the condition is `%s`", meant_text(a->c, condition->span));
}

static void check_loop(struct analysis *a, const struct tree *loop, const struct tree *block,
                       const struct tree *condition) {
  struct events body = { 0 }, test = { 0 };
  add_events(&body, block, false);
  bool leaves = body.leaves || body.breaks || body.happens & HAPPENS_END;
  bool endless = !condition || (condition->kind == TREE_BOOL && condition->number == (loop->kind == TREE_WHILE));
  if (endless && !leaves) {
    report(a, loop, NULL, "nothing in it breaks, leaves or ends the game");
    return;
  }
  bool moves = body.happens & (HAPPENS_CHOICE | HAPPENS_CHANCE);
  if (!moves && !(body.happens & HAPPENS_CHANGE) && !body.sets_local) {
    if (condition || !leaves) report(a, loop, condition, "it changes nothing, so each round is like the one before");
    return;
  }
  if (endless || leaves || moves) return;
  add_events(&test, condition, false);
  if (touched_meet(&test.looks, &body.touched) || (body.sets_local && tree_first(condition, is_local, NULL))) return;
  report(a, loop, condition, "nothing in it changes what its condition looks at");
}

static void walk(struct analysis *a, const struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_WHILE) check_loop(a, node, node->kid[WHILE_BLOCK], node->kid[WHILE_CONDITION]);
    if (node->kind == TREE_REPEAT && !node->kid[REPEAT_TIMES])
      check_loop(a, node, node->kid[REPEAT_BLOCK], node->kid[REPEAT_UNTIL]);
    for (int i = 0; i < tree_kid_count(node->kind); i++) walk(a, node->kid[i]);
  }
}

void loops_check(struct analysis *a) {
  for (const struct known *known = a->first; known; known = known->next)
    if (!known->symbol->from_library) walk(a, meant_body(known->symbol));
}
