/* What conditions tie together: see finder.h.
 *
 * Where a test of something hidden decides whether somebody is asked, being asked tells of everything that the test looked
 * at: `for r in Room { visit(r) }`, where visit(r) asks if r is where the ghost is, comes to its question with one r alone,
 * and who knows r knows the ghost. So the locals that such a test mentions are as secret as what it tests. They are followed
 * back through the names that they were given by and the conditions under which they were assigned to, and through
 * parameters to what calls give for them; further conditions around the question, or left behind by `return` and the like,
 * go with it. Only those that take more than one value while nobody notices are secrets by that: variables of loops, those
 * that a loop assigns to, and parameters of what is called at several places. Samples are made with it; for warnings this is
 * the course of the game. */
#include "compiler/finder.h"
#include "compiler/meant.h"

/* A value that a local was given, and the conditions under which that happened. */
struct tie_source {
  const struct tree *value;
  struct condition *under;
  struct tie_source *next;
};

/* A local that is tied, when what it came from is not yet. */
struct pending {
  const struct symbol *local;
  bool spares_public;
};

struct tying {
  struct finder *f;
  const struct secrets *decide;
  struct span from;
  const struct symbol *asked; /* whom all these questions are asked: that all can see; or NULL */
  bool spares_public;         /* what is often public is not tied: nothing hidden is tested together with it */
  struct vector pending;      /* struct pending */
};

/* ---- sets that most have none of ---- */

static bool is_before(struct span a, struct span b) { return a.file == b.file && a.start < b.start; }

/* Whether there is more to it than was known: more secrets, or from an earlier place on. */
static bool tie(const struct tying *tying, struct ties **ties) {
  struct compilation *c = tying->f->c;
  bool is_new = !*ties;
  if (is_new) *ties = arena_alloc(c->arena, sizeof **ties);
  if (is_new) (*ties)->from = tying->from;
  bool is_earlier = is_before(tying->from, (*ties)->from);
  if (is_earlier) (*ties)->from = tying->from;
  bool is_more = finder_add_all(c, &(*ties)->secrets, tying->decide);
  if (!tying->spares_public && !(*ties)->of_players)
    (*ties)->of_players = arena_alloc(c->arena, sizeof *(*ties)->of_players);
  if (!tying->spares_public) is_more |= finder_add_all(c, (*ties)->of_players, tying->decide);
  return is_more || is_earlier;
}

bool finder_varies(const struct finder *f, const struct symbol *local) {
  const struct knowledge *known = finder_record(f, local);
  bool by_one_call = known->values && !known->values->next;
  return known->varies_in_loop || (finder_is_param(local) && !by_one_call);
}

bool finder_is_tied(const struct knowledge *local, struct span here) {
  return local->ties && !is_before(here, local->ties->from);
}

/* ---- following ---- */

/* Whose turn it is shows in many ways, and so does whom or what a set still holds that a loop works on. */
static bool is_often_public(const struct symbol *local) {
  enum type_kind kind = local->type->kind;
  if (kind == TYPE_KIND_PLAYER) return finder_is_param(local);
  return kind == TYPE_KIND_SET || kind == TYPE_KIND_BAG || kind == TYPE_KIND_LIST || kind == TYPE_KIND_ARRAY;
}

static void tie_local(struct tying *tying, const struct symbol *local) {
  struct finder *f = tying->f;
  struct knowledge *known = finder_record(f, local);
  if (tying->spares_public && is_often_public(local)) return;
  if (!tie(tying, &known->ties)) return;
  f->again |= known->was_asked && !finder_is_param(local);
  f->has_tied |= finder_is_param(local);
  struct pending pending = { local, tying->spares_public };
  vector_push(f->c->arena, &tying->pending, &pending, sizeof pending);
}

static bool tie_name(const struct tree *node, const void *context) {
  struct tying *tying = (struct tying *)(uintptr_t)context;
  const struct symbol *local = node->kind == TREE_NAME ? symbol_meant(node) : NULL;
  if (local && local->kind == SYMBOL_LOCAL && local != tying->asked) tie_local(tying, local);
  return false;
}

/* Whether what is called gives something that rests on a parameter, as far as can be said. */
static bool gives(const struct finder *f, const struct symbol *callee, const struct symbol *param) {
  const struct secrets *result = &finder_record(f, callee)->secrets;
  for (int i = 0; i < result->count; i++)
    if (result->items[i].kind == SECRET_PARAM && result->items[i].symbol == param) return true;
  return result->count == SECRETS_LIMIT;
}

static bool is_luck(const struct secrets *secrets) {
  for (int i = 0; i < secrets->count; i++)
    if (secrets->items[i].kind == SECRET_HIDDEN || secrets->items[i].kind == SECRET_BOX) return false;
  return true;
}

/* Whoever picked had his choice, and that he was asked, all could see. */
static void tie_value(struct tying *tying, const struct tree *value) {
  const struct note *note = value->kind == TREE_CALL ? note_of(value) : NULL;
  const struct symbol *callee = note && note->kind == NOTE_CALL ? note->symbol : NULL;
  if (value->kind == TREE_DRAW_ONE) value = value->kid[DRAW_ONE_FROM];
  if (value->kind == TREE_PICK) return;
  if (!callee || callee->kind == SYMBOL_FN) {
    tree_first(value, tie_name, tying);
    return;
  }
  const struct symbol *param = callee->params;
  bool before = tying->spares_public;
  tying->spares_public |= is_luck(tying->decide); /* what somebody rolls says nothing of him */
  for (const struct tree *arg = value->kid[CALL_ARGS]; arg && param; arg = arg->next, param = param->next_param)
    if (gives(tying->f, callee, param)) tree_first(arg, tie_name, tying);
  tying->spares_public = before;
}

static void tie_condition(struct tying *tying, const struct tree *condition) {
  if (condition->kind == TREE_BINDER) {
    const struct tree *domain = condition->kid[BINDER_DOMAIN];
    if (domain->kind != TREE_PLAYERS_STARTING) tie_value(tying, domain); /* where it begins leaves nobody out */
    if (condition->kid[BINDER_WHERE]) tie_value(tying, condition->kid[BINDER_WHERE]);
  } else tie_value(tying, condition);
}

/* What holds for a condition holds for those around it: where nothing is new, nothing is further out. */
static void tie_conditions(struct tying *tying, struct condition *condition) {
  bool before = tying->spares_public;
  tying->spares_public = true;
  for (; condition && !arena_failed(tying->f->c->arena) && tie(tying, &condition->ties); condition = condition->outer)
    tie_condition(tying, condition->tree);
  tying->spares_public = before;
}

static void tie_sources(struct tying *tying) {
  while (tying->pending.count && !arena_failed(tying->f->c->arena)) {
    struct pending pending = ((const struct pending *)tying->pending.items)[--tying->pending.count];
    const struct tie_source *source = finder_record(tying->f, pending.local)->sources;
    tying->spares_public = pending.spares_public;
    for (; source; source = source->next) {
      if (source->value) tie_value(tying, source->value);
      tie_conditions(tying, source->under);
    }
  }
}

/* A loop may come round: what is tested later in its text may have been tested before. */
static struct tying begin(struct finder *f, const struct secrets *decide, struct span at) {
  return (struct tying){ .f = f, .decide = decide, .from = f->rounds.end ? f->rounds : at };
}

static bool is_at_work(const struct finder *f) { return f->is_certain && !f->only_shows && f->procedure && !f->in_fn; }

/* ---- what is known of where values come from ---- */

void finder_keep_source(struct finder *f, const struct symbol *local, const struct tree *value, bool is_assigned) {
  if (!is_at_work(f) || !local) return;
  struct knowledge *known = finder_record(f, local);
  struct tie_source *source = arena_alloc(f->c->arena, sizeof *source);
  if (known->sources_round != f->round) known->sources = NULL; /* all are met again */
  known->sources_round = f->round;
  *source = (struct tie_source){ value, is_assigned ? f->conditions : NULL, known->sources };
  known->sources = source;
  if (is_assigned && f->loop.end && !known->varies_in_loop)
    known->varies_in_loop = true, f->again |= known->ties != NULL;
  if (!known->ties) return;
  struct ties before = *known->ties;
  struct tying all = { .f = f, .decide = &before.secrets, .from = before.from, .spares_public = true };
  struct secrets nothing = { 0 }, found_by = before.of_players ? *before.of_players : nothing;
  struct tying of_players = { .f = f, .decide = &found_by, .from = before.from };
  if (found_by.count) tie_value(&of_players, value);
  tie_sources(&of_players);
  tie_value(&all, value);
  tie_conditions(&all, source->under);
  tie_sources(&all);
}

/* ---- who is asked ---- */

void finder_note_asked(struct finder *f, const struct symbol *local) {
  bool is_same = local && (!f->asked.local || f->asked.local == local) && !finder_record(f, local)->is_varied;
  if (is_same) f->asked.local = local;
  else f->asked.others = true;
}

static const struct symbol *only_asked(const struct asked *asked) { return asked->others ? NULL : asked->local; }

static struct asked asked_by_both(struct asked a, struct asked b) {
  bool differ = a.local && b.local && a.local != b.local;
  return (struct asked){ a.local ? a.local : b.local, a.others || b.others || differ };
}

/* ---- conditions ---- */

static void note_decides(struct finder *f, const struct secrets *decide) {
  struct secrets **decides = &f->procedure->decides;
  if (!*decides) *decides = arena_alloc(f->c->arena, sizeof **decides);
  f->has_tied |= finder_add_all(f->c, *decides, decide);
}

struct condition *finder_enter(struct finder *f, const struct tree *condition) {
  if (!is_at_work(f) || !condition) return NULL;
  struct condition *entered = arena_alloc(f->c->arena, sizeof *entered);
  *entered = (struct condition){ .tree = condition,
                                 .outer = f->conditions,
                                 .at = f->at,
                                 .questions = f->questions,
                                 .jumps = f->jumps,
                                 .returns = f->returns,
                                 .asked = f->asked };
  f->asked = (struct asked){ 0 };
  return f->conditions = entered;
}

/* Whether the rules come to some questions is decided by what the condition looks at. */
static void judge(struct finder *f, struct condition *condition, bool is_certain) {
  struct tying own = begin(f, condition->own, condition->at), all = begin(f, condition->decide, condition->at);
  if (!condition->decide || arena_failed(f->c->arena)) return;
  own.asked = all.asked = only_asked(&f->asked);
  all.spares_public = true;
  if (is_certain && condition->own) tie_condition(&own, condition->tree);
  tie_sources(&own);
  tie_condition(&all, condition->tree);
  tie_conditions(&all, condition->outer);
  tie_sources(&all);
  note_decides(f, condition->decide);
}

static struct secrets *keep(const struct finder *f, const struct secrets *secrets) {
  struct secrets *kept = secrets->count ? arena_alloc(f->c->arena, sizeof *kept) : NULL;
  if (kept) *kept = *secrets;
  return kept;
}

/* It decides about the questions below it now; about those behind it, when all of them were met. */
void finder_leave(struct finder *f, struct condition *condition, const struct secrets *decide) {
  if (!condition) return;
  struct secrets all = *decide;
  finder_add_all(f->c, &all, &f->under);
  if (f->left) finder_add_all(f->c, &all, f->left);
  condition->own = keep(f, decide);
  condition->decide = all.count == decide->count ? condition->own : keep(f, &all);
  if (f->questions != condition->questions) judge(f, condition, true);
  f->asked = asked_by_both(condition->asked, f->asked);
  condition->governs = f->returns != condition->returns ? GOVERNS_RETURN
                       : f->jumps != condition->jumps   ? GOVERNS_ROUND
                                                        : GOVERNS_STATE;
  condition->before = f->passed;
  if (condition->decide) f->passed = condition;
  if (condition->governs == GOVERNS_STATE) {
    f->conditions = condition->outer;
    return;
  }
  if (!f->left) f->left = arena_alloc(f->c->arena, sizeof *f->left);
  finder_add_all(f->c, f->left, decide);
}

void finder_end_rounds(struct finder *f, struct condition *before) {
  struct condition **link = &f->passed;
  while (*link && *link != before) {
    struct condition *condition = *link;
    if (condition->governs == GOVERNS_ROUND) {
      judge(f, condition, true);
      *link = condition->before;
    } else link = &condition->before;
  }
}

/* In the order of the text: what is tied from an earlier place on has to be followed anew. */
void finder_end_procedure(struct finder *f) {
  struct condition *first = NULL;
  for (struct condition *passed = f->passed, *before; passed; passed = before) {
    before = passed->before;
    passed->before = first;
    first = passed;
  }
  for (f->passed = NULL; first; first = first->before) judge(f, first, first->governs != GOVERNS_STATE);
}

/* ---- calls ---- */

/* What ties a parameter ties what is given for it; and whether what is called comes to a question is decided by all that is
 * decided there and around the call. */
void finder_tie_call(struct finder *f, const struct symbol *callee, const struct tree *arguments,
                     const struct tree *target, const struct symbol *asked) {
  const struct knowledge *called = finder_record(f, callee);
  bool asks = called->asks || called->is_walked;
  if (!is_at_work(f)) return;
  const struct symbol *param = callee->params;
  const struct tree *arg = arguments;
  for (; param && (arg || target); param = param->next_param, arg = arg ? arg->next : NULL) {
    const struct ties *ties = finder_record(f, param)->ties;
    struct secrets decide = { 0 };
    if (!ties) continue;
    finder_gather_outside(f, &ties->secrets, callee, arguments, &decide, false);
    bool is_player = param->type->kind == TYPE_KIND_PLAYER;
    if (!is_player) finder_add_all(f->c, &decide, &f->under);
    if (!is_player && f->left) finder_add_all(f->c, &decide, f->left);
    struct tying tying = begin(f, &decide, f->at);
    tying.spares_public = !asks;
    if (decide.count) tie_value(&tying, arg ? arg : target);
    tie_sources(&tying);
  }
  struct secrets inside = { 0 };
  if (called->decides && asks) finder_gather_outside(f, called->decides, callee, arguments, &inside, false);
  if (!inside.count) return;
  struct tying tying = begin(f, &inside, f->at);
  tying.asked = asked;
  tie_conditions(&tying, f->conditions);
  tie_sources(&tying);
  note_decides(f, &inside);
}
