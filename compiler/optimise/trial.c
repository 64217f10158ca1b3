/* What a piece of rules may do, found by making its plain code on trial.
 *
 * Nothing of that code is kept: emit.c only gathers what each instruction may do, from the one list in vm/opcodes.def,
 * less what the lowering of the construct has proven not to happen there (emit_sure). So a construct that lowering
 * learns is judged rightly from the first day, and no optimisation keeps a list of its own of what may fail. */
#include "compiler/optimise/trial.h"

enum { ANYTHING = 0xff, TRIAL_PARAMS = 32 };

/* Answers are kept by the address of what was asked about, plus one so that none is NULL; but not inside a procedure that
 * stands in the place of several calls, where the answer depends on the arguments. */
static bool known(const struct lower *l, const void *what, unsigned *effects) {
  uintptr_t kept = l->inline_shared ? 0 : (uintptr_t)table_get(l->c->trials, what);
  *effects = (unsigned)kept - 1;
  return kept != 0;
}

static unsigned keep(const struct lower *l, const void *what, unsigned effects) {
  if (!l->inline_shared) table_put(l->c->trials, what, (void *)(uintptr_t)(effects + 1));
  return effects;
}

/* Begins where `l` is, with all that is known there forgotten but for the registers of names. What is wrong with the
 * code is reported when it is made in earnest. */
static struct lower begin(const struct lower *l, struct diag_list *unread) {
  struct compilation *c = l->c;
  *unread = (struct diag_list){ .arena = c->arena, .sources = c->sources };
  return (struct lower){ .c = c,
                         .proc = l->proc,
                         .proc_index = l->proc_index,
                         .phase = l->phase,
                         .top = l->top,
                         .high = l->high,
                         .at = l->at,
                         .depth_slot = l->depth_slot,
                         .inline_shared = l->inline_shared,
                         .trial = true };
}

static void lower_expression(struct lower *trial, struct tree *node) {
  struct type *type = type_of(node);
  if (type->kind == TYPE_KIND_ZONE) lower_zone(trial, node);
  else lower_into(trial, node, slot_take(trial, type_slots(trial->c, type)), type);
}

unsigned trial_expression(struct lower *l, struct tree *node) {
  struct compilation *c = l->c;
  unsigned effects;
  if (known(l, node, &effects)) return effects;
  if (!note_of(node) || type_of(node)->kind == TYPE_KIND_TEXT) return ANYTHING;
  struct diag_list unread, *diags = c->diags;
  struct lower trial = begin(l, &unread);
  c->diags = &unread;
  lower_expression(&trial, node);
  c->diags = diags;
  return keep(l, node, trial.effects);
}

/* ---- what statements may change ---- */

static bool is_assignable(const struct tree *node, const void *unused) {
  (void)unused;
  const struct note *note = node->kind == TREE_NAME ? node->note : NULL;
  return note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL && note->symbol->tree &&
         note->symbol->tree->kind == TREE_LOCAL;
}

/* Statements change variables of their own, and the position unless they belong to a fn. Which part of it they change is
 * not asked: they may call anything, and players may choose in between. */
bool trial_is_stable(struct lower *l, struct tree *condition) {
  if (tree_first(condition, is_assignable, NULL)) return false;
  return lower_in_fn(l) || !(trial_expression(l, condition) & EFFECT_READS);
}

/* ---- binders and fns ---- */

unsigned trial_binder(struct lower *l, struct tree *binder) {
  struct compilation *c = l->c;
  unsigned effects;
  if (known(l, binder, &effects)) return effects;
  struct symbol *local = binder->symbol;
  int32_t slot = local->slot;
  struct diag_list unread, *diags = c->diags;
  struct lower trial = begin(l, &unread);
  struct walk walk;
  c->diags = &unread;
  walk_binder(&trial, &walk, binder, false);
  walk_close(&trial, &walk);
  c->diags = diags;
  local->slot = slot;
  return keep(l, binder, trial.effects);
}

static void lower_body(struct lower *trial, struct symbol *fn) {
  struct tree *value = fn->tree->kid[FN_VALUE];
  if (value) lower_into(trial, value, slot_take(trial, type_slots(trial->c, fn->type)), fn->type);
  else lower_block(trial, fn->tree->kid[FN_BLOCK]);
}

unsigned trial_fn(struct lower *l, struct symbol *fn) {
  struct compilation *c = l->c;
  unsigned effects;
  if (fn->kind != SYMBOL_FN || fn->recursive || fn->deck_param || fn->type->kind == TYPE_KIND_TEXT) return ANYTHING;
  if (symbol_is_extern(fn)) return opcode_effects[OP_CODE_CALL_EXTERN];
  struct diag_list unread, *diags = c->diags;
  struct lower trial = begin(l, &unread);
  trial.inline_shared = 0; /* here it is called, with any arguments */
  if (known(&trial, fn, &effects)) return effects;
  int32_t slots[TRIAL_PARAMS], count = 0;
  for (struct symbol *param = fn->params; param; param = param->next_param) {
    if (count == TRIAL_PARAMS) return keep(&trial, fn, ANYTHING);
    slots[count++] = param->slot;
  }
  trial.proc = fn;
  for (struct symbol *param = fn->params; param; param = param->next_param)
    param->slot = slot_take(&trial, type_slots(c, param->type));
  c->diags = &unread;
  lower_body(&trial, fn);
  c->diags = diags;
  count = 0;
  for (struct symbol *param = fn->params; param; param = param->next_param) param->slot = slots[count++];
  return keep(&trial, fn, trial.effects);
}
