/* Privacy: whether players are told things that not everybody knows. */
#ifndef TRV_COMPILER_PRIVACY_H
#define TRV_COMPILER_PRIVACY_H

#include "compiler/model.h"

/* Whether a zone or variable is not open to all, or a choice or `say to` tells of something that was shown to nobody else:
 * a roll, what the box holds, an answer given in secret. knowledge_find has run. */
bool privacy_is_needed(struct compilation *c);

#endif
