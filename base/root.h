/* Square roots of whole numbers, rounded down: the same on every machine, which those of floating point need not be. */
#ifndef TRV_BASE_ROOT_H
#define TRV_BASE_ROOT_H

#include <stdint.h>

/* The root of a number below 2^63 by Newton's method; `guess` may be anything and makes it fast when it is near. */
static inline uint64_t root_from(uint64_t number, uint64_t guess) {
  if (number == 0) return 0;
  if (guess == 0 || guess > number) guess = number;
  uint64_t root = (guess + number / guess) / 2; /* not less than the root, whatever the guess */
  for (;;) {
    uint64_t next = (root + number / root) / 2;
    if (next >= root) return root;
    root = next;
  }
}

#endif
