/* What stands behind the opaque types of include/trv.h, and the helpers that the files of the interface share.
 *
 * Internal to vm/. Memory: blocks that the host frees with trv_free come from the C library, because trv_free knows no
 * allocator; everything else comes from the program's allocator. */
#ifndef TRV_VM_API_H
#define TRV_VM_API_H

#include "base/text.h"
#include "include/trv.h"
#include "vm/game.h"
#include "vm/known.h"
#include "vm/validate.h"

/* ---- memory.c ---- */

/* The C library's allocator; borrowed, static. */
const trv_allocator *memory_default(void);
/* NULL when there is no memory, or when count * size does not fit. */
void *memory_new(const trv_allocator *allocator, size_t count, size_t size); /* zeroed */
void memory_free(const trv_allocator *allocator, void *block);
/* An empty text in this memory; the allocator is borrowed for as long as the text is used. */
struct text memory_text(const trv_allocator *allocator);

/* ---- seed.c ---- */

/* The generator of game `number` of a seed. */
void seed_chance(uint32_t random[4], trv_seed seed, uint32_t number);

/* ---- program.c ---- */

struct trv_program {
  struct program program;
  trv_allocator allocator;
  char *file;                 /* in the same block of memory, after the sections */
  trv_setting_info *settings; /* described once, so that their texts can be borrowed; a block of its own */
  trv_extern_info *externs;   /* likewise */
  const char **scenario_cites;/* likewise: "S3 R24" of each scenario */
};

struct trv_setup {
  struct setup setup;
  const trv_program *program;
};

enum { CITES_LENGTH = 160, CHAIN_LENGTH = 800 };
struct trv_game {
  struct game game;
  const trv_setup *setup;
  bool placed;               /* in memory of the host */
  uint32_t telling;          /* call-backs of this game that are under way: meanwhile it does not change */
  struct retraced *retraced; /* retrace.c: what was found out for samples made here, or NULL; owned */
  struct kept_options *kept; /* the options of some position, mostly the present one, or NULL; owned */
  char cites[CITES_LENGTH]; /* the texts of the last trv_game_error */
  char chain[CHAIN_LENGTH];
};

static inline const trv_allocator *game_allocator(const struct trv_game *game) {
  return &game->setup->program->allocator;
}

/* The block of a program with room for sections of these counts and a file name: the section pointers are set and to
 * be filled by the caller. NULL when there is no memory. */
trv_program *program_reserve(const struct program *counts, const char *file, size_t file_length,
                             const trv_allocator *allocator);
/* Describes settings, externs and scenarios, once the sections are filled and known to be valid. False when there is no memory. */
bool program_finish(trv_program *program);
uint64_t program_hash(const struct program *program);

/* tabulate.c: works out the tables of fns that depend on their arguments alone. TRV_E_RULE when one of them raises a
 * rule error, all of them take too long or *cancel (it may be NULL) is not 0; TRV_E_MEMORY. */
int program_tabulate(trv_program *program, volatile const int *cancel);

/* ffi.c or ffi_none.c: unloads the C code, if there is any. */
void foreign_free(trv_program *program);
/* Why this build can never call C code; NULL: it can. Borrowed, static. */
const char *foreign_obstacle(void);

/* ---- text.c ---- */

/* "p1" or the seat's own name. */
void text_seat_notation(const struct program *p, int32_t seat, struct text_sink *out);
/* "R12 A3". */
void text_cites(const struct program *p, int32_t cites, int32_t count, struct text_sink *out);
/* A sink on a caller's buffer. */
struct text_sink sink_on(char *buffer, size_t size);
/* Ends the text with NUL and returns the length that the whole text has. */
size_t sink_end(struct text_sink *out);
/* Adds to a text what `write` writes to a sink, however long it is. */
void sink_append(struct text *out, void (*write)(void *context, struct text_sink *sink), void *context);
/* The order of two notations, apart from spaces: less than 0, 0 when they are the same, or more. */
int text_notation_compare(const char *left, const char *right);
/* Whether they are the same. */
bool text_notation_equal(const char *left, const char *right);
/* The number of values of a finite type and its first value: dimensions of arrays. */
int32_t type_values(const struct type_desc *type);
int32_t type_first(const struct type_desc *type);
bool text_value_is_none(const struct type_desc *type, int32_t value);
/* Walks the members of a set, bag, list or path in order; a bag's member comes with its count, others with 1. */
struct members {
  const struct program *p;
  const struct type_desc *type;
  const int32_t *slots;
  int32_t position, end;
};
struct members members_of(const struct program *p, const struct type_desc *type, const int32_t *slots);
bool members_next(struct members *members, int32_t *value, int32_t *count);

/* ---- boards.c ---- */

/* The board whose cells are the values of a type, or -1. */
int board_of_type(const struct program *p, int32_t type);

/* ---- shown.c ---- */

/* What the rules say of how a zone or variable is shown; NULL when the program does not say. */
const struct shown *shown_zone(const struct program *p, int32_t decl);
const struct shown *shown_variable(const struct program *p, int32_t variable);
/* The same for hosts; `name` stands for the title where there is no entry. */
trv_shown shown_as(const struct program *p, const struct shown *entry, const char *name);

/* ---- show_lines.c ---- */

/* As the functions of trv.h; the title of a key of the ranking. */
int show_spot(const struct program *p, uint32_t type, uint32_t value, trv_spot *spot);
const char *show_colour(const struct program *p, uint32_t type, uint32_t value);
const char *show_icon(const struct program *p, uint32_t type, uint32_t value);
const char *show_key_title(const struct program *p, uint32_t key);

/* ---- signature.c ---- */

/* "(list of int, player) -> bool", and the same for a C compiler: "int32_t f(const int32_t *xs, …);". */
void signature_types(const struct program *p, const struct extern_fn *callee, struct text_sink *out);
void signature_prototype(const struct program *p, const struct extern_fn *callee, struct text_sink *out);

/* ---- setup.c ---- */

/* A setup from values, one for each setting of the program; checks ranges and conditions. */
int setup_make(const trv_program *program, uint32_t players, const int32_t *values, trv_setup **setup, char *why,
               size_t why_size);
/* Copies of a card that everybody knows to be in its deck's box, since every set-up leaves them there. */
uint32_t setup_left_out(const struct setup *setup, int32_t deck, int32_t kind);

/* ---- game.c ---- */

enum { FUEL_LIMIT = 20000000 }; /* jumps back and calls per decision */
/* Makes a game that belongs to a setup; `memory` has room for the scratch slots and the state. */
void game_init(struct game *game, const struct setup *setup, void *memory);
/* Bytes of `memory` for game_init; the state starts 8-byte aligned. */
size_t game_memory(const struct program *program);
/* The present state as a trv_game_status. */
int game_status(const struct game *game);
/* Copies the setup's image into the state, ready to run. */
void game_reset(struct game *game);
/* As trv_game_copy, but for the trail. */
void game_copy_position(struct trv_game *to, const struct trv_game *from);
/* The text of the first invariant that is broken, or NULL. */
const char *game_broken_invariant(struct game *game);
/* The rule code that contains a pc: index of its proc, or -1. */
int32_t program_proc_at(const struct program *p, uint32_t pc);
/* The name of the innermost procedure that an instruction belongs to, inlined ones included. */
int32_t program_name_at(const struct program *p, uint32_t pc);
/* The entry of `lines` that holds at a pc, or NULL. */
const struct line *line_at(const struct program *p, uint32_t pc);

/* ---- candidates.c: the options of a position, found once ---- */

struct kept_options {
  struct option_list list; /* its slots are a block of its own */
  bool whole;              /* false: some are missing, so they must not be used a second time */
  struct state *position;  /* a copy of the state that they were found in, in the same block of memory */
  int32_t *frame;          /* room for that of one of them, likewise */
};
/* Takes the options of the pending choice out of the game if it has kept them, else finds them. Returns how many, or a
 * negative status. They must be given back; a rule error cuts them short. */
int candidates_take(struct trv_game *game, struct kept_options **taken);
void candidates_give_back(struct trv_game *game, struct kept_options **taken);
/* Number `index`, which must exist: its option, and as much of the enumerator's frame as texts may read; the frame is
 * borrowed until the next call. */
int32_t candidates_option(const struct kept_options *kept, uint32_t index);
const int32_t *candidates_frame(const struct trv_game *game, struct kept_options *kept, uint32_t index);
uint32_t candidates_frame_slots(const struct trv_game *game, const struct kept_options *kept);
/* Takes kept option number `index` and plays on. False, with nothing changed, when the game does not have the options
 * of its position. */
bool candidates_choose(struct trv_game *game, uint32_t index);
void candidates_free(struct trv_game *game);

/* ---- options.c ---- */

/* Why a notation is not offered: writes the reason and returns true when a `needs` denies it. */
bool options_denial(struct trv_game *game, const char *notation, struct text *reason);


/* ---- forced.c ---- */

/* Options of forced choices (taken without asking), in order, for scenarios that state them. */
struct forced_list {
  const trv_allocator *allocator;
  struct text texts; /* notations, each ended by NUL */
  struct forced_entry { int32_t seat; uint32_t start; } *entries;
  size_t count, capacity, next; /* next: first entry not yet consumed */
};
/* Consumes the first entry from `next` on that matches, and all before it. */
bool forced_consume(struct forced_list *list, int32_t seat, const char *notation);
/* The notation of the last entry and its seat, or NULL when all are consumed. Borrowed, until the list changes. */
const char *forced_last(const struct forced_list *list, int32_t *seat);
void forced_clear(struct forced_list *list);
void forced_free(struct forced_list *list);

/* ---- place.c: the elements of arrays of zones and variables ---- */

/* One element of a zone declaration or a variable. */
struct place {
  int32_t element;                 /* from 0, last index fastest */
  int32_t index[DIMS_LIMIT], dims; /* values of its indices */
  int32_t owner;                   /* seat of the first player index, or -1 */
};
/* False when the element belongs to a seat beyond the number of players, or there is no such element. */
bool place_of(const struct setup *setup, const int32_t *dim_type, int32_t dims, int32_t element, struct place *place);
/* Whether `seat` (-1: somebody who only sees what all see) sees what belongs to `owner`. */
bool place_seen_by(uint8_t seen, int32_t owner, int seat);
/* Whether the zone instance is the box of its deck, which is not part of the table. */
bool place_is_box(const struct program *p, int32_t zone);
/* Copies the slots of an element of a variable, as they lie in a frame. `slots` has type->slots of room. */
void variable_value(const struct program *p, const struct state *state, const struct variable *variable,
                    int32_t element, int32_t *slots);
/* Writes a value of one slot to an element of a variable that takes so many bytes. */
void place_put(char *place, int32_t width, int32_t value);

/* ---- guess.c: guesses at the variables and answers that the seat of a sample may not know ---- */

/* A card that a local stands for in the sample: it lies at a position of a zone's canonical order. `kind` is what the
 * local stands for in truth. */
struct guess_card {
  int32_t kind, zone, drawn;
  uint32_t position;
  bool copy; /* another local may be another name of it: secret_local.copy */
};
/* A card of which the seat knows that it lies in a zone. */
struct pin {
  int32_t zone, kind;
  uint32_t position; /* in a pile, from 1 at the bottom; 0: not known */
  bool out;          /* of a pile that is being made again: to be put back */
};
enum { PINS = 32 }; /* more of them, by rules under way, are dealt anew */
enum { GUESS_CARDS = 128 }; /* of which no two are the same */
struct guess {
  trv_game *sample;          /* its cards redealt */
  struct game *game;         /* the same */
  const struct state *truth; /* the present position */
  const struct state *another; /* a position of another game, for what that gives; NULL if nothing is taken from one */
  int seat;
  uint32_t *random;   /* a generator */
  uint32_t base, attempt; /* of the streams that locals are drawn from */
  uint64_t asked;     /* what the seat is asked in the present position; 0: nothing was drawn that this depends on */
  bool keeps_shown;   /* what the seat is shown may depend on some locals: they stay as they are */
  struct guess_card cards[GUESS_CARDS];
  uint32_t card_count;
  uint32_t differing; /* slots that differ from the truth */
  struct pin *pins; /* see locals_pin */
  uint32_t pinned;
};
/* False when the result turns out to be impossible, or the seat would be asked something else. `last`: there is no other
 * attempt; all variables have their initial values. */
bool guess_hidden(struct guess *guess, bool last);
/* Puts any value of the type into its slots; false: nothing is known of its values. */
bool guess_value(const struct setup *setup, const struct type_desc *type, uint32_t random[4], int32_t *slots);

/* ---- another.c: hidden numbers that could be almost anything ---- */

/* Whether hidden values of the type are taken from another game; whether a game has any. */
bool another_gives(const struct setup *setup, const struct type_desc *type);
bool another_is_needed(const struct setup *setup);
/* A position of a game that is begun anew and played at random for so many decisions, owned by the caller (memory_free); NULL
 * without memory. The sample stays as it is. */
struct state *another_play(trv_game *sample, uint32_t decisions, uint32_t random[4]);

/* ---- locals.c: the same for names of rules under way ---- */

/* Cards that the seat was shown by rules under way, and that lie where it does not see them: found in the present position.
 * Returns how many. */
uint32_t locals_pin(struct guess *guess, struct pin pins[PINS]);
void locals_guess(struct guess *guess);
/* Whether what the seat is asked may depend on a local that it does not know. */
bool locals_are_shown(struct guess *guess);

/* Whether the seat may not know something there that guesses do not follow: several cards, of which it would be known
 * whether they are alike, or a number that could be almost anything. */
bool locals_are_covert(struct game *game, int seat);
/* Whether the rules under way keep the same as in `truth`, but for what the seat may not know; true where they stand elsewhere,
 * since that cannot be compared. */
bool locals_agree(struct game *game, const struct state *truth, int seat);

/* ---- sample.c ---- */

/* Makes a sample of `truth`, by dealing and guessing; `sample` is in that position. */
int sample_plainly(trv_game *sample, const struct state *truth, uint32_t seat, uint32_t random[4]);

/* ---- retrace.c: samples by going back ---- */

/* Whether a sample of the present position made by guessing would tell the seat what it may not know. */
bool retrace_is_needed(const trv_game *from, uint32_t seat);
/* TRV_E_STATE when it has not succeeded; `to` has then any position. */
int retrace_sample(trv_game *to, const trv_game *from, uint32_t seat, uint32_t random[4]);
void retrace_free(trv_game *game);

/* ---- mend.c: cards of a sample that is being played on ---- */

/* A step of a sample that has not shown the seat what it was shown. */
struct mend {
  const struct setup *setup;
  struct state *before;      /* the sample before the step: here cards are exchanged that the seat does not see */
  const struct state *after; /* the sample after it */
  const struct state *shown; /* the true position after it, of which only what the seat sees is looked at */
  uint32_t seat;
  uint32_t *random;
  struct script *script; /* chance of the step; NULL: there was none */
};
/* Exchanges cards so that the same step, with the same chance and the script, may show what was shown; false if there are
 * none to exchange. */
bool mend_cards(const struct mend *mend);
/* Exchanges some that may matter in ways that cannot be seen. */
void mend_by_chance(const struct mend *mend);
/* Gives the variables that the seat sees the values that it was shown. */
void mend_variables(const struct setup *setup, struct state *state, const struct state *shown, uint32_t seat);

/* ---- leak.c ---- */

/* A number for all that the player is asked: prompt, options, labels, and why others are not offered; never 0. */
uint64_t leak_portrait(trv_game *game);

#endif
