/* Diagnostics: everything the compiler tells its user, collected, sorted by place, capped.
 *
 * Codes, severities and titles are in diagnostics.def; the explanation of a code is lang/explain/<CODE>.md, embedded
 * in the library. A pass reports by code and span and goes on; it never prints. */
#ifndef TRV_LANG_DIAG_H
#define TRV_LANG_DIAG_H

#include "lang/arena.h"
#include "lang/source.h"

enum diag_code {
#define DIAG(code, severity, title) DIAG_##code,
#include "lang/diagnostics.def"
#undef DIAG
  DIAG_CODES
};
enum diag_severity { SEVERITY_ERROR, SEVERITY_WARNING };

struct diag_note {
  struct span span; /* file UINT32_MAX when the note has no place */
  const char *text;
  bool is_elsewhere; /* the text is about that place, which is not a declaration: the place comes first */
  struct diag_note *next;
};
struct diag {
  enum diag_code code;
  struct span span;
  const char *message;
  const char *hint;        /* shown beside the caret: "did you mean `ticket_row`?"; NULL if there is none */
  struct diag_note *notes; /* in the order in which they were added */
  const char *fix;         /* the text to replace fix_span; NULL if unknown */
  struct span fix_span;
  bool fix_is_certain;     /* good enough to be written without asking */
  const char *wanted, *found; /* wrong types: the names of the two; NULL if unknown */
};
struct diag_list {
  struct arena *arena;
  struct source_set *sources;
  struct diag **items;
  size_t count, capacity;
  size_t errors, warnings; /* also those beyond DIAG_LIMIT, which are counted but not kept */
  struct diag unheard;     /* what is reported once the arena has failed: nobody will read it */
};
enum {
  DIAG_LIMIT = 200,     /* shown at most; readers stop after one more, so that the user learns that there are more */
  DIAG_COLLECTED = 2000 /* kept at most until it is known which ones only follow from others */
};

const char *diag_code_name(enum diag_code code);  /* "E0203" */
const char *diag_title(enum diag_code code);
enum diag_severity diag_severity_of(enum diag_code code);
/* The code with this name, or DIAG_CODES. Accepts "E0203" in any case. */
enum diag_code diag_find(const char *name);
/* The page shown by `trvm explain`; borrowed, static. */
const char *diag_explanation(enum diag_code code);

/* Reports; the result can be given a hint and notes until the next report. Arena-owned, never NULL. The same code at
 * the same span is reported once: the second call returns a diag that is not in the list. */
struct diag *diag_report(struct diag_list *list, enum diag_code code, struct span span, const char *format, ...)
  __attribute__((format(printf, 4, 5)));
void diag_hint(struct diag_list *list, struct diag *diag, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_note(struct diag_list *list, struct diag *diag, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_note_at(struct diag_list *list, struct diag *diag, struct span span, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

/* The same mistake at another place: the place comes first. */
void diag_note_elsewhere(struct diag_list *list, struct diag *diag, struct span span, const char *text);

/* A correction: replacing `span` with `text` fixes it. Certain ones are applied by `trvm check --fix`. */
void diag_fix(struct diag_list *list, struct diag *diag, struct span span, const char *text, bool certain);
/* "did you mean …?" and the correction that goes with it; nothing when no word is near. The span is that of the word. */
struct suggestion;
void diag_suggest(struct diag_list *list, struct diag *diag, const struct suggestion *suggestion);
/* Takes back the reports that `gone` (one flag for each item) names; or every report since the list had this many items, errors and warnings. */
void diag_remove(struct diag_list *list, const bool *gone);
struct diag_mark {
  size_t count, errors, warnings;
};
struct diag_mark diag_mark(const struct diag_list *list);
void diag_forget(struct diag_list *list, struct diag_mark mark);

/* Orders the list by file (in reading order), offset, code. */
void diag_sort(struct diag_list *list);
/* The same at the end of a compilation: only the first DIAG_LIMIT are kept. */
void diag_finish(struct diag_list *list);
/* Writes one diagnostic as people read it: header line, source line, caret, hint, notes, help line.
 * With `colour`, ANSI colours. */
void diag_print(struct text *out, struct diag_list *list, const struct diag *diag, bool colour);

/* The best of `candidates` for a misspelt `word`, or NULL when none is near: edit distance with transpositions,
 * at most a third of the length, in short words one letter. Feed candidates one by one. */
struct suggestion {
  const char *word;
  const char *best;
  int distance;
  bool tied; /* another word is just as near */
};
void suggest_consider(struct suggestion *suggestion, const char *candidate);
/* Whether nothing else can be meant: one slip in a word of some length, and no other word as near. */
bool suggest_is_certain(const struct suggestion *suggestion);

#endif
