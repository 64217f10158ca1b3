/* A sitting: people, bots and open seats around one game, for whatever shows it: a terminal, a web page, a test.
 *
 * It knows who sits where, makes their choices, keeps what each seat was told, takes back with the consent of those
 * concerned, has every change saved by a call-back before it counts, resumes, branches, and steps through a finished
 * game. It never prints, waits, touches files or keeps global state. The same setup, seed and choices make the same
 * sitting.
 *
 * Functions return TRV_OK or a positive status, or one of the negative ones of trv.h, and then nothing has changed:
 * TRV_E_ARGUMENT (there is no such seat, option, choice; NULL where something is needed), TRV_E_STATE (not possible now:
 * another's turn, a request that comes too late, nothing to take back, a call that would change the sitting from inside a
 * call-back of it or of its game), TRV_E_MEMORY. A call-back may ask a sitting anything, but never free it.
 * A sitting is used by one thread at a time. Seats are numbered from 0, choices from 0 in the order in which they were
 * made: choice n is decision n of the game. Where the rules ask everybody at once, the seats are asked one after the other;
 * whoever shows the game keeps an answer that comes early until it is that seat's turn. */
#ifndef TRV_SITTING_H
#define TRV_SITTING_H

#include "trv.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trv_sitting trv_sitting;

enum { TRV_EVERYBODY = -1 }; /* in the place of a seat: what all may hear, spectators included */

/* ---- who sits where ---- */

/* Kinds of seats: enum trv_seat_kind in trv.h. */

/* The question put to a player made of code. */
typedef struct trv_turn {
  uint32_t seat, decision, options; /* decision: how many choices were made before; the answer is below `options` */
  uint32_t seed, number;            /* with seat and decision, the key of a stream to draw from: trv_seed_of_bots */
  uint32_t random;                  /* to draw from, for a player who must not learn of the game: trv_seed_of_guest */
} trv_turn;

/* A player made of code. */
typedef struct trv_player {
  /* Returns the index of an option, or a negative status when there is no answer; trv_sitting_step then returns that
   * status. `position` is a copy of the game that the player may change as it likes. It also contains what the seat
   * cannot see: a player that must not know this works on a sample of it (trv_game_sample). NULL: the host answers for
   * the seat, with trv_sitting_choose. */
  int (*choose)(void *self, trv_game *position, const trv_turn *turn);
  void (*leave)(void *self); /* called once when the player is replaced or the sitting ends; may be NULL */
  void *self;
} trv_player;

typedef struct trv_seat {
  enum trv_seat_kind kind;
  const char *name;  /* copied, for the host to show; what the rules say names the seat. NULL: as the rules name it */
  trv_player player; /* of a bot */
  const char *bot;   /* which bot that is, in words of the host, for saves; copied. NULL: not told */
} trv_seat;

typedef struct trv_seat_info {
  enum trv_seat_kind kind;
  const char *name; /* borrowed until somebody else sits down */
  bool away;        /* a person for whom a bot chooses at present */
  const char *bot;  /* as the host called it, or ""; borrowed likewise */
} trv_seat_info;

/* ---- the sitting ---- */

typedef struct trv_sitting_options {
  uint32_t struct_size;          /* sizeof(trv_sitting_options) */
  const trv_setup *setup;        /* borrowed for as long as the sitting lives */
  trv_seed seed;                 /* of the game, as for trv_game_start_seed */
  uint32_t number;
  const trv_seat *seats;         /* from the first seat on; those beyond seat_count are open */
  size_t seat_count;
  /* Called after every change of the choices made, before it counts: a choice, by whomever, or a take-back. The sitting is
   * as it will be: trv_sitting_save returns the bytes to keep, trv_sitting_move the last choice alone. A negative
   * status undoes the change and is returned by the function that made it. Not called for a choice at which the rules
   * fail, since such a game cannot be resumed. May be NULL. */
  int (*keep)(void *context, const trv_sitting *sitting);
  void *context;
  uint64_t stamp;                /* trv_sitting_stamp at first; greater for a sitting that is resumed than it ever was */
  /* A choice is told to the others if nothing in the game is hidden, the choice is not secret, and the rules said nothing
   * of it. */
  bool tell_always;              /* also when the rules said something of it */
  bool tell_hidden;              /* also what is hidden: allowed where bots sit in all seats */
  uint64_t fuel;                 /* trv_game_set_fuel; 0: as usual */
  volatile const int *cancel;    /* trv_game_set_cancel; may be NULL. What it stops was not done */
  const trv_allocator *allocator;/* NULL: the C library's */
} trv_sitting_options;

/* Starts a game; *sitting is owned. A game whose rules fail at once is a game all the same: see its status. If it fails, the players still belong to the caller, and `leave` is not called. */
int trv_sitting_new(const trv_sitting_options *options, trv_sitting **sitting);
void trv_sitting_free(trv_sitting *sitting);
/* The game, to read its status, choice, options, result and what a seat sees. Borrowed; only the sitting plays it and
 * keeps its log. NULL for NULL. */
trv_game *trv_sitting_game(const trv_sitting *sitting);

int trv_sitting_seat(const trv_sitting *sitting, uint32_t seat, trv_seat_info *info);
/* Somebody else sits down, or stands up (TRV_SEAT_OPEN). What the seat was told stays with it. Ends a proposal. */
int trv_sitting_sit(trv_sitting *sitting, uint32_t seat, const trv_seat *who);
/* A bot chooses for a person who is away, until the person comes back. Both end a proposal. */
int trv_sitting_stand_in(trv_sitting *sitting, uint32_t seat, const trv_player *player);
int trv_sitting_come_back(trv_sitting *sitting, uint32_t seat);

/* ---- choices ---- */

/* The number of the present position. Requests name it, so that one that comes late or twice does no harm. It grows
 * with every choice and take-back, and has no other meaning. */
uint64_t trv_sitting_stamp(const trv_sitting *sitting);
/* A choice of the person in this seat, or of a bot for which the host answers. Returns a trv_game_status. TRV_E_STATE:
 * it is not for this seat to choose, nobody sits there, a player made of code chooses there, or the stamp is an old
 * one. */
int trv_sitting_choose(trv_sitting *sitting, uint32_t seat, uint64_t stamp, uint32_t index);
/* Asks the bot that is to choose, and makes its choice. Returns a trv_game_status, or TRV_E_STATE when no
 * code is to choose: `while (trv_sitting_step(sitting) == TRV_CHOICE) {}` plays on to that point. */
int trv_sitting_step(trv_sitting *sitting);

typedef struct trv_move {
  uint32_t seat, index;
  const char *choice, *notation; /* notation: borrowed until the sitting changes; may tell secrets */
  bool by_bot;
  bool open; /* the others may know it: nothing in the game is hidden, and the choice was not secret */
} trv_move;
size_t trv_sitting_moves(const trv_sitting *sitting);
int trv_sitting_move(const trv_sitting *sitting, size_t move, trv_move *made);
/* The number of the last choice that a person in this seat made, or any person (TRV_EVERYBODY). TRV_E_STATE: there is
 * none. */
int trv_sitting_last(const trv_sitting *sitting, int seat, size_t *move);

/* ---- taking back ---- */

/* What it takes to go back to before a choice. */
typedef struct trv_take_back {
  bool revealed;  /* something has come to light since: chance, a hidden card, another's choice, or the way the rules went
                     because of something hidden, to the seat or to somebody who would choose again */
  uint32_t asked; /* seats that must agree, a bit for each: all other people at the table if something has come to light,
                     else those whose own choices would go. Bots and people who are away are not asked. */
} trv_take_back;
/* TRV_E_RULE: the rules do not let the choices be repeated, being out of fuel or cancelled. Takes some milliseconds if
 * things are hidden, since the choices are tried in other positions that the player cannot tell from the true one. */
int trv_sitting_look_back(const trv_sitting *sitting, uint32_t seat, size_t move, trv_take_back *needs);

enum trv_consent {
  TRV_TAKEN_BACK = 1, /* it was done */
  TRV_WAITING = 2,    /* others have to agree */
  TRV_REFUSED = 3     /* somebody did not */
};
/* The person in this seat wants to go back to before a choice; `revealed`: even though something has come to light
 * (TRV_E_STATE if it has and this is false). Done at once if nobody has to agree. There is one proposal at a time; a
 * new one of the same seat replaces the old. It ends with the next choice, and when anybody sits down, leaves or comes
 * back. Returns a trv_consent. */
int trv_sitting_propose(trv_sitting *sitting, uint32_t seat, size_t move, bool revealed);
typedef struct trv_proposal {
  uint64_t number;  /* which proposal this is, so that an answer cannot go to another */
  uint32_t seat;    /* whose */
  size_t move;
  uint32_t waiting; /* seats that have yet to agree, a bit for each */
} trv_proposal;
/* TRV_E_STATE: there is none. */
int trv_sitting_proposal(const trv_sitting *sitting, trv_proposal *proposal);
/* The answer of a seat that has yet to agree. Returns a trv_consent. If `keep` fails, returns its status, and the
 * proposal waits for this answer again. */
int trv_sitting_answer(trv_sitting *sitting, uint32_t seat, uint64_t number, bool agrees);
int trv_sitting_withdraw(trv_sitting *sitting, uint32_t seat);

/* ---- what each seat was told ---- */

typedef struct trv_line {
  size_t number;            /* among the lines of this seat, from 0; taking back takes lines back too, and their numbers are
                               given again: a host that shows them looks at the stamp as well */
  const char *text, *phase; /* text: valid during the call-back only; phase: its title, or "" */
  const char *arguments;    /* of the phase, as in trv_log_info: "p1, sea"; as long as the text. "" for a choice */
  int turn;                 /* the first player among them, or -1 */
  const char *cites;        /* what the rules cite there: "R12 R3"; as long as the text. "" for a choice */
  int seat;                 /* whose choice this is, the text being its label; -1: said by the rules */
  size_t moves;             /* choices made when it was said, this one included */
} trv_line;
/* How many lines a seat (or everybody) has heard up to the present position. */
size_t trv_sitting_heard(const trv_sitting *sitting, int seat);
/* Calls back for each of them from number `first` on; return false to stop. */
int trv_sitting_heard_each(const trv_sitting *sitting, int seat, size_t first,
                           bool (*each)(void *context, const trv_line *line), void *context);
/* How many of its lines the seat has been shown, as the host notes it. When a game is resumed or branched off, that is
 * what each had heard when it last chose. */
size_t trv_sitting_shown(const trv_sitting *sitting, int seat);
int trv_sitting_show(trv_sitting *sitting, int seat, size_t lines);

/* ---- saving, resuming, branching, stepping through ---- */

/* A save of the present position, for trv_save_read; owned, freed with trv_free. It has the choices and who sits where,
 * with their names (trv_save_who), unless all seats are open; not which choices were made by bots, what was shown, nor the
 * stamp: those are the host's to keep. */
int trv_sitting_save(const trv_sitting *sitting, char **text, size_t *length);
/* Resumes a save, with its seed and number; who sits where is for the options to say. `keep` is not called. *sitting is owned. The status is TRV_E_STATE when a
 * choice is no longer possible, TRV_E_DATA when the position is not the one that was saved: `why` then has a sentence,
 * and *sitting is the game up to that point, to be played on or freed. After any other failure (the setup is of
 * another game, or has other players or settings, the rules fail at once, no memory) it is NULL. */
int trv_sitting_resume(const trv_sitting_options *options, const trv_save *save, trv_sitting **sitting, char *why,
                       size_t why_size);
/* A new sitting that begins with the first choices of another one, which does not change: same setup, seed and number,
 * all else as the options say, whose setup must be the same or NULL. *branch is owned. */
int trv_sitting_branch(const trv_sitting *sitting, size_t moves, const trv_sitting_options *options,
                       trv_sitting **branch);
/* Moves, forwards or backwards, to the position after the first choices without forgetting the others: game, journal
 * and save are then those of that position. Nothing can be chosen or taken back until the last choice is reached again;
 * to look back while a game is being played, use a branch. Ends a proposal. Returns a trv_game_status. */
int trv_sitting_go(trv_sitting *sitting, size_t moves);
/* The number of choices before the present position. */
size_t trv_sitting_at(const trv_sitting *sitting);

#ifdef __cplusplus
}
#endif

#endif
