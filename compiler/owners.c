/* Decks that each player has a set of: whether some rule takes cards from the places of one owner to those of another,
 * or of nobody. Nobody can know then whose set a hidden card is of, and samples deal the cards of all owners together.
 *
 * Two places have the same owner if the same name stands in both indices. Knows nothing of values. */
#include "compiler/lower.h"

/* The name that says whose place a zone is, or NULL: nobody's, or it is not known here. */
static const char *owner_name(const struct tree *zone) {
  if (zone->kind == TREE_PLACE) zone = zone->kid[PLACE_ZONE];
  if (zone->kind != TREE_INDEX) return NULL;
  const struct symbol *symbol = note_of(zone)->symbol;
  if (!symbol || symbol->kind != SYMBOL_ZONE || symbol->dims[0]->kind != TYPE_KIND_PLAYER) return NULL;
  const struct tree *owner = zone->kid[INDEX_ARGS];
  return owner->kind == TREE_NAME ? owner->word : NULL;
}

static struct symbol *deck_of(const struct tree *zone) {
  if (zone->kind == TREE_PLACE) zone = zone->kid[PLACE_ZONE];
  const struct type *type = type_of(zone);
  struct symbol *deck = type->element ? type->element->symbol : NULL;
  return deck && deck->kind == SYMBOL_DECK_PARAM ? deck->bound : deck;
}

void owners_note_move(struct lower *l, const struct tree *from, const struct tree *to) {
  const struct symbol *deck = deck_of(from);
  if (!deck || deck->kind != SYMBOL_DECK || !(deck->tree->flags & FLAG_EACH_PLAYER)) return;
  const char *left = owner_name(from), *right = owner_name(to);
  if (left && left == right) return;
  if (!arena_failed(l->c->arena)) ITEM(l->c, decks, struct deck, deck->deck_index)->wanders = 1;
}
