/* What the addresses of the server mean. Each is a row of a list at the end, with the function that answers.
 *
 *   /api/games                    the catalogue
 *   /api/tables                   makes a table
 *   /api/t/TABLE/SEAT/WHAT        something at a table, asked by whoever has the secret of the seat; SEAT is its number
 *                                 from 1, or `watch` for what everybody sees */
#include "serve/routes.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "bots/bots.h"
#include "serve/hall.h"
#include "serve/tell.h"

enum { WHY = 400, MOST_STREAMS = 4 /* of one seat: tabs and devices */, MOST_WATCHERS = 200 };

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

/* ---- requests as JSON ---- */

static json_t *read_body(struct http_request *request) {
  json_t *body = json_loadb(request->body, request->body_length, JSON_REJECT_DUPLICATES, NULL);
  if (json_is_object(body)) return body;
  json_decref(body);
  http_refuse(request, 400, "That is not the JSON this address takes.");
  return NULL;
}

static const char *text_in(json_t *body, const char *key) {
  const char *text = json_string_value(json_object_get(body, key));
  return text ? text : "";
}

/* A name as people may give themselves one: nothing that would not be seen. Too long ones are cut between characters. */
static void copy_name(char *to, const char *name) {
  size_t length = strnlen(name, TABLE_NAME + 1);
  if (length > TABLE_NAME)
    for (length = TABLE_NAME; length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80;) length--;
  for (size_t i = 0; i < length; i++) to[i] = (unsigned char)name[i] < ' ' ? ' ' : name[i];
  to[length] = '\0';
}

/* ---- a new table ---- */

static bool read_seats(json_t *list, struct table_wish *wish) {
  size_t index;
  json_t *seat;
  if (json_array_size(list) != wish->rules.players) return false;
  json_array_foreach(list, index, seat) {
    const char *who = text_in(seat, "who");
    copy_name(wish->names[index], text_in(seat, "name"));
    if (strcmp(who, "person") == 0) continue;
    if (!bots_of_level(who) || strlen(who) > TABLE_LEVEL) return false;
    snprintf(wish->levels[index], sizeof wish->levels[index], "%s", who);
  }
  return true;
}

static bool read_rules(json_t *body, struct rules_wish *wish) {
  json_t *variants = json_object_get(body, "variants"), *settings = json_object_get(body, "settings"), *value;
  const char *name;
  size_t index;
  wish->game = text_in(body, "game");
  if (json_array_size(variants) > RULES_MOST_VARIANTS || json_object_size(settings) > RULES_MOST_SETTINGS) return false;
  json_array_foreach(variants, index, value) {
    if (!json_is_string(value)) return false;
    wish->variants[wish->variant_count++] = json_string_value(value);
  }
  json_object_foreach(settings, name, value) {
    if (!json_is_string(value)) return false;
    wish->settings[wish->setting_count++] = (trv_choice_of_setting){ name, json_string_value(value) };
  }
  return true;
}

/* The links of all seats, for whoever made the table. */
static void tell_links(const struct table *table, struct text *text) {
  struct json json;
  json_begin(&json, write_text, text);
  json_open_object(&json, NULL);
  json_text(&json, "id", table->id);
  json_open_array(&json, "seats");
  for (uint32_t i = 0; i < table->players; i++) {
    json_open_object(&json, NULL);
    json_text(&json, "seat", trv_setup_seat_name(table->rules->setup, i));
    json_text(&json, "who", *table->seats[i].level ? "bot" : "person");
    if (!*table->seats[i].level) json_text(&json, "secret", table->seats[i].secret);
    json_close(&json);
  }
  json_close(&json);
  json_close(&json);
}

static void make_table(struct tables *tables, struct http_request *request) {
  struct table_wish wish = { 0 };
  char why[WHY] = "";
  json_t *body = read_body(request);
  if (!body) return;
  wish.rules.players = (uint32_t)json_array_size(json_object_get(body, "seats"));
  if (wish.rules.players == 0 || wish.rules.players > TRV_MOST_PLAYERS || !read_rules(body, &wish.rules) ||
      !read_seats(json_object_get(body, "seats"), &wish))
    http_refuse(request, 400, "A table has a game, seats (person, easy, fair or hard), house rules and settings.");
  else {
    struct table *table = hall_add(tables, &wish, why, sizeof why);
    if (table) {
      tell_links(table, &request->text);
      hall_give_back_changed(tables, table);
    } else http_refuse(request, 422, why);
  }
  json_decref(body);
}

static void list_games(struct tables *tables, struct http_request *request) {
  catalogue_describe(hall_of(tables)->catalogue, &request->text);
}

/* ---- at a table ---- */

/* Somebody at a table asks something. The table is taken; `changed` says whether everybody is to be told. */
struct route_visit {
  struct tables *tables;
  struct table *table;
  struct http_request *request;
  json_t *body; /* of a POST */
  int viewer;   /* a seat, or -1 */
  uint32_t seat;
  bool changed;
};

static void refuse_status(struct http_request *request, int status) {
  if (status == TRV_E_STATE) http_refuse(request, 409, "That is not possible any more: the game has gone on.");
  else if (status == TRV_E_ARGUMENT) http_refuse(request, 409, "That cannot be chosen now.");
  else http_refuse(request, 500, trv_status_text(status));
}

/* Whoever has the link of a seat sits down there, and is known by a cookie from then on. */
static void join(struct route_visit *visit) {
  const char *name = json_string_value(json_object_get(visit->body, "name"));
  char given[TABLE_NAME + 1];
  if (name) copy_name(given, name);
  if (!table_knows(visit->table, visit->seat, text_in(visit->body, "secret")))
    return http_refuse(visit->request, 403, "This link does not belong to a seat at this table.");
  if (!table_sit(visit->table, visit->seat, name ? given : NULL))
    return http_refuse(visit->request, 409, "This seat cannot be taken.");
  snprintf(visit->request->cookie, sizeof visit->request->cookie,
           "seat=%s; Path=/api/t/%s/%u/; HttpOnly; SameSite=Strict; Max-Age=31536000",
           visit->table->seats[visit->seat].secret, visit->table->id, visit->seat + 1);
  visit->request->status = 204;
  visit->changed = true;
}

static void events(struct route_visit *visit) {
  struct table *table = visit->table;
  if (stream_count(&table->streams, visit->viewer) >= (visit->viewer < 0 ? MOST_WATCHERS : MOST_STREAMS))
    return http_refuse(visit->request, 429, "This seat is open in too many windows.");
  struct stream *stream = stream_add(&table->streams, visit->viewer);
  if (!stream) return http_refuse(visit->request, 503, trv_status_text(TRV_E_MEMORY));
  visit->request->stream = stream;
  visit->changed = true; /* others see that somebody is there, and the stream begins with the whole table */
}

static void choose(struct route_visit *visit) {
  json_int_t stamp = json_integer_value(json_object_get(visit->body, "stamp"));
  int status = table_choose(visit->table, visit->seat, (uint64_t)stamp, text_in(visit->body, "choice"));
  if (status < 0) return refuse_status(visit->request, status);
  visit->request->status = 204;
  visit->changed = true;
}

static void consent(struct route_visit *visit, int status) {
  struct json json;
  if (status < 0) return refuse_status(visit->request, status);
  json_begin(&json, write_text, &visit->request->text);
  json_open_object(&json, NULL);
  json_text(&json, "consent", status == TRV_TAKEN_BACK ? "done" : status == TRV_WAITING ? "waiting" : "refused");
  json_close(&json);
  visit->changed = true;
}

static void undo(struct route_visit *visit) {
  bool revealed = json_is_true(json_object_get(visit->body, "revealed"));
  size_t move;
  trv_take_back needs;
  if (trv_sitting_last(visit->table->sitting, (int)visit->seat, &move) != TRV_OK)
    return http_refuse(visit->request, 409, "There is nothing to take back.");
  int status = trv_sitting_look_back(visit->table->sitting, visit->seat, move, &needs);
  if (status == TRV_OK && needs.revealed && !revealed)
    return http_refuse(visit->request, 428, "Something has come to light since: the others are asked.");
  consent(visit, status < 0 ? status : table_take_back(visit->table, visit->seat, revealed));
}

static void answer(struct route_visit *visit) {
  json_int_t number = json_integer_value(json_object_get(visit->body, "number"));
  bool agrees = json_is_true(json_object_get(visit->body, "agrees"));
  consent(visit, trv_sitting_answer(visit->table->sitting, visit->seat, (uint64_t)number, agrees));
}

/* A bot plays on for somebody who has left, if another person at the table asks for it. */
static void stand_in(struct route_visit *visit) {
  json_int_t seat = json_integer_value(json_object_get(visit->body, "seat"));
  if (seat < 0 || seat >= visit->table->players || seat == visit->seat)
    return http_refuse(visit->request, 400, "There is no such seat.");
  if (stream_count(&visit->table->streams, (int)seat) > 0)
    return http_refuse(visit->request, 409, "Whoever sits there is still here.");
  int status = table_stand_in(visit->table, (uint32_t)seat);
  if (status < 0) return refuse_status(visit->request, status);
  visit->request->status = 204;
  visit->changed = true;
}

static void why_not(struct route_visit *visit) { tell_denied(visit->table, visit->seat, &visit->request->text); }

static void lines(struct route_visit *visit) {
  tell_lines(visit->table, visit->viewer, strtoul(visit->request->query, NULL, 10), &visit->request->text);
}

/* An item of the rulebook in its own words. */
static void item(struct route_visit *visit) {
  const struct rules *rules = visit->table->rules;
  struct text found = { 0 };
  struct json json;
  TEXT_FILL_BY(text_reserve, &found, trv_rulebook_find, rules->rulebook, rules->rulebook_length, visit->request->query);
  json_begin(&json, write_text, &visit->request->text);
  json_open_object(&json, NULL);
  json_text(&json, "text", text_get(&found));
  json_close(&json);
  text_free(&found);
}

/* A finished game belongs to everybody; before, it would tell what is hidden. */
static void save(struct route_visit *visit) {
  char *text = NULL;
  size_t length = 0;
  if (trv_game_status(trv_sitting_game(visit->table->sitting)) != TRV_OVER)
    return http_refuse(visit->request, 409, "The game can be saved when it is over: a save tells what is hidden.");
  int status = trv_sitting_save(visit->table->sitting, &text, &length);
  if (status < 0) return refuse_status(visit->request, status);
  visit->request->type = "text/plain; charset=utf-8";
  text_add_bytes(&visit->request->text, text, length);
  trv_free(text);
}

struct route_place {
  const char *what;
  bool is_post, may_watch;
  void (*answer)(struct route_visit *visit);
};
static const struct route_place places[] = {
  { "join", true, false, join },    { "events", false, true, events }, { "choose", true, false, choose },
  { "undo", true, false, undo },    { "answer", true, false, answer }, { "stand-in", true, false, stand_in },
  { "why", false, false, why_not }, { "lines", false, true, lines },   { "item", false, true, item },
  { "save", false, true, save },
};

static const struct route_place *find_place(const char *what, bool is_post) {
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (strcmp(places[i].what, what) == 0 && places[i].is_post == is_post) return &places[i];
  return NULL;
}

/* Whether the one who asks may sit where the address says. */
static bool may_enter(const struct route_visit *visit, const struct route_place *place) {
  char secret[HTTP_COOKIE];
  if (visit->viewer < 0) return place->may_watch;
  if (place->answer == join) return true; /* which looks at the secret in its body */
  return http_cookie(visit->request->cookies, "seat", secret, sizeof secret) &&
         table_knows(visit->table, visit->seat, secret);
}

static void enter(struct route_visit *visit, const struct route_place *place) {
  if (visit->viewer >= (int)visit->table->players)
    http_refuse(visit->request, 404, "There is no such seat at this table.");
  else if (!may_enter(visit, place))
    http_refuse(visit->request, 403, "You do not sit here: use the link of your seat.");
  else place->answer(visit);
}

/* Documents take longer than anything else, and need the rules alone: the table is not taken for them. */
static bool answer_document(struct tables *tables, struct http_request *request, const char *id, const char *what) {
  bool is_sheet = strcmp(what, "rules") == 0;
  char why[WHY] = "";
  struct hall_wish wish;
  if (!is_sheet && strcmp(what, "leaflet") != 0) return false;
  if (!hall_wish_of(tables, id, &wish)) return http_refuse(request, 404, "There is no such table."), true;
  char *page =
      rules_document(hall_of(tables)->catalogue, &wish.rules, is_sheet ? RULES_SHEET : RULES_LEAFLET, why, sizeof why);
  if (page) {
    request->type = "text/html; charset=utf-8";
    text_add(&request->text, page);
  } else http_refuse(request, 500, why);
  free(page);
  hall_wish_free(&wish);
  return true;
}

/* The number of a seat from 1, or `watch`; -2 when it is neither. */
static int read_viewer(const char *text) {
  if (strcmp(text, "watch") == 0) return -1;
  long seat = strspn(text, "0123456789") == strlen(text) && strlen(text) <= 2 ? strtol(text, NULL, 10) : 0;
  return seat >= 1 && seat <= TRV_MOST_PLAYERS ? (int)seat - 1 : -2;
}

static void visit_table(struct tables *tables, struct http_request *request) {
  char id[TABLE_ID + 1], seat[8], what[16], why[WHY] = "", rest;
  int read = sscanf(request->path, "/api/t/%12[a-z0-9]/%7[a-z0-9]/%15[a-z-]%c", id, seat, what, &rest);
  int viewer = read == 3 ? read_viewer(seat) : -2;
  const struct route_place *place = read == 3 ? find_place(what, request->is_post) : NULL;
  if (viewer >= -1 && !request->is_post && answer_document(tables, request, id, what)) return;
  if (viewer < -1 || !place) return http_refuse(request, 404, "There is nothing here.");
  json_t *body = request->is_post ? read_body(request) : NULL;
  if (request->is_post && !body) return;
  struct route_visit visit = {
    .tables = tables, .request = request, .body = body, .viewer = viewer, .seat = (uint32_t)viewer
  };
  visit.table = hall_take(tables, id, why, sizeof why);
  if (visit.table) {
    enter(&visit, place);
    if (visit.changed) hall_give_back_changed(tables, visit.table);
    else hall_give_back(tables, visit.table);
  } else http_refuse(request, *why ? 503 : 404, *why ? why : "There is no such table.");
  json_decref(body);
}

void routes_answer(void *context, struct http_request *request) {
  struct tables *tables = context;
  if (strncmp(request->path, "/api/t/", 7) == 0) visit_table(tables, request);
  else if (strcmp(request->path, "/api/games") == 0 && !request->is_post) list_games(tables, request);
  else if (strcmp(request->path, "/api/tables") == 0 && request->is_post) make_table(tables, request);
  else http_refuse(request, 404, "There is nothing here.");
}
