/* The listing of a program: its figures, then every procedure's instructions with their source lines.
 *
 * Knows the operand letters of opcodes.def, nothing of single instructions, so that a new one is listed without a
 * change here. The listing is the same on every machine: golden tests compare it. */
#include <string.h>

#include "vm/api.h"

static const char *const op_names[] = {
#define OP(name, operands, effects, text) #name,
#include "vm/opcodes.def"
#undef OP
};
static const char *const op_operands[] = {
#define OP(name, operands, effects, text) operands,
#include "vm/opcodes.def"
#undef OP
};

struct disasm_listing {
  const struct program *p;
  struct text out;
  uint8_t *targets; /* 1 for each pc that something jumps to */
};

/* ---- figures ---- */

static const char *plural(int64_t number) { return number == 1 ? "" : "s"; }

/* The largest choice with a bounded number of candidates, then those without a bound. */
static void write_largest_choice(struct disasm_listing *listing) {
  const struct program *p = listing->p;
  const struct choice *largest = NULL;
  bool listed = false;
  for (uint32_t i = 0; i < p->choices_count; i++) {
    const struct choice *choice = &p->choices[i];
    if (choice->bound < INT32_MAX && (!largest || choice->bound > largest->bound)) largest = choice;
  }
  if (largest)
    text_format(&listing->out, "  largest choice       %s, at most %d candidate%s\n", program_text(p, largest->name),
                largest->bound, plural(largest->bound));
  else text_add(&listing->out, "  largest choice       none\n");
  for (uint32_t i = 0; i < p->choices_count; i++) {
    if (p->choices[i].bound < INT32_MAX) continue;
    text_add(&listing->out, listed ? ", " : "  not bounded          ");
    text_add(&listing->out, program_text(p, p->choices[i].name));
    listed = true;
  }
  if (listed) text_add(&listing->out, "\n");
}

static void write_figures(struct disasm_listing *listing) {
  const struct program *p = listing->p;
  const struct meta *meta = p->meta;
  text_format(&listing->out, "%s\n", program_text(p, meta->title));
  text_format(&listing->out, "  players              %d to %d\n", meta->low_players, meta->high_players);
  text_format(&listing->out, "  instructions         %u\n", p->code_count);
  text_format(&listing->out, "  state                %d bytes\n", meta->state_bytes);
  text_format(&listing->out, "  variables and zones  %d bytes\n", meta->stack_offset - (int32_t)sizeof(struct state));
  text_format(&listing->out, "  deepest stack        %d slots\n", meta->stack_slots);
  text_format(&listing->out, "  scratch              %d slots\n", program_scratch_slots(listing->p));
  text_format(&listing->out, "  call depth           %d procedure%s\n", meta->call_depth, plural(meta->call_depth));
  write_largest_choice(listing);
  text_add(&listing->out, "\nsections\n");
#define SECTION(name, type) text_format(&listing->out, "  %-20s %u\n", #name, p->name##_count);
#include "vm/sections.def"
#undef SECTION
  if (p->choices_count) text_add(&listing->out, "\nchoices\n");
  for (uint32_t i = 0; i < p->choices_count; i++) {
    const struct choice *choice = &p->choices[i];
    text_format(&listing->out, "  %-20s %d option%s, ", program_text(p, choice->name), choice->options,
                plural(choice->options));
    if (choice->bound == INT32_MAX) text_add(&listing->out, "not bounded\n");
    else text_format(&listing->out, "at most %d candidate%s\n", choice->bound, plural(choice->bound));
  }
}

/* ---- operands ---- */

/* The number an operand stands for: position 0 is n, then a, b, c; a third letter that ends the list is L. */
static int32_t operand_value(instruction i, const char *letters, int position) {
  switch (position) {
  case 0: return (int32_t)ins_n(i);
  case 1: return (int32_t)ins_a(i);
  case 2: return strlen(letters) == 3 ? ins_bc(i) : letters[2] == 'i' ? (int16_t)ins_b(i) : (int32_t)ins_b(i);
  default: return letters[3] == 'i' || letters[3] == 't' ? ins_c_signed(i) : (int32_t)ins_c(i);
  }
}

/* The pc an instruction may jump to, or -1. */
static int64_t jump_target(instruction i, uint32_t pc) {
  const char *letters = op_operands[ins_op(i)];
  for (int k = 0; letters[k]; k++) {
    if (letters[k] == 'T') return operand_value(i, letters, k);
    if (letters[k] == 't') return (int64_t)pc + 1 + operand_value(i, letters, k);
  }
  return -1;
}

static void write_quoted(struct text *out, const char *text) {
  text_add(out, "\"");
  for (; *text; text++) {
    if (*text == '\n') text_add(out, "\\n");
    else if (*text == '"' || *text == '\\') text_format(out, "\\%c", *text);
    else text_add_bytes(out, text, 1);
  }
  text_add(out, "\"");
}

/* A name from a section, or its bare number when it has none. */
static void write_name(struct disasm_listing *listing, char letter, int32_t value, const char *name) {
  if (*name) text_add(&listing->out, name);
  else text_format(&listing->out, "%c%d", letter, value);
}

static void write_storage(struct disasm_listing *listing, int32_t storage) {
  const struct program *p = listing->p;
  for (uint32_t i = 0; i < p->variables_count; i++) {
    if (p->variables[i].storage == storage) {
      write_name(listing, 'g', storage, program_text(p, p->variables[i].name));
      return;
    }
  }
  text_format(&listing->out, "g%d", storage);
}

static void write_operand(struct disasm_listing *listing, char letter, int32_t value, uint32_t pc) {
  const struct program *p = listing->p;
  struct text *out = &listing->out;
#define IN(section) (value >= 0 && (uint32_t)value < p->section##_count)
  if (letter && strchr("wrmWVM", letter)) text_format(out, "r%d", value);
  else if (letter == 't') text_format(out, "L%lld", (long long)pc + 1 + value);
  else if (letter == 'T') text_format(out, "L%d", value);
  else if (letter == 'P' && IN(procs)) write_name(listing, letter, value, program_text(p, p->procs[value].name));
  else if (letter == 'C' && IN(choices)) write_name(listing, letter, value, program_text(p, p->choices[value].name));
  else if (letter == 'O' && IN(options)) write_name(listing, letter, value, program_text(p, p->options[value].name));
  else if (letter == 'E' && IN(externs)) write_name(listing, letter, value, program_text(p, p->externs[value].name));
  else if (letter == 'Y' && IN(types)) write_name(listing, letter, value, program_text(p, p->types[value].name));
  else if (letter == 'S' && IN(chars)) write_quoted(out, program_text(p, value));
  else if (letter == 'N') text_format(out, "need %d", value);
  else if (letter == 'c') text_format(out, "column %d", value);
  else if (letter == 'g') write_storage(listing, value);
  else text_format(out, "%d", value);
#undef IN
}

/* ---- code ---- */

static void write_instruction(struct disasm_listing *listing, uint32_t pc) {
  instruction i = listing->p->code[pc];
  if (listing->targets[pc]) text_format(&listing->out, "L%u:\n", pc);
  if (ins_op(i) >= OPCODES) {
    text_format(&listing->out, "  %6u  ?\n", pc);
    return;
  }
  const char *letters = op_operands[ins_op(i)], *separator = " ";
  bool operands = strspn(letters, "-") < strlen(letters);
  text_format(&listing->out, operands ? "  %6u  %-16s" : "  %6u  %s", pc, op_names[ins_op(i)]);
  for (int k = 0; letters[k]; k++) {
    int32_t value = operand_value(i, letters, k);
    if (letters[k] == '-' || (k == 0 && letters[k] == 'n' && value == 0)) continue;
    text_add(&listing->out, separator);
    write_operand(listing, letters[k], value, pc);
    separator = ", ";
  }
  text_add(&listing->out, "\n");
}

static void write_line(struct disasm_listing *listing, const struct line *line) {
  char cites[CITES_LENGTH];
  struct text_sink sink = sink_on(cites, sizeof cites);
  text_cites(listing->p, line->cites, line->cite_count, &sink);
  sink_end(&sink);
  if (line->line > 0)
    text_format(&listing->out, "          ; %s:%d%s%s\n", program_text(listing->p, line->file), line->line,
                cites[0] ? " @" : "", cites);
}

static void write_proc(struct disasm_listing *listing, const struct proc *proc) {
  static const char *const kinds[] = { "fn", "effect", "phase", "code" };
  const char *kind = proc->kind >= 0 && proc->kind < 4 ? kinds[proc->kind] : "code";
  text_format(&listing->out, "\n%s %s: %d parameter slot%s, frame of %d\n", kind, program_text(listing->p, proc->name),
              proc->params, proc->params == 1 ? "" : "s", proc->frame);
}

static void write_code(struct disasm_listing *listing) {
  const struct program *p = listing->p;
  const struct line *last = NULL;
  for (uint32_t pc = 0; pc < p->code_count; pc++) {
    for (uint32_t i = 0; i < p->procs_count; i++) {
      if ((uint32_t)p->procs[i].entry == pc) write_proc(listing, &p->procs[i]);
    }
    const struct line *line = line_at(p, pc);
    if (line && line != last && (!last || line->line != last->line || line->file != last->file))
      write_line(listing, line);
    last = line;
    write_instruction(listing, pc);
  }
}

static void mark_targets(struct disasm_listing *listing) {
  const struct program *p = listing->p;
  for (uint32_t pc = 0; pc < p->code_count; pc++) {
    int64_t target = ins_op(p->code[pc]) < OPCODES ? jump_target(p->code[pc], pc) : -1;
    if (target >= 0 && target < (int64_t)p->code_count) listing->targets[target] = 1;
  }
}

char *trv_program_listing(const trv_program *program, bool figures_only) {
  struct disasm_listing listing = { .p = &program->program, .out = memory_text(memory_default()) };
  write_figures(&listing);
  if (!figures_only) {
    text_add(&listing.out, "\n");
    listing.targets = memory_new(&program->allocator, listing.p->code_count, 1);
    if (listing.targets) {
      mark_targets(&listing);
      write_code(&listing);
    }
    listing.out.failed = listing.out.failed || !listing.targets;
    memory_free(&program->allocator, listing.targets);
  }
  if (listing.out.failed) text_free(&listing.out);
  return listing.out.bytes;
}
