/* hoist: parts of an option's conditions that do not depend on the innermost arguments are worked out once, outside the
 * loops over those arguments; so are whole sets and the like that a question asks of each element.
 *
 * What must hold: the part mentions only arguments that are bound by then, and by trial it cannot raise a rule error: it
 * may stand behind a guard, or in a loop that has nothing to do. Why nothing changes: an enumerator changes nothing, so
 * the part is the same whenever it is worked out.
 *
 * A part is remembered by its tree node, which is why nothing is remembered inside a fn in the place of its call, whose
 * nodes stand for several calls: see inline.c. */
#include "compiler/optimise/hoist.h"

#include "compiler/optimise/trial.h"

/* Worth a register: anything that takes an instruction and gives a value. */
static bool is_part(const struct tree *node) {
  const struct note *note = node->note;
  if (!note || note->kind == NOTE_VALUE || note->type->kind == TYPE_KIND_TEXT || note->type->kind == TYPE_KIND_ZONE ||
      note->type->kind == TYPE_KIND_ERROR || note->type->kind == TYPE_KIND_VOID || note->type->kind == TYPE_KIND_CELL)
    return false;
  switch (node->kind) {
  case TREE_CALL: return note->kind == NOTE_CALL || note->kind == NOTE_BUILTIN;
  case TREE_INDEX:
  case TREE_FIELD: return true;
  case TREE_LIST_VALUE: return note->type->kind == TYPE_KIND_SET || note->type->kind == TYPE_KIND_BAG;
  case TREE_BINARY: return note->type->kind != TYPE_KIND_BOOL;
  default: return tree_is_comprehension(node) && node->kind != TREE_HANDS;
  }
}

static void keep(struct lower *l, struct tree *node, struct type *type) {
  int32_t constant;
  if (hoist_find(l, node, type) || fold_constant(l, node, &constant) || trial_raises(l, node)) return;
  struct hoisted *entry = arena_alloc(l->c->arena, sizeof *entry);
  int32_t slot = slot_take(l, type_slots(l->c, type));
  lower_into(l, node, slot, type);
  *entry = (struct hoisted){ node, type, slot, l->hoisted };
  l->hoisted = entry;
}

static void search(struct lower *l, const struct tree *option, struct tree *node, int bound);

static void search_list(struct lower *l, const struct tree *option, struct tree *node, int bound) {
  for (; node; node = node->next) search(l, option, node, bound);
}

/* Keeps the largest parts of an expression that the arguments bound so far decide. */
static void search(struct lower *l, const struct tree *option, struct tree *node, int bound) {
  const struct note *note = node->note;
  bool decided = early_needed(option, node) <= bound;
  if (node->kind == TREE_NAME && note && note->kind == NOTE_SYMBOL && note->symbol->inline_value) {
    search(l, option, note->symbol->inline_value, bound);
    return;
  }
  if (decided && note && is_part(node)) {
    keep(l, node, note->type);
    return;
  }
  if (tree_is_comprehension(node)) return; /* its own variable is not known out here */
  if (node->kind == TREE_BINARY)           /* a zone that is compared or added up is read as a bag */
    for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
      struct tree *part = node->kid[side];
      bool zone = part->note && note_of(part)->type->kind == TYPE_KIND_ZONE;
      bool compared =
          node->number == OP_LE || node->number == OP_GE || node->number == OP_ADD || node->number == OP_SUB;
      if (zone && compared && early_needed(option, part) <= bound)
        keep(l, part, type_container(l->c, TYPE_KIND_BAG, note_of(part)->type->element, 0));
    }
  for (int i = 0; i < tree_kid_count(node->kind); i++) search_list(l, option, node->kid[i], bound);
}

void hoist_parts(struct lower *l, struct tree *option, int bound, int all) {
  int number = 1;
  if (bound == all || !lower_runs(l, PASS_hoist)) return;
  for (struct tree *arg = option->kid[OPTION_ARGS]; arg; arg = arg->next, number++) {
    if (number <= bound) continue;
    /* the domain of the next argument is walked right here: nothing is gained by moving it */
    if (number > bound + 1) search(l, option, arg->kid[BINDER_DOMAIN], bound);
    if (arg->kid[BINDER_WHERE]) search(l, option, arg->kid[BINDER_WHERE], bound);
  }
  for (struct tree *need = option->kid[OPTION_NEEDS]; need; need = need->next)
    if (early_needed(option, need->kid[NEED_CONDITION]) > bound) search(l, option, need->kid[NEED_CONDITION], bound);
}

/* ---- questions ---- */

/* Only what takes more than one register: less is as soon read again. */
static void search_element(struct lower *l, const struct symbol *element, struct tree *node) {
  for (; node; node = node->next) {
    const struct note *note = node->note;
    bool is_many = note && note->type && type_is_multi(note->type) && is_part(node);
    if (is_many && !lower_mentions(node, element)) keep(l, node, note->type);
    else if (!tree_is_comprehension(node))
      for (int i = 0; i < tree_kid_count(node->kind); i++) search_element(l, element, node->kid[i]);
  }
}

void hoist_before(struct lower *l, struct tree *binder) {
  if (lower_runs(l, PASS_hoist) && !l->trial) search_element(l, binder->symbol, binder->kid[BINDER_WHERE]);
}

const struct hoisted *hoist_find(const struct lower *l, const struct tree *node, const struct type *type) {
  for (const struct hoisted *entry = l->hoisted; entry; entry = entry->next)
    if (entry->node == node && type_equal(entry->type, type)) return entry;
  return NULL;
}
