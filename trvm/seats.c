/* Who plays which seat of simulated games. */
#include "trvm/seats.h"

#include <string.h>

#include "trvm/arguments.h"
#include "trvm/guest.h"
#include "trvm/tool.h"

enum { SHOWN_LOST = 5 };

/* A command may have other equals signs in it. */
bool seats_read(struct seat_wishes *wishes, char *text) {
  size_t digits = strspn(text, "0123456789");
  uint32_t seat = 0;
  if (digits && text[digits] == '=') {
    text[digits] = '\0';
    if (!arguments_number("--bot", text, 1, TRV_MOST_PLAYERS, &seat)) return false;
    text += digits + 1;
  }
  char why[200];
  if (guest_read(text, &wishes->bots[seat], why, sizeof why)) return true;
  complain("--bot: %s", why);
  return false;
}

bool seats_check(const struct seat_wishes *wishes, uint32_t players) {
  for (uint32_t seat = players + 1; seat <= TRV_MOST_PLAYERS; seat++)
    if (wishes->bots[seat].bot) {
      complain("--bot: there is no seat %u among %u players", seat, players);
      return false;
    }
  return true;
}

void seats_fill(const struct seat_wishes *wishes, struct bot_wish bots[TRV_MOST_PLAYERS]) {
  for (uint32_t seat = 0; seat < TRV_MOST_PLAYERS; seat++) {
    const struct bot_wish *wish = &wishes->bots[seat + 1];
    if (!wish->bot) wish = &wishes->bots[0];
    bots[seat] = wish->bot ? *wish : (struct bot_wish){ &bot_random, "", "random" };
  }
}

void seats_note_lost(void *context, const char *text) {
  struct lost_choices *lost = context;
  pthread_mutex_lock(&lost->lock);
  if (lost->count++ < SHOWN_LOST && text) complain("%s", text);
  pthread_mutex_unlock(&lost->lock);
}

void seats_tell_lost(const char *command, const struct lost_choices *lost) {
  if (lost->count > SHOWN_LOST) complain("%s: bots lost %u choices in all", command, lost->count);
}
