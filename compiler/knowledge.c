/* Finds out what every local depends on and to whom it is shown: see knowledge.h.
 *
 * Procedures are walked from those that call nobody upwards, so that what a call gives is known where it stands; then
 * the calls are gone over from above, for what parameters are given. Where that comes round in a circle, and where a
 * name is used before it is assigned to (in a loop), all is walked again until nothing is added. */
#include "compiler/knowledge.h"

#include <stdlib.h>

#include "compiler/meant.h"
#include "compiler/passes.h"

enum {
  VALUES_LIMIT = 16,  /* that a name is given; more are not kept */
  ROUNDS = 6,         /* more is not needed but by rules made for it; what is missing then, is a secret */
  READERS_LIMIT = 12, /* more of them are not kept */
  CERTAIN_LIMIT = 60, /* the same for certain, where every statement counts by itself */
  DEPTH_LIMIT = 250   /* of calls, beyond what checks.c allows */
};

struct given_call {
  const struct symbol *callee;
  const struct tree *arguments;
  const struct tree *target; /* of `apply`: what else is given stands with the card; NULL for a call */
  struct span at;            /* the statement that calls */
};
struct finder {
  struct compilation *c;
  uint32_t round;
  int depth;
  bool again, in_fn, asks;       /* of the procedure that is being walked: it is a fn, it asks somebody */
  bool has_shown, has_cycle;     /* a parameter is shown that was not; calls come round in a circle */
  bool only_shows;               /* who is shown what is found first, and what else there is to know rests on it */
  const struct reader *reader;   /* what was shown to this one is no secret; NULL: nobody is asked about */
  bool is_text;                  /* the question is about something that is said */
  bool any_way;                  /* what was shown in whatever way is shown */
  struct knowledge *procedure;   /* that is being walked; NULL when all is known */
  struct secrets *result, under; /* what it gives; what the conditions around a statement depend on */
  struct span at;                /* the statement that is being walked */
  bool is_certain;               /* what may have been shown is not enough */
  struct span within;            /* the block that it stands in */
  bool may_have_left;            /* a statement before it leaves the procedure */
  struct secrets *going_on; /* what decides whether the rounds of the loop around it go on; NULL outside of loops */
  struct vector calls;      /* struct given_call */
};

static void gather(struct finder *f, const struct tree *node, struct secrets *out, bool counts);
static void walk_procedure(struct finder *f, struct symbol *symbol);
static void walk(struct finder *f, const struct tree *node);

static struct knowledge *usual_record(struct compilation *c, const struct symbol *symbol) {
  struct symbol *mine = (struct symbol *)(uintptr_t)symbol;
  if (!mine->knowledge) mine->knowledge = arena_alloc(c->arena, sizeof *mine->knowledge);
  return mine->knowledge;
}

static struct knowledge *record(const struct finder *f, const struct symbol *symbol) {
  struct knowledge *usual = usual_record(f->c, symbol);
  if (!f->is_certain) return usual;
  if (!usual->certain) usual->certain = arena_alloc(f->c->arena, sizeof *usual->certain);
  return usual->certain;
}

struct compared {
  struct finder *f;
  struct secrets decide;
};

static bool is_param(const struct symbol *local) { return local->tree && local->tree->kind == TREE_PARAM; }

/* ---- sets of secrets ---- */

static bool add(const struct compilation *c, struct secrets *secrets, struct secret secret) {
  struct secret *alike = NULL;
  for (int i = 0; i < secrets->count; i++) {
    struct secret *item = &secrets->items[i];
    if (item->kind != secret.kind || item->symbol != secret.symbol) continue;
    if (whose_equal(c, item->owner, secret.owner)) {
      bool grown = (secret.counts && !item->counts) || (!secret.by_name && item->by_name);
      item->counts |= secret.counts, item->by_name &= secret.by_name;
      return grown;
    }
    alike = item;
  }
  if (secrets->count < SECRETS_LIMIT) {
    secrets->items[secrets->count++] = secret;
    return true;
  }
  if (!alike || !alike->owner) return false;
  alike->owner = NULL, alike->counts = true;
  return true;
}

static bool add_all(const struct compilation *c, struct secrets *secrets, const struct secrets *more) {
  bool grown = false;
  for (int i = 0; i < more->count; i++) grown |= add(c, secrets, more->items[i]);
  return grown;
}

/* Those that tell more than how many there are. */
static void add_counts(const struct compilation *c, struct secrets *secrets, const struct secrets *more) {
  for (int i = 0; i < more->count; i++)
    if (more->items[i].counts) add(c, secrets, more->items[i]);
}

/* ---- what an expression depends on ---- */

bool knowledge_place(struct compilation *c, const struct tree *node, struct secret *secret) {
  const struct symbol *symbol = node->kind == TREE_NAME || node->kind == TREE_INDEX ? symbol_meant(node) : NULL;
  if (builtin_called(node) == BUILTIN_BOX) {
    *secret = (struct secret){ .kind = SECRET_BOX, .symbol = note_of(node)->symbol };
    return secret->symbol != NULL;
  }
  if (!symbol || (symbol->kind != SYMBOL_ZONE && symbol->kind != SYMBOL_VAR)) return false;
  const struct tree *seen = symbol_seen(symbol);
  if (!seen || (seen->number == SEEN_OPEN && !seen->kid[SEEN_CONDITION])) return false;
  bool owned = node->kind == TREE_INDEX && symbol->dim_count && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
  *secret = (struct secret){ .kind = SECRET_HIDDEN,
                             .symbol = symbol,
                             .owner = owned ? whose_named(c, node->kid[INDEX_ARGS]) : NULL,
                             .counts = symbol->kind == SYMBOL_VAR };
  return true;
}

const char *knowledge_name(struct compilation *c, const struct secret *secret) {
  struct text name = arena_text(c->arena);
  if (secret->kind != SECRET_BOX) return secret->symbol->name;
  text_format(&name, "box(%s)", secret->symbol->name);
  return text_get(&name);
}

/* What is said is judged where it is said: what is made of it afterwards tells nothing new. But no text is excused by
 * what it says itself, and no variable by what it keeps. */
static bool covers(const struct finder *f, const struct reader *shown, const struct reader *reader) {
  const struct compilation *c = f->c;
  bool is_judged = shown->how == SHOWN_KEPT || (shown->how == SHOWN_SAID && f->is_text);
  if (shown->how == SHOWN_ASKED || (is_judged && !f->any_way)) return false;
  if (shown->kind == READER_EVERYBODY) return true;
  if (reader->kind == READER_EVERYBODY) return false;
  enum whose_relation relation = whose_compare(c, shown->player, reader->player);
  if (shown->kind == READER_PLAYER) return reader->kind == READER_PLAYER && relation == WHOSE_SAME;
  return relation == (reader->kind == READER_PLAYER ? WHOSE_DIFFERENT : WHOSE_SAME);
}

static bool stands_in(struct span place, struct span block) {
  return place.file == block.file && place.start >= block.start && place.start < block.end;
}

/* Whether the rules cannot be at a place without having shown it, with the value that it has there. What somebody was
 * asked is certain while he is asked: a choice may also be taken by itself. */
static bool has_come(const struct knowledge *local, const struct reader *shown, struct span here) {
  if (shown->at.file != here.file || shown->at.start > here.start || !stands_in(here, shown->within)) return false;
  if (shown->how == SHOWN_ASKED && shown->at.start != here.start) return false;
  return !local->is_varied || shown->at.start > local->varied_at;
}

/* Whether it is no secret any more: to anybody, or to the reader whom the question is about. */
static bool is_shown(const struct finder *f, const struct knowledge *local) {
  static const struct reader everybody = { .kind = READER_EVERYBODY };
  if (local->is_offered) return true;
  for (const struct reader *shown = local->readers; shown; shown = shown->next) {
    if (f->is_certain && !has_come(local, shown, f->at)) continue;
    if (covers(f, shown, f->reader ? f->reader : &everybody)) return true;
  }
  return false;
}

static void gather_local(struct finder *f, const struct symbol *local, struct secrets *out, bool counts) {
  struct knowledge *known = record(f, local);
  struct secret param = { .kind = SECRET_PARAM, .symbol = local, .by_name = true, .counts = counts };
  known->was_asked |= !is_param(local); /* what those are given is asked for later */
  if (is_shown(f, known)) return;
  if (is_param(local)) add(f->c, out, param);
  else
    for (int i = 0; i < known->secrets.count; i++) {
      struct secret secret = known->secrets.items[i];
      secret.by_name = true, secret.counts |= counts;
      add(f->c, out, secret);
    }
}

static void gather_list(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  for (; node; node = node->next) gather(f, node, out, counts);
}

static void gather_name(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  const struct symbol *symbol = symbol_meant(node);
  struct secret secret;
  if (symbol && symbol->kind == SYMBOL_LOCAL) gather_local(f, symbol, out, counts);
  else if (knowledge_place(f->c, node, &secret)) {
    secret.counts |= counts;
    add(f->c, out, secret);
  } else if (!symbol && node->kind == TREE_INDEX) gather(f, node->kid[INDEX_BASE], out, true);
  if (node->kind == TREE_INDEX) gather_list(f, node->kid[INDEX_ARGS], out, true);
}

/* What a procedure gives, as its caller knows it: what it reads itself, and what it was given. */
static void gather_result(struct finder *f, struct symbol *callee, const struct tree *arguments, struct secrets *out,
                          bool counts) {
  if (f->procedure) walk_procedure(f, callee);
  struct knowledge *known = record(f, callee);
  known->was_asked = true;
  for (int i = 0; i < known->secrets.count; i++) {
    struct secret secret = known->secrets.items[i];
    secret.counts |= counts, secret.by_name = false;
    if (secret.kind != SECRET_PARAM) {
      secret.owner = whose_outside(f->c, secret.owner, callee->params, arguments);
      add(f->c, out, secret);
      continue;
    }
    const struct symbol *param = callee->params;
    const struct tree *argument = arguments;
    while (param && argument && param != secret.symbol) param = param->next_param, argument = argument->next;
    if (param && argument) gather(f, argument, out, secret.counts);
  }
}

/* How many there are of what the expressions name, or whether there is one: of cards that is public. */
static void gather_amount(struct finder *f, const struct tree *nodes, struct secrets *out) {
  struct secrets amount = { 0 };
  gather_list(f, nodes, &amount, false);
  add_counts(f->c, out, &amount);
}

static void gather_call(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  const struct note *note = note_of(node);
  enum builtin builtin = builtin_called(node);
  struct secret secret;
  if (builtin_asks_size(node)) gather_amount(f, node->kid[CALL_ARGS], out);
  else if (knowledge_place(f->c, node, &secret)) {
    secret.counts = counts;
    add(f->c, out, secret);
  } else if (builtin == BUILTIN_TOP || builtin == BUILTIN_BOTTOM) gather_list(f, node->kid[CALL_ARGS], out, counts);
  else if (note && note->kind == NOTE_CALL && note->symbol && !symbol_is_extern(note->symbol))
    gather_result(f, note->symbol, node->kid[CALL_ARGS], out, counts);
  else gather_list(f, node->kid[CALL_ARGS], out, true); /* C code knows only what it is given */
}

/* Whether a player is named by a variable that the procedure changes: later it may name another one. */
static bool changes_player(const struct finder *f, const struct whose *player) {
  const struct symbol *variable = f->procedure ? whose_variable(player) : NULL;
  return variable && f->procedure->changes >> (uint32_t)variable->number % 64 & 1;
}

/* Keeps what a local depends on. */
static void keep(struct finder *f, const struct symbol *local, const struct secrets *secrets) {
  if (!local) return;
  struct knowledge *known = record(f, local);
  if (!known->lives_in.end) known->declared = f->at, known->lives_in = f->within;
  struct secrets kept = *secrets;
  for (int i = 0; i < kept.count; i++)
    if (changes_player(f, kept.items[i].owner)) kept.items[i].owner = NULL;
  if (add_all(f->c, &known->secrets, &kept) && known->was_asked) f->again = true;
}

/* Keeps what is given to a parameter or variable; NULL: something else than a value that stands there. */
static void keep_given(struct finder *f, const struct symbol *local, const struct tree *value) {
  struct knowledge *known = record(f, local);
  int count = 0;
  for (const struct given_value *given = known->values; given; given = given->next, count++)
    if (given->value == value) return;
  if (count > VALUES_LIMIT) return;
  struct given_value *given = arena_alloc(f->c->arena, sizeof *given);
  *given = (struct given_value){ count < VALUES_LIMIT ? value : NULL, known->values };
  known->values = given;
}

static bool mentions(const struct tree *node, const void *local) {
  return node->kind == TREE_NAME && symbol_meant(node) == local;
}

/* The player that `q == x` or `q != x`, among the conditions that `and` joins, says the variable is or is not. */
static void learn_player(struct finder *f, const struct symbol *local, const struct tree *condition) {
  if (!condition || condition->kind != TREE_BINARY) return;
  const struct tree *left = condition->kid[BINARY_LEFT], *right = condition->kid[BINARY_RIGHT];
  if (condition->number == OP_AND) {
    learn_player(f, local, left);
    learn_player(f, local, right);
    return;
  }
  if (condition->number != OP_EQ && condition->number != OP_NE) return;
  const struct tree *other = symbol_meant(left) == local ? right : symbol_meant(right) == local ? left : NULL;
  struct knowledge *known = record(f, local);
  if (tree_first(other, mentions, local)) return;
  if (other && condition->number == OP_EQ && !known->player) known->player = whose_named(f->c, other);
  if (other && condition->number == OP_NE && !known->other_than) known->other_than = whose_named(f->c, other);
}

/* The variable of a binder depends on where its values come from. What `where` looks at decides which of them come up;
 * that is the course of the game in a loop over players, and part of the value that is made of them elsewhere. */
static void gather_binder(struct finder *f, const struct tree *binder, struct secrets *out, bool counts) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN], *where = binder->kid[BINDER_WHERE];
  const struct symbol *local = binder->symbol;
  struct secrets element = { 0 };
  gather(f, domain, &element, counts || where);
  if (local && local->type->kind == TYPE_KIND_PLAYER) {
    const struct note *note = note_of(domain);
    if (note && note->domain == DOMAIN_OTHERS && domain->kind == TREE_CALL && domain->kid[CALL_ARGS])
      record(f, local)->other_than = whose_named(f->c, domain->kid[CALL_ARGS]);
    learn_player(f, local, where);
  }
  struct secrets kept = element;
  if (where && local && local->type->kind != TYPE_KIND_PLAYER) gather(f, where, &kept, true);
  keep(f, local, &kept);
  add_all(f->c, out, &element);
  if (where) gather(f, where, out, true);
  if (binder->kid[BINDER_BY]) gather(f, binder->kid[BINDER_BY], out, true);
}

/* Whether what comes out tells of the elements no more than how many there are. */
static bool asks_amount(const struct tree *node) {
  const struct tree *binder = node->kid[0];
  if (binder->kid[BINDER_WHERE]) return false;
  if (node->kind == TREE_COUNT || node->kind == TREE_ANY) return true;
  return node->kind == TREE_SUM && !tree_first(node->kid[SUM_VALUE], mentions, binder->symbol);
}

/* Whether there are as many of what comes out as of the elements, or something if there is any. */
static bool keeps_amount(const struct tree *node) {
  return node->kind == TREE_BAG_OF || node->kind == TREE_LIST_OF || node->kind == TREE_FIRST ||
         node->kind == TREE_RANDOM;
}

static void gather_comprehension(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  struct secret chance = { .kind = SECRET_CHANCE, .counts = true };
  bool keeps_count = keeps_amount(node), is_amount = asks_amount(node);
  struct secrets elements = { 0 };
  gather_binder(f, node->kid[0], &elements, !is_amount && (counts || !keeps_count));
  if (is_amount) add_counts(f->c, out, &elements);
  else add_all(f->c, out, &elements);
  for (int i = 1; i < tree_kid_count(node->kind); i++) gather_list(f, node->kid[i], out, counts || !keeps_count);
  if (tree_does(node, DOES_CHANCE)) add(f->c, out, chance);
}

static void gather(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  struct secret chance = { .kind = SECRET_CHANCE, .counts = true };
  if (f->only_shows) return;
  if (node->kind == TREE_NAME || node->kind == TREE_INDEX) gather_name(f, node, out, counts);
  else if (node->kind == TREE_CALL) gather_call(f, node, out, counts);
  else if (tree_is_comprehension(node)) gather_comprehension(f, node, out, counts);
  else if (node->kind == TREE_IS_NONE) gather_amount(f, node->kid[IS_NONE_VALUE], out);
  else {
    if (tree_does(node, DOES_CHANCE)) add(f->c, out, chance);
    for (int i = 0; i < tree_kid_count(node->kind); i++) gather_list(f, node->kid[i], out, true);
  }
}

/* ---- who is asked ---- */

/* Somebody is asked by the statement at hand, or by what it calls. */
static void note_question(struct finder *f) {
  if (!f->is_certain || !f->procedure || f->only_shows) return;
  f->again |= !f->procedure->asks && f->procedure->was_asked;
  f->procedure->asks = true;
  struct vector *questions = &f->c->questions;
  const struct span *last = questions->count ? &((const struct span *)questions->items)[questions->count - 1] : NULL;
  if (!last || last->file != f->at.file || last->start != f->at.start)
    vector_push(f->c->arena, questions, &f->at, sizeof f->at);
}

/* ---- to whom something is shown ---- */

static void show_local(struct finder *f, const struct symbol *local, struct reader reader) {
  if (changes_player(f, reader.player) || (reader.kind != READER_EVERYBODY && !reader.player)) return;
  struct knowledge *known = record(f, local);
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
  f->has_shown |= is_param(local);
  if (known->copy_of) show_local(f, known->copy_of, reader);
}

/* Only a name can be shown: what else an expression is made of may be more than it tells. */
static void show(struct finder *f, const struct tree *what, struct reader reader) {
  const struct symbol *local = what && what->kind == TREE_NAME ? symbol_meant(what) : NULL;
  if (local && local->kind == SYMBOL_LOCAL) show_local(f, local, reader);
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

static void show_at(struct finder *f, const struct tree *what, const struct tree *place, enum shown_how how) {
  const struct symbol *local = what->kind == TREE_NAME ? symbol_meant(what) : NULL;
  struct reader reader;
  if (local && local->kind == SYMBOL_LOCAL && readers_of(f->c, place, how, &reader)) show_local(f, local, reader);
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

/* ---- calls ---- */

/* Whether a procedure shows what it was given, whatever way it goes. */
static bool is_always_shown(const struct knowledge *param, const struct reader *shown) {
  return shown->within.end == UINT32_MAX && !shown->is_skipped && shown->how != SHOWN_ASKED && !param->is_varied;
}

/* What a procedure shows of its parameters, it shows of what is given for them. */
static void note_call(struct finder *f, struct symbol *callee, const struct tree *arguments,
                      const struct tree *target) {
  struct given_call call = { callee, arguments, target, f->at };
  if (!callee || callee->kind == SYMBOL_FN) return;
  walk_procedure(f, callee);
  f->has_cycle |= record(f, callee)->is_walked;
  if (record(f, callee)->asks || record(f, callee)->is_walked) note_question(f);
  uint64_t changes = record(f, callee)->changes & ~f->procedure->changes;
  f->procedure->changes |= changes;
  f->again |= changes != 0;
  const struct symbol *param = callee->params;
  for (const struct tree *arg = arguments; arg && param; arg = arg->next, param = param->next_param)
    for (const struct reader *shown = record(f, param)->readers; shown; shown = shown->next) {
      struct reader reader = *shown;
      if (f->is_certain && !is_always_shown(record(f, param), shown)) continue;
      reader.player = whose_outside(f->c, shown->player, callee->params, arguments);
      if (shown->how == SHOWN_SAID) reader.how = SHOWN_KEPT; /* what is given is judged where it is said */
      show(f, arg, reader);
    }
  vector_push(f->c->arena, &f->calls, &call, sizeof call);
}

static void note_called(struct finder *f, const struct tree *node) {
  const struct note *note = node && node->kind == TREE_CALL ? note_of(node) : NULL;
  if (note && note->kind == NOTE_CALL) note_call(f, note->symbol, node->kid[CALL_ARGS], NULL);
}

static void note_applied(struct finder *f, const struct tree *node) {
  const struct tree *target = node->kid[APPLY_TARGET];
  const struct field *field = note_of(target) ? note_of(target)->field : NULL;
  const struct symbol *before = NULL;
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++) {
    const struct note *note = field->cells[row] ? note_of(field->cells[row]) : NULL;
    struct symbol *callee = note && note->kind == NOTE_CALL ? note->symbol : NULL;
    if (callee && callee != before) note_call(f, callee, node->kid[APPLY_ARGS], target);
    before = callee;
  }
}

/* ---- the walk over statements ---- */

static void walk_list(struct finder *f, const struct tree *node) {
  for (; node && !arena_failed(f->c->arena); node = node->next) walk(f, node);
}

/* Statements to which the rules need not come. */
static void walk_block(struct finder *f, const struct tree *node) {
  struct span before = f->within;
  for (; node; node = node->next) {
    f->within = node->span;
    walk(f, node);
  }
  f->within = before;
}

/* A card that is drawn is known to whoever sees where it comes to, and to whoever saw where it lay. */
static void gather_taken(struct finder *f, const struct tree *from, const struct tree *to, struct secrets *out) {
  struct secret secret;
  const struct tree *zone = meant_zone((struct tree *)(uintptr_t)to);
  const struct tree *start = meant_zone((struct tree *)(uintptr_t)from);
  const struct symbol *start_zone = symbol_meant(start);
  bool was_open = start_zone && start_zone->kind == SYMBOL_ZONE && !knowledge_place(f->c, start, &secret);
  if (!was_open && knowledge_place(f->c, zone, &secret)) add(f->c, out, secret);
}

/* Everything a value depends on, and the conditions around. */
static struct secrets find_value(struct finder *f, const struct tree *value) {
  struct secrets secrets = { 0 };
  if (value->kind == TREE_DRAW_ONE) gather_taken(f, value->kid[DRAW_ONE_FROM], value->kid[DRAW_ONE_TO], &secrets);
  else if (value->kind == TREE_PICK) {
    note_question(f);
    struct secret choice = { .kind = SECRET_CHOICE, .owner = whose_named(f->c, value->kid[PICK_BY]), .counts = true };
    struct reader reader = { .kind = READER_PLAYER, .player = choice.owner, .how = SHOWN_ASKED };
    show_text(f, value->kid[PICK_PROMPT], reader);
    show_text(f, value->kid[PICK_LABEL], reader);
    show_args(f, value->kid[PICK_BINDER], reader);
    const struct tree *binder = value->kid[PICK_BINDER];
    struct secrets unused = { 0 };
    gather_binder(f, binder, &unused, true);
    gather(f, binder->kid[BINDER_DOMAIN], &secrets, true);
    add(f->c, &secrets, choice);
    if (value->kid[PICK_ELSE]) gather(f, value->kid[PICK_ELSE], &secrets, true);
  } else {
    note_called(f, value);
    gather(f, value, &secrets, false);
  }
  add_all(f->c, &secrets, &f->under);
  return secrets;
}

static void keep_value(struct finder *f, const struct symbol *local, const struct tree *value) {
  struct secrets secrets = find_value(f, value);
  keep(f, local, &secrets);
}

/* What an effect gives that asks somebody rests on his answer: that it came to the question, all can see. */
static void keep_result(struct finder *f, const struct tree *value) {
  struct secrets around = f->under;
  if (f->asks) f->under = (struct secrets){ 0 };
  struct secrets secrets = find_value(f, value);
  f->under = around;
  if (add_all(f->c, f->result, &secrets)) f->again |= f->procedure->was_asked;
}

/* Another name for a player who is certain: a seat, a local that keeps its value, a neighbour of these, or a variable
 * that does not change in this procedure. */
static const struct whose *alias(const struct finder *f, const struct whose *whose) {
  const struct whose *base = whose && whose->kind == WHOSE_STEP ? whose->base : whose;
  if (!base || base->kind == WHOSE_SEAT) return whose;
  if (base->kind == WHOSE_LOCAL) return base->symbol->knowledge && base->symbol->knowledge->is_varied ? NULL : whose;
  return whose_variable(base) && !changes_player(f, base) ? whose : NULL;
}

static void walk_let(struct finder *f, const struct tree *node) {
  const struct tree *value = node->kid[LET_VALUE];
  const struct symbol *local = node->symbol;
  if (!local) return;
  const struct symbol *named = value->kind == TREE_NAME ? symbol_meant(value) : NULL;
  if (named && named->kind == SYMBOL_LOCAL && named != local) record(f, local)->copy_of = named;
  keep_value(f, local, value);
  bool expression = value->kind != TREE_PICK && value->kind != TREE_DRAW_ONE;
  if (local->type->kind == TYPE_KIND_PLAYER && expression) {
    const struct whose *player = alias(f, whose_named(f->c, value));
    bool itself = player && player->kind == WHOSE_LOCAL && player->symbol == local;
    record(f, local)->player = itself ? NULL : player;
  }
  struct reader reader;
  if (value->kind == TREE_DRAW_ONE && readers_of(f->c, value->kid[DRAW_ONE_FROM], SHOWN_LAID, &reader))
    show_local(f, local, reader);
}

/* Which element was written to shows in what the elements are. */
static void keep_index(struct finder *f, const struct symbol *local, const struct tree *target) {
  struct secrets secrets = { 0 };
  if (target->kind != TREE_INDEX) return;
  gather_list(f, target->kid[INDEX_ARGS], &secrets, true);
  keep(f, local, &secrets);
}

static void walk_assign(struct finder *f, const struct tree *node) {
  struct symbol *symbol = symbol_meant(node->kid[ASSIGN_TARGET]);
  if (!symbol) return;
  keep_value(f, symbol->kind == SYMBOL_LOCAL ? symbol : NULL, node->kid[ASSIGN_VALUE]);
  if (symbol->kind == SYMBOL_LOCAL) {
    keep_index(f, symbol, node->kid[ASSIGN_TARGET]);
    struct knowledge *known = record(f, symbol);
    keep_given(f, symbol, node->number == OP_SET ? node->kid[ASSIGN_VALUE] : NULL);
    f->again |= !known->is_varied && symbol->type->kind == TYPE_KIND_PLAYER;
    known->is_varied = true;
    if (node->span.start > known->varied_at) known->varied_at = node->span.start;
  } else show_at(f, node->kid[ASSIGN_VALUE], node->kid[ASSIGN_TARGET], SHOWN_KEPT);
  if (symbol->kind == SYMBOL_VAR && symbol->type->kind == TYPE_KIND_PLAYER) {
    uint64_t change = UINT64_C(1) << (uint32_t)symbol->number % 64;
    f->again |= !(f->procedure->changes & change);
    f->procedure->changes |= change;
  }
}

/* For certain, the variable of a loop that a condition compares with something hidden is what that is. */
static bool learn_compared(const struct tree *node, const void *context) {
  const struct symbol *local = node->kind == TREE_NAME ? symbol_meant(node) : NULL;
  const struct compared *compared = context;
  bool of_loop = local && local->kind == SYMBOL_LOCAL && local->tree && local->tree->kind == TREE_BINDER;
  if (of_loop) keep(compared->f, local, &compared->decide);
  return false;
}

/* What a condition looks at decides what is assigned and returned below it, and all that a fn gives. What an effect
 * gives behind it may rest on it, too, but much else that all can see besides: that is the course of the game. */
static void look_at(struct finder *f, const struct tree *condition) {
  bool asks_any = condition && condition->kind == TREE_LET; /* only whether there is one decides */
  if (asks_any) {
    walk_let(f, condition);
    condition = condition->kid[LET_VALUE];
  }
  if (condition && condition->kind != TREE_PICK && condition->kind != TREE_DRAW_ONE) {
    struct compared compared = { f, { 0 } };
    if (condition->kind == TREE_BINDER) gather_binder(f, condition, &compared.decide, false);
    else gather(f, condition, &compared.decide, !asks_any);
    add_counts(f->c, &f->under, &compared.decide);
    if (f->is_certain && compared.decide.count && condition->kind != TREE_BINDER)
      tree_first(condition, learn_compared, &compared);
  }
  if (f->in_fn && add_all(f->c, f->result, &f->under)) f->again |= f->procedure->was_asked;
}

static void walk_below(struct finder *f, const struct tree *condition, const struct tree *a, const struct tree *b) {
  struct secrets before = f->under;
  look_at(f, condition);
  walk_block(f, a);
  walk_block(f, b);
  f->under = before;
}

/* A `break` or `continue` under a condition decides how often the rest of the loop comes up: so the loop is walked again
 * under all of these. */
static void walk_loop(struct finder *f, const struct tree *condition, const struct tree *block) {
  struct secrets before = f->under, going_on = { 0 }, *outer = f->going_on;
  f->going_on = &going_on;
  walk_below(f, condition, block, NULL);
  if (add_all(f->c, &f->under, &going_on)) walk_below(f, condition, block, NULL);
  f->going_on = outer;
  f->under = before;
}

static void keep_chosen(struct finder *f, const struct tree *args, const struct whose *chooser,
                        const struct symbol *each) {
  struct reader reader = { .kind = READER_PLAYER, .player = chooser };
  struct secret choice = { .kind = SECRET_CHOICE, .symbol = each, .owner = chooser, .counts = true };
  for (const struct tree *arg = args; arg; arg = arg->next) {
    struct secrets secrets = { 0 };
    gather_binder(f, arg, &secrets, true);
    secrets = (struct secrets){ .count = 1, .items = { choice } };
    if (!arg->symbol) continue;
    keep(f, arg->symbol, &secrets);
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
  show_text(f, option->kid[OPTION_LABEL], reader);
  show_args(f, option->kid[OPTION_ARGS], reader);
  show_needs(f, option->kid[OPTION_NEEDS], reader);
  walk_list(f, option->kid[OPTION_LETS]);
  walk_block(f, option->kid[OPTION_BODY]);
}

/* Whoever is asked, all can see that he is, unless the choice may be taken by itself. */
static void show_asked(struct finder *f, const struct tree *choice, const struct tree *by) {
  if (choice->flags & FLAG_ALWAYS) show(f, by, (struct reader){ .kind = READER_EVERYBODY, .how = SHOWN_SEEN });
}

static void walk_choose(struct finder *f, const struct tree *node) {
  const struct tree *each = node->kid[CHOOSE_EACH];
  struct secrets unused = { 0 };
  note_question(f);
  show_asked(f, node, node->kid[CHOOSE_BY]);
  if (each) gather_binder(f, each, &unused, true);
  const struct whose *chooser = !each          ? whose_named(f->c, node->kid[CHOOSE_BY])
                                : each->symbol ? whose_local(f->c, each->symbol)
                                               : NULL;
  struct span at = f->at;
  show_text(f, node->kid[CHOOSE_PROMPT],
            (struct reader){ .kind = READER_PLAYER, .player = chooser, .how = SHOWN_ASKED });
  for (const struct tree *option = node->kid[CHOOSE_OPTIONS]; option; option = option->next) {
    f->at = at;
    if (option->kind == TREE_INCLUDE) note_called(f, option->kid[INCLUDE_CALL]);
    else if (option->kind == TREE_OTHERWISE) walk_block(f, option->kid[OTHERWISE_BLOCK]);
    else walk_option(f, option, chooser, each ? each->symbol : NULL);
  }
}

static void keep_moved(struct finder *f, const struct tree *node, const struct tree *from, const struct tree *to) {
  struct secrets secrets = { 0 };
  struct reader reader;
  if (!node->symbol) return;
  gather_taken(f, from, to, &secrets);
  keep(f, node->symbol, &secrets);
  if (readers_of(f->c, from, SHOWN_LAID, &reader)) show_local(f, node->symbol, reader);
  if (readers_of(f->c, to, SHOWN_LAID, &reader)) show_local(f, node->symbol, reader);
}

/* Statements are walked in the order of the text, some of them more than once. */
static void keep_move(struct finder *f, const struct tree *node) {
  const struct symbol *local = node->kid[MOVE_WHAT]->kind == TREE_NAME ? symbol_meant(node->kid[MOVE_WHAT]) : NULL;
  if (!local || local->kind != SYMBOL_LOCAL) return;
  struct knowledge *known = record(f, local);
  for (const struct moved_card *moved = known->moves; moved; moved = moved->next)
    if (moved->to == node->kid[MOVE_TO]) return;
  struct moved_card *moved = arena_alloc(f->c->arena, sizeof *moved);
  *moved = (struct moved_card){ node->kid[MOVE_TO], f->at, f->within, known->moves };
  known->moves = moved;
}

static void walk_reveal(struct finder *f, const struct tree *node) {
  struct reader reader = knowledge_listener(f->c, node->kid[REVEAL_TO]);
  show(f, node->kid[REVEAL_WHAT], reader);
}

/* Whom the variable of `say to set(q in …)` can be is asked for later. */
static void walk_say(struct finder *f, const struct tree *node) {
  struct secrets unused = { 0 };
  if (node->kid[SAY_TO]) gather(f, node->kid[SAY_TO], &unused, true);
  show_said(f, node);
}

/* In its first round, `for p in players starting q` speaks of q. */
static void follow_first(struct finder *f, const struct tree *binder) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN];
  const struct tree *first = domain->kind == TREE_PLAYERS_STARTING ? domain->kid[PLAYERS_STARTING_FIRST] : NULL;
  const struct symbol *named = first && first->kind == TREE_NAME ? symbol_meant(first) : NULL;
  if (binder->symbol && !binder->kid[BINDER_WHERE] && named && named->kind == SYMBOL_LOCAL)
    record(f, binder->symbol)->copy_of = named;
}

static void walk(struct finder *f, const struct tree *node) {
  f->at = node->span;
  switch (node->kind) {
  case TREE_LET:
    walk_let(f, node);
    walk_block(f, node->kid[LET_ELSE]);
    break;
  case TREE_LOCAL:
    keep_value(f, node->symbol, node->kid[LOCAL_VALUE]);
    if (node->symbol) keep_given(f, node->symbol, node->kid[LOCAL_VALUE]);
    break;
  case TREE_ASSIGN: walk_assign(f, node); break;
  case TREE_IF: walk_below(f, node->kid[IF_CONDITION], node->kid[IF_THEN], node->kid[IF_ELSE]); break;
  case TREE_MATCH: walk_below(f, node->kid[MATCH_SUBJECT], node->kid[MATCH_ARMS], NULL); break;
  case TREE_ARM: walk_list(f, node->kid[ARM_BODY]); break;
  case TREE_FOR:
    follow_first(f, node->kid[FOR_BINDER]);
    walk_loop(f, node->kid[FOR_BINDER], node->kid[FOR_BLOCK]);
    break;
  case TREE_WHILE: walk_loop(f, node->kid[WHILE_CONDITION], node->kid[WHILE_BLOCK]); break;
  case TREE_REPEAT:
    walk_loop(f, node->kid[node->kid[REPEAT_UNTIL] ? REPEAT_UNTIL : REPEAT_TIMES], node->kid[REPEAT_BLOCK]);
    break;
  case TREE_BREAK:
  case TREE_CONTINUE:
    if (f->going_on) add_counts(f->c, f->going_on, &f->under);
    break;
  case TREE_LEAVE: f->may_have_left = true; break;
  case TREE_RETURN:
    f->may_have_left = true;
    if (node->kid[RETURN_VALUE]) keep_result(f, node->kid[RETURN_VALUE]);
    break;
  case TREE_SAY: walk_say(f, node); break;
  case TREE_MOVE:
    show_at(f, node->kid[MOVE_WHAT], node->kid[MOVE_TO], SHOWN_LAID);
    if (f->is_certain) keep_move(f, node);
    break;
  case TREE_MOVE_ALL: keep_moved(f, node, node->kid[MOVE_ALL_FROM], node->kid[MOVE_ALL_TO]); break;
  case TREE_MOVE_RANDOM: keep_moved(f, node, node->kid[MOVE_RANDOM_FROM], node->kid[MOVE_RANDOM_TO]); break;
  case TREE_REVEAL: walk_reveal(f, node); break;
  case TREE_APPLY: note_applied(f, node); break;
  case TREE_CHOOSE: walk_choose(f, node); break;
  case TREE_OPTION: walk_option(f, node, NULL, NULL); break;
  case TREE_CALL: note_called(f, node); break;
  case TREE_BLOCK: walk_list(f, node->kid[BLOCK_STATEMENTS]); break;
  default: break;
  }
}

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
  f->may_have_left = false;
  f->going_on = NULL;
  f->result = &procedure->secrets;
  f->depth++;
  if (value) keep_result(f, value);
  else walk_list(f, statements);
  f->procedure = before.procedure, f->under = before.under, f->result = before.result, f->depth = before.depth;
  f->in_fn = before.in_fn, f->asks = before.asks, f->at = before.at, f->within = before.within;
  f->may_have_left = before.may_have_left, f->going_on = before.going_on;
}

static void walk_procedure(struct finder *f, struct symbol *symbol) {
  struct knowledge *known = record(f, symbol);
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
  f->calls.count = 0;
  f->again = f->has_shown = f->has_cycle = false;
  f->round++;
  for (struct symbol *symbol = c->first_symbol; symbol && !arena_failed(c->arena); symbol = symbol->next)
    if (symbol_is_procedure(symbol)) walk_procedure(f, symbol);
  if (c->setup) walk_body(f, &parts[0], NULL, c->setup->kid[SETUP_BLOCK], false);
  if (c->play) walk_body(f, &parts[1], NULL, c->play->kid[PLAY_BLOCK], false);
  f->again |= f->has_shown && f->has_cycle;
}

/* ---- what parameters are given ---- */

/* Puts what is given in the place of the parameters among the secrets. */
static struct secrets expand(const struct finder *f, const struct secrets *secrets) {
  struct secrets out = { 0 };
  for (int i = 0; i < secrets->count; i++) {
    struct secret secret = secrets->items[i];
    if (secret.kind != SECRET_PARAM) {
      add(f->c, &out, secret);
      continue;
    }
    struct knowledge *param = record(f, secret.symbol);
    param->was_asked = true;
    for (int j = 0; j < param->secrets.count; j++) {
      struct secret given = param->secrets.items[j];
      given.by_name = true, given.counts |= secret.counts;
      add(f->c, &out, given);
    }
  }
  return out;
}

/* How a player stands to the first player among the parameters, if all calls agree about it. */
static void relate(struct finder *f, const struct symbol *first, const struct tree *first_arg,
                   const struct symbol *param, const struct tree *arg) {
  struct knowledge *known = record(f, param);
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
  struct knowledge *known = record(f, param);
  struct secrets secrets = { 0 };
  gather(f, given, &secrets, counts);
  secrets = expand(f, &secrets);
  for (int i = 0; i < secrets.count; i++) {
    secrets.items[i].by_name = true;
    secrets.items[i].owner = whose_inside(f->c, secrets.items[i].owner, call->callee->params, call->arguments);
  }
  if (add_all(f->c, &known->secrets, &secrets) && known->was_asked) f->again = true;
}

/* What a card gives besides is as secret as the card. */
static void give(struct finder *f, const struct given_call *call) {
  const struct symbol *first = NULL, *param = call->callee->params;
  const struct tree *first_arg = NULL, *arg = call->arguments;
  f->at = call->at;
  for (; param && (arg || call->target); param = param->next_param, arg = arg ? arg->next : NULL) {
    give_one(f, call, param, arg ? arg : call->target, !arg);
    if (!arg) continue;
    keep_given(f, param, arg);
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

static void find(struct finder *f) {
  struct knowledge *parts = arena_alloc(f->c->arena, 2 * sizeof *parts);
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

void knowledge_find_certain(struct compilation *c) {
  find(&(struct finder){ .c = c, .is_certain = true });
  if (c->questions.count) qsort(c->questions.items, c->questions.count, sizeof(struct span), compare_places);
}

/* ---- for certain ---- */

static const struct knowledge *certain_of(const struct symbol *local) {
  return local->knowledge ? local->knowledge->certain : NULL;
}

struct secrets knowledge_of(struct compilation *c, const struct symbol *local) {
  const struct knowledge *known = certain_of(local);
  if (!known) return (struct secrets){ 0 };
  return is_param(local) ? known->secrets : expand(&(struct finder){ .c = c, .is_certain = true }, &known->secrets);
}

const struct reader *knowledge_readers(const struct symbol *local) {
  const struct knowledge *known = certain_of(local);
  return known ? known->readers : NULL;
}

bool knowledge_was_shown(const struct symbol *local, const struct reader *reader, struct span here) {
  return has_come(certain_of(local), reader, here);
}

const struct tree *knowledge_moved_to(const struct symbol *local, struct span here, bool *certain) {
  const struct knowledge *known = certain_of(local);
  const struct moved_card *moved = known ? known->moves : NULL;
  while (moved && (moved->at.file != here.file || moved->at.start > here.start)) moved = moved->next;
  *certain = !moved || stands_in(here, moved->within);
  return moved ? moved->to : NULL;
}

bool knowledge_outlives_question(const struct compilation *c, const struct symbol *local) {
  const struct knowledge *known = certain_of(local);
  const struct span *questions = c->questions.items;
  size_t low = 0, high = c->questions.count;
  if (!known) return false;
  while (low < high) { /* the first that is not before it */
    size_t middle = (low + high) / 2;
    if (compare_places(&questions[middle], &known->declared) < 0) low = middle + 1;
    else high = middle;
  }
  return low < c->questions.count && stands_in(questions[low], known->lives_in);
}

bool knowledge_is_secret(struct compilation *c, const struct symbol *local, struct span here) {
  if (!knowledge_of(c, local).count) return false;
  for (const struct reader *shown = knowledge_readers(local); shown; shown = shown->next)
    if (shown->kind == READER_EVERYBODY && knowledge_was_shown(local, shown, here)) return false;
  return true;
}

/* ---- questions ---- */

static struct secrets answer(struct finder *f, const struct tree *node) {
  struct secrets secrets = { 0 };
  gather(f, node, &secrets, false);
  return expand(f, &secrets);
}

static struct secrets answer_stored(struct finder *f, const struct tree *value) {
  struct secrets secrets = { 0 };
  if (value->kind == TREE_PICK) value = value->kid[PICK_BINDER]->kid[BINDER_DOMAIN];
  if (value->kind != TREE_DRAW_ONE) return answer(f, value);
  gather_taken(f, value->kid[DRAW_ONE_FROM], value->kid[DRAW_ONE_TO], &secrets);
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
