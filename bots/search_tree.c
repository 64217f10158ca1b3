/* The tree of the opponent `search`: nodes in one block of memory, and which option a playout tries next.
 *
 * Every seat is taken to choose what is best for itself: the average reward so far, and more the less often an option
 * was tried (UCB), among the options there are in the position at hand. */
#include "bots/search.h"

#include <math.h>

static const double CURIOSITY = 0.4; /* what it is worth to try an option that was seldom tried */

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

/* Nearly the natural logarithm. */
static double logarithm(uint32_t number) {
  uint32_t doublings = 0;
  while (number >> doublings > 1) doublings++;
  return 0.6931 * (doublings + (double)number / (UINT32_C(1) << doublings) - 1);
}

static double promise(const struct node *node) {
  return node->sum / node->visits + CURIOSITY * sqrt(logarithm(node->offered) / node->visits);
}

uint32_t tree_pick(struct search_tree *tree, uint32_t node, const trv_options *options, uint32_t count, uint32_t seat,
                   uint32_t *taken) {
  uint32_t cursor = 0, best = 0;
  double highest = -1;
  *taken = 0;
  for (uint32_t option = 0; option < count; option++) {
    uint32_t below = tree_find(tree, node, tree_key(options, option, seat), &cursor);
    if (!below) continue;
    tree->nodes[below].offered++;
    double promised = promise(&tree->nodes[below]);
    if (promised <= highest) continue;
    highest = promised;
    best = option;
    *taken = below;
  }
  return best;
}
