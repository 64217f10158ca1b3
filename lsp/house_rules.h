/* House rules at a place: what a change of a variant changes, and who else changes the same. */
#ifndef TRV_LSP_HOUSE_RULES_H
#define TRV_LSP_HOUSE_RULES_H

#include "base/text.h"
#include "lsp/session.h"

/* Adds, as Markdown, what the game says and what stands here instead, if a change begins at the place of a question; and
 * which other house rules beside the game change the same. *word gets the place of the change. */
void house_rules_describe(struct session *session, const struct place_question *question, struct text *text,
                          trv_span *word);

#endif
