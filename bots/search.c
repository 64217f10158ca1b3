/* The opponent `search`: a tree search by sampling, over what its seat knows.
 *
 * Every round deals anew what is hidden, and walks down the tree. Where it meets options that were not tried, it tries
 * them: where the game has `value of p`, each of them, judged at once, and goes on with the best of all unless all are
 * new; otherwise one of them, played on at random to the end. The rewards of the best new one go to every option on the
 * way. All rounds share one tree, whose nodes are options, whatever chance brought (information set search with a single
 * observer).
 *
 * A playout is one option tried. The option with the most playouts is taken, unless another is proved to be better; it is
 * taken early when the budget that is left can hardly change it. All memory is made at the start; the same seed and number
 * of playouts give the same choice. */
#include "bots/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "bots/fuel.h"
#include "bots/together.h"

enum {
  DEPTH = 64,        /* of the tree */
  ROLL_LIMIT = 1000, /* decisions at random after which a game is judged as it stands */
  DEFAULT_PLAYOUTS = 1000,
  MOST_PLAYOUTS = 10000000,
  MOST_MILLISECONDS = 600000,
  NODES_PER_MILLISECOND = 200, /* room for a budget of time; without room the tree no longer grows */
  MOST_NODES = 4000000,
  LOOK_EVERY = 16,     /* rounds, whether it is settled */
  PROOF_TRIALS = 5000, /* options tried to prove something; they cost far less than playouts */
  SPARE_NODES = 1000,  /* the last round may try more options than the budget has left */
};

struct searcher {
  uint32_t playouts, milliseconds; /* the budget: one of them, the other is 0 */
  uint32_t spent, rounds;          /* playouts of this turn, and in how many rounds */
  struct timespec deadline;
  struct bot_fuel fuel;
  const volatile sig_atomic_t *cancel; /* bot_place.cancel */
  trv_game *game, *trial;
  trv_options *options; /* of `game` */
  struct search_tree tree;
  struct judge judge;
  struct prover prover;
  uint64_t random; /* of its own, see base/random.h */
};

/* Whatever is left of playouts or of time. */
static bool may_go_on(const struct searcher *s) { return !(s->cancel && *s->cancel) && fuel_is_left(&s->fuel); }

/* ---- rounds ---- */

struct step {
  uint32_t node, seat;
};

/* Where a round stands in the tree. Of those who choose at once nobody knows the others' answers: the nodes of all their
 * options hang at the place where the first of them was asked, while the round goes on below what all have chosen. */
struct round_place {
  uint32_t node, asked; /* what was chosen so far; where the options of the chooser have their nodes */
  struct together others;
  uint64_t
      answers; /* the chance by which they answer options that are tried: the same for all, to compare them fairly */
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
static void try_option(struct searcher *s, const struct round_place *place, uint32_t option, uint32_t seat,
                       uint32_t *rewards) {
  struct together others = place->others;
  uint64_t answers = place->answers;
  trv_game_copy(s->trial, s->game);
  trv_options_choose(s->options, s->trial, option);
  together_settle(&others, s->trial, &answers);
  if (!s->judge.estimated && trv_game_status(s->trial) == TRV_CHOICE)
    fuel_play(&s->fuel, s->trial, decide_at_random, &s->random, ROLL_LIMIT);
  judge_rewards(&s->judge, s->trial, rewards);
  s->spent++;
  uint32_t added = tree_add(&s->tree, place->asked, tree_key(s->options, option, seat));
  if (added) reward_path(s, &(struct step){ added, seat }, 1, rewards);
}

/* Tries the options that have no node yet: all of them where they are judged at once, or else one. Gives the rewards of
 * the best of them. True when the round ends here: chance brings new options again and again, and how good the new ones
 * are says nothing of a position that has better ones. */
static bool try_new(struct searcher *s, const struct round_place *place, uint32_t count, uint32_t seat,
                    uint32_t *best) {
  uint32_t cursor = 0, seen = 0, pick = 0;
  for (uint32_t option = 0; option < count; option++) {
    uint32_t rewards[TRV_MOST_PLAYERS];
    if (seen && s->judge.estimated && !may_go_on(s)) return true;
    if (tree_find(&s->tree, place->asked, tree_key(s->options, option, seat), &cursor)) continue;
    if (!s->judge.estimated) {
      if (random_below(&s->random, ++seen) == 0) pick = option;
      continue;
    }
    try_option(s, place, option, seat, rewards);
    if (seen++ == 0 || rewards[seat] > best[seat]) memcpy(best, rewards, sizeof rewards);
  }
  if (seen && !s->judge.estimated) try_option(s, place, pick, seat, best);
  return s->judge.estimated ? seen == count : seen > 0;
}

/* Takes an option, whose node is `taken`. False when there is no room for what follows. */
static bool go_below(struct searcher *s, struct round_place *place, uint32_t option, uint32_t seat, uint32_t taken,
                     int *count) {
  bool alone = place->node == place->asked;
  uint64_t key = ~tree_key(s->options, option, seat);
  uint32_t cursor = 0, below = alone ? taken : tree_find(&s->tree, place->node, key, &cursor);
  if (!below) below = tree_add(&s->tree, place->node, key);
  if (!below) return false;
  *count = trv_options_advance(s->options, s->game, option);
  place->node = below;
  if (together_goes_on(&place->others, s->game)) return true;
  place->asked = below;
  together_begin(&place->others, s->game);
  return true;
}

static void play_round(struct searcher *s) {
  struct step path[DEPTH];
  struct round_place place = { .answers = random_split(&s->random) };
  uint32_t depth = 0, node;
  uint32_t rewards[TRV_MOST_PLAYERS];
  int count = trv_options_find(s->options, s->game);
  together_begin(&place.others, s->game);
  for (bool room = true;;) {
    uint32_t seat = (uint32_t)trv_game_chooser(s->game);
    if (count <= 0 || !room || depth == DEPTH || (depth && !may_go_on(s))) {
      judge_rewards(&s->judge, s->game, rewards);
      s->spent++;
      break;
    }
    if (try_new(s, &place, (uint32_t)count, seat, rewards)) break;
    uint32_t option = tree_pick(&s->tree, place.asked, s->options, (uint32_t)count, seat, &node);
    path[depth++] = (struct step){ node, seat };
    room = go_below(s, &place, option, seat, node, &count);
  }
  reward_path(s, path, depth, rewards);
  s->rounds++;
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

/* Whether what is left of the budget can hardly change which option is taken: the next best would not catch up if all
 * further rounds were its own and cost as much as those so far. */
static bool is_settled(const struct searcher *s) {
  const struct node *nodes = s->tree.nodes;
  uint64_t first = 0, second = 0;
  for (uint32_t n = nodes[0].below; n; n = nodes[n].next) {
    if (nodes[n].visits > first) second = first, first = nodes[n].visits;
    else if (nodes[n].visits > second) second = nodes[n].visits;
  }
  uint64_t left = s->spent < s->playouts ? s->playouts - s->spent : 0;
  return s->playouts && (first - second) * s->spent > left * s->rounds;
}

/* A time ends by itself. */
static uint64_t fuel_of(const struct searcher *s) {
  uint64_t fuel = s->playouts * FUEL_OF_PLAYOUT;
  return s->milliseconds ? UINT64_MAX / 2 : fuel > FUEL_OF_ANSWER ? fuel : FUEL_OF_ANSWER;
}

static bool think(struct searcher *s, const trv_game *game, const struct bot_turn *turn) {
  s->random = ((uint64_t)turn->seed << 32 | turn->number) ^ ((uint64_t)turn->decision << 8 | turn->seat) << 20;
  s->spent = s->rounds = 0;
  tree_clear(&s->tree);
  fuel_begin(&s->fuel, fuel_of(s));
  if (s->milliseconds) set_deadline(s);
  if (trv_game_sample(s->game, game, turn->seat, (uint32_t)(random_split(&s->random) >> 32)) != TRV_OK) return false;
  judge_begin(&s->judge, s->game);
  proof_look(&s->prover, s->game, PROOF_TRIALS);
  do {
    play_round(s);
  } while (has_budget(s) && !(s->rounds % LOOK_EVERY == 0 && is_settled(s)) &&
           trv_game_sample(s->game, game, turn->seat, (uint32_t)(random_split(&s->random) >> 32)) == TRV_OK);
  return true;
}

/* By what is certain, then by playouts; of equally many, by rewards. */
static bool is_better(const struct ranked *option, const struct ranked *other) {
  if (option->proof != other->proof) return option->proof > other->proof;
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
                        (struct ranked){ .option = (uint32_t)option,
                                         .playouts = node->visits,
                                         .proof = option < PROOF_OPTIONS ? s->prover.options[option] : PROOF_NONE,
                                         .reward = (uint32_t)(node->sum / node->visits) });
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
  proof_end(&s->prover);
  free(s->tree.nodes);
  free(s);
}

static bool make_room(struct searcher *s, const trv_setup *setup) {
  uint64_t wanted = s->playouts ? s->playouts : (uint64_t)s->milliseconds * NODES_PER_MILLISECOND;
  s->tree.room = (uint32_t)(wanted < MOST_NODES ? wanted : MOST_NODES) + SPARE_NODES;
  s->tree.nodes = malloc(s->tree.room * sizeof *s->tree.nodes);
  return s->tree.nodes && trv_game_new(setup, &s->game) == TRV_OK && trv_game_new(setup, &s->trial) == TRV_OK &&
         trv_options_new(setup, &s->options) == TRV_OK && proof_begin(&s->prover, setup, s->cancel);
}

static void *start(const struct bot_place *place) {
  struct searcher *s = calloc(1, sizeof *s);
  bool budget = s && read_budget(s, place->argument);
  if (s) s->cancel = place->cancel;
  if (budget && make_room(s, place->setup)) {
    tree_begin(&s->tree);
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
