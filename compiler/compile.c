/* Runs the passes in order. After errors in names, tables or types nothing is lowered, since that relies on them. */
#include "compiler/compile.h"

#include <ctype.h>
#include <string.h>

#include "compiler/grids.h"
#include "compiler/hidden.h"
#include "compiler/knowledge.h"
#include "compiler/passes.h"
#include "compiler/lower.h"
#include "vm/build.h"

static void start(struct compilation *c) {
  struct meta meta = { .value_proc = -1 };
  char empty = 0;
  c->globals = table_new(c->arena);
  c->values = table_new(c->arena);
  c->texts = table_new(c->arena);
  c->described = table_new(c->arena);
  c->option_names = table_new(c->arena);
  c->param_names = table_new(c->arena);
  c->expanded = table_new(c->arena);
  c->trials = table_new(c->arena);
  c->bounds = table_new(c->arena);
  c->tabled = table_new(c->arena);
  c->int_type = type_new(c, TYPE_KIND_INT);
  c->bool_type = type_new(c, TYPE_KIND_BOOL);
  c->text_type = type_new(c, TYPE_KIND_TEXT);
  c->player_type = type_new(c, TYPE_KIND_PLAYER);
  c->error_type = type_new(c, TYPE_KIND_ERROR);
  c->void_type = type_new(c, TYPE_KIND_VOID);
  c->none_type = type_new(c, TYPE_KIND_NONE);
  c->unchecked = arena_alloc(c->arena, sizeof *c->unchecked);
  *c->unchecked = (struct note){ .kind = NOTE_PLAIN, .type = c->error_type };
  PUSH(c, meta, meta);
  PUSH(c, chars, empty);
}

typedef void pass(struct compilation *c);

/* A pass relies on the results of those before it, which are missing when memory has run out. */
static void run(struct compilation *c, pass *const *passes, size_t count) {
  for (size_t i = 0; i < count && !arena_failed(c->arena); i++) passes[i](c);
}

static void check(struct compilation *c, uint32_t file, const char *const *variants, size_t count) {
  static pass *const to_types[] = { variants_apply, grids_declare, names_declare, tables_fill,
                                    labels_make,    graphs_fill,   declare_types, statements_check,
                                    knowledge_find, hidden_check,  show_check };
  static pass *const behind_types[] = { checks_run, routes_check };
  struct checker *constants = arena_alloc(c->arena, sizeof *constants);
  *constants = (struct checker){ .where = "a constant", .before_play = true };
  c->checker = constants;
  use_read(c, file, variants, count);
  run(c, to_types, sizeof to_types / sizeof *to_types);
  if (!c->diags->errors) run(c, behind_types, sizeof behind_types / sizeof *behind_types);
}

struct compilation *compile_check(struct arena *arena, struct source_set *sources, struct diag_list *diags,
                                  uint32_t file, const trv_compile_options *options) {
  struct compilation *c = arena_alloc(arena, sizeof *c);
  c->arena = arena;
  c->sources = sources;
  c->diags = diags;
  start(c);
  c->given = options ? options->settings : NULL;
  c->given_count = options ? options->setting_count : 0;
  check(c, file, options ? options->variants : NULL, options ? options->variant_count : 0);
  return c;
}

/* See struct position. `names` has a place for the text of each file's name, so that it is looked up once. */
static int32_t file_name(struct compilation *c, int32_t *names, int32_t file) {
  if (file >= 0) return file;
  int32_t *name = &names[-1 - file];
  if (!*name) *name = context_text(c, c->sources->items[-1 - file]->name);
  return *name;
}

static void name_files(struct compilation *c) {
  int32_t *names = arena_try(c->arena, c->sources->count * sizeof *names);
  if (!names) return;
#define NAMED(section, type)                                                                                           \
  for (size_t i = 0; i < c->section.count; i++) {                                                                      \
    struct type *item = ITEM(c, section, struct type, i);                                                              \
    item->file = file_name(c, names, item->file);                                                                      \
  }
  NAMED(zone_decls, zone_decl)
  NAMED(procs, proc)
  NAMED(choices, choice)
  NAMED(options, option)
  NAMED(needs, need)
  NAMED(invariants, invariant)
  NAMED(externs, extern_fn)
  NAMED(lines, line)
  NAMED(marks, mark)
  NAMED(scenarios, scenario)
  NAMED(scenario_items, scenario_item)
  NAMED(house_rules, house_rule)
  NAMED(rules, rule)
#undef NAMED
  for (size_t i = 0; i < c->marks.count; i++) {
    struct mark *mark = ITEM(c, marks, struct mark, i);
    mark->call_file = file_name(c, names, mark->call_file);
  }
  for (size_t i = 0; i < c->house_rules.count; i++)
    ITEM(c, house_rules, struct house_rule, i)->base = context_text(c, c->sources->items[c->base_file]->name);
}

/* Without a program that is wanted, only what may have something to report. */
static void lower(struct compilation *c, bool wanted) {
  layout_state(c);
  externs_describe(c);
  grids_describe(c);
  if (c->diags->errors || arena_failed(c->arena)) return;
  static pass *const passes[] = { knowledge_find_certain, lower_program, scenarios_lower, lower_stack,
                                  digests_make,           show_describe, name_files };
  static pass *const reporting[] = { lower_program, scenarios_lower, lower_stack };
  if (wanted) run(c, passes, sizeof passes / sizeof *passes);
  else run(c, reporting, sizeof reporting / sizeof *reporting);
}

static int assemble(struct compilation *c, const trv_compile_options *options, trv_program **program) {
  struct sections sections = { 0 };
  size_t bytes = 0;
#define SECTION(name, type)                                                                                            \
  sections.name = c->name.items, sections.name##_count = (uint32_t)c->name.count;                                      \
  bytes += c->name.count * sizeof(type);
#include "vm/sections.def"
#undef SECTION
  if (!arena_count(c->arena, bytes)) return TRV_E_MEMORY;
  return program_assemble(&sections, c->sources->items[c->main_file]->name, options->allocator, options->cancel,
                          program);
}

/* Whether the defaults that variants give can be played together, with some number of players: TRV_OK, TRV_E_INPUT or
 * TRV_E_MEMORY. */
static int defaults_fit(struct compilation *c, const trv_program *program) {
  char first[300] = "", why[300];
  for (int32_t players = c->low_players; players <= c->high_players; players++) {
    trv_setup *setup = NULL;
    int status = trv_setup_new(program, (uint32_t)players, NULL, 0, &setup, why, sizeof why);
    trv_setup_free(setup);
    if (status != TRV_E_ARGUMENT) return status == TRV_E_MEMORY ? status : TRV_OK;
    if (!*first) memcpy(first, why, sizeof first);
  }
  size_t last = strlen(first);
  const struct tree *variant = ITEM(c, variants, struct variant, c->variants.count - 1)->tree;
  if (last) first[0] = (char)tolower((unsigned char)first[0]), first[last - 1] = '\0'; /* no sentence of its own */
  diag_report(c->diags, DIAG_E0705, variant->word_span, "the defaults of settings do not fit each other: %s", first);
  return TRV_E_INPUT;
}

/* What is left to be found out once the program is whole. C code that is not loaded cannot be asked about settings. */
static int try_out(struct compilation *c, const trv_link *link, trv_program *program) {
  int status = link ? externs_link(c, program, link) : TRV_OK;
  bool playable = !c->externs.count || link;
  if (status == TRV_OK && c->variants.count && playable) status = defaults_fit(c, program);
  return status;
}

int compile_finish(struct compilation *c, const trv_compile_options *options, pass_set passes, trv_program **program,
                   trv_rulebook_report *result) {
  struct arena *arena = c->arena;
  struct diag_list *diags = c->diags;
  trv_program *unwanted = NULL;
  bool wanted = program || c->variants.count; /* whether house rules fit each other is tried out */
  if (!program) program = &unwanted;
  *program = NULL;
  c->passes = passes;
  if (options->analyse && !diags->errors && !arena_failed(arena)) analysis_run(c);
  if (options->rulebook && c->game && result && !arena_failed(arena)) citations_compare(c, result);
  else if (options->analyse && c->game && !arena_failed(arena)) citations_look_up(c);
  if (!diags->errors && !arena_failed(arena)) lower(c, wanted);
  if (arena_failed(arena)) return TRV_E_MEMORY; /* the sections may have holes */
  cascade_remove(c);
  repeats_remove(c);
  blame_declarations(c);
  variants_note(c);
  allowances_apply(c, options->analyse);
  diag_finish(diags);
  if (arena_failed(arena)) return TRV_E_MEMORY;
  if (diags->errors) return TRV_E_INPUT;
  if (!wanted) return TRV_OK;
  int status = assemble(c, options, program);
  if (status == TRV_OK) status = try_out(c, options->link, *program);
  if (status == TRV_OK && program != &unwanted) return TRV_OK;
  trv_program_free(*program);
  *program = NULL;
  diag_finish(diags);
  return status;
}

int compile_source(struct arena *arena, struct source_set *sources, struct diag_list *diags, uint32_t file,
                   const trv_compile_options *options, pass_set passes, trv_program **program,
                   trv_rulebook_report *result) {
  return compile_finish(compile_check(arena, sources, diags, file, options), options, passes, program, result);
}
