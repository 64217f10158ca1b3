/* Locals that keep a secret: names of rules under way whose value somebody may not know. The program says of each, for
 * every choice and call at which it is alive, where it lies, what it can be and who knows it (section `secret_locals`);
 * samples then put another value there.
 *
 * What depends on what and who was told, by which statement, is found by knowledge.c, for certain: what is said later, or
 * perhaps, or to somebody who has no name here, is a secret. Registers that hold nothing are noted, too: what was left
 * there may tell. */
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
  int32_t told;             /* the set of those who were told, or -1 */
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

static bool is_card(const struct type *type) {
  return type->kind == TYPE_KIND_CARD || type->kind == TYPE_KIND_ANY_CARD;
}

static bool can_be_drawn(const struct type *type) {
  switch (type->kind) {
  case TYPE_KIND_INT:
  case TYPE_KIND_BOOL:
  case TYPE_KIND_PLAYER:
  case TYPE_KIND_ENUM:
  case TYPE_KIND_CARD:
  case TYPE_KIND_ANY_CARD:
  case TYPE_KIND_PATH:
  case TYPE_KIND_ZONE:
  case TYPE_KIND_SET:
  case TYPE_KIND_BAG:
  case TYPE_KIND_LIST: return true;
  case TYPE_KIND_ARRAY: return can_be_drawn(type->element);
  default: return false;
  }
}

/* Whether more than a player's free choice is in it: what he takes from among what all see is no secret for long, and
 * what became of it often shows already. Of a zone, it is which of several it is that may be hidden; what lies there is
 * nothing that the rules have read. */
static bool has_hidden(const struct symbol *local, const struct secrets *secrets) {
  bool is_zone = local->type->kind == TYPE_KIND_ZONE;
  if (!can_be_drawn(local->type)) return false;
  for (int i = 0; i < secrets->count; i++)
    if (secrets->items[i].kind != SECRET_CHOICE && (secrets->items[i].counts || !is_zone)) return true;
  return false;
}

static bool is_hidden(struct compilation *c, const struct symbol *local) {
  struct secrets secrets = knowledge_of(c, local);
  return has_hidden(local, &secrets);
}

/* A card of some zone lies somewhere, and stays the one that lies there. */
static bool lies_somewhere(struct lower *l, const struct symbol *local) {
  struct secrets secrets = knowledge_made_of(l->c, local);
  const struct type *type = local->type->kind == TYPE_KIND_LIST ? local->type->element : local->type;
  bool of_zone = false;
  for (int i = 0; i < secrets.count; i++)
    of_zone |= secrets.items[i].kind == SECRET_HIDDEN && secrets.items[i].symbol->kind == SYMBOL_ZONE;
  return is_card(type) && of_zone;
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

void locals_bind_param(struct lower *l, const struct symbol *param) {
  bool secret = is_hidden(l->c, param);
  if (secret || is_single_player(param))
    bind(l, (struct bound_local){
                .symbol = param, .type = param->type, .slot = param->slot, .secret = secret, .told = -1 });
}

/* Whether somebody is told of a local on some ways that the rules can go, and not on others. */
static bool is_told_perhaps(const struct symbol *local) {
  for (const struct reader *reader = knowledge_readers(local); reader; reader = reader->next) {
    bool is_told = reader->how == SHOWN_SAID || reader->how == SHOWN_LAID;
    if (is_told && !reader->by_call && reader->within.end != UINT32_MAX) return true;
  }
  return false;
}

void locals_bind(struct lower *l, const struct symbol *local, const struct tree *value) {
  bool secret = is_hidden(l->c, local);
  if (!secret && !is_single_player(local)) return;
  bool tells = secret && is_told_perhaps(local) && knowledge_outlives_question(l->c, local);
  int32_t told = tells ? slot_take(l, 2) : -1;
  if (told >= 0) emit_zero(l, told, 2);
  bind(l,
       (struct bound_local){
           .symbol = local, .type = local->type, .slot = local->slot, .value = value, .secret = secret, .told = told });
}

void locals_bind_list(struct lower *l, const struct symbol *local, int32_t slot, int32_t bound) {
  struct type *list = type_container(l->c, TYPE_KIND_LIST, local->type, bound);
  struct secrets elements = knowledge_made_of(l->c, local); /* not which of them has been let pass */
  if (has_hidden(local, &elements) && type_slots(l->c, local->type) == 1)
    bind(l, (struct bound_local){ .symbol = local, .type = list, .slot = slot, .secret = true, .told = -1 });
}

void locals_leave(struct lower *l, int32_t slot, int32_t slots) {
  if (slots > 0) bind(l, (struct bound_local){ .slot = slot, .slots = slots, .secret = true, .told = -1 });
}

/* ---- who is told while the rules go on ---- */

/* The set of those who were told of what an expression names, or -1: nobody asks for it. */
static int32_t told_set(const struct lower *l, const struct tree *what) {
  const struct symbol *local = what->kind == TREE_NAME ? symbol_meant(what) : NULL;
  for (const struct bound_local *bound = l->locals; local && bound; bound = bound->outer)
    if (bound->symbol == local && bound->type == local->type) return bound->told;
  return -1;
}

void locals_tell(struct lower *l, const struct tree *what, enum told_whom whom, int32_t slot) {
  int32_t told = told_set(l, what);
  if (told < 0) return;
  if (whom == TOLD_EVERYBODY) emit_int(l, told, -1); /* more than there are players, which does no harm */
  else if (whom == TOLD_PLAYER) emit(l, OP_CODE_SET_ADD, 1, told, slot, 0);
  else emit(l, OP_CODE_SET_OR, 1, told, told, slot);
}

void locals_tell_parts(struct lower *l, const struct tree *text, enum told_whom whom, int32_t slot) {
  const struct tree *part = text->kind == TREE_STRING ? text->kid[STRING_PARTS] : NULL;
  for (; part; part = part->next) locals_tell(l, part, whom, slot);
}

/* Whoever sees the zone; those of one that is open to all but one player are not counted. */
void locals_lay(struct lower *l, const struct tree *what, const struct tree *to) {
  const struct tree *zone = meant_zone((struct tree *)(uintptr_t)to);
  const struct symbol *symbol = told_set(l, what) < 0 ? NULL : symbol_meant(zone);
  const struct tree *seen = symbol && symbol->kind == SYMBOL_ZONE ? symbol_seen(symbol) : NULL;
  if (!seen || seen->kid[SEEN_CONDITION]) return;
  bool owned = zone->kind == TREE_INDEX && symbol->dim_count && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
  if (seen->number == SEEN_OPEN) locals_tell(l, what, TOLD_EVERYBODY, 0);
  else if (seen->number == SEEN_OWNER && owned)
    locals_tell(l, what, TOLD_PLAYER, lower_value(l, zone->kid[INDEX_ARGS]));
}

void locals_change(struct lower *l, const struct symbol *local) {
  for (const struct bound_local *bound = l->locals; bound; bound = bound->outer)
    if (bound->symbol == local && bound->told >= 0) emit_zero(l, bound->told, 2);
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

enum { KNOWN_BY_ALL = KNOWER_NOT + KNOWER_SLOT - 1 }; /* all but a seat that there is not */
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
  if (!local || local->kind != SYMBOL_LOCAL) return false;
  for (const struct reader *reader = knowledge_readers(local); reader; reader = reader->next) {
    int32_t player;
    if (reader->how == SHOWN_KEPT || reader->how == SHOWN_ASKED) continue;
    if (reader->kind == READER_EVERYBODY || !knowledge_was_shown(local, reader, derived->here)) continue;
    if (!name_player(derived->l, reader->player, &player) || derived->knowers->count == KNOWERS_MOST) continue;
    if (knowledge_untold_at(derived->l->c, derived->value, reader, derived->here).count) continue;
    derived->knowers->items[derived->knowers->count++] = player + (reader->kind == READER_ALL_BUT ? KNOWER_NOT : 0);
  }
  return false;
}

/* What is known of a name now says nothing of what it stood for before. */
static bool is_varied(const struct tree *node, const void *unused) {
  (void)unused;
  const struct symbol *local = node->kind == TREE_NAME ? symbol_meant(node) : NULL;
  return local && local->kind == SYMBOL_LOCAL && local->knowledge && local->knowledge->is_varied;
}

/* Who knows everything that a local depends on, and who was shown it, as far as they have a name here. */
static void who_knows(struct lower *l, const struct bound_local *bound, struct span here, struct knowers *knowers) {
  const struct symbol *local = bound->symbol;
  struct secrets secrets = knowledge_at(l->c, local, here);
  int32_t knows = KNOWN_BY_NOBODY;
  knowers->count = 0;
  for (int i = 0; i < secrets.count; i++) {
    int32_t sees;
    if (!who_sees(l, &secrets.items[i], &sees)) sees = KNOWN_BY_NOBODY;
    knows = i == 0 || sees == knows ? sees : KNOWN_BY_NOBODY;
  }
  if (knows != KNOWN_BY_NOBODY) knowers->items[knowers->count++] = knows;
  for (const struct reader *reader = knowledge_readers(local); reader; reader = reader->next) {
    int32_t player;
    if (!knowledge_was_shown(local, reader, here)) continue;
    if (knowers->count == KNOWERS_MOST || !name_player(l, reader->player, &player)) continue;
    knowers->items[knowers->count++] = player + (reader->kind == READER_ALL_BUT ? KNOWER_NOT : 0);
  }
  if (bound->value && !local->knowledge->is_varied && !tree_first(bound->value, is_varied, NULL))
    tree_first(bound->value, know_derived, &(struct derived){ l, bound->value, here, knowers });
}

/* ---- what is noted ---- */

enum {
  FEW_VALUES = 10,  /* that a number is drawn from if nothing bounds it */
  MANY_VALUES = 100 /* of which hardly any need be one that the rules give it */
};

/* Values that depend on nothing hidden: within what is proven and what code relies on. */
static void narrow(struct secret_local *record) {
  record->wide = (int64_t)record->high - record->low >= MANY_VALUES;
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

/* What a name stands for, or the dice that it goes through. */
static const struct tree *rolled_by(const struct bound_local *bound) {
  const struct tree *binder = bound->symbol->tree;
  if (bound->value || !binder || binder->kind != TREE_BINDER) return bound->value;
  return binder->kid[BINDER_DOMAIN]->kind == TREE_ROLL ? binder->kid[BINDER_DOMAIN] : NULL;
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
  } else if (!given) widen(l, rolled_by(bound), type, record);
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

/* ---- where a card lies ---- */

static void find_place(struct lower *l, const struct symbol *local, const struct tree *value, struct span here,
                       struct secret_local *record);

/* A zone as the program names it, and the end at which a card lies there that has just come. */
static void name_place(struct lower *l, const struct tree *place, bool at_end, struct secret_local *record) {
  const struct tree *zone = meant_zone((struct tree *)(uintptr_t)place);
  const struct symbol *symbol = symbol_meant(zone);
  int32_t owner;
  if (!symbol || symbol->kind != SYMBOL_ZONE) return;
  bool owned = zone->kind == TREE_INDEX && symbol->dim_count && symbol->dims[0]->kind == TYPE_KIND_PLAYER;
  record->zone = symbol->decl_index;
  if (owned && name_player(l, whose_named(l->c, zone->kid[INDEX_ARGS]), &owner)) record->owner = owner;
  bool bottom = place->kind == TREE_PLACE && place->number == END_BOTTOM;
  if (at_end && symbol->tree->kind == TREE_PILE) record->end = bottom ? END_AT_BOTTOM : END_AT_TOP;
}

/* Where the cards lie that a name is one of. */
static void place_of_binder(struct lower *l, const struct tree *binder, struct secret_local *record) {
  const struct note *note = note_of(binder->kid[BINDER_DOMAIN]);
  if (note && note->domain == DOMAIN_ZONE) name_place(l, binder->kid[BINDER_DOMAIN], false, record);
}

static void place_of_value(struct lower *l, const struct tree *value, struct span here, struct secret_local *record) {
  enum builtin builtin = builtin_called(value);
  const struct symbol *named = value->kind == TREE_NAME ? symbol_meant(value) : NULL;
  if (value->kind == TREE_DRAW_ONE) name_place(l, value->kid[DRAW_ONE_TO], true, record);
  else if (value->kind == TREE_PICK) place_of_binder(l, value->kid[PICK_BINDER], record);
  else if (tree_is_comprehension(value)) place_of_binder(l, value->kid[0], record);
  else if (named && named->kind == SYMBOL_LOCAL) find_place(l, named, NULL, here, record);
  else if (builtin == BUILTIN_TOP || builtin == BUILTIN_BOTTOM || builtin == BUILTIN_ONLY) {
    name_place(l, value->kid[CALL_ARGS], true, record);
    if (record->end && builtin == BUILTIN_BOTTOM) record->end = END_AT_BOTTOM;
  }
}

/* Where it was moved last, or else where it was found. */
static void find_place(struct lower *l, const struct symbol *local, const struct tree *value, struct span here,
                       struct secret_local *record) {
  bool certain;
  const struct tree *to = knowledge_moved_to(local, here, &certain), *tree = local->tree;
  if (!certain) return;
  if (to) name_place(l, to, true, record);
  else if (value) place_of_value(l, value, here, record);
  else if (tree && tree->kind == TREE_BINDER) place_of_binder(l, tree, record);
  else if (tree && tree->kind == TREE_MOVE_RANDOM) name_place(l, tree->kid[MOVE_RANDOM_TO], true, record);
}

/* Whether a place is where a card lies, as far as the program can say it. */
static bool is_place_of(struct lower *l, const struct tree *place, const struct secret_local *record) {
  struct secret_local other = { .zone = -1, .owner = -1 };
  name_place(l, place, false, &other);
  const struct symbol *zone = symbol_meant(meant_zone((struct tree *)(uintptr_t)place));
  bool owned = zone && zone->dim_count && zone->dims[0]->kind == TYPE_KIND_PLAYER;
  return other.zone == record->zone && other.owner == record->owner && (!owned || other.owner >= 0);
}

/* The cards of a zone are taken elsewhere, and that card with them; false if it cannot be said. */
static bool carry(struct lower *l, const struct tree *node, struct secret_local *record) {
  const struct tree *to = NULL;
  if (node->kind == TREE_SWAP && is_place_of(l, node->kid[SWAP_LEFT], record)) to = node->kid[SWAP_RIGHT];
  else if (node->kind == TREE_SWAP && is_place_of(l, node->kid[SWAP_RIGHT], record)) to = node->kid[SWAP_LEFT];
  else if (node->kind == TREE_MOVE_ALL && !node->kid[MOVE_ALL_WHERE] &&
           is_place_of(l, node->kid[MOVE_ALL_FROM], record))
    to = node->kid[MOVE_ALL_TO];
  if (!to) return false;
  record->zone = record->owner = -1, record->end = END_ANYWHERE;
  name_place(l, to, false, record);
  return record->zone >= 0;
}

/* Follows a card whose zone was swapped or emptied since. Then it may have come to where a seat sees it that does not
 * know which it is. */
static void follow_carried(struct lower *l, const struct symbol *local, struct span here, struct secret_local *record) {
  struct span since;
  const struct noted_deed *carrying = record->zone < 0 ? NULL : knowledge_carrying(local, here, &since);
  for (; carrying; carrying = carrying->next) {
    const struct symbol *zone = l->c->first_symbol;
    while (zone && (zone->kind != SYMBOL_ZONE || zone->decl_index != record->zone)) zone = zone->next;
    enum carried carried = zone ? knowledge_carried(carrying, zone, since, here) : CARRIED_NOT;
    if (carried == CARRIED_NOT) continue;
    record->carried = 1;
    if (carried == CARRIED && carry(l, carrying->node, record)) continue;
    record->zone = record->owner = -1, record->end = END_ANYWHERE;
    return;
  }
}

/* Whether everybody knows that there is a card, or how many: all cards of a zone are meant, and none is chosen by what it
 * is. */
static bool has_known_number(const struct bound_local *bound) {
  const struct tree *tree = bound->symbol->tree, *value = bound->value;
  if (bound->symbol->knowledge->is_varied) return false;
  if (value && tree_is_comprehension(value)) tree = value->kid[0];
  else if (value)
    return builtin_called(value) == BUILTIN_TOP || builtin_called(value) == BUILTIN_BOTTOM ||
           builtin_called(value) == BUILTIN_ONLY || value->kind == TREE_DRAW_ONE;
  return tree && tree->kind == TREE_BINDER && !tree->kid[BINDER_WHERE];
}

/* Whether it was given the value of another name. */
static bool is_copied(const struct bound_local *bound) {
  const struct given_value *given = bound->symbol->knowledge->values;
  if (bound->value && bound->value->kind == TREE_NAME) return true;
  for (; given; given = given->next)
    if (!given->value || given->value->kind == TREE_NAME) return true;
  return false;
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
  struct secret_local record = {
    .pc = (int32_t)c->code.count, .slot = bound->slot, .zone = -1, .owner = -1, .told = bound->told
  };
  struct knowers knowers;
  int32_t elements = 1;
  here = place_in(l, bound, here);
  bool secret = knowledge_is_secret(c, bound->symbol, here);
  if (!secret && !lies_somewhere(l, bound->symbol)) return;
  who_knows(l, bound, here, &knowers);
  if (!secret) knowers = (struct knowers){ { KNOWN_BY_ALL }, 1 }; /* that it still lies there is worth knowing */
  if (type->kind == TYPE_KIND_ARRAY) {
    elements = type_slots(c, type) / type_slots(c, type->element);
    type = type->element;
  }
  find_bounds(l, bound, type, &record);
  bool is_zone = type->kind == TYPE_KIND_ZONE;
  record.lies = is_zone || lies_somewhere(l, bound->symbol);
  record.type = type_describe(c, is_zone ? c->int_type : type);
  bool is_loop = bound->type != bound->symbol->type; /* how many rounds it has left is not guessed */
  record.sized = is_loop || (record.lies ? has_known_number(bound) : has_known_length(bound));
  if (record.lies && !is_zone) {
    find_place(l, bound->symbol, bound->value, here, &record);
    follow_carried(l, bound->symbol, here, &record);
  }
  record.copy = is_copied(bound);
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
  struct secret_local record = {
    .pc = (int32_t)c->code.count, .slot = bound->slot, .zone = -1, .owner = -1, .told = -1
  };
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
