/* A kept compilation inside: the things that have a name, and the places where they are named. inspect.c finds them,
 * inspect_texts.c says what there is to say about one. All is in the arena of the report. inspect_proposals.c and
 * inspect_extract.c say what could be done at a place, in an arena that lasts until the next such question. */
#ifndef TRV_COMPILER_INSPECT_H
#define TRV_COMPILER_INSPECT_H

#include "compiler/report.h"
#include "include/trv_inspect.h"
#include "lang/rulebook.h"

struct thing {
  enum trv_thing_kind kind;
  const void *what;        /* struct symbol, value_name, field, tree or rulebook_item, by kind */
  const struct tree *tree; /* its declaration; NULL for values, fields and items */
  uint32_t owner;
  bool is_told;
  trv_thing told;          /* what it was asked for once */
};
struct named_place {
  struct span span;
  uint32_t thing;
  bool declares;
};
struct trv_inspection {
  trv_report *report;
  struct compilation *c;       /* NULL when the first file could not be read, or memory reached its limit */
  struct vector things;        /* struct thing */
  struct vector places;        /* struct named_place, by file, start, end, thing; each once */
  const struct comment *comment; /* the last that was asked for, since the next is asked for most often */
  uint32_t comment_number;
  struct name_table *numbers;  /* of things (plus one) by the address of what they are */
  struct arena *proposing;     /* what was last proposed, or NULL */
};

/* The number of a thing by the address of what it is, or TRV_NO_THING. */
uint32_t inspect_number(const trv_inspection *inspection, const void *what);
/* A file by its name; borrowed, NULL if it was not read. */
const struct source *inspect_source(const trv_inspection *inspection, const char *file);
trv_span inspect_span(const trv_inspection *inspection, struct span span);
/* Fills what there is to say about a thing. */
void inspect_tell(const trv_inspection *inspection, struct thing *thing);

/* ---- proposals ---- */

enum { PROPOSING_DEPTH = 400 };
/* The nodes around what was asked about, the declaration first. */
struct node_path {
  const struct tree *nodes[PROPOSING_DEPTH];
  int count;
};
struct proposing {
  const trv_inspection *in;
  struct compilation *c;
  struct arena *arena;
  const struct source *source; /* the file, its number, and the bytes that were asked about */
  uint32_t file, start, end;
  struct node_path path;
  struct vector proposals;     /* trv_proposal */
};
/* Adds a proposal of one or two changes; the second may be NULL. Texts are of the arena. */
void proposing_add(struct proposing *p, enum trv_proposal_kind kind, const char *code, const char *title,
                   trv_rewriting first, const trv_rewriting *second);
trv_rewriting proposing_change(const struct proposing *p, uint32_t start, uint32_t end, const char *text);
/* What the file has between two bytes; of the arena. */
const char *proposing_text(const struct proposing *p, uint32_t start, uint32_t end);
/* The spaces with which the line of a byte begins; of the arena. */
const char *proposing_indent(const struct proposing *p, uint32_t at);
/* Where a declaration can be put before the one around the place, and behind it. */
uint32_t proposing_before(const struct proposing *p);
uint32_t proposing_behind(const struct proposing *p);
/* A name like this that nothing has; of the arena. */
const char *proposing_name(const struct proposing *p, const char *like);
/* Whether the file is a variant, in which what is its own is `new`. */
bool proposing_in_variant(const struct proposing *p);
/* Parameters for values of these types, and what stands between brackets there. */
const char *proposing_type(const struct proposing *p, const struct type *type);

/* inspect_extract.c: what was selected gets a name, or loses it. */
void extract_propose(struct proposing *p);

#endif
