/* A board as a picture for pages, squares or hexes, with its coordinates: SVG, in the colour of the text around it, so that
 * it can be read in the dark and printed in black. */
#ifndef TRVM_DRAWING_SVG_H
#define TRVM_DRAWING_SVG_H

#include "trvm/play_drawing.h"
#include "trvm/tool.h"

/* Appends the picture. `number`: of the board on its page; what never changes, cells and coordinates, is drawn by the first
 * picture of that number, and later ones only refer to it. */
void drawing_svg(const struct drawing *drawing, uint32_t number, bool is_first, const char *title, struct text *out);

#endif
