/* Zones: every form holds, gives and orders cards alike; shuffling, refilling, limits, barriers. */
#include "tests/unit/assemble.h"

#include "vm/zone.h"

static struct bench *fresh(void) { return bench_new(false); }

static void expect_cards(struct bench *b, int32_t zone, int count, const int32_t *expected) {
  int32_t cards[32];
  assert_int_equal(zone_list(&b->program, b->game.state, zone, false, cards, 32), count);
  for (int k = 0; k < count; k++) assert_int_equal(cards[k], expected[k]);
}
#define EXPECT_CARDS(b, zone, ...)                                                                                     \
  expect_cards(b, zone, sizeof((int32_t[]){ __VA_ARGS__ }) / 4, (int32_t[]){ __VA_ARGS__ })

static void decks_start_at_home(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  EXPECT_CARDS(b, PILE, GOLD, GOLD, GOLD, GOLD, GREEN, BLUE, BLUE, RED, RED, RED);
  assert_int_equal(zone_top(&b->program, b->game.state, SLOT), -1);
  b->ints[b->decks[0].homes + BLUE] = -1;
  zone_deal_decks(&b->setup, b->game.state);
  EXPECT_CARDS(b, BOX, BLUE, BLUE);
  b->decks[0].each_player = 1;
  b->decks[0].home_stride = OTHER_HAND - HAND;
  for (int kind = 0; kind < KINDS; kind++) b->ints[b->decks[0].homes + kind] = HAND;
  zone_deal_decks(&b->setup, b->game.state);
  assert_int_equal(bench_size(b, HAND), 10);
  assert_int_equal(bench_size(b, OTHER_HAND), 10);
  bench_free(b);
}

static void every_form_takes_and_gives(void **unused) {
  (void)unused;
  const int32_t zones[4] = { DISCARD, POOL, BITS, SLOT };
  for (int k = 0; k < 4; k++) {
    struct bench *b = fresh();
    char before[24];
    memcpy(before, zone_look(b->game.state, &b->zones[zones[k]]), sizeof before);
    assert_int_equal(zone_take(&b->game, zones[k], GREEN), RULE_NOT_THERE);
    assert_int_equal(zone_put(&b->game, zones[k], GREEN, false), RULE_NONE);
    assert_int_equal(bench_size(b, zones[k]), 1);
    assert_int_equal(zone_count(&b->program, b->game.state, zones[k], GREEN), 1);
    assert_int_equal(zone_top(&b->program, b->game.state, zones[k]), GREEN);
    assert_int_equal(zone_bottom(&b->program, b->game.state, zones[k]), GREEN);
    assert_int_equal(zone_next(&b->program, b->game.state, zones[k], -1), GREEN);
    assert_int_equal(zone_next(&b->program, b->game.state, zones[k], GREEN), -1);
    assert_int_equal(zone_take(&b->game, zones[k], KINDS), RULE_NOT_THERE);
    assert_int_equal(zone_take(&b->game, zones[k], -1), RULE_NOT_THERE);
    assert_int_equal(zone_take(&b->game, zones[k], GREEN), RULE_NONE);
    assert_memory_equal(before, zone_look(b->game.state, &b->zones[zones[k]]), sizeof before);
    bench_free(b);
  }
}

static void limits_are_kept(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  const int32_t zones[3] = { DISCARD, POOL, BITS };
  for (int k = 0; k < 3; k++) {
    b->zones[zones[k]].holds = 2;
    assert_int_equal(zone_put(&b->game, zones[k], RED, false), RULE_NONE);
    assert_int_equal(zone_put(&b->game, zones[k], BLUE, false), RULE_NONE);
    assert_int_equal(zone_put(&b->game, zones[k], GREEN, false), RULE_FULL);
  }
  assert_int_equal(zone_put(&b->game, SLOT, RED, false), RULE_NONE);
  assert_int_equal(zone_put(&b->game, SLOT, BLUE, false), RULE_FULL);
  assert_int_equal(zone_put(&b->game, BITS, RED, false), RULE_FULL);
  bench_free(b);
}

static void piles_keep_their_order(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  zone_put(&b->game, DISCARD, RED, false);
  zone_put(&b->game, DISCARD, BLUE, false);
  zone_put(&b->game, DISCARD, RED, false);
  zone_put(&b->game, DISCARD, GOLD, true);
  EXPECT_CARDS(b, DISCARD, RED, BLUE, RED, GOLD);
  zone_take(&b->game, DISCARD, RED); /* the topmost copy */
  EXPECT_CARDS(b, DISCARD, BLUE, RED, GOLD);
  assert_int_equal(zone_move(&b->game, GOLD, DISCARD, DISCARD, false), RULE_NONE);
  EXPECT_CARDS(b, DISCARD, GOLD, BLUE, RED);
  zone_move_all(&b->game, PILE, POOL, false);
  zone_move_all(&b->game, DISCARD, PILE, false);
  EXPECT_CARDS(b, PILE, GOLD, BLUE, RED);
  zone_put(&b->game, DISCARD, GREEN, false);
  zone_move_all(&b->game, PILE, DISCARD, true);
  EXPECT_CARDS(b, DISCARD, GREEN, GOLD, BLUE, RED);
  bench_free(b);
}

static void pools_move_as_a_whole(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  zone_move_all(&b->game, PILE, POOL, false);
  zone_move_all(&b->game, POOL, HAND, false);
  EXPECT_CARDS(b, HAND, RED, RED, RED, BLUE, BLUE, GREEN, GOLD, GOLD, GOLD, GOLD);
  assert_int_equal(bench_size(b, POOL), 0);
  zone_move_all(&b->game, HAND, DISCARD, false);
  EXPECT_CARDS(b, DISCARD, GOLD, GOLD, GOLD, GOLD, GREEN, BLUE, BLUE, RED, RED, RED);
  bench_free(b);
}

/* The numbers were worked out by a program in another language. */
static void shuffling_starts_from_table_order(void **unused) {
  (void)unused;
  for (int mixed = 0; mixed < 2; mixed++) {
    struct bench *b = fresh();
    if (mixed) zone_move(&b->game, RED, PILE, PILE, false);
    assert_int_equal(zone_shuffle(&b->game, PILE), RULE_NONE);
    EXPECT_CARDS(b, PILE, 0, 3, 1, 3, 3, 3, 1, 0, 2, 0);
    bench_free(b);
  }
}

static void scripts_put_cards_on_top(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  const int32_t kinds[2] = { GREEN, BLUE }, absent[2] = { GREEN, GREEN };
  b->script = (struct script){ .shuffle_count = 2 };
  b->script.shuffles[0].zone = b->script.shuffles[1].zone = PILE;
  b->script.shuffles[0].kinds = kinds;
  b->script.shuffles[1].kinds = absent;
  b->script.shuffles[0].kinds_count = b->script.shuffles[1].kinds_count = 2;
  b->game.script = &b->script;
  assert_int_equal(zone_shuffle(&b->game, PILE), RULE_NONE);
  EXPECT_CARDS(b, PILE, GREEN, BLUE, 0, 3, 3, 3, 3, 1, 0, 0);
  uint32_t random[4];
  memcpy(random, b->game.state->random, sizeof random);
  b->script.shuffles[1].kinds_count = 0;
  assert_int_equal(zone_shuffle(&b->game, PILE), RULE_NONE);
  assert_memory_not_equal(random, b->game.state->random, sizeof random);
  bench_free(b);
  b = fresh();
  b->script = (struct script){ .shuffle_count = 1 };
  b->script.shuffles[0].zone = PILE;
  b->script.shuffles[0].kinds = (const int32_t[]){ 9 };
  b->script.shuffles[0].kinds_count = 1;
  b->game.script = &b->script;
  assert_int_equal(zone_shuffle(&b->game, PILE), RULE_SCRIPT);
  bench_free(b);
}

static void draws_refill_only_when_empty(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  int32_t drawn;
  zone_move_count(&b->game, GOLD, 3, PILE, DISCARD, false);
  for (int k = 0; k < 7; k++) assert_int_equal(zone_draw(&b->game, PILE, HAND, false, &drawn), RULE_NONE);
  assert_int_equal(drawn, RED);
  assert_int_equal(bench_size(b, DISCARD), 3);
  assert_int_equal(zone_draw(&b->game, PILE, HAND, false, &drawn), RULE_NONE);
  assert_int_equal(drawn, GOLD);
  assert_int_equal(bench_size(b, DISCARD), 0);
  assert_int_equal(bench_size(b, PILE), 2);
  zone_draw(&b->game, PILE, HAND, false, &drawn);
  zone_draw(&b->game, PILE, HAND, false, &drawn);
  assert_int_equal(zone_draw(&b->game, PILE, HAND, false, &drawn), RULE_NONE);
  assert_int_equal(drawn, -1);
  bench_free(b);
}

static void random_moves_use_the_canonical_order(void **unused) {
  (void)unused;
  const int32_t zones[3] = { PILE, DISCARD, POOL };
  int32_t moved[3];
  for (int k = 0; k < 3; k++) {
    struct bench *b = fresh();
    zone_move_all(&b->game, PILE, zones[k], false);
    int32_t order[10];
    zone_list(&b->program, b->game.state, zones[k], false, order, 10);
    uint32_t random[4];
    memcpy(random, b->game.state->random, sizeof random);
    assert_int_equal(zone_move_random(&b->game, zones[k], HAND, false, &moved[k]), RULE_NONE);
    assert_int_equal(moved[k], order[chance_below(random, 10)]);
    bench_free(b);
  }
  assert_int_equal(moved[0], moved[1]);
}

static void swapping(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  bench_put(b, POOL, RED, 2);
  bench_put(b, HAND, GOLD, 1);
  bench_put(b, SLOT, GREEN, 1);
  zone_swap(&b->game, POOL, HAND);
  EXPECT_CARDS(b, POOL, GOLD);
  EXPECT_CARDS(b, HAND, RED, RED);
  assert_int_equal(zone_swap(&b->game, SLOT, POOL), RULE_NONE);
  EXPECT_CARDS(b, SLOT, GOLD);
  EXPECT_CARDS(b, POOL, GREEN);
  assert_int_equal(zone_swap(&b->game, SLOT, HAND), RULE_FULL);
  bench_put(b, DISCARD, BLUE, 1);
  zone_swap(&b->game, DISCARD, PILE);
  EXPECT_CARDS(b, PILE, BLUE);
  assert_int_equal(bench_size(b, DISCARD), 10);
  bench_free(b);
}

/* Moves from one zone to another and says whether that was a barrier. */
static bool is_barrier(int32_t from, int32_t to) {
  struct bench *b = fresh();
  if (from != PILE) zone_move(&b->game, GREEN, PILE, from, false);
  b->game.state->decisions = 4;
  b->game.state->barrier = 0;
  assert_int_equal(zone_move(&b->game, GREEN, from, to, false), RULE_NONE);
  bool barrier = b->game.state->barrier == 4;
  bench_free(b);
  return barrier;
}

static void newly_seen_cards_are_barriers(void **unused) {
  (void)unused;
  assert_true(is_barrier(PILE, POOL));
  assert_true(is_barrier(PILE, HAND));
  assert_true(is_barrier(HAND, POOL));
  assert_false(is_barrier(HAND, OTHER_HAND)); /* both are seen by the first seat alone */
  assert_false(is_barrier(POOL, HAND));
  assert_false(is_barrier(POOL, PILE));
  assert_false(is_barrier(PILE, BOX));
  assert_false(is_barrier(DISCARD, SLOT));
}

static void scenario_cards_come_from_where_they_are_least_missed(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  zone_move(&b->game, RED, PILE, BOX, false);
  zone_move(&b->game, RED, PILE, DISCARD, false);
  zone_move(&b->game, GOLD, PILE, POOL, false);
  zone_move(&b->game, GREEN, PILE, HAND, false);
  assert_int_equal(zone_bring(&b->game, RED, SLOT, 1), RULE_NONE);
  assert_int_equal(zone_count(&b->program, b->game.state, PILE, RED), 0);
  zone_take(&b->game, SLOT, RED);
  assert_int_equal(zone_bring(&b->game, RED, BITS, 1), RULE_NONE);
  assert_int_equal(bench_size(b, DISCARD), 0);
  zone_take(&b->game, BITS, RED);
  assert_int_equal(zone_bring(&b->game, RED, BITS, 1), RULE_NONE);
  assert_int_equal(bench_size(b, BOX), 0);
  assert_int_equal(zone_bring(&b->game, GREEN, SLOT, 1), RULE_NO_CARDS); /* never from somebody's hand */
  assert_int_equal(zone_bring_on_top(&b->game, BLUE, PILE, 0), RULE_NONE);
  assert_int_equal(zone_top(&b->program, b->game.state, PILE), BLUE);
  assert_int_equal(zone_send_home(&b->game, POOL), RULE_NONE);
  assert_int_equal(zone_count(&b->program, b->game.state, PILE, GOLD), 4);
  bench_free(b);
}

static void many_kinds_take_two_bytes(void **unused) {
  (void)unused;
  struct bench *b = fresh();
  b->decks[0].kinds = b->zones[DISCARD].kinds = 400;
  b->zones[DISCARD].capacity = 10;
  for (int k = 0; k < 4; k++) assert_int_equal(zone_put(&b->game, DISCARD, 100 * k, k % 2), RULE_NONE);
  EXPECT_CARDS(b, DISCARD, 200, 0, 100, 300);
  zone_shuffle(&b->game, DISCARD);
  int32_t order[4];
  zone_list(&b->program, b->game.state, DISCARD, false, order, 4);
  assert_int_equal(zone_take(&b->game, DISCARD, 300), RULE_NONE);
  assert_int_equal(zone_count(&b->program, b->game.state, DISCARD, 300), 0);
  assert_int_equal(bench_size(b, DISCARD), 3);
  bench_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(decks_start_at_home),
    cmocka_unit_test(every_form_takes_and_gives),
    cmocka_unit_test(limits_are_kept),
    cmocka_unit_test(piles_keep_their_order),
    cmocka_unit_test(pools_move_as_a_whole),
    cmocka_unit_test(shuffling_starts_from_table_order),
    cmocka_unit_test(scripts_put_cards_on_top),
    cmocka_unit_test(draws_refill_only_when_empty),
    cmocka_unit_test(random_moves_use_the_canonical_order),
    cmocka_unit_test(swapping),
    cmocka_unit_test(newly_seen_cards_are_barriers),
    cmocka_unit_test(scenario_cards_come_from_where_they_are_least_missed),
    cmocka_unit_test(many_kinds_take_two_bytes),
  };
  return cmocka_run_group_tests_name("zone", tests, NULL, NULL);
}
