/* vm/enumeration.h: candidates counted, remembered, taken and told, without code that emits them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "vm/enumeration.h"

enum { TOP = 2, WIDE = 40 };

/* A choice whose options 0 and 1 have an argument in slot TOP; what an enumerator would do is done by hand. */
struct table {
  struct program program;
  struct choice choice;
  struct option options[2];
  instruction emit; /* of the set in slots 6 and 7 */
  struct state state;
  struct question question;
  struct remembered remembered;
  struct enumeration e;
  int32_t frame[WIDE];
};

static void ask(struct table *t) {
  remembered_begin(&t->remembered, &t->choice);
  t->e.remembered = &t->remembered;
  enumeration_begin(&t->e, &t->choice, t->frame);
}

static void lay(struct table *t) {
  *t = (struct table){ .choice = { .options = 2, .top = TOP, .frame = WIDE, .arguments = 1, .otherwise = -1 },
                       .options = { { .slots = 1 }, { .slots = 1 } },
                       .emit = ins_make(OP_CODE_EMIT_SET, 1, TOP, 6, 1),
                       .question.chooser = 1 };
  t->program.choices = &t->choice;
  t->program.options = t->options;
  ask(t);
}

static enum enumeration_step emit(struct table *t, int32_t argument, bool idle) {
  t->frame[TOP] = argument;
  return enumeration_emit(&t->e, 0, idle, t->frame);
}

static enum enumeration_step emit_values(struct table *t, uint64_t values, bool grouped) {
  store_word(t->frame + 6, values);
  return enumeration_emit_set(&t->e, t->options, (struct candidate_set){ &t->emit, t->frame }, false, grouped);
}

static enum enumeration_step end(struct table *t) { return enumeration_end(&t->e, &t->state, &t->question, t->frame); }

static uint32_t decide(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  assert_int_equal(seat, 1);
  (void)decision, (void)options;
  return *(const uint32_t *)context;
}

static void answer(struct table *t, uint32_t *index) {
  t->question.decide = decide;
  t->question.context = index;
  t->question.left = 1;
}

static void nobody_decides_what_is_not_to_be_decided(void **unused) {
  (void)unused;
  struct table t;
  lay(&t);
  assert_int_equal(end(&t), STEP_NOTHING);
  assert_int_equal(emit(&t, 7, false), STEP_ON);
  t.frame[TOP] = 0;
  assert_int_equal(end(&t), STEP_FORCED);
  assert_int_equal(t.frame[TOP], 7);
  ask(&t);
  for (int32_t k = 0; k < 3; k++) emit(&t, k, true);
  assert_int_equal(end(&t), STEP_FORCED); /* the first of those that do nothing */
  assert_int_equal(t.frame[TOP], 0);
  assert_int_equal(t.state.decisions, 0);
  t.choice.flags = CHOICE_ALWAYS;
  assert_int_equal(end(&t), STEP_PENDING);
}

static void what_is_left_pending_is_in_the_state(void **unused) {
  (void)unused;
  struct table t;
  lay(&t);
  for (int32_t k = 0; k < 3; k++) emit(&t, k, k == 0);
  assert_int_equal(end(&t), STEP_PENDING);
  enumeration_leave_pending(&t.e, &t.question, &t.program, &t.state);
  assert_int_equal(t.state.choice, 0);
  assert_int_equal(t.state.chooser, 1);
  assert_int_equal(t.state.options, 3);
  pending_clear(&t.state);
  assert_int_equal(t.state.choice, -1);
}

/* Singles and sets in a row, each of them decided on once. */
static void every_candidate_can_be_recalled(void **unused) {
  (void)unused;
  static const int32_t arguments[] = { 50, 3, 5, 63, 51 }, options[] = { 0, 1, 1, 1, 0 };
  for (uint32_t index = 0; index < 5; index++) {
    for (int grouped = 0; grouped < 2; grouped++) {
      struct table t;
      lay(&t);
      answer(&t, &index);
      emit(&t, 50, false);
      emit_values(&t, UINT64_C(1) << 3 | UINT64_C(1) << 5 | UINT64_C(1) << 63, grouped);
      emit(&t, 51, false);
      assert_int_equal(end(&t), STEP_TAKE);
      assert_int_equal(t.frame[TOP], arguments[index]);
      assert_int_equal(t.e.option, options[index]);
      assert_int_equal(t.state.decisions, 1);
      assert_int_equal(t.question.left, 0);
    }
  }
}

/* More than are remembered, or a second set: the enumerator runs again and stops where it should. */
static void what_is_not_remembered_is_looked_for_again(void **unused) {
  (void)unused;
  uint32_t index = REMEMBERED_SLOTS - 1;
  struct table t;
  lay(&t);
  answer(&t, &index);
  for (int32_t k = 0; k < REMEMBERED_SLOTS; k++) emit(&t, k, false);
  assert_int_equal(end(&t), STEP_AGAIN);
  for (int32_t k = 0; k < REMEMBERED_SLOTS - 1; k++) assert_int_equal(emit(&t, k, false), STEP_ON);
  assert_int_equal(emit(&t, -5, false), STEP_TAKE);
  lay(&t);
  index = 3;
  answer(&t, &index);
  emit_values(&t, 6, true);
  emit_values(&t, 24, true);
  assert_int_equal(end(&t), STEP_AGAIN);
  assert_int_equal(emit_values(&t, 6, true), STEP_ON);
  assert_int_equal(emit_values(&t, 24, true), STEP_TAKE);
  assert_int_equal(t.frame[TOP], 4);
  lay(&t);
  t.options[1].slots = 2; /* another argument beside the set's: not remembered, and the only candidate */
  emit_values(&t, 8, true);
  assert_int_equal(end(&t), STEP_AGAIN);
  assert_int_equal(emit_values(&t, 8, true), STEP_FORCED);
  assert_int_equal(t.frame[TOP], 3);
}

static void a_candidate_that_does_not_come_is_lost(void **unused) {
  (void)unused;
  struct table t;
  lay(&t);
  t.e = enumeration_to_take(&t.choice, t.frame, 2);
  t.e.remembered = &t.remembered;
  remembered_empty(&t.remembered);
  assert_int_equal(emit(&t, 1, false), STEP_ON);
  assert_int_equal(emit_values(&t, 8, true), STEP_ON);
  assert_int_equal(end(&t), STEP_LOST);
}

struct heard {
  uint32_t options, denied, most;
  int32_t last;
};
static bool hear(void *context, int32_t option, const int32_t *frame) {
  struct heard *heard = context;
  (void)option;
  heard->last = frame[TOP];
  return ++heard->options < heard->most;
}
static bool hear_denial(void *context, int32_t need, const int32_t *frame) {
  struct heard *heard = context;
  (void)need, (void)frame;
  return ++heard->denied < 2;
}

static void a_sink_hears_all_until_it_has_enough(void **unused) {
  (void)unused;
  struct heard heard = { .most = 4 };
  struct option_sink sink = { hear, hear_denial, &heard };
  struct table t;
  lay(&t);
  t.e = enumeration_to_tell(&t.choice, t.frame, &sink);
  t.e.remembered = &t.remembered;
  remembered_empty(&t.remembered);
  assert_int_equal(emit(&t, 1, false), STEP_ON);
  assert_int_equal(emit_values(&t, 6, true), STEP_ON);
  assert_int_equal(t.e.emitted, 3);
  assert_int_equal(enumeration_deny(&t.e, 0, t.frame), STEP_ON);
  assert_int_equal(enumeration_deny(&t.e, 0, t.frame), STEP_DONE);
  assert_int_equal(end(&t), STEP_DONE);
  assert_int_equal(emit_values(&t, 24, true), STEP_DONE);
  assert_int_equal(heard.options, 4);
  assert_int_equal(heard.last, 3);
}

/* A list has them in order, or nothing when there is no room or something is missing. */
static void what_is_remembered_becomes_a_list(void **unused) {
  (void)unused;
  int32_t slots[16] = { 0 };
  struct option_list list = { .slots = slots, .capacity = 16 };
  struct table t;
  lay(&t);
  emit(&t, 50, false);
  emit_values(&t, 6, true);
  emit(&t, 51, false);
  enumeration_list(&t.choice, &t.remembered, t.e.emitted, false, &list);
  static const int32_t wanted[] = { 0, 50, 1, 1, 1, 2, 0, 51 };
  assert_int_equal(list.count, 4);
  assert_memory_equal(slots, wanted, sizeof wanted);
  list = (struct option_list){ .slots = slots, .capacity = 7 };
  enumeration_list(&t.choice, &t.remembered, t.e.emitted, false, &list);
  assert_int_equal(list.count, 0);
  list.capacity = 16;
  emit_values(&t, 24, true);
  enumeration_list(&t.choice, &t.remembered, t.e.emitted, false, &list);
  assert_int_equal(list.count, 0);
  enumeration_list(&t.choice, &t.remembered, 2, true, &list);
  static const int32_t plain[] = { 0, 0, 1, 0 };
  assert_int_equal(list.count, 2);
  assert_memory_equal(slots, plain, sizeof plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(nobody_decides_what_is_not_to_be_decided),
    cmocka_unit_test(what_is_left_pending_is_in_the_state),
    cmocka_unit_test(every_candidate_can_be_recalled),
    cmocka_unit_test(what_is_not_remembered_is_looked_for_again),
    cmocka_unit_test(a_candidate_that_does_not_come_is_lost),
    cmocka_unit_test(a_sink_hears_all_until_it_has_enough),
    cmocka_unit_test(what_is_remembered_becomes_a_list),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
