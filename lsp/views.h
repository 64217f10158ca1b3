/* Ranges and locations of the protocol in the files of one report. The lines of the file that was last asked about are
 * kept, so places are best asked for file by file. */
#ifndef TRV_LSP_VIEWS_H
#define TRV_LSP_VIEWS_H

#include "lsp/session.h"

struct text_view {
  const struct session *session;
  const trv_report *report;
  const char *file; /* whose lines these are, or NULL; borrowed */
  struct line_starts lines;
};
struct text_view view_of(const struct session *session, const trv_inspection *inspection);
void view_free(struct text_view *view);
const struct line_starts *view_lines(struct text_view *view, const char *file);
json_t *view_range(struct text_view *view, trv_span span);
/* NULL for what is in no file of the disk, as modules of the standard library. */
json_t *view_location(struct text_view *view, trv_span span);

#endif
