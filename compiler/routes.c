/* Places that no route reaches: values of an enum that some graph joins, but that none of its graphs leads to.
 *
 * A place counts as reached when an edge of any graph touches it, a row of a table names it beside another place (a
 * route, a ticket between two cities), a rule names it other than to
 * compare with it, or a graph states that it stands alone. */
#include "compiler/passes.h"

#include "compiler/type.h"

struct reach {
  struct compilation *c;
  const struct symbol *places;
  const struct symbol *graph; /* the first one over these places */
  bool *reached;              /* for each place */
};

static void reach_by_graph(struct reach *reach, const struct graph *graph) {
  int32_t n = reach->places->count;
  for (int32_t i = 0; i < n; i++) {
    reach->reached[i] |= graph->alone[i];
    for (int32_t j = 0; j < n; j++)
      if (graph->linked[i * n + j]) reach->reached[i] = reach->reached[j] = true;
  }
}

/* Whether this cell of a field names the place. */
static bool cell_names(struct reach *reach, const struct field *field, int32_t row, int32_t place) {
  const struct type *type = field->type;
  const int32_t *slots = field->values + (size_t)row * (size_t)type_slots(reach->c, type);
  switch (type->kind) {
  case TYPE_KIND_SET: return (uint32_t)slots[place / 32] >> place % 32 & 1;
  case TYPE_KIND_BAG: return ((const uint8_t *)slots)[place] > 0;
  case TYPE_KIND_LIST:
    for (int32_t i = 1; i <= slots[0]; i++)
      if (slots[i] == place) return true;
    return false;
  default: return slots[0] == place;
  }
}

static bool is_of_places(const struct reach *reach, const struct field *field) {
  const struct type *type = type_is_multi(field->type) ? field->type->element : field->type;
  return field->values && type->kind == TYPE_KIND_ENUM && type->symbol == reach->places;
}

/* A row that names two places or more joins them. */
static void reach_by_row(struct reach *reach, const struct symbol *table, int32_t row) {
  int32_t first = -1;
  for (const struct field *field = table->fields; field; field = field->next) {
    for (int32_t place = 0; is_of_places(reach, field) && place < reach->places->count; place++) {
      if (!cell_names(reach, field, row, place)) continue;
      if (first < 0) first = place;
      else if (place != first) reach->reached[first] = reach->reached[place] = true;
    }
  }
}

static void reach_by_name(struct reach *reach, const struct tree *name) {
  for (struct value_name *value = table_get(reach->c->values, name->word); value; value = value->same)
    if (value->owner == reach->places) reach->reached[value->index] = true;
}

/* Being compared with a place leads nobody there. */
static bool is_comparison(const struct tree *node) {
  return node->kind == TREE_BINARY && (node->number == OP_EQ || node->number == OP_NE);
}

static void reach_by_rules(struct reach *reach, const struct tree *node) {
  for (; node; node = node->next) {
    if (node->kind == TREE_SCENARIO || node->kind == TREE_POSITION || node->kind == TREE_GRAPH || is_comparison(node))
      continue;
    bool qualified = node->kind == TREE_FIELD && node->kid[FIELD_BASE]->kind == TREE_TYPE_NAME;
    if (node->kind == TREE_NAME || qualified) reach_by_name(reach, node);
    if (node->kind == TREE_ROW_DATA) continue; /* see reach_by_row */
    for (int i = 0; i < tree_kid_count(node->kind); i++)
      if (node->kind != TREE_ARM || i != ARM_PATTERNS) reach_by_rules(reach, node->kid[i]);
  }
}

static void report_unreached(struct reach *reach) {
  for (int32_t place = 0; place < reach->places->count; place++) {
    if (reach->reached[place]) continue;
    const struct value_name *value = &reach->places->values[place];
    struct diag *diag = diag_report(reach->c->diags, DIAG_E0528, value->span, "no route reaches `%s`", value->name);
    diag_note_at(reach->c->diags, diag, reach->graph->span, "the graph `%s`", reach->graph->name);
    diag_note(reach->c->diags, diag,
              "if it is meant to stand alone, say so in the graph: `%s - none`, or a row with an "
              "empty `to`",
              value->name);
  }
}

static bool is_first_graph(const struct compilation *c, const struct symbol *graph) {
  for (const struct symbol *symbol = c->first_of[SYMBOL_GRAPH]; symbol != graph; symbol = symbol->alike)
    if (symbol->graph->nodes == graph->graph->nodes) return false;
  return true;
}

void routes_check(struct compilation *c) {
  for (const struct symbol *symbol = c->first_of[SYMBOL_GRAPH]; symbol; symbol = symbol->alike) {
    if (!is_first_graph(c, symbol)) continue;
    const struct symbol *places = symbol->graph->nodes;
    struct reach reach = { c, places, symbol, arena_alloc(c->arena, (size_t)places->count + 1) };
    for (const struct symbol *other = c->first_symbol; other; other = other->next) {
      if (other->kind == SYMBOL_GRAPH && other->graph->nodes == places) reach_by_graph(&reach, other->graph);
      for (int32_t row = 0; symbol_has_rows(other) && row < other->count; row++) reach_by_row(&reach, other, row);
    }
    for (size_t i = 0; i < c->file_count; i++) reach_by_rules(&reach, c->files[i]->kid[FILE_DECLS]);
    report_unreached(&reach);
  }
}
