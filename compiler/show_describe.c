/* Puts the plan of what players see into the program: an entry for every zone and variable in their order, then the fns
 * whose values are shown. All of it, texts and code too, comes behind what a game needs to be played, so that the program
 * without it is the same program, with the same hash. */
#include <string.h>

#include "compiler/lower.h"
#include "compiler/passes.h"
#include "compiler/show.h"

static struct before_show note_before(const struct compilation *c) {
  return (struct before_show){ .code = (int32_t)c->code.count,
                               .ints = (int32_t)c->ints.count,
                               .chars = (int32_t)c->chars.count,
                               .types = (int32_t)c->types.count,
                               .columns = (int32_t)c->columns.count,
                               .procs = (int32_t)c->procs.count,
                               .tabulations = (int32_t)c->tabulations.count,
                               .secret_locals = (int32_t)c->secret_locals.count };
}

/* "barren_rounds" reads "barren rounds". */
static int32_t words_of(struct compilation *c, const char *name) {
  char *title = arena_copy_text(c->arena, name, strlen(name));
  for (char *letter = title; *letter; letter++)
    if (*letter == '_') *letter = ' ';
  return context_text(c, title);
}

static int32_t title_of(struct compilation *c, const struct show_thing *thing, const char *name) {
  return thing && thing->title ? context_text(c, thing->title) : words_of(c, name);
}

/* Those that lines put into an order come first, then all others as they are declared. */
static int32_t order_of(const struct compilation *c, const struct show_thing *thing) {
  return thing && thing->order ? thing->order - 1 : c->show_plan->ordered + (int32_t)c->shown.count;
}

static struct shown entry_of(struct compilation *c, const struct show_thing *thing, const struct symbol *symbol) {
  return (struct shown){ .name = context_text(c, symbol->name),
                         .title = title_of(c, thing, symbol->name),
                         .group = context_text(c, thing && thing->group ? thing->group : ""),
                         .field = context_text(c, thing && thing->field ? thing->field : ""),
                         .icon = context_text(c, thing && thing->icon ? thing->icon : ""),
                         .visible = thing && !thing->is_hidden,
                         .role = thing ? (int32_t)thing->role : SHOWN_OTHER,
                         .order = order_of(c, thing),
                         .proc = -1,
                         .type = -1 };
}

/* Those of one kind, in the order in which layout.c has numbered them. */
static void describe_declared(struct compilation *c, bool zones) {
  for (const struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next) {
    bool fits = zones ? symbol->kind == SYMBOL_ZONE : symbol->kind == SYMBOL_VAR || symbol->kind == SYMBOL_SETTING;
    if (!fits) continue;
    struct shown entry = entry_of(c, show_thing_find(c, symbol), symbol);
    PUSH(c, shown, entry);
  }
}

static void describe_fns(struct compilation *c) {
  struct show_plan *plan = c->show_plan;
  for (size_t i = 0; i < plan->things.count && !arena_failed(c->arena); i++) {
    struct show_thing thing = ((struct show_thing *)plan->things.items)[i];
    if (thing.symbol->kind != SYMBOL_FN) continue;
    struct shown entry = entry_of(c, &thing, thing.symbol);
    entry.visible &= thing.is_named;
    entry.proc = lower_shown_fn(c, thing.symbol);
    entry.type = type_describe(c, thing.symbol->type);
    PUSH(c, shown, entry);
  }
}

/* The number of the entry of a symbol, by its name, which is its own. */
static int32_t entry_number(struct compilation *c, const char *name) {
  int32_t text = context_text(c, name);
  for (size_t i = 0; i < c->shown.count; i++)
    if (ITEM(c, shown, struct shown, i)->name == text) return (int32_t)i;
  return -1;
}

static void describe_parts(struct compilation *c) {
  const struct show_thing *thing = c->show_plan->score ? show_thing_find(c, c->show_plan->score) : NULL;
  int32_t score = thing && thing->parts ? entry_number(c, thing->symbol->name) : -1;
  if (score < 0) return;
  int32_t first = (int32_t)c->ints.count, count = 0;
  for (const struct tree *part = thing->parts; part; part = part->next, count++) {
    int32_t number = entry_number(c, part->word);
    PUSH(c, ints, number);
    struct shown *entry = ITEM(c, shown, struct shown, number);
    if (entry->role == SHOWN_OTHER) entry->role = SHOWN_PART;
  }
  ITEM(c, shown, struct shown, score)->parts = first;
  ITEM(c, shown, struct shown, score)->part_count = count;
}

static void describe_lines(struct compilation *c) {
  const struct show_line_plan *plans = c->show_plan->lines.items;
  for (size_t i = 0; i < c->show_plan->lines.count && !arena_failed(c->arena); i++) {
    const struct show_line_plan *plan = &plans[i];
    enum type_kind kind = plan->type && plan->type->kind == SYMBOL_DECK ? TYPE_KIND_CARD : TYPE_KIND_ENUM;
    struct show_line line = { .kind = (int32_t)plan->kind,
                              .type = plan->type ? type_describe(c, type_of_symbol(c, kind, plan->type)) : -1,
                              .thing = plan->thing ? entry_number(c, plan->thing->name) : -1,
                              .name = context_text(c, plan->name ? plan->name : ""),
                              .text = context_text(c, plan->text ? plan->text : ""),
                              .low = plan->low,
                              .high = plan->high,
                              .by = plan->by,
                              .spot_count = plan->spot_count };
    line.spots = plan->spot_count ? context_ints(c, plan->spots, (size_t)plan->spot_count) : 0;
    PUSH(c, show_lines, line);
  }
}

static void describe_keys(struct compilation *c) {
  for (size_t i = 0; i < c->rank_keys.count; i++) {
    const char *name = (const char *)c->chars.items + ITEM(c, rank_keys, struct rank_key, i)->name;
    const struct symbol *symbol = symbol_find(c, arena_intern(c->arena, name, strlen(name)));
    struct show_line line = { .kind = SHOWS_KEY, .type = -1, .thing = -1, .low = (int32_t)i };
    line.text = title_of(c, symbol ? show_thing_find(c, symbol) : NULL, arena_copy_text(c->arena, name, strlen(name)));
    PUSH(c, show_lines, line);
  }
}

/* ---- what there is ---- */

static void describe_fields(struct compilation *c, const struct symbol *symbol) {
  enum type_kind kind = symbol->kind == SYMBOL_DECK ? TYPE_KIND_CARD : TYPE_KIND_ENUM;
  for (const struct field *field = symbol->fields; field; field = field->next) {
    if (!field->values || field->column < 0) continue;
    struct field_decl decl = { type_describe(c, type_of_symbol(c, kind, (struct symbol *)symbol)),
                               context_text(c, field->name), type_describe(c, field->type), field->column };
    PUSH(c, field_decls, decl);
  }
}

enum { EDGES_TOLD = 20000 }; /* of a graph with more of them, nobody draws the lines */

/* Each edge once; one way only where it cannot be gone back. */
static void describe_graph(struct compilation *c, const struct symbol *symbol) {
  const struct graph *graph = symbol->graph;
  int32_t n = graph && graph->linked ? graph->nodes->count : 0;
  struct graph_decl decl = { .name = context_text(c, symbol->name), .edges = (int32_t)c->ints.count };
  if (!n) return;
  decl.type = type_describe(c, type_of_symbol(c, TYPE_KIND_ENUM, graph->nodes));
  decl.edges = (int32_t)c->ints.count;
  for (int32_t from = 0; from < n; from++)
    for (int32_t to = 0; to < n && decl.edge_count < 2 * EDGES_TOLD; to++) {
      bool back = graph->linked[(size_t)to * (size_t)n + (size_t)from];
      if (!graph->linked[(size_t)from * (size_t)n + (size_t)to] || (back && to < from)) continue;
      PUSH(c, ints, from);
      PUSH(c, ints, to);
      decl.edge_count += 2;
    }
  PUSH(c, graph_decls, decl);
}

static int32_t add_phase(struct compilation *c, const struct symbol *phase, int32_t inside) {
  int32_t title = lower_phase_title(c, phase);
  struct phase_decl decl = { context_text(c, phase->name), title ? title : words_of(c, phase->name), inside };
  return (int32_t)PUSH(c, phase_decls, decl);
}

/* The phases that somebody comes to from a phase, by way of effects or not, belong to it. */
static void describe_inside(struct compilation *c, const struct symbol *symbol, struct met met, int32_t inside,
                            int depth) {
  enum { DEEPEST = 200 };
  for (const struct call_edge *edge = symbol->calls; edge && depth < DEEPEST; edge = edge->next) {
    struct symbol *callee = edge->callee;
    if (callee->kind == SYMBOL_FN || !met_first(met, callee)) continue;
    int32_t number = callee->kind == SYMBOL_PHASE ? add_phase(c, callee, inside) : inside;
    describe_inside(c, callee, met, number, depth + 1);
  }
}

/* Notes what is called by another procedure. */
static void note_called(const struct compilation *c, int32_t *called) {
  for (const struct symbol *caller = c->first_symbol; caller; caller = caller->next)
    for (const struct call_edge *edge = symbol_is_procedure(caller) ? caller->calls : NULL; edge; edge = edge->next)
      if (edge->callee != caller) called[edge->callee->number] = 1;
}

/* From those that nothing calls but set-up and play; then from those to which only effects lead. */
static void describe_phases(struct compilation *c) {
  int32_t *called = context_symbol_numbers(c);
  if (!called) return;
  note_called(c, called);
  struct met met = met_begin(c);
  for (int32_t round = 0; round < 2; round++)
    for (struct symbol *phase = c->first_of[SYMBOL_PHASE]; phase; phase = phase->alike)
      if (called[phase->number] <= round && met_first(met, phase))
        describe_inside(c, phase, met, add_phase(c, phase, -1), 0);
}

static void describe_rules(struct compilation *c) {
  for (const struct symbol *symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next) {
    if (symbol->kind == SYMBOL_ENUM || symbol->kind == SYMBOL_DECK) describe_fields(c, symbol);
    if (symbol->kind == SYMBOL_GRAPH) describe_graph(c, symbol);
  }
  describe_phases(c);
  phase_arguments_describe(c);
}

void show_describe(struct compilation *c) {
  if (!c->show_plan->numbers) return;
  struct before_show before = note_before(c);
  describe_declared(c, true);
  describe_declared(c, false);
  describe_fns(c);
  if (arena_failed(c->arena)) return; /* not all entries may be there */
  describe_parts(c);
  describe_lines(c);
  describe_keys(c);
  describe_rules(c);
  before.scratch_slots = lower_stack_outside(c);
  PUSH(c, before_show, before);
}
