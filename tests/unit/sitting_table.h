/* A table to test sittings at: two small games, people in all seats, call-backs that note what they saw. */
#ifndef TRV_TESTS_SITTING_TABLE_H
#define TRV_TESTS_SITTING_TABLE_H

#include <stdlib.h>

#include "include/trv_sitting.h"
#include "tests/unit/compiled.h"

/* Two choices a turn, nothing hidden, no chance: the first can be taken back while the second is asked for. */
static const char steps[] __attribute__((unused)) =
    "game \"Steps\" { players 3 }\n"
    "var total[player]: int = 0\n"
    "play { say \"off they go\"  repeat 3 times { for p in players { turn(p) } } }\n"
    "phase turn(p: player) \"turn\" {\n"
    "  choose first by p \"How far?\" { option walk(n in 1..3) \"walk {n}\" { total[p] += n } }\n"
    "  choose second by p \"And then?\" {\n"
    "    option rest { }\n"
    "    option run \"run\" { total[p] += 5  say \"{p} runs\" }\n"
    "  }\n"
    "}\n"
    "rank p by total[p] desc\n";
enum { REST, RUN };

/* Hidden hands: a drawn card is told to whoever draws it alone. */
static const char hands[] =
    "game \"Hands\" { players 2 }\n"
    "deck Card in stock { 4 of rose  4 of lily }\n"
    "pile stock: Card hidden\n"
    "pool hand[player]: Card for owner\n"
    "setup { shuffle stock }\n"
    "play { repeat 4 times { for p in players { turn(p) } } }\n"
    "phase turn(p: player) \"turn\" {\n"
    "  choose act by p {\n"
    "    option take { if let c = draw from stock to hand[p] { say to p \"You draw the {c}.\" } }\n"
    "    option wait \"wait\" { say \"{p} waits\" }\n"
    "    option sleep { say to others(p) \"{p} snores\"  say to p \"You sleep.\"\n"
    "      say \"Night falls.\"  say to p \"You wake up.\"  say \"The sun rises.\" }\n"
    "  }\n"
    "}\n"
    "rank p by size(hand[p]) desc\n";
enum { TAKE, WAIT, SLEEP, ACTS };

/* ---- a table ---- */

struct table {
  trv_program *program;
  trv_setup *setup;
  trv_sitting *sitting;
  trv_seat seats[3];
  trv_sitting_options options;
  /* what call-backs saw */
  size_t kept[40]; /* moves at each call */
  size_t kept_count;
  int keep_status;
  int answer; /* of bots */
  unsigned left;
};

static inline bool is_past(void *context, const trv_line *line) {
  const trv_sitting *sitting = context;
  assert_true(line->moves <= trv_sitting_at(sitting));
  return true;
}

static inline int keep(void *context, const trv_sitting *sitting) {
  struct table *table = context;
  char *text;
  size_t length;
  table->kept[table->kept_count++] = trv_sitting_moves(sitting);
  /* Nothing may change from inside. */
  assert_int_equal(trv_sitting_step((trv_sitting *)sitting), TRV_E_STATE);
  assert_int_equal(trv_sitting_choose((trv_sitting *)sitting, 0, trv_sitting_stamp(sitting), 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_go((trv_sitting *)sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_heard_each(sitting, 0, 0, is_past, (void *)sitting), TRV_OK);
  if (trv_sitting_save(sitting, &text, &length) == TRV_OK) {
    trv_save *save = NULL;
    assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
    assert_int_equal(trv_save_describe(save).choices, trv_sitting_moves(sitting));
    trv_save_free(save);
  }
  trv_free(text);
  return table->keep_status;
}

static inline int bot_choose(void *self, trv_game *position, const trv_turn *turn) {
  struct table *table = self;
  trv_choose(position, turn->options - 1); /* it is a copy */
  return table->answer < 0 ? table->answer : table->answer % (int)turn->options;
}

static inline void bot_leave(void *self) { ((struct table *)self)->left++; }

static inline trv_player bot_of(struct table *table) { return (trv_player){ bot_choose, bot_leave, table }; }

static inline struct table *table_make(const char *rules) {
  struct table *table = calloc(1, sizeof *table);
  char why[200];
  assert_non_null(table);
  table->program = compiled(rules);
  uint32_t players = trv_program_describe(table->program).high_players;
  assert_int_equal(trv_setup_new(table->program, players, NULL, 0, &table->setup, why, sizeof why), TRV_OK);
  for (size_t i = 0; i < 3; i++) table->seats[i].kind = TRV_SEAT_PERSON;
  table->options = (trv_sitting_options){ .struct_size = sizeof table->options,
                                          .setup = table->setup,
                                          .seed = { 7, 0 },
                                          .seats = table->seats,
                                          .seat_count = players,
                                          .keep = keep,
                                          .context = table };
  return table;
}

static inline struct table *table_open(const char *rules) {
  struct table *table = table_make(rules);
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  return table;
}

static inline void table_close(struct table *table) {
  trv_sitting_free(table->sitting);
  trv_setup_free(table->setup);
  trv_program_free(table->program);
  free(table);
}

/* Whoever is to choose does; a trv_game_status. */
static inline int choose(trv_sitting *sitting, uint32_t index) {
  uint32_t seat = (uint32_t)trv_game_chooser(trv_sitting_game(sitting));
  return trv_sitting_choose(sitting, seat, trv_sitting_stamp(sitting), index);
}

static inline void choose_all(trv_sitting *sitting, size_t count, uint32_t index) {
  for (size_t i = 0; i < count; i++) assert_true(choose(sitting, index) > 0);
}

static inline uint64_t hash_of(const trv_sitting *sitting) { return trv_game_hash(trv_sitting_game(sitting), true); }

struct reading {
  char text[2000];
};

static inline bool read_line(void *context, const trv_line *line) {
  struct reading *reading = context;
  size_t used = strlen(reading->text);
  snprintf(reading->text + used, sizeof reading->text - used, "%zu/%zu %s%s%s;", line->number, line->moves,
           line->seat >= 0 ? (const char *[]){ "p1: ", "p2: ", "p3: " }[line->seat] : "", line->text,
           *line->phase ? "" : "!");
  return true;
}

static inline const char *heard(const trv_sitting *sitting, int seat, size_t first) {
  static struct reading reading;
  reading.text[0] = '\0';
  assert_int_equal(trv_sitting_heard_each(sitting, seat, first, read_line, &reading), TRV_OK);
  return reading.text;
}

#endif
