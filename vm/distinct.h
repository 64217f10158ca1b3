/* Whether what names tell apart has different names. */
#ifndef TRV_VM_DISTINCT_H
#define TRV_VM_DISTINCT_H

#include "vm/fields.h"

/* Bytes of room for distinct_check. */
size_t distinct_room(const struct program *p);
/* The first section in which two have one name, or SECTIONS. The names themselves, and all else that is in its domain by
 * itself, have been looked at. */
enum section distinct_check(const struct program *p, void *room);

#endif
