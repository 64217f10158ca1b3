/* The report of a deep check that lies beside a game, as `trvm check --deep N --json GAME.trv > GAME.deep.json` wrote it:
 * which rules none of its games came to. */
#ifndef TRV_LSP_DEEP_REPORT_H
#define TRV_LSP_DEEP_REPORT_H

#include <jansson.h>

#include "lsp/views.h"

/* Appends a lens for each such rule of a file, unless its line no longer names it. */
void deep_report_lenses(struct text_view *view, const struct place_question *question, json_t *list);

#endif
