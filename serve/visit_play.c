/* What people do and ask at a table while they play: see visit.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "bots/bots.h"
#include "serve/lobby.h"
#include "serve/tell.h"
#include "serve/visit.h"

enum { MOST_STREAMS = 4 /* of one seat: tabs and devices */, MOST_WATCHERS = 200 };

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

void visit_refuse(struct http_request *request, int status) {
  if (status == TRV_E_STATE) http_refuse(request, 409, "That is not possible any more: the game has gone on.");
  else if (status == TRV_E_ARGUMENT) http_refuse(request, 409, "That cannot be chosen now.");
  else http_refuse(request, 500, trv_status_text(status));
}

int64_t visit_number(const struct table_visit *visit, const char *key) {
  json_t *number = json_object_get(visit->body, key);
  return json_is_integer(number) && json_integer_value(number) >= 0 ? json_integer_value(number) : -1;
}

int64_t visit_query(const char *query) {
  size_t length = strlen(query);
  return length > 0 && length <= 9 && strspn(query, "0123456789") == length ? strtol(query, NULL, 10) : -1;
}

/* ---- sitting down ---- */

/* Whoever has the link of a seat sits down there, and is known by a cookie from then on. */
void visit_join(struct table_visit *visit) {
  const char *name = json_string_value(json_object_get(visit->body, "name"));
  char given[TABLE_NAME + 1];
  if (name) lobby_name(given, name);
  if (!table_knows(visit->table, visit->seat, lobby_text(visit->body, "secret")))
    return http_refuse(visit->request, 403, "This link does not belong to a seat at this table.");
  if (!table_sit(visit->table, visit->seat, name ? given : NULL))
    return http_refuse(visit->request, 409, "This seat cannot be taken.");
  snprintf(visit->request->cookie, sizeof visit->request->cookie,
           "seat=%s; Path=/api/t/%s/%u/; HttpOnly; SameSite=Strict; Max-Age=31536000",
           visit->table->seats[visit->seat].secret, visit->table->id, visit->seat + 1);
  visit->request->status = 204;
  visit->changed = true;
}

void visit_name(struct table_visit *visit) {
  char given[TABLE_NAME + 1];
  lobby_name(given, lobby_text(visit->body, "name"));
  if (!table_sit(visit->table, visit->seat, given))
    return http_refuse(visit->request, 409, "This seat cannot be taken.");
  visit->request->status = 204;
  visit->changed = true;
}

/* Whoever comes back has the seat again that a bot kept. */
void visit_events(struct table_visit *visit) {
  struct table *table = visit->table;
  size_t most = visit->viewer < 0 ? MOST_WATCHERS : MOST_STREAMS;
  if (stream_count(&table->streams, visit->viewer) >= most) stream_list_probe(&table->streams);
  if (stream_count(&table->streams, visit->viewer) >= most)
    return http_refuse(visit->request, 429, "This seat is open in too many windows.");
  struct stream *stream = stream_add(&table->streams, visit->viewer);
  if (!stream) return http_refuse(visit->request, 503, trv_status_text(TRV_E_MEMORY));
  if (visit->viewer >= 0) table_sit(table, visit->seat, NULL);
  visit->request->stream = stream;
  visit->changed = true; /* others see that somebody is there, and the stream begins with the whole table */
}

/* ---- choices ---- */

/* Sent again, because the answer was lost or a proxy did so, a choice that counts already is no other one. */
void visit_choose(struct table_visit *visit) {
  const char *choice = lobby_text(visit->body, "choice");
  int64_t decision = visit_number(visit, "decision");
  int status = table_choose(visit->table, visit->seat, (uint64_t)visit_number(visit, "stamp"), choice);
  if (status == TRV_E_STATE && table_has_made(visit->table, visit->seat, decision, choice)) {
    visit->request->status = 204;
    return;
  }
  if (status < 0) return visit_refuse(visit->request, status);
  visit->request->status = 204;
  visit->changed = true;
}

static void consent(struct table_visit *visit, int status) {
  struct json json;
  if (status < 0) return visit_refuse(visit->request, status);
  json_begin(&json, write_text, &visit->request->text);
  json_open_object(&json, NULL);
  json_text(&json, "consent", status == TRV_TAKEN_BACK ? "done" : status == TRV_WAITING ? "waiting" : "refused");
  json_close(&json);
  visit->changed = true;
}

void visit_undo(struct table_visit *visit) {
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

void visit_answer_undo(struct table_visit *visit) {
  int64_t number = visit_number(visit, "number");
  bool agrees = json_is_true(json_object_get(visit->body, "agrees"));
  consent(visit, trv_sitting_answer(visit->table->sitting, visit->seat, (uint64_t)number, agrees));
}

/* A bot plays on for somebody who has left, if another person at the table asks for it. */
void visit_stand_in(struct table_visit *visit) {
  int64_t seat = visit_number(visit, "seat");
  if (seat < 0 || seat >= visit->table->players || seat == visit->seat)
    return http_refuse(visit->request, 400, "There is no such seat.");
  if (stream_count(&visit->table->streams, (int)seat) > 0)
    return http_refuse(visit->request, 409, "Whoever sits there is still here.");
  int status = table_stand_in(visit->table, (uint32_t)seat);
  if (status < 0) return visit_refuse(visit->request, status);
  visit->request->status = 204;
  visit->changed = true;
}

/* ---- questions ---- */

/* What a strong bot would do, as play_hint tells it at a terminal. */
static void tell_advice(trv_game *game, const struct bot_advice *advice, size_t count, struct text *text) {
  struct text part = { 0 };
  struct json json;
  json_begin(&json, write_text, text);
  json_open_object(&json, NULL);
  json_open_array(&json, "advice");
  for (size_t i = 0; i < count; i++) {
    json_open_object(&json, NULL);
    TEXT_FILL_BY(text_reserve, &part, trv_option_notation, game, advice[i].option);
    json_text(&json, "notation", text_get(&part));
    TEXT_FILL_BY(text_reserve, &part, trv_option_label, game, advice[i].option);
    json_text(&json, "label", text_get(&part));
    json_count(&json, "share", advice[i].share);
    if (advice[i].games) {
      json_count(&json, "chance", advice[i].chance);
      json_count(&json, "low", advice[i].low);
      json_count(&json, "high", advice[i].high);
    }
    json_close(&json);
  }
  json_close(&json);
  json_close(&json);
  text_free(&part);
}

/* Thinks about a copy, which it frees, with the table free meanwhile for everybody else. */
static void advise(struct table_visit *visit, trv_game *position, const trv_choice_info *choice) {
  struct table *table = visit->table;
  struct bot_turn turn = bots_turn(table->seed, 0, choice);
  struct bot_advice advice[3];
  uint64_t stamp = trv_sitting_stamp(table->sitting);
  const struct rules *rules = rules_share(hall_of(visit->tables)->catalogue, table->rules);
  table->is_advised |= 1U << visit->seat;
  pthread_mutex_unlock(&table->lock);
  size_t count = bots_advise(position, &turn, NULL, advice, 3, work_cancel());
  pthread_mutex_lock(&table->lock);
  table->is_advised &= ~(1U << visit->seat);
  if (stamp != trv_sitting_stamp(table->sitting)) visit_refuse(visit->request, TRV_E_STATE);
  else if (count == 0 || *work_cancel()) http_refuse(visit->request, 503, "The bot found no answer in time.");
  else tell_advice(position, advice, count, &visit->request->text);
  trv_game_free(position);
  rules_release(hall_of(visit->tables)->catalogue, rules);
}

void visit_hint(struct table_visit *visit) {
  enum { MOST_OPTIONS = 2000 /* the bot would look at most of them not even once */ };
  trv_game *game = trv_sitting_game(visit->table->sitting), *position = NULL;
  trv_choice_info choice;
  if (trv_game_chooser(game) != (int)visit->seat || trv_game_choice(game, &choice) != TRV_OK)
    return http_refuse(visit->request, 409, "You are not asked anything at present.");
  if (choice.options > MOST_OPTIONS)
    return http_refuse(visit->request, 409, "There are more options than a bot can try.");
  if (visit->table->is_advised >> visit->seat & 1)
    return http_refuse(visit->request, 429, "The last hint is still being thought about.");
  if (trv_game_new(visit->table->rules->setup, &position) == TRV_OK && trv_game_copy(position, game) == TRV_OK)
    advise(visit, position, &choice);
  else {
    trv_game_free(position);
    visit_refuse(visit->request, TRV_E_MEMORY);
  }
}

void visit_why_not(struct table_visit *visit) { tell_denied(visit->table, visit->seat, &visit->request->text); }

/* The rules as data. Whoever asks with their hash gets what never changes. */
void visit_program(struct table_visit *visit) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, trv_program_describe(visit->table->rules->program).hash);
  visit->request->is_lasting = strcmp(hash, visit->request->query) == 0;
  tell_program(visit->table, &visit->request->text);
}

static void lines_at(void *context, struct table *table) {
  struct table_visit *visit = context;
  tell_lines(table, visit->viewer, strtoul(visit->request->query, NULL, 10), &visit->request->text);
}

void visit_lines(struct table_visit *visit) {
  size_t moves = table_moves_for(visit->table, visit->viewer);
  if (!table_at(visit->table, moves, lines_at, visit)) visit_refuse(visit->request, TRV_E_MEMORY);
}

/* An item of the rulebook in its own words. */
void visit_item(struct table_visit *visit) {
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
