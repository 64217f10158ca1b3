/* words: the cards of a pool without copies are bits of words; where one word holds them all they are read and moved as
 * bits, and the kinds in any small pool are walked as a set.
 *
 * What must hold: the zone is declared, not a parameter, so that its form is known (layout.c), its deck has at most as
 * many kinds as the words have bits, and a zone that cards are moved to has room for all. Why nothing changes: kinds are
 * met in ascending order either way, and a bit that is missing or there already raises the error that a move of one card
 * raises. */
#include "compiler/optimise/optimise.h"

enum { POOL_WORDS = 4, IMMEDIATE = 32767 };

bool words_is_one(const struct lower *l, const struct tree *zone) {
  const struct note *note = note_of(zone);
  return lower_runs(l, PASS_words) && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE &&
         note->symbol->form == ZONE_BITS && type_count(l->c, note->symbol->type->element) <= 64;
}

void words_of_zone(struct lower *l, struct tree *zone, int32_t slot, unsigned words) {
  int32_t first, number = select_zone(l, zone, IMMEDIATE, &first);
  if (words == 1 && words_is_one(l, zone)) emit(l, OP_CODE_ZONE_WORD, 0, slot, number, first);
  else emit(l, OP_CODE_ZONE_SET, words, slot, number, first);
}

unsigned words_of_pool(const struct lower *l, const struct tree *domain) {
  const struct note *note = note_of(domain);
  if (!lower_runs(l, PASS_words) || note->kind != NOTE_SYMBOL || note->symbol->kind != SYMBOL_ZONE) return 0;
  if (note->symbol->form != ZONE_BITS && note->symbol->form != ZONE_COUNTS) return 0;
  unsigned words = ((unsigned)type_count(l->c, note->type->element) + 63) / 64;
  return words <= POOL_WORDS ? words : 0;
}

/* A card that is there once, to a place that has room for all. */
static bool moves_a_bit(const struct lower *l, const struct tree *move) {
  const struct tree *from = move->kid[MOVE_FROM], *to = move->kid[MOVE_TO];
  if (from->kind == TREE_PLACE || to->kind == TREE_PLACE) return false;
  if (!words_is_one(l, from) || !words_is_one(l, to)) return false;
  const struct tree *target = note_of(to)->symbol->tree;
  return target->kind == TREE_POOL && !target->kid[POOL_HOLDS];
}

bool words_move(struct lower *l, struct tree *move) {
  if (!moves_a_bit(l, move)) return false;
  struct tree *to = move->kid[MOVE_TO];
  int32_t card = lower_value(l, move->kid[MOVE_WHAT]), first;
  int32_t from = select_zone(l, move->kid[MOVE_FROM], UINT8_MAX, &first);
  int32_t target = note_of(to)->symbol->first_instance;
  if (to->kind == TREE_NAME && target <= UINT16_MAX)
    emit(l, OP_CODE_ZONE_MOVE_BIT_TO, (unsigned)first, card, from, target);
  else emit(l, OP_CODE_ZONE_MOVE_BIT, (unsigned)first, card, from, lower_zone(l, to));
  return true;
}

bool words_keep_order(const struct lower *l, const struct tree *from, const struct tree *to) {
  const struct note *note = note_of(from), *other = note_of(to->kind == TREE_PLACE ? to->kid[PLACE_ZONE] : to);
  bool declared = note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE && other->kind == NOTE_SYMBOL &&
                  other->symbol->kind == SYMBOL_ZONE;
  return lower_runs(l, PASS_words) && declared && note->symbol->form == ZONE_BITS && note->symbol != other->symbol;
}
