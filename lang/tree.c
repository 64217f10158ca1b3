/* The tree: making nodes, looking through them, and writing them out for tests.
 * All facts about the kinds come from tree.def. */
#include "lang/tree.h"

#include <stdlib.h>
#include <string.h>

const struct tree_facts tree_facts[] = {
#include "lang/tree_facts.h"
};

const unsigned char tree_kid_counts[] = {
#define NODE(kind, ...) kind##_KIDS,
#include "lang/tree.def"
#undef NODE
};

struct tree *tree_new(struct arena *arena, enum tree_kind kind, struct span span) {
  struct tree *node = arena_alloc(arena, sizeof *node + tree_kid_counts[kind] * sizeof node->kid[0]);
  node->kind = kind;
  node->span = span;
  node->word_span = span;
  return node;
}

struct tree *tree_copy(struct arena *arena, const struct tree *node) {
  if (!node) return NULL;
  struct tree *copy = tree_new(arena, node->kind, node->span);
  *copy = *node;
  copy->next = NULL;
  copy->note = NULL;
  copy->symbol = NULL;
  for (int i = 0; i < tree_kid_counts[node->kind]; i++) {
    struct tree **tail = &copy->kid[i];
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next, tail = &(*tail)->next)
      *tail = tree_copy(arena, kid);
  }
  return copy;
}

const struct tree *tree_first(const struct tree *node, bool (*passes)(const struct tree *node, const void *context),
                              const void *context) {
  if (!node || passes(node, context)) return node;
  for (int i = 0; i < tree_kid_counts[node->kind]; i++)
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) {
      const struct tree *found = tree_first(kid, passes, context);
      if (found) return found;
    }
  return NULL;
}

bool tree_equal_one(const struct tree *left, const struct tree *right) {
  if (left->kind != right->kind || left->number != right->number || left->flags != right->flags) return false;
  if (!left->word != !right->word || (left->word && strcmp(left->word, right->word))) return false;
  for (int i = 0; i < tree_kid_counts[left->kind]; i++)
    if (!tree_equal(left->kid[i], right->kid[i])) return false;
  return true;
}

bool tree_equal(const struct tree *left, const struct tree *right) {
  for (; left && right; left = left->next, right = right->next)
    if (!tree_equal_one(left, right)) return false;
  return !left && !right;
}

const char *tree_kind_name(enum tree_kind kind) { return tree_facts[kind].name; }

struct tree *tree_kid_as(const struct tree *node, unsigned roles) {
  for (int i = 0; i < tree_kid_counts[node->kind]; i++)
    if (node->kid[i] && tree_role(node, i) & roles) return node->kid[i];
  return NULL;
}

enum tree_operator tree_opposite(enum tree_operator comparison) {
  switch (comparison) {
  case OP_EQ: return OP_NE;
  case OP_NE: return OP_EQ;
  case OP_LT: return OP_GE;
  case OP_LE: return OP_GT;
  case OP_GT: return OP_LE;
  default: return OP_LT;
  }
}

enum tree_operator tree_turned(enum tree_operator comparison) {
  switch (comparison) {
  case OP_LT: return OP_GT;
  case OP_LE: return OP_GE;
  case OP_GT: return OP_LT;
  case OP_GE: return OP_LE;
  default: return comparison;
  }
}

int32_t tree_cite_first(const struct tree *cite) { return (int32_t)strtol(cite->word + 1, NULL, 10); }

const char *tree_doc(const struct tree *node) {
  const struct tree *aside = node->asides;
  while (aside && aside->kind != TREE_DOC) aside = aside->next;
  return aside ? aside->word : NULL;
}

struct tree *tree_append(struct tree *head, struct tree *item) {
  if (!head) return item;
  struct tree *last = head;
  while (last->next) last = last->next;
  last->next = item;
  return head;
}

/* ---- dump ---- */

/* The n-th word of a text such as "what count from to". */
static void add_kid_name(struct text *out, const char *names, int n) {
  for (; n > 0; n--) names = strchr(names, ' ') + 1;
  text_add_bytes(out, names, strcspn(names, " "));
}

static void add_quoted(struct text *out, const char *word) {
  text_add(out, " \"");
  for (; *word; word++) {
    if (*word == '\n') text_add(out, "\\n");
    else {
      if (*word == '"' || *word == '\\') text_add(out, "\\");
      text_add_bytes(out, word, 1);
    }
  }
  text_add(out, "\"");
}

static void dump_head(struct text *out, const struct tree *node) {
  text_add(out, tree_kind_name(node->kind));
  if (node->word) add_quoted(out, node->word);
  bool zero_counts =
      node->kind == TREE_INT || node->kind == TREE_BOOL || node->kind == TREE_BINARY || node->kind == TREE_SEEN;
  if (node->number || zero_counts) text_format(out, " %d", (int)node->number);
  if (node->flags) text_format(out, " flags %u", (unsigned)node->flags);
  for (const struct tree *cite = node->cites; cite; cite = cite->next) {
    text_format(out, " @%s", cite->word);
    if (cite->number != tree_cite_first(cite)) text_format(out, "-%d", (int)cite->number);
  }
  for (const struct tree *aside = node->asides; aside; aside = aside->next)
    if (aside->kind == TREE_ALLOW) text_format(out, " allow %s", aside->word);
  if (tree_doc(node)) {
    text_add(out, " doc");
    add_quoted(out, tree_doc(node));
  }
  text_add(out, "\n");
}

static void dump(struct text *out, const struct tree *node, int depth) {
  dump_head(out, node);
  for (int i = 0; i < tree_kid_counts[node->kind]; i++) {
    for (const struct tree *kid = node->kid[i]; kid; kid = kid->next) {
      text_format(out, "%*s", 2 * (depth + 1), "");
      add_kid_name(out, tree_facts[node->kind].kid_names, i);
      text_add(out, ": ");
      dump(out, kid, depth + 1);
    }
  }
}

void tree_dump(struct text *out, const struct tree *node) {
  if (node) dump(out, node, 0);
}
