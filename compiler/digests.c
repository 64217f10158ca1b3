/* Gives every declaration of the rules a digest of what it says, and the list of the others that it mentions. A save keeps
 * the digests, so that a game which cannot be gone on with can tell which rules have changed, those first that have most
 * to do with the choice that is no longer possible. Digests do not depend on places, comments and citations, nor on how
 * a rule is compiled. */
#include <stdlib.h>
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

struct digesting {
  struct compilation *c;
  struct named {
    const char *word; /* the key of the sorted list; "": nobody can mention it */
    const struct tree *decl;
    int32_t rule, last; /* last: the rule that mentioned it last */
  } * items;
  size_t count;
};

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

static void digest(struct digesting *made, struct tree *decl) {
  struct compilation *c = made->c;
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
  made->items[made->count++] = (struct named){ name == decl->word ? name : "", decl, (int32_t)c->rules.count, -1 };
  PUSH(c, rules, rule);
}

/* ---- what they mention ---- */

static int by_word(const void *left, const void *right) {
  return strcmp(((const struct named *)left)->word, ((const struct named *)right)->word);
}

static void note_mentions(struct digesting *made, const struct tree *node, int32_t rule) {
  for (; node; node = node->next) {
    struct named key = { .word = node->word }, *named = NULL;
    if (node->word && *node->word && node->kind != TREE_TEXT_PART)
      named = bsearch(&key, made->items, made->count, sizeof key, by_word);
    if (named && named->rule != rule && named->last != rule) {
      named->last = rule;
      PUSH(made->c, ints, named->rule);
    }
    for (int i = 0; i < tree_kid_count((enum tree_kind)node->kind); i++) note_mentions(made, node->kid[i], rule);
  }
}

static void note_uses(struct digesting *made) {
  struct compilation *c = made->c;
  qsort(made->items, made->count, sizeof *made->items, by_word);
  for (size_t i = 0; i < made->count; i++) {
    const struct tree *decl = made->items[i].decl;
    int32_t first = (int32_t)c->ints.count, rule = made->items[i].rule;
    for (int kid = 0; kid < tree_kid_count((enum tree_kind)decl->kind); kid++)
      note_mentions(made, decl->kid[kid], rule);
    ITEM(c, rules, struct rule, rule)->uses = first;
    ITEM(c, rules, struct rule, rule)->use_count = (int32_t)c->ints.count - first;
  }
}

/* Libraries change with trvm only. */
static bool is_library(const struct compilation *c, size_t file) {
  return !strncmp(c->sources->items[c->files[file]->span.file]->name, "std/", 4);
}

void digests_make(struct compilation *c) {
  struct digesting made = { .c = c };
  size_t most = 0;
  for (size_t i = 0; i < c->file_count; i++)
    for (const struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl; decl = decl->next) most++;
  made.items = arena_try(c->arena, (most + 1) * sizeof *made.items);
  if (!made.items) return;
  for (size_t i = 0; i < c->file_count; i++)
    for (struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl && !is_library(c, i); decl = decl->next)
      digest(&made, decl);
  if (!arena_failed(c->arena)) note_uses(&made);
}
