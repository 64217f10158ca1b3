/* libtrv: questions about places in the text of rules, for editors and other readers of rules.
 *
 * An inspection is a compilation that is kept: the trees, what every name means, the tables and the rulebook. It answers
 * for a file and a byte of it what stands there, where that is declared and used, and what could stand there. Files with
 * errors are inspected as well; what could not be understood has no meaning then. An inspection never changes, and is
 * used by one thread at a time. All texts are borrowed from it, valid until it is freed; file names are those of the
 * report. */
#ifndef TRV_INSPECT_H
#define TRV_INSPECT_H

#include "trv.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trv_inspection trv_inspection;

/* Compiles and keeps; no code is loaded, and a rulebook is compared where the game names one. *inspection is owned, also when there are errors (TRV_E_INPUT); NULL without
 * memory, for wrong arguments and when the work was cancelled. */
int trv_inspect(const trv_compile_options *options, trv_inspection **inspection);
void trv_inspection_free(trv_inspection *inspection);
/* Errors, warnings, the comparison with the rulebook and the texts of all files that were read; borrowed. */
const trv_report *trv_inspection_report(const trv_inspection *inspection);
/* File number `index` among those that were read: rules, modules, tables, the rulebook; NULL after the last. */
const char *trv_inspection_file(const trv_inspection *inspection, uint32_t index);

/* Bytes of a file, the end exclusive. */
typedef struct trv_span {
  const char *file;             /* NULL: nowhere */
  uint32_t start, end;
} trv_span;

/* ---- things: whatever has a name ---- */

enum trv_thing_kind {
  TRV_THING_CONSTANT, TRV_THING_SETTING, TRV_THING_ENUM, TRV_THING_DECK, TRV_THING_TABLE, TRV_THING_ZONE,
  TRV_THING_VARIABLE, TRV_THING_GRAPH, TRV_THING_FN, TRV_THING_EFFECT, TRV_THING_PHASE, TRV_THING_OPTIONS,
  TRV_THING_POSITION, TRV_THING_LOCAL, TRV_THING_DECK_PARAMETER,
  TRV_THING_VALUE,              /* of an enum, or a card */
  TRV_THING_FIELD,              /* of an enum, deck or table */
  TRV_THING_OPTION, TRV_THING_CHOICE,
  TRV_THING_BLOCK,              /* `setup` or `play`, and called so */
  TRV_THING_SCENARIO,           /* it has a title in the place of a name */
  TRV_THING_ITEM                /* of the rulebook: R12 */
};
enum { TRV_NO_THING = 0xFFFFFFFF };
typedef struct trv_thing {
  enum trv_thing_kind kind;
  const char *name;
  const char *head;             /* how its declaration begins, without its body: "fn due(p: player) -> int" */
  const char *type;             /* as the rules write it, "" if it has none; of a procedure, what it returns */
  const char *value;            /* of a constant or the fields of a card, a line each; the text of an item; or "" */
  const char *doc;              /* the `///` comment above it, or "" */
  const char *cites;            /* "R12 R14-R16", or "" */
  uint32_t owner;               /* of a value or field: the enum, deck or table; of an option: its choice; TRV_NO_THING */
  uint32_t type_thing;          /* the enum, deck or graph that its type names; TRV_NO_THING */
  trv_span place, whole;       /* its name where it is declared, and all of the declaration; file NULL if there is none */
} trv_thing;
/* How many there are; the first come in the order of their declarations. */
uint32_t trv_inspection_things(const trv_inspection *inspection);
/* What one is, without all that is to be said about it. */
enum trv_thing_kind trv_inspection_kind(const trv_inspection *inspection, uint32_t number);
/* What there is to say about one; everything is "" and nowhere when there is no such number. */
trv_thing trv_inspection_thing(const trv_inspection *inspection, uint32_t number);
/* What the word at a byte means, and the word's place; `which` counts from 0 where there are several, as a citation of a
 * range of items. TRV_NO_THING if nothing is known; `place` may be NULL. */
uint32_t trv_inspection_at(const trv_inspection *inspection, const char *file, uint32_t offset, uint32_t which,
                           trv_span *place);

/* A place where a thing is named. */
typedef struct trv_mention {
  trv_span place;
  uint32_t thing;
  bool declares;                /* this is its declaration */
} trv_mention;
/* All of them by file and place; file NULL after the last. */
trv_mention trv_inspection_mention(const trv_inspection *inspection, uint32_t index);

/* ---- house rules ---- */

/* One thing that a variant changes. */
typedef struct trv_changed {
  const char *what;             /* "`hand_limit`", "the option `go` of the choice `trip`": the same words for the same thing;
                                   NULL after the last */
  bool replaces;                /* nothing is left of what was there */
  trv_span place, whole;        /* in the variant: the word that says what, and all of the change */
  trv_span before;              /* what it changes as the game declares it; file NULL: nothing, or not one thing */
} trv_changed;
/* In the order in which variants apply. */
trv_changed trv_inspection_changed(const trv_inspection *inspection, uint32_t index);

/* ---- what could be done ---- */

enum trv_proposal_kind {
  TRV_PROPOSAL_MEND,            /* about something that is wrong or missing here */
  TRV_PROPOSAL_EXTRACT,         /* gives what was selected a name of its own */
  TRV_PROPOSAL_INLINE,          /* the opposite */
  TRV_PROPOSAL_WRITE            /* something new */
};
typedef struct trv_rewriting {
  trv_span place;
  const char *text;             /* that is to stand there */
} trv_rewriting;
typedef struct trv_proposal {
  enum trv_proposal_kind kind;
  const char *title;            /* "cite R7: Shuffle the cards" */
  const char *code;             /* of the warning or error that it is about, or "" */
  const trv_rewriting *changes; /* of any file that was read; none overlaps another */
  uint32_t change_count;
} trv_proposal;
/* What could be done about the bytes from `start` to `end` of a file of rules or of the rulebook, beside the corrections of
 * the report: *proposals is borrowed, valid until the next question of this kind. Returns how many there are. Whether
 * the rules are as good afterwards is not tried out. */
uint32_t trv_inspection_propose(const trv_inspection *inspection, const char *file, uint32_t start, uint32_t end,
                                const trv_proposal **proposals);

/* ---- the text ---- */

enum trv_token_kind {
  TRV_TOKEN_WORD,               /* of the language, where it is one */
  TRV_TOKEN_NAME, TRV_TOKEN_NUMBER, TRV_TOKEN_TEXT, TRV_TOKEN_CITATION, TRV_TOKEN_COMMENT,
  TRV_TOKEN_SIGN                /* operators, brackets, commas */
};
typedef struct trv_token {
  enum trv_token_kind kind;
  uint32_t start, end;          /* both 0 after the last */
} trv_token;
/* The tokens of a file of rules, in order; what could not be understood has none. Comments come after all others. */
trv_token trv_inspection_token(const trv_inspection *inspection, const char *file, uint32_t index);
/* The words of the language, each once; NULL after the last. Borrowed, static. */
const char *trv_language_word(size_t index);
/* The functions that every game has; NULL after the last. Borrowed, static. */
const char *trv_language_function(size_t index);
/* The modules of the standard library, without "std/"; NULL after the last. Borrowed, static. */
const char *trv_library_module(size_t index);

#ifdef __cplusplus
}
#endif

#endif
