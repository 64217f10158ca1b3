/* inline: small fns, and effects and phases that are called in one place only, are put in the place of their call:
 * arguments become registers, the body is lowered where it is called. A body of statements goes on behind itself where it
 * would return.
 *
 * What must hold: the procedure does not call itself, is not generic, has few parameters, and code does not grow beyond
 * what jumps can reach. Why nothing changes: arguments are worked out before the body and in the same order; a parameter
 * cannot be assigned to, so it may share the register of a name that it was given, or be a number if that is known; the
 * frame it would have had is only read by itself; and a mark (struct mark) tells rule errors and coverage which call this
 * is. Only fuel is saved. */
#include "compiler/optimise/fields.h"
#include "compiler/optimise/trial.h"

/* A jump reaches 32,767 instructions: sizes and depth keep procedures far below that. Fns that mention each other many
 * times would still multiply: what has grown by INLINE_GROWTH instructions in the place of one call, or to INLINE_TOTAL
 * instructions and marks as a whole, is large enough, and calls from there on. */
enum { INLINE_DEPTH = 12, INLINE_SIZE = 60, INLINE_ONCE_SIZE = 400, MOST_PARAMS = 16 };
enum { INLINE_GROWTH = 8000, INLINE_TOTAL = 1000000 };

static int32_t count_nodes(const struct tree *node) {
  int32_t count = 0;
  for (; node; node = node->next) {
    count++;
    for (int i = 0; i < tree_kid_count(node->kind); i++) count += count_nodes(node->kid[i]);
  }
  return count;
}

/* Counted when first needed: just before the body is lowered. */
static int32_t size_of(struct symbol *callee) {
  const struct tree *block = lower_block_of(callee);
  if (!callee->inline_size) callee->inline_size = count_nodes(block ? block : callee->tree->kid[FN_VALUE]);
  return callee->inline_size;
}

static bool has_room(const struct lower *l) {
  if (l->inline_depth >= INLINE_DEPTH || l->c->code.count + l->c->marks.count >= INLINE_TOTAL) return false;
  return l->inline_depth == 0 || l->c->code.count - l->inline_from < INLINE_GROWTH;
}

static void go_inside(struct lower *l, struct call_site *site, const struct tree *call) {
  bool shared = note_of(call)->symbol->call_count != 1;
  if (l->inline_depth++ == 0) l->inline_from = l->c->code.count;
  l->inline_shared += shared;
  *site = (struct call_site){ call->span, l->inline_depth, shared, l->sites };
  l->sites = site;
}

static void go_outside(struct lower *l) {
  l->inline_depth--;
  l->inline_shared -= l->sites->shared;
  l->sites = l->sites->outer;
}

static bool can_inline(const struct lower *l, struct symbol *callee) {
  bool once = (callee->kind == SYMBOL_EFFECT || callee->kind == SYMBOL_PHASE) && callee->call_count == 1;
  if (!lower_runs(l, PASS_inline) || (callee->kind != SYMBOL_FN && !once)) return false;
  return !callee->deck_param && !callee->recursive && callee->param_count <= MOST_PARAMS && has_room(l) &&
         size_of(callee) <= (once ? INLINE_ONCE_SIZE : INLINE_SIZE);
}

/* ---- arguments ---- */

/* What a parameter stands for. */
struct argument_value {
  const struct tree *given;
  int32_t slot, constant, shift;
  bool is_constant;
};

/* How things were before parameters had arguments for their values. */
struct before_arguments {
  struct argument_value values[MOST_PARAMS]; /* of the parameters */
  int count;
  struct bound_local *locals;
};

/* Numbers that are known need no register: they are known in the body, too. */
static bool is_constant(const struct lower *l, const struct symbol *param, const struct tree *arg, int32_t *value) {
  enum type_kind kind = param->type->kind;
  bool is_plain = kind == TYPE_KIND_INT || kind == TYPE_KIND_BOOL || kind == TYPE_KIND_ENUM;
  return is_plain && !param->type->optional && type_equal(param->type, type_of(arg)) && fold_constant(l, arg, value);
}

/* Nor do numbers that are counted from a local name: the sum is made where it is used, if it still has to be. */
static bool is_shifted(const struct lower *l, const struct symbol *param, struct tree *arg, struct tree **base,
                       int32_t *shift) {
  if (param->type->kind != TYPE_KIND_INT || param->type->optional || type_of(arg)->optional) return false;
  int32_t by;
  *base = select_shifted(l, arg, &by);
  const struct note *note = note_of(*base);
  bool is_name = (*base)->kind == TREE_NAME && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL &&
                 !note->symbol->inline_value && !(note->symbol->tree && note->symbol->tree->kind == TREE_LOCAL);
  if (by && is_name) *shift = by;
  return by && is_name;
}

static struct argument_value value_of(struct lower *l, const struct symbol *param, struct tree *arg) {
  struct argument_value value = { .given = arg, .slot = -1 };
  struct tree *base;
  if (param->type->kind == TYPE_KIND_ZONE) value.slot = lower_zone(l, arg);
  else if (is_constant(l, param, arg, &value.constant)) value.is_constant = true;
  else if (is_shifted(l, param, arg, &base, &value.shift)) value.slot = lower_value(l, base);
  else if (type_equal(param->type, type_of(arg)) && !(param->type->kind == TYPE_KIND_LIST))
    value.slot = lower_value(l, arg);
  else {
    value.slot = slot_take(l, type_slots(l->c, param->type));
    lower_into(l, arg, value.slot, param->type);
  }
  return value;
}

/* Gives a parameter its value, and returns the one it had. */
static struct argument_value give(struct symbol *param, struct argument_value value) {
  struct argument_value before = { param->given, param->slot, param->constant, param->shift, param->is_constant };
  param->given = value.given;
  param->slot = value.slot;
  param->constant = value.constant;
  param->shift = value.shift;
  param->is_constant = value.is_constant;
  return before;
}

static struct before_arguments bind_arguments(struct lower *l, struct symbol *callee, struct tree *args) {
  struct argument_value values[MOST_PARAMS];
  int count = 0;
  for (struct symbol *param = callee->params; param && count < MOST_PARAMS;
       param = param->next_param, args = args->next, count++)
    values[count] = value_of(l, param, args);
  locals_drop(l);
  struct before_arguments before = { .count = count, .locals = l->locals };
  int i = 0;
  for (struct symbol *param = callee->params; param && i < count; param = param->next_param, i++) {
    before.values[i] = give(param, values[i]);
    if (param->is_constant || param->shift) continue;
    l->inline_depth++; /* it belongs to what is called */
    locals_bind_param(l, param);
    l->inline_depth--;
  }
  return before;
}

static void unbind_arguments(struct lower *l, struct symbol *callee, const struct before_arguments *before) {
  int i = 0;
  for (struct symbol *param = callee->params; param && i < before->count; param = param->next_param, i++)
    give(param, before->values[i]);
  l->locals = before->locals;
}

/* ---- one expression ---- */

void inline_fn(struct lower *l, struct tree *call, void (*use)(struct lower *, struct tree *, void *), void *context) {
  struct symbol *callee = note_of(call)->symbol;
  struct tree *at = l->at;
  struct call_site site;
  struct before_arguments before = bind_arguments(l, callee, call->kid[CALL_ARGS]);
  struct hoisted *hoisted = l->hoisted;
  size_t mark = emit_inlined_mark(l, callee);
  l->hoisted = NULL;
  go_inside(l, &site, call);
  emit_at(l, callee->tree->kid[FN_VALUE]); /* where a rule error happens is told as if it had been called */
  use(l, callee->tree->kid[FN_VALUE], context);
  emit_inlined_end(l, mark);
  emit_at(l, at);
  go_outside(l);
  l->hoisted = hoisted;
  unbind_arguments(l, callee, &before);
}

bool inline_fits(struct lower *l, const struct tree *call) {
  const struct note *note = note_of(call);
  if (call->kind == TREE_CALL && note->kind == NOTE_CALL && tabulate_call(l, note->symbol)) return false;
  return call->kind == TREE_CALL && note->kind == NOTE_CALL && note->symbol->kind == SYMBOL_FN &&
         note->symbol->tree->kid[FN_VALUE] && can_inline(l, note->symbol);
}

/* ---- in the place of the call, as a tree ---- */

/* What may stand in any place, and as often as one likes: names and constants. */
static bool is_atom(const struct lower *l, const struct tree *arg) {
  int32_t constant;
  const struct note *note = note_of(arg);
  bool local = arg->kind == TREE_NAME && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL;
  return (local && !note->symbol->inline_value) || fold_constant(l, arg, &constant);
}

static const struct tree *argument_of(const struct symbol *param, const struct symbol *callee, const struct tree *arg) {
  for (const struct symbol *one = callee->params; one; one = one->next_param, arg = arg->next)
    if (one == param) return arg;
  return NULL;
}

static struct tree *expand(struct lower *l, const struct tree *node, const struct tree *call) {
  const struct note *note = node->kind == TREE_NAME ? node->note : NULL;
  const struct tree *arg = note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL
                               ? argument_of(note->symbol, note_of(call)->symbol, call->kid[CALL_ARGS])
                               : NULL;
  const struct tree *from = arg ? arg : node;
  struct tree *copy = tree_new(l->c->arena, from->kind, from->span);
  *copy = *from;
  copy->next = NULL;
  for (int i = 0; i < tree_kid_count(from->kind); i++) {
    struct tree **tail = &copy->kid[i];
    for (const struct tree *kid = from->kid[i]; kid; kid = kid->next) {
      *tail = arg ? (struct tree *)kid : expand(l, kid, call);
      if (arg) break; /* the rest of the list comes with it */
      tail = &(*tail)->next;
    }
  }
  return copy;
}

static bool is_expandable(struct lower *l, const struct tree *call) {
  if (!inline_fits(l, call)) return false;
  const struct tree *arg = call->kid[CALL_ARGS];
  for (const struct symbol *param = note_of(call)->symbol->params; param; param = param->next_param, arg = arg->next)
    if (!arg || !is_atom(l, arg) || !type_equal(param->type, type_of(arg)) || type_is_multi(param->type)) return false;
  return true;
}

struct tree *inline_expanded(struct lower *l, struct tree *call) {
  if (l->inline_shared || l->trial) return call;
  struct tree *known = table_get(l->c->expanded, (const char *)call);
  if (known) return known;
  struct tree *copy = call;
  if (is_expandable(l, call)) copy = expand(l, note_of(call)->symbol->tree->kid[FN_VALUE], call);
  if (copy != call && trial_raises(l, copy)) copy = call;
  if (!arena_failed(l->c->arena)) table_put(l->c->expanded, (const char *)call, copy);
  return copy;
}

/* ---- statements ---- */

/* What scenarios, rankings and first values call keeps a body of its own: statements in there are not counted as play. */
bool inline_fits_block(struct lower *l, const struct tree *call) {
  const struct note *note = note_of(call);
  return call->kind == TREE_CALL && note->kind == NOTE_CALL && lower_block_of(note->symbol) &&
         note->symbol->type->kind != TYPE_KIND_TEXT && can_inline(l, note->symbol) &&
         ITEM(l->c, procs, struct proc, l->proc_index)->kind != PROC_OTHER;
}

static const struct tree *last_statement(const struct tree *block) {
  const struct tree *node = block->kid[BLOCK_STATEMENTS];
  while (node && node->next) node = node->next;
  return node;
}

/* Counts the `return`s of a local name as it is, and those of something that is made from it. */
static void count_returns(const struct tree *node, const struct symbol *local, int *plain, int *made) {
  for (; node; node = node->next) {
    const struct tree *value = node->kind == TREE_RETURN ? node->kid[RETURN_VALUE] : NULL;
    if (value && value->kind == TREE_NAME && note_of(value)->symbol == local) ++*plain;
    else if (value && lower_mentions(value, local)) ++*made;
    for (int i = 0; i < tree_kid_count(node->kind); i++) count_returns(node->kid[i], local, plain, made);
  }
}

/* Nothing is written to the result before a `return`, which then must not read what it overwrites. */
static const struct symbol *resident_of(const struct symbol *callee, struct tree *block) {
  if (callee->kind != SYMBOL_FN) return NULL;
  for (const struct tree *node = block->kid[BLOCK_STATEMENTS]; node; node = node->next) {
    const struct symbol *local = node->kind == TREE_LET || node->kind == TREE_LOCAL ? node->symbol : NULL;
    if (!local || !type_equal(local->type, callee->type)) continue;
    int plain = 0, made = 0;
    count_returns(node->next, local, &plain, &made);
    if (plain && !made) return local;
  }
  return NULL;
}

/* Lowers the statements of what is called; its `return`s do what `inlined` says. */
static void lower_statements_of(struct lower *l, struct tree *call, struct inlined *inlined) {
  struct symbol *callee = note_of(call)->symbol;
  struct tree *block = lower_block_of(callee), *at = l->at;
  struct lower outer = *l;
  struct call_site site;
  struct before_arguments before = bind_arguments(l, callee, call->kid[CALL_ARGS]);
  inlined->end = label_new(l);
  inlined->last = last_statement(block);
  inlined->pure = callee->kind == SYMBOL_FN;
  if (!inlined->to) inlined->resident = resident_of(callee, block);
  go_inside(l, &site, call);
  l->inlined = inlined;
  l->hoisted = NULL;
  l->loop = NULL;
  l->leave_body = NULL;
  emit_line(l);
  size_t mark = emit_inlined_mark(l, callee);
  if (callee->kind == SYMBOL_PHASE) {
    phase_arguments_note(l, callee, (int32_t)mark, -1);
    lower_phase_begin(l, callee);
  }
  for (const struct symbol *param = callee->params; param; param = param->next_param) fields_keep(l, param, block);
  lower_block(l, block);
  emit_inlined_end(l, mark);
  label_place(l, inlined->end);
  l->leave_body = outer.leave_body;
  l->loop = outer.loop;
  l->hoisted = outer.hoisted;
  l->kept_fields = outer.kept_fields;
  l->inlined = outer.inlined;
  l->phase = outer.phase;
  go_outside(l);
  unbind_arguments(l, callee, &before);
  emit_at(l, at);
}

void inline_block_into(struct lower *l, struct tree *call, int32_t slot) {
  struct type *type = note_of(call)->symbol->type;
  int32_t result = slot < 0 && type->kind != TYPE_KIND_VOID ? slot_take(l, type_slots(l->c, type)) : slot;
  lower_statements_of(l, call, &(struct inlined){ .slot = result, .type = type });
}

void inline_block_jump(struct lower *l, struct tree *call, bool sense, struct label *to) {
  lower_statements_of(l, call, &(struct inlined){ .sense = sense, .to = to });
}

void inline_return(struct lower *l, struct tree *node) {
  const struct inlined *inlined = l->inlined;
  if (inlined->to) lower_jump(l, node->kid[RETURN_VALUE], inlined->sense, inlined->to);
  else lower_into(l, node->kid[RETURN_VALUE], inlined->slot, inlined->type);
  if (node != inlined->last) emit_jump(l, OP_CODE_JUMP, 0, inlined->end);
}
