/* sitting/: taking back and consent, resuming, branching, stepping through. */
#include "tests/unit/sitting_table.h"

/* ---- taking back ---- */

static void own_choices_are_free(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *sitting = table->sitting;
  trv_take_back needs;
  (void)state;
  assert_int_equal(trv_sitting_look_back(sitting, 0, 0, &needs), TRV_E_ARGUMENT); /* nothing to take back */
  uint64_t before = hash_of(sitting);
  choose_all(sitting, 1, 2);
  assert_int_equal(trv_sitting_look_back(sitting, 0, 0, &needs), TRV_OK);
  assert_false(needs.revealed);
  assert_int_equal(needs.asked, 0);
  assert_int_equal(trv_sitting_propose(sitting, 0, 0, false), TRV_TAKEN_BACK);
  assert_int_equal(hash_of(sitting), before);
  assert_int_equal(trv_sitting_moves(sitting), 0);
  /* Another's choice is his, though nothing has come to light. */
  choose_all(sitting, 2, 1);
  assert_int_equal(trv_sitting_look_back(sitting, 1, 0, &needs), TRV_OK);
  assert_false(needs.revealed);
  assert_int_equal(needs.asked, 1 << 0);
  table_close(table);
}

static void others_are_asked(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *sitting = table->sitting;
  trv_take_back needs;
  trv_proposal proposal;
  (void)state;
  choose_all(sitting, 3, RUN); /* p1, p1, p2 */
  assert_int_equal(trv_sitting_look_back(sitting, 0, 1, &needs), TRV_OK);
  assert_true(needs.revealed);
  assert_int_equal(needs.asked, 1 << 1 | 1 << 2);
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, false), TRV_E_STATE);
  assert_int_equal(trv_sitting_proposal(sitting, &proposal), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, true), TRV_WAITING);
  assert_int_equal(trv_sitting_proposal(sitting, &proposal), TRV_OK);
  assert_int_equal(proposal.seat, 0);
  assert_int_equal(proposal.move, 1);
  assert_int_equal(proposal.waiting, 1 << 1 | 1 << 2);
  assert_int_equal(trv_sitting_propose(sitting, 1, 2, true), TRV_E_STATE); /* one at a time */
  assert_int_equal(trv_sitting_answer(sitting, 0, proposal.number, true), TRV_E_STATE);
  assert_int_equal(trv_sitting_answer(sitting, 1, proposal.number + 1, true), TRV_E_STATE);
  assert_int_equal(trv_sitting_answer(sitting, 2, proposal.number, true), TRV_WAITING);
  assert_int_equal(trv_sitting_answer(sitting, 2, proposal.number, true), TRV_E_STATE); /* once is enough */
  assert_int_equal(trv_sitting_moves(sitting), 3);
  /* If it cannot be kept, the last answer can be given again. */
  table->keep_status = TRV_E_DATA;
  assert_int_equal(trv_sitting_answer(sitting, 1, proposal.number, true), TRV_E_DATA);
  table->keep_status = 0;
  assert_int_equal(trv_sitting_answer(sitting, 1, proposal.number, true), TRV_TAKEN_BACK);
  assert_int_equal(trv_sitting_moves(sitting), 1);
  assert_int_equal(trv_sitting_proposal(sitting, &proposal), TRV_E_STATE);
  assert_int_equal(trv_sitting_answer(sitting, 1, proposal.number, true), TRV_E_STATE);
  table_close(table);
}

static void proposals_end(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *sitting = table->sitting;
  trv_player player = bot_of(table);
  trv_proposal proposal, again;
  (void)state;
  choose_all(sitting, 3, RUN);
  /* Refused. */
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, true), TRV_WAITING);
  trv_sitting_proposal(sitting, &proposal);
  assert_int_equal(trv_sitting_answer(sitting, 2, proposal.number, false), TRV_REFUSED);
  assert_int_equal(trv_sitting_answer(sitting, 1, proposal.number, true), TRV_E_STATE);
  assert_int_equal(trv_sitting_moves(sitting), 3);
  /* Withdrawn, and by nobody else; an answer to it is none to the next. */
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, true), TRV_WAITING);
  trv_sitting_proposal(sitting, &proposal);
  assert_int_equal(trv_sitting_withdraw(sitting, 1), TRV_E_STATE);
  assert_int_equal(trv_sitting_withdraw(sitting, 0), TRV_OK);
  assert_int_equal(trv_sitting_withdraw(sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(sitting, 0, 0, true), TRV_WAITING);
  assert_int_equal(trv_sitting_answer(sitting, 1, proposal.number, true), TRV_E_STATE);
  /* Replaced by the same seat. */
  trv_sitting_proposal(sitting, &proposal);
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, true), TRV_WAITING);
  trv_sitting_proposal(sitting, &again);
  assert_int_not_equal(again.number, proposal.number);
  assert_int_equal(again.move, 1);
  /* Ended by the next choice, and by whoever leaves. */
  choose_all(sitting, 1, RUN);
  assert_int_equal(trv_sitting_proposal(sitting, &proposal), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, true), TRV_WAITING);
  assert_int_equal(trv_sitting_stand_in(sitting, 2, &player), TRV_OK);
  assert_int_equal(trv_sitting_proposal(sitting, &proposal), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, true), TRV_WAITING);
  assert_int_equal(trv_sitting_sit(sitting, 1, &(trv_seat){ .kind = TRV_SEAT_PERSON, .name = "Bea" }), TRV_OK);
  assert_int_equal(trv_sitting_proposal(sitting, &proposal), TRV_E_STATE);
  /* Who is away is not asked, and asks nobody. */
  assert_int_equal(trv_sitting_propose(sitting, 2, 1, true), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(sitting, 0, 1, true), TRV_WAITING);
  trv_sitting_proposal(sitting, &proposal);
  assert_int_equal(proposal.waiting, 1 << 1);
  assert_int_equal(trv_sitting_answer(sitting, 1, proposal.number, true), TRV_TAKEN_BACK);
  table_close(table);
}

/* Alone among bots nobody is asked, but it has to be said that something has come to light. */
static void alone_with_bots(void **state) {
  struct table *table = table_make(steps);
  trv_take_back needs;
  (void)state;
  for (size_t i = 1; i < 3; i++) table->seats[i] = (trv_seat){ .kind = TRV_SEAT_BOT, .player = bot_of(table) };
  assert_int_equal(trv_sitting_new(&table->options, &table->sitting), TRV_OK);
  choose_all(table->sitting, 2, REST);
  while (trv_sitting_step(table->sitting) == TRV_CHOICE) {}
  assert_int_equal(trv_sitting_look_back(table->sitting, 0, 1, &needs), TRV_OK);
  assert_true(needs.revealed);
  assert_int_equal(needs.asked, 0);
  assert_int_equal(trv_sitting_propose(table->sitting, 1, 1, true), TRV_E_STATE); /* bots take nothing back */
  assert_int_equal(trv_sitting_propose(table->sitting, 0, 1, false), TRV_E_STATE);
  assert_int_equal(trv_sitting_propose(table->sitting, 0, 1, true), TRV_TAKEN_BACK);
  assert_int_equal(trv_sitting_moves(table->sitting), 1);
  table_close(table);
}

/* A drawn card cannot be unseen, though it is the same player's turn no more. */
static void chance_is_a_barrier(void **state) {
  struct table *table = table_open(hands);
  trv_take_back needs;
  (void)state;
  choose_all(table->sitting, 1, TAKE);
  assert_int_equal(trv_sitting_look_back(table->sitting, 0, 0, &needs), TRV_OK);
  assert_true(needs.revealed);
  assert_int_equal(needs.asked, 1 << 1);
  table_close(table);
  table = table_open(hands);
  choose_all(table->sitting, 1, WAIT);
  assert_int_equal(trv_sitting_look_back(table->sitting, 0, 0, &needs), TRV_OK);
  assert_false(needs.revealed);
  assert_int_equal(needs.asked, 0);
  table_close(table);
}

/* ---- saving, resuming, branching ---- */

/* The save of a sitting; owned. */
static trv_save *saved(const trv_sitting *sitting) {
  char *text;
  size_t length;
  trv_save *save;
  assert_int_equal(trv_sitting_save(sitting, &text, &length), TRV_OK);
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  trv_free(text);
  return save;
}

static void a_sitting_resumes(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *again;
  char why[200], before[2000];
  (void)state;
  choose_all(table->sitting, 5, RUN); /* p1, p1, p2, p2, p3 */
  trv_save *save = saved(table->sitting);
  size_t kept = table->kept_count;
  table->options.seed = (trv_seed){ 99, 0 };
  table->options.stamp = 1000;
  assert_int_equal(trv_sitting_resume(&table->options, save, &again, why, sizeof why), TRV_OK);
  assert_string_equal(why, "");
  assert_int_equal(table->kept_count, kept);
  assert_int_equal(hash_of(again), hash_of(table->sitting));
  assert_int_equal(trv_sitting_stamp(again), 1000);
  for (int seat = TRV_EVERYBODY; seat < 3; seat++) {
    snprintf(before, sizeof before, "%s", heard(table->sitting, seat, 0));
    assert_string_equal(heard(again, seat, 0), before);
  }
  /* p1 has seen what there was before his last choice, p3 what there was before hers. */
  assert_int_equal(trv_sitting_shown(again, 0), 1);
  assert_string_equal(heard(again, 0, trv_sitting_shown(again, 0)),
                      "1/2 p1 runs;2/3 p2: walk 2;3/4 p2 runs;4/5 p3: walk 2;");
  assert_string_equal(heard(again, 2, trv_sitting_shown(again, 2)), "");
  assert_int_equal(choose(again, RUN), TRV_CHOICE);
  assert_int_equal(trv_sitting_moves(table->sitting), 5);
  trv_sitting_free(again);
  trv_save_free(save);
  table_close(table);
}

/* Who sits where is in the save, as it is when that is made. */
static void a_save_knows_who_sat_where(void **state) {
  struct table *table = table_open(steps);
  trv_seat bot = { .kind = TRV_SEAT_BOT, .name = "Grete", .bot = "search:50" };
  trv_seat_info info;
  (void)state;
  choose_all(table->sitting, 2, RUN);
  assert_int_equal(trv_sitting_sit(table->sitting, 1, &bot), TRV_OK);
  assert_int_equal(trv_sitting_sit(table->sitting, 2, &(trv_seat){ .kind = TRV_SEAT_OPEN }), TRV_OK);
  assert_int_equal(trv_sitting_seat(table->sitting, 1, &info), TRV_OK);
  assert_string_equal(info.bot, "search:50");
  assert_int_equal(trv_sitting_seat(table->sitting, 0, &info), TRV_OK);
  assert_string_equal(info.bot, "");
  trv_save *save = saved(table->sitting);
  assert_int_equal(trv_save_describe(save).seats, 3);
  assert_int_equal(trv_save_who(save, 0).kind, TRV_SEAT_PERSON);
  assert_int_equal(trv_save_who(save, 1).kind, TRV_SEAT_BOT);
  assert_string_equal(trv_save_who(save, 1).bot, "search:50");
  assert_string_equal(trv_save_who(save, 1).name, "Grete");
  assert_int_equal(trv_save_who(save, 2).kind, TRV_SEAT_OPEN);
  trv_save_free(save);
  for (uint32_t seat = 0; seat < 3; seat++)
    assert_int_equal(trv_sitting_sit(table->sitting, seat, &(trv_seat){ .kind = TRV_SEAT_OPEN }), TRV_OK);
  save = saved(table->sitting);
  assert_int_equal(trv_save_describe(save).seats, 0);
  trv_save_free(save);
  table_close(table);
}

/* Rules in which a player who has walked 2 cannot run, others that fail at it, and others that ask for something else: what
 * replaces what, how the complaint begins, and how many choices still fit. */
static const struct change {
  const char *was, *is, *why, *reason;
  size_t moves;
} changes[] = {
  { "option run \"run\" {", "option hop { } option run \"run\" needs total[p] != 2 else \"too tired\" {",
    "Choice 4 (p2 second: run) is not possible", "too tired", 3 },
  { "total[p] += 5", "total[p] += 5 / (total[p] - 2)", "Choice 4 (p2 second: run) is not possible",
    "the rules fail there", 3 },
  { "choose second", "choose last", "Choice 2 (p1 second: rest) is not possible", "namely last", 1 },
};

static void what_no_longer_fits_is_told(void **state) {
  struct table *table = table_open(steps);
  char why[300];
  (void)state;
  choose_all(table->sitting, 2, 0);
  choose_all(table->sitting, 3, RUN); /* p2 walks 2 and runs, p3 walks */
  trv_save *save = saved(table->sitting);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    const struct change *change = &changes[i];
    const char *place = strstr(steps, change->was);
    char rules[2000];
    assert_non_null(place);
    snprintf(rules, sizeof rules, "%.*s%s%s", (int)(place - steps), steps, change->is, place + strlen(change->was));
    struct table *other = table_make(rules);
    assert_int_equal(trv_sitting_resume(&other->options, save, &other->sitting, why, sizeof why), TRV_E_STATE);
    assert_non_null(strstr(why, change->why));
    assert_non_null(strstr(why, change->reason));
    assert_int_equal(trv_sitting_moves(other->sitting), change->moves);
    assert_int_equal(trv_game_status(trv_sitting_game(other->sitting)), TRV_CHOICE);
    assert_int_equal(choose(other->sitting, 0), TRV_CHOICE); /* it can go on from there */
    table_close(other);
  }
  struct table *foreign = table_make(hands);
  assert_int_equal(trv_sitting_resume(&foreign->options, save, &foreign->sitting, why, sizeof why), TRV_E_ARGUMENT);
  assert_null(foreign->sitting);
  assert_true(*why);
  table_close(foreign);
  trv_save_free(save);
  table_close(table);
}

/* A save whose choices are possible and lead elsewhere: the position is handed out with the complaint. */
static void another_position_is_told(void **state) {
  struct table *table = table_open(steps);
  char *text, why[200];
  size_t length;
  trv_save *save;
  trv_sitting *again;
  (void)state;
  choose_all(table->sitting, 2, RUN);
  assert_int_equal(trv_sitting_save(table->sitting, &text, &length), TRV_OK);
  char *choice = strstr(text, "walk(2)");
  assert_non_null(choice);
  choice[5] = '3';
  assert_int_equal(trv_save_read(text, length, &save, NULL), TRV_OK);
  assert_int_equal(trv_sitting_resume(&table->options, save, &again, why, sizeof why), TRV_E_DATA);
  assert_true(*why);
  assert_int_equal(trv_sitting_moves(again), 2);
  trv_sitting_free(again);
  trv_save_free(save);
  trv_free(text);
  table_close(table);
}

static void a_branch_is_its_own(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *branch;
  trv_seat bots[3];
  (void)state;
  choose_all(table->sitting, 4, RUN);
  uint64_t before = hash_of(table->sitting);
  trv_sitting_options options = table->options;
  for (size_t i = 0; i < 3; i++) bots[i] = (trv_seat){ .kind = TRV_SEAT_BOT, .player = bot_of(table) };
  options.seats = bots;
  options.setup = NULL; /* that of the sitting */
  assert_int_equal(trv_sitting_branch(table->sitting, 5, &options, &branch), TRV_E_ARGUMENT);
  assert_int_equal(trv_sitting_branch(table->sitting, 2, &options, &branch), TRV_OK);
  assert_int_equal(trv_sitting_moves(branch), 2);
  assert_int_equal(trv_game_chooser(trv_sitting_game(branch)), 1);
  table->answer = REST;
  while (trv_sitting_step(branch) == TRV_CHOICE) {}
  assert_int_equal(trv_game_status(trv_sitting_game(branch)), TRV_OVER);
  assert_int_equal(hash_of(table->sitting), before);
  assert_int_equal(trv_sitting_moves(table->sitting), 4);
  trv_sitting_free(branch);
  assert_int_equal(table->left, 3);
  table_close(table);
}

/* Whoever looks has heard what was said up to where the game stands, wherever it stood before. */
static void expect_heard(const trv_sitting *sitting, const size_t *counts) {
  for (int viewer = TRV_EVERYBODY; viewer < 3; viewer++)
    assert_int_equal(trv_sitting_heard(sitting, viewer), counts[viewer + 1]);
}

static void note_heard(const trv_sitting *sitting, size_t *counts) {
  for (int viewer = TRV_EVERYBODY; viewer < 3; viewer++) counts[viewer + 1] = trv_sitting_heard(sitting, viewer);
}

static void steps_go_both_ways(void **state) {
  struct table *table = table_open(steps);
  trv_sitting *sitting = table->sitting;
  uint64_t hashes[20];
  size_t lines[20][4];
  trv_take_back needs;
  size_t count = 0;
  (void)state;
  for (int status = TRV_CHOICE; status == TRV_CHOICE; status = choose(sitting, RUN)) {
    note_heard(sitting, lines[count]);
    hashes[count++] = hash_of(sitting);
  }
  hashes[count] = hash_of(sitting);
  note_heard(sitting, lines[count]);
  assert_int_equal(trv_sitting_at(sitting), count);
  for (size_t i = count + 1; i-- > 0;) {
    assert_int_equal(trv_sitting_go(sitting, i), i == count ? TRV_OVER : TRV_CHOICE);
    assert_int_equal(hash_of(sitting), hashes[i]);
    expect_heard(sitting, lines[i]);
  }
  assert_string_equal(heard(sitting, 0, 0), "0/0 off they go!;");
  assert_int_equal(trv_sitting_moves(sitting), count);
  assert_int_equal(choose(sitting, 0), TRV_E_STATE);
  assert_int_equal(trv_sitting_look_back(sitting, 0, 0, &needs), TRV_E_STATE);
  for (size_t i = 0; i <= count; i += 3) {
    assert_true(trv_sitting_go(sitting, i) > 0);
    assert_int_equal(hash_of(sitting), hashes[i]);
    assert_int_equal(trv_sitting_at(sitting), i);
    expect_heard(sitting, lines[i]);
    trv_save *save = saved(sitting);
    assert_int_equal(trv_save_describe(save).choices, i);
    trv_save_free(save);
  }
  assert_int_equal(trv_sitting_go(sitting, count + 1), TRV_E_ARGUMENT);
  table_close(table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(own_choices_are_free),
    cmocka_unit_test(others_are_asked),
    cmocka_unit_test(proposals_end),
    cmocka_unit_test(alone_with_bots),
    cmocka_unit_test(chance_is_a_barrier),
    cmocka_unit_test(a_sitting_resumes),
    cmocka_unit_test(a_save_knows_who_sat_where),
    cmocka_unit_test(what_no_longer_fits_is_told),
    cmocka_unit_test(another_position_is_told),
    cmocka_unit_test(a_branch_is_its_own),
    cmocka_unit_test(steps_go_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
