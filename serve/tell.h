/* What a seat is told of its table, as one JSON object: the table as it sees it, whose turn it is, its own options, what
 * it was told, who sits where, and the result at the end. Nothing else of a game reaches a browser, but for answers to
 * questions of the seat itself, which are here as well. Seat -1 is a spectator, who sees what everybody sees.
 *
 * Whoever calls holds the lock of the table. */
#ifndef TRV_SERVE_TELL_H
#define TRV_SERVE_TELL_H

#include "base/text.h"
#include "serve/table.h"

void tell_table(struct table *table, int viewer, struct text *json);
/* A position of no table: the view and the choice alone. */
void tell_position(trv_game *game, int viewer, struct text *json);
/* What is not offered to the seat now, and why. */
void tell_denied(struct table *table, uint32_t seat, struct text *json);
/* Lines that the viewer has heard, from number `first` on. */
void tell_lines(struct table *table, int viewer, size_t first, struct text *json);
/* The rules as data, from which the page draws: the same for all who ask, and as long as the hash of the program. */
void tell_program(const struct table *table, struct text *json);
/* Sends everybody at the table what has changed. */
void tell_everybody(struct table *table);

#endif
