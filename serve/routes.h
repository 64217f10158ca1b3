/* What the addresses of the server mean: see docs/serve.md for the list. */
#ifndef TRV_SERVE_ROUTES_H
#define TRV_SERVE_ROUTES_H

#include "serve/http.h"

/* An http_answer; the context is a struct tables. */
void routes_answer(void *tables, struct http_request *request);
/* Whether an answer may take long (rules are compiled, bots asked, games played again): an http_is_slow. */
bool routes_are_slow(const char *path, bool is_post);

#endif
