/* Exchanging cards of a sample on its way to the present, so that a step shows the seat what it was shown.
 *
 * To try steps until the right cards come by chance takes forever: one of twelve is still met, two of them hardly. But what a
 * step has shown can be asked for. Where the sample's step shows the seat a card, and the true step showed it another, both
 * lay where the seat did not see them, so that they can change places before the step. Of the true position nothing is looked
 * at but what the seat sees. Cards that it can follow (known.h) stay where they are. */
#include <string.h>

#include "vm/api.h"
#include "vm/known.h"
#include "vm/zone.h"

enum { MOST_EXCHANGES = 64 }; /* of one step: more are made by further tries */

static const struct program *program_of(const struct mend *mend) { return mend->setup->program; }

static bool is_seen(const struct mend *mend, int32_t zone) { return zone_viewers(mend->setup, zone) >> mend->seat & 1; }

static uint32_t copies(const struct mend *mend, const struct state *state, int32_t zone, int32_t kind) {
  return zone_count(program_of(mend), state, zone, kind);
}

/* ---- which cards may change places ---- */

/* A card of the position before the step, at a position of its zone's canonical order. */
struct mend_spot {
  int32_t zone;
  uint32_t position;
};

/* Whether the seat knows that a card of the kind lies there. */
static bool is_known(const struct mend *mend, struct mend_spot spot, int32_t kind) {
  const struct program *p = program_of(mend);
  uint32_t from_bottom = zone_size(p, mend->before, spot.zone) - spot.position;
  struct known_card known;
  if (!p->meta->known_count) return false;
  for (uint32_t number = 0; known_at(mend->setup, mend->before, (int)mend->seat, number, &known); number++)
    if (known.zone == spot.zone && known.card == kind + 1 && (!known.position || known.position == from_bottom))
      return true;
  return false;
}

/* Whether the zone may hold a card of the kind, as far as decks keep to their places: see sample.c. */
static bool may_hold(const struct mend *mend, int32_t zone, int32_t kind) {
  const struct program *p = program_of(mend);
  const struct deck *deck = &p->decks[p->zones[zone].deck];
  int32_t home = p->ints[deck->homes + kind], first = p->ints[deck->homes];
  bool several = false;
  for (int32_t k = 1; !deck->each_player && k < deck->kinds && !several; k++)
    several = p->ints[deck->homes + k] != first;
  if (several && p->zones[zone].decl == p->zones[first].decl && home != zone) return false;
  return p->zones[zone].form != ZONE_BITS || !copies(mend, mend->before, zone, kind);
}

static bool may_change(const struct mend *mend, struct mend_spot a, int32_t kind_a, struct mend_spot b,
                       int32_t kind_b) {
  const struct program *p = program_of(mend);
  const struct zone *from = &p->zones[a.zone], *to = &p->zones[b.zone];
  const struct deck *deck = &p->decks[from->deck];
  if (a.zone == b.zone) return from->form == ZONE_PILE;
  if (deck->each_player && !deck->wanders && from->owner != to->owner) return false;
  return may_hold(mend, a.zone, kind_b) && may_hold(mend, b.zone, kind_a);
}

static bool exchange(const struct mend *mend, struct mend_spot a, int32_t kind_a, struct mend_spot b, int32_t kind_b) {
  const struct program *p = program_of(mend);
  if (kind_a == kind_b || is_known(mend, a, kind_a) || is_known(mend, b, kind_b)) return false;
  if (!may_change(mend, a, kind_a, b, kind_b)) return false;
  zone_replace(p, mend->before, a.zone, a.position, kind_b);
  zone_replace(p, mend->before, b.zone, b.position, kind_a);
  return true;
}

/* ---- where they lie ---- */

/* Copy number `number` of a kind in a zone, from the top. */
static struct mend_spot find_copy(const struct mend *mend, int32_t zone, int32_t kind, uint32_t number) {
  const struct program *p = program_of(mend);
  uint32_t position = 0;
  for (int32_t found; (found = zone_at(p, mend->before, zone, position)) >= 0; position++)
    if (found == kind && number-- == 0) break;
  return (struct mend_spot){ zone, position };
}

/* How many cards of a kind (-1: of any) lie there that the seat does not know to lie there. */
static uint32_t free_copies(const struct mend *mend, int32_t zone, int32_t kind) {
  const struct program *p = program_of(mend);
  if (is_seen(mend, zone)) return 0;
  uint32_t there = kind < 0 ? zone_size(p, mend->before, zone) : copies(mend, mend->before, zone, kind);
  if (!place_is_box(p, zone)) return there;
  uint32_t known = 0;
  for (int32_t k = kind < 0 ? 0 : kind; k < (kind < 0 ? p->decks[p->zones[zone].deck].kinds : kind + 1); k++)
    known += setup_left_out(mend->setup, p->zones[zone].deck, k);
  return there > known ? there - known : 0;
}

/* Any card of the kind that the seat does not see, or of any kind of the deck. */
static bool find_hidden(const struct mend *mend, int32_t deck, int32_t kind, struct mend_spot *spot) {
  const struct program *p = program_of(mend);
  uint32_t all = 0, wanted;
  for (int32_t z = 0; z < (int32_t)p->zones_count; z++)
    if (p->zones[z].deck == deck) all += free_copies(mend, z, kind);
  if (!all) return false;
  wanted = chance_below(mend->random, all);
  for (int32_t z = 0; z < (int32_t)p->zones_count; z++) {
    uint32_t there = p->zones[z].deck == deck ? free_copies(mend, z, kind) : 0;
    if (wanted >= there) {
      wanted -= there;
      continue;
    }
    *spot = kind < 0 ? (struct mend_spot){ z, wanted } : find_copy(mend, z, kind, wanted);
    return true;
  }
  return false;
}

/* A card of the kind that the step has taken from where the seat does not see it. */
static bool find_taken(const struct mend *mend, int32_t deck, int32_t kind, struct mend_spot *spot) {
  const struct program *p = program_of(mend);
  for (int32_t z = 0; z < (int32_t)p->zones_count; z++) {
    if (p->zones[z].deck != deck || is_seen(mend, z)) continue;
    uint32_t there = copies(mend, mend->before, z, kind);
    if (there <= copies(mend, mend->after, z, kind)) continue;
    /* Mostly from the top; if that was shuffled, any of them. */
    *spot = find_copy(mend, z, kind, chance_below(mend->random, 2) ? 0 : chance_below(mend->random, there));
    return true;
  }
  return false;
}

/* ---- what the seat was shown ---- */

/* The first kind from `kind` on of which the seat sees more there in one position than in the other; -1: none. */
static int32_t next_surplus(const struct mend *mend, int32_t zone, int32_t kind, const struct state *more,
                            const struct state *less) {
  for (int32_t kinds = program_of(mend)->decks[program_of(mend)->zones[zone].deck].kinds; kind < kinds; kind++)
    if (copies(mend, more, zone, kind) > copies(mend, less, zone, kind)) return kind;
  return -1;
}

/* If the step shuffles, what lay where before it does not matter. */
static bool script_exchange(const struct mend *mend, int32_t deck, int32_t wrong, int32_t right) {
  struct script *script = mend->script;
  if (!script || script->exchange_count == SCRIPTED_EXCHANGES) return false;
  script->exchanges[script->exchange_count].deck = deck;
  script->exchanges[script->exchange_count].wrong = wrong;
  script->exchanges[script->exchange_count++].right = right;
  return true;
}

/* Where the seat sees other cards than it saw. */
static uint32_t mend_zone(const struct mend *mend, int32_t zone) {
  int32_t deck = program_of(mend)->zones[zone].deck, wrong = 0, right = 0;
  uint32_t made = 0;
  while ((wrong = next_surplus(mend, zone, wrong, mend->after, mend->shown)) >= 0 &&
         (right = next_surplus(mend, zone, right, mend->shown, mend->after)) >= 0) {
    struct mend_spot out, in;
    if (find_taken(mend, deck, wrong, &out) && find_hidden(mend, deck, right, &in))
      made += exchange(mend, out, wrong, in, right);
    made += script_exchange(mend, deck, wrong, right);
    wrong++, right++;
  }
  return made;
}

/* Where it was shown other cards that it does not see. */
static uint32_t mend_known(const struct mend *mend) {
  const struct program *p = program_of(mend);
  struct known_card wrong, right;
  uint32_t made = 0;
  for (uint32_t number = 0;
       number < KNOWN_MOST && known_at(mend->setup, mend->after, (int)mend->seat, number, &wrong) &&
       known_at(mend->setup, mend->shown, (int)mend->seat, number, &right);
       number++) {
    struct mend_spot out = { wrong.zone, 0 }, in;
    uint32_t size = zone_size(p, mend->before, wrong.zone);
    if (wrong.card == right.card || wrong.zone != right.zone) continue;
    if (wrong.position && wrong.position <= size) out.position = size - wrong.position;
    if (zone_at(p, mend->before, out.zone, out.position) != wrong.card - 1)
      out = find_copy(mend, wrong.zone, wrong.card - 1, 0);
    if (out.position < size && find_hidden(mend, p->zones[out.zone].deck, right.card - 1, &in))
      made += exchange(mend, out, wrong.card - 1, in, right.card - 1);
    made += script_exchange(mend, p->zones[out.zone].deck, wrong.card - 1, right.card - 1);
  }
  return made;
}

bool mend_cards(const struct mend *mend) {
  const struct program *p = program_of(mend);
  uint32_t made = 0;
  for (int32_t z = 0; z < (int32_t)p->zones_count && made < MOST_EXCHANGES; z++)
    if (is_seen(mend, z)) made += mend_zone(mend, z);
  if (p->meta->known_count) made += mend_known(mend);
  return made > 0;
}

/* ---- what was said of cards ---- */

void mend_by_chance(const struct mend *mend) {
  const struct program *p = program_of(mend);
  for (int32_t z = 0; z < (int32_t)p->zones_count; z++) {
    struct mend_spot out = { z, 0 }, in;
    uint32_t size = zone_size(p, mend->before, z);
    if (!size || is_seen(mend, z) || place_is_box(p, z)) continue;
    if (p->zones[z].form != ZONE_PILE) out.position = chance_below(mend->random, size);
    int32_t kind = zone_at(p, mend->before, z, out.position);
    if (!find_hidden(mend, p->zones[z].deck, -1, &in)) continue;
    exchange(mend, out, kind, in, zone_at(p, mend->before, in.zone, in.position));
  }
}

/* ---- variables ---- */

void mend_variables(const struct setup *setup, struct state *state, const struct state *shown, uint32_t seat) {
  const struct program *p = setup->program;
  for (uint32_t v = 0; v < p->variables_count; v++) {
    const struct variable *variable = &p->variables[v];
    const struct storage *storage = &p->storages[variable->storage];
    for (int32_t i = 0; variable->setting < 0 && i < storage->count; i++) {
      struct place place;
      size_t offset = (size_t)storage->offset + (size_t)i * (size_t)storage->width;
      if (!place_of(setup, variable->dim_type, variable->dims, i, &place)) continue;
      if (!place_seen_by(setup->variable_seen[v], place.owner, (int)seat)) continue;
      memcpy((char *)state + offset, (const char *)shown + offset, (size_t)storage->width);
    }
  }
}
