/* Zones: every native operation on cards.
 *
 * Owns the four forms in which a zone lies in the state block, the canonical order (pools by kind in table order, piles
 * from the top), shuffling and refilling. Results never depend on the form. Knows of visibility only what the undo
 * barrier needs; knows nothing of registers or code. All errors are reported, and an operation that fails has changed
 * nothing unless the game ends with it. */
#include "vm/zone.h"

#include "vm/work.h"

/* Notes the work of looking through a zone, or of moving its cards aside. */
static inline void note_zone(struct game *g, const struct zone *zone) {
  if (__builtin_expect(zone_is_large(zone), 0)) work_note(g, zone_work(g->state, zone));
}

uint32_t zone_seats(const struct setup *setup, const struct zone *zone) {
  uint32_t all = (1u << setup->players) - 1, owner = zone->owner >= 0 ? 1u << zone->owner : 0;
  switch (zone_seen(setup, zone)) {
  case SEEN_BY_ALL: return all;
  case SEEN_BY_OWNER: return owner & all;
  case SEEN_BY_OTHERS: return all & ~owner;
  default: return 0;
  }
}

/* ---- piles ---- */

static bool is_wide(const struct zone *z) { return zone_kinds(z) > 256; }

/* Positions of a pile count from the bottom. */
static int32_t pile_get(const struct zone *z, const char *place, uint32_t position) {
  const char *kinds = place + ZONE_HEAD_PILE;
  if (!is_wide(z)) return (uint8_t)kinds[position];
  return (int32_t)load_size(kinds + 2 * position);
}

static void pile_set(const struct zone *z, char *place, uint32_t position, int32_t kind) {
  char *kinds = place + ZONE_HEAD_PILE;
  if (!is_wide(z)) kinds[position] = (char)kind;
  else store_size(kinds + 2 * position, (uint32_t)kind);
}

static void pile_insert(const struct zone *z, char *place, uint32_t position, int32_t kind) {
  uint32_t size = load_size(place), width = is_wide(z) ? 2 : 1;
  char *at = place + ZONE_HEAD_PILE + position * width;
  memmove(at + width, at, (size_t)(size - position) * width);
  pile_set(z, place, position, kind);
  store_size(place, size + 1);
}

static void pile_remove(const struct zone *z, char *place, uint32_t position) {
  uint32_t size = load_size(place), width = is_wide(z) ? 2 : 1;
  char *at = place + ZONE_HEAD_PILE + position * width;
  memmove(at, at + width, (size_t)(size - 1 - position) * width);
  pile_set(z, place, size - 1, 0);
  store_size(place, size - 1);
}

/* The topmost copy's position plus one, or 0. */
static uint32_t pile_find(const struct zone *z, const char *place, int32_t kind) {
  uint32_t position = load_size(place);
  while (position && pile_get(z, place, position - 1) != kind) position--;
  return position;
}

/* ---- reading ---- */

static uint32_t set_size(const char *place, uint32_t words) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < words; i++) size += (uint32_t)__builtin_popcountll(load_word(place + 8 * i));
  return size;
}

uint32_t zone_size(const struct program *p, const struct state *s, int32_t zone) {
  const struct zone *z = &p->zones[zone];
  const char *place = zone_look(s, z);
  switch (z->form) {
  case ZONE_SLOT: return load_slot(place) >= 0;
  case ZONE_BITS: return set_size(place, zone_set_words(z));
  default: return load_size(place);
  }
}

uint32_t zone_count(const struct program *p, const struct state *s, int32_t zone, int32_t kind) {
  const struct zone *z = &p->zones[zone];
  const char *place = zone_look(s, z);
  if ((uint32_t)kind >= zone_kinds(z)) return 0;
  uint32_t count = 0;
  switch (z->form) {
  case ZONE_SLOT: return load_slot(place) == kind;
  case ZONE_BITS: return load_word(place + kind / 64 * 8) >> kind % 64 & 1;
  case ZONE_COUNTS: return (uint8_t)place[ZONE_HEAD_COUNTS + kind];
  default:
    for (uint32_t i = load_size(place); i--;) count += pile_get(z, place, i) == kind;
    return count;
  }
}

/* The smallest kind from `first` on in a set of bits, or -1. */
static int32_t next_bit(const char *place, uint32_t words, uint32_t first) {
  for (uint32_t i = first / 64; i < words; i++) {
    uint64_t word = load_word(place + 8 * i);
    if (i == first / 64) word &= ~(uint64_t)0 << first % 64;
    if (word) return (int32_t)(64 * i) + __builtin_ctzll(word);
  }
  return -1;
}

/* The smallest kind from `first` on that has a count, or -1; eight at a time. */
static int32_t next_count(const char *counts, uint32_t kinds, uint32_t first) {
  for (uint32_t at = first & ~UINT32_C(7); at < kinds; at += 8) {
    uint64_t some = present(load_word(counts + at));
    if (at < first) some &= ~UINT64_C(0) << (first - at);
    if (some) return (int32_t)(at + (uint32_t)__builtin_ctzll(some));
  }
  return -1;
}

int32_t zone_next(const struct program *p, const struct state *s, int32_t zone, int32_t after) {
  const struct zone *z = &p->zones[zone];
  const char *place = zone_look(s, z);
  uint32_t kinds = zone_kinds(z), first = after < 0 ? 0 : (uint32_t)after + 1;
  if (first >= kinds) return -1;
  switch (z->form) {
  case ZONE_SLOT: return load_slot(place) >= (int32_t)first ? load_slot(place) : -1;
  case ZONE_BITS: return next_bit(place, zone_set_words(z), first);
  case ZONE_COUNTS: return next_count(place + ZONE_HEAD_COUNTS, kinds, first);
  default:
    for (; first < kinds; first++)
      if (zone_count(p, s, zone, (int32_t)first)) return (int32_t)first;
    return -1;
  }
}

int32_t zone_at(const struct program *p, const struct state *s, int32_t zone, uint32_t position) {
  const struct zone *z = &p->zones[zone];
  const char *place = zone_look(s, z);
  if (z->form == ZONE_PILE) {
    uint32_t size = load_size(place);
    return position < size ? pile_get(z, place, size - 1 - position) : -1;
  }
  for (int32_t kind = zone_next(p, s, zone, -1); kind >= 0; kind = zone_next(p, s, zone, kind)) {
    uint32_t copies = zone_count(p, s, zone, kind);
    if (position < copies) return kind;
    position -= copies;
  }
  return -1;
}

int32_t zone_top(const struct program *p, const struct state *s, int32_t zone) { return zone_at(p, s, zone, 0); }

int32_t zone_bottom(const struct program *p, const struct state *s, int32_t zone) {
  uint32_t size = zone_size(p, s, zone);
  return size ? zone_at(p, s, zone, size - 1) : -1;
}

static bool seen_above(const struct zone *z, const char *place, uint32_t position) {
  int32_t kind = pile_get(z, place, position);
  return pile_find(z, place, kind) > position + 1;
}

/* The kinds of a pile, each where its topmost copy lies. Large piles keep a note of the kinds seen: to look for each
 * above itself would take the square of their size. */
static uint32_t pile_list_distinct(const struct zone *z, const char *place, int32_t *out, uint32_t most) {
  enum { FEW = 64, KINDS = 1 << 16 };
  uint64_t seen[KINDS / 64];
  uint32_t size = load_size(place), length = 0;
  if (size > FEW) memset(seen, 0, sizeof seen);
  for (uint32_t i = size; i--;) {
    int32_t kind = pile_get(z, place, i);
    if (size <= FEW ? seen_above(z, place, i) : seen[kind / 64] >> kind % 64 & 1) continue;
    if (size > FEW) seen[kind / 64] |= UINT64_C(1) << kind % 64;
    if (length++ < most) out[length - 1] = kind;
  }
  return length;
}

uint32_t zone_list(const struct program *p, const struct state *s, int32_t zone, bool distinct, int32_t *out,
                   uint32_t most) {
  const struct zone *z = &p->zones[zone];
  const char *place = zone_look(s, z);
  uint32_t length = 0;
  if (z->form == ZONE_PILE && distinct) return pile_list_distinct(z, place, out, most);
  if (z->form == ZONE_PILE) {
    for (uint32_t i = load_size(place); i--;)
      if (length++ < most) out[length - 1] = pile_get(z, place, i);
    return length;
  }
  for (int32_t kind = zone_next(p, s, zone, -1); kind >= 0; kind = zone_next(p, s, zone, kind))
    for (uint32_t copies = distinct ? 1 : zone_count(p, s, zone, kind); copies--;)
      if (length++ < most) out[length - 1] = kind;
  return length;
}

void zone_add_counts(const struct program *p, const struct state *s, int32_t zone, int32_t *counts) {
  const struct zone *z = &p->zones[zone];
  const char *place = zone_look(s, z);
  if (z->form == ZONE_PILE) {
    for (uint32_t i = load_size(place); i--;) {
      int32_t kind = pile_get(z, place, i);
      if ((uint32_t)kind < zone_kinds(z)) counts[kind]++;
    }
    return;
  }
  for (int32_t kind = zone_next(p, s, zone, -1); kind >= 0; kind = zone_next(p, s, zone, kind))
    counts[kind] += (int32_t)zone_count(p, s, zone, kind);
}

void zone_counts_set(const void *counts, uint32_t bag_words, int32_t *set, uint32_t words) {
  const char *place = counts;
  uint32_t eights = bag_words < 8 * words ? bag_words : 8 * words;
  memset(set, 0, 8 * words);
  for (uint32_t i = 0; i < eights; i++) {
    int32_t *word = set + i / 8 * 2;
    store_word(word, load_word(word) | present(load_word(place + 8 * i)) << i % 8 * 8);
  }
}

void zone_set(const struct program *p, const struct state *s, int32_t zone, int32_t *set, uint32_t words) {
  const struct zone *z = &p->zones[zone];
  uint32_t there = (zone_kinds(z) + 63) / 64;
  memset(set, 0, 8 * words);
  if (z->form == ZONE_BITS) {
    memcpy(set, zone_look(s, z), 8 * (there < words ? there : words));
    return;
  }
  if (z->form == ZONE_COUNTS) {
    zone_counts_set(zone_look(s, z) + ZONE_HEAD_COUNTS, zone_bag_words(z), set, words);
    return;
  }
  for (int32_t kind = zone_next(p, s, zone, -1); kind >= 0; kind = zone_next(p, s, zone, kind))
    if ((uint32_t)kind < 64 * words) {
      int32_t *word = set + kind / 64 * 2;
      store_word(word, load_word(word) | UINT64_C(1) << kind % 64);
    }
}

void zone_bag(const struct program *p, const struct state *s, int32_t zone, int32_t *bag, uint32_t words) {
  const struct zone *z = &p->zones[zone];
  const char *place = zone_look(s, z);
  uint8_t *counts = (uint8_t *)bag;
  uint32_t bytes = 8 * words;
  if (z->form == ZONE_COUNTS) {
    uint32_t there = 8 * zone_bag_words(z);
    memset(counts, 0, bytes);
    memcpy(counts, place + ZONE_HEAD_COUNTS, there < bytes ? there : bytes);
    return;
  }
  memset(counts, 0, bytes);
  if (z->form == ZONE_PILE) {
    for (uint32_t i = load_size(place); i--;) {
      uint32_t kind = (uint32_t)pile_get(z, place, i);
      if (kind < bytes && counts[kind] < COPIES_LIMIT) counts[kind]++;
    }
    return;
  }
  for (int32_t kind = zone_next(p, s, zone, -1); kind >= 0; kind = zone_next(p, s, zone, kind))
    if ((uint32_t)kind < bytes) counts[kind] = 1;
}

/* ---- putting and taking ---- */

static enum rule_error put(const struct program *p, struct state *s, int32_t zone, int32_t kind, bool bottom) {
  const struct zone *z = &p->zones[zone];
  char *place = zone_place(s, z);
  if ((uint32_t)kind >= zone_kinds(z)) return RULE_NOT_THERE;
  uint32_t size;
  switch (z->form) {
  case ZONE_SLOT:
    if (load_slot(place) >= 0 || !zone_limit(z)) return RULE_FULL;
    store_slot(place, kind);
    return RULE_NONE;
  case ZONE_BITS: {
    char *word = place + kind / 64 * 8;
    uint64_t bit = (uint64_t)1 << kind % 64;
    if (load_word(word) & bit) return RULE_FULL;
    if (zone_limit(z) < zone_kinds(z) && zone_size(p, s, zone) >= zone_limit(z)) return RULE_FULL;
    store_word(word, load_word(word) | bit);
    return RULE_NONE;
  }
  case ZONE_COUNTS:
    size = load_size(place);
    if (size >= zone_limit(z) || (uint8_t)place[ZONE_HEAD_COUNTS + kind] >= COPIES_LIMIT) return RULE_FULL;
    place[ZONE_HEAD_COUNTS + kind]++;
    store_size(place, size + 1);
    return RULE_NONE;
  default:
    size = load_size(place);
    if (size >= zone_limit(z)) return RULE_FULL;
    pile_insert(z, place, bottom ? 0 : size, kind);
    return RULE_NONE;
  }
}

static enum rule_error take(const struct program *p, struct state *s, int32_t zone, int32_t kind) {
  const struct zone *z = &p->zones[zone];
  char *place = zone_place(s, z);
  if ((uint32_t)kind >= zone_kinds(z)) return RULE_NOT_THERE;
  switch (z->form) {
  case ZONE_SLOT:
    if (load_slot(place) != kind) return RULE_NOT_THERE;
    store_slot(place, -1);
    return RULE_NONE;
  case ZONE_BITS: {
    char *word = place + kind / 64 * 8;
    uint64_t bit = (uint64_t)1 << kind % 64;
    if (!(load_word(word) & bit)) return RULE_NOT_THERE;
    store_word(word, load_word(word) & ~bit);
    return RULE_NONE;
  }
  case ZONE_COUNTS:
    if (!place[ZONE_HEAD_COUNTS + kind]) return RULE_NOT_THERE;
    place[ZONE_HEAD_COUNTS + kind]--;
    store_size(place, load_size(place) - 1);
    return RULE_NONE;
  default: {
    uint32_t found = pile_find(z, place, kind);
    if (!found) return RULE_NOT_THERE;
    pile_remove(z, place, found - 1);
    return RULE_NONE;
  }
  }
}

void zone_replace(const struct program *p, struct state *s, int32_t zone, uint32_t position, int32_t kind) {
  const struct zone *z = &p->zones[zone];
  char *place = zone_place(s, z);
  int32_t old = zone_at(p, s, zone, position);
  if (old < 0 || (uint32_t)kind >= zone_kinds(z)) return;
  if (z->form == ZONE_PILE) pile_set(z, place, load_size(place) - 1 - position, kind);
  else if (take(p, s, zone, old) == RULE_NONE && put(p, s, zone, kind, false) != RULE_NONE) put(p, s, zone, old, false);
}

enum rule_error zone_put(struct game *g, int32_t zone, int32_t kind, bool bottom) {
  return put(g->setup->program, g->state, zone, kind, bottom);
}

enum rule_error zone_take(struct game *g, int32_t zone, int32_t kind) {
  return take(g->setup->program, g->state, zone, kind);
}

/* ---- moving ---- */

enum rule_error zone_move(struct game *g, int32_t kind, int32_t from, int32_t to, bool bottom) {
  const struct program *p = g->setup->program;
  note_zone(g, &p->zones[from]);
  if (bottom) note_zone(g, &p->zones[to]);
  enum rule_error error = take(p, g->state, from, kind);
  if (error) return error;
  barrier_by_move(g, from, to);
  return put(p, g->state, to, kind, bottom);
}

enum rule_error zone_move_count(struct game *g, int32_t kind, int32_t count, int32_t from, int32_t to, bool bottom) {
  if (count < 0) return RULE_BAG;
  const struct program *p = g->setup->program;
  enum rule_error error = work_may_go_on(g) ? RULE_NONE : RULE_FUEL;
  note_zone(g, &p->zones[from]);
  if ((uint32_t)count > zone_count(p, g->state, from, kind)) return RULE_NOT_THERE;
  work_note(g, (uint64_t)count);
  while (count-- && !error) error = zone_move(g, kind, from, to, bottom);
  return error;
}

static enum rule_error move_bag_of_counts(struct game *g, const uint8_t *bag, int32_t from, int32_t to) {
  const struct zone *source_zone = &g->setup->program->zones[from], *target_zone = &g->setup->program->zones[to];
  char *out = zone_place(g->state, source_zone), *in = zone_place(g->state, target_zone);
  uint32_t kinds = zone_kinds(source_zone), moved = 0;
  work_note(g, kinds);
  for (uint32_t kind = 0; kind < kinds; kind++) {
    uint8_t *source = (uint8_t *)out + ZONE_HEAD_COUNTS + kind, *target = (uint8_t *)in + ZONE_HEAD_COUNTS + kind;
    if (bag[kind] > *source) return RULE_NOT_THERE;
    if (bag[kind] + *target > COPIES_LIMIT) return RULE_FULL;
    moved += bag[kind];
  }
  if (!moved) return RULE_NONE;
  if (load_size(in) + moved > zone_limit(target_zone)) return RULE_FULL;
  for (uint32_t kind = 0; kind < kinds; kind++) {
    uint8_t copies = bag[kind]; /* the bag may be the source itself */
    in[ZONE_HEAD_COUNTS + kind] = (char)(in[ZONE_HEAD_COUNTS + kind] + copies);
    out[ZONE_HEAD_COUNTS + kind] = (char)(out[ZONE_HEAD_COUNTS + kind] - copies);
  }
  store_size(out, load_size(out) - moved);
  store_size(in, load_size(in) + moved);
  barrier_by_move(g, from, to);
  return RULE_NONE;
}

enum rule_error zone_move_bag(struct game *g, const int32_t *bag, int32_t from, int32_t to, bool bottom) {
  const struct program *p = g->setup->program;
  const struct zone *source = &p->zones[from], *target = &p->zones[to];
  const uint8_t *counts = (const uint8_t *)bag;
  if (source->form == ZONE_COUNTS && target->form == ZONE_COUNTS && source->deck == target->deck && from != to)
    return move_bag_of_counts(g, counts, from, to);
  enum rule_error error = RULE_NONE;
  uint32_t kinds = zone_kinds(source);
  work_note(g, kinds);
  for (uint32_t kind = 0; kind < kinds && !error; kind++)
    if (counts[kind]) error = zone_move_count(g, (int32_t)kind, counts[kind], from, to, bottom);
  return error;
}

/* All cards of a set to another of the same deck, which has room for all there are. */
static enum rule_error move_set(struct game *g, int32_t from, int32_t to) {
  const struct zone *source = &g->setup->program->zones[from], *target = &g->setup->program->zones[to];
  char *out = zone_place(g->state, source), *in = zone_place(g->state, target);
  uint64_t moved = 0;
  work_note(g, zone_set_words(source));
  for (uint32_t i = 0; i < zone_set_words(source); i++) {
    uint64_t word = load_word(out + 8 * i);
    if (word & load_word(in + 8 * i)) return RULE_FULL;
    store_word(in + 8 * i, load_word(in + 8 * i) | word);
    store_word(out + 8 * i, 0);
    moved |= word;
  }
  if (moved) barrier_by_move(g, from, to);
  return RULE_NONE;
}

/* All cards of a pool onto a pile of narrow kinds, which has room for all there are. */
static enum rule_error move_counts_to_pile(struct game *g, int32_t from, int32_t to) {
  const struct zone *source = &g->setup->program->zones[from], *target = &g->setup->program->zones[to];
  char *out = zone_place(g->state, source), *in = zone_place(g->state, target);
  uint32_t moved = load_size(out), size = load_size(in);
  work_note(g, zone_kinds(source) + moved);
  if (!moved) return RULE_NONE;
  if (size + moved > zone_limit(target)) return RULE_FULL;
  char *top = in + ZONE_HEAD_PILE + size;
  for (uint32_t kind = 0; kind < zone_kinds(source); kind++)
    for (uint8_t copies = (uint8_t)out[ZONE_HEAD_COUNTS + kind]; copies; copies--) *top++ = (char)kind;
  memset(out, 0, ZONE_HEAD_COUNTS + 8 * zone_bag_words(source));
  store_size(in, size + moved);
  barrier_by_move(g, from, to);
  return RULE_NONE;
}

/* A pile moves as one block: what was on top of it stays on top of it. */
enum rule_error zone_move_all(struct game *g, int32_t from, int32_t to, bool bottom) {
  const struct program *p = g->setup->program;
  const struct zone *source = &p->zones[from], *target = &p->zones[to];
  if (from == to) return RULE_NONE;
  if (source->form == ZONE_COUNTS && target->form == ZONE_COUNTS && source->deck == target->deck)
    return move_bag_of_counts(g, (const uint8_t *)zone_look(g->state, source) + ZONE_HEAD_COUNTS, from, to);
  if (source->form == ZONE_BITS && target->form == ZONE_BITS && source->deck == target->deck && zone_takes_all(target))
    return move_set(g, from, to);
  if (source->form == ZONE_COUNTS && target->form == ZONE_PILE && source->deck == target->deck && !is_wide(target) &&
      !bottom && target->holds < 0)
    return move_counts_to_pile(g, from, to);
  enum rule_error error = RULE_NONE;
  note_zone(g, &p->zones[from]);
  if (source->form != ZONE_PILE) {
    int32_t kind = -1;
    while (!error && (kind = zone_next(p, g->state, from, kind)) >= 0)
      error = zone_move_count(g, kind, (int32_t)zone_count(p, g->state, from, kind), from, to, bottom);
    return error;
  }
  char *place = zone_place(g->state, source);
  uint32_t size = load_size(place);
  if (!size) return RULE_NONE;
  for (uint32_t i = 0; i < size && !error; i++) {
    if (bottom) work_note(g, zone_work(g->state, target) / WORK_BYTES);
    error = put(p, g->state, to, pile_get(source, place, bottom ? size - 1 - i : i), bottom);
  }
  if (error) return error;
  barrier_by_move(g, from, to);
  memset(place, 0, ZONE_HEAD_PILE + (size_t)size * (is_wide(source) ? 2 : 1));
  return RULE_NONE;
}

/* Takes the card at a position of the canonical order. */
static int32_t take_at(const struct program *p, struct state *s, int32_t zone, uint32_t position) {
  const struct zone *z = &p->zones[zone];
  int32_t kind = zone_at(p, s, zone, position);
  if (kind < 0) return -1;
  if (z->form != ZONE_PILE) take(p, s, zone, kind);
  else pile_remove(z, zone_place(s, z), load_size(zone_look(s, z)) - 1 - position);
  return kind;
}

static int32_t take_top(const struct program *p, struct state *s, int32_t zone) {
  const struct zone *z = &p->zones[zone];
  if (z->form != ZONE_PILE || is_wide(z)) return take_at(p, s, zone, 0);
  char *place = zone_place(s, z);
  uint32_t size = load_size(place);
  if (!size) return -1;
  char *top = place + ZONE_HEAD_PILE + size - 1;
  int32_t kind = (uint8_t)*top;
  *top = 0;
  store_size(place, size - 1);
  return kind;
}

/* The card that is moved in the place of one that chance has picked. */
static int32_t scripted_pick(const struct game *g, int32_t zone, int32_t kind) {
  const struct program *p = g->setup->program;
  for (uint32_t i = 0; i < g->script->exchange_count; i++) {
    int32_t wrong = g->script->exchanges[i].wrong, right = g->script->exchanges[i].right;
    int32_t other = kind == wrong ? right : kind == right ? wrong : -1;
    if (g->script->exchanges[i].deck == p->zones[zone].deck && other >= 0 && zone_count(p, g->state, zone, other))
      kind = other;
  }
  return kind;
}

enum rule_error zone_move_random(struct game *g, int32_t from, int32_t to, bool bottom, int32_t *moved) {
  const struct program *p = g->setup->program;
  uint32_t size = zone_size(p, g->state, from);
  *moved = -1;
  note_zone(g, &p->zones[from]);
  if (bottom) note_zone(g, &p->zones[to]);
  if (!size) return RULE_NONE;
  barrier_by_chance(g->state);
  uint32_t position = chance_below(g->state->random, size);
  if (!g->script || !g->script->exchange_count) *moved = take_at(p, g->state, from, position);
  else take(p, g->state, from, *moved = scripted_pick(g, from, zone_at(p, g->state, from, position)));
  return put(p, g->state, to, *moved, bottom);
}

static enum rule_error refill(struct game *g, int32_t pile) {
  int32_t from = g->setup->program->zones[pile].refill;
  if (from < 0 || !zone_size(g->setup->program, g->state, from)) return RULE_NONE;
  enum rule_error error = zone_move_all(g, from, pile, false);
  return error ? error : zone_shuffle(g, pile);
}

enum rule_error zone_draw(struct game *g, int32_t from, int32_t to, bool bottom, int32_t *drawn) {
  const struct program *p = g->setup->program;
  *drawn = -1;
  if (bottom) note_zone(g, &p->zones[to]);
  if (p->zones[from].form != ZONE_PILE) note_zone(g, &p->zones[from]);
  if (!zone_size(p, g->state, from)) {
    enum rule_error error = refill(g, from);
    if (error) return error;
  }
  int32_t kind = take_top(p, g->state, from);
  if (kind < 0) return RULE_NONE;
  *drawn = kind;
  barrier_by_draw(g, from, to);
  return put(p, g->state, to, kind, bottom);
}

/* Moves cards below `top` to a set or pool of the same deck while none gets there twice or too often; returns how
 * many. */
static uint32_t draw_to_bits(const uint8_t *top, uint32_t count, char *in, uint32_t kinds) {
  uint32_t drawn = 0;
  for (; drawn < count; drawn++) {
    uint32_t kind = *--top;
    if (kind >= kinds) break;
    char *place = in + kind / 64 * 8;
    uint64_t bit = UINT64_C(1) << kind % 64, word = load_word(place);
    if (word & bit) break;
    store_word(place, word | bit);
  }
  return drawn;
}

/* The same where all kinds are in one word. */
static uint32_t draw_to_word(const uint8_t *top, uint32_t count, char *in, uint32_t kinds) {
  uint64_t word = load_word(in);
  uint32_t drawn = 0;
  for (; drawn < count; drawn++) {
    uint32_t kind = *--top;
    if (kind >= kinds || word >> kind & 1) break;
    word |= UINT64_C(1) << kind;
  }
  store_word(in, word);
  return drawn;
}

static uint32_t draw_to_counts(const uint8_t *top, uint32_t count, char *in, uint32_t kinds) {
  uint8_t *counts = (uint8_t *)in + ZONE_HEAD_COUNTS;
  uint32_t drawn = 0;
  for (; drawn < count; drawn++) {
    uint32_t kind = *--top;
    if (kind >= kinds || counts[kind] >= COPIES_LIMIT) break;
    counts[kind]++;
  }
  store_size(in, load_size(in) + drawn);
  return drawn;
}

uint32_t zone_draw_plain(struct game *g, int32_t count, int32_t from, int32_t to) {
  const struct zone *source = &g->setup->program->zones[from], *target = &g->setup->program->zones[to];
  char *out = zone_place(g->state, source), *in = zone_place(g->state, target);
  if (source->form != ZONE_PILE || is_wide(source) || target->holds >= 0 || source->deck != target->deck) return 0;
  if (count <= 0 || (target->form != ZONE_BITS && target->form != ZONE_COUNTS)) return 0;
  uint32_t size = load_size(out), most = (uint32_t)count < size ? (uint32_t)count : size;
  uint8_t *top = (uint8_t *)out + ZONE_HEAD_PILE + size;
  uint32_t kinds = zone_kinds(target), drawn;
  if (target->form == ZONE_COUNTS ? load_size(in) + most > zone_limit(target) : !zone_takes_all(target)) return 0;
  if (target->form == ZONE_COUNTS) drawn = draw_to_counts(top, most, in, kinds);
  else drawn = kinds <= 64 ? draw_to_word(top, most, in, kinds) : draw_to_bits(top, most, in, kinds);
  work_note(g, drawn);
  if (!drawn) return 0;
  memset(top - drawn, 0, drawn);
  store_size(out, size - drawn);
  barrier_by_draw(g, from, to);
  return drawn;
}

/* ---- shuffling ---- */

/* By counting, as below: comparing takes many times as long. */
static void pile_sort_wide(const struct zone *z, char *place) {
  enum { KINDS = 1 << 16 };
  uint16_t counts[KINDS];
  uint32_t size = load_size(place), position = 0;
  memset(counts, 0, sizeof counts);
  for (uint32_t i = 0; i < size; i++) counts[pile_get(z, place, i)]++;
  for (int32_t kind = 0; position < size; kind++)
    for (uint32_t copies = counts[kind]; copies; copies--) pile_set(z, place, position++, kind);
}

static bool in_table_order(const uint8_t *kinds, uint32_t size) {
  for (uint32_t i = 1; i < size; i++)
    if (kinds[i] < kinds[i - 1]) return false;
  return true;
}

/* Table order, the last kind on top: what shuffling starts from. */
static void pile_sort(const struct zone *z, char *place) {
  uint32_t size = load_size(place);
  char *kinds = place + ZONE_HEAD_PILE;
  if (is_wide(z)) {
    pile_sort_wide(z, place);
    return;
  }
  if (in_table_order((const uint8_t *)kinds, size)) return;
  uint16_t counts[256] = { 0 };
  for (uint32_t i = 0; i < size; i++) counts[(uint8_t)kinds[i]]++;
  uint32_t many = zone_kinds(z);
  for (uint32_t kind = 0; kind < many; kind++)
    for (uint32_t copies = counts[kind]; copies; copies--) *kinds++ = (char)kind;
}

enum { SHUFFLE_WORK = 4, WIDE_SHUFFLE_WORK = 8 }; /* for each card */

/* The topmost card of the one kind and the lowest of the other. */
static void exchange_kinds(struct game *g, int32_t zone, int32_t wrong, int32_t right) {
  const struct zone *z = &g->setup->program->zones[zone];
  char *place = zone_place(g->state, z);
  uint32_t from = pile_find(z, place, wrong), size = load_size(place), to = 0;
  while (to < size && pile_get(z, place, to) != right) to++;
  if (!from || to == size) return;
  pile_set(z, place, from - 1, right);
  pile_set(z, place, to, wrong);
}

/* The first shuffle of a zone uses the first script for it. The generator has been advanced as always, so that what
 * follows does not depend on the script. */
static enum rule_error apply_script(struct game *g, int32_t zone) {
  struct script *script = g->script;
  uint32_t number = 0;
  for (uint32_t i = 0; i < script->exchange_count; i++)
    if (script->exchanges[i].deck == g->setup->program->zones[zone].deck)
      exchange_kinds(g, zone, script->exchanges[i].wrong, script->exchanges[i].right);
  while (number < script->shuffle_count && script->shuffles[number].zone != zone) number++;
  if (number == script->shuffle_count) return RULE_NONE;
  const struct program *p = g->setup->program;
  const int32_t *kinds = script->shuffles[number].kinds, count = script->shuffles[number].kinds_count;
  for (int32_t i = 0; i < count; i++) /* all first, so that of two equal cards both are taken */
    if (take(p, g->state, zone, kinds[i])) return RULE_SCRIPT;
  for (int32_t i = count; i-- > 0;) put(p, g->state, zone, kinds[i], false);
  script->shuffles[number].zone = -1;
  return RULE_NONE;
}

/* Fisher and Yates. The generator is copied, so that the compiler can keep it in registers; `draw` is known wherever this
 * is inlined. */
__attribute__((always_inline)) static inline void mix_by(uint32_t draw(uint32_t random[4]), uint32_t generator[4],
                                                         uint8_t *kinds, uint32_t size) {
  uint32_t random[4];
  memcpy(random, generator, sizeof random);
  for (uint32_t j = size; j-- > 1;) {
    uint32_t r = chance_scale(draw(random), j + 1);
    uint8_t kind = kinds[j];
    kinds[j] = kinds[r];
    kinds[r] = kind;
  }
  memcpy(generator, random, sizeof random);
}

static void mix(uint32_t generator[4], uint8_t *kinds, uint32_t size) {
  if (generator[3] & CHANCE_KEYED) mix_by(chance_draw, generator, kinds, size);
  else mix_by(chance_draw_small, generator, kinds, size);
}

static void mix_wide(uint32_t random[4], const struct zone *z, char *place) {
  for (uint32_t j = load_size(place); j-- > 1;) {
    uint32_t r = chance_below(random, j + 1);
    int32_t kind = pile_get(z, place, j);
    pile_set(z, place, j, pile_get(z, place, r));
    pile_set(z, place, r, kind);
  }
}

enum rule_error zone_shuffle(struct game *g, int32_t zone) {
  const struct program *p = g->setup->program;
  const struct zone *z = &p->zones[zone];
  barrier_by_chance(g->state);
  if (z->form != ZONE_PILE) return RULE_NONE;
  char *place = zone_place(g->state, z);
  work_note(g, (uint64_t)load_size(place) * (is_wide(z) ? WIDE_SHUFFLE_WORK : SHUFFLE_WORK));
  pile_sort(z, place);
  if (is_wide(z)) mix_wide(g->state->random, z, place);
  else mix(g->state->random, (uint8_t *)place + ZONE_HEAD_PILE, load_size(place));
  return g->script ? apply_script(g, zone) : RULE_NONE;
}

/* ---- exchanging ---- */

static void swap_bytes(char *left, char *right, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char byte = left[i];
    left[i] = right[i];
    right[i] = byte;
  }
}

enum { SWAP_LIMIT = 2048 }; /* cards of zones of different forms, which have to be copied in between */

static enum rule_error swap_forms(struct game *g, int32_t a, int32_t b) {
  const struct program *p = g->setup->program;
  int32_t from_a[SWAP_LIMIT], from_b[SWAP_LIMIT];
  uint32_t size_a = zone_list(p, g->state, a, false, from_a, SWAP_LIMIT);
  uint32_t size_b = zone_list(p, g->state, b, false, from_b, SWAP_LIMIT);
  if (size_a > SWAP_LIMIT || size_b > SWAP_LIMIT) return RULE_FULL;
  work_note(g, (uint64_t)size_a * zone_work(g->state, &p->zones[a]) +
                   (uint64_t)size_b * zone_work(g->state, &p->zones[b]));
  while (take_at(p, g->state, a, 0) >= 0) {}
  while (take_at(p, g->state, b, 0) >= 0) {}
  enum rule_error error = RULE_NONE;
  while (size_a && !error) error = put(p, g->state, b, from_a[--size_a], false);
  while (size_b && !error) error = put(p, g->state, a, from_b[--size_b], false);
  return error;
}

enum rule_error zone_swap(struct game *g, int32_t a, int32_t b) {
  const struct program *p = g->setup->program;
  const struct zone *left = &p->zones[a], *right = &p->zones[b];
  if (a == b) return RULE_NONE;
  uint32_t size_left = zone_size(p, g->state, a), size_right = zone_size(p, g->state, b);
  note_zone(g, left);
  note_zone(g, right);
  if (size_left) barrier_by_move(g, a, b);
  if (size_right) barrier_by_move(g, b, a);
  if (size_left > zone_limit(right) || size_right > zone_limit(left)) return RULE_FULL;
  if (left->form != right->form || left->deck != right->deck) return swap_forms(g, a, b);
  uint32_t larger = size_left > size_right ? size_left : size_right, length;
  switch (left->form) {
  case ZONE_PILE: length = ZONE_HEAD_PILE + larger * (is_wide(left) ? 2 : 1); break;
  case ZONE_COUNTS: length = ZONE_HEAD_COUNTS + 8 * zone_bag_words(left); break;
  case ZONE_BITS: length = 8 * zone_set_words(left); break;
  default: length = 2;
  }
  swap_bytes(zone_place(g->state, left), zone_place(g->state, right), length);
  return RULE_NONE;
}

/* ---- where decks start ---- */

static int32_t home_of(const struct program *p, const struct deck *deck, int32_t kind, int32_t seat) {
  int32_t home = p->ints[deck->homes + kind];
  if (home < 0) return deck->box;
  if (deck->each_player && seat > 0) home += seat * deck->home_stride;
  return (uint32_t)home < p->zones_count ? home : deck->box;
}

static void clear_zones(const struct program *p, struct state *state) {
  for (uint32_t i = 0; i < p->zones_count; i++) {
    const struct zone *z = &p->zones[i];
    memset(zone_place(state, z), 0, (size_t)z->bytes);
    if (z->form == ZONE_SLOT) store_slot(zone_place(state, z), -1);
  }
}

/* Kind by kind in table order, each on top of the one before: a pile that is never shuffled has the last kind on top,
 * as a shuffle's starting order has. A card that has no place is left out of the game. */
void zone_deal_decks(const struct setup *setup, struct state *state) {
  const struct program *p = setup->program;
  clear_zones(p, state);
  for (uint32_t i = 0; i < p->decks_count; i++) {
    const struct deck *deck = &p->decks[i];
    int32_t sets = deck->each_player ? (int32_t)setup->players : 1;
    for (int32_t seat = 0; seat < sets; seat++)
      for (int32_t kind = 0; kind < deck->kinds; kind++) {
        int32_t home = home_of(p, deck, kind, seat);
        if (home < 0) continue;
        for (int32_t copies = p->ints[deck->copies + kind]; copies > 0; copies--)
          if (put(p, state, home, kind, false)) break;
      }
  }
}

/* ---- scenarios ---- */

/* How readily a zone gives up cards to another one: undealt piles, other piles, the box, then pools that belong to
 * nobody; of equals, what belongs to the same player as the other zone comes first. */
static int giving(const struct game *g, int32_t zone, const struct zone *to) {
  const struct program *p = g->setup->program;
  const struct zone *z = &p->zones[zone];
  int own = z->owner >= 0 && z->owner == to->owner;
  if (z->deck != to->deck) return 0;
  if (p->decks[z->deck].box == zone) return 4;
  if (z->form == ZONE_PILE) return (zone_seen(g->setup, z) == SEEN_BY_NOBODY ? 8 : 6) + own;
  return z->owner < 0 ? 2 : 0;
}

static enum rule_error bring_one(struct game *g, int32_t kind, int32_t zone) {
  const struct program *p = g->setup->program;
  int32_t best = -1;
  int best_giving = 0;
  work_note(g, p->zones_count);
  for (int32_t i = 0; (uint32_t)i < p->zones_count; i++) {
    int rank = giving(g, i, &p->zones[zone]);
    if (i == zone || rank <= best_giving) continue;
    note_zone(g, &p->zones[i]);
    if (!zone_count(p, g->state, i, kind)) continue;
    best = i;
    best_giving = rank;
  }
  if (best < 0) return RULE_NO_CARDS;
  take(p, g->state, best, kind);
  return put(p, g->state, zone, kind, false);
}

enum rule_error zone_bring(struct game *g, int32_t kind, int32_t zone, int32_t count) {
  enum rule_error error = RULE_NONE;
  for (; count > 0 && !error; count--) error = work_may_go_on(g) ? bring_one(g, kind, zone) : RULE_FUEL;
  return error;
}

/* Cards of a deck that every player has go back to the set of the zone's owner. */
enum rule_error zone_send_home(struct game *g, int32_t zone) {
  const struct program *p = g->setup->program;
  const struct zone *z = &p->zones[zone];
  const struct deck *deck = &p->decks[z->deck];
  for (int32_t kind = 0; kind < deck->kinds; kind++) {
    int32_t home = home_of(p, deck, kind, z->owner);
    if (home == zone) home = deck->box; /* the zone is to be empty */
    if (home == zone || home < 0) continue;
    note_zone(g, &p->zones[zone]);
    if (!work_may_go_on(g)) return RULE_FUEL;
    for (uint32_t copies = zone_count(p, g->state, zone, kind); copies; copies--) {
      note_zone(g, &p->zones[zone]);
      take(p, g->state, zone, kind);
      enum rule_error error = put(p, g->state, home, kind, false);
      if (error) return error;
    }
  }
  return RULE_NONE;
}

/* The lowest copy in the pile itself comes first; those that the same list has put on top must stay. */
enum rule_error zone_bring_on_top(struct game *g, int32_t kind, int32_t zone, uint32_t placed) {
  const struct program *p = g->setup->program;
  const struct zone *z = &p->zones[zone];
  note_zone(g, &p->zones[zone]);
  if (z->form != ZONE_PILE) return bring_one(g, kind, zone);
  char *place = zone_place(g->state, z);
  for (uint32_t position = 0; position + placed < load_size(place); position++) {
    if (pile_get(z, place, position) != kind) continue;
    pile_remove(z, place, position);
    return put(p, g->state, zone, kind, false);
  }
  return bring_one(g, kind, zone);
}
