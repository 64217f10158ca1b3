/* Cases of a match that never fit, because the subject is never so, and an `else` that is never needed. That no value
 * lacks its case is match.c's concern. */
#include "compiler/analysis/flow.h"

static struct value pattern_value(struct flow *f, const struct tree *pattern) {
  f->fuel = FLOW_FUEL;
  return pattern->kind == TREE_RANGE ? estimate_elements(f, pattern) : estimate(f, pattern);
}

static bool only_fails(const struct tree *body) {
  const struct tree *first = body->kind == TREE_BLOCK ? body->kid[BLOCK_STATEMENTS] : NULL;
  return first && first->kind == TREE_FAIL;
}

/* What is left of the subject when a pattern has taken its part. */
static struct value rest_after(struct value subject, struct value pattern) {
  if (pattern.none) subject.none = false;
  if (!subject.mask || pattern.low > pattern.high) return subject;
  for (int64_t code = pattern.low; code <= pattern.high && code < 64; code++)
    if (code >= 0 && value_has(pattern, code)) subject = value_without(subject, code);
  return subject;
}

void cases_judge(struct flow *f, const struct tree *subject, const struct tree *arms) {
  if (!f->reporting || f->procedure->symbol->from_library || !note_of(subject)) return;
  struct value all = estimate_anew(f, subject), rest = all;
  if (value_is_nothing(all)) return;
  for (const struct tree *arm = arms; arm; arm = arm->next) {
    for (const struct tree *pattern = arm->kid[ARM_PATTERNS]; pattern; pattern = pattern->next) {
      struct value value = pattern_value(f, pattern);
      if (value_is_nothing(value_meet(all, value)))
        diag_report(f->c->diags, DIAG_W0517, pattern->span, "`%s` is never this", meant_text(f->c, subject->span));
      rest = rest_after(rest, value);
    }
    if (!arm->kid[ARM_PATTERNS] && value_is_nothing(rest) && !only_fails(arm->kid[ARM_BODY])) {
      struct span word = { arm->span.file, arm->span.start, arm->span.start + 4 };
      diag_report(f->c->diags, DIAG_W0517, word, "`else` is never needed: every value has its case before");
    }
  }
}
