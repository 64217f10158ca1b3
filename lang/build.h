/* Small builders for the actions of the grammar (parser.y): nodes, lists, and what is attached to them. */
#ifndef TRV_LANG_BUILD_H
#define TRV_LANG_BUILD_H

#include "lang/parsing.h"
/* make_MOVE(arena, span, what, count, from, to) and its like: a node with all its kids, in the order of tree.def. */
#include "lang/tree_make.h"

static inline struct tree_list list_empty(void) {
  return (struct tree_list){ NULL, NULL };
}
static inline struct tree_list list_one(struct tree *item) {
  return (struct tree_list){ item, item };
}
static inline struct tree_list list_add(struct tree_list list, struct tree *item) {
  if (!list.first) return list_one(item);
  list.last->next = item;
  return (struct tree_list){ list.first, item };
}
static inline struct tree_list list_join(struct tree_list left, struct tree_list right) {
  if (!left.first) return right;
  if (!right.first) return left;
  left.last->next = right.first;
  return (struct tree_list){ left.first, right.last };
}

struct tree *build_word(struct tree *node, const char *word, struct span span);
struct tree *build_name(struct parsing *parsing, struct span span, const char *word);
struct tree *build_type_name(struct parsing *parsing, struct span span, const char *word);
struct tree *build_int(struct parsing *parsing, struct span span, int32_t number);
struct tree *build_source(struct parsing *parsing, struct span span, const char *word, struct span word_span);
struct tree *build_binary(struct parsing *parsing, struct span span, enum tree_operator operator, struct tree *left,
                          struct tree *right);
/* `many has count of value`. */
struct tree *build_has(struct parsing *parsing, struct span span, struct tree *many, struct tree *count,
                       struct tree *value);
/* `min(a, b)`: a call of a word that is otherwise a comprehension. */
struct tree *build_call(struct parsing *parsing, struct span span, const char *word, struct span word_span,
                        struct tree *first, struct tree_list more);
/* `count(…)` and its like, over one variable or several: the later ones are comprehensions inside the first, whose
 * domains may depend on it. `value`: NULL where the kind has none. */
struct tree *build_over(struct parsing *parsing, struct span span, enum tree_kind kind, struct tree_list binders,
                        struct tree *value);
/* The same for a loop: one inside the other, which a `break` leaves together. */
struct tree *build_for(struct parsing *parsing, struct span span, struct tree_list binders, struct tree *block);
/* A zone in a declaration: a name, or an index when it has dimensions. */
struct tree *build_zone_name(struct parsing *parsing, const char *word, struct span word_span, struct tree_list dims,
                             struct span dims_span);
/* The text of a STRING that may have no holes; reports one that has. */
const char *build_plain_text(struct parsing *parsing, const struct tree *string);
/* The text of a setting becomes the first of its limits. */
struct tree *build_setting_limits(struct parsing *parsing, const char *text, struct span span, struct tree_list limits);
/* Puts the rows of a `{ … }` (a BLOCK) or a SOURCE where they belong in an ENUM or DECK. */
struct tree *build_rows(struct tree *owner, struct tree *rows, int rows_kid, int source_kid);

/* A GRID with one more part, up to the end of `span`. */
static inline struct tree *build_grid(struct tree *grid, struct span span) {
  grid->span = span;
  return grid;
}

/* What a table gives that has no named fields: a field of the name `value`. */
struct tree *build_plain_field(struct parsing *parsing, struct span span, struct tree *type);

/* `before`, `after` or `instead of` something: a block, or an expression for a fn. */
struct tree *build_wrap(struct parsing *parsing, struct span span, enum tree_wrap when, struct tree *target,
                        struct tree *block, struct tree *value);

/* Adds citations, and the allowances that stand among them, behind those a node has. */
struct tree *build_cited(struct tree *node, struct tree_list cites);
/* Takes over the citations and allowances behind the `{` of a block. */
struct tree *build_owner(struct tree *owner, struct tree *block);

/* Adds the other branch to an IF: a block, whose citations it takes over, or another IF. */
struct tree *build_else(struct tree *node, struct tree *branch);

/* A whole statement, option or step: with its citations, and no operators counted. */
struct tree *build_statement(struct parsing *parsing, struct tree *node, struct tree_list cites);
/* A whole declaration: with its citations and its doc comment, added to the file. */
void build_declaration(struct parsing *parsing, struct tree *node, struct tree_list cites);
/* The same inside a variant, whose items it joins. */
struct tree *build_item(struct parsing *parsing, struct tree *node, struct tree_list cites);
/* Counts an operator; parse.c looks at the depth of the tree only where there are many. */
static inline void build_deeper(struct parsing *parsing) {
  if (++parsing->operators > NESTING_LIMIT) parsing->check_depth = true;
}
static inline void build_else_if(struct parsing *parsing) {
  if (++parsing->else_ifs > NESTING_LIMIT) parsing->check_depth = true;
}

#endif
