/* Small questions that several analyses ask about symbols and trees. */
#include "compiler/analysis/analysis.h"

struct known *known_of(struct analysis *a, struct symbol *symbol) {
  if (symbol->known) return symbol->known;
  struct known *known = arena_failed(a->c->arena) ? a->spare : arena_alloc(a->c->arena, sizeof *known);
  *known = (struct known){ .symbol = symbol, .value = value_nothing() };
  if (symbol->kind == SYMBOL_VAR || symbol->kind == SYMBOL_ZONE) known->number = ++a->numbers;
  symbol->known = known;
  return known;
}

static unsigned place_of(unsigned number) { return number % 256; }

bool touched_has(const struct touched *touched, unsigned number) {
  return touched->bits[place_of(number) / 64] >> place_of(number) % 64 & 1;
}

void touched_add(struct touched *touched, unsigned number) {
  touched->bits[place_of(number) / 64] |= UINT64_C(1) << place_of(number) % 64;
}

bool touched_meet(const struct touched *a, const struct touched *b) {
  for (int i = 0; i < 4; i++)
    if (a->bits[i] & b->bits[i]) return true;
  return false;
}

bool touched_join(struct touched *touched, const struct touched *more) {
  bool grown = false;
  for (int i = 0; i < 4; i++) {
    grown |= (more->bits[i] & ~touched->bits[i]) != 0;
    touched->bits[i] |= more->bits[i];
  }
  return grown;
}

unsigned known_happens_in(const struct tree *node) {
  return (tree_does(node, DOES_ASKS) ? HAPPENS_CHOICE : 0U) | (tree_does(node, DOES_CHANCE) ? HAPPENS_CHANCE : 0U) |
         (node->kind == TREE_END_GAME ? HAPPENS_END : 0U);
}

static struct symbol *zone_named(const struct compilation *c, const struct tree *tree) {
  if (tree && tree->kind == TREE_INDEX) tree = tree->kid[INDEX_BASE];
  struct symbol *symbol = tree && tree->kind == TREE_NAME ? symbol_find(c, tree->word) : NULL;
  return symbol && symbol->kind == SYMBOL_ZONE ? symbol : NULL;
}

struct symbol *known_refill(const struct compilation *c, const struct symbol *zone) {
  return zone->kind == SYMBOL_ZONE && zone->tree->kind == TREE_PILE ? zone_named(c, zone->tree->kid[PILE_REFILL])
                                                                    : NULL;
}

struct symbol *known_home(const struct compilation *c, const struct symbol *deck) {
  return zone_named(c, deck->tree->kid[DECK_ZONE]);
}

bool known_is_judged(const struct symbol *symbol) {
  return !symbol->from_library && symbol->name && symbol->name[0] != '_';
}

bool known_is_stage(const struct symbol *symbol) {
  return symbol->tree->kind == TREE_EFFECT || symbol->tree->kind == TREE_PHASE || symbol->tree->kind == TREE_OPTIONS;
}
