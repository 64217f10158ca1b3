/* Places in the files of a report; see views.h. */
#include "lsp/views.h"

#include <stdlib.h>
#include <string.h>

struct text_view view_of(const struct session *session, const trv_inspection *inspection) {
  return (struct text_view){ .session = session, .report = trv_inspection_report(inspection) };
}

void view_free(struct text_view *view) { positions_free(&view->lines); }

const struct line_starts *view_lines(struct text_view *view, const char *file) {
  size_t length = 0;
  if (view->file && !strcmp(view->file, file)) return &view->lines;
  positions_free(&view->lines);
  const char *text = trv_report_source(view->report, file, &length);
  positions_find(&view->lines, text ? text : "", text ? length : 0);
  view->file = file;
  return &view->lines;
}

json_t *view_range(struct text_view *view, trv_span span) {
  return session_range(view->session, view_lines(view, span.file), span.start, span.end);
}

json_t *view_location(struct text_view *view, trv_span span) {
  char *uri = span.file && *span.file == '/' ? session_uri(view->session, span.file) : NULL;
  json_t *location = uri ? json_pack("{s:s, s:o}", "uri", uri, "range", view_range(view, span)) : NULL;
  free(uri);
  return location;
}
