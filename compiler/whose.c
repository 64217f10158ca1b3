/* Players as the rules name them, compared as far as the text makes it certain. */
#include "compiler/whose.h"

#include "compiler/meant.h"
#include "compiler/knowledge.h"

static const struct whose *make(struct compilation *c, struct whose whose) {
  struct whose *made = arena_alloc(c->arena, sizeof *made);
  *made = whose;
  return made;
}

static const struct whose *step(struct compilation *c, const struct whose *base, int32_t places) {
  if (!base) return NULL;
  if (base->kind == WHOSE_STEP) places += base->number, base = base->base;
  if (!places) return base;
  return make(c, (struct whose){ .kind = WHOSE_STEP, .number = places, .base = base });
}

const struct whose *whose_local(struct compilation *c, const struct symbol *local) {
  const struct knowledge *knowledge = local->knowledge;
  if (knowledge && knowledge->player) return knowledge->player;
  return make(c, (struct whose){ .kind = WHOSE_LOCAL, .symbol = local });
}

/* `next(p)` has one argument; a fn of the game that is called `next` is no built-in. */
static const struct whose *stepped(struct compilation *c, const struct tree *node) {
  enum builtin builtin = builtin_called(node);
  const struct tree *arg = builtin == BUILTIN_COUNT ? NULL : node->kid[CALL_ARGS];
  if (!arg || arg->next) return NULL;
  if (builtin == BUILTIN_NEXT || builtin == BUILTIN_LEFT_OF) return step(c, whose_named(c, arg), 1);
  return builtin == BUILTIN_RIGHT_OF ? step(c, whose_named(c, arg), -1) : NULL;
}

const struct whose *whose_named(struct compilation *c, const struct tree *node) {
  const struct note *note = node ? note_of(node) : NULL;
  if (!note) return NULL;
  if (note->kind == NOTE_VALUE) return make(c, (struct whose){ .kind = WHOSE_SEAT, .number = note->value });
  if (node->kind == TREE_NAME && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL)
    return whose_local(c, note->symbol);
  const struct whose *whose = stepped(c, node);
  return whose ? whose : make(c, (struct whose){ .kind = WHOSE_TREE, .tree = node });
}

const struct symbol *whose_variable(const struct whose *whose) {
  while (whose && whose->kind == WHOSE_STEP) whose = whose->base;
  if (!whose || whose->kind != WHOSE_TREE) return NULL;
  const struct symbol *symbol = symbol_meant(whose->tree);
  return symbol && symbol->kind == SYMBOL_VAR ? symbol : NULL;
}

bool whose_equal(const struct compilation *c, const struct whose *a, const struct whose *b) {
  if (a == b) return true;
  if (!a || !b || a->kind != b->kind || a->number != b->number || a->symbol != b->symbol) return false;
  return whose_equal(c, a->base, b->base) && meant_same(a->tree, b->tree);
}

/* Who sits some places further on: the same player if that is once round the table, whatever the number of players. */
static enum whose_relation compare_places(const struct compilation *c, int32_t places) {
  if (!places) return WHOSE_SAME;
  bool same = true, different = true;
  for (int32_t players = c->low_players; players <= c->high_players; players++) {
    if (players < 2) continue; /* alone, nobody keeps anything from anybody */
    if (places % players) same = false;
    else different = false;
  }
  return same ? WHOSE_SAME : different ? WHOSE_DIFFERENT : WHOSE_UNKNOWN;
}

/* Whom the neighbours are counted from, and how far: through names, and through parameters that all calls give the same
 * neighbour of another one. */
static const struct whose *without_steps(const struct whose *whose, int32_t *places) {
  enum { NAMES_LIMIT = 16 };
  *places = 0;
  for (int i = 0; i < NAMES_LIMIT; i++) {
    const struct knowledge *known = whose->kind == WHOSE_LOCAL ? whose->symbol->knowledge : NULL;
    if (whose->kind == WHOSE_STEP) *places += whose->number, whose = whose->base;
    else if (known && known->player) whose = known->player;
    else break;
  }
  return whose;
}

/* Whether `a` is anybody but `b`. */
static bool is_other(const struct compilation *c, const struct whose *a, const struct whose *b) {
  if (a->kind != WHOSE_LOCAL) return false;
  const struct knowledge *known = a->symbol->knowledge;
  if (a->base && whose_equal(c, a->base, b)) return true;
  return known && known->other_than && whose_equal(c, known->other_than, b);
}

enum whose_relation whose_compare(const struct compilation *c, const struct whose *a, const struct whose *b) {
  if (!a || !b) return WHOSE_UNKNOWN;
  if (is_other(c, a, b) || is_other(c, b, a)) return WHOSE_DIFFERENT;
  int32_t a_places, b_places;
  const struct whose *a_base = without_steps(a, &a_places), *b_base = without_steps(b, &b_places);
  if (a_base->kind != b_base->kind) return WHOSE_UNKNOWN;
  if (a_base->kind == WHOSE_SEAT && !a_places && !b_places)
    return a_base->number == b_base->number ? WHOSE_SAME : WHOSE_DIFFERENT;
  if (a_base->kind == WHOSE_SEAT) a_places += a_base->number, b_places += b_base->number;
  bool same = a_base->symbol == b_base->symbol && meant_same(a_base->tree, b_base->tree);
  return same ? compare_places(c, a_places - b_places) : WHOSE_UNKNOWN;
}

const struct whose *whose_beside(struct compilation *c, const struct whose *whose, const struct whose *from,
                                 const struct whose *to) {
  if (!whose || !from) return NULL;
  int32_t places, from_places;
  const struct whose *base = without_steps(whose, &places);
  return whose_equal(c, base, without_steps(from, &from_places)) ? step(c, to, places - from_places) : NULL;
}

const struct whose *whose_instead(struct compilation *c, const struct whose *whose, const struct whose *from,
                                  const struct whose *to) {
  if (whose_equal(c, whose, from)) return to;
  if (!whose || whose->kind != WHOSE_STEP) return whose;
  return step(c, whose_instead(c, whose->base, from, to), whose->number);
}

static bool is_local_name(const struct tree *node, const void *unused) {
  (void)unused;
  const struct symbol *symbol = node->kind == TREE_NAME ? symbol_meant(node) : NULL;
  return symbol && symbol->kind == SYMBOL_LOCAL;
}

/* What an expression means everywhere: it has no name of the procedure's own. */
static const struct whose *global(const struct whose *whose) {
  return tree_first(whose->tree, is_local_name, NULL) ? NULL : whose;
}

const struct whose *whose_outside(struct compilation *c, const struct whose *whose, const struct symbol *params,
                                  const struct tree *arguments) {
  if (!whose || whose->kind == WHOSE_SEAT) return whose;
  if (whose->kind == WHOSE_TREE) return global(whose);
  if (whose->kind == WHOSE_STEP) return step(c, whose_outside(c, whose->base, params, arguments), whose->number);
  const struct tree *argument = arguments;
  for (const struct symbol *param = params; param && argument; param = param->next_param, argument = argument->next)
    if (param == whose->symbol) return whose_named(c, argument);
  const struct knowledge *known = whose->symbol->knowledge;
  const struct whose *other_than = whose->base ? whose->base : known ? known->other_than : NULL;
  if (!other_than) return whose;
  struct whose other = *whose;
  other.base = whose_outside(c, other_than, params, arguments);
  return make(c, other);
}

const struct whose *whose_inside(struct compilation *c, const struct whose *whose, const struct symbol *params,
                                 const struct tree *arguments) {
  if (!whose) return NULL;
  const struct tree *argument = arguments;
  for (const struct symbol *param = params; param && argument; param = param->next_param, argument = argument->next)
    if (param->type->kind == TYPE_KIND_PLAYER && whose_compare(c, whose_named(c, argument), whose) == WHOSE_SAME)
      return make(c, (struct whose){ .kind = WHOSE_LOCAL, .symbol = param });
  if (whose->kind == WHOSE_STEP) return step(c, whose_inside(c, whose->base, params, arguments), whose->number);
  return whose->kind == WHOSE_SEAT ? whose : whose->kind == WHOSE_TREE ? global(whose) : NULL;
}
