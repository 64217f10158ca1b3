/* The walk over statements: what is assigned, to whom something is shown, who is asked, what is called: see finder.h. */
#include "compiler/finder.h"
#include "compiler/meant.h"
#include "compiler/passes.h"

enum {
  READERS_LIMIT = 12, /* more of them are not kept */
  CERTAIN_LIMIT = 60  /* the same for certain, where every statement counts by itself */
};

static void walk(struct finder *f, const struct tree *node);

/* ---- who is asked ---- */

static bool is_told(const struct finder *f, const struct symbol *local) {
  const struct knowledge *known = local ? finder_record(f, local) : NULL;
  for (const struct reader *shown = known ? known->readers : NULL; shown; shown = shown->next)
    if (shown->kind == READER_EVERYBODY && finder_has_come(known, shown, f->at)) return true;
  return false;
}

/* Whether everybody has been told at the statement at hand that the option was taken, and with what. */
static bool is_option_told(const struct finder *f, const struct tree *option) {
  const struct tree *arg = option->kid[OPTION_ARGS], *body = option->kid[OPTION_BODY];
  for (; arg; arg = arg->next)
    if (!is_told(f, arg->symbol)) return false;
  if (option->kid[OPTION_ARGS]) return true;
  for (const struct tree *node = body ? body->kid[BLOCK_STATEMENTS] : NULL; node; node = node->next)
    if (node->kind == TREE_SAY && !node->kid[SAY_TO] && node->span.end <= f->at.start) return true;
  return false;
}

static bool is_behind_choice(const struct finder *f) {
  for (const struct inside *inside = f->inside; inside; inside = inside->outer)
    if (!is_option_told(f, inside->option)) return true;
  return f->behind_pick;
}

/* Somebody is asked by `node`, or by what is called there; `each`: those who are asked at once, or NULL. */
static void note_question(struct finder *f, const struct tree *node, const struct symbol *callee,
                          const struct tree *each) {
  f->questions++;
  if (!f->is_certain || !f->procedure || f->only_shows) return;
  struct met_question met = { node, callee, f->procedure, f->under, is_behind_choice(f), COURSE_OPEN };
  if (f->left) finder_add_all(f->c, &met.decide, f->left);
  if (f->going_on) finder_add_all(f->c, &met.decide, f->going_on);
  if (each && each->kid[BINDER_WHERE]) finder_gather(f, each->kid[BINDER_WHERE], &met.decide, true);
  vector_push(f->c->arena, &f->met, &met, sizeof met);
  f->again |= !f->procedure->asks && f->procedure->was_asked;
  f->procedure->asks = true;
  struct vector *questions = &f->c->questions;
  const struct span *last = questions->count ? &((const struct span *)questions->items)[questions->count - 1] : NULL;
  if (!last || last->file != f->at.file || last->start != f->at.start)
    vector_push(f->c->arena, questions, &f->at, sizeof f->at);
}

/* ---- to whom something is shown ---- */

static void show_local(struct finder *f, const struct symbol *local, struct reader reader) {
  if (finder_changes_player(f, reader.player) || (reader.kind != READER_EVERYBODY && !reader.player)) return;
  struct knowledge *known = finder_record(f, local);
  int count = 0;
  reader.at = f->at;
  reader.within = f->within;
  reader.is_skipped = f->may_have_left;
  for (struct reader *shown = known->readers; shown; shown = shown->next, count++) {
    if (shown->kind != reader.kind || shown->how != reader.how) continue;
    if (!whose_equal(f->c, shown->player, reader.player)) continue;
    if (f->is_certain && (shown->at.file != reader.at.file || shown->at.start != reader.at.start)) continue;
    if (shown->at.file == reader.at.file && reader.at.start < shown->at.start) shown->at = reader.at;
    return;
  }
  if (count >= (f->is_certain ? CERTAIN_LIMIT : READERS_LIMIT) && reader.kind != READER_EVERYBODY) return;
  struct reader *shown = arena_alloc(f->c->arena, sizeof *shown);
  *shown = reader;
  shown->next = known->readers;
  known->readers = shown;
  f->has_shown |= finder_is_param(local);
  if (!known->copy_of) return;
  /* What is said by another name is judged there: it must not excuse the name that it came from, and so itself. */
  if (!f->is_certain && reader.how == SHOWN_SAID) reader.how = SHOWN_KEPT;
  show_local(f, known->copy_of, reader);
}

/* Only a name can be shown: what else an expression is made of may be more than it tells. */
static void show(struct finder *f, const struct tree *what, struct reader reader) {
  const struct symbol *local = what && what->kind == TREE_NAME ? symbol_meant(what) : NULL;
  if (local && local->kind == SYMBOL_LOCAL) show_local(f, local, reader);
}

/* While somebody is asked, all can see that it is he; and in what called the rule that asks, if that asks nobody else. */
static const struct symbol *note_asked(struct finder *f, const struct tree *by) {
  const struct symbol *local = by && by->kind == TREE_NAME ? symbol_meant(by) : NULL;
  if (local && local->kind != SYMBOL_LOCAL) local = NULL;
  if (!f->is_certain || !f->procedure) return NULL;
  show(f, by, (struct reader){ .kind = READER_EVERYBODY, .how = SHOWN_ASKED });
  finder_note_asked(f, local);
  bool is_same = local && finder_is_param(local) && (!f->procedure->asked || f->procedure->asked == local);
  if (is_same) f->procedure->asked = local;
  else f->procedure->asks_others = true;
  return local;
}

static const struct symbol *note_asked_by_call(struct finder *f, const struct symbol *callee,
                                               const struct tree *arguments) {
  const struct knowledge *called = finder_record(f, callee);
  const struct symbol *param = callee->params;
  if (!f->is_certain || !(called->asks || called->is_walked || called->asked || called->asks_others)) return NULL;
  while (param && arguments && param != called->asked) param = param->next_param, arguments = arguments->next;
  bool is_one = called->asked && !called->asks_others && !called->is_walked && param && arguments;
  return note_asked(f, is_one && !finder_record(f, param)->is_varied ? arguments : NULL);
}

/* Who sees what lies in a zone or variable, by the narrower of two ways if a setting decides; false for nobody. */
static bool readers_of(struct compilation *c, const struct tree *place, enum shown_how how, struct reader *reader) {
  struct secret secret;
  place = meant_zone((struct tree *)(uintptr_t)place);
  const struct symbol *symbol = symbol_meant(place);
  *reader = (struct reader){ .kind = READER_EVERYBODY, .how = how };
  if (!symbol || (symbol->kind != SYMBOL_ZONE && symbol->kind != SYMBOL_VAR)) return false;
  if (!knowledge_place(c, place, &secret)) return true;
  const struct tree *seen = symbol_seen(symbol);
  if (seen->number == SEEN_OPEN) seen = seen->kid[SEEN_ALTERNATIVE];
  reader->kind = seen->number == SEEN_OTHERS ? READER_ALL_BUT : READER_PLAYER;
  reader->player = secret.owner;
  return seen->number == SEEN_OWNER || seen->number == SEEN_OTHERS;
}

static void show_at(struct finder *f, const struct tree *what, const struct tree *place) {
  const struct symbol *local = what->kind == TREE_NAME ? symbol_meant(what) : NULL;
  struct reader reader;
  if (local && local->kind == SYMBOL_LOCAL && readers_of(f->c, place, SHOWN_LAID, &reader))
    show_local(f, local, reader);
}

/* ---- variables ---- */

static uint64_t variable_bit(const struct finder *f, const struct symbol *variable) {
  return UINT64_C(1) << finder_record(f, variable)->variable % 64;
}

/* Whether a variable has the value that was last assigned to it, whatever the value and whoever calls what. */
static bool keeps_its_value(const struct symbol *variable) {
  const struct tree *decl = variable->tree;
  return decl && decl->kind == TREE_VAR && !decl->kid[VAR_LIVES];
}

static bool comes_before(struct span a, struct span b) {
  return a.file != b.file ? a.file < b.file : a.start < b.start;
}

static void note_loop(struct finder *f, struct noted_deeds *deeds, uint64_t what) {
  if (!f->loop.end) return;
  if (!deeds->loops) deeds->loops = arena_alloc(f->c->arena, 64 * sizeof *deeds->loops);
  for (uint32_t bit = 0; bit < 64 && deeds->loops; bit++)
    if (what >> bit & 1 && (!deeds->loops[bit].end || comes_before(deeds->loops[bit], f->loop)))
      deeds->loops[bit] = f->loop;
}

/* What stands at a place does something to variables or zones, which are named by bits. */
static void note_deed(struct finder *f, struct noted_deeds *deeds, struct span at, const struct tree *node,
                      uint64_t what) {
  if (!f->is_certain || !what) return;
  f->again |= (what & ~deeds->what) != 0;
  deeds->what |= what;
  note_loop(f, deeds, what);
  struct noted_deed *before = deeds->met;
  while (before && !comes_before(before->at, at)) before = before->before;
  struct noted_deed **link = before ? &before->next : &deeds->first;
  for (; *link && comes_before((*link)->at, at); link = &before->next) before = *link;
  if (!*link || comes_before(at, (*link)->at)) {
    struct noted_deed *deed = arena_alloc(f->c->arena, sizeof *deed);
    *deed =
        (struct noted_deed){ node, .at = at, .within = f->within, .loop = f->loop, .before = before, .next = *link };
    if (*link) (*link)->before = deed;
    *link = deed;
  }
  (*link)->what |= what;
  deeds->met = *link;
}

/* A variable shows what was assigned to it to whoever sees it; for certain, as long as it has that value. */
static void show_kept(struct finder *f, const struct tree *assign, const struct symbol *variable) {
  const struct tree *value = assign->kid[ASSIGN_VALUE];
  const struct symbol *local = value->kind == TREE_NAME ? symbol_meant(value) : NULL;
  struct reader reader;
  if (!local || local->kind != SYMBOL_LOCAL) return;
  if (!readers_of(f->c, assign->kid[ASSIGN_TARGET], SHOWN_KEPT, &reader)) return;
  if (f->is_certain) {
    if (assign->number != OP_SET || !keeps_its_value(variable)) return;
    reader.kept_in = variable_bit(f, variable);
    reader.where = &f->procedure->assigns, reader.since = f->procedure->assigns.met;
  }
  show_local(f, local, reader);
}

struct reader knowledge_listener(struct compilation *c, const struct tree *to) {
  const struct note *note = to ? note_of(to) : NULL;
  if (!to || to->kind == TREE_PLAYERS) return (struct reader){ .kind = READER_EVERYBODY };
  if (note && note->domain == DOMAIN_OTHERS && to->kind == TREE_CALL && to->kid[CALL_ARGS])
    return (struct reader){ .kind = READER_ALL_BUT, .player = whose_named(c, to->kid[CALL_ARGS]) };
  if (to->kind == TREE_SET_OF && to->kid[SET_OF_BINDER]->symbol)
    return (struct reader){ .kind = READER_PLAYER, .player = whose_local(c, to->kid[SET_OF_BINDER]->symbol) };
  bool one = note && note->type->kind == TYPE_KIND_PLAYER;
  return (struct reader){ .kind = READER_PLAYER, .player = one ? whose_named(c, to) : NULL };
}

static void show_said(struct finder *f, const struct tree *say) {
  struct reader reader = knowledge_listener(f->c, say->kid[SAY_TO]);
  reader.how = SHOWN_SAID;
  if (say->kid[SAY_TO] && say->kid[SAY_TO]->kind == TREE_SET_OF) return; /* to some of them, it is not known to whom */
  for (const struct tree *part = say->kid[SAY_STRING]->kid[STRING_PARTS]; part; part = part->next)
    show(f, part, reader);
}

/* What stands by itself in a text, or bounds a range. */
static void show_text(struct finder *f, const struct tree *text, struct reader reader) {
  const struct tree *part = text && text->kind == TREE_STRING ? text->kid[STRING_PARTS] : NULL;
  for (; part; part = part->next) show(f, part, reader);
}

static void show_args(struct finder *f, const struct tree *args, struct reader reader) {
  for (; args; args = args->next) {
    const struct tree *domain = args->kid[BINDER_DOMAIN];
    if (!domain || domain->kind != TREE_RANGE) continue;
    show(f, domain->kid[RANGE_LOW], reader);
    show(f, domain->kid[RANGE_HIGH], reader);
  }
}

static void show_needs(struct finder *f, const struct tree *needs, struct reader reader) {
  for (; needs; needs = needs->next)
    if (needs->kind == TREE_NEED) show_text(f, needs->kid[NEED_REASON], reader);
}

/* ---- zones ---- */

static uint64_t zone_bit(const struct tree *place) {
  const struct symbol *zone = symbol_meant(meant_zone((struct tree *)(uintptr_t)place));
  if (!zone || zone->kind != SYMBOL_ZONE) return UINT64_MAX; /* whichever is given */
  return UINT64_C(1) << (uint32_t)zone->number % 64;
}

/* ---- calls ---- */

/* Whether a procedure shows what it was given, whatever way it goes, and for good. */
static bool is_always_shown(const struct knowledge *param, const struct reader *shown) {
  return !shown->kept_in && shown->within.end == UINT32_MAX && !shown->is_skipped && shown->how != SHOWN_ASKED &&
         !param->is_varied;
}

/* What a procedure shows of its parameters, it shows of what is given for them. */
static void note_call(struct finder *f, struct symbol *callee, const struct tree *arguments, const struct tree *target,
                      struct span runs_at) {
  struct given_call call = { callee, arguments, target, f->at };
  if (!callee || callee->kind == SYMBOL_FN) return;
  finder_walk_procedure(f, callee);
  f->has_cycle |= finder_record(f, callee)->is_walked;
  if (finder_record(f, callee)->asks || finder_record(f, callee)->is_walked) note_question(f, NULL, callee, NULL);
  finder_tie_call(f, callee, arguments, target, note_asked_by_call(f, callee, arguments));
  uint64_t changes = finder_record(f, callee)->changes & ~f->procedure->changes;
  f->procedure->changes |= changes;
  f->again |= changes != 0;
  note_deed(f, &f->procedure->assigns, runs_at, NULL, finder_record(f, callee)->assigns.what);
  note_deed(f, &f->procedure->carries, runs_at, NULL, finder_record(f, callee)->carries.what);
  const struct symbol *param = callee->params;
  for (const struct tree *arg = arguments; arg && param && !arena_failed(f->c->arena);
       arg = arg->next, param = param->next_param)
    for (const struct reader *shown = finder_record(f, param)->readers; shown; shown = shown->next) {
      struct reader reader = *shown;
      if (f->is_certain && !is_always_shown(finder_record(f, param), shown)) continue;
      reader.by_call = true;
      reader.player = whose_outside(f->c, shown->player, callee->params, arguments);
      if (shown->how == SHOWN_SAID) reader.how = SHOWN_KEPT; /* what is given is judged where it is said */
      show(f, arg, reader);
    }
  vector_push(f->c->arena, &f->calls, &call, sizeof call);
}

/* The options of a group are run behind the question, what else is called at the statement at hand. */
static void note_called(struct finder *f, const struct tree *node, struct span runs_at) {
  const struct note *note = node && node->kind == TREE_CALL ? note_of(node) : NULL;
  if (note && note->kind == NOTE_CALL) note_call(f, note->symbol, node->kid[CALL_ARGS], NULL, runs_at);
}

static void note_applied(struct finder *f, const struct tree *node) {
  const struct tree *target = node->kid[APPLY_TARGET];
  const struct field *field = note_of(target) ? note_of(target)->field : NULL;
  const struct symbol *before = NULL;
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++) {
    const struct note *note = field->cells[row] ? note_of(field->cells[row]) : NULL;
    struct symbol *callee = note && note->kind == NOTE_CALL ? note->symbol : NULL;
    if (callee && callee != before) note_call(f, callee, node->kid[APPLY_ARGS], target, f->at);
    before = callee;
  }
}

/* ---- the walk over statements ---- */

void finder_walk(struct finder *f, const struct tree *node) {
  for (; node && !arena_failed(f->c->arena); node = node->next) walk(f, node);
}

/* Statements to which the rules need not come. */
static void walk_block(struct finder *f, const struct tree *node) {
  struct span before = f->within;
  bool was_behind = f->behind_pick;
  for (; node; node = node->next) {
    f->within = node->span;
    walk(f, node);
  }
  f->within = before, f->behind_pick = was_behind;
}

/* A card that is drawn is known to whoever sees where it comes to, and to whoever saw where it lay. */
void finder_gather_taken(struct finder *f, const struct tree *from, const struct tree *to, struct secrets *out) {
  struct secret secret;
  const struct tree *zone = meant_zone((struct tree *)(uintptr_t)to);
  const struct tree *start = meant_zone((struct tree *)(uintptr_t)from);
  const struct symbol *start_zone = symbol_meant(start);
  bool was_open = start_zone && start_zone->kind == SYMBOL_ZONE && !knowledge_place(f->c, start, &secret);
  const struct symbol *end_zone = symbol_meant(zone);
  if (!was_open && end_zone && end_zone->kind == SYMBOL_LOCAL)
    finder_gather(f, zone, out, false); /* whichever is given */
  else if (!was_open && knowledge_place(f->c, zone, &secret)) finder_add(f->c, out, secret);
}

/* Everything a value depends on, and the conditions around. */
static struct secrets find_value(struct finder *f, const struct tree *value) {
  struct secrets secrets = { 0 };
  if (value->kind == TREE_DRAW_ONE)
    finder_gather_taken(f, value->kid[DRAW_ONE_FROM], value->kid[DRAW_ONE_TO], &secrets);
  else if (value->kind == TREE_PICK) {
    note_question(f, value, NULL, NULL);
    f->behind_pick = true;
    note_asked(f, value->kid[PICK_BY]);
    struct secret choice = { .kind = SECRET_CHOICE, .owner = whose_named(f->c, value->kid[PICK_BY]), .counts = true };
    struct reader reader = { .kind = READER_PLAYER, .player = choice.owner, .how = SHOWN_ASKED };
    show_text(f, value->kid[PICK_PROMPT], reader);
    if (!f->is_certain) show_text(f, value->kid[PICK_LABEL], reader);
    if (!f->is_certain) show_args(f, value->kid[PICK_BINDER], reader);
    const struct tree *binder = value->kid[PICK_BINDER];
    struct secrets unused = { 0 };
    finder_gather_binder(f, binder, &unused, true);
    finder_gather(f, binder->kid[BINDER_DOMAIN], &secrets, true);
    finder_add(f->c, &secrets, choice);
    if (value->kid[PICK_ELSE]) finder_gather(f, value->kid[PICK_ELSE], &secrets, true);
  } else {
    note_called(f, value, f->at);
    finder_gather(f, value, &secrets, false);
  }
  finder_add_all(f->c, &secrets, &f->under);
  return secrets;
}

static void keep_value(struct finder *f, const struct symbol *local, const struct tree *value) {
  struct secrets secrets = find_value(f, value);
  finder_keep(f, local, &secrets);
}

/* What an effect gives that asks somebody rests on his answer: that it came to the question, all can see. */
void finder_keep_result(struct finder *f, const struct tree *value) {
  struct secrets around = f->under;
  if (f->asks) f->under = (struct secrets){ 0 };
  struct secrets secrets = find_value(f, value);
  f->under = around;
  if (finder_add_all(f->c, f->result, &secrets)) f->again |= f->procedure->was_asked;
}

/* Another name for a player who is certain: a seat, a local that keeps its value, a neighbour of these, or a variable
 * that does not change in this procedure. */
static const struct whose *alias(const struct finder *f, const struct whose *whose) {
  const struct whose *base = whose && whose->kind == WHOSE_STEP ? whose->base : whose;
  if (!base || base->kind == WHOSE_SEAT) return whose;
  if (base->kind == WHOSE_LOCAL) return base->symbol->knowledge && base->symbol->knowledge->is_varied ? NULL : whose;
  return whose_variable(base) && !finder_changes_player(f, base) ? whose : NULL;
}

static void walk_let(struct finder *f, const struct tree *node) {
  const struct tree *value = node->kid[LET_VALUE];
  const struct symbol *local = node->symbol;
  if (!local) return;
  const struct symbol *named = value->kind == TREE_NAME ? symbol_meant(value) : NULL;
  if (named && named->kind == SYMBOL_LOCAL && named != local) finder_record(f, local)->copy_of = named;
  keep_value(f, local, value);
  finder_keep_source(f, local, value, false);
  bool expression = value->kind != TREE_PICK && value->kind != TREE_DRAW_ONE;
  if (local->type->kind == TYPE_KIND_PLAYER && expression) {
    const struct whose *player = alias(f, whose_named(f->c, value));
    bool itself = player && player->kind == WHOSE_LOCAL && player->symbol == local;
    finder_record(f, local)->player = itself ? NULL : player;
  }
  struct reader reader;
  if (value->kind == TREE_DRAW_ONE && readers_of(f->c, value->kid[DRAW_ONE_FROM], SHOWN_LAID, &reader))
    show_local(f, local, reader);
}

/* Whether there is one decides what follows. */
static void walk_let_or(struct finder *f, const struct tree *node) {
  const struct tree *value = node->kid[LET_VALUE];
  struct secrets decide = { 0 }, amount = { 0 };
  bool is_public = value->kind == TREE_PICK || value->kind == TREE_DRAW_ONE; /* that there is one, all can see */
  walk_let(f, node);
  if (!node->kid[LET_ELSE]) return;
  struct condition *entered = is_public ? NULL : finder_enter(f, value);
  if (entered) finder_gather(f, value, &amount, false);
  finder_add_counts(f->c, &decide, &amount);
  walk_block(f, node->kid[LET_ELSE]);
  finder_leave(f, entered, &decide);
}

/* Which element was written to shows in what the elements are. */
static void keep_index(struct finder *f, const struct symbol *local, const struct tree *target) {
  struct secrets secrets = { 0 };
  if (target->kind != TREE_INDEX) return;
  finder_gather_list(f, target->kid[INDEX_ARGS], &secrets, true);
  finder_keep(f, local, &secrets);
}

/* Which element is meant, and what it was before `+=`, the rules have found out when they ask for the value. */
static void keep_assigned(struct finder *f, const struct symbol *local, const struct tree *assign) {
  const struct tree *target = assign->kid[ASSIGN_TARGET];
  struct secrets before = f->under;
  if (f->is_certain && assign->number != OP_SET) finder_gather(f, target, &f->under, true);
  else if (f->is_certain && target->kind == TREE_INDEX) finder_gather_list(f, target->kid[INDEX_ARGS], &f->under, true);
  keep_value(f, local, assign->kid[ASSIGN_VALUE]);
  f->under = before;
}

static void walk_assign(struct finder *f, const struct tree *node) {
  struct symbol *symbol = symbol_meant(node->kid[ASSIGN_TARGET]);
  if (!symbol) return;
  if (symbol->kind == SYMBOL_VAR) note_deed(f, &f->procedure->assigns, f->at, NULL, variable_bit(f, symbol));
  keep_assigned(f, symbol->kind == SYMBOL_LOCAL ? symbol : NULL, node);
  if (symbol->kind == SYMBOL_LOCAL) {
    keep_index(f, symbol, node->kid[ASSIGN_TARGET]);
    finder_keep_source(f, symbol, node->kid[ASSIGN_VALUE], true);
    struct knowledge *known = finder_record(f, symbol);
    finder_keep_given(f, symbol, node->number == OP_SET ? node->kid[ASSIGN_VALUE] : NULL);
    f->again |= !known->is_varied && symbol->type->kind == TYPE_KIND_PLAYER;
    known->is_varied = true;
    if (node->span.start > known->varied_at) known->varied_at = node->span.start;
  } else show_kept(f, node, symbol);
  if (symbol->kind == SYMBOL_VAR && symbol->type->kind == TYPE_KIND_INT && symbol_seen(symbol))
    finder_keep_given(f, symbol, node->number == OP_SET ? node->kid[ASSIGN_VALUE] : NULL);
  if (symbol->kind == SYMBOL_VAR && symbol->type->kind == TYPE_KIND_PLAYER) {
    uint64_t change = UINT64_C(1) << (uint32_t)symbol->number % 64;
    f->again |= !(f->procedure->changes & change);
    f->procedure->changes |= change;
  }
}

/* What a condition looks at decides what is assigned and returned below it, and all that a fn gives. What an effect
 * gives behind it may rest on it, too, but much else that all can see besides: that is the course of the game. */
static struct secrets look_at(struct finder *f, const struct tree *condition) {
  struct secrets decide = { 0 };
  bool asks_any = condition && condition->kind == TREE_LET; /* only whether there is one decides */
  if (asks_any) {
    walk_let(f, condition);
    condition = condition->kid[LET_VALUE];
  }
  if (condition && condition->kind != TREE_PICK && condition->kind != TREE_DRAW_ONE) {
    struct secrets all = { 0 };
    if (condition->kind == TREE_BINDER) finder_gather_binder(f, condition, &all, false);
    else finder_gather(f, condition, &all, !asks_any);
    finder_add_counts(f->c, &decide, &all);
    finder_add_all(f->c, &f->under, &decide);
  }
  if (f->in_fn && finder_add_all(f->c, f->result, &f->under)) f->again |= f->procedure->was_asked;
  return decide;
}

static void walk_below(struct finder *f, const struct tree *condition, const struct tree *a, const struct tree *b,
                       bool is_loop) {
  struct secrets before = f->under, decide;
  struct condition *passed = f->passed;
  struct condition *entered =
      finder_enter(f, condition && condition->kind == TREE_LET ? condition->kid[LET_VALUE] : condition);
  decide = look_at(f, condition);
  walk_block(f, a);
  walk_block(f, b);
  f->under = before;
  if (is_loop) finder_end_rounds(f, passed);
  finder_leave(f, entered, &decide);
}

/* A `break` or `continue` under a condition decides how often the rest of the loop comes up: so the loop is walked again
 * under all of these. A joined loop is left together with the one around it. */
static void walk_loop(struct finder *f, const struct tree *condition, const struct tree *block, bool is_joined) {
  struct secrets before = f->under, own = { 0 }, *outer = f->going_on, *going_on = is_joined ? outer : &own;
  struct span outer_loop = f->loop, outer_rounds = f->rounds;
  f->going_on = going_on;
  f->loop = f->at;
  if (!f->rounds.end) f->rounds = f->at;
  walk_below(f, condition, block, NULL, true);
  if (finder_add_all(f->c, &f->under, going_on)) walk_below(f, condition, block, NULL, true);
  f->going_on = outer;
  f->loop = outer_loop, f->rounds = outer_rounds;
  f->under = before;
}

static void keep_chosen(struct finder *f, const struct tree *args, const struct whose *chooser,
                        const struct symbol *each) {
  struct reader reader = { .kind = READER_PLAYER, .player = chooser, .how = SHOWN_SEEN };
  struct secret choice = { .kind = SECRET_CHOICE, .symbol = each, .owner = chooser, .counts = true };
  for (const struct tree *arg = args; arg; arg = arg->next) {
    struct secrets secrets = { 0 };
    finder_gather_binder(f, arg, &secrets, true);
    secrets = (struct secrets){ .count = 1, .items = { choice } };
    if (!arg->symbol) continue;
    finder_keep(f, arg->symbol, &secrets);
    show_local(f, arg->symbol, reader);
  }
}

static void walk_option(struct finder *f, const struct tree *option, const struct whose *chooser,
                        const struct symbol *each) {
  struct reader reader = { .kind = READER_PLAYER, .player = chooser, .how = SHOWN_ASKED };
  struct span at = f->at, within = f->within;
  f->at = f->within = option->span; /* arguments live in their option */
  keep_chosen(f, option->kid[OPTION_ARGS], chooser, each);
  f->at = at, f->within = within;
  /* For certain: he may not be offered it, and is told no reasons of what he is offered. */
  const struct tree *args = option->kid[OPTION_ARGS];
  bool offered = !option->kid[OPTION_NEEDS] && !(option->flags & FLAG_OTHERWISE);
  if (!f->is_certain || (offered && !args)) show_text(f, option->kid[OPTION_LABEL], reader);
  if (!f->is_certain || (offered && args && !args->next && !args->kid[BINDER_WHERE])) show_args(f, args, reader);
  if (!f->is_certain) show_needs(f, option->kid[OPTION_NEEDS], reader);
  finder_walk(f, option->kid[OPTION_LETS]);
  struct inside inside = { option, f->inside };
  f->inside = &inside;
  walk_block(f, option->kid[OPTION_BODY]);
  f->inside = inside.outer;
}

/* Whoever is asked, all can see that he is, unless the choice may be taken by itself. */
static void show_asked(struct finder *f, const struct tree *choice, const struct tree *by) {
  note_asked(f, by);
  if (choice->flags & FLAG_ALWAYS) show(f, by, (struct reader){ .kind = READER_EVERYBODY, .how = SHOWN_SEEN });
}

/* Whether nobody comes by a choice without being asked; `otherwise` is for whoever has no option. */
static bool is_asked_always(const struct tree *choice) {
  for (const struct tree *option = choice->kid[CHOOSE_OPTIONS]; option; option = option->next)
    if (option->kind == TREE_OTHERWISE) return false;
  return choice->flags & FLAG_ALWAYS;
}

static void walk_choose(struct finder *f, const struct tree *node) {
  const struct tree *each = node->kid[CHOOSE_EACH];
  struct secrets unused = { 0 };
  note_question(f, node, NULL, each);
  show_asked(f, node, each ? each->kid[BINDER_WHERE] : node->kid[CHOOSE_BY]);
  if (each) finder_gather_binder(f, each, &unused, true);
  const struct whose *chooser = !each          ? whose_named(f->c, node->kid[CHOOSE_BY])
                                : each->symbol ? whose_local(f->c, each->symbol)
                                               : NULL;
  struct span at = f->at;
  enum shown_how how = f->is_certain && is_asked_always(node) ? SHOWN_SEEN : SHOWN_ASKED;
  show_text(f, node->kid[CHOOSE_PROMPT], (struct reader){ .kind = READER_PLAYER, .player = chooser, .how = how });
  for (const struct tree *option = node->kid[CHOOSE_OPTIONS]; option; option = option->next) {
    f->at = at;
    if (option->kind == TREE_INCLUDE) note_called(f, option->kid[INCLUDE_CALL], option->span);
    else if (option->kind == TREE_OTHERWISE) walk_block(f, option->kid[OTHERWISE_BLOCK]);
    else walk_option(f, option, chooser, each ? each->symbol : NULL);
  }
}

static void keep_moved(struct finder *f, const struct tree *node, const struct tree *from, const struct tree *to) {
  struct secrets secrets = { 0 };
  struct reader reader;
  if (!node->symbol) return;
  finder_gather_taken(f, from, to, &secrets);
  finder_keep(f, node->symbol, &secrets);
  if (readers_of(f->c, from, SHOWN_LAID, &reader)) show_local(f, node->symbol, reader);
  if (readers_of(f->c, to, SHOWN_LAID, &reader)) show_local(f, node->symbol, reader);
}

/* Statements are walked in the order of the text, some of them more than once. */
static void keep_move(struct finder *f, const struct tree *node) {
  const struct symbol *local = node->kid[MOVE_WHAT]->kind == TREE_NAME ? symbol_meant(node->kid[MOVE_WHAT]) : NULL;
  if (!local || local->kind != SYMBOL_LOCAL) return;
  struct knowledge *known = finder_record(f, local);
  for (const struct moved_card *moved = known->moves; moved; moved = moved->next)
    if (moved->to == node->kid[MOVE_TO]) return;
  struct moved_card *moved = arena_alloc(f->c->arena, sizeof *moved);
  *moved = (struct moved_card){ node->kid[MOVE_TO], f->at, f->within, known->moves };
  known->moves = moved;
}

static void walk_reveal(struct finder *f, const struct tree *node) {
  const struct tree *to = node->kid[REVEAL_TO];
  struct secrets unused = { 0 };
  finder_gather(f, to, &unused, true);
  if (to->kind != TREE_SET_OF)
    show(f, node->kid[REVEAL_WHAT], knowledge_listener(f->c, to)); /* else not known to whom */
}

/* Whom the variable of `say to set(q in …)` can be is asked for later. */
static void walk_say(struct finder *f, const struct tree *node) {
  struct secrets unused = { 0 };
  if (node->kid[SAY_TO]) finder_gather(f, node->kid[SAY_TO], &unused, true);
  show_said(f, node);
}

/* In its first round, `for p in players starting q` speaks of q. */
static void follow_first(struct finder *f, const struct tree *binder) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  const struct tree *first = domain->kind == TREE_PLAYERS_STARTING ? domain->kid[PLAYERS_STARTING_FIRST] : NULL;
  const struct symbol *named = first && first->kind == TREE_NAME ? symbol_meant(first) : NULL;
  if (binder->symbol && !binder->kid[BINDER_WHERE] && named && named->kind == SYMBOL_LOCAL)
    finder_record(f, binder->symbol)->copy_of = named;
}

static void walk(struct finder *f, const struct tree *node) {
  f->at = node->span;
  switch (node->kind) {
  case TREE_LET: walk_let_or(f, node); break;
  case TREE_LOCAL:
    keep_value(f, node->symbol, node->kid[LOCAL_VALUE]);
    finder_keep_source(f, node->symbol, node->kid[LOCAL_VALUE], false);
    if (node->symbol) finder_keep_given(f, node->symbol, node->kid[LOCAL_VALUE]);
    break;
  case TREE_ASSIGN: walk_assign(f, node); break;
  case TREE_IF: walk_below(f, node->kid[IF_CONDITION], node->kid[IF_THEN], node->kid[IF_ELSE], false); break;
  case TREE_MATCH: walk_below(f, node->kid[MATCH_SUBJECT], node->kid[MATCH_ARMS], NULL, false); break;
  case TREE_ARM: finder_walk(f, node->kid[ARM_BODY]); break;
  case TREE_FOR:
    if (node->kid[FOR_BINDER]->symbol) finder_record(f, node->kid[FOR_BINDER]->symbol)->varies_in_loop = true;
    follow_first(f, node->kid[FOR_BINDER]);
    walk_loop(f, node->kid[FOR_BINDER], node->kid[FOR_BLOCK], node->flags & FLAG_JOINED);
    break;
  case TREE_WHILE: walk_loop(f, node->kid[WHILE_CONDITION], node->kid[WHILE_BLOCK], false); break;
  case TREE_REPEAT:
    walk_loop(f, node->kid[node->kid[REPEAT_UNTIL] ? REPEAT_UNTIL : REPEAT_TIMES], node->kid[REPEAT_BLOCK], false);
    break;
  case TREE_BREAK:
  case TREE_CONTINUE:
    f->jumps++;
    if (f->going_on) finder_add_counts(f->c, f->going_on, &f->under);
    break;
  case TREE_LEAVE:
    f->jumps++, f->returns++;
    f->may_have_left = true;
    break;
  case TREE_RETURN:
    f->jumps++, f->returns++;
    f->may_have_left = true;
    if (node->kid[RETURN_VALUE]) finder_keep_result(f, node->kid[RETURN_VALUE]);
    break;
  case TREE_SAY: walk_say(f, node); break;
  case TREE_MOVE:
    show_at(f, node->kid[MOVE_WHAT], node->kid[MOVE_TO]);
    if (f->is_certain) keep_move(f, node);
    break;
  case TREE_MOVE_ALL:
    keep_moved(f, node, node->kid[MOVE_ALL_FROM], node->kid[MOVE_ALL_TO]);
    note_deed(f, &f->procedure->carries, f->at, node, zone_bit(node->kid[MOVE_ALL_FROM]));
    break;
  case TREE_SWAP:
    note_deed(f, &f->procedure->carries, f->at, node, zone_bit(node->kid[SWAP_LEFT]) | zone_bit(node->kid[SWAP_RIGHT]));
    break;
  case TREE_PASS: note_deed(f, &f->procedure->carries, f->at, node, zone_bit(node->kid[PASS_ZONE])); break;
  case TREE_MOVE_RANDOM: keep_moved(f, node, node->kid[MOVE_RANDOM_FROM], node->kid[MOVE_RANDOM_TO]); break;
  case TREE_REVEAL: walk_reveal(f, node); break;
  case TREE_APPLY: note_applied(f, node); break;
  case TREE_CHOOSE: walk_choose(f, node); break;
  case TREE_OPTION: walk_option(f, node, NULL, NULL); break;
  case TREE_CALL: note_called(f, node, f->at); break;
  case TREE_BLOCK: finder_walk(f, node->kid[BLOCK_STATEMENTS]); break;
  default: break;
  }
}
