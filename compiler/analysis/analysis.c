/* Runs the analyses, and says of each finding which rule and which items of the rulebook it concerns. */
#include "compiler/analysis/analysis.h"

#include <stdlib.h>

#include "compiler/passes.h"

/* ---- which rule ---- */

/* Findings in the order of their places, so that those inside a node lie beside each other. */
struct finding {
  struct diag *diag;
  const struct tree *cites; /* nearest to its place */
  bool settled;             /* the declaration that is looked at has said which */
};
struct finding_range {
  struct finding *items;
  size_t count;
};

static int compare_places(const void *left, const void *right) {
  struct span a = ((const struct finding *)left)->diag->span, b = ((const struct finding *)right)->diag->span;
  if (a.file != b.file) return a.file < b.file ? -1 : 1;
  return a.start < b.start ? -1 : a.start > b.start;
}

/* How many begin before a place. */
static size_t count_before(struct finding_range findings, uint32_t file, uint32_t offset) {
  size_t low = 0, high = findings.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    struct span span = findings.items[middle].diag->span;
    if (span.file < file || (span.file == file && span.start < offset)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Those that begin inside of a node. */
static struct finding_range inside(struct finding_range findings, const struct tree *node) {
  size_t first = count_before(findings, node->span.file, node->span.start);
  size_t end = count_before(findings, node->span.file, node->span.end);
  return (struct finding_range){ findings.items + first, end > first ? end - first : 0 };
}

/* Finds the citations nearest to each inside `node`; `cites` where nothing nearer has any. */
static void settle_cites(struct finding_range findings, const struct tree *node, const struct tree *cites) {
  if (node->cites) cites = node->cites;
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) {
      struct finding_range within = inside(findings, kid);
      if (within.count) settle_cites(within, kid, cites);
    }
  for (size_t i = 0; i < findings.count; i++) {
    if (!findings.items[i].settled) findings.items[i].cites = cites;
    findings.items[i].settled = true;
  }
}

/* Whether the word of a declaration is the name of a rule; `rank p by …` names its player. */
static bool names_a_rule(const struct tree *declaration) {
  return declaration->word && declaration->kind != TREE_GAME && declaration->kind != TREE_INVARIANT &&
         declaration->kind != TREE_RANK && declaration->kind != TREE_VALUE_OF;
}

static void note_rule(struct compilation *c, const struct finding *finding, const struct tree *declaration) {
  struct diag *diag = finding->diag;
  struct text items = arena_text(c->arena);
  context_add_cites(&items, finding->cites, ", ", "-");
  bool is_inside = names_a_rule(declaration) && declaration->word_span.start != diag->span.start;
  if (is_inside && items.bytes) diag_note(c->diags, diag, "in `%s`: %s", declaration->word, items.bytes);
  else if (is_inside) diag_note(c->diags, diag, "in `%s`", declaration->word);
  else if (items.bytes) diag_note(c->diags, diag, "it is about %s", items.bytes);
}

static void note_declaration(struct compilation *c, struct finding_range findings, const struct tree *declaration) {
  struct finding_range within = inside(findings, declaration);
  if (!within.count) return;
  for (size_t i = 0; i < within.count; i++) within.items[i].settled = false;
  settle_cites(within, declaration, NULL);
  for (size_t i = 0; i < within.count; i++) note_rule(c, &within.items[i], declaration);
}

static void note_rules(struct compilation *c, size_t from) {
  struct finding_range findings = { .count = c->diags->count - from };
  if (!findings.count) return;
  findings.items = arena_try(c->arena, findings.count * sizeof *findings.items);
  if (!findings.items) return;
  for (size_t i = 0; i < findings.count; i++) findings.items[i].diag = c->diags->items[from + i];
  qsort(findings.items, findings.count, sizeof *findings.items, compare_places);
  for (size_t f = 0; f < c->file_count; f++)
    for (const struct tree *declaration = c->files[f]->kid[FILE_DECLS]; declaration; declaration = declaration->next)
      note_declaration(c, findings, declaration);
}

/* ---- all of them ---- */

void analysis_run(struct compilation *c) {
  static void (*const analyses[])(struct analysis * a) = { columns_check,   zones_check,  reach_check, settings_check,
                                                           variables_check, flow_check,   loops_check, reactions_check,
                                                           secrets_check,   unasked_check };
  struct analysis a = { .c = c, .spare = arena_alloc(c->arena, sizeof *a.spare) };
  size_t before = c->diags->count;
  if (!c->play || !c->game) return;
  uses_collect(&a);
  for (size_t i = 0; i < sizeof analyses / sizeof *analyses && !arena_failed(c->arena); i++) analyses[i](&a);
  note_rules(c, before);
}
