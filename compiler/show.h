/* The plan of what players see: for each zone, variable and fn that is shown, in which way. Made by show.c from the lines
 * of `show` and, for what these leave open, by show_default.c; show_describe.c puts it into the program. */
#ifndef TRV_COMPILER_SHOW_H
#define TRV_COMPILER_SHOW_H

#include "compiler/model.h"

struct show_thing {
  struct symbol *symbol;
  const char *title, *group;      /* arena-owned, NULL: none is given */
  enum shown_role role;
  bool is_named;                  /* a line other than `hide` names it */
  bool is_hidden;
  int32_t order;                  /* from 1 by lines `order`, 0 without */
  const struct tree *parts;       /* NAMEs of what a score is the sum of */
};
struct show_plan {
  struct vector things;           /* struct show_thing */
  int32_t *numbers;               /* of each symbol: 1 + index in things, 0 for none; NULL without memory */
  const struct symbol *score;     /* the last that a line made the score, or NULL */
  bool has_place;                 /* something says where players stand */
  int32_t ordered;                /* things that lines `order` have named */
};

/* The thing of a symbol, made if there is none; NULL without memory. Borrowed until the next is made. */
struct show_thing *show_thing_of(struct compilation *c, struct symbol *symbol);
/* The same if there is one. */
const struct show_thing *show_thing_find(const struct compilation *c, const struct symbol *symbol);

/* What a fn reads that not everybody sees; NULL for nothing. */
const struct symbol *show_hidden_in(struct compilation *c, struct symbol *fn);

/* show_default.c: decides for every zone and variable that no line names, and finds the score if none is named. */
void show_decide(struct compilation *c);

#endif
