/* What a seat is told: see tell.h. */
#include "serve/tell.h"

#include <string.h>

#include "base/json.h"

enum {
  LAST_LINES = 40,    /* that each message repeats, so that a browser which misses some messages misses no line */
  MOST_OPTIONS = 2000 /* that are told of one choice, and reasons why others are not offered: there may be a million */
};

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

static void begin(struct json *json, struct text *text) { json_begin(json, write_text, text); }

/* ---- the table ---- */

static void tell_view(struct json *json, trv_game *game, int viewer) {
  struct text view = { 0 };
  TEXT_FILL_BY(text_reserve, &view, trv_view_json, game, viewer);
  json_raw(json, "view", view.length ? text_get(&view) : "{}");
  text_free(&view);
}

/* ---- the choice ---- */

/* What options speak of is told with its type, so that a page can find it on the table. */
struct tell_options {
  struct json *json;
  const trv_program *program;
  uint32_t told;
};

static const char *word_for(const trv_type_info *type) {
  if (type->kind == TRV_VALUE_PLAYER) return "player";
  return type->kind == TRV_VALUE_NUMBER ? "int" : type->kind == TRV_VALUE_TRUTH ? "bool" : type->name;
}

static void tell_argument(const struct tell_options *tell, const trv_argument *argument) {
  struct json *json = tell->json;
  trv_type_info type = { 0 };
  trv_program_type(tell->program, argument->type, &type);
  json_open_object(json, NULL);
  json_text(json, "type", word_for(&type));
  if (type.kind == TRV_VALUE_SEVERAL) json_bool(json, "several", true);
  json_text(json, "id", argument->id);
  json_text(json, "label", argument->label);
  if (*argument->zone) json_text(json, "zone", argument->zone);
  if (*argument->zone && argument->zone_owner >= 0) json_number(json, "owner", argument->zone_owner);
  json_close(json);
}

static void tell_arguments(const struct tell_options *tell, const trv_arguments *arguments) {
  trv_argument argument;
  json_open_array(tell->json, "args");
  for (uint32_t i = 0; trv_argument_get(arguments, i, &argument) == TRV_OK; i++) tell_argument(tell, &argument);
  json_close(tell->json);
}

static bool tell_option(void *context, const trv_offered *offered) {
  struct tell_options *tell = context;
  json_open_object(tell->json, NULL);
  json_text(tell->json, "name", offered->name);
  json_text(tell->json, "notation", offered->notation);
  json_text(tell->json, "label", offered->label);
  tell_arguments(tell, offered->arguments);
  json_close(tell->json);
  return ++tell->told < MOST_OPTIONS;
}

static struct tell_options options_of(struct json *json, const trv_game *game) {
  return (struct tell_options){ .json = json, .program = trv_setup_program(trv_game_setup(game)) };
}

/* What only the one who chooses is told. */
static void tell_question(struct json *json, trv_game *game, uint32_t options) {
  struct text text = { 0 };
  TEXT_FILL_BY(text_reserve, &text, trv_game_prompt, game);
  json_text(json, "prompt", text_get(&text));
  TEXT_FILL_BY(text_reserve, &text, trv_game_choice_cites, game);
  json_text(json, "cites", text_get(&text));
  text_free(&text);
  struct tell_options tell = options_of(json, game);
  json_open_array(json, "options");
  trv_offered_each(game, tell_option, &tell);
  json_close(json);
  if (options > MOST_OPTIONS) json_count(json, "more", options - MOST_OPTIONS);
}

/* Whose turn it is, and, while something can be chosen at all, what. */
static void tell_choice(struct json *json, trv_game *game, int viewer, bool is_open) {
  trv_choice_info info;
  uint32_t waiting[TRV_MOST_PLAYERS];
  if (trv_game_choice(game, &info) != TRV_OK) return;
  json_open_object(json, "choice");
  json_count(json, "seat", info.seat);
  json_text(json, "name", info.name);
  json_text(json, "phase", info.phase);
  json_open_array(json, "waiting");
  uint32_t count = trv_game_waiting(game, waiting);
  for (uint32_t i = 0; i < count; i++) json_count(json, NULL, waiting[i]);
  json_close(json);
  if (is_open && viewer == (int)info.seat) tell_question(json, game, info.options);
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

/* One key of the ranking: what it is called, and the number of each seat. */
static void tell_key(struct json *json, trv_game *game, uint32_t players, uint32_t key) {
  int32_t values[TRV_MOST_PLAYERS];
  trv_key_info info;
  if (trv_program_key(trv_setup_program(trv_game_setup(game)), key, &info) != TRV_OK) return;
  if (trv_game_key(game, key, values) != TRV_OK) return;
  json_open_object(json, NULL);
  json_text(json, "name", info.name);
  json_text(json, "title", info.title);
  json_open_array(json, "values");
  for (uint32_t i = 0; i < players; i++) json_number(json, NULL, values[i]);
  json_close(json);
  json_close(json);
}

static void tell_result(struct json *json, trv_game *game, uint32_t players) {
  uint32_t places[TRV_MOST_PLAYERS];
  if (trv_game_result(game, places, NULL) != TRV_OK) return;
  json_open_object(json, "result");
  json_open_array(json, "places");
  for (uint32_t i = 0; i < players; i++) json_count(json, NULL, places[i]);
  json_close(json);
  json_open_array(json, "keys");
  uint32_t keys = trv_program_describe(trv_setup_program(trv_game_setup(game))).keys;
  for (uint32_t key = 0; key < keys; key++) tell_key(json, game, players, key);
  json_close(json);
  json_close(json);
}

static void tell_error(struct json *json, trv_game *game) {
  trv_rule_error error;
  if (trv_game_error(game, &error) != TRV_OK) return;
  json_open_object(json, "error");
  json_text(json, "message", error.message);
  json_text(json, "file", rules_file_name(error.file));
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
  if (*line->arguments) json_text(json, "arguments", line->arguments);
  if (line->turn >= 0) json_number(json, "turn", line->turn);
  if (*line->cites) json_text(json, "cites", line->cites);
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
  json_hash(&json, "program", trv_program_describe(table->rules->program).hash);
  if (*table->note) json_text(&json, "note", table->note);
  if (table->is_edit) json_bool(&json, "edit", true);
  if (table->is_stopped) json_bool(&json, "stopped", true);
  if (table->problem) json_text(&json, "problem", table->problem);
  tell_seats(&json, table);
  tell_view(&json, game, viewer);
  if (status == TRV_CHOICE) tell_choice(&json, game, viewer, !table->is_stopped);
  if (status == TRV_OVER) tell_result(&json, game, table->players);
  if (status == TRV_RULE_ERROR) tell_error(&json, game);
  tell_proposal(&json, table->sitting);
  json_count(&json, "heard", heard);
  add_lines(&json, "lines", table, viewer, heard > LAST_LINES ? heard - LAST_LINES : 0);
  json_close(&json);
}

void tell_position(trv_game *game, int viewer, struct text *text) {
  struct json json;
  int status = trv_game_status(game);
  begin(&json, text);
  json_open_object(&json, NULL);
  json_number(&json, "viewer", viewer);
  tell_view(&json, game, viewer);
  if (status == TRV_CHOICE) tell_choice(&json, game, viewer, true);
  if (status == TRV_RULE_ERROR) tell_error(&json, game);
  json_close(&json);
}

static bool tell_denial(void *context, const trv_denied *denied) {
  struct tell_options *tell = context;
  json_open_object(tell->json, NULL);
  json_text(tell->json, "notation", denied->notation);
  json_text(tell->json, "words", denied->words);
  json_text(tell->json, "reason", denied->reason);
  json_text(tell->json, "cites", denied->cites);
  tell_arguments(tell, denied->arguments);
  json_close(tell->json);
  return ++tell->told < MOST_OPTIONS;
}

void tell_denied(struct table *table, uint32_t seat, struct text *text) {
  struct json json;
  trv_game *game = trv_sitting_game(table->sitting);
  struct tell_options tell = options_of(&json, game);
  begin(&json, text);
  json_open_array(&json, NULL);
  if (trv_game_chooser(game) == (int)seat) trv_denied_each(game, tell_denial, &tell);
  json_close(&json);
}

void tell_program(const struct table *table, struct text *text) {
  TEXT_FILL_BY(text_reserve, text, trv_program_json, table->rules->program);
}

static void tell_watchers(void *context, struct table *table) { tell_table(table, -1, context); }

void tell_everybody(struct table *table) {
  struct text text = { 0 };
  for (int viewer = -1; viewer < (int)table->players; viewer++) {
    if (stream_count(&table->streams, viewer) == 0) continue;
    text_clear(&text);
    if (viewer < 0) table_at(table, table_moves_for(table, viewer), tell_watchers, &text);
    else tell_table(table, viewer, &text);
    struct stream_message *message =
        text.failed ? NULL : stream_message_new(trv_sitting_stamp(table->sitting), text.bytes, text.length);
    if (message) stream_tell(&table->streams, viewer, message);
    stream_message_drop(message);
  }
  text_free(&text);
}
