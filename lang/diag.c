/* Diagnostics: the list, the codes and their pages. How one is written for people is in diag_print.c. */
#include "lang/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/embed.h"

/* The pages of lang/explain, by file name ("E0101.md"). */
extern const struct embedded_file diag_explanations[];

static const struct {
  const char *name;
  enum diag_severity severity;
  const char *title;
} codes[] = {
#define DIAG(code, severity, title) { #code, severity, title },
#include "lang/diagnostics.def"
#undef DIAG
};

const char *diag_code_name(enum diag_code code) { return codes[code].name; }

const char *diag_title(enum diag_code code) { return codes[code].title; }

enum diag_severity diag_severity_of(enum diag_code code) { return codes[code].severity; }

enum diag_code diag_find(const char *name) {
  for (int code = 0; code < DIAG_CODES; code++)
    if (strcasecmp(codes[code].name, name) == 0) return (enum diag_code)code;
  return DIAG_CODES;
}

const char *diag_explanation(enum diag_code code) {
  char page[32];
  snprintf(page, sizeof page, "%s.md", codes[code].name);
  for (const struct embedded_file *file = diag_explanations; file->name; file++)
    if (strcmp(file->name, page) == 0) return file->text;
  return codes[code].title;
}

static bool same_span(struct span a, struct span b) { return a.file == b.file && a.start == b.start && a.end == b.end; }

static bool is_known(const struct diag_list *list, enum diag_code code, struct span span) {
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i]->code == code && same_span(list->items[i]->span, span)) return true;
  return false;
}

static void keep(struct diag_list *list, struct diag *diag) {
  if (codes[diag->code].severity == SEVERITY_ERROR) list->errors++;
  else list->warnings++;
  if (list->count >= DIAG_COLLECTED) return;
  if (list->count == list->capacity)
    list->items = arena_grow(list->arena, list->items, sizeof *list->items, list->count, &list->capacity);
  if (list->count < list->capacity) list->items[list->count++] = diag;
}

static bool is_heard(const struct diag_list *list, const struct diag *diag) { return diag != &list->unheard; }

struct diag *diag_report(struct diag_list *list, enum diag_code code, struct span span, const char *format, ...) {
  if (arena_failed(list->arena)) {
    list->unheard = (struct diag){ .code = code, .span = span, .message = "" };
    return &list->unheard;
  }
  struct diag *diag = arena_alloc(list->arena, sizeof *diag);
  diag->code = code;
  diag->span = span;
  va_list arguments;
  va_start(arguments, format);
  diag->message = arena_format_list(list->arena, format, arguments);
  va_end(arguments);
  if (list->count >= DIAG_COLLECTED || !is_known(list, code, span)) keep(list, diag); /* the rest is only counted */
  return diag;
}

void diag_hint(struct diag_list *list, struct diag *diag, const char *format, ...) {
  va_list arguments;
  if (!is_heard(list, diag)) return;
  va_start(arguments, format);
  diag->hint = arena_format_list(list->arena, format, arguments);
  va_end(arguments);
}

void diag_fix(struct diag_list *list, struct diag *diag, struct span span, const char *text, bool certain) {
  if (!is_heard(list, diag)) return;
  diag->fix = arena_copy_text(list->arena, text, strlen(text));
  diag->fix_span = span;
  diag->fix_is_certain = certain;
}

void diag_suggest(struct diag_list *list, struct diag *diag, const struct suggestion *suggestion) {
  if (!suggestion->best) return;
  diag_hint(list, diag, "did you mean `%s`?", suggestion->best);
  diag_fix(list, diag, diag->span, suggestion->best, suggest_is_certain(suggestion));
}

struct diag_mark diag_mark(const struct diag_list *list) {
  return (struct diag_mark){ list->count, list->errors, list->warnings };
}

void diag_forget(struct diag_list *list, struct diag_mark mark) {
  list->count = mark.count;
  list->errors = mark.errors;
  list->warnings = mark.warnings;
}

void diag_remove(struct diag_list *list, const bool *gone) {
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++) {
    struct diag *diag = list->items[i];
    if (!gone[i]) list->items[kept++] = diag;
    else if (codes[diag->code].severity == SEVERITY_ERROR) list->errors--;
    else list->warnings--;
  }
  list->count = kept;
}

static void add_note(struct diag_list *list, struct diag *diag, struct diag_note note) {
  struct diag_note **end = &diag->notes;
  while (*end) end = &(*end)->next;
  *end = arena_alloc(list->arena, sizeof **end);
  **end = note;
}

void diag_note_elsewhere(struct diag_list *list, struct diag *diag, struct span span, const char *text) {
  if (is_heard(list, diag))
    add_note(list, diag, (struct diag_note){ .span = span, .text = text, .is_elsewhere = true });
}

static void add_note_list(struct diag_list *list, struct diag *diag, struct span span, const char *format,
                          va_list arguments) {
  if (!is_heard(list, diag)) return;
  add_note(list, diag, (struct diag_note){ .span = span, .text = arena_format_list(list->arena, format, arguments) });
}

void diag_note(struct diag_list *list, struct diag *diag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add_note_list(list, diag, (struct span){ UINT32_MAX, 0, 0 }, format, arguments);
  va_end(arguments);
}

void diag_note_at(struct diag_list *list, struct diag *diag, struct span span, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  add_note_list(list, diag, span, format, arguments);
  va_end(arguments);
}

static int compare(const void *left, const void *right) {
  const struct diag *a = *(struct diag *const *)left, *b = *(struct diag *const *)right;
  if (a->span.file != b->span.file) return a->span.file < b->span.file ? -1 : 1;
  if (a->span.start != b->span.start) return a->span.start < b->span.start ? -1 : 1;
  if (a->code != b->code) return a->code < b->code ? -1 : 1;
  return a->span.end < b->span.end ? -1 : a->span.end > b->span.end;
}

void diag_sort(struct diag_list *list) {
  if (list->count) qsort(list->items, list->count, sizeof *list->items, compare);
}

void diag_finish(struct diag_list *list) {
  diag_sort(list);
  if (list->count > DIAG_LIMIT) list->count = DIAG_LIMIT;
}
