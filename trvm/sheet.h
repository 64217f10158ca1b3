/* Text that is drawn aside, to be counted before it is shown: so a screen can be put together from parts that fit it.
 *
 * Colours begin and end in a line, so that any lines of a sheet may be shown without the others. Knows nothing of games. */
#ifndef TRVM_SHEET_H
#define TRVM_SHEET_H

#include <stddef.h>

#include "trvm/screen.h"

struct screen_sheet {
  struct screen screen; /* to draw on: as wide as the true one */
  char *text;           /* owned; once it is drawn */
  size_t length, lines;
};

/* Draw on sheet->screen between these two. */
void sheet_begin(struct screen_sheet *sheet, const struct screen *screen);
void sheet_end(struct screen_sheet *sheet);
/* Shows `count` lines from line number `first` on, from 0; fewer if there are no more. */
void sheet_show(const struct screen *screen, const struct screen_sheet *sheet, size_t first, size_t count);
/* Whether a line goes on with what stands in the line before: it is indented by so many spaces. */
bool sheet_goes_on(const struct screen_sheet *sheet, size_t line, size_t indent);
void sheet_free(struct screen_sheet *sheet);

#endif
