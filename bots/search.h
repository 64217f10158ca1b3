/* What the files of the opponent `search` share: the judge, the tree.
 *
 * search.c       the bot: its budget, the playouts of a turn, which option it takes
 * search_tree.c  the tree: nodes in one block of memory, which option a playout tries next
 * search_judge.c what a position is worth to each seat
 * search_proof.c what is certain, in games of two in which nothing is hidden or left to chance
 *
 * All arithmetic is with whole numbers, so that the same search finds the same on every machine and with every compiler. */
#ifndef TRV_BOTS_SEARCH_H
#define TRV_BOTS_SEARCH_H

#include "bots/bots.h"

/* ---- the judge ---- */

/* Rewards go from 0 to REWARD_ONE. */
enum { REWARD_BITS = 24, REWARD_ONE = 1 << REWARD_BITS };

/* A finished game gives REWARD_ONE to who won it alone; an unfinished one is judged by how much better
 * or worse each seat stands than before the search, measured by how far such judgements lie apart. */
struct judge {
  uint32_t players;
  bool estimated;             /* the game has `value of p` */
  int64_t before[TRV_MOST_PLAYERS]; /* lead of each seat in the position that is searched */
  uint64_t squares, count;    /* of the differences from it so far: their sum, how many */
  uint64_t spread, due;       /* how far they lie apart; how many there are when this is measured again */
};
/* `game`: the position that is searched, or any that its seat cannot tell from it. */
void judge_begin(struct judge *judge, trv_game *game);
/* A position that cannot be judged (a rule error) is worth nothing to anybody. */
void judge_rewards(struct judge *judge, trv_game *game, uint32_t *rewards);

/* ---- the tree ---- */

/* A node stands for an option that a seat took at the node above. Which options there are differs from one sampled
 * position to the next, so a node also counts how often it could have been taken. */
struct node {
  uint64_t key;         /* tree_key */
  uint32_t below, next; /* first node below, next one beside it; 0: none */
  uint32_t visits, offered;
  uint64_t sum;         /* of the rewards of the seat that took it */
};
enum { TREE_ROOTS = 1024, TREE_PARTS = 2048 };
struct search_tree {
  struct node *nodes;   /* [0]: the position that is searched */
  uint32_t count, room;
  uint32_t roots[TREE_ROOTS], inverses[TREE_ROOTS], curiosities[TREE_PARTS]; /* worked out once, by tree_begin */
};

void tree_begin(struct search_tree *tree);
void tree_clear(struct search_tree *tree);
/* What tells the options of all seats apart. */
uint64_t tree_key(const trv_options *options, uint32_t option, uint32_t seat);
/* The node of a key right below `node`, or 0. *cursor starts with 0 and makes it fast to ask in order. */
uint32_t tree_find(const struct search_tree *tree, uint32_t node, uint64_t key, uint32_t *cursor);
/* A new node right below `node`; 0 when there is no room. */
uint32_t tree_add(struct search_tree *tree, uint32_t node, uint64_t key);
/* Of options that all have nodes below `node`: the one to try next, and its node. */
uint32_t tree_pick(struct search_tree *tree, uint32_t node, const trv_options *options, uint32_t count, uint32_t seat,
                   uint32_t *taken);

/* ---- what is certain ---- */

enum proof { PROOF_LOST, PROOF_NONE, PROOF_WON }; /* for whoever is to choose, whatever the other does */
enum { PROOF_PLIES = 4, PROOF_OPTIONS = 64 };
struct prover {
  trv_game *desks[PROOF_PLIES + 1]; /* a position for each ply; NULL where nothing can be proved */
  uint32_t left;                    /* options that may still be tried */
  enum proof options[PROOF_OPTIONS];
};
/* False when there is no memory; proof_end is due in either case. `cancel` as in bot_place. */
bool proof_begin(struct prover *prover, const trv_setup *setup, const volatile sig_atomic_t *cancel);
void proof_end(struct prover *prover);
/* Finds out what is certain of the options of the pending choice within PROOF_PLIES decisions, trying at most so many. */
void proof_look(struct prover *prover, const trv_game *game, uint32_t most);

/* ---- the bot ---- */

struct ranked {
  uint32_t option, playouts; /* playouts: how often it was on the way of a round */
  enum proof proof;
  uint32_t reward; /* on average; where the game has no `value of p`, the chance to win */
};
/* Thinks, as a bot that bot_search started: the best options, best first, at most `most`. Returns how many. */
size_t search_rank(void *self, trv_game *game, const struct bot_turn *turn, struct ranked *best, size_t most);
/* Playouts of all options of the last turn together. */
uint32_t search_spent(const void *self);

#endif
