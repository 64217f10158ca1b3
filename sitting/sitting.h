/* What stands behind trv_sitting, and what its files ask of each other. Internal to sitting/, which knows the library by
 * include/trv.h alone.
 *
 * sitting.c    making and freeing, memory, growing texts
 * seats.c      who sits where
 * choose.c     choices of people and bots: made whole or not at all
 * journal.c    what each seat was told
 * take_back.c  going back, proposals and consent
 * learnt.c     whether a player knows more than before
 * history.c    saving, resuming, branching, stepping through
 *
 * Choices are kept as indices: the same seed and indices make the same game, so that taking back plays the earlier ones
 * again in a second game, `spare`, and copies the position from there. The spare game is also what is gone back to when a
 * choice cannot be completed, and the copy that bots are given. */
#ifndef TRV_SITTING_SITTING_H
#define TRV_SITTING_SITTING_H

#include "include/trv_sitting.h"

/* Texts one after the other, each ended by NUL, found by the offset of its start. Like moves and lines they are kept
 * small, since a server may have thousands of sittings. */
struct sitting_texts {
  char *bytes; /* owned */
  uint32_t length, capacity;
};

struct sitting_move {
  const char *choice; /* borrowed from the program */
  uint32_t index;
  uint32_t notation; /* in trv_sitting.notations */
  uint8_t seat;
  bool by_bot;
  bool open; /* others may be told of it */
};

enum { SITTING_VIEWERS = TRV_MOST_PLAYERS + 1 };

/* A line and who heard it: bit viewer + 1, so that bit 0 is everybody's. */
struct sitting_line {
  const char *phase; /* borrowed from the program */
  uint32_t text;     /* in trv_sitting.told */
  uint32_t moves;
  uint32_t audience;
  uint32_t arguments; /* of the phase, and behind them what is cited; in trv_sitting.told, and perhaps shared with lines before */
  int8_t seat, turn;
};

struct sitting_seat {
  enum trv_seat_kind kind;
  char *name;        /* owned; NULL: as the rules name it */
  char *bot;         /* owned; NULL: not told */
  trv_player player; /* of a bot, or who stands in for a person who is away */
  bool away;
};

struct trv_sitting {
  trv_allocator allocator;
  const trv_setup *setup;
  uint32_t players, number;
  trv_seed seed;
  bool hides; /* the game has hidden information */
  bool tell_always, tell_hidden;
  int (*keep)(void *context, const trv_sitting *sitting);
  void *context;
  uint64_t fuel;              /* trv_sitting_options.fuel */
  volatile const int *cancel; /* likewise .cancel */
  bool busy; /* inside a call-back: nothing may change */

  trv_game *game, *spare; /* owned; spare keeps no log */
  struct sitting_seat seats[TRV_MOST_PLAYERS];

  struct sitting_move *moves; /* owned */
  size_t move_count, move_capacity;
  struct sitting_texts notations;
  size_t at; /* choices made in the position of `game`: all of them, unless somebody steps through */
  uint64_t stamp;

  struct sitting_line *lines; /* owned; in order of `moves` */
  size_t line_count, line_capacity;
  struct sitting_texts told;
  size_t past;                   /* lines said up to the position of `game`: all of them, unless somebody steps through */
  size_t heard[SITTING_VIEWERS]; /* by viewer + 1: how many of those are his */
  size_t shown[SITTING_VIEWERS]; /* likewise: how many of those he was shown */
  struct sitting_texts label;    /* of the choice that is being made; used again for each */

  bool proposed;
  trv_proposal proposal; /* the last one, also when it has ended: its number counts on */
};

/* ---- sitting.c ---- */

/* As realloc; NULL when there is no memory, or count * size does not fit. */
void *sitting_resize(const trv_sitting *sitting, void *block, size_t count, size_t size);
void sitting_release(const trv_sitting *sitting, void *block);
/* The items with room for one more of them; NULL when there is no memory, and they are where they were. */
void *sitting_reserve(const trv_sitting *sitting, void *items, size_t count, size_t *capacity, size_t size);
/* Adds a text; false when there is no memory. It starts where *start says. */
bool sitting_add_text(const trv_sitting *sitting, struct sitting_texts *texts, const char *text, uint32_t *start);
/* Adds what one of the library's functions says of an option. */
typedef size_t sitting_say(trv_game *game, uint32_t index, char *buffer, size_t size);
bool sitting_add_said(const trv_sitting *sitting, struct sitting_texts *texts, sitting_say *say, uint32_t index,
                      uint32_t *start);
/* A game of its setup, with its fuel and its flag; owned. A status of trv.h. */
int sitting_new_game(const trv_sitting *sitting, trv_game **game);
/* Whether options can be used; the setup is `setup` if that is not NULL. */
bool sitting_options_fit(const trv_sitting_options *options, const trv_setup *setup);
/* A sitting whose game is not started yet; NULL when there is no memory. */
trv_sitting *sitting_make(const trv_sitting_options *options, const trv_setup *setup, trv_seed seed, uint32_t number);
/* Starts its game and hears what is said. A status of trv.h. */
int sitting_start(trv_sitting *sitting);
/* Frees it without telling the players, who are still the caller's. */
void sitting_drop(trv_sitting *sitting);
/* Whether a call-back is under way, its own or one of its game, in which the game may not change. */
bool sitting_is_busy(const trv_sitting *sitting);
/* Whether it may be changed now: there, not inside a call-back, and not somewhere before its last choice. */
bool sitting_is_ready(const trv_sitting *sitting);

/* ---- seats.c ---- */

/* Copies the name; false when there is no memory. The player belongs to the sitting once it is seated for good. */
bool sitting_seat_fill(trv_sitting *sitting, uint32_t seat, const trv_seat *who);
/* Frees the texts of a seat. */
void sitting_seat_forget(trv_sitting *sitting, struct sitting_seat *seat);
/* Who sits where, as saves have it; texts are borrowed. Returns the number of seats, or 0 when all are open. */
size_t sitting_seats_describe(const trv_sitting *sitting, trv_save_seat seats[TRV_MOST_PLAYERS]);
void sitting_seats_leave(trv_sitting *sitting);
bool sitting_is_person(const trv_sitting *sitting, uint32_t seat); /* who is there to be asked */

/* ---- choose.c ---- */

/* Makes a choice; `kept`: and has it kept. A trv_game_status, or a negative status and nothing has changed. */
int sitting_choose(trv_sitting *sitting, uint32_t index, bool kept);
/* Asks the host to keep what has changed. */
int sitting_keep(trv_sitting *sitting);

/* ---- journal.c ---- */

/* Notes what the rules have said in the game's log, and ends the log. `seat` chose what its label says; a seat of -1: nobody
 * chose, and there is no label. False when there is no memory; lines that were added are the caller's to drop. */
bool sitting_hear(trv_sitting *sitting, int seat, const char *label, bool always, const char *phase);
/* The game has been brought to the position after so many choices: what was said later is not yet heard. */
void sitting_stand_at(trv_sitting *sitting, size_t moves);
/* Forgets all lines but the first ones, or but those said up to this many choices. */
void sitting_cut_lines(trv_sitting *sitting, size_t count);
void sitting_forget_lines(trv_sitting *sitting, size_t moves);
/* Each has been shown what he had heard when he last chose. */
void sitting_skip_shown(trv_sitting *sitting);

/* ---- take_back.c ---- */

/* Brings the spare game to the position after the first choices. TRV_OK, or TRV_E_RULE when the rules do not let them be
 * repeated: out of fuel, cancelled, or C code that answers otherwise. */
int sitting_repeat(const trv_sitting *sitting, size_t moves);

/* ---- learnt.c ---- */

/* Whether this seat has learnt, by the choices from number `move` on, what it did not know before them; the spare game
 * stands there. TRV_OK or TRV_E_MEMORY. */
int sitting_has_learnt(const trv_sitting *sitting, uint32_t seat, size_t move, bool *learnt);

#endif
