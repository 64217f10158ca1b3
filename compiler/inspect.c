/* include/trv_inspect.h: finds the things of a compilation that have names and all places that name them.
 *
 * What a name means was kept by the passes that found it out (context_mention); here the mentions are put in order, and
 * the declarations, citations and items of the rulebook are added by walking the trees. Nothing is resolved again. */
#include "compiler/inspect.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/compile.h"
#include "compiler/context.h"
#include "compiler/grids.h"

/* ---- things ---- */

static uint32_t thing_add(trv_inspection *in, enum trv_thing_kind kind, const void *what, const struct tree *tree) {
  struct thing thing = { .kind = kind, .what = what, .tree = tree, .owner = TRV_NO_THING };
  uintptr_t known = (uintptr_t)table_get(in->numbers, what);
  if (known) return (uint32_t)(known - 1);
  uint32_t number = vector_push(in->c->arena, &in->things, &thing, sizeof thing);
  table_put(in->numbers, what, (void *)(uintptr_t)(number + 1));
  return number;
}

static struct thing *thing_get(const trv_inspection *in, uint32_t number) {
  return number < in->things.count ? &((struct thing *)in->things.items)[number] : NULL;
}

uint32_t inspect_number(const trv_inspection *in, const void *what) {
  uintptr_t known = what ? (uintptr_t)table_get(in->numbers, what) : 0;
  return known ? (uint32_t)(known - 1) : TRV_NO_THING;
}

static void place_add(trv_inspection *in, struct span span, uint32_t thing, bool declares) {
  struct named_place place = { span, thing, declares };
  if (span.end > span.start) vector_push(in->c->arena, &in->places, &place, sizeof place);
}

static enum trv_thing_kind kind_of_symbol(enum symbol_kind kind) {
  static const enum trv_thing_kind kinds[] = { [SYMBOL_CONST] = TRV_THING_CONSTANT,
                                               [SYMBOL_SETTING] = TRV_THING_SETTING,
                                               [SYMBOL_ENUM] = TRV_THING_ENUM,
                                               [SYMBOL_DECK] = TRV_THING_DECK,
                                               [SYMBOL_TABLE] = TRV_THING_TABLE,
                                               [SYMBOL_ZONE] = TRV_THING_ZONE,
                                               [SYMBOL_VAR] = TRV_THING_VARIABLE,
                                               [SYMBOL_GRAPH] = TRV_THING_GRAPH,
                                               [SYMBOL_FN] = TRV_THING_FN,
                                               [SYMBOL_EFFECT] = TRV_THING_EFFECT,
                                               [SYMBOL_PHASE] = TRV_THING_PHASE,
                                               [SYMBOL_OPTIONS] = TRV_THING_OPTIONS,
                                               [SYMBOL_POSITION] = TRV_THING_POSITION,
                                               [SYMBOL_LOCAL] = TRV_THING_LOCAL,
                                               [SYMBOL_DECK_PARAM] = TRV_THING_DECK_PARAMETER };
  return kinds[kind];
}

static void add_owned(trv_inspection *in, enum trv_thing_kind kind, const void *what, struct span span,
                      uint32_t owner) {
  uint32_t number = thing_add(in, kind, what, NULL);
  thing_get(in, number)->owner = owner;
  place_add(in, span, number, true);
}

/* A symbol with the values and fields it has. The directions of a board stand nowhere in the text. */
static uint32_t add_symbol(trv_inspection *in, const struct symbol *symbol) {
  uint32_t number = inspect_number(in, symbol);
  if (number != TRV_NO_THING) return number;
  number = thing_add(in, kind_of_symbol(symbol->kind), symbol, symbol->tree);
  if (symbol->tree->flags & FLAG_MADE && symbol->kind == SYMBOL_ENUM) return number;
  place_add(in, symbol->span, number, true);
  for (const struct symbol *param = symbol_params(symbol); param; param = param->next_param) add_symbol(in, param);
  if (!symbol_has_rows(symbol)) return number;
  for (const struct field *field = symbol->fields; field; field = field->next)
    add_owned(in, TRV_THING_FIELD, field, field->span, number);
  if (symbol->kind == SYMBOL_TABLE || grids_is(symbol)) return number;
  for (int32_t i = 0; symbol->values && i < symbol->count; i++)
    add_owned(in, TRV_THING_VALUE, &symbol->values[i], symbol->values[i].span, number);
  return number;
}

/* ---- what the trees say ---- */

static void add_cites(trv_inspection *in, const struct tree *node) {
  const struct rulebook *rulebook = in->c->rulebook;
  for (const struct tree *cite = rulebook ? node->cites : NULL; cite; cite = cite->next)
    for (int32_t number = tree_cite_first(cite); number <= cite->number; number++) {
      const struct rulebook_item *item = rulebook_find(rulebook, cite->word[0], (uint32_t)number);
      if (item) place_add(in, cite->span, inspect_number(in, item), false);
    }
}

static void add_node(trv_inspection *in, const struct tree *node, uint32_t choice) {
  add_cites(in, node);
  if (node->symbol) add_symbol(in, node->symbol);
  uint32_t number = TRV_NO_THING;
  switch (node->kind) {
  case TREE_CHOOSE:
  case TREE_PICK: choice = number = thing_add(in, TRV_THING_CHOICE, node, node); break;
  case TREE_OPTION:
    number = thing_add(in, TRV_THING_OPTION, node, node);
    thing_get(in, number)->owner = choice;
    break;
  case TREE_OPTIONS: choice = inspect_number(in, node->symbol); break;
  case TREE_SETUP:
  case TREE_PLAY: thing_add(in, TRV_THING_BLOCK, node, node); break;
  case TREE_SCENARIO: number = thing_add(in, TRV_THING_SCENARIO, node, node); break;
  default: break;
  }
  if (number != TRV_NO_THING && node->word) place_add(in, node->word_span, number, true);
  for (int i = 0; i < tree_kid_count(node->kind); i++)
    for (const struct tree *kid = node->kid[i]; kid && !arena_failed(in->c->arena); kid = kid->next)
      add_node(in, kid, choice);
}

static void add_trees(trv_inspection *in) {
  struct compilation *c = in->c;
  for (size_t i = 0; c->rulebook && i < c->rulebook->count; i++) {
    const struct rulebook_item *item = &c->rulebook->items[i];
    place_add(in, item->span, thing_add(in, TRV_THING_ITEM, item, NULL), true);
  }
  for (size_t i = 0; i < c->file_count; i++)
    for (const struct tree *decl = c->files[i]->kid[FILE_DECLS]; decl; decl = decl->next)
      add_node(in, decl, TRV_NO_THING);
}

static void add_mentions(trv_inspection *in) {
  for (size_t i = 0; i < in->c->mentions.count; i++) {
    const struct kept_mention *mention = ITEM(in->c, mentions, struct kept_mention, i);
    uint32_t number =
        mention->kind == MENTION_SYMBOL ? add_symbol(in, mention->what) : inspect_number(in, mention->what);
    if (number != TRV_NO_THING) place_add(in, mention->span, number, false);
  }
}

/* ---- order ---- */

static int compare_numbers(uint32_t left, uint32_t right) { return (left > right) - (left < right); }

static int compare_places(const void *left, const void *right) {
  const struct named_place *a = left, *b = right;
  int order = compare_numbers(a->span.file, b->span.file);
  if (!order) order = compare_numbers(a->span.start, b->span.start);
  if (!order) order = compare_numbers(a->span.end, b->span.end);
  if (!order) order = compare_numbers(a->thing, b->thing);
  return order ? order : (int)b->declares - (int)a->declares;
}

static void sort_places(trv_inspection *in) {
  struct named_place *places = in->places.items;
  size_t kept = 0;
  if (in->places.count) qsort(places, in->places.count, sizeof *places, compare_places);
  for (size_t i = 0; i < in->places.count; i++) {
    bool known = kept && places[kept - 1].thing == places[i].thing &&
                 places[kept - 1].span.file == places[i].span.file &&
                 places[kept - 1].span.start == places[i].span.start;
    if (!known) places[kept++] = places[i];
  }
  in->places.count = kept;
}

/* ---- the door ---- */

static trv_inspection *inspection_new(trv_report *report) {
  trv_inspection *in = arena_alloc(report->arena, sizeof *in);
  in->report = report;
  return in;
}

static void find_all(trv_inspection *in, struct compilation *c) {
  in->c = c;
  in->numbers = table_new(c->arena);
  add_trees(in);
  add_mentions(in);
  sort_places(in);
}

int trv_inspect(const trv_compile_options *options, trv_inspection **inspection) {
  trv_report *report = NULL, *closed = NULL;
  int file = -1;
  *inspection = NULL;
  int status = report_open(options, &report, &file);
  if (status != TRV_OK) return status;
  report->sources.keeps_meaning = true;
  trv_inspection *in = inspection_new(report);
  status = TRV_E_INPUT;
  if (file >= 0) {
    trv_compile_options unlinked = *options;
    unlinked.link = NULL;
    struct compilation *c = compile_check(report->arena, &report->sources, &report->diags, (uint32_t)file, &unlinked);
    unlinked.rulebook = options->rulebook && citations_rulebook(c);
    status = compile_finish(c, &unlinked, 0, NULL, &report->rulebook);
    if (!arena_failed(report->arena)) find_all(in, c);
  }
  status = report_close(report, options, status, &closed);
  if (closed) *inspection = closed == report ? in : inspection_new(closed);
  return status;
}

void trv_inspection_free(trv_inspection *inspection) {
  if (!inspection) return;
  arena_free(inspection->proposing);
  trv_report_free(inspection->report);
}

const trv_report *trv_inspection_report(const trv_inspection *inspection) { return inspection->report; }

const char *trv_inspection_file(const trv_inspection *inspection, uint32_t index) {
  const struct source_set *sources = &inspection->report->sources;
  return index < sources->count ? sources->items[index]->name : NULL;
}

/* ---- answers ---- */

trv_span inspect_span(const trv_inspection *in, struct span span) {
  return (trv_span){ in->report->sources.items[span.file]->name, span.start, span.end };
}

uint32_t trv_inspection_things(const trv_inspection *inspection) { return (uint32_t)inspection->things.count; }

enum trv_thing_kind trv_inspection_kind(const trv_inspection *inspection, uint32_t number) {
  const struct thing *thing = thing_get(inspection, number);
  return thing ? thing->kind : TRV_THING_LOCAL;
}

trv_thing trv_inspection_thing(const trv_inspection *inspection, uint32_t number) {
  struct thing *thing = thing_get(inspection, number);
  if (!thing)
    return (trv_thing){ .name = "",
                        .head = "",
                        .type = "",
                        .value = "",
                        .doc = "",
                        .cites = "",
                        .owner = TRV_NO_THING,
                        .type_thing = TRV_NO_THING };
  if (!thing->is_told) inspect_tell(inspection, thing);
  thing->is_told = true;
  return thing->told;
}

/* The first place of a file that does not end before a byte. */
static size_t first_place(const trv_inspection *in, uint32_t file, uint32_t offset) {
  const struct named_place *places = in->places.items;
  size_t low = 0, high = in->places.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    struct span span = places[middle].span;
    if (span.file < file || (span.file == file && span.end < offset)) low = middle + 1;
    else high = middle;
  }
  return low;
}

static int file_named(const trv_inspection *in, const char *file) {
  const struct source_set *sources = &in->report->sources;
  for (uint32_t i = 0; i < sources->count; i++)
    if (!strcmp(sources->items[i]->name, file)) return (int)i;
  return -1;
}

const struct source *inspect_source(const trv_inspection *in, const char *file) {
  int number = file_named(in, file);
  return number < 0 ? NULL : in->report->sources.items[number];
}

/* A word is also meant by the byte behind it, unless another one begins there. */
uint32_t trv_inspection_at(const trv_inspection *inspection, const char *file, uint32_t offset, uint32_t which,
                           trv_span *place) {
  int number = inspection->c ? file_named(inspection, file) : -1;
  if (number < 0) return TRV_NO_THING;
  const struct named_place *places = inspection->places.items;
  size_t count = inspection->places.count, i = first_place(inspection, (uint32_t)number, offset);
  size_t next = i;
  while (next < count && places[next].span.file == (uint32_t)number && places[next].span.end == offset) next++;
  if (next < count && places[next].span.file == (uint32_t)number && places[next].span.start <= offset) i = next;
  if (i + which >= count) return TRV_NO_THING;
  struct span first = places[i].span, span = places[i + which].span;
  if (span.file != (uint32_t)number || span.start > offset || span.start != first.start) return TRV_NO_THING;
  if (place) *place = inspect_span(inspection, span);
  return places[i + which].thing;
}

trv_mention trv_inspection_mention(const trv_inspection *inspection, uint32_t index) {
  if (index >= inspection->places.count) return (trv_mention){ .thing = TRV_NO_THING };
  const struct named_place *place = &((const struct named_place *)inspection->places.items)[index];
  return (trv_mention){ inspect_span(inspection, place->span), place->thing, place->declares };
}

trv_changed trv_inspection_changed(const trv_inspection *inspection, uint32_t index) {
  const struct compilation *c = inspection->c;
  if (!c || index >= c->changes.count) return (trv_changed){ 0 };
  const struct change *change = ITEM(c, changes, struct change, index);
  bool is_known = change->before.end > change->before.start;
  return (trv_changed){ .what = change->what,
                        .replaces = change->replaces,
                        .place = inspect_span(inspection, change->span),
                        .whole = inspect_span(inspection, change->whole),
                        .before = is_known ? inspect_span(inspection, change->before) : (trv_span){ 0 } };
}
