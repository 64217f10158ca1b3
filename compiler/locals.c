/* Locals that keep a secret: names of rules under way whose value somebody may not know. The program says of each, for
 * every choice and call at which it is alive, where it lies, what it can be and who knows it (section `secret_locals`);
 * samples then put another value there.
 *
 * What depends on what and who was told, by which statement, is found by knowledge.c: what is said later is a secret until
 * then. Where it cannot be said who knows a value that lies nowhere, because his name is an expression or unknown, nothing
 * is noted, and samples leave the value. Registers that hold nothing are noted, too: what was left there may tell. */
#include "compiler/knowledge.h"
#include "compiler/lower.h"
#include "compiler/meant.h"
#include "compiler/optimise/bounds.h"

struct bound_local {
  const struct symbol *symbol; /* NULL: nothing is kept there */
  struct type *type;           /* its own, or that of a list of such values */
  int32_t slot, slots,
      high; /* its registers (slots: of what is not kept), the highest first one of this and all outer */
  const struct tree *value; /* what it stands for, or NULL: not known here */
  bool secret;              /* else it is a player, who may know others */
  int depth;                /* of the procedure it belongs to, among those that stand in the place of their calls */
  struct bound_local *outer;
};

/* Names are mostly bound in the order of their registers, so the search ends soon. */
void locals_drop(struct lower *l) {
  struct bound_local **link = &l->locals;
  while (*link && (*link)->high >= l->top) {
    if ((*link)->slot >= l->top) *link = (*link)->outer;
    else link = &(*link)->outer;
  }
}

static bool is_single_player(const struct symbol *local) { return local->type->kind == TYPE_KIND_PLAYER; }

static bool can_be_drawn(const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_INT:
  case TYPE_KIND_BOOL:
  case TYPE_KIND_PLAYER:
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD:
  case TYPE_KIND_PATH:
  case TYPE_KIND_SET:
  case TYPE_KIND_BAG:
  case TYPE_KIND_LIST: return true;
  case TYPE_KIND_ARRAY: return can_be_drawn(type->element);
  default: return false;
  }
}

/* Whether more than a player's free choice is in it: what he takes from among what all see is no secret for long, and
 * what became of it often shows already. */
static bool is_hidden(struct compilation *c, const struct symbol *local) {
  if (!can_be_drawn(local->type)) return false;
  struct secrets secrets = knowledge_of(c, local);
  for (int i = 0; i < secrets.count; i++)
    if (secrets.items[i].kind != SECRET_CHOICE) return true;
  return false;
}

/* A card of some zone lies somewhere, and stays the one that lies there. */
static bool lies_somewhere(struct lower *l, const struct symbol *local) {
  struct secrets secrets = knowledge_of(l->c, local);
  const struct type *type = local->type->kind == TYPE_KIND_LIST ? local->type->element : local->type;
  bool of_zone = false;
  for (int i = 0; i < secrets.count; i++)
    of_zone |= secrets.items[i].kind == SECRET_HIDDEN && secrets.items[i].symbol->kind == SYMBOL_ZONE;
  return type->kind == TYPE_KIND_CARD && of_zone;
}

static void bind(struct lower *l, struct bound_local local) {
  struct bound_local *bound = l->trial ? NULL : arena_try(l->c->arena, sizeof *bound);
  if (!bound) return;
  *bound = local;
  bound->depth = l->inline_depth;
  bound->high = l->locals && l->locals->high > bound->slot ? l->locals->high : bound->slot;
  bound->outer = l->locals;
  l->locals = bound;
}

void locals_bind(struct lower *l, const struct symbol *local, const struct tree *value) {
  bool secret = is_hidden(l->c, local);
  if (secret || is_single_player(local))
    bind(l, (struct bound_local){
                .symbol = local, .type = local->type, .slot = local->slot, .value = value, .secret = secret });
}

void locals_bind_list(struct lower *l, const struct symbol *local, int32_t slot, int32_t bound) {
  bool secret = is_hidden(l->c, local) && lies_somewhere(l, local);
  struct type *list = type_container(l->c, TYPE_KIND_LIST, local->type, bound);
  if (secret) bind(l, (struct bound_local){ .symbol = local, .type = list, .slot = slot, .secret = true });
}

void locals_leave(struct lower *l, int32_t slot, int32_t slots) {
  if (slots > 0) bind(l, (struct bound_local){ .slot = slot, .slots = slots, .secret = true });
}

/* ---- who knows ---- */

/* Some player as the program names him: false if it cannot. */
static bool name_player(const struct lower *l, const struct whose *whose, int32_t *player) {
  if (!whose) return false;
  if (whose->kind == WHOSE_STEP && name_player(l, whose->base, player)) {
    int32_t places = (whose->number % KNOWER_STEPS + KNOWER_STEPS) % KNOWER_STEPS;
    *player += KNOWER_STEP * places;
    return whose->number > -KNOWER_STEPS / 2 && whose->number < KNOWER_STEPS / 2;
  }
  *player = whose->number;
  if (whose->kind == WHOSE_SEAT) return true;
  if (whose->kind != WHOSE_LOCAL || whose->base) return false;
  for (const struct bound_local *bound = l->locals; bound; bound = bound->outer) {
    if (bound->symbol != whose->symbol || bound->type != whose->symbol->type) continue;
    *player = KNOWER_SLOT + bound->slot;
    return true;
  }
  return false;
}

enum { KNOWN_BY_NOBODY = -1, KNOWERS_MOST = 16, KEY_BITS = 12 /* for the elements of an array */ };
struct knowers {
  int32_t items[KNOWERS_MOST];
  int count;
};

/* Who sees what a secret is of: a player, KNOWN_BY_NOBODY; false if it cannot be said. */
static bool who_sees(const struct lower *l, const struct secret *secret, int32_t *player) {
  *player = KNOWN_BY_NOBODY;
  if (secret->kind == SECRET_CHANCE || secret->kind == SECRET_BOX) return true;
  if (secret->kind == SECRET_CHOICE) return name_player(l, secret->owner, player);
  if (secret->kind != SECRET_HIDDEN) return false;
  const struct tree *seen = symbol_seen(secret->symbol);
  if (!seen || seen->number == SEEN_HIDDEN) return true;
  bool named = name_player(l, secret->owner, player);
  if (named && seen->number == SEEN_OTHERS) *player += KNOWER_NOT;
  return named;
}

/* The place in the procedure of a local that is gone through now. */
static struct span place_in(const struct lower *l, const struct bound_local *bound, struct span here) {
  for (const struct call_site *site = l->sites; site && site->depth > bound->depth; site = site->outer)
    here = site->span;
  return here;
}

/* Somebody to whom all was shown that a value was computed from. */
struct derived {
  struct lower *l;
  const struct tree *value;
  struct span here;
  struct knowers *knowers;
};

static bool know_derived(const struct tree *node, const void *context) {
  const struct derived *derived = context;
  const struct symbol *local = node->kind == TREE_NAME ? symbol_meant(node) : NULL;
  if (!local || local->kind != SYMBOL_LOCAL || !local->knowledge) return false;
  for (const struct reader *reader = local->knowledge->readers; reader; reader = reader->next) {
    int32_t player;
    if (reader->how != SHOWN_LAID && reader->how != SHOWN_SAID) continue;
    if (reader->kind == READER_EVERYBODY || !knowledge_has_come(reader, derived->here)) continue;
    if (!name_player(derived->l, reader->player, &player) || derived->knowers->count == KNOWERS_MOST) continue;
    if (knowledge_stored(derived->l->c, derived->value, reader).count) continue;
    derived->knowers->items[derived->knowers->count++] = player + (reader->kind == READER_ALL_BUT ? KNOWER_NOT : 0);
  }
  return false;
}

/* Who knows everything that a local depends on, and who was shown it. Where a card lies says by itself who sees it. */
static bool who_knows(struct lower *l, const struct bound_local *bound, struct span here, struct knowers *knowers) {
  const struct symbol *local = bound->symbol;
  struct secrets secrets = knowledge_of(l->c, local);
  int32_t knows = KNOWN_BY_NOBODY;
  knowers->count = 0;
  for (int i = 0; i < secrets.count; i++) {
    int32_t sees;
    if (!who_sees(l, &secrets.items[i], &sees)) {
      if (!lies_somewhere(l, local)) return false;
      sees = KNOWN_BY_NOBODY;
    }
    knows = i == 0 || sees == knows ? sees : KNOWN_BY_NOBODY;
  }
  if (knows != KNOWN_BY_NOBODY) knowers->items[knowers->count++] = knows;
  for (const struct reader *reader = local->knowledge->readers; reader; reader = reader->next) {
    int32_t player;
    if (!knowledge_has_come(reader, here)) continue;
    if (knowers->count == KNOWERS_MOST || !name_player(l, reader->player, &player)) return false;
    knowers->items[knowers->count++] = player + (reader->kind == READER_ALL_BUT ? KNOWER_NOT : 0);
  }
  if (bound->value && !local->knowledge->is_varied)
    tree_first(bound->value, know_derived, &(struct derived){ l, bound->value, here, knowers });
  return true;
}

/* ---- what is noted ---- */

enum { FEW_VALUES = 10 }; /* that a number is drawn from if nothing bounds it */

/* Values that depend on nothing hidden: within what is proven and what code relies on. */
static void narrow(struct secret_local *record) {
  if ((int64_t)record->high - record->low <= UINT16_MAX) return;
  if (record->low < 0) record->low = record->high < 0 ? record->high - FEW_VALUES + 1 : 0;
  if ((int64_t)record->high - record->low >= FEW_VALUES) record->high = record->low + FEW_VALUES - 1;
}

/* Widens the bounds by those of a value; of a list of rolls, of each of them. */
static void widen(struct lower *l, const struct tree *value, const struct type *type, struct secret_local *record) {
  int32_t low = type->low, high = type->high;
  bool rolls = value && value->kind == TREE_ROLL;
  if (value) bounds_of(l->c, rolls ? value->kid[ROLL_SIDES] : value, &low, &high);
  if (rolls) low = 1;
  if (low < record->low) record->low = low;
  if (high > record->high) record->high = high;
}

/* The name of a loop or option over a range lies in it, and code relies on that. */
static const struct tree *range_of(const struct symbol *local) {
  const struct tree *domain = local->tree && local->tree->kind == TREE_BINDER ? local->tree->kid[BINDER_DOMAIN] : NULL;
  return domain && domain->kind == TREE_RANGE ? domain : NULL;
}

/* By all that it is given, wherever that stands and however it is compiled. */
static void find_bounds(struct lower *l, const struct bound_local *bound, const struct type *type,
                        struct secret_local *record) {
  const struct given_value *given = bound->symbol->knowledge->values;
  if (type->kind == TYPE_KIND_LIST) type = type->element;
  if (type->kind != TYPE_KIND_INT) return;
  record->low = INT32_MAX, record->high = INT32_MIN;
  const struct tree *range = range_of(bound->symbol);
  if (range) {
    struct secret_local end = *record;
    widen(l, range->kid[RANGE_LOW], type, record);
    widen(l, range->kid[RANGE_HIGH], type, &end);
    record->high = end.high;
  } else if (!given) widen(l, bound->value, type, record);
  for (; given; given = given->next) widen(l, given->value, type, record);
  if (record->low > record->high) record->low = type->low, record->high = type->high;
  narrow(record);
}

/* Whether everybody knows how long a list is. */
static bool has_known_length(const struct bound_local *bound) {
  const struct tree *value = bound->value;
  if (!value || bound->symbol->knowledge->is_varied) return false;
  return value->kind == TREE_ROLL || (value->kind == TREE_LIST_OF && !value->kid[LIST_OF_BINDER]->kid[BINDER_WHERE]);
}

/* What a player is asked. */
static bool is_asked_about(const struct tree *asks, const struct symbol *local) {
  if (!asks) return false;
  if (asks->kind == TREE_PICK) return lower_mentions(asks, local);
  if (lower_mentions(asks->kid[CHOOSE_PROMPT], local)) return true;
  for (const struct tree *option = asks->kid[CHOOSE_OPTIONS]; option; option = option->next) {
    if (option->kind == TREE_INCLUDE && lower_mentions(option->kid[INCLUDE_CALL], local)) return true;
    for (int i = 0; option->kind == TREE_OPTION && i < OPTION_BODY; i++)
      for (const struct tree *part = option->kid[i]; part; part = part->next)
        if (lower_mentions(part, local)) return true;
  }
  return false;
}

static void note_local(struct lower *l, const struct bound_local *bound, struct span here, const struct tree *asks) {
  struct compilation *c = l->c;
  struct type *type = bound->type;
  struct secret_local record = { .pc = (int32_t)c->code.count, .slot = bound->slot };
  struct knowers knowers;
  int32_t elements = 1;
  here = place_in(l, bound, here);
  if (!knowledge_is_secret(c, bound->symbol, here) || !who_knows(l, bound, here, &knowers)) return;
  if (type->kind == TYPE_KIND_ARRAY) {
    elements = type_slots(c, type) / type_slots(c, type->element);
    type = type->element;
  }
  find_bounds(l, bound, type, &record);
  record.lies = lies_somewhere(l, bound->symbol);
  record.type = type_describe(c, record.lies ? type_required(c, type) : type);
  record.sized = has_known_length(bound);
  record.key = (int32_t)((uint32_t)bound->symbol->number << KEY_BITS);
  record.shown = is_asked_about(asks, bound->symbol);
  record.knowers = (int32_t)c->ints.count;
  record.knower_count = knowers.count;
  for (int i = 0; i < knowers.count; i++) PUSH(c, ints, knowers.items[i]);
  for (int32_t i = 0; i < elements; i++, record.key++, record.slot += type_slots(c, type))
    PUSH(c, secret_locals, record);
}

/* Nothing lies there, and that is all a sample has there. */
static void note_left(struct lower *l, const struct bound_local *bound) {
  struct compilation *c = l->c;
  struct secret_local record = { .pc = (int32_t)c->code.count, .slot = bound->slot };
  record.type = type_describe(c, c->int_type);
  for (int32_t i = 0; i < bound->slots; i++, record.slot++) PUSH(c, secret_locals, record);
}

static void note_all(struct lower *l, struct span here, const struct tree *asks) {
  if (l->trial || !l->locals) return;
  locals_drop(l);
  for (const struct bound_local *bound = l->locals; bound; bound = bound->outer) {
    if (!bound->symbol) note_left(l, bound);
    else if (bound->secret) note_local(l, bound, here, asks);
  }
}

void locals_note(struct lower *l) { note_all(l, l->at ? l->at->span : (struct span){ UINT32_MAX, 0, 0 }, NULL); }

void locals_note_choice(struct lower *l, const struct tree *asks) { note_all(l, asks->span, asks); }
