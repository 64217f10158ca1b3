/* One table: see table.h. */
#include "serve/table.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_STAMP = 1, CONSENT_SECONDS = 60 };

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

/* Takes the same time wherever they differ. */
static bool is_secret(const char *right, const char *secret) {
  unsigned char difference = strlen(secret) != TABLE_SECRET;
  for (size_t i = 0; i < TABLE_SECRET && secret[i]; i++) difference |= (unsigned char)(right[i] ^ secret[i]);
  return difference == 0;
}

bool table_knows(const struct table *table, uint32_t seat, const char *secret) {
  return is_secret(table->seats[seat].secret, secret);
}

bool table_is_host(const struct table *table, const char *secret) { return is_secret(table->host, secret); }

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
  json_t *all = json_pack("{s:s, s:i, s:o}", "host", table->host, "lag", (int)table->lag, "seats", seats);
  char *text = json_dumps(all, JSON_COMPACT);
  json_decref(all);
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
  json_t *all = json_loads(text, 0, NULL), *seats = NULL;
  const char *host;
  int lag;
  bool read = json_unpack(all, "{s:s, s:i, s:o}", "host", &host, "lag", &lag, "seats", &seats) == 0 &&
              json_array_size(seats) == table->players;
  for (uint32_t i = 0; read && i < table->players; i++) read = read_seat(json_array_get(seats, i), &table->seats[i]);
  if (read) {
    snprintf(table->host, sizeof table->host, "%s", host);
    table->lag = (uint32_t)lag;
  }
  json_decref(all);
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

bool table_reseat(struct table *table, uint32_t seat, const char *level) {
  struct table_seat changed = { .joined = false };
  if (!make_secret(changed.secret)) return false;
  snprintf(changed.level, sizeof changed.level, "%s", level);
  if (!change_seat(table, seat, &changed)) return false;
  stream_end(&table->streams, (int)seat);
  return true;
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

bool table_has_made(const struct table *table, uint32_t seat, int64_t decision, const char *notation) {
  trv_move move;
  return decision >= 0 && trv_sitting_move(table->sitting, (size_t)decision, &move) == TRV_OK && move.seat == seat &&
         strcmp(move.notation, notation) == 0;
}

bool table_expire(struct table *table, int64_t now) {
  trv_proposal proposal;
  if (trv_sitting_proposal(table->sitting, &proposal) != TRV_OK) {
    table->proposal = 0;
    return false;
  }
  if (table->proposal != proposal.number) {
    table->proposal = proposal.number;
    table->proposed = now;
  }
  return now - table->proposed >= CONSENT_SECONDS && trv_sitting_withdraw(table->sitting, proposal.seat) >= 0;
}

/* ---- looking back ---- */

size_t table_moves_for(const struct table *table, int viewer) {
  size_t moves = trv_sitting_moves(table->sitting);
  if (viewer >= 0 || trv_game_status(trv_sitting_game(table->sitting)) != TRV_CHOICE) return moves;
  return moves > table->lag ? moves - table->lag : 0;
}

bool table_at(struct table *table, size_t moves, void (*look)(void *context, struct table *table), void *context) {
  trv_sitting *present = table->sitting, *past = NULL;
  trv_seat seats[TRV_MOST_PLAYERS];
  if (moves == trv_sitting_moves(present)) return look(context, table), true;
  for (uint32_t i = 0; i < table->players; i++) seats[i] = sitting_seat(&table->seats[i]);
  trv_sitting_options options = { .struct_size = sizeof options,
                                  .seats = seats,
                                  .seat_count = table->players,
                                  .fuel = TABLE_FUEL,
                                  .stamp = trv_sitting_stamp(present) };
  if (trv_sitting_branch(present, moves, &options, &past) < 0) return false;
  table->sitting = past;
  look(context, table);
  table->sitting = present;
  trv_sitting_free(past);
  return true;
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
                                  .fuel = TABLE_FUEL,
                                  .stamp = stamp };
  table->seed = seed;
  return trv_sitting_new(&options, &table->sitting) >= 0;
}

static bool draw_seats(struct table *table, const struct table_wish *wish) {
  table->lag = (uint32_t)wish->lag;
  if (!make_secret(table->host)) return false;
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

bool table_store_branch(const struct table *table, uint32_t moves, const struct table_wish *wish, char *id) {
  struct table branch = { .players = table->players };
  if (!make_id(id) || !draw_seats(&branch, wish)) return false;
  char *seats = seats_as_json(&branch);
  bool done = seats && store_branch(table->store, table->id, id, seats, moves);
  free(seats);
  return done;
}

void table_discard(struct table *table) {
  trv_sitting_free(table->sitting);
  free(table->problem);
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
  if (table) table_discard(table);
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
      "The rules have changed since this game began: its choice %u, of %.60s, is no longer possible. The game is kept "
      "as it was, and goes on with the rules it began with.",
      choice->number + 1,
      choice->seat < table->players ? trv_setup_seat_name(table->rules->setup, choice->seat) : "nobody");
  return false;
}

/* Choices of seats that are open now were made by people all the same. */
static void sit_everywhere(struct table *table, enum trv_seat_kind kind) {
  for (uint32_t i = 0; i < table->players; i++)
    if (sitting_seat(&table->seats[i]).kind == TRV_SEAT_OPEN)
      trv_sitting_sit(table->sitting, i,
                      &(trv_seat){ .kind = kind, .name = *table->seats[i].name ? table->seats[i].name : NULL });
}

static void repeat_all(struct table *table) {
  table->note[0] = '\0';
  sit_everywhere(table, TRV_SEAT_PERSON);
  table->is_resuming = true;
  table->is_stopped = !store_each_choice(table->store, table->id, repeat, table);
  table->is_resuming = false;
  sit_everywhere(table, TRV_SEAT_OPEN);
  table->kept = trv_sitting_moves(table->sitting);
}

struct table *table_resume(const struct store_table *stored, const struct rules *rules, struct store *store) {
  struct table *table = allocate(rules, store);
  trv_seed seed;
  if (!table) return NULL;
  snprintf(table->id, sizeof table->id, "%s", stored->id);
  if (!read_seats(table, stored->seats) || trv_seed_read(stored->seed, &seed) != TRV_OK ||
      !start(table, seed, stored->stamp + 1))
    return table_discard(table), NULL;
  repeat_all(table);
  return table;
}

bool table_renew(struct table *table, const struct rules *rules) {
  trv_sitting *before = table->sitting;
  const struct rules *rules_before = table->rules;
  table->rules = rules;
  if (!start(table, table->seed, trv_sitting_stamp(before) + 1)) {
    table->rules = rules_before;
    table->sitting = before;
    return false;
  }
  trv_sitting_free(before);
  repeat_all(table);
  return true;
}

bool table_anew(struct table *table) {
  trv_sitting *before = table->sitting;
  uint64_t stamp = trv_sitting_stamp(before) + 1;
  if (!store_keep_choices(table->store, table->id, 0, stamp) || !start(table, table->seed, stamp))
    return table->sitting = before, false;
  trv_sitting_free(before);
  repeat_all(table);
  return true;
}

void table_free(struct table *table, struct catalogue *catalogue) {
  if (!table) return;
  const struct rules *rules = table->rules;
  stream_list_free(&table->streams);
  table_discard(table);
  rules_release(catalogue, rules);
}
