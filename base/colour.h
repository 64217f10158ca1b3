/* Colours as people write them: by a word of colour.def, or as `#c2402f`. */
#ifndef TRV_BASE_COLOUR_H
#define TRV_BASE_COLOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a text is a colour; *rgb is then 0xRRGGBB. */
bool colour_read(const char *text, uint32_t *rgb);
/* Word number `index`, NULL after the last; borrowed, static. */
const char *colour_word(size_t index);

#endif
