/* Phases, effects and groups of options that no game comes to: neither set-up nor play leads there, although something
 * names them, such as a scenario, or a rule that is never reached itself. Statements behind what always leaves are
 * found in flow.c. */
#include "compiler/analysis/analysis.h"

/* A cell names it, and nothing applies the column: columns.c reports the column. */
static bool stands_in_cell(const struct compilation *c, const struct symbol *effect) {
  static const enum symbol_kind with_rows[] = { SYMBOL_ENUM, SYMBOL_DECK, SYMBOL_TABLE };
  for (size_t i = 0; i < sizeof with_rows / sizeof *with_rows; i++)
    for (const struct symbol *symbol = c->first_of[with_rows[i]]; symbol; symbol = symbol->alike)
      for (const struct field *field = symbol->fields; field; field = field->next)
        for (int32_t row = 0; field->cells && row < symbol->count; row++)
          if (field->cells[row] && field->cells[row]->word == effect->name) return true;
  return false;
}

void reach_check(struct analysis *a) {
  if (a->fragment) return;
  for (struct symbol *symbol = a->c->first_symbol; symbol; symbol = symbol->next) {
    if (!known_is_stage(symbol) || !symbol->used || !known_is_judged(symbol) || known_of(a, symbol)->reached) continue;
    if (stands_in_cell(a->c, symbol)) continue;
    struct diag *diag = diag_report(a->c->diags, DIAG_W0509, symbol->span, "no game comes to the %s `%s`",
                                    symbol_kind_word(symbol->kind), symbol->name);
    if (symbol->known->test_reached) diag_note(a->c->diags, diag, "only scenarios lead there; set-up and play do not");
    else diag_note(a->c->diags, diag, "it is only named in rules that no game comes to");
  }
}
