/* Samples: a position that a seat cannot tell from the present one, for bots that must not peek.
 *
 * The cards of each deck that lie where the seat does not see them are collected, shuffled and dealt back, every place
 * keeping its size. Of a deck that each player has a set of, cards stay with the owner of their place, since nobody
 * can hold the cards of another. A deck that starts in a zone named by a field of its cards has different backs: the
 * cards in each of those zones are redealt among themselves. The box stays as it is: what was left out of the game is
 * known to all. Variables and answers are guessed (guess.c). Chance is reseeded, or a bot would know the next roll.
 *
 * A sample depends on what the seat knows and on nothing else: from two positions that the seat cannot tell apart, the
 * same seed makes the same sample. Only local variables and parameters of running rules stay as they are. */
#include <string.h>

#include "vm/api.h"

/* Bots sample thousands of times a turn: no memory is asked for unless a game is very large. */
enum { USUAL_CARDS = 1024, USUAL_ZONES = 512, USUAL_KINDS = 512 };
enum { ATTEMPTS = 64 }; /* to make a position that does not turn out to be impossible */

struct redeal {
  struct game *game;
  int seat;
  uint32_t random[4];
  int32_t *cards; /* being redealt */
  uint32_t count;
  uint32_t *copies; /* how many cards of each kind they are */
  int32_t *unseen;  /* zones whose cards the seat does not see */
  uint32_t *sizes;  /* of each of them */
  uint32_t unseen_count;
};

static bool is_unseen(const struct redeal *redeal, int32_t zone) {
  const struct setup *setup = redeal->game->setup;
  const struct zone *z = &setup->program->zones[zone];
  if (z->decl < 0 || place_is_box(setup->program, zone)) return false;
  return !place_seen_by(setup->zone_seen[z->decl], z->owner, redeal->seat);
}

/* Zones whose cards are redealt among each other. */
struct group {
  int32_t deck;
  int32_t owner;  /* whose zones; -2: no matter whose */
  int32_t zone;   /* this one alone; -1: all but those of `sorted` */
  int32_t sorted; /* declaration of zones that are redealt alone, or -1 */
};

/* The declaration of the zones that a field of the deck's cards sorts them into, or -1. */
static int32_t sorted_zones(const struct program *p, const struct deck *deck) {
  for (int32_t kind = 1; !deck->each_player && kind < deck->kinds; kind++)
    if (p->ints[deck->homes + kind] != p->ints[deck->homes]) return p->zones[p->ints[deck->homes]].decl;
  return -1;
}

static bool takes_part(const struct redeal *redeal, int32_t zone, const struct group *group) {
  const struct program *p = redeal->game->setup->program;
  if (p->zones[zone].deck != group->deck) return false;
  if (group->zone >= 0) return zone == group->zone;
  bool alone = p->zones[zone].decl == group->sorted;
  return !alone && (group->owner == -2 || p->zones[zone].owner == group->owner);
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

/* Collects the cards of a zone, and counts them. */
static uint32_t collect(struct redeal *redeal, int32_t zone) {
  struct game *game = redeal->game;
  uint32_t size = zone_size(game->setup->program, game->state, zone);
  zone_list(game->setup->program, game->state, zone, false, redeal->cards, size);
  for (uint32_t i = 0; i < size; i++) {
    redeal->copies[redeal->cards[i]]++;
    zone_take(game, zone, redeal->cards[i]);
  }
  return size;
}

/* Puts the collected cards in table order: where they go must not depend on where they lay. */
static void sort_cards(struct redeal *redeal, int32_t kinds) {
  redeal->count = 0;
  for (int32_t kind = 0; kind < kinds; kind++)
    for (uint32_t i = 0; i < redeal->copies[kind]; i++) redeal->cards[redeal->count++] = kind;
}

static void redeal_group(struct redeal *redeal, const struct group *group) {
  int32_t kinds = redeal->game->setup->program->decks[group->deck].kinds;
  memset(redeal->copies, 0, (size_t)kinds * sizeof *redeal->copies);
  for (uint32_t i = 0; i < redeal->unseen_count; i++)
    redeal->sizes[i] = takes_part(redeal, redeal->unseen[i], group) ? collect(redeal, redeal->unseen[i]) : 0;
  sort_cards(redeal, kinds);
  shuffle(redeal);
  uint32_t next = 0;
  for (uint32_t i = 0; i < redeal->unseen_count; i++) {
    for (uint32_t card = 0; card < redeal->sizes[i]; card++) deal_card(redeal, redeal->unseen[i], next++);
  }
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
    int32_t sorted = sorted_zones(setup->program, deck);
    for (int32_t z = 0; sorted >= 0 && z < (int32_t)setup->program->zones_count; z++)
      if (setup->program->zones[z].decl == sorted) redeal_group(redeal, &(struct group){ d, -2, z, sorted });
    if (!deck->each_player) {
      redeal_group(redeal, &(struct group){ d, -2, -1, sorted });
      continue;
    }
    for (int32_t owner = -1; owner < (int32_t)setup->players; owner++)
      redeal_group(redeal, &(struct group){ d, owner, -1, sorted });
  }
}

static size_t most_kinds(const struct program *p) {
  int32_t most = 0;
  for (uint32_t d = 0; d < p->decks_count; d++)
    if (p->decks[d].kinds > most) most = p->decks[d].kinds;
  return (size_t)most;
}

/* The game is a copy of the present one. */
static void make_sample(struct redeal *redeal) {
  struct state *state = redeal->game->state;
  struct guess guess = { redeal->game, redeal->seat, redeal->random };
  uint32_t barrier = state->barrier, attempt = 1;
  for (int32_t z = 0; z < (int32_t)redeal->game->setup->program->zones_count; z++)
    if (is_unseen(redeal, z)) redeal->unseen[redeal->unseen_count++] = z;
  redeal_all(redeal);
  for (; !guess_hidden(&guess, attempt == ATTEMPTS) && attempt < ATTEMPTS; attempt++) redeal_all(redeal);
  state->barrier = barrier;
  state->trace = 0; /* it holds the answers of all */
  uint32_t new_seed = chance_draw(redeal->random), new_number = chance_draw(redeal->random);
  chance_seed(state->random, new_seed, new_number);
}

/* Where the memory for `count` of something comes from: `usual`, when there is room. */
static void *usual_or_new(const trv_allocator *allocator, void *usual, size_t room, size_t count, size_t size) {
  return count <= room ? usual : memory_new(allocator, count, size);
}

int trv_game_sample(trv_game *to, const trv_game *from, uint32_t seat, uint32_t seed) {
  const struct setup *setup = from->game.setup;
  const trv_allocator *allocator = game_allocator(to);
  int32_t cards[USUAL_CARDS], unseen[USUAL_ZONES];
  uint32_t sizes[USUAL_ZONES], copies[USUAL_KINDS], zones = setup->program->zones_count;
  if (seat >= setup->players || to->setup != from->setup) return TRV_E_ARGUMENT;
  trv_game_copy(to, from);
  struct redeal redeal = { .game = &to->game, .seat = (int)seat };
  redeal.cards = usual_or_new(allocator, cards, USUAL_CARDS, all_cards(&to->game), sizeof *cards);
  redeal.copies = usual_or_new(allocator, copies, USUAL_KINDS, most_kinds(setup->program), sizeof *copies);
  redeal.unseen = usual_or_new(allocator, unseen, USUAL_ZONES, zones, sizeof *unseen);
  redeal.sizes = usual_or_new(allocator, sizes, USUAL_ZONES, zones, sizeof *sizes);
  bool room = redeal.cards && redeal.copies && redeal.unseen && redeal.sizes;
  if (room) {
    chance_seed_bot(redeal.random, seed, 0, seat, to->game.state->decisions);
    make_sample(&redeal);
  }
  if (redeal.cards != cards) memory_free(allocator, redeal.cards);
  if (redeal.copies != copies) memory_free(allocator, redeal.copies);
  if (redeal.unseen != unseen) memory_free(allocator, redeal.unseen);
  if (redeal.sizes != sizes) memory_free(allocator, redeal.sizes);
  return room ? TRV_OK : TRV_E_MEMORY;
}
