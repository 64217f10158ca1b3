/* Small questions that passes behind the types ask about checked trees. */
#include "compiler/meant.h"

#include <string.h>

struct symbol *symbol_meant(const struct tree *node) {
  if (node->kind == TREE_INDEX && !note_of(node->kid[INDEX_BASE])) {
    const struct note *note = note_of(node);
    return note && note->kind == NOTE_SYMBOL ? note->symbol : NULL;
  }
  if (node->kind == TREE_INDEX) return symbol_meant(node->kid[INDEX_BASE]);
  const struct note *note = node->kind == TREE_NAME ? note_of(node) : NULL;
  return note && note->kind == NOTE_SYMBOL ? note->symbol : NULL;
}

struct tree *meant_zone(struct tree *place) {
  return place->kind == TREE_PLACE ? place->kid[PLACE_ZONE] : place;
}

struct tree *meant_body(const struct symbol *procedure) {
  struct tree *tree = procedure->tree;
  switch (tree->kind) {
  case TREE_OPTIONS: return tree->kid[OPTIONS_OPTIONS];
  case TREE_RANK: return tree->kid[RANK_KEYS];
  case TREE_SCENARIO: return tree->kid[SCENARIO_ITEMS];
  default: return tree_kid_as(tree, AS_VALUE | AS_CONDITION | AS_STATEMENT);
  }
}

static bool same_list(const struct tree *a, const struct tree *b) {
  for (; a && b; a = a->next, b = b->next)
    if (!meant_same(a, b)) return false;
  return !a && !b;
}

bool meant_same(const struct tree *a, const struct tree *b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind || a->number != b->number || a->flags != b->flags) return false;
  if (a->kind == TREE_TEXT_PART ? strcmp(a->word, b->word) != 0 : a->word != b->word) return false;
  if (a->kind == TREE_NAME && symbol_meant(a) != symbol_meant(b)) return false;
  if (a->kind == TREE_NAME && note_of(a) && note_of(b) && note_of(a)->value != note_of(b)->value) return false;
  for (int i = 0; i < tree_kid_count(a->kind); i++)
    if (!same_list(a->kid[i], b->kid[i])) return false;
  return true;
}

const char *meant_text(struct compilation *c, struct span span) {
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
