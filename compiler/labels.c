/* Labels that a deck's title makes from the fields of each card: deck Leg(from: Town, to: Town) "{from} to {to}" …
 * A card with a label of its own keeps it. Runs when all cells are filled. */
#include "compiler/passes.h"

#include "compiler/type.h"

static void add_value(struct compilation *c, struct text *out, const struct type *type, int32_t value) {
  if (type->optional && value == type_none(type)) {
    text_add(out, "none");
    return;
  }
  switch (type->kind) {
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD: text_add(out, type->symbol->values[value].label); break;
  case TYPE_KIND_TEXT: text_add(out, ITEM(c, chars, char, value)); break;
  case TYPE_KIND_BOOL: text_add(out, value ? "yes" : "no"); break;
  case TYPE_KIND_PLAYER: text_format(out, "p%d", value + 1); break;
  default: text_format(out, "%d", value); break;
  }
}

/* Whether a cell holds a row that there is: the table that has the rows may be damaged, which was reported. */
static bool is_filled(const struct type *type, int32_t value) {
  if (type->kind != TYPE_KIND_ENUM && type->kind != TYPE_KIND_CARD) return true;
  return (type->optional && value == type_none(type)) ||
         (value >= 0 && value < type->symbol->count && type->symbol->values[value].label);
}

/* The field that a hole shows, `{cost}` or `{place.cost}`, and the row it is read from; NULL after reporting. */
static struct field *field_shown(struct compilation *c, struct symbol *deck, const struct tree *hole, int32_t *row) {
  const struct tree *base = hole->kind == TREE_FIELD ? hole->kid[FIELD_BASE] : hole;
  if (base->kind != TREE_NAME) {
    diag_report(c->diags, DIAG_E0314, hole->span,
                "the label of a card shows its fields, such as `{cost}` or "
                "`{place.cost}`");
    return NULL;
  }
  struct field *field = field_named(c, deck, base, DIAG_E0205);
  if (field) field->used = true;
  if (!field || hole == base) return field;
  const struct type *type = field->type;
  if (type->kind == TYPE_KIND_ERROR) return NULL;
  if ((type->kind != TYPE_KIND_ENUM && type->kind != TYPE_KIND_CARD) || type->optional) {
    diag_report(c->diags, DIAG_E0205, hole->word_span, "`%s` is %s, which has no fields here", field->name,
                type_phrase(c, type));
    return NULL;
  }
  if (!is_filled(type, field->values[*row])) return NULL;
  *row = field->values[*row];
  field = field_named(c, type->symbol, hole, DIAG_E0205);
  if (field) field->used = true;
  return field;
}

/* One label; false after reporting, since the next card would have the same to report. */
static bool make_label(struct compilation *c, struct symbol *deck, const struct tree *title, struct value_name *card) {
  struct text out = arena_text(c->arena);
  for (const struct tree *part = title->kid[STRING_PARTS]; part; part = part->next) {
    if (part->kind == TREE_TEXT_PART) {
      text_add(&out, part->word);
      continue;
    }
    int32_t row = card->index;
    struct field *field = field_shown(c, deck, part, &row);
    if (!field || field->type->kind == TYPE_KIND_ERROR) return false;
    if (!field->values || type_is_multi(field->type)) {
      diag_report(c->diags, DIAG_E0314, part->span, "a label cannot show %s", type_phrase(c, field->type));
      return false;
    }
    if (!is_filled(field->type, field->values[row])) return false;
    add_value(c, &out, field->type, field->values[row]);
  }
  if (out.bytes) card->label = out.bytes;
  return true;
}

static void label_deck(struct compilation *c, struct met met, struct symbol *deck) {
  const struct tree *title = deck->tree->kid[DECK_LABEL];
  if (!title || !met_first(met, deck)) return;
  for (struct field *field = deck->fields; field; field = field->next) /* a label may show labels of another deck */
    if (field->type->kind == TYPE_KIND_CARD) label_deck(c, met, field->type->symbol);
  for (int32_t i = 0; i < deck->count; i++)
    if (!deck->values[i].labelled && !make_label(c, deck, title, &deck->values[i])) return;
}

void labels_make(struct compilation *c) {
  struct met met = met_begin(c);
  for (struct symbol *deck = c->first_of[SYMBOL_DECK]; deck; deck = deck->alike) label_deck(c, met, deck);
}
