/* A game that was played: saving it, resuming it, branching off, stepping through. */
#include <string.h>

#include "sitting/sitting.h"

int trv_sitting_save(const trv_sitting *sitting, char **text, size_t *length) {
  if (!sitting || !text || !length) return TRV_E_ARGUMENT;
  *text = NULL;
  *length = 0;
  trv_save_choice *choices = sitting_resize(sitting, NULL, sitting->at + 1, sizeof *choices);
  if (!choices) return TRV_E_MEMORY;
  for (size_t i = 0; i < sitting->at; i++) {
    const struct sitting_move *move = &sitting->moves[i];
    choices[i] = (trv_save_choice){ move->seat, move->choice, sitting->notations.bytes + move->notation };
  }
  trv_save_seat seats[TRV_MOST_PLAYERS];
  size_t seated = sitting_seats_describe(sitting, seats);
  int status = trv_save_write_seats(sitting->game, sitting->seed, sitting->number, seats, seated, choices, sitting->at,
                                    text, length);
  sitting_release(sitting, choices);
  return status;
}

/* ---- resuming ---- */

/* Repeats the choices of a save as far as they are possible; why they are not is known already. */
static int repeat_saved(trv_sitting *sitting, const trv_save *save) {
  size_t count = trv_save_describe(save).choices;
  for (size_t i = 0; i < count; i++) {
    trv_save_choice made = trv_save_get(save, i);
    trv_choice_info info;
    if (trv_game_choice(sitting->game, &info) != TRV_OK) break;
    if (info.seat != made.seat || strcmp(info.name, made.choice) != 0) break;
    int index = trv_find_option(sitting->game, made.notation);
    if (index == TRV_E_MEMORY) return TRV_E_MEMORY;
    if (index < 0) break;
    int status = sitting_choose(sitting, (uint32_t)index, false);
    if (status < 0) return status;
  }
  return TRV_OK;
}

/* A choice at which the rules fail is not possible: the game is where it was before. */
static int drop_failed(trv_sitting *sitting) {
  if (trv_game_status(sitting->game) != TRV_RULE_ERROR || !sitting->move_count) return TRV_OK;
  size_t moves = sitting->move_count - 1;
  int status = sitting_repeat(sitting, moves);
  if (status != TRV_OK) return status;
  trv_game_copy(sitting->game, sitting->spare);
  sitting->notations.length = sitting->moves[moves].notation;
  sitting->move_count = sitting->at = moves;
  sitting_forget_lines(sitting, moves);
  return TRV_OK;
}

int trv_sitting_resume(const trv_sitting_options *options, const trv_save *save, trv_sitting **sitting, char *why,
                       size_t why_size) {
  if (why && why_size) *why = '\0';
  if (!sitting) return TRV_E_ARGUMENT;
  *sitting = NULL;
  if (!save || (!why && why_size) || !sitting_options_fit(options, NULL)) return TRV_E_ARGUMENT;
  trv_save_info info = trv_save_describe(save);
  trv_sitting *made = sitting_make(options, options->setup, info.seed, info.number);
  if (!made) return TRV_E_MEMORY;
  int fits = trv_save_replay(save, made->spare, why, why_size), status = fits;
  if (fits == TRV_E_STATE || fits == TRV_E_DATA) status = TRV_OK;
  if (status == TRV_OK) status = sitting_start(made);
  if (status == TRV_OK) status = repeat_saved(made, save);
  if (status == TRV_OK) status = drop_failed(made);
  if (status != TRV_OK) {
    sitting_drop(made);
    return status;
  }
  made->stamp = options->stamp;
  sitting_skip_shown(made);
  *sitting = made;
  return fits;
}

/* ---- branching ---- */

int trv_sitting_branch(const trv_sitting *sitting, size_t moves, const trv_sitting_options *options,
                       trv_sitting **branch) {
  if (!branch) return TRV_E_ARGUMENT;
  *branch = NULL;
  if (!sitting || moves > sitting->move_count || !sitting_options_fit(options, sitting->setup)) return TRV_E_ARGUMENT;
  trv_sitting *made = sitting_make(options, sitting->setup, sitting->seed, sitting->number);
  int status = made ? sitting_start(made) : TRV_E_MEMORY;
  for (size_t i = 0; status >= 0 && i < moves; i++) status = sitting_choose(made, sitting->moves[i].index, false);
  if (status < 0) {
    sitting_drop(made);
    return status;
  }
  made->stamp = options->stamp;
  sitting_skip_shown(made);
  *branch = made;
  return TRV_OK;
}

/* ---- stepping through ---- */

/* Forwards from where it is. */
static int play_on(trv_sitting *sitting, size_t moves) {
  trv_game_copy(sitting->spare, sitting->game);
  for (size_t i = sitting->at; i < moves; i++)
    if (trv_choose(sitting->spare, sitting->moves[i].index) < 0) return TRV_E_RULE;
  return TRV_OK;
}

int trv_sitting_go(trv_sitting *sitting, size_t moves) {
  if (!sitting || moves > sitting->move_count) return TRV_E_ARGUMENT;
  if (sitting_is_busy(sitting)) return TRV_E_STATE;
  int status = moves >= sitting->at ? play_on(sitting, moves) : sitting_repeat(sitting, moves);
  if (status != TRV_OK) return status;
  trv_game_copy(sitting->game, sitting->spare);
  sitting_stand_at(sitting, moves);
  sitting->proposed = false;
  return trv_game_status(sitting->game);
}

size_t trv_sitting_at(const trv_sitting *sitting) { return sitting ? sitting->at : 0; }
