/* The sitting of a play: who sits down, what its bots and call-backs do here, and choices with their messages.
 *
 * All people sit at one screen, so that whoever types speaks for everybody when something is to be taken back. */
#include "trvm/play.h"

enum { FIRST_STAMP = 1 /* 0 is that of nothing */ };

/* ---- sitting down ---- */

static int choose_for_bot(void *self, trv_game *position, const trv_turn *turn) {
  const struct play *play = self;
  struct bot_turn asked = { .seed = turn->seed,
                            .number = turn->number,
                            .seat = turn->seat,
                            .decision = turn->decision,
                            .options = turn->options,
                            .random = turn->random };
  uint32_t option = bots_choose(&play->table, position, &asked);
  return interrupted ? TRV_E_STATE : (int)option;
}

/* A file that cannot be written does not end the game; save_keep tells. */
static int keep_change(void *context, const trv_sitting *sitting) {
  sit_keep(context, sitting);
  return TRV_OK;
}

trv_sitting_options sit_options(struct play *play, trv_seat seats[TRV_MOST_PLAYERS]) {
  for (uint32_t seat = 0; seat < play->players; seat++) {
    bool is_bot = play->table.wishes[seat].bot != NULL;
    seats[seat] = (trv_seat){ .kind = is_bot ? TRV_SEAT_BOT : TRV_SEAT_PERSON,
                              .name = play->names[seat],
                              .bot = play->table.wishes[seat].text };
    if (is_bot) seats[seat].player = (trv_player){ .choose = choose_for_bot, .self = play };
  }
  return (trv_sitting_options){ .struct_size = sizeof(trv_sitting_options),
                                .setup = play->setup,
                                .seed = play->seed,
                                .number = play->number,
                                .seats = seats,
                                .seat_count = play->players,
                                .keep = keep_change,
                                .context = play,
                                .cancel = &interrupted,
                                .stamp = FIRST_STAMP,
                                .tell_always = play->watch,
                                .tell_hidden = play->people == 0 };
}

void sit_at(struct play *play, trv_sitting *sitting) {
  trv_sitting_free(play->sitting);
  play->sitting = sitting;
  play->game = trv_sitting_game(sitting);
  play->saved_stamp = 0;
}

static bool is_made(int status) {
  if (status < 0) complain("%s", trv_status_text(status));
  return status >= 0;
}

bool sit_down(struct play *play) {
  trv_seat seats[TRV_MOST_PLAYERS];
  trv_sitting_options options = sit_options(play, seats);
  trv_sitting *made;
  if (!is_made(trv_sitting_new(&options, &made))) return false;
  sit_at(play, made);
  return true;
}

bool sit_branch(struct play *play, size_t moves) {
  trv_seat seats[TRV_MOST_PLAYERS];
  trv_sitting_options options = sit_options(play, seats);
  trv_sitting *made;
  if (!is_made(trv_sitting_branch(play->sitting, moves, &options, &made))) return false;
  for (int viewer = TRV_EVERYBODY; viewer < (int)play->players; viewer++)
    trv_sitting_show(made, viewer, trv_sitting_heard(made, viewer));
  sit_at(play, made);
  return true;
}

/* ---- names ---- */

const char *play_seat_name(const struct play *play, uint32_t seat) {
  return play->names[seat] ? play->names[seat] : trv_setup_seat_name(play->setup, seat);
}

const char *play_seat_word(const struct play *play, uint32_t seat, int viewer) {
  return (int)seat == viewer ? "you" : play_seat_name(play, seat);
}

/* ---- choices ---- */

long sit_last_by_person(const struct play *play) {
  size_t move;
  return trv_sitting_last(play->sitting, TRV_EVERYBODY, &move) == TRV_OK ? (long)move : -1;
}

/* While the sitting changes, its game is the one to look at. */
void sit_keep(struct play *play, const trv_sitting *sitting) {
  int chooser = trv_game_chooser(trv_sitting_game(sitting));
  if (!play->people || chooser < 0) return;
  bool asked = !play->table.wishes[chooser].bot;
  bool answered = sit_last_by_person(play) == (long)trv_sitting_moves(sitting) - 1;
  if (asked || answered) save_keep(play);
}

bool sit_choose(struct play *play, uint32_t index) {
  uint32_t seat = (uint32_t)trv_game_chooser(play->game);
  int status = trv_sitting_choose(play->sitting, seat, trv_sitting_stamp(play->sitting), index);
  return interrupted || is_made(status);
}

bool sit_step(struct play *play) {
  int status = trv_sitting_step(play->sitting);
  return interrupted || is_made(status);
}

bool sit_take_back(struct play *play, uint32_t seat, size_t move) {
  trv_proposal proposal;
  int consent = trv_sitting_propose(play->sitting, seat, move, true);
  for (uint32_t other = 0; consent == TRV_WAITING && other < play->players; other++)
    if (trv_sitting_proposal(play->sitting, &proposal) == TRV_OK && proposal.waiting >> other & 1)
      consent = trv_sitting_answer(play->sitting, other, proposal.number, true);
  return is_made(consent);
}
