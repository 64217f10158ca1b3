/* Whether the code of a program keeps to its frames and to its rights. */
#ifndef TRV_VM_VERIFY_H
#define TRV_VM_VERIFY_H

#include "vm/program.h"

/* NULL, or a static sentence that says what is wrong. The sections must be known to be sound; `room` has as many bytes as
 * verify_room says. */
const char *verify_code(const struct program *p, void *room);
size_t verify_room(const struct program *p);

#endif
