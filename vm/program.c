/* Programs as objects: putting the sections into one block, hashing them, saying what a program is.
 *
 * Owns the layout of the block (struct trv_program, the sections in the order of sections.def, the file name). Does
 * not look into code; reading and writing files is trvc.c. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "vm/api.h"
#include "vm/build.h"
#include "vm/trvc.h"

const char *trv_version(void) { return TRV_VERSION; }

const char *trv_status_text(int status) {
  switch (status) {
  case TRV_OK: return "All went well.";
  case TRV_E_MEMORY: return "There is not enough memory.";
  case TRV_E_INPUT: return "The source has errors, or a file cannot be read.";
  case TRV_E_ARGUMENT: return "There is no such option, seat, setting or value.";
  case TRV_E_STATE: return "This is not possible now.";
  case TRV_E_DATA: return "The file is damaged, foreign or of another version.";
  case TRV_E_RULE: return "A rule error happened in the game.";
  default: return "Unknown status.";
  }
}

/* ---- the block ---- */

/* Adds count elements of a size to a running total, rounded up to 8 bytes; false when that does not fit. */
static bool add_bytes(size_t *total, size_t count, size_t size) {
  if (count > (SIZE_MAX / 2 - *total) / size) return false;
  *total = (*total + count * size + 7) & ~(size_t)7;
  return true;
}

trv_program *program_reserve(const struct program *counts, const char *file, size_t file_length,
                             const trv_allocator *allocator) {
  size_t bytes = 0;
  bool fits = add_bytes(&bytes, 1, sizeof(trv_program));
#define SECTION(name, type) fits = fits && add_bytes(&bytes, counts->name##_count, sizeof(type));
#include "vm/sections.def"
#undef SECTION
  fits = fits && file_length < SIZE_MAX / 4 && add_bytes(&bytes, file_length + 1, 1);
  /* Not zeroed: the caller fills the sections, which may be large. */
  trv_program *program = fits ? allocator->resize(allocator->context, NULL, bytes) : NULL;
  if (!program) return NULL;
  *program = (trv_program){ .program.bytes = bytes, .allocator = *allocator };
  size_t offset = 0;
  add_bytes(&offset, 1, sizeof(trv_program));
#define SECTION(name, type)                                                                                            \
  program->program.name = (const type *)(const void *)((char *)program + offset);                                      \
  program->program.name##_count = counts->name##_count;                                                                \
  add_bytes(&offset, counts->name##_count, sizeof(type));
#include "vm/sections.def"
#undef SECTION
  program->file = (char *)program + offset;
  memcpy(program->file, file, file_length);
  program->file[file_length] = '\0';
  return program;
}

void trv_program_free(trv_program *program) {
  if (!program) return;
  trv_allocator allocator = program->allocator;
  foreign_free(program);
  memory_free(&allocator, program->settings);
  memory_free(&allocator, program->externs);
  memory_free(&allocator, program->scenario_cites);
  memory_free(&allocator, program);
}

int program_assemble(const struct sections *sections, const char *file, const trv_allocator *allocator,
                     volatile const int *cancel, trv_program **program) {
  struct program counts = { 0 };
#define SECTION(name, type) counts.name##_count = sections->name##_count;
#include "vm/sections.def"
#undef SECTION
  *program = NULL;
  const char *file_name = file ? file : "";
  trv_program *made = program_reserve(&counts, file_name, strlen(file_name), allocator ? allocator : memory_default());
  if (!made) return TRV_E_MEMORY;
#define SECTION(name, type)                                                                                            \
  if (sections->name##_count > 0)                                                                                      \
    memcpy((void *)(uintptr_t)made->program.name, sections->name, (size_t)sections->name##_count * sizeof(type));
#include "vm/sections.def"
#undef SECTION
  int status = program_finish(made) ? program_tabulate(made, cancel) : TRV_E_MEMORY;
  if (status != TRV_OK) {
    trv_program_free(made);
    return status;
  }
  made->program.hash = program_hash(&made->program);
  *program = made;
  return TRV_OK;
}

/* ---- the hash ----
 * Moving a file, or adding blank lines to it, must not make old saves foreign: names of files and places in them are
 * left out. They stand in the fields `file`, `line`, `column`, always in a row. */

/* The program without what is there for `show` alone, which stands behind all else: how a game is shown makes no
 * difference to how it goes. */
static struct program without_show(const struct program *p) {
  struct program rules = *p;
  if (!p->before_show_count) return rules;
  const struct before_show *before = p->before_show;
#define UP_TO_SHOW(name)                                                                                               \
  if (before->name >= 0 && (uint32_t)before->name < rules.name##_count) rules.name##_count = (uint32_t)before->name;
  UP_TO_SHOW(code)
  UP_TO_SHOW(ints)
  UP_TO_SHOW(chars)
  UP_TO_SHOW(types)
  UP_TO_SHOW(columns)
  UP_TO_SHOW(procs)
  UP_TO_SHOW(tabulations)
  UP_TO_SHOW(secret_locals)
#undef UP_TO_SHOW
  return rules;
}

/* Elements of 32-bit integers; `place` is the byte offset of the field `file` in each, or -1. */
static uint64_t hash_elements(uint64_t hash, const void *elements, size_t count, size_t size, int place) {
  const int32_t *words = elements;
  size_t length = size / sizeof *words, before = place < 0 ? length : (size_t)place / sizeof *words;
  hash = hash_word(hash, count);
  for (size_t i = 0; i < count; i++, words += length) {
    for (size_t w = 0; w < before; w++) hash = hash_word(hash, (uint32_t)words[w]);
    for (size_t w = before + 3; w < length; w++) hash = hash_word(hash, (uint32_t)words[w]);
  }
  return hash;
}

/* The texts of `chars` that name source files; a game of more files than this has the rest in its hash. */
struct file_names {
  int32_t texts[64];
  uint32_t count;
};

static bool is_file_name(const struct file_names *names, int32_t text) {
  for (uint32_t i = 0; i < names->count; i++) {
    if (names->texts[i] == text) return true;
  }
  return false;
}

static void note_file_name(struct file_names *names, int32_t text) {
  if (text != 0 && names->count < 64 && !is_file_name(names, text)) names->texts[names->count++] = text;
}

static uint64_t hash_chars(uint64_t hash, const struct program *p) {
  struct file_names names = { { 0 }, 0 };
  for (uint32_t i = 0; i < p->procs_count; i++) note_file_name(&names, p->procs[i].file);
  for (uint32_t i = 0; i < p->lines_count; i++) note_file_name(&names, p->lines[i].file);
  for (uint32_t i = 0; i < p->scenarios_count; i++) note_file_name(&names, p->scenarios[i].file);
  for (uint32_t i = 0; i < p->rules_count; i++) note_file_name(&names, p->rules[i].file);
  for (uint32_t i = 0; i < p->house_rules_count; i++) {
    note_file_name(&names, p->house_rules[i].file);
    note_file_name(&names, p->house_rules[i].base);
  }
  for (uint32_t start = 0; start < p->chars_count;) {
    size_t length = strnlen(p->chars + start, p->chars_count - start);
    if (!is_file_name(&names, (int32_t)start)) hash = hash_bytes(hash, p->chars + start, length);
    start += (uint32_t)length + 1;
  }
  return hash;
}

static uint64_t hash_code(uint64_t hash, const struct program *p) {
  hash = hash_word(hash, p->code_count);
  for (uint32_t i = 0; i < p->code_count; i++) hash = hash_word(hash, p->code[i]);
  return hash;
}

uint64_t program_hash(const struct program *whole) {
  const struct program rules = without_show(whole), *p = &rules;
  uint64_t hash = HASH_START;
  hash = hash_code(hash, p);
  hash = hash_chars(hash, p);
#define PLAIN(name) hash = hash_elements(hash, p->name, p->name##_count, sizeof *p->name, -1);
#define PLACED(name, type)                                                                                             \
  hash = hash_elements(hash, p->name, p->name##_count, sizeof *p->name, (int)offsetof(struct type, file));
  PLAIN(meta)
  PLAIN(ints)
  PLAIN(types)
  PLAIN(columns)
  PLAIN(storages)
  PLAIN(decks)
  PLAIN(zones)
  PLACED(zone_decls, zone_decl)
  PLAIN(variables)
  PLAIN(settings)
  PLACED(procs, proc)
  PLACED(choices, choice)
  PLACED(options, option)
  PLAIN(arguments)
  PLACED(needs, need)
  PLAIN(rank_keys)
  PLACED(invariants, invariant)
  PLACED(scenarios, scenario)
  PLACED(scenario_items, scenario_item)
  PLAIN(tabulations)
  PLAIN(secret_locals)
  if (p->house_rules_count) { PLACED(house_rules, house_rule) } /* games without variants keep the hash they had */
  PLACED(rules, rule)
  if (p->externs_count) { /* likewise */
    PLACED(externs, extern_fn)
    PLAIN(extern_arguments)
  }
  if (p->boards_count) { PLAIN(boards) } /* likewise */
  _Static_assert(TRVC_SECTIONS == 38, "a new section belongs in the hash too, unless it is about `show`");
#undef PLAIN
#undef PLACED
  return hash;
}

/* ---- descriptions ---- */

static uint32_t count_phases(const struct program *p) {
  uint32_t phases = 0;
  for (uint32_t i = 0; i < p->procs_count; i++) phases += p->procs[i].kind == PROC_PHASE;
  for (uint32_t i = 0; i < p->marks_count; i++) phases += p->marks[i].kind == MARK_PHASE;
  return phases;
}

trv_program_info trv_program_describe(const trv_program *program) {
  const struct program *p = &program->program;
  const struct meta *meta = p->meta;
  return (trv_program_info){
    .title = program_text(p, meta->title),
    .summary = program_text(p, meta->summary),
    .rulebook = program_text(p, meta->rulebook),
    .file = program->file,
    .low_players = (uint32_t)meta->low_players,
    .high_players = (uint32_t)meta->high_players,
    .decision_limit = (uint32_t)meta->limit,
    .hash = p->hash,
    .state_bytes = (size_t)meta->state_bytes,
    .hidden_information = meta->hidden_information != 0,
    .has_value = meta->value_proc >= 0,
    .first_key = p->rank_keys_count ? program_text(p, p->rank_keys[0].name) : "",
    .settings = p->settings_count,
    .zones = p->zone_decls_count,
    .variables = p->variables_count,
    .choices = p->choices_count,
    .options = p->options_count,
    .phases = count_phases(p),
    .scenarios = p->scenarios_count,
    .invariants = p->invariants_count,
    .variants = p->house_rules_count,
    .externs = p->externs_count,
    .boards = p->boards_count,
    .show_lines = p->show_lines_count,
    .keys = p->rank_keys_count,
    .instructions = p->code_count,
  };
}

static void describe_type(const struct program *p, int32_t type, struct text_sink *out) {
  const struct type_desc *desc = &p->types[type];
  switch (desc->kind) {
  case VALUE_BOOL: sink_text(out, "yes or no"); break;
  case VALUE_INT:
    if (desc->low <= INT32_MIN + 1 && desc->high == INT32_MAX) {
      sink_text(out, "a number");
    } else {
      sink_int(out, desc->low);
      sink_text(out, " to ");
      sink_int(out, desc->high);
    }
    break;
  default:
    sink_text(out, "one of ");
    for (int32_t value = 0; value < desc->count; value++) {
      if (value > 0) sink_text(out, ", ");
      text_value_notation(p, type, &value, out);
    }
    break;
  }
  if (desc->optional) sink_text(out, " or none");
}

/* Writes the texts of all settings one after the other, each with its NUL; fills `entries` unless it is NULL. */
static void describe_settings(const struct program *p, void *entries, struct text_sink *out) {
  trv_setting_info *infos = entries;
  for (uint32_t i = 0; i < p->settings_count; i++) {
    const struct setting *setting = &p->settings[i];
    int32_t type = p->variables[setting->variable].type;
    const char *type_text = infos ? out->text + out->length : NULL;
    describe_type(p, type, out);
    sink_bytes(out, "", 1);
    const char *value_text = infos ? out->text + out->length : NULL;
    text_value_notation(p, type, &setting->value, out);
    sink_bytes(out, "", 1);
    const char *simulated_text = infos ? out->text + out->length : NULL;
    text_value_notation(p, type, &setting->simulated, out);
    sink_bytes(out, "", 1);
    const char *excludes_text = infos ? out->text + out->length : NULL;
    for (int32_t other = 0; other < setting->excludes_count; other++) {
      if (other) sink_text(out, ", ");
      sink_text(out, program_text(p, p->settings[p->ints[setting->excludes + other]].name));
    }
    sink_bytes(out, "", 1);
    const char *cites = infos ? out->text + out->length : NULL;
    text_cites(p, setting->cites, setting->cite_count, out);
    sink_bytes(out, "", 1);
    if (infos)
      infos[i] = (trv_setting_info){ .name = program_text(p, setting->name),
                                     .text = program_text(p, setting->text),
                                     .type = type_text,
                                     .value = value_text,
                                     .simulated = simulated_text,
                                     .low_players = (uint32_t)setting->low_players,
                                     .high_players = (uint32_t)setting->high_players,
                                     .excludes = excludes_text,
                                     .needs = program_text(p, setting->conditions),
                                     .cites = cites };
  }
}

static void describe_externs(const struct program *p, void *entries, struct text_sink *out) {
  trv_extern_info *infos = entries;
  for (uint32_t i = 0; i < p->externs_count; i++) {
    const struct extern_fn *callee = &p->externs[i];
    const char *types = infos ? out->text + out->length : NULL;
    signature_types(p, callee, out);
    sink_bytes(out, "", 1);
    const char *prototype = infos ? out->text + out->length : NULL;
    signature_prototype(p, callee, out);
    sink_bytes(out, "", 1);
    if (infos)
      infos[i] = (trv_extern_info){ .name = program_text(p, callee->name),
                                    .library = program_text(p, callee->library),
                                    .types = types,
                                    .prototype = prototype,
                                    .file = program_text(p, callee->file),
                                    .line = (uint32_t)callee->line,
                                    .column = (uint32_t)callee->column };
  }
}

static void describe_scenarios(const struct program *p, void *entries, struct text_sink *out) {
  const char **cites = entries;
  for (uint32_t i = 0; i < p->scenarios_count; i++) {
    if (cites) cites[i] = out->text + out->length;
    text_cites(p, p->scenarios[i].cites, p->scenarios[i].cite_count, out);
    sink_bytes(out, "", 1);
  }
}

/* A list is one block: the entries, then their texts. Its length is found by a first round that writes nothing. */
static void *described(const trv_program *program, size_t count, size_t size,
                       void (*describe)(const struct program *p, void *entries, struct text_sink *out)) {
  char nothing[1];
  struct text_sink length = { nothing, 0, 0 };
  describe(&program->program, NULL, &length);
  char *list = memory_new(&program->allocator, 1, count * size + length.length + 1);
  struct text_sink texts = { list ? list + count * size : NULL, length.length, 0 };
  if (list) describe(&program->program, list, &texts);
  return list;
}

bool program_finish(trv_program *program) {
  const struct program *p = &program->program;
  program->settings = described(program, p->settings_count, sizeof *program->settings, describe_settings);
  program->externs = described(program, p->externs_count, sizeof *program->externs, describe_externs);
  program->scenario_cites = described(program, p->scenarios_count, sizeof *program->scenario_cites, describe_scenarios);
  return program->settings && program->externs && program->scenario_cites;
}

int trv_program_setting(const trv_program *program, uint32_t index, trv_setting_info *info) {
  if (index >= program->program.settings_count) return TRV_E_ARGUMENT;
  *info = program->settings[index];
  return TRV_OK;
}

int trv_program_extern(const trv_program *program, uint32_t index, trv_extern_info *info) {
  if (index >= program->program.externs_count) return TRV_E_ARGUMENT;
  *info = program->externs[index];
  return TRV_OK;
}

int trv_program_variant(const trv_program *program, uint32_t index, trv_variant_info *info) {
  const struct program *p = &program->program;
  if (index >= p->house_rules_count) return TRV_E_ARGUMENT;
  const struct house_rule *rule = &p->house_rules[index];
  *info = (trv_variant_info){ .title = program_text(p, rule->title),
                              .summary = program_text(p, rule->summary),
                              .file = program_text(p, rule->file),
                              .base = program_text(p, rule->base),
                              .line = (uint32_t)rule->line };
  return TRV_OK;
}

/* ---- C code, without a report ---- */

struct complaint {
  const struct program *p;
  struct text_sink out;
};

static void complain(void *context, const struct link_problem *problem) {
  struct complaint *why = context;
  const struct extern_fn *callee = &why->p->externs[problem->index];
  if (why->out.length) sink_text(&why->out, "\n");
  sink_text(&why->out, program_text(why->p, callee->file));
  sink_text(&why->out, ":");
  sink_int(&why->out, callee->line);
  sink_text(&why->out, ": ");
  sink_text(&why->out, problem->text);
  if (problem->advice) sink_text(&why->out, "; ");
  if (problem->advice) sink_text(&why->out, problem->advice);
}

int trv_program_link(trv_program *program, const trv_link *link, char *why, size_t why_size) {
  struct complaint complaint = { &program->program, sink_on(why, why_size) };
  int status = program_link(program, link, complain, &complaint);
  sink_end(&complaint.out);
  return status;
}
