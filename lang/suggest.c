/* "did you mean …?": the candidate nearest to a misspelt word, by edit distance with transpositions. */
#include <stdlib.h>
#include <string.h>

#include "lang/diag.h"

enum { LONGEST_WORD = 63 }; /* nobody misspells longer names by a letter or two and needs help */

static int least(int a, int b, int c) {
  int least = a < b ? a : b;
  return least < c ? least : c;
}

/* Three rows of the usual table are enough: the current one, the one above and the one above that (for swaps). Only
 * cells near the diagonal can be at most `limit`; the others count as more. */
static int distance_within(const char *a, int a_length, const char *b, int b_length, int limit) {
  int rows[3][LONGEST_WORD + 2];
  for (int j = 0; j <= b_length + 1; j++) rows[0][j] = j;
  for (int i = 1; i <= a_length; i++) {
    int *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3], nearest = limit + 1;
    int from = i > limit ? i - limit : 1, to = i + limit < b_length ? i + limit : b_length;
    row[from - 1] = from == 1 ? i : limit + 1;
    row[to + 1] = limit + 1;
    for (int j = from; j <= to; j++) {
      int change = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = least(above[j] + 1, row[j - 1] + 1, change);
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped && second[j - 2] + 1 < row[j]) row[j] = second[j - 2] + 1;
      if (row[j] < nearest) nearest = row[j];
    }
    if (nearest > limit) return nearest;
  }
  return rows[a_length % 3][b_length];
}

/* How many letters must be changed, or something above `limit` for more; what both begin and end with is no matter. */
static int edit_distance(const char *a, int a_length, const char *b, int b_length, int limit) {
  while (a_length && b_length && *a == *b) a++, b++, a_length--, b_length--;
  while (a_length && b_length && a[a_length - 1] == b[b_length - 1]) a_length--, b_length--;
  if (abs(a_length - b_length) > limit) return limit + 1; /* the end lies too far from the diagonal */
  if (!a_length || !b_length) return a_length + b_length;
  return distance_within(a, a_length, b, b_length, limit);
}

/* Of two words at the same distance, the one that shares a longer beginning with what was written. */
static bool is_nearer(const struct suggestion *suggestion, const char *candidate, int distance) {
  if (distance != suggestion->distance) return distance < suggestion->distance;
  size_t best = 0, other = 0;
  while (suggestion->word[best] && suggestion->word[best] == suggestion->best[best]) best++;
  while (suggestion->word[other] && suggestion->word[other] == candidate[other]) other++;
  return other > best;
}

void suggest_consider(struct suggestion *suggestion, const char *candidate) {
  size_t length = strlen(suggestion->word), other = strlen(candidate);
  if (length > LONGEST_WORD || other > LONGEST_WORD) return;
  int limit = length < 2 ? 0 : length < 6 ? 1 : (int)length / 3;
  if (abs((int)length - (int)other) > limit) return;
  if (suggestion->best && suggestion->distance < limit) limit = suggestion->distance;
  int distance = edit_distance(suggestion->word, (int)length, candidate, (int)other, limit);
  if (distance == 0 || distance > limit) return;
  if (suggestion->best && suggestion->distance == distance && strcmp(suggestion->best, candidate) != 0)
    suggestion->tied = true;
  if (suggestion->best && !is_nearer(suggestion, candidate, distance)) return;
  if (!suggestion->best || distance < suggestion->distance) suggestion->tied = false;
  suggestion->best = candidate;
  suggestion->distance = distance;
}

bool suggest_is_certain(const struct suggestion *suggestion) {
  return suggestion->best && suggestion->distance == 1 && !suggestion->tied && strlen(suggestion->word) >= 4;
}
