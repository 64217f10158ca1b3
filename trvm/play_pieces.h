/* What lies on the boards of a game, gathered from the view of a seat: each kind of thing gets a short sign, and a legend
 * says what the signs mean.
 *
 * On a board are: variables and zones whose index is a cell; sets of cells; variables with an index whose value is a cell,
 * such as the places where players stand. */
#ifndef TRVM_PLAY_PIECES_H
#define TRVM_PLAY_PIECES_H

#include "include/trv.h"
#include "trvm/screen.h"

struct play_pieces {
  const trv_setup *setup;
  const trv_program *program;
  struct pieces_board *boards; /* owned */
  uint32_t count;
};

void pieces_begin(struct play_pieces *pieces, const trv_setup *setup);
/* Lays an item on its board. Returns which board shows it, or -1: none does. */
int pieces_take(struct play_pieces *pieces, const trv_view_item *item);
/* Marks the cells that a notation names. */
void pieces_mark(struct play_pieces *pieces, const char *notation);
/* Once all is taken and marked: makes the signs. `viewer`: whose things stand out, or -1. */
void pieces_arrange(struct play_pieces *pieces, int viewer);
/* Whether a board can be drawn on a screen of this width, from column `indent` on; after pieces_arrange. */
bool pieces_fit(const struct play_pieces *pieces, uint32_t board, size_t width, size_t indent);
/* Draws a board and the legend below it. */
void pieces_draw(const struct screen *screen, const struct play_pieces *pieces, uint32_t board, size_t indent);
/* Appends a figure for a page: the board as a picture, and the legend. `is_first`: of this board on its page. */
void pieces_figure(const struct play_pieces *pieces, uint32_t board, bool is_first, struct text *out);
void pieces_free(struct play_pieces *pieces);

#endif
