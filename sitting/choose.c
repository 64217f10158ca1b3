/* Choices of people and bots.
 *
 * A choice is made whole or not at all: played, noted, heard by all, kept by the host. Until then the position before it
 * lies in the spare game. */
#include <string.h>

#include "sitting/sitting.h"

uint64_t trv_sitting_stamp(const trv_sitting *sitting) { return sitting ? sitting->stamp : 0; }

int sitting_keep(trv_sitting *sitting) {
  if (!sitting->keep) return TRV_OK;
  sitting->busy = true;
  int status = sitting->keep(sitting->context, sitting);
  sitting->busy = false;
  return status < 0 ? status : TRV_OK;
}

/* ---- making a choice ---- */

static bool may_be_told(const trv_sitting *sitting, const trv_choice_info *info) {
  return sitting->tell_hidden || (!sitting->hides && !info->secret);
}

/* Waits for the option that is about to be chosen. */
struct offered_one {
  uint32_t index;
  bool is_empty; /* its label */
};

static bool is_label_empty(void *context, const trv_offered *offered) {
  struct offered_one *one = context;
  one->is_empty = !*offered->label;
  return offered->index < one->index;
}

/* How others are told of the choice: its label, or else its notation; NULL if it is not for them. A label of no text is
 * rare, and may mean that there was no memory for it: only the list of all options can tell. */
static bool read_label(trv_sitting *sitting, const trv_choice_info *info, uint32_t index, const char **label) {
  uint32_t start;
  *label = NULL;
  if (!may_be_told(sitting, info)) return true;
  sitting->label.length = 0;
  if (!sitting_add_said(sitting, &sitting->label, trv_option_label, index, &start)) return false;
  *label = sitting->label.bytes;
  if (**label) return true;
  struct offered_one one = { .index = index };
  *label = sitting->notations.bytes + sitting->moves[sitting->move_count - 1].notation;
  return trv_offered_each(sitting->game, is_label_empty, &one) == TRV_OK && one.is_empty;
}

static bool add_move(trv_sitting *sitting, const trv_choice_info *info, uint32_t index) {
  struct sitting_move move = { .choice = info->name, .index = index, .seat = (uint8_t)info->seat };
  const struct sitting_seat *seat = &sitting->seats[info->seat];
  move.open = may_be_told(sitting, info);
  move.by_bot = seat->kind == TRV_SEAT_BOT || seat->away;
  struct sitting_move *moves =
      sitting_reserve(sitting, sitting->moves, sitting->move_count, &sitting->move_capacity, sizeof *moves);
  if (!moves) return false;
  sitting->moves = moves;
  if (!sitting_add_said(sitting, &sitting->notations, trv_option_notation, index, &move.notation)) return false;
  if (!sitting->notations.bytes[move.notation]) return false; /* there was no memory to find it */
  sitting->moves[sitting->move_count++] = move;
  sitting->at = sitting->move_count;
  return true;
}

/* Plays the choice that was added as the last move. */
static int play_last(trv_sitting *sitting, const trv_choice_info *info, bool kept) {
  const char *label;
  uint32_t index = sitting->moves[sitting->move_count - 1].index;
  if (!read_label(sitting, info, index, &label) || trv_game_listen(sitting->game) != TRV_OK) return TRV_E_MEMORY;
  int status = trv_choose(sitting->game, index);
  if (status < 0) return status;
  /* A choice that was stopped was not made. */
  if (status == TRV_RULE_ERROR && sitting->cancel && *sitting->cancel) return TRV_E_STATE;
  /* What follows the last of several secret choices speaks of all of them. */
  bool always = sitting->tell_always || info->secret;
  if (!sitting_hear(sitting, (int)info->seat, label, always, info->phase)) return TRV_E_MEMORY;
  if (!kept || status == TRV_RULE_ERROR) return status;
  int keeping = sitting_keep(sitting);
  return keeping < 0 ? keeping : status;
}

int sitting_choose(trv_sitting *sitting, uint32_t index, bool kept) {
  trv_choice_info info;
  size_t lines = sitting->line_count;
  uint32_t notations = sitting->notations.length;
  int status = trv_game_choice(sitting->game, &info);
  if (status != TRV_OK) return status;
  if (index >= info.options) return TRV_E_ARGUMENT;
  trv_game_copy(sitting->spare, sitting->game);
  sitting->stamp++;
  bool added = add_move(sitting, &info, index);
  status = added ? play_last(sitting, &info, kept) : TRV_E_MEMORY;
  if (status >= 0) {
    sitting->proposed = false;
    return status;
  }
  trv_game_unlisten(sitting->game);
  trv_game_copy(sitting->game, sitting->spare);
  sitting->stamp--;
  sitting->move_count -= added;
  sitting->at = sitting->move_count;
  sitting_cut_lines(sitting, lines);
  sitting->notations.length = notations;
  return status;
}

int trv_sitting_choose(trv_sitting *sitting, uint32_t seat, uint64_t stamp, uint32_t index) {
  if (!sitting || seat >= sitting->players) return TRV_E_ARGUMENT;
  if (!sitting_is_ready(sitting) || stamp != sitting->stamp) return TRV_E_STATE;
  if (trv_game_chooser(sitting->game) != (int)seat) return TRV_E_STATE;
  if (sitting->seats[seat].kind == TRV_SEAT_OPEN || sitting->seats[seat].player.choose) return TRV_E_STATE;
  return sitting_choose(sitting, index, true);
}

int trv_sitting_step(trv_sitting *sitting) {
  trv_choice_info info;
  if (!sitting) return TRV_E_ARGUMENT;
  if (!sitting_is_ready(sitting) || trv_game_choice(sitting->game, &info) != TRV_OK) return TRV_E_STATE;
  const trv_player *player = &sitting->seats[info.seat].player;
  if (!player->choose) return TRV_E_STATE;
  trv_turn turn = { .seat = info.seat,
                    .decision = info.decision,
                    .options = info.options,
                    .seed = trv_seed_of_bots(sitting->seed, sitting->number),
                    .number = sitting->number,
                    .random = trv_seed_of_guest(sitting->seed, sitting->number, info.seat, info.own) };
  trv_game_copy(sitting->spare, sitting->game);
  sitting->busy = true;
  int index = player->choose(player->self, sitting->spare, &turn);
  sitting->busy = false;
  return index < 0 ? index : sitting_choose(sitting, (uint32_t)index, true);
}

/* ---- choices that were made ---- */

size_t trv_sitting_moves(const trv_sitting *sitting) { return sitting ? sitting->move_count : 0; }

int trv_sitting_move(const trv_sitting *sitting, size_t move, trv_move *made) {
  if (!sitting || !made || move >= sitting->move_count) return TRV_E_ARGUMENT;
  const struct sitting_move *found = &sitting->moves[move];
  *made = (trv_move){ found->seat,   found->index, found->choice, sitting->notations.bytes + found->notation,
                      found->by_bot, found->open };
  return TRV_OK;
}

int trv_sitting_last(const trv_sitting *sitting, int seat, size_t *move) {
  if (!sitting || !move || seat < TRV_EVERYBODY || seat >= (int)sitting->players) return TRV_E_ARGUMENT;
  for (size_t i = sitting->move_count; i-- > 0;) {
    const struct sitting_move *made = &sitting->moves[i];
    if (made->by_bot || (seat != TRV_EVERYBODY && made->seat != (uint32_t)seat)) continue;
    *move = i;
    return TRV_OK;
  }
  return TRV_E_STATE;
}
