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
  const char *field, *icon;       /* NULL: none is given */
  const struct tree *parts;       /* NAMEs of what a score is the sum of */
};
/* A line that is about something else: see struct show_line. Texts are arena-owned or NULL. */
struct show_line_plan {
  enum show_kind kind;
  struct symbol *type, *thing;
  const char *name, *text;
  int32_t low, high, by;
  int32_t *spots, spot_count;
};
struct show_plan {
  struct vector lines;            /* struct show_line_plan */
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

/* Lines that are no things. */
void show_line_add(struct compilation *c, const struct show_line_plan *line);
/* What the word of a node names; NULL or -1 after reporting. */
struct symbol *show_type_named(struct compilation *c, const struct tree *node, unsigned kinds);
int32_t show_value_named(struct compilation *c, const struct symbol *type, const struct tree *node);
/* What goes along a track: a SHOW_THING that can be a place, and is noted as one. */
struct symbol *show_place_named(struct compilation *c, const struct tree *thing);

/* show_board.c: maps, lines, tracks, rings, captions. */
void show_take_board(struct compilation *c, const struct tree *line);
/* Whether a line reads a column of the table of an enum or deck; names as interned. */
bool show_reads_column(const struct compilation *c, const char *type, const char *column);
/* show_look.c: cards, colours, pictures, seats, lessons. */
void show_take_look(struct compilation *c, const struct tree *line);

/* show_default.c: decides for every zone and variable that no line names, and finds the score if none is named. */
void show_decide(struct compilation *c);

#endif
