/* The flow of a game as a graph: phases and effects, the choices in them, and what each option leads to. */
#ifndef TRV_COMPILER_FLOW_H
#define TRV_COMPILER_FLOW_H

#include "compiler/model.h"

/* Writes it in the language of Graphviz (DOT), for a game that was checked without errors. */
void flow_write(struct compilation *c, struct text *out);

#endif
