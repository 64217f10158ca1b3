/* Short signs for long labels, for places where there is no room for words: what lies on the cells of a board.
 *
 * Knows nothing of games. */
#ifndef TRVM_TOKENS_H
#define TRVM_TOKENS_H

#include <stddef.h>

/* Makes a sign for each label, all of them different if the labels are: the initials of its words, and its numbers whole
 * ("white king": wk, "p2": p2). Where these are taken by a label before it, another letter of the word in which both
 * differ ("white knight": wn), and if none is free, more letters. The signs depend on the labels and their order alone;
 * each is owned. */
void tokens_make(const char *const *labels, size_t count, char **tokens);

#endif
