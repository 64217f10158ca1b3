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

/* A number that is written out makes a bag, of which can be asked whether it is contained. */
struct tree *build_has(struct parsing *parsing, struct span span, struct tree *many, struct tree *count,
                       struct tree *value) {
  bool written = count->kind == TREE_INT;
  struct tree *cards = make_CARD(parsing->arena, span_join(count->span, value->span), value, written ? NULL : count);
  cards->number = written ? count->number : 0;
  if (!written) return build_binary(parsing, span, OP_HAS_SOME, many, cards);
  return build_binary(parsing, span, OP_LE, make_LIST_VALUE(parsing->arena, cards->span, cards), many);
}

struct tree *build_call(struct parsing *parsing, struct span span, const char *word, struct span word_span,
                        struct tree *first, struct tree_list more) {
  first->next = more.first;
  struct tree *node = tree_new(parsing->arena, TREE_CALL, span);
  node->kid[CALL_ARGS] = first;
  return build_word(node, arena_intern(parsing->arena, word, strlen(word)), word_span);
}

/* The first binder alone, the others behind it in the order from last to second. */
static struct tree *take_first(struct tree *first, struct tree **others) {
  struct tree *next;
  *others = NULL;
  for (struct tree *binder = first->next; binder; binder = next) {
    next = binder->next;
    binder->next = *others;
    *others = binder;
  }
  first->next = NULL;
  return first;
}

/* The element that `most` and its like give would be that of one variable. */
static bool takes_several(enum tree_kind kind) {
  return kind != TREE_MOST && kind != TREE_LEAST && kind != TREE_FIRST && kind != TREE_RANDOM && kind != TREE_SET_OF;
}

static void refuse_several(struct parsing *parsing, enum tree_kind kind, const struct tree *second) {
  static const char *const names[TREE_KINDS] = { [TREE_MOST] = "most",
                                                 [TREE_LEAST] = "least",
                                                 [TREE_FIRST] = "first",
                                                 [TREE_RANDOM] = "random",
                                                 [TREE_SET_OF] = "set" };
  struct diag *diag = diag_report(parsing->diags, DIAG_E0304, second->span,
                                  "`%s` gives an element of one domain, and this is a second one", names[kind]);
  diag_hint(parsing->diags, diag,
            "ask for it in a condition, `%s(x in … where any(y in … where …))`; several variables are for `for`, "
            "`count`, `any`, `all`, `sum`, `min`, `max`, `list` and `bag`",
            names[kind]);
}

static struct tree *one_over(struct parsing *parsing, struct span span, enum tree_kind kind, struct tree *binder,
                             struct tree *value) {
  struct tree *node = tree_new(parsing->arena, kind, span);
  node->kid[0] = binder; /* of every comprehension */
  if (value) node->kid[1] = value;
  return node;
}

/* Another variable around a comprehension. */
static struct tree *join_over(struct parsing *parsing, struct span span, enum tree_kind kind, struct tree *binder,
                              struct tree *inner) {
  struct tree *where = binder->kid[BINDER_WHERE];
  build_deeper(parsing);
  inner->flags |= FLAG_JOINED;
  if (kind == TREE_ANY) {
    binder->kid[BINDER_WHERE] =
        where ? build_binary(parsing, span_join(where->span, inner->span), OP_AND, where, inner) : inner;
    return one_over(parsing, span, kind, binder, NULL);
  }
  return one_over(parsing, span, kind == TREE_COUNT ? TREE_SUM : kind, binder, inner);
}

struct tree *build_over(struct parsing *parsing, struct span span, enum tree_kind kind, struct tree_list binders,
                        struct tree *value) {
  struct tree *second = binders.first->next, *binder, *first = take_first(binders.first, &binder);
  if (second && !takes_several(kind)) {
    refuse_several(parsing, kind, second);
    binder = NULL;
  }
  if (!binder) return one_over(parsing, span, kind, first, value);
  struct tree *before = binder->next, *node;
  binder->next = NULL;
  node = one_over(parsing, binder->span, kind, binder, value);
  for (; before; before = binder) {
    binder = before->next;
    before->next = NULL;
    node = join_over(parsing, before->span, kind, before, node);
  }
  return join_over(parsing, span, kind, first, node);
}

struct tree *build_for(struct parsing *parsing, struct span span, struct tree_list binders, struct tree *block) {
  struct tree *binder, *first = take_first(binders.first, &binder), *next;
  for (; binder; binder = next) {
    next = binder->next;
    binder->next = NULL;
    struct span inner = span_join(binder->span, block->span);
    struct tree *loop = make_FOR(parsing->arena, inner, binder, block);
    loop->flags |= FLAG_JOINED;
    block = make_BLOCK(parsing->arena, inner, loop);
    build_deeper(parsing);
  }
  return make_FOR(parsing->arena, span, first, block);
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

struct tree *build_plain_field(struct parsing *parsing, struct span span, struct tree *type) {
  struct tree *field = make_FIELD_DECL(parsing->arena, span_join(span, type->span), type);
  field->flags |= FLAG_PLAIN;
  return build_word(field, arena_intern(parsing->arena, "value", 5), type->span);
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
