/* Conditions that are always true or always false, and branches that are the same whichever is taken. */
#include "compiler/analysis/flow.h"

static bool is_judged_here(const struct flow *f) { return f->reporting && !f->procedure->symbol->from_library; }

/* A constant that somebody sets by hand is meant to decide once and for all. */
static bool is_fixed(const struct tree *condition) {
  const struct symbol *symbol = condition->kind == TREE_NAME ? symbol_meant(condition) : NULL;
  return condition->kind == TREE_BOOL || (symbol && symbol->kind == SYMBOL_CONST);
}

/* The type says so already: W0507. */
static bool is_never_none(const struct tree *condition) {
  return condition->kind == TREE_IS_NONE && note_of(condition->kid[IS_NONE_VALUE]) &&
         !type_of(condition->kid[IS_NONE_VALUE])->optional;
}

static const char *range_text(struct flow *f, struct value value) {
  if (value.low == value.high) return arena_format(f->c->arena, "%d", (int)value.low);
  if (value.low <= INT32_MIN + 1) return arena_format(f->c->arena, "%d at most", (int)value.high);
  if (value.high >= INT32_MAX) return arena_format(f->c->arena, "%d at least", (int)value.low);
  return arena_format(f->c->arena, "%d..%d", (int)value.low, (int)value.high);
}

static void note_number(struct flow *f, struct diag *diag, const struct tree *side) {
  if (type_of(side)->kind != TYPE_KIND_INT || note_of(side)->kind == NOTE_VALUE) return;
  if (side->kind == TREE_NAME && symbol_meant(side) && symbol_meant(side)->kind == SYMBOL_CONST) return;
  struct value value = estimate_anew(f, side);
  if (value.low > value.high || (value.low <= INT32_MIN + 1 && value.high >= INT32_MAX)) return;
  diag_note(f->c->diags, diag, "here `%s` is %s", meant_text(f->c, side->span), range_text(f, value));
}

void conditions_explain(struct flow *f, struct diag *diag, const struct tree *condition) {
  if (!value_equal(facts_truth(f, condition), value_range(0, 1))) {
    diag_note(f->c->diags, diag, "it was tested before, and nothing it speaks of has changed since");
    return;
  }
  bool compares = condition->kind == TREE_BINARY && condition->number >= OP_EQ && condition->number <= OP_GE;
  if (!compares) return;
  note_number(f, diag, condition->kid[BINARY_LEFT]);
  note_number(f, diag, condition->kid[BINARY_RIGHT]);
}

static void judge(struct flow *f, const struct tree *condition) {
  if (!note_of(condition) || is_fixed(condition) || is_never_none(condition)) return;
  struct value value = estimate_anew(f, condition);
  if (value_is_nothing(value)) return;
  if (always(value) || never(value)) {
    struct diag *diag = diag_report(f->c->diags, DIAG_W0512, condition->span, "this condition is always %s",
                                    always(value) ? "true" : "false");
    conditions_explain(f, diag, condition);
    return;
  }
  if (condition->kind == TREE_NOT) judge(f, condition->kid[NOT_VALUE]);
  if (condition->kind != TREE_BINARY || (condition->number != OP_AND && condition->number != OP_OR)) return;
  judge(f, condition->kid[BINARY_LEFT]);
  int mark = facts_mark(f);
  facts_assume(f, condition->kid[BINARY_LEFT], condition->number == OP_AND);
  judge(f, condition->kid[BINARY_RIGHT]);
  facts_drop(f, mark);
}

void conditions_judge(struct flow *f, const struct tree *condition) {
  if (!is_judged_here(f)) return;
  f->alone = true;
  judge(f, condition);
  f->alone = false;
}

void conditions_judge_ways(struct flow *f, const struct tree *node, const struct tree *then, const struct tree *other) {
  bool empty = then->kind == TREE_BLOCK && !then->kid[BLOCK_STATEMENTS];
  if (!is_judged_here(f) || empty || !meant_same(then, other)) return;
  struct span head = { node->span.file, node->span.start, node->kid[0]->span.end };
  struct diag *diag = diag_report(f->c->diags, DIAG_W0525, head, "whatever the condition says, the same is done");
  diag_note_at(f->c->diags, diag, other->span, "the other way");
}
