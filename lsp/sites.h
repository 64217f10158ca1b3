/* What stands where a request asks, and all places that name the same thing. */
#ifndef TRV_LSP_SITES_H
#define TRV_LSP_SITES_H

#include "lsp/session.h"

/* A thing, and the word by which it was found. */
struct found_thing {
  const trv_inspection *inspection; /* of the present texts; or, for what has lost its meaning, the last good one */
  uint32_t number;
  trv_thing thing;
  trv_span word; /* in the present text */
};
/* `which` counts where there are several. False when nothing is known. */
bool sites_find(const struct place_question *question, uint32_t which, struct found_thing *found);

/* A place where something is named, of any project. */
struct site {
  const struct project *project;
  trv_span span;
  bool declares;
};
struct sites {
  struct site *items; /* owned; by project, then by file and place; each place once */
  size_t count, capacity;
};
/* Gathers all places that name a thing, in every project that reads the file it is declared in; `beside` looks for
 * further ones in the folders around. */
void sites_gather(struct session *session, const struct found_thing *found, bool beside, struct sites *sites);
void sites_free(struct sites *sites);

#endif
