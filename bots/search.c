/* The opponent `search`: a tree search by sampling, over what its seat knows.
 *
 * Every round deals anew what is hidden, and walks down the tree. Where it meets options that were not tried, it tries
 * them: where the game has `value of p`, each of them, judged at once, and goes on with the best of all unless all are
 * new; otherwise one of them, played on at random to the end. The rewards of the best new one go to every option on the
 * way. All rounds share one tree, whose nodes are options, whatever chance brought (information set search with a single
 * observer).
 *
 * A playout is one option tried. The option with the most playouts is taken. All memory is made at the start; the same
 * seed and number of playouts give the same choice. */
#include "bots/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "bots/fuel.h"

enum {
  DEPTH = 64,        /* of the tree */
  ROLL_LIMIT = 1000, /* decisions at random after which a game is judged as it stands */
  DEFAULT_PLAYOUTS = 1000,
  MOST_PLAYOUTS = 10000000,
  MOST_MILLISECONDS = 600000,
  NODES_PER_MILLISECOND = 200, /* room for a budget of time; without room the tree no longer grows */
  MOST_NODES = 4000000,
  SPARE_NODES = 1000, /* the last round may try more options than the budget has left */
};

struct searcher {
  uint32_t playouts, milliseconds; /* the budget: one of them, the other is 0 */
  uint32_t spent;                  /* playouts of this turn */
  struct timespec deadline;
  struct bot_fuel fuel;
  const volatile sig_atomic_t *cancel; /* bot_place.cancel */
  trv_game *game, *trial;
  trv_options *options; /* of `game` */
  struct search_tree tree;
  struct judge judge;
  uint64_t random; /* of its own, see base/random.h */
};

/* Whatever is left of playouts or of time. */
static bool may_go_on(const struct searcher *s) { return !(s->cancel && *s->cancel) && fuel_is_left(&s->fuel); }

/* ---- rounds ---- */

struct step {
  uint32_t node, seat;
};

static void reward_path(struct searcher *s, const struct step *path, uint32_t depth, const uint32_t *rewards) {
  for (uint32_t i = 0; i < depth; i++) {
    s->tree.nodes[path[i].node].visits++;
    s->tree.nodes[path[i].node].sum += rewards[path[i].seat];
  }
}

static uint32_t decide_at_random(void *context, uint32_t seat, uint32_t decision, uint32_t options) {
  (void)seat, (void)decision;
  return random_below(context, options);
}

/* One playout: takes the option on a copy of the position, judges what comes of it, makes its node. */
static void try_option(struct searcher *s, uint32_t node, uint32_t option, uint32_t seat, uint32_t *rewards) {
  trv_game_copy(s->trial, s->game);
  trv_options_choose(s->options, s->trial, option);
  if (!s->judge.estimated && trv_game_status(s->trial) == TRV_CHOICE)
    fuel_play(&s->fuel, s->trial, decide_at_random, &s->random, ROLL_LIMIT);
  judge_rewards(&s->judge, s->trial, rewards);
  s->spent++;
  uint32_t added = tree_add(&s->tree, node, tree_key(s->options, option, seat));
  if (added) reward_path(s, &(struct step){ added, seat }, 1, rewards);
}

/* Tries the options that have no node yet: all of them where they are judged at once, or else one. Gives the rewards of
 * the best of them. True when the round ends here: chance brings new options again and again, and how good the new ones
 * are says nothing of a position that has better ones. */
static bool try_new(struct searcher *s, uint32_t node, uint32_t count, uint32_t seat, uint32_t *best) {
  uint32_t cursor = 0, seen = 0, pick = 0;
  for (uint32_t option = 0; option < count; option++) {
    uint32_t rewards[TRV_MOST_PLAYERS];
    if (seen && s->judge.estimated && !may_go_on(s)) return true;
    if (tree_find(&s->tree, node, tree_key(s->options, option, seat), &cursor)) continue;
    if (!s->judge.estimated) {
      if (random_below(&s->random, ++seen) == 0) pick = option;
      continue;
    }
    try_option(s, node, option, seat, rewards);
    if (seen++ == 0 || rewards[seat] > best[seat]) memcpy(best, rewards, sizeof rewards);
  }
  if (seen && !s->judge.estimated) try_option(s, node, pick, seat, best);
  return s->judge.estimated ? seen == count : seen > 0;
}

static void play_round(struct searcher *s) {
  struct step path[DEPTH];
  uint32_t depth = 0, node = 0;
  uint32_t rewards[TRV_MOST_PLAYERS];
  int count = trv_options_find(s->options, s->game);
  for (;;) {
    int seat = trv_game_chooser(s->game);
    if (count <= 0 || depth == DEPTH || (depth && !may_go_on(s))) {
      judge_rewards(&s->judge, s->game, rewards);
      s->spent++;
      break;
    }
    if (try_new(s, node, (uint32_t)count, (uint32_t)seat, rewards)) break;
    uint32_t option = tree_pick(&s->tree, node, s->options, (uint32_t)count, (uint32_t)seat, &node);
    count = trv_options_advance(s->options, s->game, option);
    path[depth++] = (struct step){ node, (uint32_t)seat };
  }
  reward_path(s, path, depth, rewards);
}

/* ---- a turn ---- */

static void set_deadline(struct searcher *s) {
  clock_gettime(CLOCK_MONOTONIC, &s->deadline);
  s->deadline.tv_sec += (time_t)(s->milliseconds / 1000);
  s->deadline.tv_nsec += (long)(s->milliseconds % 1000) * 1000000L;
  if (s->deadline.tv_nsec < 1000000000) return;
  s->deadline.tv_nsec -= 1000000000;
  s->deadline.tv_sec++;
}

static bool has_budget(const struct searcher *s) {
  struct timespec now;
  if (!may_go_on(s)) return false;
  if (s->playouts) return s->spent < s->playouts;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec < s->deadline.tv_sec || (now.tv_sec == s->deadline.tv_sec && now.tv_nsec < s->deadline.tv_nsec);
}

/* A time ends by itself. */
static uint64_t fuel_of(const struct searcher *s) {
  uint64_t fuel = s->playouts * FUEL_OF_PLAYOUT;
  return s->milliseconds ? UINT64_MAX / 2 : fuel > FUEL_OF_ANSWER ? fuel : FUEL_OF_ANSWER;
}

static bool think(struct searcher *s, const trv_game *game, const struct bot_turn *turn) {
  s->random = ((uint64_t)turn->seed << 32 | turn->number) ^ ((uint64_t)turn->decision << 8 | turn->seat) << 20;
  s->spent = 0;
  tree_clear(&s->tree);
  fuel_begin(&s->fuel, fuel_of(s));
  if (s->milliseconds) set_deadline(s);
  if (trv_game_sample(s->game, game, turn->seat, (uint32_t)(random_split(&s->random) >> 32)) != TRV_OK) return false;
  judge_begin(&s->judge, s->game);
  do {
    play_round(s);
  } while (has_budget(s) &&
           trv_game_sample(s->game, game, turn->seat, (uint32_t)(random_split(&s->random) >> 32)) == TRV_OK);
  return true;
}

/* By playouts; of equally many, by rewards. */
static bool is_better(const struct ranked *option, const struct ranked *other) {
  return option->playouts != other->playouts ? option->playouts > other->playouts : option->reward > other->reward;
}

/* Puts an option among the best so far. */
static size_t rank_option(struct ranked *best, size_t count, size_t most, struct ranked option) {
  size_t place = count;
  while (place > 0 && is_better(&option, &best[place - 1])) place--;
  if (place == most) return count;
  if (count < most) count++;
  memmove(best + place + 1, best + place, (count - place - 1) * sizeof *best);
  best[place] = option;
  return count;
}

size_t search_rank(void *self, trv_game *game, const struct bot_turn *turn, struct ranked *best, size_t most) {
  struct searcher *s = self;
  uint32_t cursor = 0;
  size_t count = 0;
  if (!think(s, game, turn)) return 0;
  int options = trv_options_find(s->options, game);
  for (int option = 0; option < options; option++) {
    uint32_t found = tree_find(&s->tree, 0, tree_key(s->options, (uint32_t)option, turn->seat), &cursor);
    if (!found) continue;
    const struct node *node = &s->tree.nodes[found];
    count = rank_option(best, count, most,
                        (struct ranked){ (uint32_t)option, node->visits, (uint32_t)(node->sum / node->visits) });
  }
  return count;
}

uint32_t search_spent(const void *self) {
  const struct searcher *s = self;
  uint32_t spent = 0;
  for (uint32_t n = s->tree.nodes[0].below; n; n = s->tree.nodes[n].next) spent += s->tree.nodes[n].visits;
  return spent;
}

static uint32_t choose(void *self, trv_game *game, const struct bot_turn *turn) {
  struct ranked best = { 0 };
  if (turn->options > 1) search_rank(self, game, turn, &best, 1);
  return best.option;
}

/* ---- starting ---- */

/* "1000" or "50ms"; nothing: the usual budget. */
static bool read_budget(struct searcher *s, const char *text) {
  char *end;
  if (!*text) {
    s->playouts = DEFAULT_PLAYOUTS;
    return true;
  }
  unsigned long number = strtoul(text, &end, 10);
  bool time = strcmp(end, "ms") == 0;
  if (*text < '0' || *text > '9' || number < 1 || number > (time ? MOST_MILLISECONDS : MOST_PLAYOUTS)) return false;
  if (time) s->milliseconds = (uint32_t)number;
  else s->playouts = (uint32_t)number;
  return time || !*end;
}

static void end(void *self) {
  struct searcher *s = self;
  trv_game_free(s->game);
  trv_game_free(s->trial);
  trv_options_free(s->options);
  free(s->tree.nodes);
  free(s);
}

static bool make_room(struct searcher *s, const trv_setup *setup) {
  uint64_t wanted = s->playouts ? s->playouts : (uint64_t)s->milliseconds * NODES_PER_MILLISECOND;
  s->tree.room = (uint32_t)(wanted < MOST_NODES ? wanted : MOST_NODES) + SPARE_NODES;
  s->tree.nodes = malloc(s->tree.room * sizeof *s->tree.nodes);
  return s->tree.nodes && trv_game_new(setup, &s->game) == TRV_OK && trv_game_new(setup, &s->trial) == TRV_OK &&
         trv_options_new(setup, &s->options) == TRV_OK;
}

static void *start(const struct bot_place *place) {
  struct searcher *s = calloc(1, sizeof *s);
  bool budget = s && read_budget(s, place->argument);
  if (budget && make_room(s, place->setup)) {
    tree_begin(&s->tree);
    s->cancel = place->cancel;
    s->fuel = (struct bot_fuel){ .games = { s->game, s->trial } };
    for (int i = 0; i < 2; i++) trv_game_set_cancel(s->fuel.games[i], place->cancel);
    s->judge.players = trv_setup_players(place->setup);
    s->judge.estimated = trv_program_describe(trv_setup_program(place->setup)).has_value;
    return s;
  }
  if (!s || budget) snprintf(place->why, place->why_size, "out of memory");
  else
    snprintf(place->why, place->why_size,
             "`%s` is no budget: write a number of playouts, such as 1000, or a time, such as 50ms", place->argument);
  if (s) end(s);
  return NULL;
}

const struct bot bot_search = { "search", "looks ahead as far as its budget goes", "PLAYOUTS or TIMEms", start, choose,
                                end };
