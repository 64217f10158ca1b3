/* Uses: which procedures a game comes to, and what is done with variables and zones there. Everything else that looks
 * at the whole game stands on this. Rules are followed from set-up, play, ranking, invariants and settings; what only
 * scenarios reach is kept apart. */
#include "compiler/analysis/analysis.h"

#include "compiler/passes.h"

struct uses_walk {
  struct analysis *a;
  struct known *procedure; /* whose code it is */
  bool test;
  struct vector waiting; /* struct known *: reached and not walked yet */
};

static void walk_node(struct uses_walk *walk, struct tree *node);

static void walk_list(struct uses_walk *walk, struct tree *node) {
  for (; node && !arena_failed(walk->a->c->arena); node = node->next) walk_node(walk, node);
}

static void use(struct uses_walk *walk, struct symbol *symbol, unsigned uses) {
  struct known *known = known_of(walk->a, symbol);
  /* a rule that no game comes to is reported itself; what it uses is not reported once more */
  bool rule = !walk->test || (walk->procedure->symbol && known_is_stage(walk->procedure->symbol));
  *(rule ? &known->uses : &known->test_uses) |= uses;
  known->stray |= walk->test && rule && uses & USE_WRITE;
  if (uses & (USE_READ | USE_SIZE) && known->number) touched_add(&walk->procedure->looks, known->number);
  if (!(uses & (USE_WRITE | USE_ENTER | USE_LEAVE))) return;
  walk->procedure->happens |= HAPPENS_CHANGE;
  if (known->number) touched_add(&walk->procedure->touched, known->number);
  struct symbol *refill = uses & USE_DRAW ? known_refill(walk->a->c, symbol) : NULL;
  if (refill) touched_add(&walk->procedure->touched, known_of(walk->a, refill)->number);
}

static void reach(struct uses_walk *walk, struct symbol *callee) {
  struct known *known = known_of(walk->a, callee);
  if (!walk->procedure->calls || walk->procedure->calls->callee != callee) {
    struct call *call = arena_alloc(walk->a->c->arena, sizeof *call);
    *call = (struct call){ callee, walk->procedure->calls };
    walk->procedure->calls = call;
  }
  bool *flag = walk->test ? &known->test_reached : &known->reached;
  if (*flag || (walk->test && known->reached)) {
    *flag = true;
    return;
  }
  *flag = true;
  vector_push(walk->a->c->arena, &walk->waiting, &known, sizeof known);
}

/* ---- zones ---- */

static bool is_zone(const struct symbol *symbol) {
  return symbol && (symbol->kind == SYMBOL_ZONE || (symbol->type && symbol->type->kind == TYPE_KIND_ZONE));
}

static void use_zone(struct uses_walk *walk, struct tree *place, unsigned uses) {
  struct tree *zone = meant_zone(place);
  struct symbol *symbol = symbol_meant(zone);
  if (symbol) use(walk, symbol, uses);
  else if (builtin_called(zone) == BUILTIN_BOX) use(walk, note_of(zone)->symbol, uses);
  if (zone->kind == TREE_INDEX) walk_list(walk, zone->kid[INDEX_ARGS]);
}

static void give_zone(struct uses_walk *walk, struct symbol *param, struct tree *argument) {
  struct symbol *zone = symbol_meant(argument);
  if (zone) {
    struct known *known = known_of(walk->a, param);
    struct given_zone *given = arena_alloc(walk->a->c->arena, sizeof *given);
    *given = (struct given_zone){ zone, known->given };
    known->given = given;
  } else use_zone(walk, argument, USE_READ | USE_ENTER | USE_LEAVE);
  if (argument->kind == TREE_INDEX) walk_list(walk, argument->kid[INDEX_ARGS]);
}

/* ---- expressions ---- */

static void walk_arguments(struct uses_walk *walk, struct symbol *callee, struct tree *arguments) {
  struct symbol *param = callee->params;
  for (struct tree *arg = arguments; arg; arg = arg->next) {
    if (param && param->type->kind == TYPE_KIND_ZONE) give_zone(walk, param, arg);
    else walk_node(walk, arg);
    if (param) param = param->next_param;
  }
}

static void walk_call(struct uses_walk *walk, struct tree *node) {
  const struct note *note = note_of(node);
  if (note && note->kind == NOTE_CALL) {
    reach(walk, note->symbol);
    walk_arguments(walk, note->symbol, node->kid[CALL_ARGS]);
    return;
  }
  for (struct tree *arg = node->kid[CALL_ARGS]; arg; arg = arg->next)
    if (builtin_asks_size(node) && is_zone(symbol_meant(arg))) use_zone(walk, arg, USE_SIZE);
    else walk_node(walk, arg);
}

static void walk_name(struct uses_walk *walk, struct tree *node) {
  struct symbol *symbol = symbol_meant(node);
  if (symbol) use(walk, symbol, USE_READ);
  if (node->kind != TREE_INDEX) return;
  walk_list(walk, node->kid[INDEX_ARGS]);
  if (!symbol) walk_node(walk, node->kid[INDEX_BASE]);
}

/* ---- statements ---- */

/* What is done with a zone by a node that it has this role for. */
static unsigned zone_uses(const struct tree *node, enum tree_role role) {
  unsigned uses = 0;
  if (role & (AS_TAKEN_FROM | AS_DRAWN_FROM | AS_SWAPPED)) uses |= USE_LEAVE;
  if (role & (AS_PUT_INTO | AS_SWAPPED)) uses |= USE_ENTER;
  if (role & AS_DRAWN_FROM) uses |= USE_DRAW;
  if (role & AS_TAKEN_FROM && node->kind == TREE_MOVE_ALL && node->kid[MOVE_ALL_WHERE]) uses |= USE_READ;
  return uses;
}

static void walk_apply(struct uses_walk *walk, struct tree *node) {
  const struct field *field = note_of(node->kid[APPLY_TARGET])->field;
  walk_node(walk, node->kid[APPLY_TARGET]);
  walk_list(walk, node->kid[APPLY_ARGS]);
  for (int32_t row = 0; field && field->cells && row < field->owner->count; row++) {
    struct tree *cell = field->cells[row];
    const struct note *note = cell ? note_of(cell) : NULL;
    if (!note || note->kind != NOTE_CALL) continue;
    reach(walk, note->symbol);
    walk_list(walk, cell->kind == TREE_CALL ? cell->kid[CALL_ARGS] : NULL);
  }
}

static void walk_assign(struct uses_walk *walk, struct tree *node) {
  struct tree *target = node->kid[ASSIGN_TARGET];
  struct symbol *symbol = symbol_meant(target);
  if (symbol) use(walk, symbol, USE_WRITE);
  if (target->kind == TREE_INDEX) walk_list(walk, target->kid[INDEX_ARGS]);
  walk_node(walk, node->kid[ASSIGN_VALUE]);
}

static void walk_node(struct uses_walk *walk, struct tree *node) {
  if (!node) return;
  switch (node->kind) {
  case TREE_NAME:
  case TREE_INDEX: walk_name(walk, node); return;
  case TREE_CALL: walk_call(walk, node); return;
  case TREE_ASSIGN: walk_assign(walk, node); return;
  case TREE_APPLY: walk_apply(walk, node); return;
  default: break;
  }
  walk->procedure->happens |= known_happens_in(node);
  for (int i = 0; i < tree_kid_count(node->kind); i++) {
    enum tree_role role = tree_role(node, i);
    if (node->kid[i] && role & (AS_CHANGED_ZONE | AS_SHUFFLED)) use_zone(walk, node->kid[i], zone_uses(node, role));
    else walk_list(walk, node->kid[i]);
  }
}

/* ---- the whole game ---- */

/* Code without a name of its own: set-up, play, a ranking, a scenario. */
static void walk_part(struct uses_walk *walk, struct tree *tree) {
  if (!tree || arena_failed(walk->a->c->arena)) return;
  struct symbol *part = symbol_new(walk->a->c, SYMBOL_EFFECT, tree);
  part->type = walk->a->c->void_type;
  part->from_library = !variants_own(walk->a->c, tree->span.file);
  struct known *known = known_of(walk->a, part);
  *(walk->test ? &known->test_reached : &known->reached) = true;
  vector_push(walk->a->c->arena, &walk->waiting, &known, sizeof known);
}

/* A phase sets its `each` variables back. */
static void touch_living(struct uses_walk *walk, struct known *phase) {
  struct symbol *last = phase->symbol->living, *at = last;
  if (!last) return;
  phase->happens |= HAPPENS_CHANGE;
  do {
    at = at->next_living;
    touched_add(&phase->touched, known_of(walk->a, at)->number);
  } while (at != last);
}

/* C code looks at whatever it is given. */
static void read_params(struct uses_walk *walk, const struct symbol *callee) {
  for (struct symbol *param = callee->params; param; param = param->next_param) use(walk, param, USE_READ);
}

/* Walks what was reached until nothing new is, and puts it on the list. */
static void walk_reached(struct uses_walk *walk, struct known ***list) {
  for (size_t i = 0; i < walk->waiting.count && !arena_failed(walk->a->c->arena); i++) {
    struct known *known = ((struct known **)walk->waiting.items)[i];
    walk->procedure = known;
    touch_living(walk, known);
    walk_list(walk, meant_body(known->symbol));
    if (symbol_is_extern(known->symbol)) read_params(walk, known->symbol);
    **list = known;
    *list = &known->next;
  }
  walk->waiting = (struct vector){ 0 };
}

static void walk_declarations(struct uses_walk *walk) {
  walk->procedure = arena_alloc(walk->a->c->arena, sizeof *walk->procedure); /* nobody's code */
  for (struct symbol *symbol = walk->a->c->first_symbol; symbol; symbol = symbol->next) {
    struct tree *tree = symbol->tree;
    if (symbol->kind == SYMBOL_VAR) walk_node(walk, tree->kid[tree->kind == TREE_TRACK ? TRACK_VALUE : VAR_VALUE]);
    const struct tree *seen = symbol_seen(symbol);
    if (seen) walk_node(walk, seen->kid[SEEN_CONDITION]);
  }
}

/* What happens in those it calls happens in it. Forth and back over the list, until nothing is added; long chains of
 * calls in an unlucky order are given up as "everything". */
static bool take_over(struct known *known) {
  bool grown = false;
  for (const struct call *call = known->calls; call; call = call->next) {
    const struct known *callee = call->callee->known;
    grown |= (callee->happens & ~known->happens) != 0;
    known->happens |= callee->happens;
    grown |= touched_join(&known->touched, &callee->touched);
    grown |= touched_join(&known->looks, &callee->looks);
  }
  return grown;
}

static void spread_happenings(struct analysis *a) {
  enum { ROUNDS = 12 };
  size_t count = 0;
  for (struct known *known = a->first; known; known = known->next) count++;
  struct known **order = arena_try(a->c->arena, (count + 1) * sizeof *order);
  if (!order) return;
  count = 0;
  for (struct known *known = a->first; known; known = known->next) order[count++] = known;
  bool grown = true;
  for (int round = 0; grown && round < ROUNDS; round++) {
    grown = false;
    for (size_t i = count; i-- > 0;) grown |= take_over(order[i]);
  }
  if (!grown) return;
  for (size_t i = 0; i < count; i++) {
    order[i]->happens = HAPPENS_CHANGE | HAPPENS_CHANCE | HAPPENS_CHOICE | HAPPENS_END;
    for (int b = 0; b < 4; b++) order[i]->touched.bits[b] = order[i]->looks.bits[b] = ~UINT64_C(0);
  }
}

/* What is done with a zone parameter is done with the zones that are given for it. */
static void spread_zone(struct analysis *a, struct symbol *param, bool *grown) {
  struct known *known = known_of(a, param);
  for (const struct given_zone *given = known->given; given; given = given->next) {
    struct known *zone = known_of(a, given->zone);
    *grown |= (zone->uses | known->uses) != zone->uses || (zone->test_uses | known->test_uses) != zone->test_uses;
    zone->uses |= known->uses;
    zone->test_uses |= known->test_uses;
  }
}

static void spread_zones(struct analysis *a) {
  bool grown = true;
  for (int round = 0; grown && round < 255; round++) {
    grown = false;
    for (struct symbol *symbol = a->c->first_symbol; symbol; symbol = symbol->next)
      for (struct symbol *param = symbol_params(symbol); param; param = param->next_param)
        if (param->type->kind == TYPE_KIND_ZONE) spread_zone(a, param, &grown);
  }
}

/* A zone parameter is no zone that `touched` could name: whoever calls with a zone may change any. */
static void widen_zone_callers(struct analysis *a) {
  for (struct known *known = a->first; known; known = known->next)
    for (struct symbol *param = known->symbol->params; param; param = param->next_param) {
      if (param->type->kind != TYPE_KIND_ZONE) continue;
      for (const struct given_zone *given = known_of(a, param)->given; given; given = given->next) {
        unsigned number = known_of(a, given->zone)->number;
        if (!number) continue;
        touched_add(&known->touched, number);
        touched_add(&known->looks, number);
      }
    }
}

void uses_collect(struct analysis *a) {
  struct compilation *c = a->c;
  struct uses_walk walk = { .a = a };
  a->last = &a->first;
  walk_declarations(&walk);
  walk_part(&walk, c->setup);
  walk_part(&walk, c->play);
  walk_part(&walk, c->rank);
  walk_part(&walk, c->value_of);
  for (size_t i = 0; i < c->invariant_trees.count; i++) walk_part(&walk, c->invariant_trees.items[i]);
  walk_reached(&walk, &a->last);
  if (arena_failed(c->arena)) return;
  a->fragment = true;
  for (const struct known *known = a->first; known; known = known->next) a->fragment &= !known_is_stage(known->symbol);
  widen_zone_callers(a);
  spread_happenings(a);
  walk.test = true;
  for (size_t i = 0; i < c->scenario_trees.count; i++) walk_part(&walk, c->scenario_trees.items[i]);
  struct known **tests = &a->from_tests;
  walk_reached(&walk, &tests);
  if (!arena_failed(c->arena)) spread_zones(a);
}
