/* Settings that change nothing: no rule reads them, or they can have only one value. */
#include "compiler/analysis/analysis.h"

void settings_check(struct analysis *a) {
  if (a->fragment) return;
  for (struct symbol *symbol = a->c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind != SYMBOL_SETTING || !known_is_judged(symbol) || symbol->type->kind == TYPE_KIND_ERROR) continue;
    struct known *known = known_of(a, symbol);
    int64_t only;
    if (!(known->uses & USE_READ) && !symbol->sizes_board) {
      struct diag *diag =
          diag_report(a->c->diags, DIAG_W0510, symbol->span, "no rule reads the setting `%s`", symbol->name);
      if (known->test_uses & USE_READ) diag_note(a->c->diags, diag, "only scenarios do");
    } else if (value_is_one(value_of_type(a->c, symbol->type), &only))
      diag_report(a->c->diags, DIAG_W0510, symbol->span, "the setting `%s` has one value only", symbol->name);
  }
}
