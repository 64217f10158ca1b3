/* The course of a finished game: see course.h. */
#include "serve/course.h"

#include <stdlib.h>

#include "base/json.h"

enum { MOST_POINTS = 300 }; /* of a plot; of longer games every second, third … position is taken */

/* Numbers of all seats, position after position. */
struct course_series {
  uint32_t players;
  size_t points;
  int32_t *keys, *values; /* players numbers for each point */
  bool has_value;
};

static void write_text(void *context, const char *bytes, size_t length) { text_add_bytes(context, bytes, length); }

/* Notes where everybody stands now. What cannot be worked out is 0. */
static void note(struct course_series *course, trv_game *game) {
  int32_t *keys = course->keys + course->points * course->players;
  int32_t *values = course->values + course->points * course->players;
  if (trv_game_key(game, 0, keys) != TRV_OK)
    for (uint32_t i = 0; i < course->players; i++) keys[i] = 0;
  for (uint32_t i = 0; i < course->players; i++)
    if (!course->has_value || trv_game_value(game, i, &values[i]) != TRV_OK) values[i] = 0;
  course->points++;
}

/* Plays the game again and notes every `step`-th position, and the last. */
static bool follow(struct course_series *course, const struct table *table, trv_game *game, size_t step) {
  size_t moves = trv_sitting_moves(table->sitting);
  trv_move move;
  if (trv_game_start_seed(game, table->seed, 0) < 0) return false;
  for (size_t i = 0; i < moves; i++) {
    if (i % step == 0) note(course, game);
    if (trv_sitting_move(table->sitting, i, &move) != TRV_OK || trv_choose(game, move.index) < 0) return false;
  }
  note(course, game);
  return true;
}

static void tell_series(struct json *json, const char *title, const struct course_series *course,
                        const int32_t *numbers) {
  json_open_object(json, NULL);
  json_text(json, "title", title);
  json_open_array(json, "values");
  for (uint32_t seat = 0; seat < course->players; seat++) {
    json_open_array(json, NULL);
    for (size_t i = 0; i < course->points; i++) json_number(json, NULL, numbers[i * course->players + seat]);
    json_close(json);
  }
  json_close(json);
  json_close(json);
}

static void tell(const struct course_series *course, const trv_program *program, struct text *text) {
  struct json json;
  trv_key_info key;
  json_begin(&json, write_text, text);
  json_open_object(&json, NULL);
  json_open_array(&json, "series");
  if (trv_program_key(program, 0, &key) == TRV_OK) tell_series(&json, key.title, course, course->keys);
  if (course->has_value) tell_series(&json, "how well each stood", course, course->values);
  json_close(&json);
  json_close(&json);
}

bool course_tell(const struct table *table, struct text *text) {
  size_t moves = trv_sitting_moves(table->sitting), step = moves / MOST_POINTS + 1, room = moves / step + 2;
  struct course_series course = { .players = table->players,
                                  .has_value = trv_program_describe(table->rules->program).has_value };
  trv_game *game = NULL;
  course.keys = calloc(room * course.players, sizeof *course.keys);
  course.values = calloc(room * course.players, sizeof *course.values);
  bool done = course.keys && course.values && trv_game_new(table->rules->setup, &game) == TRV_OK;
  if (done) {
    trv_game_set_fuel(game, TABLE_FUEL);
    done = follow(&course, table, game, step);
  }
  if (done) tell(&course, table->rules->program, text);
  trv_game_free(game);
  free(course.keys);
  free(course.values);
  return done;
}
