/* What a sheet tells of: procedures and fns in the order in which the text first needs them, and the tables, zones and
 * variables that they use. What serves only labels, log lines, scenarios and invariants is not part of the rules. */
#include "compiler/sheet.h"

#include "compiler/types.h"

static void read_symbol(struct sheet_reading *reading, struct symbol *symbol);

static void read_kids(struct sheet_reading *reading, const struct tree *node) {
  for (int i = 0; i < tree_kid_count(node->kind); i++) sheet_read(reading, node->kid[i]);
}

static void read_type(struct sheet_reading *reading, const struct type *type) {
  for (; type; type = type->element)
    if (type->symbol) read_symbol(reading, type->symbol);
}

static void read_fields(struct sheet_reading *reading, const struct symbol *symbol) {
  for (const struct field *field = symbol->fields; field; field = field->next) read_type(reading, field->type);
}

static void read_symbol(struct sheet_reading *reading, struct symbol *symbol) {
  struct arena *arena = reading->c->arena;
  if (!symbol || symbol->kind == SYMBOL_LOCAL || reading->used[symbol->number]) return;
  reading->used[symbol->number] = true;
  if (symbol->kind == SYMBOL_FN) vector_push(arena, &reading->terms, &symbol, sizeof symbol);
  else if (symbol_is_procedure(symbol)) vector_push(arena, &reading->procedures, &symbol, sizeof symbol);
  if (symbol_has_rows(symbol)) read_fields(reading, symbol);
  read_type(reading, symbol->type);
  for (int i = 0; i < symbol->dim_count; i++) read_type(reading, symbol->dims[i]);
  if (!symbol_has_rows(symbol) && symbol->kind != SYMBOL_GRAPH) read_kids(reading, symbol->tree);
}

/* Functions about places need not name their graph. */
static void read_graph(struct sheet_reading *reading, const struct tree *call) {
  if (!builtin_is_about_places(builtin_called(call))) return;
  for (const struct tree *place = call->kid[CALL_ARGS]; place; place = place->next) {
    const struct type *type = sheet_type_of(place);
    while (type && type->element) type = type->element;
    if (type && type->kind == TYPE_KIND_ENUM) read_symbol(reading, type->symbol->graph_on);
  }
}

static bool is_told(const struct tree *node) {
  const struct type *type = node->kind == TREE_CALL ? sheet_type_of(node) : NULL;
  return node->kind != TREE_STRING && node->kind != TREE_SAY && !(type && type->kind == TYPE_KIND_TEXT);
}

/* The declaration that a node names. A field is not in the space of names, a name may be that of a value or a local. */
static struct symbol *mentioned(const struct sheet_reading *reading, const struct tree *node) {
  const struct note *note = note_of(node);
  if (!tree_does(node, DOES_MENTIONS) || node->kind == TREE_FIELD || !node->word) return NULL;
  if (node->kind == TREE_NAME && note && note->kind != NOTE_PLAIN) return note->symbol;
  struct symbol *symbol = symbol_find(reading->c, node->word);
  return symbol && symbol->kind == SYMBOL_POSITION ? NULL : symbol;
}

static void read_node(struct sheet_reading *reading, const struct tree *node) {
  const struct note *note = note_of(node);
  if (!is_told(node)) return;
  read_symbol(reading, mentioned(reading, node));
  if (note) read_type(reading, note->type);
  if (node->kind == TREE_CALL) read_graph(reading, node);
  read_kids(reading, node);
}

static void read_cells(struct sheet_reading *reading, const struct symbol *symbol) {
  for (const struct field *field = symbol_fields(symbol); field; field = field->next)
    for (int32_t row = 0; field->cells && row < symbol->count; row++)
      if (field->cells[row]) read_symbol(reading, symbol_find(reading->c, field->cells[row]->word));
}

void sheet_read_cells(struct sheet_reading *reading) {
  for (size_t before = SIZE_MAX; before != reading->procedures.count;) {
    before = reading->procedures.count;
    for (const struct symbol *symbol = reading->c->first_symbol; symbol; symbol = symbol->next)
      if (reading->used[symbol->number]) read_cells(reading, symbol);
  }
}

void sheet_read(struct sheet_reading *reading, const struct tree *list) {
  for (; list && !arena_failed(reading->c->arena); list = list->next) read_node(reading, list);
}
