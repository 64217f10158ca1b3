/* Diagnostics: everything the compiler has to tell its user, collected, sorted by place, capped.
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
  struct diag_note *next;
};
struct diag {
  enum diag_code code;
  struct span span;
  const char *message;
  const char *hint;        /* shown beside the caret: "did you mean `ticket_row`?"; NULL if there is none */
  struct diag_note *notes; /* in the order in which they were added */
};
struct diag_list {
  struct arena *arena;
  struct source_set *sources;
  struct diag **items;
  size_t count, capacity;
  size_t errors, warnings; /* also those beyond DIAG_LIMIT, which are counted but not kept */
};
enum { DIAG_LIMIT = 200 };

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

/* Orders the list by file (in reading order), offset, code. */
void diag_sort(struct diag_list *list);
/* Writes one diagnostic as people read it: header line, source line, caret, hint, notes, help line.
 * With `colour`, ANSI colours. */
void diag_print(struct text_buffer *out, struct diag_list *list, const struct diag *diag, bool colour);

/* The best of `candidates` for a misspelt `word`, or NULL when none is near: edit distance with transpositions,
 * at most a third of the length. Feed candidates one by one. */
struct suggestion {
  const char *word;
  const char *best;
  int distance;
};
void suggest_consider(struct suggestion *suggestion, const char *candidate);

#endif
