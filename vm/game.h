/* A game being played: a state block and what surrounds it (scratch memory, log, scripted chance).
 * Internal to the library; hosts see `trv_game`. */
#ifndef TRV_VM_GAME_H
#define TRV_VM_GAME_H

#include "include/trv.h"
#include "vm/chance.h"
#include "vm/state.h"

/* Program, number of players and settings: immutable, shared by all games that start from it. */
struct setup {
  const struct program *program;
  uint32_t players;
  int32_t *settings;      /* value of each setting */
  struct state *image;    /* the block before set-up: variables initialised, decks where they start */
  uint8_t *zone_seen;     /* enum seen of each zone_decl, conditions decided */
  uint8_t *variable_seen; /* likewise of each variable */
  uint32_t *viewers;      /* who sees the cards of each zone, a bit for each seat */
  uint8_t *left_out;      /* of each kind of each deck in turn: copies that are in the box after every set-up */
};

/* Where text code writes. Also counts what did not fit, so that a caller learns the size it needs. */
struct text_sink {
  char *text;
  size_t capacity;
  size_t length; /* bytes wanted, without the NUL; may exceed capacity */
};

/* What happened, for listeners. Has memory of its own; never part of the state. */
struct log_entry {
  uint32_t start, length; /* in `text` */
  uint32_t audience;      /* bit per seat; all ones: everybody */
  uint32_t decisions;     /* state.decisions when it was made */
  int32_t phase, name;    /* texts: what the innermost phase at that moment is called, and its name in the rules */
  int32_t chooser;        /* who made the last decision, or -1 */
  int32_t seat;           /* the first player among the arguments of the phase, or -1 */
  uint32_t about;         /* in `text`: these as notations write them, as people read them, and what statement and phase cite */
};
struct game_log {
  char *text;
  size_t text_length, text_capacity;
  struct log_entry *entries;
  size_t count, capacity;
  uint32_t decision; /* state.decisions when `first` was the number of entries */
  size_t first, first_text; /* and their text so long */
  bool full;         /* all that may be said there has been said */
  bool torn;         /* there was no memory for all that was said */
};

/* Chance scripted by a scenario: rolls are taken in order; a shuffle of `zone` puts these kinds on top. Or by a sample that
 * is led to the present (retrace.c): after every shuffle two cards of a deck change places, and of two the
 * one is picked at random instead of the other, as far as both are there. */
enum { SCRIPTED_EXCHANGES = 64 };
struct script {
  const int32_t *rolls;
  uint32_t roll_count, rolls_used;
  struct { int32_t zone, kinds_count; const int32_t *kinds; } shuffles[8];
  uint32_t shuffle_count;
  struct { int32_t deck, wrong, right; } exchanges[SCRIPTED_EXCHANGES];
  uint32_t exchange_count;
};

/* Receives what an enumerator emits. Return false to stop. Must not run the interpreter on this game: the frame lies in
 * its scratch memory. */
struct option_sink {
  bool (*option)(void *context, int32_t option, const int32_t *frame);
  bool (*denied)(void *context, int32_t need, const int32_t *frame); /* explain code only; may be NULL */
  void *context;
};

struct game {
  const struct setup *setup;
  struct state *state;      /* inside the same block of memory */
  int32_t *scratch;         /* program_scratch_slots slots: frames of pure code run from outside */
  struct game_log *log;     /* NULL: nobody listens */
  struct script *script;    /* NULL: the generator decides */
  struct trail *trail;      /* NULL: samples need none */
  struct forced_list *forced; /* NULL: forced choices are not noted (scenarios note them) */
  bool asks_unseen;         /* a seat may not know how many decisions were made: trail_asks_unseen */
  uint32_t made[TRV_MOST_PLAYERS]; /* decisions that each seat has made; playouts do not count */
  uint64_t fuel_limit;      /* instructions that jump back or call, per decision */
  uint64_t spent;           /* fuel used so far by everything that was run */
  uint64_t work;            /* done by operations on cards and not yet paid for: see work.h */
  uint64_t allowance;       /* fuel that is left for the answer being given; only while `answering` */
  uint32_t answering;       /* answers begun and not ended: one may need others */
  uint64_t instructions;    /* executed so far; counted in the measuring build only */
  uint64_t enumerations;    /* runs of an enumerator to tell or to take, beside those that count; for tests */
  uint64_t *visits;         /* how often each instruction was run, or NULL: nobody counts */
  const struct remembered *offered; /* while a playout decides and visits are counted: what it can choose from */
  volatile const int *cancel; /* looked at together with fuel; non-zero stops with RULE_FUEL */
  enum rule_error result_error; /* why the last result, value or answer could not be worked out, or RULE_NONE */
  enum rule_error text_error; /* the same for prompts, labels and reasons, until it is reset */
  uint32_t error_pc;        /* where the rule error happened */
  char error_text[240];     /* of RULE_FAILED and RULE_FOREIGN: the message of the rules or C code */
  uint32_t error_chain[32]; /* return pcs of the frames below, innermost first */
  uint32_t error_chain_length;
};

/* Whether the host wants the game to stop. */
static inline bool game_is_cancelled(const struct game *game) {
  volatile const int *cancel = game->cancel;
  return cancel && *cancel;
}

/* ---- interp.c ---- */

/* Options of one choice: beyond that there is a rule error, so that whoever lists them has memory for them. */
enum { OPTIONS_LIMIT = 1000000 };

/* Pure code that is run between these two shares the fuel of one decision, however often it is called: an answer to
 * one question, such as who has won. An answer within another is part of it. */
void interp_answer_begin(struct game *game);
void interp_answer_end(struct game *game);

/* Makes a call of `proc` the only frame and runs it until a choice is pending, the run finishes, the game is over or a
 * rule error occurs: the start of a game (main), `run` of a scenario, init. The outcome is in state->status. */
void interp_start(struct game *game, int32_t proc, const int32_t *args, uint32_t slots);
/* Takes option number `index` of the pending choice and plays on; false when there is no such option. */
bool interp_choose(struct game *game, uint32_t index);
/* Options as records, one after the other: the option's number and the slots that hold its arguments. */
struct option_list {
  int32_t *slots;
  size_t capacity;       /* slots there is memory for */
  uint32_t count, width; /* width: slots of a record, 1 + choice.arguments */
};
/* Takes an option that was found before, its arguments as they were emitted (choice.arguments slots from choice.top).
 * The options of the choice that follows are put into `next`, unless that is NULL; its count is 0 when they were not
 * noted or there is no room for them. */
void interp_take(struct game *game, uint32_t index, int32_t option, const int32_t *arguments, struct option_list *next);
/* Calls a pure proc on scratch memory. Returns RULE_NONE and the result's slots, or the rule error. */
enum rule_error interp_call_pure(struct game *game, int32_t proc, const int32_t *args, uint32_t arg_slots,
                                 int32_t *result, uint32_t result_slots);
/* Runs the enumerator (or its explaining twin) of the pending choice on a copy of the frame. */
enum rule_error interp_enumerate(struct game *game, bool explain, const struct option_sink *sink);
/* One of `texts` texts that are told together and share the fuel of one decision, so that a text does not depend on
 * whether the others were asked for; each has a little in any case. */
struct text_source {
  int32_t pc;           /* of its code */
  const int32_t *frame; /* that a sink has seen, or NULL: the pending choice's frame as it is */
  uint32_t slots;       /* of the frame */
  uint32_t texts;
};
/* Runs text code on a copy of the frame. After a rule error its message ends the text, since it is reported nowhere
 * else. */
enum rule_error interp_text(struct game *game, const struct text_source *source, struct text_sink *out);
/* Plays the pending and all further choices as `decide` says (seat, number of decisions so far, options: returns an
 * index), until the game ends or `limit` decisions are made. False when it names an option that does not exist: that
 * choice is then still pending. */
typedef uint32_t interp_decide(void *context, uint32_t seat, uint32_t decision, uint32_t options);
bool interp_playout(struct game *game, interp_decide *decide, void *context, uint32_t limit);

/* Inside a `decide` of a game that counts visits: the option of candidate `index`, or -1 when it is not known. */
int32_t interp_offered(const struct game *game, uint32_t index);

/* ---- zone.c (the interpreter's native operations on zones; all report through rule_error) ---- */

uint32_t zone_size(const struct program *p, const struct state *s, int32_t zone);
int32_t zone_top(const struct program *p, const struct state *s, int32_t zone);
int32_t zone_bottom(const struct program *p, const struct state *s, int32_t zone);
uint32_t zone_count(const struct program *p, const struct state *s, int32_t zone, int32_t kind);
/* Cards in canonical order (pools by kind, piles from the top); `distinct`: each kind once. Returns how many there
 * are, writing at most `most`. */
uint32_t zone_list(const struct program *p, const struct state *s, int32_t zone, bool distinct, int32_t *out,
                   uint32_t most);
enum rule_error zone_put(struct game *g, int32_t zone, int32_t kind, bool bottom);
enum rule_error zone_take(struct game *g, int32_t zone, int32_t kind);
enum rule_error zone_move(struct game *g, int32_t kind, int32_t from, int32_t to, bool bottom);
enum rule_error zone_move_all(struct game *g, int32_t from, int32_t to, bool bottom);
enum rule_error zone_move_random(struct game *g, int32_t from, int32_t to, bool bottom, int32_t *moved);
/* Draws one card, refilling; *drawn = -1 when there is none. */
enum rule_error zone_draw(struct game *g, int32_t from, int32_t to, bool bottom, int32_t *drawn);
enum rule_error zone_shuffle(struct game *g, int32_t zone);
enum rule_error zone_swap(struct game *g, int32_t a, int32_t b);
/* Puts every deck where it starts, for the setup's number of players. */
void zone_deal_decks(const struct setup *setup, struct state *state);

/* The choice that is to be made; NULL when there is none. */
static inline const struct choice *game_pending(const struct game *game) {
  return game->state->status == STATE_CHOICE ? &game->setup->program->choices[game->state->choice] : NULL;
}

/* ---- ffi.c, or ffi_none.c ---- */

/* Calls the C code of an extern, its arguments in a row of slots, and puts the result into the first. RULE_FOREIGN: see
 * error_text. */
enum rule_error foreign_call(struct game *game, int32_t index, int32_t *slots);

/* ---- text.c ---- */

void sink_bytes(struct text_sink *out, const char *text, size_t length);
void sink_text(struct text_sink *out, const char *text);
void sink_int(struct text_sink *out, int64_t value);
/* The length of what fitted; if something did not fit, the text now ends in `…`, cut between two characters. */
size_t sink_cut(struct text_sink *out);
/* A value as people read it (labels; "2 red, 1 blue"; "Ulm and Bern"), or as notation writes it (ids; lists in
 * square brackets; bags as [2 of red, blue]; players as seat names or p1). */
void text_value_label(const struct program *p, int32_t type, const int32_t *slots, struct text_sink *out);
void text_value_notation(const struct program *p, int32_t type, const int32_t *slots, struct text_sink *out);
/* `go(ulm)` for an option with its arguments in a frame. */
void text_option_notation(const struct program *p, int32_t option, const int32_t *frame, struct text_sink *out);
/* The same for people: `go: Ulm`. Without a frame, the name alone. */
void text_option_words(const struct program *p, int32_t option, const int32_t *frame, struct text_sink *out);

/* ---- place.c ---- */

/* "Ada's hand", "shop 2": a zone as people call it. */
void place_write(const struct setup *setup, int32_t zone, struct text_sink *out);
/* The cards of a zone: "2 red, blue", from the top of a pile; as far as a line of the log has room. */
void place_write_cards(const struct game *game, int32_t zone, struct text_sink *out);

/* ---- game.c ---- */

/* Puts the game into another position of its setup. */
void game_put(struct game *game, const struct state *position);

/* A rule error in words: those of the rules or of C code, if they have any. */
const char *game_error_words(const struct game *game, enum rule_error error);
/* The innermost phase at `pc` in this frame: name and title as texts, 0 for none; the mark or the proc that it is, or -1; the
 * frame that holds its arguments; and `pc`. */
struct phase_at {
  int32_t name, title, mark, proc;
  const int32_t *frame;
  uint32_t pc;
};
struct phase_at program_phase_at(const struct program *p, const int32_t *base, const int32_t *frame, uint32_t pc);
/* What it is called, as a text: its title, or else its name. */
int32_t phase_title(const struct phase_at *phase);
/* The items that its declaration cites. */
void phase_cites(const struct program *p, const struct phase_at *phase, struct text_sink *out);

/* ---- log.c ---- */

/* Opens an entry: LOG_ENTRY_LIMIT bytes are then free at log->text + log->text_length (fewer, perhaps none, when memory
 * is short: see text_capacity). The writer adds what fitted to text_length; log_end closes the entry. */
enum { LOG_ENTRY_LIMIT = 1024 };
/* `phase`: that of the statement that speaks, from program_phase_at. False when nothing is to be written: so much has
 * been said since the last decision that a loop must have run away, as the last entry then says. */
bool log_begin(struct game *game, uint32_t audience, const struct phase_at *phase);
void log_end(struct game *game);
/* Forgets all that was said; somebody must be listening. */
void log_clear(struct game *game);

/* ---- trail.c ---- */

enum { TRAIL_LENGTH = 128 };
struct trail_step {
  uint32_t index;         /* of the option that was chosen */
  int16_t chooser, flags; /* who chose, and flags of the choice */
};
/* An earlier position of the game and all that was chosen since. */
struct trail {
  enum { TRAIL_LOST, TRAIL_KEPT, TRAIL_OFF } status; /* OFF: the game is a sample, which needs none */
  bool is_start;        /* the position is that before the game began */
  uint32_t count;
  struct state *anchor; /* in the block of the game */
  struct trail_step steps[TRAIL_LENGTH];
};
/* Whether games of the program have one. */
bool trail_is_needed(const struct program *program);
/* Whether several may be asked at once by something hidden, so that not everybody can count the decisions of others. */
bool trail_asks_unseen(const struct program *program);
/* It begins at the present position. */
void trail_begin(struct game *game, bool is_start);
/* Candidate `index` of the pending choice is about to be chosen. */
void trail_note(struct game *game, uint32_t index);
/* The position has come about otherwise: it may begin anew later. */
void trail_lose(struct game *game);
/* The game is a sample now. */
void trail_end(struct game *game);
void trail_copy(struct game *to, const struct game *from);

/* ---- forced.c ---- */

/* Called by the interpreter for each forced choice if game->forced is not NULL: the option's arguments are in
 * `frame`. */
void game_note_forced(struct game *game, int32_t seat, int32_t option, const int32_t *frame);

#endif
