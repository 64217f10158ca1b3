/* inline: small fns, and effects and phases that are called in one place only, are put in the place of their call:
 * arguments become registers, the body is lowered where it is called. A body of statements goes on behind itself where it
 * would return.
 *
 * What must hold: the procedure does not call itself, is not generic, has few parameters, and code does not grow beyond
 * what jumps can reach. Why nothing changes: arguments are worked out before the body and in the same order; a parameter
 * cannot be assigned to, so it may share the register of a name that it was given; the frame it would have had is only
 * read by itself; and a mark (struct mark) tells rule errors and coverage which call this is. Only fuel is saved. */
#include "compiler/optimise/fields.h"

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
  if (l->inline_depth++ == 0) l->inline_from = l->c->code.count;
  *site = (struct call_site){ call->span, l->inline_depth, l->sites };
  l->sites = site;
}

static void go_outside(struct lower *l) {
  l->inline_depth--;
  l->sites = l->sites->outer;
}

static bool can_inline(const struct lower *l, struct symbol *callee) {
  bool once = (callee->kind == SYMBOL_EFFECT || callee->kind == SYMBOL_PHASE) && callee->call_count == 1;
  if (!lower_runs(l, PASS_inline) || (callee->kind != SYMBOL_FN && !once)) return false;
  return !callee->deck_param && !callee->recursive && callee->param_count <= MOST_PARAMS && has_room(l) &&
         size_of(callee) <= (once ? INLINE_ONCE_SIZE : INLINE_SIZE);
}

/* ---- arguments ---- */

/* How things were before parameters had arguments for their values. */
struct before_arguments {
  int32_t slots[MOST_PARAMS]; /* of the parameters */
  int count;
  struct bound_local *locals;
};

static struct before_arguments bind_arguments(struct lower *l, struct symbol *callee, struct tree *args) {
  int32_t slots[MOST_PARAMS];
  int count = 0;
  for (struct symbol *param = callee->params; param && count < MOST_PARAMS;
       param = param->next_param, args = args->next, count++) {
    if (param->type->kind == TYPE_KIND_ZONE) slots[count] = lower_zone(l, args);
    else if (type_equal(param->type, type_of(args)) && !(param->type->kind == TYPE_KIND_LIST))
      slots[count] = lower_value(l, args);
    else {
      slots[count] = slot_take(l, type_slots(l->c, param->type));
      lower_into(l, args, slots[count], param->type);
    }
  }
  locals_drop(l);
  struct before_arguments before = { .count = count, .locals = l->locals };
  int i = 0;
  for (struct symbol *param = callee->params; param && i < count; param = param->next_param, i++) {
    before.slots[i] = param->slot;
    param->slot = slots[i];
    l->inline_depth++; /* it belongs to what is called */
    locals_bind_param(l, param);
    l->inline_depth--;
  }
  return before;
}

static void unbind_arguments(struct lower *l, struct symbol *callee, const struct before_arguments *before) {
  int i = 0;
  for (struct symbol *param = callee->params; param && i < before->count; param = param->next_param, i++)
    param->slot = before->slots[i];
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
    const struct symbol *local = node->kind == TREE_LET ? node->symbol : NULL;
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
  if (!inlined->to) inlined->resident = resident_of(callee, block);
  go_inside(l, &site, call);
  l->inlined = inlined;
  l->hoisted = NULL;
  l->loop = NULL;
  l->leave_body = NULL;
  emit_line(l);
  size_t mark = emit_inlined_mark(l, callee);
  if (callee->kind == SYMBOL_PHASE) lower_phase_begin(l, callee);
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
