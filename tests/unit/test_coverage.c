/* vm/coverage.c: visits of instructions come back as visits of rules, options and statements. */
#include <stdlib.h>

#include "tests/unit/compiled.h"

static const char game_text[] = "game \"Visits\" { players 2..2 }\n"
                                "var score[player]: int = 0\n"
                                "fn double(n: int) -> int = n + n @R1\n"
                                "fn best(p: player) -> int { return score[p] } @R2\n"
                                "effect gain(p: player, n: int) { score[p] += n } @R3\n"
                                "options extras(p: player) {\n"
                                "  option pass \"pass\" { }\n"
                                "}\n"
                                "play {\n"
                                "  for round in 1..3 { for p in players { turn(p) } }\n"
                                "  count_up() count_up() count_down()\n"
                                "}\n"
                                "effect count_up() { repeat { score[p1] += 1 if score[p1] % 5 == 0 { leave } } }\n"
                                "effect count_down() { while score[p1] % 7 > 0 { score[p1] -= 1 } }\n"
                                "phase turn(p: player) {\n"
                                "  choose act by p \"Act\" {\n"
                                "    option work \"work\" { gain(p, double(score[p] + 1)) } @R4\n"
                                "    option rest \"rest\" needs score[p] > 1000 else \"no\" @R5 { say \"rest\" }\n"
                                "    include extras(p) @R6\n"
                                "  }\n"
                                "  if score[p] > 1000 { @R7\n"
                                "    score[p] = 0 }\n"
                                "}\n"
                                "rank p by best(p) desc @R8\n"
                                "position rich(p: player) { score[p] = 2000 }\n"
                                "fn only_here(p: player) -> int { return score[p] + 1 } @R9\n"
                                "scenario \"rest\" { given { rich(p1) } run turn(p1) p1: rest "
                                "expect only_here(p1) == 1 }\n"
                                "scenario \"double\" { given { } expect double(2) == 4 }\n";

struct finding {
  const char *cite, *name;
  uint64_t visits, offered;
  int found;
  const uint64_t *counts; /* what the visits of a place are added up from */
};

static bool find(void *context, const trv_place *place) {
  struct finding *finding = context;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < place->instruction_count; i++) sum += finding->counts[place->instructions[i]];
  assert_int_equal(sum, place->visits);
  if (finding->cite && strcmp(place->cites, finding->cite)) return true;
  if (finding->name && strcmp(place->name, finding->name)) return true;
  finding->visits = place->visits;
  finding->offered = place->offered;
  finding->found++;
  return true;
}

static struct finding find_place(const trv_program *program, const uint64_t *visits, const char *cite,
                                 const char *name) {
  struct finding finding = { .cite = cite, .name = name, .counts = visits };
  assert_int_equal(trv_places_each(program, visits, find, &finding), TRV_OK);
  return finding;
}

/* Takes work whenever it is first; notes what it was told of the candidates. */
struct player {
  trv_game *game;
  int first, second, beyond;
};
static uint32_t always_first(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  struct player *player = context;
  (void)seat, (void)decision;
  player->first = trv_offered_option(player->game, 0);
  player->second = trv_offered_option(player->game, 1);
  player->beyond = trv_offered_option(player->game, options);
  return 0;
}

static void visits_belong_to_places(void **unused) {
  (void)unused;
  trv_program *program = compiled(game_text);
  compiled_is_valid(program);
  uint64_t *visits = calloc(trv_program_describe(program).instructions, sizeof *visits);
  trv_setup *setup;
  trv_game *game;
  char why[100];
  uint32_t places[2];
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  struct player player = { .game = game };
  trv_game_count_visits(game, visits);
  trv_game_start(game, 1, 0);
  assert_int_equal(trv_play(game, always_first, &player, 0), TRV_OVER);
  trv_game_result(game, places, NULL);

  assert_int_equal(find_place(program, visits, NULL, "turn").visits, 6);
  assert_int_equal(find_place(program, visits, NULL, "work").visits, 6);
  assert_int_equal(find_place(program, visits, NULL, "gain").visits, 6);
  assert_int_equal(find_place(program, visits, "R1", "double").visits, 6); /* put in the place of its call */
  assert_int_equal(find_place(program, visits, "R2", "best").visits, 2);
  assert_int_equal(find_place(program, visits, NULL, "count_up").visits,
                   2); /* not once for each round of their loops */
  assert_int_equal(find_place(program, visits, NULL, "count_down").visits, 1);
  assert_true(find_place(program, visits, "R8", NULL).visits > 0);
  assert_true(find_place(program, visits, "R6", NULL).visits > 0);
  assert_true(find_place(program, visits, "R5", NULL).visits > 0); /* the condition was tested */
  assert_int_equal(find_place(program, visits, NULL, "rest").visits, 0);
  assert_int_equal(find_place(program, visits, NULL, "rest").offered, 0);
  assert_int_equal(find_place(program, visits, NULL, "pass").visits, 0);
  assert_int_equal(find_place(program, visits, NULL, "pass").offered, 6);
  assert_true(find_place(program, visits, "R7", NULL).visits == 6);
  assert_int_equal(find_place(program, visits, NULL, "rich").found, 0);      /* scenarios are not play */
  assert_int_equal(find_place(program, visits, NULL, "only_here").found, 0); /* nor is what only they need */

  assert_int_equal(player.first, 0); /* work, rest, pass */
  assert_int_equal(player.second, 2);
  assert_int_equal(player.beyond, -1);
  assert_int_equal(trv_offered_option(game, 0), -1); /* outside a decision */

  uint64_t before = find_place(program, visits, NULL, "turn").visits;
  trv_game_count_visits(game, NULL);
  trv_game_start(game, 1, 0);
  trv_play(game, always_first, &player, 0);
  assert_int_equal(find_place(program, visits, NULL, "turn").visits, before);
  free(visits);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
}

/* A fn that was put in the place of its call is one place, in play and in what a scenario expects. */
static void expectations_reach_rules(void **unused) {
  (void)unused;
  trv_program *program = compiled(game_text);
  uint64_t *visits = calloc(trv_program_describe(program).instructions, sizeof *visits);
  assert_int_equal(trv_scenario_visit(program, 1, visits, NULL, 0, NULL), TRV_OK);
  struct finding finding = find_place(program, visits, "R1", "double");
  assert_int_equal(finding.found, 1);
  assert_true(finding.visits > 0);
  assert_int_equal(find_place(program, visits, NULL, "turn").visits, 0);
  free(visits);
  trv_program_free(program);
}

static bool stop_at_once(void *context, const trv_place *place) {
  (void)place;
  ++*(int *)context;
  return false;
}

/* Counting changes nothing in play, and the checking interpreter counts the same. */
static void counting_changes_nothing(void **unused) {
  (void)unused;
  trv_program *program = compiled(game_text), *copy;
  void *bytes;
  size_t size;
  assert_int_equal(trv_program_save(program, &bytes, &size), TRV_OK);
  assert_int_equal(trv_program_load(bytes, size, NULL, &copy, NULL), TRV_OK);
  const trv_program *both[2] = { program, copy };
  uint32_t count = trv_program_describe(program).instructions;
  uint64_t *visits[2], hashes[4];
  for (int i = 0; i < 4; i++) {
    trv_setup *setup;
    trv_game *game;
    char why[100];
    assert_int_equal(trv_setup_new(both[i / 2], 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
    assert_int_equal(trv_game_new(setup, &game), TRV_OK);
    if (i % 2) trv_game_count_visits(game, visits[i / 2] = calloc(count, sizeof **visits));
    trv_game_start(game, 7, 0);
    trv_playout(game, 7, 0, 0);
    hashes[i] = trv_game_hash(game, true);
    assert_int_equal(hashes[i], hashes[0]);
    trv_game_free(game);
    trv_setup_free(setup);
  }
  assert_memory_equal(visits[0], visits[1], count * sizeof **visits);
  int calls = 0;
  trv_places_each(program, visits[0], stop_at_once, &calls);
  assert_int_equal(calls, 1);
  free(visits[0]);
  free(visits[1]);
  trv_free(bytes);
  trv_program_free(copy);
  trv_program_free(program);
}

/* An option without statements is taken when it is taken, not whenever the game comes by behind the choice. */
static uint32_t take_first(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)context, (void)seat, (void)decision, (void)options;
  return 0;
}

static void an_empty_option_is_taken_when_it_is(void **state) {
  trv_program *program = compiled("game \"Empty\" { players 2 }\n"
                                  "var n: int = 0\n"
                                  "play { for p in players {\n"
                                  "  choose act always by p { option gain { n += 1 }  option pass { } }\n"
                                  "  n += 1\n"
                                  "} }\n");
  uint64_t *visits = calloc(trv_program_describe(program).instructions, sizeof *visits);
  trv_setup *setup;
  trv_game *game;
  char why[100];
  (void)state;
  assert_non_null(visits);
  assert_int_equal(trv_setup_new(program, 2, NULL, 0, &setup, why, sizeof why), TRV_OK);
  assert_int_equal(trv_game_new(setup, &game), TRV_OK);
  trv_game_count_visits(game, visits);
  assert_int_equal(trv_game_start(game, 1, 0), TRV_CHOICE);
  assert_int_equal(trv_play(game, take_first, NULL, 0), TRV_OVER);
  assert_int_equal(find_place(program, visits, NULL, "gain").visits, 2);
  assert_int_equal(find_place(program, visits, NULL, "pass").visits, 0);
  assert_int_equal(find_place(program, visits, NULL, "pass").offered, 2);
  trv_game_free(game);
  trv_setup_free(setup);
  trv_program_free(program);
  free(visits);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_empty_option_is_taken_when_it_is),
    cmocka_unit_test(expectations_reach_rules),
    cmocka_unit_test(visits_belong_to_places),
    cmocka_unit_test(counting_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
