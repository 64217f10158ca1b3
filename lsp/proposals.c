/* Proposals of the library as actions; see proposals.h. */
#include "lsp/proposals.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "lsp/views.h"

static const char *action_kind(enum trv_proposal_kind kind) {
  switch (kind) {
  case TRV_PROPOSAL_EXTRACT: return "refactor.extract";
  case TRV_PROPOSAL_INLINE: return "refactor.inline";
  case TRV_PROPOSAL_MEND:
  case TRV_PROPOSAL_WRITE: break;
  }
  return "quickfix";
}

/* The edits of a proposal, by address. */
static json_t *write_changes(struct text_view *view, const trv_proposal *proposal) {
  json_t *changes = json_object();
  for (uint32_t i = 0; i < proposal->change_count; i++) {
    const trv_rewriting *change = &proposal->changes[i];
    char *uri = *change->place.file == '/' ? session_uri(view->session, change->place.file) : NULL;
    if (uri && !json_object_get(changes, uri)) json_object_set_new(changes, uri, json_array());
    if (uri)
      json_array_append_new(json_object_get(changes, uri),
                            json_pack("{s:o, s:s}", "range", view_range(view, change->place), "newText", change->text));
    free(uri);
  }
  return changes;
}

/* ---- trying ---- */

static int compare_changes(const void *left, const void *right) {
  const trv_rewriting *a = left, *b = right;
  return (a->place.start > b->place.start) - (a->place.start < b->place.start);
}

/* The text of a file with its changes, which are in order, as an open text. */
static void open_changed(struct session *session, struct documents *texts, const char *file, const char *text,
                         size_t length, const trv_rewriting *changes, uint32_t count) {
  struct text whole = { 0 };
  size_t at = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (strcmp(changes[i].place.file, file) != 0 || changes[i].place.start < at) continue;
    text_add_bytes(&whole, text + at, changes[i].place.start - at);
    text_add(&whole, changes[i].text);
    at = changes[i].place.end;
  }
  text_add_bytes(&whole, text + at, length - at);
  char *uri = session_uri(session, file);
  if (uri) documents_open(texts, uri, text_get(&whole), whole.length, 0);
  text_free(&whole);
  free(uri);
}

/* Whether the rules have no more errors with it. */
static bool can_be_done(struct session *session, const struct project *project, const trv_proposal *proposal) {
  const trv_report *before = trv_inspection_report(project->now);
  struct documents texts = { .encoding = session->documents.encoding };
  trv_rewriting *changes = malloc((proposal->change_count + 1) * sizeof *changes);
  if (!changes) return false;
  memcpy(changes, proposal->changes, proposal->change_count * sizeof *changes);
  qsort(changes, proposal->change_count, sizeof *changes, compare_changes);
  for (const struct document *open = session->documents.first; open; open = open->next)
    documents_open(&texts, open->uri, open->text, open->length, 0);
  for (uint32_t i = 0; i < proposal->change_count; i++) {
    const char *file = changes[i].place.file;
    size_t length = 0;
    const char *text = trv_report_source(before, file, &length);
    bool is_done = !text;
    for (uint32_t j = 0; j < i && !is_done; j++) is_done = !strcmp(changes[j].place.file, file);
    if (!is_done) open_changed(session, &texts, file, text, length, changes, proposal->change_count);
  }
  trv_inspection *after = projects_try(project, &texts);
  bool fine = after && trv_report_errors(trv_inspection_report(after)) <= trv_report_errors(before);
  trv_inspection_free(after);
  documents_free(&texts);
  free(changes);
  return fine;
}

/* ---- actions ---- */

static json_t *write_proposal(struct text_view *view, const trv_proposal *proposal) {
  json_t *changes = write_changes(view, proposal);
  if (json_object_size(changes) == 0) {
    json_decref(changes);
    return NULL;
  }
  return json_pack("{s:s, s:s, s:{s:o}}", "title", proposal->title, "kind", action_kind(proposal->kind), "edit",
                   "changes", changes);
}

void proposals_append(struct session *session, const struct place_question *question, size_t start, size_t end,
                      bool tried, json_t *list) {
  const trv_inspection *inspection = question->project->now;
  const trv_proposal *proposals;
  struct text_view view = view_of(session, inspection);
  uint32_t count = trv_inspection_propose(inspection, question->path, (uint32_t)start, (uint32_t)end, &proposals);
  for (uint32_t i = 0; i < count; i++) {
    bool is_safe =
        proposals[i].kind == TRV_PROPOSAL_MEND || !tried || can_be_done(session, question->project, &proposals[i]);
    json_t *action = is_safe ? write_proposal(&view, &proposals[i]) : NULL;
    if (action) json_array_append_new(list, action);
  }
  view_free(&view);
}
