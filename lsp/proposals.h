/* What could be done at a place beyond mending what is wrong: proposals of the library, as actions of the protocol. */
#ifndef TRV_LSP_PROPOSALS_H
#define TRV_LSP_PROPOSALS_H

#include "lsp/session.h"

/* Appends them for the bytes from `start` to `end` of the file of a question. With `tried`, those that would bring errors
 * into the rules are left out; else nothing is tried, which is quicker. */
void proposals_append(struct session *session, const struct place_question *question, size_t start, size_t end,
                      bool tried, json_t *list);

#endif
