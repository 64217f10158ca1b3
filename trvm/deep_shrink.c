/* The shortest game that still shows a finding: delta debugging on the list of choices.
 *
 * A game is its table, its seed and its choices. Pieces of the list are left out, halves first, then ever smaller ones;
 * what is left is played again (a choice that is not there any more is taken as one that is) and kept if the same fault
 * shows, with what was really chosen up to it. Before that, short games at random are tried at the simplest table and at
 * the finding's own: they often show the same fault early. Work is bounded by a number of replayed decisions, not by time,
 * so that the result is the same everywhere. */
#include <stdlib.h>
#include <string.h>

#include "trvm/deep.h"

enum {
  MOST_WORK = 1500000, /* decisions */
  LEAK_WORK = 400,     /* what a test for a leak counts as */
  OWN_TRIES = 150,
  PLAIN_SEEDS = 5,
};

struct shrink {
  const struct deep_tables *tables;
  struct deep_finding *finding;
  trv_game *game, *other;
  uint32_t table; /* that the two belong to */
  uint64_t work;
  struct deep_game shown; /* the game that was played last, up to the fault */
  char *message;          /* of the fault it showed; owned */
};

static bool sit_down(struct shrink *shrink, uint32_t table) {
  if (shrink->game && shrink->table == table) return true;
  trv_game_free(shrink->game);
  trv_game_free(shrink->other);
  shrink->game = shrink->other = NULL;
  shrink->table = table;
  return trv_game_new(shrink->tables->items[table].setup, &shrink->game) == TRV_OK &&
         trv_game_new(shrink->tables->items[table].setup, &shrink->other) == TRV_OK;
}

/* ---- whether a game shows the fault ---- */

static bool is_same(struct shrink *shrink, struct deep_finding *seen) {
  bool same = seen->kind == shrink->finding->kind && strcmp(seen->key, shrink->finding->key) == 0;
  free(seen->key);
  free(shrink->message);
  shrink->message = seen->message;
  return same;
}

static bool leaks_here(struct shrink *shrink) {
  struct deep_finding seen;
  trv_choice_info choice;
  if (trv_game_choice(shrink->game, &choice) != TRV_OK || strcmp(choice.name, shrink->finding->key) != 0) return false;
  shrink->work += LEAK_WORK;
  return deep_leak(shrink->game, shrink->other, shrink->finding->redeal, &seen) && is_same(shrink, &seen);
}

static bool shows_here(struct shrink *shrink) {
  struct deep_finding seen;
  enum deep_kind kind = shrink->finding->kind;
  if (kind == DEEP_LEAK) return leaks_here(shrink);
  if (shrink->finding->unanswered) return deep_unanswered(shrink->game, &seen) && is_same(shrink, &seen);
  if (kind != DEEP_INVARIANT && trv_game_status(shrink->game) == TRV_CHOICE) return false;
  return deep_fault(shrink->game, &seen) && is_same(shrink, &seen);
}

/* Plays the game; true if the fault shows on the way, and then `shown` is the game up to it. Beyond its choices a game
 * goes on at random for `more` decisions. */
static bool shows(struct shrink *shrink, const struct deep_game *game, uint32_t more) {
  if (!sit_down(shrink, game->table)) return false;
  int status = trv_game_start(shrink->game, game->seed, 0);
  shrink->shown.table = game->table;
  shrink->shown.seed = game->seed;
  shrink->shown.count = 0;
  for (uint32_t i = 0; !shows_here(shrink); i++) {
    trv_choice_info choice;
    if (status != TRV_CHOICE || i >= game->count + more || trv_game_choice(shrink->game, &choice) != TRV_OK)
      return false;
    uint32_t index = i < game->count ? game->choices[i] % choice.options
                                     : trv_random_choice(game->seed, 0, choice.seat, choice.decision, choice.options);
    deep_game_add(&shrink->shown, index);
    status = trv_choose(shrink->game, index);
    shrink->work++;
  }
  return true;
}

/* ---- faults that one position shows ---- */

static void keep_shown(struct shrink *shrink) {
  free(shrink->finding->game.choices);
  free(shrink->finding->message);
  shrink->finding->message = shrink->message;
  shrink->message = NULL;
  deep_game_copy(&shrink->finding->game, &shrink->shown);
}

/* Random games no longer than the best so far. */
static void try_other_games(struct shrink *shrink) {
  for (uint32_t i = 0; i < 2 * OWN_TRIES && shrink->work < MOST_WORK / 2; i++) {
    struct deep_game *best = &shrink->finding->game;
    struct deep_game fresh = { .table = i < OWN_TRIES ? 0 : best->table, .seed = 1 + i % OWN_TRIES };
    if (best->count == 0) return;
    bool simpler = best->table != 0 && fresh.table == 0;
    if (shows(shrink, &fresh, simpler ? best->count : best->count - 1)) keep_shown(shrink);
  }
}

/* Leaves out `length` choices from `start`; true if the fault still shows and the game became shorter. */
static bool try_without(struct shrink *shrink, uint32_t start, uint32_t length) {
  const struct deep_game *best = &shrink->finding->game;
  struct deep_game less;
  deep_game_copy(&less, best);
  memmove(less.choices + start, less.choices + start + length, (best->count - start - length) * sizeof *less.choices);
  less.count -= length;
  bool better = shows(shrink, &less, 0) && shrink->shown.count < best->count;
  free(less.choices);
  if (better) keep_shown(shrink);
  return better;
}

static void leave_out(struct shrink *shrink) {
  const struct deep_game *best = &shrink->finding->game;
  for (uint32_t length = best->count; length > 0; length /= 2) {
    for (uint32_t start = 0; start + length <= best->count && shrink->work < MOST_WORK;)
      if (!try_without(shrink, start, length)) start += length;
  }
}

/* The first option is the plainest choice. */
static void take_first_options(struct shrink *shrink) {
  for (uint32_t i = 0; i < shrink->finding->game.count && shrink->work < MOST_WORK; i++) {
    struct deep_game plain;
    if (shrink->finding->game.choices[i] == 0) continue;
    deep_game_copy(&plain, &shrink->finding->game);
    plain.choices[i] = 0;
    if (shows(shrink, &plain, 0) && shrink->shown.count <= shrink->finding->game.count) keep_shown(shrink);
    free(plain.choices);
  }
}

/* The same choices at the simplest table, and with the first seeds. */
static void try_plain_start(struct shrink *shrink) {
  for (uint32_t i = 0; i < 2 * PLAIN_SEEDS; i++) {
    struct deep_game plain;
    deep_game_copy(&plain, &shrink->finding->game);
    plain.table = i < PLAIN_SEEDS ? 0 : plain.table;
    plain.seed = 1 + i % PLAIN_SEEDS;
    bool plainer = plain.table < shrink->finding->game.table || plain.seed < shrink->finding->game.seed;
    bool better = plainer && shows(shrink, &plain, 0) && shrink->shown.count <= plain.count;
    free(plain.choices);
    if (better) keep_shown(shrink);
    if (better && i < PLAIN_SEEDS) return;
  }
}

static void shrink_position(struct shrink *shrink) {
  try_other_games(shrink);
  uint32_t before;
  do {
    before = shrink->finding->game.count;
    leave_out(shrink);
    take_first_options(shrink);
  } while (shrink->finding->game.count < before && shrink->work < MOST_WORK);
  try_plain_start(shrink);
}

/* ---- games without end: a way back to the same position ---- */

struct seen_position {
  uint64_t hash;
  uint32_t decision;
};

static int by_hash(const void *left, const void *right) {
  const struct seen_position *a = left, *b = right;
  if (a->hash != b->hash) return a->hash > b->hash ? 1 : -1;
  return (a->decision > b->decision) - (a->decision < b->decision);
}

/* The first return to an earlier position in the game, as the number of choices up to it, and from where on. */
static bool find_return(struct shrink *shrink, uint32_t *from, uint32_t *to) {
  const struct deep_game *game = &shrink->finding->game;
  struct seen_position *seen = need_memory(NULL, (game->count + 1) * sizeof *seen);
  uint32_t count = 0;
  *to = UINT32_MAX;
  if (!sit_down(shrink, game->table)) {
    free(seen);
    return false;
  }
  int status = trv_game_start(shrink->game, game->seed, 0);
  while (status == TRV_CHOICE && count <= game->count) {
    seen[count] = (struct seen_position){ trv_game_hash(shrink->game, false), count };
    if (count == game->count) break;
    status = trv_choose(shrink->game, game->choices[count++]);
  }
  qsort(seen, count, sizeof *seen, by_hash);
  for (uint32_t i = 1; i < count; i++) {
    if (seen[i].hash != seen[i - 1].hash || seen[i].decision >= *to) continue;
    *from = seen[i - 1].decision;
    *to = seen[i].decision;
  }
  free(seen);
  return *to != UINT32_MAX;
}

/* Whether the last `cycle` choices lead back to where they began. */
static bool returns(struct shrink *shrink, const struct deep_game *game, uint32_t cycle) {
  uint64_t hash = 0;
  if (!sit_down(shrink, game->table)) return false;
  int status = trv_game_start(shrink->game, game->seed, 0);
  for (uint32_t i = 0; i < game->count; i++) {
    trv_choice_info choice;
    if (status != TRV_CHOICE || trv_game_choice(shrink->game, &choice) != TRV_OK) return false;
    if (i == game->count - cycle) hash = trv_game_hash(shrink->game, false);
    if (game->choices[i] >= choice.options) return false;
    status = trv_choose(shrink->game, game->choices[i]);
    shrink->work++;
  }
  return status == TRV_CHOICE && trv_game_hash(shrink->game, false) == hash;
}

static bool try_returning(struct shrink *shrink, uint32_t start, uint32_t length) {
  struct deep_finding *finding = shrink->finding;
  struct deep_game less;
  deep_game_copy(&less, &finding->game);
  memmove(less.choices + start, less.choices + start + length, (less.count - start - length) * sizeof *less.choices);
  less.count -= length;
  uint32_t lead = finding->game.count - finding->cycle;
  uint32_t cycle = start < lead ? finding->cycle : finding->cycle - length;
  if (cycle == 0 || !returns(shrink, &less, cycle)) {
    free(less.choices);
    return false;
  }
  free(finding->game.choices);
  finding->game = less;
  finding->cycle = cycle;
  return true;
}

/* Pieces are left out of the way there and of the way round, never across both. */
static void shrink_endless(struct shrink *shrink) {
  struct deep_finding *finding = shrink->finding;
  uint32_t from, to;
  if (!find_return(shrink, &from, &to)) return;
  finding->game.count = to;
  finding->cycle = to - from;
  for (uint32_t length = to; length > 0; length /= 2) {
    for (uint32_t start = 0; start + length <= finding->game.count && shrink->work < MOST_WORK;) {
      uint32_t lead = finding->game.count - finding->cycle;
      bool across = start < lead && start + length > lead;
      if (across || !try_returning(shrink, start, length)) start += across ? 1 : length;
    }
  }
}

void deep_shrink(const struct deep_tables *tables, struct deep_finding *finding) {
  struct shrink shrink = { .tables = tables, .finding = finding };
  if (finding->kind == DEEP_OVER_LIMIT) shrink_endless(&shrink);
  else shrink_position(&shrink);
  trv_game_free(shrink.game);
  trv_game_free(shrink.other);
  free(shrink.shown.choices);
  free(shrink.message);
}
