/* Locals in samples: what rules under way have read into names of their own, and the seat may not know.
 *
 * The program says which registers these are (struct secret_local), and which hold nothing and are cleared. A card of some
 * zone stays the one that lies where it lay, in the zone as it was dealt anew: at the same place of a pile, anywhere in a
 * pool. All else gets any value of its type, numbers within the bounds that were proven. Values are drawn one by one, so
 * what was computed from another may no longer agree with it. If the seat is asked something that rests on them, they are
 * drawn until it would be asked the same; if that fails, they stay. */
#include <string.h>

#include "vm/api.h"
#include "vm/zone.h"

/* ---- which ---- */

static const int32_t *end_of_stack(const struct guess *guess) {
  const struct state *state = guess->game->state;
  return (const int32_t *)(const void *)((const char *)state + state->used);
}

static bool is_player(const struct guess *guess, const int32_t *frame, int32_t knower) {
  int32_t named = knower & (KNOWER_NOT - 1), slot = named - KNOWER_SLOT, step = knower / KNOWER_STEP;
  if (slot >= end_of_stack(guess) - frame) return false;
  int64_t players = guess->game->setup->players, player = slot < 0 ? named : frame[slot];
  if (step > 0) player = (player + (step < KNOWER_STEPS / 2 ? step : step - KNOWER_STEPS)) % players;
  if (step > 0 && player < 0) player += players;
  return (player == guess->seat) != ((knower & KNOWER_NOT) != 0);
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

/* Whether the register of a local is that of an inner one, too: what holds for the inner one holds. */
static bool has_come(const struct program *p, uint32_t number) {
  const struct secret_local *local = &p->secret_locals[number];
  for (uint32_t i = number; i-- > 0 && p->secret_locals[i].pc == local->pc;)
    if (p->secret_locals[i].slot == local->slot) return true;
  return false;
}

/* Calls `each` for every register that keeps a secret from the seat, innermost rule first. */
static void each_secret(struct guess *guess, void (*each)(struct guess *, const struct secret_local *, int32_t *)) {
  const struct program *p = guess->game->setup->program;
  struct state *state = guess->game->state;
  int32_t *base = state_stack(p, state), *frame = base + state->frame, pc = (int32_t)state->pc;
  while (state->status == STATE_CHOICE) {
    for (uint32_t i = first_local(p, pc); i < p->secret_locals_count && p->secret_locals[i].pc == pc; i++) {
      const struct secret_local *local = &p->secret_locals[i];
      bool again = has_come(p, i);
      bool inside = local->slot + p->types[local->type].slots <= end_of_stack(guess) - frame;
      if (inside && !again && !is_known(guess, frame, local)) each(guess, local, frame + local->slot);
    }
    if (frame[0] <= 0 || frame[1] <= 0 || frame[1] > frame - base) return;
    pc = frame[0] - 1;
    frame -= frame[1];
  }
}

/* ---- cards that lie somewhere ---- */

/* Where a card of a type lies that the seat does not see; of several places, the first. */
static void note_card(struct guess *guess, int32_t type, int32_t *slot) {
  const struct setup *setup = guess->game->setup;
  const struct program *p = setup->program;
  if (guess->card_count == GUESS_CARDS) return;
  for (int32_t zone = 0; zone < (int32_t)p->zones_count; zone++) {
    const struct type_desc *kind = &p->types[p->decks[p->zones[zone].deck].type];
    if (kind->names != p->types[type].names || zone_viewers(setup, zone) >> guess->seat & 1) continue;
    uint32_t size = zone_size(p, guess->game->state, zone);
    for (uint32_t position = 0; position < size; position++) {
      if (zone_at(p, guess->game->state, zone, position) != *slot) continue;
      guess->cards[guess->card_count++] = (struct guess_card){ slot, *slot, zone, position, position };
      return;
    }
  }
}

static void note_cards(struct guess *guess, const struct secret_local *local, int32_t *slot) {
  const struct type_desc *type = &guess->game->setup->program->types[local->type];
  if (!local->lies) return;
  if (type->kind == VALUE_CARD) note_card(guess, local->type, slot);
  for (int32_t i = 1; type->kind == VALUE_LIST && i <= slot[0] && i <= type->count; i++)
    note_card(guess, type->element, slot + i);
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

static void draw_number(uint32_t random[4], const struct secret_local *local, bool optional, int32_t *slot) {
  uint32_t values = (uint32_t)local->high - (uint32_t)local->low + 1;
  if (values == 0 || (optional && values == UINT32_MAX)) return; /* what a damaged file says */
  uint32_t drawn = values == 1 && !optional ? 0 : chance_below(random, values + optional);
  *slot = drawn == values ? NONE_INT : (int32_t)((uint32_t)local->low + drawn);
}

/* A list whose length is known keeps it; one of numbers has what its record says. */
static void draw_list(const struct setup *setup, const struct secret_local *local, const struct type_desc *type,
                      uint32_t random[4], int32_t *slots) {
  const struct type_desc *element = &setup->program->types[type->element];
  uint32_t room = type->count > 0 ? (uint32_t)type->count : 0, length = (uint32_t)slots[0];
  if (!local->sized || length > room) length = chance_below(random, room + 1);
  memset(slots, 0, (size_t)type->slots * sizeof *slots);
  slots[0] = (int32_t)length;
  for (uint32_t i = 1; i <= length; i++) {
    if (element->kind == VALUE_INT) draw_number(random, local, element->optional, slots + i);
    else if (!guess_value(setup, element, random, slots + i)) slots[0] = 0;
  }
}

static void draw_local(struct guess *guess, const struct secret_local *local, int32_t *slot) {
  const struct type_desc *type = &guess->game->setup->program->types[local->type];
  if (guess->keeps_shown && local->shown) {
    const char *kept = (const char *)guess->truth + ((const char *)slot - (const char *)guess->game->state);
    memcpy(slot, kept, (size_t)type->slots * sizeof *slot);
    return;
  }
  if (local->lies) { /* it was found, or lies where the seat sees it */
    for (int32_t i = slot[0] + 1; type->kind == VALUE_LIST && i > 0 && i < type->slots; i++) slot[i] = 0;
    return;
  }
  uint32_t random[4];
  chance_seed_bot(random, guess->base, guess->attempt, (uint32_t)local->key, 0);
  if (type->kind == VALUE_INT) draw_number(random, local, type->optional, slot);
  else if (type->kind == VALUE_LIST) draw_list(guess->game->setup, local, type, random, slot);
  else guess_value(guess->game->setup, type, random, slot);
}

static void note_shown(struct guess *guess, const struct secret_local *local, int32_t *slot) {
  (void)slot;
  guess->keeps_shown |= local->shown;
}

bool locals_are_shown(struct guess *guess) {
  guess->keeps_shown = false;
  if (guess->game->state->chooser == guess->seat) each_secret(guess, note_shown);
  return guess->keeps_shown;
}

void locals_remember(struct guess *guess) {
  guess->card_count = 0;
  each_secret(guess, note_cards);
}

/* Each has a stream of its own, which does not depend on how many there are: that is a matter of compiling. */
void locals_guess(struct guess *guess) {
  uint32_t next[4];
  memcpy(next, guess->random, sizeof next);
  guess->base = chance_draw(next);
  guess->attempt++;
  for (uint32_t i = 0; i < guess->card_count; i++) find_card(guess, &guess->cards[i]);
  each_secret(guess, draw_local);
}
