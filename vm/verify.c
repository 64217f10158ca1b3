/* The verifier of code: where it can go, whether its operands fit there, and whether it keeps to its rights.
 *
 * Code is entered at places that fields.def names, each with the rights it has there: an enumerator that writes, or a
 * label that uses chance, would make what a player is shown differ from what there is. What an instruction may do is in
 * opcodes.def; what code may do is checked for everything it reaches, through jumps and calls. Both walks look at an
 * instruction once for each purpose, however the code is put together. Values at run time are left to the checking
 * interpreter. */
#include "vm/verify.h"

#include <stdlib.h>
#include <string.h>

#include "vm/fields.h"
#include "vm/operands.h"

static const char *const operand_letters[] = {
#define OP(name, operands, effects, text) operands,
#include "vm/opcodes.def"
#undef OP
};

/* Code that is entered at `pc` with a frame of so many slots. */
struct verify_entry {
  uint32_t pc, frame;
};

/* `seen` says of each instruction whether this walk has reached it, `waiting` holds those still to be looked at. */
struct verify_walk {
  const struct program *p;
  struct verify_entry *entries;
  uint32_t *waiting;
  uint8_t *seen;
  uint32_t entry_count, waiting_count;
  uint32_t frame;  /* smallest that code at hand is reached with */
  unsigned rights; /* what code at hand may do, bits of enum effect */
  bool good;
};

static void reach(struct verify_walk *walk, int64_t pc) {
  if (pc < 0 || pc >= walk->p->code_count) {
    walk->good = false;
    return;
  }
  if (walk->seen[pc]) return;
  walk->seen[pc] = 1;
  walk->waiting[walk->waiting_count++] = (uint32_t)pc;
}

static bool falls_through(unsigned op) {
  switch (op) {
  case OP_CODE_HALT:
  case OP_CODE_JUMP:
  case OP_CODE_LOOP:
  case OP_CODE_RETURN:
  case OP_CODE_RETURN_VALUE:
  case OP_CODE_END_GAME:
  case OP_CODE_ERROR:
  case OP_CODE_END_OPTIONS:
  case OP_CODE_FAIL_END:
  case OP_CODE_CHOOSE: return false;
  default: return true;
  }
}

/* What follows in the same frame. Where a choice leads is an entry of its own. */
static void reach_next(struct verify_walk *walk, uint32_t pc) {
  instruction i = walk->p->code[pc];
  unsigned op = ins_op(i);
  const char *letters = operand_letters[op];
  if (letters[2] == 'T') reach(walk, ins_bc(i));
  if (letters[2] && letters[3] == 't') reach(walk, (int64_t)pc + 1 + ins_c_signed(i));
  if (op == OP_CODE_JUMP_TABLE)
    for (uint32_t k = 1; k < ins_b(i); k++) reach(walk, (int64_t)pc + 1 + k);
  if (falls_through(op)) reach(walk, (int64_t)pc + 1);
}

/* ---- operands ---- */

static void add_entry(struct verify_walk *walk, int32_t pc, int32_t frame) {
  if (pc >= 0) walk->entries[walk->entry_count++] = (struct verify_entry){ (uint32_t)pc, (uint32_t)frame };
}

/* Text code runs on the scratch slots, on a copy of the frame it belongs to. */
static void add_entries(struct verify_walk *walk) {
  const struct program *p = walk->p;
  int32_t scratch = program_scratch_slots(p);
  for (uint32_t i = 0; i < p->procs_count; i++) add_entry(walk, p->procs[i].entry, p->procs[i].frame);
  for (uint32_t i = 0; i < p->choices_count; i++) {
    const struct choice *choice = &p->choices[i];
    add_entry(walk, choice->enumerate, choice->frame);
    add_entry(walk, choice->explain, choice->frame);
    add_entry(walk, choice->otherwise, choice->frame);
    add_entry(walk, choice->prompt, scratch);
  }
  for (uint32_t i = 0; i < p->options_count; i++) {
    add_entry(walk, p->options[i].body, p->choices[p->options[i].choice].frame);
    add_entry(walk, p->options[i].label, scratch);
  }
  for (uint32_t i = 0; i < p->needs_count; i++) add_entry(walk, p->needs[i].reason, scratch);
}

static size_t most_entries(const struct program *p) {
  return (size_t)p->procs_count + 4 * (size_t)p->choices_count + 2 * (size_t)p->options_count + p->needs_count;
}

static int by_frame(const void *left, const void *right) {
  const struct verify_entry *a = left, *b = right;
  return (a->frame > b->frame) - (a->frame < b->frame);
}

/* Going back is what fuel is for, or code would not end. */
static bool goes_back_unpaid(instruction i, uint32_t pc) {
  const char *letters = operand_letters[ins_op(i)];
  bool goes_back =
      (letters[2] == 'T' && ins_bc(i) <= (int64_t)pc) || (letters[2] && letters[3] == 't' && ins_c_signed(i) < 0);
  return goes_back && !(opcode_effects[ins_op(i)] & EFFECT_FUEL);
}

static void check_operands(struct verify_walk *walk, uint32_t pc) {
  const struct program *p = walk->p;
  instruction i = p->code[pc];
  unsigned op = ins_op(i);
  if (!operands_fit(operand_letters[op], i, p, walk->frame, (int64_t)pc + 1)) walk->good = false;
  else if (op == OP_CODE_CALL_EXTERN && (int64_t)ins_a(i) + p->externs[ins_bc(i)].slots > walk->frame)
    walk->good = false;
  else if (goes_back_unpaid(i, pc)) walk->good = false;
}

/* From the smallest frame up, so that code which several entries share is looked at with the smallest of theirs. */
static void walk_operands(struct verify_walk *walk) {
  add_entries(walk);
  qsort(walk->entries, walk->entry_count, sizeof *walk->entries, by_frame);
  memset(walk->seen, 0, walk->p->code_count);
  for (uint32_t i = 0; walk->good && i < walk->entry_count; i++) {
    walk->frame = walk->entries[i].frame;
    reach(walk, walk->entries[i].pc);
    while (walk->good && walk->waiting_count) {
      uint32_t pc = walk->waiting[--walk->waiting_count];
      check_operands(walk, pc);
      if (walk->good) reach_next(walk, pc);
    }
  }
}

/* ---- rights ---- */

static void reach_entry(struct verify_walk *walk, const struct field_domain *domain, int32_t value) {
  if (value >= 0) reach(walk, domain->enters == ENTERS_PROC ? walk->p->procs[value].entry : value);
}

static void reach_field(struct verify_walk *walk, const struct field_numbers *field) {
  uint32_t count = section_view(walk->p, field->section).count;
  for (uint32_t i = 0; i < count; i++)
    reach_entry(walk, &field->domain, field_value(walk->p, field->section, i, field->offset));
}

/* What a scenario asks, unlike what it runs. */
static void reach_expectations(struct verify_walk *walk) {
  const struct program *p = walk->p;
  for (uint32_t i = 0; i < p->scenario_items_count; i++) {
    const struct scenario_item *item = &p->scenario_items[i];
    if (item->kind != ITEM_EXPECT && item->kind != ITEM_NEXT_SHUFFLE) continue;
    reach(walk, p->procs[item->proc].entry);
    if (item->kind == ITEM_EXPECT && item->number > 0) reach(walk, p->procs[item->number - 1].entry);
  }
}

/* A cell may name any procedure. */
static unsigned effects_of(instruction i) {
  return ins_op(i) == OP_CODE_CALL_CELL ? EFFECTS : opcode_effects[ins_op(i)];
}

static void walk_rights(struct verify_walk *walk) {
  const struct program *p = walk->p;
  memset(walk->seen, 0, p->code_count);
  for (size_t i = 0; i < field_count; i++)
    if (fields[i].domain.enters != ENTERS_NOTHING && fields[i].domain.rights == walk->rights)
      reach_field(walk, &fields[i]);
  if (walk->rights == RIGHTS_OF_QUESTION) reach_expectations(walk);
  while (walk->good && walk->waiting_count) {
    uint32_t pc = walk->waiting[--walk->waiting_count];
    instruction i = p->code[pc];
    if (effects_of(i) & ~walk->rights) walk->good = false;
    if (ins_op(i) == OP_CODE_CALL) reach(walk, p->procs[ins_bc(i)].entry);
    reach_next(walk, pc);
  }
}

/* ---- the whole ---- */

size_t verify_room(const struct program *p) {
  return most_entries(p) * sizeof(struct verify_entry) + p->code_count * (sizeof(uint32_t) + 1);
}

const char *verify_code(const struct program *p, void *room) {
  static const unsigned restricted[] = { RIGHTS_OF_QUESTION, RIGHTS_OF_ENUMERATOR, RIGHTS_OF_START };
  const char *const damaged = "The code of the program is damaged.";
  if (!p->code_count || p->code_count > INT32_MAX || ins_op(p->code[0]) != OP_CODE_HALT) return damaged;
  for (uint32_t i = 0; i < p->code_count; i++)
    if (ins_op(p->code[i]) >= OPCODES) return damaged;
  struct verify_walk walk = { .p = p, .good = true, .entries = room };
  walk.waiting = (uint32_t *)(walk.entries + most_entries(p));
  walk.seen = (uint8_t *)(walk.waiting + p->code_count);
  walk_operands(&walk);
  if (!walk.good) return damaged;
  for (size_t i = 0; i < sizeof restricted / sizeof *restricted && walk.good; i++) {
    walk.rights = restricted[i];
    walk_rights(&walk);
  }
  return walk.good ? NULL : "Code of the program does what it may not do where it is used.";
}
