/* Components that play no part: fields that nothing reads, columns of effects that nothing applies, decks that never
 * leave their box, decks and tables that nothing names. */
#include "compiler/analysis/analysis.h"

static void check_field(struct analysis *a, const struct symbol *owner, const struct field *field) {
  if (field->used || field->name[0] == '_' || field->type->kind == TYPE_KIND_ERROR) return;
  if (field->type->kind == TYPE_KIND_CELL) {
    diag_report(a->c->diags, DIAG_W0514, field->span, "nothing applies the effects in `%s` of %s", field->name,
                owner->name);
    return;
  }
  struct diag *diag =
      diag_report(a->c->diags, DIAG_W0511, field->span, "nothing reads the field `%s` of %s", field->name, owner->name);
  if (owner != a->c->seats)
    diag_note(a->c->diags, diag, "a column that is only for people needs no field: name it `note` or `tag`");
}

static void check_deck(struct analysis *a, struct symbol *deck) {
  const struct known *known = known_of(a, deck);
  if (deck->tree->kid[DECK_ZONE] || known->uses & USE_LEAVE) return;
  diag_report(a->c->diags, DIAG_W0526, deck->span,
              "the cards of %s stay in their box: they start in no zone, and nothing moves them out of box(%s)",
              deck->name, deck->name);
}

static void check_seats(struct analysis *a) {
  const struct symbol *seats = a->c->seats;
  for (const struct field *field = seats ? seats->fields : NULL; field; field = field->next)
    check_field(a, seats, field);
}

void columns_check(struct analysis *a) {
  check_seats(a);
  for (struct symbol *symbol = a->c->first_symbol; symbol; symbol = symbol->next) {
    if (!known_is_judged(symbol)) continue;
    for (const struct field *field = symbol_fields(symbol); field; field = field->next) check_field(a, symbol, field);
    if (symbol->kind == SYMBOL_DECK) check_deck(a, symbol);
  }
}
