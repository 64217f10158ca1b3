/* Locals in samples: what rules under way have read into names of their own, and the seat may not know.
 *
 * The program says which registers these are (struct secret_local). A card of some zone stays the one that lies where it
 * lay, in the zone as it was dealt anew: at the same place of a pile, anywhere in a pool. All else gets any value of its
 * type, numbers within the bounds that were proven. Values are drawn one by one, so what was computed from another may
 * no longer agree with it. */
#include "vm/api.h"
#include "vm/zone.h"

/* ---- which ---- */

static const int32_t *end_of_stack(const struct guess *guess) {
  const struct state *state = guess->game->state;
  return (const int32_t *)(const void *)((const char *)state + state->used);
}

static bool is_player(const struct guess *guess, const int32_t *frame, int32_t knower) {
  int32_t named = knower & (KNOWER_NOT - 1), slot = named - KNOWER_SLOT;
  if (slot >= end_of_stack(guess) - frame) return false;
  int32_t player = slot < 0 ? named : frame[slot];
  return (player == guess->seat) != (knower >= KNOWER_NOT);
}

static bool is_known(const struct guess *guess, const int32_t *frame, const struct secret_local *local) {
  const int32_t *knowers = guess->game->setup->program->ints + local->knowers;
  for (int32_t i = 0; i < local->knower_count; i++)
    if (is_player(guess, frame, knowers[i])) return true;
  return false;
}

/* The first of the locals that are kept at a pc, or where it would stand. */
static uint32_t first_local(const struct program *p, int32_t pc) {
  uint32_t low = 0, high = p->secret_locals_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (p->secret_locals[middle].pc < pc) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Calls `each` for every register that keeps a secret from the seat, innermost rule first. */
static void each_secret(struct guess *guess, void (*each)(struct guess *, const struct secret_local *, int32_t *)) {
  const struct program *p = guess->game->setup->program;
  struct state *state = guess->game->state;
  int32_t *base = state_stack(p, state), *frame = base + state->frame, pc = (int32_t)state->pc;
  while (state->status == STATE_CHOICE) {
    for (uint32_t i = first_local(p, pc); i < p->secret_locals_count && p->secret_locals[i].pc == pc; i++) {
      const struct secret_local *local = &p->secret_locals[i];
      bool inside = local->slot + p->types[local->type].slots <= end_of_stack(guess) - frame;
      if (inside && !is_known(guess, frame, local)) each(guess, local, frame + local->slot);
    }
    if (frame[0] <= 0 || frame[1] <= 0 || frame[1] > frame - base) return;
    pc = frame[0] - 1;
    frame -= frame[1];
  }
}

/* ---- cards that lie somewhere ---- */

/* Where a card lies that the seat does not see; of several places, the first. */
static void note_card(struct guess *guess, const struct secret_local *local, int32_t *slot) {
  const struct setup *setup = guess->game->setup;
  const struct program *p = setup->program;
  if (!local->lies || guess->card_count == GUESS_CARDS) return;
  for (int32_t zone = 0; zone < (int32_t)p->zones_count; zone++) {
    if (p->decks[p->zones[zone].deck].type != local->type || zone_viewers(setup, zone) >> guess->seat & 1) continue;
    uint32_t size = zone_size(p, guess->game->state, zone);
    for (uint32_t position = 0; position < size; position++) {
      if (zone_at(p, guess->game->state, zone, position) != *slot) continue;
      guess->cards[guess->card_count++] = (struct guess_card){ slot, *slot, zone, position, position };
      return;
    }
  }
}

static bool is_taken(const struct guess *guess, const struct guess_card *card, uint32_t position) {
  for (const struct guess_card *other = guess->cards; other < card; other++)
    if (other->zone == card->zone && other->now == position) return true;
  return false;
}

/* In a pool any card may be the one, except those that others are. */
static void find_card(struct guess *guess, struct guess_card *card) {
  const struct program *p = guess->game->setup->program;
  const struct state *state = guess->game->state;
  uint32_t size = zone_size(p, state, card->zone);
  card->now = card->position;
  for (const struct guess_card *other = guess->cards; other < card; other++) {
    if (other->zone != card->zone || other->kind != card->kind) continue;
    card->now = other->now;
    *card->slot = *other->slot;
    return;
  }
  if (p->zones[card->zone].form == ZONE_COUNTS || p->zones[card->zone].form == ZONE_BITS)
    for (uint32_t i = 0; i < size && (i == 0 || is_taken(guess, card, card->now)); i++)
      card->now = i == 0 ? chance_below(guess->random, size) : (card->now + 1) % size;
  int32_t kind = zone_at(p, state, card->zone, card->now);
  if (kind >= 0) *card->slot = kind;
}

/* ---- all ---- */

static void draw_local(struct guess *guess, const struct secret_local *local, int32_t *slot) {
  const struct type_desc *type = &guess->game->setup->program->types[local->type];
  for (uint32_t i = 0; local->lies && i < guess->card_count; i++)
    if (guess->cards[i].slot == slot) return;
  if (type->kind == VALUE_CARD && local->lies) return; /* it lies where the seat sees it */
  if (type->kind != VALUE_INT) guess_value(guess->game->setup, type, guess->random, slot);
  else if ((uint32_t)local->high - (uint32_t)local->low < UINT32_MAX)
    *slot = local->low + (int32_t)chance_below(guess->random, (uint32_t)local->high - (uint32_t)local->low + 1);
}

void locals_remember(struct guess *guess) {
  guess->card_count = 0;
  each_secret(guess, note_card);
}

void locals_guess(struct guess *guess) {
  for (uint32_t i = 0; i < guess->card_count; i++) find_card(guess, &guess->cards[i]);
  each_secret(guess, draw_local);
}
