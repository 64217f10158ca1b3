/* What seats were shown and can still follow: the cards that `reveal` showed to a seat in zones that it does not see.
 *
 * It is part of the state, so that copies, saves and replays agree: for each seat a row of `known_count` entries, filled
 * from the front, the latest last. What is kept there is a matter of what the seat has seen alone: an entry ends, or goes
 * along, by what the seat can see of a move, never by what the card is in truth. Rules that reveal nothing have no such
 * rows, and their code does not come here.
 *
 *   a card leaves for where the seat sees it    it is known no longer, as it is in view
 *   one of several leaves unseen                nothing is known of that zone any more
 *   all cards of a zone leave, or the top one   they are followed: `move all`, `swap`, `draw`, the last card
 *   a pile is shuffled or refilled              nothing is known of it any more */
#ifndef TRV_VM_KNOWN_H
#define TRV_VM_KNOWN_H

#include "vm/game.h"

/* The seats, a bit each, are shown a card of a zone, or all of them. */
void known_show(struct game *game, int32_t kind, int32_t zone, uint32_t seats);
void known_show_all(struct game *game, int32_t zone, uint32_t seats);
/* Brings up to date what seats know. `what` has as many slots as the way needs. */
void known_follow(struct game *game, enum follow how, const int32_t *what, int32_t from, int32_t to, bool bottom);
/* Entry number `number` of what a seat knows, if that card is there; false behind the last. */
bool known_at(const struct setup *setup, const struct state *state, int seat, uint32_t number, struct known_card *known);
/* Forgets what all seats but one know: it is nothing that the one could know. */
void known_keep_only(const struct setup *setup, struct state *state, int seat);

#endif
