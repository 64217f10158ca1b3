/* Semantic tests of the opcodes for zones, chance, choices, text and scenarios; a part of test_interp.c. */
#ifndef TESTS_OPCODES_CARDS_H
#define TESTS_OPCODES_CARDS_H

#include "tests/unit/opcodes_values.h"
#include "vm/build.h"

/* ---- zones: R[x] holds a zone; what the operations do in detail is tested in test_zone.c ---- */

static void test_ZONE_SIZE(struct bench *b) {
  bench_put(b, POOL, RED, 3);
  bench_put(b, BITS, GOLD, 1);
  for (int zone = 0; zone < ZONES; zone++) {
    SET(2, zone);
    I(ZONE_SIZE, 0, 10 + zone, 2, 0);
  }
  bench_finish(b);
  bench_expect(b, 10 + PILE, 10);
  bench_expect(b, 10 + POOL, 3);
  bench_expect(b, 10 + BITS, 1);
  bench_expect(b, 10 + SLOT, 0);
}

static void test_ZONE_TOP(struct bench *b) {
  bench_put(b, SLOT, GREEN, 1);
  const int zones[3] = {PILE, SLOT, DISCARD};
  for (int k = 0; k < 3; k++) {
    SET(2, zones[k]);
    I(ZONE_TOP, 0, 10 + k, 2, 0);
  }
  bench_finish(b);
  bench_expect(b, 10, GOLD);
  bench_expect(b, 11, GREEN);
  bench_expect(b, 12, -1);
}

static void test_ZONE_BOTTOM(struct bench *b) {
  SET(2, PILE);
  I(ZONE_BOTTOM, 0, 3, 2, 0);
  SET(2, DISCARD);
  I(ZONE_BOTTOM, 0, 4, 2, 0);
  bench_finish(b);
  bench_expect(b, 3, RED);
  bench_expect(b, 4, -1);
}

static void test_ZONE_SEEN(struct bench *b) {
  const int seen[4] = {SEEN_BY_NOBODY, SEEN_BY_ALL, SEEN_BY_OWNER, SEEN_BY_OTHERS};
  const int zones[4] = {PILE, POOL, BITS, SLOT}, expected[4] = {0, 1, 1, 0};
  for (int k = 0; k < 4; k++) {
    b->zone_seen[zones[k]] = (uint8_t)seen[k];
    b->zones[zones[k]].owner = 1;
    bench_show(b);
    SET(2, 1);
    SET(3, zones[k]);
    I(ZONE_SEEN, 0, 10 + k, 2, 3);
    SET(2, 0);
    I(ZONE_SEEN, 0, 14 + k, 2, 3);
  }
  bench_finish(b);
  for (uint32_t k = 0; k < 4; k++) bench_expect(b, 10 + k, expected[k]);
  bench_expect(b, 16, 0);
  bench_expect(b, 17, 1);
}

static void test_ZONE_COUNT(struct bench *b) {
  bench_put(b, POOL, RED, 3);
  bench_put(b, BITS, GOLD, 1);
  const int zones[4] = {PILE, POOL, BITS, SLOT}, kinds[4] = {GOLD, RED, GOLD, RED}, counts[4] = {4, 3, 1, 0};
  for (int k = 0; k < 4; k++) {
    SET(2, zones[k]);
    SET(3, kinds[k]);
    I(ZONE_COUNT, 0, 10 + k, 2, 3);
  }
  SET(3, -1);
  I(ZONE_COUNT, 0, 14, 2, 3);
  bench_finish(b);
  for (uint32_t k = 0; k < 4; k++) bench_expect(b, 10 + k, counts[k]);
  bench_expect(b, 14, 0);
}

static void test_ZONE_BAG(struct bench *b) {
  bench_put(b, POOL, BLUE, 3);
  bench_put(b, BITS, GREEN, 1);
  const int zones[4] = {PILE, POOL, BITS, SLOT};
  for (int k = 0; k < 4; k++) {
    SET(2, zones[k]);
    I(ZONE_BAG, k == 3 ? 2 : 1, 10 + 2 * k, 2, 0);
  }
  bench_finish(b);
  assert_int_equal(bench_word(b, 10), 0x04010203);
  assert_int_equal(bench_word(b, 12), 0x0300);
  assert_int_equal(bench_word(b, 14), 0x010000);
  assert_int_equal(bench_word(b, 16), 0);
}

static void test_ZONE_WORD(struct bench *b) {
  bench_put(b, BITS, GREEN, 1);
  SET(2, BITS - 1);
  I(ZONE_WORD, 0, 10, 2, 1);
  bench_finish(b);
  assert_int_equal(bench_word(b, 10), 1 << GREEN);
}

static void test_ZONE_SET(struct bench *b) {
  bench_put(b, POOL, BLUE, 3);
  bench_put(b, POOL, GOLD, 1);
  bench_put(b, BITS, GREEN, 1);
  const int zones[3] = {POOL, BITS, SLOT};
  for (int k = 0; k < 3; k++) {
    SET(2, zones[k]);
    I(ZONE_SET, k == 1 ? 2 : 1, 10 + 4 * k, 2, 0);
  }
  bench_finish(b);
  assert_int_equal(bench_word(b, 10), 1 << BLUE | 1 << GOLD);
  assert_int_equal(bench_word(b, 14), 1 << GREEN);
  assert_int_equal(bench_word(b, 16), 0);
  assert_int_equal(bench_word(b, 18), 0);
}

static void test_ZONE_LIST(struct bench *b) {
  bench_put(b, POOL, BLUE, 2);
  bench_put(b, POOL, RED, 1);
  SET(2, POOL);
  I(ZONE_LIST, 0, 10, 2, 5);
  I(ZONE_LIST, 1, 20, 2, 5);
  SET(2, PILE);
  I(ZONE_LIST, 1, 30, 2, 5);
  I(ZONE_LIST, 0, 40, 2, 2);
  bench_finish(b);
  const int32_t all[4] = {3, RED, BLUE, BLUE}, kinds[3] = {2, RED, BLUE}, pile[5] = {4, GOLD, GREEN, BLUE, RED};
  for (uint32_t k = 0; k < 4; k++) bench_expect(b, 10 + k, all[k]);
  for (uint32_t k = 0; k < 3; k++) bench_expect(b, 20 + k, kinds[k]);
  for (uint32_t k = 0; k < 5; k++) bench_expect(b, 30 + k, pile[k]);
  bench_expect(b, 40, 2);
}

static void test_ZONE_NEXT(struct bench *b) {
  bench_put(b, POOL, BLUE, 2);
  bench_put(b, POOL, GOLD, 1);
  SET(5, POOL);
  assert_int_equal(digits(b, ins_make(OP_CODE_ZONE_NEXT, 0, 2, 5, 3)), 13);
}

static void test_ZONE_LOOP(struct bench *b) {
  bench_put(b, POOL, BLUE, 2);
  bench_put(b, POOL, GOLD, 1);
  SET(5, POOL);
  assert_int_equal(digits_backwards(b, BLUE, ins_make(OP_CODE_ZONE_LOOP, 0, 2, 5, (unsigned)-3)), 13);
}

static void test_PILE_NEXT(struct bench *b) {
  bench_put(b, DISCARD, BLUE, 1);
  bench_put(b, DISCARD, GOLD, 2);
  SET(5, DISCARD);
  SET(3, 0);
  SET(6, -1);
  uint32_t start = bench_here(b);
  I(PILE_NEXT, 0, 6, 5, 3);
  I(MUL_I, 0, 3, 3, 10);
  I(ADD, 0, 3, 3, 7);
  J(LOOP, 0, 0, start);
  bench_finish(b);
  bench_expect(b, 3, 331);
  bench_expect(b, 6, 2);
}

/* Sets R[2] = kind, R[3] = count, R[4] = from, R[5] = to. */
static void moving(struct bench *b, int kind, int count, int from, int to) {
  SET(2, kind);
  SET(3, count);
  SET(4, from);
  SET(5, to);
}

static void test_ZONE_MOVE(struct bench *b) {
  bench_put(b, POOL, RED, 1);
  moving(b, RED, 0, POOL, HAND);
  I(ZONE_MOVE, 0, 2, 4, 5);
  moving(b, GREEN, 0, PILE, DISCARD);
  I(ZONE_MOVE, 0, 2, 4, 5);
  moving(b, RED, 0, PILE, DISCARD);
  I(ZONE_MOVE, 1, 2, 4, 5);
  moving(b, RED, 0, POOL, HAND);
  I(ZONE_MOVE, 0, 2, 4, 5);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, HAND), 1);
  assert_int_equal(zone_top(&b->program, b->game.state, DISCARD), GREEN);
  assert_int_equal(zone_bottom(&b->program, b->game.state, DISCARD), RED);
}

static void test_ZONE_MOVE_BIT(struct bench *b) {
  b->zones[OTHER_HAND].form = ZONE_BITS;
  bench_put(b, BITS, RED, 1);
  bench_put(b, BITS, GREEN, 1);
  moving(b, GREEN, 0, BITS - 1, OTHER_HAND);
  I(ZONE_MOVE_BIT, 1, 2, 4, 5);
  moving(b, RED, 0, BITS, BITS);
  I(ZONE_MOVE_BIT, 0, 2, 4, 5);
  moving(b, GREEN, 0, BITS, OTHER_HAND);
  I(ZONE_MOVE_BIT, 0, 2, 4, 5);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, BITS), 1);
  assert_int_equal(zone_count(&b->program, b->game.state, BITS, RED), 1);
  assert_int_equal(zone_count(&b->program, b->game.state, OTHER_HAND, GREEN), 1);
}

static void test_ZONE_MOVE_BIT_TO(struct bench *b) {
  b->zones[OTHER_HAND].form = ZONE_BITS;
  bench_put(b, BITS, RED, 1);
  moving(b, RED, 0, BITS - 1, 0);
  I(ZONE_MOVE_BIT_TO, 1, 2, 4, OTHER_HAND);
  I(ZONE_MOVE_BIT_TO, 1, 2, 4, OTHER_HAND);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, BITS), 0);
  assert_int_equal(zone_count(&b->program, b->game.state, OTHER_HAND, RED), 1);
}

static void test_ZONE_MOVE_COUNT(struct bench *b) {
  moving(b, GOLD, 3, PILE, POOL);
  I(ZONE_MOVE_COUNT, 0, 2, 4, 5);
  I(ZONE_MOVE_COUNT, 0, 2, 4, 5);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, POOL), 3);
}

static void test_ZONE_MOVE_BAG(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  WORD(6, 0x02000001, 0);
  I(ZONE_MOVE_BAG, 0, 6, 4, 5);
  moving(b, 0, 0, POOL, HAND);
  I(ZONE_MOVE_BAG, 0, 6, 4, 5);
  I(ZONE_MOVE_BAG, 0, 6, 4, 5);
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(bench_size(b, HAND), 3);
  assert_int_equal(bench_size(b, POOL), 0);
}

static void test_ZONE_MOVE_ALL(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  I(ZONE_MOVE_ALL, 0, 0, 4, 5);
  bench_finish(b);
  assert_int_equal(bench_size(b, POOL), 10);
  assert_int_equal(bench_size(b, PILE), 0);
}

static void test_ZONE_MOVE_RANDOM(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  I(ZONE_MOVE_RANDOM, 0, 6, 4, 5);
  moving(b, 0, 0, DISCARD, POOL);
  I(ZONE_MOVE_RANDOM, 0, 7, 4, 5);
  int32_t order[10];
  zone_list(&b->program, b->game.state, PILE, false, order, 10);
  uint32_t random[4];
  memcpy(random, b->game.state->random, sizeof random);
  bench_finish(b);
  bench_expect(b, 6, order[chance_below(random, 10)]);
  bench_expect(b, 7, -1);
}

static void test_ZONE_DRAW(struct bench *b) {
  moving(b, 0, 0, PILE, HAND);
  SET(2, 12);
  I(ZONE_DRAW, 0, 2, 4, 5);
  bench_finish(b);
  assert_int_equal(bench_size(b, HAND), 10);
}

static void test_ZONE_DRAW_ONE(struct bench *b) {
  moving(b, 0, 0, PILE, HAND);
  I(ZONE_DRAW_ONE, 0, 6, 4, 5);
  SET(4, DISCARD);
  I(ZONE_DRAW_ONE, 0, 7, 4, 5);
  bench_finish(b);
  bench_expect(b, 6, GOLD);
  bench_expect(b, 7, -1);
}

static void test_ZONE_SHUFFLE(struct bench *b) {
  SET(2, PILE);
  I(ZONE_SHUFFLE, 0, 2, 0, 0);
  I(ZONE_LIST, 0, 10, 2, 10);
  bench_finish(b);
  const int32_t expected[10] = {0, 3, 1, 3, 3, 3, 1, 0, 2, 0}; /* from the top */
  for (uint32_t k = 0; k < 10; k++) bench_expect(b, 11 + k, expected[k]);
}

static void test_ZONE_SWAP(struct bench *b) {
  SET(2, PILE);
  SET(3, POOL);
  bench_put(b, POOL, RED, 1);
  I(ZONE_SWAP, 0, 2, 3, 0);
  bench_finish(b);
  assert_int_equal(bench_size(b, PILE), 1);
  assert_int_equal(bench_size(b, POOL), 10);
}

static void test_ZONE_REVEAL(struct bench *b) {
  b->game.log = &b->log;
  SET(2, GREEN);
  SET(3, PILE);
  WORD(4, 2, 0);
  I(ZONE_REVEAL, 0, 2, 3, 4);
  SET(3, POOL);
  I(ZONE_REVEAL, 0, 2, 3, 4);
  b->game.state->decisions = 3;
  bench_fails(b, RULE_NOT_THERE);
  assert_int_equal(b->game.state->barrier, 3);
  assert_int_equal(b->log.count, 1);
  assert_int_equal(b->log.entries[0].audience, 2);
  assert_memory_equal(b->log.text + b->log.entries[0].start, "You see in Card: green", 22);
}

static void test_ZONE_REVEAL_ALL(struct bench *b) {
  b->game.log = &b->log;
  SET(3, POOL);
  WORD(4, 3, 0);
  bench_put(b, POOL, RED, 2);
  I(ZONE_REVEAL_ALL, 0, 0, 3, 4);
  b->game.state->decisions = 3;
  bench_finish(b);
  assert_int_equal(b->game.state->barrier, 3);
  assert_int_equal(b->log.entries[0].audience, 3);
  assert_memory_equal(b->log.text + b->log.entries[0].start, "You see in Card: 2 red", 22);
}

/* Nothing is kept by a program that has no room for it; what is kept is tested in test_known.c. */
static void test_ZONE_FOLLOW(struct bench *b) {
  moving(b, RED, 1, PILE, HAND);
  I(ZONE_FOLLOW, FOLLOW_CARD, 2, 4, 5);
  I(ZONE_FOLLOW, FOLLOW_COUNT + FOLLOW_BOTTOM, 2, 4, 5);
  bench_finish(b);
  assert_int_equal(bench_size(b, HAND), 0);
}

static void test_ZONE_FOLLOW_BAG(struct bench *b) {
  moving(b, 0, 0, PILE, HAND);
  WORD(6, 1, 0);
  I(ZONE_FOLLOW_BAG, 0, 6, 4, 5);
  bench_finish(b);
  assert_int_equal(bench_size(b, HAND), 0);
}

/* ---- chance ---- */

static void test_ROLL(struct bench *b) {
  SET(2, 6);
  I(ROLL, 0, 3, 2, 0);
  const int32_t rolls[1] = {4};
  I(ROLL, 0, 4, 2, 0);
  SET(2, 0);
  I(ROLL, 0, 5, 2, 0);
  bench_fails(b, RULE_ROLL);
  bench_expect(b, 3, 2);
  int32_t second = bench_register(b, 4);
  chance_seed(b->game.state->random, 1, 0);
  b->script = (struct script){.rolls = rolls, .roll_count = 1};
  b->game.script = &b->script;
  bench_run(b);
  bench_expect(b, 3, 4);
  bench_expect(b, 4, second);
}

/* ---- choices ---- */

enum { OFFER = 3 }; /* R[3]: how many of four candidates are offered; R[2]: the chooser */

/* A choice among the numbers 0 .. R[3] - 1 in R[10], as options 0 (even) and 1 (odd); option 2 is emitted last when
 * `last`. The bodies leave the number in R[4] and go on to the return. */
static void counting_choice(struct bench *b, int32_t flags, int32_t odd_flags, bool last) {
  b->program.choices_count = 1;
  b->program.options_count = 3;
  b->program.arguments_count = 1;
  SET(2, 1);
  J(CHOOSE, 0, 2, 0);
  uint32_t body = bench_here(b);
  I(COPY, 0, 4, 10, 0);
  I(RETURN, 0, 0, 0, 0);
  uint32_t otherwise = bench_here(b);
  SET(4, -7);
  I(RETURN, 0, 0, 0, 0);
  uint32_t enumerate = bench_here(b);
  SET(10, 0);
  SET(12, 2);
  uint32_t loop = bench_here(b);
  I(JUMP_LE, 0, OFFER, 10, 6);
  I(MOD, 0, 11, 10, 12);
  I(JUMP_NE_I, 0, 11, 0, 2);
  J(EMIT, 0, 0, 0);
  I(JUMP_EQ, 0, 10, 10, 1);
  J(EMIT, (odd_flags & OPTION_IDLE) != 0, 0, 1);
  J(JUMP, 0, 0, bench_here(b) + 2);
  J(JUMP, 0, 0, bench_here(b) + 3);
  I(ADD_I, 0, 10, 10, 1);
  J(LOOP, 0, 0, loop);
  if (last) {
    J(JUMP_EMITTED, 0, 0, bench_here(b) + 3);
    SET(10, 99);
    J(EMIT, 0, 0, 2);
  }
  I(END_OPTIONS, 0, 0, 0, 0);
  uint32_t label = bench_here(b);
  J(TEXT, 0, 0, 1);
  J(TEXT_VALUE, 0, 10, TYPE_INT);
  I(HALT, 0, 0, 0, 0);
  uint32_t explain = bench_here(b);
  SET(10, 5);
  J(DENY, 0, 0, 0);
  J(EMIT, 0, 0, 0);
  I(END_OPTIONS, 0, 0, 0, 0);
  b->choices[0] = (struct choice){.flags = flags, .enumerate = (int32_t)enumerate, .explain = (int32_t)explain,
                                  .prompt = -1, .options = 3, .top = 5, .frame = 16, .arguments = 6,
                                  .otherwise = last ? -1 : (int32_t)otherwise};
  b->arguments[0] = (struct argument){.slot = 10, .type = TYPE_INT};
  for (int k = 0; k < 3; k++)
    b->options[k] = (struct option){.flags = k == 1 ? odd_flags : k == 2 ? OPTION_OTHERWISE : 0,
                                    .body = (int32_t)body, .label = (int32_t)label, .arguments = 1, .slots = 6};
  b->needs[0] = (struct need){.option = 0, .reason = (int32_t)label, .proc = -1};
  b->program.needs_count = 1;
}

static void offer(struct bench *b, int32_t count) { SET(OFFER, count); }

static void test_CHOOSE(struct bench *b) {
  offer(b, 4);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  struct state *s = b->game.state;
  assert_int_equal(s->options, 4);
  assert_int_equal(s->chooser, 1);
  assert_int_equal(s->used, STACK_OFFSET + 4 * 5);
  assert_false(interp_choose(&b->game, 4));
  assert_true(interp_choose(&b->game, 3));
  assert_int_equal(s->status, STATE_FINISHED);
  bench_expect(b, 4, 3);
  assert_int_equal(s->decisions, 1);
  assert_int_equal(s->last_chooser, 1);
  assert_int_equal(s->choice, -1);
}

/* One candidate is taken by itself, and counts as no decision; an idle one alone is not offered either. */
static void test_EMIT(struct bench *b) {
  offer(b, 1);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, 0);
  assert_int_equal(b->game.state->decisions, 0);
  for (uint32_t k = 0; k < bench_here(b); k++)
    if (ins_op(b->code[k]) == OP_CODE_EMIT) b->code[k] |= 1 << 8; /* idle */
  b->code[1] = ins_make_long(OP_CODE_INT, 0, OFFER, 4);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, 0);
  b->choices[0].flags = CHOICE_ALWAYS;
  assert_int_equal(bench_run(b), STATE_CHOICE);
  assert_int_equal(b->game.state->options, 4);
}

/* A choice whose option 0 has a candidate for every value of the set in R[12]; its body copies it to R[4]. */
static void choice_of_set(struct bench *b, int32_t low, int32_t high) {
  b->program.choices_count = 1;
  b->program.options_count = 2;
  SET(3, 1);
  J(CHOOSE, 0, 3, 0);
  uint32_t body = bench_here(b);
  I(COPY, 0, 4, 10, 0);
  I(RETURN, 0, 0, 0, 0);
  uint32_t enumerate = bench_here(b);
  SET(12, low);
  SET(13, high);
  SET(14, 4);
  SET(15, 0);
  I(EMIT_SET, 2, 10, 12, 0);
  J(EMIT, 0, 0, 1);
  I(END_OPTIONS, 0, 0, 0, 0);
  b->choices[0] = (struct choice){.enumerate = (int32_t)enumerate, .explain = (int32_t)enumerate, .prompt = -1,
                                  .options = 2, .top = 5, .frame = 16, .arguments = 6, .otherwise = -1};
  for (int k = 0; k < 2; k++) b->options[k] = (struct option){.body = (int32_t)body, .label = -1, .slots = 6};
}

static void test_EMIT_SET(struct bench *b) {
  static const int32_t values[4] = {1, 40, 66, 66}; /* the last is option 1, which finds what was there */
  choice_of_set(b, 2, 1 << 8);
  for (uint32_t k = 0; k < 4; k++) {
    assert_int_equal(bench_run(b), STATE_CHOICE);
    assert_int_equal(b->game.state->options, 4);
    assert_true(interp_choose(&b->game, k));
    if (k < 3) bench_expect(b, 4, values[k]);
  }
}

/* Takes the last candidate there is. */
static uint32_t decide_last(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  uint32_t *asked = context;
  (void)seat;
  (void)decision;
  *asked = options;
  return options - 1;
}

/* The set in R[12] and R[13], of which one is chosen from outside or in a playout. */
static void test_EMIT_ONLY(struct bench *b) {
  uint32_t asked = 0;
  choice_of_set(b, 2, 1 << 8);
  uint32_t emit = (uint32_t)b->choices[0].enumerate + 4;
  b->program.options_count = 1;
  b->choices[0].options = 1;
  b->code[emit] = ins_make(OP_CODE_EMIT_ONLY, 1, 10, 12, 0);
  b->code[emit + 1] = b->code[emit + 2];
  for (uint32_t k = 0; k < 2; k++) {
    assert_int_equal(bench_run(b), STATE_CHOICE);
    assert_int_equal(b->game.state->options, 2);
    assert_true(interp_choose(&b->game, k));
    bench_expect(b, 4, k ? 40 : 1);
  }
  assert_int_equal(bench_run(b), STATE_CHOICE);
  assert_true(interp_playout(&b->game, decide_last, &asked, 10));
  bench_expect(b, 4, 40);
  b->code[emit - 3] = b->code[emit - 4] = ins_make_long(OP_CODE_INT, 0, 12, 0);
  b->code[emit - 2] = ins_make_long(OP_CODE_INT, 0, 13, 0);
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_STUCK);
}

static void test_JUMP_EMITTED(struct bench *b) {
  offer(b, 0);
  counting_choice(b, 0, 0, true);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, 99);
  b->code[1] = ins_make_long(OP_CODE_INT, 0, OFFER, 2);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  assert_int_equal(b->game.state->options, 2);
}

struct heard { int options, denied; int32_t argument; int32_t frame[16]; };
static bool hear_option(void *context, int32_t option, const int32_t *frame) {
  struct heard *heard = context;
  (void)option;
  heard->options++;
  heard->argument = frame[10];
  memcpy(heard->frame, frame, sizeof heard->frame);
  return true;
}
static bool hear_denied(void *context, int32_t need, const int32_t *frame) {
  struct heard *heard = context;
  assert_int_equal(need, 0);
  heard->denied++;
  heard->argument = frame[10];
  return true;
}

static void test_DENY(struct bench *b) {
  offer(b, 4);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_CHOICE);
  struct heard heard = {0};
  struct option_sink sink = {hear_option, hear_denied, &heard};
  assert_int_equal(interp_enumerate(&b->game, true, &sink), RULE_NONE);
  assert_int_equal(heard.denied, 1);
  assert_int_equal(heard.options, 1);
  assert_int_equal(heard.argument, 5);
}

static void test_END_OPTIONS(struct bench *b) {
  offer(b, 0);
  counting_choice(b, 0, 0, false);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, -7);
  b->choices[0].otherwise = -1;
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_STUCK);
}

/* One answer tells nobody anything; that of the last of several brings all to light. */
static void test_ANSWERED(struct bench *b) {
  SET(2, 1);
  I(ANSWERED, 0, 2, 0, 0);
  b->game.state->decisions = 5;
  bench_finish(b);
  assert_int_equal(b->game.state->barrier, 0);
  b->code[1] = ins_make_long(OP_CODE_INT, 0, 2, 2);
  assert_int_equal(bench_run(b), STATE_FINISHED);
  assert_int_equal(b->game.state->barrier, 5);
}

/* ---- text ---- */

static void expect_text(struct bench *b, const char *expected) {
  char text[64];
  struct text_sink out = {.text = text, .capacity = sizeof text};
  int32_t frame[8] = {0, 0, GREEN, 1};
  I(HALT, 0, 0, 0, 0);
  assert_int_equal(interp_text(&b->game, &(struct text_source){ 1, frame, 8, 1 }, &out), RULE_NONE);
  assert_int_equal(out.length, strlen(expected));
  assert_memory_equal(text, expected, out.length);
}

static void test_TEXT(struct bench *b) {
  J(TEXT, 0, 0, 1);
  expect_text(b, "red");
}
static void test_TEXT_VALUE(struct bench *b) {
  J(TEXT_VALUE, 0, 2, TYPE_CARD);
  expect_text(b, "green");
}
static void test_TEXT_STRING(struct bench *b) {
  I(TEXT_STRING, 0, 3, 0, 0);
  expect_text(b, "red");
}

/* Says "red" to `audience` through the instruction at hand, with a listener and without. */
static void expect_said(struct bench *b, uint32_t audience, uint32_t barrier) {
  J(TEXT, 0, 0, 1);
  I(SAY_END, 0, 0, 0, 0);
  b->game.state->decisions = 5;
  bench_finish(b);
  assert_int_equal(b->game.state->barrier, barrier);
  b->game.log = &b->log;
  assert_int_equal(bench_run(b), STATE_FINISHED);
  assert_int_equal(b->log.count, 1);
  assert_int_equal(b->log.entries[0].audience, audience);
  assert_int_equal(b->log.entries[0].length, 3);
  assert_memory_equal(b->log.text + b->log.entries[0].start, "red", 3);
}

static void test_SAY(struct bench *b) {
  J(SAY, 0, 0, bench_here(b) + 3);
  expect_said(b, UINT32_MAX, 0);
}
static void test_SAY_TO(struct bench *b) {
  SET(2, 1);
  J(SAY_TO, 0, 2, bench_here(b) + 3);
  expect_said(b, 2, 5);
}
static void test_SAY_SET(struct bench *b) {
  WORD(2, 1, 0);
  J(SAY_SET, 0, 2, bench_here(b) + 3);
  expect_said(b, 1, 5);
}
static void test_SAY_END(struct bench *b) { test_SAY(b); }

static void test_FAIL(struct bench *b) {
  I(FAIL, 0, 0, 0, 0);
  J(TEXT, 0, 0, 1);
  I(FAIL_END, 0, 0, 0, 0);
  bench_fails(b, RULE_FAILED);
  assert_string_equal(b->game.error_text, "red");
}
static void test_FAIL_END(struct bench *b) { test_FAIL(b); }

/* ---- scenarios ---- */

static void test_PUT(struct bench *b) {
  SET(2, GOLD);
  SET(3, POOL);
  SET(4, 3);
  I(PUT, 0, 2, 3, 4);
  I(PUT, 0, 2, 3, 4);
  bench_fails(b, RULE_NO_CARDS);
  assert_int_equal(zone_count(&b->program, b->game.state, POOL, GOLD), 4);
}

static void test_PUT_BACK(struct bench *b) {
  moving(b, 0, 0, PILE, POOL);
  I(ZONE_MOVE_ALL, 0, 0, 4, 5);
  I(PUT_BACK, 0, 5, 0, 0);
  bench_finish(b);
  assert_int_equal(bench_size(b, PILE), 10);
}

static void test_PUT_ON_TOP(struct bench *b) {
  SET(2, GREEN);
  SET(3, PILE);
  I(PUT_ON_TOP, 0, 2, 3, 0);
  I(ZONE_TOP, 0, 4, 3, 0);
  SET(3, DISCARD);
  I(PUT_ON_TOP, 0, 2, 3, 0);
  bench_finish(b);
  bench_expect(b, 4, GREEN);
  assert_int_equal(bench_size(b, PILE), 9);
}

/* ---- C code ---- */

static void no_problem(void *context, const struct link_problem *problem) {
  (void)context;
  fail_msg("%s", problem->text);
}

/* A function of the C library that takes a number and gives one; test_ffi.c has the other types. */
static void test_CALL_EXTERN(struct bench *b) {
  const char *const libraries[] = {"libc.so.6"};
  const trv_link link = {.libraries = libraries, .library_count = 1};
  b->externs[0] = (struct extern_fn){.name = bench_text(b, "toupper"), .library = bench_text(b, "libc.so.6"),
                                     .arguments = 1, .slots = 1, .result = TYPE_INT};
  b->extern_arguments[0] = (struct extern_argument){.slot = 0, .kind = EXTERN_VALUE, .type = TYPE_INT};
  b->program.externs_count = b->program.extern_arguments_count = 1;
  SET(4, 'a');
  J(CALL_EXTERN, 0, 4, 0);
  bench_fails(b, RULE_CHECK); /* not loaded */
  b->host_program.program = b->program;
  assert_int_equal(program_link(&b->host_program, &link, no_problem, NULL), TRV_OK);
  b->program.foreign = b->host_program.program.foreign;
  assert_int_equal(bench_run(b), STATE_FINISHED);
  bench_expect(b, 4, 'A');
  b->externs[0].result = TYPE_CARD;
  assert_int_equal(bench_run(b), STATE_ERROR);
  assert_int_equal(b->game.state->error, RULE_FOREIGN);
  foreign_free(&b->host_program);
}

#endif
