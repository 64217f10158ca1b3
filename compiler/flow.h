/* The flow of a game as a graph: phases and effects, the choices in them, and what each option leads to. flow.c reads it from
 * the tree; flow_dot.c writes it for Graphviz, flow_svg.c draws it for the rules sheet. */
#ifndef TRV_COMPILER_FLOW_H
#define TRV_COMPILER_FLOW_H

#include "compiler/model.h"

enum flow_kind { FLOW_START, FLOW_PHASE, FLOW_EFFECT, FLOW_CHOICE, FLOW_GROUP, FLOW_END };

/* What leads to another node: all of a node, or one of its options. */
struct flow_arrow {
  const char *to; /* the id of a node */
  int32_t row;    /* the number of the option, or -1 */
  bool by_card;   /* through a cell of a table */
};

struct flow_row {
  const char *name; /* of an option, or of a group of them */
  uint32_t flags;   /* FLAG_IDLE, FLAG_OTHERWISE */
  bool is_group;
};

struct flow_node {
  enum flow_kind kind;
  size_t number;              /* of the node, from 0 */
  const char *id;             /* interned: "do_turn", "choice_3" */
  const char *name;           /* as declared, or words: "set-up" */
  const struct tree *prompt;  /* of a choice, or NULL */
  struct vector rows, arrows; /* struct flow_row, struct flow_arrow, in the order of the text */
};

struct flow_chart {
  struct compilation *c;
  struct vector nodes;      /* struct flow_node *; first set-up and play, the end last; choices behind what they stand in */
  struct name_table *by_id; /* struct flow_node * */
};

/* Reads the flow of a game that was checked without errors; arena-owned, NULL without memory. */
const struct flow_chart *flow_read(struct compilation *c);
/* The node that an arrow leads to, or NULL where memory ran out. */
const struct flow_node *flow_target(const struct flow_chart *flow, const struct flow_arrow *arrow);

/* Writes it in the language of Graphviz (DOT). */
void flow_write(struct compilation *c, struct text *out);
/* Draws it as pictures, one to a line, each small enough for a page: SVG in the colour of the text around it. */
void flow_draw(struct compilation *c, struct text *out);

#endif
