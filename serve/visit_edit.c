/* What a designer of rules asks at a table (trvm serve --edit): which lines ran for the last choice, what scenarios come to
 * step by step, a position set up by hand, and another beginning: see visit.h. It tells what is hidden. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "serve/lobby.h"
#include "serve/tell.h"
#include "serve/visit.h"

enum { MOST_FILES = 16, MESSAGE = 2000 };

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

/* ---- lines that ran ---- */

struct edit_places {
  struct json *json;
  char *files[MOST_FILES]; /* owned */
  size_t count;
};

static void note_file(struct edit_places *places, const char *file) {
  for (size_t i = 0; i < places->count; i++)
    if (strcmp(places->files[i], file) == 0) return;
  if (places->count < MOST_FILES && (places->files[places->count] = strdup(file))) places->count++;
}

static bool tell_place(void *context, const trv_place *place) {
  struct edit_places *places = context;
  struct json *json = places->json;
  if (place->visits == 0) return true;
  note_file(places, place->file);
  json_open_object(json, NULL);
  json_text(json, "file", place->file);
  json_count(json, "line", place->line);
  json_count(json, "column", place->column);
  if (*place->name) json_text(json, "name", place->name);
  if (*place->cites) json_text(json, "cites", place->cites);
  json_count(json, "visits", place->visits);
  json_close(json);
  return true;
}

/* The rules as they are on disk; modules of the library have no file there. */
static void tell_files(struct edit_places *places) {
  json_open_array(places->json, "files");
  for (size_t i = 0; i < places->count; i++) {
    size_t length;
    char *text = rules_read_text(places->files[i], &length);
    if (text) {
      json_open_object(places->json, NULL);
      json_text(places->json, "name", places->files[i]);
      json_text(places->json, "text", text);
      json_close(places->json);
    }
    free(text);
    free(places->files[i]);
  }
  json_close(places->json);
}

/* Plays the game again, and counts what runs for its last choice, or from the beginning when there was none yet. */
static int count_last(const struct table *table, trv_game *game, uint64_t *visits) {
  size_t moves = trv_sitting_moves(table->sitting);
  if (moves == 0) trv_game_count_visits(game, visits);
  int status = trv_game_start_seed(game, table->seed, 0);
  for (size_t i = 0; i < moves && status == TRV_CHOICE; i++) {
    trv_move move;
    if (trv_sitting_move(table->sitting, i, &move) != TRV_OK) return TRV_E_STATE;
    if (i == moves - 1) trv_game_count_visits(game, visits);
    status = trv_choose(game, move.index);
  }
  trv_game_count_visits(game, NULL);
  return status < 0 ? status : TRV_OK;
}

void visit_ran(struct table_visit *visit) {
  const struct rules *rules = visit->table->rules;
  uint64_t *visits = calloc(trv_program_describe(rules->program).instructions, sizeof *visits);
  trv_game *game = NULL;
  struct json json;
  struct edit_places places = { .json = &json };
  int status = visits ? trv_game_new(rules->setup, &game) : TRV_E_MEMORY;
  if (status == TRV_OK) {
    trv_game_set_fuel(game, TABLE_FUEL);
    status = count_last(visit->table, game, visits);
  }
  if (status == TRV_OK) {
    json_begin(&json, write_text, &visit->request->text);
    json_open_object(&json, NULL);
    json_count(&json, "moves", trv_sitting_moves(visit->table->sitting));
    json_open_array(&json, "places");
    trv_places_each(rules->program, visits, tell_place, &places);
    json_close(&json);
    tell_files(&places);
    json_close(&json);
  } else visit_refuse(visit->request, status);
  trv_game_free(game);
  free(visits);
}

/* ---- scenarios ---- */

void visit_scenarios(struct table_visit *visit) {
  trv_scenario_info info;
  struct json json;
  json_begin(&json, write_text, &visit->request->text);
  json_open_array(&json, NULL);
  for (uint32_t i = 0; trv_program_scenario(visit->table->rules->program, i, &info) == TRV_OK; i++) {
    json_open_object(&json, NULL);
    json_count(&json, "number", i);
    json_text(&json, "title", info.title);
    json_text(&json, "file", info.file);
    json_count(&json, "line", info.line);
    json_text(&json, "cites", info.cites);
    json_close(&json);
  }
  json_close(&json);
}

/* A scenario up to a step; `at` below 0: up to its end. */
struct edit_run {
  int64_t at;
  int viewer;
  uint32_t steps;
  struct text lines, position;
};

static bool note_step(void *context, trv_game *game, uint32_t line) {
  struct edit_run *run = context;
  text_format(&run->lines, run->steps ? ",%u" : "%u", line);
  if (run->at < 0 || (int64_t)run->steps <= run->at) {
    text_clear(&run->position);
    tell_position(game, run->viewer, &run->position);
  }
  run->steps++;
  return true;
}

static void tell_scenario(struct table_visit *visit, const trv_program *program, uint32_t number, int64_t at,
                          int viewer) {
  struct edit_run run = { .at = at, .viewer = viewer };
  trv_scenario_info info;
  struct text lines = { 0 };
  struct json json;
  char message[MESSAGE] = "";
  uint32_t line = 0;
  if (trv_program_scenario(program, number, &info) != TRV_OK)
    return http_refuse(visit->request, 404, "There is no such scenario.");
  int status = trv_scenario_each(program, number, note_step, &run, message, sizeof message, &line);
  text_format(&lines, "[%s]", text_get(&run.lines));
  json_begin(&json, write_text, &visit->request->text);
  json_open_object(&json, NULL);
  json_text(&json, "title", info.title);
  json_raw(&json, "lines", text_get(&lines));
  json_bool(&json, "passed", status == TRV_OK);
  if (status != TRV_OK) json_text(&json, "message", *message ? message : trv_status_text(status));
  if (status != TRV_OK) json_count(&json, "line", line);
  if (run.position.length) json_raw(&json, "position", text_get(&run.position));
  json_close(&json);
  text_free(&lines);
  text_free(&run.lines);
  text_free(&run.position);
}

/* Which seat looks: one's own unless another one is named. */
static int viewer_of(const struct table_visit *visit) {
  if (strcmp(visit->request->as, "watch") == 0) return -1;
  int64_t as = visit_query(visit->request->as);
  return as >= 1 && as <= TRV_MOST_PLAYERS ? (int)as - 1 : visit->viewer;
}

void visit_scenario(struct table_visit *visit) {
  int64_t number = visit_query(visit->request->query);
  tell_scenario(visit, visit->table->rules->program, number < 0 ? UINT32_MAX : (uint32_t)number,
                visit_query(visit->request->at), viewer_of(visit));
}

/* A position set up by hand: the items of a scenario that stands nowhere yet. */
void visit_try(struct table_visit *visit) {
  struct hall_wish wish;
  char *problem = NULL;
  if (!hall_wish_of(visit->tables, visit->table->id, &wish)) return visit_refuse(visit->request, TRV_E_MEMORY);
  trv_program *program =
      rules_try(hall_of(visit->tables)->catalogue, &wish.rules, lobby_text(visit->body, "items"), &problem);
  if (program)
    tell_scenario(visit, program, trv_program_describe(program).scenarios - 1, visit_number(visit, "at"),
                  viewer_of(visit));
  else http_refuse(visit->request, 422, problem ? problem : trv_status_text(TRV_E_MEMORY));
  trv_program_free(program);
  free(problem);
  hall_wish_free(&wish);
}

/* ---- another beginning ---- */

void visit_anew(struct table_visit *visit) {
  if (!table_anew(visit->table)) return http_refuse(visit->request, 503, "The game cannot be begun again now.");
  visit->request->status = 204;
  visit->changed = true;
}
