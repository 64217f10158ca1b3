/* Locals in samples: what rules under way have read into names of their own, and the seat may not know.
 *
 * The program says which registers these are (struct secret_local), and which hold nothing and are cleared. A card of some
 * zone becomes one that lies, as cards were dealt anew, where the rules say that it lies; what it is in truth is not looked
 * at. A zone becomes any of those that were declared with it. All else gets any value of its type, numbers within the bounds that were proven. Values are drawn one by one, so
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

/* What a register holds in truth: an attempt to make a sample writes over it. */
static const int32_t *truth_of(const struct guess *guess, const int32_t *slot) {
  return (const int32_t *)(const void *)((const char *)guess->truth +
                                         ((const char *)slot - (const char *)guess->game->state));
}

/* The player whom the program names there, apart from KNOWER_NOT; -1: there is none. Who was told is so in truth, also if
 * who that is has to be guessed. */
static int64_t player_named(const struct guess *guess, const int32_t *frame, int32_t name, bool in_truth) {
  int32_t named = name & (KNOWER_NOT - 1), slot = named - KNOWER_SLOT, step = name / KNOWER_STEP;
  if (slot >= end_of_stack(guess) - frame) return -1;
  int64_t players = guess->game->setup->players, player = slot < 0   ? named
                                                          : in_truth ? *truth_of(guess, frame + slot)
                                                                     : frame[slot];
  if (step > 0) player = (player + (step < KNOWER_STEPS / 2 ? step : step - KNOWER_STEPS)) % players;
  return step > 0 && player < 0 ? player + players : player;
}

static bool was_told(const struct guess *guess, const int32_t *frame, const struct secret_local *local) {
  if (local->told < FRAME_HEAD || local->told + 2 > end_of_stack(guess) - frame) return false;
  return load_word(frame + local->told) >> guess->seat & 1;
}

static bool is_known(const struct guess *guess, const int32_t *frame, const struct secret_local *local) {
  const int32_t *knowers = guess->game->setup->program->ints + local->knowers;
  for (int32_t i = 0; i < local->knower_count; i++) {
    int64_t player = player_named(guess, frame, knowers[i], true);
    if (player >= 0 && (player == guess->seat) != ((knowers[i] & KNOWER_NOT) != 0)) return true;
  }
  return was_told(guess, frame, local);
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

/* Calls `each` for every register that keeps something hidden, innermost rule first: those that the seat knows, or the
 * others. */
static void each_local(struct guess *guess, bool known,
                       void (*each)(struct guess *, const struct secret_local *, int32_t *frame)) {
  const struct program *p = guess->game->setup->program;
  struct state *state = guess->game->state;
  int32_t *base = state_stack(p, state), *frame = base + state->frame, pc = (int32_t)state->pc;
  while (state->status == STATE_CHOICE) {
    for (uint32_t i = first_local(p, pc); i < p->secret_locals_count && p->secret_locals[i].pc == pc; i++) {
      const struct secret_local *local = &p->secret_locals[i];
      bool again = has_come(p, i);
      bool inside = local->slot + p->types[local->type].slots <= end_of_stack(guess) - frame;
      if (inside && !again && is_known(guess, frame, local) == known) each(guess, local, frame);
    }
    if (frame[0] <= 0 || frame[1] <= 0 || frame[1] > frame - base) return;
    pc = frame[0] - 1;
    frame -= frame[1];
  }
}

/* ---- cards that lie somewhere ---- */

/* Whether a card of this type may be one of this zone, as far as the rules say where it lies. */
static bool may_lie_in(const struct guess *guess, const struct secret_local *local, const int32_t *frame, int32_t type,
                       int32_t zone) {
  const struct setup *setup = guess->game->setup;
  const struct zone *z = &setup->program->zones[zone];
  const struct type_desc *kind = &setup->program->types[setup->program->decks[z->deck].type];
  const struct type_desc *wanted = &setup->program->types[type];
  if (wanted->kind != VALUE_CARD || kind->name != wanted->name) return false;
  if (zone_viewers(setup, zone) >> guess->seat & 1 && !(local && local->carried)) return false;
  if (!local) return true;
  if (local->zone >= 0 && z->decl != local->zone) return false;
  return local->owner < 0 || player_named(guess, frame, local->owner, false) == z->owner;
}

static bool is_taken(const struct guess *guess, int32_t zone, uint32_t position) {
  for (uint32_t i = 0; i < guess->card_count; i++)
    if (guess->cards[i].zone == zone && guess->cards[i].position == position) return true;
  return false;
}

/* Number `wanted` of the cards that it may be and that no other local stands for; how many there are, if there are not so
 * many. */
static uint32_t find_free(const struct guess *guess, const struct secret_local *local, const int32_t *frame,
                          int32_t type, uint32_t wanted, struct guess_card *card) {
  const struct program *p = guess->game->setup->program;
  uint32_t count = 0;
  for (int32_t zone = 0; zone < (int32_t)p->zones_count; zone++) {
    if (!may_lie_in(guess, local, frame, type, zone)) continue;
    uint32_t size = zone_size(p, guess->game->state, zone);
    for (uint32_t position = 0; position < size; position++)
      if (!is_taken(guess, zone, position) && count++ == wanted) {
        *card = (struct guess_card){ .zone = zone, .position = position };
        return wanted;
      }
  }
  return count;
}

/* Any of them, or the one at an end. The canonical order of a pile begins at its top. */
static bool draw_free(struct guess *guess, const struct secret_local *local, const int32_t *frame, int32_t type,
                      uint32_t random[4], struct guess_card *card) {
  uint32_t count = find_free(guess, local, frame, type, UINT32_MAX, card);
  if (count == 0) return false;
  uint32_t wanted = !local || local->end == END_ANYWHERE ? chance_below(random, count)
                    : local->end == END_AT_TOP           ? 0
                                                         : count - 1;
  find_free(guess, local, frame, type, wanted, card);
  card->drawn = zone_at(guess->game->setup->program, guess->game->state, card->zone, card->position);
  return card->drawn >= 0;
}

/* Where the rules say that it lies, or else anywhere that the seat does not see; or any card, if it sees all of them. */
static void draw_card(struct guess *guess, const struct secret_local *local, const int32_t *frame, int32_t type,
                      uint32_t random[4], int32_t *slot) {
  const struct type_desc *desc = &guess->game->setup->program->types[type];
  int32_t kind = *truth_of(guess, slot);
  struct guess_card card;
  for (uint32_t i = 0; i < guess->card_count; i++) {
    if (guess->cards[i].kind != kind || !(local->copy || guess->cards[i].copy)) continue;
    *slot = guess->cards[i].drawn;
    return;
  }
  if (!draw_free(guess, local, frame, type, random, &card) && !draw_free(guess, NULL, frame, type, random, &card)) {
    guess_value(guess->game->setup, desc, random, slot);
    return;
  }
  card.kind = kind;
  card.copy = local->copy;
  if (guess->card_count < GUESS_CARDS) guess->cards[guess->card_count++] = card;
  *slot = card.drawn;
}

/* One that may be missing is so in half of the samples, unless everybody knows that there is one. */
static void draw_lying(struct guess *guess, const struct secret_local *local, const int32_t *frame, uint32_t random[4],
                       int32_t *slot) {
  const struct type_desc *type = &guess->game->setup->program->types[local->type];
  if (type->kind == VALUE_CARD) {
    bool missing = type->optional && !local->sized ? chance_below(random, 2) : *truth_of(guess, slot) == NONE_VALUE;
    if (missing) *slot = NONE_VALUE;
    else draw_card(guess, local, frame, local->type, random, slot);
    return;
  }
  uint32_t room = type->count > 0 ? (uint32_t)type->count : 0, length = (uint32_t)*truth_of(guess, slot), free;
  struct guess_card card;
  if (!local->sized || length > room) {
    free = find_free(guess, local, frame, type->element, UINT32_MAX, &card);
    length = chance_below(random, (free < room ? free : room) + 1);
  }
  slot[0] = (int32_t)length;
  for (uint32_t i = 1; i < (uint32_t)type->slots; i++) {
    if (i <= length) draw_card(guess, local, frame, type->element, random, slot + i);
    else slot[i] = 0;
  }
}

/* ---- zones ---- */

/* Any zone of the same declaration: which declaration it is stands in the rules. */
static void draw_zone(const struct guess *guess, uint32_t random[4], int32_t *slot) {
  const struct setup *setup = guess->game->setup;
  const struct zone *zones = setup->program->zones;
  int32_t count = (int32_t)setup->program->zones_count, truth = *truth_of(guess, slot);
  uint32_t alike = 0;
  if ((uint32_t)truth >= (uint32_t)count) return;
  for (int32_t zone = 0; zone < count; zone++) {
    bool is_alike = zones[zone].decl == zones[truth].decl && zones[zone].owner < (int32_t)setup->players;
    if (is_alike && chance_below(random, ++alike) == 0) *slot = zone;
  }
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

static void draw_local(struct guess *guess, const struct secret_local *local, int32_t *frame) {
  int32_t *slot = frame + local->slot;
  const struct type_desc *type = &guess->game->setup->program->types[local->type];
  if (guess->keeps_shown && local->shown) {
    memcpy(slot, truth_of(guess, slot), (size_t)type->slots * sizeof *slot);
    return;
  }
  uint32_t random[4];
  chance_seed_bot(random, guess->base, guess->attempt, (uint32_t)local->key, 0);
  bool of_cards = type->kind == VALUE_CARD || type->kind == VALUE_LIST;
  if (local->lies && of_cards) draw_lying(guess, local, frame, random, slot);
  else if (local->lies && type->kind == VALUE_INT) draw_zone(guess, random, slot);
  else if (type->kind == VALUE_INT) draw_number(random, local, type->optional, slot);
  else if (type->kind == VALUE_LIST) draw_list(guess->game->setup, local, type, random, slot);
  else guess_value(guess->game->setup, type, random, slot);
}

/* Where a card lies in a pile that the rules took from an end of it. */
static uint32_t pinned_at(const struct guess *guess, const struct secret_local *local, int32_t zone) {
  const struct program *p = guess->game->setup->program;
  uint32_t size = zone_size(p, guess->game->state, zone);
  if (p->zones[zone].form != ZONE_PILE) return 0;
  return local->end == END_AT_TOP ? size : local->end == END_AT_BOTTOM ? 1 : 0;
}

static void pin_card(struct guess *guess, const struct secret_local *local, int32_t *frame) {
  const struct program *p = guess->game->setup->program;
  int32_t kind = frame[local->slot];
  if (!local->lies || local->zone < 0 || p->types[local->type].kind != VALUE_CARD || guess->pinned == PINS) return;
  for (int32_t zone = 0; zone < (int32_t)p->zones_count; zone++) {
    if (!may_lie_in(guess, local, frame, local->type, zone) || !zone_count(p, guess->game->state, zone, kind)) continue;
    guess->pins[guess->pinned++] =
        (struct pin){ .zone = zone, .kind = kind, .position = pinned_at(guess, local, zone) };
    return;
  }
}

uint32_t locals_pin(struct guess *guess, struct pin pins[PINS]) {
  guess->pins = pins;
  guess->pinned = 0;
  each_local(guess, true, pin_card);
  return guess->pinned;
}

static void note_shown(struct guess *guess, const struct secret_local *local, int32_t *frame) {
  (void)frame;
  guess->keeps_shown |= local->shown;
}

bool locals_are_shown(struct guess *guess) {
  guess->keeps_shown = false;
  if (guess->game->state->chooser == guess->seat) each_local(guess, false, note_shown);
  return guess->keeps_shown;
}

/* Names of one card are guessed alike because they are equal in truth: of a single one that tells nothing. Of a number that could
 * be almost anything, hardly a guess is one that the rules give it. */
static void note_covert(struct guess *guess, const struct secret_local *local, int32_t *frame) {
  enum value_kind kind = (enum value_kind)guess->game->setup->program->types[local->type].kind;
  (void)frame;
  if (local->lies) guess->card_count += kind == VALUE_LIST ? 2 : kind == VALUE_CARD;
  guess->card_count += local->wide ? 2 : 0;
}

bool locals_are_covert(struct game *game, int seat) {
  struct guess guess = { .game = game, .truth = game->state, .seat = seat };
  if (game->setup->program->secret_locals_count) each_local(&guess, false, note_covert);
  return guess.card_count > 1;
}

/* Slots of a frame that differ from the truth, of those from `first` to `end` that are parameters. */
static uint32_t count_differing(const struct guess *guess, const int32_t *frame, int32_t pc, int32_t first,
                                int32_t end) {
  const struct program *p = guess->game->setup->program;
  int32_t last = FRAME_HEAD + p->procs[program_proc_at(p, (uint32_t)pc)].params;
  uint32_t count = 0;
  for (int32_t i = first; i < end && i < last; i++) count += frame[i] != *truth_of(guess, frame + i);
  return count;
}

static void note_differing(struct guess *guess, const struct secret_local *local, int32_t *frame) {
  int32_t end = local->slot + guess->game->setup->program->types[local->type].slots;
  guess->differing += count_differing(guess, frame, local->pc, local->slot, end);
}

bool locals_agree(struct game *game, const struct state *truth, int seat) {
  struct guess guess = { .game = game, .truth = truth, .seat = seat };
  const struct state *state = game->state;
  int32_t *base = state_stack(game->setup->program, game->state), *frame = base + state->frame, pc = (int32_t)state->pc;
  uint32_t differing = 0;
  if (state->pc != truth->pc || state->frame != truth->frame || state->used != truth->used) return true;
  for (;;) {
    differing += count_differing(&guess, frame, pc, FRAME_HEAD, INT32_MAX);
    if (frame[0] <= 0 || frame[1] <= 0 || frame[1] > frame - base) break;
    pc = frame[0] - 1;
    frame -= frame[1];
  }
  each_local(&guess, false, note_differing);
  return differing == guess.differing;
}

/* Each has a stream of its own, which does not depend on how many there are: that is a matter of compiling. */
void locals_guess(struct guess *guess) {
  uint32_t next[4];
  memcpy(next, guess->random, sizeof next);
  guess->base = chance_draw(next);
  guess->attempt++;
  guess->card_count = 0;
  each_local(guess, false, draw_local);
}
