/* filter: domains as sets. `c in hand[p] where c.suit == led` is the set of the cards in the hand, less those that a table
 * of sets, with an entry for every suit, does not have. One instruction instead of a loop.
 *
 * A condition is taken apart at its `and`s. A part has a table if it depends on nothing but the element (one set), or
 * compares something that does with a value of a finite type (a set for every such value); other parts are sets themselves
 * (`x in many`; distances and the like, near.c) or looked up in an array (scan.c). A call of a fn is what the fn says. The tables are filled by the
 * machine when the program is put together, as those of tabulate.c are.
 *
 * What must hold: elements are met in ascending order and each once, as members of a set are; by trial neither the part
 * nor the value it is compared with can raise a rule error, and no part before it can, since that one would have been
 * asked first. Why nothing changes: the set has the elements for which those parts hold, and the rest of the condition is
 * tested of each in the order in which it stands. */
#include "compiler/optimise/filter.h"

#include <assert.h>
#include <string.h>

#include "compiler/optimise/lift.h"
#include "compiler/optimise/near.h"
#include "compiler/optimise/scan.h"
#include "compiler/optimise/trial.h"

enum { TABLE_INTS = 8192, SET_WORDS = 8 };

/* Values from low to high; none if high is less. */
struct extent {
  int32_t low, high;
};
static const struct extent no_extent = { 0, -1 };

/* A part of a condition that has a table. */
struct mask {
  struct tree *part;
  struct symbol *element;
  struct tree *element_side, *key_side; /* of a comparison with a key; NULL: the part itself decides */
  int32_t column, entries, words;
  int32_t low, high; /* values that an element can have */
};

/* ---- what has a table ---- */

static bool is_other_local(const struct tree *node, const void *element) {
  const struct note *note = node->kind == TREE_NAME ? node->note : NULL;
  return note && note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_LOCAL && note->symbol != element;
}

/* Depends on the element alone and cannot raise a rule error. */
static bool is_of_element(struct lower *l, struct tree *node, const struct symbol *element) {
  return !tree_first(node, is_other_local, element) && tabulate_is_constant(trial_expression(l, node));
}

static bool has_key_type(const struct type *type) {
  return (type->kind == TYPE_KIND_ENUM || type->kind == TYPE_KIND_CARD || type->kind == TYPE_KIND_BOOL) &&
         !type->optional;
}

static bool find_mask(struct lower *l, struct tree *part, struct symbol *element, struct mask *mask) {
  *mask = (struct mask){ .part = part, .element = element };
  if (is_of_element(l, part, element)) return true;
  if (part->kind != TREE_BINARY || (part->number != OP_EQ && part->number != OP_NE)) return false;
  for (int side = BINARY_LEFT; side <= BINARY_RIGHT; side++) {
    struct tree *own = part->kid[side], *key = part->kid[side == BINARY_LEFT ? BINARY_RIGHT : BINARY_LEFT];
    if (!own->note || !key->note || !has_key_type(type_of(own)) || !type_equal(type_of(own), type_of(key))) continue;
    if (!is_of_element(l, own, element) || lower_mentions(key, element) || trial_raises(l, key)) continue;
    mask->element_side = own;
    mask->key_side = key;
    return true;
  }
  return false;
}

/* ---- the tables ---- */

static struct mask *known_mask(struct compilation *c, const struct tree *part) {
  uintptr_t number = (uintptr_t)table_get(c->tabled, (const char *)part);
  return number ? ITEM(c, masks, struct mask, number - 1) : NULL;
}

/* The table of a part, made if need be; NULL when it would be too large. */
static const struct mask *mask_of(struct lower *l, const struct mask *found, unsigned words, struct extent extent) {
  struct compilation *c = l->c;
  const struct mask *known = known_mask(c, found->part);
  if (known) return known;
  assert(words > 0); /* a filter is opened over a domain that has something in it */
  struct mask mask = *found;
  mask.entries = mask.key_side ? type_count(c, type_of(mask.key_side)) : 1;
  mask.words = (int32_t)words;
  mask.low = extent.low;
  mask.high = extent.high;
  if (mask.entries < 1 || mask.entries > TABLE_INTS / (2 * mask.words)) return NULL;
  if (!tabulate_affords(c, mask.entries, 64 * (int64_t)words, mask.part)) return NULL;
  mask.column = context_column(c, NULL, 2 * mask.words, mask.entries);
  size_t index = (size_t)PUSH(c, masks, mask);
  table_put(c->tabled, (const char *)mask.part, (void *)(uintptr_t)(index + 1));
  return ITEM(c, masks, struct mask, index);
}

static void lower_mask_table(struct lower *l, void *context) {
  const struct mask *mask = context;
  int32_t set = slot_take(l, 2 * mask->words), element = slot_take(l, 1), before = mask->element->slot;
  struct label *body = label_new(l), *miss = label_new(l);
  emit_zero(l, set, 2 * mask->words);
  emit_int(l, element, mask->low);
  mask->element->slot = element;
  label_place(l, body);
  if (mask->key_side) {
    int32_t value = lower_value(l, mask->element_side);
    emit_branch(l, mask->part->number == OP_EQ ? OP_CODE_JUMP_NE : OP_CODE_JUMP_EQ, 0, value, FRAME_HEAD, miss);
  } else lower_jump(l, mask->part, false, miss);
  emit(l, OP_CODE_SET_ADD, (unsigned)mask->words, set, element, 0);
  label_place(l, miss);
  emit_branch(l, OP_CODE_COUNT_LOOP_I, 0, element, mask->high + 1, body);
  emit(l, OP_CODE_RETURN_VALUE, 2 * (unsigned)mask->words, set, 0, 0);
  mask->element->slot = before;
}

void filter_pending(struct compilation *c) {
  while (c->masks_done < c->masks.count && !arena_failed(c->arena)) {
    struct mask mask = *ITEM(c, masks, struct mask, c->masks_done++);
    struct tabulation table = { .column = mask.column, .params = mask.key_side ? 1 : 0, .counts = { mask.entries } };
    table.proc = lower_thunk(c, "filter", mask.part, PROC_OTHER, table.params, 2 * mask.words, lower_mask_table, &mask);
    PUSH(c, tabulations, table);
  }
}

/* ---- domains ---- */

static int32_t zone_kinds_of(struct lower *l, const struct note *note, bool copies) {
  const struct symbol *zone = note->kind == NOTE_SYMBOL && note->symbol->kind == SYMBOL_ZONE ? note->symbol : NULL;
  if (!zone || zone->form == ZONE_PILE || zone->form == ZONE_SLOT || (copies && zone->form != ZONE_BITS)) return 0;
  return note->type->element->kind == TYPE_KIND_CARD ? type_count(l->c, note->type->element) : 0;
}

static struct extent range_of(struct lower *l, const struct tree *domain) {
  struct extent extent;
  bool constant = domain->kind == TREE_RANGE && fold_constant(l, domain->kid[RANGE_LOW], &extent.low) &&
                  fold_constant(l, domain->kid[RANGE_HIGH], &extent.high);
  return constant && extent.low >= 0 ? extent : no_extent;
}

/* The values that an element can have, if the domain can be read as a set of them. */
static struct extent extent_of(struct lower *l, const struct tree *domain, bool copies) {
  if (!lower_runs(l, PASS_filter)) return no_extent;
  const struct note *note = note_of(domain);
  bool seats_known = l->c->low_players == l->c->high_players;
  switch ((enum domain_kind)note->domain) {
  case DOMAIN_SET: { /* no further: tables have an entry for each value, not for each bit of a word */
    const struct type *element = note->type->element;
    return element->kind == TYPE_KIND_INT ? (struct extent){ element->low, element->high }
                                          : (struct extent){ 0, type_count(l->c, element) - 1 };
  }
  case DOMAIN_TYPE: return (struct extent){ 0, type_count(l->c, note->type) - 1 };
  case DOMAIN_RANGE: return lower_runs(l, PASS_scan) ? range_of(l, domain) : no_extent;
  case DOMAIN_PLAYERS:
    return lower_runs(l, PASS_scan) && seats_known ? (struct extent){ 0, l->c->low_players - 1 } : no_extent;
  case DOMAIN_ZONE: return (struct extent){ 0, zone_kinds_of(l, note, copies) - 1 };
  default: return no_extent;
  }
}

static unsigned words_of(struct extent extent) {
  return extent.high < extent.low || extent.high >= 64 * SET_WORDS ? 0 : (unsigned)extent.high / 64 + 1;
}

/* Whether the domain is all values of its extent, so that no set of them is needed to begin with. */
static bool is_whole(const struct tree *domain) {
  enum domain_kind kind = (enum domain_kind)note_of(domain)->domain;
  return kind == DOMAIN_TYPE || kind == DOMAIN_RANGE || kind == DOMAIN_PLAYERS;
}

/* ---- conditions ---- */

typedef void use_part(struct lower *l, struct tree *part, void *context);

/* The parts of a condition, in order. */
static void each_part(struct lower *l, struct tree *node, use_part *use, void *context) {
  if (!node) return;
  if (node->kind == TREE_BINARY && node->number == OP_AND) {
    each_part(l, node->kid[BINARY_LEFT], use, context);
    each_part(l, node->kid[BINARY_RIGHT], use, context);
    return;
  }
  struct tree *meant = node->kind == TREE_CALL  ? inline_expanded(l, node)
                       : node->kind == TREE_ANY ? lift_any(l, node)
                                                : node;
  if (meant == node) {
    use(l, node, context);
    return;
  }
  if (node->kind == TREE_CALL) emit_mark(l, note_of(node)->symbol->tree, MARK_FN);
  each_part(l, meant, use, context);
}

struct parts {
  struct symbol *element;
  struct extent extent;
  unsigned words;
  bool range;           /* the domain is one of numbers */
  bool stopped;         /* a part that may raise a rule error came before: what follows must wait for it */
  int tabled, untabled; /* how many parts have a table, and how many have not */
  int32_t set;          /* narrowed by every part that has one; -1: there is no set yet */
  int32_t into;         /* where it is to be made, -1: anywhere */
  struct label *miss;   /* where to go when a part that has no table fails */
};

/* `element in many`, `many has element`: the many, when they can be read as a set of the element's values. */
static struct tree *many_of(struct lower *l, const struct tree *part, const struct parts *parts) {
  if (part->kind != TREE_BINARY || (part->number != OP_HAS && part->number != OP_IN)) return NULL;
  bool has = part->number == OP_HAS;
  const struct tree *value = part->kid[has ? BINARY_RIGHT : BINARY_LEFT];
  struct tree *many = part->kid[has ? BINARY_LEFT : BINARY_RIGHT];
  bool is_element = value->kind == TREE_NAME && value->note && note_of(value)->symbol == parts->element;
  if (!is_element || !many->note || lower_mentions(many, parts->element)) return NULL;
  if (trial_raises(l, many)) return NULL;
  const struct note *note = note_of(many);
  switch ((enum domain_kind)note->domain) {
  case DOMAIN_SET: return (unsigned)type_words(l->c, note->type) == parts->words ? many : NULL;
  case DOMAIN_BAG: return note->type->kind == TYPE_KIND_BAG && many->kind != TREE_LIST_VALUE ? many : NULL;
  case DOMAIN_ZONE: return words_of(extent_of(l, many, false)) > 0 ? many : NULL;
  default: return NULL;
  }
}

static void lower_many_into(struct lower *l, struct tree *many, int32_t set, unsigned words) {
  const struct note *note = note_of(many);
  if (note->domain == DOMAIN_SET) lower_into(l, many, set, note->type);
  else if (note->domain == DOMAIN_ZONE) words_of_zone(l, many, set, words);
  else emit(l, OP_CODE_BAG_SET, (unsigned)type_words(l->c, note->type), set, lower_value(l, many), (int32_t)words);
}

static const struct mask *table_for(struct lower *l, struct tree *part, struct parts *parts) {
  struct mask found;
  if (parts->stopped) return NULL;
  if (find_mask(l, part, parts->element, &found)) {
    const struct mask *mask = mask_of(l, &found, parts->words, parts->extent);
    if (mask) return mask;
  }
  parts->stopped = trial_raises(l, part);
  return NULL;
}

/* `any(y in many where y.field == element)`: the table of the inner condition, with an entry for every element; an element
 * is one of those that are asked for if its entry and the many have something in common. */
static const struct mask *image_for(struct lower *l, struct tree *part, const struct parts *parts, struct tree **many) {
  struct tree *binder = part->kind == TREE_ANY ? part->kid[ANY_BINDER] : NULL;
  struct tree *test = binder ? binder->kid[BINDER_WHERE] : NULL, *domain = binder ? binder->kid[BINDER_DOMAIN] : NULL;
  struct mask found;
  if (!test || note_of(domain)->domain != DOMAIN_SET || lower_mentions(domain, parts->element)) return NULL;
  struct extent extent = extent_of(l, domain, false);
  if (words_of(extent) != parts->words || trial_raises(l, domain) || trial_raises(l, part)) return NULL;
  if (!find_mask(l, test, binder->symbol, &found) || !found.key_side || test->number != OP_EQ) return NULL;
  const struct tree *key = found.key_side;
  if (key->kind != TREE_NAME || note_of(key)->symbol != parts->element) return NULL;
  *many = domain;
  return mask_of(l, &found, parts->words, extent);
}

/* How a part is asked of all elements at once, if it can be. */
struct part_answer {
  struct tree *many;
  const struct mask *mask;
  bool scanned, nearby;
  struct tree *imaged; /* the set whose values' fields are asked for, by the mask */
  struct scan scan;
  struct near near;
  struct extent extent; /* of the scan */
};

static bool find_answer(struct lower *l, struct tree *part, struct parts *parts, struct part_answer *answer) {
  *answer = (struct part_answer){ .extent = parts->extent };
  if (parts->stopped) return false;
  if ((answer->many = many_of(l, part, parts))) return true;
  if (scan_find(l, part, parts->element, &answer->scan) &&
      scan_covers(l, &answer->scan, &answer->extent.low, &answer->extent.high))
    return answer->scanned = true;
  if (!parts->range && near_find(l, part, parts->element, &answer->near)) return answer->nearby = true;
  if (!parts->range && (answer->mask = image_for(l, part, parts, &answer->imaged))) return true;
  return (answer->mask = table_for(l, part, parts)) != NULL;
}

static void count_part(struct lower *l, struct tree *part, void *context) {
  struct parts *parts = context;
  struct part_answer answer;
  if (find_answer(l, part, parts, &answer)) parts->tabled++;
  else parts->untabled++;
}

/* The set becomes what the table has, or keeps what is in there too. */
static void lower_mask(struct lower *l, const struct mask *mask, int32_t set, unsigned words, bool first) {
  int32_t column = mask->column, top = l->top; /* mask moves when another is made */
  if (mask->key_side) {
    int32_t key = lower_value(l, mask->key_side);
    if (first) emit(l, OP_CODE_FIELD_N, 0, set, key, column);
    else emit(l, OP_CODE_SET_KEEP_FIELD, words, set, key, column);
    l->top = top;
    return;
  }
  int32_t offset = ITEM(l->c, columns, struct column, column)->offset;
  if (first) emit_long(l, OP_CODE_CONSTANT, 2 * words, set, offset);
  else emit_long(l, OP_CODE_SET_KEEP, words, set, offset);
}

static void lower_image(struct lower *l, const struct part_answer *answer, int32_t set, unsigned words, bool first) {
  int32_t top = l->top, column = answer->mask->column, many = lower_value(l, answer->imaged);
  int32_t found = first ? set : slot_take(l, 2 * (int32_t)words);
  emit(l, OP_CODE_SET_IMAGE, words, found, many, column);
  if (!first) emit(l, OP_CODE_SET_AND, words, set, set, found);
  l->top = top;
}

static void lower_many(struct lower *l, struct tree *many, int32_t set, unsigned words, bool first) {
  int32_t top = l->top, entry = first ? set : slot_take(l, 2 * (int32_t)words);
  lower_many_into(l, many, entry, words);
  if (!first) emit(l, OP_CODE_SET_AND, words, set, set, entry);
  l->top = top;
}

static void lower_scan(struct lower *l, const struct part_answer *answer, int32_t set, unsigned words, bool first) {
  int32_t top = l->top, found = first ? set : slot_take(l, 2 * (int32_t)words);
  scan_into(l, &answer->scan, answer->extent.low, answer->extent.high, found, words);
  if (!first) emit(l, OP_CODE_SET_AND, words, set, set, found);
  l->top = top;
}

static void lower_near(struct lower *l, const struct near *near, int32_t set, unsigned words, bool first) {
  int32_t top = l->top, found = first ? set : slot_take(l, 2 * (int32_t)words);
  near_into(l, near, found, words);
  if (!first) emit(l, near->outside ? OP_CODE_SET_LESS : OP_CODE_SET_AND, words, set, set, found);
  l->top = top;
}

/* All values of the extent. */
static void lower_extent(struct lower *l, struct extent extent, int32_t set, unsigned words) {
  uint64_t bits[SET_WORDS] = { 0 };
  int32_t ints[2 * SET_WORDS];
  for (int32_t value = extent.low; value <= extent.high; value++) bits[value / 64] |= (uint64_t)1 << value % 64;
  memcpy(ints, bits, sizeof bits);
  emit_long(l, OP_CODE_CONSTANT, 2 * words, set, context_ints(l->c, ints, 2 * (size_t)words));
}

/* Narrows the set by a part. */
static void apply_part(struct lower *l, struct tree *part, void *context) {
  struct parts *parts = context;
  struct part_answer answer;
  if (!find_answer(l, part, parts, &answer)) return;
  bool first = parts->set < 0;
  if (first) parts->set = parts->into < 0 ? slot_take(l, 2 * (int32_t)parts->words) : parts->into;
  if (first &&
      ((answer.many && parts->range) || (answer.nearby && answer.near.outside))) { /* it may have others, too */
    lower_extent(l, parts->extent, parts->set, parts->words);
    first = false;
  }
  if (answer.imaged) lower_image(l, &answer, parts->set, parts->words, first);
  else if (answer.many) lower_many(l, answer.many, parts->set, parts->words, first);
  else if (answer.nearby) lower_near(l, &answer.near, parts->set, parts->words, first);
  else if (answer.scanned) lower_scan(l, &answer, parts->set, parts->words, first);
  else lower_mask(l, answer.mask, parts->set, parts->words, first);
}

static void test_part(struct lower *l, struct tree *part, void *context) {
  struct parts *parts = context;
  struct part_answer answer;
  if (!find_answer(l, part, parts, &answer)) lower_jump(l, part, false, parts->miss);
}

/* ---- binders ---- */

/* The domain as a set that may be narrowed, or is read only; in `into` unless that is -1. */
static int32_t open_domain(struct lower *l, struct tree *domain, unsigned words, bool narrowed, int32_t into) {
  const struct note *note = note_of(domain);
  if (is_whole(domain)) return -1;
  if (note->domain == DOMAIN_SET && !narrowed && into < 0) return lower_value(l, domain);
  int32_t set = into < 0 ? slot_take(l, 2 * (int32_t)words) : into, top = l->top;
  if (note->domain == DOMAIN_SET) lower_into(l, domain, set, note->type);
  else words_of_zone(l, domain, set, words);
  l->top = top;
  return set;
}

static struct parts begin_parts(struct lower *l, const struct tree *binder, bool copies) {
  struct extent extent = extent_of(l, binder->kid[BINDER_DOMAIN], copies);
  bool range = note_of(binder->kid[BINDER_DOMAIN])->domain == DOMAIN_RANGE;
  return (struct parts){
    .element = binder->symbol, .extent = extent, .words = words_of(extent), .range = range, .set = -1, .into = -1
  };
}

bool filter_is_complete(struct lower *l, struct tree *binder) {
  struct parts parts = begin_parts(l, binder, false);
  if (!parts.words) return false;
  each_part(l, binder->kid[BINDER_WHERE], count_part, &parts);
  return !parts.untabled;
}

static bool open_filter(struct lower *l, struct tree *binder, bool copies, bool always, int32_t into,
                        struct filter *filter) {
  struct tree *domain = binder->kid[BINDER_DOMAIN], *where = binder->kid[BINDER_WHERE];
  struct parts parts = begin_parts(l, binder, copies), counted = parts;
  if (!parts.words) return false;
  each_part(l, where, count_part, &counted);
  if (!counted.tabled && (!always || is_whole(domain))) return false;
  *filter = (struct filter){ .words = parts.words, .complete = !counted.untabled };
  parts.into = into;
  parts.set = open_domain(l, domain, parts.words, counted.tabled > 0, into);
  each_part(l, where, apply_part, &parts);
  filter->set = parts.set;
  return true;
}

bool filter_open(struct lower *l, struct tree *binder, bool copies, bool always, struct filter *filter) {
  return open_filter(l, binder, copies, always, -1, filter);
}

bool filter_into(struct lower *l, struct tree *binder, int32_t slot) {
  struct filter filter;
  return filter_is_complete(l, binder) && open_filter(l, binder, false, true, slot, &filter);
}

void filter_rest(struct lower *l, struct tree *binder, struct label *miss) {
  struct parts parts = begin_parts(l, binder, false);
  parts.miss = miss;
  each_part(l, binder->kid[BINDER_WHERE], test_part, &parts);
}
