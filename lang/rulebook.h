/* Reads a rulebook: Markdown with numbered items `- **R12** text …`. Kinds: R rules, A rulings, C components,
 * V settings, S scenarios. */
#ifndef TRV_LANG_RULEBOOK_H
#define TRV_LANG_RULEBOOK_H

#include "lang/diag.h"

struct rulebook_item {
  char kind;         /* 'R', 'A', 'C', 'V', 'S' */
  uint32_t number;
  const char *text;  /* the item without its number, one paragraph; arena-owned */
  struct span span;  /* its number */
  uint32_t end;      /* offset after its last line */
};
struct rulebook {
  uint32_t file;
  struct rulebook_item *items; /* in the order of the file */
  size_t count, capacity;
  uint32_t *places; /* by kind and number: index among the items from 1, 0 where there is none */
};

/* Arena-owned; reports an item that stands twice. */
struct rulebook *rulebook_read(struct source_set *sources, uint32_t file, struct diag_list *diags);
/* NULL when there is no such item. */
const struct rulebook_item *rulebook_find(const struct rulebook *rulebook, char kind, uint32_t number);

#endif
