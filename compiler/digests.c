/* Gives every declaration of the rules a digest of what it says. A save keeps the digests, so that a game which cannot be
 * gone on with can tell which rules have changed. They do not depend on places, comments and citations, nor on how a rule
 * is compiled. */
#include <stdio.h>
#include <string.h>

#include "compiler/passes.h"

static uint64_t add_bytes(uint64_t digest, const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) digest = (digest ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
  return digest;
}

static uint64_t add_text(uint64_t digest, const char *text) { return add_bytes(digest, text, strlen(text) + 1); }

/* A table is what its file says. */
static uint64_t add_source(struct compilation *c, uint64_t digest, const struct tree *source) {
  int file = source_find(c->sources, source_beside(c->sources, source->span.file, source->word));
  if (file < 0) return digest;
  return add_bytes(digest, c->sources->items[file]->text, c->sources->items[file]->length);
}

static uint64_t add_tree(struct compilation *c, uint64_t digest, const struct tree *node) {
  char detail[40];
  for (; node; node = node->next) {
    digest = add_text(digest, tree_kind_name((enum tree_kind)node->kind));
    snprintf(detail, sizeof detail, "%d %u", node->number, node->flags);
    digest = add_text(digest, detail);
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

static void digest(struct compilation *c, struct tree *decl) {
  const char *name = name_of(decl);
  if (!name) return;
  struct tree *next = decl->next;
  decl->next = NULL;
  uint64_t value = add_tree(c, UINT64_C(0xcbf29ce484222325), decl);
  decl->next = next;
  struct position position = context_position(c, decl->word ? decl->word_span : decl->span);
  struct rule rule = { .name = context_text(c, name),
                       .low = (int32_t)(uint32_t)value,
                       .high = (int32_t)(uint32_t)(value >> 32),
                       .file = position.file,
                       .line = position.line,
                       .column = position.column };
  rule.cites = context_cites(c, decl->cites, &rule.cite_count);
  PUSH(c, rules, rule);
}

void digests_make(struct compilation *c) {
  for (size_t i = 0; i < c->file_count; i++) {
    if (!strncmp(c->sources->items[c->files[i]->span.file]->name, "std/", 4)) continue;
    for (struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl; decl = decl->next) digest(c, decl);
  }
}
