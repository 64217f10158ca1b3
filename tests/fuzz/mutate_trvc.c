/* Changes compiled files so that most are still taken for such: one or several numbers or instructions, guided by the lists
 * of fields and instructions, and then size, checksum and hash as they should be.
 *
 * A value is mostly inside of its domain, often at its edge, sometimes just outside: validator and interpreter are to be
 * tested by what makes some sense. */
#include "tests/fuzz/fuzz.h"

#include "tests/unit/sealed.h"

static const char *const operand_letters[] = {
#define OP(name, operands, effects, text) operands,
#include "vm/opcodes.def"
#undef OP
};

struct mutation {
  struct program p; /* in the bytes of the file */
  uint64_t random;
};

static uint32_t below(struct mutation *m, uint32_t limit) {
  m->random = m->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return limit ? (uint32_t)((m->random >> 33) % limit) : 0;
}

static bool one_in(struct mutation *m, uint32_t count) { return below(m, count) == 0; }

/* ---- numbers ---- */

static int32_t value_in(struct mutation *m, int64_t low, int64_t high, int32_t now) {
  int64_t width = high - low + 1, value = now;
  switch (below(m, 10)) {
  case 0: value = low; break;
  case 1: value = high; break;
  case 2: value = (int64_t)now + 1; break;
  case 3: value = (int64_t)now - 1; break;
  case 4: value = low - 1; break;
  case 5: value = high + 1; break;
  case 6: value = below(m, 9); break;
  default: value = width > 0 ? low + (int64_t)below(m, width > INT32_MAX ? INT32_MAX : (uint32_t)width) : low;
  }
  if ((value < low || value > high) && !one_in(m, 4)) value = value < low ? low : high;
  return value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static const struct field_domain any_text = { .low = 0, .among = SECTION_OF_chars };

/* The start of some text, mostly one that the domain allows. */
static int32_t some_text(struct mutation *m, const struct field_domain *domain) {
  int32_t at = 0;
  if (m->p.chars_count == 0 || m->p.chars[m->p.chars_count - 1]) return at; /* the last text has no end */
  for (int attempt = 0; attempt < 8; attempt++) {
    at = (int32_t)below(m, m->p.chars_count);
    while (at > 0 && m->p.chars[at - 1]) at--;
    if (field_fits(&m->p, domain, at) || one_in(m, 8)) break;
  }
  return at;
}

static void change_by(struct mutation *m, const struct field_domain *domain, int32_t *number) {
  bool text = domain->among == SECTION_OF_chars && !one_in(m, 20);
  *number = text ? some_text(m, domain) : value_in(m, domain->low, field_highest(&m->p, domain), *number);
}

static void change_field(struct mutation *m) {
  const struct field_numbers *field = &fields[below(m, (uint32_t)field_count)];
  uint32_t count = section_view(&m->p, field->section).count;
  if (!count) return;
  uint32_t index = below(m, count), k = below(m, field->length);
  int32_t *number = sealed_number(&m->p, field->section, index, field->offset + k * (uint32_t)sizeof *number);
  if (one_in(m, 4))
    *number = field_value(&m->p, field->section, below(m, count), field->offset); /* as another has it */
  else change_by(m, &field->domain, number);
}

static void change_row(struct mutation *m) {
  const struct field_row *row = &field_rows[below(m, (uint32_t)field_row_count)];
  uint32_t count = section_view(&m->p, row->section).count;
  int64_t total = section_view(&m->p, row->target).count;
  if (!count) return;
  uint32_t index = below(m, count);
  int32_t *first = sealed_number(&m->p, row->section, index, row->first);
  int32_t *length = sealed_number(&m->p, row->section, index, row->count);
  if (row->target == SECTION_OF_ints && *length > 0 && *first >= 0 && (int64_t)*first + *length <= total &&
      one_in(m, 2))
    change_by(m, &row->domain,
              sealed_number(&m->p, SECTION_OF_ints, (uint32_t)*first + below(m, (uint32_t)*length), 0));
  else if (one_in(m, 2)) *first = value_in(m, 0, total - *length, *first);
  else *length = value_in(m, 0, total - *first, *length);
}

static void change_int(struct mutation *m) {
  if (!m->p.ints_count) return;
  int32_t *number = sealed_number(&m->p, SECTION_OF_ints, below(m, m->p.ints_count), 0);
  *number = value_in(m, -1, 64, *number);
}

/* ---- instructions ---- */

/* The limit of an operand, by its letter. */
static uint32_t operand_limit(const struct mutation *m, char letter) {
  switch (letter) {
  case 'T': return m->p.code_count;
  case 'P': return m->p.procs_count;
  case 'O': return m->p.options_count;
  case 'N': return m->p.needs_count;
  case 'C': return m->p.choices_count;
  case 'S': return m->p.chars_count;
  case 'Y': return m->p.types_count;
  case 'E': return m->p.externs_count;
  case 'c': return m->p.columns_count;
  case 'g': return m->p.storages_count;
  default: return 24;
  }
}

static uint32_t new_operand(struct mutation *m, char letter, uint32_t now) {
  uint32_t limit = operand_limit(m, letter);
  if (one_in(m, 40)) return below(m, 65536);
  if (letter == 't') return now + below(m, 17) - 8;
  if (letter == 'S') return (uint32_t)some_text(m, &any_text);
  if (letter == 'W' || letter == 'V' || letter == 'M') return 2 * below(m, 12);
  return one_in(m, 3) ? now + below(m, 3) - 1 : below(m, limit ? limit : 1);
}

static instruction with_new_operand(struct mutation *m, instruction i) {
  const char *letters = operand_letters[ins_op(i)];
  bool is_long = !letters[3];
  unsigned n = ins_n(i), a = ins_a(i), b = ins_b(i), c = ins_c(i);
  switch (below(m, is_long ? 3 : 4)) {
  case 0: n = letters[0] == 'k' ? 1 + below(m, 2) : new_operand(m, letters[0], n); break;
  case 1: a = new_operand(m, letters[1], a); break;
  case 2:
    if (is_long) return ins_make_long(ins_op(i), n, a, (int32_t)new_operand(m, letters[2], (uint32_t)ins_bc(i)));
    b = new_operand(m, letters[2], b);
    break;
  default: c = new_operand(m, letters[3], c);
  }
  return ins_make(ins_op(i), n, a, b, c);
}

/* Another instruction with operands of the same letters, if one is found soon. */
static instruction with_new_opcode(struct mutation *m, instruction i) {
  for (int tries = 0; tries < 40; tries++) {
    unsigned op = below(m, OPCODES);
    if (strcmp(operand_letters[op], operand_letters[ins_op(i)]) == 0) return (i & ~(instruction)0xff) | op;
  }
  return i;
}

static void change_code(struct mutation *m) {
  if (m->p.code_count < 2) return;
  instruction *code = (instruction *)(uintptr_t)m->p.code;
  uint32_t pc = 1 + below(m, m->p.code_count - 1), other = 1 + below(m, m->p.code_count - 1);
  instruction kept = code[pc];
  if (ins_op(kept) >= OPCODES) return;
  switch (below(m, 8)) {
  case 0: code[pc] = code[other]; break;
  case 1:
    code[pc] = code[other];
    code[other] = kept;
    break;
  case 2:
  case 3: code[pc] = with_new_opcode(m, kept); break;
  default: code[pc] = with_new_operand(m, kept);
  }
}

static void change_chars(struct mutation *m) {
  char *chars = (char *)(uintptr_t)m->p.chars;
  if (m->p.chars_count > 1) chars[below(m, m->p.chars_count)] ^= (char)(1 + below(m, 255));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  struct mutation m = { .random = seed + UINT64_C(0x9e3779b97f4a7c15) };
  (void)most;
  if (!sealed_open(data, size, &m.p)) return size;
  for (uint32_t changes = 1 + below(&m, 3); changes; changes--) {
    uint32_t what = below(&m, 100);
    if (what < 45) change_field(&m);
    else if (what < 55) change_row(&m);
    else if (what < 60) change_int(&m);
    else if (what < 99) change_code(&m);
    else change_chars(&m);
  }
  sealed_close(data, size);
  return size;
}
