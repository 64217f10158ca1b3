/* What moved between two positions of a game, as a seat sees it.
 *
 * Positions are compared, not histories: what came and went in between is not told. Which card it is, a seat is told only if
 * it sees one of the two zones; of what goes from one zone that it does not see to another, it is told no more than follows
 * from how many cards each of them holds, which everybody sees. */
#include <string.h>

#include "vm/api.h"

struct moved_zone {
  int32_t zone;
  bool seen;
  int32_t hidden; /* cards that left (less than 0) or came, apart from those that were told */
};

struct moved_search {
  trv_game *before, *after;
  const struct setup *setup;
  int seat;
  const trv_allocator *allocator;
  struct moved_zone *zones; /* of one deck, those that are different now */
  int32_t zone_count;
  int32_t *counts; /* for each of them and each kind: how many came */
  struct text from, to;
  bool (*each)(void *context, const trv_moved *moved);
  void *context;
  bool stopped;
};

static bool differs(const struct moved_search *search, int32_t zone) {
  const struct zone *z = &search->setup->program->zones[zone];
  return memcmp((const char *)search->before->game.state + z->offset,
                (const char *)search->after->game.state + z->offset, (size_t)z->bytes) != 0;
}

/* Zones of seats that do not play hold nothing, or what nobody ever sees. */
static void find_zones(struct moved_search *search, int32_t deck) {
  const struct program *p = search->setup->program;
  search->zone_count = 0;
  for (uint32_t i = 0; i < p->zones_count; i++) {
    const struct zone *zone = &p->zones[i];
    if (zone->deck != deck || !differs(search, (int32_t)i)) continue;
    bool seen = zone->decl >= 0 && place_seen_by(search->setup->zone_seen[zone->decl], zone->owner, search->seat);
    search->zones[search->zone_count++] = (struct moved_zone){ (int32_t)i, seen, 0 };
  }
}

static bool count_cards(struct moved_search *search, int32_t kinds) {
  const struct program *p = search->setup->program;
  search->counts = memory_new(search->allocator, (size_t)search->zone_count * (size_t)kinds, sizeof *search->counts);
  if (!search->counts) return false;
  for (int32_t i = 0; i < search->zone_count; i++)
    for (int32_t kind = 0; kind < kinds; kind++)
      search->counts[(size_t)i * (size_t)kinds + (size_t)kind] =
          (int32_t)zone_count(p, search->after->game.state, search->zones[i].zone, kind) -
          (int32_t)zone_count(p, search->before->game.state, search->zones[i].zone, kind);
  return true;
}

/* ---- telling ---- */

struct zone_words {
  const struct setup *setup;
  int32_t zone;
};

static void write_index(void *context, struct text_sink *sink) {
  const struct zone_words *words = context;
  const struct program *p = words->setup->program;
  const struct zone_decl *decl = &p->zone_decls[p->zones[words->zone].decl];
  struct place place;
  if (!place_of(words->setup, decl->dim_type, decl->dims, words->zone - decl->first, &place)) return;
  for (int32_t d = 0; d < place.dims; d++) {
    if (d > 0) sink_text(sink, ", ");
    text_value_label(p, decl->dim_type[d], &place.index[d], sink);
  }
}

static trv_moved_place tell_place(const struct moved_search *search, int32_t zone, struct text *index) {
  const struct program *p = search->setup->program;
  struct zone_words words = { search->setup, zone };
  text_clear(index);
  if (p->zones[zone].decl < 0) return (trv_moved_place){ "", "", -1 };
  sink_append(index, write_index, &words);
  return (trv_moved_place){ program_text(p, p->zone_decls[p->zones[zone].decl].name), text_get(index),
                            p->zones[zone].owner };
}

/* `kind` -1: the seat does not see which. */
static void tell(struct moved_search *search, int32_t from, int32_t to, int32_t kind, int32_t count) {
  const struct program *p = search->setup->program;
  const struct type_desc *type = &p->types[p->decks[p->zones[from].deck].type];
  trv_moved moved = { .from = tell_place(search, from, &search->from),
                      .to = tell_place(search, to, &search->to),
                      .deck = program_text(p, p->decks[p->zones[from].deck].name),
                      .card = kind >= 0 ? program_text(p, p->ints[type->names + kind]) : "",
                      .label = kind >= 0 ? program_text(p, p->ints[type->labels + kind]) : "",
                      .count = (uint32_t)count };
  if (!search->stopped) search->stopped = !search->each(search->context, &moved);
}

static int32_t lesser(int32_t left, int32_t right) { return left < right ? left : right; }

/* Cards of one kind, from the zones that have fewer of them to those that have more. */
static void pair_kind(struct moved_search *search, int32_t kinds, int32_t kind) {
  for (int32_t from = 0, to = 0; from < search->zone_count; from++) {
    int32_t *left = &search->counts[(size_t)from * (size_t)kinds + (size_t)kind];
    for (; *left < 0 && to < search->zone_count; to++) {
      int32_t *came = &search->counts[(size_t)to * (size_t)kinds + (size_t)kind];
      if (*came <= 0) continue;
      int32_t count = lesser(-*left, *came);
      bool seen = search->zones[from].seen || search->zones[to].seen;
      if (seen) tell(search, search->zones[from].zone, search->zones[to].zone, kind, count);
      else search->zones[from].hidden -= count, search->zones[to].hidden += count;
      *left += count;
      *came -= count;
      if (*came > 0) break;
    }
  }
}

static void pair_hidden(struct moved_search *search) {
  for (int32_t from = 0; from < search->zone_count; from++)
    for (int32_t to = 0; to < search->zone_count && search->zones[from].hidden < 0; to++) {
      if (search->zones[to].hidden <= 0) continue;
      int32_t count = lesser(-search->zones[from].hidden, search->zones[to].hidden);
      tell(search, search->zones[from].zone, search->zones[to].zone, -1, count);
      search->zones[from].hidden += count;
      search->zones[to].hidden -= count;
    }
}

static bool search_deck(struct moved_search *search, int32_t deck) {
  int32_t kinds = search->setup->program->decks[deck].kinds;
  find_zones(search, deck);
  if (search->zone_count < 2) return true;
  if (!count_cards(search, kinds)) return false;
  for (int32_t kind = 0; kind < kinds && !search->stopped; kind++) pair_kind(search, kinds, kind);
  if (!search->stopped) pair_hidden(search);
  memory_free(search->allocator, search->counts);
  return true;
}

int trv_moved_each(trv_game *before, trv_game *after, int seat, bool (*each)(void *context, const trv_moved *moved),
                   void *context) {
  const struct setup *setup = after->game.setup;
  const trv_allocator *allocator = game_allocator(after);
  if (before->setup != after->setup || seat < -1 || seat >= (int)setup->players) return TRV_E_ARGUMENT;
  struct moved_search search = { .before = before,
                                 .after = after,
                                 .setup = setup,
                                 .seat = seat,
                                 .allocator = allocator,
                                 .from = memory_text(allocator),
                                 .to = memory_text(allocator),
                                 .each = each,
                                 .context = context };
  search.zones = memory_new(allocator, setup->program->zones_count + (size_t)1, sizeof *search.zones);
  bool fine = search.zones != NULL;
  before->telling++;
  after->telling++;
  for (uint32_t deck = 0; deck < setup->program->decks_count && fine && !search.stopped; deck++)
    fine = search_deck(&search, (int32_t)deck);
  before->telling--;
  after->telling--;
  fine = fine && !search.from.failed && !search.to.failed;
  memory_free(allocator, search.zones);
  text_free(&search.from);
  text_free(&search.to);
  return fine ? TRV_OK : TRV_E_MEMORY;
}
