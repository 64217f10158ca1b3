/* What holds whenever a procedure is entered: what is known of variables and zones at every call of it. `hand[p]` at the
 * call `discard(p)` is `hand[q]` inside `discard(q: player)`. The first call brings all it knows; each further one
 * leaves only what it knows, too. */
#include "compiler/analysis/flow.h"

enum { ENTRY_LIMIT = 8 };

struct entries_call {
  int count, grown;
  struct fact facts[ENTRY_LIMIT];
};

/* The parameter that gets the argument which names `local`, or NULL. */
static struct symbol *param_for(const struct symbol *callee, const struct tree *arguments, const struct symbol *local) {
  struct symbol *param = callee->params;
  for (const struct tree *arg = arguments; arg && param; arg = arg->next, param = param->next_param)
    if (arg->kind == TREE_NAME && symbol_meant(arg) == local && local) return param;
  return NULL;
}

static const struct tree *argument_for(const struct symbol *callee, const struct tree *arguments,
                                       const struct symbol *param) {
  const struct symbol *at = callee->params;
  const struct tree *arg = arguments;
  while (arg && at && at != param) arg = arg->next, at = at->next_param;
  return at ? arg : NULL;
}

/* An index in the words of the callee; NULL when it cannot be said there. */
static struct tree *translate_index(struct flow *f, const struct symbol *callee, const struct tree *arguments,
                                    const struct tree *index) {
  const struct note *note = note_of(index);
  struct symbol *param = param_for(callee, arguments, symbol_meant(index));
  if (!note || index->kind != TREE_NAME || (note->kind != NOTE_VALUE && !param)) return NULL;
  struct tree *copy = tree_new(f->c->arena, TREE_NAME, index->span);
  copy->word = param ? param->name : index->word;
  types_note(f->c, copy, note->kind, note->type, param, note->value);
  return copy;
}

/* A variable or zone in the words of the callee. */
static const struct tree *translate(struct flow *f, const struct symbol *callee, const struct tree *arguments,
                                    const struct tree *node) {
  if (node->kind == TREE_NAME) return node;
  if (node->kind != TREE_INDEX || note_of(node->kid[INDEX_BASE])) return NULL;
  struct tree *copy = tree_new(f->c->arena, TREE_INDEX, node->span);
  copy->kid[INDEX_BASE] = node->kid[INDEX_BASE];
  copy->note = node->note;
  for (const struct tree *arg = node->kid[INDEX_ARGS]; arg; arg = arg->next) {
    struct tree *index = translate_index(f, callee, arguments, arg);
    if (!index) return NULL;
    copy->kid[INDEX_ARGS] = tree_append(copy->kid[INDEX_ARGS], index);
  }
  return copy;
}

static bool is_global(const struct fact *fact) {
  return !fact->over && fact->kind != FACT_CONDITION &&
         (fact->base->kind == SYMBOL_VAR || fact->base->kind == SYMBOL_ZONE);
}

static struct entries_call *first_call(struct flow *f, const struct symbol *callee, const struct tree *arguments) {
  struct entries_call *entry = arena_alloc(f->c->arena, sizeof *entry);
  for (int i = f->fact_count; i-- > 0 && entry->count < ENTRY_LIMIT;) {
    const struct fact *fact = &f->facts[i];
    const struct tree *expression = is_global(fact) ? translate(f, callee, arguments, fact->expression) : NULL;
    if (!expression) continue;
    entry->facts[entry->count] = *fact;
    entry->facts[entry->count].own = value_anything();
    entry->facts[entry->count++].expression = expression;
  }
  return entry;
}

/* Whether `inside`, in the words of the callee, is `outside` at the call. */
static bool is_same(const struct symbol *callee, const struct tree *arguments, const struct tree *inside,
                    const struct tree *outside) {
  if (inside->kind != outside->kind) return false;
  if (inside->kind != TREE_INDEX) return meant_same(inside, outside);
  if (symbol_meant(inside) != symbol_meant(outside)) return false;
  const struct tree *a = inside->kid[INDEX_ARGS], *b = outside->kid[INDEX_ARGS];
  for (; a && b; a = a->next, b = b->next) {
    const struct tree *given = argument_for(callee, arguments, symbol_meant(a));
    if (!meant_same(given && symbol_meant(a) ? given : a, b)) return false;
  }
  return !a && !b;
}

static const struct fact *known_at_call(const struct flow *f, const struct symbol *callee, const struct tree *arguments,
                                        const struct fact *wanted) {
  for (int i = f->fact_count; i-- > 0;) {
    const struct fact *fact = &f->facts[i];
    if (is_global(fact) && fact->kind == wanted->kind && fact->base == wanted->base &&
        is_same(callee, arguments, wanted->expression, fact->expression))
      return fact;
  }
  return NULL;
}

static void further_call(struct flow *f, struct entries_call *entry, const struct symbol *callee,
                         const struct tree *arguments) {
  int kept = 0;
  for (int i = 0; i < entry->count; i++) {
    struct fact fact = entry->facts[i];
    const struct fact *here = known_at_call(f, callee, arguments, &fact);
    struct value value = here ? value_join(fact.value, here->value) : fact.value;
    bool wider = here && !value_equal(value, fact.value);
    f->grown |= !here || wider;
    entry->grown += wider;
    if (!here || entry->grown > 4 * ENTRY_LIMIT) continue;
    fact.value = value;
    entry->facts[kept++] = fact;
  }
  entry->count = kept;
}

void entries_call(struct flow *f, struct symbol *callee, const struct tree *arguments) {
  struct known *known = known_of(f->a, callee);
  if (f->reporting) return;
  if (known->entry) further_call(f, known->entry, callee, arguments);
  else known->entry = first_call(f, callee, arguments);
}

void entries_forget(struct flow *f, struct symbol *callee) {
  struct known *known = known_of(f->a, callee);
  if (!known->entry) known->entry = arena_alloc(f->c->arena, sizeof *known->entry);
  f->grown |= known->entry->count > 0;
  known->entry->count = 0;
}

void entries_open(struct flow *f, const struct known *procedure) {
  const struct entries_call *entry = procedure->entry;
  for (int i = 0; entry && i < entry->count; i++) f->facts[f->fact_count++] = entry->facts[i];
}
