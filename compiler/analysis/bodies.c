/* What a call of a fn means: its expression with the arguments in the place of the parameters, so that a condition that has
 * a name tells as much as one that is written out. */
#include "compiler/analysis/flow.h"

/* The expression of a fn: what follows its `=`, or what its only statement returns; NULL if there is more to it. */
static const struct tree *expression_of(const struct symbol *fn) {
  const struct tree *block = fn->tree->kid[FN_BLOCK], *only = block ? block->kid[BLOCK_STATEMENTS] : NULL;
  if (fn->tree->kid[FN_VALUE]) return fn->tree->kid[FN_VALUE];
  return only && only->kind == TREE_RETURN && !only->next ? only->kid[RETURN_VALUE] : NULL;
}

/* The argument for a parameter, or NULL when the name is none. */
static const struct tree *argument_for(const struct symbol *fn, const struct tree *call, const struct tree *name) {
  const struct symbol *meant = name->kind == TREE_NAME ? symbol_meant(name) : NULL;
  const struct tree *argument = call->kid[CALL_ARGS];
  for (const struct symbol *param = fn->params; param && argument; param = param->next_param, argument = argument->next)
    if (param == meant) return argument;
  return NULL;
}

/* A copy with all notes; without a call, as it is. */
static struct tree *put_in(struct flow *f, const struct symbol *fn, const struct tree *call, const struct tree *node);

static struct tree *put_in_list(struct flow *f, const struct symbol *fn, const struct tree *call,
                                const struct tree *list) {
  struct tree *first = NULL, **tail = &first;
  for (; list && f->fuel > 0; list = list->next) {
    *tail = put_in(f, fn, call, list);
    tail = &(*tail)->next;
  }
  return first;
}

static struct tree *put_in(struct flow *f, const struct symbol *fn, const struct tree *call, const struct tree *node) {
  const struct tree *argument = call ? argument_for(fn, call, node) : NULL;
  f->fuel--;
  if (argument) return put_in(f, fn, NULL, argument);
  struct tree *copy = tree_new(f->c->arena, node->kind, node->span);
  copy->flags = node->flags;
  copy->number = node->number;
  copy->word = node->word;
  copy->word_span = node->word_span;
  copy->note = node->note;
  copy->symbol = node->symbol;
  for (int i = 0; i < tree_kid_count(node->kind); i++) copy->kid[i] = put_in_list(f, fn, call, node->kid[i]);
  return copy;
}

const struct tree *bodies_of_call(struct flow *f, const struct tree *call) {
  const struct note *note = call->kind == TREE_CALL ? note_of(call) : NULL;
  const struct symbol *fn = note && note->kind == NOTE_CALL ? note->symbol : NULL;
  if (!fn || fn->kind != SYMBOL_FN || fn->recursive || fn->deck_param) return NULL;
  const struct tree *expression = expression_of(fn);
  if (!expression || f->fuel <= 0) return NULL;
  const struct tree *body = put_in(f, fn, call, expression);
  return f->fuel > 0 ? body : NULL; /* else parts of it are missing */
}
