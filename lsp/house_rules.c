/* What house rules change, side by side; see house_rules.h. */
#include "lsp/house_rules.h"

#include <string.h>

#include "lsp/views.h"

enum { SHOWN_LINES = 30, SHOWN_OTHERS = 8 };

/* Where the head of a change ends: what is inside its braces has a meaning of its own. */
static uint32_t head_end(const char *text, trv_span whole) {
  uint32_t end = whole.start;
  while (end < whole.end && text[end] != '{' && text[end] != '=' && text[end] != '\n') end++;
  return end;
}

/* A row or an option is changed by its own word; a declaration by the head of the change. */
static trv_span place_of(const trv_changed *change, const char *text) {
  trv_span place = change->place;
  if (place.end - place.start >= change->whole.end - change->whole.start) place = change->whole;
  uint32_t end = head_end(text, place);
  if (place.start == change->whole.start) place.end = end > place.start ? end : place.end;
  return place;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static uint32_t line_of(struct text_view *view, trv_span span) {
  return position_of(view_lines(view, span.file), span.start, POSITION_UTF8).line + 1;
}

static void add_source(struct text_view *view, trv_span span, const char *title, struct text *text) {
  const char *at = view_lines(view, span.file)->text + span.start, *end = at + (span.end - span.start);
  text_format(text, "**%s** (%s, line %u)\n```trv\n", title, base_name(span.file), line_of(view, span));
  for (int lines = 0; at < end && lines < SHOWN_LINES; lines++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    text_add_bytes(text, at, (size_t)(stop - at));
    text_add(text, "\n");
    at = stop + 1;
  }
  text_add(text, at < end ? "…\n```\n" : "```\n");
}

/* The other variants of the same game that change this. */
static void add_others(struct session *session, const trv_changed *own, struct text *text) {
  int shown = 0;
  projects_load_beside(&session->projects, own->before.file);
  for (struct project *project = projects_first(&session->projects); project;
       project = projects_next(&session->projects, project)) {
    if (!project->now || !project_reads(project, own->before.file) || project_reads(project, own->place.file)) continue;
    struct text_view view = view_of(session, project->now);
    trv_changed other;
    for (uint32_t i = 0; (other = trv_inspection_changed(project->now, i)).what && shown < SHOWN_OTHERS; i++)
      if (!strcmp(other.what, own->what) && other.place.file && strcmp(other.place.file, own->place.file) != 0 &&
          ++shown)
        text_format(text, "\n%s, line %u, changes the same: the two need `over` to be played together\n",
                    base_name(other.place.file), line_of(&view, other.place));
    view_free(&view);
  }
}

void house_rules_describe(struct session *session, const struct place_question *question, struct text *text,
                          trv_span *word) {
  const trv_inspection *inspection = question->project->now;
  struct text_view view = view_of(session, inspection);
  trv_changed change;
  for (uint32_t i = 0; (change = trv_inspection_changed(inspection, i)).what; i++) {
    if (!change.before.file || !change.place.file || strcmp(change.place.file, question->path) != 0) continue;
    trv_span place = place_of(&change, question->lines.text);
    if (question->offset < place.start || question->offset > place.end) continue;
    if (text->length) text_add(text, "\n");
    add_source(&view, change.before, "the game", text);
    add_source(&view, change.whole, change.replaces ? "instead of it" : "this house rule", text);
    add_others(session, &change, text);
    *word = place;
    break;
  }
  view_free(&view);
}
