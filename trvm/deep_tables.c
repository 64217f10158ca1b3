/* Which player counts and settings a deep check plays: pairwise combinations.
 *
 * Most faults that depend on settings need two of them at most, so for each number of players tables are made until any
 * two values of two settings have met. Settings forbid some combinations; whether one is allowed only the library knows,
 * so it is asked. Numbers of a range count as their default, least and greatest. Where the rules have a value for
 * simulation, that stands in for the default. */
#include <stdlib.h>
#include <string.h>

#include "trvm/deep.h"

enum { MOST_VALUES = 16, MOST_VARIED = 64 /* settings */ };

/* The values of all settings. */
struct space {
  const trv_program *program;
  uint32_t players;
  uint32_t settings;
  const char *names[MOST_VARIED];
  char *values[MOST_VARIED][MOST_VALUES]; /* owned; [0] is the default, or what the rules have for simulation */
  bool simulated[MOST_VARIED];            /* [0] is not the default */
  uint32_t counts[MOST_VARIED];
  uint8_t *met; /* per pair of (setting, value): they have been together, or cannot be */
};

/* A table as the numbers of its values. */
typedef uint8_t table_row[MOST_VARIED];

static void add_value(struct space *space, uint32_t setting, const char *value) {
  if (space->counts[setting] < MOST_VALUES) space->values[setting][space->counts[setting]++] = need_copy(value);
}

static void read_space(struct space *space) {
  struct text value = { 0 };
  space->settings = trv_program_describe(space->program).settings;
  if (space->settings > MOST_VARIED) space->settings = MOST_VARIED;
  for (uint32_t s = 0; s < space->settings; s++) {
    trv_setting_info info;
    trv_program_setting(space->program, s, &info);
    space->names[s] = info.name;
    space->simulated[s] = strcmp(info.simulated, info.value) != 0;
    add_value(space, s, info.simulated);
    for (uint32_t number = 1; trv_setting_value(space->program, s, number, NULL, 0) > 0; number++) {
      TEXT_FILL(&value, trv_setting_value, space->program, s, number);
      if (strcmp(text_get(&value), info.simulated) != 0) add_value(space, s, text_get(&value));
    }
  }
  text_free(&value);
}

static uint8_t *met_at(const struct space *space, uint32_t a, uint32_t value_a, uint32_t b, uint32_t value_b) {
  size_t side = MOST_VARIED * MOST_VALUES;
  return &space->met[(a * MOST_VALUES + value_a) * side + b * MOST_VALUES + value_b];
}

static void note_met(struct space *space, uint32_t a, uint32_t value_a, uint32_t b, uint32_t value_b) {
  *met_at(space, a, value_a, b, value_b) = *met_at(space, b, value_b, a, value_a) = 1;
}

/* ---- tables ---- */

static bool try_row(const struct space *space, const table_row row, struct deep_table *table) {
  char why[200];
  *table = (struct deep_table){ .settings = need_memory(NULL, (space->settings + 1) * sizeof *table->settings) };
  for (uint32_t s = 0; s < space->settings; s++) {
    if (row[s] == 0 && !space->simulated[s]) continue;
    table->settings[table->count++] =
        (trv_choice_of_setting){ need_copy(space->names[s]), need_copy(space->values[s][row[s]]) };
  }
  return trv_setup_new(space->program, space->players, table->settings, table->count, &table->setup, why, sizeof why) ==
         TRV_OK;
}

static void free_table(struct deep_table *table) {
  trv_setup_free(table->setup);
  for (size_t i = 0; i < table->count; i++) {
    free((char *)table->settings[i].name);
    free((char *)table->settings[i].value);
  }
  free(table->settings);
}

static bool is_allowed(const struct space *space, const table_row row) {
  struct deep_table table;
  bool allowed = try_row(space, row, &table);
  free_table(&table);
  return allowed;
}

static void add_row(struct space *space, const table_row row, struct deep_tables *tables) {
  struct deep_table table;
  if (!try_row(space, row, &table)) {
    free_table(&table);
    return;
  }
  tables->items = need_memory(tables->items, (tables->count + 1) * sizeof *tables->items);
  tables->items[tables->count++] = table;
  for (uint32_t a = 0; a < space->settings; a++)
    for (uint32_t b = 0; b < space->settings; b++) note_met(space, a, row[a], b, row[b]);
}

/* How many new pairs this value would bring to what the row has so far. */
static uint32_t gain(const struct space *space, const table_row row, uint32_t setting, uint32_t value) {
  uint32_t pairs = 0;
  for (uint32_t other = 0; other < space->settings; other++)
    if (other != setting) pairs += !*met_at(space, setting, value, other, row[other]);
  return pairs;
}

/* Gives every other setting the value that brings most, as long as the table stays allowed. */
static void fill_row(const struct space *space, table_row row, uint32_t a, uint32_t b) {
  for (uint32_t s = 0; s < space->settings && !interrupted; s++) {
    if (s == a || s == b) continue;
    uint8_t best = 0;
    uint32_t most = gain(space, row, s, 0);
    for (uint32_t value = 1; value < space->counts[s]; value++) {
      uint32_t brings = gain(space, row, s, value);
      if (brings <= most) continue;
      row[s] = (uint8_t)value;
      if (is_allowed(space, row)) best = (uint8_t)value, most = brings;
    }
    row[s] = best;
  }
}

static void cover_pair(struct space *space, uint32_t a, uint32_t value_a, uint32_t b, uint32_t value_b,
                       struct deep_tables *tables) {
  if (interrupted || *met_at(space, a, value_a, b, value_b)) return;
  table_row row = { 0 };
  row[a] = (uint8_t)value_a;
  row[b] = (uint8_t)value_b;
  if (is_allowed(space, row)) {
    fill_row(space, row, a, b);
    add_row(space, row, tables);
  }
  note_met(space, a, value_a, b, value_b); /* if they cannot go together, they need not be tried again */
}

static void cover_players(struct space *space, struct deep_tables *tables) {
  table_row defaults = { 0 };
  memset(space->met, 0, (size_t)MOST_VARIED * MOST_VALUES * MOST_VARIED * MOST_VALUES);
  add_row(space, defaults, tables);
  for (uint32_t a = 0; a < space->settings; a++) {
    for (uint32_t b = a; b < space->settings; b++) { /* a with itself: a game of one setting has no pairs */
      for (uint32_t i = 0; i < space->counts[a]; i++)
        for (uint32_t j = 0; j < space->counts[b]; j++)
          if (a != b || i == j) cover_pair(space, a, i, b, j, tables);
    }
  }
}

bool deep_tables_make(const trv_program *program, struct deep_tables *tables) {
  trv_program_info info = trv_program_describe(program);
  struct space *space = need_memory(NULL, sizeof *space);
  *space = (struct space){ .program = program };
  space->met = need_memory(NULL, (size_t)MOST_VARIED * MOST_VALUES * MOST_VARIED * MOST_VALUES);
  *tables = (struct deep_tables){ 0 };
  read_space(space);
  for (space->players = info.low_players; space->players <= info.high_players; space->players++)
    cover_players(space, tables);
  for (uint32_t s = 0; s < space->settings; s++)
    for (uint32_t v = 0; v < space->counts[s]; v++) free(space->values[s][v]);
  free(space->met);
  free(space);
  return tables->count > 0;
}

void deep_tables_free(struct deep_tables *tables) {
  for (size_t i = 0; i < tables->count; i++) free_table(&tables->items[i]);
  free(tables->items);
  *tables = (struct deep_tables){ 0 };
}
