/* Instructions, labels and lines: the lowest layer of lowering. */
#include "compiler/optimise/optimise.h"

/* ---- the line table ---- */

void emit_at(struct lower *l, struct tree *node) { l->at = node; }

void emit_line(struct lower *l) {
  struct compilation *c = l->c;
  if (l->trial || !l->at || l->at == l->noted) return;
  l->noted = l->at;
  struct line *last = c->lines.count ? ITEM(c, lines, struct line, c->lines.count - 1) : NULL;
  struct position position = context_position(c, l->at->span);
  if (last && last->file == position.file && last->line == position.line && last->column == position.column) return;
  struct line line = {
    .pc = (int32_t)c->code.count, .file = position.file, .line = position.line, .column = position.column
  };
  line.cites = context_cites(c, l->at->cites, &line.cite_count);
  PUSH(c, lines, line);
}

static size_t push_mark(struct lower *l, const struct tree *node, enum mark_kind kind) {
  struct compilation *c = l->c;
  struct position position = context_position(c, node->span);
  struct mark mark = { .pc = (int32_t)c->code.count,
                       .kind = (int32_t)kind,
                       .name = kind == MARK_STATEMENT ? 0 : context_text(c, node->word),
                       .file = position.file,
                       .line = position.line,
                       .column = position.column };
  mark.cites = context_cites(c, node->cites, &mark.cite_count);
  return (size_t)PUSH(c, marks, mark);
}

void emit_mark(struct lower *l, const struct tree *node, enum mark_kind kind) {
  if (!l->trial && (kind != MARK_STATEMENT || node->cites)) push_mark(l, node, kind);
}

size_t emit_inlined_mark(struct lower *l, const struct symbol *callee) {
  enum mark_kind kind = callee->kind == SYMBOL_FN ? MARK_FN : callee->kind == SYMBOL_PHASE ? MARK_PHASE : MARK_EFFECT;
  size_t index = push_mark(l, callee->tree, kind);
  struct mark *mark = ITEM(l->c, marks, struct mark, index);
  if (kind == MARK_PHASE) mark->title = lower_phase_title(l->c, callee);
  if (!l->at) return index;
  struct position call = context_position(l->c, l->at->span);
  mark->call_file = call.file;
  mark->call_line = call.line;
  return index;
}

void emit_inlined_end(struct lower *l, size_t mark) {
  ITEM(l->c, marks, struct mark, mark)->end = (int32_t)l->c->code.count;
}

/* ---- instructions ---- */

/* On trial only what the instruction may do is noted: see optimise/trial.c. */
static int32_t push(struct lower *l, instruction code) {
  if (l->trial) {
    l->effects |= opcode_effects[ins_op(code)];
    return 0;
  }
  emit_line(l);
  return (int32_t)PUSH(l->c, code, code);
}

enum { LONG_CODE = 256, CODE_OF_FUEL = 64 }; /* instructions: of code that is worth a WORK, and for each of fuel */

/* Long code, from `from` on, is paid for where it ends or goes back: see vm/work.h. */
static void pay_for_code(struct lower *l, int32_t from) {
  int32_t length = (int32_t)l->c->code.count - from;
  if (!l->trial && length >= LONG_CODE) push(l, ins_make_long(OP_CODE_WORK, 0, 0, length / CODE_OF_FUEL));
}

static bool leaves_code(enum opcode op) {
  return op == OP_CODE_RETURN || op == OP_CODE_RETURN_VALUE || op == OP_CODE_HALT;
}

/* Operands have 8 or 16 bits; what needs more is larger than any game should be. */
static void guard(struct lower *l, unsigned n, int32_t a, int32_t b, int32_t c) {
  bool fits = n <= UINT8_MAX && a <= UINT16_MAX && b <= UINT16_MAX && c <= UINT16_MAX && a >= 0 && b >= INT16_MIN &&
              c >= INT16_MIN;
  if (!fits)
    diag_report(l->c->diags, DIAG_E0410, l->at ? l->at->span : (struct span){ l->c->main_file, 0, 0 },
                "the values here are too large");
}

int32_t emit(struct lower *l, enum opcode op, unsigned n, int32_t a, int32_t b, int32_t c) {
  guard(l, n, a, b, c);
  if (leaves_code(op)) pay_for_code(l, l->entry);
  return push(l, ins_make(op, n, (unsigned)a, (unsigned)b, (unsigned)c));
}

int32_t emit_sure(struct lower *l, bool sure, enum opcode op, unsigned n, int32_t a, int32_t b, int32_t c) {
  unsigned effects = l->effects;
  int32_t pc = emit(l, op, n, a, b, c);
  if (sure) l->effects = effects | (opcode_effects[op] & ~(unsigned)EFFECT_RAISES);
  return pc;
}

int32_t emit_long(struct lower *l, enum opcode op, unsigned n, int32_t a, int32_t bc) {
  guard(l, n, a, 0, 0);
  return push(l, ins_make_long(op, n, (unsigned)a, bc));
}

/* ---- labels ---- */

struct label *label_new(struct lower *l) {
  struct label *label = arena_alloc(l->c->arena, sizeof *label);
  label->pc = -1;
  return label;
}

static void patch(struct lower *l, const struct patch *place, int32_t target) {
  instruction *code = ITEM(l->c, code, instruction, place->at);
  if (!place->is_short) {
    *code = (*code & 0xffffffffu) | (instruction)(uint32_t)target << 32;
    return;
  }
  int32_t distance = target - (place->at + 1);
  if (distance < INT16_MIN || distance > INT16_MAX)
    diag_report(l->c->diags, DIAG_E0410, l->at ? l->at->span : (struct span){ l->c->main_file, 0, 0 },
                "this procedure is too long; divide it");
  *code = (*code & 0xffffffffffffu) | (instruction)(uint16_t)distance << 48;
}

static void jump_to(struct lower *l, int32_t at, bool is_short, struct label *to) {
  if (l->trial) return;
  struct patch place = { at, is_short, NULL };
  if (to->pc >= 0) {
    patch(l, &place, to->pc);
    return;
  }
  struct patch *later = arena_alloc(l->c->arena, sizeof *later);
  *later = place;
  later->next = to->patches;
  to->patches = later;
}

void emit_jump(struct lower *l, enum opcode op, int32_t a, struct label *to) {
  if (to->pc >= 0) pay_for_code(l, to->pc);
  jump_to(l, emit_long(l, op, 0, a, 0), false, to);
}

void emit_branch(struct lower *l, enum opcode op, unsigned n, int32_t a, int32_t b, struct label *to) {
  if (to->pc >= 0) pay_for_code(l, to->pc);
  jump_to(l, emit(l, op, n, a, b, 0), true, to);
}

void label_place(struct lower *l, struct label *label) {
  if (l->trial) return;
  label->pc = (int32_t)l->c->code.count;
  for (struct patch *place = label->patches; place; place = place->next) patch(l, place, label->pc);
  label->patches = NULL;
}

/* ---- values ---- */

enum { MOST_SLOTS = 254 }; /* that one instruction copies or clears, even */

void emit_load_at(struct lower *l, int32_t slot, int32_t index, const struct symbol *variable) {
  enum opcode load = type_is_multi(variable->type) ? OP_CODE_LOAD_N : select_load(l, variable);
  emit(l, load, 0, slot, index, variable->storage);
}

void emit_int(struct lower *l, int32_t slot, int32_t value) { emit_long(l, OP_CODE_INT, 0, slot, value); }

void emit_copy(struct lower *l, int32_t to, int32_t from, const struct type *type) {
  int32_t slots = type_slots(l->c, type);
  if (to == from) return;
  if (slots == 1) {
    emit(l, OP_CODE_COPY, 0, to, from, 0);
    return;
  }
  for (int32_t done = 0; done < slots; done += MOST_SLOTS) {
    int32_t part = slots - done < MOST_SLOTS ? slots - done : MOST_SLOTS;
    emit(l, OP_CODE_COPY_N, (unsigned)part, to + done, from + done, 0);
  }
}

void emit_zero(struct lower *l, int32_t slot, int32_t slots) {
  for (int32_t done = 0; done < slots; done += MOST_SLOTS) {
    int32_t part = slots - done < MOST_SLOTS ? slots - done : MOST_SLOTS;
    emit(l, OP_CODE_ZERO_N, (unsigned)part, slot + done, 0, 0);
  }
}

void emit_jump_none(struct lower *l, int32_t slot, const struct type *type, bool sense, struct label *to) {
  if (type_none(type) == NONE_VALUE) {
    emit_branch(l, sense ? OP_CODE_JUMP_EQ_I : OP_CODE_JUMP_NE_I, 0, slot, NONE_VALUE, to);
    return;
  }
  int32_t top = l->top, none = slot_take(l, 1);
  emit_int(l, none, NONE_INT);
  emit_branch(l, sense ? OP_CODE_JUMP_EQ : OP_CODE_JUMP_NE, 0, slot, none, to);
  l->top = top;
}
