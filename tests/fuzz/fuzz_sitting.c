/* Sequences of calls of include/trv_sitting.h: choosing, bots, taking back with and without consent, seats that change,
 * saving, resuming, branching, stepping. After each call the sitting must be what its choices make of it: the position that
 * a fresh game comes to, and what a sitting resumed from its save has told each seat. A call that fails changes nothing.
 *
 * An input is a call for every two bytes: which one, and with what. Any bytes are one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/trv_sitting.h"
#include "tests/fuzz/fuzz.h"

enum { SEATS = 3, MOST_CALLS = 120 };

const char *const fuzz_words[] = { "\1", "\2", "\3", "\5", "\11", "\15", "\22", "\100", "\200", "\377", NULL };

struct table {
  trv_setup *setup;
  trv_game *fresh; /* for replaying */
  trv_sitting *sitting;
  uint32_t players_in, players_out; /* players made of code that sat down, and that left */
  uint8_t answer;                   /* of the next bot */
  bool keep_fails;
  bool inside; /* of a call-back */
};

/* ---- players and keeping ---- */

static int choose(void *self, trv_game *position, const trv_turn *turn) {
  struct table *table = self;
  if (table->answer == 255) return TRV_E_INPUT;
  /* It may do what it likes with the position, and the sitting takes no call from here. */
  trv_choose(position, 0);
  if (trv_sitting_choose(table->sitting, turn->seat, trv_sitting_stamp(table->sitting), 0) != TRV_E_STATE)
    fuzz_fail("a bot chooses from inside of its own choice");
  return (int)(table->answer % turn->options);
}

static void leave(void *self) { ((struct table *)self)->players_out++; }

static trv_player player_of(struct table *table) {
  return (trv_player){ .choose = choose, .leave = leave, .self = table };
}

static int keep(void *context, const trv_sitting *sitting) {
  struct table *table = context;
  char *text = NULL;
  size_t length = 0;
  trv_save *save = NULL;
  if (trv_sitting_save(sitting, &text, &length) != TRV_OK || trv_save_read(text, length, &save, NULL) != TRV_OK)
    fuzz_fail("what is to be kept is no save");
  trv_save_free(save);
  trv_free(text);
  return table->keep_fails ? TRV_E_INPUT : TRV_OK;
}

static trv_seat seat_of(struct table *table, uint8_t kind) {
  trv_seat seat = { .kind = (enum trv_seat_kind)(kind % 3), .name = kind & 8 ? "Ada" : NULL };
  if (seat.kind == TRV_SEAT_BOT && kind & 4) seat.player = player_of(table);
  return seat;
}

static uint32_t count_players(const trv_seat *seats, size_t count) {
  uint32_t players = 0;
  for (size_t i = 0; i < count; i++) players += seats[i].player.leave != NULL;
  return players;
}

static trv_sitting_options options_of(struct table *table, trv_seat seats[SEATS], uint8_t kinds) {
  for (uint32_t i = 0; i < SEATS; i++) seats[i] = seat_of(table, (uint8_t)(kinds >> i | (kinds & 4)));
  return (trv_sitting_options){ .struct_size = sizeof(trv_sitting_options),
                                .setup = table->setup,
                                .seed = { kinds, 0 },
                                .seats = seats,
                                .seat_count = SEATS,
                                .keep = keep,
                                .context = table,
                                .stamp = table->sitting ? trv_sitting_stamp(table->sitting) + 1 : 1,
                                .fuel = FUZZ_FUEL };
}

/* ---- what must be true ---- */

struct heard {
  const trv_sitting *other;
  int seat;
  size_t count;
};

static bool find_line(void *context, const trv_line *line) {
  const trv_line **wanted = context;
  if (line->number != (*wanted)->number) return true;
  bool same = strcmp(line->text, (*wanted)->text) == 0 && strcmp(line->phase, (*wanted)->phase) == 0 &&
              line->seat == (*wanted)->seat && line->moves == (*wanted)->moves;
  if (same) *wanted = NULL;
  return false;
}

static bool compare_line(void *context, const trv_line *line) {
  struct heard *heard = context;
  const trv_line *wanted = line;
  if (line->number != heard->count++) fuzz_fail("lines are not numbered in their order");
  trv_sitting_heard_each(heard->other, heard->seat, line->number, find_line, &wanted);
  if (wanted) fuzz_fail("seat %d was told otherwise than in a sitting that is resumed: %s", heard->seat, line->text);
  return true;
}

/* What each seat was told is what a sitting tells that is resumed from the save. */
static void check_heard(struct table *table) {
  char *text = NULL, why[300];
  size_t length = 0;
  trv_save *save = NULL;
  trv_sitting *other = NULL;
  trv_sitting_options options = { .struct_size = sizeof options, .setup = table->setup, .fuel = FUZZ_FUEL };
  if (trv_sitting_save(table->sitting, &text, &length) != TRV_OK || trv_save_read(text, length, &save, NULL) != TRV_OK)
    fuzz_fail("a sitting cannot be saved");
  if (trv_sitting_resume(&options, save, &other, why, sizeof why) != TRV_OK) fuzz_fail("not resumed: %s", why);
  if (trv_game_hash(trv_sitting_game(other), true) != trv_game_hash(trv_sitting_game(table->sitting), true))
    fuzz_fail("a sitting that is resumed is in another position");
  for (int seat = TRV_EVERYBODY; seat < SEATS; seat++) {
    struct heard heard = { .other = other, .seat = seat };
    trv_sitting_heard_each(table->sitting, seat, 0, compare_line, &heard);
    if (heard.count != trv_sitting_heard(table->sitting, seat) || heard.count != trv_sitting_heard(other, seat))
      fuzz_fail("seat %d has heard %zu lines, and %zu when resumed", seat, heard.count, trv_sitting_heard(other, seat));
    if (trv_sitting_shown(table->sitting, seat) > heard.count) fuzz_fail("seat %d was shown what it never heard", seat);
  }
  trv_sitting_free(other);
  trv_save_free(save);
  trv_free(text);
}

/* The position is the one that the choices lead to. */
static void check_position(const struct table *table) {
  char *text = NULL;
  size_t length = 0;
  trv_save *save = NULL;
  trv_move move;
  if (trv_sitting_save(table->sitting, &text, &length) != TRV_OK || trv_save_read(text, length, &save, NULL) != TRV_OK)
    fuzz_fail("a sitting cannot be saved");
  trv_game_start_seed(table->fresh, trv_save_describe(save).seed, trv_save_describe(save).number);
  for (size_t i = 0; i < trv_sitting_at(table->sitting); i++) {
    if (trv_sitting_move(table->sitting, i, &move) != TRV_OK) fuzz_fail("choice %zu is not known", i);
    if (trv_game_chooser(table->fresh) != (int)move.seat) fuzz_fail("choice %zu is another seat's", i);
    if (trv_choose(table->fresh, move.index) < 0) fuzz_fail("choice %zu is not possible", i);
  }
  if (trv_game_hash(table->fresh, true) != trv_game_hash(trv_sitting_game(table->sitting), true) ||
      trv_game_status(table->fresh) != trv_game_status(trv_sitting_game(table->sitting)))
    fuzz_fail("after %zu choices the position is another one than in a fresh game", trv_sitting_at(table->sitting));
  trv_save_free(save);
  trv_free(text);
}

static void check_proposal(const struct table *table) {
  trv_proposal proposal;
  trv_seat_info info;
  if (trv_sitting_proposal(table->sitting, &proposal) != TRV_OK) return;
  if (!proposal.waiting || proposal.waiting >> proposal.seat & 1 || proposal.waiting >> SEATS)
    fuzz_fail("a proposal of seat %u waits for %x", proposal.seat, proposal.waiting);
  if (proposal.move >= trv_sitting_moves(table->sitting)) fuzz_fail("a proposal to take back what is not there");
  for (uint32_t seat = 0; seat < SEATS; seat++)
    if (proposal.waiting >> seat & 1 &&
        (trv_sitting_seat(table->sitting, seat, &info) != TRV_OK || info.kind != TRV_SEAT_PERSON || info.away))
      fuzz_fail("seat %u, where no person sits, is asked", seat);
}

/* ---- calls ---- */

struct before {
  uint64_t hash, stamp;
  size_t moves, at;
};

static struct before look(const struct table *table) {
  return (struct before){ trv_game_hash(trv_sitting_game(table->sitting), true), trv_sitting_stamp(table->sitting),
                          trv_sitting_moves(table->sitting), trv_sitting_at(table->sitting) };
}

static void replace_sitting(struct table *table, trv_sitting *other) {
  trv_sitting_free(table->sitting);
  table->sitting = other;
}

static int resume(struct table *table, uint8_t value) {
  trv_seat seats[SEATS];
  trv_sitting_options options = options_of(table, seats, value);
  char *text = NULL, why[300];
  size_t length = 0;
  trv_save *save = NULL;
  trv_sitting *other = NULL;
  if (trv_sitting_save(table->sitting, &text, &length) != TRV_OK || trv_save_read(text, length, &save, NULL) != TRV_OK)
    fuzz_fail("a sitting cannot be saved");
  if (trv_sitting_resume(&options, save, &other, why, sizeof why) != TRV_OK) fuzz_fail("not resumed: %s", why);
  table->players_in += count_players(seats, SEATS);
  replace_sitting(table, other);
  trv_save_free(save);
  trv_free(text);
  return TRV_OK;
}

static int branch(struct table *table, uint8_t value) {
  trv_seat seats[SEATS];
  trv_sitting_options options = options_of(table, seats, value);
  trv_sitting *other = NULL;
  size_t moves = trv_sitting_moves(table->sitting), from = value % (moves + 2);
  int status = trv_sitting_branch(table->sitting, from, &options, &other);
  if ((status == TRV_OK) != (other != NULL) || (from <= moves && status != TRV_OK))
    fuzz_fail("branching off at %zu of %zu: %d", from, moves, status);
  if (status != TRV_OK) return status;
  if (trv_sitting_moves(other) != from) fuzz_fail("a branch has other choices");
  table->players_in += count_players(seats, SEATS);
  replace_sitting(table, other);
  return status;
}

static int sit(struct table *table, uint32_t seat, uint8_t value) {
  trv_seat who = seat_of(table, value);
  int status = trv_sitting_sit(table->sitting, seat, &who);
  if (status >= 0) table->players_in += count_players(&who, 1);
  return status;
}

static int stand_in(struct table *table, uint32_t seat) {
  trv_player player = player_of(table);
  int status = trv_sitting_stand_in(table->sitting, seat, &player);
  table->players_in += status >= 0;
  return status;
}

static int answer(struct table *table, uint32_t seat, uint8_t value) {
  trv_proposal proposal = { 0 };
  trv_sitting_proposal(table->sitting, &proposal);
  uint64_t other = value & 64 ? 1 : 0; /* the number of no proposal */
  return trv_sitting_answer(table->sitting, seat, proposal.number + other, value & 128);
}

static int call(struct table *table, uint8_t what, uint8_t value) {
  trv_sitting *sitting = table->sitting;
  trv_take_back needs;
  uint32_t seat = value % (SEATS + 1);
  size_t moves = trv_sitting_moves(sitting);
  int chooser = trv_game_chooser(trv_sitting_game(sitting));
  table->answer = value;
  table->keep_fails = what >= 240;
  switch (what % 20) {
  case 0:
  case 1:
  case 2:
  case 3:
  case 4: return trv_sitting_choose(sitting, chooser < 0 ? 0 : (uint32_t)chooser, trv_sitting_stamp(sitting), value);
  case 5: return trv_sitting_choose(sitting, seat, trv_sitting_stamp(sitting) - (value & 1), value);
  case 6:
  case 7: return trv_sitting_step(sitting);
  case 8:
  case 9: return trv_sitting_propose(sitting, seat, moves - (moves ? 1 + value % moves % 4 % moves : 0), value & 128);
  case 10: return trv_sitting_propose(sitting, seat, value, true);
  case 11:
  case 12: return answer(table, seat, value);
  case 13: return trv_sitting_withdraw(sitting, seat);
  case 14: return sit(table, seat, (uint8_t)(value >> 2));
  case 15: return value & 128 ? stand_in(table, seat) : trv_sitting_come_back(sitting, seat);
  case 16: return trv_sitting_go(sitting, value % (moves + 2));
  case 17: return resume(table, value);
  case 18: return branch(table, value);
  default:
    trv_sitting_look_back(sitting, seat, value, &needs);
    return trv_sitting_show(sitting, (int)seat - 1, value % (trv_sitting_heard(sitting, (int)seat - 1) + 2));
  }
}

static void check(struct table *table, const struct before *before, int status, uint8_t what) {
  struct before now = look(table);
  bool changed = now.hash != before->hash || now.moves != before->moves || now.at != before->at;
  if (status < 0 && (changed || now.stamp != before->stamp))
    fuzz_fail("call %u fails and changes something", what % 20);
  if (now.stamp < before->stamp) fuzz_fail("a stamp comes again after call %u", what % 20);
  if (now.moves != before->moves && now.stamp == before->stamp) fuzz_fail("choices change, and the stamp does not");
  check_proposal(table);
  check_position(table);
  check_heard(table);
}

static void open_table(struct table *table, uint8_t kinds) {
  static trv_setup *setup;
  static trv_game *fresh;
  trv_seat seats[SEATS];
  char why[200];
  if (!setup && (trv_setup_new(fuzz_table()->program, SEATS, NULL, 0, &setup, why, sizeof why) != TRV_OK ||
                 trv_game_new(setup, &fresh) != TRV_OK))
    exit(2);
  *table = (struct table){ .setup = setup, .fresh = fresh };
  trv_sitting_options options = options_of(table, seats, kinds);
  if (trv_sitting_new(&options, &table->sitting) != TRV_OK) fuzz_fail("nobody can sit down");
  table->players_in = count_players(seats, SEATS);
}

bool fuzz_input(const uint8_t *data, size_t size) {
  struct table table;
  size_t most = 0;
  open_table(&table, size ? data[0] : 0);
  for (size_t i = 1; i + 1 < size && i < 2 * MOST_CALLS; i += 2) {
    struct before before = look(&table);
    int status = call(&table, data[i], data[i + 1]);
    check(&table, &before, status, data[i]);
    if (trv_sitting_moves(table.sitting) > most) most = trv_sitting_moves(table.sitting);
  }
  trv_sitting_free(table.sitting);
  if (table.players_in != table.players_out)
    fuzz_fail("%u players sat down and %u left", table.players_in, table.players_out);
  return most > 0;
}
