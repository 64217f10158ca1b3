/* The rules sheet: a game's rules as a document, made from the checked tree, so that it says what the script really does.
 *
 * sheet.c has the sections, sheet_parts.c components, sheet_steps.c statements and choices, sheet_words.c expressions in
 * words, sheet_texts.c names and values, sheet_html.c the page for a browser. All write Markdown of a small kind: headings, paragraphs, nested lists,
 * tables, emphasis, links. Text of the author is escaped. */
#ifndef TRV_COMPILER_SHEET_H
#define TRV_COMPILER_SHEET_H

#include "compiler/model.h"

enum { SHEET_INDENT = 4 }; /* of a list inside another */

struct sheet {
  struct compilation *c;
  struct text *out;
  int level;     /* how deep the list is */
  bool numbered; /* its items have numbers */
  int number;    /* of the last of them */
  bool unlinked; /* names of procedures are set off, not linked */
};

/* Writes the rules of a game that was checked without errors. */
void sheet_write(struct compilation *c, struct text *out);
/* Makes a page for a browser of what sheet_write has written. */
void sheet_to_html(const char *markdown, const char *title, struct text *out);

static inline void say(struct sheet *sheet, const char *words) { text_add(sheet->out, words); }

/* sheet_texts.c, sheet_words.c: parts of sentences. */
void sheet_text(struct sheet *sheet, const char *text);     /* escaped */
void sheet_name(struct sheet *sheet, const char *name);     /* hand_limit reads "hand limit" */
void sheet_variable(struct sheet *sheet, const char *name); /* the same, set off */
void sheet_expression(struct sheet *sheet, const struct tree *node);
void sheet_condition(struct sheet *sheet, const struct tree *node);
void sheet_string(struct sheet *sheet, const struct tree *string);  /* “Take {n}”, its holes in words */
void sheet_arguments(struct sheet *sheet, const struct tree *list); /* " (a, b)", nothing without any */
void sheet_list(struct sheet *sheet, const struct tree *list);      /* "a, b" */
void sheet_cites(struct sheet *sheet, const struct tree *cites);    /* " (R1, R3–R5)" */
void sheet_players(struct text *out, int32_t low, int32_t high); /* "2 to 4 players" */
/* "worked out by a program, the library sets": of an extern, nothing for other fns. */
void sheet_source(struct sheet *sheet, const struct tree *fn);
/* "each player p", "cards c in the stock": what a binder runs over, with its conditions. */
void sheet_binder(struct sheet *sheet, const struct tree *binder, const char *determiner, bool plural);
void sheet_link(struct sheet *sheet, const char *name);
void sheet_type(struct sheet *sheet, const struct type *type);
void sheet_value(struct sheet *sheet, const struct type *type, const int32_t *slots);

/* sheet_steps.c: a block as a list at the present level; `numbered` for its first level. */
void sheet_block(struct sheet *sheet, const struct tree *block, bool numbered);
/* The options of a choice or group as a list. */
void sheet_options(struct sheet *sheet, const struct tree *options);
/* Begins an item of the list. */
void sheet_item(struct sheet *sheet, const char *lead);

/* sheet_parts.c */
void sheet_components(struct sheet *sheet);
void sheet_cell(struct sheet *sheet, const struct field *field, int32_t row); /* the value of a field, or its effect */

#endif
