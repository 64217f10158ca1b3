/* Sets of places and the ways between them: which are next to some, and which can be reached.
 *
 * `entries` has a set of `words` words (255 at most) for each place: where its edges lead. The work done comes back in
 * units of vm/work.h. */
#ifndef TRV_VM_SPREAD_H
#define TRV_VM_SPREAD_H

#include <stdint.h>

/* The places next to some, without these. */
uint64_t spread_next(int32_t *out, const int32_t *set, uint32_t words, const int32_t *entries);
/* All that can be reached from places without leaving `inside`; from places that are not in it, nothing. */
uint64_t spread_reach(int32_t *places, const int32_t *inside, uint32_t words, const int32_t *entries);
/* *image = the numbers of the entries, each a set of so many words, that have a value in common with `set`. */
void spread_image(const int32_t *entries, int32_t count, const int32_t *set, int32_t *image, uint32_t words);

#endif
