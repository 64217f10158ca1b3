/* Finds out what every local depends on and to whom it is shown: see knowledge.h.
 *
 * Procedures are walked from those that call nobody upwards, so that what a call gives is known where it stands; then
 * the calls are gone over from above, for what parameters are given. Where that comes round in a circle, and where a
 * name is used before it is assigned to (in a loop), all is walked again until nothing is added. */
#include "compiler/knowledge.h"

#include <stdlib.h>

#include "compiler/finder.h"
#include "compiler/meant.h"
#include "compiler/passes.h"

enum {
  ROUNDS = 6,       /* more is not needed but by rules made for it; what is missing then, is a secret */
  DEPTH_LIMIT = 250 /* of calls, beyond what checks.c allows */
};

/* ---- procedures ---- */

static bool is_question(const struct tree *node, const void *unused) {
  (void)unused;
  return tree_does(node, DOES_ASKS);
}

static bool asks_somebody(const struct tree *statements) {
  for (; statements; statements = statements->next)
    if (tree_first(statements, is_question, NULL)) return true;
  return false;
}

static void walk_body(struct finder *f, struct knowledge *procedure, const struct tree *value,
                      const struct tree *statements, bool is_fn) {
  struct finder before = *f;
  f->in_fn = is_fn;
  f->asks = !is_fn && asks_somebody(statements);
  f->procedure = procedure;
  f->under = (struct secrets){ 0 };
  f->within = (struct span){ .file = (value ? value : statements) ? (value ? value : statements)->span.file : 0,
                             .end = UINT32_MAX };
  f->loop = (struct span){ 0 };
  f->may_have_left = false;
  f->going_on = NULL;
  f->behind_pick = false, f->inside = NULL;
  f->result = &procedure->secrets;
  f->conditions = f->passed = NULL, f->left = NULL, f->asked = (struct asked){ 0 }, f->rounds = (struct span){ 0 };
  f->depth++;
  if (value) finder_keep_result(f, value);
  else finder_walk(f, statements);
  finder_end_procedure(f);
  f->procedure = before.procedure, f->under = before.under, f->result = before.result, f->depth = before.depth;
  f->in_fn = before.in_fn, f->asks = before.asks, f->at = before.at, f->within = before.within;
  f->loop = before.loop, f->may_have_left = before.may_have_left, f->going_on = before.going_on;
  f->conditions = before.conditions, f->passed = before.passed, f->left = before.left, f->asked = before.asked,
  f->rounds = before.rounds, f->behind_pick = before.behind_pick;
  f->inside = before.inside;
}

void finder_walk_procedure(struct finder *f, struct symbol *symbol) {
  struct knowledge *known = finder_record(f, symbol);
  if (known->walked == f->round || symbol->kind == SYMBOL_POSITION || symbol_is_extern(symbol)) return;
  if (f->depth > DEPTH_LIMIT) return; /* that is an error anyhow */
  known->walked = f->round;
  known->is_walked = true;
  bool is_fn = symbol->kind == SYMBOL_FN;
  walk_body(f, known, is_fn ? symbol->tree->kid[FN_VALUE] : NULL, meant_body(symbol), is_fn);
  known->is_walked = false;
}

static void walk_all(struct finder *f, struct knowledge *parts) {
  struct compilation *c = f->c;
  f->calls.count = f->met.count = 0;
  f->again = f->has_shown = f->has_tied = f->has_cycle = false;
  f->round++;
  for (struct symbol *symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next)
    if (symbol_is_procedure(symbol)) finder_walk_procedure(f, symbol);
  if (c->setup) walk_body(f, &parts[0], NULL, c->setup->kid[SETUP_BLOCK], false);
  if (c->play) walk_body(f, &parts[1], NULL, c->play->kid[PLAY_BLOCK], false);
  f->again |= (f->has_shown || f->has_tied) && f->has_cycle;
}

/* ---- what parameters are given ---- */

static void add_given(const struct finder *f, const struct secrets *more, bool counts, struct secrets *out) {
  for (int i = 0; i < more->count; i++) {
    struct secret given = more->items[i];
    given.by_name = true, given.counts |= counts;
    finder_add(f->c, out, given);
  }
}

/* Puts what is given in the place of the parameters among the secrets. */
static struct secrets expand(const struct finder *f, const struct secrets *secrets) {
  struct secrets out = { 0 };
  for (int i = 0; i < secrets->count; i++) {
    struct secret secret = secrets->items[i];
    if (secret.kind != SECRET_PARAM) {
      finder_add(f->c, &out, secret);
      continue;
    }
    struct knowledge *param = finder_record(f, secret.symbol);
    param->was_asked = true;
    add_given(f, &param->secrets, secret.counts, &out);
    if (param->tied) add_given(f, param->tied, secret.counts, &out);
  }
  return out;
}

/* How a player stands to the first player among the parameters, if all calls agree about it. */
static void relate(struct finder *f, const struct symbol *first, const struct tree *first_arg,
                   const struct symbol *param, const struct tree *arg) {
  struct knowledge *known = finder_record(f, param);
  const struct whose *here = whose_named(f->c, arg), *there = whose_named(f->c, first_arg);
  const struct whose *whose = whose_local(f->c, first), *beside = whose_beside(f->c, here, there, whose);
  bool different = whose_compare(f->c, here, there) == WHOSE_DIFFERENT;
  if (!known->is_called) known->player = beside;
  else if (known->player && !(beside && whose_equal(f->c, beside, known->player))) known->player = NULL;
  if (!known->is_called) known->other_than = different ? whose : NULL;
  else if (!different) known->other_than = NULL;
  known->is_called = true;
}

static void give_one(struct finder *f, const struct given_call *call, const struct symbol *param,
                     const struct tree *given, bool counts) {
  struct knowledge *known = finder_record(f, param);
  struct secrets secrets = { 0 };
  finder_gather(f, given, &secrets, counts);
  secrets = expand(f, &secrets);
  for (int i = 0; i < secrets.count; i++) {
    secrets.items[i].by_name = true;
    secrets.items[i].owner = whose_inside(f->c, secrets.items[i].owner, call->callee->params, call->arguments);
  }
  if (finder_add_all(f->c, &known->secrets, &secrets) && known->was_asked) f->again = true;
}

/* What tests tie a parameter to may be other parameters, which are secrets by what they are given. */
static void tie_param(struct finder *f, const struct symbol *param) {
  struct knowledge *known = finder_record(f, param);
  if (!known->ties || !finder_varies(f, param)) return;
  struct secrets secrets = expand(f, &known->ties->secrets);
  if (!known->tied) known->tied = arena_alloc(f->c->arena, sizeof *known->tied);
  if (finder_add_all(f->c, known->tied, &secrets) && known->was_asked) f->again = true;
}

/* What a card gives besides is as secret as the card. */
static void give(struct finder *f, const struct given_call *call) {
  const struct symbol *first = NULL, *param = call->callee->params;
  const struct tree *first_arg = NULL, *arg = call->arguments;
  f->at = call->at;
  for (; param && (arg || call->target); param = param->next_param, arg = arg ? arg->next : NULL) {
    give_one(f, call, param, arg ? arg : call->target, !arg);
    if (arg) finder_keep_given(f, param, arg);
    tie_param(f, param);
    if (!arg) continue;
    if (param->type->kind != TYPE_KIND_PLAYER) continue;
    if (first) relate(f, first, first_arg, param, arg);
    else first = param, first_arg = arg;
  }
}

/* From above: a call comes before those in the procedure that it calls. */
static void give_all(struct finder *f) {
  f->again = false;
  for (size_t i = f->calls.count; i-- > 0 && !arena_failed(f->c->arena);)
    give(f, &((const struct given_call *)f->calls.items)[i]);
}

/* ---- all of it ---- */

static void number_variables(struct finder *f) {
  uint32_t count = 0;
  for (const struct symbol *symbol = f->c->first_symbol; symbol && !arena_failed(f->c->arena); symbol = symbol->next)
    if (symbol->kind == SYMBOL_VAR) finder_record(f, symbol)->variable = count++;
}

static void find(struct finder *f) {
  struct knowledge *parts = arena_alloc(f->c->arena, 2 * sizeof *parts);
  number_variables(f);
  f->again = true;
  f->only_shows = true;
  for (int i = 0; i < ROUNDS && f->again && !arena_failed(f->c->arena); i++) walk_all(f, parts);
  f->only_shows = false;
  f->again = true;
  for (int i = 0; i < ROUNDS && f->again && !arena_failed(f->c->arena); i++) walk_all(f, parts);
  f->again = true;
  for (int i = 0; i < ROUNDS && f->again && !arena_failed(f->c->arena); i++) give_all(f);
}

void knowledge_find(struct compilation *c) { find(&(struct finder){ .c = c }); }

static int compare_places(const void *a, const void *b) {
  const struct span *left = a, *right = b;
  if (left->file != right->file) return left->file < right->file ? -1 : 1;
  return left->start < right->start ? -1 : left->start > right->start;
}

/* ---- how the rules come to questions ---- */

struct known_course {
  const struct tree *question;
  enum question_course course;
};

static int compare_courses(const void *a, const void *b) {
  uintptr_t left = (uintptr_t)((const struct known_course *)a)->question;
  uintptr_t right = (uintptr_t)((const struct known_course *)b)->question;
  return left < right ? -1 : left > right;
}

static enum question_course course_of(struct finder *f, const struct met_question *met) {
  struct secrets decide = expand(f, &met->decide);
  enum question_course course = met->is_behind ? COURSE_CHOSEN : COURSE_OPEN;
  for (int i = 0; i < decide.count; i++) {
    if (!decide.items[i].counts) continue;
    if (decide.items[i].kind != SECRET_CHOICE) return COURSE_COVERT;
    course = COURSE_CHOSEN;
  }
  return course;
}

/* What is called where not everybody can follow, nobody can follow: until nothing is added. */
static void follow_calls(struct finder *f) {
  struct met_question *met = f->met.items;
  for (bool again = true; again && !arena_failed(f->c->arena);) {
    again = false;
    for (size_t i = 0; i < f->met.count; i++) {
      if (met[i].procedure->course > met[i].course) met[i].course = met[i].procedure->course;
      struct knowledge *callee = met[i].callee ? finder_record(f, met[i].callee) : NULL;
      if (!callee || callee->course >= met[i].course) continue;
      callee->course = met[i].course;
      again = true;
    }
  }
}

static void find_courses(struct finder *f) {
  struct met_question *met = f->met.items;
  struct vector *courses = &f->c->courses;
  for (size_t i = 0; i < f->met.count; i++) met[i].course = course_of(f, &met[i]);
  follow_calls(f);
  for (size_t i = 0; i < f->met.count; i++) {
    struct known_course known = { met[i].node, met[i].course };
    if (known.question && known.course != COURSE_OPEN) vector_push(f->c->arena, courses, &known, sizeof known);
  }
  if (courses->count) qsort(courses->items, courses->count, sizeof(struct known_course), compare_courses);
}

enum question_course knowledge_course(const struct compilation *c, const struct tree *question) {
  struct known_course wanted = { .question = question };
  const struct known_course *found =
      c->courses.count ? bsearch(&wanted, c->courses.items, c->courses.count, sizeof wanted, compare_courses) : NULL;
  return found ? found->course : COURSE_OPEN;
}

void knowledge_find_certain(struct compilation *c) {
  struct finder f = { .c = c, .is_certain = true };
  find(&f);
  find_courses(&f);
  if (c->questions.count) qsort(c->questions.items, c->questions.count, sizeof(struct span), compare_places);
}

/* ---- for certain ---- */

static const struct knowledge *certain_of(const struct symbol *local) {
  return local->knowledge ? local->knowledge->certain : NULL;
}

struct secrets knowledge_made_of(struct compilation *c, const struct symbol *local) {
  const struct knowledge *known = certain_of(local);
  if (!known) return (struct secrets){ 0 };
  return finder_is_param(local) ? known->secrets
                                : expand(&(struct finder){ .c = c, .is_certain = true }, &known->secrets);
}

struct secrets knowledge_of(struct compilation *c, const struct symbol *local) {
  struct finder f = { .c = c, .is_certain = true };
  const struct knowledge *known = certain_of(local);
  struct secrets secrets = knowledge_made_of(c, local);
  if (!known || !known->ties || !finder_varies(&f, local)) return secrets;
  struct secrets tied = finder_is_param(local) ? (struct secrets){ 0 } : expand(&f, &known->ties->secrets);
  finder_add_all(c, &secrets, known->tied ? known->tied : &tied);
  return secrets;
}

struct secrets knowledge_at(struct compilation *c, const struct symbol *local, struct span here) {
  const struct knowledge *known = certain_of(local);
  return known && finder_is_tied(known, here) ? knowledge_of(c, local) : knowledge_made_of(c, local);
}

const struct reader *knowledge_readers(const struct symbol *local) {
  const struct knowledge *known = certain_of(local);
  return known ? known->readers : NULL;
}

bool knowledge_was_shown(const struct symbol *local, const struct reader *reader, struct span here) {
  return finder_has_come(certain_of(local), reader, here);
}

static const struct moved_card *last_move(const struct knowledge *known, struct span here) {
  const struct moved_card *moved = known ? known->moves : NULL;
  while (moved && (moved->at.file != here.file || moved->at.start > here.start)) moved = moved->next;
  return moved;
}

const struct tree *knowledge_moved_to(const struct symbol *local, struct span here, bool *certain) {
  const struct moved_card *moved = last_move(certain_of(local), here);
  *certain = !moved || finder_stands_in(here, moved->within);
  return moved ? moved->to : NULL;
}

const struct noted_deed *knowledge_carrying(const struct symbol *local, struct span here, struct span *since) {
  const struct knowledge *known = certain_of(local);
  const struct moved_card *moved = last_move(known, here);
  if (!known || !known->procedure) return NULL;
  *since = moved ? moved->at : known->declared;
  return known->procedure->carries.first;
}

enum carried knowledge_carried(const struct noted_deed *carrying, const struct symbol *zone, struct span since,
                               struct span here) {
  if (carrying->at.file != here.file || carrying->at.start <= since.start) return CARRIED_NOT;
  if (!(carrying->what >> (uint32_t)zone->number % 64 & 1)) return CARRIED_NOT;
  if (carrying->at.start > here.start) /* unless a loop may have come round */
    return carrying->loop.end && !finder_stands_in(since, carrying->loop) ? CARRIED_PERHAPS : CARRIED_NOT;
  return carrying->node && finder_stands_in(here, carrying->within) ? CARRIED : CARRIED_PERHAPS;
}

bool knowledge_asks(const struct symbol *procedure) {
  const struct knowledge *known = certain_of(procedure);
  return !known || known->asks;
}

bool knowledge_outlives_question(const struct compilation *c, const struct symbol *local) {
  const struct knowledge *known = certain_of(local);
  const struct span *questions = c->questions.items;
  size_t low = 0, high = c->questions.count;
  if (!known) return false;
  while (low < high) { /* the first behind it: what declares it may ask for its value */
    size_t middle = (low + high) / 2;
    if (compare_places(&questions[middle], &known->declared) <= 0) low = middle + 1;
    else high = middle;
  }
  return low < c->questions.count && finder_stands_in(questions[low], known->lives_in);
}

bool knowledge_is_secret(struct compilation *c, const struct symbol *local, struct span here) {
  if (!knowledge_at(c, local, here).count) return false;
  for (const struct reader *shown = knowledge_readers(local); shown; shown = shown->next)
    if (shown->kind == READER_EVERYBODY && knowledge_was_shown(local, shown, here)) return false;
  return true;
}

/* ---- questions ---- */

static struct secrets answer(struct finder *f, const struct tree *node) {
  struct secrets secrets = { 0 };
  finder_gather(f, node, &secrets, false);
  return expand(f, &secrets);
}

static struct secrets answer_stored(struct finder *f, const struct tree *value) {
  struct secrets secrets = { 0 };
  if (value->kind == TREE_PICK) value = value->kid[PICK_BINDER]->kid[BINDER_DOMAIN];
  if (value->kind != TREE_DRAW_ONE) return answer(f, value);
  finder_gather_taken(f, value->kid[DRAW_ONE_FROM], value->kid[DRAW_ONE_TO], &secrets);
  return secrets;
}

struct secrets knowledge_in(struct compilation *c, const struct tree *node, const struct reader *reader) {
  return answer(&(struct finder){ .c = c, .reader = reader, .is_text = true }, node);
}

struct secrets knowledge_untold(struct compilation *c, const struct tree *node) {
  return answer(&(struct finder){ .c = c, .any_way = true }, node);
}

struct secrets knowledge_stored(struct compilation *c, const struct tree *value, const struct reader *reader) {
  return answer_stored(&(struct finder){ .c = c, .reader = reader }, value);
}

struct secrets knowledge_untold_at(struct compilation *c, const struct tree *value, const struct reader *reader,
                                   struct span here) {
  return answer_stored(&(struct finder){ .c = c, .reader = reader, .is_certain = true, .at = here }, value);
}
