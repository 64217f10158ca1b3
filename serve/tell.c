/* What a seat is told: see tell.h. */
#include "serve/tell.h"

#include <string.h>

#include "base/json.h"

enum { LAST_LINES = 40 /* that each message repeats, so that a browser which misses some messages misses no line */ };

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

static void begin(struct json *json, struct text *text) { json_begin(json, write_text, text); }

/* ---- the table ---- */

static bool tell_item(void *context, const trv_view_item *item) {
  struct json *json = context;
  json_open_object(json, NULL);
  json_text(json, "name", item->name);
  if (*item->index) json_text(json, "index", item->index);
  if (item->owner >= 0) json_number(json, "owner", item->owner);
  json_bool(json, "zone", item->is_zone);
  if (!item->visible) json_bool(json, "hidden", true);
  if (item->is_zone) json_count(json, "size", item->size);
  if (item->ordered) json_bool(json, "ordered", true);
  if (item->passing) json_bool(json, "passing", true);
  if (*item->contents) json_text(json, "contents", item->contents);
  if (*item->known) json_text(json, "known", item->known);
  json_close(json);
  return true;
}

static void tell_view(struct json *json, trv_game *game, int viewer) {
  struct text view = { 0 };
  TEXT_FILL_BY(text_reserve, &view, trv_view_json, game, viewer);
  json_raw(json, "view", view.length ? text_get(&view) : "{}");
  text_free(&view);
  json_open_array(json, "items");
  trv_view_each(game, viewer, tell_item, json);
  json_close(json);
}

/* ---- the choice ---- */

static bool tell_option(void *context, const trv_offered *offered) {
  struct json *json = context;
  json_open_object(json, NULL);
  json_text(json, "name", offered->name);
  json_text(json, "notation", offered->notation);
  json_text(json, "label", offered->label);
  json_close(json);
  return true;
}

/* What only the one who chooses is told. */
static void tell_question(struct json *json, trv_game *game) {
  struct text text = { 0 };
  TEXT_FILL_BY(text_reserve, &text, trv_game_prompt, game);
  json_text(json, "prompt", text_get(&text));
  TEXT_FILL_BY(text_reserve, &text, trv_game_choice_cites, game);
  json_text(json, "cites", text_get(&text));
  text_free(&text);
  json_open_array(json, "options");
  trv_offered_each(game, tell_option, json);
  json_close(json);
}

static void tell_choice(struct json *json, trv_game *game, int viewer) {
  trv_choice_info info;
  if (trv_game_choice(game, &info) != TRV_OK) return;
  json_open_object(json, "choice");
  json_count(json, "seat", info.seat);
  json_text(json, "phase", info.phase);
  if (viewer == (int)info.seat) tell_question(json, game);
  json_close(json);
}

static void tell_proposal(struct json *json, const trv_sitting *sitting) {
  trv_proposal proposal;
  if (trv_sitting_proposal(sitting, &proposal) != TRV_OK) return;
  json_open_object(json, "proposal");
  json_count(json, "number", proposal.number);
  json_count(json, "seat", proposal.seat);
  json_count(json, "waiting", proposal.waiting);
  json_close(json);
}

/* ---- who is there ---- */

static void tell_seats(struct json *json, struct table *table) {
  json_open_array(json, "seats");
  for (uint32_t i = 0; i < table->players; i++) {
    const struct table_seat *seat = &table->seats[i];
    trv_seat_info info = { 0 };
    trv_sitting_seat(table->sitting, i, &info);
    json_open_object(json, NULL);
    json_text(json, "seat", trv_setup_seat_name(table->rules->setup, i));
    json_text(json, "name", *seat->name ? seat->name : trv_setup_seat_name(table->rules->setup, i));
    json_text(json, "who", *seat->level ? "bot" : seat->joined ? "person" : "open");
    if (*seat->level) json_text(json, "level", seat->level);
    if (info.away) json_bool(json, "away", true);
    json_bool(json, "here", *seat->level || stream_count(&table->streams, (int)i) > 0);
    json_close(json);
  }
  json_close(json);
}

/* ---- the end ---- */

static void tell_result(struct json *json, trv_game *game, uint32_t players) {
  uint32_t places[TRV_MOST_PLAYERS];
  int32_t keys[TRV_MOST_PLAYERS];
  if (trv_game_result(game, places, keys) != TRV_OK) return;
  json_open_array(json, "result");
  for (uint32_t i = 0; i < players; i++) {
    json_open_object(json, NULL);
    json_count(json, "place", places[i]);
    json_number(json, "key", keys[i]);
    json_close(json);
  }
  json_close(json);
  json_text(json, "key", trv_program_describe(trv_setup_program(trv_game_setup(game))).first_key);
}

static void tell_error(struct json *json, trv_game *game) {
  trv_rule_error error;
  if (trv_game_error(game, &error) != TRV_OK) return;
  json_open_object(json, "error");
  json_text(json, "message", error.message);
  json_text(json, "file", error.file);
  json_count(json, "line", error.line);
  json_text(json, "cites", error.cites);
  json_close(json);
}

/* ---- lines ---- */

static bool tell_line(void *context, const trv_line *line) {
  struct json *json = context;
  json_open_object(json, NULL);
  json_count(json, "number", line->number);
  json_text(json, "text", line->text);
  if (*line->phase) json_text(json, "phase", line->phase);
  if (line->seat >= 0) json_number(json, "seat", line->seat);
  json_count(json, "moves", line->moves);
  json_close(json);
  return true;
}

static void add_lines(struct json *json, const char *key, const struct table *table, int viewer, size_t first) {
  json_open_array(json, key);
  trv_sitting_heard_each(table->sitting, viewer, first, tell_line, json);
  json_close(json);
}

void tell_lines(struct table *table, int viewer, size_t first, struct text *text) {
  struct json json;
  begin(&json, text);
  add_lines(&json, NULL, table, viewer, first);
}

/* ---- all of it ---- */

void tell_table(struct table *table, int viewer, struct text *text) {
  struct json json;
  trv_game *game = trv_sitting_game(table->sitting);
  size_t heard = trv_sitting_heard(table->sitting, viewer);
  int status = trv_game_status(game);
  begin(&json, text);
  json_open_object(&json, NULL);
  json_count(&json, "stamp", trv_sitting_stamp(table->sitting));
  json_count(&json, "moves", trv_sitting_moves(table->sitting));
  json_number(&json, "viewer", viewer);
  json_text(&json, "title", trv_program_describe(table->rules->program).title);
  if (*table->note) json_text(&json, "note", table->note);
  tell_seats(&json, table);
  tell_view(&json, game, viewer);
  if (status == TRV_CHOICE) tell_choice(&json, game, viewer);
  if (status == TRV_OVER) tell_result(&json, game, table->players);
  if (status == TRV_RULE_ERROR) tell_error(&json, game);
  tell_proposal(&json, table->sitting);
  json_count(&json, "heard", heard);
  add_lines(&json, "lines", table, viewer, heard > LAST_LINES ? heard - LAST_LINES : 0);
  json_close(&json);
}

static bool tell_denial(void *context, const trv_denied *denied) {
  struct json *json = context;
  json_open_object(json, NULL);
  json_text(json, "notation", denied->notation);
  json_text(json, "reason", denied->reason);
  json_text(json, "cites", denied->cites);
  json_close(json);
  return true;
}

void tell_denied(struct table *table, uint32_t seat, struct text *text) {
  struct json json;
  trv_game *game = trv_sitting_game(table->sitting);
  begin(&json, text);
  json_open_array(&json, NULL);
  if (trv_game_chooser(game) == (int)seat) trv_denied_each(game, tell_denial, &json);
  json_close(&json);
}

void tell_everybody(struct table *table) {
  struct text text = { 0 };
  for (int viewer = -1; viewer < (int)table->players; viewer++) {
    if (stream_count(&table->streams, viewer) == 0) continue;
    text_clear(&text);
    tell_table(table, viewer, &text);
    struct stream_message *message =
        text.failed ? NULL : stream_message_new(trv_sitting_stamp(table->sitting), text.bytes, text.length);
    if (message) stream_tell(&table->streams, viewer, message);
    stream_message_drop(message);
  }
  text_free(&text);
}
