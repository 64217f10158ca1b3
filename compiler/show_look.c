/* Lines of `show` about looks: what a card shows, colours and pictures of values, seats, and what to learn first. */
#include "compiler/show.h"

#include "base/colour.h"
#include "compiler/passes.h"
#include "compiler/type.h"

static bool check_colour(struct compilation *c, const struct tree *text) {
  uint32_t rgb;
  if (colour_read(text->word, &rgb)) return true;
  struct diag *diag = diag_report(c->diags, DIAG_E0904, text->span, "\"%s\" is no colour", text->word);
  struct suggestion near = { .word = text->word };
  for (size_t i = 0; colour_word(i); i++) suggest_consider(&near, colour_word(i));
  if (near.best) near.best = arena_format(c->arena, "\"%s\"", near.best);
  diag_suggest(c->diags, diag, &near);
  if (!near.best) diag_hint(c->diags, diag, "write a word such as \"red\", or its parts: \"#c2402f\"");
  return false;
}

static void take_values(struct compilation *c, const struct tree *line) {
  bool colours = line->number == LOOK_COLOUR;
  struct symbol *type = show_type_named(c, line, 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK);
  for (const struct tree *pair = line->kid[SHOW_LOOKS_VALUES]; type && pair; pair = pair->next) {
    int32_t value = show_value_named(c, type, pair);
    if (value < 0 || (colours && !check_colour(c, pair->kid[SHOW_PAIR_TEXT]))) continue;
    show_line_add(c, &(struct show_line_plan){ .kind = colours ? SHOWS_COLOUR : SHOWS_ICON,
                                               .type = type,
                                               .low = value,
                                               .text = pair->kid[SHOW_PAIR_TEXT]->word });
  }
}

static void take_card(struct compilation *c, const struct tree *line) {
  struct symbol *type = show_type_named(c, line, 1u << SYMBOL_ENUM | 1u << SYMBOL_DECK);
  for (const struct tree *part = line->kid[SHOW_CARD_PARTS]; type && part; part = part->next) {
    struct field *field = field_named(c, type, part, DIAG_E0901);
    if (!field) continue;
    if (field->type->kind == TYPE_KIND_CELL) {
      diag_report(c->diags, DIAG_E0903, part->word_span, "`%s` is an effect, which cannot be printed on a card",
                  field->name);
      continue;
    }
    field->used = true;
    show_line_add(
        c, &(struct show_line_plan){ .kind = SHOWS_CARD, .type = type, .name = field->name, .low = part->number });
  }
}

static void take_seat(struct compilation *c, const struct tree *line) {
  int seat = context_seat_named(c, line->word);
  const struct tree *colour = line->kid[SHOW_SEAT_COLOUR], *title = line->kid[SHOW_SEAT_TITLE];
  if (seat < 0 || seat >= c->high_players) {
    diag_report(c->diags, DIAG_E0217, line->word_span, "no seat is named `%s`", line->word);
    return;
  }
  if (colour && !check_colour(c, colour)) return;
  show_line_add(c, &(struct show_line_plan){ .kind = SHOWS_SEAT,
                                             .low = seat,
                                             .text = title ? title->word : NULL,
                                             .name = colour ? colour->word : NULL });
}

/* Whether the rulebook has the item is citations.c's to say. */
static void take_lesson(struct compilation *c, const struct tree *line) {
  const struct tree *cite = line->cites;
  if (tree_cite_first(cite) != cite->number) {
    diag_report(c->diags, DIAG_E0903, cite->span, "a lesson is about one item of the rulebook");
    return;
  }
  show_line_add(c, &(struct show_line_plan){ .kind = SHOWS_LESSON, .name = cite->word, .text = line->word });
}

void show_take_look(struct compilation *c, const struct tree *line) {
  switch (line->kind) {
  case TREE_SHOW_LOOKS: take_values(c, line); break;
  case TREE_SHOW_CARD: take_card(c, line); break;
  case TREE_SHOW_SEAT: take_seat(c, line); break;
  default: take_lesson(c, line); break;
  }
}
