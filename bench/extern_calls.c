/* The C code that bench/extern.trv calls: as little as possible, so that the call is what is measured. */
#include <trv_extern.h>

TRV_EXTERN(add, "(int, int) -> int")
int32_t add(int32_t total, int32_t number) { return total + number; }

TRV_EXTERN(add_all, "(int, list of int) -> int")
int32_t add_all(int32_t total, const int32_t *numbers, int32_t numbers_count) {
  for (int32_t i = 0; i < numbers_count; i++) total += numbers[i];
  return total;
}
