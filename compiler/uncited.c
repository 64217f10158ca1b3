/* Code without an item: rules that change the game, of which no part cites the rulebook.
 *
 * The grain is a procedure, `setup`, `play`, `rank`, and each option of a choice. A procedure counts as cited when
 * anything in it cites something, or when every call of it does: a helper belongs to the rules that call it. An option
 * counts as cited when it, something in it, or something around it cites. A `fn` only answers questions and is left
 * alone. */
#include "compiler/citations.h"

#include <string.h>

#include "compiler/passes.h"

static bool is_change(const struct tree *node, const void *unused) {
  (void)unused;
  return tree_does(node, DOES_CHANGES | DOES_CHANCE | DOES_ASKS);
}

static bool cites(const struct tree *node, const void *unused) {
  (void)unused;
  return node->cites != NULL;
}

static bool holds_change(const struct tree *node) { return tree_first(node, is_change, NULL) != NULL; }
static bool holds_citation(const struct tree *node) { return tree_first(node, cites, NULL) != NULL; }

/* ---- calls ---- */

/* How often something is called, and how often where a citation stands. */
struct call_count {
  int calls, cited;
};
struct call_search {
  struct compilation *c;
  struct name_table *counts; /* struct call_count */
};

static struct call_count *count_of(const struct call_search *search, const char *callee) {
  struct call_count *count = table_get(search->counts, callee);
  if (count) return count;
  count = arena_alloc(search->c->arena, sizeof *count);
  table_put(search->counts, callee, count);
  return count;
}

static void count_calls(const struct call_search *search, const struct tree *node, bool cited) {
  cited |= node->cites != NULL;
  if (node->kind == TREE_CALL) {
    struct call_count *count = count_of(search, node->word);
    count->calls++, count->cited += cited;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) count_calls(search, kid, cited);
}

static void count_calls_in(void *search, struct tree *declaration) {
  if (declaration->kind != TREE_SCENARIO && declaration->kind != TREE_POSITION) count_calls(search, declaration, false);
}

static bool is_cited_by_callers(const struct call_search *search, const struct tree *procedure) {
  const struct call_count *count = procedure->word ? table_get(search->counts, procedure->word) : NULL;
  return count && count->calls == count->cited;
}

/* ---- declarations and options ---- */

/* The word that begins a declaration without a name. */
static struct span first_word(const struct compilation *c, const struct tree *node) {
  if (node->word && node->kind != TREE_RANK) return node->word_span;
  struct span span = node->span;
  const char *text = c->sources->items[span.file]->text + span.start;
  span.end = span.start + (uint32_t)strspn(text, "abcdefghijklmnopqrstuvwxyz");
  return span;
}

static void report(struct compilation *c, const struct tree *node, const char *what) {
  struct diag *diag =
      diag_report(c->diags, DIAG_W0601, first_word(c, node), "no rule of the rulebook is cited for %s", what);
  diag_note(c->diags, diag, "cite the item that says so, as in `@R12`, behind it or behind a line of it");
}

static void check_options(struct compilation *c, const struct tree *node) {
  if (node->cites) return;
  if (node->kind == TREE_OPTION && holds_change(node) && !holds_citation(node)) {
    report(c, node, arena_format(c->arena, "the option `%s`", node->word));
    return;
  }
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) check_options(c, kid);
}

static const char *name_of(struct compilation *c, const struct tree *node) {
  switch (node->kind) {
  case TREE_SETUP: return "the set-up";
  case TREE_PLAY: return "the course of play";
  case TREE_RANK: return "who wins";
  case TREE_PHASE: return arena_format(c->arena, "the phase `%s`", node->word);
  case TREE_OPTIONS: return arena_format(c->arena, "the options `%s`", node->word);
  default: return arena_format(c->arena, "the effect `%s`", node->word);
  }
}

static void check_declaration(void *context, struct tree *node) {
  const struct call_search *search = context;
  struct compilation *c = search->c;
  if (c->variants.count && variants_own(c, node->span.file)) return; /* a house rule is no rule of the book */
  bool rule = node->kind == TREE_SETUP || node->kind == TREE_PLAY || node->kind == TREE_EFFECT ||
              node->kind == TREE_PHASE || node->kind == TREE_OPTIONS;
  if (node->kind != TREE_RANK && (!rule || !holds_change(node))) return;
  if (holds_citation(node)) check_options(c, node);
  else if (!is_cited_by_callers(search, node)) report(c, node, name_of(c, node));
}

void uncited_find(struct compilation *c) {
  struct call_search search = { c, table_new(c->arena) };
  citations_each_declaration(c, count_calls_in, &search);
  citations_each_declaration(c, check_declaration, &search);
}
