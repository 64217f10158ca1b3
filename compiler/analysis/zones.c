/* Zones that no card comes to, zones that no card leaves and nobody looks at, and piles whose refill never happens. */
#include "compiler/analysis/analysis.h"

/* Where decks start, and where a pile that is drawn from takes its cards when it is empty. */
static void add_declared(struct analysis *a) {
  for (struct symbol *symbol = a->c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind == SYMBOL_DECK) {
      struct symbol *home = known_home(a->c, symbol);
      if (home) known_of(a, home)->uses |= USE_ENTER;
    }
    struct symbol *from = known_refill(a->c, symbol);
    if (!from) continue;
    known_of(a, from)->uses |= USE_LEAVE; /* meant, at least: check_refill tells whether it happens */
    known_of(a, symbol)->uses |= USE_ENTER;
  }
}

/* That nothing comes to the zone it would be refilled from is reported there. */
static void check_refill(struct analysis *a, const struct symbol *zone, unsigned uses) {
  if (!known_refill(a->c, zone) || uses & USE_DRAW) return;
  diag_report(a->c->diags, DIAG_W0518, zone->tree->kid[PILE_REFILL]->span,
              "`%s` is never refilled: only `draw` refills a pile, and nothing draws from it", zone->name);
}

static void check_zone(struct analysis *a, const struct symbol *zone, const struct known *known) {
  if (!(known->uses & USE_ENTER)) {
    struct diag *diag =
        diag_report(a->c->diags, DIAG_W0518, zone->span, "no card ever comes to the zone `%s`", zone->name);
    diag_note(a->c->diags, diag,
              known->test_uses & USE_ENTER ? "only scenarios put cards there" : "no deck starts there either");
  } else if (!(known->uses & (USE_LEAVE | USE_READ | USE_SIZE))) {
    struct diag *diag = diag_report(a->c->diags, DIAG_W0519, zone->span,
                                    "no card leaves the zone `%s`, and no rule looks into it", zone->name);
    if (known->test_uses & (USE_READ | USE_LEAVE | USE_SIZE)) diag_note(a->c->diags, diag, "only scenarios do");
  }
}

void zones_check(struct analysis *a) {
  add_declared(a);
  if (a->fragment) return;
  for (struct symbol *symbol = a->c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind != SYMBOL_ZONE || !symbol->used || !known_is_judged(symbol)) continue;
    check_refill(a, symbol, known_of(a, symbol)->uses);
    check_zone(a, symbol, known_of(a, symbol));
  }
}
