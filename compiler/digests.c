/* Gives every declaration of the rules a digest of what it says, and the list of the others that it mentions. A save keeps
 * the digests, so that a game which cannot be gone on with can tell which rules have changed, those first that have most
 * to do with the choice that is no longer possible. Digests do not depend on places, comments and citations, nor on how
 * a rule is compiled. */
#include <string.h>

#include "compiler/passes.h"

static uint64_t add_byte(uint64_t digest, char byte) {
  return (digest ^ (unsigned char)byte) * UINT64_C(0x100000001b3);
}

static uint64_t add_bytes(uint64_t digest, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) digest = add_byte(digest, bytes[i]);
  return digest;
}

/* The text and its end. */
static uint64_t add_text(uint64_t digest, const char *text) {
  for (; *text; text++) digest = add_byte(digest, *text);
  return add_byte(digest, '\0');
}

/* The number in decimal, as text without its end. */
static uint64_t add_number(uint64_t digest, int64_t number) {
  if (number >= 0 && number <= 9) return add_byte(digest, (char)('0' + number));
  char digits[20], *first = digits + sizeof digits;
  uint64_t rest = (uint64_t)(number < 0 ? -number : number);
  do *--first = (char)('0' + rest % 10);
  while (rest /= 10);
  if (number < 0) *--first = '-';
  return add_bytes(digest, first, (size_t)(digits + sizeof digits - first));
}

/* A table is what its file says. */
static uint64_t add_source(struct compilation *c, uint64_t digest, const struct tree *source) {
  int file = source_find(c->sources, source_beside(c->sources, source->span.file, source->word));
  if (file < 0) return digest;
  return add_bytes(digest, c->sources->items[file]->text, c->sources->items[file]->length);
}

static uint64_t add_tree(struct compilation *c, uint64_t digest, const struct tree *node) {
  for (; node; node = node->next) {
    digest = add_text(digest, tree_kind_name((enum tree_kind)node->kind));
    digest = add_number(digest, node->number);
    digest = add_number(add_byte(digest, ' '), node->flags);
    digest = add_byte(digest, '\0');
    if (node->word) digest = add_text(digest, node->word);
    if (node->kind == TREE_SOURCE) digest = add_source(c, digest, node);
    for (int i = 0; i < tree_kid_count((enum tree_kind)node->kind); i++) {
      digest = add_text(digest, "(");
      digest = add_tree(c, digest, node->kid[i]);
    }
  }
  return add_text(digest, ")");
}

static const char *name_of(const struct tree *decl) {
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
  case TREE_VALUE_OF: return NULL; /* no game goes otherwise because of these */
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

static void digest(struct compilation *c, struct tree *decl) {
  const char *name = name_of(decl);
  if (!name) return;
  struct tree *next = decl->next;
  decl->next = NULL;
  uint64_t value = add_tree(c, UINT64_C(0xcbf29ce484222325), decl);
  decl->next = next;
  struct rule rule = { .name = context_text(c, name),
                       .low = (int32_t)(uint32_t)value,
                       .high = (int32_t)(uint32_t)(value >> 32) };
  locate(c, decl, name, &rule);
  struct symbol *symbol = symbol_find(c, name);
  if (symbol && symbol->tree == decl) symbol->rule = (int32_t)c->rules.count;
  PUSH(c, rules, rule);
}

/* ---- what they mention ---- */

/* Adds the rules whose names stand in a tree, each once; `number` is that of the rule that mentions them, which a symbol
 * keeps in `visit`. */
static void note_mentions(struct compilation *c, const struct tree *node, int32_t number) {
  for (; node; node = node->next) {
    struct symbol *symbol = node->word ? symbol_find(c, node->word) : NULL;
    if (symbol && symbol->rule >= 0 && symbol->rule != number && symbol->visit != number + 1) {
      symbol->visit = number + 1;
      PUSH(c, ints, symbol->rule);
    }
    for (int i = 0; i < tree_kid_count((enum tree_kind)node->kind); i++) note_mentions(c, node->kid[i], number);
  }
}

static void note_uses(struct compilation *c, const struct tree *decl, int32_t number) {
  int32_t first = (int32_t)c->ints.count;
  for (int i = 0; i < tree_kid_count((enum tree_kind)decl->kind); i++) note_mentions(c, decl->kid[i], number);
  if (arena_failed(c->arena)) return; /* the rule may not be there */
  ITEM(c, rules, struct rule, number)->uses = first;
  ITEM(c, rules, struct rule, number)->use_count = (int32_t)c->ints.count - first;
}

/* Libraries change with trvm only. */
static bool is_library(const struct compilation *c, size_t file) {
  return !strncmp(c->sources->items[c->files[file]->span.file]->name, "std/", 4);
}

void digests_make(struct compilation *c) {
  int32_t number = 0;
  for (size_t i = 0; i < c->file_count; i++)
    for (struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl && !is_library(c, i); decl = decl->next)
      digest(c, decl);
  for (size_t i = 0; i < c->file_count; i++)
    for (struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl && !is_library(c, i); decl = decl->next)
      if (name_of(decl)) note_uses(c, decl, number++);
}
