/* Whether a source is text at all: the first check of every reader of files. */
#ifndef TRV_LANG_ENCODING_H
#define TRV_LANG_ENCODING_H

#include "lang/diag.h"

/* Reports the first byte that is zero, a control character or not UTF-8, and returns false. Such a file is not read any
 * further: nothing in it can be trusted. */
bool encoding_check(struct source_set *sources, uint32_t file, struct diag_list *diags);
/* The offset after a byte order mark, or 0. */
uint32_t encoding_start(const struct source *source);

#endif
