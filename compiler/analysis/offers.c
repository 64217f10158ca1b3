/* Options that are never offered, and choices that may have none to offer. */
#include "compiler/analysis/flow.h"

static bool is_judged_here(const struct flow *f) { return f->reporting && !f->procedure->symbol->from_library; }

/* ---- never offered ---- */

void offers_judge_domain(struct flow *f, const struct tree *option, const struct tree *binder) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  f->fuel = FLOW_FUEL;
  if (!is_judged_here(f) || estimate_count(f, domain).high > 0) return;
  diag_report(f->c->diags, DIAG_W0513, domain->span, "`%s` is never offered: there is never a value for `%s` here",
              option->word, binder->word);
}

void offers_judge_need(struct flow *f, const struct tree *option, const struct tree *condition) {
  if (!is_judged_here(f) || !note_of(condition)) return;
  f->alone = true;
  bool impossible = never(estimate_anew(f, condition));
  f->alone = false;
  if (!impossible) {
    conditions_judge(f, condition);
    return;
  }
  struct diag *diag =
      diag_report(f->c->diags, DIAG_W0513, condition->span, "`%s` is never offered: this is never true", option->word);
  conditions_explain(f, diag, condition);
}

/* ---- may have none ---- */

/* What stands in the way of a candidate: domains that may be empty, conditions that may not be met. */
enum { DOUBTS = 4 };
struct doubt {
  int count;
  const struct tree *domain[DOUBTS], *condition[DOUBTS]; /* one of them each */
};

static void add_doubt(struct doubt *doubt, const struct tree *domain, const struct tree *condition) {
  if (doubt->count < DOUBTS) doubt->domain[doubt->count] = domain, doubt->condition[doubt->count] = condition;
  doubt->count++;
}

static void doubt_binder(struct flow *f, struct doubt *doubt, const struct tree *binder) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN], *where = binder->kid[BINDER_WHERE];
  f->fuel = FLOW_FUEL;
  if (estimate_count(f, domain).low <= 0) add_doubt(doubt, domain, NULL);
  if (where && !always(estimate_anew(f, where))) add_doubt(doubt, NULL, where);
  if (where) facts_assume(f, where, true);
}

static void doubt_needs(struct flow *f, struct doubt *doubt, const struct tree *needs) {
  for (const struct tree *need = needs; need; need = need->next) {
    const struct tree *condition = need->kid[NEED_CONDITION];
    if (note_of(condition) && !always(estimate_anew(f, condition))) add_doubt(doubt, NULL, condition);
  }
}

static struct doubt doubt_option(struct flow *f, const struct tree *option) {
  struct doubt doubt = { 0 };
  int mark = facts_mark(f);
  for (const struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next) doubt_binder(f, &doubt, arg);
  doubt_needs(f, &doubt, option->kid[OPTION_NEEDS]);
  facts_drop(f, mark);
  return doubt;
}

/* Suppose the option is not there: what must then be so? */
static void suppose_missing(struct flow *f, const struct tree *option, const struct doubt *doubt) {
  if (doubt->count != 1) return;
  if (doubt->domain[0]) facts_add_size(f, doubt->domain[0], value_one(0));
  else if (!option->kid[OPTION_ARGS]) facts_assume(f, doubt->condition[0], false);
}

static bool group_always_offers(const struct symbol *group) {
  for (const struct tree *option = group->tree->kid[OPTIONS_OPTIONS]; option; option = option->next)
    if (option->kind == TREE_OPTION && !option->kid[OPTION_ARGS] && !option->kid[OPTION_NEEDS]) return true;
  return false;
}

/* Whether something is sure to be offered; supposes, one after the other, that each option is missing. */
static bool always_offers(struct flow *f, const struct tree *options) {
  for (const struct tree *node = options; node; node = node->next) {
    if (node->kind == TREE_OTHERWISE || node->flags & FLAG_OTHERWISE) return true;
    if (node->kind == TREE_INCLUDE) {
      const struct note *note = note_of(node->kid[INCLUDE_CALL]);
      if (note && note->kind == NOTE_CALL && group_always_offers(note->symbol)) return true;
      continue;
    }
    struct doubt doubt = doubt_option(f, node);
    if (!doubt.count) return true;
    suppose_missing(f, node, &doubt);
  }
  return false;
}

/* "there is no `draw` when `stock` is empty, or unless `size(hand) < 5`" */
static void note_doubt(struct flow *f, struct diag *diag, const char *word, const struct doubt *doubt) {
  struct text out = arena_text(f->c->arena);
  for (int i = 0; i < doubt->count && i < DOUBTS; i++) {
    const struct tree *domain = doubt->domain[i], *condition = doubt->condition[i];
    text_add(&out, i ? ", or " : "");
    if (domain) text_format(&out, "when `%s` is empty", meant_text(f->c, domain->span));
    else if (condition) text_format(&out, "unless `%s`", meant_text(f->c, condition->span));
  }
  if (doubt->count > DOUBTS) text_add(&out, ", …");
  if (doubt->count) diag_note(f->c->diags, diag, "there is no `%s` %s", word, text_get(&out));
}

void offers_judge(struct flow *f, const struct tree *choose) {
  if (!is_judged_here(f)) return;
  int mark = facts_mark(f);
  const struct tree *options = choose->kid[CHOOSE_OPTIONS];
  bool sure = always_offers(f, options);
  if (!sure) sure = always_offers(f, options); /* again, knowing what was supposed of the later ones */
  facts_drop(f, mark);
  if (sure) return;
  struct diag *diag = diag_report(f->c->diags, DIAG_W0516, choose->word_span,
                                  "the choice `%s` may have no option, and has no `otherwise`", choose->word);
  for (const struct tree *option = options; option; option = option->next) {
    if (option->kind != TREE_OPTION) continue;
    struct doubt doubt = doubt_option(f, option);
    note_doubt(f, diag, option->word, &doubt);
  }
}

void offers_judge_pick(struct flow *f, const struct tree *pick) {
  if (!is_judged_here(f) || pick->kid[PICK_ELSE]) return;
  struct doubt doubt = { 0 };
  int mark = facts_mark(f);
  doubt_binder(f, &doubt, pick->kid[PICK_BINDER]);
  doubt_needs(f, &doubt, pick->kid[PICK_NEEDS]);
  facts_drop(f, mark);
  if (!doubt.count) return;
  struct diag *diag = diag_report(f->c->diags, DIAG_W0516, pick->word_span,
                                  "there may be nothing to pick for `%s`, and it has no `otherwise`", pick->word);
  note_doubt(f, diag, pick->word, &doubt);
}
