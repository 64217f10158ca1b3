/* Tables are made here: what a request wishes for, and the links that whoever made a table gets. */
#ifndef TRV_SERVE_LOBBY_H
#define TRV_SERVE_LOBBY_H

#include <jansson.h>

#include "serve/hall.h"
#include "serve/http.h"

/* The object of a request's body, owned; NULL after refusing. */
json_t *lobby_body(struct http_request *request);
/* A text of an object, "" when there is none; borrowed. */
const char *lobby_text(json_t *body, const char *key);
/* A name as people may give themselves one: nothing that would not be seen. Too long ones are cut between characters. `to`
 * has room for TABLE_NAME bytes and a NUL. */
void lobby_name(char *to, const char *name);
/* Reads who is to sit where from a list with an object for each seat. */
bool lobby_seats(json_t *list, struct table_wish *wish);
/* The links of all seats, and that of the host. */
void lobby_links(const struct table *table, struct text *json);

void lobby_make_table(struct tables *tables, struct http_request *request);
void lobby_list_games(struct tables *tables, struct http_request *request);

#endif
