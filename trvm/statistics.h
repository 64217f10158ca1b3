/* Paired differences with intervals: what may be said about two rows of figures, and how sure it is.
 *
 * Knows nothing of games. Intervals are those of Student's t, corrected for the number of comparisons by Bonferroni: all
 * of them together hold with the stated confidence, 95 %. */
#ifndef TRVM_STATISTICS_H
#define TRVM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

#define STATISTICS_LEVEL 0.05 /* the chance that one interval or more of a whole comparison misses */

/* A mean that grows by one value at a time, without losing digits. */
struct moments {
  double mean, squares; /* squares: sum of squared distances from the mean */
};

struct pairs {
  uint64_t count;
  struct moments base, changed, difference; /* difference: changed less base, pair by pair */
};

void pairs_add(struct pairs *pairs, double base, double changed);
/* Standard deviation of one value; 0 for fewer than two. */
double pairs_deviation(const struct pairs *pairs, const struct moments *moments);

/* The chance that |T| is greater than `t`, T being Student's t with so many degrees of freedom. */
double statistics_tail(double t, double freedom);
/* The t for which that chance is `tail`: 0 < tail < 1. */
double statistics_quantile(double tail, double freedom);

enum verdict {
  VERDICT_UNCLEAR, /* the interval has zero in it and is wider than what matters: there are too few pairs to tell */
  VERDICT_SAME,    /* it has zero in it and lies within what matters */
  VERDICT_LITTLE,  /* a difference, but surely one that does not matter */
  VERDICT_DIFFERS,
};

struct estimate {
  double base, changed, difference, low, high; /* low … high: the interval of the difference */
  double chance;    /* of a difference this great if there is none: corrected, at most 1 */
  enum verdict verdict;
  uint64_t needed;  /* of what is unclear: pairs that would make the interval as narrow as what matters */
};

/* One of `comparisons` comparisons; a difference up to `margin` (more than 0) to either side does not matter. */
struct estimate pairs_estimate(const struct pairs *pairs, uint32_t comparisons, double margin);

#endif
