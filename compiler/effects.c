/* Fields of type effect(…): their cells are calls, checked like code. The applied arguments come first, then the
 * cell's own. */
#include "compiler/statements.h"

static void report_cell(struct compilation *c, struct tree *cell) {
  types_unknown(c, cell, "effect", 1u << SYMBOL_EFFECT | 1u << SYMBOL_PHASE, DIAG_E0204);
}

/* Tells who gives which argument, with everything that was said about a cell. */
static void note_arguments(struct compilation *c, const struct symbol *callee, int applied, size_t known) {
  const char *who = callee->param_count > applied ? "the cell the rest" : "the cell nothing more";
  const char *signature = types_signature(c, callee);
  if (applied == 1)
    signature = arena_format(c->arena, "%s: `apply` gives %s, %s", signature, callee->params->name, who);
  else if (applied) signature = arena_format(c->arena, "%s: `apply` gives the first %d, %s", signature, applied, who);
  for (size_t i = known; i < c->diags->count; i++)
    diag_note_at(c->diags, c->diags->items[i], callee->span, "%s", signature);
}

static void check_cell(struct compilation *c, const struct field *field, struct tree *cell) {
  struct symbol *callee = symbol_named(c, cell);
  if (!callee || (callee->kind != SYMBOL_EFFECT && callee->kind != SYMBOL_PHASE)) {
    report_cell(c, cell);
    return;
  }
  callee->used = true;
  struct symbol *param = callee->params;
  for (int i = 0; i < field->type->cell_param_count; i++) {
    if (!param) {
      diag_report(c->diags, DIAG_E0303, cell->span, "`%s` takes too few arguments: `apply` gives it %d", callee->name,
                  field->type->cell_param_count);
      return;
    }
    if (!type_fits(param->type, field->type->cell_params[i]))
      diag_report(c->diags, DIAG_E0301, cell->span, "`%s` takes %s where `apply` gives %s", callee->name,
                  type_phrase(c, param->type), type_phrase(c, field->type->cell_params[i]));
    param = param->next_param;
  }
  struct tree *args = cell->kind == TREE_CALL ? cell->kid[CALL_ARGS] : NULL;
  size_t known = c->diags->count;
  if (!types_arguments(c, callee, cell, args, field->type->cell_param_count))
    note_arguments(c, callee, field->type->cell_param_count, known);
  types_note(c, cell, NOTE_CALL, c->void_type, callee, 0);
}

void effects_check_cells(struct compilation *c, struct symbol *symbol) {
  struct checker checker = { .where = "a table" }, *before = c->checker;
  c->checker = &checker;
  for (struct field *field = symbol_fields(symbol); field; field = field->next)
    for (int32_t row = 0; field->cells && row < symbol->count; row++)
      if (field->cells[row]) check_cell(c, field, field->cells[row]);
  c->checker = before;
}

void effects_note_calls(struct compilation *c, const struct field *field, struct span span) {
  if (!c->checker->proc || !field || !field->cells) return;
  const struct symbol *last = NULL;
  for (int32_t row = 0; row < field->owner->count; row++) {
    struct tree *cell = field->cells[row];
    struct symbol *callee = cell ? symbol_find(c, cell->word) : NULL;
    if (!callee || callee == last) continue;
    struct call_edge *edge = arena_alloc(c->arena, sizeof *edge);
    *edge = (struct call_edge){ callee, span, c->checker->proc->calls };
    c->checker->proc->calls = edge;
    last = callee;
  }
}
