/* Making tables: see lobby.h. */
#include "serve/lobby.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "bots/bots.h"

enum { WHY = 400 };

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

/* ---- requests as JSON ---- */

json_t *lobby_body(struct http_request *request) {
  json_t *body = json_loadb(request->body, request->body_length, JSON_REJECT_DUPLICATES, NULL);
  if (json_is_object(body)) return body;
  json_decref(body);
  http_refuse(request, 400, "That is not the JSON this address takes.");
  return NULL;
}

const char *lobby_text(json_t *body, const char *key) {
  const char *text = json_string_value(json_object_get(body, key));
  return text ? text : "";
}

void lobby_name(char *to, const char *name) {
  size_t length = strnlen(name, TABLE_NAME + 1);
  if (length > TABLE_NAME)
    for (length = TABLE_NAME; length > 0 && ((unsigned char)name[length] & 0xC0) == 0x80;) length--;
  for (size_t i = 0; i < length; i++) to[i] = (unsigned char)name[i] < ' ' ? ' ' : name[i];
  to[length] = '\0';
}

/* ---- a new table ---- */

bool lobby_seats(json_t *list, struct table_wish *wish) {
  size_t index;
  json_t *seat;
  if (json_array_size(list) != wish->rules.players) return false;
  json_array_foreach(list, index, seat) {
    const char *who = lobby_text(seat, "who");
    lobby_name(wish->names[index], lobby_text(seat, "name"));
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
  wish->game = lobby_text(body, "game");
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

void lobby_links(const struct table *table, struct text *text) {
  struct json json;
  json_begin(&json, write_text, text);
  json_open_object(&json, NULL);
  json_text(&json, "id", table->id);
  json_text(&json, "host", table->host);
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

void lobby_make_table(struct tables *tables, struct http_request *request) {
  struct table_wish wish = { 0 };
  char why[WHY] = "";
  json_t *body = lobby_body(request);
  if (!body) return;
  wish.rules.players = (uint32_t)json_array_size(json_object_get(body, "seats"));
  wish.lag = json_integer_value(json_object_get(body, "lag"));
  if (wish.rules.players == 0 || wish.rules.players > TRV_MOST_PLAYERS || wish.lag < 0 || wish.lag > TABLE_MOST_LAG ||
      !read_rules(body, &wish.rules) || !lobby_seats(json_object_get(body, "seats"), &wish))
    http_refuse(request, 400,
                "A table has a game, seats (person, easy, fair or hard), house rules, settings and a lag.");
  else {
    struct table *table = hall_add(tables, &wish, why, sizeof why);
    if (table) {
      lobby_links(table, &request->text);
      hall_give_back_changed(tables, table);
    } else http_refuse(request, 422, why);
  }
  json_decref(body);
}

void lobby_list_games(struct tables *tables, struct http_request *request) {
  catalogue_describe(hall_of(tables)->catalogue, &request->text);
}
