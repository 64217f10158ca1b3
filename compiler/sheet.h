/* The rules sheet: a game's rules as a document, made from the checked tree, so that it says what the script really does.
 *
 * sheet.c has the sections, sheet_reading.c says what they tell of, sheet_parts.c has components, sheet_tables.c cards and tables,
 * sheet_steps.c statements, sheet_choices.c choices, sheet_index.c the index, sheet_words.c
 * expressions and conditions in words, sheet_calls.c calls, sheet_texts.c names and values, sheet_html.c the page for a
 * browser. All write Markdown of a small kind: headings, paragraphs, nested lists, tables, emphasis, links. Text of the
 * author is escaped. The suite `sentences` reads what comes out. */
#ifndef TRV_COMPILER_SHEET_H
#define TRV_COMPILER_SHEET_H

#include "compiler/model.h"
#include "lang/rulebook.h"

enum { SHEET_INDENT = 4 }; /* of a list inside another */

/* What the sheet tells of, see sheet_reading.c. */
struct sheet_reading {
  struct compilation *c;
  int32_t *used;                   /* by the number of a symbol: the rules use it */
  struct vector procedures, terms; /* struct symbol *: in the order in which the text first needs them */
};
void sheet_read(struct sheet_reading *reading, const struct tree *list);
void sheet_read_cells(struct sheet_reading *reading); /* effects that only cells of tables name */

struct sheet {
  struct compilation *c;
  struct text *out;
  int level;     /* how deep the list is */
  bool numbered; /* its items have numbers */
  int number;    /* of the last of them */
  bool unlinked; /* names of procedures are set off, not linked */
  bool uncited;  /* citations are left out */
  bool step_a_line; /* no sentence has two steps: lines are compared */
  bool page;     /* for a browser: citations lead to the index, there are pictures */
  const struct sheet_reading *reading;
  struct sheet_index *index; /* notes what is cited where; NULL for parts of sheets */
};

/* Writes the rules of a game that was checked without errors; as a page, with what only browsers can show. */
void sheet_write(struct compilation *c, bool page, struct text *out);
/* Makes a page for a browser of what sheet_write has written. */
void sheet_to_html(const char *markdown, const char *title, struct text *out);

static inline void say(struct sheet *sheet, const char *words) { text_add(sheet->out, words); }

/* sheet_texts.c: names and texts. */
void sheet_text(struct sheet *sheet, const char *text);                /* escaped */
void sheet_sentence(struct sheet *sheet, const char *text);            /* the same, with a capital and a full stop */
const char *sheet_words(struct sheet *sheet, const char *name);        /* hand_limit, HandLimit: "hand limit"; arena */
void sheet_name(struct sheet *sheet, const char *name);                /* writes these words */
void sheet_the(struct sheet *sheet, const char *name);                 /* "the hand limit", "all coins" */
void sheet_title(struct sheet *sheet, const char *name);               /* "Hand limit" */
void sheet_variable(struct sheet *sheet, const char *name);            /* a name, set off */
void sheet_capital(struct sheet *sheet, size_t from);                  /* what was written from there on begins with one */
void sheet_small(struct sheet *sheet, size_t from);                    /* with a small letter, inside a sentence */
const char *sheet_plural(struct sheet *sheet, const char *word);       /* "cards"; arena */
bool sheet_is_plural_name(const char *name);                           /* coins, cards_in */
bool sheet_is_set_off(const char *name);                               /* no noun, such as came_from */
const char *sheet_preposition(const char *name);                       /* where "_of" of worth_of begins, or NULL */
void sheet_string(struct sheet *sheet, const struct tree *string);     /* “Take {n}”, … for what nobody knows before */
bool sheet_says_something(const struct tree *string);                  /* it is not holes alone */
void sheet_quote(struct sheet *sheet, const struct tree *string);      /* the same at the end of a sentence */
void sheet_cites(struct sheet *sheet, const struct tree *cites);       /* " (R1, R3–R5)" */
void sheet_finish(struct sheet *sheet, const struct tree *cites, const char *mark); /* the same before a full stop or colon */
void sheet_players(struct text *out, int32_t low, int32_t high);       /* "2 to 4 players" */
void sheet_link(struct sheet *sheet, const char *name);
/* "worked out by a program, the library sets": of an extern, nothing for other fns. */
void sheet_source(struct sheet *sheet, const struct tree *fn);
const char *sheet_noun(struct sheet *sheet, const struct type *type);  /* "player", "set of places" */
void sheet_seat(struct sheet *sheet, int32_t number);
void sheet_value(struct sheet *sheet, const struct type *type, const int32_t *slots);

/* sheet_words.c: expressions. A truth is told by "whether …" as a value, and without it as a condition. */
void sheet_expression(struct sheet *sheet, const struct tree *node);
void sheet_condition(struct sheet *sheet, const struct tree *node);
/* Something that is yes or no, such as a variable: "*wounded* holds for p". */
/* "there is a bonus", "p has no heading": whether something that may be none is there. */
void sheet_exists(struct sheet *sheet, const struct tree *value, bool negated);
void sheet_state(struct sheet *sheet, const struct tree *node, bool negated);
void sheet_new_state(struct sheet *sheet, const struct tree *node, bool negated); /* "*wounded* no longer holds for p" */
void sheet_argument(struct sheet *sheet, const struct tree *node); /* in brackets if it would run into what follows */
void sheet_operand(struct sheet *sheet, const struct tree *node); /* in brackets unless it is one thing: "(n − 1)" */
void sheet_around(struct sheet *sheet, const char *before, const struct tree *node, const char *after);
void sheet_list(struct sheet *sheet, const struct tree *list, const char *last);  /* "a, b and c" */
const struct type *sheet_type_of(const struct tree *node);                         /* or NULL */
bool sheet_is_local(const struct tree *node);  /* a name that the sentences around it give */
bool sheet_is_plural(const struct tree *node); /* "p's coins are", "p's hand is" */
/* "each player p", "cards c in the stock": what a binder runs over, with its conditions. The determiner "a" is made to
 * fit its noun. */
void sheet_binder(struct sheet *sheet, const struct tree *binder, const char *determiner, bool plural);
void sheet_times(struct sheet *sheet, int32_t number); /* "twice" */

/* sheet_calls.c */
void sheet_call(struct sheet *sheet, const struct tree *call);                    /* what it gives */
void sheet_asked(struct sheet *sheet, const struct tree *call, bool negated);     /* a truth that it gives */
void sheet_possessive(struct sheet *sheet, const struct tree *owner, const char *thing); /* "p's hand" */
void sheet_given(struct sheet *sheet, const struct tree *arguments);              /* " for a and b", without texts */
void sheet_ends_of_paths(struct sheet *sheet, const struct tree *paths);          /* " from a to b" */

/* sheet_steps.c: a block as a list at the present level; `numbered` for its first level. */
void sheet_block(struct sheet *sheet, const struct tree *block, bool numbered);
void sheet_nested(struct sheet *sheet, const struct tree *block); /* the same one level below */
bool sheet_has_rules(const struct tree *block);                   /* whether anything of it is told */
/* Ends a line such as "If it is red": by its one step, or by a colon and the list of its steps. */
void sheet_leads_to(struct sheet *sheet, const struct tree *cites, const struct tree *block);
bool sheet_step(struct sheet *sheet, const struct tree *block); /* writes it as one sentence, if it is one short step */
/* Begins an item of the list. */
void sheet_item(struct sheet *sheet, const char *lead);

/* sheet_choices.c */
void sheet_choose(struct sheet *sheet, const struct tree *choose);
void sheet_pick(struct sheet *sheet, const struct tree *pick, const char *name); /* the name that it gives, or NULL */
void sheet_options(struct sheet *sheet, const struct tree *options);             /* as a list */

/* sheet_index.c: where each item of the rulebook is told. */
struct sheet_index *sheet_index_new(struct compilation *c);
void sheet_heading(struct sheet *sheet, int level, const char *title); /* "## Set-up": what follows is told there */
void sheet_index_note(struct sheet *sheet, const struct tree *cites);
void sheet_index_write(struct sheet *sheet);
/* The rulebook of a game; NULL if it has none or it cannot be read. */
const struct rulebook *sheet_rulebook(struct compilation *c);

/* sheet_parts.c, sheet_tables.c */
void sheet_components(struct sheet *sheet);
void sheet_component(struct sheet *sheet, const struct symbol *symbol); /* a zone, track or variable, as an item */
bool sheet_goes_without_saying(const struct symbol *symbol); /* such as the usual directions of a board */
bool sheet_is_used(const struct sheet *sheet, const struct symbol *symbol);
void sheet_tables(struct sheet *sheet);
const char *sheet_table_title(struct sheet *sheet, const struct symbol *symbol); /* "Travel cards"; arena */
bool sheet_has_table(const struct symbol *symbol); /* and does not stand among the components alone */
void sheet_cell(struct sheet *sheet, const struct field *field, int32_t row); /* the value of a field, or its effect */

#endif
