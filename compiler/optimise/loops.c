/* loops: a loop fetches its first element before its body and every further one by the jump at its end, one instruction
 * in the place of a jump back and a fetch.
 *
 * What must hold: the instruction that fetches has a form that also jumps (COUNT_LOOP, SET_LOOP …). Why nothing changes:
 * the same elements are fetched in the same order. In plain code the fetch stands at the top, and the end jumps there. */
#include "compiler/optimise/optimise.h"

/* Plain: the loop begins here, where its elements are fetched. What leaves an element out goes on to the end, which is
 * where a round is paid for. */
void loops_begin(struct lower *l, struct walk *walk) {
  walk->again = label_new(l);
  walk->done = label_new(l);
  walk->top = label_new(l);
  label_place(l, walk->top);
}

static void begin_closed(struct lower *l, struct walk *walk, enum opcode loop, unsigned words) {
  walk->again = label_new(l);
  walk->done = label_new(l);
  walk->body = label_new(l);
  walk->loop = loop;
  walk->words = words;
}

void loops_fetch(struct lower *l, struct walk *walk, enum opcode next, enum opcode loop, unsigned words, int32_t slot) {
  bool closed = lower_runs(l, PASS_loops);
  if (closed) begin_closed(l, walk, loop, words);
  else loops_begin(l, walk);
  walk->fetched = slot;
  emit_branch(l, next, words, slot, walk->a, walk->done);
  if (closed) label_place(l, walk->body);
}

void loops_count(struct lower *l, struct walk *walk, int32_t counter, bool never_empty) {
  walk->fetched = counter;
  if (lower_runs(l, PASS_loops)) {
    begin_closed(l, walk, OP_CODE_COUNT_LOOP, 0);
    if (!never_empty) emit_branch(l, OP_CODE_JUMP_LE, 0, walk->a, counter, walk->done);
    label_place(l, walk->body);
    return;
  }
  walk->counts = true;
  loops_begin(l, walk);
  emit_branch(l, OP_CODE_JUMP_LE, 0, walk->a, counter, walk->done);
}

void loops_count_to(struct lower *l, struct walk *walk, int32_t counter) {
  walk->fetched = counter;
  if (lower_runs(l, PASS_loops)) {
    begin_closed(l, walk, OP_CODE_COUNT_TO, 0);
    emit_branch(l, OP_CODE_JUMP_LT, 0, walk->a, counter, walk->done);
    label_place(l, walk->body);
    return;
  }
  walk->counts = walk->counts_to = true;
  loops_begin(l, walk);
  emit_branch(l, OP_CODE_JUMP_LT, 0, walk->a, counter, walk->done);
}

void loops_count_constant(struct lower *l, struct walk *walk, int32_t counter, int32_t limit, bool never_empty) {
  bool small = limit >= INT16_MIN && limit <= INT16_MAX;
  if (!small || !lower_runs(l, PASS_loops) || !lower_runs(l, PASS_select)) {
    walk->a = slot_take(l, 1);
    emit_int(l, walk->a, limit);
    loops_count(l, walk, counter, never_empty);
    return;
  }
  walk->fetched = counter;
  begin_closed(l, walk, OP_CODE_COUNT_LOOP_I, 0);
  walk->limit = limit;
  if (!never_empty) emit_branch(l, OP_CODE_JUMP_GE_I, 0, counter, limit, walk->done);
  label_place(l, walk->body);
}

void loops_seats(struct lower *l, struct walk *walk, bool others) {
  walk->sure = !l->c->names_empty_seat;
  begin_closed(l, walk, OP_CODE_SEAT_LOOP, 0); /* the machine knows no other way round the table */
  walk->fetched = walk->slot;
  if (others) emit_jump(l, OP_CODE_JUMP, 0, walk->again);
  label_place(l, walk->body);
}

void loops_fit(struct lower *l, struct walk *walk, int32_t column) {
  begin_closed(l, walk, OP_CODE_FIT_LOOP, (unsigned)column);
  walk->fetched = walk->slot;
  emit_jump(l, OP_CODE_JUMP, 0, walk->again);
  label_place(l, walk->body);
}

void walk_close(struct lower *l, struct walk *walk) {
  if (walk->body) {
    unsigned effects = l->effects;
    label_place(l, walk->again);
    emit_branch(l, walk->loop, walk->words, walk->fetched, walk->loop == OP_CODE_COUNT_LOOP_I ? walk->limit : walk->a,
                walk->body);
    if (walk->sure) l->effects = effects | (opcode_effects[walk->loop] & ~(unsigned)EFFECT_RAISES);
  } else {
    label_place(l, walk->again);
    if (walk->counts_to) emit_branch(l, OP_CODE_JUMP_EQ, 0, walk->fetched, walk->a, walk->done);
    if (walk->counts) emit_sure(l, true, OP_CODE_ADD_I, 0, walk->fetched, walk->fetched, 1); /* below the limit */
    emit_jump(l, OP_CODE_LOOP, 0, walk->top);
  }
  label_place(l, walk->done);
}
