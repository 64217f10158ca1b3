/* Small questions that several analyses ask about symbols and trees. */
#include <string.h>

#include "compiler/analysis/analysis.h"

struct known *known_of(struct analysis *a, struct symbol *symbol) {
  if (symbol->known) return symbol->known;
  struct known *known = arena_alloc(a->c->arena, sizeof *known);
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

struct tree *known_body(const struct symbol *procedure) {
  struct tree *tree = procedure->tree;
  switch (tree->kind) {
  case TREE_OPTIONS: return tree->kid[OPTIONS_OPTIONS];
  case TREE_RANK: return tree->kid[RANK_KEYS];
  case TREE_SCENARIO: return tree->kid[SCENARIO_ITEMS];
  default: return tree_kid_as(tree, AS_VALUE | AS_CONDITION | AS_STATEMENT);
  }
}

unsigned known_happens_in(const struct tree *node) {
  return (tree_does(node, DOES_ASKS) ? HAPPENS_CHOICE : 0U) | (tree_does(node, DOES_CHANCE) ? HAPPENS_CHANCE : 0U) |
         (node->kind == TREE_END_GAME ? HAPPENS_END : 0U);
}

struct symbol *symbol_meant(const struct tree *node) {
  if (node->kind == TREE_INDEX && !note_of(node->kid[INDEX_BASE])) {
    const struct note *note = note_of(node);
    return note && note->kind == NOTE_SYMBOL ? note->symbol : NULL;
  }
  if (node->kind == TREE_INDEX) return symbol_meant(node->kid[INDEX_BASE]);
  const struct note *note = node->kind == TREE_NAME ? note_of(node) : NULL;
  return note && note->kind == NOTE_SYMBOL ? note->symbol : NULL;
}

struct tree *known_zone(struct tree *place) {
  return place->kind == TREE_PLACE ? place->kid[PLACE_ZONE] : place;
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

static bool same_list(const struct tree *a, const struct tree *b) {
  for (; a && b; a = a->next, b = b->next)
    if (!known_same(a, b)) return false;
  return !a && !b;
}

bool known_same(const struct tree *a, const struct tree *b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind || a->number != b->number || a->flags != b->flags) return false;
  if (a->kind == TREE_TEXT_PART ? strcmp(a->word, b->word) != 0 : a->word != b->word) return false;
  if (a->kind == TREE_NAME && symbol_meant(a) != symbol_meant(b)) return false;
  if (a->kind == TREE_NAME && note_of(a) && note_of(b) && note_of(a)->value != note_of(b)->value) return false;
  for (int i = 0; i < tree_kid_count(a->kind); i++)
    if (!same_list(a->kid[i], b->kid[i])) return false;
  return true;
}

const char *known_text(struct compilation *c, struct span span) {
  enum { LONGEST = 70 };
  const char *text = c->sources->items[span.file]->text;
  struct text out = arena_text(c->arena);
  bool blank = false;
  for (uint32_t at = span.start; at < span.end && out.length < LONGEST; at++) {
    bool space = text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r';
    if (!space && blank) text_add(&out, " ");
    if (!space) text_add_bytes(&out, text + at, 1);
    blank = space;
  }
  bool cut = out.length >= LONGEST;
  while (cut && out.length && ((unsigned char)out.bytes[out.length - 1] & 0xC0) == 0x80) out.bytes[--out.length] = 0;
  if (cut) text_add(&out, "…");
  return text_get(&out);
}

bool known_is_judged(const struct symbol *symbol) {
  return !symbol->from_library && symbol->name && symbol->name[0] != '_';
}

bool known_is_stage(const struct symbol *symbol) {
  return symbol->tree->kind == TREE_EFFECT || symbol->tree->kind == TREE_PHASE || symbol->tree->kind == TREE_OPTIONS;
}
