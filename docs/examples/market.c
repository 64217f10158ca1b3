/* The reckoning of market.trv in C, for market_in_c.trv:
 *
 *   cc -shared -fPIC -I../../include -o market.so market.c
 *   trvm market_in_c.trv --allow-ffi=market */
#include <trv_extern.h>

enum { MOST = 21 };

/* The largest sum up to 21 of some of these values and a further one. Bit n of `sums` says that n can be reached. */
TRV_EXTERN(best, "(list of int, int) -> int")
int32_t best(const int32_t *values, int32_t values_count, int32_t further) {
  uint64_t sums = 1 | UINT64_C(1) << further;
  for (int32_t i = 0; i < values_count; i++) sums |= sums << values[i];
  for (int32_t sum = MOST; sum > 0; sum--)
    if (sums >> sum & 1) return sum;
  return 0;
}
