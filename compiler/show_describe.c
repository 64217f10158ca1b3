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
static int32_t title_of(struct compilation *c, const struct show_thing *thing, const char *name) {
  if (thing && thing->title) return context_text(c, thing->title);
  char *title = arena_copy_text(c->arena, name, strlen(name));
  for (char *letter = title; *letter; letter++)
    if (*letter == '_') *letter = ' ';
  return context_text(c, title);
}

/* Those that lines put into an order come first, then all others as they are declared. */
static int32_t order_of(const struct compilation *c, const struct show_thing *thing) {
  return thing && thing->order ? thing->order - 1 : c->show_plan->ordered + (int32_t)c->shown.count;
}

static struct shown entry_of(struct compilation *c, const struct show_thing *thing, const struct symbol *symbol) {
  return (struct shown){ .name = context_text(c, symbol->name),
                         .title = title_of(c, thing, symbol->name),
                         .group = context_text(c, thing && thing->group ? thing->group : ""),
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

void show_describe(struct compilation *c) {
  if (!c->show_plan->numbers) return;
  struct before_show before = note_before(c);
  describe_declared(c, true);
  describe_declared(c, false);
  describe_fns(c);
  if (arena_failed(c->arena)) return; /* not all entries may be there */
  describe_parts(c);
  before.scratch_slots = lower_stack_outside(c);
  PUSH(c, before_show, before);
}
