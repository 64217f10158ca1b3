/* What is done for each method of methods.def: gets the parameters, returns the result (owned; NULL: none, or a failure
 * that is set). */
#ifndef TRV_LSP_METHODS_H
#define TRV_LSP_METHODS_H

#include "lsp/session.h"

typedef json_t *lsp_method(struct session *session, const json_t *params, struct lsp_failure *failure);

#define METHOD(name, kind, function, text, tests) lsp_method lsp_##function;
#include "lsp/methods.def"
#undef METHOD

/* diagnostics.c: sends what is wrong with every open file, as far as it is news. */
void diagnostics_publish(struct session *session);

#endif
