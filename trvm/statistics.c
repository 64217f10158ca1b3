/* Student's t and paired differences. */
#include "trvm/statistics.h"

#include <float.h>
#include <math.h>

/* Beyond so many degrees of freedom, t is a normal distribution for all purposes, and logarithms of gamma lose digits. */
#define MANY_DEGREES 1e6

/* ---- means ---- */

static void add_value(struct moments *moments, uint64_t count, double value) {
  double distance = value - moments->mean;
  moments->mean += distance / (double)count;
  moments->squares += distance * (value - moments->mean);
}

void pairs_add(struct pairs *pairs, double base, double changed) {
  uint64_t count = ++pairs->count;
  add_value(&pairs->base, count, base);
  add_value(&pairs->changed, count, changed);
  add_value(&pairs->difference, count, changed - base);
}

double pairs_deviation(const struct pairs *pairs, const struct moments *moments) {
  return pairs->count < 2 ? 0 : sqrt(moments->squares / (double)(pairs->count - 1));
}

/* ---- Student's t ---- */

/* The continued fraction of the incomplete beta function, by Lentz's method. */
static double beta_fraction(double a, double b, double x) {
  const double tiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (fabs(d) < tiny ? tiny : d);
  double result = d;
  for (int m = 1; m <= 10000; m++) {
    double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    for (int half = 0; half < 2; half++) {
      double term = half ? odd : even;
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (fabs(d) < tiny ? tiny : d);
      c = fabs(c) < tiny ? tiny : c;
      result *= d * c;
    }
    if (fabs(d * c - 1) < 4 * DBL_EPSILON) break;
  }
  return result;
}

/* The share of a beta distribution below x; `y` is 1 - x, given apart because it may be small. */
static double incomplete_beta(double a, double b, double x, double y) {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(y));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, y) / b;
}

double statistics_tail(double t, double freedom) {
  if (freedom > MANY_DEGREES) return erfc(fabs(t) / sqrt(2));
  double square = t * t, all = freedom + square;
  return incomplete_beta(freedom / 2, 0.5, freedom / all, square / all);
}

double statistics_quantile(double tail, double freedom) {
  double low = 0, high = 1;
  while (statistics_tail(high, freedom) > tail && high < 1e150) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-13 * high; i++) {
    double middle = (low + high) / 2;
    if (statistics_tail(middle, freedom) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/* ---- what may be said ---- */

/* Differences that are all alike have no spread to measure by. That n of them point the same way by chance alone has the
 * chance of n equal throws of a coin. */
static void estimate_constant(struct estimate *estimate, uint64_t count, double level, double comparisons) {
  estimate->low = estimate->high = estimate->difference;
  estimate->needed = 1 + (uint64_t)ceil(-log2(level));
  if (estimate->difference != 0) estimate->chance = fmin(1, ldexp(comparisons, 1 - (int)fmin((double)count, 1000)));
}

static enum verdict judge(const struct estimate *estimate, uint64_t count, double margin) {
  bool within = estimate->low >= -margin && estimate->high <= margin;
  bool sure = estimate->chance < STATISTICS_LEVEL;
  if (sure) return within ? VERDICT_LITTLE : VERDICT_DIFFERS;
  /* An interval of no width says something only if there are enough pairs, and they differ by nothing. */
  bool known = estimate->low < estimate->high || (estimate->difference == 0 && count >= estimate->needed);
  return within && known ? VERDICT_SAME : VERDICT_UNCLEAR;
}

struct estimate pairs_estimate(const struct pairs *pairs, uint32_t comparisons, double margin) {
  struct estimate estimate = {
    .base = pairs->base.mean, .changed = pairs->changed.mean, .difference = pairs->difference.mean, .chance = 1
  };
  double level = STATISTICS_LEVEL / comparisons;
  if (pairs->count < 2) {
    estimate.low = -INFINITY;
    estimate.high = INFINITY;
    return estimate;
  }
  double deviation = pairs_deviation(pairs, &pairs->difference), freedom = (double)pairs->count - 1;
  if (deviation > 0) {
    double error = deviation / sqrt((double)pairs->count), t = statistics_quantile(level, freedom);
    estimate.low = estimate.difference - t * error;
    estimate.high = estimate.difference + t * error;
    estimate.chance = fmin(1, comparisons * statistics_tail(estimate.difference / error, freedom));
    estimate.needed = (uint64_t)fmin(1e18, ceil(pow(t * deviation / margin, 2)));
  } else estimate_constant(&estimate, pairs->count, level, comparisons);
  estimate.verdict = judge(&estimate, pairs->count, margin);
  if (estimate.verdict != VERDICT_UNCLEAR || estimate.needed <= pairs->count) estimate.needed = 0;
  return estimate;
}
