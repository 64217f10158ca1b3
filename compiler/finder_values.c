/* What an expression depends on, and what is kept of a local: see finder.h. Knows expressions and no statements. */
#include "compiler/finder.h"
#include "compiler/meant.h"
#include "compiler/passes.h"

enum { VALUES_LIMIT = 16 }; /* that a name is given; more are not kept */

static struct knowledge *usual_record(struct compilation *c, const struct symbol *symbol) {
  struct symbol *mine = (struct symbol *)(uintptr_t)symbol;
  if (!mine->knowledge) mine->knowledge = arena_alloc(c->arena, sizeof *mine->knowledge);
  return mine->knowledge;
}

struct knowledge *finder_record(const struct finder *f, const struct symbol *symbol) {
  struct knowledge *usual = usual_record(f->c, symbol);
  if (!f->is_certain) return usual;
  if (!usual->certain) usual->certain = arena_alloc(f->c->arena, sizeof *usual->certain);
  return usual->certain;
}

bool finder_is_param(const struct symbol *local) { return local->tree && local->tree->kind == TREE_PARAM; }

/* ---- sets of secrets ---- */

bool finder_add(const struct compilation *c, struct secrets *secrets, struct secret secret) {
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

bool finder_add_all(const struct compilation *c, struct secrets *secrets, const struct secrets *more) {
  bool grown = false;
  for (int i = 0; i < more->count; i++) grown |= finder_add(c, secrets, more->items[i]);
  return grown;
}

/* Those that tell more than how many there are. */
void finder_add_counts(const struct compilation *c, struct secrets *secrets, const struct secrets *more) {
  for (int i = 0; i < more->count; i++)
    if (more->items[i].counts) finder_add(c, secrets, more->items[i]);
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

bool finder_stands_in(struct span place, struct span block) {
  return place.file == block.file && place.start >= block.start && place.start < block.end;
}

static uint32_t last_loop(const struct noted_deeds *deeds, uint64_t what, uint32_t file) {
  uint32_t bit = 0;
  while (!(what >> bit & 1)) bit++;
  if (!deeds->loops || !deeds->loops[bit].end) return 0;
  return deeds->loops[bit].file == file ? deeds->loops[bit].start : UINT32_MAX;
}

/* Whether the variable that shows it may have been changed on the way from there to here: by a statement in between, or by
 * one of a loop that may have come round since. What nobody could look at in the meantime has not been shown. */
static bool was_overwritten(const struct reader *shown, struct span here) {
  if (!shown->kept_in) return false;
  if (last_loop(shown->where, shown->kept_in, here.file) > shown->at.start) return true;
  const struct noted_deed *other = shown->since->next;
  while (other && other->at.file == here.file && other->at.start <= here.start && !(other->what & shown->kept_in))
    other = other->next;
  return other && other->at.file == here.file && other->at.start <= here.start;
}

/* Whether the rules cannot be at a place without having shown it, with the value that it has there. What somebody was
 * asked is certain while he is asked: a choice may also be taken by itself. */
bool finder_has_come(const struct knowledge *local, const struct reader *shown, struct span here) {
  if (shown->at.file != here.file || shown->at.start > here.start || !finder_stands_in(here, shown->within))
    return false;
  if (shown->how == SHOWN_ASKED && shown->at.start != here.start) return false;
  if (was_overwritten(shown, here)) return false;
  return !local->is_varied || shown->at.start > local->varied_at;
}

/* Whether it is no secret any more: to anybody, or to the reader whom the question is about. */
static bool is_shown(const struct finder *f, const struct knowledge *local) {
  static const struct reader everybody = { .kind = READER_EVERYBODY };
  if (local->is_offered) return true;
  for (const struct reader *shown = local->readers; shown; shown = shown->next) {
    if (f->is_certain && !finder_has_come(local, shown, f->at)) continue;
    if (covers(f, shown, f->reader ? f->reader : &everybody)) return true;
  }
  return false;
}

static void add_named(const struct finder *f, const struct secrets *secrets, struct secrets *out, bool counts) {
  for (int i = 0; i < secrets->count; i++) {
    struct secret secret = secrets->items[i];
    secret.by_name = true, secret.counts |= counts;
    finder_add(f->c, out, secret);
  }
}

static void gather_local(struct finder *f, const struct symbol *local, struct secrets *out, bool counts) {
  struct knowledge *known = finder_record(f, local);
  struct secret param = { .kind = SECRET_PARAM, .symbol = local, .by_name = true, .counts = counts };
  known->was_asked |= !finder_is_param(local); /* what those are given is asked for later */
  if (is_shown(f, known)) return;
  if (finder_is_param(local)) finder_add(f->c, out, param);
  else add_named(f, &known->secrets, out, counts);
  if (f->is_certain && known->ties && !finder_is_param(local) && finder_varies(f, local))
    add_named(f, &known->ties->secrets, out, counts);
}

void finder_gather_list(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  for (; node; node = node->next) finder_gather(f, node, out, counts);
}

static void gather_name(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  const struct symbol *symbol = symbol_meant(node);
  struct secret secret;
  if (symbol && symbol->kind == SYMBOL_LOCAL) gather_local(f, symbol, out, counts);
  else if (knowledge_place(f->c, node, &secret)) {
    secret.counts |= counts;
    finder_add(f->c, out, secret);
  } else if (!symbol && node->kind == TREE_INDEX) finder_gather(f, node->kid[INDEX_BASE], out, true);
  if (node->kind == TREE_INDEX) finder_gather_list(f, node->kid[INDEX_ARGS], out, true);
}

/* What it reads itself, and what it was given. */
void finder_gather_outside(struct finder *f, const struct secrets *inside, const struct symbol *callee,
                           const struct tree *arguments, struct secrets *out, bool counts) {
  for (int i = 0; i < inside->count; i++) {
    struct secret secret = inside->items[i];
    secret.counts |= counts, secret.by_name = false;
    if (secret.kind != SECRET_PARAM) {
      secret.owner = whose_outside(f->c, secret.owner, callee->params, arguments);
      finder_add(f->c, out, secret);
      continue;
    }
    const struct symbol *param = callee->params;
    const struct tree *argument = arguments;
    while (param && argument && param != secret.symbol) param = param->next_param, argument = argument->next;
    if (param && argument) finder_gather(f, argument, out, secret.counts);
  }
}

/* What a procedure gives, as its caller knows it. */
static void gather_result(struct finder *f, struct symbol *callee, const struct tree *arguments, struct secrets *out,
                          bool counts) {
  if (f->procedure) finder_walk_procedure(f, callee);
  struct knowledge *known = finder_record(f, callee);
  known->was_asked = true;
  finder_gather_outside(f, &known->secrets, callee, arguments, out, counts);
}

/* How many there are of what the expressions name, or whether there is one: of cards that is public. */
static void gather_amount(struct finder *f, const struct tree *nodes, struct secrets *out) {
  struct secrets amount = { 0 };
  finder_gather_list(f, nodes, &amount, false);
  finder_add_counts(f->c, out, &amount);
}

static void gather_call(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  const struct note *note = note_of(node);
  enum builtin builtin = builtin_called(node);
  struct secret secret;
  if (builtin_asks_size(node)) gather_amount(f, node->kid[CALL_ARGS], out);
  else if (knowledge_place(f->c, node, &secret)) {
    secret.counts = counts;
    finder_add(f->c, out, secret);
  } else if (builtin == BUILTIN_TOP || builtin == BUILTIN_BOTTOM || builtin == BUILTIN_ONLY)
    finder_gather_list(f, node->kid[CALL_ARGS], out, counts);
  else if (note && note->kind == NOTE_CALL && note->symbol && !symbol_is_extern(note->symbol))
    gather_result(f, note->symbol, node->kid[CALL_ARGS], out, counts);
  else finder_gather_list(f, node->kid[CALL_ARGS], out, true); /* C code knows only what it is given */
}

/* Whether a player is named by a variable that the procedure changes: later it may name another one. */
bool finder_changes_player(const struct finder *f, const struct whose *player) {
  const struct symbol *variable = f->procedure ? whose_variable(player) : NULL;
  return variable && f->procedure->changes >> (uint32_t)variable->number % 64 & 1;
}

/* Keeps what a local depends on. */
void finder_keep(struct finder *f, const struct symbol *local, const struct secrets *secrets) {
  if (!local) return;
  struct knowledge *known = finder_record(f, local);
  if (!known->lives_in.end) known->declared = f->at, known->lives_in = f->within, known->procedure = f->procedure;
  struct secrets kept = *secrets;
  for (int i = 0; i < kept.count; i++)
    if (finder_changes_player(f, kept.items[i].owner)) kept.items[i].owner = NULL;
  if (finder_add_all(f->c, &known->secrets, &kept) && known->was_asked) f->again = true;
}

/* Keeps what is given to a parameter or variable; NULL: something else than a value that stands there. */
void finder_keep_given(struct finder *f, const struct symbol *local, const struct tree *value) {
  struct knowledge *known = finder_record(f, local);
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
  struct knowledge *known = finder_record(f, local);
  if (tree_first(other, mentions, local)) return;
  if (other && condition->number == OP_EQ && !known->player) known->player = whose_named(f->c, other);
  if (other && condition->number == OP_NE && !known->other_than) known->other_than = whose_named(f->c, other);
}

/* The variable of a binder depends on where its values come from. What `where` looks at decides which of them come up;
 * that is the course of the game in a loop over players, and part of the value that is made of them elsewhere. */
void finder_gather_binder(struct finder *f, const struct tree *binder, struct secrets *out, bool counts) {
  const struct tree *domain = binder->kid[BINDER_DOMAIN], *where = binder->kid[BINDER_WHERE];
  const struct symbol *local = binder->symbol;
  struct secrets element = { 0 }, asked = { 0 };
  finder_gather(f, domain, &element, counts || where);
  if (local && local->type->kind == TYPE_KIND_PLAYER) {
    const struct note *note = note_of(domain);
    if (note && note->domain == DOMAIN_OTHERS && domain->kind == TREE_CALL && domain->kid[CALL_ARGS])
      finder_record(f, local)->other_than = whose_named(f->c, domain->kid[CALL_ARGS]);
    learn_player(f, local, where);
  }
  finder_keep(f, local, &element);
  if (where) finder_gather(f, where, &asked, true); /* once: questions stand inside of each other */
  if (local && local->type->kind != TYPE_KIND_PLAYER) finder_keep(f, local, &asked);
  finder_add_all(f->c, out, &element);
  finder_add_all(f->c, out, &asked);
  if (binder->kid[BINDER_BY]) finder_gather(f, binder->kid[BINDER_BY], out, true);
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
  finder_gather_binder(f, node->kid[0], &elements, !is_amount && (counts || !keeps_count));
  if (is_amount) finder_add_counts(f->c, out, &elements);
  else finder_add_all(f->c, out, &elements);
  for (int i = 1; i < tree_kid_count(node->kind); i++) finder_gather_list(f, node->kid[i], out, counts || !keeps_count);
  if (tree_does(node, DOES_CHANCE)) finder_add(f->c, out, chance);
}

void finder_gather(struct finder *f, const struct tree *node, struct secrets *out, bool counts) {
  struct secret chance = { .kind = SECRET_CHANCE, .counts = true };
  if (f->only_shows) return;
  if (node->kind == TREE_NAME || node->kind == TREE_INDEX) gather_name(f, node, out, counts);
  else if (node->kind == TREE_CALL) gather_call(f, node, out, counts);
  else if (tree_is_comprehension(node)) gather_comprehension(f, node, out, counts);
  else if (node->kind == TREE_IS_NONE) gather_amount(f, node->kid[IS_NONE_VALUE], out);
  else {
    if (tree_does(node, DOES_CHANCE)) finder_add(f->c, out, chance);
    for (int i = 0; i < tree_kid_count(node->kind); i++) finder_gather_list(f, node->kid[i], out, true);
  }
}
