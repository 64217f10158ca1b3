/* bots/advice.c: a hint that is followed never leads back, options that make no difference are called equal, and chances
 * come with an interval. */
#include "tests/unit/compiled.h"

#include "bots/bots.h"

/* Tickets can be bought and given back as often as one likes, and are worth nothing until the game ends by itself. */
static const char shop[] = "game \"Shop\" { players 2..2  limit 100 decisions }\n"
                           "var tickets[player]: 0..2 = 0\n"
                           "var steps: int = 0\n"
                           "play { for p in players { visit(p) } }\n"
                           "phase visit(p: player) {\n"
                           "  repeat {\n"
                           "    choose step always by p {\n"
                           "      option buy needs tickets[p] < 2 { tickets[p] += 1 }\n"
                           "      option refund needs tickets[p] > 0 { tickets[p] -= 1 }\n"
                           "      option go { break }\n"
                           "    }\n"
                           "  }\n"
                           "}\n"
                           "rank p by roll_of(p) desc\n"
                           "fn roll_of(p: player) -> int = if tickets[p] == 2 then 1 else 0\n";

/* Two ways that are the same, and one that loses. */
static const char ways[] = "game \"Ways\" { players 2..2 }\n"
                           "var gold[player]: int = 0\n"
                           "play { for p in players { go(p) } }\n"
                           "phase go(p: player) {\n"
                           "  choose way always by p {\n"
                           "    option left { gold[p] += roll 6 + 4 }\n"
                           "    option right { gold[p] += roll 6 + 4 }\n"
                           "    option home { }\n"
                           "  }\n"
                           "}\n"
                           "rank p by gold[p] desc\n";

struct hinted {
  trv_program *program;
  trv_setup *setup;
  trv_game *game;
  struct bot_memory memory;
};

static void begin(struct hinted *hinted, const char *rules) {
  char why[100];
  *hinted = (struct hinted){ .program = compiled(rules) };
  assert_int_equal(trv_setup_new(hinted->program, 2, NULL, 0, &hinted->setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(hinted->setup, &hinted->game), TRV_OK);
  trv_game_start(hinted->game, 1, 0);
}

static void end(struct hinted *hinted) {
  trv_game_free(hinted->game);
  trv_setup_free(hinted->setup);
  trv_program_free(hinted->program);
}

static size_t ask(struct hinted *hinted, struct bot_advice *advice, size_t most) {
  trv_choice_info info;
  assert_int_equal(trv_game_choice(hinted->game, &info), TRV_OK);
  struct bot_turn turn = bots_turn((trv_seed){ 1, 0 }, 0, &info);
  return bots_advise(hinted->game, &turn, &hinted->memory, advice, most, NULL);
}

static void hints_do_not_lead_back(void **unused) {
  (void)unused;
  struct hinted hinted;
  begin(&hinted, shop);
  uint32_t bought = 0;
  for (int steps = 0; trv_game_chooser(hinted.game) == 0; steps++) {
    struct bot_advice advice[3];
    assert_true(steps < 4);
    assert_true(ask(&hinted, advice, 3) > 0);
    bought += strcmp(trv_option_name(hinted.game, advice[0].option), "buy") == 0;
    assert_string_not_equal(trv_option_name(hinted.game, advice[0].option), bought ? "refund" : "");
    trv_choose(hinted.game, advice[0].option);
  }
  end(&hinted);
}

static void what_was_taken_back_may_be_advised_again(void **unused) {
  (void)unused;
  struct hinted hinted;
  struct bot_advice before[3], after[3];
  begin(&hinted, shop);
  ask(&hinted, before, 3);
  trv_choose(hinted.game, before[0].option);
  if (trv_game_chooser(hinted.game) == 0) ask(&hinted, after, 3);
  trv_game_start(hinted.game, 1, 0);
  ask(&hinted, after, 3);
  assert_int_equal(before[0].option, after[0].option);
  end(&hinted);
}

static void equals_are_called_equal(void **unused) {
  (void)unused;
  struct hinted hinted;
  struct bot_advice advice[3];
  begin(&hinted, ways);
  assert_int_equal(ask(&hinted, advice, 3), 3);
  assert_true(advice[0].option < 2 && advice[1].option < 2);
  assert_true(advice[1].equal);
  assert_false(advice[2].equal);
  assert_true(advice[2].chance < 10 && advice[2].place > 180);
  assert_true(advice[0].low < advice[0].chance && advice[0].chance < advice[0].high);
  assert_true(advice[0].own - advice[2].own > 400);
  end(&hinted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(hints_do_not_lead_back),
    cmocka_unit_test(what_was_taken_back_may_be_advised_again),
    cmocka_unit_test(equals_are_called_equal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
