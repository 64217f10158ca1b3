/* Who sits where. A bot that stands in for a person has his seat in his name; the person stays who he is. */
#include <string.h>

#include "sitting/sitting.h"

static void player_leaves(struct sitting_seat *seat) {
  trv_player player = seat->player;
  seat->player = (trv_player){ 0 };
  if (player.leave) player.leave(player.self);
}

/* Players may look at the sitting when they leave, and not change it. */
static void dismiss(trv_sitting *sitting, uint32_t seat) {
  sitting->busy = true;
  player_leaves(&sitting->seats[seat]);
  sitting->busy = false;
}

/* A copy, or NULL for NULL; false when there is no memory. */
static bool copy_text(const trv_sitting *sitting, const char *text, char **copy) {
  *copy = NULL;
  if (!text) return true;
  size_t size = strlen(text) + 1;
  *copy = sitting_resize(sitting, NULL, size, 1);
  if (*copy) memcpy(*copy, text, size);
  return *copy != NULL;
}

void sitting_seat_forget(trv_sitting *sitting, struct sitting_seat *seat) {
  sitting_release(sitting, seat->name);
  sitting_release(sitting, seat->bot);
}

bool sitting_seat_fill(trv_sitting *sitting, uint32_t seat, const trv_seat *who) {
  struct sitting_seat filled = { .kind = who->kind };
  if (!copy_text(sitting, who->name, &filled.name) ||
      !copy_text(sitting, who->kind == TRV_SEAT_BOT ? who->bot : NULL, &filled.bot)) {
    sitting_seat_forget(sitting, &filled);
    return false;
  }
  sitting_seat_forget(sitting, &sitting->seats[seat]);
  sitting->seats[seat] = filled;
  if (who->kind == TRV_SEAT_BOT) sitting->seats[seat].player = who->player;
  return true;
}

void sitting_seats_leave(trv_sitting *sitting) {
  for (uint32_t i = 0; i < sitting->players; i++) dismiss(sitting, i);
}

bool sitting_is_person(const trv_sitting *sitting, uint32_t seat) {
  return sitting->seats[seat].kind == TRV_SEAT_PERSON && !sitting->seats[seat].away;
}

int trv_sitting_seat(const trv_sitting *sitting, uint32_t seat, trv_seat_info *info) {
  if (!sitting || !info || seat >= sitting->players) return TRV_E_ARGUMENT;
  const struct sitting_seat *taken = &sitting->seats[seat];
  const char *name = taken->name ? taken->name : trv_setup_seat_name(sitting->setup, seat);
  *info = (trv_seat_info){ taken->kind, name, taken->away, taken->bot ? taken->bot : "" };
  return TRV_OK;
}

size_t sitting_seats_describe(const trv_sitting *sitting, trv_save_seat seats[TRV_MOST_PLAYERS]) {
  bool any = false;
  for (uint32_t i = 0; i < sitting->players; i++) {
    const struct sitting_seat *taken = &sitting->seats[i];
    seats[i] = (trv_save_seat){ .kind = taken->kind, .bot = taken->bot, .name = taken->name };
    any |= taken->kind != TRV_SEAT_OPEN;
  }
  return any ? sitting->players : 0;
}

int trv_sitting_sit(trv_sitting *sitting, uint32_t seat, const trv_seat *who) {
  if (!sitting || !who || seat >= sitting->players) return TRV_E_ARGUMENT;
  if (who->kind != TRV_SEAT_OPEN && who->kind != TRV_SEAT_PERSON && who->kind != TRV_SEAT_BOT) return TRV_E_ARGUMENT;
  if (sitting->busy || (sitting->tell_hidden && who->kind != TRV_SEAT_BOT)) return TRV_E_STATE;
  struct sitting_seat before = sitting->seats[seat];
  sitting->seats[seat].name = sitting->seats[seat].bot = NULL;
  if (!sitting_seat_fill(sitting, seat, who)) {
    sitting->seats[seat] = before;
    return TRV_E_MEMORY;
  }
  sitting->proposed = false;
  sitting->busy = true;
  player_leaves(&before);
  sitting->busy = false;
  sitting_seat_forget(sitting, &before);
  return TRV_OK;
}

int trv_sitting_stand_in(trv_sitting *sitting, uint32_t seat, const trv_player *player) {
  if (!sitting || !player || seat >= sitting->players) return TRV_E_ARGUMENT;
  if (sitting->busy || !sitting_is_person(sitting, seat)) return TRV_E_STATE;
  sitting->seats[seat].player = *player;
  sitting->seats[seat].away = true;
  sitting->proposed = false;
  return TRV_OK;
}

int trv_sitting_come_back(trv_sitting *sitting, uint32_t seat) {
  if (!sitting || seat >= sitting->players) return TRV_E_ARGUMENT;
  if (sitting->busy || !sitting->seats[seat].away) return TRV_E_STATE;
  sitting->seats[seat].away = false;
  sitting->proposed = false;
  dismiss(sitting, seat);
  return TRV_OK;
}
