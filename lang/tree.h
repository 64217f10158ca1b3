/* The tree: what the parser makes of a .trv file, and all that later passes know of the text.
 *
 * Every node is one struct of a uniform shape: a kind, the span of source it covers, a word (its name or text), and
 * kids. What the kids of a kind are is listed in tree.def, and each kid has a name (`move->kid[MOVE_FROM]`), so that
 * passes read like the grammar. A kid may be absent (NULL) or the first of a list linked by `next`. tree.def also says
 * what every walk needs to know about a kind: where it stands, what it does, and what its kids are to it.
 * All nodes live in the arena of their compilation and keep their spans for the formatter and for editors. */
#ifndef TRV_LANG_TREE_H
#define TRV_LANG_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/arena.h"
#include "lang/source.h"

enum tree_kind {
#define NODE(kind, ...) TREE_##kind,
#include "lang/tree.def"
#undef NODE
  TREE_KINDS
} __attribute__((packed)); /* a byte of every node */

/* Names of the kids: for NODE(MOVE, STATEMENT, VALUE(WHAT) TAKEN_FROM(FROM) PUT_INTO(TO)) these are MOVE_WHAT,
 * MOVE_FROM, MOVE_TO, and their number is MOVE_KIDS. Here is also `enum tree_statement`, which has a
 * STATEMENT_ASSIGN for TREE_ASSIGN and so on, so that the compiler sees what a switch over statements lacks. tree.awk
 * makes all this from tree.def. */
#include "lang/tree_kids.h"

/* Where a node stands; tree.def explains these and the following. */
enum tree_class {
  CLASS_PART = 0,
  CLASS_DECLARATION = 1,
  CLASS_TYPE = 2,
  CLASS_STATEMENT = 4,
  CLASS_EXPRESSION = 8,
  CLASS_EITHER = CLASS_STATEMENT | CLASS_EXPRESSION,
  CLASS_ACTION = 16,
  CLASS_SCENARIO_ITEM = 32
};
/* What it does by itself. */
enum tree_doing {
  DOES_CHANGES = 1,
  DOES_CHANCE = 2,
  DOES_ASKS = 4,
  DOES_LEAVES = 8,
  DOES_LOOPS = 16,
  DOES_BINDS = 32,
  DOES_MENTIONS = 64
};
/* What a kid is to it. */
enum tree_role {
  AS_PART = 1,
  AS_VALUE = 1 << 1,
  AS_CONDITION = 1 << 2,
  AS_TEXT = 1 << 3,
  AS_TYPE = 1 << 4,
  AS_DIMENSION = 1 << 5,
  AS_STATEMENT = 1 << 6,
  AS_DECLARATION = 1 << 7,
  AS_BODY = 1 << 8,
  AS_ITEM = 1 << 9,
  AS_TARGET = 1 << 10,
  AS_TAKEN_FROM = 1 << 11,
  AS_DRAWN_FROM = 1 << 12,
  AS_PUT_INTO = 1 << 13,
  AS_SWAPPED = 1 << 14,
  AS_SHUFFLED = 1 << 15,
  AS_SET_UP = 1 << 16,
  AS_LOOKED_AT = 1 << 17,
  AS_LIST = 1 << 18, /* beside one of these: there may be several */

  AS_CHANGED_ZONE = AS_TAKEN_FROM | AS_DRAWN_FROM | AS_PUT_INTO | AS_SWAPPED, /* its cards are changed */
  AS_ZONE = AS_CHANGED_ZONE | AS_SHUFFLED | AS_SET_UP | AS_LOOKED_AT
};

/* What `number` holds for the kinds that need a detail beyond their kids. */
enum tree_operator {
  OP_OR, OP_AND, OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_IN, OP_NOT_IN, OP_HAS,
  OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_IF_NONE, OP_SET /* plain assignment */,
  OP_HAS_SOME /* `has n of c`: on the right a CARD with a COUNT */
};
enum tree_seen { SEEN_HIDDEN, SEEN_OPEN, SEEN_OWNER, SEEN_OTHERS };
enum tree_side { SIDE_LEFT, SIDE_RIGHT };
enum tree_end { END_DEFAULT, END_TOP, END_BOTTOM };
/* What a line of `show` makes of the things it names. */
enum tree_show { SHOW_SCORE, SHOW_PLACE, SHOW_MARK, SHOW_COUNT, SHOW_TITLE, SHOW_HIDE, SHOW_ORDER, SHOW_GROUP };
/* Where on a card something stands. */
enum tree_card { CARD_TITLE, CARD_CORNER, CARD_BADGE, CARD_TEXT, CARD_COLOUR, CARD_ICON };
enum tree_look { LOOK_COLOUR, LOOK_ICON };
enum tree_wrap { WRAP_BEFORE, WRAP_AFTER, WRAP_INSTEAD };
enum tree_flag {
  FLAG_ALWAYS = 1,        /* CHOOSE, PICK: asked even when only one option is legal */
  FLAG_IDLE = 2,          /* OPTION: does not count as a reason to ask */
  FLAG_OTHERWISE = 4,     /* OPTION: offered only when nothing else is */
  FLAG_DESC = 8,          /* BINDER, KEY: largest first */
  FLAG_NOT = 16,          /* IS_NONE: `is not none` */
  FLAG_CLAMPED = 32,      /* TRACK */
  FLAG_EACH_PLAYER = 64,  /* DECK: every player has the whole set */
  FLAG_DIRECTED = 128,    /* EDGE: a -> b */
  FLAG_AFTER_SETUP = 256, /* GIVEN: start from the position after set-up */
  FLAG_COPIES = 512,      /* REMOVE_ROW: so many copies, not all */
  FLAG_NEEDED = 1024,     /* ALLOW: it has suppressed a warning; set by the compiler */
  FLAG_JOINED = 2048,     /* FOR, comprehensions: over a further variable of the one around it */
  FLAG_HEX = 4096,        /* GRID: of hexes */
  FLAG_DIAGONALS = 8192,  /* GRID: of squares that touch at corners, too */
  FLAG_PLAIN = 16384,     /* FIELD_DECL: what a table without named fields gives; INDEX: a row of it */
  FLAG_MADE = 32768,      /* ENUM: the directions that a GRID declares; set by the compiler */
  FLAG_NEW = 65536        /* CONST, SETTING: of the variant's own */
};

struct note; /* of the compiler: lang knows nothing of what they hold */
struct symbol;

struct tree {
  enum tree_kind kind;
  uint32_t flags;
  int32_t number;
  struct span span;        /* the whole construct */
  struct span word_span;   /* the name alone, for carets; equals span where there is no name */
  const char *word;        /* interned, or arena text for strings; NULL if the kind has none */
  struct tree *next;       /* the next in the same list */
  struct tree *cites;      /* list of TREE_CITE */
  struct tree *asides;     /* list of TREE_ALLOW and, before a declaration, TREE_DOC */
  struct note *note;       /* an expression: what the checker found out about it; the parser leaves it NULL */
  struct symbol *symbol;   /* a declaration: what it declares; the parser leaves it NULL */
  struct tree *kid[];
};

/* A token as the grammar took it, a word of the language or a name; kept in source order for the formatter. */
struct kept_token {
  int kind;          /* of parser.y */
  bool is_also_word; /* a name whose text is a word of the language elsewhere */
  uint32_t start, end;
};

/* A comment, kept aside in source order for the formatter. */
struct comment {
  struct span span;
  struct comment *next;
};

/* Makes a node with its kids absent; arena-owned. Never NULL: the arena notes when memory runs out. */
struct tree *tree_new(struct arena *arena, enum tree_kind kind, struct span span);

/* ---- what tree.def says of a kind ---- */

struct tree_facts {
  const char *name;
  uint8_t class, does;   /* enum tree_class, bits of enum tree_doing */
  const char *kid_names; /* "what count from to" */
  uint32_t roles[7];     /* enum tree_role of each kid */
};
extern const struct tree_facts tree_facts[TREE_KINDS];
extern const unsigned char tree_kid_counts[TREE_KINDS];

/* The name of a kind as tree.def spells it, for tests and dumps; borrowed, static. */
const char *tree_kind_name(enum tree_kind kind);
static inline int tree_kid_count(enum tree_kind kind) { return tree_kid_counts[kind]; }
static inline bool tree_is(const struct tree *node, enum tree_class class) {
  return tree_facts[node->kind].class & class;
}
/* Whether it does any of these. */
static inline bool tree_does(const struct tree *node, unsigned doings) { return tree_facts[node->kind].does & doings; }
/* The role of a kid by its number. */
static inline enum tree_role tree_role(const struct tree *node, int kid) { return tree_facts[node->kind].roles[kid]; }
/* The first kid that is present and has one of these roles; borrowed, NULL for none. */
struct tree *tree_kid_as(const struct tree *node, unsigned roles);
/* For switches over all statements. */
static inline enum tree_statement tree_statement(const struct tree *node) { return (enum tree_statement)node->kind; }
/* count(…), any(…), sum(…) and their like: a binder and what is made of its elements. */
static inline bool tree_is_comprehension(const struct tree *node) { return tree_does(node, DOES_BINDS); }

/* The comparison that holds whenever this one does not. */
enum tree_operator tree_opposite(enum tree_operator comparison);
/* The same comparison with its sides exchanged. */
enum tree_operator tree_turned(enum tree_operator comparison);
/* The number of the first item that a CITE means; `number` is that of the last. */
int32_t tree_cite_first(const struct tree *cite);

/* The text of the `///` comment before a declaration, or NULL. */
const char *tree_doc(const struct tree *node);

/* Appends `item` (itself possibly a list) to the list `head` and returns the new head. */
struct tree *tree_append(struct tree *head, struct tree *item);

/* A copy of a node and all below it, without its `next`; arena-owned. */
struct tree *tree_copy(struct arena *arena, const struct tree *node);
/* The first that passes a test among a node (or NULL) and all below it, without its `next`; borrowed, NULL for none. */
const struct tree *tree_first(const struct tree *node, bool (*passes)(const struct tree *node, const void *context),
                              const void *context);
/* Whether two lists say the same, wherever they stand; citations do not count. */
bool tree_equal(const struct tree *left, const struct tree *right);
/* The same of two nodes, whatever follows them in their lists. */
bool tree_equal_one(const struct tree *left, const struct tree *right);

/* Writes the tree as indented lines to a growing text; for tests. */
struct text;
void tree_dump(struct text *out, const struct tree *node);

#endif
