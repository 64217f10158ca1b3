/* What the addresses of the server mean. Each is a row of a list, with the function that answers.
 *
 *   /api/games                    the catalogue
 *   /api/tables                   makes a table
 *   /api/t/TABLE/SEAT/WHAT        something at a table, asked by whoever has the secret of the seat; SEAT is its number
 *                                 from 1, `watch` for what everybody sees, or `host` for whoever made the table */
#include "serve/routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/lobby.h"
#include "serve/visit.h"

enum { WHY = 400, WATCHER = -1, HOST = -2, NOBODY = -3 };

/* ---- at a table ---- */

enum route_method { GET, POST };
enum route_right { SEAT = 1, WATCH = 2, RULE = 4 };

struct route_place {
  const char *what;
  enum route_method method;
  unsigned rights; /* who may ask it */
  bool is_slow;    /* it may take longer than a game goes on without being noticed */
  bool is_edit;    /* for a designer's mode alone: it tells what is hidden */
  visit_answer *answer;
};
static const struct route_place places[] = {
  { "join", POST, SEAT, false, false, visit_join },
  { "name", POST, SEAT, false, false, visit_name },
  { "events", GET, SEAT | WATCH, false, false, visit_events },
  { "choose", POST, SEAT, false, false, visit_choose },
  { "undo", POST, SEAT, false, false, visit_undo },
  { "answer", POST, SEAT, false, false, visit_answer_undo },
  { "stand-in", POST, SEAT, false, false, visit_stand_in },
  { "hint", GET, SEAT, true, false, visit_hint },
  { "why", GET, SEAT, false, false, visit_why_not },
  { "program", GET, SEAT | WATCH, false, false, visit_program },
  { "lines", GET, SEAT | WATCH, false, false, visit_lines },
  { "item", GET, SEAT | WATCH, false, false, visit_item },
  { "save", GET, SEAT | WATCH, false, false, visit_save },
  { "replay", GET, SEAT | WATCH, true, false, visit_replay },
  { "course", GET, SEAT | WATCH, true, false, visit_course },
  { "branch", POST, SEAT | WATCH, true, false, visit_branch },
  { "seat", POST, RULE, false, false, visit_seat },
  { "ran", GET, SEAT, true, true, visit_ran },
  { "scenarios", GET, SEAT, false, true, visit_scenarios },
  { "scenario", GET, SEAT, true, true, visit_scenario },
  { "try", POST, SEAT, true, true, visit_try },
  { "anew", POST, SEAT, false, true, visit_anew },
};

static const struct route_place *find_place(const char *what, bool is_post) {
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (strcmp(places[i].what, what) == 0 && (places[i].method == POST) == is_post) return &places[i];
  return NULL;
}

/* Whether the one who asks may be where the address says. */
static bool may_enter(const struct table_visit *visit, const struct route_place *place) {
  char secret[HTTP_COOKIE];
  if (visit->viewer == WATCHER) return place->rights & WATCH;
  if (visit->viewer == HOST)
    return place->rights & RULE && table_is_host(visit->table, lobby_text(visit->body, "host"));
  if (!(place->rights & SEAT)) return false;
  if (place->answer == visit_join) return true; /* which looks at the secret in its body */
  return http_cookie(visit->request->cookies, "seat", secret, sizeof secret) &&
         table_knows(visit->table, visit->seat, secret);
}

static void enter(struct table_visit *visit, const struct route_place *place) {
  if (visit->viewer >= (int)visit->table->players)
    http_refuse(visit->request, 404, "There is no such seat at this table.");
  else if (!may_enter(visit, place))
    http_refuse(visit->request, 403, "You do not sit here: use the link of your seat.");
  else place->answer(visit);
}

/* ---- documents ---- */

static bool is_document(const char *what) { return strcmp(what, "rules") == 0 || strcmp(what, "leaflet") == 0; }

/* Documents take longer than anything else, and need the rules alone: the table is not taken for them. */
static void answer_document(struct tables *tables, struct http_request *request, const char *id, const char *what) {
  enum rules_document kind = strcmp(what, "rules") == 0 ? RULES_SHEET : RULES_LEAFLET;
  char why[WHY] = "";
  struct hall_wish wish;
  if (!hall_wish_of(tables, id, &wish)) {
    http_refuse(request, 404, "There is no such table.");
    return;
  }
  char *page = rules_document(hall_of(tables)->catalogue, &wish.rules, kind, why, sizeof why);
  if (page) {
    request->type = "text/html; charset=utf-8";
    text_add(&request->text, page);
  } else http_refuse(request, 500, why);
  free(page);
  hall_wish_free(&wish);
}

/* ---- addresses ---- */

/* The parts of an address at a table. */
struct route_address {
  char id[TABLE_ID + 1], what[16];
  int viewer; /* a seat, or one of the others */
};

/* The number of a seat from 1, or a word for somebody else. */
static int read_viewer(const char *text) {
  if (strcmp(text, "watch") == 0) return WATCHER;
  if (strcmp(text, "host") == 0) return HOST;
  long seat = strspn(text, "0123456789") == strlen(text) && strlen(text) <= 2 ? strtol(text, NULL, 10) : 0;
  return seat >= 1 && seat <= TRV_MOST_PLAYERS ? (int)seat - 1 : NOBODY;
}

static bool read_address(const char *path, struct route_address *address) {
  char seat[8], rest;
  if (sscanf(path, "/api/t/%12[a-z0-9]/%7[a-z0-9]/%15[a-z-]%c", address->id, seat, address->what, &rest) != 3)
    return false;
  address->viewer = read_viewer(seat);
  return address->viewer != NOBODY;
}

static void visit_table(struct tables *tables, struct http_request *request, const struct route_address *address) {
  const struct route_place *place = find_place(address->what, request->is_post);
  char why[WHY] = "";
  if (!place || (place->is_edit && !hall_of(tables)->edit)) {
    http_refuse(request, 404, "There is nothing here.");
    return;
  }
  json_t *body = request->is_post ? lobby_body(request) : NULL;
  if (request->is_post && !body) return;
  struct table_visit visit = {
    .tables = tables, .request = request, .body = body, .viewer = address->viewer, .seat = (uint32_t)address->viewer
  };
  visit.table = hall_take(tables, address->id, why, sizeof why);
  if (visit.table) {
    enter(&visit, place);
    if (visit.changed) hall_give_back_changed(tables, visit.table);
    else hall_give_back(tables, visit.table);
  } else http_refuse(request, *why ? 503 : 404, *why ? why : "There is no such table.");
  json_decref(body);
}

void routes_answer(void *context, struct http_request *request) {
  struct tables *tables = context;
  struct route_address address;
  if (strcmp(request->path, "/api/games") == 0 && !request->is_post) lobby_list_games(tables, request);
  else if (strcmp(request->path, "/api/tables") == 0 && request->is_post) lobby_make_table(tables, request);
  else if (!read_address(request->path, &address)) http_refuse(request, 404, "There is nothing here.");
  else if (!request->is_post && is_document(address.what)) answer_document(tables, request, address.id, address.what);
  else visit_table(tables, request, &address);
}

bool routes_are_slow(const char *path, bool is_post) {
  struct route_address address;
  if (!read_address(path, &address)) return strcmp(path, "/api/tables") == 0;
  const struct route_place *place = find_place(address.what, is_post);
  return place ? place->is_slow : is_document(address.what);
}
