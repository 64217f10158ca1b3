/* Gives every declaration of the rules a digest of what it says, and the list of the others that it mentions. A save keeps
 * the digests: when a game cannot be resumed, they show which rules have changed, the closest to the choice that is no
 * longer possible first. Digests do not depend on places, comments and citations, nor on how a rule is compiled. */
#include <string.h>

#include "base/hash.h"
#include "compiler/passes.h"

/* The kinds of nodes count by their names, which stay when the list of kinds becomes longer. */
struct digesting {
  struct compilation *c;
  uint64_t kinds[TREE_KINDS];
  int32_t number; /* of the rule that is read */
  struct met met; /* what it mentions */
};

static uint64_t add_text(uint64_t digest, const char *text) { return hash_bytes(digest, text, strlen(text)); }

/* A table is what its file says. */
static uint64_t add_source(struct compilation *c, uint64_t digest, const struct tree *source) {
  int file = source_find(c->sources, source_beside(c->sources, source->span.file, source->word));
  return file < 0 ? digest : add_text(digest, c->sources->items[file]->text);
}

/* Notes that the rule which is read mentions what has this name, if that is a rule, and the first time only. */
static void note_mention(struct digesting *d, const char *name) {
  struct symbol *symbol = symbol_find(d->c, name);
  if (!symbol || symbol->rule < 0 || symbol->rule == d->number) return;
  if (met_first(d->met, symbol)) PUSH(d->c, ints, symbol->rule);
}

static uint64_t add_list(struct digesting *d, uint64_t digest, const struct tree *list);

static uint64_t add_node(struct digesting *d, uint64_t digest, const struct tree *node) {
  uint64_t numbers = (uint64_t)(uint32_t)node->number << 32 | node->flags;
  digest = hash_word(digest, d->kinds[node->kind] ^ numbers);
  if (node->word) digest = add_text(digest, node->word);
  if (node->kind == TREE_SOURCE) digest = add_source(d->c, digest, node);
  for (int i = 0; i < tree_kid_count(node->kind); i++) digest = add_list(d, digest, node->kid[i]);
  return digest;
}

/* The nodes and the end of their list. */
static uint64_t add_list(struct digesting *d, uint64_t digest, const struct tree *list) {
  for (const struct tree *node = list; node; node = node->next) {
    if (node->word) note_mention(d, node->word);
    digest = add_node(d, digest, node);
  }
  return hash_word(digest, 0);
}

const char *digests_name(const struct tree *decl) {
  switch (decl->kind) {
  case TREE_SETUP: return "setup";
  case TREE_PLAY: return "play";
  case TREE_RANK: return "rank";
  case TREE_USE:
  case TREE_GAME:
  case TREE_VARIANT:
  case TREE_SCENARIO:
  case TREE_POSITION:
  case TREE_INVARIANT:
  case TREE_VALUE_OF:
  case TREE_SHOW: return NULL; /* no game goes otherwise because of these */
  default: return decl->word;
  }
}

/* ---- the rules ---- */

/* Where a rule is what it is: in the text of the last variant that changed it or something in it, or where it is
 * declared. */
static void locate(struct compilation *c, const struct tree *decl, const char *name, struct rule *rule) {
  const struct change *change = variants_last_change(c, name);
  struct span span = change ? change->span : decl->word ? decl->word_span : decl->span;
  struct position position = context_position(c, span);
  rule->file = position.file;
  rule->line = position.line;
  rule->column = position.column;
  rule->cites = context_cites(c, change && change->item->cites ? change->item->cites : decl->cites, &rule->cite_count);
}

static void add_rule(struct digesting *d, const struct tree *decl, const char *name) {
  struct compilation *c = d->c;
  struct rule rule = { .name = context_text(c, name) };
  locate(c, decl, name, &rule);
  d->number = (int32_t)c->rules.count;
  d->met = met_begin(c);
  rule.uses = (int32_t)c->ints.count;
  uint64_t digest = add_node(d, 0, decl);
  rule.low = (int32_t)(uint32_t)digest;
  rule.high = (int32_t)(uint32_t)(digest >> 32);
  rule.use_count = (int32_t)c->ints.count - rule.uses;
  PUSH(c, rules, rule);
}

void digests_make(struct compilation *c) {
  struct digesting digesting = { .c = c };
  for (int i = 0; i < TREE_KINDS; i++) digesting.kinds[i] = add_text(0, tree_kind_name((enum tree_kind)i));
  for (size_t i = 0; i < c->file_count; i++)
    for (const struct tree *decl = rules_of_file(c, c->files[i]); decl; decl = decl->next)
      if (digests_name(decl)) add_rule(&digesting, decl, digests_name(decl));
}
