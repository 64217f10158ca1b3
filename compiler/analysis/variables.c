/* Variables and tracks that no rule reads, or that no rule changes. */
#include "compiler/analysis/analysis.h"

static void check_variable(struct analysis *a, const struct symbol *symbol, const struct known *known) {
  const char *word = symbol->tree->kind == TREE_TRACK ? "track" : "variable";
  if (!(known->uses & USE_READ)) {
    struct diag *diag =
        diag_report(a->c->diags, DIAG_W0515, symbol->span, "no rule reads the %s `%s`", word, symbol->name);
    if (known->test_uses & USE_READ) diag_note(a->c->diags, diag, "only scenarios do");
  } else if (!(known->uses & USE_WRITE)) {
    struct diag *diag = diag_report(a->c->diags, DIAG_W0515, symbol->span,
                                    "the %s `%s` keeps its first value: no rule changes it", word, symbol->name);
    if (known->test_uses & USE_WRITE) diag_note(a->c->diags, diag, "only scenarios do");
    else if (symbol->type->kind == TYPE_KIND_INT && !symbol->dim_count)
      diag_note(a->c->diags, diag, "if that is meant, write `const %s = …`", symbol->name);
  }
}

void variables_check(struct analysis *a) {
  if (a->fragment) return;
  for (struct symbol *symbol = a->c->first_symbol; symbol; symbol = symbol->next)
    if (symbol->kind == SYMBOL_VAR && symbol->used && known_is_judged(symbol))
      check_variable(a, symbol, known_of(a, symbol));
}
