/* Renaming: all places of all rules that read the declaration, in rules, tables and rulebooks. Whether the new name is free
 * is not guessed: everything is inspected once more with the new texts, and what would then be wrong is the answer. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/methods.h"
#include "lsp/sites.h"
#include "lsp/views.h"

/* ---- names ---- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* "R12" */
static bool is_item_name(const char *name) {
  if (!strchr("RACVS", *name) || !is_digit(name[1]) || name[1] == '0') return false;
  size_t digits = strspn(name + 1, "0123456789");
  return digits <= 5 && !name[1 + digits];
}

static bool is_name(const char *name, bool capital) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  bool begins = capital ? *name >= 'A' && *name <= 'Z' : (*name >= 'a' && *name <= 'z') || *name == '_';
  return begins && strspn(name, letters) == strlen(name) && strlen(name) <= 60;
}

static bool check_name(const trv_thing *thing, const char *name, struct lsp_failure *failure) {
  bool is_item = thing->kind == TRV_THING_ITEM, capital = *thing->name >= 'A' && *thing->name <= 'Z';
  if (is_item && !is_item_name(name))
    failure_set(failure, FAILURE_REFUSED, "an item is called like R12: one of R, A, C, V, S and a number");
  else if (!is_item && !is_name(name, capital))
    failure_set(failure, FAILURE_REFUSED, "a name like `%s` begins with a %s letter, and has letters, digits and `_`",
                thing->name, capital ? "capital" : "small");
  else if (!strcmp(name, thing->name)) failure_set(failure, FAILURE_REFUSED, "it is called so already");
  return !failure->code;
}

static bool can_rename(const trv_thing *thing, struct lsp_failure *failure) {
  if (thing->kind == TRV_THING_SCENARIO) failure_set(failure, FAILURE_REFUSED, "a scenario has a title, and no name");
  else if (!thing->place.file || *thing->place.file != '/')
    failure_set(failure, FAILURE_REFUSED, "`%s` is declared in the standard library", thing->name);
  return !failure->code;
}

/* ---- new texts ---- */

struct renaming {
  struct session *session;
  const trv_thing *thing;
  const char *name;
  struct documents texts; /* as they would be, of all files that change and all that are open */
  json_t *edits;          /* by address */
};

/* "@R3-R5" or "@R3", or nothing if there is none between. */
static void add_cited(struct text *out, char kind, long first, long last) {
  if (first > last) return;
  text_format(out, "%s@%c%ld", out->length ? " " : "", kind, first);
  if (last > first) text_format(out, "-%c%ld", kind, last);
}

/* What is to stand in the place of a word: a citation keeps its sign, and a range of citations keeps the other items. */
static void new_text(const struct renaming *renaming, const char *word, size_t length, struct text *out) {
  const char *dash = renaming->thing->kind == TRV_THING_ITEM ? memchr(word, '-', length) : NULL;
  if (!dash) {
    text_format(out, "%s%s", length && *word == '@' ? "@" : "", renaming->name);
    return;
  }
  long number = strtol(renaming->thing->name + 1, NULL, 10);
  add_cited(out, word[1], strtol(word + 2, NULL, 10), number - 1);
  text_format(out, "%s@%s", out->length ? " " : "", renaming->name);
  add_cited(out, word[1], number + 1, strtol(dash + 2, NULL, 10));
}

static bool is_word_letter(char byte) {
  return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static int compare_spans(const void *left, const void *right) {
  const trv_span *a = left, *b = right;
  return (a->start > b->start) - (a->start < b->start);
}

/* The places of one file: those that are known and, in a rulebook, those where its texts speak of an item. */
static size_t spans_in(const struct renaming *renaming, const struct sites *sites, const char *file, const char *text,
                       size_t length, trv_span **spans) {
  size_t count = 0, capacity = sites->count + 1, size = strlen(renaming->thing->name);
  bool is_book = renaming->thing->kind == TRV_THING_ITEM && !strcmp(file, renaming->thing->place.file);
  if (is_book) capacity += length / size;
  *spans = malloc(capacity * sizeof **spans);
  if (!*spans) return 0;
  for (size_t i = 0; i < sites->count; i++)
    if (!strcmp(sites->items[i].span.file, file) && !is_book) (*spans)[count++] = sites->items[i].span;
  const char *end = text + length;
  for (const char *at = text; is_book && (at = memmem(at, (size_t)(end - at), renaming->thing->name, size));
       at += size) {
    bool whole = (at == text || !is_word_letter(at[-1])) && !is_word_letter(at[size]);
    uint32_t start = (uint32_t)(at - text);
    if (whole) (*spans)[count++] = (trv_span){ file, start, start + (uint32_t)size };
  }
  qsort(*spans, count, sizeof **spans, compare_spans);
  return count;
}

static void rename_in(struct renaming *renaming, const struct sites *sites, const struct site *first) {
  struct text_view view = view_of(renaming->session, first->project->now);
  const struct line_starts *lines = view_lines(&view, first->span.file);
  char *uri = session_uri(renaming->session, first->span.file);
  struct text whole = { 0 };
  json_t *list = json_array();
  trv_span *spans = NULL;
  size_t at = 0, count = spans_in(renaming, sites, first->span.file, lines->text, lines->length, &spans);
  for (size_t i = 0; i < count; i++) {
    struct text word = { 0 };
    new_text(renaming, lines->text + spans[i].start, spans[i].end - spans[i].start, &word);
    text_add_bytes(&whole, lines->text + at, spans[i].start - at);
    text_add(&whole, text_get(&word));
    at = spans[i].end;
    json_array_append_new(list,
                          json_pack("{s:o, s:s}", "range", view_range(&view, spans[i]), "newText", text_get(&word)));
    text_free(&word);
  }
  text_add_bytes(&whole, lines->text + at, lines->length - at);
  if (uri) {
    documents_open(&renaming->texts, uri, text_get(&whole), whole.length, 0);
    json_object_set(renaming->edits, uri, list);
  }
  json_decref(list);
  text_free(&whole);
  free(spans);
  free(uri);
  view_free(&view);
}

/* ---- whether it may be called so ---- */

/* A name that was free means as much as before: the rules have no more errors, and as many places name the thing. */
static void check_project(const struct renaming *renaming, const struct project *project, struct lsp_failure *failure) {
  trv_inspection *after = projects_try(project, &renaming->texts);
  const trv_report *report = after ? trv_inspection_report(after) : NULL;
  if (report && trv_report_errors(report) > trv_report_errors(trv_inspection_report(project->now)))
    failure_set(failure, FAILURE_REFUSED, "`%s` would be wrong: %s", renaming->name, trv_report_get(report, 0).message);
  uint32_t before = 0, now = 0;
  while (trv_inspection_mention(project->now, before).place.file) before++;
  while (after && trv_inspection_mention(after, now).place.file) now++;
  if (!failure->code && before != now)
    failure_set(failure, FAILURE_REFUSED, "`%s` would be taken for something else somewhere", renaming->name);
  trv_inspection_free(after);
}

static void check_all(const struct renaming *renaming, const struct sites *sites, struct lsp_failure *failure) {
  const struct project *last = NULL;
  for (size_t i = 0; i < sites->count && !failure->code; i++) {
    if (sites->items[i].project != last) check_project(renaming, sites->items[i].project, failure);
    last = sites->items[i].project;
  }
}

static void rename_all(struct renaming *renaming, const struct sites *sites, struct lsp_failure *failure) {
  for (const struct document *open = renaming->session->documents.first; open; open = open->next)
    documents_open(&renaming->texts, open->uri, open->text, open->length, 0);
  for (size_t i = 0; i < sites->count; i++) {
    bool is_done = *sites->items[i].span.file != '/';
    for (size_t j = 0; j < i && !is_done; j++) is_done = !strcmp(sites->items[j].span.file, sites->items[i].span.file);
    if (!is_done) rename_in(renaming, sites, &sites->items[i]);
  }
  if (!failure->code) check_all(renaming, sites, failure);
}

/* ---- requests ---- */

json_t *lsp_prepare_rename(struct session *session, const json_t *params, struct lsp_failure *failure) {
  struct place_question question;
  struct found_thing found;
  json_t *result = NULL;
  if (!question_read(session, params, &question, failure)) return NULL;
  if (!sites_find(&question, 0, &found)) failure_set(failure, FAILURE_REFUSED, "nothing here has a name");
  else if (can_rename(&found.thing, failure))
    result = json_pack("{s:o, s:s}", "range", session_range(session, &question.lines, found.word.start, found.word.end),
                       "placeholder", found.thing.name);
  question_free(&question);
  return result;
}

json_t *lsp_rename(struct session *session, const json_t *params, struct lsp_failure *failure) {
  const char *name = json_string_value(json_object_get(params, "newName"));
  struct place_question question;
  struct found_thing found;
  struct sites sites = { 0 };
  json_t *result = NULL;
  if (!name) return failure_set(failure, FAILURE_PARAMS, "which name?");
  if (!question_read(session, params, &question, failure)) return NULL;
  struct renaming renaming = { .session = session, .thing = &found.thing, .name = name, .edits = json_object() };
  if (!sites_find(&question, 0, &found) || found.inspection != question.project->now)
    failure_set(failure, FAILURE_REFUSED, "nothing that is understood here has a name");
  else if (can_rename(&found.thing, failure) && check_name(&found.thing, name, failure)) {
    sites_gather(session, &found, true, &sites);
    rename_all(&renaming, &sites, failure);
  }
  if (!failure->code) result = json_pack("{s:O}", "changes", renaming.edits);
  json_decref(renaming.edits);
  documents_free(&renaming.texts);
  sites_free(&sites);
  question_free(&question);
  return result;
}
