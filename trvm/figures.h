/* The boards of a position as figures of a page: pictures with a legend each. */
#ifndef TRVM_FIGURES_H
#define TRVM_FIGURES_H

#include "include/trv.h"
#include "trvm/play_pieces.h"
#include "trvm/tool.h"

/* Rules of style for pages with figures. */
extern const char figures_style[];

/* Appends a figure for each board, with what everybody sees on it; `mark` may mark the last move, and may be NULL.
 * `is_first`: nothing of this game was appended to the page before. */
void figures_append(trv_game *game, const trv_setup *setup, void (*mark)(struct play_pieces *, const void *),
                    const void *context, bool is_first, struct text *out);
/* The same for how a game begins; nothing for rules without boards, and for those that cannot be begun here. */
void figures_of_beginning(const trv_program *program, struct text *out);

#endif
