/* select: instructions that have a small number inside, or know how an element lies in memory, in the place of those that
 * read a register or find out.
 *
 * What must hold: the number fits the operand; the storage has that width. Why nothing changes: each such instruction does
 * what its general form does with that number in a register (vm/opcodes.def lists them side by side, and test_interp.c
 * tests both). */
#include "compiler/optimise/optimise.h"

enum { IMMEDIATE = 32767 };

bool select_small(const struct lower *l, const struct tree *node, int32_t *value) {
  return lower_runs(l, PASS_select) && fold_constant(l, node, value) && *value > -IMMEDIATE && *value < IMMEDIATE;
}

enum opcode select_load(const struct lower *l, const struct symbol *variable) {
  int32_t width = ITEM(l->c, storages, struct storage, variable->storage)->width;
  if (lower_runs(l, PASS_select) && width == 1) return OP_CODE_LOAD_BYTE_AT;
  return lower_runs(l, PASS_select) && width == 4 ? OP_CODE_LOAD_INT_AT : OP_CODE_LOAD_AT;
}

bool select_jump_empty(struct lower *l, struct tree *set, bool sense, struct label *to) {
  if (!lower_runs(l, PASS_select) || type_of(set)->kind != TYPE_KIND_SET) return false;
  emit_branch(l, sense ? OP_CODE_JUMP_EMPTY : OP_CODE_JUMP_SOME, (unsigned)type_words(l->c, type_of(set)),
              lower_value(l, set), 0, to);
  return true;
}

bool select_jump_beyond(struct lower *l, const struct type *bag, int32_t inner, int32_t outer, struct label *to) {
  if (!lower_runs(l, PASS_select) || bag->kind != TYPE_KIND_BAG) return false;
  emit_branch(l, OP_CODE_JUMP_BEYOND, (unsigned)type_words(l->c, bag), inner, outer, to);
  return true;
}

int32_t select_zone(struct lower *l, struct tree *zone, int32_t most, int32_t *first) {
  const struct symbol *symbol = note_of(zone)->symbol;
  bool indexed = lower_runs(l, PASS_select) && zone->kind == TREE_INDEX && symbol->first_instance <= most;
  *first = indexed ? symbol->first_instance : 0;
  return indexed ? lower_index(l, zone->kid[INDEX_ARGS], symbol->dims, symbol->dim_count) : lower_zone(l, zone);
}
