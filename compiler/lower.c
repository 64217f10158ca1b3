/* Lowering, from the top: which procedures are reached, their frames, the parts of the game that are not procedures
 * (initial values, ranking, settings, invariants), and how deep the stack can become. */
#include "compiler/lower.h"

#include <string.h>

#include "compiler/optimise/fields.h"
#include "compiler/optimise/filter.h"
#include "compiler/optimise/optimise.h"
#include "compiler/optimise/trial.h"
#include "compiler/passes.h"
#include "compiler/privacy.h"

/* Calls between procs, for the depth of the stack. */
struct stack_call {
  int32_t caller, base, callee;
};

/* ---- calls ---- */

static void note_call(struct lower *l, int32_t base, int32_t callee) {
  if (l->trial) return;
  struct stack_call call = { l->proc_index, base, callee };
  PUSH(l->c, stack_calls, call);
}

void lower_emit_call(struct lower *l, int32_t base, int32_t proc) {
  note_call(l, base, proc);
  locals_note(l);
  emit_long(l, OP_CODE_CALL, 0, base, proc);
}

void lower_emit_call_cell(struct lower *l, int32_t base, int32_t slot, const struct field *field) {
  for (int32_t row = 0; row < field->owner->count; row++)
    if (field->procs && field->procs[row] >= 0) note_call(l, base, field->procs[row]);
  locals_note(l);
  emit(l, OP_CODE_CALL_CELL, 0, base, slot, 0);
}

/* ---- procedures ---- */

static int32_t add_proc(struct compilation *c, const char *name, const struct tree *at, enum proc_kind kind) {
  struct proc proc = { .name = context_text(c, name), .kind = (int32_t)kind, .entry = -1 };
  if (at) {
    struct position position = context_position(c, at->span);
    proc.file = position.file, proc.line = position.line, proc.column = position.column;
    proc.cites = context_cites(c, at->cites, &proc.cite_count);
  }
  return (int32_t)PUSH(c, procs, proc);
}

/* A procedure to be lowered, and the deck its parameter stands for. */
struct pending_proc {
  struct symbol *symbol, *deck;
  int32_t proc;
};

/* The deck that a generic procedure is called with: that of the first zone among its arguments. */
static struct symbol *deck_of_call(const struct symbol *symbol, const struct tree *args) {
  for (const struct symbol *param = symbol->params; param && args; param = param->next_param, args = args->next) {
    if (param->type->kind != TYPE_KIND_ZONE || param->type->element->kind != TYPE_KIND_ANY_CARD) continue;
    const struct note *note = note_of(args);
    const struct type *zone =
        note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE ? note->symbol->type : note->type;
    return zone->element->kind == TYPE_KIND_ANY_CARD ? zone->element->symbol->bound : zone->element->symbol;
  }
  return NULL;
}

static int32_t add_pending(struct lower *l, struct symbol *symbol, struct symbol *deck) {
  enum proc_kind kind = symbol->kind == SYMBOL_FN         ? PROC_FN
                        : symbol->kind == SYMBOL_PHASE    ? PROC_PHASE
                        : symbol->kind == SYMBOL_POSITION ? PROC_OTHER
                                                          : PROC_EFFECT;
  struct pending_proc entry = { symbol, deck, add_proc(l->c, symbol->name, symbol->tree, kind) };
  PUSH(l->c, pending, entry);
  return entry.proc;
}

int32_t lower_proc_of(struct lower *l, struct symbol *symbol, const struct tree *args) {
  if (l->trial) {
    l->effects |= trial_fn(l, symbol);
    return 0;
  }
  struct symbol *deck = symbol->deck_param && args ? deck_of_call(symbol, args) : NULL;
  if (!deck) return symbol->proc >= 0 ? symbol->proc : (symbol->proc = add_pending(l, symbol, NULL));
  for (struct instance *made = symbol->made; made; made = made->next)
    if (made->deck == deck) return made->proc;
  struct instance *instance = arena_alloc(l->c->arena, sizeof *instance);
  *instance = (struct instance){ deck, add_pending(l, symbol, deck), symbol->made };
  symbol->made = instance;
  return instance->proc;
}

static struct lower begin_proc(struct compilation *c, int32_t proc, struct symbol *symbol, struct tree *at) {
  struct lower l = { .c = c,
                     .proc = symbol,
                     .proc_index = proc,
                     .entry = (int32_t)c->code.count,
                     .top = FRAME_HEAD,
                     .high = FRAME_HEAD,
                     .at = at,
                     .depth_slot = -1,
                     .phase = -1,
                     .passes = c->passes };
  ITEM(c, procs, struct proc, proc)->entry = l.entry;
  return l;
}

/* The code after a choice uses the rest of its procedure's frame. */
static void frame_choices(struct compilation *c, int32_t proc, int32_t frame) {
  for (size_t i = c->choices.count; i-- > 0 && ITEM(c, choices, struct choice, i)->proc == proc;)
    ITEM(c, choices, struct choice, i)->frame = frame;
}

static void end_proc(struct lower *l, int32_t params, int32_t result) {
  struct proc *proc = ITEM(l->c, procs, struct proc, l->proc_index);
  jumps_shorten(l, proc->entry);
  fuse_pairs(l, proc->entry);
  proc->frame = (l->high + 1) & ~1;
  if (proc->frame < result) proc->frame = result;
  proc->params = params;
  proc->result = result;
  frame_choices(l->c, l->proc_index, proc->frame);
}

static void lower_pending(struct compilation *c);

int32_t lower_thunk(struct compilation *c, const char *name, struct tree *at, enum proc_kind kind, int32_t params,
                    int32_t result, void (*body)(struct lower *l, void *context), void *context) {
  int32_t proc = add_proc(c, name, at, kind);
  struct lower l = begin_proc(c, proc, NULL, at);
  if (kind == PROC_PHASE) l.phase = 0; /* set-up and play hold all phases */
  slot_take(&l, params);
  body(&l, context);
  emit(&l, OP_CODE_RETURN, 0, 0, 0, 0);
  end_proc(&l, params, result);
  lower_pending(c);
  return proc;
}

/* `each PHASE`: all elements are reset when the phase begins. */
static void reset_variable(struct lower *l, struct symbol *symbol) {
  struct tree *value = symbol->tree->kid[symbol->tree->kind == TREE_TRACK ? TRACK_VALUE : VAR_VALUE];
  int32_t top = l->top, slot = slot_take(l, type_slots(l->c, symbol->type));
  lower_into(l, value, slot, symbol->type);
  if (!type_is_multi(symbol->type)) emit_long(l, OP_CODE_FILL, 0, slot, symbol->storage);
  else {
    int32_t index = slot_take(l, 1);
    for (int32_t i = 0; i < symbol->instances; i++) {
      emit_int(l, index, i);
      emit(l, OP_CODE_STORE_N, 0, slot, index, symbol->storage);
    }
  }
  l->top = top;
}

void lower_phase_begin(struct lower *l, const struct symbol *phase) {
  int32_t title = lower_phase_title(l->c, phase);
  l->phase = title ? title : context_text(l->c, phase->name);
  struct symbol *symbol = phase->living;
  if (!symbol) return;
  do {
    symbol = symbol->next_living;
    reset_variable(l, symbol);
  } while (symbol != phase->living);
}

static int32_t place_params(struct lower *l, struct symbol *symbol) {
  for (struct symbol *param = symbol->params; param; param = param->next_param) {
    param->slot = slot_take(l, type_slots(l->c, param->type));
    locals_bind_param(l, param);
  }
  if (symbol->recursive) l->depth_slot = slot_take(l, 1);
  return l->top - FRAME_HEAD;
}

int32_t lower_phase_title(struct compilation *c, const struct symbol *phase) {
  const struct tree *title = phase->tree->kid[PHASE_TITLE], *part = title ? title->kid[STRING_PARTS] : NULL;
  return context_text(c, part && part->kind == TREE_TEXT_PART ? part->word : "");
}

static void lower_fn_value(struct lower *l, struct symbol *symbol) {
  struct tree *value = symbol->tree->kid[FN_VALUE];
  emit_at(l, value);
  if (symbol->type->kind == TYPE_KIND_TEXT) {
    lower_text(l, value);
    emit(l, OP_CODE_RETURN, 0, 0, 0, 0);
    return;
  }
  int32_t slot = slot_take(l, type_slots(l->c, symbol->type));
  lower_into(l, value, slot, symbol->type);
  emit(l, OP_CODE_RETURN_VALUE, (unsigned)type_slots(l->c, symbol->type), slot, 0, 0);
}

struct tree *lower_block_of(const struct symbol *symbol) {
  switch (symbol->kind) {
  case SYMBOL_FN: return symbol->tree->kid[FN_BLOCK];
  case SYMBOL_EFFECT: return symbol->tree->kid[EFFECT_BLOCK];
  case SYMBOL_PHASE: return symbol->tree->kid[PHASE_BLOCK];
  default: return NULL;
  }
}

static void lower_procedure(struct compilation *c, struct symbol *symbol, struct symbol *deck, int32_t proc) {
  struct lower l = begin_proc(c, proc, symbol, symbol->tree);
  if (symbol->deck_param) symbol->deck_param->bound = deck;
  int32_t params = place_params(&l, symbol),
          result = symbol->type->kind == TYPE_KIND_VOID || symbol->type->kind == TYPE_KIND_TEXT
                       ? 0
                       : type_slots(c, symbol->type);
  struct tree *block = lower_block_of(symbol);
  if (symbol->kind == SYMBOL_PHASE) {
    ITEM(c, procs, struct proc, proc)->title = lower_phase_title(c, symbol);
    phase_arguments_note(&l, symbol, -1, proc);
    lower_phase_begin(&l, symbol);
  }
  for (const struct symbol *param = symbol->params; param; param = param->next_param) fields_keep(&l, param, block);
  if (block) lower_block(&l, block);
  else if (symbol->kind == SYMBOL_FN) lower_fn_value(&l, symbol);
  else lower_list(&l, symbol->tree->kid[POSITION_GIVENS]);
  emit(&l, OP_CODE_RETURN, 0, 0, 0, 0);
  end_proc(&l, params, result);
  struct proc *record = ITEM(c, procs, struct proc, proc);
  record->depth = symbol->depth;
  if (record->frame > symbol->frame) symbol->frame = record->frame;
}

/* Lowers every procedure that is called and not lowered yet. */
static void lower_pending(struct compilation *c) {
  while (c->pending_done < c->pending.count && !arena_failed(c->arena)) {
    struct pending_proc next = *ITEM(c, pending, struct pending_proc, c->pending_done++);
    lower_procedure(c, next.symbol, next.deck, next.proc);
  }
  filter_pending(c);
  tabulate_pending(c);
}

int32_t lower_shown_fn(struct compilation *c, struct symbol *fn) {
  struct lower l = { .c = c, .passes = c->passes };
  int32_t proc = lower_proc_of(&l, fn, NULL);
  lower_pending(c);
  return proc;
}

/* ---- cells: each becomes a thunk that adds its own arguments ---- */

struct cell_body {
  const struct field *field;
  struct tree *cell;
};

static void lower_cell(struct lower *l, void *context) {
  const struct cell_body *body = context;
  struct symbol *callee = note_of(body->cell)->symbol;
  int32_t applied = body->field->type->cell_param_count, base = slot_call(l);
  for (int32_t i = 0; i < applied; i++) emit(l, OP_CODE_COPY, 0, base + FRAME_HEAD + i, FRAME_HEAD + i, 0);
  l->top = base + FRAME_HEAD + applied;
  if (l->top > l->high) l->high = l->top;
  lower_arguments(l, callee, body->cell->kind == TREE_CALL ? body->cell->kid[CALL_ARGS] : NULL, base, applied);
  lower_emit_call(l, base, lower_proc_of(l, callee, NULL));
}

/* Numbers are handed out first, so that cells may apply fields of other cards. */
static void declare_cells(struct compilation *c, struct symbol *symbol) {
  for (struct field *field = symbol_fields(symbol); field; field = field->next) {
    if (!field->cells) continue;
    field->procs = arena_try(c->arena, (size_t)symbol->count * sizeof *field->procs + 1);
    if (!field->procs) return;
    for (int32_t row = 0; row < symbol->count; row++)
      field->procs[row] = field->cells[row] ? add_proc(c, field->cells[row]->word, field->cells[row], PROC_OTHER) : -1;
    field->column = context_column(c, field->procs, 1, symbol->count);
  }
}

static void lower_cells(struct compilation *c, struct symbol *symbol) {
  for (struct field *field = symbol_fields(symbol); field; field = field->next)
    for (int32_t row = 0; field->cells && row < symbol->count; row++) {
      if (!field->cells[row]) continue;
      struct cell_body body = { field, field->cells[row] };
      struct lower l = begin_proc(c, field->procs[row], NULL, field->cells[row]);
      slot_take(&l, field->type->cell_param_count);
      lower_cell(&l, &body);
      emit(&l, OP_CODE_RETURN, 0, 0, 0, 0);
      end_proc(&l, field->type->cell_param_count, 0);
    }
}

/* ---- parts of the game ---- */

static void init_body(struct lower *l, void *context) {
  (void)context;
  for (struct symbol *symbol = l->c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind != SYMBOL_VAR) continue;
    emit_at(l, symbol->tree);
    reset_variable(l, symbol);
  }
}

static void block_body(struct lower *l, void *context) { lower_block(l, context); }

struct main_parts {
  int32_t setup, play;
};
static void main_body(struct lower *l, void *context) {
  const struct main_parts *parts = context;
  int32_t base = slot_call(l);
  if (parts->setup >= 0) lower_emit_call(l, base, parts->setup);
  if (parts->play >= 0) lower_emit_call(l, base, parts->play);
  emit(l, OP_CODE_END_GAME, 0, 0, 0, 0);
}

struct value_body {
  struct tree *value;
  struct symbol *player;
  struct type *type;
};
static void value_body(struct lower *l, void *context) {
  const struct value_body *body = context;
  if (body->player) body->player->slot = FRAME_HEAD;
  int32_t slot = slot_take(l, 1);
  lower_into(l, body->value, slot, body->type);
  emit(l, OP_CODE_RETURN_VALUE, 1, slot, 0, 0);
}

static int32_t value_proc(struct compilation *c, const char *name, struct tree *value, struct symbol *player,
                          struct type *type) {
  struct value_body body = { value, player, type };
  return lower_thunk(c, name, value, PROC_OTHER, player ? 1 : 0, 1, value_body, &body);
}

static bool is_measure(const struct tree *node, const void *context) {
  return node->kind == TREE_FIELD || (node->kind == TREE_CALL && symbol_find(context, node->word));
}

static bool is_declared(const struct tree *node, const void *context) {
  return node->kind == TREE_NAME && symbol_find(context, node->word);
}

/* What a key measures, by a name of the rules: of `points(p)` and `sum(c.points for c in line[p])` the points, of
 * `size(line[p])` the line. */
static const char *measured_by(const struct compilation *c, const struct tree *key) {
  const struct tree *found = tree_first(key, is_measure, c);
  if (!found) found = tree_first(key, is_declared, c);
  return found ? found->word : "";
}

static void lower_ranking(struct compilation *c) {
  if (!c->rank) return;
  for (struct tree *key = c->rank->kid[RANK_KEYS]; key; key = key->next) {
    emit_mark(&(struct lower){ .c = c }, c->rank, MARK_STATEMENT);
    int32_t proc = value_proc(c, "rank", key->kid[KEY_VALUE], c->rank->symbol, c->int_type);
    int32_t name = context_text(c, measured_by(c, key->kid[KEY_VALUE]));
    struct rank_key record = { proc, (key->flags & FLAG_DESC) != 0, name };
    PUSH(c, rank_keys, record);
  }
}

static void lower_invariants(struct compilation *c) {
  for (size_t i = 0; i < c->invariant_trees.count; i++) {
    struct tree *tree = c->invariant_trees.items[i];
    struct position position = context_position(c, tree->span);
    struct invariant record = {
      .text = context_text(c, tree->word), .file = position.file, .line = position.line, .column = position.column
    };
    record.cites = context_cites(c, tree->cites, &record.cite_count);
    emit_mark(&(struct lower){ .c = c }, tree, MARK_STATEMENT);
    record.proc = value_proc(c, "invariant", tree->kid[INVARIANT_VALUE], NULL, c->bool_type);
    PUSH(c, invariants, record);
  }
}

static void reason_body(struct lower *l, void *context) { lower_text(l, context); }

static void lower_settings(struct compilation *c) {
  int32_t number = 0;
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next) {
    if (symbol->kind != SYMBOL_SETTING) continue;
    int32_t first = (int32_t)c->needs.count;
    for (struct tree *limit = symbol->tree->kid[SETTING_LIMITS]; limit; limit = limit->next) {
      if (limit->kind != TREE_NEED) continue;
      struct position position = context_position(c, limit->span);
      struct need record = {
        .option = -1, .reason = -1, .file = position.file, .line = position.line, .column = position.column
      };
      record.proc = value_proc(c, "setting", limit->kid[NEED_CONDITION], NULL, c->bool_type);
      if (limit->kid[NEED_REASON]) {
        int32_t proc = lower_thunk(c, "reason", limit, PROC_OTHER, 0, 0, reason_body, limit->kid[NEED_REASON]);
        record.reason = ITEM(c, procs, struct proc, proc)->entry;
      }
      PUSH(c, needs, record);
    }
    struct setting *setting = ITEM(c, settings, struct setting, number++);
    setting->needs = first;
    setting->needs_count = (int32_t)c->needs.count - first;
  }
}

static void lower_visibility(struct compilation *c) {
  ITEM(c, meta, struct meta, 0)->hidden_information = privacy_is_needed(c);
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next) {
    const struct tree *seen = symbol_seen(symbol);
    if (!seen) continue;
    if (!seen->kid[SEEN_CONDITION]) continue;
    int32_t proc = value_proc(c, "seen", seen->kid[SEEN_CONDITION], NULL, c->bool_type);
    if (symbol->kind == SYMBOL_ZONE) ITEM(c, zone_decls, struct zone_decl, symbol->decl_index)->condition = proc;
    else ITEM(c, variables, struct variable, symbol->decl_index)->condition = proc;
  }
}

static void describe_game(struct compilation *c) {
  struct meta *meta = ITEM(c, meta, struct meta, 0);
  int32_t seats[TRV_MOST_PLAYERS];
  meta->title = context_text(c, c->game->word);
  meta->low_players = c->low_players;
  meta->high_players = c->high_players;
  for (struct tree *item = c->game->kid[GAME_ITEMS]; item; item = item->next) {
    if (item->kind == TREE_GAME_RULEBOOK) meta->rulebook = context_text(c, item->word);
    if (item->kind == TREE_GAME_SUMMARY) meta->summary = context_text(c, item->word);
    if (item->kind == TREE_GAME_LIMIT) meta->limit = item->number;
    if (item->kind == TREE_GAME_SEATS) {
      for (struct tree *name = item->kid[GAME_SEATS_ROWS]; name && meta->seat_count < TRV_MOST_PLAYERS;
           name = name->next)
        seats[meta->seat_count++] = context_text(c, name->word);
      meta->seats = context_ints(c, seats, (size_t)meta->seat_count);
    }
  }
}

static void describe_variants(struct compilation *c) {
  for (size_t i = 0; i < c->variants.count; i++) {
    const struct variant *variant = ITEM(c, variants, struct variant, i);
    struct position position = context_position(c, variant->tree->span);
    struct house_rule rule = { .title = context_text(c, variant->tree->word),
                               .summary = context_text(c, variant->summary),
                               .file = position.file,
                               .line = position.line };
    PUSH(c, house_rules, rule);
  }
}

void lower_program(struct compilation *c) {
  struct lower start = { .c = c };
  emit(&start, OP_CODE_HALT, 0, 0, 0, 0); /* code[0]: where the outermost frame returns to */
  describe_game(c);
  describe_variants(c);
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next) declare_cells(c, symbol);
  if (arena_failed(c->arena)) return; /* not all cells may have got a number */
  struct main_parts parts = { -1, -1 };
  if (c->setup)
    parts.setup = lower_thunk(c, "setup", c->setup, PROC_PHASE, 0, 0, block_body, c->setup->kid[SETUP_BLOCK]);
  if (c->play) parts.play = lower_thunk(c, "play", c->play, PROC_PHASE, 0, 0, block_body, c->play->kid[PLAY_BLOCK]);
  int32_t main_proc = lower_thunk(c, "main", NULL, PROC_OTHER, 0, 0, main_body, &parts);
  int32_t init_proc = lower_thunk(c, "init", NULL, PROC_OTHER, 0, 0, init_body, NULL);
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next) lower_cells(c, symbol);
  lower_pending(c);
  lower_ranking(c);
  lower_invariants(c);
  lower_settings(c);
  lower_visibility(c);
  int32_t value = -1;
  if (c->value_of) value = value_proc(c, "value", c->value_of->kid[VALUE_OF_VALUE], c->value_of->symbol, c->int_type);
  struct meta *meta = ITEM(c, meta, struct meta, 0);
  meta->main_proc = main_proc;
  meta->init_proc = init_proc;
  meta->setup_proc = parts.setup;
  meta->play_proc = parts.play;
  meta->value_proc = value;
}

/* ---- depth of the stack ---- */

struct stack_walk {
  struct compilation *c;
  int32_t *first; /* calls of each proc: index into order, count+1 entries */
  int32_t *order; /* calls sorted by caller */
  int64_t *need;  /* slots from the frame's start to the end of the deepest callee; -1 unknown, -2 in progress */
  int32_t *calls; /* procedures under way at once while it runs, itself included; known when `need` is */
};

static const struct stack_call *call_at(const struct stack_walk *walk, int32_t i) {
  return ITEM(walk->c, stack_calls, struct stack_call, walk->order[i]);
}

/* A proc that is met while it is being measured calls itself: its cycle is counted `depth` times over (see below). */
static int64_t measure(struct stack_walk *walk, int32_t proc) {
  const struct proc *record = ITEM(walk->c, procs, struct proc, proc);
  if (walk->need[proc] == -2) return record->frame;
  if (walk->need[proc] >= 0) return walk->need[proc];
  walk->need[proc] = -2;
  int64_t need = record->frame;
  int32_t calls = 0;
  for (int32_t i = walk->first[proc]; i < walk->first[proc + 1]; i++) {
    const struct stack_call *call = call_at(walk, i);
    int64_t below = call->base + measure(walk, call->callee);
    if (below > need) need = below;
    if (walk->calls[call->callee] > calls) calls = walk->calls[call->callee];
  }
  walk->calls[proc] = calls + 1;
  return walk->need[proc] = need;
}

/* False without memory. */
static bool sort_calls(struct stack_walk *walk) {
  struct compilation *c = walk->c;
  size_t procs = c->procs.count, calls = c->stack_calls.count;
  walk->first = arena_try(c->arena, (procs + 2) * sizeof *walk->first);
  walk->order = arena_try(c->arena, (calls + 1) * sizeof *walk->order);
  walk->need = arena_try(c->arena, (procs + 1) * sizeof *walk->need);
  walk->calls = arena_try(c->arena, (procs + 1) * sizeof *walk->calls);
  if (!walk->first || !walk->order || !walk->need || !walk->calls) return false;
  memset(walk->need, 0xff, (procs + 1) * sizeof *walk->need);
  for (size_t i = 0; i < calls; i++) walk->first[ITEM(c, stack_calls, struct stack_call, i)->caller + 2]++;
  for (size_t i = 1; i <= procs; i++) walk->first[i + 1] += walk->first[i];
  for (size_t i = 0; i < calls; i++)
    walk->order[walk->first[ITEM(c, stack_calls, struct stack_call, i)->caller + 1]++] = (int32_t)i;
  return true;
}

/* Slots and calls that recursion can add: every procedure of a cycle as often as the deepest bound in it allows. */
static int64_t recursion_slots(struct compilation *c, int32_t *calls) {
  int64_t extra = 0;
  int32_t deepest = 0;
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol->recursive && symbol->depth > deepest) deepest = symbol->depth;
  for (struct symbol *symbol = c->first_symbol; symbol; symbol = symbol->next)
    if (symbol->recursive) extra += (int64_t)(deepest + 1) * (symbol->frame + 2), *calls += deepest;
  return extra;
}

/* Slots of the deepest stack of all procedures there are; *calls: those of main under way at once. */
static int32_t deepest_stack(struct compilation *c, int32_t *calls) {
  struct stack_walk walk = { .c = c };
  int64_t deepest = 0;
  if (!sort_calls(&walk)) return FRAME_HEAD;
  for (size_t i = 0; i < c->procs.count; i++) {
    int64_t need = measure(&walk, (int32_t)i);
    if (need > deepest) deepest = need;
  }
  *calls = walk.calls[ITEM(c, meta, struct meta, 0)->main_proc];
  deepest += recursion_slots(c, calls);
  if (deepest > 1 << 20) {
    diag_report(c->diags, DIAG_E0410, c->game->word_span, "the procedures of this game call each other too deeply");
    deepest = 1 << 20;
  }
  return (int32_t)((deepest + 8) & ~(int64_t)1);
}

void lower_stack(struct compilation *c) {
  int32_t calls = 0, slots = deepest_stack(c, &calls);
  if (arena_failed(c->arena)) return;
  struct meta *meta = ITEM(c, meta, struct meta, 0);
  meta->call_depth = calls;
  meta->stack_slots = meta->scratch_slots = slots;
  meta->state_bytes = meta->stack_offset + 4 * (meta->stack_slots + STACK_MARGIN);
}

int32_t lower_stack_outside(struct compilation *c) {
  int32_t calls = 0;
  return deepest_stack(c, &calls);
}
