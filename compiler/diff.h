/* What is different between two games, in words: the rules of one as they stand against the rules of another, variants
 * and settings included.
 *
 * diff.c compares declarations, diff_rows.c cards, tables and networks, diff_steps.c steps and choices; leaflet.c writes
 * the house-rule sheet. Words are Markdown of the small kind that sheet.h describes. */
#ifndef TRV_COMPILER_DIFF_H
#define TRV_COMPILER_DIFF_H

#include "compiler/declarations.h"
#include "compiler/model.h"
#include "compiler/sheet.h"
#include "include/trv.h"
#include "lang/rulebook.h"

/* One difference. */
struct difference {
  enum trv_difference_kind kind;
  const char *part, *name; /* "constant", and its name as declared */
  const char *words;       /* a sentence, or one that ends in a colon and a list below it */
  const struct tree *cites;
  struct span span;        /* in the game after the change, or before it for what is gone */
  const char *what;        /* as struct change calls it, when the text may stand elsewhere than the change; or NULL */
  bool for_players;        /* what one has to know at the table */
  bool is_choice;          /* a setting that is set */
  size_t rank;             /* place in the rulebook, that of the first item */
  size_t number;           /* in the order in which they were found */
};

struct diff {
  struct arena *arena;
  struct compilation *before, *after;
  struct declarations *old, *new;  /* what they declare, by name */
  const struct rulebook *rulebook; /* NULL without one */
  const trv_choice_of_setting *settings; /* those that are set, of the game after the change */
  size_t setting_count;
  struct vector list;              /* struct difference */
};

/* Compares two games that were checked without errors. */
void diff_compare(struct diff *diff);
/* What is known of a difference from the declaration that it is about. */
struct difference diff_found(const struct tree *decl, enum trv_difference_kind kind);
/* Notes one difference; what is known of it is in `found`, its words are taken from `out`. */
void diff_note(struct diff *diff, struct difference found, const struct text *out);
/* Whether two single nodes say the same, whatever follows them. */
bool diff_same(struct tree *left, struct tree *right);

/* diff_rows.c: an enum, deck, table or graph that both games have. */
void diff_rows(struct diff *diff, const struct symbol *before, const struct symbol *after);
/* The same for the fields of the seats. */
void diff_seats(struct diff *diff);
/* diff_steps.c: a procedure, set-up, play, or group of options that both games have. Options are taken out of the
 * choices of both, so that they are compared only once. */
void diff_procedure(struct diff *diff, struct tree *before, struct tree *after);
/* One that only one of the games has. */
void diff_lone_procedure(struct diff *diff, struct tree *decl, enum trv_difference_kind kind);
/* What variants put around or in the place of a procedure, of which they call the usual form. */
void diff_wrapper(struct diff *diff, struct tree *decl);
/* "**travel** (*p*)" */
void diff_head(struct sheet *sheet, const struct tree *decl);
/* The block of a declaration that has one, or NULL. */
struct tree *diff_block(const struct tree *decl);
/* Whether a name is that of a procedure as it was before variants changed it: "usual travel". */
bool diff_is_base(const char *word);

/* Item number `index` among those that citations mean, ranges spread out; false at the end. */
struct diff_item { char kind; uint32_t number; };
bool diff_cited(const struct tree *cites, size_t index, struct diff_item *item);
/* leaflet.c: the sheet in Markdown, with a title that is handed back for a page. */
const char *leaflet_write(const struct diff *diff, struct text *out);
/* Markdown of the small kind as plain text. */
const char *leaflet_plain(struct arena *arena, const char *markdown);
/* "R12 R14-R16", and a line "R12 …" with its text for every item that the rulebook has. */
const char *leaflet_cites(struct arena *arena, const struct tree *cites);
const char *leaflet_items(struct arena *arena, const struct rulebook *rulebook, const struct tree *cites);

#endif
