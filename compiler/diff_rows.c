/* Differences in rows: values of enums, cards, entries of look-up tables, edges of graphs. Rows are compared as they
 * became in the end, whether a file or a variant made them so; a field's values are compared in words. */
#include <string.h>

#include "compiler/diff.h"
#include "compiler/passes.h"
#include "compiler/type.h"

/* ---- by name ---- */

static void index_first(struct diff *diff, struct name_table *table, const char *text, const void *value) {
  const char *key = arena_intern(diff->arena, text, strlen(text));
  if (!table_get(table, key)) table_put(table, key, (void *)value);
}

static const void *named(struct diff *diff, const struct name_table *table, const char *text) {
  return table_get(table, arena_intern(diff->arena, text, strlen(text)));
}

/* Values as struct value_name. */
static struct name_table *index_values(struct diff *diff, const struct symbol *symbol) {
  struct name_table *table = table_new(diff->arena);
  for (int32_t i = 0; i < symbol->count; i++) index_first(diff, table, symbol->values[i].name, &symbol->values[i]);
  return table;
}

/* The changes by which variants made rows what they are, as struct tree. */
static struct name_table *index_changes_of_rows(struct diff *diff, const struct symbol *symbol) {
  struct name_table *table = table_new(diff->arena);
  int kid = symbol->kind == SYMBOL_ENUM ? ENUM_CHANGES : symbol->kind == SYMBOL_DECK ? DECK_CHANGES : TABLE_CHANGES;
  for (const struct tree *item = symbol->tree->kid[kid]; item; item = item->next)
    if (item->word) index_first(diff, table, item->word, item);
  return table;
}

static const struct field *field_of(const struct symbol *symbol, const char *name) {
  for (const struct field *field = symbol->fields; field; field = field->next)
    if (!strcmp(field->name, name)) return field;
  return NULL;
}

static const char *cell_words(struct compilation *c, const struct field *field, int32_t row) {
  struct text out = arena_text(c->arena);
  struct sheet sheet = { .c = c, .out = &out, .unlinked = true };
  sheet_cell(&sheet, field, row);
  return text_get(&out);
}

/* The change by which a variant made an edge what it is, or NULL. */
static const struct tree *edge_change(const struct symbol *symbol, const char *name, const char *to) {
  for (const struct tree *item = symbol->tree->kid[GRAPH_CHANGES]; item; item = item->next) {
    const struct tree *edge = item->kid[0], *from = edge->kid[EDGE_FROM], *end = edge->kid[EDGE_TO];
    if (end && ((!strcmp(from->word, name) && !strcmp(end->word, to)) ||
                (!strcmp(from->word, to) && !strcmp(end->word, name))))
      return item;
  }
  return NULL;
}
_Static_assert((int)ADD_EDGE_EDGE == 0 && (int)REMOVE_EDGE_EDGE == 0, "edge_change relies on it");

/* What both rows have in common to say: whose they are and where they stand. */
static struct difference found_in(const struct symbol *symbol, enum trv_difference_kind kind, const char *name,
                                  struct span span, const struct tree *change) {
  static const char *const parts[] = {
    [SYMBOL_ENUM] = "value", [SYMBOL_DECK] = "card", [SYMBOL_TABLE] = "entry", [SYMBOL_GRAPH] = "way"
  };
  return (struct difference){ .kind = kind,
                              .part = parts[symbol->kind],
                              .name = name,
                              .cites = change && change->cites ? change->cites : symbol->tree->cites,
                              .span = change ? change->span : span,
                              .for_players = true };
}

static void begin(struct sheet *sheet, const struct symbol *symbol, const char *label) {
  say(sheet, "**");
  sheet_name(sheet, symbol->name);
  say(sheet, "**: ");
  sheet_text(sheet, label);
}

/* " (cost 2, vp 4)" */
static void all_fields(struct sheet *sheet, const struct symbol *symbol, int32_t row) {
  const char *before = " (";
  for (const struct field *field = symbol->fields; field; field = field->next, before = ", ") {
    say(sheet, before);
    sheet_name(sheet, field->name);
    say(sheet, " ");
    sheet_cell(sheet, field, row);
  }
  if (symbol->fields) say(sheet, ")");
}

/* "; cost 2 instead of 1"; whether there was anything to say. */
static bool changed_fields(struct diff *diff, struct text *out, const struct symbol *before, int32_t old_row,
                           const struct symbol *after, int32_t new_row) {
  bool changed = false;
  for (const struct field *field = after->fields; field; field = field->next) {
    const struct field *old = field_of(before, field->name);
    const char *was = old ? cell_words(diff->before, old, old_row) : "–";
    const char *is = cell_words(diff->after, field, new_row);
    struct sheet sheet = { .c = diff->after, .out = out };
    if (!strcmp(was, is)) continue;
    say(&sheet, changed ? ", " : " has ");
    sheet_name(&sheet, field->name);
    text_format(out, " %s instead of %s", is, was);
    changed = true;
  }
  return changed;
}

/* ---- seats ---- */

void diff_seats(struct diff *diff) {
  static const struct symbol none = { .kind = SYMBOL_ENUM };
  const struct symbol *before = diff->before->seats, *after = diff->after->seats;
  const struct tree *row = after ? after->tree->kid[ENUM_ROWS] : NULL;
  for (int32_t seat = 0; row && seat < diff->after->high_players; seat++, row = row->next) {
    struct text out = arena_text(diff->arena);
    struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
    bool had = before && seat < before->count;
    say(&sheet, "**");
    sheet_text(&sheet, row->word);
    say(&sheet, "**");
    if (!changed_fields(diff, &out, had ? before : &none, seat, after, seat)) continue;
    struct difference found = found_in(after, TRV_CHANGED, row->word, row->word_span, NULL);
    found.part = "seat";
    if (!found.cites) found.cites = diff->after->game->cites;
    diff_note(diff, found, &out);
  }
}

/* ---- values and cards ---- */

static void compare_value(struct diff *diff, const struct symbol *before, const struct value_name *old,
                          const struct symbol *after, const struct value_name *new, const struct tree *change) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = diff->after, .out = &out, .unlinked = true };
  begin(&sheet, after, old->label);
  bool changed = changed_fields(diff, &out, before, old->index, after, new->index);
  if (old->copies != new->copies) {
    text_format(&out, "%s %d instead of %d cards", changed ? ", and" : ",", new->copies, old->copies);
    changed = true;
  }
  if (!changed && strcmp(old->label, new->label) != 0) { /* labels may also follow from fields */
    say(&sheet, " is called ");
    sheet_text(&sheet, new->label);
    changed = true;
  }
  if (changed) diff_note(diff, found_in(after, TRV_CHANGED, new->name, new->span, change), &out);
}

static void lone_value(struct diff *diff, struct compilation *c, const struct symbol *symbol,
                       const struct value_name *value, enum trv_difference_kind kind, const struct tree *change) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = c, .out = &out, .unlinked = true };
  begin(&sheet, symbol, value->label);
  if (kind == TRV_REMOVED) {
    say(&sheet, " is gone");
  } else {
    say(&sheet, " is new");
    if (value->copies > 1) text_format(&out, ", %d cards", value->copies);
    all_fields(&sheet, symbol, value->index);
  }
  diff_note(diff, found_in(symbol, kind, value->name, value->span, change), &out);
}

static void compare_values(struct diff *diff, const struct symbol *before, const struct symbol *after) {
  struct name_table *old_values = index_values(diff, before), *values = index_values(diff, after);
  struct name_table *changes = index_changes_of_rows(diff, after);
  for (int32_t i = 0; i < after->count; i++) {
    const struct value_name *value = &after->values[i], *old = named(diff, old_values, value->name);
    const struct tree *change = named(diff, changes, value->name);
    if (old) compare_value(diff, before, old, after, value, change);
    else lone_value(diff, diff->after, after, value, TRV_ADDED, change);
  }
  for (int32_t i = 0; i < before->count; i++) {
    const struct value_name *value = &before->values[i];
    if (!named(diff, values, value->name))
      lone_value(diff, diff->before, before, value, TRV_REMOVED, named(diff, changes, value->name));
  }
}

/* ---- look-up tables ---- */

static int32_t key_places(const struct compilation *c, const struct symbol *table) {
  int32_t places = 1;
  for (int i = 0; i < table->dim_count; i++) places *= type_places(c, table->dims[i]);
  return places;
}

/* The keys of a place in words: "red, two". */
static const char *keys_of(struct compilation *c, const struct symbol *table, int32_t place) {
  struct text out = arena_text(c->arena);
  struct sheet sheet = { .c = c, .out = &out, .unlinked = true };
  int32_t around = key_places(c, table);
  for (int i = 0; i < table->dim_count; i++) {
    around /= type_places(c, table->dims[i]);
    int32_t value = place / around;
    place %= around;
    if (table->dims[i]->kind == TYPE_KIND_INT) value += table->dims[i]->low;
    if (i) say(&sheet, ", ");
    sheet_value(&sheet, table->dims[i], &value);
  }
  return text_get(&out);
}

/* The keys of every place that has an entry, NULL for the others; NULL without memory. */
static const char **all_keys(struct compilation *c, const struct symbol *table) {
  int32_t places = key_places(c, table);
  const char **keys = arena_try(c->arena, (size_t)places * sizeof *keys);
  if (!keys) return NULL;
  for (int32_t place = 0; place < places; place++)
    keys[place] = table->table_rows[place] >= 0 ? keys_of(c, table, place) : NULL;
  return keys;
}

/* Places (plus one, as pointers) by their keys: they are numbered differently once values were added. */
static struct name_table *index_places(struct diff *diff, const char *const *keys, int32_t places) {
  struct name_table *table = table_new(diff->arena);
  for (int32_t place = 0; place < places; place++)
    if (keys[place]) index_first(diff, table, keys[place], (const void *)(uintptr_t)(place + 1));
  return table;
}

/* The place with these keys, or -1. `near` is tried first. */
static int32_t place_with(struct diff *diff, const struct name_table *table, const char *const *keys, int32_t places,
                          const char *wanted, int32_t near) {
  if (near < places && keys[near] && !strcmp(keys[near], wanted)) return near;
  return (int32_t)(uintptr_t)named(diff, table, wanted) - 1;
}

static void note_entry(struct diff *diff, const struct symbol *table, const char *keys, enum trv_difference_kind kind,
                       int32_t row, const struct symbol *before, int32_t old_row) {
  struct text out = arena_text(diff->arena);
  struct sheet sheet = { .c = kind == TRV_REMOVED ? diff->before : diff->after, .out = &out, .unlinked = true };
  begin(&sheet, table, "");
  say(&sheet, keys);
  if (kind == TRV_CHANGED) {
    if (!changed_fields(diff, &out, before, old_row, table, row)) return;
  } else {
    say(&sheet, kind == TRV_REMOVED ? " is gone" : " is new");
    if (kind == TRV_ADDED) all_fields(&sheet, table, row);
  }
  struct difference found = found_in(table, kind, table->name, table->span, NULL);
  found.what = arena_format(diff->arena, "`[%s]` of `%s`", keys, table->name);
  if (!variants_change_of(diff->after, found.what)) { /* keys are written by name, and told by label */
    const struct change *change = variants_last_change(diff->after, table->name);
    found.what = change ? change->what : NULL;
  }
  const struct change *change = found.what ? variants_change_of(diff->after, found.what) : NULL;
  if (change && change->item->cites) found.cites = change->item->cites;
  diff_note(diff, found, &out);
}

static void compare_tables(struct diff *diff, const struct symbol *before, const struct symbol *after) {
  int32_t old_places = key_places(diff->before, before), places = key_places(diff->after, after);
  const char **old_keys = all_keys(diff->before, before), **keys = all_keys(diff->after, after);
  if (!old_keys || !keys) return;
  struct name_table *old_index = index_places(diff, old_keys, old_places), *index = index_places(diff, keys, places);
  for (int32_t place = 0; place < places; place++) {
    if (!keys[place]) continue;
    int32_t old = place_with(diff, old_index, old_keys, old_places, keys[place], place);
    note_entry(diff, after, keys[place], old < 0 ? TRV_ADDED : TRV_CHANGED, after->table_rows[place], before,
               old < 0 ? -1 : before->table_rows[old]);
  }
  for (int32_t place = 0; place < old_places; place++)
    if (old_keys[place] && place_with(diff, index, keys, places, old_keys[place], place) < 0)
      note_entry(diff, before, old_keys[place], TRV_REMOVED, -1, NULL, -1);
}

/* ---- graphs ---- */

static bool is_linked(struct diff *diff, const struct graph *graph, const struct name_table *nodes, const char *from,
                      const char *to) {
  const struct value_name *left = named(diff, nodes, from), *right = named(diff, nodes, to);
  return left && right && graph->linked[left->index * graph->nodes->count + right->index];
}

/* The edges of one graph that the other lacks. */
static void lone_edges(struct diff *diff, struct compilation *c, const struct symbol *symbol,
                       const struct symbol *other, enum trv_difference_kind kind) {
  const struct graph *graph = symbol->graph;
  const struct value_name *values = graph->nodes->values;
  const struct name_table *nodes = index_values(diff, other->graph->nodes);
  for (int32_t from = 0; from < graph->nodes->count; from++)
    for (int32_t to = 0; to < graph->nodes->count; to++) {
      if (!graph->linked[from * graph->nodes->count + to]) continue;
      bool both = graph->linked[to * graph->nodes->count + from];
      if ((both && to < from) || is_linked(diff, other->graph, nodes, values[from].name, values[to].name)) continue;
      struct text out = arena_text(diff->arena);
      struct sheet sheet = { .c = c, .out = &out, .unlinked = true };
      begin(&sheet, symbol, both ? "the way between " : "the way from ");
      sheet_text(&sheet, values[from].label);
      say(&sheet, both ? " and " : " to ");
      sheet_text(&sheet, values[to].label);
      say(&sheet, kind == TRV_ADDED ? " is new" : " is gone");
      const struct tree *change = edge_change(kind == TRV_ADDED ? symbol : other, values[from].name, values[to].name);
      diff_note(diff, found_in(symbol, kind, symbol->name, symbol->span, change), &out);
    }
}

void diff_rows(struct diff *diff, const struct symbol *before, const struct symbol *after) {
  if (after->kind == SYMBOL_GRAPH) {
    lone_edges(diff, diff->after, after, before, TRV_ADDED);
    lone_edges(diff, diff->before, before, after, TRV_REMOVED);
  } else if (after->kind == SYMBOL_TABLE) compare_tables(diff, before, after);
  else compare_values(diff, before, after);
}
