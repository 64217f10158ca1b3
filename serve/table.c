/* One table: see table.h. */
#include "serve/table.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_STAMP = 1, FUEL = 5000000 /* loops and calls for one choice: a fraction of a second */ };

/* ---- secrets ---- */

static bool make_digits(char *text, size_t digits, const char *alphabet, unsigned bits) {
  unsigned char bytes[64];
  if (digits > sizeof bytes || getentropy(bytes, digits) != 0) return false;
  for (size_t i = 0; i < digits; i++) text[i] = alphabet[bytes[i] & ((1U << bits) - 1)];
  text[digits] = '\0';
  return true;
}

static bool make_secret(char *text) { return make_digits(text, TABLE_SECRET, "0123456789abcdef", 4); }

/* Letters and digits that nobody confuses when reading an address aloud. */
static bool make_id(char *text) { return make_digits(text, TABLE_ID, "abcdefghjkmnpqrstuvwxyz23456789z", 5); }

bool table_knows(const struct table *table, uint32_t seat, const char *secret) {
  const char *right = table->seats[seat].secret;
  unsigned char difference = strlen(secret) != TABLE_SECRET;
  for (size_t i = 0; i < TABLE_SECRET && !difference; i++) difference |= (unsigned char)(right[i] ^ secret[i]);
  return difference == 0;
}

/* ---- who sits where ---- */

static trv_seat sitting_seat(const struct table_seat *seat) {
  return (trv_seat){ .kind = *seat->level   ? TRV_SEAT_BOT
                             : seat->joined ? TRV_SEAT_PERSON
                                            : TRV_SEAT_OPEN,
                     .name = *seat->name ? seat->name : NULL };
}

static char *seats_as_json(const struct table *table) {
  json_t *seats = json_array();
  for (uint32_t i = 0; i < table->players; i++) {
    const struct table_seat *seat = &table->seats[i];
    json_array_append_new(seats, json_pack("{s:s, s:s, s:s, s:b}", "secret", seat->secret, "name", seat->name, "level",
                                           seat->level, "joined", seat->joined));
  }
  char *text = json_dumps(seats, JSON_COMPACT);
  json_decref(seats);
  return text;
}

/* The texts of a seat, cut to their room. */
static bool read_seat(json_t *from, struct table_seat *seat) {
  const char *secret, *name, *level;
  int joined;
  if (json_unpack(from, "{s:s, s:s, s:s, s:b}", "secret", &secret, "name", &name, "level", &level, "joined", &joined) !=
      0)
    return false;
  snprintf(seat->secret, sizeof seat->secret, "%s", secret);
  snprintf(seat->name, sizeof seat->name, "%s", name);
  snprintf(seat->level, sizeof seat->level, "%s", level);
  seat->joined = joined;
  return true;
}

static bool read_seats(struct table *table, const char *text) {
  json_t *seats = json_loads(text, 0, NULL);
  bool read = json_array_size(seats) == table->players;
  for (uint32_t i = 0; read && i < table->players; i++) read = read_seat(json_array_get(seats, i), &table->seats[i]);
  json_decref(seats);
  return read;
}

/* Takes a change of a seat to the store and the sitting, or back. */
static bool change_seat(struct table *table, uint32_t seat, const struct table_seat *changed) {
  struct table_seat before = table->seats[seat];
  table->seats[seat] = *changed;
  char *seats = seats_as_json(table);
  trv_seat who = sitting_seat(changed);
  bool done =
      seats && store_set_seats(table->store, table->id, seats) && trv_sitting_sit(table->sitting, seat, &who) >= 0;
  if (!done) table->seats[seat] = before;
  free(seats);
  return done;
}

bool table_sit(struct table *table, uint32_t seat, const char *name) {
  struct table_seat changed = table->seats[seat];
  trv_seat_info info;
  if (trv_sitting_seat(table->sitting, seat, &info) == TRV_OK && info.away) trv_sitting_come_back(table->sitting, seat);
  if (*changed.level) return false;
  if (name) snprintf(changed.name, sizeof changed.name, "%s", name);
  if (changed.joined && (!name || strcmp(name, table->seats[seat].name) == 0)) return true;
  changed.joined = true;
  return change_seat(table, seat, &changed);
}

int table_stand_in(struct table *table, uint32_t seat) {
  return trv_sitting_stand_in(table->sitting, seat, &(trv_player){ .choose = NULL });
}

int table_bot(const struct table *table) {
  int chooser = trv_game_chooser(trv_sitting_game(table->sitting));
  trv_seat_info info;
  if (chooser < 0 || trv_sitting_seat(table->sitting, (uint32_t)chooser, &info) != TRV_OK) return -1;
  return info.kind == TRV_SEAT_BOT || info.away ? chooser : -1;
}

/* ---- choices ---- */

/* Before a change counts: the store has it. */
static int keep(void *context, const trv_sitting *sitting) {
  struct table *table = context;
  if (table->is_resuming) return TRV_OK;
  size_t moves = trv_sitting_moves(sitting);
  uint64_t stamp = trv_sitting_stamp(sitting);
  trv_move move;
  bool done = false;
  if (moves <= table->kept) done = store_keep_choices(table->store, table->id, (uint32_t)moves, stamp);
  else if (trv_sitting_move(sitting, moves - 1, &move) == TRV_OK)
    done = store_add_choice(
        table->store, table->id,
        &(struct store_choice){
            .number = (uint32_t)moves - 1, .seat = move.seat, .notation = move.notation, .by_bot = move.by_bot },
        stamp);
  if (!done) return TRV_E_DATA;
  table->kept = moves;
  return TRV_OK;
}

int table_choose(struct table *table, uint32_t seat, uint64_t stamp, const char *notation) {
  trv_game *game = trv_sitting_game(table->sitting);
  if (table->is_stopped) return TRV_E_DATA;
  if (stamp != trv_sitting_stamp(table->sitting) || trv_game_chooser(game) != (int)seat) return TRV_E_STATE;
  int index = trv_find_option(game, notation);
  return index < 0 ? index : trv_sitting_choose(table->sitting, seat, stamp, (uint32_t)index);
}

int table_take_back(struct table *table, uint32_t seat, bool revealed) {
  size_t move;
  if (table->is_stopped) return TRV_E_DATA;
  int status = trv_sitting_last(table->sitting, (int)seat, &move);
  return status == TRV_OK ? trv_sitting_propose(table->sitting, seat, move, revealed) : status;
}

/* ---- making and resuming ---- */

static struct table *allocate(const struct rules *rules, struct store *store) {
  struct table *table = calloc(1, sizeof *table);
  if (!table) return NULL;
  pthread_mutex_init(&table->lock, NULL);
  table->rules = rules;
  table->store = store;
  table->players = trv_setup_players(rules->setup);
  return table;
}

/* Starts the game; `stamp` is greater than any that was given out before. */
static bool start(struct table *table, trv_seed seed, uint64_t stamp) {
  trv_seat seats[TRV_MOST_PLAYERS];
  for (uint32_t i = 0; i < table->players; i++) seats[i] = sitting_seat(&table->seats[i]);
  trv_sitting_options options = { .struct_size = sizeof options,
                                  .setup = table->rules->setup,
                                  .seed = seed,
                                  .seats = seats,
                                  .seat_count = table->players,
                                  .keep = keep,
                                  .context = table,
                                  .fuel = FUEL,
                                  .stamp = stamp };
  table->seed = seed;
  return trv_sitting_new(&options, &table->sitting) >= 0;
}

static bool draw_seats(struct table *table, const struct table_wish *wish) {
  for (uint32_t i = 0; i < table->players; i++) {
    struct table_seat *seat = &table->seats[i];
    memcpy(seat->level, wish->levels[i], sizeof seat->level);
    memcpy(seat->name, wish->names[i], sizeof seat->name);
    if (!make_secret(seat->secret)) return false;
  }
  return true;
}

static char *variants_as_json(const struct rules_wish *wish) {
  json_t *list = json_array();
  for (size_t i = 0; i < wish->variant_count; i++) json_array_append_new(list, json_string(wish->variants[i]));
  char *text = json_dumps(list, JSON_COMPACT);
  json_decref(list);
  return text;
}

static char *settings_as_json(const struct rules_wish *wish) {
  json_t *map = json_object();
  for (size_t i = 0; i < wish->setting_count; i++)
    json_object_set_new(map, wish->settings[i].name, json_string(wish->settings[i].value));
  char *text = json_dumps(map, JSON_COMPACT);
  json_decref(map);
  return text;
}

static bool store_new(struct table *table, const struct rules_wish *wish, trv_seed seed) {
  char *variants = variants_as_json(wish), *settings = settings_as_json(wish), *seats = seats_as_json(table);
  char text[TRV_SEED_TEXT];
  trv_seed_text(seed, text, sizeof text);
  bool done = variants && settings && seats &&
              store_add_table(table->store, &(struct store_table){ .id = table->id,
                                                                   .game = table->rules->game,
                                                                   .variants = variants,
                                                                   .settings = settings,
                                                                   .seats = seats,
                                                                   .seed = text,
                                                                   .players = table->players,
                                                                   .stamp = trv_sitting_stamp(table->sitting) });
  free(variants);
  free(settings);
  free(seats);
  return done;
}

static void discard(struct table *table) {
  trv_sitting_free(table->sitting);
  pthread_mutex_destroy(&table->lock);
  free(table);
}

struct table *table_open(const struct table_wish *wish, const struct rules *rules, struct store *store, char *why,
                         size_t why_size) {
  struct table *table = allocate(rules, store);
  trv_seed seed;
  const char *reason = NULL;
  if (!table) reason = "There is no memory for another table.";
  else if (getentropy(&seed, sizeof seed) != 0 || !make_id(table->id) || !draw_seats(table, wish))
    reason = "The system gives no random numbers.";
  else if (!start(table, seed, FIRST_STAMP)) reason = "The game cannot be started.";
  else if (!store_new(table, &wish->rules, seed)) reason = "The table cannot be written to disk.";
  else return table;
  snprintf(why, why_size, "%s", reason);
  if (table) discard(table);
  return NULL;
}

/* A choice of the store is made again; the first that cannot be made ends it. */
static bool repeat(void *context, const struct store_choice *choice) {
  struct table *table = context;
  trv_game *game = trv_sitting_game(table->sitting);
  int index = trv_find_option(game, choice->notation);
  if (trv_game_chooser(game) == (int)choice->seat && index >= 0 &&
      trv_sitting_choose(table->sitting, choice->seat, trv_sitting_stamp(table->sitting), (uint32_t)index) >= 0)
    return true;
  snprintf(
      table->note, sizeof table->note,
      "The rules have changed since this game began: its choice %u is no longer possible. The game is kept as it was, "
      "and goes on with the rules it began with.",
      choice->number + 1);
  return false;
}

struct table *table_resume(const struct store_table *stored, const struct rules *rules, struct store *store) {
  struct table *table = allocate(rules, store);
  trv_seed seed;
  if (!table) return NULL;
  snprintf(table->id, sizeof table->id, "%s", stored->id);
  if (!read_seats(table, stored->seats) || trv_seed_read(stored->seed, &seed) != TRV_OK ||
      !start(table, seed, stored->stamp + 1))
    return discard(table), NULL;
  table->is_resuming = true;
  table->is_stopped = !store_each_choice(store, table->id, repeat, table);
  table->is_resuming = false;
  table->kept = trv_sitting_moves(table->sitting);
  return table;
}

void table_free(struct table *table, struct catalogue *catalogue) {
  if (!table) return;
  const struct rules *rules = table->rules;
  stream_list_free(&table->streams);
  discard(table);
  rules_release(catalogue, rules);
}
