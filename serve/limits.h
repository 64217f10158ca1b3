/* How much one address may ask for, so that nobody takes the server from the others: a purse for each, which fills with time.
 *
 * Used by one thread. What it takes is fixed: who has not been seen for longest makes room for others. */
#ifndef TRV_SERVE_LIMITS_H
#define TRV_SERVE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

enum {
  LIMITS_A_MINUTE = 600, /* coins that a purse gets in a minute, and the most it holds */
  LIMITS_REQUEST = 1,    /* what a request costs */
  LIMITS_TABLE = 30      /* what a new table costs, and what else has rules compiled */
};

struct limits;
/* Owned; NULL without memory. */
struct limits *limits_new(void);
void limits_free(struct limits *limits);
/* Pays for a request of an address (a text); false when its purse does not hold that much. `now` is in seconds. */
bool limits_pay(struct limits *limits, const char *address, uint32_t coins, int64_t now);

#endif
