/* Fields that are read once for a body: see fields.c. */
#ifndef TRV_COMPILER_FIELDS_H
#define TRV_COMPILER_FIELDS_H

#include "compiler/optimise/optimise.h"

struct kept_field {
  int32_t of, column, slot; /* the register of the argument, and that of its entry in the column */
  struct kept_field *next;
};

/* Reads what the body reads more than once of an argument, which is in its register by now. Holds until l->kept_fields is
 * set back to what it was. */
void fields_keep(struct lower *l, const struct symbol *local, const struct tree *body);
/* Where an expression has been read to, if it is such a field; else NULL. */
const struct kept_field *fields_known(const struct lower *l, const struct tree *node);

#endif
