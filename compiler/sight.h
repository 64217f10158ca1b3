/* Sight: whether a reader sees a hidden thing, as far as the rules make it certain where a statement stands. */
#ifndef TRV_COMPILER_SIGHT_H
#define TRV_COMPILER_SIGHT_H

#include "compiler/knowledge.h"

/* Something that was tested on the way. */
struct tested {
  const struct tree *condition;
  bool truth;
  const struct tested *before;
};
enum sight {
  SIGHT_SEES,
  SIGHT_BY_SETTING, /* not, unless a setting or another condition of the declaration lets him */
  SIGHT_UNSURE,     /* not known who reads, or whose it is */
  SIGHT_NOT
};

/* What holds below a condition; `before` stays as it is. Arena-owned. */
const struct tested *sight_learn(struct compilation *c, const struct tested *before, const struct tree *condition,
                               bool truth);
enum sight sight_of(struct compilation *c, const struct tested *facts, const struct reader *reader,
                    const struct secret *secret);

#endif
