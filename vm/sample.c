/* Samples: a position that a seat cannot tell from the present one, for bots that must not peek.
 *
 * The cards of each deck that lie where the seat does not see them are collected, shuffled and dealt back, every place
 * keeping its size:
 *   - A deck that starts in zones named by a field of its cards: each of these zones, as long as it holds no other cards,
 *     gets its own back. Whatever was drawn from them is any of those that are missing there.
 *   - A deck that each player has a set of: as long as no rule takes cards from the places of one owner to those of
 *     another or of nobody, they stay with their owner.
 *   - Cards that the seat was shown and can follow (known.h), or that a rule under way has shown it, stay where they are.
 *   - The box of a deck is a place that nobody sees. What lies there after every set-up, whatever chance did, is known.
 * Variables, answers and names of rules under way are guessed (guess.c, locals.c). Chance is reseeded, or a bot would know the next roll.
 *
 * A sample depends on what the seat knows and on nothing else: from two positions that the seat cannot tell apart, the
 * same seed makes the same sample. */
#include <string.h>

#include "vm/api.h"
#include "vm/zone.h"

/* Bots sample thousands of times a turn: no memory is asked for unless a game is very large. */
enum { USUAL_CARDS = 1024, USUAL_ZONES = 512, USUAL_KINDS = 512 };
enum { ATTEMPTS = 64 }; /* to make a position that does not turn out to be impossible */

struct redeal {
  trv_game *sample;
  struct game *game;                   /* that of the sample */
  const struct state *truth, *another; /* of guess.c */
  int seat;
  uint32_t *random;
  int32_t *cards; /* being redealt */
  uint32_t count;
  uint32_t *copies; /* how many cards of each kind they are */
  int32_t *unseen;  /* zones whose cards the seat does not see */
  uint32_t *sizes;  /* of each of them */
  uint32_t unseen_count;
  struct pin pins[PINS + KNOWN_MOST]; /* cards of which the seat knows where they lie */
  uint32_t pinned;
};

/* Boxes are never seen: what is known to lie there stays behind when cards are collected. */
static bool is_unseen(const struct redeal *redeal, int32_t zone) {
  return !(zone_viewers(redeal->game->setup, zone) >> redeal->seat & 1);
}

/* Whose cards are redealt among each other. */
struct group {
  int32_t deck;
  int32_t owner; /* whose places; ALL_OWNERS: no matter whose */
  bool sorted;   /* the deck's homes get their own cards back */
};
enum { ALL_OWNERS = -2 };

static int32_t home_of(const struct program *p, int32_t deck, int32_t kind) {
  return p->ints[p->decks[deck].homes + kind];
}

/* Whether the zone is one of several that cards start in, and only the seat's ignorance of the cards keeps it from
 * knowing which of its own it holds. */
static bool is_home(const struct redeal *redeal, const struct group *group, int32_t zone) {
  const struct program *p = redeal->game->setup->program;
  return group->sorted && p->zones[zone].decl == p->zones[home_of(p, group->deck, 0)].decl;
}

static bool has_strays(const struct game *game, int32_t deck, int32_t zone) {
  const struct program *p = game->setup->program;
  for (int32_t kind = -1; (kind = zone_next(p, game->state, zone, kind)) >= 0;)
    if (home_of(p, deck, kind) != zone) return true;
  return false;
}

/* Whether a field of the deck's cards sorts them into zones, none of which holds cards of another. */
static bool is_sorted(const struct redeal *redeal, int32_t d) {
  const struct program *p = redeal->game->setup->program;
  const struct deck *deck = &p->decks[d];
  int32_t first = home_of(p, d, 0);
  bool several = false;
  for (int32_t kind = 1; !deck->each_player && kind < deck->kinds; kind++) several |= home_of(p, d, kind) != first;
  for (int32_t z = 0; several && z < (int32_t)p->zones_count; z++)
    if (p->zones[z].decl == p->zones[first].decl && has_strays(redeal->game, d, z)) return false;
  return several;
}

static bool takes_part(const struct redeal *redeal, int32_t zone, const struct group *group) {
  const struct zone *z = &redeal->game->setup->program->zones[zone];
  return z->deck == group->deck && (group->owner == ALL_OWNERS || z->owner == group->owner);
}

static void shuffle(struct redeal *redeal) {
  for (uint32_t i = redeal->count; i > 1; i--) {
    uint32_t j = chance_below(redeal->random, i);
    int32_t card = redeal->cards[i - 1];
    redeal->cards[i - 1] = redeal->cards[j];
    redeal->cards[j] = card;
  }
}

/* A set of single cards cannot take a second copy of one: then the next card that fits is taken instead. */
static enum rule_error deal_card(struct redeal *redeal, int32_t zone, uint32_t position) {
  const struct program *p = redeal->game->setup->program;
  uint32_t pick = position;
  if (p->zones[zone].form == ZONE_BITS) {
    while (pick + 1 < redeal->count && zone_count(p, redeal->game->state, zone, redeal->cards[pick]) > 0) pick++;
  }
  int32_t card = redeal->cards[pick];
  redeal->cards[pick] = redeal->cards[position];
  redeal->cards[position] = card;
  return zone_put(redeal->game, zone, card, false);
}

/* How many copies of a card are known to lie in the zone, although the seat does not see into it. */
static uint32_t known_copies(const struct redeal *redeal, int32_t zone, int32_t kind) {
  const struct setup *setup = redeal->game->setup;
  uint32_t copies = 0;
  if (place_is_box(setup->program, zone)) return setup_left_out(setup, setup->program->zones[zone].deck, kind);
  for (uint32_t i = 0; i < redeal->pinned; i++) copies += redeal->pins[i].zone == zone && redeal->pins[i].kind == kind;
  return copies;
}

/* The pin that keeps a card of a pile where it is: at this position, or anywhere in it. */
static struct pin *find_pin(struct redeal *redeal, int32_t zone, int32_t kind, uint32_t position) {
  for (uint32_t i = 0; i < redeal->pinned; i++) {
    struct pin *pin = &redeal->pins[i];
    if (pin->zone == zone && pin->kind == kind && pin->position == position && !pin->out) return pin;
  }
  return NULL;
}

/* All cards are taken, so that the pile can be made again from the bottom. */
static uint32_t collect_pile(struct redeal *redeal, int32_t zone, uint32_t size) {
  uint32_t collected = 0;
  for (uint32_t i = 0; i < size; i++) {
    int32_t kind = redeal->cards[i];
    struct pin *pin = find_pin(redeal, zone, kind, size - i);
    if (!pin) pin = find_pin(redeal, zone, kind, 0);
    zone_take(redeal->game, zone, kind);
    if (pin) pin->out = true;
    else redeal->copies[kind]++, collected++;
  }
  return collected;
}

/* Puts the cards of a pile back that are known to lie where its next one goes; those of which only the pile is known
 * come first. */
static void put_pins(struct redeal *redeal, int32_t zone) {
  struct game *game = redeal->game;
  for (uint32_t i = 0; i < redeal->pinned;) {
    struct pin *pin = &redeal->pins[i++];
    uint32_t next = pin->out && pin->zone == zone ? zone_size(game->setup->program, game->state, zone) + 1 : 0;
    if (next == 0 || (pin->position != 0 && pin->position != next)) continue;
    pin->out = false;
    zone_put(game, zone, pin->kind, false);
    i = 0; /* another one may lie on it */
  }
}

/* Collects the cards of a zone, and counts them. */
static uint32_t collect(struct redeal *redeal, int32_t zone) {
  struct game *game = redeal->game;
  uint32_t size = zone_size(game->setup->program, game->state, zone), collected = 0, copies = 0;
  zone_list(game->setup->program, game->state, zone, false, redeal->cards, size);
  if (game->setup->program->zones[zone].form == ZONE_PILE) return collect_pile(redeal, zone, size);
  for (uint32_t i = 0; i < size; i++) {
    int32_t kind = redeal->cards[i];
    copies = i > 0 && kind == redeal->cards[i - 1] ? copies + 1 : 1;
    if (copies <= known_copies(redeal, zone, kind)) continue;
    redeal->copies[kind]++;
    zone_take(game, zone, kind);
    collected++;
  }
  return collected;
}

/* Lists the collected cards, or those of one home, in table order: where they go must not depend on where they lay. */
static void list_cards(struct redeal *redeal, const struct group *group, int32_t home) {
  const struct program *p = redeal->game->setup->program;
  redeal->count = 0;
  for (int32_t kind = 0; kind < p->decks[group->deck].kinds; kind++) {
    if (home >= 0 && home_of(p, group->deck, kind) != home) continue;
    for (uint32_t i = 0; i < redeal->copies[kind]; i++) redeal->cards[redeal->count++] = kind;
  }
}

/* Deals `size` of the listed cards, from number `next` on. */
static void deal(struct redeal *redeal, int32_t zone, uint32_t size, uint32_t next) {
  for (uint32_t card = next; card < next + size && card < redeal->count; card++) {
    put_pins(redeal, zone);
    deal_card(redeal, zone, card);
    redeal->copies[redeal->cards[card]]--;
  }
  put_pins(redeal, zone);
}

static void redeal_group(struct redeal *redeal, const struct group *group) {
  int32_t kinds = redeal->game->setup->program->decks[group->deck].kinds;
  memset(redeal->copies, 0, (size_t)kinds * sizeof *redeal->copies);
  for (uint32_t i = 0; i < redeal->unseen_count; i++)
    redeal->sizes[i] = takes_part(redeal, redeal->unseen[i], group) ? collect(redeal, redeal->unseen[i]) : 0;
  for (uint32_t i = 0; i < redeal->unseen_count; i++) {
    if (!redeal->sizes[i] || !is_home(redeal, group, redeal->unseen[i])) continue;
    list_cards(redeal, group, redeal->unseen[i]);
    shuffle(redeal);
    deal(redeal, redeal->unseen[i], redeal->sizes[i], 0);
    redeal->sizes[i] = 0;
  }
  uint32_t next = 0;
  list_cards(redeal, group, -1);
  shuffle(redeal);
  for (uint32_t i = 0; i < redeal->unseen_count; next += redeal->sizes[i++])
    deal(redeal, redeal->unseen[i], redeal->sizes[i], next);
}

/* Cards on the table, of all decks together. */
static size_t all_cards(const struct game *game) {
  size_t cards = 0;
  for (int32_t z = 0; z < (int32_t)game->setup->program->zones_count; z++)
    cards += zone_size(game->setup->program, game->state, z);
  return cards;
}

static void redeal_all(struct redeal *redeal) {
  const struct setup *setup = redeal->game->setup;
  for (int32_t d = 0; d < (int32_t)setup->program->decks_count; d++) {
    const struct deck *deck = &setup->program->decks[d];
    bool together = !deck->each_player || deck->wanders;
    if (together) redeal_group(redeal, &(struct group){ d, ALL_OWNERS, is_sorted(redeal, d) });
    for (int32_t owner = -1; !together && owner < (int32_t)setup->players; owner++)
      redeal_group(redeal, &(struct group){ d, owner, false });
  }
}

static size_t most_kinds(const struct program *p) {
  int32_t most = 0;
  for (uint32_t d = 0; d < p->decks_count; d++)
    if (p->decks[d].kinds > most) most = p->decks[d].kinds;
  return (size_t)most;
}

/* Adds what the seat was shown before; a rule under way may have a name for the same card. */
static void pin_known(struct redeal *redeal) {
  const struct setup *setup = redeal->game->setup;
  struct known_card known;
  uint32_t named = redeal->pinned;
  bool is_same[PINS] = { false };
  for (uint32_t number = 0; known_at(setup, redeal->truth, redeal->seat, number, &known); number++) {
    uint32_t same = 0;
    while (same < named &&
           (is_same[same] || redeal->pins[same].zone != known.zone || redeal->pins[same].kind != known.card - 1))
      same++;
    if (same < named) is_same[same] = true;
    else redeal->pins[same = redeal->pinned++] = (struct pin){ .zone = known.zone, .kind = known.card - 1 };
    redeal->pins[same].position = known.position;
  }
}

/* The game is a copy of the present one. */
static void make_sample(struct redeal *redeal) {
  struct guess guess = { .sample = redeal->sample,
                         .game = redeal->game,
                         .truth = redeal->truth,
                         .another = redeal->another,
                         .seat = redeal->seat,
                         .random = redeal->random };
  uint32_t attempt = 1;
  for (int32_t z = 0; z < (int32_t)redeal->game->setup->program->zones_count; z++)
    if (is_unseen(redeal, z)) redeal->unseen[redeal->unseen_count++] = z;
  if (locals_are_shown(&guess)) guess.asked = leak_portrait(redeal->sample);
  redeal->pinned = locals_pin(&guess, redeal->pins);
  if (redeal->game->setup->program->meta->known_count) pin_known(redeal);
  redeal_all(redeal);
  for (; !guess_hidden(&guess, attempt == ATTEMPTS) && attempt < ATTEMPTS; attempt++) redeal_all(redeal);
}

/* Where the memory for `count` of something comes from: `usual`, when there is room. */
static void *usual_or_new(const trv_allocator *allocator, void *usual, size_t room, size_t count, size_t size) {
  return count <= room ? usual : memory_new(allocator, count, size);
}

int sample_plainly(trv_game *sample, const struct state *truth, uint32_t seat, uint32_t random[4]) {
  const struct setup *setup = sample->game.setup;
  const trv_allocator *allocator = game_allocator(sample);
  int32_t cards[USUAL_CARDS], unseen[USUAL_ZONES];
  uint32_t sizes[USUAL_ZONES], copies[USUAL_KINDS], zones = setup->program->zones_count;
  struct redeal redeal = {
    .sample = sample, .game = &sample->game, .truth = truth, .seat = (int)seat, .random = random
  };
  redeal.cards = usual_or_new(allocator, cards, USUAL_CARDS, all_cards(&sample->game), sizeof *cards);
  redeal.copies = usual_or_new(allocator, copies, USUAL_KINDS, most_kinds(setup->program), sizeof *copies);
  redeal.unseen = usual_or_new(allocator, unseen, USUAL_ZONES, zones, sizeof *unseen);
  redeal.sizes = usual_or_new(allocator, sizes, USUAL_ZONES, zones, sizeof *sizes);
  bool room = redeal.cards && redeal.copies && redeal.unseen && redeal.sizes;
  struct state *another = NULL;
  if (room && another_is_needed(setup)) {
    uint32_t decisions = sample->game.asks_unseen ? 0 : truth->decisions; /* how many, the seat may not know */
    redeal.another = another = another_play(sample, decisions, random);
    room = another != NULL;
  }
  if (room) make_sample(&redeal);
  memory_free(allocator, another);
  if (redeal.cards != cards) memory_free(allocator, redeal.cards);
  if (redeal.copies != copies) memory_free(allocator, redeal.copies);
  if (redeal.unseen != unseen) memory_free(allocator, redeal.unseen);
  if (redeal.sizes != sizes) memory_free(allocator, redeal.sizes);
  return room ? TRV_OK : TRV_E_MEMORY;
}

/* Nothing is left in it that the truth would tell, but what the seat knows. */
static void clean(struct game *game, uint32_t own, uint32_t seat, uint32_t random[4]) {
  struct state *state = game->state;
  memset(game->made, 0, sizeof game->made);
  game->made[seat] = own;
  if (game->asks_unseen) state->decisions = own;
  if (game->setup->program->meta->known_count) known_keep_only(game->setup, state, (int)seat);
  state->barrier = state->decisions; /* the true one may tell what others were told */
  state->trace = 0;                  /* it holds the answers of all */
  uint32_t new_seed = chance_draw(random), new_number = chance_draw(random);
  chance_seed(state->random, new_seed, new_number);
}

int trv_game_sample(trv_game *to, const trv_game *from, uint32_t seat, uint32_t seed) {
  uint32_t random[4];
  if (seat >= from->game.setup->players || to->setup != from->setup) return TRV_E_ARGUMENT;
  if (to->telling) return TRV_E_STATE;
  uint32_t own = from->game.made[seat];
  chance_seed_bot(random, seed, 0, seat, from->game.asks_unseen ? own : from->game.state->decisions);
  int status = to != from && retrace_is_needed(from, seat) ? retrace_sample(to, from, seat, random) : TRV_E_STATE;
  if (status == TRV_E_STATE) {
    game_copy_position(to, from);
    trail_end(&to->game);
    status = sample_plainly(to, from->game.state, seat, random);
  }
  if (status == TRV_OK) clean(&to->game, own, seat, random);
  return status;
}
