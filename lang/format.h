/* The formatter: a source in the one style. The way into format_pieces.c, format_breaks.c and format_lines.c. */
#ifndef TRV_LANG_FORMAT_H
#define TRV_LANG_FORMAT_H

#include "lang/diag.h"

/* Writes source number `file` in the one style to `out`. False when it has syntax errors, which are then in `diags`,
 * or when memory ran out. What is written has the same tokens and comments in the same order; a text that could not
 * be laid out without changing one of them is written as it was. */
bool format_source(struct source_set *sources, uint32_t file, struct diag_list *diags, struct text *out);

/* The tokens of a part of a source that was parsed, on one line in the one style: for messages that quote it. */
void format_phrase(struct source_set *sources, struct span span, struct text *out);

#endif
