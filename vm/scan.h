/* Looking through an array for the elements that compare with a key: which are found, as bits of a set.
 *
 * SET_SCAN reads what is to be done from a column of numbers, enum scan_field. Values of the set are those of one index,
 * from `low` to `high`; the element of value v is number other * scale + bias + (v - low) * stride of the storage, where
 * `other` is a register with another index. */
#ifndef TRV_VM_SCAN_H
#define TRV_VM_SCAN_H

#include "vm/program.h"

/* The values whose elements, of which the first is at `place`, compare with the key: into a set of so many words. */
void scan_elements(const int32_t *fields, const char *place, int32_t width, int32_t key, int32_t *set, uint32_t words);
/* For code that nobody has vouched for: whether all elements are there, and all values fit into the set. */
bool scan_fits(const struct program *program, const struct column *column, int32_t other, uint32_t words);

#endif
