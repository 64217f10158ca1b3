/* sitting/: seats, choices, keeping, what each seat is told; misuse, and memory that ends. */
#include "tests/unit/budget.h"
#include "tests/unit/sitting_table.h"

/* ---- seats ---- */

static void seats_have_names_and_kinds(void **state) {
  struct table *table = table_make(steps);
  trv_seat_info info;
  (void)state;
  char name[] = "Ada";
  table->seats[0].name = name;
  table->seats[1] = (trv_seat){ .kind = TRV_SEAT_BOT, .name = "Robot", .player = bot_of(table) };
  table->options.seat_count = 2;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  name[0] = 'I';
  assert_int_equal(trv_sitting_seat(table->sitting, 0, &info), TRV_OK);
  assert_int_equal(info.kind, TRV_SEAT_PERSON);
  assert_string_equal(info.name, "Ada");
  assert_false(info.away);
  trv_sitting_seat(table->sitting, 1, &info);
  assert_int_equal(info.kind, TRV_SEAT_BOT);
  trv_sitting_seat(table->sitting, 2, &info);
  assert_int_equal(info.kind, TRV_SEAT_OPEN);
  assert_string_equal(info.name, "p3");
  assert_int_equal(trv_sitting_seat(table->sitting, 3, &info), TRV_E_ARGUMENT);
  assert_int_equal(table->left, 0);
  trv_sitting_free(table->sitting);
  assert_int_equal(table->left, 1);
  table->sitting = NULL;
  table_close(table);
}

static void an_open_seat_waits(void **state) {
  struct table *table = table_make(steps);
  (void)state;
  table->options.seat_count = 1;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  choose_all(table->sitting, 2, REST);
  assert_int_equal(choose(table->sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_step(table->sitting), TRV_E_STATE);
  trv_seat who = { .kind = TRV_SEAT_PERSON, .name = "Bea" };
  assert_int_equal(trv_sitting_sit(table->sitting, 1, &who), TRV_OK);
  assert_int_equal(choose(table->sitting, 0), TRV_CHOICE);
  who.kind = TRV_SEAT_OPEN;
  assert_int_equal(trv_sitting_sit(table->sitting, 1, &who), TRV_OK);
  assert_int_equal(choose(table->sitting, 0), TRV_E_STATE);
  table_close(table);
}

static void a_bot_stands_in_and_goes(void **state) {
  struct table *table = table_open(steps);
  trv_player player = bot_of(table);
  trv_seat_info info;
  trv_move move;
  size_t last;
  (void)state;
  table->answer = RUN;
  assert_int_equal(trv_sitting_step(table->sitting), TRV_E_STATE);
  assert_int_equal(trv_sitting_come_back(table->sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_stand_in(table->sitting, 0, &player), TRV_OK);
  assert_int_equal(trv_sitting_stand_in(table->sitting, 0, &player), TRV_E_STATE);
  trv_sitting_seat(table->sitting, 0, &info);
  assert_int_equal(info.kind, TRV_SEAT_PERSON);
  assert_true(info.away);
  assert_int_equal(choose(table->sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_step(table->sitting), TRV_CHOICE);
  assert_int_equal(trv_sitting_move(table->sitting, 0, &move), TRV_OK);
  assert_true(move.by_bot);
  assert_int_equal(trv_sitting_last(table->sitting, TRV_EVERYBODY, &last), TRV_E_STATE);
  assert_int_equal(trv_sitting_come_back(table->sitting, 0), TRV_OK);
  assert_int_equal(table->left, 1);
  assert_int_equal(choose(table->sitting, REST), TRV_CHOICE);
  assert_int_equal(trv_sitting_last(table->sitting, 0, &last), TRV_OK);
  assert_int_equal(last, 1);
  assert_int_equal(trv_sitting_last(table->sitting, 1, &last), TRV_E_STATE);
  /* Somebody else in the place of a person who is away: the bot leaves, too. */
  assert_int_equal(trv_sitting_stand_in(table->sitting, 1, &player), TRV_OK);
  assert_int_equal(trv_sitting_sit(table->sitting, 1, &(trv_seat){ .kind = TRV_SEAT_PERSON }), TRV_OK);
  assert_int_equal(table->left, 2);
  table_close(table);
}

/* ---- choices ---- */

static void people_choose_in_turn(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *sitting = table->sitting;
  trv_move move;
  (void)state;
  uint64_t first = trv_sitting_stamp(sitting);
  assert_int_equal(trv_sitting_choose(sitting, 1, first, 0), TRV_E_STATE);     /* another's turn */
  assert_int_equal(trv_sitting_choose(sitting, 9, first, 0), TRV_E_ARGUMENT);  /* no such seat */
  assert_int_equal(trv_sitting_choose(sitting, 0, first, 3), TRV_E_ARGUMENT);  /* no such option */
  assert_int_equal(trv_sitting_choose(sitting, 0, first + 1, 0), TRV_E_STATE); /* another position */
  assert_int_equal(table->kept_count, 0);
  assert_int_equal(trv_sitting_choose(sitting, 0, first, 1), TRV_CHOICE);
  assert_int_equal(trv_sitting_choose(sitting, 0, first, 1), TRV_E_STATE); /* the same request twice */
  assert_int_equal(trv_sitting_moves(sitting), 1);
  assert_int_equal(trv_sitting_move(sitting, 0, &move), TRV_OK);
  assert_int_equal(move.seat, 0);
  assert_int_equal(move.index, 1);
  assert_string_equal(move.choice, "first");
  assert_string_equal(move.notation, "walk(2)");
  assert_false(move.by_bot);
  assert_true(move.open);
  assert_int_equal(trv_sitting_move(sitting, 1, &move), TRV_E_ARGUMENT);
  choose_all(sitting, 16, RUN);
  assert_int_equal(choose(sitting, RUN), TRV_OVER);
  assert_int_equal(trv_sitting_choose(sitting, 0, trv_sitting_stamp(sitting), 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_moves(sitting), 18);
  table_close(table);
}

/* A request from before a choice was taken back is as old as any. */
static void a_stamp_never_comes_again(void **state) {
  struct table *table = table_open(steps);
  (void)state;
  uint64_t first = trv_sitting_stamp(table->sitting);
  assert_int_equal(choose(table->sitting, 0), TRV_CHOICE);
  uint64_t second = trv_sitting_stamp(table->sitting);
  assert_int_equal(trv_sitting_propose(table->sitting, 0, 0, false), TRV_TAKEN_BACK);
  assert_int_equal(trv_sitting_choose(table->sitting, 0, first, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_choose(table->sitting, 0, second, 0), TRV_E_STATE);
  assert_int_equal(choose(table->sitting, 0), TRV_CHOICE);
  table_close(table);
}

static void bots_choose_when_asked(void **state) {
  struct table *table = table_make(steps);
  (void)state;
  for (size_t i = 1; i < 3; i++) table->seats[i] = (trv_seat){ .kind = TRV_SEAT_BOT, .player = bot_of(table) };
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  choose_all(table->sitting, 2, REST);
  uint64_t before = hash_of(table->sitting);
  assert_int_equal(choose(table->sitting, 0), TRV_E_STATE); /* nobody else answers for it */
  table->answer = TRV_E_INPUT;
  assert_int_equal(trv_sitting_step(table->sitting), TRV_E_INPUT);
  assert_int_equal(hash_of(table->sitting), before);
  assert_int_equal(trv_sitting_moves(table->sitting), 2);
  table->answer = RUN;
  while (trv_sitting_step(table->sitting) == TRV_CHOICE) {}
  assert_int_equal(trv_game_chooser(trv_sitting_game(table->sitting)), 0);
  assert_int_equal(trv_sitting_moves(table->sitting), 6);
  /* A bot without a player is the host's to answer for. */
  trv_sitting_sit(table->sitting, 0, &(trv_seat){ .kind = TRV_SEAT_BOT });
  assert_int_equal(trv_sitting_step(table->sitting), TRV_E_STATE);
  assert_int_equal(choose(table->sitting, 0), TRV_CHOICE);
  table_close(table);
}

static int bot_wrong(void *self, trv_game *position, const trv_turn *turn) {
  (void)self, (void)position;
  return (int)turn->options;
}

static void a_wrong_answer_changes_nothing(void **state) {
  struct table *table = table_make(steps);
  (void)state;
  table->seats[0] = (trv_seat){ .kind = TRV_SEAT_BOT, .player = { .choose = bot_wrong } };
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  assert_int_equal(trv_sitting_step(table->sitting), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_moves(table->sitting), 0);
  table_close(table);
}

/* ---- keeping ---- */

static void every_change_is_kept(void **state) {
  struct table *table = table_open(steps);
  (void)state;
  choose_all(table->sitting, 3, 0);
  assert_int_equal(trv_sitting_propose(table->sitting, 1, 2, false), TRV_TAKEN_BACK);
  choose_all(table->sitting, 1, 1);
  assert_int_equal(table->kept_count, 5);
  static const size_t expected[] = { 1, 2, 3, 2, 3 };
  assert_memory_equal(table->kept, expected, sizeof expected);
  table_close(table);
}

static void what_is_not_kept_did_not_happen(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *sitting = table->sitting;
  char before[2000];
  (void)state;
  choose_all(sitting, 3, RUN);
  uint64_t hash = hash_of(sitting), stamp = trv_sitting_stamp(sitting);
  snprintf(before, sizeof before, "%s", heard(sitting, 2, 0));
  table->keep_status = TRV_E_DATA;
  assert_int_equal(choose(sitting, RUN), TRV_E_DATA);
  assert_int_equal(trv_sitting_propose(sitting, 1, 2, false), TRV_E_DATA);
  assert_int_equal(hash_of(sitting), hash);
  assert_int_equal(trv_sitting_stamp(sitting), stamp);
  assert_int_equal(trv_sitting_moves(sitting), 3);
  assert_string_equal(heard(sitting, 2, 0), before);
  table->keep_status = 0;
  assert_int_equal(choose(sitting, REST), TRV_CHOICE);
  assert_int_equal(strncmp(heard(sitting, 2, 0), before, strlen(before)), 0);
  assert_string_equal(heard(sitting, 2, trv_sitting_heard(sitting, 2) - 2), "3/3 p2: walk 2;4/4 p2: rest;");
  table_close(table);
}

static void a_failing_rule_is_not_kept(void **state) {
  struct table *table =
      table_open("game \"Fail\" { players 2 }\n"
                 "var n: 0..2 = 0\n"
                 "play { for p in players { choose act by p { option add { n += 2 } option no { } } } }\n"
                 "rank p by n desc\n");
  (void)state;
  assert_int_equal(choose(table->sitting, 0), TRV_CHOICE);
  assert_int_equal(choose(table->sitting, 0), TRV_RULE_ERROR);
  assert_int_equal(table->kept_count, 1);
  assert_int_equal(trv_sitting_moves(table->sitting), 2);
  /* It can be taken back. */
  assert_int_equal(trv_sitting_propose(table->sitting, 1, 1, true), TRV_TAKEN_BACK);
  assert_int_equal(choose(table->sitting, 1), TRV_OVER);
  table_close(table);
}

/* ---- the journal ---- */

static void choices_are_told(void **state) {
  struct table *table = table_open(steps);
  (void)state;
  choose_all(table->sitting, 2, 0); /* of `rest` nothing is said: its notation tells it */
  choose_all(table->sitting, 2, RUN);
  assert_string_equal(heard(table->sitting, 2, 0),
                      "0/0 off they go!;1/1 p1: walk 1;2/2 p1: rest;3/3 p2: walk 2;4/4 p2 runs;");
  assert_string_equal(heard(table->sitting, 0, 0), "0/0 off they go!;1/3 p2: walk 2;2/4 p2 runs;");
  assert_string_equal(heard(table->sitting, TRV_EVERYBODY, 3), "3/3 p2: walk 2;4/4 p2 runs;");
  assert_int_equal(trv_sitting_heard(table->sitting, 0), 3);
  assert_int_equal(trv_sitting_heard(table->sitting, 3), 0);
  assert_int_equal(trv_sitting_heard_each(table->sitting, 3, 0, read_line, NULL), TRV_E_ARGUMENT);
  /* What is taken back was never said. */
  assert_int_equal(trv_sitting_show(table->sitting, 2, 5), TRV_OK);
  assert_int_equal(trv_sitting_propose(table->sitting, 1, 3, false), TRV_TAKEN_BACK);
  assert_string_equal(heard(table->sitting, 2, 3), "3/3 p2: walk 2;");
  assert_int_equal(trv_sitting_shown(table->sitting, 2), 4);
  assert_int_equal(trv_sitting_show(table->sitting, 2, 5), TRV_E_ARGUMENT);
  /* What is said instead is news. */
  choose_all(table->sitting, 1, REST);
  assert_string_equal(heard(table->sitting, 2, trv_sitting_shown(table->sitting, 2)), "4/4 p2: rest;");
  table_close(table);
}

/* Labels are for the chooser alone wherever somebody is told what not everybody knows, even if no zone or variable is
 * hidden: the other player hears of a label only in a game in which all is open. */
static void labels_of_secrets_are_not_told(void **state) {
  static const struct {
    const char *rules, *heard;
  } games[] = {
    { "play { let d = roll 1  say to p1 \"{d}\"  say_it(p1, d) }", "" },
    { "play { let d = roll 1  say_it(p1, d) }", "" },
    { "play { if roll 1 == 1 { say to p1 \"You are the spy.\" }\n"
      "  choose a always by p1 { option one \"one\" { } option two { } } }",
      "" },
    { "play { let d = roll 1  choose a always by p1 \"{d}\" { option one \"one\" { } option two { } } }", "" },
    { "play { let d = roll 1\n"
      "  choose a always by p1 { option one(n in 1..3 where n >= d) \"{n}\" { } option two { } } }",
      "" },
    { "deck Card { ace king }\n"
      "play { choose a always by p1 { option one needs not (box(Card) has ace) or n == 0 { } option two { } } }",
      "" },
    { "play { choose bid always by each p in players { option bid(k in 1..2) \"{k}\" { say_it(p, k) } } }", "" },
    { "play { let d = roll 1  say \"{d}\"  say_it(p1, d) }", "0/0 1!;1/1 p1: one 1!;" },
    { "play { let d = roll 1  n = d  choose a always by p1 { option one \"one {d}\" { } option two { } } }",
      "0/1 p1: one 1!;" },
    { "play { let d = pick d always by p1 \"how many?\" (k in 1..2) \"{k}\"  say_it(p1, d) }",
      "0/1 p1: 1!;1/2 p1: one 1!;" },
    { "play { choose bid always by each p in players { option bid(k in 1..2) \"{k}\" { n = k } }  say_it(p1, 1) }",
      "0/3 p1: one 1!;" },
  };
  (void)state;
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "game \"Secrets\" { players 2 }\nvar n: int = 0\n%s\n"
        "effect say_it(p: player, k: int) { choose say always by p { option one \"one {k}\" { } option two { } } }\n",
        games[i].rules);
    struct table *table = table_open(text);
    while (trv_game_chooser(trv_sitting_game(table->sitting)) >= 0) assert_true(choose(table->sitting, 0) >= 0);
    assert_string_equal(heard(table->sitting, 1, 0), games[i].heard);
    table_close(table);
  }
}

/* Lines stay while they are told: nothing changes from inside. */
static bool meddle(void *context, const trv_line *line) {
  trv_sitting *sitting = context;
  uint64_t stamp = trv_sitting_stamp(sitting);
  (void)line;
  assert_int_equal(trv_sitting_choose(sitting, 0, stamp, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(sitting, 0, 0, true), TRV_E_STATE);
  assert_int_equal(trv_sitting_go(sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_sit(sitting, 0, &(trv_seat){ .kind = TRV_SEAT_OPEN }), TRV_E_STATE);
  return true;
}

/* The same while the game tells of its options. */
static bool meddle_with_offer(void *context, const trv_offered *offered) {
  trv_sitting *sitting = context;
  uint64_t hash = hash_of(sitting);
  (void)offered;
  assert_int_equal(trv_sitting_choose(sitting, 0, trv_sitting_stamp(sitting), 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(sitting, 0, 0, true), TRV_E_STATE);
  assert_int_equal(trv_sitting_go(sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_at(sitting), 1);
  assert_int_equal(hash_of(sitting), hash);
  return true;
}

static void nothing_changes_while_lines_are_told(void **unused) {
  (void)unused;
  struct table *table = table_open(steps);
  assert_int_equal(trv_sitting_choose(table->sitting, 0, trv_sitting_stamp(table->sitting), 0), TRV_CHOICE);
  assert_true(trv_sitting_heard(table->sitting, 0) > 0);
  assert_int_equal(trv_sitting_heard_each(table->sitting, 0, 0, meddle, table->sitting), TRV_OK);
  trv_game *game = trv_sitting_game(table->sitting);
  assert_int_equal(trv_offered_each(game, meddle_with_offer, table->sitting), TRV_OK);
  assert_int_equal(trv_sitting_choose(table->sitting, 0, trv_sitting_stamp(table->sitting), RUN), TRV_CHOICE);
  table_close(table);
}

static void always_told(void **state) {
  struct table *table = table_make(steps);
  (void)state;
  table->options.tell_always = true;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  choose_all(table->sitting, 2, RUN);
  assert_string_equal(heard(table->sitting, 1, 1), "1/1 p1: walk 2;2/2 p1: run;3/2 p1 runs;");
  table_close(table);
}

/* Whoever marks the last move must know whether others may see it. */
static void moves_are_open_where_nothing_is_hidden(void **state) {
  static const char bids[] =
      "game \"Bids\" { players 2 }\nvar n: int = 0\n"
      "play { choose bid always by each p in players { option bid(k in 1..2) \"{k}\" { n = k } }\n"
      "  choose rest always by p1 { option stay { } option go { } } }\n";
  trv_move move;
  (void)state;
  struct table *table = table_open(hands);
  choose_all(table->sitting, 1, WAIT);
  assert_int_equal(trv_sitting_move(table->sitting, 0, &move), TRV_OK);
  assert_false(move.open);
  table_close(table);
  table = table_open(bids);
  choose_all(table->sitting, 3, 0);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(trv_sitting_move(table->sitting, i, &move), TRV_OK);
    assert_int_equal(move.open, i == 2);
  }
  table_close(table);
}

/* Some lines for one, some for all: each in its place. */
static void lines_come_in_order(void **state) {
  struct table *table = table_open(hands);
  (void)state;
  choose_all(table->sitting, 1, SLEEP);
  assert_string_equal(heard(table->sitting, 0, 0),
                      "0/1 You sleep.;1/1 Night falls.;2/1 You wake up.;3/1 The sun rises.;");
  assert_string_equal(heard(table->sitting, 1, 0), "0/1 p1 snores;1/1 Night falls.;2/1 The sun rises.;");
  assert_string_equal(heard(table->sitting, TRV_EVERYBODY, 1), "1/1 The sun rises.;");
  table_close(table);
}

/* Neither the card nor that there was a line, and no number that gives it away. */
static void secrets_stay_secret(void **state) {
  struct table *table = table_open(hands);
  (void)state;
  choose_all(table->sitting, 1, TAKE);
  choose_all(table->sitting, 1, WAIT);
  assert_non_null(strstr(heard(table->sitting, 0, 0), "0/1 You draw the "));
  assert_non_null(strstr(heard(table->sitting, 0, 0), "1/2 p2 waits;"));
  assert_string_equal(heard(table->sitting, 1, 0), "0/2 p2 waits;");
  assert_string_equal(heard(table->sitting, TRV_EVERYBODY, 0), "0/2 p2 waits;");
  table_close(table);
}

struct listening {
  char text[4000];
};

static bool note_said(void *context, const char *text) {
  struct listening *listening = context;
  size_t used = strlen(listening->text);
  snprintf(listening->text + used, sizeof listening->text - used, "%s;", text);
  return true;
}

static bool note_line(void *context, const trv_line *line) { return line->seat >= 0 || note_said(context, line->text); }

/* Whatever is chosen: each seat has heard what the library's own log has for it, in that order, and nothing else. */
static void the_journal_is_the_log(void **state) {
  struct table *table = table_open(hands);
  (void)state;
  for (uint32_t number = 0; number < 20; number++) {
    trv_game *game;
    table->options.number = number;
    table->kept_count = 0;
    trv_sitting_free(table->sitting);
    assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
    assert_int_equal(trv_game_new(table->setup, &game), TRV_OK);
    assert_int_equal(trv_game_listen(game), TRV_OK);
    trv_game_start_seed(game, table->options.seed, number);
    for (uint32_t i = 0; trv_game_status(game) == TRV_CHOICE; i++) {
      uint32_t index = trv_random_choice(1, number, 0, i, ACTS);
      trv_choose(game, index);
      assert_true(choose(table->sitting, index) > 0);
    }
    for (int seat = TRV_EVERYBODY; seat < 2; seat++) {
      struct listening log = { "" }, journal = { "" };
      size_t cursor = 0;
      trv_log_since(game, seat, &cursor, note_said, &log);
      assert_int_equal(trv_sitting_heard_each(table->sitting, seat, 0, note_line, &journal), TRV_OK);
      assert_string_equal(journal.text, log.text);
    }
    trv_game_free(game);
  }
  table_close(table);
}

static void bots_alone_tell_all(void **state) {
  struct table *table = table_make(hands);
  (void)state;
  table->options.tell_hidden = true;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_E_ARGUMENT); /* people would see it */
  for (size_t i = 0; i < 2; i++) table->seats[i] = (trv_seat){ .kind = TRV_SEAT_BOT, .player = bot_of(table) };
  table->options.seat_count = 1;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_E_ARGUMENT); /* so they may later */
  table->options.seat_count = 2;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  assert_int_equal(trv_sitting_step(table->sitting), TRV_CHOICE);
  assert_string_equal(heard(table->sitting, TRV_EVERYBODY, 0), "0/1 p1: take;");
  assert_int_equal(trv_sitting_sit(table->sitting, 0, &(trv_seat){ .kind = TRV_SEAT_PERSON }), TRV_E_STATE);
  table_close(table);
}

/* ---- misuse and memory ---- */

/* A choice during which the host stops the rules was not made. Rules that are out of fuel end the game; it can be taken
 * back to before that. */
static void rules_can_be_stopped(void **state) {
  struct table *table = table_make("game \"Long\" { players 2 }\n"
                                   "var n: int = 0\n"
                                   "play { for p in players { choose act by p {\n"
                                   "  option count { for i in 1..100000 { n += i % 2 } }\n"
                                   "  option no { } } } }\n"
                                   "rank p by n desc\n");
  volatile int cancel = 0;
  (void)state;
  table->options.cancel = &cancel;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  cancel = 1;
  assert_int_equal(choose(table->sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_moves(table->sitting), 0);
  assert_int_equal(table->kept_count, 0);
  cancel = 0;
  assert_int_equal(choose(table->sitting, 0), TRV_CHOICE);
  trv_sitting_free(table->sitting);
  table->options.fuel = 1000;
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  assert_int_equal(choose(table->sitting, 0), TRV_RULE_ERROR);
  assert_int_equal(trv_sitting_propose(table->sitting, 0, 0, false), TRV_TAKEN_BACK);
  table_close(table);
}

static void nonsense_is_refused(void **state) {
  struct table *table = table_open(steps);
  trv_sitting_options options = table->options;
  trv_sitting *sitting;
  trv_seat wrong = { .kind = (enum trv_seat_kind)7 };
  size_t number;
  char *text;
  (void)state;
  assert_int_equal(trv_sitting_new(NULL, &sitting), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_new(&options, NULL), TRV_E_ARGUMENT);
  options.struct_size--;
  assert_int_equal(trv_sitting_new(&options, &sitting), TRV_E_ARGUMENT);
  options = table->options;
  options.seat_count = 4;
  assert_int_equal(trv_sitting_new(&options, &sitting), TRV_E_ARGUMENT);
  options = table->options;
  options.seats = NULL;
  assert_int_equal(trv_sitting_new(&options, &sitting), TRV_E_ARGUMENT);
  options = table->options;
  options.setup = NULL;
  assert_int_equal(trv_sitting_new(&options, &sitting), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_resume(&table->options, NULL, &sitting, NULL, 0), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_branch(NULL, 0, &table->options, &sitting), TRV_E_ARGUMENT);
  assert_null(sitting);
  assert_int_equal(trv_sitting_sit(table->sitting, 0, &wrong), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_sit(table->sitting, 3, &table->seats[0]), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_sit(table->sitting, 0, NULL), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_last(table->sitting, 3, &number), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_show(table->sitting, -2, 0), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_step(NULL), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_choose(NULL, 0, 0, 0), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_propose(NULL, 0, 0, true), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_answer(NULL, 0, 0, true), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_withdraw(NULL, 0), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_go(NULL, 0), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_save(NULL, &text, &number), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_moves(NULL), 0);
  assert_null(trv_sitting_game(NULL));
  trv_sitting_free(NULL);
  table_close(table);
}

/* Everything that takes memory, once; a status, TRV_OK when all was done. */
static int use_all(struct table *table, uint64_t *hash) {
  trv_sitting *sitting = NULL, *branch = NULL;
  int status = trv_sitting_new(&table->options, &sitting);
  for (size_t i = 0; status >= 0 && i < 18; i++) {
    uint64_t before = hash_of(sitting);
    size_t lines = trv_sitting_heard(sitting, 2);
    status = choose(sitting, RUN);
    if (status >= 0) continue;
    assert_int_equal(hash_of(sitting), before); /* as if nothing had been tried */
    assert_int_equal(trv_sitting_moves(sitting), i);
    assert_int_equal(trv_sitting_heard(sitting, 2), lines);
  }
  if (status >= 0) status = trv_sitting_sit(sitting, 1, &(trv_seat){ .kind = TRV_SEAT_PERSON, .name = "Bea" });
  if (status >= 0) status = trv_sitting_go(sitting, 3);
  if (status >= 0) status = trv_sitting_branch(sitting, 7, &table->options, &branch);
  if (status >= 0) {
    *hash = hash_of(branch);
    status = (int)(trv_sitting_heard(branch, 2) == 7 ? TRV_OK : TRV_E_DATA);
  }
  trv_sitting_free(branch);
  trv_sitting_free(sitting);
  return status < 0 ? status : TRV_OK;
}

/* Whichever block cannot be had: it is said, and nothing is left behind or half done. */
static void memory_may_end_anywhere(void **state) {
  struct table *table = table_make(steps);
  struct budget budget = { .left = 1000000 };
  trv_allocator allocator = { budget_resize, &budget };
  uint64_t hash = 0, again = 0;
  (void)state;
  table->seats[0].name = "Ada";
  table->options.keep = NULL;
  table->options.allocator = &allocator;
  assert_int_equal(use_all(table, &hash), TRV_OK);
  long most = 1000000 - budget.left;
  assert_int_equal(budget.blocks, 0);
  assert_true(most > 10);
  for (long left = 0; left < most; left++) {
    budget.left = left;
    assert_int_equal(use_all(table, &again), TRV_E_MEMORY);
    assert_int_equal(budget.blocks, 0);
  }
  budget.left = most;
  assert_int_equal(use_all(table, &again), TRV_OK);
  assert_int_equal(hash, again);
  table_close(table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(seats_have_names_and_kinds),
    cmocka_unit_test(an_open_seat_waits),
    cmocka_unit_test(a_bot_stands_in_and_goes),
    cmocka_unit_test(people_choose_in_turn),
    cmocka_unit_test(a_stamp_never_comes_again),
    cmocka_unit_test(bots_choose_when_asked),
    cmocka_unit_test(a_wrong_answer_changes_nothing),
    cmocka_unit_test(every_change_is_kept),
    cmocka_unit_test(what_is_not_kept_did_not_happen),
    cmocka_unit_test(a_failing_rule_is_not_kept),
    cmocka_unit_test(choices_are_told),
    cmocka_unit_test(labels_of_secrets_are_not_told),
    cmocka_unit_test(moves_are_open_where_nothing_is_hidden),
    cmocka_unit_test(nothing_changes_while_lines_are_told),
    cmocka_unit_test(always_told),
    cmocka_unit_test(lines_come_in_order),
    cmocka_unit_test(secrets_stay_secret),
    cmocka_unit_test(the_journal_is_the_log),
    cmocka_unit_test(bots_alone_tell_all),
    cmocka_unit_test(rules_can_be_stopped),
    cmocka_unit_test(nonsense_is_refused),
    cmocka_unit_test(memory_may_end_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
