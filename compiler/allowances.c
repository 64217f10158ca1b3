/* Allowances: `allow W0512 "why"` behind a declaration, statement, option or condition takes the warnings of that code
 * in it back. An allowance needs a reason, and one that takes nothing back is itself a warning. Runs when everything
 * else has been reported. */
#include <string.h>

#include "compiler/passes.h"

static bool covers(struct span owner, struct span finding) {
  return owner.file == finding.file && owner.start <= finding.start && finding.start <= owner.end;
}

/* Takes back the warnings of a code inside `owner`; returns their number. */
static size_t take_back(struct diag_list *list, enum diag_code code, struct span owner) {
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i]->code != code || !covers(owner, list->items[i]->span)) list->items[kept++] = list->items[i];
  size_t gone = list->count - kept;
  list->count = kept;
  list->warnings -= gone;
  return gone;
}

static bool is_blank(const struct tree *reason) {
  for (const struct tree *part = reason ? reason->kid[STRING_PARTS] : NULL; part; part = part->next)
    if (part->kind != TREE_TEXT_PART || part->word[strspn(part->word, " ")]) return false;
  return true;
}

/* Some warnings are only looked for when rules and rulebook are compared. */
static bool is_looked_for(const struct compilation *c, enum diag_code code) {
  return c->compared || (code != DIAG_W0601 && code != DIAG_W0602);
}

static void apply(struct compilation *c, const struct tree *owner, struct tree *allow) {
  enum diag_code code = diag_find(allow->word);
  if (code == DIAG_CODES || diag_severity_of(code) != SEVERITY_WARNING) {
    diag_report(c->diags, DIAG_E0119, allow->word_span,
                code == DIAG_CODES ? "`%s` is not the code of a warning" : "`%s` is an error, which cannot be allowed",
                allow->word);
    return;
  }
  if (is_blank(allow->kid[ALLOW_REASON])) {
    struct diag *diag = diag_report(c->diags, DIAG_E0120, allow->span, "say why this is right");
    diag_hint(c->diags, diag, "write `allow %s \"the reason\"`", allow->word);
  }
  if (take_back(c->diags, code, owner->span)) allow->flags |= FLAG_NEEDED;
}

/* After errors not every warning is looked for, nor in files that are only used. A tree may be met twice, by way of a
 * variant: an allowance is unneeded only when it never took anything back. */
static void report_unneeded(struct compilation *c, const struct tree *allow) {
  if (allow->flags & FLAG_NEEDED || c->diags->errors || !variants_own(c, allow->span.file)) return;
  if (!is_looked_for(c, diag_find(allow->word))) return;
  diag_report(c->diags, DIAG_W0508, allow->span, "there is no %s here to allow", allow->word);
}

static void walk(struct compilation *c, const struct tree *node, bool last) {
  for (; node; node = node->next) {
    for (int i = 0; i < tree_kid_count(node->kind); i++) walk(c, node->kid[i], last);
    for (struct tree *aside = node->asides; aside; aside = aside->next)
      if (aside->kind == TREE_ALLOW && last) report_unneeded(c, aside);
      else if (aside->kind == TREE_ALLOW) apply(c, node, aside);
  }
}

/* Most games allow nothing. */
static bool allows_anything(const struct compilation *c) {
  for (uint32_t i = 0; i < c->sources->count; i++)
    if (c->sources->items[i]->has_allowances) return true;
  return false;
}

void allowances_apply(struct compilation *c, bool complete) {
  if (!allows_anything(c)) return;
  for (int last = 0; last <= (complete ? 1 : 0); last++)
    for (size_t i = 0; i < c->file_count; i++) walk(c, c->files[i], last);
}
