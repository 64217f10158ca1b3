/* Runs the analyses, and says of each finding which rule and which items of the rulebook it concerns. */
#include "compiler/analysis/analysis.h"

#include "compiler/passes.h"

/* ---- which rule ---- */

static bool holds(const struct tree *node, struct span span) {
  return node->span.file == span.file && node->span.start <= span.start && span.start < node->span.end;
}

/* The citations nearest to a place inside `node`; `cites` when nothing nearer has any. */
static const struct tree *nearest_cites(const struct tree *node, struct span span, const struct tree *cites) {
  if (node->cites) cites = node->cites;
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next)
      if (holds(kid, span)) return nearest_cites(kid, span, cites);
  return cites;
}

/* Whether the word of a declaration is the name of a rule; `rank p by …` names its player. */
static bool names_a_rule(const struct tree *declaration) {
  return declaration->word && declaration->kind != TREE_GAME && declaration->kind != TREE_INVARIANT &&
         declaration->kind != TREE_RANK && declaration->kind != TREE_VALUE_OF;
}

static void note_rule(struct compilation *c, struct diag *diag, const struct tree *declaration) {
  struct text items = arena_text(c->arena);
  context_add_cites(&items, nearest_cites(declaration, diag->span, NULL), ", ", "-");
  bool inside = names_a_rule(declaration) && declaration->word_span.start != diag->span.start;
  if (inside && items.bytes) diag_note(c->diags, diag, "in `%s`: %s", declaration->word, items.bytes);
  else if (inside) diag_note(c->diags, diag, "in `%s`", declaration->word);
  else if (items.bytes) diag_note(c->diags, diag, "it is about %s", items.bytes);
}

static void note_rules(struct compilation *c, size_t from) {
  for (size_t i = from; i < c->diags->count; i++) {
    struct diag *diag = c->diags->items[i];
    for (size_t f = 0; f < c->file_count; f++)
      for (const struct tree *declaration = c->files[f]->kid[FILE_DECLS]; declaration; declaration = declaration->next)
        if (holds(declaration, diag->span)) note_rule(c, diag, declaration);
  }
}

/* ---- all of them ---- */

void analysis_run(struct compilation *c) {
  static void (*const analyses[])(struct analysis * a) = { columns_check,   zones_check,  reach_check, settings_check,
                                                           variables_check, flow_check,   loops_check, reactions_check,
                                                           secrets_check,   unasked_check };
  struct analysis a = { .c = c };
  size_t before = c->diags->count;
  if (!c->play || !c->game) return;
  uses_collect(&a);
  for (size_t i = 0; i < sizeof analyses / sizeof *analyses && !arena_failed(c->arena); i++) analyses[i](&a);
  note_rules(c, before);
}
