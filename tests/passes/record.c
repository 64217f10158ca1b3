/* See record.h. A line is what is told, a colon and how it reads; texts of several lines go on in the next line. */
#include "tests/passes/record.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/play/table.h"

enum { OPTIONS_WITH_CITES = 20 }; /* which are looked up one by one */

static void put(struct record *record, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct record *record, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  size_t need = record->used + (size_t)length + 1;
  if (need > record->size) {
    record->size = need * 2;
    record->bytes = realloc(record->bytes, record->size);
    if (!record->bytes) exit(2);
  }
  va_start(arguments, format);
  vsnprintf(record->bytes + record->used, record->size - record->used, format, arguments);
  va_end(arguments);
  record->used += (size_t)length;
}

#define PUT_TEXT(record, name, function, ...)                                                                          \
  do {                                                                                                                 \
    struct text text_ = { 0 };                                                                                         \
    TEXT_FILL(&text_, function, __VA_ARGS__);                                                                          \
    put((record), "%s: %s\n", (name), text_.bytes);                                                                    \
    text_free(&text_);                                                                                                 \
  } while (0)

/* ---- the parts ---- */

static void put_error(struct record *record, trv_game *game) {
  trv_rule_error error;
  if (trv_game_error(game, &error) != TRV_OK) {
    put(record, "rule error: not told\n");
    return;
  }
  put(record, "rule error: %s\nplace: %s:%" PRIu32 ":%" PRIu32 "\ncites: %s\nchain: %s\n", error.message, error.file,
      error.line, error.column, error.cites, error.chain);
}

static void put_status(struct record *record, trv_game *game, const char *what, int status) {
  put(record, "%s: status %d\n", what, status);
  if (status == TRV_E_RULE) put_error(record, game);
}

static bool put_offered(void *context, const trv_offered *offered) {
  put(context, "option %" PRIu32 ": %s, %s\n", offered->index, offered->notation, offered->label);
  return true;
}

static bool put_denied(void *context, const trv_denied *denied) {
  put(context, "denied: %s, %s (%s)\n", denied->notation, denied->reason, denied->cites);
  return true;
}

static void put_choice(struct record *record, trv_game *game) {
  trv_choice_info info;
  if (trv_game_choice(game, &info) != TRV_OK) return;
  put(record, "choice: %s of seat %" PRIu32 " in %s, %s\noptions: %" PRIu32 "\n", info.name, info.seat, info.phase,
      info.secret ? "secret" : "open", info.options);
  PUT_TEXT(record, "prompt", trv_game_prompt, game);
  PUT_TEXT(record, "cites of the choice", trv_game_choice_cites, game);
  put_status(record, game, "offered", trv_offered_each(game, put_offered, record));
  for (uint32_t i = 0; i < info.options && i < OPTIONS_WITH_CITES; i++)
    PUT_TEXT(record, "cites of an option", trv_option_cites, game, i);
  put_status(record, game, "denied", trv_denied_each(game, put_denied, record));
  put_status(record, game, "answers", trv_game_answers(game));
}

static bool put_heard(void *context, const char *text) {
  put(context, "heard: %s\n", text);
  return true;
}

static void put_seats(struct record *record, trv_game *game, int seats) {
  for (int seat = -1; seat < seats; seat++) {
    put(record, "seat: %d\n", seat);
    PUT_TEXT(record, "view", trv_view_json, game, seat);
    trv_log_since(game, seat, &record->heard[seat + 1], put_heard, record);
  }
}

static void put_estimates(struct record *record, trv_game *game, int seats) {
  uint32_t places[TRV_MOST_PLAYERS] = { 0 };
  int32_t keys[TRV_MOST_PLAYERS] = { 0 };
  int status = trv_game_result(game, places, keys);
  put_status(record, game, "result", status);
  for (int seat = 0; seat < seats; seat++) {
    int32_t value = 0;
    if (status == TRV_OK)
      put(record, "place: seat %d is number %" PRIu32 " by %" PRId32 "\n", seat, places[seat], keys[seat]);
    put_status(record, game, "estimate", trv_game_value(game, (uint32_t)seat, &value));
    put(record, "value: %" PRId32 "\n", value);
  }
  const char *broken = trv_game_broken_invariant(game);
  put(record, "broken invariant: %s\n", broken ? broken : "none");
}

/* ---- records ---- */

void record_begin(struct record *record) { memset(record->heard, 0, sizeof record->heard); }

void record_take(struct record *record, trv_game *game) {
  int seats = (int)trv_setup_players(trv_game_setup(game)), status = trv_game_status(game);
  record->used = 0;
  put(record, "status: %d after %" PRIu32 " decisions\n", status, trv_game_decisions(game));
  if (status == TRV_RULE_ERROR) put_error(record, game);
  put_choice(record, game);
  put_seats(record, game, seats);
  if (status != TRV_RULE_ERROR) put_estimates(record, game, seats);
  put(record, "table: %016" PRIx64 "\n", trv_game_table_hash(game));
}

void record_report(struct record *record, const trv_report *report) {
  record->used = 0;
  put(record, "errors: %zu\n", trv_report_errors(report));
  for (size_t i = 0; i < trv_report_count(report); i++) PUT_TEXT(record, "message", trv_report_print, report, i, false);
}

void record_scenarios(struct record *record, const trv_program *program) {
  uint32_t count = trv_program_describe(program).scenarios;
  record->used = 0;
  put(record, "scenarios: %" PRIu32 "\n", count);
  for (uint32_t i = 0; i < count; i++) {
    trv_scenario_info info;
    char message[2000] = "";
    uint32_t line = 0;
    trv_program_scenario(program, i, &info);
    int status = trv_scenario_run(program, i, message, sizeof message, &line);
    put(record, "scenario: %s: status %d, line %" PRIu32 ", %s\n", info.title, status, line, message);
  }
}

void record_free(struct record *record) {
  free(record->bytes);
  *record = (struct record){ 0 };
}

bool record_is_out_of_fuel(const struct record *record) {
  return strstr(record->bytes, "the rules did not come to a decision") != NULL;
}

bool record_compare(const struct record *plain, const struct record *other, char *why, size_t size) {
  if (plain->used == other->used && memcmp(plain->bytes, other->bytes, plain->used) == 0) return true;
  size_t line = 0, at = 0;
  for (; plain->bytes[at] && plain->bytes[at] == other->bytes[at]; at++)
    if (plain->bytes[at] == '\n') line = at + 1;
  int plain_length = (int)strcspn(plain->bytes + line, "\n"), other_length = (int)strcspn(other->bytes + line, "\n");
  size_t from = at - line > 60 ? at - 40 : line; /* views are long: the end of what is equal will do */
  int skipped = (int)(from - line), named = (int)strcspn(plain->bytes + line, ":");
  if (skipped < named) named = 0;
  snprintf(why, size, "%.*s%s`%.*s`, with none `%.*s`", named, plain->bytes + line, named ? " " : "",
           other_length - skipped > 160 ? 160 : other_length - skipped, other->bytes + from,
           plain_length - skipped > 160 ? 160 : plain_length - skipped, plain->bytes + from);
  return false;
}
