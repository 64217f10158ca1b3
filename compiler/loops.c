/* Walking a domain, and everything built on it: comprehensions, quantifiers, lists of elements. */
#include "compiler/lower.h"

#include "compiler/constant.h"
#include "compiler/optimise/bounds.h"
#include "compiler/optimise/filter.h"
#include "compiler/optimise/hoist.h"
#include "compiler/optimise/lift.h"
#include "compiler/optimise/optimise.h"
#include "compiler/optimise/unroll.h"
#include "compiler/graphs.h"
#include "compiler/places.h"

/* ---- walking ---- */

static void open_range(struct lower *l, struct walk *walk, struct tree *domain) {
  int32_t low, high;
  struct tree *from = domain->kid[RANGE_LOW], *to = domain->kid[RANGE_HIGH];
  if (select_small(l, to, &high)) {
    lower_into(l, from, walk->slot, l->c->int_type);
    loops_count_constant(l, walk, walk->slot, high + 1, fold_constant(l, from, &low) && low <= high);
    return;
  }
  walk->a = slot_take(l, 1);
  lower_into(l, to, walk->a, l->c->int_type);
  lower_into(l, from, walk->slot, l->c->int_type);
  loops_count_to(l, walk, walk->slot);
}

static void open_type(struct lower *l, struct walk *walk) {
  emit_int(l, walk->slot, 0);
  loops_count_constant(l, walk, walk->slot, type_count(l->c, walk->element), true);
}

/* There is always a player. */
static void open_players(struct lower *l, struct walk *walk) {
  if (l->c->low_players == l->c->high_players) {
    emit_int(l, walk->slot, 0);
    loops_count_constant(l, walk, walk->slot, l->c->low_players, true);
    return;
  }
  walk->a = slot_take(l, 1);
  emit(l, OP_CODE_PLAYERS, 0, walk->a, 0, 0);
  emit_int(l, walk->slot, 0);
  loops_count(l, walk, walk->slot, true);
}

/* Seat order from a player (starting), or from the seat after (others). */
static void open_seats(struct lower *l, struct walk *walk, struct tree *first, bool others) {
  walk->a = slot_take(l, 1); /* the first player, where the round ends */
  lower_into(l, first, walk->a, l->c->player_type);
  emit(l, OP_CODE_COPY, 0, walk->slot, walk->a, 0);
  loops_seats(l, walk, others);
}

static bool is_pile(const struct tree *domain) {
  const struct note *note = note_of(domain);
  return note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE && note->symbol->form == ZONE_PILE;
}

static bool is_pool(const struct tree *domain) {
  const struct note *note = note_of(domain);
  if (note->kind == NOTE_BUILTIN) return true; /* the box */
  return note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE && note->symbol->form != ZONE_PILE;
}

void walk_list(struct lower *l, struct walk *walk, int32_t list) {
  *walk = (struct walk){ .kind = DOMAIN_LIST, .weight = -1, .a = list };
  walk->cursor = slot_take(l, 2);
  walk->slot = walk->cursor + 1;
  emit_int(l, walk->cursor, -1);
  loops_fetch(l, walk, OP_CODE_LIST_NEXT, OP_CODE_LIST_LOOP, 0, walk->cursor);
}

/* The same with its values in a register of the caller's. */
static void walk_list_into(struct lower *l, struct walk *walk, int32_t list, int32_t slot) {
  walk_list(l, walk, list);
  emit(l, OP_CODE_COPY, 0, slot, walk->slot, 0);
  walk->slot = slot;
}

static int32_t zone_capacity(struct lower *l, const struct tree *domain) {
  int32_t bound = types_domain_bound(l->c, domain);
  return bound < 1 ? 1 : bound;
}

/* A loop over the values of the set walk->a, which is used up. */
static void open_set(struct lower *l, struct walk *walk, unsigned words) {
  loops_fetch(l, walk, OP_CODE_SET_NEXT, OP_CODE_SET_LOOP, words, walk->slot);
}

static void open_zone(struct lower *l, struct walk *walk, struct tree *domain, bool copies) {
  unsigned words = words_of_pool(l, domain);
  if (words) {
    int32_t zone = lower_zone(l, domain);
    walk->a = slot_take(l, 2 * (int32_t)words);
    emit(l, OP_CODE_ZONE_SET, words, walk->a, zone, 0);
    open_set(l, walk, words);
    if (!copies || note_of(domain)->symbol->form == ZONE_BITS) return;
    walk->weight = slot_take(l, 1);
    emit(l, OP_CODE_ZONE_COUNT, 0, walk->weight, zone, walk->slot);
  } else if (is_pool(domain)) {
    walk->a = lower_zone(l, domain);
    emit_int(l, walk->slot, -1);
    loops_fetch(l, walk, OP_CODE_ZONE_NEXT, OP_CODE_ZONE_LOOP, 0, walk->slot);
    if (!copies) return;
    walk->weight = slot_take(l, 1);
    emit(l, OP_CODE_ZONE_COUNT, 0, walk->weight, walk->a, walk->slot);
  } else if (is_pile(domain) && copies) {
    walk->a = lower_zone(l, domain);
    walk->cursor = slot_take(l, 2);
    emit_int(l, walk->cursor, -1);
    loops_begin(l, walk);
    emit_branch(l, OP_CODE_PILE_NEXT, 0, walk->cursor, walk->a, walk->done);
    emit(l, OP_CODE_COPY, 0, walk->slot, walk->cursor + 1, 0);
  } else { /* a pile that gives each kind once, or a zone known only at run time */
    int32_t capacity = zone_capacity(l, domain), zone = lower_zone(l, domain);
    int32_t list = slot_take(l, (capacity + 2) & ~1);
    emit(l, OP_CODE_ZONE_LIST, !copies, list, zone, capacity);
    walk_list_into(l, walk, list, walk->slot);
  }
}

static void open_row(struct lower *l, struct walk *walk, struct tree *domain) {
  const struct symbol *row = note_of(domain)->symbol;
  walk->cursor = slot_take(l, 1);
  emit_int(l, walk->cursor, row->first_instance);
  loops_count_constant(l, walk, walk->cursor, row->first_instance + row->instances, row->instances > 0);
  emit(l, OP_CODE_ZONE_TOP, 0, walk->slot, walk->cursor, 0);
  emit_branch(l, OP_CODE_JUMP_EQ_I, 0, walk->slot, NONE_VALUE, walk->again);
}

static void open_set_or_bag(struct lower *l, struct walk *walk, struct tree *domain, bool copies) {
  struct type *type = note_of(domain)->type;
  unsigned words = (unsigned)type_words(l->c, type);
  if (type->kind == TYPE_KIND_SET) {
    walk->a = slot_take(l, type_slots(l->c, type));
    lower_into(l, domain, walk->a, type);
    open_set(l, walk, words);
    return;
  }
  walk->a = lower_value(l, domain);
  emit_int(l, walk->slot, -1);
  loops_fetch(l, walk, OP_CODE_BAG_NEXT, OP_CODE_BAG_LOOP, words, walk->slot);
  if (!copies) return;
  walk->weight = slot_take(l, 1);
  emit(l, OP_CODE_BAG_COUNT, words, walk->weight, walk->a, walk->slot);
}

static void open_between(struct lower *l, struct walk *walk, struct tree *domain) {
  const struct path_table *paths = graphs_paths(l->c, type_of(domain->kid[FIELD_BASE])->symbol);
  int32_t path = lower_value(l, domain->kid[FIELD_BASE]);
  walk->cursor = slot_take(l, 1);
  walk->a = slot_take(l, 1);
  emit_sure(l, true, OP_CODE_ADD_I, 0, walk->a, path, 1); /* numbers of columns, which are small */
  emit(l, OP_CODE_FIELD, 0, walk->a, walk->a, paths->start_column);
  emit(l, OP_CODE_FIELD, 0, walk->cursor, path, paths->start_column);
  loops_count(l, walk, walk->cursor, false);
  emit(l, OP_CODE_FIELD, 0, walk->slot, walk->cursor, paths->node_column);
}

/* `up to n` with a known n: paths are sorted by length, so the walk ends earlier. */
static int32_t short_paths_column(struct lower *l, struct symbol *graph, int32_t longest) {
  const struct path_table *paths = graphs_paths(l->c, graph);
  int32_t pairs = graph->graph->nodes->count * graph->graph->nodes->count;
  int32_t *ends = arena_try(l->c->arena, (size_t)pairs * sizeof *ends + 1);
  if (!ends) return 0; /* without memory there may be no paths either */
  const int32_t *first = ITEM(l->c, ints, int32_t, ITEM(l->c, columns, struct column, paths->first_column)->offset);
  const int32_t *length = ITEM(l->c, ints, int32_t, ITEM(l->c, columns, struct column, paths->length_column)->offset);
  for (int32_t pair = 0; pair < pairs; pair++) {
    ends[pair] = first[pair];
    while (ends[pair] < first[pair + 1] && length[ends[pair]] <= longest) ends[pair]++;
  }
  return context_column(l->c, ends, 1, pairs);
}

/* `up to n` and `avoiding s` leave paths out. */
static void filter_paths(struct lower *l, struct walk *walk, struct tree *arg, struct symbol *graph, int32_t value) {
  const struct path_table *paths = graphs_paths(l->c, graph);
  int32_t top = l->top;
  if (arg->kind == TREE_UP_TO) { /* by length: the first that is too long ends the walk */
    int32_t length = slot_take(l, 1);
    emit(l, OP_CODE_FIELD, 0, length, walk->slot, paths->length_column);
    emit_branch(l, OP_CODE_JUMP_LT, 0, value, length, walk->done);
  } else {
    struct type *type = type_of(arg->kid[AVOIDING_VALUE]);
    int32_t places = slot_take(l, type_slots(l->c, type)), count = slot_take(l, 1);
    unsigned words = (unsigned)type_words(l->c, type);
    emit(l, OP_CODE_FIELD_N, 0, places, walk->slot, paths->set_column);
    emit(l, OP_CODE_SET_AND, words, places, places, value);
    emit(l, OP_CODE_SET_COUNT, words, count, places, 0);
    emit_jump(l, OP_CODE_JUMP_IF, count, walk->again);
  }
  l->top = top;
}

/* The paths between two places lie together: the number of the first, and that behind the last. */
static void lower_path_range(struct lower *l, struct tree *domain, int32_t longest, int32_t first, int32_t end) {
  struct symbol *graph = note_of(domain)->symbol;
  const struct path_table *paths = graphs_paths(l->c, graph);
  struct type *place = type_of_symbol(l->c, TYPE_KIND_ENUM, graph->graph->nodes), *dims[] = { place, place };
  int32_t pair = lower_index(l, places_first(domain), dims, 2);
  emit(l, OP_CODE_FIELD, 0, first, pair, paths->first_column);
  if (longest >= 0) {
    emit(l, OP_CODE_FIELD, 0, end, pair, short_paths_column(l, graph, longest));
    return;
  }
  emit_sure(l, true, OP_CODE_ADD_I, 0, pair, pair, 1); /* of two places */
  emit(l, OP_CODE_FIELD, 0, end, pair, paths->first_column);
}

static void open_paths(struct lower *l, struct walk *walk, struct tree *domain) {
  struct symbol *graph = note_of(domain)->symbol;
  struct tree *from = places_first(domain), *extra = from->next->next;
  int32_t values[2] = { -1, -1 }, longest = -1;
  walk->a = slot_take(l, 1);
  for (int i = 0; i < 2 && extra; i++, extra = extra->next) /* both kinds have one kid */
    if (extra->kind != TREE_UP_TO || !lower_runs(l, PASS_tabulate) || !fold_constant(l, extra->kid[0], &longest))
      values[i] = lower_value(l, extra->kid[0]);
  lower_path_range(l, domain, longest, walk->slot, walk->a);
  loops_count(l, walk, walk->slot, false);
  extra = from->next->next;
  for (int i = 0; i < 2 && extra; i++, extra = extra->next)
    if (values[i] >= 0) filter_paths(l, walk, extra, graph, values[i]);
}

/* Every distinct hand of n cards, as a bag: the cards that may be used are gathered first. */
static void open_hands(struct lower *l, struct walk *walk, struct tree *domain) {
  struct type *bag = walk->element;
  unsigned words = (unsigned)type_words(l->c, bag);
  int32_t slots = type_slots(l->c, bag), count = slot_take(l, 1), size = slot_take(l, 1);
  walk->a = slot_take(l, slots);
  lower_into(l, domain->kid[HANDS_COUNT], count, l->c->int_type);
  emit_zero(l, walk->a, slots);
  struct walk cards;
  int32_t top = l->top;
  walk_binder(l, &cards, domain->kid[HANDS_BINDER], true);
  int32_t copies = cards.weight;
  if (copies < 0) {
    copies = slot_take(l, 1);
    emit_int(l, copies, 1);
  }
  bool once = cards.kind == DOMAIN_ZONE || cards.kind == DOMAIN_BAG || cards.kind == DOMAIN_SET ||
              cards.kind == DOMAIN_TYPE; /* each kind is met once, with as many copies as there are */
  emit_sure(l, once, OP_CODE_BAG_PUT, words, walk->a, cards.slot, copies);
  walk_close(l, &cards);
  l->top = top;
  struct label *first = label_new(l), *ready = label_new(l);
  walk->again = label_new(l);
  walk->done = label_new(l);
  walk->top = label_new(l);
  emit(l, OP_CODE_BAG_SIZE, words, size, walk->a, 0);
  emit_branch(l, OP_CODE_JUMP_LT, 0, size, count, walk->done);
  emit_branch(l, OP_CODE_JUMP_LT_I, 0, count, 0, walk->done);
  emit_jump(l, OP_CODE_JUMP, 0, first);
  label_place(l, walk->top);
  emit_branch(l, OP_CODE_HAND_NEXT, words, walk->slot, walk->a, walk->done);
  emit_jump(l, OP_CODE_JUMP, 0, ready);
  label_place(l, first);
  emit(l, OP_CODE_HAND_FIRST, words, walk->slot, walk->a, count);
  label_place(l, ready);
}

/* Depth first: for every place of the chain, what may still stand there. A chain that nothing can follow is complete. */
static void open_chains(struct lower *l, struct walk *walk, struct tree *domain) {
  struct tree *next = domain->kid[CHAINS_VALUE];
  struct type *list = walk->element, *set = type_container(l->c, TYPE_KIND_SET, list->element, 0);
  unsigned words = (unsigned)type_words(l->c, set), slots = 2 * words;
  struct label *take = label_new(l), *complete = label_new(l), *back = label_new(l);
  int32_t left = slot_take(l, (list->bound + 1) * (int32_t)slots), some = slot_take(l, (int32_t)slots);
  int32_t value = slot_take(l, 1);
  walk->again = label_new(l);
  walk->done = label_new(l);
  walk->top = label_new(l);
  domain->symbol->slot = walk->slot;
  emit_zero(l, walk->slot, type_slots(l->c, list));
  lower_into(l, next, some, set);
  emit(l, OP_CODE_LOCAL_STORE, slots, some, left, walk->slot); /* a list begins with its size */
  emit_jump(l, OP_CODE_JUMP, 0, take);
  label_place(l, walk->top);
  emit_sure(l, true, OP_CODE_ADD_I, 0, walk->slot, walk->slot, -1);
  label_place(l, take);
  emit(l, OP_CODE_LOCAL_LOAD, slots, some, left, walk->slot);
  emit_branch(l, OP_CODE_SET_NEXT, words, value, some, back);
  emit(l, OP_CODE_LOCAL_STORE, slots, some, left, walk->slot);
  emit_sure(l, true, OP_CODE_LIST_PUSH, 0, walk->slot, value, list->bound);
  emit_branch(l, OP_CODE_JUMP_GE_I, 0, walk->slot, list->bound, complete);
  lower_into(l, next, some, set);
  emit_branch(l, OP_CODE_JUMP_EMPTY, words, some, 0, complete);
  emit(l, OP_CODE_LOCAL_STORE, slots, some, left, walk->slot);
  emit_jump(l, OP_CODE_LOOP, 0, take);
  label_place(l, back);
  emit_branch(l, OP_CODE_JUMP_LE_I, 0, walk->slot, 0, walk->done);
  emit_jump(l, OP_CODE_LOOP, 0, walk->top);
  label_place(l, complete);
}

void walk_open(struct lower *l, struct walk *walk, struct tree *domain, int32_t slot, bool copies) {
  walk_open_as(l, walk, domain, (enum domain_kind)note_of(domain)->domain, slot, copies);
}

void walk_open_as(struct lower *l, struct walk *walk, struct tree *domain, enum domain_kind kind, int32_t slot,
                  bool copies) {
  const struct note *note = note_of(domain);
  struct type *element = note->type;
  if (element->kind == TYPE_KIND_ZONE || type_is_multi(element))
    element = kind == DOMAIN_HANDS || kind == DOMAIN_GROUPS || kind == DOMAIN_CHAINS ? element : element->element;
  *walk = (struct walk){ .kind = kind, .element = element, .slot = slot, .weight = -1 };
  switch (walk->kind) {
  case DOMAIN_RANGE: open_range(l, walk, domain); break;
  case DOMAIN_TYPE: open_type(l, walk); break;
  case DOMAIN_PLAYERS: open_players(l, walk); break;
  case DOMAIN_STARTING: open_seats(l, walk, domain->kid[PLAYERS_STARTING_FIRST], false); break;
  case DOMAIN_OTHERS: open_seats(l, walk, domain->kid[CALL_ARGS], true); break;
  case DOMAIN_ZONE: open_zone(l, walk, domain, copies); break;
  case DOMAIN_ROW: open_row(l, walk, domain); break;
  case DOMAIN_SET:
  case DOMAIN_BAG: open_set_or_bag(l, walk, domain, copies); break;
  case DOMAIN_LIST: walk_list_into(l, walk, lower_value(l, domain), slot); break;
  case DOMAIN_BETWEEN: open_between(l, walk, domain); break;
  case DOMAIN_PATHS: open_paths(l, walk, domain); break;
  case DOMAIN_HANDS: open_hands(l, walk, domain); break;
  case DOMAIN_CHAINS: open_chains(l, walk, domain); break;
  case DOMAIN_RAY: walk_ray(l, walk, domain); break;
  case DOMAIN_GROUPS: walk_groups(l, walk, domain); break;
  }
}

void walk_set(struct lower *l, struct walk *walk, int32_t set, unsigned words, int32_t slot) {
  *walk = (struct walk){ .kind = DOMAIN_SET, .slot = slot, .weight = -1, .a = set };
  open_set(l, walk, words);
}

bool loop_is_range(struct lower *l, const struct tree *domain, int32_t *longest) {
  *longest = -1;
  if (note_of(domain)->domain != DOMAIN_PATHS) return false;
  const struct tree *extra = places_first(domain)->next->next;
  return !extra || (extra->kind == TREE_UP_TO && !extra->next && fold_constant(l, extra->kid[0], longest));
}

void walk_fitting(struct lower *l, struct walk *walk, struct tree *domain, int32_t slot, int32_t purse,
                  int32_t column) {
  int32_t longest;
  loop_is_range(l, domain, &longest);
  *walk =
      (struct walk){ .kind = DOMAIN_PATHS, .element = note_of(domain)->type, .slot = slot, .weight = -1, .a = purse };
  lower_path_range(l, domain, longest, slot, purse + 2);
  emit_sure(l, true, OP_CODE_ADD_I, 0, slot, slot, -1);
  loops_fit(l, walk, column);
}

/* Without its condition. */
static void walk_elements(struct lower *l, struct walk *walk, struct tree *binder, bool copies) {
  struct symbol *local = binder->symbol;
  int32_t slot = slot_take(l, type_slots(l->c, local->type));
  walk_open(l, walk, binder->kid[BINDER_DOMAIN], slot, copies);
  local->slot = slot;
}

void walk_binder_in_turn(struct lower *l, struct walk *walk, struct tree *binder, bool copies) {
  walk_elements(l, walk, binder, copies);
  if (binder->kid[BINDER_WHERE]) lower_jump(l, binder->kid[BINDER_WHERE], false, walk->again);
}

/* As a set, if it can be one. */
static bool walk_filtered(struct lower *l, struct walk *walk, struct tree *binder, bool copies) {
  struct symbol *local = binder->symbol;
  int32_t top = l->top, slot = slot_take(l, type_slots(l->c, local->type));
  struct filter filter;
  if (!filter_open(l, binder, copies, false, &filter)) {
    l->top = top;
    return false;
  }
  walk_set(l, walk, filter.set, filter.words, slot);
  local->slot = slot;
  filter_rest(l, binder, walk->again);
  return true;
}

void walk_binder(struct lower *l, struct walk *walk, struct tree *binder, bool copies) {
  if (!walk_filtered(l, walk, binder, copies)) walk_binder_in_turn(l, walk, binder, copies);
}

/* ---- quantifiers ---- */

/* `any` is decided by an element, `all` by one that fails. */
static void decide(struct lower *l, struct tree *node, bool sense, struct label *to, struct label *out) {
  if (node->kind == TREE_ANY) emit_jump(l, OP_CODE_JUMP, 0, sense ? to : out);
  else lower_jump(l, node->kid[ALL_VALUE], false, sense ? out : to);
}

/* Asks an element, and goes on to `again` if it decides nothing. */
static void ask_each(struct lower *l, struct tree *node, struct label *again, bool sense, struct label *to,
                     struct label *out) {
  bool any = node->kind == TREE_ANY;
  struct tree *where = node->kid[any ? ANY_BINDER : ALL_BINDER]->kid[BINDER_WHERE];
  if (any && where) {
    lower_jump(l, where, true, sense ? to : out);
    return;
  }
  if (where) lower_jump(l, where, false, again);
  decide(l, node, sense, to, out);
}

static bool unroll_quantifier(struct lower *l, struct tree *node, bool sense, struct label *to, struct label *out) {
  bool any = node->kind == TREE_ANY;
  struct tree *binder = node->kid[any ? ANY_BINDER : ALL_BINDER];
  struct unrolled unrolled;
  if (!unroll_open(l, binder, any ? NULL : node->kid[ALL_VALUE], &unrolled)) return false;
  while (unroll_next(l, &unrolled)) {
    struct label *again = label_new(l);
    ask_each(l, node, again, sense, to, out);
    label_place(l, again);
  }
  return true;
}

void lower_quantifier(struct lower *l, struct tree *node, bool sense, struct label *to) {
  bool any = node->kind == TREE_ANY;
  struct tree *binder = node->kid[any ? ANY_BINDER : ALL_BINDER];
  struct walk walk;
  struct label *out = label_new(l);
  struct tree *lifted = any ? lift_any(l, node) : node;
  if (lifted != node) {
    lower_jump(l, lifted, sense, to);
    return;
  }
  if (any && count_any(l, binder, sense, to)) return;
  if (walk_filtered(l, &walk, binder, false)) {
    decide(l, node, sense, to, out);
    walk_close(l, &walk);
  } else if (!unroll_quantifier(l, node, sense, to, out)) {
    struct hoisted *hoisted = l->hoisted;
    hoist_before(l, binder);
    walk_elements(l, &walk, binder, false);
    ask_each(l, node, walk.again, sense, to, out);
    walk_close(l, &walk);
    l->hoisted = hoisted;
  }
  bool undecided = !any;
  if (undecided == sense) emit_jump(l, OP_CODE_JUMP, 0, to);
  label_place(l, out);
}

/* ---- comprehensions ---- */

static void add_weight(struct lower *l, const struct walk *walk, int32_t sum) {
  bool small = true; /* fuel ends long before so many were counted */
  if (walk->weight < 0) emit_sure(l, small, OP_CODE_ADD_I, 0, sum, sum, 1);
  else emit_sure(l, small, OP_CODE_ADD, 0, sum, sum, walk->weight);
}

static void lower_count(struct lower *l, struct tree *node, int32_t slot) {
  struct walk walk;
  if (count_elements(l, node->kid[COUNT_BINDER], slot)) return;
  emit_int(l, slot, 0);
  walk_binder(l, &walk, node->kid[COUNT_BINDER], true);
  add_weight(l, &walk, slot);
  walk_close(l, &walk);
}

static void lower_sum(struct lower *l, struct tree *node, int32_t slot) {
  struct walk walk;
  bool sure = l->trial && bounds_fit(l->c, node);
  if (count_sum(l, node->kid[SUM_BINDER], node->kid[SUM_VALUE], slot)) return;
  emit_int(l, slot, 0);
  walk_binder(l, &walk, node->kid[SUM_BINDER], true);
  int32_t value = lower_value(l, node->kid[SUM_VALUE]);
  if (walk.weight >= 0) {
    int32_t product = slot_take(l, 1);
    emit_sure(l, sure, OP_CODE_MUL, 0, product, value, walk.weight);
    value = product;
  }
  emit_sure(l, sure, OP_CODE_ADD, 0, slot, slot, value);
  walk_close(l, &walk);
}

/* min, max: of values; most, least: the element with the best key. `slot` holds none until something was found. */
static void lower_best(struct lower *l, struct tree *node, int32_t slot) {
  bool element = node->kind == TREE_MOST || node->kind == TREE_LEAST,
       largest = node->kind == TREE_MOST || node->kind == TREE_MAX;
  struct tree *binder = node->kid[0];
  struct label *take = label_new(l), *skip = label_new(l);
  struct walk walk;
  int32_t best = slot_take(l, 1), found = slot_take(l, 1);
  emit_int(l, found, 0);
  emit_int(l, slot, type_none(type_of(node)));
  walk_binder(l, &walk, binder, false);
  struct tree *value = element ? binder->kid[BINDER_BY] : node->kid[MIN_VALUE];
  int32_t key = lower_value(l, value);
  if (type_of(value)->optional) emit_jump_none(l, key, type_of(value), true, skip); /* a joined one has found nothing */
  if (element && binder->flags & FLAG_DESC) largest = !largest;
  emit_jump(l, OP_CODE_JUMP_NOT, found, take);
  if (largest) emit_branch(l, OP_CODE_JUMP_LE, 0, key, best, skip);
  else emit_branch(l, OP_CODE_JUMP_LE, 0, best, key, skip);
  label_place(l, take);
  emit_int(l, found, 1);
  emit(l, OP_CODE_COPY, 0, best, key, 0);
  emit(l, OP_CODE_COPY, 0, slot, element ? walk.slot : key, 0);
  label_place(l, skip);
  walk_close(l, &walk);
}

static bool unroll_first(struct lower *l, struct tree *binder, int32_t slot, struct label *found) {
  struct unrolled unrolled;
  if (!unroll_open(l, binder, NULL, &unrolled)) return false;
  while (unroll_next(l, &unrolled)) {
    struct label *again = label_new(l);
    if (binder->kid[BINDER_WHERE]) lower_jump(l, binder->kid[BINDER_WHERE], false, again);
    emit_int(l, slot, unrolled.value);
    emit_jump(l, OP_CODE_JUMP, 0, found);
    label_place(l, again);
  }
  return true;
}

void lower_first(struct lower *l, struct tree *node, int32_t slot, int32_t otherwise) {
  struct tree *binder = node->kid[FIRST_BINDER];
  if (binder->kid[BINDER_BY]) { /* the first in this order is the best by it */
    struct tree *best = tree_new(l->c->arena, TREE_LEAST, node->span);
    best->kid[LEAST_BINDER] = binder;
    best->note = node->note;
    lower_best(l, best, slot);
    return;
  }
  struct walk walk;
  struct label *found = label_new(l);
  bool filtered = walk_filtered(l, &walk, binder, false);
  if (filtered || !unroll_first(l, binder, slot, found)) {
    if (!filtered) walk_binder_in_turn(l, &walk, binder, false);
    emit(l, OP_CODE_COPY, 0, slot, walk.slot, 0);
    emit_jump(l, OP_CODE_JUMP, 0, found);
    walk_close(l, &walk);
  }
  emit_int(l, slot, otherwise);
  label_place(l, found);
}

static void lower_set_of(struct lower *l, struct tree *node, int32_t slot) {
  struct type *type = type_of(node);
  struct walk walk;
  struct tree *binder = node->kid[SET_OF_BINDER];
  if (filter_into(l, binder, slot)) return;
  emit_zero(l, slot, type_slots(l->c, type));
  walk_binder(l, &walk, binder, false);
  bool in_range = type->element->kind != TYPE_KIND_INT;
  emit_sure(l, in_range, OP_CODE_SET_ADD, (unsigned)type_words(l->c, type), slot, walk.slot, 0);
  walk_close(l, &walk);
}

/* What is done as often as the walk's weight says; `again` is NULL where that is once. */
struct copies {
  struct label *again, *done;
  int32_t left;
};

static struct copies copies_open(struct lower *l, const struct walk *walk) {
  if (walk->weight < 0) return (struct copies){ 0 };
  struct copies copies = { label_new(l), label_new(l), slot_take(l, 1) };
  emit(l, OP_CODE_COPY, 0, copies.left, walk->weight, 0);
  label_place(l, copies.again);
  emit_branch(l, OP_CODE_JUMP_LE_I, 0, copies.left, 0, copies.done);
  return copies;
}

static void copies_close(struct lower *l, const struct copies *copies) {
  if (!copies->again) return;
  emit_sure(l, true, OP_CODE_ADD_I, 0, copies->left, copies->left, -1);
  emit_jump(l, OP_CODE_LOOP, 0, copies->again);
  label_place(l, copies->done);
}

typedef void filler(struct lower *l, struct tree *node, int32_t slot, const struct type *type);

/* Whether the value is one over a further variable, which then adds to the same collection. */
static bool fill_joined(struct lower *l, const struct walk *walk, struct tree *value, int32_t slot,
                        const struct type *type, filler *fill) {
  if (!(value->flags & FLAG_JOINED)) return false;
  struct copies copies = copies_open(l, walk);
  fill(l, value, slot, type);
  copies_close(l, &copies);
  return true;
}

static void fill_bag(struct lower *l, struct tree *node, int32_t slot, const struct type *type) {
  struct walk walk;
  bool sure =
      l->trial && type->element->kind != TYPE_KIND_INT && !(node->flags & FLAG_JOINED) && bounds_fit_bag(l->c, node);
  walk_binder(l, &walk, node->kid[BAG_OF_BINDER], true);
  if (!fill_joined(l, &walk, node->kid[BAG_OF_VALUE], slot, type, fill_bag)) {
    int32_t value = lower_value(l, node->kid[BAG_OF_VALUE]), copies = walk.weight;
    if (copies < 0) {
      copies = slot_take(l, 1);
      emit_int(l, copies, 1);
    }
    emit_sure(l, sure, OP_CODE_BAG_PUT, (unsigned)type_words(l->c, type), slot, value, copies);
  }
  walk_close(l, &walk);
}

static void fill_set(struct lower *l, struct tree *node, int32_t slot, const struct type *type) {
  struct tree *value = node->kid[SET_FROM_VALUE];
  struct walk walk;
  walk_binder(l, &walk, node->kid[SET_FROM_BINDER], false);
  if (!fill_joined(l, &walk, value, slot, type, fill_set)) {
    int32_t one = lower_value(l, value);
    if (type_of(value)->optional) emit_branch(l, OP_CODE_JUMP_EQ_I, 0, one, type_none(type_of(value)), walk.again);
    bool in_range = type->element->kind != TYPE_KIND_INT;
    emit_sure(l, in_range, OP_CODE_SET_ADD, (unsigned)type_words(l->c, type), slot, one, 0);
  }
  walk_close(l, &walk);
}

static void lower_set_from(struct lower *l, struct tree *node, int32_t slot) {
  struct type *type = type_of(node);
  int32_t set = slot_take(l, type_slots(l->c, type)); /* the values may be read from what the result goes to */
  emit_zero(l, set, type_slots(l->c, type));
  fill_set(l, node, set, type);
  emit_copy(l, slot, set, type);
}

static void lower_bag_of(struct lower *l, struct tree *node, int32_t slot) {
  struct type *type = type_of(node);
  emit_zero(l, slot, type_slots(l->c, type));
  fill_bag(l, node, slot, type);
}

/* Appends `value` as often as the walk's weight says. */
static void push_copies(struct lower *l, const struct walk *walk, bool fits, int32_t list, int32_t value,
                        int32_t bound) {
  struct copies copies = copies_open(l, walk);
  emit_sure(l, l->trial && fits, OP_CODE_LIST_PUSH, 0, list, value, bound);
  copies_close(l, &copies);
}

static void fill_list(struct lower *l, struct tree *node, int32_t slot, const struct type *type) {
  struct tree *binder = node->kid[LIST_OF_BINDER], *value = node->kid[LIST_OF_VALUE];
  struct walk walk;
  walk_binder(l, &walk, binder, true);
  bool fits = !(node->flags & FLAG_JOINED) && bounds_fit_list(l->c, binder->kid[BINDER_DOMAIN], type->bound);
  if (!fill_joined(l, &walk, value, slot, type, fill_list))
    push_copies(l, &walk, fits, slot, lower_value(l, value), type->bound);
  walk_close(l, &walk);
}

static void lower_list_of(struct lower *l, struct tree *node, int32_t slot) {
  struct type *type = type_of(node);
  emit_zero(l, slot, type_slots(l->c, type));
  fill_list(l, node, slot, type);
}

int32_t lower_element_list(struct lower *l, struct tree *binder, bool filtered, int32_t *bound) {
  struct tree *domain = binder->kid[BINDER_DOMAIN];
  struct symbol *local = binder->symbol;
  *bound = types_domain_bound(l->c, domain);
  if (*bound < 0 || *bound > 4096) {
    diag_report(l->c->diags, DIAG_E0320, domain->span,
                "how many values this can give is not known; at most 4,096 are possible");
    *bound = 1;
  }
  int32_t slots = (*bound + 2) & ~1, list = slot_take(l, slots), top = l->top;
  if (note_of(domain)->domain == DOMAIN_ZONE && !filtered) {
    emit(l, OP_CODE_ZONE_LIST, 0, list, lower_zone(l, domain), *bound);
    l->top = top;
    return list;
  }
  if ((!filtered || !binder->kid[BINDER_WHERE]) && select_list(l, domain, list, *bound)) return list;
  struct walk walk;
  int32_t slot = slot_take(l, 1);
  emit_zero(l, list, slots);
  walk_open(l, &walk, domain, slot, true);
  local->slot = slot;
  if (filtered && binder->kid[BINDER_WHERE]) lower_jump(l, binder->kid[BINDER_WHERE], false, walk.again);
  push_copies(l, &walk, bounds_fit_list(l->c, domain, *bound), list, slot, *bound);
  walk_close(l, &walk);
  l->top = top;
  return list;
}

static void lower_random(struct lower *l, struct tree *node, int32_t slot) {
  int32_t bound, list = lower_element_list(l, node->kid[RANDOM_BINDER], true, &bound);
  int32_t none = type_none(type_of(node));
  emit(l, OP_CODE_LIST_RANDOM, 0, slot, list, NONE_VALUE);
  if (none == NONE_VALUE) return;
  struct label *some = label_new(l);
  emit_jump(l, OP_CODE_JUMP_IF, list, some); /* an int's none is another value */
  emit_int(l, slot, none);
  label_place(l, some);
}

void lower_comprehension(struct lower *l, struct tree *node, int32_t slot) {
  switch (node->kind) {
  case TREE_COUNT: lower_count(l, node, slot); break;
  case TREE_SUM: lower_sum(l, node, slot); break;
  case TREE_MAX:
    if (count_largest(l, node, slot)) break;
    /* fallthrough */
  case TREE_MIN:
  case TREE_MOST:
  case TREE_LEAST: lower_best(l, node, slot); break;
  case TREE_FIRST: lower_first(l, node, slot, type_none(type_of(node))); break;
  case TREE_SET_OF: lower_set_of(l, node, slot); break;
  case TREE_SET_FROM: lower_set_from(l, node, slot); break;
  case TREE_BAG_OF: lower_bag_of(l, node, slot); break;
  case TREE_LIST_OF: lower_list_of(l, node, slot); break;
  case TREE_RANDOM: lower_random(l, node, slot); break;
  default: break;
  }
}
