/* What seats were shown and can still follow: see known.h. Knows what a seat can see of a move, and nothing of code. */
#include "vm/known.h"

#include <string.h>

#include "vm/zone.h"

static const struct meta *meta_of(const struct game *game) { return game->setup->program->meta; }

static struct known_card *row_of(const struct program *p, const struct state *state, uint32_t seat) {
  size_t offset =
      (size_t)p->meta->known_offset + (size_t)seat * (size_t)p->meta->known_count * sizeof(struct known_card);
  return (struct known_card *)(uintptr_t)((const char *)state + offset);
}

static bool sees(const struct game *game, uint32_t seat, int32_t zone) {
  return zone_viewers(game->setup, zone) >> seat & 1;
}

static bool is_pile(const struct game *game, int32_t zone) {
  return game->setup->program->zones[zone].form == ZONE_PILE;
}

static uint32_t size_of(const struct game *game, int32_t zone) {
  return zone_size(game->setup->program, game->state, zone);
}

/* ---- the row of a seat ---- */

struct known_row {
  struct game *game;
  uint32_t seat;
  struct known_card *entries;
  int32_t count;
};

static struct known_row open_row(struct game *game, uint32_t seat) {
  struct known_row row = { .game = game, .seat = seat, .entries = row_of(game->setup->program, game->state, seat) };
  while (row.count < meta_of(game)->known_count && row.entries[row.count].card) row.count++;
  return row;
}

static void remove_entry(struct known_row *row, int32_t number) {
  struct known_card *entry = &row->entries[number];
  memmove(entry, entry + 1, (size_t)(row->count - number - 1) * sizeof *entry);
  row->entries[--row->count] = (struct known_card){ 0 };
}

static void add_entry(struct known_row *row, struct known_card known) {
  int32_t most = meta_of(row->game)->known_count;
  if (most == 0) return;
  if (row->count == most) remove_entry(row, 0);
  row->entries[row->count++] = known;
}

static void forget(struct known_row *row, int32_t zone) {
  for (int32_t i = row->count; i-- > 0;)
    if (row->entries[i].zone == zone) remove_entry(row, i);
}

/* The number of an entry, or -1; any position will do if it is 0, any card if that is 0. */
static int32_t find(const struct known_row *row, int32_t zone, uint32_t card, uint32_t position) {
  for (int32_t i = 0; i < row->count; i++) {
    const struct known_card *entry = &row->entries[i];
    if (entry->zone == zone && (!card || entry->card == card) && (!position || entry->position == position)) return i;
  }
  return -1;
}

/* Cards were put under a pile. */
static void lift(struct known_row *row, int32_t zone, uint32_t cards) {
  for (int32_t i = 0; i < row->count; i++)
    if (row->entries[i].zone == zone) row->entries[i].position = (uint16_t)(row->entries[i].position + cards);
}

/* An entry goes along with its card, unless the seat sees that now. */
static void carry(struct known_row *row, int32_t number, int32_t to, uint32_t position) {
  if (sees(row->game, row->seat, to)) remove_entry(row, number);
  else row->entries[number].zone = to, row->entries[number].position = (uint16_t)position;
}

/* ---- showing ---- */

/* Where the topmost copy lies in a pile, from 1 at the bottom; 0 in what is no pile. */
static uint32_t position_of(const struct game *game, int32_t kind, int32_t zone) {
  uint32_t position = is_pile(game, zone) ? size_of(game, zone) : 0;
  for (uint32_t above = 0; position > 0; above++, position--)
    if (zone_at(game->setup->program, game->state, zone, above) == kind) return position;
  return 0;
}

/* A card that is shown again may be the same one. */
void known_show(struct game *game, int32_t kind, int32_t zone, uint32_t seats) {
  uint32_t position = position_of(game, kind, zone), card = (uint32_t)kind + 1;
  for (uint32_t seat = 0; seat < game->setup->players; seat++) {
    if (!(seats >> seat & 1) || sees(game, seat, zone)) continue;
    struct known_row row = open_row(game, seat);
    if (find(&row, zone, card, position) < 0)
      add_entry(&row, (struct known_card){ (uint16_t)card, (uint16_t)position, zone });
  }
}

void known_show_all(struct game *game, int32_t zone, uint32_t seats) {
  const struct program *p = game->setup->program;
  uint32_t size = size_of(game, zone);
  for (uint32_t seat = 0; seat < game->setup->players; seat++) {
    if (!(seats >> seat & 1) || sees(game, seat, zone)) continue;
    struct known_row row = open_row(game, seat);
    forget(&row, zone);
    for (uint32_t i = size < KNOWN_MOST ? size : KNOWN_MOST; i-- > 0;) {
      uint32_t card = (uint32_t)zone_at(p, game->state, zone, i) + 1;
      add_entry(&row, (struct known_card){ (uint16_t)card, (uint16_t)(is_pile(game, zone) ? size - i : 0), zone });
    }
  }
}

/* ---- following ---- */

struct move {
  int32_t from, to;
  bool bottom;
};

static void follow_all(struct known_row *row, const struct move *move) {
  struct game *game = row->game;
  uint32_t size = size_of(game, move->from), there = size_of(game, move->to);
  bool from_pile = is_pile(game, move->from), to_pile = is_pile(game, move->to);
  if (move->from == move->to) return;
  if (to_pile && move->bottom) lift(row, move->to, size);
  for (int32_t i = row->count; i-- > 0;) {
    const struct known_card *entry = &row->entries[i];
    if (entry->zone != move->from) continue;
    if (to_pile && !from_pile && size > 1) remove_entry(row, i); /* it depends on the others how they come to lie */
    else
      carry(row, i, move->to,
            !to_pile     ? 0
            : !from_pile ? (move->bottom ? 1 : there + 1)
                         : entry->position + (move->bottom ? 0 : there));
  }
}

/* Some copies of a card leave; `kind` is looked at only if the seat sees it. */
static void follow_card(struct known_row *row, const struct move *move, int32_t kind, int32_t count) {
  struct game *game = row->game;
  bool from_pile = is_pile(game, move->from), is_seen = sees(game, row->seat, move->to);
  if (count <= 0 || (move->from == move->to && !from_pile)) return;
  if (move->from != move->to && size_of(game, move->from) == (uint32_t)count) {
    follow_all(row, move);
    return;
  }
  if (from_pile || !is_seen) forget(row, move->from);
  for (int32_t i = 0; i < count && is_seen; i++) {
    int32_t number = find(row, move->from, (uint32_t)kind + 1, 0);
    if (number < 0) break;
    remove_entry(row, number);
  }
  if (move->bottom && is_pile(game, move->to)) lift(row, move->to, (uint32_t)count);
}

static void follow_bag(struct known_row *row, const struct move *move, const uint8_t *counts) {
  uint32_t kinds = zone_kinds(&row->game->setup->program->zones[move->from]), all = 0;
  for (uint32_t kind = 0; kind < kinds; kind++) all += counts[kind];
  if (all == size_of(row->game, move->from)) follow_all(row, move);
  else
    for (uint32_t kind = 0; kind < kinds; kind++) follow_card(row, move, (int32_t)kind, counts[kind]);
}

/* From the top of a pile, one by one: whoever knew the card knows where it went. */
static void follow_draw(struct known_row *row, const struct move *move, int32_t count) {
  struct game *game = row->game;
  uint32_t left = size_of(game, move->from), there = size_of(game, move->to);
  bool lifts = move->bottom && is_pile(game, move->to);
  int32_t refill = game->setup->program->zones[move->from].refill;
  for (; count > 0 && left > 0; count--) {
    int32_t number = find(row, move->from, 0, left);
    if (move->from == move->to) there--;
    if (lifts) lift(row, move->to, 1);
    if (number >= 0) carry(row, number, move->to, !is_pile(game, move->to) ? 0 : lifts ? 1 : there + 1);
    there++;
    if (move->from != move->to) left--;
  }
  if (count <= 0 || refill < 0) return;
  uint32_t more = size_of(game, refill);
  forget(row, refill);
  forget(row, move->from);
  if (lifts) lift(row, move->to, (uint32_t)count < more ? (uint32_t)count : more);
}

static void follow_swap(struct known_row *row, const struct move *move) {
  bool alike = is_pile(row->game, move->from) == is_pile(row->game, move->to);
  for (int32_t i = row->count; i-- > 0;) {
    struct known_card entry = row->entries[i];
    if (entry.zone != move->from && entry.zone != move->to) continue;
    if (alike) carry(row, i, entry.zone == move->from ? move->to : move->from, entry.position);
    else remove_entry(row, i);
  }
}

/* A swap of which only one half is at its end: the cards that come to `from` go on from there. */
static void follow_pass(struct known_row *row, const struct move *move) {
  for (int32_t i = row->count; i-- > 0;) {
    struct known_card *entry = &row->entries[i];
    if (entry->zone == move->from) carry(row, i, move->to, entry->position);
    else if (entry->zone == move->to) entry->zone = move->from;
  }
}

static void follow_random(struct known_row *row, const struct move *move) {
  if (size_of(row->game, move->from) > 1 && sees(row->game, row->seat, move->to)) return; /* he will see which it was */
  if (size_of(row->game, move->from) > 0) follow_card(row, move, -1, 1);
}

static void follow(struct known_row *row, enum follow how, const int32_t *what, const struct move *move) {
  switch (how) {
  case FOLLOW_CARD: follow_card(row, move, what[0], 1); break;
  case FOLLOW_COUNT: follow_card(row, move, what[0], what[1]); break;
  case FOLLOW_BAG: follow_bag(row, move, (const uint8_t *)what); break;
  case FOLLOW_ALL: follow_all(row, move); break;
  case FOLLOW_DRAW: follow_draw(row, move, what[0]); break;
  case FOLLOW_RANDOM: follow_random(row, move); break;
  case FOLLOW_SHUFFLE:
    if (is_pile(row->game, move->from)) forget(row, move->from);
    break;
  case FOLLOW_PASS: follow_pass(row, move); break;
  default: follow_swap(row, move); break;
  }
}

/* A card has gone where the seat sees it; one of several, so that the others are still there. */
static void follow_seen(struct known_row *row, const struct move *move, int32_t kind) {
  if (kind < 0 || !sees(row->game, row->seat, move->to)) return;
  int32_t number = find(row, move->from, (uint32_t)kind + 1, 0);
  if (is_pile(row->game, move->from)) forget(row, move->from);
  else if (number >= 0) remove_entry(row, number);
}

void known_follow(struct game *game, enum follow how, const int32_t *what, int32_t from, int32_t to, bool bottom) {
  struct move move = { from, to, bottom };
  for (uint32_t seat = 0; seat < game->setup->players; seat++) {
    struct known_row row = open_row(game, seat);
    if (row.count == 0) continue;
    if (how == FOLLOW_SEEN) follow_seen(&row, &move, what[0]);
    else follow(&row, how, what, &move);
  }
}

/* ---- asking ---- */

/* Rows of a damaged file may hold anything. */
static bool is_there(const struct setup *setup, const struct state *state, int seat, const struct known_card *known) {
  const struct program *p = setup->program;
  if ((uint32_t)known->zone >= p->zones_count || zone_viewers(setup, known->zone) >> seat & 1) return false;
  if (p->zones[known->zone].form != ZONE_PILE) return zone_count(p, state, known->zone, known->card - 1) > 0;
  uint32_t size = zone_size(p, state, known->zone);
  return known->position > 0 && known->position <= size &&
         zone_at(p, state, known->zone, size - known->position) == known->card - 1;
}

bool known_at(const struct setup *setup, const struct state *state, int seat, uint32_t number,
              struct known_card *known) {
  const struct program *p = setup->program;
  if (seat < 0) return false;
  const struct known_card *row = row_of(p, state, (uint32_t)seat);
  for (int32_t i = 0; i < p->meta->known_count && row[i].card; i++) {
    if (!is_there(setup, state, seat, &row[i]) || number-- > 0) continue;
    *known = row[i];
    return true;
  }
  return false;
}

void known_keep_only(const struct setup *setup, struct state *state, int seat) {
  const struct program *p = setup->program;
  for (uint32_t other = 0; other < setup->players; other++)
    if ((int)other != seat)
      memset(row_of(p, state, other), 0, (size_t)p->meta->known_count * sizeof(struct known_card));
}
