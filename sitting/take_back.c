/* Going back: what it takes, proposals and the consent of those concerned.
 *
 * What is fair without asking is for the rules to say: the game knows the earliest decision since which no chance, card,
 * word or other decision came in between, and learnt.c finds out whether the way the rules went told something. Once
 * anything has come to light, all people at the table must agree. */
#include "sitting/sitting.h"

int sitting_repeat(const trv_sitting *sitting, size_t moves) {
  int status = trv_game_start_seed(sitting->spare, sitting->seed, sitting->number);
  for (size_t i = 0; i < moves; i++)
    if (status != TRV_CHOICE || (status = trv_choose(sitting->spare, sitting->moves[i].index)) < 0) return TRV_E_RULE;
  return status == TRV_RULE_ERROR && moves < sitting->move_count ? TRV_E_RULE : TRV_OK;
}

/* ---- what it takes ---- */

/* Whether a choice of this seat would go. */
static bool loses_choice(const trv_sitting *sitting, uint32_t seat, size_t move) {
  for (size_t i = move; i < sitting->move_count; i++)
    if (sitting->moves[i].seat == seat) return true;
  return false;
}

/* Whether anything has come to light since, to whoever asks or would choose again. */
static int look_for_news(const trv_sitting *sitting, uint32_t seat, size_t move, bool *revealed) {
  *revealed = move < trv_game_undo_barrier(sitting->game);
  if (*revealed) return TRV_OK;
  int status = sitting_repeat(sitting, move);
  for (uint32_t other = 0; status == TRV_OK && !*revealed && other < sitting->players; other++)
    if (other == seat || loses_choice(sitting, other, move))
      status = sitting_has_learnt(sitting, other, move, revealed);
  return status;
}

int trv_sitting_look_back(const trv_sitting *sitting, uint32_t seat, size_t move, trv_take_back *needs) {
  if (!sitting || !needs || seat >= sitting->players || move >= sitting->move_count) return TRV_E_ARGUMENT;
  if (!sitting_is_ready(sitting) || !sitting_is_person(sitting, seat)) return TRV_E_STATE;
  *needs = (trv_take_back){ 0 };
  int status = look_for_news(sitting, seat, move, &needs->revealed);
  if (status != TRV_OK) return status;
  for (uint32_t other = 0; other < sitting->players; other++)
    if (other != seat && sitting_is_person(sitting, other) && (needs->revealed || loses_choice(sitting, other, move)))
      needs->asked |= UINT32_C(1) << other;
  return TRV_OK;
}

/* ---- doing it ---- */

static void swap_games(trv_sitting *sitting) {
  trv_game *game = sitting->game;
  sitting->game = sitting->spare;
  sitting->spare = game;
}

/* The host is shown the sitting as it will be; only when it is kept is anything forgotten. */
static int take_back(trv_sitting *sitting, size_t move) {
  size_t moves = sitting->move_count;
  int status = sitting_repeat(sitting, move);
  if (status != TRV_OK) return status;
  swap_games(sitting);
  sitting->move_count = move;
  sitting_stand_at(sitting, move);
  sitting->stamp++;
  status = sitting_keep(sitting);
  swap_games(sitting);
  if (status < 0) {
    sitting->move_count = moves;
    sitting_stand_at(sitting, moves);
    sitting->stamp--;
    return status;
  }
  trv_game_copy(sitting->game, sitting->spare);
  sitting->notations.length = sitting->moves[move].notation;
  sitting_forget_lines(sitting, move);
  sitting->proposed = false;
  return TRV_TAKEN_BACK;
}

/* ---- proposals ---- */

int trv_sitting_propose(trv_sitting *sitting, uint32_t seat, size_t move, bool revealed) {
  trv_take_back needs;
  int status = trv_sitting_look_back(sitting, seat, move, &needs);
  if (status != TRV_OK) return status;
  if (needs.revealed && !revealed) return TRV_E_STATE;
  if (sitting->proposed && sitting->proposal.seat != seat) return TRV_E_STATE;
  if (!needs.asked) return take_back(sitting, move);
  sitting->proposed = true;
  sitting->proposal = (trv_proposal){ sitting->proposal.number + 1, seat, move, needs.asked };
  return TRV_WAITING;
}

int trv_sitting_proposal(const trv_sitting *sitting, trv_proposal *proposal) {
  if (!sitting || !proposal) return TRV_E_ARGUMENT;
  if (!sitting->proposed) return TRV_E_STATE;
  *proposal = sitting->proposal;
  return TRV_OK;
}

int trv_sitting_answer(trv_sitting *sitting, uint32_t seat, uint64_t number, bool agrees) {
  if (!sitting || seat >= sitting->players) return TRV_E_ARGUMENT;
  trv_proposal *proposal = &sitting->proposal;
  uint32_t bit = UINT32_C(1) << seat;
  if (sitting_is_busy(sitting) || !sitting->proposed || proposal->number != number || !(proposal->waiting & bit))
    return TRV_E_STATE;
  if (!agrees) {
    sitting->proposed = false;
    return TRV_REFUSED;
  }
  if (proposal->waiting == bit) return take_back(sitting, proposal->move);
  proposal->waiting &= ~bit;
  return TRV_WAITING;
}

int trv_sitting_withdraw(trv_sitting *sitting, uint32_t seat) {
  if (!sitting || seat >= sitting->players) return TRV_E_ARGUMENT;
  if (sitting->busy || !sitting->proposed || sitting->proposal.seat != seat) return TRV_E_STATE;
  sitting->proposed = false;
  return TRV_OK;
}
