/* The colours of cards, values and seats, as the rules show them, for the words of the screen. */
#include <stdlib.h>
#include <string.h>

#include "trvm/play.h"

static void add(struct paint_box *box, const char *word, const char *colour) {
  uint32_t rgb;
  if (*colour && trv_colour(colour, &rgb)) paint_add(box, word, rgb);
}

/* All values of enums and decks that have a colour, and seats under their own names. */
void colours_begin(struct play *play) {
  struct paint_box *box = &play->paints;
  trv_type_info info;
  if (!play->screen.colour) return;
  box->depth = paint_depth_of(getenv("TERM"), getenv("COLORTERM"));
  for (uint32_t seat = 0; seat < play->players; seat++)
    add(box, play_seat_name(play, seat), trv_program_seat_colour(play->program, seat));
  for (uint32_t type = 0; trv_program_type(play->program, type, &info) == TRV_OK; type++) {
    if (info.kind != TRV_VALUE_NAMED || info.optional) continue;
    for (uint32_t value = 0; value < info.values; value++) {
      const char *label = trv_program_label(play->program, type, value);
      add(box, label ? label : "", trv_program_colour(play->program, type, value));
    }
  }
  paint_sort(box);
  play->screen.paints = box;
}
