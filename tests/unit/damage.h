/* Damaged programs: before a bench runs its code, the checking loop is given the same code with one thing wrong in it,
 * over and over, from the same position.
 *
 * An operand that its letter in opcodes.def forbids, an opcode that there is not, code that ends too early: each must be
 * refused where it stands. Other numbers in operands, values set by the code included, may have whatever effect stays
 * within the memory of the game: that the run ends is seen here, the rest by the sanitizers. */
#ifndef TESTS_DAMAGE_H
#define TESTS_DAMAGE_H

#include "tests/unit/assemble.h"

static const char *const operand_letters[] = {
#define OP(name, operands, effects, text) operands,
#include "vm/opcodes.def"
#undef OP
};

enum { DAMAGED_FUEL = 200 };

/* The bench as it was, and which instructions run when nothing is wrong. */
struct original {
  struct bench bench;
  char state[STATE_BYTES];
  int32_t scratch[SCRATCH];
  uint64_t visits[CODE];
};

static inline void restore(struct bench *b, const struct original *original) {
  *b = original->bench;
  memcpy(b->game.state, original->state, sizeof original->state);
  memcpy(b->scratch, original->scratch, sizeof original->scratch);
  b->log = (struct game_log){ 0 }; /* each run has one of its own */
}

static inline bool take_option(void *context, int32_t option, const int32_t *frame) {
  (void)context;
  (void)option;
  (void)frame;
  return true;
}

/* Runs the code, looks at the choice it comes to, and takes its last option. The first error on the way. */
static inline enum rule_error run_and_choose(struct bench *b) {
  const struct option_sink sink = { take_option, take_option, NULL };
  struct state *state = b->game.state;
  enum rule_error error = RULE_NONE;
  interp_start(&b->game, 0, NULL, 0);
  if (state->status == STATE_CHOICE) {
    error = interp_enumerate(&b->game, false, &sink);
    if (!error) error = interp_enumerate(&b->game, true, &sink);
    if (!error) interp_choose(&b->game, state->options - 1);
  }
  free(b->log.text);
  free(b->log.entries);
  return state->status == STATE_ERROR ? (enum rule_error)state->error : error;
}

static inline enum rule_error run_damaged(struct bench *b, const struct original *original, uint32_t pc,
                                          instruction damaged) {
  restore(b, original);
  b->code[pc] = damaged;
  return run_and_choose(b);
}

static inline void expect_refusal(struct bench *b, const struct original *original, uint32_t pc, instruction damaged) {
  if (run_damaged(b, original, pc, damaged) == RULE_CHECK) return;
  fail_msg("not refused: opcode %u n=%u a=%u b=%u c=%u at %u", ins_op(damaged), ins_n(damaged), ins_a(damaged),
           ins_b(damaged), ins_c(damaged), pc);
}

/* The instruction with another operand: 0 is n, 1 to 3 are a, b, c. */
static inline instruction with_operand(instruction i, int at, unsigned value) {
  return ins_make(ins_op(i), at == 0 ? value : ins_n(i), at == 1 ? value : ins_a(i), at == 2 ? value : ins_b(i),
                  at == 3 ? value : ins_c(i));
}

static inline instruction with_long(instruction i, int32_t value) {
  return ins_make_long(ins_op(i), ins_n(i), ins_a(i), value);
}

/* How many there are of what a letter counts; -1 when it is no reference. */
static inline int64_t section_size(const struct program *p, char letter) {
  switch (letter) {
  case 'T': return p->code_count;
  case 'P': return p->procs_count;
  case 'O': return p->options_count;
  case 'N': return p->needs_count;
  case 'C': return p->choices_count;
  case 'S': return p->chars_count;
  case 'Y': return p->types_count;
  case 'E': return p->externs_count;
  case 'c': return p->columns_count;
  case 'g': return p->storages_count;
  default: return -1;
  }
}

static inline void damage_short(struct bench *b, const struct original *original, uint32_t pc, int at) {
  instruction i = original->bench.code[pc];
  const char *letters = operand_letters[ins_op(i)];
  unsigned operand = at == 1 ? ins_a(i) : at == 2 ? ins_b(i) : ins_c(i);
  int64_t size = section_size(&original->bench.program, letters[at]);
  if (size >= 0) expect_refusal(b, original, pc, with_operand(i, at, (unsigned)size));
  switch (letters[at]) {
  case 'w':
  case 'r':
  case 'm': expect_refusal(b, original, pc, with_operand(i, at, STACK)); break;
  case 'W':
  case 'V':
  case 'M':
    expect_refusal(b, original, pc, with_operand(i, at, STACK));
    if (letters[0] == 'n' && ins_n(i) > 1) expect_refusal(b, original, pc, with_operand(i, at, STACK - 1));
    if (letters[0] != 'k') break;
    expect_refusal(b, original, pc, with_operand(i, at, operand | 1));
    expect_refusal(b, original, pc, with_operand(i, 0, 0));
    break;
  case 't':
    expect_refusal(b, original, pc, with_operand(i, at, 0x7fff));
    expect_refusal(b, original, pc, with_operand(i, at, 0x8000));
    break;
  default: break;
  }
}

static inline void damage_operands(struct bench *b, const struct original *original, uint32_t pc) {
  instruction i = original->bench.code[pc];
  const char *letters = operand_letters[ins_op(i)];
  bool is_long = !letters[3];
  if (letters[0] == 'c') expect_refusal(b, original, pc, with_operand(i, 0, original->bench.program.columns_count));
  for (int at = 1; at < (is_long ? 2 : 4); at++) damage_short(b, original, pc, at);
  int64_t size = is_long ? section_size(&original->bench.program, letters[2]) : -1;
  if (size < 0) return;
  expect_refusal(b, original, pc, with_long(i, (int32_t)size));
  expect_refusal(b, original, pc, with_long(i, -1));
}

static inline void damage_code(struct bench *b, const struct original *original, uint32_t pc) {
  expect_refusal(b, original, pc, ins_make(OPCODES, 0, 0, 0, 0));
  restore(b, original);
  b->program.code_count = pc;
  assert_int_equal(run_and_choose(b), RULE_CHECK);
}

/* Anything may come of these, as long as it comes to an end. */
static inline void damage_freely(struct bench *b, const struct original *original, uint32_t pc) {
  static const int32_t numbers[] = {
    0, 1, 2, 3, 5, 63, 64, 255, STACK - 2, INT16_MAX, INT16_MIN, -2, -1, INT32_MIN, INT32_MAX, 0x7f7f7f, 0x10001
  };
  instruction i = original->bench.code[pc];
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    for (int at = 0; at < 4; at++) run_damaged(b, original, pc, with_operand(i, at, (unsigned)numbers[k]));
    run_damaged(b, original, pc, with_long(i, numbers[k]));
  }
}

/* Registers that the code believes to be empty hold something: two instructions more, which come first. */
static inline void damage_registers(struct bench *b, const struct original *original) {
  static const int32_t numbers[] = { -1, 3, STACK + 1, INT32_MIN, INT32_MAX };
  uint32_t end = original->bench.program.code_count;
  for (uint32_t slot = FRAME_HEAD; slot < FRAME && end + 2 <= CODE; slot++)
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
      restore(b, original);
      b->code[end] = ins_make_long(OP_CODE_INT, 0, slot, numbers[k]);
      b->code[end + 1] = ins_make_long(OP_CODE_JUMP, 0, 0, b->procs[0].entry);
      b->program.code_count = end + 2;
      b->procs[0].entry = (int32_t)end;
      run_and_choose(b);
    }
}

static inline struct original *remember(const struct bench *b) {
  struct original *original = calloc(1, sizeof *original);
  original->bench = *b;
  memcpy(original->state, b->game.state, sizeof original->state);
  memcpy(original->scratch, b->scratch, sizeof original->scratch);
  return original;
}

static inline void put_back(struct bench *b, struct original *original) {
  restore(b, original);
  b->log = original->bench.log;
  free(original);
}

/* Both are for bench.before_run and leave the bench as it was. */

/* On any loop: with fuel for a few jumps and calls only, and with none. */
static inline void starve(struct bench *b) {
  struct original *original = remember(b);
  for (uint64_t fuel = 0; fuel < 4; fuel++) {
    restore(b, original);
    b->game.fuel_limit = fuel;
    run_and_choose(b);
  }
  put_back(b, original);
}

/* On the checking loop only. */
static inline void damage(struct bench *b) {
  struct original *original = remember(b);
  uint64_t fuel = b->game.fuel_limit;
  restore(b, original);
  b->game.visits = original->visits;
  run_and_choose(b);
  for (uint32_t pc = 0; pc < original->bench.program.code_count; pc++) {
    if (!original->visits[pc]) continue;
    damage_operands(b, original, pc);
    damage_code(b, original, pc);
    if (original->bench.game.fuel_limit > DAMAGED_FUEL) original->bench.game.fuel_limit = DAMAGED_FUEL;
    damage_freely(b, original, pc);
    original->bench.game.fuel_limit = fuel;
  }
  damage_registers(b, original);
  put_back(b, original);
}

#endif
