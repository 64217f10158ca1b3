/* Builders for the actions of the grammar; build.h says what each makes. */
#include "lang/build.h"

#include <string.h>

struct tree *build_word(struct tree *node, const char *word, struct span span) {
  node->word = word;
  node->word_span = span;
  return node;
}

struct tree *build_name(struct parsing *parsing, struct span span, const char *word) {
  return build_word(tree_new(parsing->arena, TREE_NAME, span), word, span);
}

struct tree *build_type_name(struct parsing *parsing, struct span span, const char *word) {
  return build_word(tree_new(parsing->arena, TREE_TYPE_NAMED, span), word, span);
}

struct tree *build_int(struct parsing *parsing, struct span span, int32_t number) {
  struct tree *node = tree_new(parsing->arena, TREE_INT, span);
  node->number = number;
  return node;
}

struct tree *build_source(struct parsing *parsing, struct span span, const char *word, struct span word_span) {
  return build_word(tree_new(parsing->arena, TREE_SOURCE, span), word, word_span);
}

struct tree *build_binary(struct parsing *parsing, struct span span, enum tree_operator operator, struct tree * left,
                          struct tree *right) {
  struct tree *node = tree_new(parsing->arena, TREE_BINARY, span);
  node->number = operator;
  node->kid[BINARY_LEFT] = left;
  node->kid[BINARY_RIGHT] = right;
  build_deeper(parsing);
  return node;
}

struct tree *build_call(struct parsing *parsing, struct span span, const char *word, struct span word_span,
                        struct tree *first, struct tree_list more) {
  first->next = more.first;
  struct tree *node = tree_new(parsing->arena, TREE_CALL, span);
  node->kid[CALL_ARGS] = first;
  return build_word(node, arena_intern(parsing->arena, word, strlen(word)), word_span);
}

struct tree *build_zone_name(struct parsing *parsing, const char *word, struct span word_span, struct tree_list dims,
                             struct span dims_span) {
  struct tree *name = build_name(parsing, word_span, word);
  if (!dims.first) return name;
  struct tree *index = tree_new(parsing->arena, TREE_INDEX, span_join(word_span, dims_span));
  index->kid[INDEX_BASE] = name;
  index->kid[INDEX_ARGS] = dims.first;
  return index;
}

const char *build_plain_text(struct parsing *parsing, const struct tree *string) {
  const char *word = "";
  for (const struct tree *part = string->kid[STRING_PARTS]; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) {
      word = part->word;
      continue;
    }
    struct diag *diag = diag_report(parsing->diags, DIAG_E0118, part->span, "this text is fixed: it cannot have holes");
    diag_hint(parsing->diags, diag, "write `\\{` to show a brace");
    break;
  }
  return word;
}

struct tree *build_setting_limits(struct parsing *parsing, const char *text, struct span span,
                                  struct tree_list limits) {
  struct tree *node = build_word(tree_new(parsing->arena, TREE_SETTING_TEXT, span), text, span);
  node->next = limits.first;
  return node;
}

struct tree *build_rows(struct tree *owner, struct tree *rows, int rows_kid, int source_kid) {
  if (rows->kind == TREE_SOURCE) {
    owner->kid[source_kid] = rows;
    return owner;
  }
  owner->kid[rows_kid] = rows->kid[BLOCK_STATEMENTS];
  return build_owner(owner, rows);
}

struct tree *build_wrap(struct parsing *parsing, struct span span, enum tree_wrap when, struct tree *target,
                        struct tree *block, struct tree *value) {
  struct tree *node = make_WRAP(parsing->arena, span, target, block, value);
  node->number = (int32_t)when;
  build_word(node, target->word, target->word_span);
  return block ? build_owner(node, block) : node;
}

struct tree *build_cited(struct tree *node, struct tree_list cites) {
  struct tree_list items = list_empty(), asides = list_empty();
  struct tree *next;
  for (struct tree *item = cites.first; item; item = next) {
    struct tree_list *list = item->kind == TREE_ALLOW ? &asides : &items;
    next = item->next;
    item->next = NULL;
    *list = list_add(*list, item);
  }
  node->cites = tree_append(node->cites, items.first);
  node->asides = tree_append(node->asides, asides.first);
  return node;
}

struct tree *build_owner(struct tree *owner, struct tree *block) {
  owner->cites = tree_append(owner->cites, block->cites);
  owner->asides = tree_append(owner->asides, block->asides);
  block->cites = block->asides = NULL;
  return owner;
}

struct tree *build_else(struct tree *node, struct tree *branch) {
  node->kid[IF_ELSE] = branch;
  node->span = span_join(node->span, branch->span);
  return branch->kind == TREE_BLOCK ? build_owner(node, branch) : node;
}

struct tree *build_statement(struct parsing *parsing, struct tree *node, struct tree_list cites) {
  parsing->operators = 0;
  return build_cited(node, cites);
}

/* The newest doc comment may stand after the declaration, before the token that ended it; those inside it belong to
 * nothing and are dropped. */
static const char *take_doc(struct parsing *parsing, struct span span) {
  struct doc **link = &parsing->docs;
  while (*link && (*link)->before >= span.end) link = &(*link)->previous;
  while (*link && (*link)->before > span.start) *link = (*link)->previous;
  return *link && (*link)->before == span.start ? (*link)->text : NULL;
}

struct tree *build_item(struct parsing *parsing, struct tree *node, struct tree_list cites) {
  build_statement(parsing, node, cites);
  parsing->else_ifs = 0;
  parsing->in_quoted = false;
  const char *doc = take_doc(parsing, node->span);
  struct tree *aside = doc ? build_word(tree_new(parsing->arena, TREE_DOC, node->span), doc, node->span) : NULL;
  node->asides = tree_append(node->asides, aside);
  if (node->kind == TREE_USE || node->kind == TREE_VARIANT) parsing->source->has_uses = true;
  return node;
}

void build_declaration(struct parsing *parsing, struct tree *node, struct tree_list cites) {
  parsing->declarations = list_add(parsing->declarations, build_item(parsing, node, cites));
}
