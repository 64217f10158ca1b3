/* The tree of the opponent `search`: nodes in one block of memory, and which option a playout tries next.
 *
 * Every seat is taken to choose what is best for itself: the average reward so far, and more the less often an option
 * was tried (UCB), among the options there are in the position at hand. */
#include "bots/search.h"

#include "base/root.h"

enum {
  ROOT_BITS = 12,      /* of a root behind the point */
  CURIOSITY_BITS = 16, /* likewise, of what curiosity is worth */
  PART_BITS = 6,       /* of a logarithm behind the point */
  INVERSE_BITS = 28,   /* of one divided by a number */
  SHIFTED_BITS = 12    /* of a division that is made: so many fit above a sum */
};
/* What it is worth to try an option that was seldom tried is 0.4 times a root: this is its square, times the natural
 * logarithm of 2, for one part of a logarithm. */
static const uint64_t CURIOSITY = 7442105; /* 0.4 * 0.4 * 0.6931 * 2^32 / 2^PART_BITS */

void tree_begin(struct search_tree *tree) {
  for (uint32_t i = 0; i < TREE_ROOTS; i++) {
    tree->roots[i] = (uint32_t)root_from((uint64_t)i << 2 * ROOT_BITS, 0);
    tree->inverses[i] = i ? (UINT32_C(1) << INVERSE_BITS) / i : 0;
  }
  for (uint64_t i = 0; i < TREE_PARTS; i++) tree->curiosities[i] = (uint32_t)root_from(i * CURIOSITY, 0);
}

void tree_clear(struct search_tree *tree) {
  tree->nodes[0] = (struct node){ 0 };
  tree->count = 1;
}

uint64_t tree_key(const trv_options *options, uint32_t option, uint32_t seat) {
  return trv_options_key(options, option) ^ (uint64_t)(seat + 1) << 56;
}

/* Options mostly come in the order of their nodes, so it looks from behind the last one found, then from the start. */
uint32_t tree_find(const struct search_tree *tree, uint32_t node, uint64_t key, uint32_t *cursor) {
  const struct node *nodes = tree->nodes;
  uint32_t start = *cursor ? nodes[*cursor].next : nodes[node].below, n = start;
  while (n && nodes[n].key != key) n = nodes[n].next;
  if (!n && *cursor) {
    n = nodes[node].below;
    while (n != start && nodes[n].key != key) n = nodes[n].next;
    if (n == start) n = 0;
  }
  if (n) *cursor = n;
  return n;
}

uint32_t tree_add(struct search_tree *tree, uint32_t node, uint64_t key) {
  if (tree->count == tree->room) return 0;
  uint32_t added = tree->count++, *link = &tree->nodes[node].below;
  tree->nodes[added] = (struct node){ .key = key };
  while (*link) link = &tree->nodes[*link].next;
  *link = added;
  return added;
}

/* Nearly the logarithm to the base of 2, in parts. */
static uint32_t logarithm(uint32_t number) {
  uint32_t doublings = 0;
  while (number >> doublings > 1) doublings++;
  return (uint32_t)((uint64_t)number << PART_BITS >> doublings) + ((doublings - 1) << PART_BITS);
}

static uint64_t root(const struct search_tree *tree, uint32_t number) {
  int halvings = 0;
  for (; number >= TREE_ROOTS; number >>= 2) halvings++;
  return (uint64_t)tree->roots[number] << halvings;
}

/* sum / visits + 0.4 * root(logarithm(offered) / visits), with one division, which is a slow one: the most frequent are
 * known beforehand. */
static uint64_t promise(const struct search_tree *tree, const struct node *node) {
  uint64_t curiosity = tree->curiosities[logarithm(node->offered)] * root(tree, node->visits);
  uint64_t all = node->sum + (curiosity >> (CURIOSITY_BITS + ROOT_BITS - REWARD_BITS));
  if (node->visits < TREE_ROOTS) return all * tree->inverses[node->visits];
  return (all << SHIFTED_BITS) / node->visits << (INVERSE_BITS - SHIFTED_BITS);
}

uint32_t tree_pick(struct search_tree *tree, uint32_t node, const trv_options *options, uint32_t count, uint32_t seat,
                   uint32_t *taken) {
  uint32_t cursor = 0, best = 0;
  uint64_t highest = 0;
  *taken = 0;
  for (uint32_t option = 0; option < count; option++) {
    uint32_t below = tree_find(tree, node, tree_key(options, option, seat), &cursor);
    if (!below) continue;
    tree->nodes[below].offered++;
    uint64_t promised = promise(tree, &tree->nodes[below]);
    if (*taken && promised <= highest) continue;
    highest = promised;
    best = option;
    *taken = below;
  }
  return best;
}
