/* All tables of a server: see hall.h. */
#include "serve/hall.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bots.h"
#include "serve/tell.h"

enum { BUCKETS = 1024, IDLE_SECONDS = 300 };

struct tables {
  struct hall hall;
  pthread_mutex_t lock; /* of the lists and of `users` of each table; never held while waiting for that of a table */
  struct table *buckets[BUCKETS];
  size_t count;
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

/* ---- the list ---- */

struct tables *hall_open(const struct hall *hall) {
  struct tables *tables = calloc(1, sizeof *tables);
  if (!tables) return NULL;
  tables->hall = *hall;
  pthread_mutex_init(&tables->lock, NULL);
  return tables;
}

const struct hall *hall_of(const struct tables *tables) { return &tables->hall; }

static struct table **place_of(struct tables *tables, const char *id) {
  uint32_t hash = 2166136261u;
  for (const char *at = id; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
  struct table **place = &tables->buckets[hash % BUCKETS];
  while (*place && strcmp((*place)->id, id) != 0) place = &(*place)->next;
  return place;
}

static void each_table(struct tables *tables, void (*each)(struct table *table)) {
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct table *table = tables->buckets[i]; table; table = table->next) {
      pthread_mutex_lock(&table->lock);
      each(table);
      pthread_mutex_unlock(&table->lock);
    }
}

static void end_streams(struct table *table) { stream_list_free(&table->streams); }

void hall_end_streams(struct tables *tables) { each_table(tables, end_streams); }

void hall_close(struct tables *tables) {
  if (!tables) return;
  for (size_t i = 0; i < BUCKETS; i++)
    for (struct table *table = tables->buckets[i], *next; table; table = next) {
      next = table->next;
      table_free(table, tables->hall.catalogue);
    }
  pthread_mutex_destroy(&tables->lock);
  free(tables);
}

/* Locks a table that somebody uses. */
static struct table *lock(struct table *table) {
  pthread_mutex_lock(&table->lock);
  table->touched = now();
  return table;
}

static void release(struct tables *tables, struct table *table) {
  pthread_mutex_lock(&tables->lock);
  table->users--;
  pthread_mutex_unlock(&tables->lock);
}

void hall_give_back(struct tables *tables, struct table *table) {
  pthread_mutex_unlock(&table->lock);
  release(tables, table);
}

/* Puts a table on the list, unless another thread was faster: then that one's is used. */
static struct table *list(struct tables *tables, struct table *made) {
  pthread_mutex_lock(&tables->lock);
  struct table **place = place_of(tables, made->id), *other = *place;
  struct table *listed = other ? other : made;
  if (!other) {
    made->is_edit = tables->hall.edit;
    *place = made;
    tables->count++;
  }
  listed->users++;
  pthread_mutex_unlock(&tables->lock);
  if (other) table_free(made, tables->hall.catalogue);
  return listed;
}

static bool is_full(struct tables *tables) {
  pthread_mutex_lock(&tables->lock);
  bool full = tables->count >= HALL_MOST_TABLES;
  pthread_mutex_unlock(&tables->lock);
  return full;
}

/* ---- making and loading ---- */

struct table *hall_add(struct tables *tables, const struct table_wish *wish, char *why, size_t why_size) {
  if (is_full(tables)) return snprintf(why, why_size, "There are too many tables here at present."), NULL;
  const struct rules *rules = rules_take(tables->hall.catalogue, &wish->rules, why, why_size);
  struct table *table = rules ? table_open(wish, rules, tables->hall.store, why, why_size) : NULL;
  if (rules && !table) rules_release(tables->hall.catalogue, rules);
  return table ? lock(list(tables, table)) : NULL;
}

/* A copy of what the store has of a table, since the store must not be asked anything while it tells. */
struct stored_copy {
  struct store_table table;
  char *texts[6];
};

static bool copy_stored(void *context, const struct store_table *table) {
  struct stored_copy *copy = context;
  const char *from[] = { table->id, table->game, table->variants, table->settings, table->seats, table->seed };
  bool copied = true;
  copy->table = *table;
  for (size_t i = 0; i < 6; i++) copied &= (copy->texts[i] = strdup(from[i])) != NULL;
  copy->table.id = copy->texts[0];
  copy->table.game = copy->texts[1];
  copy->table.variants = copy->texts[2];
  copy->table.settings = copy->texts[3];
  copy->table.seats = copy->texts[4];
  copy->table.seed = copy->texts[5];
  return copied;
}

static void free_copy(struct stored_copy *copy) {
  for (size_t i = 0; i < 6; i++) free(copy->texts[i]);
}

/* Reads house rules and settings from their JSON, which the wish then borrows from. */
static json_t *read_wish(const struct store_table *stored, struct rules_wish *wish) {
  json_t *both = json_pack("[o, o]", json_loads(stored->variants, 0, NULL), json_loads(stored->settings, 0, NULL));
  const char *name;
  json_t *value;
  size_t index;
  if (!both) return NULL;
  *wish = (struct rules_wish){ .game = stored->game, .players = stored->players };
  json_array_foreach(json_array_get(both, 0), index, value) {
    if (wish->variant_count < RULES_MOST_VARIANTS && json_string_value(value))
      wish->variants[wish->variant_count++] = json_string_value(value);
  }
  json_object_foreach(json_array_get(both, 1), name, value) {
    if (wish->setting_count < RULES_MOST_SETTINGS && json_string_value(value))
      wish->settings[wish->setting_count++] = (trv_choice_of_setting){ name, json_string_value(value) };
  }
  return both;
}

struct wish_keeper {
  struct stored_copy stored;
  json_t *json;
};

void hall_wish_free(struct hall_wish *wish) {
  struct wish_keeper *keeper = wish->keeper;
  if (!keeper) return;
  json_decref(keeper->json);
  free_copy(&keeper->stored);
  free(keeper);
  wish->keeper = NULL;
}

bool hall_wish_of(struct tables *tables, const char *id, struct hall_wish *wish) {
  struct wish_keeper *keeper = calloc(1, sizeof *keeper);
  wish->keeper = keeper;
  if (keeper && store_find_table(tables->hall.store, id, copy_stored, &keeper->stored) &&
      (keeper->json = read_wish(&keeper->stored.table, &wish->rules)))
    return true;
  hall_wish_free(wish);
  return false;
}

static struct table *load(struct tables *tables, const char *id, char *why, size_t why_size) {
  struct hall_wish wish;
  struct table *table = NULL;
  *why = '\0';
  if (!hall_wish_of(tables, id, &wish)) return NULL;
  const struct rules *rules = rules_take(tables->hall.catalogue, &wish.rules, why, why_size);
  if (rules) table = table_resume(&((struct wish_keeper *)wish.keeper)->stored.table, rules, tables->hall.store);
  if (rules && !table) {
    rules_release(tables->hall.catalogue, rules);
    snprintf(why, why_size, "This table cannot be loaded.");
  }
  hall_wish_free(&wish);
  return table;
}

/* ---- bots ---- */

struct thought {
  struct tables *tables;
  struct table *table;
  uint32_t seat;
  uint64_t stamp;
  char level[TABLE_LEVEL + 1];
  trv_seed seed;
  const struct rules *rules; /* of the position: those of the table may change meanwhile */
  trv_game *position;        /* a copy, so that the table is free meanwhile */
};

/* The notation of the bot's choice; owned. */
static char *think(struct thought *thought) {
  struct bot_table bots = { .cancel = work_cancel() };
  trv_choice_info choice;
  char why[200], *notation = NULL;
  const char *level = *thought->level ? thought->level : "fair";
  if (trv_game_choice(thought->position, &choice) != TRV_OK) return NULL;
  if (bots_read(bots_of_level(level), &bots.wishes[thought->seat], why, sizeof why) &&
      bots_sit(&bots, trv_game_setup(thought->position), why, sizeof why)) {
    struct bot_turn turn = bots_turn(thought->seed, 0, &choice);
    struct text text = { 0 };
    uint32_t index = bots_choose(&bots, thought->position, &turn);
    if (*work_cancel()) index = turn.random % turn.options; /* a game goes on whatever the rules make of its bots */
    TEXT_FILL_BY(text_reserve, &text, trv_option_notation, thought->position, index);
    notation = text.failed ? NULL : text.bytes;
  }
  bots_leave(&bots);
  return notation;
}

static void have_bot_think(struct tables *tables, struct table *table);

static void free_thought(struct thought *thought) {
  trv_game_free(thought->position);
  rules_release(thought->tables->hall.catalogue, thought->rules);
  free(thought);
}

static void finish_thought(void *context) {
  struct thought *thought = context;
  struct tables *tables = thought->tables;
  struct table *table = thought->table;
  char *notation = think(thought);
  lock(table);
  table->bot_thinks = false;
  int status =
      notation && !*tables->hall.stop ? table_choose(table, thought->seat, thought->stamp, notation) : TRV_E_STATE;
  if (status >= 0) tell_everybody(table);
  if (status != TRV_E_DATA && !*tables->hall.stop) have_bot_think(tables, table);
  hall_give_back(tables, table);
  free(notation);
  free_thought(thought);
}

/* With the table locked: has the bot think whose turn it is, if it is a bot's and it does not think already. */
static void have_bot_think(struct tables *tables, struct table *table) {
  int seat = table_bot(table);
  if (seat < 0 || table->bot_thinks || table->is_stopped) return;
  struct thought *thought = calloc(1, sizeof *thought);
  if (!thought) return;
  *thought = (struct thought){ .tables = tables,
                               .table = table,
                               .seat = (uint32_t)seat,
                               .stamp = trv_sitting_stamp(table->sitting),
                               .rules = rules_share(tables->hall.catalogue, table->rules),
                               .seed = table->seed };
  memcpy(thought->level, table->seats[seat].level, sizeof thought->level);
  if (trv_game_new(table->rules->setup, &thought->position) == TRV_OK &&
      trv_game_copy(thought->position, trv_sitting_game(table->sitting)) == TRV_OK &&
      work_add(tables->hall.thoughts, finish_thought, thought)) {
    table->bot_thinks = true;
    pthread_mutex_lock(&tables->lock);
    table->users++;
    pthread_mutex_unlock(&tables->lock);
    return;
  }
  free_thought(thought);
}

/* ---- taking and giving back ---- */

static struct table *take_listed(struct tables *tables, const char *id) {
  pthread_mutex_lock(&tables->lock);
  struct table *table = *place_of(tables, id);
  if (table) table->users++;
  pthread_mutex_unlock(&tables->lock);
  return table;
}

struct table *hall_take(struct tables *tables, const char *id, char *why, size_t why_size) {
  struct table *table = take_listed(tables, id);
  if (table) return lock(table);
  table = load(tables, id, why, why_size);
  if (!table) return NULL;
  table = lock(list(tables, table));
  have_bot_think(tables, table);
  return table;
}

struct table *hall_branch(struct tables *tables, const struct table *from, uint32_t moves,
                          const struct table_wish *wish, char *why, size_t why_size) {
  char id[TABLE_ID + 1];
  if (is_full(tables)) return snprintf(why, why_size, "There are too many tables here at present."), NULL;
  if (!table_store_branch(from, moves, wish, id))
    return snprintf(why, why_size, "The table cannot be written to disk."), NULL;
  return hall_take(tables, id, why, why_size);
}

void hall_give_back_changed(struct tables *tables, struct table *table) {
  tell_everybody(table);
  have_bot_think(tables, table);
  hall_give_back(tables, table);
}

/* ---- now and then ---- */

/* A table that nobody uses or looks at, taken off the list; NULL when there is none. */
static struct table *take_idle(struct tables *tables) {
  struct table *idle = NULL;
  pthread_mutex_lock(&tables->lock);
  for (size_t i = 0; i < BUCKETS && !idle; i++)
    for (struct table **at = &tables->buckets[i]; *at && !idle; at = *at ? &(*at)->next : at) {
      if ((*at)->users || (*at)->streams.first || now() - (*at)->touched < IDLE_SECONDS) continue;
      idle = *at;
      *at = idle->next;
      tables->count--;
    }
  pthread_mutex_unlock(&tables->lock);
  return idle;
}

static void ping(struct tables *tables, struct table *table) {
  (void)tables;
  stream_count(&table->streams, -1); /* forgets those that are gone */
  if (table_expire(table, now())) tell_everybody(table);
  else stream_list_ping(&table->streams);
}

/* Each table in turn, taken while it is its turn; others may come and go meanwhile. */
static void each_taken(struct tables *tables, void (*each)(struct tables *tables, struct table *table)) {
  for (size_t i = 0; i < BUCKETS; i++) {
    pthread_mutex_lock(&tables->lock);
    struct table *table = tables->buckets[i];
    if (table) table->users++;
    pthread_mutex_unlock(&tables->lock);
    while (table) {
      pthread_mutex_lock(&table->lock);
      each(tables, table);
      pthread_mutex_unlock(&table->lock);
      pthread_mutex_lock(&tables->lock);
      struct table *next = table->next;
      if (next) next->users++;
      table->users--;
      pthread_mutex_unlock(&tables->lock);
      table = next;
    }
  }
}

void hall_tidy(struct tables *tables) {
  each_taken(tables, ping);
  for (struct table *idle; (idle = take_idle(tables));) table_free(idle, tables->hall.catalogue);
}

/* ---- rules that change ---- */

/* Takes new rules over, unless they are the same. */
static void renew(struct catalogue *catalogue, struct table *table, const struct rules *rules) {
  const struct rules *before = table->rules;
  bool is_same = trv_program_describe(before->program).hash == trv_program_describe(rules->program).hash;
  rules_release(catalogue, is_same || !table_renew(table, rules) ? rules : before);
}

static void refresh(struct tables *tables, struct table *table) {
  struct catalogue *catalogue = tables->hall.catalogue;
  struct hall_wish wish;
  char why[400];
  if (!hall_wish_of(tables, table->id, &wish)) return;
  const struct rules *rules = rules_take(catalogue, &wish.rules, why, sizeof why);
  free(table->problem);
  table->problem = rules ? NULL : rules_problem(catalogue, &wish.rules);
  if (!rules && !table->problem) table->problem = strdup(why); /* they compile, and cannot be played so */
  if (rules) renew(catalogue, table, rules);
  hall_wish_free(&wish);
  tell_everybody(table);
  have_bot_think(tables, table);
}

void hall_refresh(struct tables *tables) {
  catalogue_refresh(tables->hall.catalogue);
  each_taken(tables, refresh);
}
