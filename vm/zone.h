/* How cards lie in the state block, for zone.c and the interpreter's fast paths; nobody else looks inside a zone.
 *
 * The layouts are described at `struct zone`. All functions here trust the zone instance; callers check kinds that come
 * from a register. Bytes of a pile above its size are kept zero, so that equal positions have equal bytes. */
#ifndef TRV_VM_ZONE_H
#define TRV_VM_ZONE_H

#include <string.h>

#include "vm/barrier.h"

enum { ZONE_HEAD_PILE = 2, ZONE_HEAD_COUNTS = 8 };

static inline uint64_t load_word(const void *from) {
  uint64_t word;
  memcpy(&word, from, sizeof word);
  return word;
}
static inline void store_word(void *to, uint64_t word) { memcpy(to, &word, sizeof word); }
static inline uint32_t load_size(const void *from) {
  uint16_t size;
  memcpy(&size, from, sizeof size);
  return size;
}
static inline void store_size(void *to, uint32_t size) {
  uint16_t narrow = (uint16_t)size;
  memcpy(to, &narrow, sizeof narrow);
}
static inline int32_t load_slot(const void *from) {
  int16_t kind;
  memcpy(&kind, from, sizeof kind);
  return kind;
}
static inline void store_slot(void *to, int32_t kind) {
  int16_t narrow = (int16_t)kind;
  memcpy(to, &narrow, sizeof narrow);
}

static inline char *zone_place(struct state *state, const struct zone *zone) { return (char *)state + zone->offset; }
static inline const char *zone_look(const struct state *state, const struct zone *zone) {
  return (const char *)state + zone->offset;
}
static inline uint32_t zone_kinds(const struct zone *zone) { return (uint32_t)zone->kinds; }
/* Words of the set or bag that can hold every kind of the zone's deck. */
static inline uint32_t zone_set_words(const struct zone *zone) { return (zone_kinds(zone) + 63) / 64; }
static inline uint32_t zone_bag_words(const struct zone *zone) { return (zone_kinds(zone) + 7) / 8; }
/* Most cards it may hold. */
static inline uint32_t zone_limit(const struct zone *zone) {
  return (uint32_t)(zone->holds >= 0 && zone->holds < zone->capacity ? zone->holds : zone->capacity);
}

/* Whether looking at all its cards is more than a moment's work. */
static inline bool zone_is_large(const struct zone *zone) { return zone->bytes >= 256; }
/* The work of looking at all its cards: see work.h. */
static inline uint32_t zone_work(const struct state *state, const struct zone *zone) {
  switch (zone->form) {
  case ZONE_PILE: return load_size(zone_look(state, zone));
  case ZONE_COUNTS: return zone_kinds(zone) / 8;
  case ZONE_BITS: return zone_kinds(zone) / 64;
  default: return 0;
  }
}

/* Whether a set of single cards may hold every kind, so that nobody has to count them. */
static inline bool zone_takes_all(const struct zone *zone) {
  return zone->holds < 0 && zone->capacity >= zone->kinds;
}

/* Whether its cards are bits of one word. */
static inline bool zone_is_word(const struct zone *zone) { return zone->form == ZONE_BITS && zone_kinds(zone) <= 64; }

/* Who sees the cards of a zone. A box is declared nowhere, and nobody sees into it. */
static inline enum seen zone_seen(const struct setup *setup, const struct zone *zone) {
  return zone->decl < 0 ? SEEN_BY_NOBODY : (enum seen)setup->zone_seen[zone->decl];
}
uint32_t zone_seats(const struct setup *setup, const struct zone *zone);
/* The same as seats, a bit each, worked out when the setup was made. */
static inline uint32_t zone_viewers(const struct setup *setup, int32_t zone) { return setup->viewers[zone]; }

/* A card between zones of words without limits, of the same deck. */
static inline enum rule_error zone_move_bit(const struct game *g, int32_t kind, int32_t from, int32_t to) {
  const struct zone *zones = g->setup->program->zones;
  char *out = zone_place(g->state, &zones[from]), *in = zone_place(g->state, &zones[to]);
  uint64_t bit = UINT64_C(1) << kind, there = load_word(out), here = load_word(in);
  if (!(there & bit)) return RULE_NOT_THERE;
  if (here & bit) return from == to ? RULE_NONE : RULE_FULL;
  store_word(out, there & ~bit);
  store_word(in, here | bit);
  barrier_by_move(g, from, to);
  return RULE_NONE;
}

/* All cards between two different zones of that sort. */
static inline enum rule_error zone_move_word(const struct game *g, int32_t from, int32_t to) {
  const struct zone *zones = g->setup->program->zones;
  char *out = zone_place(g->state, &zones[from]), *in = zone_place(g->state, &zones[to]);
  uint64_t there = load_word(out), here = load_word(in);
  if (there & here) return RULE_FULL;
  store_word(out, 0);
  store_word(in, here | there);
  if (there) barrier_by_move(g, from, to);
  return RULE_NONE;
}

/* The set of the values that have a count in a word of eight counts, none above COPIES_LIMIT. */
static inline uint64_t present(uint64_t counts) {
  const uint64_t high_bits = UINT64_C(0x8080808080808080);
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  counts = __builtin_bswap64(counts);
#endif
  uint64_t some = (counts + ~high_bits) & high_bits; /* a count carries into its highest bit unless it is 0 */
  return (some >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* Beyond game.h: what single instructions do. */
/* Draws up to `count` cards where nothing can go wrong: from a pile that has them to a pool that has room. Returns how
 * many, perhaps none; zone_draw does the rest. */
uint32_t zone_draw_plain(struct game *g, int32_t count, int32_t from, int32_t to);
enum rule_error zone_move_count(struct game *g, int32_t kind, int32_t count, int32_t from, int32_t to, bool bottom);
/* The bag has as many words as the deck of the zones needs. */
enum rule_error zone_move_bag(struct game *g, const int32_t *bag, int32_t from, int32_t to, bool bottom);
/* The kind at a position of the canonical order, -1 after the last. */
int32_t zone_at(const struct program *p, const struct state *s, int32_t zone, uint32_t position);
/* Makes the card at a position of the canonical order another one, if the zone takes it. */
void zone_replace(const struct program *p, struct state *s, int32_t zone, uint32_t position, int32_t kind);
/* The smallest kind above `after` that is there, -1 when there is none. */
int32_t zone_next(const struct program *p, const struct state *s, int32_t zone, int32_t after);
/* The kinds of cards in an unordered zone, as a set of so many words. */
void zone_set(const struct program *p, const struct state *s, int32_t zone, int32_t *set, uint32_t words);
/* The values that have a count in a bag, as a set of so many words. */
void zone_counts_set(const void *counts, uint32_t bag_words, int32_t *set, uint32_t words);
void zone_bag(const struct program *p, const struct state *s, int32_t zone, int32_t *bag, uint32_t words);
/* Adds the copies of each kind to `counts`, which has a number for every kind. */
void zone_add_counts(const struct program *p, const struct state *s, int32_t zone, int32_t *counts);
/* Scenarios: bring cards from where they are least missed; send them home; bring one to the top without touching those
 * that are already placed there. */
enum rule_error zone_bring(struct game *g, int32_t kind, int32_t zone, int32_t count);
enum rule_error zone_send_home(struct game *g, int32_t zone);
enum rule_error zone_bring_on_top(struct game *g, int32_t kind, int32_t zone, uint32_t placed);

#endif
